"""Which lines of a page reach the right margin where a URL ends with them, measured on the page."""

from __future__ import annotations

import ctypes
from collections import Counter
from functools import cache

import pypdfium2.raw as pdfium

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.lazy_regex import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Line ends of PDFium: it reports a hyphen without the line end after it.
LINE_END = lazy(r"(?<![ \t])[ \t]*+(?:\r\n?|\n)|\ufffe(?:\r\n?|\n)?")
# What ends a URL, the end of its scheme or the beginning of its host, and a line that may continue it.
_TOKEN_BORDER = lazy(r"[\s<>\"]")
_URL_BEGINS = lazy(r"[A-Za-z][0-9+.-]*:|[wW]{3}\.")
_ONE_WORD = lazy(r"\s*[^\s<>\"]+\Z")
# Where typesetting may break a URL: after these characters, or else before and after them.
_PIECE = lazy(r"[^\s/.?&=_#]*[/.?&=_#]?")
# How many lines before and after one show where the margin is, and how many lines of a page are measured.
_LINES_AROUND = 8
_MAX_CANDIDATES = 1000
# How much of the end of a line is searched for a URL, in code points.
_MAX_TOKEN = 2000
# So many lines that end at the same place show that the text is justified.
_JUSTIFIED = 4
# By how much characters may be beyond the margin, in points.
_TOLERANCE = 1.0
# Where PDFium writes the left, right, bottom and top edge of a character.
EDGES = tuple(ctypes.c_double() for _ in range(4))


class _Line(NamedTuple):
    """A line of the text of a page, as offsets in it."""

    start: int
    stop: int
    end: int
    """The offset after its line end."""


def full_lines(text: str, text_page: pdfium.FPDF_TEXTPAGE) -> set[int]:
    """Return the offsets of the ends of lines that end in a URL, where the next piece of it would not have fitted."""
    if "://" not in text and "www." not in text:
        return set()
    lines = list(_lines(text))
    box = cache(lambda offset: _box(text_page, offset))
    found = set()
    for number in _candidates(text, lines):
        if _is_full(text, lines, number, box):
            found.add(lines[number].stop)
    return found


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for match in LINE_END.finditer(text):
        yield _Line(at, match.start(), match.end())
        at = match.end()
    yield _Line(at, len(text), len(text))


def _candidates(text: str, lines: list[_Line]) -> list[int]:
    """The numbers of lines that end in a URL, or in what may be another line of one."""
    found: list[int] = []
    for number, line in enumerate(lines[:-1]):
        content = text[line.start : line.stop]
        goes_on = found and found[-1] == number - 1 and _ONE_WORD.match(content)
        if goes_on or _URL_BEGINS.search(_TOKEN_BORDER.split(content[-_MAX_TOKEN:])[-1]):
            found.append(number)
    return found[:_MAX_CANDIDATES]


def _is_full(text: str, lines: list[_Line], number: int, box: Callable[[int], _Box | None]) -> bool:
    """Whether the next piece of a URL would not have fitted on a line, by the margin of the lines around it."""
    own = _extent(text, lines[number], box)
    if own is None:
        return False
    left, right = own
    around = [_extent(text, line, box) for line in lines[max(0, number - _LINES_AROUND) : number + _LINES_AROUND + 1]]
    margin = _margin(
        [right, *(end for start, end in filter(None, around) if start < right and end > left)]
    )  # of this column
    following = lines[number + 1]
    piece = _PIECE.match(text, following.start, following.stop)
    first, last = (box(following.start), box(max(following.start, piece.end() - 1))) if piece else (None, None)
    return first is not None and last is not None and right + last.right - first.left > margin + _TOLERANCE


def _margin(ends: list[float]) -> float:
    """The right margin by the ends of lines: that of justified text, or the end of the longest line."""
    end, count = Counter(map(round, ends)).most_common(1)[0]
    return end if count >= _JUSTIFIED else max(ends)


def _extent(text: str, line: _Line, box: Callable[[int], _Box | None]) -> tuple[float, float] | None:
    """The left and right edge of a line; None if it is empty or has no box."""
    start, stop = line.start, line.stop
    while start < stop and text[start].isspace():
        start += 1
    while start < stop and text[stop - 1].isspace():
        stop -= 1
    first, last = (box(start), box(stop - 1)) if start < stop else (None, None)
    return (first.left, last.right) if first and last else None


class _Box(NamedTuple):
    """The horizontal extent of a character in points."""

    left: float
    right: float


def _box(text_page: pdfium.FPDF_TEXTPAGE, offset: int) -> _Box | None:
    left, right, _, _ = edges = EDGES
    index = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, offset)
    if index < 0 or not pdfium.FPDFText_GetCharBox(text_page, index, *edges):
        return None
    return _Box(left.value, right.value)
