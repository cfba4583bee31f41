"""Where the texts of a message stand in its file: the line, the column and the bytes of each offset."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from urlmend.decoding import charsets
from urlmend.decoding import transfer_encoding as transfer
from urlmend.formats import html as hypertext
from urlmend.mail.headers import Header, decode_encoded_words, field
from urlmend.model.document import Message, Part, Region
from urlmend.model.span import OffsetMap


class RawMessage(NamedTuple):
    """One message as it stands in a file."""

    data: bytes
    name: str
    """The file's name."""
    number: int
    """Its number in the file, from 0."""
    line: int
    """The line of the file on which it begins, from 1."""
    start: int | None = None
    """Where it begins in the file, in bytes; None if its length may not change, or it is packed."""
    header: Header | None = None
    """Its header, if that has been read already."""


class Places:
    """Lines and columns of a message's bytes, counted on from the place asked for last."""

    _at, _column, _codec = 0, 1, ""

    def __init__(self, raw: RawMessage) -> None:
        """Take the message."""
        self.raw = raw
        self._line = raw.line

    def place(self, at: int, codec: str) -> tuple[int, int]:
        """Line and column of an offset in bytes, in a line that is written in the charset."""
        data = self.raw.data
        low, high, sign = (self._at, at, 1) if at >= self._at else (at, self._at, -1)
        breaks = data.count(b"\n", low, high)
        if breaks or codec != self._codec:
            self._column, low, high, sign = 1, data.rfind(b"\n", 0, at) + 1, at, 1
        self._column += sign * _width(data[low:high], codec)
        self._line += breaks if at >= self._at else -breaks
        self._at, self._codec = at, codec
        return self._line, self._column


def _width(data: bytes, codec: str) -> int:
    """How many code points the bytes are; a guess where they begin or end inside a shift sequence."""
    try:
        return len(data.decode(codec, "surrogateescape"))
    except UnicodeDecodeError:
        return len(data.decode(codec, "replace"))


class TextOrigin:
    """A piece of a message that became a document's text: an `Origin`."""

    encoding = ""
    codec = "us-ascii"
    signed = False
    html: hypertext.Hypertext | None = None
    _cursor = (-1, 0, 0)
    """The place in the decoded text asked for last: its line, and its offset in code points and in bytes."""

    def __init__(self, places: Places, header: tuple[int, int], part: Part, start: int, data: bytes) -> None:
        """Take the bytes as they stand, where they begin, the part, and where the header of the message stands."""
        self.places = places
        self.raw: RawMessage = places.raw
        self.header = header
        self.part = part
        self.start = start
        self.data = data

    @cached_property
    def message(self) -> Message:
        """What the header says of the message that the piece is from."""
        start, stop = self.header
        block = b"\n" + self.raw.data[start:stop]
        lower = block.lower()
        values = [field(block, lower, name) or "" for name in (b"message-id", b"date", b"subject")]
        return Message(values[0], values[1], decode_encoded_words(values[2]), self.raw.number)

    @property
    def region(self) -> Region | None:
        """The bytes of the text in the file, if they are neither encoded, nor HTML, nor signed."""
        if self.raw.start is None or self.encoding or self.html or self.signed:
            return None
        start = self.raw.start + self.start
        return Region(start, start + len(self.data), self.codec)

    @cached_property
    def _segments(self) -> OffsetMap:
        return transfer.segments(self.data, self.encoding)

    @cached_property
    def _text_segments(self) -> hypertext.Segments | None:
        return self.html.segments() if self.html else None

    @cached_property
    def _decoded(self) -> tuple[str, list[int], list[int]]:
        """The text before HTML was taken off it, and the starts of its lines in code points and in bytes."""
        data = transfer.decode(self.data, self.encoding)
        text = data.decode(self.codec, charsets.errors(self.codec))
        in_text = [match.end() for match in re.finditer("\n", text)]
        in_bytes = [match.end() for match in re.finditer(rb"\n", data)]
        if len(in_text) != len(in_bytes):  # line feeds do not stand for themselves in this charset
            in_text = in_bytes = []
        return text, [0, *in_text], [self._mark, *in_bytes]

    @cached_property
    def _mark(self) -> int:
        """The size of the byte order mark that the charset sets before every text."""
        return len("".encode(self.codec))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the file for an offset in the document's text (code points)."""
        if self._text_segments:
            offset = self._text_segments.to_source(offset)
        at = self.start + self._segments.to_source(self._byte_offset(offset))
        return self.places.place(at, "ascii" if self.encoding else self.codec)

    def _byte_offset(self, offset: int) -> int:
        """The offset in decoded bytes of one in code points: encoded again from the last place, or the line's start."""
        if self.codec == "us-ascii":
            return offset
        text, in_text, in_bytes = self._decoded
        number = bisect_right(in_text, offset) - 1
        line, last, size = self._cursor
        if line != number:
            last, size = in_text[number], in_bytes[number]
        low, high, sign = (last, offset, 1) if offset >= last else (offset, last, -1)
        size += sign * (len(text[low:high].encode(self.codec, charsets.errors(self.codec))) - self._mark)
        # A place between shift sequences is a guess, but never one on another line.
        size = max(size, in_bytes[number])
        if number + 1 < len(in_bytes):
            size = min(size, in_bytes[number + 1] - 1)
        self._cursor = (number, offset, size)
        return size


class FieldOrigin(TextOrigin):
    """A header field: its place is where its text begins."""

    @property
    def region(self) -> None:
        """None: the text may be put together of encoded words."""

    @cached_property
    def _width(self) -> int:
        """How far offsets can be told apart: over the field's first line, if nothing in it is encoded."""
        data = self.raw.data
        end = data.find(b"\n", self.start)
        value = data[self.start : end if end >= 0 else len(data)]
        return 0 if b"=?" in value else len(value)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the field's text; exact where nothing in it is folded or encoded."""
        line, column = self.places.place(self.start, "ascii")
        return line, column + min(offset, self._width)
