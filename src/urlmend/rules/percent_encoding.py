"""Family 2: percent-encoding (RFC 3986 sections 2, 6.2.2 and 7.3), invisible characters, `#` and backslashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.lines import SIGNS
from urlmend.model.scope import FOLLOWED, READ, Scope
from urlmend.model.span import Span
from urlmend.rules.authority import component_range, found_in
from urlmend.rules.characters import INVISIBLE
from urlmend.rules.edges import after, invisible_before, windows_path_after
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, rule
from urlmend.uri.rfc3986 import UNRESERVED

_ESCAPE = lazy(r"%[0-9A-Fa-f]{2}")
# The longest run of encoded bytes that a message quotes.
_MAX_SHOWN = 30
_ESCAPES = lazy(r"(?:%[0-9A-Fa-f]{2})+")
_DOUBLE_ESCAPE = lazy(r"%25[0-9A-Fa-f]{2}")
# Schemes with addresses, which may contain percent signs before any letters.
_WITH_ADDRESS = frozenset(("mailto", "news", "snews", "nntp", "mid", "cid"))
# The first characters of a fragment that is a route of a page's program.
_ROUTE_STARTS = ("/", "!")
# A member of the class that the page is about, as generators of documentation write it: `/api/map/#map#setstyle`.
_MEMBER = lazy(r"([A-Za-z]\w*)#[A-Za-z]\w*\Z")
# The end of the path of a document. Other pages are programs, which may read more of a fragment than one name.
_DOCUMENT = lazy(r"\.(?:adoc|[am]?html?|md|pdf|rst|txt|xml)\Z", re.IGNORECASE)
# Signs in the place of digits or names.
_DIGITS = "###"
# A substitution of sed, whose parts `#` separates: `s#http://a.example/#http://b.example/#`.
_SUBSTITUTION, _SUBSTITUTION_REACH = lazy(r"(?<!\w)s#[^#\n]*\Z"), 100
# `&#233;` is an entity, `#{name}` a template; `C#` and `F#` at the end are names of languages, in anchors of Wikipedia.
_HASH = lazy(r"(?<!&)#(?!\{)(?!(?<=#[A-Z]#)\Z)")
_ANY_HASH = lazy("#")
# Another URL after a character outside ASCII, which a word of a script without spaces joins to the first one:
# `http://a.example/#b和http://c.example/#d`.
_NEXT_URL = lazy(r"(?<=[^\x00-\x7f])[a-z]{2,9}://")
# `#` in the place of `=`, in two parameters of a query or more; the others may have their `=`.
_FIELDS = lazy(r"[?&]\w+#[^#&=]*&(?:\w+=[^#&]*&)*\w+#[^#&=]*(?:&\w+[#=][^#&=]*)*\Z")
_FIELD_START = lazy(r"(?s:.*)[?&]")
# The next field of a list in which the URL is the value of a name, as in the styles of draw.io: its `#` is a colour.
_NEXT_FIELD = lazy(r";[A-Za-z]\w*=")
_NAME_BEFORE = lazy(r"[A-Za-z_][^\WA-Za-z_]*+=\Z")
_NAME_REACH = 40

_NAME_ENDS = ("", "/", "?", "#")
_INVISIBLE_CHARACTER = lazy(f"[{INVISIBLE}]")
# In unspaced scripts, a zero-width space separates words; at the end of a line, a soft hyphen is URL120.
_INVISIBLE_AFTER = lazy(rf"(?:(?!\u00ad[ \t]*[\r\n])[{INVISIBLE}])+(?=[\x00-\x7f\u2000-\u206f]|\Z)")
# Text after an invisible character that continues the URL: the character is in the middle of it.
_CONTINUATION = lazy(r"(?![A-Za-z]{2,9}://)(?:[/?#&=%_~-]|\.?[A-Za-z0-9])")
_INVISIBLE = lazy(f"[{INVISIBLE}]|%C2%AD|%E2%80%8B|%E2%81%A0|%EF%BB%BF", re.IGNORECASE)

# The overlong forms of NUL, LF, CR, `.`, `/` and the backslash, in two to four bytes; not next to other non-ASCII
# bytes, where they may be text in an East Asian charset.
_OVERLONG = lazy(
    r"(?<!%[89a-f][0-9a-f])"
    r"(?:%c0%(?:80|8a|8d|ae|af)|%c1%9c|(?:%e0|%f0%80)%80%(?:80|8a|8d|ae|af)|(?:%e0|%f0%80)%81%9c)+"
    r"(?!%[89a-f])",
    re.IGNORECASE,
)
# Before the excluded characters, it is an escape of TeX, roff or Markdown.
_BACKSLASH = lazy(r"\\(?![-_&%#~*]|\Z)")
_BACKSLASHES = lazy(r"\\+")
# A path with backslashes that continues on the next line.
_CONTINUED_PATH = lazy(rf"[\\/]?[ \t]*\r?\n[ \t{SIGNS}]*[\w.%~-]*\\")
_PROGRAMS = frozenset(("javascript", "vbscript"))
_SPECIAL_SCHEMES = frozenset(("http", "https", "ftp", "ws", "wss", "file"))


@rule("URL209", "info", default=False, applies_to_ordinary=True, fix="safe", contains_any="%")
def percent_lowercase(case: Case) -> Iterator[Hit]:
    """A percent-encoding has lower-case letters.

    `%2f` and `%2F` are equivalent. RFC 3986 section 2.1 recommends upper case, so that equivalent
    URLs are equal.

    ```bad
    see http://www.example.org/caf%c3%a9
    ```

    ```fixed
    see http://www.example.org/caf%C3%A9
    ```

    ```good
    see http://www.example.org/caf%C3%A9
    ```
    """
    for match in _ESCAPE.finditer(case.url.text):
        capital = match.group().upper()
        if capital != match.group():
            message = f"lower-case {case.shown(*match.span())}: write {case.shown(*match.span(), capital)}"
            yield case.hit(message, *match.span(), replacement=capital)


@rule("URL210", "info", default=False, applies_to_ordinary=True, fix="safe", contains_any="%")
def percent_needless(case: Case) -> Iterator[Hit]:
    """A character is percent-encoded unnecessarily.

    Letters, digits, `-`, `.`, `_` and `~` are equivalent to their percent-encodings (RFC 3986
    section 2.3), but not every program treats them so. In RFC 1738, `~` must be encoded.

    ```bad
    see http://www.example.org/%61lice/plan%2D4
    ```

    ```fixed
    see http://www.example.org/alice/plan-4
    ```

    ```good
    see http://www.example.org/alice/plan-4
    ```

    ```good rfc1738
    see http://www.example.org/%7Ealice/
    ```
    """
    text = case.url.text
    host = range(*(component_range(case, "host") or (0,)))
    for match in _ESCAPE.finditer(text):
        char = chr(int(match.group()[1:], 16))
        if char in UNRESERVED and not (char == "~" and case.profile == "rfc1738"):
            at = match.start()
            # `%2%45` would become another escape, `%2e%2e` a dot segment, and another host would be in its place.
            makes_escape = "%" in text[max(0, at - 2) : at]
            message = f"needless {case.shown(*match.span())}: write {case.shown(*match.span(), char)!r}"
            hit = case.hit(message, *match.span(), replacement=None if makes_escape else char)
            yield hit._replace(safe=char != "." and at not in host)


@rule("URL211", "warning", default=False, fix="unsafe", contains_any="%")
def percent_double(case: Case) -> Iterator[Hit]:
    """A path is percent-encoded twice.

    `%2520` is an encoded `%20`, not a space (RFC 3986 section 2.4). Queries are not reported,
    because a value may be a URL, which is correctly encoded twice.

    ```bad
    see http://www.example.org/annual%2520report.pdf
    ```

    ```fixed
    see http://www.example.org/annual%20report.pdf
    ```

    ```good
    see http://www.example.org/annual%20report.pdf
    see http://www.example.org/go?to=http%3A%2F%2Fb.example%2Fannual%2520report.pdf
    ```
    """
    if case.url.scheme in _WITH_ADDRESS:
        return
    for match in found_in(case, "path", _DOUBLE_ESCAPE):
        once = "%" + match.group()[3:]
        message = f"{case.shown(*match.span())} is encoded twice: write {case.shown(*match.span(), once)}"
        yield case.hit(message, *match.span(), replacement=once)


@rule("URL212", "error", scopes=READ - {Scope.STRING}, whatwg_severity="warning", fix="unsafe", contains_any="#")
def hash_repeated(case: Case) -> Iterator[Hit]:
    """The URL contains a second `#`.

    The first `#` begins the fragment, which cannot contain another one (RFC 3986 section 3.5). The rule
    reports a doubled `##`, and two in the address of a document such as `plans.html`. Other pages are
    programs, which may read more of a fragment than one name (`#/room/#a`, `#L4-#L9`). The names of
    languages at the end (`#C#`), `###` in the place of digits, and scripts (`javascript:`) are not
    reported. The fix removes one `#` of a doubled `##`, and writes `=` where several parameters of a query
    have a `#` instead; in other URLs, decide which one is meant.

    ```bad
    see http://www.example.org/plans##budget
    ```

    ```fixed
    see http://www.example.org/plans#budget
    ```

    ```bad
    see http://www.example.org/plans?year#2004&order#size
    ```

    ```fixed
    see http://www.example.org/plans?year=2004&order=size
    ```

    ```good
    see http://www.example.org/plans#budget
    join https://chat.example.org/#/room/#plans:example.org
    ```
    """
    if case.url.scheme in _PROGRAMS:
        return  # a string of the program
    start = case.url.outer.start
    if _DIGITS in case.url.text or _SUBSTITUTION.search(case.text, max(0, start - _SUBSTITUTION_REACH), start):
        return
    text = case.url.text
    before = _FIELD_START.match(text, 0, text.find("#"))
    if before and (fields := _FIELDS.match(text, before.end() - 1)):
        for match in _ANY_HASH.finditer(text, fields.start()):
            yield case.hit("'#' before a value: write '='", *match.span(), replacement="=")
        return
    following = _NEXT_URL.search(text) or _next_field(case)
    is_document = _DOCUMENT.search(case.parts.path) and not _is_route(case)
    for number, match in enumerate(_HASH.finditer(text, 0, following.start() if following else len(text))):
        is_doubled = text.find("#") == match.start() - 1
        if is_doubled and text.endswith("=", 0, match.start() - 1):  # the value is a name such as `##plans`
            yield case.hit("'##' in a value: encode as %23%23", match.start() - 1, match.end(), replacement="%23%23")
        elif number and (is_doubled or is_document or case.profile == "rfc1738"):
            advice = "remove it" if is_doubled else "encode as %23, or remove it"
            replacement = "" if is_doubled and text[match.end() :] not in ("", "#") else None
            yield case.hit(f"second '#' in URL: {advice}", *match.span(), replacement=replacement)


def _is_route(case: Case) -> bool:
    """Whether the script of a page reads the fragment as a path, or the page is about a class and names a member."""
    fragment = case.parts.fragment or ""
    member = _MEMBER.match(fragment)
    name = case.parts.path.rstrip("/").rpartition("/")[2].partition(".")[0]
    return fragment.startswith(_ROUTE_STARTS) or (member is not None and name.lower() == member[1].lower())


def _next_field(case: Case) -> re.Match[str] | None:
    """The field after a URL that is the value of a name in a list that `;` separates."""
    start = case.url.outer.start
    is_value = _NAME_BEFORE.search(case.text, max(0, start - _NAME_REACH), start)
    return _NEXT_FIELD.search(case.url.text) if is_value else None


@rule("URL213", "error", whatwg_severity="warning", fix="unsafe", contains_any="%" + OUTSIDE_PRINTABLE_ASCII)
def invisible(case: Case) -> Iterator[Hit]:
    """The URL contains an invisible character.

    Zero-width spaces, soft hyphens and byte order marks are usually copied by accident, and change
    the URL; encoded ones do so at the end of a name. `--unsafe-fixes` removes those that are not
    encoded: an encoded one may belong to the name of a page. A soft hyphen at a line break is URL120.

    ```bad
    see <URL:http://www.example.org/pla\u200bns>
    see [the plans](http://www.example.org/\u200bplans)
    ```

    ```fixed
    see <URL:http://www.example.org/plans>
    see [the plans](http://www.example.org/plans)
    ```

    ```good
    see <URL:http://www.example.org/plans>
    ```
    """
    ends = list(accumulate(span.stop - span.start for span in case.url.spans))
    for match in _INVISIBLE.finditer(case.url.text):
        if match.group().startswith("%") and case.url.text[match.end() : match.end() + 1] not in _NAME_ENDS:
            continue
        if match.group() != "\u00ad" or match.end() not in ends:
            shown = match.group() if match.group().startswith("%") else f"U+{ord(match.group()):04X}"
            # An encoded one was copied from the address bar of a browser, and belongs to the name of the page.
            replacement = None if match.group().startswith("%") else ""
            shown = case.shown(*match.span(), shown)
            yield case.hit(f"invisible character {shown} in URL: remove it", *match.span(), replacement=replacement)
    before, behind = invisible_before(case, _INVISIBLE_CHARACTER), after(case, _INVISIBLE_AFTER)
    for beyond in (before, behind):
        if beyond:
            span = Span(*beyond.span())
            place = "in" if beyond is behind and _CONTINUATION.match(case.text, span.stop) else "next to"
            message = f"invisible character U+{ord(beyond.group()[0]):04X} {place} URL: remove it"
            yield Hit(message, (span,), (Edit(span, ""),))


@rule("URL214", "info", default=False, applies_to_ordinary=True, contains_any="%")
def percent_not_utf8(case: Case) -> Iterator[Hit]:
    """Percent-encoded bytes are not valid UTF-8.

    Old URLs use other charsets, which are unknown to the reader; new ones use UTF-8 (RFC 3986
    section 2.5).

    ```bad
    see http://www.example.org/caf%E9
    ```

    ```good
    see http://www.example.org/caf%C3%A9
    ```
    """
    for match in _ESCAPES.finditer(case.url.text):
        try:
            bytes.fromhex(match.group().replace("%", "")).decode()
        except UnicodeDecodeError:
            if not _OVERLONG.search(case.url.text, *match.span()):
                yield case.hit(f"{_beginning(case, match)} is not UTF-8: encode the text as UTF-8", *match.span())


@rule("URL215", "error", whatwg_severity="warning", contains_any="%")
def percent_overlong(case: Case) -> Iterator[Hit]:
    """A `.`, `/` or control character is encoded as overlong UTF-8.

    `%C0%AF` is not valid UTF-8, but some decoders read it as `/`. It can therefore bypass checks
    for `../` (RFC 3986 section 7.3).

    ```bad
    see http://www.example.org/plans/..%C0%AFetc/passwd
    ```

    ```good
    see http://www.example.org/plans/%C3%A9
    ```
    """
    for match in _OVERLONG.finditer(case.url.text):
        yield case.hit(f"overlong UTF-8 {_beginning(case, match)}: remove it", *match.span())


@rule(
    "URL216",
    "error",
    default=("rfc1738", "whatwg"),
    scopes=FOLLOWED | {Scope.DATA},
    schemes=tuple(sorted(_SPECIAL_SCHEMES)),
    whatwg_severity="warning",
    fix="unsafe",
    contains_any="\\",
)
def backslash(case: Case) -> Iterator[Hit]:
    r"""The URL contains a backslash.

    URLs cannot contain a backslash (RFC 1738 section 2.2). Usually it comes from a file path.
    Browsers read it as `/` in a path, other programs do not; in a query, it is encoded.

    ```bad
    see <URL:http://www.example.org/plans\budget.html>
    see http://www.example.org\plans\budget.html
    see file:///C:\plans\budget.html
    ```

    ```fixed
    see <URL:http://www.example.org/plans/budget.html>
    see http://www.example.org/plans/budget.html
    see file:///C:/plans/budget.html
    ```

    ```good
    see <URL:http://www.example.org/plans/budget.html>
    see http://www.example.org/plans\_2004.html in the source of a TeX document
    print("http://www.example.org/plans\n")
    ```
    """
    if case.url.scheme in _PROGRAMS:
        return  # URL618
    path_end = min(case.parts.starts.get(part, len(case.url.text)) for part in ("query", "fragment"))
    for match in _BACKSLASH.finditer(case.url.text):
        meant = _meant(case, is_in_path=match.start() < path_end)
        yield case.hit(f"backslash in URL: {_ADVICE[meant]}", *match.span(), replacement=meant)
    if rest := windows_path_after(case):
        meant = _meant(case, is_in_path=path_end == len(case.url.text))
        spans = [Span(*match.span()) for match in _BACKSLASHES.finditer(case.text, *rest.span())]
        fixable = not _CONTINUED_PATH.match(case.text, rest.end())
        edits = tuple(Edit(span, meant) for span in spans) if fixable else ()
        yield Hit(f"backslash in URL: {_ADVICE[meant]}", (Span(*rest.span()),), edits)


_ADVICE = {"/": "write /", "%5C": "encode as %5C"}


def _meant(case: Case, *, is_in_path: bool) -> str:
    """What to write for a backslash in the path of a URL, or after it."""
    return "/" if is_in_path and case.url.scheme in _SPECIAL_SCHEMES else "%5C"


def _beginning(case: Case, match: re.Match[str]) -> str:
    """The first bytes of a match in a URL, for a message."""
    return case.shown(match.start(), min(match.end(), match.start() + _MAX_SHOWN))
