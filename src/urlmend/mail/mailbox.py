"""Streams to messages: mbox in its variants, rnews batches, single messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from urlmend.decoding.sniff import is_message
from urlmend.mail.headers import Header, header_at
from urlmend.mail.source_map import RawMessage

# How much is read at a time: at first, and at most where a message does not end; and how much of one message is looked
# at, the rest of a longer one is passed over.
BLOCK = 1 << 18
_LARGEST_BLOCK = 1 << 24
MAX_MESSAGE = 1 << 26
_LONGEST_SEPARATOR = 1000

# A separator has a date behind it: a time of day and a year (RFC 4155 appendix A, and what programs write).
_DATE = r"(?>[^\n]*?[ \t][0-9]{1,2}:[0-9]{2})(?>[^\n]*(?:19|20)[0-9]{2})[^\n]*+\n"
_SEPARATOR = re.compile(rf"From {_DATE}".encode())
# All but the first have a blank line before them. The literal in front is what makes it fast.
_NEXT_SEPARATOR = re.compile(rf"\nFrom (?:(?<=\n\nFrom )|(?<=\n\r\nFrom )){_DATE}".encode())
_BATCH = re.compile(rb"#! rnews ([0-9]{1,12})[^\n]*\n")
_NEXT_BY_LENGTH = re.compile(rb"(?:\r?\n)?(?=From )")

HEAD = 1 << 16


def is_mail(head: bytes) -> bool:
    """Whether a file that begins so holds mail or news: a separator, a batch, or the header block of a message."""
    return bool(_SEPARATOR.match(head)) or is_batch(head) or is_message(head)


def is_batch(head: bytes) -> bool:
    """Whether a file that begins so is an rnews batch."""
    return bool(_BATCH.match(head))


def messages(head: bytes, stream: BinaryIO, name: str, *, places: bool = True) -> Iterator[RawMessage]:
    """The messages of a stream, one after the other; memory holds little more than one of them.

    `head` is what was read of the stream already. Their lines need not be right if no `places` will be asked for.
    """
    head += stream.read(BLOCK)
    if is_batch(head):
        return _batched(head, stream, name)
    if _SEPARATOR.match(head):
        return _separated(head, stream, name, places)
    return iter((RawMessage(head + stream.read(MAX_MESSAGE), name, 0, 1, 0),))


def _separated(buffer: bytes, stream: BinaryIO, name: str, places: bool) -> Iterator[RawMessage]:
    """The messages of an mbox. Of one that is too long the beginning is given, and the rest passed over."""
    number, line, start, at = 0, 1, 0, 0
    base = 0  # where the buffer begins in the stream
    given = ended = False
    while True:
        # Of a message whose beginning is gone, the header is gone, too.
        header = None if given else header_at(buffer, start, len(buffer))
        cut = _next_separator(buffer, start, at, header)
        if cut is None and not ended and len(buffer) - start <= MAX_MESSAGE:
            at = max(0, len(buffer) - start - _LONGEST_SEPARATOR)
            # Ever more of a message that does not end, so that it is not copied too often.
            block = stream.read(max(BLOCK, min(len(buffer) - start, _LARGEST_BLOCK)))
            base += start
            buffer, start, ended = buffer[start:] + block, 0, not block
            continue
        stop = len(buffer) if cut is None else cut
        if header:
            data = buffer[start : min(stop, start + MAX_MESSAGE)]
            at_byte = base + start if header.length is None else None
            yield RawMessage(data, name, number, line, at_byte, header if header.body <= len(data) else None)
            number += 1
        if cut is None and ended:
            return
        given = cut is None
        stop -= _LONGEST_SEPARATOR if given else 0
        if places:
            line += buffer.count(b"\n", start, stop)
        start = at = stop


def _next_separator(buffer: bytes, start: int, at: int, header: Header | None) -> int | None:
    """Where the message that begins at `start` ends, looked for from `at` on; None if no end is in the buffer."""
    at = max(start, at - 1)
    if header:
        if header.length and (stop := _by_content_length(buffer, start + header.body + int(header.length))) is not None:
            return stop
        at = max(at, start + header.size - 1)
    separator = _NEXT_SEPARATOR.search(buffer, at)
    return separator.start() + 1 if separator else None


def _by_content_length(buffer: bytes, stop: int) -> int | None:
    """Where a message ends whose `Content-Length` says that it stops here, if another one begins there."""
    separator = _NEXT_BY_LENGTH.match(buffer, stop)
    return separator.end() if separator and stop < len(buffer) else None


def _batched(buffer: bytes, stream: BinaryIO, name: str) -> Iterator[RawMessage]:
    """The articles of an rnews batch: each has a line before it that tells its length."""
    number, line, at = 0, 1, 0
    while (match := _BATCH.match(buffer, at)) is not None:
        length = min(int(match.group(1)), MAX_MESSAGE)
        while len(buffer) < match.end() + length and (block := stream.read(BLOCK)):
            buffer += block
        stop = match.end() + length
        yield RawMessage(buffer[match.end() : stop], name, number, line + 1)
        number, line, at = number + 1, line + buffer.count(b"\n", at, stop), stop
        if len(buffer) - at < HEAD and (block := stream.read(BLOCK)):
            buffer, at = buffer[at:] + block, 0
    rest = buffer[at:]
    if rest.strip():  # what no length accounts for
        yield RawMessage(rest + stream.read(MAX_MESSAGE), name, number, line)
