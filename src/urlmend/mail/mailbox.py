"""Streams to messages: mbox in its variants, rnews batches, messages of Apple Mail, single messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.fast_typing import Protocol
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.sniff import HEAD_SIZE, has_bare_returns, is_message, with_line_feeds
from urlmend.mail.headers import Header, header_at
from urlmend.mail.source_map import RawMessage

# The number of bytes read at a time, first and at most: ever more of a message that does not end.
BLOCK = 1 << 18
_LARGEST_BLOCK = 1 << 24
# The rest of a longer message is not read, in bytes.
MAX_MESSAGE = 1 << 26
# The bytes of a separator whose end may still be unread.
MAX_SEPARATOR = 1000

# The date in a separator has a time of day and a year (RFC 4155 appendix A, and what programs write).
_YEAR = r"(?:19|20)[0-9]{2}(?![0-9])"
_DATE = rf"(?=[^\n]{{0,400}}?[ \t][0-9]{{1,2}}:[0-9]{{2}})(?=[^\n]{{0,400}}?[^0-9\n]{_YEAR})[^\n]{{0,800}}\n"
# The same as `ctime` writes it, with or without a zone, or as in the field `Date` (RFC 5322 section 3.3).
_TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_EXACT_DATE = rf"""
    [^\n]{{1,400}}? [ \t] (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)
    (?: [ \t]+ {_MONTH} [ \t]+ [0-9]{{1,2}} [ \t]+ {_TIME} (?:[ \t]+[A-Z0-9+-]{{1,9}})? [ \t]+ {_YEAR}
      | , [ \t]* [0-9]{{1,2}} [ \t]+ {_MONTH} [ \t]+ {_YEAR} [ \t]+ {_TIME}
    ) [^\n]{{0,100}} \n
"""
# A header field, or what UUCP writes before it; `https:` before `//` is a URL.
_FIELD = r"(?:[!-9;-~]{1,76}[ \t]{0,9}:(?:[^/]|/[^/])|>From[ ])"
# `git format-patch` writes this date; such a patch in a message does not end it.
_PATCH = r"[0-9a-f]{40}\ Mon\ Sep\ 17\ 00:00:00\ 2001"
_NO_FIELD = r"\r?\n|From[ ]"
_NO_FIELD_OR_END = rf"{_NO_FIELD}|\Z"


def _from_line(no_field: str) -> str:
    """Return an expression for a separator, between `From ` and the header that follows it.

    After an empty line, a date is sufficient if the header is well-formed or absent. Elsewhere, the date must be exact,
    and a field must follow. A separator is no longer than MAX_SEPARATOR.
    """
    return rf"""
        (?: (?: (?<=\n\nFrom\ ) | (?<=\n\r\nFrom\ ) ) {_DATE} (?= {_FIELD} | {no_field} )
          | (?!{_PATCH}) {_EXACT_DATE} (?={_FIELD})
        )
    """


# The first one may have an exact date instead of a header.
_SEPARATOR = lazy(rf"From\ (?: {_DATE} (?={_FIELD}|{_NO_FIELD_OR_END}) | {_EXACT_DATE} )".encode(), re.VERBOSE)
# The literal at the start makes the search fast.
_NEXT_SEPARATOR = lazy(rf"\nFrom\ {_from_line(_NO_FIELD_OR_END)}".encode(), re.VERBOSE)
# A separator where a mailbox may be split, without the line end before it, whatever follows the bytes that were read.
SPLIT_SEPARATOR = lazy(rf"(?<=\n)From\ {_from_line(_NO_FIELD)}".encode(), re.VERBOSE)
_BATCH = lazy(rb"#! rnews ([0-9]{1,12})[^\n]*\n")
# The line before a message of Apple Mail, which states its length; a property list follows the message.
_LENGTH_LINE = lazy(rb"([0-9]{1,12})[ \t]*\r?\n")
_NEXT_BY_LENGTH = lazy(rb"(?:\r?\n)?(?=From )")


class _Stream(Protocol):
    """A stream of bytes that can be read."""

    def read(self, size: int, /) -> bytes: ...


def is_mail(head: bytes) -> bool:
    """Whether a file that begins with `head` holds mail or news: an mbox, an rnews batch, or a message."""
    if has_bare_returns(head):
        head = with_line_feeds(head)
    return bool(_SEPARATOR.match(head)) or is_batch(head) or is_message(head) or bool(_apple_mail(head))


def is_batch(head: bytes) -> bool:
    """Whether a file that begins with `head` is an rnews batch."""
    return bool(_BATCH.match(head))


def _apple_mail(head: bytes) -> re.Match[bytes] | None:
    """Return the match of the first line of a message of Apple Mail (`.emlx`)."""
    stated = _LENGTH_LINE.match(head)
    return stated if stated and is_message(head[stated.end() :]) else None


def messages(
    head: bytes, stream: _Stream, name: str, *, places: bool = True, is_file: bool = True
) -> Iterator[RawMessage]:
    """Yield the messages of a stream; memory holds little more than one of them.

    `head` is what was read of the stream already. Without `places`, their line numbers may be wrong. `is_file` is
    whether the bytes of the stream are those of the file; else their offsets in the file are unknown.
    """
    head += stream.read(BLOCK)
    at: int | None = 0
    if has_bare_returns(head):
        at = None
        stream = _LineFeeds(head, stream)
        head, is_file = stream.read(BLOCK), False
    if not head:  # such as a range of an mbox in which no message begins
        return iter(())
    if _BATCH.match(head):
        return _batched(head, stream, name, at)
    if _SEPARATOR.match(head):
        return _separated(head, stream, name, places, is_file, at)
    if stated := _apple_mail(head):
        message = _of_length(head, stated.end(), int(stated[1]), stream, name, 0, 2)[1]
        return iter((message if at is None else message._replace(at=stated.end()),))
    return iter((_last(head, stream, name, 0, 1, 0 if is_file else None)._replace(at=at),))


def _last(head: bytes, stream: _Stream, name: str, number: int, line: int, start: int | None = None) -> RawMessage:
    """Return the message that begins with `head` and ends with the stream."""
    data = head + stream.read(MAX_MESSAGE)
    is_cut = len(data) >= MAX_MESSAGE and bool(stream.read(1))
    return RawMessage(data, name, number, line, start, header_at(data, 0, len(data)), is_cut)


def _of_length(
    buffer: bytes, start: int, stated: int, stream: _Stream, name: str, number: int, line: int
) -> tuple[bytes, RawMessage]:
    """Return the message of a stated length at `start` in the buffer, and the buffer, extended by its bytes."""
    length = min(stated, MAX_MESSAGE)
    buffer = _filled(buffer, start + length, stream)
    is_cut = length < stated and start + length <= len(buffer)
    return buffer, RawMessage(buffer[start : start + length], name, number, line, is_cut=is_cut)


def _filled(buffer: bytes, size: int, stream: _Stream) -> bytes:
    """Return at least `size` bytes, or fewer at the end of the stream: those of the buffer first."""
    while len(buffer) < size and (block := stream.read(max(BLOCK, min(len(buffer), _LARGEST_BLOCK)))):
        buffer += block
    return buffer


class _LineFeeds:
    """A stream with line feeds instead of carriage returns as line ends."""

    def __init__(self, head: bytes, stream: _Stream) -> None:
        """Take the bytes already read from a stream, and the stream."""
        self._unread = head
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        """Read about `size` bytes; none at the end."""
        while True:
            more = self._stream.read(size)
            block = self._unread + more
            self._unread = b"\r" if more and block.endswith(b"\r") else b""  # a line feed may follow
            block = block[: len(block) - len(self._unread)]
            if block or not more:
                return with_line_feeds(block)


def _separated(
    buffer: bytes, stream: _Stream, name: str, places: bool, is_file: bool, offset: int | None
) -> Iterator[RawMessage]:
    """Yield the messages of an mbox; the first MAX_MESSAGE bytes of one that is longer."""
    number, line, start, at = 0, 1, 0, 0
    base = 0  # the offset of the buffer in the stream
    truncated = ended = False
    while True:
        # After a truncated message, the buffer holds its rest, which has no header.
        header = None if truncated else header_at(buffer, start, len(buffer))
        end = _next_separator(buffer, start, at, header, ended=ended)
        if end is None and not ended and len(buffer) - start <= MAX_MESSAGE:
            at = max(0, len(buffer) - start - MAX_SEPARATOR)
            # As many bytes as the buffer has, so that a long message is not copied too often.
            block = stream.read(max(BLOCK, min(len(buffer) - start, _LARGEST_BLOCK)))
            base += start
            buffer, start, ended = buffer[start:] + block, 0, not block
            continue
        stop = len(buffer) if end is None else end
        message = None
        if header:
            data = buffer[start : min(stop, start + MAX_MESSAGE)]
            at_byte = base + start if is_file and header.length is None else None
            known = header if header.body <= len(data) else None
            in_stream = None if offset is None else base + start
            is_cut = stop - start > MAX_MESSAGE
            message = RawMessage(data, name, number, line, at_byte, known, is_cut, in_stream)
            number += 1
            del data
        truncated = end is None
        stop -= MAX_SEPARATOR if truncated and not ended else 0
        if places:
            line += buffer.count(b"\n", start, stop)
        if stop - start > _LARGEST_BLOCK:  # a long message is in memory once while it is used
            base, buffer, stop = base + stop, buffer[stop:], 0
        start = at = stop
        if message:
            yield message
            message = None
        if truncated and ended:
            return


def _next_separator(buffer: bytes, start: int, at: int, header: Header | None, *, ended: bool) -> int | None:
    """The end of the message that begins at `start`, searched from `at`; None if it is not in the buffer."""
    at = max(start, at - 1)
    if header:
        if header.length and (stop := _by_content_length(buffer, start + header.body + int(header.length))) is not None:
            return stop
        at = max(at, start + header.size - 1)
    separator = _NEXT_SEPARATOR.search(buffer, at)
    if separator is None or (separator.end() == len(buffer) and not ended):
        return None
    return separator.start() + 1


def _by_content_length(buffer: bytes, stop: int) -> int | None:
    """The end of a message that stops at `stop` by its `Content-Length`; None if no message follows."""
    separator = _NEXT_BY_LENGTH.match(buffer, stop)
    return separator.end() if separator and stop < len(buffer) else None


def _batched(buffer: bytes, stream: _Stream, name: str, offset: int | None) -> Iterator[RawMessage]:
    """Yield the articles of an rnews batch: the line before each states its length."""
    number, line, at = 0, 1, 0
    base = 0  # the offset of the buffer in the stream
    while (match := _BATCH.match(buffer, at)) is not None:
        buffer, message = _of_length(buffer, match.end(), int(match[1]), stream, name, number, line + 1)
        yield message if offset is None else message._replace(at=base + match.end())
        stop = match.end() + len(message.data)
        number, line, at = number + 1, line + buffer.count(b"\n", at, stop), stop
        if len(buffer) - at < HEAD_SIZE and (block := stream.read(BLOCK)):
            base, buffer, at = base + at, buffer[at:] + block, 0
    rest = buffer[at:]
    if rest.strip():  # after the last article
        yield _last(rest, stream, name, number, line)._replace(at=None if offset is None else base + at)
