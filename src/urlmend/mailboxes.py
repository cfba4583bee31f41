"""Streams to messages: mbox in its variants, rnews batches, single messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from urlmend.headers import block_end
from urlmend.mail import RawMessage
from urlmend.recognition import is_message

# How much is read at a time, and how much of one message is looked at; the rest of a longer one is passed over.
BLOCK = 1 << 22
MAX_MESSAGE = 1 << 26
_LONGEST_SEPARATOR = 1000

# A separator has a date behind it: a time of day and a year (RFC 4155 appendix A, and what programs write).
_SEPARATOR = re.compile(rb"From [^\n]*?[ \t][0-9]{1,2}:[0-9]{2}[^\n]*(?:19|20)[0-9]{2}[^\n]*\n")
_BATCH = re.compile(rb"#! rnews ([0-9]{1,12})[^\n]*\n")
_CONTENT_LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*([0-9]{1,12})", re.IGNORECASE)

HEAD = 1 << 16


def is_mail(head: bytes) -> bool:
    """Whether a file that begins so holds mail or news: a separator, a batch, or the header block of a message."""
    return bool(_SEPARATOR.match(head) or _BATCH.match(head)) or is_message(head)


def messages(head: bytes, stream: BinaryIO, name: str) -> Iterator[RawMessage]:
    """The messages of a stream, one after the other; memory holds little more than one of them.

    `head` is what was read of the stream already.
    """
    head += stream.read(BLOCK)
    if _BATCH.match(head):
        return _batched(head, stream, name)
    if _SEPARATOR.match(head):
        return _separated(head, stream, name)
    return iter((RawMessage(head + stream.read(MAX_MESSAGE), name, 0, 1, 0),))


def _separated(buffer: bytes, stream: BinaryIO, name: str) -> Iterator[RawMessage]:
    """The messages of an mbox. Of one that is too long the beginning is given, and the rest passed over."""
    number, line, start, at = 0, 1, 0, 0
    base = 0  # where the buffer begins in the stream
    given = ended = False
    while True:
        cut = _next_separator(buffer, start, at, given)
        if cut is None and not ended and len(buffer) - start <= MAX_MESSAGE:
            at = max(0, len(buffer) - start - _LONGEST_SEPARATOR)
            block = stream.read(BLOCK)
            base += start
            buffer, start, ended = buffer[start:] + block, 0, not block
            continue
        stop = len(buffer) if cut is None else cut
        if not given:
            at_byte = None if _header_with_length(buffer, start) else base + start
            yield RawMessage(buffer[start : min(stop, start + MAX_MESSAGE)], name, number, line, at_byte)
            number += 1
        if cut is None and ended:
            return
        given = cut is None
        stop -= _LONGEST_SEPARATOR if given else 0
        line += buffer.count(b"\n", start, stop)
        start = at = stop


def _next_separator(buffer: bytes, start: int, at: int, given: bool) -> int | None:
    """Where the message that begins at `start` ends, looked for from `at` on; None if no end is in the buffer.

    `given` says that the message's beginning is gone, and with it its header.
    """
    if not given and (stop := _by_content_length(buffer, start)) is not None:
        return stop
    offset = buffer.find(b"\nFrom ", max(start, at - 1))
    while offset >= 0:
        blank_before = buffer[offset - 1 : offset] == b"\n" or buffer[offset - 2 : offset] == b"\n\r"
        if blank_before and _SEPARATOR.match(buffer, offset + 1):
            return offset + 1
        offset = buffer.find(b"\nFrom ", offset + 1)
    return None


def _by_content_length(buffer: bytes, start: int) -> int | None:
    """Where a message ends by its `Content-Length`, if another one, or the file's end, is there."""
    near = _header_with_length(buffer, start)
    if not near:
        return None
    header_stop, body = block_end(buffer, start, min(len(buffer), near + 2))
    match = _CONTENT_LENGTH.search(buffer, start, header_stop)
    if match is None:
        return None
    stop = body + int(match.group(1))
    separator = re.compile(rb"(?:\r?\n)?(?=From )").match(buffer, stop)
    if separator and stop < len(buffer):
        return separator.end()
    return None


def _header_with_length(buffer: bytes, start: int) -> int:
    """The end of a message's header, roughly, if it seems to state the length of the body; 0 if not."""
    near = buffer.find(b"\n\n", start, start + HEAD)
    near = near if near >= 0 else start + HEAD
    # Most mailboxes have no such field: two plain look-ups cost less than one without regard to case.
    if buffer.find(b"ontent-Length", start, near) < 0 and buffer.find(b"ontent-length", start, near) < 0:
        return 0
    return near


def _batched(buffer: bytes, stream: BinaryIO, name: str) -> Iterator[RawMessage]:
    """The articles of an rnews batch: each has a line before it that tells its length."""
    number, line = 0, 1
    while (match := _BATCH.match(buffer)) is not None:
        length = min(int(match.group(1)), MAX_MESSAGE)
        while len(buffer) < match.end() + length and (block := stream.read(BLOCK)):
            buffer += block
        stop = match.end() + length
        yield RawMessage(buffer[match.end() : stop], name, number, line + 1)
        number, line = number + 1, line + buffer.count(b"\n", 0, stop)
        buffer = buffer[stop:]
        if len(buffer) < HEAD:
            buffer += stream.read(BLOCK)
    if buffer.strip():  # what no length accounts for
        yield RawMessage(buffer + stream.read(MAX_MESSAGE), name, number, line)
