"""Family 6: URLs that mislead their reader or the machine that follows them (RFC 3986 section 7, RFC 1738 section 6).

Text outside ASCII is no fault by itself; a rule speaks where a URL is made to look like
another one, or carries what another protocol would obey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.authority import NETWORK_SCHEMES, is_number, is_template, place, plain_host
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, Trigger, rule
from urlmend.uri import whatwg
from urlmend.uri.schemes import DEFAULT_PORTS

_WEB = frozenset(("http", "https", "ws", "wss"))
_RESERVED_PORTS = 1024  # RFC 1738 section 6: below, a port belongs to a protocol
_LONGEST = 2048  # code points; what old browsers and many tools still take
_MANY_LABELS = 6

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
_TAKEN_PORTS = BLOCKED_PORTS | frozenset(DEFAULT_PORTS.values())
# Gopher items that are meant for another server (RFC 4266 section 2.1): CSO phone books, telnet and tn3270 sessions.
_GOPHER_GATEWAYS = {"2": 105, "8": 23, "T": 23}

_LINE_END = lazy(r"(?:%0[DdAa])+")
_HEADER_BEHIND = lazy(r"[A-Za-z][A-Za-z-]+(?::|%3[Aa])|HTTP/|%0[DdAa]")
_NUL = lazy(r"%00")
_BINARY = lazy(r"%(?:0[1-8BbCcEeFf]|1[0-9A-Fa-f]|[89A-Fa-f][0-9A-Fa-f])")
# An electronic form of Gopher+ ends its lines so (RFC 4266 section 2.9).
_GOPHER_FORM = "+%091%0D%0A"

# A user name that is a host with at least one label and a domain of the kind that everybody knows, and what such
# URLs put behind it: `bank.example.com&page=login@`.
_HOST_AS_USER = lazy(
    r"(?:(?:www|login|secure|account|accounts|mail)\.[a-z0-9.-]+\.[a-z]{2,}"
    r"|(?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|mil|int|info|biz|co\.[a-z]{2}|com\.[a-z]{2}|example|internal|test))"
    r"(?:[&;/?=,!].*)?$",
    re.IGNORECASE,
)
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_BIDI_CONTROL = lazy(rf"[{_BIDI}]|%D8%9C|%E2%80%(?:8[EF]|A[A-E])|%E2%81%A[6-9]", re.IGNORECASE)
_ALTERNATIVE_DOT = lazy(r"[\u3002\uff0e\uff61]|%2E|%E3%80%82|%EF%BC%8E|%EF%BD%A1", re.IGNORECASE)
_DOT_SEGMENT = lazy(r"(?:(?<=[/\\])|(?<=%2f)|(?<=%5c))(?:\.|%2e){1,2}(?=[/\\]|%2f|%5c|$)", re.IGNORECASE)
_DEFANGED_DOT = lazy(r"\[(?:\.|dot)\]|\(dot\)", re.IGNORECASE)
_NESTED = lazy(r"https?(?::|%3A)(?://|%2F%2F)", re.IGNORECASE)
_ACTIVE_DATA = lazy(r"data:(?:text/html|application/xhtml\+xml|image/svg\+xml|text/xml)\b", re.IGNORECASE)
_HARMLESS_SCRIPT = lazy(r"javascript:(?:void\(?0?\)?|//)?;?$", re.IGNORECASE)
_NAMESPACE_BEFORE = lazy(r"(?:xmlns(?::[\w.-]+)?\s*=\s*[\"']?|(?:PUBLIC|SYSTEM|namespace)\b[^<>\n]*[\"'])$")
_NAMESPACE_HOST = lazy(r"(?:www\.w3\.org|purl\.org|ns\.adobe\.com|json-schema\.org|(?:schemas?|xmlns?)\..*)$")

_PRIVATE_NETWORKS = (
    "0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10"
)


def _port(case: Case) -> int | None:
    """The port, if there is one that is a number (0 to 99999)."""
    port = case.parts.port
    return int(port) if port and len(port) <= 5 and is_number(port) else None


@rule("URL601", "info", default=False, applies_to_ordinary=True, triggers={Trigger.AUTHORITY})
def port_nondefault(case: Case) -> Iterator[Hit]:
    """The port is not the scheme's own.

    Who follows the URL talks to whatever listens there (RFC 1738 section 6, RFC 3986
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
        yield case.hit(f"port {port} is not the default of {case.url.scheme}", *place(case, "port"))


@rule("URL602", "warning", triggers={Trigger.AUTHORITY})
def port_reserved_range(case: Case) -> Iterator[Hit]:
    """The port belongs to another protocol.

    Ports below 1024 are reserved; a URL that sends one protocol's request to another
    protocol's port can do harm there (RFC 1738 section 6, RFC 3986 section 7.2).

    ```bad
    see http://www.musterstadt.internal:25/
    see ftp://ftp.musterstadt.internal:110/
    ```

    ```good
    see http://www.musterstadt.internal:80/ or http://www.musterstadt.internal:8080/
    ```
    """
    port = _port(case)
    if port is None or port >= _RESERVED_PORTS or port not in _TAKEN_PORTS:
        return
    default = DEFAULT_PORTS.get(case.url.scheme)
    if default is not None and port != default:
        yield case.hit(f"port {port} belongs to another protocol than {case.url.scheme}", *place(case, "port"))


@rule("URL603", "error", whatwg_severity="warning", contains_any="%")
def encoded_crlf(case: Case) -> Iterator[Hit]:
    """An encoded line end stands in the URL.

    Decoded into a protocol of lines, what follows it is a command of its own (RFC 1738
    section 6, RFC 3986 section 7.2). It is expected in the headers of a mail (RFC 6068
    section 5) and in a form of Gopher+ (RFC 4266 section 2.9), and it is data in a query,
    unless a header follows.

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
    if "%0" not in text or case.url.scheme == "data":
        return
    data = parts.starts.get("query", parts.starts.get("fragment", len(text)))
    stop = len(text)
    if case.url.scheme == "mailto":
        stop = data
    elif case.url.scheme == "gopher" and _GOPHER_FORM in text:
        stop = text.index(_GOPHER_FORM)
    for match in _LINE_END.finditer(text, 0, stop):
        if match.start() < data or (len(match.group()) > 3 and _HEADER_BEHIND.match(text, match.end())):
            yield case.hit(
                "encoded line end: remove it, or what follows may be taken as a command", match.start(), match.end()
            )


@rule("URL604", "error", whatwg_severity="warning", contains_any="%")
def encoded_nul(case: Case) -> Iterator[Hit]:
    """An encoded NUL stands in the URL.

    Many programs take it as the end of a name and see another name than the one that was
    checked (RFC 3986 section 7.3). Binary data in a query are left alone.

    ```bad
    see http://www.musterstadt.internal/show?page=plan.txt%00.html
    ```

    ```good
    see http://www.musterstadt.internal/show?page=plan.txt
    get http://www.musterstadt.internal/announce?info_hash=%12%00%8F%FF
    ```
    """
    text = case.url.text
    if "%00" not in text or case.url.scheme == "data":
        return
    query = case.parts.starts.get("query", len(text))
    stop = query if _BINARY.search(text, query) else len(text)
    for match in _NUL.finditer(text):
        if match.start() < stop:
            yield case.hit("encoded NUL", match.start(), match.end())


@rule("URL605", "error", whatwg_severity="warning", schemes=("gopher",))
def gopher_smuggling(case: Case) -> Iterator[Hit]:
    """A gopher URL is made to talk to another server.

    A gopher client sends the selector as it stands. With line ends in it, or on the port
    of a mail or database server, it sends commands there (RFC 1738 section 6 has the
    example). Phone books and telnet items, which gopher menus do point at, are left alone.

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
    if case.url.scheme != "gopher" or port in (None, DEFAULT_PORTS["gopher"]):
        return
    gateway = _GOPHER_GATEWAYS.get(case.parts.path[1:2])
    if "+%091" not in case.url.text and (
        _LINE_END.search(case.parts.path)
        or (port in _TAKEN_PORTS and port != gateway and port != DEFAULT_PORTS["http"])
    ):
        yield case.hit(f"gopher to port {port}: the selector may be taken as a command", *place(case, "port"))


@rule("URL606", "error", whatwg_severity="warning", contains_any="@")
def userinfo_like_host(case: Case) -> Iterator[Hit]:
    """What stands before the `@` looks like a host.

    A reader takes it for the place that the URL leads to, which is the one behind the `@`
    (RFC 3986 section 7.6). User names with a dot, and mail addresses, are left alone.

    ```bad
    see http://www.bank.example.com&page=login@192.0.2.7/
    see ftp://news.example.com@mirror.musterstadt.internal/top.html
    ```

    ```good
    see ftp://erika.muster@ftp.musterstadt.internal/
    see https://erika%40example.com@files.musterstadt.internal/
    ```
    """
    user, host = case.parts.user, case.parts.host
    if not user or "." not in user.replace("%2E", ".").replace("%2e", ".") or "@" in (case.parts.userinfo or ""):
        return
    if not host or case.url.scheme not in NETWORK_SCHEMES or "." not in host or is_template(host) or is_template(user):
        return
    if _HOST_AS_USER.match(user.replace("%2E", ".").replace("%2e", ".")):
        start = case.parts.starts["userinfo"]
        yield case.hit("the user name looks like a host; the host is behind the @", start, start + len(user))


@rule("URL607", "error", whatwg_severity="warning", fix="unsafe", triggers={Trigger.AUTHORITY})
def ip_obfuscated(case: Case) -> Iterator[Hit]:
    """An IPv4 address is written in another way than as four decimal numbers.

    As one number, in octal, in hexadecimal, or shortened, it reaches a machine that no
    reader and no filter recognises (RFC 3986 section 7.4).

    ```bad
    see http://3221225991/
    see http://0xc0.0.2.7/
    see http://192.0.519/
    see http://0300.0.2.7/
    ```

    ```fixed
    see http://192.0.2.7/
    see http://192.0.2.7/
    see http://192.0.2.7/
    see http://192.0.2.7/
    ```

    ```good
    see http://192.0.2.7/ or http://192-0-2-7.musterstadt.internal/
    ```
    """
    host = plain_host(case)
    if host is None or not (host[:1].isdigit() or "%" in host):
        return
    address = whatwg.ipv4(host)
    if address and host.removesuffix(".") != address:
        yield case.hit(f"IP address in disguise: write {address}", *place(case, "host"), replacement=address)


@rule("URL610", "error", whatwg_severity="warning", fix="unsafe", contains_any="%" + OUTSIDE_PRINTABLE_ASCII)
def bidi_control(case: Case) -> Iterator[Hit]:
    """A control character for the direction of text stands in the URL.

    It makes the URL look like another one (RFC 3987 section 4.1), or came along when the
    URL was copied; percent-encoded ones are of no use either.

    ```bad
    see <http://www.musterstadt.internal/\u202eexe.plan>
    see http://www.musterstadt.internal/plan%E2%80%8E
    ```

    ```fixed
    see <http://www.musterstadt.internal/exe.plan>
    see http://www.musterstadt.internal/plan
    ```

    ```good
    see http://www.musterstadt.internal/%D7%90
    ```
    """
    text = case.url.text
    if text.isascii() and "%" not in text:
        return
    for match in _BIDI_CONTROL.finditer(text):
        yield case.hit("control character for the direction of text: remove it", *match.span(), replacement="")


@rule("URL612", "error", whatwg_severity="warning", contains_any="@")
def multiple_at(case: Case) -> Iterator[Hit]:
    """More than one `@` stands before the host.

    Readers and programs differ in which of them ends the userinfo, and so in what the host
    is (RFC 3986 section 7.6). An `@` of a user name is written `%40`.

    ```bad
    see http://www.example.com@erika@musterstadt.internal/
    ```

    ```good
    see ftp://erika%40example.com@musterstadt.internal/ and http://musterstadt.internal/@erika/@plan
    ```
    """
    userinfo = case.parts.userinfo
    if userinfo and "@" in userinfo and not re.search(r"[$*{}]|^@\w+$|@\w+@", userinfo):
        at = userinfo.rindex("@") + case.parts.starts["userinfo"]
        yield case.hit("a second @ before the host: write the first as %40", at, at + 1)


@rule("URL613", "info", default=False, applies_to_ordinary=True)
def nested_url(case: Case) -> Iterator[Hit]:
    """Another URL stands in the path or query.

    The server may send its reader on to it; links made to look trustworthy use such
    redirectors.

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
        yield case.hit("another URL in the URL", match.start())


@rule("URL614", "info", default=False, applies_to_ordinary=True, schemes=("http", "ftp", "telnet", "ws"))
def cleartext_scheme(case: Case) -> Iterator[Hit]:
    """The scheme's protocol sends everything in clear text.

    Others can read and change what is sent: `https`, `sftp` and `ssh` keep it to the two
    ends. Names of XML namespaces, which nobody fetches, and this machine are left alone.

    ```bad
    see http://www.musterstadt.internal/
    ```

    ```good
    see https://www.musterstadt.internal/ or http://localhost:8080/
    <svg xmlns="http://www.w3.org/2000/svg">
    ```
    """
    host, start = case.parts.host, case.url.outer.start
    if case.url.scheme not in ("http", "ftp", "telnet", "ws") or not host or _is_local(host):
        return
    if not _NAMESPACE_HOST.match(host) and not _NAMESPACE_BEFORE.search(case.text[max(0, start - 80) : start]):
        yield case.hit(f"{case.url.scheme} is not encrypted", 0, len(case.url.scheme))


@rule("URL616", "info", default=False, applies_to_ordinary=True)
def private_address(case: Case) -> Iterator[Hit]:
    """The host is an address inside a network, or this machine.

    It means something else to every reader, and reaches services that are not meant for
    them (RFC 1918, RFC 3927, RFC 4193).

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
        yield case.hit("private address", *place(case, "host"))


@rule("URL618", "warning", schemes=("javascript", "vbscript", "data"))
def active_scheme(case: Case) -> Iterator[Hit]:
    """The URL is a program or a page by itself.

    What `javascript:`, `vbscript:` and a `data:` page hold runs where the URL is followed.
    `javascript:void(0)`, which does nothing, is left alone.

    ```bad
    see <data:text/html,hello>
    ```

    ```good
    see <data:text/plain,hello> and http://www.musterstadt.internal/javascript:plan
    ```
    """
    text, scheme = case.url.text, case.url.scheme
    script = scheme in ("javascript", "vbscript") and not _HARMLESS_SCRIPT.match(text)
    if script or (scheme == "data" and _ACTIVE_DATA.match(text)):
        yield case.hit(f"{scheme} URL that runs where it is followed", 0, len(scheme) + 1)


@rule("URL619", "error", whatwg_severity="warning", fix="unsafe", triggers={Trigger.AUTHORITY})
def alternative_dot(case: Case) -> Iterator[Hit]:
    """A dot of the host is written as another character, or percent-encoded.

    Browsers take U+3002, U+FF0E, U+FF61 and `%2E` for a dot (UTS #46 section 2.3), and
    what filters the text does not.

    ```bad
    see <http://www.musterstadt\u3002internal/>
    see http://www.musterstadt%2Einternal/
    ```

    ```fixed
    see <http://www.musterstadt.internal/>
    see http://www.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/plan%2Etxt
    ```
    """
    host = plain_host(case)
    if host is None or (host.isascii() and "%" not in host):
        return
    start = case.parts.starts["host"]
    for match in _ALTERNATIVE_DOT.finditer(host):
        low, high = start + match.start(), start + match.end()
        yield case.hit("disguised dot in the host: write .", low, high, replacement=".")


@rule("URL620", "info", default=False)
def defanged(case: Case) -> Iterator[Hit]:
    """The URL was made unusable on purpose.

    `hxxp` and `[.]` keep readers from following a malicious URL. Nothing is wrong with
    that; nothing will put it right again either.

    ```bad
    see hxxp://www.musterstadt.internal/plan.exe
    see http://www.musterstadt[.]internal/plan.exe
    ```

    ```good
    see http://www.musterstadt.internal/hxxp?list[.]=1
    ```
    """
    host = case.parts.host or ""
    if case.url.scheme in ("hxxp", "hxxps"):
        yield case.hit("defanged scheme", 0, len(case.url.scheme))
    for match in _DEFANGED_DOT.finditer(host):
        start = case.parts.starts["host"]
        yield case.hit("defanged dot", start + match.start(), start + match.end())


@rule("URL621", "info", default=False, applies_to_ordinary=True, triggers={Trigger.AUTHORITY})
def blocked_port(case: Case) -> Iterator[Hit]:
    """Browsers refuse to connect to the port.

    The Fetch standard blocks it (section 2.9), so that pages cannot talk to servers of
    other protocols.

    ```bad
    see http://www.musterstadt.internal:6667/
    ```

    ```good
    see http://www.musterstadt.internal:8080/ and ftp://ftp.musterstadt.internal:21/
    ```
    """
    port = _port(case)
    if port in BLOCKED_PORTS and case.url.scheme in _WEB:
        yield case.hit(f"browsers block port {port}", *place(case, "port"))


@rule("URL622", "info", default=False, applies_to_ordinary=True)
def overlong(case: Case) -> Iterator[Hit]:
    """The URL is longer than 2048 characters.

    Some servers, mail programs and browsers cut or refuse it.

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
    if length > _LONGEST:
        yield case.hit(f"{length} characters")


@rule("URL623", "warning", contains_any="%")
def dot_segment_encoded(case: Case) -> Iterator[Hit]:
    """A dot segment of the path is percent-encoded, or stands next to an encoded slash.

    Who checks the path before decoding it sees no `..`, who decodes it leaves the folder
    (RFC 3986 section 7.3).

    ```bad
    see http://www.musterstadt.internal/plans/%2e%2e/secret
    see http://www.musterstadt.internal/plans/..%2fsecret
    ```

    ```good
    see http://www.musterstadt.internal/plans/%2Ehidden and http://www.musterstadt.internal/a%2Fb/../c
    ```
    """
    path = case.parts.path
    if "%" not in path:
        return
    start = case.parts.starts["path"]
    for match in _DOT_SEGMENT.finditer(path):
        segment = match.group().lower().replace("%2e", ".")
        around = path[max(0, match.start() - 3) : match.end() + 3].lower()
        if segment != match.group() or (segment == ".." and re.search(r"%2f|%5c", around)):
            yield case.hit("encoded dot segment", start + match.start(), start + match.end())


@rule("URL624", "info", default=False, applies_to_ordinary=True)
def many_dots(case: Case) -> Iterator[Hit]:
    """The host has more than six labels.

    Names that are made to look like another one put that one in front.

    ```bad
    see http://www.bank.example.com.login.plan.musterstadt.internal/
    ```

    ```good
    see http://www.bank.example.com/
    ```
    """
    host = plain_host(case)
    if host and host.removesuffix(".").count(".") >= _MANY_LABELS:
        yield case.hit(f"{host.removesuffix('.').count('.') + 1} labels in the host", *place(case, "host"))


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
