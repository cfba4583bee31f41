"""Family 7: syntax of ftp, gopher, telnet, wais, prospero and file URLs (RFC 1738 section 3 and its successors)."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.scope import FOLLOWED
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, rule
from urlmend.rules.reserved import in_field
from urlmend.uri import rfc1738

# --- ftp (RFC 1738 section 3.2) ---


@rule("URL701", "error", whatwg_severity="warning", schemes=("ftp",))
def ftp_typecode(case: Case) -> Iterator[Hit]:
    """The `;type=` of an ftp URL is not `a`, `i` or `d`.

    `a` is text, `i` is binary, `d` is a directory listing (RFC 1738 section 3.2.2).

    ```bad
    ftp://ftp.example.org/pub/notes.txt;type=text
    ```

    ```good
    ftp://ftp.example.org/pub/notes.txt;type=a
    ```
    """
    start, typecode = rfc1738.split(case.url.text).get("ftptype", (0, "a"))
    if typecode not in ("a", "i", "d", "A", "I", "D"):
        message = "invalid typecode: write ;type=a, ;type=i or ;type=d"
        yield case.hit(message, start - len(";type="), start + len(typecode))


@rule("URL702", "info", default=False, schemes=("ftp",))
def ftp_root(case: Case) -> Iterator[Hit]:
    """The path of an ftp URL begins with `//`.

    It means a change to a directory with an empty name, which servers handle differently. The root
    directory is written `/%2F` (RFC 1738 section 3.2.2).

    ```bad
    ftp://ftp.example.org//etc/motd
    ```

    ```good
    ftp://ftp.example.org/%2Fetc/motd
    ftp://ftp.example.org/etc/motd
    ```
    """
    if case.parts.path.startswith("//") and case.parts.host not in ("ftp", "http", "https"):
        start = case.parts.starts["path"]
        yield case.hit("'//' in path: write '/', or '/%2F' for the root directory", start, start + 2)


# --- gopher (RFC 1738 section 3.4, RFC 4266, RFC 1436 section 3.8) ---

# RFC 1436, Gopher+ and common use.
_GOPHER_TYPES = "0123456789+TgI" + ":;<Mcdehiprs" + "PX"
_GOPHER_FORM = lazy(r"(?:\+|%2[Bb])(?:(?!%09).)*%091")
_GOPHER_PLUS = lazy(r"%09(?:[+?]|[!$](?:\+[A-Za-z].*)?|\+[a-z]+/[a-z].*)$")


@rule("URL703", "warning", default=("rfc1738",), schemes=("gopher",))
def gopher_type(case: Case) -> Iterator[Hit]:
    """The path of a gopher URL does not begin with an item type.

    The first character after the `/` is the type: `0` is text, `1` is a menu, `7` is a search
    (RFC 1738 section 3.4.1, RFC 1436 section 3.8). Without a type, a client takes the first letter
    of the selector for the type.

    ```bad
    gopher://gopher.example.org/Budget/2004
    ```

    ```good
    gopher://gopher.example.org/1/Budget/2004
    gopher://gopher.example.org/
    ```
    """
    kind = case.parts.path[1:2]
    if kind not in ("", "%") and kind not in _GOPHER_TYPES:
        start = case.parts.starts["path"] + 1
        message = f"unknown item type {case.shown(start, start + 1)!r}: write /0 for a text, /1 for a menu"
        yield case.hit(message, start, start + 1)


@rule("URL704", "warning", schemes=("gopher",))
def gopher_tab(case: Case) -> Iterator[Hit]:
    """The search string of a gopher URL is not after `%09`.

    A search string follows the selector and an encoded tab. A Gopher+ string follows a second tab,
    even if the search string is empty (RFC 1738 sections 3.4.2 and 3.4.3). A `?` is part of the
    selector. A Gopher+ string begins with `+`, `!`, `$` or `?`; only the form of an item may follow
    a third tab (sections 3.4.4 to 3.4.9).

    ```bad
    gopher://gopher.example.org/7/find?plans
    gopher://gopher.example.org/0/plans%09+
    gopher://gopher.example.org/0/plans%09%09all
    gopher://gopher.example.org/0/plans%09%09+%09all
    ```

    ```good
    gopher://gopher.example.org/7/find%09plans
    gopher://gopher.example.org/0/plans%09%09+
    gopher://gopher.example.org/0/plans%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A
    ```
    """
    path, start = case.parts.path, case.parts.starts["path"]
    if path[1:2] == "7" and "%09" not in path and case.parts.query:
        start = case.parts.starts["query"] - 1
        yield case.hit("'?' before search string: write %09", start, start + 1)
    plus = _GOPHER_PLUS.search(path)
    if plus and path.count("%09") == 1:
        yield case.hit("one %09 before Gopher+ string: write %09%09", start + plus.start(), start + plus.start() + 3)
    string = "".join(path.split("%09", 2)[2:])
    at = start + len(path) - len(string)
    if string and string[0] not in "+!$?" and string[:3].upper() not in ("%2B", "%21", "%24", "%3F"):
        yield case.hit("invalid Gopher+ string: begin it with '+', '!', '$' or '?'", at)
    elif "%09" in string and not _GOPHER_FORM.match(string):
        tab = at + string.index("%09")
        yield case.hit("third %09 without Gopher+ form: remove it", tab, tab + 3)


# --- telnet, wais, prospero (RFC 1738 sections 3.8, 3.9, 3.11; RFCs 4248, 4156, 4157) ---


@rule("URL719", "warning", profiles=("rfc3986", "whatwg"), schemes=("telnet",))
def telnet_path(case: Case) -> Iterator[Hit]:
    """A telnet URL contains text after the host.

    A telnet URL names a service and has no path (RFC 4248 section 2). Under RFC 1738, this is
    URL301.

    ```bad
    telnet://library.example.org/catalogue
    ```

    ```good
    telnet://library.example.org/
    ```
    """
    if case.parts.path not in ("", "/") or case.parts.query is not None:
        yield case.hit("text after '/' in telnet URL: remove it", case.parts.starts["path"])


@rule("URL709", "error", whatwg_severity="warning", schemes=("wais",))
def wais_form(case: Case) -> Iterator[Hit]:
    """A wais URL does not have one of the three forms.

    The forms are a database; a database and a search (`?`); or a database, a type and a path
    (RFC 1738 section 3.9, RFC 4156 section 2).

    ```bad
    wais://wais.example.org/plans/TEXT
    wais://wais.example.org
    ```

    ```good
    wais://wais.example.org/plans
    wais://wais.example.org/plans?budget
    wais://wais.example.org/plans/TEXT/17
    ```
    """
    if not case.parts.path:
        yield case.hit("wais URL without database: write wais://HOST/DATABASE")
    elif case.parts.path.count("/") == 2:
        yield case.hit("incomplete wais document: write /DATABASE/TYPE/PATH", case.parts.starts["path"])


@rule("URL710", "error", whatwg_severity="warning", schemes=("prospero",))
def prospero_field(case: Case) -> Iterator[Hit]:
    """A field of a prospero URL contains two `=`.

    A field is `;name=value`, and `=` is reserved in both parts (RFC 1738 sections 3.11 and 5). A
    `;` that does not begin a field is URL309.

    ```bad
    prospero://prospero.example.org/pub/plans;version=a=2
    ```

    ```good
    prospero://prospero.example.org/pub/plans;version=2;size=3
    ```
    """
    for match in in_field(case, "fieldspec", r";[^;=]*=[^;=]*=[^;]*"):
        yield case.hit("second '=' in field: encode as %3D", *match.span())


# --- file (RFC 1738 section 3.10, RFC 8089) ---

# Folders that are at the root of a file system, on Unix, macOS, Windows or Android, and hardly anywhere else.
_ROOT_FOLDERS = frozenset(
    """
    bin boot dev etc home lib lib64 mnt opt proc root sbin srv sys tmp usr var
    applications library private users volumes
    cygdrive sdcard
    """.split()
)


@rule("URL711", "warning", default=("rfc1738",), scopes=FOLLOWED, schemes=("file",))
def file_host(case: Case) -> Iterator[Hit]:
    """The host of a file URL is the first folder of an absolute path, or a drive.

    After `file://` is a host, or no host and a `/` (RFC 8089 section 2). In `file://etc/motd`, the
    host is `etc`. Relative paths are not reported: some programs read `file://policy.json` as one.

    ```bad
    file://etc/motd
    file://c:/plans.txt
    ```

    ```good
    file:///etc/motd
    file:///c:/plans.txt
    file://files.example.org/plans.txt
    openssl_pkey_get_private("file://keys/private.pem")
    ```
    """
    host = case.parts.host
    if not host or case.parts.path.startswith("/path/"):  # a placeholder
        return
    is_drive = len(host.rstrip("|")) == 1 and (
        case.parts.port is not None or host[-1] == "|" or case.text.startswith(":\\", case.url.spans[-1].stop)
    )
    if is_drive or host[1:3] == ":\\" or host.lower() in _ROOT_FOLDERS:
        start = case.parts.starts["host"]
        yield case.hit("local path as host: write file:///", start, start + len(host))


@rule("URL712", "error", default=("rfc1738",), whatwg_severity="warning", fix="unsafe", schemes=("file",))
def file_no_slashes(case: Case) -> Iterator[Hit]:
    """A file URL has no `//`, or no absolute path.

    RFC 1738 section 3.10 and the WHATWG standard require `file:///path`; RFC 8089 section 2 also
    allows `file:/path`.

    ```bad
    see <URL:file:plans/2004.txt>
    ```

    ```bad rfc1738
    see file:/etc/motd
    ```

    ```fixed rfc1738
    see file:///etc/motd
    ```

    ```good
    see file:///etc/motd or file:/etc/motd
    ```

    ```good rfc1738
    see file:///etc/motd
    ```
    """
    is_absolute = case.parts.path.startswith("/")
    if case.parts.authority is None and (case.profile != "rfc3986" or not is_absolute):
        after = case.offset(len("file:"))
        edits = (Edit(Span(after, after), "//"),) if is_absolute else ()
        message = "file URL without absolute path: write file:/// and the path"
        yield Hit(message, case.url.spans_of(0, len("file:")), edits)
