"""Archives to units of work: pieces of a few megabytes that can be read one by one, in any process."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

from urlmend.inputs import STDIN, Problem, Reading, files, is_packed
from urlmend.mailboxes import MAX_MESSAGE, SEPARATOR, is_mail

# About how much a unit holds, and how many files at most.
SIZE = 1 << 23
MAX_FILES = 256
_HEAD = 1 << 16
_WINDOW = 1 << 20
# Larger files of plain text are cut too, where a paragraph ends.
_LARGE = 1 << 25

_SEPARATOR = re.compile(rb"(?:(?<=\n\n)|(?<=\n\r\n))" + SEPARATOR)
_PARAGRAPH = re.compile(rb"(?<=\n)\r?\n(?=[^\r\n])")


class Unit(NamedTuple):
    """A piece of work: whole files, a range of a file, or bytes that were unpacked from one."""

    key: str
    """What makes it the same the next time: paths, sizes, times of change, range."""
    names: tuple[str, ...]
    """The files; for a range or unpacked bytes, the one name that its documents go by."""
    size: int
    """How many bytes of the archive it stands for."""
    start: int = 0
    stop: int = 0
    """The range, in bytes; none if `stop` is 0."""
    data: bytes | None = None
    kind: str | None = None
    """What the range or the bytes are to be read as: an input kind, or None for what they look like."""
    is_done: bool = False
    """Whether it need not be read, as a result has it already."""

    def read(self) -> bytes:
        """The bytes of the range, or those that were unpacked. Raises OSError."""
        if self.data is not None:
            return self.data
        with open(self.names[0], "rb") as file:
            file.seek(self.start)
            return file.read(self.stop - self.start)

    def count_lines(self) -> int:
        """How many line ends are in a part; 0 if it cannot be read."""
        try:
            return self.read().count(b"\n") if self.is_part else 0
        except OSError:
            return 0

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files that it is from."""
        return tuple(name.partition("!")[0] for name in self.names) if self.data is not None else self.names

    @property
    def is_part(self) -> bool:
        """Whether it is a part of something: its lines and messages count on from the unit before."""
        return self.stop > 0 or self.data is not None


def units(
    paths: Iterable[str],
    reading: Reading = Reading(),
    *,
    is_done: Callable[[str], bool] = lambda _: False,
    size: int = SIZE,
) -> Iterator[Unit | Problem]:
    """The units of what the paths name, in the order of `inputs.documents`, and what cannot be looked at.

    Small files of a folder make one unit together. `is_done` tells of a unit's key whether it need
    not be read; such a unit comes without its data.
    """
    for unit in _units(paths, reading, is_done, size):
        if isinstance(unit, Unit) and is_done(unit.key):
            yield unit._replace(is_done=True, data=None if unit.data is None else b"")
        else:
            yield unit


def total_size(paths: Iterable[str], reading: Reading = Reading()) -> int:
    """How many bytes there are to read in all that the paths name."""
    states = map(_state, files(paths, reading))
    return sum(state.st_size for state in states if not isinstance(state, Problem))


def _units(
    paths: Iterable[str], reading: Reading, is_done: Callable[[str], bool], size: int
) -> Iterator[Unit | Problem]:
    gathered: list[tuple[str, os.stat_result]] = []
    for path in files(paths, reading):
        state = _state(path)
        is_small = not isinstance(state, Problem) and state.st_size <= size // 2
        if gathered and not (is_small and _belongs(path, gathered, size)):
            yield from _together(gathered)
        if isinstance(state, Problem):
            yield state
        elif is_small:
            gathered.append((path, state))
        else:
            yield from _of_large(path, state, reading, is_done, size)
    yield from _together(gathered)


def _state(path: str) -> os.stat_result | Problem:
    if path == STDIN:
        return Problem(path, "a scan may be repeated, and standard input cannot: name a file")
    try:
        return os.stat(path)
    except (OSError, ValueError) as error:
        return Problem.of(path, error)


def _belongs(path: str, gathered: list[tuple[str, os.stat_result]], size: int) -> bool:
    total = sum(state.st_size for _, state in gathered)
    return os.path.dirname(path) == os.path.dirname(gathered[0][0]) and len(gathered) < MAX_FILES and total < size


def _together(gathered: list[tuple[str, os.stat_result]]) -> Iterator[Unit]:
    """One unit of the files that were gathered, and an empty list."""
    if gathered:
        marks = [_mark(path, state) for path, state in gathered]
        size = sum(state.st_size for _, state in gathered)
        yield Unit(_key(*marks), tuple(path for path, _ in gathered), size)
        gathered.clear()


def _mark(path: str, state: os.stat_result) -> str:
    """What tells a state of a file from others."""
    return f"{path}\0{state.st_size}\0{state.st_mtime_ns}"


def _key(*marks: str) -> str:
    return hashlib.sha256("\0".join(marks).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _of_large(
    path: str, state: os.stat_result, reading: Reading, is_done: Callable[[str], bool], size: int
) -> Iterator[Unit | Problem]:
    """The units of a large file."""
    mark = _mark(path, state)
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD)
            if is_packed(head):
                yield from _of_packed(path, file, head, state.st_size, mark, is_done, size)
            elif (kind := _cut_as(head, reading, state.st_size)) is not None:
                for start, stop in _ranges(file, state.st_size, _SEPARATOR if kind == "mail" else _PARAGRAPH, size):
                    yield Unit(_key(mark, f"{start}-{stop}"), (path,), stop - start, start, stop, kind=kind)
            else:
                yield Unit(_key(mark), (path,), state.st_size)
    except (OSError, ValueError) as error:
        yield Problem.of(path, error)


def _cut_as(head: bytes, reading: Reading, size: int) -> str | None:
    """As what a file is cut, by how it begins: as an mbox, as plain text, or not at all."""
    if reading.kind in (None, "mail") and head.startswith(b"From ") and is_mail(head):
        return "mail"
    is_text = reading.kind in (None, "text") and b"\0" not in head and not is_mail(head)
    # With a byte-order mark, it may be an encoding in which a line feed is no line's end.
    return "text" if is_text and size > _LARGE and not head.startswith((b"\xff\xfe", b"\xfe\xff")) else None


def _ranges(file: BinaryIO, size: int, where: re.Pattern[bytes], about: int) -> Iterator[tuple[int, int]]:
    """Cut a file of a size into ranges of about so many bytes, where the pattern says that one may be cut."""
    start = 0
    while start < size:
        stop = _cut(file, start + about, size, where)
        yield start, stop
        start = stop


def _cut(file: BinaryIO, offset: int, size: int, where: re.Pattern[bytes]) -> int:
    """The first place from an offset on where the file may be cut; its end if there is none."""
    at = offset - 4
    while offset < size and at < size:
        file.seek(at)
        window = file.read(_WINDOW)
        match = where.search(window)
        if match:
            return at + match.start()
        at += max(1, len(window) - _HEAD)
    return size


def _of_packed(
    path: str, file: BinaryIO, head: bytes, size: int, mark: str, is_done: Callable[[str], bool], about: int
) -> Iterator[Unit | Problem]:
    """The units of what is packed in a file: blocks of its members, and a last one that says that all is there.

    If that last one and all before it are done, the file need not be unpacked.
    """
    from urlmend.archives import Joined, damage, members

    end = f"{mark}\0end"
    count = 0
    while is_done(_key(mark, str(count))):
        count += 1
    if is_done(_key(end, str(count))):
        for number in range(count):
            yield Unit(_key(mark, str(number)), (path,), 0, data=b"")
        yield Unit(_key(end, str(count)), (path,), size, data=b"")
        return
    number = seen = 0
    try:
        for member in members(path, Joined(head, file).buffered(), size):
            for data, kind in _blocks(member.head, member.stream, about):
                read = min(file.tell(), size)
                yield Unit(_key(mark, str(number)), (member.name,), read - seen, data=data, kind=kind)
                number, seen = number + 1, read
    except damage() as error:
        yield Problem(path, str(error) or type(error).__name__)
        return
    yield Unit(_key(end, str(number)), (path,), size - seen, data=b"")


def _blocks(head: bytes, stream: BinaryIO, about: int) -> Iterator[tuple[bytes, str | None]]:
    """What a stream holds, in blocks that can be read on their own, and as what."""
    is_box = head.startswith(b"From ") and is_mail(head)
    if b"\0" in head[:8192] and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return
    where = _SEPARATOR if is_box else _PARAGRAPH
    buffer = head + stream.read(about)
    kind = None
    while len(buffer) > about:
        cuts = [match.start() for match in where.finditer(buffer, about // 2)]
        if cuts:
            kind = "mail" if is_box else kind
            yield buffer[: cuts[-1]], kind
            buffer = buffer[cuts[-1] :]
            # What follows the first block of a text may look like anything, but is text.
            kind = kind or "text"
        elif len(buffer) > MAX_MESSAGE:
            yield buffer, kind
            buffer = b""
        more = stream.read(about)
        if not more:
            break
        buffer += more
    if buffer:
        yield buffer, kind
