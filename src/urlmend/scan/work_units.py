"""Archives to work units: parts of a few megabytes that any process can read on its own.

A scan that continues after an interruption skips those that are done already.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO

from urlmend._lib.allowance import LimitError
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.sniff import HEAD_SIZE, is_compressed_or_archive
from urlmend.mail.mailbox import MAX_MESSAGE
from urlmend.scan.split import Block, Range, extracted_blocks, file_range, split_kind
from urlmend.sources.archives import Damage, is_web_archive
from urlmend.sources.listing import files
from urlmend.sources.paths import STDIN, InputKind, Problem, Reading, could_not_fetch, could_not_open, skipped
from urlmend.sources.remote import (
    FileState,
    contents,
    file_state,
    is_remote,
    open_file,
    open_ranges,
    walk,
)

# The bytes in a unit, approximately, and the number of small files in it: at most, and on average in a large folder.
SIZE = 1 << 23
MAX_FILES = 256
_AVERAGE_FILES = 64
# The last bytes of a mailbox, less than a unit's, are this many units at most.
_RANGES_OF_REST = 8
# Large remote files whose beginning is requested at the same time, and files that are listed ahead to find them.
_HEADS = 64
_MAX_WAITING = 4096
# The flags at the end of the name of a message in a Maildir.
_MAILDIR_FLAGS = lazy(r"[:;!]2,[A-Za-z]*\Z")
_NO_STDIN = "a scan may be repeated, and standard input cannot: name a file"
# Larger text files are split too, between paragraphs.
_LARGE_TEXT = 1 << 25


class Unit(NamedTuple):
    """A part of the work: complete files, a range of a file, or bytes that were extracted from one."""

    key: str
    """Identifies the same unit in the next scan: a hash of paths, sizes, times of change, range."""
    names: tuple[str, ...]
    """The names to report: of the files, of the file with the range, or of the extracted ones."""
    size: int
    """The bytes of the archive that it covers."""
    start: int = 0
    """The start of the range, in bytes, before it is moved forward to a record boundary (`split.read_range`)."""
    stop: int = 0
    """The end of the range, likewise; 0 if the unit is no range of a file."""
    data: bytes | None = None
    """A block of an extracted file."""
    blocks: tuple[Block, ...] = ()
    """Extracted files that are complete; their names are `names`."""
    archive: str = ""
    """The path of the file that was extracted; empty if the unit has neither `data` nor `blocks`."""
    input_kind: str | None = None
    """What the range or the data is read as; None: as the reader's options say."""
    content: str = ""
    """Identifies the bytes of the file up to the end of the range (`chained`), if an earlier scan has read the same."""
    is_done: bool = False
    """Whether it is in the result already and must not be read."""
    block_size: int = 0
    """The size of blocks, in bytes, if the unit is a compressed file that is extracted by its reader; else 0."""

    def read(self) -> bytes:
        """The bytes of the range, or the extracted bytes. Raises OSError."""
        with opened(self) as found:
            return found.read()

    def count_lines(self) -> int:
        """The number of line ends in a part; 0 if it cannot be read."""
        try:
            return _read_through(self).lines if self.is_part else 0
        except OSError:
            return 0

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of its files."""
        return (self.archive,) if self.archive else self.names

    @property
    def is_part(self) -> bool:
        """Whether it is a part of a file: its lines and messages are counted from the end of the previous unit."""
        return self.stop > 0 or self.data is not None


@contextmanager
def opened(unit: Unit) -> Iterator[Range]:
    """Open the range, or the extracted bytes, of a unit for a `with` block. Raises OSError."""
    if unit.data is not None:
        yield Range((unit.data,))
        return
    with open_ranges(unit.names[0]) as file:
        yield file_range(file, unit.start, unit.stop, InputKind(unit.input_kind or InputKind.TEXT))


def _read_through(unit: Unit) -> Range:
    with opened(unit) as found:
        found.read_rest()
        return found


class _Splitting(NamedTuple):
    """How large files are split."""

    size: int
    """The size of a unit, in bytes."""
    extract: bool
    """Whether compressed files are extracted here."""
    reading: Reading
    is_done: Callable[[str], bool]
    by_content: bool
    """Whether ranges of changed files are compared with those of an earlier scan."""

    small: int
    """The size of the largest file that shares a unit with others, in bytes."""


def units(
    paths: Iterable[str],
    reading: Reading = Reading(),
    *,
    is_done: Callable[[str], bool] = lambda _: False,
    by_content: bool = False,
    size: int = SIZE,
    extract: bool = True,
) -> Iterator[Unit | Problem]:
    """Yield the units of files and folders, in the order of `listing.documents`, and what cannot be listed.

    Small files of a folder share a unit. `is_done` says of a key whether the result has that unit: it is yielded
    without its data. With `by_content`, it is also asked for the content of the ranges of a file that has changed, up
    to the first that differs: mailboxes grow at their end. With `extract`, large compressed files are extracted here,
    so that several processes can read the blocks; without it each is one unit. So is each web archive in any case:
    there are always many of them.
    """
    splitting = _Splitting(size, extract, reading, is_done, by_content, size // 2)
    for unit in _units(paths, splitting):
        if isinstance(unit, Unit) and (unit.content or is_done(unit.key)):
            yield unit._replace(is_done=True, data=None if unit.data is None else b"", blocks=())
        else:
            yield unit


def total_size(paths: Iterable[str], reading: Reading = Reading()) -> int:
    """The size of all files to read, in bytes."""
    return sum(found.size for _, found in _listed(paths, reading) if not isinstance(found, Problem))


def _units(paths: Iterable[str], splitting: _Splitting) -> Iterator[Unit | Problem]:
    small: list[tuple[str, FileState]] = []
    folder = ""
    total = 0
    for path, found, head in chain(_with_heads(_listed(paths, splitting.reading), splitting), (("", None, None),)):
        is_small = isinstance(found, FileState) and found.size <= splitting.small and not found.is_inbox
        here, name = os.path.split(path)
        if small and not (is_small and total < splitting.size and here == folder and _fits(name, len(small))):
            key = _key(*[_version(*file) for file in small])
            yield Unit(key, tuple([path for path, _ in small]), total)
            small.clear()
            total = 0
        folder = here
        if isinstance(found, Problem):
            yield found
        elif found and is_small:
            small.append((path, found))
            total += found.size
        elif found:
            yield from _units_of_large_file(path, found, head, splitting)


def _listed(paths: Iterable[str], reading: Reading) -> Iterator[tuple[str, FileState | Problem]]:
    """Yield the files to read, in order, each with its state or why it has none."""
    for path in paths:
        if is_remote(path):
            try:
                yield from walk(path, reading.exclude, reading.skip)
            except OSError as error:
                yield path, could_not_fetch(path, error)
            continue
        for name in files((path,), reading):
            try:
                found: FileState | Problem = file_state(name) if name != STDIN else Problem(name, _NO_STDIN)
            except (OSError, ValueError) as error:
                found = could_not_open(name, error)
            yield name, found


def _fits(name: str, others: int) -> bool:
    """Whether a file can share the unit of so many other files of its folder.

    Names decide where units begin, so that a new file changes one unit and not all that follow. The flags of a Maildir,
    which mail programs change, are no part of them.
    """
    return others < MAX_FILES and zlib.crc32(os.fsencode(_MAILDIR_FLAGS.sub("", name))) % _AVERAGE_FILES != 0


def _version(path: str, found: FileState) -> str:
    """Identifies a file in its current state."""
    return f"{path}\0{found.size}\0{found.version}"


def _key(*versions: str) -> str:
    return hashlib.sha256("\0".join(versions).encode("utf-8", "surrogateescape")).hexdigest()[:32]


_Head = bytes | OSError | None
"""The first bytes of a large file; None for local and small ones, which are read later."""


def _with_heads(
    listed: Iterable[tuple[str, FileState | Problem]], splitting: _Splitting
) -> Iterator[tuple[str, FileState | Problem, _Head]]:
    """Yield what was listed with the beginning of large remote files, which are requested at the same time."""
    waiting: list[tuple[str, FileState | Problem]] = []
    large: list[str] = []
    for item in chain(listed, (None,)):
        if item is not None:
            waiting.append(item)
            path, found = item
            if is_remote(path) and not isinstance(found, Problem) and found.size > splitting.small:
                large.append(path)
        if item is None or not large or len(large) == _HEADS or len(waiting) == _MAX_WAITING:
            heads = dict(zip(large, contents(large, HEAD_SIZE), strict=True)) if large else {}
            yield from ((path, found, heads.get(path)) for path, found in waiting)
            waiting.clear()
            large.clear()


def _head(path: str, head: _Head) -> bytes:
    """The first bytes of a file. Raises OSError."""
    if isinstance(head, OSError):
        raise head
    if head is not None:
        return head
    with open_ranges(path) as file:
        return file.read(HEAD_SIZE)


def _units_of_large_file(path: str, found: FileState, head: _Head, splitting: _Splitting) -> Iterator[Unit | Problem]:
    """Yield the units of a file that is not small, or of a repository."""
    version, size = _version(path, found), found.size
    try:
        if found.is_inbox:
            yield from _units_of_inbox(path, splitting)
            return
        head = _head(path, head)
        if skipped(path, head, splitting.reading):  # its reader says why
            yield Unit(_key(version), (path,), size)
            return
        if is_compressed_or_archive(head):
            if splitting.extract and not is_web_archive(head):
                with open_file(path) as file:
                    yield from _extracted_units(path, file, found, splitting)
            else:
                key = _key(version, f"blocks of {splitting.size}")
                yield Unit(key, (path,), size, block_size=splitting.size)
            return
        kind = split_kind(path, head, splitting.reading, size)
        if kind == InputKind.MAIL or (kind and size > _LARGE_TEXT):
            yield from _ranges(path, found, kind, splitting)
        else:
            yield Unit(_key(version), (path,), size)
    except Exception as error:  # of a store, too: it must not affect other files
        yield Problem.from_error(path, error)


def _units_of_inbox(path: str, splitting: _Splitting) -> Iterator[Unit | Problem]:
    """Yield the messages of a repository of public-inbox; new messages change the last unit only."""
    from urlmend.sources import public_inbox  # few archives are repositories

    for group in public_inbox.groups(path, MAX_FILES, splitting.size):
        blobs, size = [message.blob for message in group], sum(message.size for message in group)
        key = _key("inbox", path, *blobs)
        blocks: list[Block] = []
        for blob, data in () if splitting.is_done(key) else public_inbox.contents(path, blobs, MAX_MESSAGE):
            if data is None:
                yield Problem(f"{path}!{blob}", public_inbox.UNREAD)
            else:
                blocks.append(Block(len(blocks), f"{path}!{blob}", data, InputKind.MAIL, is_complete=True))
        yield _unit_of_blocks(key, path, size, blocks) if blocks else Unit(key, (path,), size, data=b"", archive=path)


def _ranges(path: str, found: FileState, kind: InputKind, splitting: _Splitting) -> Iterator[Unit]:
    """Yield the ranges of a file; those whose content is known have a `content`."""
    previous = content_of_file(path, kind) if splitting.by_content else ""
    for start, stop in _range_limits(found.size, splitting.size):
        key = _key(_version(path, found), f"{start}-{stop}")
        unit = Unit(key, (path,), stop - start, start, stop, input_kind=kind)
        if previous:
            content = "" if splitting.is_done(key) else chained(previous, _read_through(unit).digest())
            previous = content if splitting.is_done(content) else ""
        yield unit._replace(content=previous)


def _range_limits(size: int, step: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a file: `step` bytes each, and the rest in smaller ones, as mailboxes grow at their end."""
    full = size - size % step
    yield from ((start, start + step) for start in range(0, full, step))
    small = max(1, step // _RANGES_OF_REST)
    yield from ((start, min(start + small, size)) for start in range(full, size, small))


def content_of_file(path: str, kind: str | None) -> str:
    """Identifies the content of a file before its first range."""
    return _key("content", path, str(kind))


def chained(previous: str, data_digest: str) -> str:
    """Identifies the content of a file up to the end of a range; `previous` is that before it."""
    return _key(previous, data_digest)


def _extracted_units(path: str, file: BinaryIO, found: FileState, splitting: _Splitting) -> Iterator[Unit | Problem]:
    """Yield the blocks of a compressed file, and a last unit without data that marks its end.

    If the last unit and all before it are done, the file is not extracted. `file` is at its start; its position shows
    how much was read.
    """
    version, size = f"{_version(path, found)}\0blocks of {splitting.size}", found.size
    end = f"{version}\0end"
    count = 0
    while splitting.is_done(_key(version, str(count))):
        count += 1
    if splitting.is_done(_key(end, str(count))):
        for number in range(count):
            yield Unit(_key(version, str(number)), (path,), 0, data=b"", archive=path)
        yield Unit(_key(end, str(count)), (path,), size, data=b"", archive=path)
        return
    number = covered = 0
    is_damaged = False
    try:
        for blocks in _grouped(extracted_blocks(path, file, size, splitting.reading, splitting.size), splitting):
            if isinstance(blocks, Damage):
                is_damaged = True
                yield Problem.from_error(*blocks)
                continue
            read = min(file.tell(), size)
            yield _unit_of_blocks(_key(version, str(number)), path, read - covered, blocks)
            number, covered = number + 1, read
    except LimitError as error:
        is_damaged = True
        yield Problem.from_error(path, error)
    if not is_damaged:  # else the next scan extracts the file again, and reports the damage
        yield Unit(_key(end, str(number)), (path,), size - covered, data=b"", archive=path)


def _grouped(blocks: Iterator[Block | Damage], splitting: _Splitting) -> Iterator[list[Block] | Damage]:
    """Group small files, which share a unit; other blocks are groups of their own."""
    small: list[Block] = []
    total = 0
    for block in blocks:
        is_small = isinstance(block, Block) and block.is_complete and len(block.data) <= splitting.small
        if small and (not is_small or total > splitting.size or len(small) >= MAX_FILES):
            yield small
            small, total = [], 0
        if isinstance(block, Damage):
            yield block
        elif is_small:
            small.append(block)
            total += len(block.data)
        else:
            yield [block]
    if small:
        yield small


def _unit_of_blocks(key: str, path: str, size: int, blocks: list[Block]) -> Unit:
    first = blocks[0]
    if first.is_complete:
        return Unit(key, tuple(block.name for block in blocks), size, blocks=tuple(blocks), archive=path)
    return Unit(key, (first.name,), size, data=first.data, archive=path, input_kind=first.input_kind)
