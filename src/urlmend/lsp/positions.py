"""Conversion between offsets in a text and positions of the protocol."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate

from lsprotocol import types

from urlmend.model.document import END_OF_LINE
from urlmend.model.span import Span

# The Python codec of each position encoding, and the size of its code units in bytes.
_CODECS = {
    types.PositionEncodingKind.Utf8.value: ("utf-8", 1),
    types.PositionEncodingKind.Utf16.value: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32.value: ("utf-32-le", 4),
}
# Code units are counted once per this many code points: a long line is not counted again for each finding.
_STEP = 256


class Positions:
    r"""Converts between offsets (code points) and positions of the protocol (LSP section Position).

    Positions count lines from 0, and within a line the code units of the negotiated position
    encoding. Lines end in `\n`, `\r\n` or `\r` only (section Text Documents), so the conversions of
    pygls, which use `str.splitlines`, cannot be used.
    """

    def __init__(self, text: str, encoding: str = types.PositionEncodingKind.Utf16.value) -> None:
        """Take a text, and a `PositionEncodingKind`."""
        self._text = text
        self._codec, self._width = _CODECS[encoding]
        self._starts, self._ends = array("Q", [0]), array("Q")
        """The start of each line, and its end without its line ending."""
        for match in END_OF_LINE.finditer(text):
            self._ends.append(match.start())
            self._starts.append(match.end())
        self._ends.append(len(text))
        steps = (self._count(at, at + _STEP) for at in range(0, len(text), _STEP))
        self._counted = array("Q", [0, *accumulate(steps)])

    def position(self, offset: int) -> types.Position:
        r"""The position of an offset; an offset within `\r\n`, which has no position, counts as the one before."""
        line = bisect_right(self._starts, offset) - 1
        at = min(offset, self._ends[line])
        return types.Position(line, self._units(at) - self._units(self._starts[line]))

    def range(self, span: Span) -> types.Range:
        """The range of a span; both are half-open (LSP section Range)."""
        return types.Range(self.position(span.start), self.position(span.stop))

    def offset(self, position: types.Position) -> int:
        """The offset of a position.

        A position after the end of its line is the end of the line (LSP section Position), one
        after the last line is the end of the text, and one within a character is its start.
        """
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        units = self._units(start) + position.character
        return start + bisect_right(range(start, end + 1), units, key=self._units) - 1

    def _units(self, offset: int) -> int:
        """The number of code units before an offset."""
        step = offset // _STEP
        return self._counted[step] + self._count(step * _STEP, offset)

    def _count(self, start: int, stop: int) -> int:
        return len(self._text[start:stop].encode(self._codec, "surrogatepass")) // self._width
