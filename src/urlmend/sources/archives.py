"""Compressed files and archives to streams, within limits.

Nothing is written to disk but a large zip file, to a file without a name; names inside an archive are only shown.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import starmap
from typing import BinaryIO, NamedTuple, cast

from urlmend._lib.allowance import Allowance, LimitedStream, LimitError, Source
from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.decompression import Decompressed
from urlmend.decoding.sniff import HEAD_SIZE, archive_format
from urlmend.formats.recognition import format_of_type
from urlmend.redaction.redact import redact
from urlmend.sources.document_types import document_type, has_archive_name
from urlmend.sources.skipped import NEEDS_PACKAGE
from urlmend.sources.streams import spooled

# Archives inside each other are opened to this depth.
MAX_DEPTH = 4
MAX_ENTRIES = 1_000_000
# A zip file without a directory is held in memory: the bytes of it that are read.
MAX_WITHOUT_DIRECTORY = 1 << 26
# The memory in bytes of a decompressor, by the number of others around it that are open and have a dictionary: files
# of the highest level of xz(1) need two thirds of the first, and those of the usual one of the last.
_MEMORY = (96 << 20, 24 << 20, 12 << 20, 12 << 20)
# The number of bytes decompressed at a time; each may become 32 kB.
_ZSTD_BLOCK = 1 << 10
# The longest header of a record of a web archive, and name of an entry, which every finding shows.
_MAX_HEADER = 1 << 16
_MAX_NAME = 4096
_DATE = lazy(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}", re.ASCII)

if TYPE_CHECKING:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.recordloader import ArcWarcRecord
    from zstandard import ZstdDecompressor


class ArchiveError(Exception):
    """An archive that cannot be read further; the message says why."""


class Damage(NamedTuple):
    """A file or archive that cannot be read, or not to its end."""

    name: str
    """As in `Member`."""
    error: Exception


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    """The name to report it under: that of the archive, `!`, and its own."""
    stream: BinaryIO
    """What follows the head."""
    head: bytes
    """The first HEAD_SIZE bytes."""
    form: str = ""
    """How it is read: the name of a format; empty: detected by its name and content."""
    date: str = ""
    """When a web archive has recorded it, in UTC in ISO 8601; empty for other files."""


class _Entry(NamedTuple):
    """A file of an archive that may be an archive itself, or a damaged part of an archive."""

    name: str | None
    """Its name in the archive; None for the archive itself, and for a compressed file."""
    content: Source | Exception
    """What it contains, or why that cannot be read."""
    form: str = ""
    date: str = ""
    """Both as in `Member`."""


class PrefixedStream(io.RawIOBase):
    """The bytes that were read of a stream already, then the rest of it; it cannot be searched."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        """Put `head` before a stream."""
        self._head = head
        self._stream = stream

    def buffered(self) -> BinaryIO:
        """Return the same stream, read in larger blocks."""
        return cast("BinaryIO", io.BufferedReader(self, HEAD_SIZE))

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer and return the number of bytes."""
        if self._head:
            data, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        else:
            data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def members(name: str, stream: BinaryIO, compressed_size: int) -> Iterator[Member | Damage]:
    """Yield the files that a stream contains, extracted to MAX_DEPTH; a stream that is no archive yields itself.

    `compressed_size` is the size of the stream in bytes. What is damaged affects no other file: its Damage follows the
    Member if a part of it can be read. Raises LimitError if the files together are too large.
    """
    return _members(name, stream, Allowance(compressed_size), 0, 0)


def _members(
    name: str, stream: BinaryIO | LimitedStream, allowance: Allowance, depth: int, dictionaries: int
) -> Iterator[Member | Damage]:
    head = stream.read(HEAD_SIZE)
    opener = _opener(head, name)
    if opener is None:
        yield Member(name, cast("BinaryIO", stream), head)
        return
    if depth >= MAX_DEPTH:
        yield Damage(name, ArchiveError(f"archives nested more than {MAX_DEPTH} deep"))
        return
    source = PrefixedStream(head, cast("BinaryIO", stream)).buffered()
    for entry, content, form, date in _opened(opener, source, _MEMORY[dictionaries]):
        inner = name if entry is None else f"{name}!{entry[:_MAX_NAME]}"
        error: object = content
        if not isinstance(content, Exception):
            limited = LimitedStream(content, allowance)
            for member in _members(inner, limited, allowance, depth + 1, dictionaries + (opener in (_xz, _zstd))):
                yield member._replace(form=form, date=date) if (form or date) and isinstance(member, Member) else member
            error = limited.error
        # If the archive itself is damaged, that is the cause, which is reported for the archive.
        if isinstance(error, Exception) and getattr(stream, "error", None) is None:
            yield Damage(inner, error)


def _opened(opener: _Opener, stream: BinaryIO, memory: int) -> Iterator[_Entry]:
    """Yield the entries of an archive up to a limit, and the exception of its opener as damage of the archive."""
    try:
        for number, entry in enumerate(opener(stream, memory)):
            if number >= MAX_ENTRIES:
                yield _Entry(None, ArchiveError(f"more than {MAX_ENTRIES} entries"))
                return
            yield entry
    except LimitError:
        raise
    except Exception as error:  # the libraries of formats do not promise which ones they raise
        yield _Entry(None, error)


_Opener = Callable[[BinaryIO, int], Iterable[_Entry]]
"""Gives the files in an archive, whose decompressor may need some bytes of memory."""


def _opener(head: bytes, name: str) -> _Opener | None:
    found = archive_format(head)
    # Documents and programs are zip files, too.
    if not found or (found == "zip" and (not has_archive_name(name) or document_type(name, head))):
        return None
    return OPENERS[found]


def _gzip(stream: BinaryIO, _memory: int) -> list[_Entry]:
    import gzip

    return [_Entry(None, cast("Source", gzip.open(stream)))]


def _bzip2(stream: BinaryIO, _memory: int) -> list[_Entry]:
    import bz2

    return [_Entry(None, Decompressed(stream, bz2.BZ2Decompressor(), bz2.BZ2Decompressor))]


def _xz(stream: BinaryIO, memory: int) -> list[_Entry]:
    import lzma

    new = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memory)
    return [_Entry(None, Decompressed(stream, new(), new))]


def _zstd(stream: BinaryIO, memory: int) -> list[_Entry]:
    with suppress(ImportError):
        from compression import zstd  # from Python 3.14

        options = {zstd.DecompressionParameter.window_log_max: memory.bit_length() - 1}
        return [_Entry(None, zstd.ZstdFile(stream, options=options))]
    try:
        import zstandard
    except ImportError as error:
        raise ArchiveError(f"{NEEDS_PACKAGE}zstandard: {install_hint('zstd')}") from error
    return [_Entry(None, _ZstdFrames(stream, zstandard.ZstdDecompressor(max_window_size=memory)))]


class _ZstdFrames:
    """The data of the frames of a Zstandard file. The reader of the library does not notice that a frame is cut off."""

    def __init__(self, stream: BinaryIO, decompressor: ZstdDecompressor) -> None:
        self._stream = stream
        self._decompressor = decompressor
        self._frame = decompressor.decompressobj()
        self._is_empty = True
        """Whether nothing of the frame was read."""
        self._data = io.BytesIO()
        """What was decompressed last."""

    def read1(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end. Raises EOFError if the last frame is cut off."""
        while not (data := self._data.read(size)):
            block = self._frame.unused_data or self._stream.read(_ZSTD_BLOCK)
            if self._frame.eof:
                self._frame, self._is_empty = self._decompressor.decompressobj(), True
            if block:
                self._data, self._is_empty = io.BytesIO(self._frame.decompress(block)), False
            elif self._is_empty:
                break
            else:
                raise EOFError("Compressed file ended before the end of a frame")
        return data


def _tar(stream: BinaryIO, _memory: int) -> Iterator[_Entry]:
    from urlmend.sources.tar import entries

    return starmap(_Entry, entries(stream))


def _zip(stream: BinaryIO, _memory: int) -> Iterator[_Entry]:
    import zipfile

    from urlmend.decoding import zip_content
    from urlmend.decoding.zip_headers import check_directory

    data = spooled(b"", stream)
    try:
        archive = zipfile.ZipFile(data)
        check_directory(archive, data)
    except Exception as error:  # the library does not promise which ones it raises
        yield from _zip_without_directory(data, error)
        return
    with archive:
        for entry in archive.infolist():
            if entry.filename.endswith("/"):  # a folder
                continue
            try:
                content = zip_content.opened(archive, entry)
            except Exception as error:  # such as encryption, or an unknown compression
                yield _Entry(entry.filename, error)
            else:
                with content:
                    yield _Entry(entry.filename, cast("Source", content))


def _zip_without_directory(stream: BinaryIO, error: Exception) -> Iterator[_Entry]:
    """Yield the files of a zip file whose directory is damaged or cut off; `error` says why it cannot be read."""
    from urlmend.decoding import zip_headers

    stream.seek(0)
    data = stream.read(MAX_WITHOUT_DIRECTORY)
    found = False
    for name, content in zip_headers.members(data):
        found = True
        yield _Entry(name, cast("Source", content))
    end = f"the first {len(data)} bytes" if stream.read(1) else "its end"
    yield _Entry(None, ArchiveError(f"damaged or truncated zip file: read up to {end}") if found else error)


def is_web_archive(head: bytes) -> bool:
    """Whether a file that begins with `head` is a web archive, compressed with gzip or not."""
    import zlib

    if archive_format(head) == "gzip":
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, HEAD_SIZE)
        except zlib.error:
            return False
    return archive_format(head) == "warc"


def _records(stream: BinaryIO) -> ArchiveIterator:
    """Return the records of a web archive, whose headers are bounded. Raises ArchiveError without `warcio`."""
    import logging

    try:
        from warcio.archiveiterator import ArchiveIterator
        from warcio.statusandheaders import StatusAndHeadersParser
    except ImportError as error:
        raise ArchiveError(f"{NEEDS_PACKAGE}warcio: {install_hint('warc')}") from error

    class Records(ArchiveIterator):  # type: ignore[misc]
        INC_RECORD = ""  # its warning about a damaged record quotes the text, which may contain a secret

        def continue_at_next_record(self) -> None:
            """Skip lines to the next one that may begin a record."""
            while (line := self.reader.readline()) and not line.startswith(b"WARC/1."):
                pass
            self.next_line, self.record, self.err_count = line, None, 0
            self.the_iter = self._iterate_records()

    class BoundedParser(StatusAndHeadersParser):  # type: ignore[misc]
        def parse(self, stream: BinaryIO, status_line: str | None = None) -> object:
            return super().parse(_Header(stream), status_line)

    logging.getLogger("warcio").setLevel(logging.CRITICAL + 1)  # its warnings quote addresses, too
    records = Records(stream)
    loader = records.loader
    loader.warc_parser = BoundedParser(loader.WARC_TYPES)
    loader.http_parser = BoundedParser(loader.HTTP_TYPES, verify=False)
    return records


def _warc(stream: BinaryIO, _memory: int) -> Iterator[_Entry]:
    """Yield the records of a web archive that contain text: `conversion` and `response` (WARC 1.1, section 6)."""
    records = _records(stream)
    damage = _Entry(None, ArchiveError("a record is damaged"))
    for number in itertools.count():
        try:
            record = next(records, None)
        except LimitError:
            raise
        except Exception:  # its message quotes the text, too
            yield damage
            records.continue_at_next_record()
            continue
        if records.err_count:  # the record before does not end where its header says
            yield damage
            records.err_count = 0
        if record is None:
            return
        form = _form_of_record(record)
        if form is not None:
            target = record.rec_headers.get_header("WARC-Target-URI") or f"record {number}"
            content = PrefixedStream(b"", _text_of_record(record, form)).buffered()
            yield _Entry(redact(target), cast("Source", content), form, _date_of_record(record))


class _Header:
    """A stream at the header of a record; the library takes quadratic time for folded lines."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._left = _MAX_HEADER

    def readline(self) -> bytes:
        """Read a line. Raises ArchiveError if the header is too long."""
        line = self._stream.readline()
        self._left -= len(line)
        if self._left < 0:
            raise ArchiveError(f"a header of more than {_MAX_HEADER} bytes")
        return line


def _date_of_record(record: ArcWarcRecord) -> str:
    """Return when a record was made (WARC 1.1, section 5.4), in seconds."""
    found = _DATE.match(record.rec_headers.get_header("WARC-Date") or "")
    return f"{found[0]}Z" if found else ""


def _form_of_record(record: ArcWarcRecord) -> str | None:
    """Return the format of a record, as in `Member`; None if it contains no text."""
    if record.rec_type == "conversion":
        return ""
    if record.rec_type != "response" or not record.http_headers:
        return None
    media_type = (record.http_headers.get_header("Content-Type") or "").partition(";")[0].strip().lower()
    if media_type in ("text/html", "application/xhtml+xml"):
        return "html"
    return format_of_type(media_type) or ("text" if media_type.startswith("text/") else None)


def _text_of_record(record: ArcWarcRecord, form: str) -> BinaryIO:
    """Return the text of a record, that of a response in UTF-8 (that of a conversion is)."""
    if record.rec_type == "conversion":
        return cast("BinaryIO", record.content_stream())
    from urlmend.sources.web_charset import Utf8Stream

    content_type = record.http_headers.get_header("Content-Type") or ""
    return cast("BinaryIO", Utf8Stream(record.content_stream(), content_type, is_page=form == "html"))


# An opener for each format of `sniff.SIGNATURES`.
OPENERS: dict[str, _Opener] = {
    "gzip": _gzip,
    "bzip2": _bzip2,
    "xz": _xz,
    "zstd": _zstd,
    "warc": _warc,
    "tar": _tar,
    "zip": _zip,
}
