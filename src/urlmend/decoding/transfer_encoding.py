"""Content transfer encodings (RFC 2045 section 6): decoding, and offset maps to the encoded data."""

from __future__ import annotations

import binascii
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, count
from operator import add, sub
from typing import Protocol

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import OffsetMap

IDENTITY = ("", "7bit", "8bit", "binary")

# Searching for line feeds and looking back at the white space before them is faster than the reverse.
_HAS_TRAILING_SPACE = lazy(rb"\n(?:(?<=[ \t]\n)|(?<=[ \t]\r\n))")
_SPACE_AT_LINE_END = rb"(?<![ \t])[ \t]++(?=\r?\n|\Z)"
_TRAILING_SPACE = lazy(_SPACE_AT_LINE_END)
# The tokens of quoted-printable.
_QUOTED_PRINTABLE = lazy(
    rb"""
    = ([0-9A-Fa-f]{2})                    # an encoded byte
    | = (?: [ \t]*+ (?:\r?\n|\Z) | \r )   # a soft line break
    | %b                                  # white space at a line end
    """
    % _SPACE_AT_LINE_END,
    re.VERBOSE,
)
# A soft line break of a file whose line ends are `\r` alone.
_BARE_CR_SOFT_BREAK = lazy(rb"=\r(?!\n)")
# Marks of quoted-printable in a text that declares no encoding: two of them are sufficient, or a full line.
_MARKS = (
    lazy(rb"[^\s=]=\r?\n ?[^\s-]"),  # a soft line break
    lazy(rb"=3D(?![&;>)\s]|\Z)"),  # an equals sign, and not the value of a parameter
    lazy(rb"^[^?&\n]*=20\r?\n", re.MULTILINE),  # a space at the end of a line
    lazy(rb"=[C-F][0-9A-F]=[89AB][0-9A-F]"),  # a character in UTF-8
)
_ANY_MARK = lazy(rb"=(?:3D|\r?\n|20\r?\n|[C-F][0-9A-F]=[89AB])")
# A line of 76 characters with a soft line break, or fewer if an escape would not fit. It is neither base64 nor the name
# of a parameter.
_FULL_LINE = lazy(
    rb"""
    ^ (?! [A-Za-z0-9+/]*+ = | [^\n]{0,74} [?&;] [\w.-]*+ =\r?\n )
    (?: [^\n]{75} = (?= \r?\n[ ]?[^\s=] ) | [^\n]{72,75} = (?= \r?\n=[0-9A-F]{2} ) )
    """,
    re.MULTILINE | re.VERBOSE,
)
# What encoders write: soft line breaks, and escapes of other bytes than letters and digits, but of the `F` in `From `.
_WRITTEN = lazy(rb"=(?:\r?\n|[01289A-F][0-9A-F]|3[A-F]|4[06]|5[B-F]|60|7[B-F])")
# An `=` that begins neither an encoded byte nor a soft line break, or a soft line break with spaces.
_MALFORMED = lazy(rb"=(?![0-9A-Fa-f]{2}|\r?\n)")
# The number of bytes that are mapped at a time, at least.
_BLOCK_SIZE = 1 << 9
# The most bytes that are mapped at once; memory is many times as large.
_MAX_SPLIT = 1 << 20
# The number of maps of blocks that are kept.
_MAX_MAPS = 1 << 10
# The number of bytes that are decoded at a time, and how much shorter a block without line ends may be.
_DECODED_AT_ONCE = 1 << 18
_MAX_TOKEN = 1 << 10
# Mailing lists append a plain-text footer to the data: an empty line, then a line with other characters.
_FOOTER = lazy(rb"\n[ \t\r]*\n(?=[^\n]*[^A-Za-z0-9+/=\r\n])")
_LINE_FEED = ord("\n")
_NOT_BASE64 = lazy(rb"[^A-Za-z0-9+/]+")


def decode(data: bytes, encoding: str) -> bytes:
    """Decode bytes; those of an unknown encoding are returned unchanged.

    In quoted-printable, white space at line ends is removed and malformed escapes are kept (RFC 2045 section 6.7). In
    base64, characters outside the alphabet are skipped, and the data ends at its padding (section 6.8) or at the
    footer of a mailing list.
    """
    if encoding == "quoted-printable":
        return _decode_quoted_printable(data)
    if encoding == "base64":
        return _decode_base64(data)
    return data


def decoded_blocks(data: bytes, encoding: str, start: int, stop: int) -> Iterator[bytes]:
    """Decode `data[start:stop]` block by block; together, the blocks are what `decode` returns."""
    if encoding == "base64":
        yield from _base64_blocks(data, start, stop)
        return
    while start < stop:
        end = min(start + _DECODED_AT_ONCE, stop)
        if encoding != "quoted-printable":
            yield data[start:end]
        else:
            if end < stop:
                end = data.rfind(b"\n", start, end) + 1 or _end_of_token(data, end)
            yield _decode_quoted_printable(data[start:end])
        start = end


def _end_of_token(data: bytes, end: int) -> int:
    """Return the offset, or one shortly before it, where no token of quoted-printable is cut."""
    for stop in range(end, end - _MAX_TOKEN, -1):
        if data[stop - 1] not in b"= \t\r" and data[stop - 2] not in b"=":
            return stop
    return end


def _base64_blocks(data: bytes, start: int, stop: int) -> Iterator[bytes]:
    padding = data.find(b"=", start, stop)
    stop = stop if padding < 0 else padding
    if footer := _FOOTER.search(data, start, stop):
        stop = footer.start()
    digits = b""
    for at in range(start, stop, _DECODED_AT_ONCE):
        digits += _NOT_BASE64.sub(b"", data[at : min(at + _DECODED_AT_ONCE, stop)])
        full = len(digits) - len(digits) % 4
        yield binascii.a2b_base64(digits[:full])
        digits = digits[full:]
    yield _decode_base64(digits)


def is_quoted_printable(data: bytes) -> bool:
    """Return whether a text that declares no encoding shows that it is quoted-printable.

    Nearly every `=` is then one that encoders write; a footer of a mailing list may have others.
    """
    if b"=" not in data or not _ANY_MARK.search(data) or 20 * len(_WRITTEN.findall(data)) < 19 * data.count(b"="):
        return False
    return bool(_FULL_LINE.search(data)) or sum(bool(mark.search(data)) for mark in _MARKS) > 1


def _decode_quoted_printable(data: bytes) -> bytes:
    # The standard library drops the first `=` of `==`, and the text from a soft line break of `\r` to the next `\n`.
    if b"==" in data or (b"\r" in data and _BARE_CR_SOFT_BREAK.search(data)):
        return _QUOTED_PRINTABLE.sub(lambda match: bytes((int(match[1], 16),)) if match[1] else b"", data)
    if data.endswith((b" ", b"\t")):
        data = data.rstrip(b" \t")
    if _HAS_TRAILING_SPACE.search(data):
        if b"\r" in data:
            data = _TRAILING_SPACE.sub(b"", data)
        else:  # much faster than an expression
            data = b"\n".join([line.rstrip(b" \t") for line in data.split(b"\n")])
    return binascii.a2b_qp(data)


def _decode_base64(data: bytes) -> bytes:
    body = data.partition(b"=")[0]
    if footer := _FOOTER.search(body):
        body = body[: footer.start()]
    digits = _NOT_BASE64.sub(b"", body)
    digits = digits[: len(digits) - (len(digits) % 4 == 1)]
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


class Offsets(Protocol):
    """A map from decoded offsets to offsets of the encoded data."""

    def to_source(self, offset: int, /) -> int:
        """Return the encoded offset of a decoded one."""


def offset_map(data: bytes, encoding: str) -> Offsets:
    """Return the map from offsets of the decoded data to offsets of the encoded data (both in bytes)."""
    if encoding == "quoted-printable":
        if len(data) <= _MAX_SPLIT and not (
            _MALFORMED.search(data) or _HAS_TRAILING_SPACE.search(data) or data.endswith((b" ", b"\t"))
        ):
            return _WellFormedMap(data)
        return _QuotedPrintableMap(data)
    if encoding == "base64":
        return _base64_map(data)
    return OffsetMap([(0, 0)])


class _WellFormedMap:
    """The map of quoted-printable data without malformed escapes and without white space at line ends.

    Each `=` and the two characters after it, or three for a soft line break with CRLF, then decode to one byte or none.
    """

    def __init__(self, data: bytes) -> None:
        parts = data.split(b"=")
        self._data = data
        lengths = list(accumulate(map(len, parts[:-1])))
        self._sources: list[int] = list(map(add, lengths, count()))
        """The offset of each `=`, ascending, the same in the decoded data:"""
        if b"=\r\n" in data:
            returns = accumulate([part.startswith(b"\r") for part in parts[1:]], initial=0)
            lengths = list(map(sub, lengths, returns))
        self._decoded: list[int] = list(map(sub, lengths, count()))

    def to_source(self, offset: int, /) -> int:
        """Return the encoded offset of a decoded one."""
        number = bisect_right(self._decoded, offset) - 1
        if number < 0:
            return offset
        source, distance = self._sources[number], offset - self._decoded[number]
        after = self._data[source + 1]
        if after in b"\r\n":
            return source + distance + (2 if after == _LINE_FEED else 3)
        return source + distance + 2 if distance else source


def long_offset_map(data: bytes, encoding: str, start: int, stop: int) -> Offsets:
    """Return the same map for `data[start:stop]`, in bounded memory; its offsets begin at `start`."""
    if encoding == "quoted-printable":
        return _QuotedPrintableMap(data, start, stop)
    return _LongBase64Map(data, start, stop) if encoding == "base64" else OffsetMap([(0, 0)])


class _QuotedPrintableMap:
    """The map of quoted-printable data; a block of lines is mapped when an offset in it is first requested."""

    def __init__(self, data: bytes, start: int = 0, stop: int | None = None) -> None:
        self._data = data
        self._start, self._stop = start, len(data) if stop is None else stop
        self._sources = array("q", [start])
        """Where the blocks begin in the encoded data, ascending; the same in the decoded data:"""
        self._decoded = array("q", [0])
        self._maps: dict[int, OffsetMap] = {}
        decoded = 0
        # What a line is decoded to does not depend on the lines around it.
        while end := data.find(b"\n", start + _BLOCK_SIZE, self._stop) + 1:
            decoded += self._size(data[start:end])
            start = end
            self._sources.append(start)
            self._decoded.append(decoded)

    def to_source(self, offset: int, /) -> int:
        """Return the encoded offset of a decoded one."""
        number = self._number(offset)
        if number not in self._maps:
            if len(self._maps) >= _MAX_MAPS:
                self._maps.clear()
            start = self._sources[number]
            stop = self._sources[number + 1] if number + 1 < len(self._sources) else self._stop
            self._maps[number] = self._map(start, stop, self._decoded[number])
        return self._maps[number].to_source(offset) - self._start

    def _size(self, block: bytes) -> int:
        """Return the size of a decoded block."""
        return len(_decode_quoted_printable(block))

    def _number(self, offset: int) -> int:
        """Return the number of the block that holds a decoded offset."""
        return bisect_right(self._decoded, offset) - 1

    def _map(self, start: int, stop: int, decoded: int) -> OffsetMap:
        """Return the map of a block that is decoded from the offset `decoded` on."""
        return _quoted_printable_map(self._data, start, stop, decoded)


class _LongBase64Map(_QuotedPrintableMap):
    """The map of long base64 data; the sizes are in digits."""

    def _size(self, block: bytes) -> int:
        return len(_NOT_BASE64.sub(b"", block))

    def _number(self, offset: int) -> int:
        return bisect_right(self._decoded, offset, key=lambda digits: digits * 3 // 4) - 1

    def _map(self, start: int, stop: int, decoded: int) -> OffsetMap:
        return _base64_map(self._data[start:stop], decoded, start)


def _quoted_printable_map(data: bytes, start: int, stop: int, decoded: int) -> OffsetMap:
    """Return the map of `data[start:stop]`, which is complete lines and decoded from the offset `decoded` on."""
    runs, source = [(decoded, start)], start
    for match in _QUOTED_PRINTABLE.finditer(data, start, stop):
        decoded += match.start() - source
        if match[1]:
            runs.append((decoded, match.start()))
            decoded += 1
        source = match.end()
        runs.append((decoded, source))
    return OffsetMap(runs)


def _base64_map(data: bytes, digits: int = 0, offset: int = 0) -> OffsetMap:
    """Map each byte to the start of its line: readers cannot count columns in base64.

    `digits` are before the data, which begins at `offset`.
    """
    runs = []
    for line in data.splitlines(keepends=True):
        runs.append((digits * 3 // 4, offset))
        digits += len(_NOT_BASE64.sub(b"", line))
        offset += len(line)
    return OffsetMap(runs, atomic=True)
