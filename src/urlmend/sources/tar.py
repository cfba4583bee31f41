"""Entries of tar files: ustar, GNU and pax (POSIX.1-2001), read as a stream.

The reader of the standard library ends at a damaged header, calls itself for each extended header, and takes quadratic
time for some of them. This one takes linear time, and continues at the next header.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

_BLOCK = 512
_ZEROS = bytes(_BLOCK)
# A longer extended header is skipped, in bytes.
_MAX_EXTENDED = 1 << 20
# The digits of the largest number, that of a size.
_MAX_DIGITS = 20
_SKIPPED_AT_ONCE = 1 << 16
# Values of the field `typeflag`; entries of unknown kinds are files (POSIX.1-2001, pax interchange format).
_WITHOUT_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")
_ABOUT_OTHERS = (b"D", b"V")
_PAX, _PAX_GLOBAL, _LONG_NAME, _LONG_LINK, _SPARSE = (b"x", b"X"), b"g", b"L", b"K", b"S"
# The position of the sparse map, and the number of its entries: in a header, and in each block that extends it.
_SPARSE_MAP, _EXTENDED_SPARSE_MAP = (386, 4), (0, 21)


class TarError(Exception):
    """A part of a tar file that cannot be read; the message says why."""


class Content:
    """The content of an entry: data of the archive, and the holes of a sparse file."""

    def __init__(self, stream: BinaryIO, size: int, holes: list[tuple[int, int]] | None = None) -> None:
        """Take the archive at the start of the data, the size of the data, and pairs of the sizes of hole and data."""
        self._stream = stream
        self.left: int = size
        """The number of bytes of the archive that were not read yet."""
        self.is_truncated: bool = False
        """Whether the archive ends within it."""
        self._pieces = holes[::-1] if holes is not None else [(0, size)]

    def read1(self, size: int) -> bytes:
        """Read up to `size` bytes; none at the end. Raises TarError if the archive ends before."""
        while self._pieces:
            hole, data = self._pieces.pop()
            if hole:
                count = min(hole, size)
                self._pieces.append((hole - count, data))
                return bytes(count)
            if data:
                return self._read_data(data, min(data, size, self.left))
        return b""

    def _read_data(self, expected: int, count: int) -> bytes:
        found = self._stream.read(count)
        if not found:
            self.is_truncated = count > 0
            self._pieces.clear()
            raise TarError("unexpected end of data")
        self.left -= len(found)
        self._pieces.append((0, expected - len(found)))
        return found


class _Header(NamedTuple):
    """The fields of a header block."""

    name: bytes
    kind: bytes
    """The field `typeflag`."""
    size: int
    block: bytes


def entries(stream: BinaryIO) -> Iterator[tuple[str | None, Content | TarError]]:
    """Yield the names and contents of regular files, and a TarError without a name for each part that cannot be read.

    The content is to be read before the next entry is requested.
    """
    common: dict[bytes, bytes] = {}
    fields: dict[bytes, bytes] = {}
    is_damaged = False
    zeros = 0
    """The number of blocks of zeros up to now: two end an archive, which another one may follow."""
    while block := stream.read(_BLOCK):
        if not block.strip(b"\0"):
            zeros += 1
            continue
        try:
            header = _header(block)
        except TarError as error:
            if not is_damaged:  # the data of the entry follows, in many blocks
                yield None, TarError("data after its end that is no entry") if zeros > 1 else error
            is_damaged = True
            continue
        is_damaged, zeros = False, 0
        try:
            if header.kind in _PAX:
                fields |= _pax_fields(_extended(stream, header.size))
            elif header.kind == _PAX_GLOBAL:
                common |= _pax_fields(_extended(stream, header.size))
            elif header.kind == _LONG_NAME:
                fields[b"path"] = _extended(stream, header.size).partition(b"\0")[0]
            elif header.kind == _LONG_LINK:
                _skip(stream, header.size)
            else:
                of_entry, fields = common | fields, {}
                yield from _entry(stream, header, of_entry)
        except TarError as error:
            yield None, error


def _header(block: bytes) -> _Header:
    """Parse a header block. Raises TarError."""
    if len(block) < _BLOCK:
        raise TarError("unexpected end of data")
    fields = block[:148] + b" " * 8 + block[156:]
    unsigned = sum(fields)
    signed = unsigned - 256 * sum(byte > 127 for byte in fields)  # by some old programs
    if _number(block[148:156]) not in (unsigned, signed):
        raise TarError("damaged header")
    name = block[:100].partition(b"\0")[0]
    prefix = block[345:500].partition(b"\0")[0] if block[257:263] == b"ustar\0" else b""
    return _Header(prefix + b"/" + name if prefix else name, block[156:157], _number(block[124:136]), block)


def _number(field: bytes) -> int:
    """Parse a number: octal digits, or the base-256 encoding of GNU. Raises TarError."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.partition(b"\0")[0].strip()
    if digits.strip(b"01234567"):
        raise TarError("damaged header")
    return int(digits or b"0", 8)


def _entry(stream: BinaryIO, header: _Header, fields: dict[bytes, bytes]) -> Iterator[tuple[str, Content]]:
    """Yield an entry if it is a regular file, and skip the rest of its data. Raises TarError."""
    if header.kind in _WITHOUT_DATA:
        return
    size = _decimal(fields[b"size"]) if b"size" in fields else header.size
    name = fields.get(b"GNU.sparse.name") or fields.get(b"path") or header.name
    if header.kind in _ABOUT_OTHERS or (header.kind == b"\0" and name.endswith(b"/")):  # a folder of an old program
        _skip(stream, size)
        return
    padding = -size % _BLOCK
    size, holes = _sparse(stream, header, fields, size)
    content = Content(stream, size, holes)
    yield name.decode("utf-8", "surrogateescape"), content
    if not content.is_truncated:
        _skip(stream, content.left, padding)


def _sparse(
    stream: BinaryIO, header: _Header, fields: dict[bytes, bytes], size: int
) -> tuple[int, list[tuple[int, int]] | None]:
    """Return the size of the data of an entry, and the pieces of its content; None if it is not sparse."""
    if header.kind == _SPARSE:
        return size, _pieces(_old_sparse_map(stream, header.block), _number(header.block[483:495]))
    real_size = fields.get(b"GNU.sparse.realsize") or fields.get(b"GNU.sparse.size")
    if real_size is None:
        return size, None
    if fields.get(b"GNU.sparse.major") == b"1":
        numbers, size = _leading_sparse_map(stream, size)
    else:
        numbers = [_decimal(number) for number in fields.get(b"GNU.sparse.map", b"").split(b",") if number]
    return size, _pieces(numbers, _decimal(real_size))


def _old_sparse_map(stream: BinaryIO, block: bytes) -> list[int]:
    """Read the map of a sparse file of GNU tar, in the header block and those that extend it."""
    numbers: list[int] = []
    (start, count), more = _SPARSE_MAP, 482
    while True:
        numbers += [_number(block[at : at + 12]) for at in range(start, start + count * 24, 12)]
        if not block[more]:
            return numbers
        block = stream.read(_BLOCK)
        if len(block) < _BLOCK:
            raise TarError("unexpected end of data")
        (start, count), more = _EXTENDED_SPARSE_MAP, 504


def _leading_sparse_map(stream: BinaryIO, size: int) -> tuple[list[int], int]:
    """Read the map of a sparse file of version 1.0, which is before its data; return the size of the data, too."""
    lines: list[bytes] = []
    rest, expected = b"", 0
    while len(lines) <= 2 * expected:
        block = stream.read(_BLOCK) if size >= _BLOCK else b""
        if len(block) < _BLOCK:
            raise TarError("damaged map of a sparse file")
        size -= _BLOCK
        *found, rest = (rest + block.rstrip(b"\0")).split(b"\n")
        lines += found
        expected = _decimal(lines[0]) if lines else 0
        if len(rest) > _MAX_DIGITS:
            raise TarError("damaged map of a sparse file")
    return [_decimal(line) for line in lines[1 : 1 + 2 * expected]], size


def _pieces(numbers: list[int], real_size: int) -> list[tuple[int, int]]:
    """Convert a map of offsets and sizes to pairs of the sizes of a hole and the data after it."""
    pieces, end = [], 0
    for offset, size in zip(numbers[::2], numbers[1::2], strict=False):
        if offset < end and size:
            raise TarError("damaged map of a sparse file")
        if size:
            pieces.append((offset - end, size))
            end = offset + size
    return [*pieces, (max(0, real_size - end), 0)]


def _extended(stream: BinaryIO, size: int) -> bytes:
    """Read the data of an extended header. Raises TarError if it is too long, or if the archive ends before."""
    if size > _MAX_EXTENDED:
        _skip(stream, size)
        raise TarError(f"an extended header of more than {_MAX_EXTENDED} bytes")
    data = stream.read(size)
    if len(data) < size:
        raise TarError("unexpected end of data")
    stream.read(-size % _BLOCK)
    return data


def _pax_fields(data: bytes) -> dict[bytes, bytes]:
    """Parse a pax extended header: records of length, space, keyword, `=`, value and line feed. Raises TarError."""
    fields: dict[bytes, bytes] = {}
    offsets_and_sizes: list[bytes] = []
    at = 0
    while at < len(data) and data[at]:
        space = data.find(b" ", at, at + _MAX_DIGITS + 1)
        end = at + _decimal(data[at : max(at, space)])
        keyword, equals, value = data[space + 1 : end - 1].partition(b"=")
        if not equals or data[end - 1 : end] != b"\n":
            raise TarError("damaged extended header")
        if keyword in (b"GNU.sparse.offset", b"GNU.sparse.numbytes"):  # version 0.0, which repeats them
            offsets_and_sizes.append(value)
        fields[keyword] = value
        at = end
    if offsets_and_sizes:
        fields[b"GNU.sparse.map"] = b",".join(offsets_and_sizes)
    return fields


def _decimal(digits: bytes) -> int:
    """Parse a decimal number. Raises TarError."""
    if not digits.isdigit() or len(digits) > _MAX_DIGITS:
        raise TarError("damaged extended header")
    return int(digits)


def _skip(stream: BinaryIO, size: int, padding: int | None = None) -> None:
    """Skip data and its padding, by default that of its last block. Raises TarError if the archive ends in them."""
    padding = -size % _BLOCK if padding is None else padding
    while size > 0:
        skipped = len(stream.read(min(size, _SKIPPED_AT_ONCE)))
        if not skipped:
            raise TarError("unexpected end of data")
        size -= skipped
    if len(stream.read(padding)) < padding:
        raise TarError("unexpected end of data")
