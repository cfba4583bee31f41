"""Family 4: the authority: hosts, IP addresses and ports (RFC 3986 section 3.2, RFC 1738 section 3.1).

Under the profile `whatwg` the errors of this family are exactly the URLs that the
standard's parser rejects: each rule of severity error there asks for the failures that
are its own, and `host_invalid` for all others. Elsewhere, what a template holds the
place of is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.uri import whatwg
from urlmend.uri.schemes import DEFAULT_PORTS

# Schemes whose host is looked up in the DNS; that of others may be anything (RFC 3986 section 3.2.2).
NETWORK_SCHEMES = frozenset((*DEFAULT_PORTS, *"ftps git irc ircs nfs rsync smb smtp svn svn+ssh".split()))
# Their grammar asks for a host: RFC 1738 section 5, RFC 9110 section 4.2, RFC 6455 section 3.
_WITH_HOST = frozenset("ftp gopher http https nntp prospero telnet wais ws wss".split())

# The rule that speaks of each failure of the WHATWG parser; `host_invalid` has all others.
_RULE_OF_FAILURE = {
    "host-missing": "URL401",
    "port-invalid": "URL407",
    "port-out-of-range": "URL408",
    "IPv4-too-many-parts": "URL411",
    "IPv4-non-numeric-part": "URL411",
    "IPv4-out-of-range-part": "URL411",
    "IPv6-unclosed": "URL412",
    "IPv6-invalid-compression": "URL412",
    "IPv6-too-many-pieces": "URL412",
    "IPv6-multiple-compression": "URL412",
    "IPv6-invalid-code-point": "URL412",
    "IPv6-too-few-pieces": "URL412",
    "IPv4-in-IPv6-too-many-pieces": "URL412",
    "IPv4-in-IPv6-invalid-code-point": "URL412",
    "IPv4-in-IPv6-out-of-range-part": "URL412",
    "IPv4-in-IPv6-too-few-parts": "URL412",
}
_OTHER_FAILURES = "URL421"

_MAX_LABEL, _MAX_NAME = 63, 253  # octets (RFC 1035 section 2.3.4), without the final dot
_MAX_PORT = 65535

# A host that something else is put in place of: `$HOST`, `{host}`, `%s`, `%HOST%`, `@HOST@`, `*.example`, `...`.
_TEMPLATE = lazy(
    r"[$*{}()\\|\u2026]|%(?![0-9A-Fa-f]{2})|%(?![0-9A-Fa-f]{2}%)[A-Za-z_]\w*%|@\w+@|\.\.\.|^[\x00-/:-@\[-`{-\x7f]*$"
)
# The same for a port: `PORT`, `port2`, `nnnn`, `80xx`, `#`; with a comma it is a list of hosts (`mongodb://a:1,b:2/`).
_PORT_TEMPLATE = lazy(r".*[$*{}()\\|\u2026%#?@,]|.*[Pp][Oo][Rr][Tt]|[A-Z_]+[0-9]*$|[0-9]*[NnXxPp]+$|\W*$")
_HOSTNUMBER = lazy(r"[0-9]+(?:\.[0-9]+){3}$")
_ENDS_IN_NUMBER = lazy(r"[0-9A-Fa-fXx]\.?$")  # or may do: hexadecimal numbers too
_LITERAL = lazy(r"\[([0-9A-Fa-f:.]+)(?:%(.*))?\]$")
_FUTURE_LITERAL = lazy(r"\[[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]$")
_ZONE = lazy(r"25(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$")
# Without a colon in it, it is a word in brackets that holds an address's place: `http://[server]/`.
_WORD_LITERAL = lazy(r"\[[^:\]G-Zg-z]*[G-Zg-z][^:\]]*\]$")
_BARE_IPV6 = lazy(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,}(?:\.[0-9.]+)?$")
_NOT_IN_HOSTNAME = lazy(r"[!&'+,;=~]+")
_SPECIAL_USE = lazy(
    r"(?:.*\.)?(test|localhost|invalid|example(?:\.(?:com|net|org))?|local|onion|alt|internal|home\.arpa)\.?$",
    re.IGNORECASE,
)


def is_template(host: str) -> bool:
    """Whether a host only holds the place of one."""
    return bool(_TEMPLATE.search(host))


def plain_host(case: Case) -> str | None:
    """The host, if its scheme looks it up in a network, and it is no template and no IPv6 address."""
    host = case.parts.host
    if not host or case.url.scheme not in NETWORK_SCHEMES or "[" in host or is_template(host) or _bare_ipv6(case):
        return None
    return host


def _bare_ipv6(case: Case) -> bool:
    """Whether the host and port are what a URL with an IPv6 address but no brackets splits into."""
    parts = case.parts
    if parts.host is None or not parts.port or ":" not in parts.port or case.url.scheme not in NETWORK_SCHEMES:
        return False
    return bool(_BARE_IPV6.match(f"{parts.host}:{parts.port}"))


def _failure(text: str, code: str) -> str | None:
    """The validation error with which a WHATWG parser rejects a URL, if a rule speaks of it."""
    name = whatwg.failure(text)
    return name if name and _RULE_OF_FAILURE.get(name, _OTHER_FAILURES) == code else None


def place(case: Case, component: str) -> tuple[int, int] | tuple[()]:
    """Where a component stands, for `case.hit`; the whole URL where it is not there or empty."""
    text = getattr(case.parts, component)
    if not text:
        return ()
    start = case.parts.starts[component]
    return start, start + len(text)


def labels(case: Case) -> Iterator[tuple[str, int]]:
    """The labels of a host that is looked up in the DNS, each with its offset; a final dot begins none."""
    host = plain_host(case)
    if host is None:
        return
    start = case.parts.starts["host"]
    for label in host.removesuffix(".").split("."):
        yield label, start
        start += len(label) + 1


@rule("URL401", "error", triggers={Trigger.AUTHORITY})
def host_missing(case: Case) -> Iterator[Hit]:
    """The host is missing.

    `http`, `ftp` and their like name a host (RFC 1738 section 5, RFC 9110 section 4.2);
    an empty one leads nowhere. For WHATWG parsers, userinfo or a port without a host is
    a failure in every scheme.

    ```bad
    see http:///annual/report.html
    see http://:8080/
    ```

    ```good
    see http://www.musterstadt.internal/annual/report.html and file:///etc/hosts
    ```

    ```bad whatwg
    see redis://:6379/0
    ```
    """
    if case.profile == "whatwg":
        missing = _failure(case.url.text, "URL401") is not None
    else:
        missing = case.parts.host == "" and case.url.scheme in _WITH_HOST and not _bare_ipv6(case)
    if missing:
        yield case.hit("the URL has no host")


@rule("URL402", "error", profiles=("rfc1738",), triggers={Trigger.AUTHORITY})
def toplabel_digit(case: Case) -> Iterator[Hit]:
    """The last label of the host begins with a digit.

    RFC 1738 section 5 (`toplabel`) wants a letter there, so that names and addresses can
    be told apart; an address has four decimal numbers.

    ```bad
    see http://www.musterstadt.1internal/ or http://192.0.2/
    ```

    ```good
    see http://3com.musterstadt.internal/ or http://192.0.2.7/
    ```
    """
    host = plain_host(case)
    if host is None or _HOSTNUMBER.match(host.removesuffix(".")):
        return
    *_, (label, start) = labels(case)
    if label[:1].isdigit():
        yield case.hit("the last label begins with a digit: neither a name nor an address", start, start + len(label))


@rule("URL403", "warning", profiles=("rfc1738",), triggers={Trigger.AUTHORITY})
def host_underscore(case: Case) -> Iterator[Hit]:
    """An underscore stands in the host.

    Labels have letters, digits and hyphens (RFC 1738 section 3.1). RFC 3986 section 3.2.2
    allows it, and many resolvers do.

    ```bad
    see http://print_server.musterstadt.internal/
    ```

    ```good
    see http://print-server.musterstadt.internal/
    ```
    """
    host = plain_host(case)
    if host and "_" in host:
        start = case.parts.starts["host"] + host.index("_")
        yield case.hit("_ in the host", start, start + 1)


@rule("URL404", "warning", triggers={Trigger.AUTHORITY})
def label_hyphen_edge(case: Case) -> Iterator[Hit]:
    """A label of the host begins or ends with a hyphen.

    No registry gives out such a name (RFC 1123 section 2.1, RFC 1738 section 3.1), and
    some resolvers refuse it.

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
            yield case.hit("hyphen at the edge of a label", start, start + len(label))


@rule("URL405", "error", whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def label_too_long(case: Case) -> Iterator[Hit]:
    """A label of the host, or the whole host, is longer than the DNS allows.

    A label has at most 63 octets, a name 253 (RFC 1035 section 2.3.4, RFC 3986 section
    3.2.2). Names outside ASCII count in their `xn--` form.

    ```bad
    see http://a-name-that-somebody-made-by-pasting-the-title-of-a-whole-page-into-it.internal/
    ```

    ```good
    see http://a-name-that-somebody-made-by-pasting-a-title-into-it.internal/
    ```
    """
    host = plain_host(case)
    if host is None or (len(host) <= _MAX_LABEL and host.isascii()):
        return
    total = -1
    for label, start in labels(case):
        octets = _octets(label)
        total += octets + 1
        if octets > _MAX_LABEL:
            yield case.hit(f"label of {octets} octets; the DNS allows {_MAX_LABEL}", start, start + len(label))
    if total > _MAX_NAME:
        yield case.hit(f"host of {total} octets; the DNS allows {_MAX_NAME}", *place(case, "host"))


def _octets(label: str) -> int:
    return len(label) if label.isascii() else len("xn--") + len(label.encode("punycode", "replace"))


@rule("URL406", "warning", profiles=("rfc1738",), fix="unsafe", triggers={Trigger.AUTHORITY})
def trailing_dot(case: Case) -> Iterator[Hit]:
    """The host ends with a dot.

    RFC 1738 section 3.1 has no place for it; in RFC 3986 section 3.2.2 it marks a name
    that is complete.

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
    host = plain_host(case)
    if host and host.endswith("."):
        _, stop = place(case, "host") or (0, 0)
        yield case.hit("the host ends with a dot: drop it", stop - 1, stop, replacement="")


@rule("URL407", "error", triggers={Trigger.AUTHORITY})
def port_invalid(case: Case) -> Iterator[Hit]:
    """The port is no number.

    A port has decimal digits and nothing else (RFC 3986 section 3.2.3). An address that
    was written for `scp` or `git`, as `host:path`, needs a `/` instead of the colon.

    ```bad
    see http://www.musterstadt.internal:80a/
    fetch ssh://git.musterstadt.internal:plans/roads.git
    ```

    ```good
    see http://www.musterstadt.internal:8080/ or http://localhost:$PORT/
    fetch ssh://git.musterstadt.internal/plans/roads.git
    ```
    """
    port = case.parts.port or ""
    if case.profile == "whatwg":
        invalid = _failure(case.url.text, "URL407") is not None
    else:
        invalid = case.url.scheme in NETWORK_SCHEMES and not (
            is_number(port) or _PORT_TEMPLATE.match(port) or _bare_ipv6(case)
        )
    if invalid:
        advice = ": if a path begins there, write / instead of the colon" if port[:1].isalpha() else ""
        if "@" in case.url.text[case.parts.starts["path"] :]:
            advice = ": if it is a password that is cut, write %2F for /, %3F for ? and %23 for #"
        yield case.hit(f"the port is no number{advice}", *place(case, "port"))


def is_number(port: str) -> bool:
    """Whether a port has nothing but decimal digits, and one at least."""
    return port.isascii() and port.isdigit()


@rule("URL408", "warning", whatwg_severity="error", triggers={Trigger.AUTHORITY})
def port_out_of_range(case: Case) -> Iterator[Hit]:
    """The port is greater than 65535.

    There is no such port in TCP or UDP. The grammar of RFC 3986 section 3.2.3 sets no
    limit; WHATWG parsers fail.

    ```bad
    see http://www.musterstadt.internal:80800/
    ```

    ```good
    see http://www.musterstadt.internal:8080/
    ```
    """
    port = case.parts.port
    if case.profile == "whatwg":
        beyond = _failure(case.url.text, "URL408") is not None
    else:
        significant = port.lstrip("0") if port and is_number(port) else ""
        beyond = len(significant) > 5 or int(significant or "0") > _MAX_PORT
    if beyond:
        yield case.hit(f"the port is greater than {_MAX_PORT}", *place(case, "port"))


@rule("URL409", "warning", profiles=("rfc1738",), fix="unsafe", triggers={Trigger.AUTHORITY})
def port_empty(case: Case) -> Iterator[Hit]:
    """A colon ends the authority, with no port behind it.

    Without a port, the colon is left out too (RFC 1738 section 3.1). RFC 3986 section
    3.2.3 allows it, and asks to leave it out.

    ```bad
    see http://www.musterstadt.internal:/
    ```

    ```fixed
    see http://www.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/
    ```
    """
    if case.parts.port == "":
        start = case.parts.starts["port"]
        yield case.hit("colon without a port: drop it", start - 1, start, replacement="")


@rule("URL410", "info", default=False, applies_to_ordinary=True, fix="unsafe", triggers={Trigger.AUTHORITY})
def port_default_redundant(case: Case) -> Iterator[Hit]:
    """The port is the scheme's own.

    Without it, the URL means the same and compares equal to others (RFC 3986 section
    6.2.3).

    ```bad
    see http://www.musterstadt.internal:80/ and ftp://ftp.musterstadt.internal:21/pub
    ```

    ```fixed
    see http://www.musterstadt.internal/ and ftp://ftp.musterstadt.internal/pub
    ```

    ```good
    see http://www.musterstadt.internal/ and http://www.musterstadt.internal:8080/
    ```
    """
    port = case.parts.port
    if port and is_number(port) and port == str(DEFAULT_PORTS.get(case.url.scheme)):
        start = case.parts.starts["port"]
        message = f"port {port} is the default of {case.url.scheme}: drop it"
        yield case.hit(message, start - 1, start + len(port), replacement="")


@rule("URL411", "warning", whatwg_severity="error", triggers={Trigger.AUTHORITY})
def ipv4_malformed(case: Case) -> Iterator[Hit]:
    """The host ends in a number, and is no IPv4 address.

    An address has four decimal numbers up to 255, without leading zeros (RFC 3986
    section 3.2.2). Anything else passes there as a name, but no name ends in a number,
    and WHATWG parsers fail. What they do read as an address is left to URL607.

    ```bad
    see http://192.0.2.300/
    see http://192.0.2.7.1/
    ```

    ```good
    see http://192.0.2.30/ or http://7.musterstadt.internal/
    ```
    """
    if case.profile == "whatwg":
        name = _failure(case.url.text, "URL411")
    else:
        host = plain_host(case)
        name = _failure(f"http://{host}/", "URL411") if host and _ENDS_IN_NUMBER.search(host) else None
    if name:
        yield case.hit(f"no IPv4 address ({name}): write four numbers up to 255", *place(case, "host"))


@rule("URL412", "error", triggers={Trigger.AUTHORITY})
def ipv6_malformed(case: Case) -> Iterator[Hit]:
    """The IPv6 address in brackets is none, or an IPv6 address has no brackets.

    Eight groups of up to four hexadecimal digits, one run of zeros shortened to `::`
    (RFC 3986 section 3.2.2). RFC 1738 knows no such addresses; RFC 2732 added them.

    ```bad
    see http://[2001:db8::7::1]/
    see http://[2001:db8:7]/
    see http://2001:db8::7/
    ```

    ```good
    see http://[2001:db8::7]/ or http://[2001:db8::7]:8080/
    ```

    ```bad rfc1738
    see http://[2001:db8::7]/
    ```
    """
    if case.profile == "whatwg":
        name = _failure(case.url.text, "URL412")
        fault = f"no IPv6 address ({name})" if name else None
    else:
        fault = _literal_fault(case)
    if fault:
        yield case.hit(fault, *place(case, "host"))


def _literal_fault(case: Case) -> str | None:
    """What is wrong with an IPv6 address under the RFCs."""
    host = case.parts.host or ""
    if case.url.scheme not in NETWORK_SCHEMES:
        return None
    if _bare_ipv6(case):
        return "IPv6 address without brackets: write [ and ] around it"
    if not host.startswith("[") or _WORD_LITERAL.match(host) or _FUTURE_LITERAL.match(host):
        return None
    if ":" in host and case.profile == "rfc1738":
        return "RFC 1738 has no IPv6 addresses"
    if not host.endswith("]"):
        return None if is_template(host) else "IPv6 address without its closing bracket"
    literal = _LITERAL.match(host)
    if literal is None or not (literal.group(2) is None or _ZONE.match(literal.group(2))):
        return None if is_template(host[1:-1].partition("%")[0]) else "no IPv6 address"
    name = whatwg.ipv6_failure(literal.group(1))
    return f"no IPv6 address ({name})" if name else None


@rule("URL413", "error", profiles=("rfc1738", "whatwg"), whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def host_percent_encoded(case: Case) -> Iterator[Hit]:
    """The host holds percent-encoded characters.

    RFC 1738 section 3.1 allows none, WHATWG parsers decode them and note an error
    (domain-percent-encoded). RFC 3986 section 3.2.2 allows them for names outside
    ASCII; a dot so hidden is URL619 everywhere.

    ```bad rfc1738
    see http://www.musterst%61dt.internal/
    ```

    ```good rfc1738
    see http://www.musterstadt.internal/a%20b
    ```
    """
    host = plain_host(case)
    if host and "%" in host:
        yield case.hit("percent-encoded characters in the host: write them as they are", *place(case, "host"))


@rule("URL414", "info", default=False, applies_to_ordinary=True, fix="safe")
def uppercase_scheme_host(case: Case) -> Iterator[Hit]:
    """The scheme or the host has upper-case letters.

    Both mean the same in lower case, which is their normal form (RFC 3986 section
    6.2.2.1).

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
        if text and text.isascii() and text != text.lower() and not is_template(text):
            lower = text.lower()
            yield case.hit(f"upper case in the {component}: write {lower}", *place(case, component), replacement=lower)


@rule("URL416", "info", default=False, applies_to_ordinary=True)
def special_use_domain(case: Case) -> Iterator[Hit]:
    """The host is a name that is reserved for examples, tests or local use.

    Nobody outside can reach it: `example`, `test`, `invalid`, `localhost` (RFC 6761),
    `local` (RFC 6762), `onion` (RFC 7686), `home.arpa` (RFC 8375), `alt` (RFC 9476),
    `internal`.

    ```bad
    see http://www.example.org/ and http://localhost:8080/
    ```

    ```good
    see http://www.iana.org/assignments/special-use-domain-names
    ```
    """
    host = case.parts.host
    if host and (match := _SPECIAL_USE.match(host)):
        yield case.hit(f"{match.group(1).lower()} is a reserved name", *place(case, "host"))


@rule("URL417", "error", whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def bad_a_label(case: Case) -> Iterator[Hit]:
    """A label that begins with `xn--` is no encoding of a name.

    What follows must be the Punycode of a label that IDNA allows (RFC 5890 section
    2.3.2.1, UTS #46 section 4). WHATWG parsers take such a label as it stands.

    ```bad
    see http://xn--0.musterstadt.internal/
    ```

    ```good
    see http://xn--mnchen-3ya.internal/
    ```
    """
    for label, start in labels(case):
        if label[:4].lower() == "xn--" and whatwg.label_failure(label):
            yield case.hit("xn-- without a name that can be decoded", start, start + len(label))


@rule("URL419", "warning", triggers={Trigger.AUTHORITY})
def ipv6_zone(case: Case) -> Iterator[Hit]:
    """An IPv6 address has a zone.

    A zone is the name of a network interface and means something on one machine only
    (RFC 6874 section 1). Browsers reject it.

    ```bad
    see http://[fe80::7%25eth0]/
    ```

    ```good
    see http://[fe80::7]/
    ```
    """
    host = case.parts.host or ""
    if host.startswith("[") and (literal := _LITERAL.match(host)) and literal.group(2):
        start = case.parts.starts["host"]
        yield case.hit("zone in an IPv6 address: drop it", start + literal.start(2) - 1, start + len(host) - 1)


@rule("URL420", "warning", fix="unsafe", triggers={Trigger.AUTHORITY})
def missing_slashes(case: Case) -> Iterator[Hit]:
    """The two slashes behind the scheme are missing.

    RFC 3986 section 3 reads `http:host/path` as a path without a host, WHATWG parsers
    add the slashes; what `http`, `ftp` and their like mean always has both (RFC 1738
    section 3.1, RFC 9110 section 4.2).

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
    ```
    """
    parts = case.parts
    if case.url.scheme not in _WITH_HOST or parts.authority is not None:
        return
    if parts.path.strip("/") and not parts.path.startswith("\\") and not is_template(parts.path):
        stop = len(case.url.scheme) + 1
        slashes = "/" if parts.path.startswith("/") else "//"
        behind = Span(case.offset(stop), case.offset(stop))
        message = f"write {case.url.scheme}:// before the host"
        yield Hit(message, case.url.spans_of(0, stop), (Edit(behind, slashes),))


@rule("URL421", "error", profiles=("rfc1738", "whatwg"), triggers={Trigger.AUTHORITY})
def host_invalid(case: Case) -> Iterator[Hit]:
    """The host holds a character that it may not hold, or cannot be read for another reason.

    RFC 1738 section 5 has letters, digits, hyphens and dots. WHATWG parsers fail on
    the forbidden code points of section 3.1 of their standard, and on what UTS #46
    does not allow. What has a rule of its own is left to it.

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
        if name := _failure(case.url.text, _OTHER_FAILURES):
            yield case.hit(f"the host cannot be read ({name})", *place(case, "host"))
        return
    host = plain_host(case)
    match = _NOT_IN_HOSTNAME.search(host) if host else None
    if match:
        start = case.parts.starts["host"]
        yield case.hit(f"{match.group()} in the host", start + match.start(), start + match.end())


@rule("URL422", "warning", triggers={Trigger.AUTHORITY})
def label_empty(case: Case) -> Iterator[Hit]:
    """The host begins with a dot, or has two in a row.

    An empty label is no part of a name (RFC 1034 section 3.1): a dot is too many, or a
    word is missing.

    ```bad
    see http://www..musterstadt.internal/
    see http://.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/ or http://.../
    ```
    """
    for label, start in labels(case):
        if not label:
            yield case.hit("empty label: a dot too many in the host", start, start + 1)
