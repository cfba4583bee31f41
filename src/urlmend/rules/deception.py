"""Family 6: URLs that mislead their reader (RFC 3986 section 7.6); non-ASCII text alone is not reported."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.scope import FOLLOWED, SHOWN
from urlmend.model.span import Span
from urlmend.redaction.placeholders import is_deceptive_user
from urlmend.rules.authority import NETWORK_SCHEMES, component_range, found_in, name_or_ipv4, shown_component
from urlmend.rules.edges import after, rest_of_host_after
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, Trigger, rule
from urlmend.rules.templates import is_replaced
from urlmend.uri import whatwg

_MAX_LABELS = 6
# A host, and a port in the place of one: `reverse:https://canal.example@443`.
_HOST_AND_PORT = lazy(r"[\w-]+(?:\.[\w-]+)+@[0-9]{2,5}")
# A DOI in the place of host and path: `https://10.1111/1467-9884.00320` (ISO 26324); nearly all suffixes have a digit.
_DOI = lazy(r"10\.[1-9][0-9]{3,8}(?:\.[0-9]+)*/[^0-9]*[0-9]")
# How far to look in a line, in code points.
_REACH = 300
_MAIL_SERVERS = frozenset(("imap", "imaps", "pop", "pop3", "pop3s", "pops", "smtp", "smtps"))
_HOST_AS_USER = lazy(
    r"""
    (?:
        (?:www|login|secure|account|accounts|mail)\.[a-z0-9.-]+\.[a-z]{2,}(?:-[a-z0-9-]+)?
        # or a host in a well-known domain
        | (?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|mil|int|info|biz|co\.[a-z]{2}|com\.[a-z]{2}|example|internal|test)
    )
    (?:[&;/?=,!].*)?  # `&page=login`
    $""",
    re.VERBOSE,
)
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_BIDI_CONTROL = lazy(rf"[{_BIDI}]|%D8%9C|%E2%80%(?:8[EF]|A[A-E])|%E2%81%A[6-9]", re.IGNORECASE)
# Where the URL ends, before more of it; elsewhere, text in which the direction changes needs such characters.
_BIDI_BEFORE_MORE = lazy(rf"[{_BIDI}]+(?=[.,;:]*[A-Za-z0-9/?#=&%_~-])")
# A comma before a top-level domain; those of two letters may be words after the URL.
_COMMA = lazy(r",(?=(?:com|org|net|edu|gov|info|io|dev)\Z)", re.IGNORECASE)
_ALTERNATIVE_DOT = lazy(r"[\u3002\uff0e\uff61]|%2E|%E3%80%82|%EF%BC%8E|%EF%BD%A1", re.IGNORECASE)
_DEFANGED_DOT = lazy(r"\[(?:\.|dot)\]|\(dot\)", re.IGNORECASE)
_NESTED = lazy(r"https?(?::|%3A)(?://|%2F%2F)", re.IGNORECASE)


@rule("URL606", "error", scopes=FOLLOWED, whatwg_severity="warning", contains_any="@")
def userinfo_like_host(case: Case) -> Iterator[Hit]:
    """The userinfo before the `@` looks like a host.

    Readers may take it for the host, which is after the `@` (RFC 3986 section 7.6). User names with
    a dot, and mail addresses, are not reported.

    ```bad
    see http://www.bank.example.com&page=login@192.0.2.7/
    see ftp://news.example.com@mirror.musterstadt.internal/top.html
    ```

    ```good
    see ftp://erika.muster@ftp.musterstadt.internal/
    see https://erika%40example.com@files.musterstadt.internal/
    ```
    """
    user, host = case.parts.user or "", case.parts.host or ""
    dotted = user.replace("%2E", ".").replace("%2e", ".")
    if "." not in dotted or "@" in (case.parts.userinfo or ""):
        return
    if "." not in host or case.url.scheme not in NETWORK_SCHEMES or is_replaced(host) or is_replaced(user):
        return
    if _HOST_AS_USER.match(dotted.lower()) or is_deceptive_user(user):
        start = case.parts.starts["userinfo"]
        yield case.hit("user name looks like a host: remove it", start, start + len(user))


# Four numbers, of which one begins with a zero, as a slip often does.
_IN_OCTAL = lazy(r"(?:\d+\.){3}\d+\.?\Z")
_ELLIPSES = ("\u2026", "...")


@rule("URL607", "error", scopes=FOLLOWED, whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def ip_obfuscated(case: Case) -> Iterator[Hit]:
    """An IPv4 address is not written as four decimal numbers.

    An address written as one number, in octal, in hexadecimal, or shortened is not recognised by
    readers and filters (RFC 3986 section 7.4). Where the same line shows the four numbers, nothing is
    hidden, and nothing reported. A DOI, such as `10.1111/1467-9884.00320`, is no address, nor is a
    number below 16,777,216, which would be in the network 0.

    ```bad
    see http://3221225991/
    see http://0xc0.0.2.7/
    see http://192.0.519/
    see http://0300.0.2.7/
    ```

    ```good
    see http://192.0.2.7/ or http://192-0-2-7.musterstadt.internal/
    http://3221225991/ is another notation of http://192.0.2.7/
    ```
    """
    host = name_or_ipv4(case)
    if host is None or not (host[:1].isdigit() or "%" in host):
        return
    if case.parts.userinfo and _HOST_AND_PORT.fullmatch(f"{case.parts.userinfo}@{host}"):
        return
    if "." in host and case.url.text.endswith(host) and case.text.startswith(_ELLIPSES, case.url.outer.stop):
        return  # the rest of the address is left out
    if _DOI.match(f"{case.parts.authority}{case.parts.path}"):
        return
    address = whatwg.ipv4(host)
    if not address or host.removesuffix(".") == address:
        return
    is_number = host.isdigit() and address.startswith("0.") and host.strip("0") != ""
    if not is_number and not _shows(case, address):
        said = "octal number in IP address" if _IN_OCTAL.match(host) else "obfuscated IP address"
        message = f"{said}: write {shown_component(case, 'host', address)}"
        yield case.hit(message, *component_range(case, "host"))


def _shows(case: Case, address: str) -> bool:
    """Whether the line of a URL, outside mail, shows an address in four decimal numbers, apart from longer ones."""
    if case.in_mail:  # its reader follows the link
        return False
    start, stop = case.url.outer
    low = case.text.rfind("\n", max(0, start - _REACH), start) + 1
    high = case.text.find("\n", stop, stop + _REACH)
    line = case.text[max(low, start - _REACH) : high if high >= 0 else stop + _REACH]
    return re.search(rf"(?<![\w.]){re.escape(address)}(?!\.?\w)", line) is not None


@rule("URL610", "error", whatwg_severity="warning", fix="unsafe", contains_any="%" + OUTSIDE_PRINTABLE_ASCII)
def bidi_control(case: Case) -> Iterator[Hit]:
    """The URL contains a bidirectional control character.

    The character makes the URL look like another one (RFC 3987 section 4.1), or was copied by
    accident. Percent-encoded characters are reported, too.

    ```bad
    see <http://www.musterstadt.internal/\u202eexe.plan>
    see http://www.musterstadt.internal/\u202enalp.exe
    see http://www.musterstadt.internal/plan%E2%80%8E
    ```

    ```fixed
    see <http://www.musterstadt.internal/exe.plan>
    see http://www.musterstadt.internal/nalp.exe
    see http://www.musterstadt.internal/plan
    ```

    ```good
    see http://www.musterstadt.internal/%D7%90
    ```
    """
    text = case.url.text
    for match in _BIDI_CONTROL.finditer(text):
        yield case.hit("bidirectional control character in URL: remove it", *match.span(), replacement="")
    if beyond := after(case, _BIDI_BEFORE_MORE):
        span = Span(*beyond.span())
        yield Hit("bidirectional control character in URL: remove it", (span,), (Edit(span, ""),))


@rule("URL612", "error", default=("rfc1738", "whatwg"), whatwg_severity="warning", contains_any="@")
def multiple_at(case: Case) -> Iterator[Hit]:
    """There is more than one `@` before the host.

    Programs differ in which `@` ends the userinfo, and so in the host (RFC 3986 section 7.6). An
    `@` in a user name is written `%40`. URLs of mail servers are not reported: mail programs, the
    only ones that read them, accept a mail address as the user name.

    ```bad
    see http://www.example.com@erika@musterstadt.internal/
    ```

    ```good
    see ftp://erika%40example.com@musterstadt.internal/ and http://musterstadt.internal/@erika/@plan
    ```
    """
    userinfo = case.parts.userinfo
    if case.url.scheme in _MAIL_SERVERS:
        return
    if userinfo and "@" in userinfo and not re.search(r"[$*{}]|^@\w+$|@\w+@", userinfo):
        at = userinfo.rindex("@") + case.parts.starts["userinfo"]
        yield case.hit("second '@' before host: encode the first as %40", at, at + 1)


@rule("URL613", "info", default=False, applies_to_ordinary=True)
def nested_url(case: Case) -> Iterator[Hit]:
    """The path or query contains another URL.

    The server may redirect to this URL. Misleading links use such redirects of trusted servers.

    ```bad
    see http://www.musterstadt.internal/go?to=http://www.example.org/
    see http://www.musterstadt.internal/go?to=http%3A%2F%2Fwww.example.org
    ```

    ```good
    see http://www.musterstadt.internal/go?to=www.example.org
    ```
    """
    match = _NESTED.search(case.url.text, len(case.url.scheme) + 3)
    if match:
        yield case.hit("URL in URL: link to it directly", match.start())


@rule(
    "URL619",
    "error",
    scopes=SHOWN,
    whatwg_severity="warning",
    fix="unsafe",
    triggers={Trigger.AUTHORITY, Trigger.EDGE},
)
def alternative_dot(case: Case) -> Iterator[Hit]:
    """A dot of the host is another character, or is percent-encoded.

    Browsers read U+3002, U+FF0E, U+FF61 and `%2E` as a dot (UTS #46 section 2.3); filters may not. A comma
    before a top-level domain is a typing error.

    ```bad
    see <http://www.musterstadt\u3002internal/>
    see http://www.musterstadt%2Einternal/
    see http://www.musterstadt\uff0einternal/plan
    see [the plan](https://www.musterstadt,com/plan)
    ```

    ```fixed
    see <http://www.musterstadt.internal/>
    see http://www.musterstadt.internal/
    see http://www.musterstadt.internal/plan
    see [the plan](https://www.musterstadt.com/plan)
    ```

    ```good
    see http://www.musterstadt.internal/plan%2Etxt
    ```
    """
    if name_or_ipv4(case) is None:
        return
    for match in found_in(case, "host", _ALTERNATIVE_DOT):
        yield case.hit("disguised dot in host: write '.'", *match.span(), replacement=".")
    for match in found_in(case, "host", _COMMA):
        yield case.hit("',' in host: write '.'", *match.span(), replacement=".")
    if rest := rest_of_host_after(case):
        for match in _ALTERNATIVE_DOT.finditer(case.text, *rest.span()):
            span = Span(*match.span())
            yield Hit("disguised dot in host: write '.'", (span,), (Edit(span, "."),))


@rule("URL620", "info", default=False)
def defanged(case: Case) -> Iterator[Hit]:
    """The URL is defanged.

    `hxxp` and `[.]` prevent readers from following a malicious URL. This is not an error, and no
    fix changes it.

    ```bad
    see hxxp://www.musterstadt.internal/plan.exe
    see http://www.musterstadt[.]internal/plan.exe
    ```

    ```good
    see http://www.musterstadt.internal/hxxp?list[.]=1
    ```
    """
    if case.url.scheme in ("hxxp", "hxxps"):
        yield case.hit("defanged scheme: do not follow the URL", 0, len(case.url.scheme))
    for match in found_in(case, "host", _DEFANGED_DOT):
        yield case.hit("defanged dot: do not follow the URL", *match.span())


@rule("URL624", "info", default=False, applies_to_ordinary=True)
def many_dots(case: Case) -> Iterator[Hit]:
    """The host has more than six labels.

    Misleading hosts often begin with the labels of a trusted one.

    ```bad
    see http://www.bank.example.com.login.plan.musterstadt.internal/
    ```

    ```good
    see http://www.bank.example.com/
    ```
    """
    host = name_or_ipv4(case)
    count = host.removesuffix(".").count(".") + 1 if host else 0
    if count > _MAX_LABELS:
        yield case.hit(f"{count} labels in host: verify the last ones", *component_range(case, "host"))
