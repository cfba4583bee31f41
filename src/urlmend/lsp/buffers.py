"""The text of an editor, read as the file that it will be."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from io import BytesIO
from itertools import accumulate
from typing import NamedTuple

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import read_regular_file
from urlmend.decoding.sniff import HEAD_SIZE, has_bare_returns, is_compressed_or_archive, text_encoding, with_line_feeds
from urlmend.lsp.positions import Units
from urlmend.mail.source_map import RawMessage, TextOrigin
from urlmend.model.document import Document
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.sources.paths import Reading, read_stream

# The size in bytes of the largest file whose encoding is looked up.
_MAX_FILE = 1 << 26
_SURROGATE = lazy("[\ud800-\udfff]")


class Encoding(NamedTuple):
    """The encoding of a file: its byte-order mark, and the name of its codec."""

    mark: bytes = b""
    codec: str = "utf-8"


def encoding_of_file(path: str) -> Encoding:
    """Return the encoding by which an editor reads and writes a file: that of its mark, UTF-8 or Latin-1."""
    try:
        data = read_regular_file(path, _MAX_FILE)
    except (OSError, ValueError):  # it is not written yet
        return Encoding()
    return encoding_of(data)


def encoding_of(data: bytes) -> Encoding:
    """Return the encoding by which an editor reads and writes the content of a file."""
    mark, codec, _ = text_encoding(data)
    if codec == "utf-8":
        try:
            data.decode()
        except UnicodeDecodeError:
            codec = "latin-1"
    return Encoding(mark, codec)


class Buffer:
    """The text of an editor, the bytes of its file, and where the texts that are read from these are in the text."""

    def __init__(
        self, chunks: tuple[str, ...], name: str, encoding: Encoding = Encoding(), input_kind: str = ""
    ) -> None:
        """Take the text in chunks, the name of its file, and how it is encoded there. Lone surrogates become U+FFFD.

        `input_kind` is how the text is read if no file has it; empty: by its content.
        """
        self.chunks = chunks
        self.name = name
        self.encoding = encoding
        self._input_kind = input_kind

    @classmethod
    def of_file(cls, data: bytes, name: str) -> Buffer:
        """Return the text that an editor shows of a file."""
        encoding = encoding_of(data)
        return cls((data[len(encoding.mark) :].decode(encoding.codec, "replace"),), name, encoding)

    def with_text(self, text: str) -> Buffer:
        """Return the same file with another text."""
        return Buffer((text,), self.name, self.encoding, self._input_kind)

    @property
    def text(self) -> str:
        """The text, with as many code points as that of the editor."""
        return self._encodable[0]

    @property
    def _codec(self) -> str:
        return self._encodable[1]

    @cached_property
    def _encodable(self) -> tuple[str, str]:
        """The text, and its codec; most texts are changed before these are needed."""
        return _encodable("".join(self.chunks), self.encoding.codec)

    @property
    def _mark(self) -> bytes:
        return b"" if self.text.startswith("\ufeff") else self.encoding.mark

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self._mark + self.text.encode(self._codec)

    def decoded(self, data: bytes) -> str:
        """The text of the same file with other content."""
        return data[len(self._mark) :].decode(self._codec)

    def reading(self, reading: Reading) -> Reading:
        """Return how the file is read by settings."""
        return reading._replace(input_kind=self._input_kind) if self._input_kind else reading

    def documents(self, reading: Reading) -> Iterator[Document]:
        """Yield the documents of the file; none of archives, whose members an editor does not show as they are."""
        reading = self.reading(reading)
        if not is_compressed_or_archive(self.data[:HEAD_SIZE]):
            for document in read_stream(BytesIO(self.data), self.name, len(self.data), reading):
                if isinstance(document, Document):
                    yield document

    def in_text(self, document: Document, span: Span) -> Span:
        """Return the range of the text that holds a span of a document's text (code points)."""
        return self._of_source(document.source, document.in_source(span))

    def edits(self, document: Document, edits: Iterable[Edit]) -> list[Edit]:
        """Return the edits of the text for edits of the source of a document."""
        region = document.source.region
        codec = region.codec if region else self._codec
        return [
            Edit(self._of_source(document.source, span), text if text.isascii() else self._as_read(text, codec))
            for span, text in edits
        ]

    def _as_read(self, text: str, codec: str) -> str:
        """What the editor shows of text that is written in a codec."""
        return text.encode(codec, "replace").decode(self._codec, "replace")

    def _of_source(self, source: Document, span: Span) -> Span:
        if not isinstance(source.origin, TextOrigin):
            shift = self.text.startswith("\ufeff")
            return Span(span.start + shift, span.stop + shift)
        start = self._message_start(source.origin.raw)
        low, high = source.origin.in_message(span)
        low, high = self._offset(start + low), self._offset(start + high)
        return Span(low, max(low, high))

    def _message_start(self, raw: RawMessage) -> int:
        """The offset of a message in the file in bytes."""
        return self._line_starts[raw.line - 1] if raw.start is None else raw.start

    @cached_property
    def _line_starts(self) -> list[int]:
        """The starts of lines, in bytes."""
        data = with_line_feeds(self.data) if has_bare_returns(self.data) else self.data
        return [0, *accumulate(len(line) + 1 for line in data.split(b"\n"))]

    def _offset(self, at: int) -> int:
        """The offset in the text, in code points, of an offset in bytes."""
        at -= len(self._mark)
        if self._codec != "utf-8" or self.text.isascii():
            return at
        return bisect_left(range(len(self.text) + 1), at, key=self._units.before)

    @cached_property
    def _units(self) -> Units:
        return Units(self.text, self._codec)


def _encodable(text: str, codec: str) -> tuple[str, str]:
    """Return a text that can be encoded, and the codec, if possible the given one."""
    for candidate in dict.fromkeys((codec, "utf-8")):
        try:
            text.encode(candidate)
        except UnicodeEncodeError:
            continue
        return text, candidate
    return _SURROGATE.sub("\ufffd", text), "utf-8"
