"""Compressed files and archives to streams, within limits.

Nothing is ever written to disk, and names inside an archive are only shown.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, cast

from urlmend.redaction.redact import redact

# An archive in an archive in an archive is not looked into further.
MAX_DEPTH = 4
MAX_ENTRIES = 1_000_000
# Beyond this much, all that is unpacked may not be more than so many times as long as what it was packed into.
FREE_SIZE = 1 << 26
MAX_RATIO = 250
# A packed archive inside another is held in memory.
MAX_NESTED = 1 << 28
HEAD = 1 << 16
_WARC = (b"WARC/1.0\r\n", b"WARC/1.1\r\n")


class ArchiveError(Exception):
    """An archive that cannot be read further; the message says why."""


class Member(NamedTuple):
    """A stream of bytes, the name to report it under, and its first bytes, which are read already."""

    name: str
    stream: BinaryIO
    head: bytes


class _Allowance:
    """How many bytes may still be unpacked from a file: from all that is in it, and in that, together."""

    def __init__(self, packed: int) -> None:
        self._left = max(FREE_SIZE, packed * MAX_RATIO)

    def take(self, count: int) -> None:
        """Take so many bytes off. Raises ArchiveError if there are not so many left."""
        self._left -= count
        if self._left < 0:
            raise ArchiveError(f"unpacks to more than {MAX_RATIO} times its size")


class _Counted(io.RawIOBase):
    """A stream that ends with an ArchiveError where an archive grows out of proportion."""

    def __init__(self, stream: BinaryIO, allowance: _Allowance) -> None:
        self._stream = stream
        self._allowance = allowance

    def buffered(self) -> BinaryIO:
        """The same, read in larger pieces."""
        return cast("BinaryIO", io.BufferedReader(self, HEAD))

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer; the number of bytes. Raises ArchiveError."""
        data = self._stream.read(len(buffer))
        self._allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


def damage() -> tuple[type[Exception], ...]:
    """What reading a damaged archive raises."""
    import lzma
    import tarfile
    import zipfile
    import zlib

    formats: tuple[type[Exception], ...] = (lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error)
    if "zstandard" in sys.modules:
        formats += (sys.modules["zstandard"].ZstdError,)
    # The standard library lets out what it stumbles on in some of them.
    return (ArchiveError, OSError, EOFError, ValueError, RuntimeError, LookupError, OverflowError, *formats)


def members(name: str, stream: BinaryIO, packed: int) -> Iterator[Member]:
    """The streams that a stream holds: itself, or what is packed in it, at any depth up to MAX_DEPTH.

    `packed` is its size in bytes. Raises ArchiveError, and what the standard library's modules
    for these formats raise, for damaged or excessive archives.
    """
    return _members(name, stream, _Allowance(packed), 0)


def _members(name: str, stream: BinaryIO, allowance: _Allowance, depth: int) -> Iterator[Member]:
    head = stream.read(HEAD)
    unpack = _format(head, name)
    if unpack is None:
        yield Member(name, stream, head)
        return
    if depth >= MAX_DEPTH:
        raise ArchiveError(f"more than {MAX_DEPTH} archives inside each other")
    for inner, content in unpack(name, Joined(head, stream).buffered()):
        yield from _members(inner, _Counted(content, allowance).buffered(), allowance, depth + 1)


class Joined(io.RawIOBase):
    """What was read of a stream already, and the rest of it."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        """Put a head before a stream."""
        self._head = head
        self._stream = stream

    def buffered(self) -> BinaryIO:
        """The same, read in larger pieces."""
        return cast("BinaryIO", io.BufferedReader(self, HEAD))

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer; the number of bytes."""
        if self._head:
            data, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        else:
            data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


_Unpack = Callable[[str, BinaryIO], Iterator[tuple[str, BinaryIO]]]


def _format(head: bytes, name: str) -> _Unpack | None:
    for magic, unpack in _MAGIC.items():
        if head.startswith(magic):
            return unpack
    if head.startswith(_USTAR, 257):
        return _tar
    # Documents and programs are zip files too: only what is called one is looked into.
    return _zip if head.startswith(b"PK\x03\x04") and os.path.splitext(name)[1].lower() in ("", ".zip") else None


def _single(opener: Callable[[BinaryIO], BinaryIO]) -> _Unpack:
    def unpack(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
        yield name, opener(stream)

    return unpack


def _gzip(stream: BinaryIO) -> BinaryIO:
    import gzip

    return cast("BinaryIO", gzip.GzipFile(fileobj=stream))


def _bz2(stream: BinaryIO) -> BinaryIO:
    import bz2

    return cast("BinaryIO", bz2.BZ2File(stream))


def _xz(stream: BinaryIO) -> BinaryIO:
    import lzma

    return cast("BinaryIO", lzma.LZMAFile(stream))


def _zstd(stream: BinaryIO) -> BinaryIO:
    try:
        import zstandard
    except ImportError as error:
        raise ArchiveError("needs the package zstandard: pip install 'urlmend[zstd]'") from error
    return cast("BinaryIO", zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True))


def _tar(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
    import tarfile

    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for number, entry in enumerate(archive):
            if number >= MAX_ENTRIES:
                raise ArchiveError(f"more than {MAX_ENTRIES} entries")
            content = archive.extractfile(entry) if entry.isfile() else None
            if content is not None:
                yield f"{name}!{entry.name}", cast("BinaryIO", content)


def _zip(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
    import zipfile

    data = io.BytesIO()
    while block := stream.read(HEAD):  # to ask for all at once would take all the memory that it may need
        if data.write(block) and data.tell() > MAX_NESTED:
            raise ArchiveError(f"a zip file of more than {MAX_NESTED} bytes")
    with zipfile.ZipFile(data) as archive:
        entries = archive.infolist()
        if len(entries) > MAX_ENTRIES:
            raise ArchiveError(f"more than {MAX_ENTRIES} entries")
        for entry in entries:
            if not entry.filename.endswith("/"):  # a folder
                with archive.open(entry) as content:
                    yield f"{name}!{entry.filename}", cast("BinaryIO", content)


def is_web_archive(head: bytes) -> bool:
    """Whether a file that begins so is one of the web archive, compressed with gzip or not."""
    import zlib

    if head.startswith(b"\x1f\x8b\x08"):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, HEAD)
        except zlib.error:
            return False
    return head.startswith(_WARC)


def _warc(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
    """The texts of a web archive (WARC 1.1, section 6.7): what other records have is no text."""
    try:
        from warcio.archiveiterator import ArchiveIterator
        from warcio.exceptions import ArchiveLoadFailed
    except ImportError as error:
        raise ArchiveError("needs the package warcio: pip install 'urlmend[cluster]'") from error

    class Records(ArchiveIterator):  # type: ignore[misc]
        INC_RECORD = ""  # what it prints of a damaged record, it has from the text

    records = Records(stream)
    try:
        for number, record in enumerate(records):
            if records.err_count:  # a record does not end where its header says
                break
            if record.rec_type == "conversion":
                target = record.rec_headers.get_header("WARC-Target-URI") or f"record {number}"
                yield f"{name}!{redact(target)}", Joined(b"", record.raw_stream).buffered()
    except ArchiveLoadFailed:  # which says what stands there, too
        records.err_count += 1
    if records.err_count:
        raise ArchiveError("a record is damaged")


_USTAR = (b"ustar\0", b"ustar  \0")
_MAGIC: dict[bytes, _Unpack] = {
    **dict.fromkeys(_WARC, _warc),
    b"\x1f\x8b\x08": _single(_gzip),
    b"BZh": _single(_bz2),
    b"\xfd7zXZ\x00": _single(_xz),
    b"\x28\xb5\x2f\xfd": _single(_zstd),
}
