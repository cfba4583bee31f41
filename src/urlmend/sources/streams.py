"""Streams of bytes that are read twice: files, and copies of other streams in memory or in a temporary file."""

from __future__ import annotations

import io

from urlmend.decoding.sniff import HEAD_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# The number of bytes searched at a time: Python finds words faster in short blocks than in long ones.
_BLOCK = 1 << 14
# The bytes of a stream that are held in memory to read them twice; more are in a temporary file.
_IN_MEMORY = 1 << 24


def contains(stream: BinaryIO, marker: bytes) -> bool:
    """Whether a file contains a marker; its position does not change."""
    position, last = stream.tell(), b""
    stream.seek(0)
    while block := stream.read(_BLOCK):
        if marker in block or marker in last + block[: len(marker)]:
            break
        last = block[-len(marker) :]
    stream.seek(position)
    return bool(block)


def is_file(stream: BinaryIO) -> bool:
    """Whether a stream can be read again; members of archives claim to be seekable, but are not."""
    return type(stream) in (io.BufferedRandom, Spooled) or (type(stream) is io.BufferedReader and stream.seekable())


class Spooled(io.BytesIO):
    """A stream that was copied to the memory."""


def spooled(head: bytes, stream: BinaryIO) -> BinaryIO:
    """Return a stream whose head is already read as a file; a long one is a temporary file without a name."""
    file: BinaryIO = Spooled(head)
    file.seek(len(head))
    while block := stream.read(HEAD_SIZE):  # a longer one would allocate its memory first
        if file.tell() > _IN_MEMORY and isinstance(file, Spooled):
            from tempfile import TemporaryFile  # few streams are that long
            from typing import cast

            copy = cast("BinaryIO", TemporaryFile())  # noqa: SIM115  # closed with the document that reads it
            copy.write(file.getvalue())
            file = copy
        file.write(block)
    file.seek(len(head))
    return file


def read_fully(head: bytes, stream: BinaryIO) -> bytes:
    """The bytes of a stream whose head is already read; a large file is read again, which saves a copy."""
    if type(stream) is io.BufferedReader and len(head) < HEAD_SIZE:  # it returns less than requested only at the end
        return head
    if len(head) == HEAD_SIZE and is_file(stream):
        stream.seek(0)
        return stream.read()
    return head + stream.read()
