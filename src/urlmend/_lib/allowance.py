"""A limit on the number of bytes that are extracted from a file, and streams that keep to it."""

from __future__ import annotations

from urlmend._lib.fast_typing import Protocol

# Beyond this many bytes, the extracted data may be at most this many times as long as the file.
FREE_SIZE = 1 << 26
MAX_RATIO = 250
# The number of bytes that are extracted at a time.
_BLOCK = 1 << 16


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


class Source(Protocol):
    """A stream whose errors cost no data that was extracted before them."""

    def read1(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end."""


class LimitedStream:
    """An extracted stream whose bytes are subtracted from an allowance. An error ends it, and is kept."""

    def __init__(self, source: Source, allowance: Allowance) -> None:
        """Take an extracted stream, and the allowance of the file that it is in."""
        self._source = source
        self._allowance = allowance
        self.error: Exception | None = None
        """Why the stream ended before its end."""

    def read(self, size: int = -1) -> bytes:
        """Read `size` bytes, or all if it is negative. Raises LimitError if the allowance is used up."""
        pieces = []
        while size:
            data = self._read1(_BLOCK if size < 0 else min(size, _BLOCK))
            if not data:
                break
            pieces.append(data)
            size -= len(data)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _read1(self, size: int) -> bytes:
        if self.error:
            return b""
        try:
            data = self._source.read1(size)
        except LimitError:
            raise
        except Exception as error:  # the libraries of formats do not promise which ones they raise
            self.error = error.with_traceback(None)  # whose frames have this stream
            return b""
        self._allowance.take(len(data))
        return data
