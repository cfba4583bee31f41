"""Family 4: host names and their labels (RFC 3986 section 3.2.2, RFC 1738 section 3.1, RFC 1035)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import DEFAULT_PROFILE, Edit
from urlmend.model.scope import FOLLOWED
from urlmend.model.span import Span
from urlmend.redaction.placeholders import is_reserved_host, is_word_for_host
from urlmend.rules.authority import (
    NETWORK_SCHEMES,
    component_range,
    found_in,
    is_unbracketed_ipv6,
    labels,
    name_or_ipv4,
    shown_component,
    whatwg_failure,
)
from urlmend.rules.edges import is_in_marks
from urlmend.rules.link_syntax import is_target
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.rules.templates import is_replaced
from urlmend.uri import whatwg
from urlmend.uri.ordinary_host import MISSPELT_LOCALHOST, MISSPELT_WWW

# Schemes whose grammar requires a host: RFC 1738 section 5, RFC 9110 section 4.2, RFC 6455 section 3.
_HOST_REQUIRED = frozenset("ftp gopher http https nntp prospero telnet wais ws wss".split())
_MAX_LABEL, _MAX_NAME = 63, 253  # octets (RFC 1035 section 2.3.4), without the final dot
_HOSTNUMBER = lazy(r"[0-9]+(?:\.[0-9]+){3}$")
_NOT_IN_HOSTNAME = lazy(r"[!&'+,;=~]+")
# The beginning of a link of Org in verbatim text.
_VERBATIM_LINK = ("~[[", "=[[")
# Where a server listens, a port on all of its addresses; a scheme before a sign that is no part of a host; the
# beginning of a URL, to which programs append a host; and a name that a host's labels begin in reverse order, by which
# models of Eclipse identify annotations: `http:///org/plans/model`.
_NO_URL = lazy(r"//(?::[0-9]{1,5}/?\Z|[?#]|[^/?#:]+@\Z|/(?:com|edu|net|org|[a-z]{2})/[a-z][\w-]*/[\w./-]+\Z)")
# A name of several labels, an address, or this machine.
_LIKE_HOST = lazy(r"(?:[^/?#@]*@)?(?:[\w-]+(?:\.[\w-]+)+|localhost|\[)", re.IGNORECASE)
_MISSPELT_WWW = lazy(f"(?<=://){MISSPELT_WWW}")
_MISSPELT_LOCALHOST = lazy(f"(?<=://){MISSPELT_LOCALHOST}")
_SPECIAL_USE = lazy(
    r"(?:.*\.)?(test|localhost|invalid|example(?:\.(?:com|net|org))?|local|onion|alt|internal|home\.arpa)\.?$",
    re.IGNORECASE,
)


# Slashes too many before what is surely a host.
_SLASHES_BEFORE_HOST = lazy(r"/+(?=www\.\w|(?:[\w-]+\.)+[A-Za-z]{2,24}/)")


@rule("URL401", "error", triggers={Trigger.AUTHORITY}, fix="unsafe")
def host_missing(case: Case) -> Iterator[Hit]:
    """The host is missing.

    Schemes such as `http` and `ftp` require a host (RFC 1738 section 5, RFC 9110 section 4.2). For
    WHATWG parsers, userinfo or a port without a host is a failure in every scheme. In the profile
    `rfc3986`, text has such URLs for other reasons, and only a host after a slash too many is
    reported there, besides links and wrappers: `http://:8080` is where a server listens, and
    `http:///` the beginning of what a program completes.

    ```bad
    see http:///www.musterstadt.internal/annual/report.html
    ```

    ```fixed
    see http://www.musterstadt.internal/annual/report.html
    ```

    ```bad
    see <URL:http:///annual/report.html>
    ```

    ```good
    see http://www.musterstadt.internal/annual/report.html and file:///etc/hosts
    listen on http://:8080/annual/report.html
    sed 's#deb http://#deb https://#g'
    ```

    ```bad whatwg
    see redis://:6379/0
    ```
    """
    if case.profile == "whatwg":
        missing = whatwg_failure(case.url.text, "URL401") is not None
    else:
        missing = case.parts.host == "" and case.url.scheme in _HOST_REQUIRED and not is_unbracketed_ipv6(case)
        is_no_url = case.profile != "rfc1738" and _NO_URL.search(case.url.text)
        missing = missing and not (is_no_url or is_in_marks(case))
    if missing and (extra := _SLASHES_BEFORE_HOST.match(case.parts.path)):
        start = case.parts.starts["path"]
        yield case.hit("slash too many before host: remove it", start, start + extra.end(), replacement="")
    elif missing:
        yield case.hit("URL without host: add it")


@rule("URL402", "error", profiles=("rfc1738",), triggers={Trigger.AUTHORITY})
def toplabel_digit(case: Case) -> Iterator[Hit]:
    """The last label of the host begins with a digit.

    RFC 1738 section 5 (`toplabel`) requires a letter there, to distinguish names from addresses. An
    address has four decimal numbers.

    ```bad
    see http://www.musterstadt.1internal/ or http://192.0.2/
    ```

    ```good
    see http://3com.musterstadt.internal/ or http://192.0.2.7/
    ```
    """
    host = name_or_ipv4(case)
    if host is None or _HOSTNUMBER.match(host.removesuffix(".")):
        return
    *_, (toplabel, start) = labels(case)
    if toplabel[:1].isdigit():
        yield case.hit("last label begins with a digit: write a name or an IPv4 address", start, start + len(toplabel))


@rule("URL403", "warning", profiles=("rfc1738",), triggers={Trigger.AUTHORITY})
def host_underscore(case: Case) -> Iterator[Hit]:
    """The host contains an underscore.

    Labels consist of letters, digits and hyphens (RFC 1738 section 3.1). RFC 3986 section 3.2.2 and
    many resolvers allow the underscore.

    ```bad
    see http://print_server.musterstadt.internal/
    ```

    ```good
    see http://print-server.musterstadt.internal/
    ```
    """
    host = name_or_ipv4(case)
    if host and "_" in host:
        start = case.parts.starts["host"] + host.index("_")
        yield case.hit("'_' in host: use letters, digits and hyphens", start, start + 1)


@rule("URL404", "warning", default=("rfc1738",), triggers={Trigger.AUTHORITY})
def label_hyphen_edge(case: Case) -> Iterator[Hit]:
    """A label of the host begins or ends with a hyphen.

    Such names cannot be registered (RFC 1123 section 2.1, RFC 1738 section 3.1), and some resolvers
    reject them.

    ```bad
    see http://-www.musterstadt.internal/
    see http://www-.musterstadt.internal/
    ```

    ```good
    see http://www-2.musterstadt.internal/
    ```
    """
    for label, start in labels(case):
        if label.startswith("-") or label.endswith("-"):
            yield case.hit("label begins or ends with '-': remove it", start, start + len(label))


@rule("URL405", "error", default=("rfc1738",), whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def label_too_long(case: Case) -> Iterator[Hit]:
    """The host, or one of its labels, is longer than DNS allows.

    A label has at most 63 octets, a name 253 (RFC 1035 section 2.3.4, RFC 3986 section 3.2.2).
    Non-ASCII names are measured in their `xn--` form.

    ```bad
    see http://a-name-that-somebody-made-by-pasting-the-title-of-a-whole-page-into-it.internal/
    ```

    ```good
    see http://a-name-that-somebody-made-by-pasting-a-title-into-it.internal/
    ```
    """
    host = name_or_ipv4(case)
    if host is None or (len(host) <= _MAX_LABEL and host.isascii()):
        return
    total = -1
    for label, start in labels(case):
        octets = _octets(label)
        total += octets + 1
        if octets > _MAX_LABEL:
            yield case.hit(f"label of {octets} octets: shorten to {_MAX_LABEL}", start, start + len(label))
    if total > _MAX_NAME:
        yield case.hit(f"host of {total} octets: shorten to {_MAX_NAME}", *component_range(case, "host"))


def _octets(label: str) -> int:
    """The length of a label in octets, in its `xn--` form."""
    return len(label) if label.isascii() else len("xn--") + len(label.encode("punycode", "replace"))


@rule("URL406", "warning", profiles=("rfc1738",), fix="unsafe", triggers={Trigger.AUTHORITY})
def trailing_dot(case: Case) -> Iterator[Hit]:
    """The host ends with a dot.

    RFC 1738 section 3.1 does not allow it. In RFC 3986 section 3.2.2, the dot marks a fully
    qualified name.

    ```bad
    see http://www.musterstadt.internal./
    ```

    ```fixed
    see http://www.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/
    ```
    """
    host = name_or_ipv4(case)
    if host and host.endswith("."):
        stop = case.parts.starts["host"] + len(host)
        yield case.hit("host ends with '.': remove it", stop - 1, stop, replacement="")


@rule("URL413", "error", profiles=("rfc1738", "whatwg"), whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def host_percent_encoded(case: Case) -> Iterator[Hit]:
    """The host contains percent-encoded characters.

    RFC 1738 section 3.1 does not allow them. WHATWG parsers decode them and report a validation
    error (domain-percent-encoded). RFC 3986 section 3.2.2 allows them for non-ASCII names. An
    encoded dot is URL619 in every profile.

    ```bad rfc1738
    see http://www.musterst%61dt.internal/
    ```

    ```good rfc1738
    see http://www.musterstadt.internal/a%20b
    ```
    """
    host = name_or_ipv4(case)
    if host and "%" in host:
        yield case.hit("percent-encoding in host: write the characters themselves", *component_range(case, "host"))


@rule("URL414", "info", default=False, applies_to_ordinary=True, fix="safe")
def uppercase_scheme_host(case: Case) -> Iterator[Hit]:
    """The scheme or the host has upper-case letters.

    Both are case-insensitive; their normal form is lower case (RFC 3986 section 6.2.2.1). Names that
    programs compare as they are written have no fix: hosts without a dot, hosts of schemes without a
    network, and keys such as `credential.https://host.example.useHttpPath`.

    ```bad
    see HTTP://www.musterstadt.internal/
    see http://WWW.Musterstadt.internal/
    ```

    ```fixed
    see http://www.musterstadt.internal/
    see http://www.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/Annual/Report.html
    ```
    """
    for component in ("scheme", "host"):
        text = getattr(case.parts, component)
        if text and text.isascii() and text != text.lower() and not is_replaced(text):
            lower = text.lower()
            replacement = lower if _is_case_insensitive(case, component) else None
            message = f"upper case in {component}: write {shown_component(case, component, lower)}"
            yield case.hit(message, *component_range(case, component), replacement=replacement)


def _is_case_insensitive(case: Case, component: str) -> bool:
    """Whether the scheme or the host is certainly one, and no part of a name that programs compare as it is written."""
    host = (case.parts.host or "").lower()
    if "." not in host and not host.startswith("[") and host not in ("", "localhost"):
        return False
    start = case.url.outer.start
    is_in_key = start > 1 and case.text[start - 1] == "." and case.text[start - 2].isalnum()
    return not is_in_key and (component == "scheme" or case.url.scheme in NETWORK_SCHEMES)


@rule("URL416", "info", default=False, applies_to_ordinary=True)
def special_use_domain(case: Case) -> Iterator[Hit]:
    """The host is a name that is reserved for examples, tests or local use.

    It cannot be reached from outside: `example`, `test`, `invalid`, `localhost` (RFC 6761), `local`
    (RFC 6762), `onion` (RFC 7686), `home.arpa` (RFC 8375), `alt` (RFC 9476), `internal`.

    ```bad
    see http://www.example.org/ and http://localhost:8080/
    ```

    ```good
    see http://www.iana.org/assignments/special-use-domain-names
    ```
    """
    host = case.parts.host
    if host and (match := _SPECIAL_USE.match(host)):
        shown = shown_component(case, "host", match.group(1).lower())
        yield case.hit(f"reserved name {shown}: write the real host", *component_range(case, "host"))


@rule("URL417", "error", whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def bad_a_label(case: Case) -> Iterator[Hit]:
    """A label that begins with `xn--` is not a valid A-label.

    The rest of the label must be the Punycode of a label that IDNA allows (RFC 5890
    section 2.3.2.1, UTS #46 section 4). WHATWG parsers keep such a label unchanged.

    ```bad
    see http://xn--0.musterstadt.internal/
    ```

    ```good
    see http://xn--mnchen-3ya.internal/
    ```
    """
    for label, start in labels(case):
        if label[:4].lower() == "xn--" and whatwg.label_failure(label):
            yield case.hit("invalid xn-- label in host: correct it", start, start + len(label))


@rule("URL420", "warning", fix="unsafe", triggers={Trigger.AUTHORITY})
def missing_slashes(case: Case) -> Iterator[Hit]:
    """The two slashes after the scheme are missing.

    RFC 3986 section 3 reads `http:host/path` as a path without a host; WHATWG parsers add the
    slashes. URLs of schemes such as `http` and `ftp` always have both (RFC 1738 section 3.1,
    RFC 9110 section 4.2). What looks like no host, as in `http:Service` or `http:../plan.html`, is reported
    after one slash only. Links of Org in verbatim text, which shows their syntax, are not reported.

    ```bad
    see <http:/www.musterstadt.internal/>
    see <http:www.musterstadt.internal/>
    ```

    ```fixed
    see <http://www.musterstadt.internal/>
    see <http://www.musterstadt.internal/>
    ```

    ```good
    see <http://www.musterstadt.internal/> and <mailto:plan@musterstadt.internal>
    service<http:Service> plan
    ```
    """
    parts = case.parts
    if case.url.scheme not in _HOST_REQUIRED or parts.authority is not None:
        return
    if parts.scheme is None or parts.path.startswith(("\\", ":", "/ ")):
        return  # URL216, URL805
    if case.profile == DEFAULT_PROFILE and not parts.path.startswith("/") and not _LIKE_HOST.match(parts.path):
        return
    if case.text.startswith(_VERBATIM_LINK, case.url.outer.start - 3):
        return
    if parts.path.strip("/") and not is_replaced(parts.path):
        stop = len(case.url.scheme) + 1
        slashes = "/" if parts.path.startswith("/") else "//"
        after_colon = Span(case.offset(stop), case.offset(stop))
        message = f"no '//' before host: write {case.url.scheme}://"
        yield Hit(message, case.url.spans_of(0, stop), (Edit(after_colon, slashes),))


@rule("URL421", "error", profiles=("rfc1738", "whatwg"), triggers={Trigger.AUTHORITY})
def host_invalid(case: Case) -> Iterator[Hit]:
    """The host contains an invalid character, or is invalid for another reason.

    RFC 1738 section 5 allows letters, digits, hyphens and dots. WHATWG parsers fail on the
    forbidden code points of section 3.1 of the standard, and on hosts that UTS #46 does not allow.
    Hosts that another rule reports are not reported again.

    ```bad rfc1738
    see http://www,musterstadt.internal/
    ```

    ```good rfc1738
    see http://www.musterstadt.internal/a,b
    ```

    ```bad whatwg
    see http://www.musterstadt%23.internal/
    ```
    """
    if case.profile == "whatwg":
        if name := whatwg_failure(case.url.text, "URL421"):
            yield case.hit(f"invalid host ({name}): correct it", *component_range(case, "host"))
        return
    match = next(found_in(case, "host", _NOT_IN_HOSTNAME), None) if name_or_ipv4(case) else None
    if match:
        yield case.hit(f"{case.shown(*match.span())!r} in host: correct it", *match.span())


@rule("URL422", "warning", triggers={Trigger.AUTHORITY})
def label_empty(case: Case) -> Iterator[Hit]:
    """The host contains an empty label.

    The host begins with a dot, or contains two consecutive dots. A name has no empty labels
    (RFC 1034 section 3.1): there is a dot too many, or a word is missing. Not reported are `.example.org` and other
    names for documentation (RFC 2606) with a dot before them, which are patterns, and in comments and strings of
    programs a host that begins with a dot.

    ```bad
    see http://www..musterstadt.internal/
    see http://.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/ or http://.../
    ```
    """
    host = case.parts.host or ""
    if case.profile != "rfc1738" and host.startswith(".") and is_reserved_host(host[1:]):
        return
    for label, start in labels(case):
        if not label:
            yield case.hit("empty label in host: remove '.', or add the label", start, start + 1)


@rule("URL423", "warning", triggers={Trigger.AUTHORITY}, fix="unsafe")
def misspelt_www(case: Case) -> Iterator[Hit]:
    """The `www.` of the host is misspelt, or `localhost`.

    In `wwww.`, a letter is there too often; a comma or a slash is in the place of the dot. Such hosts do not exist, or
    belong to somebody who waits for the slip. In `locahost` (RFC 6761 section 6.3), a letter is missing; in other
    slips, one is too many, wrong or swapped with the next.

    ```bad
    see https://wwww.musterstadt.de/plan and https://www,musterstadt.de/plan
    see https://www/musterstadt.com/plan
    open http://locahost:8080/plan
    ```

    ```fixed
    see https://www.musterstadt.de/plan and https://www.musterstadt.de/plan
    see https://www.musterstadt.com/plan
    open http://localhost:8080/plan
    ```

    ```good
    see https://ww2.musterstadt.de/plan and http://www/plan.html
    ```
    """
    www = _MISSPELT_WWW.search(case.url.text)
    if www and not is_reserved_host(case.parts.host or ""):
        yield case.hit("misspelt 'www.' in host: write it", *www.span(), replacement="www.")
    if host := _MISSPELT_LOCALHOST.search(case.url.text):
        yield case.hit("misspelt 'localhost': write it", *host.span(), replacement="localhost")


@rule("URL424", "warning", scopes=FOLLOWED, schemes=("http", "https"), triggers={Trigger.LINK})
def domain_missing(case: Case) -> Iterator[Hit]:
    """The host of a link in Markdown has no top-level domain.

    Names of one label are only known within a network (RFC 3986 section 3.2.2), which few readers of a document
    share; mostly the rest was forgotten. Hosts with a port are not reported, nor are `localhost` and placeholders.

    ```bad markdown
    see [the plan](https://musterstadt/plan)
    ```

    ```good markdown
    see [the plan](https://www.musterstadt.de/plan), [the service](http://localhost/plan) and http://plans/
    ```
    """
    host = case.parts.host or ""
    is_label = host.replace("-", "").isalnum() and not host.isdecimal() and host.lower() not in ("localhost", "www")
    if is_label and is_target(case) and case.parts.authority == host and not is_word_for_host(host):
        yield case.hit("no top-level domain in host: write it", *component_range(case, "host"))
