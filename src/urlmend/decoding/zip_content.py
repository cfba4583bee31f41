"""Extract members of zip files piece by piece (APPNOTE.TXT 4.4.5 and 5.8)."""

from __future__ import annotations

import copy
import struct
import zipfile
import zlib
from typing import BinaryIO, cast

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.decoding.decompression import Decompressed

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor

# The largest dictionary in bytes, which is held in memory: that of the highest level of most programs.
_MAX_DICTIONARY = 1 << 26
# The version of the LZMA SDK and the size of the properties, and these.
_LZMA_HEADER = struct.Struct("<2xHBL")


def opened(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> BinaryIO:
    """Return the content of an entry; opening and reading it raises what `zipfile` and its libraries raise."""
    if not _is_expanded_at_once(entry):
        return cast("BinaryIO", archive.open(entry))
    if entry.flag_bits & 1:
        raise zipfile.BadZipFile("the file is encrypted")
    stored = copy.copy(entry)
    stored.compress_type, stored.file_size = zipfile.ZIP_STORED, entry.compress_size
    del stored.CRC  # which is that of the extracted data
    return cast("BinaryIO", _Content(cast("BinaryIO", archive.open(stored)), entry))


def content(data: BinaryIO, entry: zipfile.ZipInfo) -> BinaryIO:
    """Return the content of an entry with this compressed data."""
    extracted = _Content(data, entry) if _is_expanded_at_once(entry) else zipfile.ZipExtFile(data, "r", entry)
    return cast("BinaryIO", extracted)


def _is_expanded_at_once(entry: zipfile.ZipInfo) -> bool:
    return entry.compress_type in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


class _Content:
    """The extracted content of an entry."""

    def __init__(self, data: BinaryIO, entry: zipfile.ZipInfo) -> None:
        self._data = data
        self._left = entry.file_size
        self._checksum = getattr(entry, "CRC", None)
        self._found = 0
        """The checksum of what was read."""
        decompressor = _bzip2() if entry.compress_type == zipfile.ZIP_BZIP2 else _lzma(data)
        self._extracted = Decompressed(data, decompressor)

    def __enter__(self) -> _Content:
        return self

    def __exit__(self, *_: object) -> None:
        self._data.close()

    def read1(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end."""
        piece = self._extracted.read1(min(size, self._left)) if self._left > 0 else b""
        self._left -= len(piece)
        self._found = zlib.crc32(piece, self._found)
        if not piece and self._checksum not in (None, self._found):
            raise zipfile.BadZipFile("bad CRC-32")
        return piece


def _bzip2() -> BZ2Decompressor:
    import bz2

    return bz2.BZ2Decompressor()


def _lzma(data: BinaryIO) -> LZMADecompressor:
    """Return a decompressor for the data after its properties, which are read."""
    import lzma

    header = data.read(_LZMA_HEADER.size)
    if len(header) < _LZMA_HEADER.size:
        raise EOFError("compressed data ended before its properties")
    size, parameters, dictionary = _LZMA_HEADER.unpack(header)
    if size != 5 or parameters >= 9 * 5 * 5:
        raise zipfile.BadZipFile("invalid properties of LZMA data")
    if dictionary > _MAX_DICTIONARY:
        raise zipfile.BadZipFile(f"LZMA data with a dictionary of more than {_MAX_DICTIONARY >> 20} MB")
    rest, literal_context = divmod(parameters, 9)
    position, literal_position = divmod(rest, 5)
    filters = [
        {
            "id": lzma.FILTER_LZMA1,
            "dict_size": max(dictionary, 1 << 12),
            "lc": literal_context,
            "lp": literal_position,
            "pb": position,
        }
    ]
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
