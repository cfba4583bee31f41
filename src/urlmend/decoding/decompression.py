"""Decompress streams piece by piece.

The file objects of the standard library, and `zipfile`, extract at least 4 kB of data at once, which may become
gigabytes, and ignore what follows a stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor

    Decompressor = BZ2Decompressor | LZMADecompressor

# The number of bytes that are read of compressed data at a time.
_BLOCK = 1 << 12


class Decompressed:
    """The data of a compressed stream, or of several, between which there may be zeros."""

    def __init__(self, data: BinaryIO, first: Decompressor, new: Callable[[], Decompressor] | None = None) -> None:
        """Take compressed data, the decompressor of the first stream, and a function that makes the next ones."""
        self._data = data
        self._decompressor = first
        self._new = new

    def read1(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end. Raises EOFError if the last stream is cut off."""
        while True:
            block = b""
            if self._decompressor.eof:
                if not self._new or not (block := self._start_of_next()):
                    return b""
                self._decompressor = self._new()
            elif self._decompressor.needs_input and not (block := self._data.read(_BLOCK)):
                raise EOFError("Compressed file ended before the end of a stream")
            if data := self._decompressor.decompress(block, size):
                return data

    def _start_of_next(self) -> bytes:
        """Return the first bytes after a stream that are no zeros; none at the end."""
        block = self._decompressor.unused_data
        while not (rest := block.lstrip(b"\0")):
            block = self._data.read(_BLOCK)
            if not block:
                break
        return rest
