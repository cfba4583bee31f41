"""Read a wrapper: `<URL:...>`, `URL:<...>`, `URL=<...>`, `<scheme:...>` (RFC 1738 appendix, RFC 3986 appendix C)."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.file_endings import has_ending
from urlmend.finder.line_breaks import EDGES, Step, break_kind, newline_at, step_in_cell, step_over
from urlmend.finder.page_furniture import over_furniture
from urlmend.model.lines import Marks, marks_at
from urlmend.model.span import Span
from urlmend.uri.rfc3986 import SCHEME
from urlmend.uri.schemes import COMMON, SCHEMEPART_STARTS, SchemeTable, schemepart_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Form

# Limits of a wrapper in code points and lines; the URL in a longer one is read as a bare URL.
MAX_LENGTH = 4096
MAX_LINES = 64

# A cheap test of what follows a `<`; `URL:<` and `URL=<` are recognised by looking back.
TRIGGER = lazy(
    rf"""
    <
    (?= \s* (?: [uU][rR][lL] \s* [:=] | {SCHEME} (?: : | [ \t]*[\r\n] ) )
    | (?<= [uU][rR][lL][:=] < )
    | (?<= [uU][rR][lL][:=][ ] < )
    )
    """,
    re.VERBOSE,
)

_PREFIX_INSIDE = lazy(
    r"""
    \s*
    (?: [uU][rR][lL] \s* : \s*
        (?: // (?= [A-Za-z][A-Za-z0-9+.-]* : ) )?  # `URL://http://a/`
        \s*
    )+
    """,
    re.VERBOSE,
)
_PREFIX_OUTSIDE = lazy(r"(?<![A-Za-z0-9_])[uU][rR][lL][:=][ \t]?$")
# How far before a `<` its prefix may begin, in code points.
_WORDS_BEFORE = 8
_PIECE = lazy(
    r"""
    [^\s<>\0]+
    (?: (?i: (?<=news:) | (?<=mid:) | (?<=cid:) )  # a message-id in brackets of its own, which are wrong there
        < [^\s<>@]{1,250} @ [^\s<>@]{1,250} > (?=\s*>)
    )?
    """,
    re.VERBOSE,
)
_SPACES = lazy(r"[^\S\r\n\f]+")
_PROSE_WORD = lazy(
    r"""
    (?: or | and | for | from | at | in | on | to | the | a | an | is | was | by | with | via | see | also | but | if
    | which | where | e\.g\. | i\.e\. | etc\.?
    ) (?= \s )
    | [(\u2013\u2014]
    | --?\s
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WORD = lazy(r"\w")
_HTML_TAG = lazy(
    r"""
    /[a-z]
    | (?: a | b | br | code | dd | div | dt | em | font | i | img | input | kbd | label | legend | li | p | pre | span
      | strong | td | th | tr | tt | u | var
      ) (?! [^/] )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ANOTHER_URL = lazy(rf"{SCHEME}://")
_WEB_URL = lazy(r"(?i:https?|ftp)://")
# A URL that may be complete, and the text of a link after it, as in `<https://example.org The text>`: no path with a
# parameter, no path, and no name of a file that the spaces may belong to.
_COMPLETE = lazy(r"[^\s:]+:(?://|[^\s@]+@)[^\s?]+(?<![&=%_.{-])\Z")
_TEXT = lazy(r"(?![/?#&=%.:;,_-]|(?<=/[ ])[^A-Z])[^<>\r\n]*>")
# Words with a slash: names such as `GNU/Linux`, or, among others, `input/output`. And the name of a file in capitals.
_NAME_WITH_SLASH = lazy(r"[A-Z]\w*(?:/[A-Z0-9]\w*)+")
_WORD_WITH_SLASH = lazy(r"[^\W\d_]+(?:/(?:[^\W\d_]+|[0-9]))+")
_CAPITAL_FILE = lazy(r"[A-Z]{3}[A-Z0-9_-]*+\.\w+\Z")
# How long such a text is at most that begins a line, in code points, and the signs that its words may contain.
_LONGEST_TITLE = 400
_IN_WORDS = str.maketrans("", "", "'\u2019,:-")
_TO_CLOSING_BRACKET = lazy(r"(?:(?!://)[^<>])*>")
_LONE_BRACKET = lazy(r"[ \t]*>[.,;)]?[ \t]*[\r\n]")
_SCHEME = lazy(rf"({SCHEME}):")
# In `<URL:...>`, any name before `://` is a scheme, even a wrong one, or one that RFC 1738 allows (`3com`).
_ANY_SCHEME = lazy(r"([A-Za-z0-9][\w+.-]*):(?=//)", re.ASCII)
_SCHEME_AFTER_BRACKET = lazy(rf"<\s*({SCHEME}):")
# What names a thing instead of being one: `<tel:NUMBER>`, `<file:linenum>`, `<Example:0x7f>`, `<data:...>`.
_PLACEHOLDER = lazy(r"(?:[A-Za-z_][\w-]*(?::[A-Za-z_][\w-]*)*|0x[0-9A-Fa-f]+|\.{2,}|\u2026)\Z")
# Schemes after which a word is enough (RFC 6694), or a host.
_WITH_WORD = COMMON | {"about", "callto", "skype"}
_QUOTES = ("'", '"', "`")
# A comparison that begins a block of code: `for i in 0 ..< num:`, `if a < data:`.
_COMPARISON = lazy(
    rf"(?:<[ \t]+|(?<=[\w.)\]])<)(?!(?i:https?|ftp|mailto|url)[ \t]*:){SCHEME}:[ \t]*(?:\#[^\r\n]*)?[\r\n]"
)
# The text of a link after a bar, as in the markup of Slack, but no single letter; line breaks in a literal. A query may
# have a bar, too.
_TEXT_BEGINS = lazy(
    r"(?P<bar>\|)(?!/)(?=[^|<>]{2,400}>|[^\x00-\x7f]>)(?P<words>(?=[^|<>]*?(?:[^\W\d_]{2}|#[0-9]|\$\{|[^\x00-\x7f])))?"
    r"|(?:\\[nrt])+[\"']{0,2}(?=\s|>)"
)
# What a URL without `//` does not contain, and a regular expression does.
_REGULAR_EXPRESSION = lazy(r"\[(?:\^|[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])|\\[dswDSW][+*)]|\.[*+]\??\)|\(\?")
# An attribute whose name begins with a colon, as in templates of Vue, after the name of its element.
_BOUND_ATTRIBUTE = lazy(r"\s+:[A-Za-z][\w.-]*=[\"']")
_REST_OF_TAG = lazy(r"[A-Za-z_][\w.-]*(?:\s+[\w:.-]+\s*=\s*[\"'].*|\s*/?)$", re.DOTALL)


# The pieces, the kinds of the breaks between them, and the offset after the `>`.
_Pieces = tuple[tuple[Span, ...], tuple[str, ...], int]


class Wrapper(NamedTuple):
    """A wrapper and the pieces of its URL; offsets are in code points."""

    spans: tuple[Span, ...]
    gaps: tuple[str, ...]
    """The kind of break between each two spans."""
    outer: Span
    """The complete wrapper, including a prefix before the `<`."""
    form: Form
    scheme: str


def with_prose(text: str, wrapper: Wrapper) -> Wrapper | None:
    """Return a wrapper with all of its content as the URL, if prose ends its URL; offsets are in code points."""
    last = wrapper.spans[-1].stop if wrapper.spans else wrapper.outer.stop
    if not _WORD.search(text, last, wrapper.outer.stop) or text.startswith(("|", "\\"), last):
        return None
    start = wrapper.spans[0].start
    pieces = _read_pieces(text, start, start - 1, stops_at_prose=False)
    if pieces is None or pieces[0][-1].stop == last:
        return None
    return wrapper._replace(spans=pieces[0], gaps=pieces[1])


def read_wrapper(text: str, offset: int, table: SchemeTable, floor: int = 0) -> Wrapper | None:
    """Read the wrapper whose `<` is at an offset; None if there is no wrapper, or it is unterminated.

    A prefix before the `<` must not begin before `floor`. Offsets are in code points.
    """
    words = text[max(floor, offset - _WORDS_BEFORE) : offset]
    before = _PREFIX_OUTSIDE.search(words) if words.rstrip(" \t").endswith((":", "=")) else None
    first = _SCHEME_AFTER_BRACKET.match(text, offset)
    if first and not before and first.group(1).lower() != "url" and table.status(first.group(1)) is None:
        return None  # mostly a tag
    if first and text[first.end() : first.end() + 1].isspace() and _COMPARISON.match(text, offset):
        return None
    if first and text[offset - 1 : offset] in _QUOTES and text.startswith(text[offset - 1], first.end()):
        return None  # the beginning of a wrapper is quoted: "<cid:"
    inside = _PREFIX_INSIDE.match(text, offset + 1)
    start = offset - len(before.group()) if before else offset
    may_have_text = not (before or inside or text.startswith("](", offset - 2))
    pieces = _read_pieces(text, inside.end() if inside else offset + 1, offset, may_have_text=may_have_text)
    if pieces is None:
        return None
    spans, gaps, stop = pieces if before or inside else _before_text(text, pieces)
    content = "".join(text[low:high] for low, high in spans)
    match = _SCHEME.match(content) or ((before or inside) and _ANY_SCHEME.match(content))
    scheme = match.group(1).lower() if match else ""
    if before and (_is_tag(text, offset, scheme, stop) if scheme else _HTML_TAG.match(content)):
        return None  # a label before a tag: `URL:</th>`, `URL: <c:out value="..."/>`
    if before or inside:
        return Wrapper(spans, gaps, Span(start, stop), "url-wrapper", scheme)
    if not scheme or not _is_absolute_url(content, scheme, table):
        return None
    rest = content[len(scheme) + 1 :]
    has_slashes = rest.startswith("//")
    if not has_slashes and _REGULAR_EXPRESSION.search(rest):
        return None
    if has_slashes or (scheme in SCHEMEPART_STARTS and schemepart_start(scheme).match(rest)):
        return Wrapper(spans, gaps, Span(start, stop), "angle", scheme)
    if _is_placeholder(scheme, rest, table) or _is_tag(text, start, scheme, stop):
        return None
    return Wrapper(spans, gaps, Span(start, stop), "angle", scheme)


def _before_text(text: str, pieces: _Pieces) -> _Pieces:
    """The pieces before the text of a link, as in `<URL|text>` of chats, or before escapes of a literal."""
    spans, gaps, stop = pieces
    for number, (low, high) in enumerate(spans):
        may_have_text = "|" in text[low:high] or "\\" in text[low:high]
        for found in _TEXT_BEGINS.finditer(text, low, stop) if may_have_text else ():
            if found.start() >= high:
                break
            if not (number or low < found.start()):
                continue
            is_wordless = found["bar"] and found["words"] is None
            if is_wordless and not _is_wordless_text(text, spans[0].start, found.start(), stop - 1):
                continue
            kept = spans[:number] + ((Span(low, found.start()),) if low < found.start() else ())
            return kept, gaps[: len(kept) - 1], stop
    return pieces


def _is_wordless_text(text: str, start: int, bar: int, stop: int) -> bool:
    """Whether a bar begins a text without words: it is on one line; after a query, it repeats the end of the URL."""
    content = text[bar + 1 : stop]
    return text.endswith(content, start, bar) if text.find("?", start, bar) >= 0 else content.splitlines() == [content]


def _is_absolute_url(content: str, scheme: str, table: SchemeTable) -> bool:
    """Whether the content of a wrapper is a URL of a known scheme; without `//`, of a registered one."""
    rest = content[len(scheme) + 1 :]
    if rest.startswith("//"):
        return table.status(scheme) is not None and len(rest) > 2
    return bool(rest) and table.is_registered(scheme)


def _is_placeholder(scheme: str, rest: str, table: SchemeTable) -> bool:
    """Whether what follows a registered scheme only names what belongs there."""
    if scheme in _WITH_WORD or table.status(scheme) in ("private", "configured"):
        return False
    return _PLACEHOLDER.match(rest) is not None


def _is_tag(text: str, start: int, scheme: str, stop: int) -> bool:
    """Whether `<scheme:name ...>` is an XML element, a C++ name or the like, and not a URL."""
    content = text[start + 1 : stop - 1].strip()
    rest = content[len(scheme) + 1 :]
    if content[len(scheme) : len(scheme) + 1] != ":":  # a line break divides the scheme, but no name of a tag
        return _BOUND_ATTRIBUTE.match(content, len(scheme)) is not None
    if rest.startswith(":") or text[start - 1 : start] == "#":  # `#<Example:0x7f @name=1>` of Ruby
        return True
    if rest[:1] in (" ", "\t") and rest.lstrip(" \t")[0] not in "\r\n":  # `<Tag: plan>`, as programs print objects
        return True
    if not _REST_OF_TAG.match(rest):
        return False
    name = rest.split()[0].rstrip("/")
    if "=" in rest or (rest.endswith("/") and scheme not in COMMON):
        return True
    limit = stop + MAX_LENGTH
    return text.find(f"</{scheme}:{name}", stop, limit) >= 0 or text.find(f"</{scheme}>", stop, limit) >= 0


def _read_pieces(
    text: str,
    start: int,
    bracket: int,
    *,
    nested: bool = False,
    stops_at_prose: bool = True,
    may_have_text: bool = False,
) -> _Pieces | None:
    """The pieces between the brackets, without white space and line prefixes, and the offset after the `>`."""
    marks: Marks | None = None
    spans: list[Span] = []
    gaps: list[str] = []
    gap = ""
    offset, lines = start, 1
    limit = bracket + MAX_LENGTH
    while offset < len(text) and offset <= limit and lines <= MAX_LINES:
        piece = _PIECE.match(text, offset)
        if piece:
            offset = piece.end()
            step = step_in_cell(text, spans[-1].stop, spans[-1].start) if spans and piece.group()[0] in EDGES else None
            if step and step.resume > piece.start():  # otherwise the step began on an earlier line
                offset, gap = step.resume, step.kind
                continue
            follows_gap = bool(spans and gap)
            if follows_gap and _begins_another(text, spans, piece.start(), gap):
                return None
            label = may_have_text and "space" not in gaps
            if follows_gap and stops_at_prose and _begins_text(text, spans, piece.start(), gap, limit, label=label):
                closing = _TO_CLOSING_BRACKET.match(text, piece.start(), limit)
                return (tuple(spans), tuple(gaps), closing.end()) if closing else None
            # A backslash that continues a string literal on the next line is not part of the URL.
            is_continued = piece.group()[-1] == "\\" and newline_at(text, offset) is not None
            if piece.start() < offset - is_continued:
                if spans:
                    gaps.append(gap)
                spans.append(Span(piece.start(), offset - is_continued))
                gap = ""
            continue
        char = text[offset]
        if char == ">":
            return tuple(spans), tuple(gaps), offset + 1
        if char == "<":
            return None if spans or nested else _read_nested(text, offset)
        spaces = _SPACES.match(text, offset)
        if spaces:
            offset, gap = spaces.end(), gap or "space"
            continue
        after = newline_at(text, offset)
        if after is None:
            return None
        marks = marks or marks_at(text, bracket)
        step = (
            over_furniture(text, after, in_wrapper=True)
            or step_over(text, offset, marks)
            or _closed_on_next_line(text, after)
        )
        if step is None:
            return None
        lines += text.count("\n", offset, step.resume)
        offset = step.resume
        gap = break_kind(step.kind, text[spans[-1].stop - 1 : spans[-1].stop] if spans else "")
    return None


def _begins_text(text: str, spans: list[Span], start: int, gap: str, limit: int, *, label: bool) -> bool:
    """Whether prose begins after a break of some kind, or the `label` of a link if it may be one."""
    if gap != "space":
        return label and _is_title(text, spans, start)
    if _PROSE_WORD.match(text, start):
        return True
    if not label or not _COMPLETE.match(text, spans[0].start, spans[-1].stop):
        return False
    found = _TEXT.match(text, start, limit)
    return found is not None and _is_words(found.group()[:-1].rstrip(), text[spans[0].start : spans[-1].stop])


def _is_words(text: str, url: str) -> bool:
    """Whether a text after a space has only words, and no path or file that the space may belong to as a URL has it."""
    words = text.split()
    expected = _WORD_WITH_SLASH if len(words) > 1 else _NAME_WITH_SLASH
    if "/" in text and not all(map(expected.fullmatch, (word.strip("(),.;:!?'\"") for word in words if "/" in word))):
        return False
    return not has_ending(text) or has_ending(url.rpartition("/")[2]) or _CAPITAL_FILE.match(text) is not None


def _begins_another(text: str, spans: list[Span], start: int, gap: str) -> bool:
    """Whether another URL begins: after a line break, none that may be part of the URL, as the value of `?to=` is."""
    if not _ANOTHER_URL.match(text, start):
        return False
    if gap == "space":
        return True
    is_complete = text[spans[-1].stop - 1].isalnum() and ":" in text[spans[0].start : spans[-1].stop]
    return is_complete and _WEB_URL.match(text, start) is not None


def _is_title(text: str, spans: list[Span], start: int) -> bool:
    """Whether the rest of a wrapper, which begins a line, is the text of a link: several words and nothing else."""
    stop = text.find(">", start, start + _LONGEST_TITLE)
    if stop < 0 or not text[start].isalpha():  # true of most
        return False
    words = text[start:stop].translate(_IN_WORDS).rstrip(".!?").split(" ")
    if len(words) < 2 or not all(map(str.isalnum, words)):
        return False
    return _COMPLETE.match(text, spans[0].start, spans[-1].stop) is not None


def _closed_on_next_line(text: str, start: int) -> Step | None:
    """Step to a `>` that is alone on the line at an offset: it closes the wrapper, and is not an empty quoted line."""
    return Step(text.index(">", start), "newline", start, "") if _LONE_BRACKET.match(text, start) else None


def _read_nested(text: str, offset: int) -> _Pieces | None:
    """The pieces in `<URL:<...>>`, whose brackets are doubled; `offset` is that of the inner `<`."""
    inner = _read_pieces(text, offset + 1, offset, nested=True)
    if inner is None:
        return None
    pieces, gaps, stop = inner
    return pieces, gaps, stop + 1 if text.startswith(">", stop) else stop
