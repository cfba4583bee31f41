"""Split files and extracted streams into parts that can be read on their own."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, BinaryIO, NamedTuple, cast

from urlmend._lib.allowance import LimitError
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.sniff import HEAD_SIZE, has_bare_returns, wide_codec
from urlmend.mail.mailbox import BLOCK, MAX_MESSAGE, MAX_SEPARATOR, SPLIT_SEPARATOR, is_batch, is_mail, messages
from urlmend.sources.archives import Damage, Member, PrefixedStream, members
from urlmend.sources.paths import DOCUMENT, FORMAT_LIMIT, InputKind, Reading, form_of, reading_as, skipped

_PARAGRAPH = lazy(rb"(?<=\n)\r?\n(?=[^\r\n])")
# The bytes before a match that both expressions look at.
_LOOK_BEHIND = 3
# The most bytes that are read at a time to find the end of a range.
_LARGEST_BLOCK = 1 << 22
_BOUNDARIES = {InputKind.MAIL: SPLIT_SEPARATOR, InputKind.TEXT: _PARAGRAPH}


class Block(NamedTuple):
    """A part of a file that was extracted from an archive."""

    member: int
    """The number of the file in the archive, from 0."""
    name: str
    """The name of that file."""
    data: bytes
    input_kind: str | None
    """What the block is read as; None: detected by content."""
    is_complete: bool
    """Whether it is the complete file."""
    date: str = ""
    """When a web archive has recorded the file; else empty."""


def split_kind(name: str, head: bytes, reading: Reading, size: int = 0) -> InputKind | None:
    """How to split a file: MAIL at the separators of an mbox, TEXT between paragraphs, or None if it must stay unsplit.

    Beyond FORMAT_LIMIT, the `size` in bytes, a file is text whatever its format.
    """
    form = form_of(name, head, reading)
    if form == InputKind.MAIL:
        is_mbox = head.startswith(b"From ") and is_mail(head) and not has_bare_returns(head)
        return InputKind.MAIL if is_mbox else None
    if form == DOCUMENT:
        return None
    is_text = form == InputKind.TEXT or size >= FORMAT_LIMIT
    # In UTF-16 and UTF-32, the byte of a line feed is not always the end of a line.
    return InputKind.TEXT if is_text and b"\0" not in head and not wide_codec(head) else None


class Range:
    """The bytes of a range of a file, read in pieces; counts its line ends."""

    def __init__(self, pieces: Iterable[bytes], start: int | None = None) -> None:
        """Take the pieces, and the offset of the first one in the file; None for extracted bytes."""
        self.start: int | None = start
        """The offset of the range in the file."""
        self._pieces = filter(None, pieces)
        self._piece = b""
        self._at = 0
        self._hash = hashlib.sha256()
        self.lines: int = 0
        """The number of line ends of what was read."""

    def read(self, size: int = -1, /) -> bytes:
        """Read `size` bytes, or all if it is negative; fewer at the end only."""
        found = []
        while size:
            if self._at == len(self._piece):
                self._piece, self._at = next(self._pieces, b""), 0
                if not self._piece:
                    break
                self._hash.update(self._piece)
                self.lines += self._piece.count(b"\n")
            stop = len(self._piece) if size < 0 else min(len(self._piece), self._at + size)
            found.append(self._piece[self._at : stop])
            size -= stop - self._at
            self._at = stop
        return found[0] if len(found) == 1 else b"".join(found)

    def read_rest(self) -> None:
        """Read to the end."""
        while self.read(HEAD_SIZE):
            pass

    def digest(self) -> str:
        """Identify the bytes that were read."""
        return self._hash.hexdigest()[:32]


def file_range(file: BinaryIO, start: int, stop: int, kind: InputKind) -> Range:
    """Return the bytes of [start, stop), moved forward to record boundaries at both ends.

    So the ranges of a file neither overlap nor leave anything out. `kind` is that of `split_kind`.
    """
    boundary = _BOUNDARIES[kind]
    low = max(0, start - _LOOK_BEHIND)
    file.seek(low)
    data = file.read(stop - low + HEAD_SIZE)
    begin = 0
    if start:
        first = boundary.search(data, start - low)
        if first is None or low + first.start() >= stop:
            return Range(())
        begin = first.start()
    return Range(_pieces(file, data, begin, stop - low, boundary), low + begin)


def _pieces(file: BinaryIO, data: bytes, begin: int, at: int, boundary: re.Pattern[bytes]) -> Iterator[bytes]:
    """Yield the bytes from `begin` in `data`, which the file continues, to the first boundary from `at` on."""
    size = HEAD_SIZE
    while (end := boundary.search(data, at)) is None:
        more = file.read(size)
        if not more:
            yield data[begin:]
            return
        # What may be the start of a boundary is searched again.
        kept = max(begin, min(at, len(data) - MAX_SEPARATOR) - _LOOK_BEHIND)
        yield data[begin:kept]
        at = max(at, len(data) - MAX_SEPARATOR) - kept
        data, begin, size = data[kept:] + more, 0, min(2 * size, _LARGEST_BLOCK)
    yield data[begin : end.start()]


def extracted_blocks(
    path: str, stream: BinaryIO, size: int, reading: Reading, block_size: int
) -> Iterator[Block | Damage]:
    """Yield the files in a compressed file or archive in blocks of about `block_size` bytes.

    `size` is that of the stream in bytes. Raises LimitError if the files together are too large.
    """
    for number, found in enumerate(members(path, stream, size)):
        if isinstance(found, Damage):
            yield found
            continue
        try:
            yield from _blocks_of_member(number, found, reading, block_size)
        except LimitError:
            raise
        except Exception as error:  # of any library: it must not affect other members
            yield Damage(found.name, error)


def _blocks_of_member(number: int, member: Member, reading: Reading, block_size: int) -> Iterator[Block]:
    blocks = _blocks(member.name, member.head, member.stream, reading_as(member.form, reading), block_size)
    first = next(blocks, None)
    if first is None:
        return
    second = next(blocks, None)
    yield Block(number, member.name, *first, second is None, member.date)
    if second is not None:
        yield from (Block(number, member.name, *block, False, member.date) for block in chain((second,), blocks))


def _blocks(
    name: str, head: bytes, stream: BinaryIO, reading: Reading, block_size: int
) -> Iterator[tuple[bytes, str | None]]:
    """Yield the blocks of a stream that is no archive, each with what it is read as.

    Of a file that is skipped, the beginning shows its reader why.
    """
    form, input_kind = form_of(name, head, reading), reading.input_kind
    if skipped(name, head, reading):
        yield head, input_kind
        return
    if form not in (InputKind.MAIL, InputKind.TEXT):
        head += stream.read(FORMAT_LIMIT)
        if len(head) < FORMAT_LIMIT:
            yield head, input_kind
            return
    kind = split_kind(name, head, reading, len(head))
    if kind:
        yield from ((data, kind) for data in _split(head, stream, kind, block_size))
    elif form != InputKind.MAIL and (codec := wide_codec(head)):
        narrow = codecs.EncodedFile(cast("IO[bytes]", PrefixedStream(head, stream)), "utf-8", codec, "replace")
        parts = _split(b"", cast("BinaryIO", narrow), InputKind.TEXT, block_size)
        yield from ((data, InputKind.TEXT) for data in parts)
    elif form == InputKind.MAIL and is_mail(head):
        yield from ((data, InputKind.MAIL) for data in _split_articles(head, stream, block_size))
    else:
        yield head + stream.read(), input_kind


def _split(head: bytes, stream: BinaryIO, kind: InputKind, block_size: int) -> Iterator[bytes]:
    """Yield a stream in blocks that end at record boundaries."""
    buffer = head + stream.read(block_size)
    while len(buffer) > block_size:
        boundaries = [match.start() for match in _BOUNDARIES[kind].finditer(buffer, block_size // 2)]
        if boundaries:
            yield buffer[: boundaries[-1]]
            buffer = buffer[boundaries[-1] :]
        elif len(buffer) > MAX_MESSAGE:
            yield buffer
            buffer = b""
        more = stream.read(block_size)
        if not more:
            break
        buffer += more
    if buffer:
        yield buffer


def _split_articles(head: bytes, stream: BinaryIO, block_size: int) -> Iterator[bytes]:
    """Yield a single message, or an rnews batch in blocks of articles."""
    if not is_batch(head):
        yield head + stream.read(BLOCK + MAX_MESSAGE + 1)  # so that its reader sees whether it is longer
        return
    batch, size = [], 0
    for message in messages(head, stream, "", places=False):
        batch.append(b"#! rnews %d\n" % (len(message.data) + message.is_cut) + message.data)
        size += len(message.data)
        if size > block_size:
            yield b"".join(batch)
            batch, size = [], 0
    yield b"".join(batch)
