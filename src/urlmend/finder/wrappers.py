"""Reading a wrapper: `<URL:...>`, `URL:<...>`, `URL=<...>`, `<scheme:...>` (RFC 1738 appendix, RFC 3986 appendix C)."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.line_breaks import Step, named_break, newline_at, prefix_at, step_in_cell, step_over
from urlmend.model.span import Span
from urlmend.uri.rfc3986 import SCHEME
from urlmend.uri.schemes import COMMON, SCHEMEPART_STARTS, SchemeTable

# A wrapper's bounds: what is longer is read as a bare URL.
MAX_LENGTH = 4096
MAX_LINES = 64

# A cheap look at what follows a `<`; `URL:<` and `URL=<` are seen by looking back. In texts that URLs have been cut out
# of, a zero byte stands for one.
TRIGGER = lazy(
    rf"<(?=\s*(?:[uU][rR][lL]\s*:|{SCHEME}(?::|[ \t]*[\r\n]))|\s+\0"
    r"|(?<=[uU][rR][lL][:=]<)|(?<=[uU][rR][lL][:=] <))"
)

_PREFIX_INSIDE = lazy(r"\s*(?:[uU][rR][lL]\s*:\s*(?://(?=[A-Za-z][A-Za-z0-9+.-]*:))?\s*)+")
_PREFIX_OUTSIDE = lazy(r"(?<![A-Za-z0-9_])[uU][rR][lL][:=][ \t]?$")
_WORDS_BEFORE = 8
_PIECE = lazy(r"[^\s<>]+")
_BLANKS = lazy(r"[^\S\r\n\f]+")
_PROSE = lazy(
    r"(?:(?:or|and|for|from|at|in|on|to|the|a|an|is|was|by|with|via|see|also|but|if|which|where|e\.g\.|i\.e\.|etc\.?)"
    r"(?=[\s>])|[(\u2013\u2014]|--?\s)",
    re.IGNORECASE,
)
_HTML_TAG = lazy(
    r"/[a-z]|(?:a|b|br|code|dd|div|dt|em|font|i|img|input|kbd|label|legend|li|p|pre|span|strong|td|th|tr|tt|u|var)(?![^/])",
    re.IGNORECASE,
)
_ANOTHER = lazy(rf"{SCHEME}://")
_CLOSING = lazy(r"(?:(?!://)[^<>])*>")
_SCHEME = lazy(rf"({SCHEME}):")
_SCHEME_BEHIND = lazy(rf"<\s*({SCHEME}):")
_TAG = lazy(r"[A-Za-z_][\w.-]*(?:\s+[\w:.-]+\s*=\s*[\"'].*|\s*/?)$", re.DOTALL)


# The pieces, the breaks between them, and the offset behind the `>`.
_Pieces = tuple[tuple[Span, ...], tuple[str, ...], int]


class Wrapper(NamedTuple):
    """A wrapper that was read: its URL's pieces, the breaks between them, and what it covers.

    Offsets are in code points.
    """

    spans: tuple[Span, ...]
    gaps: tuple[str, ...]
    """What lies between two spans, one for each gap: a kind of break."""
    outer: Span
    form: str
    scheme: str


def read_wrapper(text: str, offset: int, table: SchemeTable, floor: int = 0) -> Wrapper | None:
    """Read the wrapper whose `<` stands at an offset; None if it is none, or is not closed.

    A prefix before the `<` counts from `floor` on. Offsets are in code points.
    """
    words = text[max(floor, offset - _WORDS_BEFORE) : offset]
    before = _PREFIX_OUTSIDE.search(words) if words.rstrip(" \t").endswith((":", "=")) else None
    named = _SCHEME_BEHIND.match(text, offset)
    if named and not before and named.group(1).lower() != "url" and table.status(named.group(1)) is None:
        return None  # most are tags
    inside = _PREFIX_INSIDE.match(text, offset + 1)
    start = offset - len(before.group()) if before else offset
    pieces = _read_pieces(text, inside.end() if inside else offset + 1, offset)
    if pieces is None:
        return None
    spans, gaps, stop = pieces
    content = "".join(text[low:high] for low, high in spans)
    match = _SCHEME.match(content)
    scheme = match.group(1).lower() if match else ""
    if before and not scheme and _HTML_TAG.match(content):
        return None  # a label before a tag: `URL:</th>`
    if before or inside:
        return Wrapper(spans, gaps, Span(start, stop), "url-wrapper", scheme)
    if not scheme or not _counts(content, scheme, table):
        return None
    rest = content[len(scheme) + 1 :]
    fits = scheme in SCHEMEPART_STARTS and re.match(SCHEMEPART_STARTS[scheme], rest)
    if not rest.startswith("//") and not fits and _is_tag(text, start, scheme, stop):
        return None
    return Wrapper(spans, gaps, Span(start, stop), "angle", scheme)


def _counts(content: str, scheme: str, table: SchemeTable) -> bool:
    rest = content[len(scheme) + 1 :]
    if rest.startswith("//"):
        return table.status(scheme) is not None and len(rest) > 2
    return bool(rest) and table.is_registered(scheme)


def _is_tag(text: str, start: int, scheme: str, stop: int) -> bool:
    """Whether `<scheme:name ...>` is an XML element, a name of C++ or the like, rather than a URL."""
    rest = text[start + 1 : stop - 1].strip()[len(scheme) + 1 :]
    if rest.startswith(":"):
        return True
    if rest[:1] in (" ", "\t"):  # `<Tag: plan>` is how programs show their objects
        return True
    if not _TAG.match(rest):
        return False
    name = rest.split()[0].rstrip("/")
    if not name or "=" in rest or (rest.endswith("/") and scheme not in COMMON):
        return True
    return text.find(f"</{scheme}:{name}", stop, stop + MAX_LENGTH) >= 0


def _read_pieces(text: str, start: int, bracket: int, *, nested: bool = False) -> _Pieces | None:
    """The pieces between the brackets, white space and line prefixes dropped, and the offset behind the `>`."""
    prefix = None
    spans: list[Span] = []
    gaps: list[str] = []
    gap = ""
    offset, lines = start, 1
    limit = bracket + MAX_LENGTH
    while offset < len(text) and offset <= limit and lines <= MAX_LINES:
        piece = _PIECE.match(text, offset)
        if piece:
            offset = piece.end()
            step = step_in_cell(text, spans[-1].stop, spans[-1].start) if spans and piece.group()[0] == "|" else None
            if step and step.resume > piece.start():  # else it is a step from lines above
                offset, gap = step.resume, step.kind
                continue
            if spans and gap == "space" and _ANOTHER.match(text, piece.start()):
                return None
            if spans and gap == "space" and _PROSE.match(text, piece.start()):
                closing = _CLOSING.match(text, piece.start(), limit)
                return (tuple(spans), tuple(gaps), closing.end()) if closing else None
            # A string literal goes on in the next line: the sign for that is no part of the URL.
            goes_on = piece.group()[-1] == "\\" and newline_at(text, offset) is not None
            if piece.start() < offset - goes_on:
                if spans:
                    gaps.append(gap)
                spans.append(Span(piece.start(), offset - goes_on))
                gap = ""
            continue
        char = text[offset]
        if char == ">":
            return tuple(spans), tuple(gaps), offset + 1
        if char == "<":
            return None if spans or nested else _nested(text, offset)
        blanks = _BLANKS.match(text, offset)
        if blanks:
            offset, gap = blanks.end(), gap or "space"
            continue
        if prefix is None:
            prefix = prefix_at(text, bracket)
        step = step_over(text, offset, prefix) or _closed_on_next_line(text, offset)
        if step is None:
            return None
        lines += text.count("\n", offset, step.resume)
        offset = step.resume
        gap = named_break(step.kind, text[spans[-1].stop - 1 : spans[-1].stop] if spans else "")
    return None


def _closed_on_next_line(text: str, offset: int) -> Step | None:
    """A `>` alone on the next line closes the wrapper even where such a line is blank but for quote marks."""
    after = newline_at(text, offset)
    if after is not None and re.compile(r"[ \t]*>[.,;)]?[ \t]*[\r\n]").match(text, after):
        return Step(text.index(">", after), "newline", after, "")
    return None


def _nested(text: str, offset: int) -> _Pieces | None:
    """`<URL:<...>>`: the inner brackets are the wrapper's own, written twice."""
    inner = _read_pieces(text, offset + 1, offset, nested=True)
    if inner is None:
        return None
    pieces, gaps, stop = inner
    return pieces, gaps, stop + 1 if text.startswith(">", stop) else stop
