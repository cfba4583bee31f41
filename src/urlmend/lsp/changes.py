"""Changes of a text at positions of the protocol, one after the other."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from math import isqrt

from lsprotocol import types

from urlmend.lsp.positions import code_units
from urlmend.model.document import END_OF_LINE

# A text is split into chunks of at least so many code points, more for a long text: a change takes the time for a few
# chunks, however long their lines are, and for the list of all chunks.
_CHUNK = 1 << 10

_Place = tuple[int, int]
"""The number of a chunk, and an offset in it (code points)."""


def changed(text: str, changes: Iterable[types.TextDocumentContentChangeEvent], encoding: str) -> str:
    """The text after changes, one after the other (LSP section DidChangeTextDocument Notification)."""
    chunks: _Chunks | None = None
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            text, chunks = change.text, None
            continue
        chunks = chunks or _Chunks(text, encoding)
        chunks.replace(change.range, change.text)
    return chunks.text() if chunks else text


class _Chunks:
    r"""A text in chunks, none of which ends between the characters of a `\r\n`."""

    def __init__(self, text: str, encoding: str) -> None:
        self._encoding = encoding
        self._size = max(_CHUNK, 2 * isqrt(len(text)))
        self._chunks = _split(text, self._size)
        self._line_ends = [*map(_count_line_ends, self._chunks)]
        self._units = [*map(self._count_units, self._chunks)]

    def text(self) -> str:
        """The text."""
        return "".join(self._chunks)

    def replace(self, where: types.Range, text: str) -> None:
        """Replace a range of the text."""
        line_ends, units = [*accumulate(self._line_ends)], [*accumulate(self._units)]
        (low, start), (high, stop) = sorted(self._place(end, line_ends, units) for end in (where.start, where.end))
        text = "".join(self._chunks[low : low + 1])[:start] + text + "".join(self._chunks[high : high + 1])[stop:]
        high += 1
        if not text or text.endswith("\r"):  # the next chunk may begin with the line feed of this return
            text += "".join(self._chunks[high : high + 1])
            high += 1
        if text.startswith("\n") and low:
            low -= 1
            text = self._chunks[low] + text
        chunks = [text] if 0 < len(text) <= 2 * self._size else _split(text, self._size)
        self._chunks[low:high] = chunks
        self._line_ends[low:high] = map(_count_line_ends, chunks)
        self._units[low:high] = map(self._count_units, chunks)

    def _place(self, position: types.Position, line_ends: list[int], units: list[int]) -> _Place:
        """The place of a position; the lists have the number of line ends, and of code units, up to each chunk's end.

        A position after the end of its line is the end of the line (LSP section Position), one
        after the last line is the end of the text, and one within a character is its start.
        """
        chunk, offset = self._line_start(position.line, line_ends)
        if chunk == len(self._chunks):
            return chunk, 0
        before = units[chunk - 1] if chunk else 0
        target = before + self._count_units(self._chunks[chunk][:offset]) + position.character
        found = bisect_right(units, target)
        if found < len(units):
            text, rest = self._chunks[found], target - (units[found - 1] if found else 0)
            at = bisect_right(range(len(text) + 1), rest, key=lambda stop: self._count_units(text[:stop])) - 1
        else:
            at = 0
        return min((found, at), self._line_end(chunk, offset, line_ends))

    def _line_start(self, line: int, line_ends: list[int]) -> _Place:
        if not line:
            return 0, 0
        chunk = bisect_left(line_ends, line)
        if chunk == len(line_ends):
            return chunk, 0
        text, number = self._chunks[chunk], line - (line_ends[chunk - 1] if chunk else 0)
        start = bisect_left(range(len(text) + 1), number, key=lambda stop: _count_line_ends(text[:stop]))
        return chunk, start + text.startswith("\r\n", start - 1)

    def _line_end(self, chunk: int, offset: int, line_ends: list[int]) -> _Place:
        """The end of the line that contains a place, before its line ending."""
        found = END_OF_LINE.search(self._chunks[chunk], offset)
        if found:
            return chunk, found.start()
        chunk = bisect_right(line_ends, line_ends[chunk])
        found = END_OF_LINE.search(self._chunks[chunk]) if chunk < len(line_ends) else None
        return chunk, found.start() if found else 0

    def _count_units(self, text: str) -> int:
        return code_units(text, self._encoding)


def _split(text: str, size: int) -> list[str]:
    chunks, start = [], 0
    while start < len(text):
        stop = start + size
        stop += text.startswith("\n", stop) and text.startswith("\r", stop - 1)
        chunks.append(text[start:stop])
        start = stop
    return chunks


def _count_line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
