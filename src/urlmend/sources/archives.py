"""Compressed files and archives to streams, within limits.

Nothing is ever written to disk, and names inside an archive are only shown.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, cast

from urlmend.decoding.sniff import HEAD_SIZE, archive_format
from urlmend.redaction.redact import redact

# Archives inside each other are opened to this depth.
MAX_DEPTH = 4
MAX_ENTRIES = 1_000_000
# Beyond this many bytes, the extracted data may be at most this many times as long as the file.
FREE_SIZE = 1 << 26
MAX_RATIO = 250
# A zip file inside another archive is held in memory: its largest size, in bytes.
MAX_NESTED = 1 << 28


class ArchiveError(Exception):
    """An archive that cannot be read further; the message says why."""


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    """The name to report it under: that of the archive, `!`, and its own."""
    stream: BinaryIO
    """What follows the head."""
    head: bytes
    """The first HEAD_SIZE bytes."""


class _Allowance:
    """The number of bytes that may still be extracted from a file, including all archives nested in it."""

    def __init__(self, compressed_size: int) -> None:
        self._left = max(FREE_SIZE, compressed_size * MAX_RATIO)

    def take(self, count: int) -> None:
        """Subtract a number of bytes. Raises ArchiveError if fewer are left."""
        self._left -= count
        if self._left < 0:
            raise ArchiveError(f"unpacks to more than {MAX_RATIO} times its size")


class _Stream(io.RawIOBase):
    """A stream of bytes that can be read, but not searched."""

    def buffered(self) -> BinaryIO:
        """Return the same stream, read in larger blocks."""
        return cast("BinaryIO", io.BufferedReader(self, HEAD_SIZE))

    def readable(self) -> bool:
        """Return True."""
        return True


class _LimitedStream(_Stream):
    """An extracted stream whose bytes are subtracted from an allowance."""

    def __init__(self, stream: BinaryIO, allowance: _Allowance) -> None:
        self._stream = stream
        self._allowance = allowance

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer and return the number of bytes. Raises ArchiveError if the allowance is used up."""
        data = self._stream.read(len(buffer))
        self._allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


class PrefixedStream(_Stream):
    """The bytes that were read of a stream already, then the rest of it."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        """Put `head` before a stream."""
        self._head = head
        self._stream = stream

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer and return the number of bytes."""
        if self._head:
            data, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        else:
            data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def archive_errors() -> tuple[type[Exception], ...]:
    """The exceptions that reading a damaged archive raises; a function, as it loads the modules of the formats."""
    import lzma
    import tarfile
    import zipfile
    import zlib

    formats: tuple[type[Exception], ...] = (lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error)
    if "zstandard" in sys.modules:
        formats += (sys.modules["zstandard"].ZstdError,)
    # The standard library does not catch what it runs into in some damaged files.
    return (ArchiveError, OSError, EOFError, ValueError, RuntimeError, LookupError, OverflowError, *formats)


def members(name: str, stream: BinaryIO, compressed_size: int) -> Iterator[Member]:
    """Yield the files that a stream contains, extracted to MAX_DEPTH; a stream that is no archive yields itself.

    `compressed_size` is the size of the stream in bytes. Raises one of `archive_errors` for a
    damaged archive, and ArchiveError for one that exceeds a limit.
    """
    return _members(name, stream, _Allowance(compressed_size), 0)


def _members(name: str, stream: BinaryIO, allowance: _Allowance, depth: int) -> Iterator[Member]:
    head = stream.read(HEAD_SIZE)
    opener = _opener(head, name)
    if opener is None:
        yield Member(name, stream, head)
        return
    if depth >= MAX_DEPTH:
        raise ArchiveError(f"more than {MAX_DEPTH} archives inside each other")
    for inner, content in opener(name, PrefixedStream(head, stream).buffered()):
        yield from _members(inner, _LimitedStream(content, allowance).buffered(), allowance, depth + 1)


_Opener = Callable[[str, BinaryIO], Iterator[tuple[str, BinaryIO]]]
"""Yields the name and the stream of each file in an archive, given its own name and stream."""


def _opener(head: bytes, name: str) -> _Opener | None:
    found = archive_format(head)
    # Documents and programs are zip files too: only files with the name of an archive are opened.
    if not found or (found == "zip" and os.path.splitext(name)[1].lower() not in ("", ".zip")):
        return None
    return OPENERS[found]


def _single(decompressed: Callable[[BinaryIO], BinaryIO]) -> _Opener:
    def opener(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
        yield name, decompressed(stream)

    return opener


def _gzip(stream: BinaryIO) -> BinaryIO:
    import gzip

    return cast("BinaryIO", gzip.GzipFile(fileobj=stream))


def _bzip2(stream: BinaryIO) -> BinaryIO:
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
    while block := stream.read(HEAD_SIZE):  # reading all at once would allocate memory before the limit is checked
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
    """Whether a file that begins with `head` is a web archive, compressed with gzip or not."""
    import zlib

    if archive_format(head) == "gzip":
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, HEAD_SIZE)
        except zlib.error:
            return False
    return archive_format(head) == "warc"


def _warc(name: str, stream: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the records of a web archive that contain text (`conversion`: WARC 1.1, section 6.7)."""
    try:
        from warcio.archiveiterator import ArchiveIterator
        from warcio.exceptions import ArchiveLoadFailed
    except ImportError as error:
        raise ArchiveError("needs the package warcio: pip install 'urlmend[cluster]'") from error

    class Records(ArchiveIterator):  # type: ignore[misc]
        INC_RECORD = ""  # its warning about a damaged record quotes the text, which may contain a secret

    records = Records(stream)
    try:
        for number, record in enumerate(records):
            if records.err_count:  # a record does not end where its header says
                break
            if record.rec_type == "conversion":
                target = record.rec_headers.get_header("WARC-Target-URI") or f"record {number}"
                yield f"{name}!{redact(target)}", PrefixedStream(b"", record.raw_stream).buffered()
    except ArchiveLoadFailed:  # its message quotes the text, too
        records.err_count += 1
    if records.err_count:
        raise ArchiveError("a record is damaged")


# An opener for each format of `sniff.SIGNATURES`.
OPENERS: dict[str, _Opener] = {
    "gzip": _single(_gzip),
    "bzip2": _single(_bzip2),
    "xz": _single(_xz),
    "zstd": _single(_zstd),
    "warc": _warc,
    "tar": _tar,
    "zip": _zip,
}
