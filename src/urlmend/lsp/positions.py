"""Conversion between offsets in a text and positions of the protocol."""

from __future__ import annotations

import io
from array import array
from bisect import bisect_right
from itertools import accumulate

from lsprotocol import types

from urlmend.model.span import Span

# The Python codec of each position encoding, and the size of its code units in bytes.
_CODECS = {
    types.PositionEncodingKind.Utf8.value: ("utf-8", 1),
    types.PositionEncodingKind.Utf16.value: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32.value: ("utf-32-le", 4),
}
# Code units are counted once per this many code points: a long line is not counted again for each finding.
_STEP = 256


def _lines(text: str) -> list[str]:
    r"""Split a text after each `\n`, `\r\n` and `\r` (LSP section Text Documents)."""
    return list(io.StringIO(text, newline=""))


def code_units(text: str, encoding: str) -> int:
    """The number of code units of a text in a `PositionEncodingKind`."""
    if text.isascii():
        return len(text)
    codec, width = _CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // width


class Units:
    """The number of code units, or bytes, before each offset (code points) of a text in an encoding."""

    def __init__(self, text: str, codec: str, width: int = 1) -> None:
        """Take a text, the codec of the encoding, and the size of a code unit in bytes."""
        self._text, self._codec, self._width = text, codec, width
        steps = () if text.isascii() else (self._count(at, at + _STEP) for at in range(0, len(text), _STEP))
        self._counted = array("Q", [0, *accumulate(steps)])

    def before(self, offset: int) -> int:
        """The number of code units before an offset."""
        if len(self._counted) == 1:
            return offset
        step = offset // _STEP
        return self._counted[step] + self._count(step * _STEP, offset)

    def _count(self, start: int, stop: int) -> int:
        return len(self._text[start:stop].encode(self._codec, "surrogatepass")) // self._width


class Positions:
    r"""Converts between offsets (code points) and positions of the protocol (LSP section Position).

    Positions count lines from 0, and within a line the code units of the negotiated position
    encoding. Lines end in `\n`, `\r\n` or `\r` only (section Text Documents), so the conversions of
    pygls, which use `str.splitlines`, cannot be used.
    """

    def __init__(self, text: str, encoding: str = types.PositionEncodingKind.Utf16.value) -> None:
        """Take a text, and a `PositionEncodingKind`."""
        self._text = text
        self._units = Units(text, *_CODECS[encoding])
        self._starts = array("Q", accumulate(map(len, _lines(text)), initial=0))
        """The start of each line; at the end, that of the text's end."""
        if len(self._starts) > 1 and not text.endswith(("\n", "\r")):
            self._starts.pop()

    def position(self, offset: int) -> types.Position:
        r"""The position of an offset; an offset within `\r\n`, which has no position, counts as the one before."""
        line = bisect_right(self._starts, offset) - 1
        at = min(offset, self._end(line))
        return types.Position(line, self._units.before(at) - self._units.before(self._starts[line]))

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
        start, end = self._starts[position.line], self._end(position.line)
        units = self._units.before(start) + position.character
        return start + bisect_right(range(start, end + 1), units, key=self._units.before) - 1

    def line_start(self, offset: int) -> int:
        """The start of the line of an offset."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """The end of the line of an offset, before its line ending."""
        return self._end(bisect_right(self._starts, offset) - 1)

    def _end(self, line: int) -> int:
        """The end of a line without its line ending."""
        if line + 1 == len(self._starts):
            return len(self._text)
        stop = self._starts[line + 1]
        return stop - (2 if self._text.endswith("\r\n", stop - 2, stop) else 1)
