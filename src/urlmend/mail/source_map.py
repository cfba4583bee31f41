"""Positions in a message's file of the texts decoded from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate

from urlmend._lib.fast_typing import NamedTuple
from urlmend.decoding import charsets
from urlmend.decoding import transfer_encoding as transfer
from urlmend.formats import html
from urlmend.mail.headers import (
    Header,
    decode_encoded_words,
    domains,
    header_at,
    identifying_fields,
    message_ids,
    sender,
)
from urlmend.model.document import Conversation, Document, Location, Message, Part, Region, StoredMessage
from urlmend.model.span import Span


class RawMessage(NamedTuple):
    """The bytes of one message in a file."""

    data: bytes
    name: str
    """The file's name."""
    number: int
    """Its number in the file, from 0."""
    line: int
    """The line of the file on which it begins, from 1."""
    start: int | None = None
    """Its offset in the file in bytes; None if its length may not change, or the file is compressed."""
    header: Header | None = None
    """Its header, if it is parsed already."""
    is_cut: bool = False
    """Whether it has more bytes than are read."""
    at: int | None = None
    """Its offset in the stream in bytes; None if the stream is not read as it is."""


# Every finding shows these values of its message, so that they are shortened, in code points.
_MAX_VALUE = 2000
# The longest identifier of a list (RFC 2919 section 2).
_MAX_LIST_ID = 255
# The fields that identify a message, and those that say who wrote it, and what it belongs to.
_MESSAGE = ("message-id", "date", "subject")
_CONVERSATION = ("from", "in-reply-to", "references", "list-id")


class PositionCounter:
    """Computes lines and columns of a message's bytes, counting from the last position; keeps what headers say."""

    _start, _stop = 0, -1
    """The start of the line of the last position, and where its line feed is."""
    _at, _column, _codec = 0, 1, ""
    """The last position whose column was counted in code points."""

    def __init__(self, raw: RawMessage) -> None:
        """Start at the first byte of a message."""
        self.raw: RawMessage = raw
        self._line = raw.line
        self.messages: dict[tuple[int, int], Message] = {}
        """Identities of messages, by the offsets of their headers: many documents share one."""
        self._fields: tuple[tuple[int, int], dict[str, str]] = (0, 0), {}
        """The offsets of the last header whose fields were read, and the fields."""

    def release(self) -> None:
        """Forget the bytes of the message, whose positions are no longer needed."""
        self.raw = self.raw._replace(data=b"", header=None)
        self._fields = (0, 0), {}

    def values(self, header: tuple[int, int]) -> dict[str, str]:
        """Return the unfolded values of the fields of the header at these offsets, by names in lower case."""
        if self._fields[0] != header:
            self._fields = header, identifying_fields(self.raw.data[slice(*header)])
        return self._fields[1]

    def position(self, at: int, codec: str) -> tuple[int, int]:
        """Return line and column of an offset in bytes; columns count code points of the codec, or bytes for ""."""
        at = min(at, len(self.raw.data))  # between shift sequences, offsets are estimates
        if not self._start <= at <= self._stop:
            self._go_to_line(at)
        if not codec:
            return self._line, at - self._start + 1
        if codec != self._codec or not self._start <= self._at <= self._stop:
            self._at, self._column, self._codec = self._start, 1, codec
        if at >= self._at:
            self._column += _length(self.raw.data[self._at : at], codec)
        else:
            self._column -= _length(self.raw.data[at : self._at], codec)
        self._column = max(1, min(self._column, at - self._start + 1))  # no more code points than bytes
        self._at = at
        return self._line, self._column

    def locate_all(self, ranges: Iterable[tuple[int, int]], codec: str) -> list[Location]:
        """Return lines and columns of ranges of bytes; `codec` is that of `position`."""
        data, found, new = self.raw.data, [], tuple.__new__  # several times as fast as the constructor
        for start, stop in ranges:
            if codec or start > len(data):
                line, column = self.position(start, codec)
            else:
                if not self._start <= start <= self._stop:
                    self._go_to_line(start)
                line, column = self._line, start - self._start + 1
            if (
                start <= stop <= self._stop  # on the same line
                and (not codec or (codec == "utf-8" and data[start:stop].isascii()))
            ):
                found.append(new(Location, (line, column, line, column + stop - start)))
            else:
                found.append(Location(line, column, *self.position(stop, codec)))
        return found

    def _go_to_line(self, at: int) -> None:
        """Make the line that holds an offset the current one."""
        data = self.raw.data
        if at > self._stop:
            self._line += data.count(b"\n", max(self._stop, 0), at)
        else:
            self._line -= data.count(b"\n", at, self._start)
        self._start = data.rfind(b"\n", 0, at) + 1
        stop = data.find(b"\n", at)
        self._stop = len(data) if stop < 0 else stop


def _shortened(text: str) -> str:
    """Return _MAX_VALUE code points of a value, or fewer: it does not end within a URL, whose secrets would show."""
    text = text[:_MAX_VALUE]
    return text[: text.rfind("://")] if "://" in text else text


def identity(values: Mapping[str, str], number: int) -> Message:
    """Return what identifies a message, by its `identifying_fields` and its number in the file."""
    message_id, date, subject = [values.get(name, "") for name in _MESSAGE]
    texts = (message_id, date, decode_encoded_words(subject))
    message_id, date, subject = [text if len(text) <= _MAX_VALUE else _shortened(text) for text in texts]
    return Message(message_id, date, subject, number)


def conversation(values: Mapping[str, str]) -> Conversation:
    """Return who wrote a message, and what it belongs to, by its `identifying_fields`."""
    from urlmend.mail.authors import author  # only needed for places

    get = values.get
    from_, in_reply_to, references, list_id = [get(name, "")[:_MAX_VALUE] for name in _CONVERSATION]
    written_by = sender(from_) if from_ else ""
    return Conversation(
        sender=written_by,
        in_reply_to=next(iter(message_ids(in_reply_to)), "") if in_reply_to else "",
        references=tuple(message_ids(references)) if references else (),
        list_id=list_id[list_id.rfind("<") + 1 :].partition(">")[0].strip()[:_MAX_LIST_ID],
        author=author(values, written_by),
        recipient_domains=domains(f"{get('to', '')}\n{get('cc', '')}"),
        received=get("received", "").rpartition(";")[2].strip(),
    )


def stored(raw: RawMessage, base: int | None) -> StoredMessage:
    """Return a message as its file has it; `base` is the offset of the stream in the file, None if it has none."""
    from hashlib import sha256  # loads a large library

    header = raw.header or header_at(raw.data, 0, len(raw.data))
    values = identifying_fields(raw.data[: header.size])
    return StoredMessage(
        raw.name,
        identity(values, raw.number),
        conversation(values),
        offset=None if base is None or raw.at is None else base + raw.at,
        size=len(raw.data),
        sha256=sha256(raw.data).hexdigest(),
    )


def _length(data: bytes, codec: str) -> int:
    """Return the number of code points; an estimate if the bytes begin or end inside a shift sequence."""
    try:
        return len(data.decode(codec, "surrogateescape"))
    except UnicodeDecodeError:
        return len(data.decode(codec, "replace"))


class Place(NamedTuple):
    """Where the body of a part, or the value of a header field, is in a message; offsets in bytes."""

    positions: PositionCounter
    header: tuple[int, int]
    """Start and stop of the header of its message."""
    part: Part
    start: int
    stop: int
    signed: bool = False
    """Whether it is inside a `multipart/signed`."""


class Piece(NamedTuple):
    """A text that is a piece of the decoded text of a part; its charset is compatible with ASCII."""

    before: int
    """The number of decoded bytes before it."""
    offsets: Callable[[], transfer.Offsets]
    """Returns the map from offsets of the decoded part to those of the encoded one."""


class TextOrigin:
    """The `Origin` of a document that is the body of a part."""

    _cursor = (-1, 0, 0)
    """The last position in the decoded text: line index, offset in code points, offset in bytes."""
    _in_page: tuple[list[Span], list[tuple[int, int]]] = [], []
    """The last spans that were looked up in the source of a page, and their ranges."""

    def __init__(
        self,
        place: Place,
        *,
        encoding: str = "",
        codec: str = "us-ascii",
        page: html.Page | None = None,
        text: str = "",
        is_single_byte: bool = False,
        piece: Piece | None = None,
    ) -> None:
        """Describe the body.

        `encoding` is its transfer encoding (empty if that is an identity encoding), `codec` the codec of the decoded
        bytes, `page` the parsed text if it is HTML. `text` is the decoded text, HTML still as source, or a `piece` of
        it; `is_single_byte` says that each byte decoded to one code point.
        """
        self.positions: PositionCounter = place.positions
        self.header: tuple[int, int] = place.header
        self.part: Part = place.part
        self.start: int = place.start
        self.signed: bool = place.signed
        self._stop = place.stop
        self.encoding = encoding
        self.codec = codec
        self.page = page
        self.text = text
        self.is_single_byte = is_single_byte
        self.piece = piece
        self.column_codec: str = "" if encoding or is_single_byte else codec
        """The codec whose code points are columns of the message; empty if bytes are."""

    @property
    def raw(self) -> RawMessage:
        """The message."""
        return self.positions.raw

    @property
    def message(self) -> Message:
        """The fields of the message's header that identify it."""
        found = self.positions.messages.get(self.header)
        if not found:
            found = identity(self.positions.values(self.header), self.raw.number)
            self.positions.messages[self.header] = found
        return found

    @property
    def conversation(self) -> Conversation:
        """The author and the thread of the message."""
        return conversation(self.positions.values(self.header))

    @property
    def region(self) -> Region | None:
        """The bytes of the text in the file; None if the text is encoded, HTML or signed."""
        if self.raw.start is None or self.encoding or self.page or self.signed:
            return None
        return Region(self.raw.start + self.start, self.raw.start + self._stop, self.codec)

    @property
    def _data(self) -> bytes:
        """The bytes of the body in the transfer encoding."""
        return self.raw.data[self.start : self._stop]

    @cached_property
    def _transfer_map(self) -> transfer.Offsets:
        return self.piece.offsets() if self.piece else transfer.offset_map(self._data, self.encoding)

    @cached_property
    def _page_map(self) -> html.PageOffsetMap:
        assert self.page
        return self.page.offset_map()

    @cached_property
    def _decoded(self) -> tuple[str, list[int], list[int]]:
        """The decoded text, HTML still as source, and the starts of its lines in code points and in bytes."""
        data = transfer.decode(self._data, self.encoding)
        text = data.decode(self.codec, charsets.error_handler(self.codec))
        in_text = list(accumulate([len(line) + 1 for line in text.split("\n")[:-1]], initial=0))
        in_bytes = list(accumulate([len(line) + 1 for line in data.split(b"\n")[:-1]], initial=0))
        if len(in_text) != len(in_bytes):  # line feeds are encoded differently in this charset
            in_text = in_bytes = [0]
        return text, in_text, [self._bom_size, *in_bytes[1:]]

    @cached_property
    def _bom_size(self) -> int:
        """The size of the byte order mark that the codec writes before every text."""
        return len("".encode(self.codec))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of an offset in the document's text (code points)."""
        at, _ = self._ranges((Span(offset, offset),))[0]
        return self.positions.position(at, self.column_codec)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Return lines and columns in the file of spans of the document's text (code points)."""
        return self.positions.locate_all(self._ranges(spans), self.column_codec)

    def in_page(self, spans: Iterable[Span]) -> list[tuple[int, int]]:
        """Return the ranges of the HTML source from which spans of the document's text are (in code points)."""
        wanted = [*spans]
        if self._in_page[0] != wanted:  # the same are needed for contexts and for places
            self._in_page = wanted, self._page_map.spans_in_source(wanted)
        return self._in_page[1]

    def in_message(self, span: Span) -> Span:
        """Return the bytes of the message (offsets in `raw.data`) that hold a span of the document's text."""
        return Span(*self._ranges((span,))[0])

    def _ranges(self, spans: Iterable[Span]) -> list[tuple[int, int]]:
        """Return the bytes of the message (offsets in `raw.data`) that hold spans of the document's text."""
        ranges: Iterable[tuple[int, int]] = self.in_page(spans) if self.page else spans
        if not self.is_single_byte:
            ranges = [(self._byte_offset(start), self._byte_offset(stop)) for start, stop in ranges]
        if self.piece:
            before = self.piece.before
            ranges = [(before + start, before + stop) for start, stop in ranges]
        if self.encoding:
            to_source = self._transfer_map.to_source
            ranges = [(to_source(start), to_source(stop)) for start, stop in ranges]
        base = self.start
        return [(base + start, base + stop) for start, stop in ranges]

    def _byte_offset(self, offset: int) -> int:
        """Convert an offset in code points to one in decoded bytes, encoding from the last position or line start."""
        if self.piece or (self.codec == "utf-8" and self.text):
            _, last, size = self._cursor if self._cursor[0] == 0 else (0, 0, 0)
            low, high, sign = (last, offset, 1) if offset >= last else (offset, last, -1)
            size += sign * len(self.text[low:high].encode(self.codec, "surrogateescape"))
            self._cursor = (0, offset, size)
            return size
        text, in_text, in_bytes = self._decoded
        number = bisect_right(in_text, offset) - 1
        line, last, size = self._cursor
        if line != number:
            last, size = in_text[number], in_bytes[number]
        low, high, sign = (last, offset, 1) if offset >= last else (offset, last, -1)
        size += sign * (len(text[low:high].encode(self.codec, charsets.error_handler(self.codec))) - self._bom_size)
        # A position between shift sequences is an estimate, but always on the right line.
        size = max(size, in_bytes[number])
        if number + 1 < len(in_bytes):
            size = min(size, in_bytes[number + 1] - 1)
        self._cursor = (number, offset, size)
        return size


class FieldOrigin(TextOrigin):
    """The `Origin` of a document that is the value of a header field."""

    @property
    def region(self) -> None:
        """None: the text may be joined from encoded words."""

    @cached_property
    def _max_column_offset(self) -> int:
        """The length of the field's first line, on which columns are exact; 0 if it contains encoded words."""
        data = self.raw.data
        end = data.find(b"\n", self.start)
        value = data[self.start : end if end >= 0 else len(data)]
        return 0 if b"=?" in value else len(value)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of the field's text; exact unless the offset is after a fold or encoded word."""
        line, column = self.positions.position(self.start, "")
        return line, column + min(offset, self._max_column_offset)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Return lines and columns of spans of the field's text, as exact as those of `position`."""
        return [Location(*self.position(start), *self.position(stop)) for start, stop in spans]

    def in_message(self, span: Span) -> Span:
        """Return the bytes of the message that hold a span of the field's text, as exact as `position`."""
        return Span(*(self.start + min(offset, self._max_column_offset) for offset in span))


def page_document(page: html.Page, origin: TextOrigin, note: str) -> Document:
    """Return the document of an HTML part, or of a piece of one."""
    document = Document(page.text, origin.raw.name, origin=origin, declared=page.declared, note=note)
    document.labelled = page.labelled
    document.format = "html"
    return document
