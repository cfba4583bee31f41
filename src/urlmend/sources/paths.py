"""Paths to documents: files, folders with their ignore files, standard input, mail, archives."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend.decoding.text import LongText, decode_text, is_binary, wide_codec
from urlmend.model.document import Document
from urlmend.sources.walk import relative, tester, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

STDIN = "-"
KINDS = ("text", "mail", "html")

_HEAD = 1 << 16
# How much is looked through at a time: Python finds words faster in short blocks than in long ones.
_BLOCK = 1 << 14
# How the formats of archives.py begin.
_USTAR = (b"ustar\0", b"ustar  \0")
_PACKED = (
    *(b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"),
    *(b"WARC/1.0\r\n", b"WARC/1.1\r\n"),
)


class Problem(NamedTuple):
    """Something that could not be read, and why."""

    name: str
    reason: str

    @classmethod
    def of(cls, name: str, error: Exception) -> Problem:
        """What an exception says of it: the system's words, if they are the system's."""
        return cls(name, getattr(error, "strerror", None) or str(error) or type(error).__name__)


class Reading(NamedTuple):
    """How to read."""

    kind: str | None = None
    """What everything is taken for; None: by content."""
    all_headers: bool = False
    """Whether all header fields of mail count."""
    exclude: tuple[str, ...] = ()
    """Patterns, as in `.gitignore`, of what a walk leaves out."""
    folder: str = ""
    """The folder that these patterns count from."""
    stdin: str = STDIN
    """The name that standard input goes by."""
    force_exclude: bool = False
    """Whether the patterns count for files that are named, too."""
    without: frozenset[str] = frozenset()
    """Real paths of files and folders that a walk leaves out, such as the one that the report goes to."""
    in_stretches: bool = False
    """Whether long texts may be read as they are looked through: each document before the next one is asked for."""
    places: bool = True
    """Whether places in the documents will be asked for."""
    whole_with: bytes = b""
    """If they are read so, then only files without these bytes; the others, and streams, are read whole."""


def documents(paths: Iterable[str], reading: Reading = Reading()) -> Iterator[Document | Problem]:
    """The documents of what the paths name, one after the other; a folder is walked in the order of names.

    `-` is standard input. In a folder, what `.gitignore` files exclude is left out, and so are
    `.git`, the `tmp` of a Maildir, and symbolic links to folders. Binary files are passed over.
    """
    for path in files(paths, reading):
        if path == STDIN:
            yield from read_stream(sys.stdin.buffer, reading.stdin, 0, reading)
        else:
            yield from read_file(path, reading)


def files(paths: Iterable[str], reading: Reading = Reading()) -> Iterator[str]:
    """The files that the paths name, in the order of `documents`; `-` is standard input."""
    named = tester(reading.exclude) if reading.force_exclude else None
    output = _output_file()
    for path in paths:
        if os.path.isdir(path):
            for name in walk(path, reading.exclude, reading.folder):
                if reading.without and _is_one_of(os.path.realpath(name), reading.without):
                    continue
                if not output or not _is_same(name, output):
                    yield name
        elif not named or not named(relative(reading.stdin if path == STDIN else path, reading.folder)):
            yield path


def _output_file() -> os.stat_result | None:
    """What the system says of the file that standard output goes to, if it is one: that is not to be read."""
    try:
        found = os.fstat(1)
    except OSError:  # it is closed
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _is_same(name: str, other: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(name), other)
    except OSError:  # whoever reads it says so
        return False


def _is_one_of(path: str, others: frozenset[str]) -> bool:
    """Whether a path is one of the others, or below one."""
    return path in others or any(path.startswith(f"{other}{os.sep}") for other in others)


def read_bytes(path: str) -> bytes | None:
    """All of a file, or of standard input; None for a binary file. Raises OSError, ValueError for a NUL in a path."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        head = file.read(_HEAD)
        return None if is_binary(head) and not is_packed(head) else head + file.read()


def read_file(path: str, reading: Reading = Reading()) -> Iterator[Document | Problem]:
    """The documents of one file, or why it cannot be read."""
    try:
        with open(path, "rb") as file:
            yield from read_stream(file, path, os.fstat(file.fileno()).st_size, reading)
    except (OSError, ValueError) as error:
        yield Problem.of(path, error)


def read_stream(stream: BinaryIO, name: str, size: int, reading: Reading = Reading()) -> Iterator[Document | Problem]:
    """The documents of a stream of so many bytes (0 if that is not known), packed or not."""
    head = stream.read(_HEAD)
    if is_packed(head):
        yield from _unpacked(head, stream, name, size or sys.maxsize, reading)
    else:
        yield from _plain(head, stream, name, reading)


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is compressed, or an archive of others."""
    return head.startswith(_PACKED) or head.startswith(_USTAR, 257)


def _unpacked(head: bytes, stream: BinaryIO, name: str, size: int, reading: Reading) -> Iterator[Document | Problem]:
    from urlmend.sources.archives import Joined, damage, members

    try:
        for member in members(name, Joined(head, stream).buffered(), size):
            yield from _plain(member.head, member.stream, member.name, reading, packed=True)
    except damage() as error:
        yield Problem.of(name, error)


def _plain(
    head: bytes, stream: BinaryIO, name: str, reading: Reading, *, packed: bool = False
) -> Iterator[Document | Problem]:
    """The documents of what is not packed: of mail, of HTML, or one of text."""
    if reading.kind == "mail" or (reading.kind is None and _looks_like_mail(head)):
        from urlmend.mail.mailbox import messages
        from urlmend.mail.message import documents as of_message

        for message in messages(head, stream, name, places=reading.places):
            placed = message._replace(start=None) if packed else message
            yield from of_message(placed, all_headers=reading.all_headers)
    elif is_binary(head):
        return
    elif _in_stretches(head, stream, reading):
        text = LongText(head, stream, name, packed=packed)
        yield text
        if text.failure:
            raise text.failure
    else:
        document = decode_text(_whole(head, stream), name, packed=packed)
        yield _as_html(document) if reading.kind == "html" else document


def _in_stretches(head: bytes, stream: BinaryIO, reading: Reading) -> bool:
    """Whether a text is read as it is looked through."""
    if not reading.in_stretches or reading.kind == "html" or len(head) < _HEAD:
        return False
    if not reading.whole_with:
        return True
    # In these encodings, the bytes would look different.
    return _is_file(stream) and not wide_codec(head) and not _holds(stream, reading)


def _holds(stream: BinaryIO, reading: Reading) -> bool:
    """Whether a file has the bytes in it for which it is read whole; it is left where it was."""
    place, last = stream.tell(), b""
    stream.seek(0)
    size = len(reading.whole_with)
    while block := stream.read(_BLOCK):
        if reading.whole_with in block or reading.whole_with in last + block[:size]:
            break
        last = block[-size:]
    stream.seek(place)
    return bool(block)


def _is_file(stream: BinaryIO) -> bool:
    """Whether a stream can be read again; an archive's member claims so and cannot."""
    return type(stream) is io.BufferedReader and stream.seekable()


def _whole(head: bytes, stream: BinaryIO) -> bytes:
    """All of a stream whose head is read already; read again where that spares a copy of a large file."""
    if type(stream) is io.BufferedReader and len(head) < _HEAD:  # it gives less than is asked for at its end alone
        return head
    if len(head) == _HEAD and _is_file(stream):
        stream.seek(0)
        return stream.read()
    return head + stream.read()


def _looks_like_mail(head: bytes) -> bool:
    if head.startswith((b"From ", b"#! rnews")):
        from urlmend.mail.mailbox import is_mail

        return is_mail(head)
    name, colon, _ = head[:77].partition(b"\n")[0].partition(b":")
    if not colon or len(name.split()) != 1:
        return False
    from urlmend.decoding.sniff import is_message

    return is_message(head)


def _as_html(document: Document) -> Document:
    from urlmend.formats.html import html_document

    return html_document(document)
