"""Members of a zip file without its directory, by their own headers (APPNOTE.TXT 4.3.7).

The directory is at the end of the file, so that a file that is cut short has none.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from urlmend._lib.lazy_regex import lazy
from urlmend.decoding import zip_content

_HEADER = struct.Struct("<4x2x2H4x3L2H")
_SIGNATURE = b"PK\3\4"
# The end of the directory, which a comment may follow, and the most bytes of both.
_END, _END_SIZE, _LONGEST_END = b"PK\5\6", 22, 22 + (1 << 16)
# What follows the data of a member: a data descriptor, a header, or the directory.
_AFTER_DATA = lazy(rb"PK(?:\x07\x08|\x03\x04|\x01\x02)")
_IS_ENCRYPTED, _SIZE_FOLLOWS, _IS_UTF8 = 1, 8, 0x800
_ZIP64, _IN_ZIP64, _IN_ZIP64_COUNT = 1, 0xFFFFFFFF, 0xFFFF
_UNKNOWN_SIZE = 1 << 62


def check_directory(archive: zipfile.ZipFile, data: BinaryIO) -> None:
    """Raise BadZipFile if the directory of a zip file has not as many files as it says, or follows another zip file.

    The end of the directory has their number modulo 65,536 (APPNOTE.TXT 4.3.16); of two zip files in one, the library
    reads the last one.
    """
    entries = archive.infolist()
    size = data.seek(0, os.SEEK_END)
    data.seek(max(0, size - _END_SIZE - len(archive.comment)))
    end = data.read(_END_SIZE)
    count = int.from_bytes(end[10:12], "little")
    is_counted = not end.startswith(_END) or count in (len(entries) & _IN_ZIP64_COUNT, _IN_ZIP64_COUNT)
    first = min([entry.header_offset for entry in entries], default=archive.start_dir)
    data.seek(max(0, first - _LONGEST_END))
    before = data.read(min(first, _LONGEST_END))
    if not is_counted or _END in before or (not entries and _SIGNATURE in before):
        raise zipfile.BadZipFile("incomplete directory")


def members(data: bytes) -> Iterator[tuple[str, BinaryIO | Exception]]:
    """Yield the name and the content of each file in a zip file, or why it cannot be read. Takes linear time.

    The content is to be read before the next file is requested.
    """
    for at, entry in entries(data):
        yield entry.filename, content(data, at)


def entries(data: bytes) -> Iterator[tuple[int, zipfile.ZipInfo]]:
    """Yield the offset of the header of each file, and what it says."""
    at = data.find(_SIGNATURE)
    while at >= 0 and at + _HEADER.size <= len(data):
        entry, start = _entry(data, at)
        if not entry.filename.endswith("/"):
            yield at, entry
        at = data.find(_SIGNATURE, start + entry.compress_size)


def _entry(data: bytes, at: int) -> tuple[zipfile.ZipInfo, int]:
    """Return the entry whose header is at an offset, and the offset of its data."""
    header: tuple[int, ...] = _HEADER.unpack_from(data, at)
    flags, method, checksum, packed, size, name_length, extra_length = header
    name_end = at + _HEADER.size + name_length
    start = name_end + extra_length
    raw_name = data[at + _HEADER.size : name_end]
    entry = zipfile.ZipInfo(raw_name.decode("utf-8" if flags & _IS_UTF8 else "cp437", "replace") or "?")
    entry.flag_bits, entry.compress_type, entry.compress_size, entry.file_size = flags, method, packed, size
    if flags & _SIZE_FOLLOWS:
        found = _AFTER_DATA.search(data, start)
        entry.compress_size = (found.start() if found else len(data) + 1) - start  # there is more than the data
        entry.file_size = entry.compress_size if method == zipfile.ZIP_STORED else _UNKNOWN_SIZE
    else:
        entry.CRC = checksum
        if _IN_ZIP64 in (packed, size):
            entry.file_size, entry.compress_size = _zip64_sizes(data[name_end:start])
    return entry, start


def _zip64_sizes(extra: bytes) -> tuple[int, int]:
    """Return the sizes of the extra field for large files, extracted and compressed (APPNOTE.TXT 4.5.3)."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == _ZIP64 and length >= 16 and at + 20 <= len(extra):
            return cast("tuple[int, int]", struct.unpack_from("<2Q", extra, at + 4))
        at += 4 + length
    return 0, 0


def content(data: bytes, offset: int) -> BinaryIO | Exception:
    """Return the content of the file whose header is at an offset, or why it cannot be read."""
    entry, start = _entry(data, offset)
    if entry.flag_bits & _IS_ENCRYPTED:
        return zipfile.BadZipFile("the file is encrypted")
    stop = start + entry.compress_size
    try:
        return zip_content.content(io.BytesIO(data[start:stop]), entry)
    except Exception as error:  # such as an unknown compression
        return error
