"""Files and streams to documents: text, mail, archives, and what is skipped."""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache, partial

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.sniff import (
    HEAD_SIZE,
    archive_format,
    begins_like_text,
    is_compressed_or_archive,
    is_message,
    unsupported_format,
    wide_codec,
)
from urlmend.decoding.text import LongText, decode_text
from urlmend.formats.recognition import format_of, may_have_escapes
from urlmend.model.document import Document, Origin, StoredMessage
from urlmend.redaction.console import counted
from urlmend.sources.skipped import NEEDS_PACKAGE, SkipKind
from urlmend.sources.streams import contains, is_file, read_fully, spooled
from urlmend.sources.walk import excluder, relative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

STDIN = "-"
# The formats of web pages, which may show a message of an archive.
_PAGES = ("html", "markup")
# How a document that is no text is read, such as a PDF.
DOCUMENT = "document"
# The size in bytes from which a text is read as plain text, whatever its format.
FORMAT_LIMIT = 1 << 26
_URL = lazy(r"(?i)[a-z][a-z0-9+.-]+://")
_WEB = lazy(r"(?i)(?:https?|ftp|file):")
_OPENS_NO_URL = "urlmend opens no URLs: download it and name the file"
# The beginning of the reason of a file that is skipped.
_SKIPPED = "skipped: "


class InputKind(StrEnum):
    """How a file is read: the values of `--input`."""

    TEXT = "text"
    MAIL = "mail"
    HTML = "html"


class Problem(NamedTuple):
    """A file that could not be read, and the reason."""

    name: str
    """The name of the file; for a member of an archive, followed by `!` and the name of the member."""
    reason: str
    """The error, such as `No such file or directory`."""

    @classmethod
    def of_row(cls, name: str, reason: str) -> Problem:
        """Return a problem of a result, where only the reason shows that a file was skipped."""
        return (Skipped if reason.startswith(_SKIPPED) else cls)(name, reason)

    @classmethod
    def from_error(cls, name: str, error: Exception) -> Problem:
        """Return the problem that an exception describes, in the words of the operating system if it has any."""
        if isinstance(error, EOFError) and not str(error):
            return cls(name, "the file ends too early")
        return cls(name, getattr(error, "strerror", None) or str(error) or type(error).__name__)

    @classmethod
    def from_bug(cls, name: str, error: Exception) -> Problem:
        """Return the problem of an exception that nothing foresees, with its place in the program and no text."""
        if isinstance(error, MemoryError):
            return cls(name, "MemoryError: reading it takes more memory than there is")
        place = error.__traceback__
        while place and place.tb_next:
            place = place.tb_next
        at = f" at {os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}" if place else ""
        return cls(name, f"internal error ({type(error).__name__}{at}): please report it, with the file")


class Skipped(Problem):
    """A file that was not read on purpose, and the reason; no failure."""

    __slots__ = ()

    @classmethod
    def of(cls, kind: SkipKind, name: str, detail: str = "") -> Skipped:
        """Return that a file was skipped, as `skipped: KIND (DETAIL)`."""
        return cls(name, f"{_SKIPPED}{kind} ({detail})" if detail else f"{_SKIPPED}{kind}")

    @property
    def kind(self) -> str:
        """One of SkipKind."""
        return self.reason.removeprefix(_SKIPPED).partition(" (")[0]

    @property
    def needs_package(self) -> bool:
        """Whether it can be read with a package that is not installed."""
        return NEEDS_PACKAGE in self.reason


class Reading(NamedTuple):
    """How files are selected and read."""

    input_kind: str | None = None
    """How every file is read, one of InputKind; None: detected by content."""
    all_headers: bool = False
    """Whether all header fields of mail are read, not only the subject."""
    formats: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names of formats, each with patterns, as in `.gitignore`, of files in it; the last one that matches counts."""
    exclude: tuple[str, ...] = ()
    """Patterns, as in `.gitignore`, of files that a walk skips."""
    folder: str = ""
    """The folder that these patterns are relative to."""
    stdin_name: str = STDIN
    """The name to report for standard input."""
    force_exclude: bool = False
    """Whether the patterns also apply to files that are named."""
    skip: frozenset[str] = frozenset()
    """Real paths of files and folders that a walk skips, such as the file that the report is written to."""
    in_windows: bool = False
    """Whether long texts may be read window by window; each document is then used before the next is requested."""
    places: bool = True
    """Whether lines and columns of the documents will be requested."""
    labels: bool = True
    """Whether the hosts that texts of links show are needed, as they are for rules."""
    read_fully_if_contains: bytes = b""
    """Read streams, and files that contain these bytes, fully even with `in_windows`; empty: no such bytes."""
    opens_archives: bool = True
    """Whether archives and compressed files are read; else they are skipped."""
    on_skipped: Callable[[str, SkipKind], object] | None = None
    """Called with each file or folder that a walk, or `force_exclude`, skips."""
    on_unread: Callable[[str, str], object] | None = None
    """Called with the name of a repository, and why ignored files of it are skipped even if Git tracks them."""
    on_message: Callable[[StoredMessage], object] | None = None
    """Called with each message before its documents; a message may have none."""
    on_recorded: Callable[[str, str], object] | None = None
    """Called with each file of a web archive before its documents, and with the date when it was recorded."""
    base: int | None = None
    """The offset in the file of a part of it that is read; None if the part has no offset, or is extracted."""


def read_bytes(path: str, reading: Reading = Reading()) -> bytes | Skipped:
    """The bytes of a file or of standard input, or why the file is skipped.

    Raises OSError; ValueError if the path contains NUL.
    """
    if path == STDIN:
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        head = file.read(HEAD_SIZE)
        return skipped(path, head, reading) or head + file.read()


def unread(path: str, reading: Reading = Reading()) -> Problem | None:
    """Return why a file cannot be read, or is skipped; None if it is read, as far as its beginning shows."""
    if path == STDIN or os.path.isdir(path):  # a folder that is listed as a file is a repository with mail
        return None
    try:
        with open(path, "rb") as file:
            return skipped(path, file.read(HEAD_SIZE), reading)
    except (OSError, ValueError) as error:
        return could_not_open(path, error)


def skipped(name: str, head: bytes, reading: Reading) -> Skipped | None:
    """Return why a file that begins with `head` is not read; None if it is."""
    if begins_like_text(head):
        return None
    from urlmend.sources.document_types import document_type, has_archive_name  # not needed for most files

    if kind := document_type(name, head):
        return _skipped_document(name, kind, reading)
    if unsupported := unsupported_format(head):
        return Skipped.of(SkipKind.UNSUPPORTED, name, unsupported)
    is_archive = is_compressed_or_archive(head)
    if is_archive and not reading.opens_archives:
        return Skipped.of(SkipKind.ARCHIVE, name)
    if archive_format(head) == "zip" and not has_archive_name(name):
        return Skipped.of(SkipKind.ARCHIVE, name, "a zip file whose name does not end in .zip")
    if is_archive or form_of(name, head, reading) == InputKind.MAIL:
        return None
    return Skipped.of(SkipKind.BINARY, name)


def _skipped_document(name: str, kind: str, reading: Reading) -> Skipped | None:
    """Return why a document of a type is not read; None if it is."""
    if reading.input_kind is not None or not reading.opens_archives:
        return Skipped.of(SkipKind.DOCUMENT, name, kind)
    from urlmend.sources.document_files import why_unread

    reason = why_unread(kind)
    return Skipped.of(SkipKind.DOCUMENT, name, reason) if reason else None


def read_file(path: str, reading: Reading = Reading()) -> Iterator[Document | Problem]:
    """Yield the documents of one file or of standard input, or why it cannot be read."""
    try:
        if path == STDIN:
            yield from read_stream(sys.stdin.buffer, reading.stdin_name, None, reading)
            return
        with open(path, "rb") as file:
            # A pipe has no size.
            yield from read_stream(file, path, os.fstat(file.fileno()).st_size or None, reading)
    except Exception as error:  # of any library: it must not affect other files
        if isinstance(error, (IsADirectoryError, PermissionError)) and os.path.isdir(path):  # the latter on Windows
            yield from _folder(path, error, reading)
        else:
            yield could_not_open(reading.stdin_name if path == STDIN else path, error)


def _folder(folder: str, error: OSError, reading: Reading) -> Iterator[Document | Problem]:
    """Yield the documents of a repository of public-inbox, or why another folder cannot be read."""
    from urlmend.mail.mailbox import MAX_MESSAGE
    from urlmend.sources import public_inbox

    if not public_inbox.is_public_inbox(folder):
        yield could_not_open(folder, error)
        return
    try:
        blobs = [message.blob for message in public_inbox.messages(folder)]
        for blob, data in public_inbox.contents(folder, blobs, MAX_MESSAGE):
            name = f"{folder}!{blob}"
            if data is None:
                yield Problem(name, public_inbox.UNREAD)
            else:
                yield from read_part(io.BytesIO(data), name, reading._replace(input_kind=InputKind.MAIL))
    except Exception as failure:  # of git, or of any library
        yield Problem.from_error(folder, failure)


def could_not_open(path: str, error: Exception) -> Problem:
    """Return why a local path cannot be read, or what to do if it is a URL."""
    if not isinstance(error, OSError) or not _URL.match(path):
        return Problem.from_error(path, error)
    other = "" if _WEB.match(path) else ", or use `urlmend scan` for a remote archive"
    return Problem(path, f"{_OPENS_NO_URL}{other}; to read the URL itself, pass it on standard input")


def could_not_fetch(address: str, error: Exception) -> Problem:
    """Return why a remote address cannot be read, and what to do if it is that of a web page."""
    problem = Problem.from_error(address, error)
    return problem._replace(reason=f"{problem.reason}; {_OPENS_NO_URL}") if _WEB.match(address) else problem


def read_stream(
    stream: BinaryIO, name: str, size: int | None, reading: Reading = Reading()
) -> Iterator[Document | Problem]:
    """Yield the documents of a stream, extracted if it is compressed or an archive.

    `size` in bytes limits how much is extracted; None: no limit. Exceptions from reading an uncompressed stream
    propagate.
    """
    head = stream.read(HEAD_SIZE)
    if begins_like_text(head):  # true of most files
        yield from _uncompressed(head, stream, name, reading)
    elif found := skipped(name, head, reading):
        yield found
    elif is_compressed_or_archive(head):
        yield from _extracted(head, stream, name, sys.maxsize if size is None else size, reading)
    else:
        yield from _uncompressed(head, stream, name, reading)


def read_part(
    stream: BinaryIO, name: str, reading: Reading = Reading(), *, is_text: bool = False
) -> Iterator[Document | Problem]:
    """Yield the documents of a part of a file, or of bytes extracted from it, without extracting them again.

    `is_text` is whether the beginning of the file has shown that it is text or mail.
    """
    head = stream.read(HEAD_SIZE)
    found = None if is_text else skipped(name, head, reading)
    yield from (found,) if found else _uncompressed(head, stream, name, reading, extracted=True)


def _extracted(head: bytes, stream: BinaryIO, name: str, size: int, reading: Reading) -> Iterator[Document | Problem]:
    from urlmend._lib.allowance import LimitError
    from urlmend.sources.archives import Damage, PrefixedStream, members

    has_text = False
    try:
        for found in members(name, PrefixedStream(head, stream).buffered(), size):
            if isinstance(found, Damage):
                has_text = True
                yield Problem.from_error(*found)
                continue
            if skip := skipped(found.name, found.head, reading):
                has_text = has_text or found.name == name  # it is said of the file already
                yield skip
                continue
            has_text = True
            if found.date and reading.on_recorded:
                reading.on_recorded(found.name, found.date)
            try:
                yield from _uncompressed(
                    found.head, found.stream, found.name, reading_as(found.form, reading), extracted=True
                )
            except LimitError:
                raise
            except Exception as error:  # of any library: it must not affect other members
                yield Problem.from_error(found.name, error)
    except LimitError as error:
        yield Problem.from_error(name, error)
        return
    if not has_text:
        yield Skipped.of(SkipKind.ARCHIVE, name, "no text in it")


def _uncompressed(
    head: bytes, stream: BinaryIO, name: str, reading: Reading, *, extracted: bool = False
) -> Iterator[Document | Problem]:
    """Yield the documents of a mailbox or message, or of a text.

    The offsets of `extracted` bytes are not offsets in a file.
    """
    form = form_of(name, head, reading)
    if form == InputKind.MAIL:
        from urlmend.mail.mailbox import messages
        from urlmend.mail.message import documents as documents_of_message
        from urlmend.mail.source_map import stored

        unread: list[str] = []
        skips: list[Skipped] = []
        attachments = partial(_attached, skips=skips, is_read=reading.opens_archives)
        for message in messages(head, stream, name, places=reading.places, is_file=not extracted):
            if reading.on_message:
                reading.on_message(stored(message, reading.base if extracted else 0))
            yield from documents_of_message(
                message,
                all_headers=reading.all_headers,
                labels=reading.labels,
                on_unread=unread.append,
                in_windows=reading.in_windows,
                unless_contains=reading.read_fully_if_contains,
                attachments=attachments,
            )
            del message  # before the next one is read
            yield from skips
            skips.clear()
        # After all documents: who stops at a problem has read what there is.
        for reason, count in Counter(unread).items():
            yield Problem(name, f"{reason}, in {counted(count, 'message')}")
    elif form == InputKind.TEXT:
        yield from _text(head, stream, name, reading, extracted=extracted)
    elif form == DOCUMENT:
        yield from _document(head, stream, name)
    else:
        yield from _formatted(form, head, stream, name, reading, extracted=extracted)


def _document(head: bytes, stream: BinaryIO, name: str) -> Iterator[Document | Problem]:
    """Yield the documents of a file such as a PDF, and at last why it cannot be read, or not to its end."""
    from urlmend.document_formats.passages import DocumentError
    from urlmend.sources.document_files import read_document
    from urlmend.sources.document_types import document_type

    try:
        yield from read_document(document_type(name, head), head, stream, name)
    except DocumentError as error:
        yield Problem.from_error(name, error)


def _attached(
    name: str, file: str, encoded: bytes, encoding: str, origin: Origin, *, skips: list[Skipped], is_read: bool
) -> Iterator[Document]:
    """Yield the documents of a file that is attached to a message, or add to `skips` that it is not read."""
    from urlmend.sources.document_files import read_attached  # few messages have one

    def skip(kind: SkipKind, member: str, reason: str) -> None:
        skips.append(Skipped.of(kind, member, reason))

    return read_attached(name, file, encoded, encoding, origin, on_skipped=skip, is_read=is_read)


def reading_as(form: str, reading: Reading) -> Reading:
    """How a file is read whose archive says its format, or the empty string; what the user says takes precedence."""
    return reading._replace(input_kind=form) if form and reading.input_kind is None else reading


def form_of(name: str, head: bytes, reading: Reading) -> str:
    """How a file is read: as `mail`, `text`, DOCUMENT, or by the name of another format."""
    if reading.input_kind is not None:
        return reading.input_kind
    if not begins_like_text(head):
        from urlmend.sources.document_types import document_type

        if document_type(name, head):
            return DOCUMENT
    if reading.formats and (form := _chosen_format(name, reading)):
        return form
    return InputKind.MAIL if _looks_like_mail(head) else format_of(name, head) or InputKind.TEXT


def _chosen_format(name: str, reading: Reading) -> str:
    """The format of a file by the patterns of the reading; empty if none matches."""
    path = relative(name, reading.folder)
    return next((form for form, is_match in _format_matchers(reading.formats) if is_match(path)), "")


@lru_cache(maxsize=4)
def _format_matchers(formats: tuple[tuple[str, tuple[str, ...]], ...]) -> list[tuple[str, Callable[[str], bool]]]:
    return [(form, excluder(patterns)) for form, patterns in reversed(formats)]


def _formatted(
    form: str, head: bytes, stream: BinaryIO, name: str, reading: Reading, *, extracted: bool
) -> Iterator[Document]:
    """Yield the document of a text in a format; a very long one is read as plain text, in bounded memory."""
    from urlmend.formats.reader import read_format

    data = head + stream.read(FORMAT_LIMIT) if len(head) >= HEAD_SIZE else head
    if len(data) < FORMAT_LIMIT:
        source = decode_text(data, name, extracted=extracted)
        if form in _PAGES:
            from urlmend.mail.archive_pages import with_bytes, with_message  # only needed for pages

            source = with_message(source)
            if source.message and reading.on_message:
                reading.on_message(with_bytes(source, data))
        yield read_format(source, form)
    else:
        yield from _text(data, stream, name, reading, extracted=extracted)


def _text(head: bytes, stream: BinaryIO, name: str, reading: Reading, *, extracted: bool) -> Iterator[Document]:
    """Yield the document of a plain text, or of HTML as it is written."""
    is_html = name.endswith((".html", ".htm"))
    if is_html and HEAD_SIZE <= len(head) < FORMAT_LIMIT:
        head += stream.read(FORMAT_LIMIT)
    is_html = is_html and len(head) < FORMAT_LIMIT  # a longer file is read as plain text
    if reading.read_fully_if_contains and not is_html and len(head) >= HEAD_SIZE and not is_file(stream):
        stream = spooled(head, stream)
    if not is_html and _read_in_windows(head, stream, reading):
        text = LongText(head, stream, name, extracted=extracted)
        yield text
        text.end()
    else:
        document = decode_text(read_fully(head, stream), name, extracted=extracted)
        if is_html:
            from urlmend.formats.reader import with_labels

            document = with_labels(document, "html")
        elif may_have_escapes(document.text, name):
            from urlmend.formats.reader import read_format

            document = read_format(document, InputKind.TEXT)
        yield document


def _read_in_windows(head: bytes, stream: BinaryIO, reading: Reading) -> bool:
    """Whether to read a text window by window."""
    if not reading.in_windows or len(head) < HEAD_SIZE:
        return False
    if not reading.read_fully_if_contains:
        return True
    # In UTF-16 and UTF-32, the marker has different bytes.
    return is_file(stream) and not wide_codec(head) and not contains(stream, reading.read_fully_if_contains)


def _looks_like_mail(head: bytes) -> bool:
    """The result of `mailbox.is_mail`, without loading that module for most files that are not mail."""
    if head.startswith((b"From ", b"#! rnews")) or head[:1].isdigit():
        from urlmend.mail.mailbox import is_mail

        return is_mail(head)
    name, colon, _ = head[:77].partition(b"\n")[0].partition(b":")
    if not colon or len(name.split()) != 1:
        return False
    return is_message(head)
