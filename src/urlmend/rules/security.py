"""Family 6: URLs that endanger the program that follows them, or its user (RFC 3986 section 7, RFC 1738 section 6)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import FOLLOWED
from urlmend.rules.authority import NETWORK_SCHEMES, component_range, found_in, is_decimal, shown_component
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.uri import whatwg
from urlmend.uri.schemes import DEFAULT_PORTS

_WEB = frozenset(("http", "https", "ws", "wss"))
_FIRST_UNRESERVED_PORT = 1024  # RFC 1738 section 6: lower ones belong to protocols
_MAX_LENGTH = 2048  # code points, the limit of old browsers and many tools
# Schemes whose protocol is not encrypted, each with one whose protocol is.
_ENCRYPTED = {"http": "https", "ftp": "sftp", "telnet": "ssh", "ws": "wss"}
# The "bad ports" of the Fetch standard, section 2.9.
BLOCKED_PORTS = frozenset(
    map(
        int,
        """
        0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119
        123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989
        990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
        """.split(),
    )
)
_PROTOCOL_PORTS = BLOCKED_PORTS | frozenset(DEFAULT_PORTS.values())
# Ports of gopher item types that lead to other servers (RFC 4266 section 2.1): CSO phone books, telnet, tn3270.
_GOPHER_GATEWAY_PORTS = {"2": 105, "8": 23, "T": 23}
_LINE_END = lazy(r"(?:%0[DdAa])+")
_HEADER_AFTER = lazy(r"[A-Za-z][A-Za-z-]+(?::|%3[Aa])|HTTP/|%0[DdAa]")
_NUL = lazy(r"%00")
# How far to look for other attacks of the same kind, in code points; so many are a list of them.
_REACH = 1000
_MIN_LISTED = 3
_ACTIVE = lazy(r"(?:java|vb)script:|data:text/html", re.IGNORECASE)
_BINARY = lazy(r"%(?:0[1-8BbCcEeFf]|1[0-9A-Fa-f]|[89A-Fa-f][0-9A-Fa-f])")
# How a Gopher+ form ends its lines (RFC 4266 section 2.9).
_GOPHER_FORM = "+%091%0D%0A"
_DOT_SEGMENT = lazy(r"(?:(?<=[/\\])|(?<=%2f)|(?<=%5c))(?:\.|%2e){1,2}(?=[/\\]|%2f|%5c|$)", re.IGNORECASE)
_ACTIVE_DATA = lazy(r"data:(?:text/html|application/xhtml\+xml|text/xml)\b", re.IGNORECASE)
_HARMLESS_SCRIPT = lazy(r"javascript:(?:void\(?0?\)?|//)?;?$", re.IGNORECASE)
# What precedes the value of an attribute, in so many code points.
_BEFORE_VALUE = lazy(r"=[ ]?[\"']?\Z")
_NEAR = 3
_NAMESPACE_BEFORE = lazy(r"(?:xmlns(?::[\w.-]+)?\s*=\s*[\"']?|(?:PUBLIC|SYSTEM|namespace)\b[^<>\n]*[\"'])$")
_NAMESPACE_HOST = lazy(r"(?:www\.w3\.org|purl\.org|ns\.adobe\.com|json-schema\.org|(?:schemas?|xmlns?)\..*)$")
_PRIVATE_NETWORKS = (
    "0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10"
)


@rule("URL601", "info", default=False, applies_to_ordinary=True, triggers={Trigger.AUTHORITY})
def port_nondefault(case: Case) -> Iterator[Hit]:
    """The port is not the default port of the scheme.

    The URL leads to any service that listens on this port (RFC 1738 section 6, RFC 3986
    section 7.2).

    ```bad
    see http://www.musterstadt.internal:8080/
    ```

    ```good
    see http://www.musterstadt.internal/ or http://www.musterstadt.internal:80/
    ```
    """
    port = _port(case)
    if port is not None and port != DEFAULT_PORTS.get(case.url.scheme, port):
        yield _port_hit(case, f"port {{}} is not the default of {case.url.scheme}: verify it")


@rule("URL602", "warning", default=False, triggers={Trigger.AUTHORITY})
def port_reserved_range(case: Case) -> Iterator[Hit]:
    """The port belongs to another protocol.

    Ports below 1024 are reserved. A request of one protocol can cause harm at the port of another
    one (RFC 1738 section 6, RFC 3986 section 7.2).

    ```bad
    see http://www.musterstadt.internal:25/
    see ftp://ftp.musterstadt.internal:110/
    ```

    ```good
    see http://www.musterstadt.internal:80/ or http://www.musterstadt.internal:8080/
    ```
    """
    port = _port(case)
    if port is None or port >= _FIRST_UNRESERVED_PORT or port not in _PROTOCOL_PORTS:
        return
    default = DEFAULT_PORTS.get(case.url.scheme)
    if default is not None and port != default:
        yield _port_hit(case, f"port {{}} belongs to another protocol than {case.url.scheme}: verify it")


@rule("URL603", "error", scopes=FOLLOWED, whatwg_severity="warning", contains_any="%")
def encoded_crlf(case: Case) -> Iterator[Hit]:
    """The URL contains an encoded line break.

    In a line-based protocol, the text after a decoded line break is a separate command (RFC 1738
    section 6, RFC 3986 section 7.2). Line breaks are expected, and not reported, in header fields
    of mailto URLs (RFC 6068 section 5) and in Gopher+ forms (RFC 4266 section 2.9). In a query they
    are data, and reported only if a header field follows. Outside mail, a list of three attacks or
    more is not reported.

    ```bad
    see telnet://www.musterstadt.internal/plan%0D%0Aquit
    see http://www.musterstadt.internal/go?to=plan%0d%0aSet-Cookie:a
    ```

    ```good
    write to mailto:plan@musterstadt.internal?body=first%0D%0Asecond
    see http://www.musterstadt.internal/say?text=first%0Asecond
    ```
    """
    text, parts = case.url.text, case.parts
    if "%0" not in text or case.url.scheme == "data" or _is_listed(case, _LINE_END):
        return
    data = parts.starts.get("query", parts.starts.get("fragment", len(text)))
    stop = len(text)
    if case.url.scheme == "mailto":
        stop = data
    elif case.url.scheme == "gopher" and _GOPHER_FORM in text:
        stop = text.index(_GOPHER_FORM)
    for match in _LINE_END.finditer(text, 0, stop):
        if match.start() < data or (len(match.group()) > 3 and _HEADER_AFTER.match(text, match.end())):
            yield case.hit("encoded line break, which can inject commands: remove it", *match.span())


@rule("URL604", "error", scopes=FOLLOWED, whatwg_severity="warning", contains_any="%")
def encoded_nul(case: Case) -> Iterator[Hit]:
    """The URL contains an encoded NUL.

    Many programs end a name at the NUL, and use another name than the one that was checked
    (RFC 3986 section 7.3). Binary data in a query, and a list of three attacks or more outside mail,
    are not reported.

    ```bad
    see http://www.musterstadt.internal/show?page=plan.txt%00.html
    ```

    ```good
    see http://www.musterstadt.internal/show?page=plan.txt
    get http://www.musterstadt.internal/announce?info_hash=%12%00%8F%FF
    ```
    """
    text = case.url.text
    if "%00" not in text or case.url.scheme == "data" or _is_listed(case, _NUL):
        return
    query = case.parts.starts.get("query", len(text))
    stop = query if _BINARY.search(text, query) else len(text)
    for match in _NUL.finditer(text):
        if match.start() < stop:
            yield case.hit("encoded NUL in URL: remove it", *match.span())


@rule("URL605", "error", scopes=FOLLOWED, whatwg_severity="warning", schemes=("gopher",))
def gopher_smuggling(case: Case) -> Iterator[Hit]:
    """A gopher URL sends commands to another server.

    A gopher client sends the selector unchanged. If the selector contains line breaks, or the port
    is that of a mail or database server, the client sends commands to this server (example in
    RFC 1738 section 6). Phone books and telnet items, which are common in gopher menus, are not
    reported.

    ```bad
    see gopher://mail.musterstadt.internal:25/1HELO%0D%0AQUIT
    see gopher://cache.musterstadt.internal:6379/_FLUSHALL%0D%0A
    ```

    ```good
    see gopher://gopher.musterstadt.internal:7070/11/plans
    see gopher://phone.musterstadt.internal:105/2
    ```
    """
    port = _port(case)
    if port in (None, DEFAULT_PORTS["gopher"]):
        return
    gateway = _GOPHER_GATEWAY_PORTS.get(case.parts.path[1:2])
    if "+%091" not in case.url.text and (
        _LINE_END.search(case.parts.path)
        or (port in _PROTOCOL_PORTS and port != gateway and port != DEFAULT_PORTS["http"])
    ):
        yield _port_hit(case, "gopher URL sends commands to port {}: remove it")


@rule("URL614", "info", default=False, applies_to_ordinary=True, schemes=tuple(_ENCRYPTED))
def cleartext_scheme(case: Case) -> Iterator[Hit]:
    """The protocol of the scheme is not encrypted.

    Others can read and change the transmitted data. Use `https`, `sftp` or `ssh`. Names of XML
    namespaces, which are not fetched, and hosts on the same machine are not reported.

    ```bad
    see http://www.musterstadt.internal/
    ```

    ```good
    see https://www.musterstadt.internal/ or http://localhost:8080/
    <svg xmlns="http://www.w3.org/2000/svg">
    ```
    """
    host, start = case.parts.host, case.url.outer.start
    if not host or _is_local(host):
        return
    if not _NAMESPACE_HOST.match(host) and not _NAMESPACE_BEFORE.search(case.text[max(0, start - 80) : start]):
        message = f"{case.url.scheme} is not encrypted: use {_ENCRYPTED[case.url.scheme]}"
        yield case.hit(message, 0, len(case.url.scheme))


@rule("URL616", "info", default=False, applies_to_ordinary=True)
def private_address(case: Case) -> Iterator[Hit]:
    """The host is a private address or the same machine.

    The address has another meaning for every reader, and may reach services that are not intended
    for them (RFC 1918, RFC 3927, RFC 4193).

    ```bad
    see http://192.168.0.7/ and http://[fe80::7]/
    see http://localhost:8080/
    ```

    ```good
    see http://192.0.2.7/ and http://[2001:db8::7]/
    ```
    """
    host = case.parts.host
    if host and case.url.scheme in NETWORK_SCHEMES and (_is_local(host) or _is_private(host)):
        yield case.hit("private address: write a host that readers can reach", *component_range(case, "host"))


def _is_listed(case: Case, attack: re.Pattern[str]) -> bool:
    """Whether a URL outside mail is in a list of attacks: they are its subject."""
    if case.in_mail:
        return False
    start, stop = case.url.outer
    low, high = max(0, start - _REACH), stop + _REACH
    lines = {case.text.rfind("\n", low, found.start()) for found in attack.finditer(case.text, low, high)}
    return len(lines) >= _MIN_LISTED


def _is_in_page(case: Case) -> bool:
    """Whether the URL is the value of an attribute outside mail."""
    start = case.url.outer.start
    return not case.in_mail and _BEFORE_VALUE.search(case.text, max(0, start - _NEAR), start) is not None


@rule("URL618", "warning", scopes=FOLLOWED, schemes=("javascript", "vbscript", "data"))
def active_scheme(case: Case) -> Iterator[Hit]:
    """The URL contains a script or a page.

    Following a `javascript:` or `vbscript:` URL, or a `data:` page, runs its content.
    `javascript:void(0)`, which does nothing, is not reported; outside mail, nor are a script in an
    attribute, which belongs to the page, and a list of three scripts or more.

    ```bad
    see <data:text/html,hello>
    ```

    ```good
    see <data:text/plain,hello> and http://www.musterstadt.internal/javascript:plan
    ```
    """
    text, scheme = case.url.text, case.url.scheme
    if _is_listed(case, _ACTIVE):
        return
    script = scheme in ("javascript", "vbscript") and not _HARMLESS_SCRIPT.match(text) and not _is_in_page(case)
    if script or (scheme == "data" and _ACTIVE_DATA.match(text)):
        yield case.hit(f"{scheme} URL contains a script or page: remove it", 0, len(scheme) + 1)


@rule("URL621", "info", default=False, applies_to_ordinary=True, triggers={Trigger.AUTHORITY})
def blocked_port(case: Case) -> Iterator[Hit]:
    """Browsers refuse to connect to the port.

    The Fetch standard blocks the port (section 2.9), so that pages cannot send requests to servers
    of other protocols.

    ```bad
    see http://www.musterstadt.internal:6667/
    ```

    ```good
    see http://www.musterstadt.internal:8080/ and ftp://ftp.musterstadt.internal:21/
    ```
    """
    port = _port(case)
    if port in BLOCKED_PORTS and case.url.scheme in _WEB:
        yield _port_hit(case, "browsers block port {}: use another one")


@rule("URL622", "info", default=False, applies_to_ordinary=True)
def overlong(case: Case) -> Iterator[Hit]:
    """The URL is longer than 2048 characters.

    Some servers, mail programs and browsers truncate or reject such URLs.

    ```bad
    see <URL:http://www.musterstadt.internal/plan?streets=
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg,
    ahornweg,birkenweg,buchenweg,eichenweg,erlenweg,eschenweg,fichtenweg,kiefernweg,lindenweg,pappelweg,ulmenweg>
    ```

    ```good
    see http://www.musterstadt.internal/
    ```
    """
    length = len(case.url.text)
    if length > _MAX_LENGTH:
        yield case.hit(f"URL of {length} characters: shorten to {_MAX_LENGTH}")


@rule("URL623", "warning", default=False, contains_any="%")
def dot_segment_encoded(case: Case) -> Iterator[Hit]:
    """A dot segment of the path is percent-encoded, or is next to an encoded slash.

    A program that checks the path before decoding does not find the `..`; a program that decodes it
    leaves the folder (RFC 3986 section 7.3).

    ```bad
    see http://www.musterstadt.internal/plans/%2e%2e/secret
    see http://www.musterstadt.internal/plans/..%2fsecret
    ```

    ```good
    see http://www.musterstadt.internal/plans/%2Ehidden and http://www.musterstadt.internal/a%2Fb/../c
    ```
    """
    for match in found_in(case, "path", _DOT_SEGMENT):
        segment = match.group().lower().replace("%2e", ".")
        around = case.url.text[max(0, match.start() - 3) : match.end() + 3].lower()
        if segment != match.group() or (segment == ".." and re.search(r"%2f|%5c", around)):
            yield case.hit("encoded dot segment in path: remove it", *match.span())


def _port(case: Case) -> int | None:
    """The port as a number (0 to 99999), or None if it is absent or malformed."""
    port = case.parts.port
    return int(port) if port and len(port) <= 5 and is_decimal(port) else None


def _port_hit(case: Case, message: str) -> Hit:
    """A hit at the port, which takes the place of `{}` in the message."""
    return case.hit(message.format(shown_component(case, "port")), *component_range(case, "port"))


def _is_local(host: str) -> bool:
    name = host.lower().removesuffix(".")
    return name == "localhost" or name.endswith(".localhost") or name.startswith("127.") or name == "[::1]"


def _is_private(host: str) -> bool:
    address = host[1:-1] if host.startswith("[") else whatwg.ipv4(host) if host[:1].isdigit() else None
    if not address:
        return False
    from ipaddress import ip_address, ip_network

    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return any(number in ip_network(network) for network in _PRIVATE_NETWORKS.split())
