"""Long text parts of messages: their documents, read piece by piece."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from urlmend.decoding import charsets
from urlmend.decoding import transfer_encoding as transfer
from urlmend.decoding.text import LongText
from urlmend.formats import html
from urlmend.mail.source_map import Piece, Place, TextOrigin, page_document
from urlmend.model.document import Document, Origin

# The least length of the pieces of an HTML source, and the length of one that may be split anywhere, in code points.
_PAGE = 1 << 20
_LONGEST_PAGE = 1 << 23


class LongPart(NamedTuple):
    """A long text part, and what its header says."""

    place: Place
    encoding: str
    """The transfer encoding; empty if it is an identity encoding."""
    charset: str
    """The label of the charset."""
    flowed: str
    """As in `Document`."""
    note: str

    def documents(self, *, is_html: bool, labels: bool, unless_contains: bytes) -> Iterator[Document] | None:
        """Return the documents of the part: a text that is read in windows, or the pieces of a page.

        None if the part has to be read at once: it contains the bytes `unless_contains`, or its charset has states.
        """
        if charsets.is_ascii_incompatible(charsets.codec_name(self.charset)):
            return None
        search = _Search(unless_contains)
        decoding = charsets.decoding_of(map(search.passed, self.blocks()), self.charset)
        if search.found:
            return None
        note = self.note
        if decoding.errors == "surrogateescape":
            note = note or f"bytes that are not {decoding.codec}: read as they stand"
        reader = _Reader(self._replace(note=note), decoding)
        return reader.pages(labels=labels) if is_html else iter((_LongPartText(reader),))

    def blocks(self) -> Iterator[bytes]:
        """Yield the decoded bytes block by block."""
        return transfer.decoded_blocks(self.place.positions.raw.data, self.encoding, self.place.start, self.place.stop)


class _Search:
    """Searches blocks of bytes for others, unless these are empty."""

    def __init__(self, wanted: bytes) -> None:
        self._wanted = wanted
        self._last = b""
        self.found = False

    def passed(self, block: bytes) -> bytes:
        """Search a block, and return it."""
        if self._wanted:
            self.found = self.found or self._wanted in block or self._wanted in self._last + block[: len(self._wanted)]
            self._last = block[-len(self._wanted) :]
        return block


class _Reader:
    """Decodes a long part."""

    def __init__(self, long_part: LongPart, decoding: charsets.Decoding) -> None:
        self.long_part = long_part
        self._decoding = decoding

    @cached_property
    def _offset_map(self) -> transfer.Offsets:
        place = self.long_part.place
        return transfer.long_offset_map(place.positions.raw.data, self.long_part.encoding, place.start, place.stop)

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.long_part.place.positions.raw.name

    def texts(self) -> Iterator[str]:
        """Yield the decoded text block by block."""
        decoder = codecs.getincrementaldecoder(self._decoding.codec)(self._decoding.errors)
        yield from map(decoder.decode, self.long_part.blocks())
        yield decoder.decode(b"", final=True)

    def size(self, text: str) -> int:
        """Return the number of bytes of a text."""
        return len(text) if self._decoding.is_single_byte else len(text.encode(self._decoding.codec, "surrogateescape"))

    def origin(self, text: str, before: int, page: html.Page | None = None) -> TextOrigin:
        """Return the origin of a piece of the text with a number of bytes before it."""
        return TextOrigin(
            self.long_part.place,
            encoding=self.long_part.encoding,
            codec=self._decoding.codec,
            page=page,
            text=text,
            is_single_byte=self._decoding.is_single_byte,
            piece=Piece(before, lambda: self._offset_map),
        )

    def pages(self, *, labels: bool) -> Iterator[Document]:
        """Yield the pieces of an HTML source as documents."""
        before, keeps_lines = 0, False
        for source in _split(self.texts()):
            page = html.parse(source, labels=labels, keeps_lines=keeps_lines)
            yield page_document(page, self.origin(source, before, page), self.long_part.note)
            before += self.size(source)
            keeps_lines = keeps_lines or html.keeps_lines(source)


def _split(texts: Iterable[str]) -> Iterator[str]:
    """Yield an HTML source in pieces that begin with paragraphs."""
    source, wanted = "", _PAGE
    for text in texts:
        source += text
        if len(source) >= wanted:
            at = html.last_paragraph(source, _PAGE // 2) or (len(source) if len(source) >= _LONGEST_PAGE else 0)
            if at:
                yield source[:at]
                source = source[at:]
            wanted = max(_PAGE, 2 * len(source))
    if source:
        yield source


class _LongPartText(LongText):
    """The document of a long part that is no HTML."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__(b"", io.BytesIO(), reader.name)
        self._reader = reader
        self._before = 0
        """The number of bytes before the window."""
        self.origin = self._window = reader.origin("", 0)
        self.part = self.origin.part
        self.flowed: str = reader.long_part.flowed
        self.note: str = reader.long_part.note

    def _decoded(self) -> Iterator[str]:
        return self._reader.texts()

    def _moved_origin(self, at: int, text: str) -> Origin:
        self._before += self._reader.size(self.text[:at])
        return self._reader.origin(text, self._before)
