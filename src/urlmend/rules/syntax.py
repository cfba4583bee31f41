"""Family 7: what follows the scheme's name, scheme by scheme (RFC 1738 section 3 and the RFCs that follow it up)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.uri import rfc1738

_LATER = ("rfc3986", "whatwg")

# What a program or a reader fills in, a pattern, a name of C++ or Perl (`<File::Spec>`): no URL that could be at fault.
_TEMPLATE = lazy(r"(?<=[A-Za-z]):(?::|//\*)|[{}<>]|\$[({]|\$[A-Z_]{3,}|%[sd](?![0-9A-Fa-f])|%\(|%[A-Z_]{3,}%|\.\.\.")
# The same, where the URL ends before it.
_CUT_AT = "<{[$%*(:"


def _of(case: Case, *schemes: str) -> bool:
    return case.url.scheme in schemes and not _TEMPLATE.search(case.url.text)


def _is_cut(case: Case) -> bool:
    """Whether the URL ends where the text has a placeholder, so that nobody knows what its end is."""
    after = case.text[case.url.outer.stop : case.url.outer.stop + 1]
    return not case.wrapped and after != "" and after in _CUT_AT


def _field(case: Case, name: str) -> tuple[int, str] | None:
    return rfc1738.split(case.url.text).get(name)


def _decoded(text: str) -> str:
    from urllib.parse import unquote  # only few URLs need it

    return unquote(text)


# --- ftp (RFC 1738 section 3.2) ---


@rule("URL701", "error", whatwg_severity="warning", schemes=("ftp",))
def ftp_typecode(case: Case) -> Iterator[Hit]:
    """The `;type=` of an ftp URL is none of `a`, `i` and `d`.

    `a` is text, `i` binary, `d` a listing of a directory (RFC 1738 section 3.2.2).

    ```bad
    ftp://ftp.example.org/pub/notes.txt;type=text
    ```

    ```good
    ftp://ftp.example.org/pub/notes.txt;type=a
    ```
    """
    found = _field(case, "ftptype") if _of(case, "ftp") else None
    if found and found[1] not in ("a", "i", "d", "A", "I", "D") and not _is_cut(case):
        start, typecode = found
        yield case.hit("no such typecode: write ;type=a, i or d", start - len(";type="), start + len(typecode))


@rule("URL702", "info", schemes=("ftp",))
def ftp_root(case: Case) -> Iterator[Hit]:
    """The path of an ftp URL begins with `//`.

    It means a change to a directory without a name, which servers take in different
    ways. The root directory is written `/%2F` (RFC 1738 section 3.2.2).

    ```bad
    ftp://ftp.example.org//etc/motd
    ```

    ```good
    ftp://ftp.example.org/%2Fetc/motd
    ftp://ftp.example.org/etc/motd
    ```
    """
    if _of(case, "ftp") and case.parts.path.startswith("//") and case.parts.host not in ("ftp", "http", "https"):
        start = case.parts.starts["path"]
        yield case.hit("'//' is a directory without a name: write '/', or '/%2F' for the root", start, start + 2)


# --- gopher (RFC 1738 section 3.4, RFC 4266, RFC 1436 section 3.8) ---

# RFC 1436: 0-9 + T g I. The others came with Gopher+ and with use.
_GOPHER_TYPES = "0123456789+TgI" + ":;<Mcdehiprs" + "PX"
_GOPHER_PLUS = lazy(r"%09(?:[+?]|[!$](?:\+[A-Za-z].*)?|\+[a-z]+/[a-z].*)$")


@rule("URL703", "warning", schemes=("gopher",))
def gopher_type(case: Case) -> Iterator[Hit]:
    """The path of a gopher URL begins with no item type.

    The first character behind the host's `/` is the type: `0` a text, `1` a menu, `7` a
    search (RFC 1738 section 3.4.1, RFC 1436 section 3.8). Without it, a client takes the
    first letter of the selector for one.

    ```bad
    gopher://gopher.example.org/Budget/2004
    ```

    ```good
    gopher://gopher.example.org/1/Budget/2004
    gopher://gopher.example.org/
    ```
    """
    kind = case.parts.path[1:2]
    if _of(case, "gopher") and kind not in ("", "%") and kind not in _GOPHER_TYPES:
        start = case.parts.starts["path"] + 1
        yield case.hit(f"no item type {kind!r}: write /0 for a text, /1 for a menu", start, start + 1)


@rule("URL704", "warning", schemes=("gopher",))
def gopher_tab(case: Case) -> Iterator[Hit]:
    """The search of a gopher URL does not stand behind `%09`.

    A search follows the selector and an encoded tab; a Gopher+ string follows a second
    one, even if the search is empty (RFC 1738 sections 3.4.2 and 3.4.3). A `?` belongs to the
    selector.

    ```bad
    gopher://gopher.example.org/7/find?plans
    gopher://gopher.example.org/0/plans%09+
    ```

    ```good
    gopher://gopher.example.org/7/find%09plans
    gopher://gopher.example.org/0/plans%09%09+
    ```
    """
    if not _of(case, "gopher"):
        return
    path, start = case.parts.path, case.parts.starts["path"]
    if path[1:2] == "7" and "%09" not in path and case.parts.query:
        start = case.parts.starts["query"] - 1
        yield case.hit("a gopher search follows %09, not '?'", start, start + 1)
    plus = _GOPHER_PLUS.search(path)
    if plus and path.count("%09") == 1:
        yield case.hit("a Gopher+ string follows a second %09", start + plus.start(), start + plus.start() + 3)


# --- news and nntp (RFC 1738 sections 3.6 and 3.7, RFC 5538, RFC 5536 section 3.1) ---


def _news_name(case: Case) -> tuple[int, str]:
    """The newsgroup or message-id of a news URL, or the group of an nntp URL, and where it begins."""
    start, name = case.parts.starts["path"], case.parts.path
    if case.profile == "rfc1738":  # no query: a `?` may be in a message-id
        name = case.url.text[start:].partition("#")[0]
    if case.parts.authority is not None:
        start, name = start + 1, name[1:]
    return start, name.partition("/")[0] if case.url.scheme == "nntp" else name


@rule("URL705", "error", whatwg_severity="warning", schemes=("news", "snews", "nntp"))
def news_group(case: Case) -> Iterator[Hit]:
    """The newsgroup of a news or nntp URL is none.

    Names of newsgroups are made of letters, digits, `+`, `-` and `_`, with single dots
    between them; in RFC 1738 section 3.6 the first is a letter, and `*` stands for all
    groups. RFC 5538 section 4 adds the wildcard `*` anywhere.

    ```bad
    nntp://news.example.org/comp..text/12
    <URL:news:comp.text,comp.lang>
    ```

    ```good
    nntp://news.example.org/comp.text/12
    news:comp.text.tex, <URL:news:*>
    ```
    """
    if not _of(case, "news", "snews", "nntp"):
        return
    start, name = _news_name(case)
    if name in ("", "*") or "@" in name:
        return
    first = case.profile == "rfc1738"
    # Under RFC 1738, other reserved characters are URL301's.
    wrong = re.search("[!$'(),*]" if first else "[!$'(),;:=&~/]", name)
    if wrong:
        at = start + wrong.start()
        yield case.hit(f"{wrong.group()!r} in the name of a newsgroup", at, at + 1)
    elif first and name[0].isdecimal():
        yield case.hit("the name of a newsgroup begins with a letter", start, start + 1)
    elif not first and (empty := re.search(r"^\.|\.\.|\.$", name)):
        yield case.hit("empty part in the name of a newsgroup", start + empty.start(), start + empty.end())


@rule("URL706", "error", whatwg_severity="warning", fix="unsafe", schemes=("news", "snews"))
def news_message_id(case: Case) -> Iterator[Hit]:
    """The message-id of a news URL is none.

    It has one `@` with something on both sides, and stands without its angle brackets
    (RFC 1738 section 3.6). RFC 5538 section 4 wants `/` encoded.

    ```bad
    <URL:news:%3C1999.17@news.example.org%3E>
    ```

    ```fixed
    <URL:news:1999.17@news.example.org>
    ```

    ```bad
    news:1999.17@list@news.example.org
    ```

    ```good
    news:1999.17@news.example.org
    ```
    """
    if not _of(case, "news", "snews"):
        return
    start, name = _news_name(case)
    if "@" not in name:
        return
    if brackets := re.search("%3[CcEe]", name):
        at = start + brackets.start()
        yield case.hit("message-ids stand without their angle brackets", at, at + 3, replacement="")
    if name.count("@") > 1 or name[0] == "@" or name[-1] == "@":
        yield case.hit("a message-id is NAME@HOST", start, start + len(name))
    if case.profile != "rfc1738":
        for slash in re.finditer("/", name):
            message = "unencoded '/' in the message-id: write %2F"
            yield case.hit(message, start + slash.start(), start + slash.end(), replacement="%2F")


@rule("URL707", "error", whatwg_severity="warning", schemes=("nntp",))
def nntp_article_number(case: Case) -> Iterator[Hit]:
    """The article of an nntp URL is no number.

    Digits only (RFC 1738 section 3.7), and not more than 16 (RFC 5538 section 3).

    ```bad
    nntp://news.example.org/comp.text.tex/1999a
    nntp://news.example.org/comp.text.tex/
    ```

    ```good
    nntp://news.example.org/comp.text.tex/1999
    nntp://news.example.org/comp.text.tex
    ```
    """
    found = _field(case, "digits") if _of(case, "nntp") else None
    if not found or _is_cut(case):
        return
    start, number = found
    # What comes behind a reserved character is URL301's under RFC 1738; `?` begins a query elsewhere.
    number = re.split(f"[{rfc1738.RESERVED}]" if case.profile == "rfc1738" else "[?]", number)[0]
    longest = "" if case.profile == "rfc1738" else "16"
    if not re.fullmatch(f"[0-9]{{1,{longest}}}", number):
        # An empty number is seen at the slash before it.
        yield case.hit("the number of an article has 1 to 16 digits", start - (not number), start + len(number))


@rule("URL708", "info", profiles=("rfc1738",), default=False, schemes=("nntp",))
def nntp_no_number(case: Case) -> Iterator[Hit]:
    """An nntp URL names a group, and no article.

    The text of RFC 1738 section 3.7 asks for the number, its grammar does not. For a whole
    group, `news:` is better known.

    ```bad
    nntp://news.example.org/comp.text.tex
    ```

    ```good
    nntp://news.example.org/comp.text.tex/1999
    ```
    """
    if _of(case, "nntp") and _field(case, "group") and _field(case, "digits") is None and not _is_cut(case):
        yield case.hit("no article number in an nntp URL")


@rule("URL721", "error", profiles=("rfc1738",), schemes=("news",))
def news_server(case: Case) -> Iterator[Hit]:
    """A news URL names a server.

    In RFC 1738 section 3.6, news URLs are independent of any server; `nntp:` names one.
    RFC 5538 section 4 allows `news://server/`.

    ```bad
    news://news.example.org/comp.text.tex
    ```

    ```good
    news:comp.text.tex or nntp://news.example.org/comp.text.tex/1999
    ```
    """
    if _of(case, "news") and case.parts.authority is not None:
        yield case.hit("a news URL has no server: write nntp://, or leave it out")


@rule("URL722", "info", default=False, schemes=("nntp",))
def prefer_news_over_nntp(case: Case) -> Iterator[Hit]:
    """An nntp URL is used.

    Most servers serve their own users only, and number articles in their own way
    (RFC 1738 section 3.7, RFC 5538 section 2.1): write `news:` and the message-id.

    ```bad
    nntp://news.example.org/comp.text.tex/1999
    ```

    ```good
    news:1999.17@news.example.org
    ```
    """
    if _of(case, "nntp"):
        yield case.hit("nntp URL: news: and the message-id work with any server")


# --- telnet, wais, prospero (RFC 1738 sections 3.8, 3.9, 3.11; RFCs 4248, 4156, 4157) ---


@rule("URL719", "warning", profiles=_LATER, schemes=("telnet",))
def telnet_path(case: Case) -> Iterator[Hit]:
    """Something follows the host of a telnet URL.

    A telnet URL names a service, and has no path (RFC 4248 section 2). Under RFC 1738 this
    is URL301.

    ```bad
    telnet://library.example.org/catalogue
    ```

    ```good
    telnet://library.example.org/
    ```
    """
    if _of(case, "telnet") and (case.parts.path not in ("", "/") or case.parts.query is not None):
        yield case.hit("a telnet URL ends at its '/'", case.parts.starts["path"])


@rule("URL709", "error", whatwg_severity="warning", schemes=("wais",))
def wais_form(case: Case) -> Iterator[Hit]:
    """A wais URL has none of the three forms.

    It names a database, a database and a search (`?`), or a database, a type and a path
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
    if not _of(case, "wais") or _is_cut(case):
        return
    if not case.parts.path:
        yield case.hit("a wais URL names a database: host/database")
    elif case.parts.path.count("/") == 2:
        yield case.hit("a wais document is database/type/path", case.parts.starts["path"])


@rule("URL710", "error", whatwg_severity="warning", schemes=("prospero",))
def prospero_field(case: Case) -> Iterator[Hit]:
    """A field of a prospero URL has two `=`.

    A field is `;name=value`, and `=` is reserved in both (RFC 1738 sections 3.11 and 5). A `;`
    that begins no field is URL309.

    ```bad
    prospero://prospero.example.org/pub/plans;version=a=2
    ```

    ```good
    prospero://prospero.example.org/pub/plans;version=2;size=3
    ```
    """
    start, fields = (_of(case, "prospero") and _field(case, "fieldspec")) or (0, "")
    for match in re.finditer(r";[^;=]*=[^;=]*=[^;]*", fields):
        yield case.hit("a prospero field is ;name=value: write %3D for '='", start + match.start(), start + match.end())


# --- file (RFC 1738 section 3.10, RFC 8089) ---

# Names that directories have, and hosts have not.
_NO_HOST = frozenset(
    ". .. ~ absolute bin boot directory etc home lib lib64 mnt opt path proc root sbin sys tmp users usr var".split()
)


@rule("URL711", "warning", fix="unsafe", schemes=("file",))
def file_host(case: Case) -> Iterator[Hit]:
    """A file URL has a directory, a drive or a file where the host stands.

    `file://` is followed by a host, or by none and `/` (RFC 8089 section 2): in
    `file://etc/motd`, `etc` is a host.

    ```bad
    file://etc/motd
    file://c:/plans.txt
    file://plans.txt
    ```

    ```fixed
    file:///etc/motd
    file:///c:/plans.txt
    file:///plans.txt
    ```

    ```good
    file:///etc/motd
    file:///c:/plans.txt
    file://files.example.org/plans.txt
    ```
    """
    host = case.parts.host
    if not host or not _of(case, "file") or "$" in host or host.startswith(("*", "%")):
        return
    is_drive = len(host.rstrip("|")) == 1 and (case.parts.port is not None or host[-1] == "|")
    if is_drive or host[1:3] == ":\\" or host.lower() in _NO_HOST:
        yield _without_host(case, "not a host: write file:/// before a path on this machine")
    elif not case.parts.path and host.lower() != "localhost" and not _is_cut(case):
        yield _without_host(case, "a host, and no file: write file:/// before a path")


def _without_host(case: Case, message: str) -> Hit:
    """A file URL whose host is none: one more slash makes it a path."""
    start = case.parts.starts["host"]
    before = case.offset(start)
    return Hit(
        message, case.url.spans_of(start, start + len(case.parts.host or "")), (Edit(Span(before, before), "/"),)
    )


@rule("URL712", "error", whatwg_severity="warning", fix="unsafe", schemes=("file",))
def file_no_slashes(case: Case) -> Iterator[Hit]:
    """A file URL has no `//`, or no absolute path.

    RFC 1738 section 3.10 and the WHATWG standard write `file:///path`; RFC 8089
    section 2 allows `file:/path` too, and nothing shorter.

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
    if not _of(case, "file") or case.parts.authority is not None:
        return
    if case.profile != "rfc3986" or not case.parts.path.startswith("/"):
        behind = case.offset(len("file:"))
        edits = (Edit(Span(behind, behind), "//"),) if case.parts.path.startswith("/") else ()
        yield Hit("write file:/// and an absolute path", case.url.spans_of(0, len("file:")), edits)


# --- mailto (RFC 1738 section 3.5, RFC 6068) ---

_ATOM = r"[^\x00-\x20\"(),.:;<>@\[\\\]\x7f]+"
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*"
_ADDR_SPEC = lazy(rf'(?:{_DOT_ATOM}|"(?:[^"\\]|\\.)*")@(?:{_DOT_ATOM}|\[[^\[\]\\]*\])$')
_NO_ADDRESS = lazy(r"[$\[{<\\]")
_RECIPIENT = lazy(r"(?:^|[&;])(?:to|cc|bcc)=[^&]", re.IGNORECASE)
_HFIELD = lazy(r"(?:^|&(?:amp;)?)(?P<name>[^=&]*)=(?P<value>[^&]*)")
# "MUST be ignored" (section 3), and `attach`, with which pages try to send the reader's files.
_UNSAFE_HEADER = lazy(
    r"(?:from|sender|date|received|return-path|apparently-to|resent-.*|mime-version|content-.*|attach|attachment)$",
    re.IGNORECASE,
)
_PLUS_FOR_SPACE = lazy(r"(?<=[A-Za-z]{2})\+(?=[A-Za-z]{2})")


@rule("URL713", "info", default=False, schemes=("mailto",))
def mailto_empty(case: Case) -> Iterator[Hit]:
    """A mailto URL names nobody.

    RFC 1738 section 3.5 wants an address. RFC 6068 section 2 lets it be absent, which is used to
    let the reader choose one.

    ```bad
    mailto:?subject=plans
    ```

    ```good
    mailto:alice@example.org?subject=plans
    mailto:?to=alice@example.org
    ```
    """
    parts = case.parts
    if _of(case, "mailto") and not (parts.path or parts.authority or _RECIPIENT.search(parts.query or "")):
        yield case.hit("no address in a mailto URL")


@rule("URL714", "error", whatwg_severity="warning", schemes=("mailto",))
def mailto_addr_spec(case: Case) -> Iterator[Hit]:
    """The address of a mailto URL is none.

    It is NAME@HOST, without `//`, comments or a display name (RFC 6068 section 2). Several are
    separated by commas; in RFC 1738 section 3.5, there is one.

    ```bad
    <URL:mailto:alice>
    mailto:alice@example.org;bob@example.org
    ```

    ```good
    mailto:alice@example.org
    mailto:alice@example.org,bob@example.org
    ```
    """
    if not _of(case, "mailto"):
        return
    if case.parts.authority is not None:
        yield case.hit("a mailto URL has no '//'", len("mailto:"), len("mailto://"))
        return
    start, path = case.parts.starts["path"], case.parts.path
    if not path or _NO_ADDRESS.search(path) or _is_cut(case):
        return
    addresses = path.split(",") if case.profile != "rfc1738" else [path]
    for address in addresses:
        if not _ADDR_SPEC.match(_decoded(address)):
            separator = "separate addresses with ','" if ";" in address else "write NAME@HOST"
            yield case.hit(f"no mail address: {separator}", *_visible(start, address))
        start += len(address) + 1


def _visible(start: int, text: str) -> tuple[int, int]:
    """The offsets of a part of a URL; of the character before it where the part is empty."""
    return (start, start + len(text)) if text else (start - 1, start)


@rule("URL715", "info", profiles=("rfc1738",), schemes=("mailto",))
def mailto_header_1738(case: Case) -> Iterator[Hit]:
    """A mailto URL has header fields.

    RFC 1738 section 3.5 knows an address and nothing else; RFC 6068 added
    `?subject=` and its like.

    ```bad
    mailto:alice@example.org?subject=plans
    ```

    ```good
    mailto:alice@example.org
    ```
    """
    if _of(case, "mailto") and case.parts.query is not None:
        yield case.hit("header fields in a mailto URL", case.parts.starts["query"] - 1)


def _hfields(case: Case) -> Iterator[re.Match[str]]:
    if _of(case, "mailto") and case.parts.query:
        start = case.parts.starts["query"]
        # From the `?` on, so that `^` of the pattern stands for it.
        yield from _HFIELD.finditer("&" + case.url.text[start : start + len(case.parts.query)])


@rule("URL716", "warning", profiles=_LATER, schemes=("mailto",))
def mailto_unsafe_header(case: Case) -> Iterator[Hit]:
    """A mailto URL sets a header field that no link should.

    `From`, `Date`, `Received`, `Resent-`, MIME fields and their like must be ignored, and
    attachments are files of the reader's (RFC 6068 sections 3 and 4).

    ```bad
    mailto:alice@example.org?from=bob@example.org
    ```

    ```good
    mailto:alice@example.org?cc=bob@example.org&subject=plans
    ```
    """
    for field in _hfields(case):
        if _UNSAFE_HEADER.match(field.group("name")):
            start = case.parts.starts["query"] - 1 + field.start("name")
            yield case.hit("readers must ignore this header field", start, start + len(field.group("name")))


@rule("URL717", "warning", profiles=_LATER, fix="unsafe", schemes=("mailto",))
def mailto_plus_space(case: Case) -> Iterator[Hit]:
    """A `+` stands for a blank in the subject or body of a mailto URL.

    It does in HTML forms, but not in mailto: write `%20` (RFC 6068 section 5).

    ```bad
    mailto:alice@example.org?subject=new+plans
    ```

    ```fixed
    mailto:alice@example.org?subject=new%20plans
    ```

    ```good
    mailto:alice@example.org?subject=new%20plans
    mailto:alice+plans@example.org?subject=C++
    ```
    """
    for field in _hfields(case):
        if field.group("name").lower() in ("subject", "body") and "%20" not in field.group("value"):
            plus = _PLUS_FOR_SPACE.search(field.group("value"))
            if plus:
                start = case.parts.starts["query"] - 1 + field.start("value") + plus.start()
                yield case.hit("'+' is no blank in a mailto URL: write %20", start, start + 1, replacement="%20")


@rule("URL718", "warning", schemes=("mailto",))
def mailto_fragment(case: Case) -> Iterator[Hit]:
    """A mailto URL has a fragment.

    There is no document it could point into (RFC 6068 section 2); a `#` in an address
    or a subject is written `%23`.

    ```bad
    mailto:alice@example.org?subject=plan#4
    ```

    ```good
    mailto:alice@example.org?subject=plan%234
    ```
    """
    if _of(case, "mailto") and case.parts.fragment is not None:
        start = case.parts.starts["fragment"] - 1
        yield case.hit("'#' begins a fragment, which mailto has not: write %23", start, start + 1)


# --- mid and cid (RFC 2392) ---


@rule("URL720", "error", profiles=_LATER, whatwg_severity="warning", schemes=("cid", "mid"))
def cid_mid_syntax(case: Case) -> Iterator[Hit]:
    """A cid or mid URL holds no message-id or content-id.

    Both are NAME@HOST without angle brackets; a `/` separates the two in a mid URL, and is
    encoded elsewhere (RFC 2392 section 2).

    ```bad
    <URL:cid:logo>
    <URL:mid:%3C1999.17@mail.example.org%3E>
    ```

    ```good
    <URL:cid:logo.1@mail.example.org>
    <URL:mid:1999.17@mail.example.org/part1.1999.17@mail.example.org>
    ```
    """
    if not _of(case, "cid", "mid"):
        return
    start, path = case.parts.starts["path"], case.parts.path
    for number, name in enumerate(path.split("/")):
        plain = _decoded(name)
        if plain.count("@") != 1 or plain[0] in "<@" or plain[-1] in "@>" or number > (case.url.scheme == "mid"):
            yield case.hit(f"a {case.url.scheme} URL is NAME@HOST of the id, without brackets", *_visible(start, name))
        start += len(name) + 1


# --- any ---

# Their `..` is a name like any other (RFC 5538 section 2.3; RFC 1738 sections 3.4, 3.9 and 3.11).
_WITHOUT_DOT_SEGMENTS = frozenset(("news", "snews", "nntp", "gopher", "wais", "prospero", "mailto"))
_DOT_SEGMENT = lazy(r"(?<=/)\.\.?(?=/|$)")


@rule("URL723", "info", profiles=_LATER, triggers={Trigger.DOT_SEGMENT}, fix="unsafe")
def dot_segments(case: Case) -> Iterator[Hit]:
    """A path holds `.` or `..`.

    They are for relative references; readers take them out of an absolute URL before they
    use it (RFC 3986 sections 3.3 and 5.2.4).

    ```bad
    http://www.example.org/plans/../budget.html
    ```

    ```fixed
    http://www.example.org/budget.html
    ```

    ```good
    http://www.example.org/budget.html
    http://www.example.org/.well-known/a..b
    ```
    """
    if case.url.scheme in _WITHOUT_DOT_SEGMENTS:
        return
    if case.parts.authority is None and case.url.scheme != "file":
        return
    path, start = case.parts.path, case.parts.starts["path"]
    edits = case.replaced(start, start + len(path), _without_dots(path)) if path else ()
    for match in _DOT_SEGMENT.finditer(path):
        message = f"'{match.group()}' in the path of an absolute URL"
        yield Hit(message, case.url.spans_of(start + match.start(), start + match.end()), edits)


def _without_dots(path: str) -> str:
    """A path without its dot segments (RFC 3986 section 5.2.4)."""
    kept: list[str] = []
    *inner, last = path.split("/")[1:]
    for segment in inner:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if last in (".", ".."):
        del kept[len(kept) - (last == "..") :]
        last = ""
    return "/" + "/".join([*kept, last])


# Scheme, what follows its colon (up to a `?`, with it for magnet), and what to say if it does not.
_MINIMUM: dict[str, tuple[re.Pattern[str], str]] = {
    # RFC 3966 section 3; a local number without `;phone-context=` passes.
    "tel": (
        lazy(r"(?:\+[().-]*[0-9][0-9().-]*|[0-9A-Fa-f*().-]+)(?:;[^;=]+(?:=[^;]*)?)*$"),
        "a telephone number is digits, with -.() between them",
    ),
    # RFC 5870 section 3.3, with the ranges of WGS 84.
    "geo": (
        lazy(
            r"-?(?:90(?:\.0+)?|[0-8]?[0-9](?:\.[0-9]+)?),-?(?:180(?:\.0+)?|(?:1[0-7]|[0-9])?[0-9](?:\.[0-9]+)?)"
            r"(?:,-?[0-9]+(?:\.[0-9]+)?)?(?:;.*)?$"
        ),
        "a geo URL is latitude,longitude in degrees",
    ),
    "magnet": (lazy(r"\?(?:.*&)?xt(?:\.[0-9]+)?="), "a magnet URL names its file with xt="),
    # RFC 8141 section 2.
    "urn": (lazy(r"[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:."), "a urn is urn:NAMESPACE:NAME"),
}


@rule("URL724", "info", schemes=tuple(_MINIMUM))
def minimal_form(case: Case) -> Iterator[Hit]:
    """A tel, geo, magnet or urn URL lacks what makes it one.

    Telephone numbers are digits (RFC 3966 section 3), places are degrees (RFC 5870 section
    3.3), a magnet has `xt=`, a urn a namespace and a name (RFC 8141 section 2).

    ```bad
    tel:+1-201-555-PLAN
    magnet:?dn=plans.txt
    ```

    ```good
    tel:+1-201-555-0123
    magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=plans.txt
    ```
    """
    if case.url.scheme not in _MINIMUM or not _of(case, case.url.scheme) or _is_cut(case):
        return
    pattern, message = _MINIMUM[case.url.scheme]
    rest = case.url.text[len(case.url.scheme) + 1 :]
    if not pattern.match(rest if case.url.scheme == "magnet" else case.parts.path):
        yield case.hit(message)
