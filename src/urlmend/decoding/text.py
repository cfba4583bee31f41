"""Decode bytes to documents: complete files, and long texts window by window."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator

from urlmend.decoding.sniff import text_encoding
from urlmend.model.document import WINDOW_SIZE, Document, Location, Origin, Region, Window
from urlmend.model.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# The number of bytes read at a time: few enough for the caches of a processor.
_BLOCK = 1 << 16
# How much of the text before and after a window is kept, in code points: far more than a URL and the text that the
# finder examines around it.
REACH = 1 << 16


def decode_text(data: bytes, name: str = "-", *, extracted: bool = False) -> Document:
    """A plain text file as a document; it has no `region` if it was `extracted` from an archive.

    A byte-order mark names the encoding and is not part of the text; without one, the encoding
    is UTF-8. Undecodable bytes become lone surrogates, one code point each.
    """
    mark, codec, errors = text_encoding(data)
    text = data[len(mark) :].decode(codec, errors)
    return Document(text, name, region=None if extracted else Region(len(mark), len(data), codec))


class LongText(Document):
    """A plain text file of any length, read while it is searched: `text` is never more than one window.

    The URLs are those of the complete text, unless one contains more than REACH characters of white space.
    """

    is_read_in_windows = True

    def __init__(self, head: bytes, stream: BinaryIO, name: str, *, extracted: bool = False) -> None:
        """Take the bytes already read from a stream, and the stream; `extracted` is as in `decode_text`."""
        mark, codec, _ = text_encoding(head)
        super().__init__("", name, region=None if extracted else Region(len(mark), sys.maxsize, codec))
        self._head = head
        self._stream = stream
        self._base = 0
        """The offset of the window."""
        self._start = (1, 1)
        """Line and column of the start of the window, if positions are requested."""
        self._are_located = True
        self._window: Origin = _WindowOrigin("", self._start, self.region)
        self.failure: Exception | None = None
        """The reason why the stream could not be read to its end."""

    def windows(self, *, locate: bool = True) -> Iterator[Window]:
        """The windows, each with REACH code points before and after it; they can be iterated over once."""
        self._are_located = locate
        pieces = self._decoded()
        low = 0
        while True:
            ended = self._fill(pieces, low + WINDOW_SIZE + REACH)
            high = min(low + WINDOW_SIZE, len(self.text))
            yield Window(self.text, low, high, len(self.text), self._base)
            if ended and high == len(self.text):
                return
            start = max(0, high - REACH)
            self._move(start, self.text[start:])
            low = high - start

    def end(self) -> None:
        """Raise the reason why the stream could not be read to its end, if there is one, and forget it."""
        failures = [self.failure] if self.failure else []
        self.failure = None
        if failures:
            raise failures.pop()  # a frame that still had it would keep both in memory

    def window_document(self, window: Window) -> Document:
        """The window that was read last as a separate document."""
        found = Document(window.text, self.name, origin=self._window, flowed=self.flowed, note=self.note)
        found.repository = self.repository
        return found

    def locate(self, span: Span) -> Location:
        """Lines and columns of a span in the file."""
        return self.locate_all((span,))[0]

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns of spans in the file."""
        base = self._base
        return self._window.locate_all([Span(start - base, stop - base) for start, stop in spans])

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in the complete text (code points)."""
        return self._window.position(offset - self._base)

    def _fill(self, pieces: Iterator[str], length: int) -> bool:
        """Extend the window to at least `length` code points; return whether the stream has ended."""
        found, size = [self.text], len(self.text)
        while size < length and (piece := next(pieces, None)) is not None:
            found.append(piece)
            size += len(piece)
        self._move(0, "".join(found))
        return size < length

    def _move(self, at: int, text: str) -> None:
        """Make `text` the window, which begins at an offset of the last one."""
        self._window = self._moved_origin(at, text)
        self.text: str = text
        self._base += at

    def _moved_origin(self, at: int, text: str) -> Origin:
        """Return the origin of `text`, which begins at an offset of the window."""
        if at and self._are_located:
            self._start = _WindowOrigin(self.text, self._start, None).position(at)
        return _WindowOrigin(text, self._start, self.region)

    def _decoded(self) -> Iterator[str]:
        mark, codec, errors = text_encoding(self._head)
        decoder = codecs.getincrementaldecoder(codec)(errors)
        yield decoder.decode(self._head[len(mark) :])
        try:
            while block := self._stream.read(_BLOCK):
                yield decoder.decode(block)
        except Exception as error:  # the caller opened the stream and knows what it raises
            self.failure = error.with_traceback(None)  # whose frames have this text
        yield decoder.decode(b"", final=True)


class _WindowOrigin:
    """The `Origin` of a window of a long text."""

    message = None
    part = None
    conversation = None

    def __init__(self, text: str, start: tuple[int, int], region: Region | None) -> None:
        self._text = Document(text)
        self._start = start
        self.region = region

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the window (code points)."""
        return self._in_file(*self._text.position(offset))

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in the file of spans of the window."""
        found = map(self._text.locate, spans)
        return [Location(*self._in_file(*place[:2]), *self._in_file(*place[2:])) for place in found]

    def _in_file(self, line: int, column: int) -> tuple[int, int]:
        first_line, first_column = self._start
        return line + first_line - 1, column + (first_column - 1 if line == 1 else 0)
