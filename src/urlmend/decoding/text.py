"""Decode bytes to documents: complete files, and long texts window by window."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator

from urlmend.decoding.sniff import text_encoding
from urlmend.model.document import WINDOW_SIZE, Document, Location, Region, Window
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
        self._start = (1, 1)
        """Line and column of the start of the window."""
        self._next = 0
        """Where the next window will start, as an offset in this one."""
        self._next_start: tuple[int, int] | None = None
        """Line and column of `_next`, once known."""
        self.failure: Exception | None = None
        """The reason why the stream could not be read to its end."""

    def windows(self, *, locate: bool = True) -> Iterator[Window]:
        """The windows, each with REACH code points before and after it; they can be iterated over once."""
        pieces = self._decoded()
        low, ended = 0, False
        while not ended or low < len(self.text):
            ended = self._fill(pieces, low + WINDOW_SIZE + REACH)
            high = min(low + WINDOW_SIZE, len(self.text))
            self._next, self._next_start = max(0, high - REACH), None
            yield Window(self.text, low, high, len(self.text), self._base)
            if locate:
                self._start = self._locate_next()
            self._set_text(self.text[self._next :], self._base + self._next)
            low = high - self._next

    def window_document(self, window: Window) -> Document:
        """The window that was read last as a separate document."""
        return Document(window.text, self.name, origin=_WindowOrigin(window.text, self._start, self.region))

    def _fill(self, pieces: Iterator[str], length: int) -> bool:
        """Extend the window to at least `length` code points; return whether the stream has ended."""
        found, size = [self.text], len(self.text)
        while size < length and (piece := next(pieces, None)) is not None:
            found.append(piece)
            size += len(piece)
        self._set_text("".join(found), self._base)
        return size < length

    def _set_text(self, text: str, base: int) -> None:
        self.text: str = text
        self._base = base
        self._cursor, self._line_starts = (0, 1, 0), None

    def _decoded(self) -> Iterator[str]:
        mark, codec, errors = text_encoding(self._head)
        decoder = codecs.getincrementaldecoder(codec)(errors)
        yield decoder.decode(self._head[len(mark) :])
        try:
            while block := self._stream.read(_BLOCK):
                yield decoder.decode(block)
        except Exception as error:  # the caller opened the stream and knows what it raises
            self.failure = error
        yield decoder.decode(b"", final=True)

    def _position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the complete text."""
        at = offset - self._base
        if at > self._next:  # now, as counting these lines later would count them twice
            self._locate_next()
        return self._in_window(at)

    def _is_on_one_line(self, start: int, stop: int) -> bool:
        """Whether a range of the complete text, in the window, contains no line end."""
        return super()._is_on_one_line(start - self._base, stop - self._base)

    def _locate_next(self) -> tuple[int, int]:
        """Line and column where the next window will start."""
        if self._next_start is None:
            self._next_start = self._in_window(self._next)
        return self._next_start

    def _in_window(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the window."""
        line, column = super()._position(offset)
        first_line, first_column = self._start
        return line + first_line - 1, column + (first_column - 1 if line == 1 else 0)


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
        line, column = self._text.position(offset)
        first_line, first_column = self._start
        return line + first_line - 1, column + (first_column - 1 if line == 1 else 0)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in the file of spans of the window."""
        return [Location(*self.position(start), *self.position(stop)) for start, stop in spans]
