"""Offsets of a text and positions of the protocol."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from lsprotocol import types

from urlmend.model.document import END_OF_LINE
from urlmend.model.span import Span

# Each encoding of positions: the codec of Python, and the bytes of a code unit.
_CODECS = {
    types.PositionEncodingKind.Utf8.value: ("utf-8", 1),
    types.PositionEncodingKind.Utf16.value: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32.value: ("utf-32-le", 4),
}
# Code units are counted beforehand up to every so many code points: a long line must not be counted for each finding.
_STEP = 256


class Positions:
    r"""A text's offsets (code points) as positions of the protocol, and back (LSP section Position).

    Positions count lines from 0, and in a line the code units of the encoding that client and
    server have agreed on. Lines end in `\n`, `\r\n` or `\r` and in nothing else (section Text
    Documents), so the lines that pygls counts, those of `str.splitlines`, are of no use here.
    """

    def __init__(self, text: str, encoding: str = types.PositionEncodingKind.Utf16.value) -> None:
        """Take a text, and the encoding: a `PositionEncodingKind`."""
        self._text = text
        self._codec, self._width = _CODECS[encoding]
        ends = [match.span() for match in END_OF_LINE.finditer(text)]
        self._starts = [0, *(stop for _, stop in ends)]
        self._ends = [*(start for start, _ in ends), len(text)]
        """Where each line ends, its line ending left out."""
        steps = (self._count(at, at + _STEP) for at in range(0, len(text), _STEP))
        self._counted = [0, *accumulate(steps)]

    def position(self, offset: int) -> types.Position:
        r"""The position of an offset; between the halves of a `\r\n`, where there is none, that before it."""
        line = bisect_right(self._starts, offset) - 1
        at = min(offset, self._ends[line])
        return types.Position(line, self._units(at) - self._units(self._starts[line]))

    def range(self, span: Span) -> types.Range:
        """The range of a span (LSP section Range): half-open as well."""
        return types.Range(self.position(span.start), self.position(span.stop))

    def offset(self, position: types.Position) -> int:
        """The offset of a position.

        One behind its line's end is the line's end (LSP section Position), one behind the last
        line the text's; one inside a character is the character's beginning.
        """
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        units = self._units(start) + position.character
        return start + bisect_right(range(start, end + 1), units, key=self._units) - 1

    def _units(self, offset: int) -> int:
        """The code units before an offset."""
        step = offset // _STEP
        return self._counted[step] + self._count(step * _STEP, offset)

    def _count(self, start: int, stop: int) -> int:
        return len(self._text[start:stop].encode(self._codec, "surrogatepass")) // self._width
