"""Archives to units of work: pieces of a few megabytes that can be read one by one, in any process."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO, BinaryIO, NamedTuple, cast

from urlmend.decoding.text import is_binary, wide_codec
from urlmend.mail.mailbox import MAX_MESSAGE, is_batch, is_mail, messages
from urlmend.sources.paths import STDIN, Problem, Reading, files, is_packed
from urlmend.sources.remote import State, is_remote, opened, state, walk

# About how much a unit holds, and how many files at most.
SIZE = 1 << 23
MAX_FILES = 256
_HEAD = 1 << 16
# A separator is not looked for in longer lines.
_LONGEST = 1 << 10
# Larger files of plain text are cut too, where a paragraph ends.
_LARGE = 1 << 25

_SEPARATOR = re.compile(
    rb"(?:(?<=\n\n)|(?<=\n\r\n))From [^\n]{0,400}?[ \t][0-9]{1,2}:[0-9]{2}[^\n]{0,400}(?:19|20)[0-9]{2}[^\n]{0,100}\n"
)
_PARAGRAPH = re.compile(rb"(?<=\n)\r?\n(?=[^\r\n])")
# How far both look back.
_BEFORE = 3


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
    """The range, in bytes; none if `stop` is 0. What is read is from the first place in it where the file may be cut
    to the first one behind it: no two ranges have anything in common, and nothing is left out."""
    data: bytes | None = None
    kind: str | None = None
    """What the range or the bytes are to be read as: an input kind, or None for what they look like."""
    is_done: bool = False
    """Whether it need not be read, as a result has it already."""
    block: int = 0
    """If the file is packed and it is for the unit to unpack it: about how much of it makes a block."""

    def read(self) -> bytes:
        """The bytes of the range, or those that were unpacked. Raises OSError."""
        if self.data is not None:
            return self.data
        with opened(self.names[0], ahead=0) as file:
            return _range(file, self.start, self.stop, _SEPARATOR if self.kind == "mail" else _PARAGRAPH)

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
    unpack: bool = True,
) -> Iterator[Unit | Problem]:
    """The units of what the paths name, in the order of `inputs.documents`, and what cannot be looked at.

    Small files of a folder make one unit together. `is_done` tells of a unit's key whether it need
    not be read; such a unit comes without its data. `unpack` is whether large packed files are unpacked here, to be
    read by many; each is one unit otherwise, as those of the web archive are in any case: there are always many.
    """
    for unit in _units(paths, reading, is_done, size, unpack=unpack):
        if isinstance(unit, Unit) and is_done(unit.key):
            yield unit._replace(is_done=True, data=None if unit.data is None else b"")
        else:
            yield unit


def total_size(paths: Iterable[str], reading: Reading = Reading()) -> int:
    """How many bytes there are to read in all that the paths name."""
    return sum(found.size for _, found in _listed(paths, reading) if not isinstance(found, Problem))


def _units(
    paths: Iterable[str], reading: Reading, is_done: Callable[[str], bool], size: int, *, unpack: bool
) -> Iterator[Unit | Problem]:
    gathered: list[tuple[str, State]] = []
    for path, found in _listed(paths, reading):
        is_small = not isinstance(found, Problem) and found.size <= size // 2
        if gathered and not (is_small and _belongs(path, gathered, size)):
            yield from _together(gathered)
        if isinstance(found, Problem):
            yield found
        elif is_small:
            gathered.append((path, found))
        else:
            yield from _of_large(path, found, reading, is_done, size, unpack=unpack)
    yield from _together(gathered)


def _listed(paths: Iterable[str], reading: Reading) -> Iterator[tuple[str, State | Problem]]:
    """The files that the paths name, in order, each with its state, or why there is none."""
    for path in paths:
        if not is_remote(path):
            yield from ((name, _state(name)) for name in files((path,), reading))
            continue
        try:
            yield from walk(path, reading.exclude, reading.without)
        except OSError as error:
            yield path, Problem.of(path, error)


def _state(path: str) -> State | Problem:
    if path == STDIN:
        return Problem(path, "a scan may be repeated, and standard input cannot: name a file")
    try:
        return state(path)
    except (OSError, ValueError) as error:
        return Problem.of(path, error)


def _belongs(path: str, gathered: list[tuple[str, State]], size: int) -> bool:
    total = sum(found.size for _, found in gathered)
    return os.path.dirname(path) == os.path.dirname(gathered[0][0]) and len(gathered) < MAX_FILES and total < size


def _together(gathered: list[tuple[str, State]]) -> Iterator[Unit]:
    """One unit of the files that were gathered, and an empty list."""
    if gathered:
        marks = [_mark(path, found) for path, found in gathered]
        size = sum(found.size for _, found in gathered)
        yield Unit(_key(*marks), tuple(path for path, _ in gathered), size)
        gathered.clear()


def _mark(path: str, found: State) -> str:
    """What tells a state of a file from others."""
    return f"{path}\0{found.size}\0{found.mark}"


def _key(*marks: str) -> str:
    return hashlib.sha256("\0".join(marks).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _of_large(
    path: str, found: State, reading: Reading, is_done: Callable[[str], bool], about: int, *, unpack: bool
) -> Iterator[Unit | Problem]:
    """The units of a large file."""
    mark, size = _mark(path, found), found.size
    try:
        with opened(path, ahead=0) as file:
            head = file.read(_HEAD)
            if is_packed(head):
                if unpack and not _is_web_archive(head):
                    yield from _of_packed(path, file, head, size, mark, is_done, reading.kind, about)
                else:
                    yield Unit(_key(mark, f"blocks of {about}"), (path,), size, block=about)
            elif (kind := _cut_as(head, reading.kind)) == "mail" or (kind and size > _LARGE):
                for start in range(0, size, about):
                    stop = min(start + about, size)
                    yield Unit(_key(mark, f"{start}-{stop}"), (path,), stop - start, start, stop, kind=kind)
            else:
                yield Unit(_key(mark), (path,), size)
    except (OSError, ValueError) as error:
        yield Problem.of(path, error)


def _is_web_archive(head: bytes) -> bool:
    from urlmend.sources.archives import is_web_archive

    return is_web_archive(head)


def _cut_as(head: bytes, kind: str | None) -> str | None:
    """As what a file is cut that is read as a kind, by how it begins: as an mbox, as plain text, or not at all."""
    is_box = head.startswith(b"From ") and is_mail(head)
    if is_box and kind in (None, "mail"):
        return "mail"
    is_text = kind == "text" or (kind is None and not is_mail(head))
    # With such a byte-order mark, a line feed is no line's end.
    return "text" if is_text and b"\0" not in head and not wide_codec(head) else None


def _range(file: BinaryIO, start: int, stop: int, where: re.Pattern[bytes]) -> bytes:
    """What a file has from the first place in a range where it may be cut to the first one behind the range."""
    low = max(0, start - _BEFORE)
    file.seek(low)
    data = file.read(stop - low + _HEAD)
    begin = 0
    if start:
        first = where.search(data, start - low)
        if first is None or low + first.start() >= stop:
            return b""
        begin = first.start()
    at = stop - low
    while (end := where.search(data, at)) is None:
        more = file.read(max(_HEAD, len(data) - at))
        if not more:
            return data[begin:]
        at = max(at, len(data) - _LONGEST)
        data += more
    return data[begin : end.start()]


def _of_packed(
    path: str,
    file: BinaryIO,
    head: bytes,
    size: int,
    mark: str,
    is_done: Callable[[str], bool],
    kind: str | None,
    about: int,
) -> Iterator[Unit | Problem]:
    """The units of what is packed in a file: blocks of its members, and a last one that says that all is there.

    If that last one and all before it are done, the file need not be unpacked.
    """
    from urlmend.sources.archives import Joined, damage

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
        for block in blocks(path, Joined(head, file).buffered(), size, kind, about):
            read = min(file.tell(), size)
            yield Unit(_key(mark, str(number)), (block.name,), read - seen, data=block.data, kind=block.kind)
            number, seen = number + 1, read
    except damage() as error:
        yield Problem.of(path, error)
        return
    yield Unit(_key(end, str(number)), (path,), size - seen, data=b"")


class Block(NamedTuple):
    """A piece of what is packed in a file, that can be read on its own."""

    member: int
    """The number of the member that it is of."""
    name: str
    data: bytes
    kind: str | None
    """What it is to be read as, as in Unit."""


def blocks(path: str, stream: BinaryIO, size: int, kind: str | None, about: int) -> Iterator[Block]:
    """The blocks of what is packed in a stream of so many bytes and read as a kind, each of about so many.

    Raises what `archives.members` raises.
    """
    from urlmend.sources.archives import members

    for number, member in enumerate(members(path, stream, size)):
        for data, as_kind in _blocks(member.head, member.stream, kind, about):
            yield Block(number, member.name, data, as_kind)


def _blocks(head: bytes, stream: BinaryIO, kind: str | None, about: int) -> Iterator[tuple[bytes, str | None]]:
    """What a stream holds, in blocks that can be read on their own, and as what."""
    cut = _cut_as(head, kind)
    if cut:
        yield from ((data, cut) for data in _cut(head, stream, _SEPARATOR if cut == "mail" else _PARAGRAPH, about))
    elif kind in (None, "text") and (codec := wide_codec(head)):
        from urlmend.sources.archives import Joined

        narrow = codecs.EncodedFile(cast("IO[bytes]", Joined(head, stream)), "utf-8", codec, "replace")
        yield from ((data, "text") for data in _cut(b"", cast("BinaryIO", narrow), _PARAGRAPH, about))
    elif kind in (None, "mail") and is_mail(head):
        yield from ((data, "mail") for data in _of_messages(head, stream, about))
    elif kind or not is_binary(head):
        yield head + stream.read(), kind


def _cut(head: bytes, stream: BinaryIO, where: re.Pattern[bytes], about: int) -> Iterator[bytes]:
    """A stream in blocks that end where an expression says."""
    buffer = head + stream.read(about)
    while len(buffer) > about:
        cuts = [match.start() for match in where.finditer(buffer, about // 2)]
        if cuts:
            yield buffer[: cuts[-1]]
            buffer = buffer[cuts[-1] :]
        elif len(buffer) > MAX_MESSAGE:
            yield buffer
            buffer = b""
        more = stream.read(about)
        if not more:
            break
        buffer += more
    if buffer:
        yield buffer


def _of_messages(head: bytes, stream: BinaryIO, about: int) -> Iterator[bytes]:
    """A message, or a batch of articles, in blocks of articles."""
    found, size = [], 0
    articles = messages(head, stream, "", places=False)
    if not is_batch(head):
        yield from (message.data for message in articles)
        return
    for message in articles:
        found.append(b"#! rnews %d\n" % len(message.data) + message.data)
        size += len(message.data)
        if size > about:
            yield b"".join(found)
            found, size = [], 0
    yield b"".join(found)
