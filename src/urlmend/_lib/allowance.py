"""A limit on the number of bytes that are extracted from a file."""

from __future__ import annotations

# Beyond this many bytes, the extracted data may be at most this many times as long as the file.
FREE_SIZE = 1 << 26
MAX_RATIO = 250


class LimitError(Exception):
    """A file that extracts to too much data; nothing in it is read further."""


class Allowance:
    """The number of bytes that may still be extracted from a file, including all files nested in it."""

    def __init__(self, compressed_size: int, *, free_size: int | None = None, max_ratio: int = MAX_RATIO) -> None:
        """Take the size of the file in bytes, and limits other than FREE_SIZE and MAX_RATIO."""
        self._max_ratio = max_ratio
        self._left = max(FREE_SIZE if free_size is None else free_size, compressed_size * max_ratio)

    def take(self, count: int) -> None:
        """Subtract a number of bytes. Raises LimitError if fewer are left."""
        self._left -= count
        if self._left < 0:
            raise LimitError(f"expands to more than {self._max_ratio} times its size")
