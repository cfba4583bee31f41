"""The source lines of a finding, with marks under what it reports, and as its fix makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, takewhile

from urlmend._lib.common_ends import common_ends
from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.sanitize import printable
from urlmend._lib.terminal import fitting, width
from urlmend.model.document import END_OF_LINE, without_boundaries
from urlmend.model.span import Span
from urlmend.redaction.redact import mask

if TYPE_CHECKING:
    from urlmend.model.finding import Edit

_ELLIPSIS = "..."
_TAB = "    "


class _Line(NamedTuple):
    """A line as it is shown, or the part of a long one that may be shown."""

    text: str
    marked: list[Span]
    """Ascending ranges of the text, at least one."""
    is_cut_before: bool
    is_cut_after: bool

    def left(self, columns: int) -> int:
        """The number of characters to omit at the beginning, so that `columns` cells show the first marked range."""
        start = self.marked[0].start
        before, rest = self.text[:start], width(self.text[start:]) + len(_ELLIPSIS) * self.is_cut_after
        extents = (width(self.text[start:stop]) for _, stop in self.marked)
        extent = max(takewhile(lambda cells: cells <= _room(columns), extents), default=columns)
        limit = max(columns // 4, (columns - extent) // 2, columns - rest)
        if not self.is_cut_before and width(before) <= limit:
            return 0
        left = start - fitting(reversed(before), limit - len(_ELLIPSIS))
        # Indentation and comment leaders stay if half of the cells are left for the range.
        is_lead = not self.is_cut_before and not any(map(str.isalnum, before[:left]))
        return 0 if is_lead and width(before) <= columns // 2 else left

    def shows_all(self, left: int, columns: int) -> bool:
        """Whether `columns` cells show all marked ranges if `left` characters are omitted."""
        return left <= self.marked[0].start and width(self.text[left : self.marked[-1].stop]) <= _room(columns)

    def shortened(self, columns: int) -> _Line:
        """Return the line without the middle of long texts between marked ranges; `columns` cells show these."""
        bounds = [0, *(bound for span in self.marked for bound in span), len(self.text)]
        pieces = [self.text[start:stop] for start, stop in pairwise(bounds)]
        between = pieces[2:-1:2]
        room = _room(columns) - columns // 4 - sum(map(width, pieces[1::2]))
        pieces[2:-1:2] = [_without_middle(piece, room // len(between)) for piece in between]
        return self._replace(text="".join(pieces), marked=_odd(pieces))

    def fitted(self, left: int, columns: int) -> tuple[str, str]:
        """Return what `columns` cells show if `left` characters are omitted, and the line of marks below it."""
        omitted = _ELLIPSIS if left or self.is_cut_before else ""
        shown = omitted + self.text[left:]
        end = len(shown)
        if self.is_cut_after or width(shown) > columns:
            end = fitting(shown, columns - len(_ELLIPSIS))
            shown = shown[:end] + _ELLIPSIS
        marks, shift = "", len(omitted) - left
        for start, stop in self.marked:
            if marks and start + shift >= end:
                break
            marks = marks.ljust(width(shown[: start + shift]))
            marks += "^" * max(1, width(shown[start + shift : stop + shift if stop + shift <= end else None]))
        return shown.rstrip(), marks


def source_lines(text: str, spans: Sequence[Span], secret: Sequence[Span], columns: int) -> Iterator[tuple[str, str]]:
    """Yield each line of a text that has one of the ascending spans, and a line of marks under these spans.

    Both take at most `columns` cells: of a longer line, only the part around its first span is shown. The ascending
    spans `secret` are masked.
    """
    for group in _by_line(text, spans):
        line = _line(text, group, secret, *_around(text, group, columns))
        yield line.fitted(line.left(columns), columns)


def fixed_lines(
    text: str, spans: Sequence[Span], edits: Sequence[Edit], secret: Sequence[Span], columns: int
) -> Iterator[str]:
    """Yield the lines of a text that ascending edits change, with the edits applied, as `source_lines` shows them.

    If possible, the first one begins where the first source line of `spans` does. Nothing is yielded if an edit
    replaces part of a secret.
    """
    from urlmend.redaction.edited import edited  # few findings have a fix

    first, last = edits[0].span, edits[-1].span
    group = next(_by_line(text, spans))
    low, high = _around(text, group, columns)
    left = None
    if low <= first.start <= high:
        left = _line(text, group, secret, low, high).left(columns)
    else:
        low, _ = _around(text, [first], columns)
    _, high = _around(text, [Span(last.stop, last.stop)], columns)
    pieces = edited(text, low, high, edits, secret)
    if pieces is None:
        return
    after = "".join(pieces)
    changes = [
        part
        for span, edit in zip(_odd(pieces), edits, strict=True)
        for part in _lines(after, *_changed(after, span, text[slice(*edit.span)]))
    ]
    for group in _by_line(after, changes):
        start, stop = _around(after, group, len(after))
        line = _line(after, group, (), start, stop)._replace(
            is_cut_before=start == 0 and _is_cut_before(text, low),
            is_cut_after=stop == len(after) and _is_cut_after(text, high),
        )
        if start or left is None or not line.shows_all(left, columns):
            left = line.left(columns)
            if not line.shows_all(left, columns) and len(group) > 1:
                line = line.shortened(columns)
                left = line.left(columns)
        yield line.fitted(left, columns)[0]


def _room(columns: int) -> int:
    """The number of cells of a line between ellipses."""
    return columns - 2 * len(_ELLIPSIS)


def _changed(after: str, span: Span, before: str) -> Span:
    """The part of a range that differs from the text before."""
    head, tail = common_ends(before, after[span.start : span.stop])
    return Span(span.start + head, span.stop - tail)


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


def _line(text: str, spans: Sequence[Span], secret: Sequence[Span], low: int, high: int) -> _Line:
    """The line that is `text[low:high]` or contains it, with the spans marked; they may end after it."""
    bounds = [low, *(min(bound, high) for span in spans for bound in span), high]
    pieces = [_shown(text, secret, start, stop) for start, stop in pairwise(bounds)]
    return _Line("".join(pieces), _odd(pieces), _is_cut_before(text, low), _is_cut_after(text, high))


def _odd(pieces: Sequence[str]) -> list[Span]:
    """The spans of every other piece of a text, from the second one on; the last piece is not among them."""
    ends = list(accumulate(map(len, pieces)))
    return [Span(start, stop) for start, stop in zip(ends[:-1:2], ends[1::2], strict=True)]


def _is_cut_before(text: str, low: int) -> bool:
    """Whether an offset is not the start of a line."""
    return text[low - 1 : low] not in ("", "\n", "\r")


def _is_cut_after(text: str, high: int) -> bool:
    """Whether an offset is not the end of a line."""
    return text[high : high + 1] not in ("", "\n", "\r")


def _without_middle(text: str, limit: int) -> str:
    """A text without its middle if it takes more than `limit` cells."""
    if width(text) <= limit:
        return text
    side = max(limit - len(_ELLIPSIS), 2) // 2
    return text[: fitting(text, side)] + _ELLIPSIS + text[len(text) - fitting(reversed(text), side) :]


def _shown(text: str, secret: Sequence[Span], low: int, high: int) -> str:
    return printable(without_boundaries(mask(text, secret, low, high)).replace("\t", _TAB))
