"""Changes of a text at positions of the protocol, one after the other."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from math import isqrt

from lsprotocol import types

from urlmend.lsp.positions import code_units
from urlmend.model.document import END_OF_LINE

# A text is split into chunks of at least so many code points, more for a long text, so that a change takes the time for
# a few chunks, however long their lines are. Changes leave chunks of at most twice the size, and short ones.
_CHUNK = 1 << 10

_Place = tuple[int, int]
"""The number of a chunk, and an offset in it (code points)."""


class EditedText:
    r"""A text in chunks, none of which ends between the characters of a `\r\n`; only that of an empty text is empty."""

    def __init__(self, text: str, encoding: str) -> None:
        """Take a text, and a `PositionEncodingKind`."""
        self._encoding = encoding
        self._split(text)

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        """Apply changes, one after the other (LSP section DidChangeTextDocument Notification)."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                self._split(change.text)
            else:
                self._replace(change.range, change.text)

    def chunks(self) -> tuple[str, ...]:
        """The text in chunks."""
        return tuple(self._chunks)

    def _split(self, text: str) -> None:
        self._size = max(_CHUNK, isqrt(len(text)) // 2)
        self._chunks = _split(text, len(text) // self._size)
        self._line_ends = _Sums(map(_count_line_ends, self._chunks))
        self._units = _Sums(map(self._count_units, self._chunks))

    def _replace(self, where: types.Range, text: str) -> None:
        (low, start), (high, stop) = sorted(map(self._place, (where.start, where.end)))
        text = self._chunks[low][:start] + text + self._chunks[high][stop:]
        high += 1
        if high < len(self._chunks) and (not text or text.endswith("\r")):  # the line feed of this return may be next
            text += self._chunks[high]
            high += 1
        if low and (not text or text.startswith("\n")):
            low -= 1
            text = self._chunks[low] + text
        count = high - low
        if not count * self._size // 2 <= len(text) <= count * self._size * 2:
            count = len(text) // self._size
        chunks = _split(text, count)
        self._chunks[low:high] = chunks
        self._line_ends.replace(low, high, [*map(_count_line_ends, chunks)])
        self._units.replace(low, high, [*map(self._count_units, chunks)])
        if len(self._chunks) > 16 * self._size:
            self._split("".join(self._chunks))

    def _place(self, position: types.Position) -> _Place:
        """The place of a position.

        A position after the end of its line is the end of the line (LSP section Position), one
        after the last line is the end of the text, and one within a character is its start.
        """
        chunk, offset = self._line_start(position.line)
        target = self._units.before(chunk) + self._count_units(self._chunks[chunk][:offset]) + position.character
        found = min(self._units.find(target), len(self._chunks) - 1)
        text, rest = self._chunks[found], target - self._units.before(found)
        at = bisect_right(range(len(text) + 1), rest, key=lambda stop: self._count_units(text[:stop])) - 1
        return min((found, at), self._line_end(chunk, offset))

    def _line_start(self, line: int) -> _Place:
        """The start of a line; the end of the text if it has fewer lines."""
        if not line:
            return 0, 0
        chunk = self._line_ends.find(line - 1)
        if chunk == len(self._chunks):
            return self._end
        text, number = self._chunks[chunk], line - self._line_ends.before(chunk)
        start = bisect_left(range(len(text) + 1), number, key=lambda stop: _count_line_ends(text[:stop]))
        return chunk, start + text.startswith("\r\n", start - 1)

    def _line_end(self, chunk: int, offset: int) -> _Place:
        """The end of the line that contains a place, before its line ending."""
        if found := END_OF_LINE.search(self._chunks[chunk], offset):
            return chunk, found.start()
        chunk = self._line_ends.find(self._line_ends.before(chunk + 1))
        found = END_OF_LINE.search(self._chunks[chunk]) if chunk < len(self._chunks) else None
        return (chunk, found.start()) if found else self._end

    @property
    def _end(self) -> _Place:
        return len(self._chunks) - 1, len(self._chunks[-1])

    def _count_units(self, text: str) -> int:
        return code_units(text, self._encoding)


class _Sums:
    """Numbers, and the sums of those before an index, as a Fenwick tree."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = [*numbers]
        self._tree = self._built()

    def _built(self) -> list[int]:
        sums = [*accumulate(self._numbers, initial=0)]
        return [total - sums[at & at - 1] for at, total in enumerate(sums)]

    def before(self, index: int) -> int:
        """The sum of the numbers before an index."""
        total = 0
        while index:
            total += self._tree[index]
            index &= index - 1
        return total

    def find(self, total: int) -> int:
        """The index of the number with which the sum exceeds a total; the count of the numbers if none does."""
        index, step = 0, 1 << len(self._numbers).bit_length()
        while step := step >> 1:
            if index + step <= len(self._numbers) and self._tree[index + step] <= total:
                index += step
                total -= self._tree[index]
        return index

    def replace(self, low: int, high: int, numbers: list[int]) -> None:
        """Replace the numbers in a range, which takes the time for all numbers if their count changes."""
        if len(numbers) != high - low:
            self._numbers[low:high] = numbers
            self._tree = self._built()
            return
        for at, number in enumerate(numbers, low):
            difference, self._numbers[at] = number - self._numbers[at], number
            above = at + 1
            while above < len(self._tree):
                self._tree[above] += difference
                above += above & -above


def _split(text: str, count: int) -> list[str]:
    """Split a text into about so many chunks of about the same length, at least one."""
    chunks, start = [], 0
    for number in range(1, count):
        stop = len(text) * number // count
        stop += text.startswith("\n", stop) and text.startswith("\r", stop - 1)
        chunks.append(text[start:stop])
        start = stop
    return [*chunks, text[start:]]


def _count_line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
