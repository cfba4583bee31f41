"""The source lines of a finding, with marks under what it reports, and as its fix makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.sanitize import printable
from urlmend._lib.terminal import fitting, width
from urlmend.model.document import END_OF_LINE, without_boundaries
from urlmend.model.span import Span
from urlmend.redaction.redact import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.finding import Edit

_ELLIPSIS = "..."
_TAB = "    "


class _Piece(NamedTuple):
    """A part of a line, as it is shown."""

    text: str
    is_marked: bool = False

    @property
    def marks(self) -> str:
        """The line below it: a mark for each cell, at least one."""
        cells = width(self.text)
        return "^" * max(1, cells) if self.is_marked else " " * cells


def source_lines(text: str, spans: Sequence[Span], secret: Sequence[Span], columns: int) -> Iterator[tuple[str, str]]:
    """Yield each line of a text that has one of the ascending spans, and a line of marks under these spans.

    Both take at most `columns` cells: of a longer line, only the part around its first span is shown. The ascending
    spans `secret` are masked.
    """
    for group in _by_line(text, spans):
        low, high = _around(text, group, columns)
        pieces = list(_pieces(text, group, secret, low, high))
        if _is_cut(text, low, high) or sum(width(piece.text) for piece in pieces) > columns:
            pieces = _fitted(text, group[0], secret, columns)
        yield "".join(piece.text for piece in pieces).rstrip(), "".join(piece.marks for piece in pieces).rstrip()


def fixed_lines(text: str, edits: Sequence[Edit], secret: Sequence[Span], columns: int) -> Iterator[str]:
    """Yield the lines of a text that ascending edits change, with the edits applied, as `source_lines` shows them.

    There is none if an edit replaces part of a secret.
    """
    from urlmend.redaction.edited import edited  # few findings have a fix

    first, last = edits[0].span, edits[-1].span
    low, _ = _around(text, [first], 2 * columns)
    _, high = _around(text, [Span(last.stop, last.stop)], 2 * columns)
    pieces = edited(text, low, high, edits, secret)
    if pieces is None:
        return
    after, ends = "".join(pieces), list(accumulate(map(len, pieces)))
    spans = [part for start, stop in zip(ends[:-1:2], ends[1::2], strict=True) for part in _lines(after, start, stop)]
    for line, _ in source_lines(after, spans, (), columns):
        yield line


def _lines(text: str, start: int, stop: int) -> Iterator[Span]:
    """Yield the parts of a range on each of its lines."""
    for end in END_OF_LINE.finditer(text, start, stop):
        yield Span(start, end.start())
        start = end.end()
    yield Span(start, stop)


def _by_line(text: str, spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Group the spans that are on the same line."""
    group = [spans[0]]
    for span in spans[1:]:
        if END_OF_LINE.search(text, group[-1].stop, span.start):
            yield group
            group = []
        group.append(span)
    yield group


def _around(text: str, spans: Sequence[Span], columns: int) -> tuple[int, int]:
    """The range of the line of some spans, but of at most `columns` characters before and after them."""
    start, stop = spans[0].start, spans[-1].stop
    near, far = max(0, start - columns), min(len(text), stop + columns)
    line_start = max(text.rfind("\n", near, start), text.rfind("\r", near, start)) + 1
    end = END_OF_LINE.search(text, start, far)
    return line_start or near, end.start() if end else far


def _is_cut(text: str, low: int, high: int) -> bool:
    """Whether a range begins or ends within a line."""
    return text[low - 1 : low] not in ("", "\n", "\r") or text[high : high + 1] not in ("", "\n", "\r")


def _pieces(text: str, spans: Sequence[Span], secret: Sequence[Span], low: int, high: int) -> Iterator[_Piece]:
    """Split a range of the text at the spans; they may end after it."""
    at = low
    for start, end in spans:
        stop = min(end, high)
        yield _Piece(_shown(text, secret, at, start))
        yield _Piece(_shown(text, secret, start, stop), is_marked=True)
        at = stop
    yield _Piece(_shown(text, secret, at, high))


def _shown(text: str, secret: Sequence[Span], low: int, high: int) -> str:
    return printable(without_boundaries(mask(text, secret, low, high)).replace("\t", _TAB))


def _fitted(text: str, span: Span, secret: Sequence[Span], columns: int) -> list[_Piece]:
    """A span, and as much of its line as `columns` cells can show."""
    low, high = _around(text, [span], columns)
    before, marked, after = (piece.text for piece in _pieces(text, [span], secret, low, high))
    marked = _beginning(marked, columns - 2 * len(_ELLIPSIS), is_cut=False)
    room = columns - width(marked)
    cut_before, cut_after = _is_cut(text, low, len(text)), _is_cut(text, 0, high)
    needed = width(after) + len(_ELLIPSIS) * cut_after
    before = _beginning(before[::-1], max(room // 2, room - needed), is_cut=cut_before)[::-1]
    after = _beginning(after, room - width(before), is_cut=cut_after)
    return [_Piece(before), _Piece(marked, is_marked=True), _Piece(after)]


def _beginning(text: str, limit: int, *, is_cut: bool) -> str:
    """A text in at most `limit` cells, with an ellipsis if it is cut, as it may already be."""
    if not is_cut and width(text) <= limit:
        return text
    return text[: fitting(text, limit - len(_ELLIPSIS))] + _ELLIPSIS
