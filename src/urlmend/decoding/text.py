"""Bytes to documents."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator

from urlmend.decoding.sniff import text_encoding
from urlmend.model.document import WINDOW_SIZE, Document, Region, Window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# How much is read at a time, and how much of the text around a stretch is kept, in code points: a URL, and what is
# looked at to read it, is far from being so long.
_BLOCK = 1 << 18
REACH = 1 << 16


def decode_text(data: bytes, name: str = "-", *, packed: bool = False) -> Document:
    """A plain text file as a document; its bytes are no region of a file if it was `packed`.

    A byte-order mark names the encoding and is no part of the text; without one it is
    UTF-8. Bytes that cannot be decoded are kept as lone surrogates, one code point each.
    """
    mark, codec, errors = text_encoding(data)
    text = data[len(mark) :].decode(codec, errors)
    return Document(text, name, region=None if packed else Region(len(mark), len(data), codec))


class LongText(Document):
    """A plain text file of any length, read as it is looked through: `text` is never more than one window.

    What `scan` finds is the same as in the text read whole, unless more than REACH white space stands within a URL.
    """

    is_read_in_windows = True

    def __init__(self, head: bytes, stream: BinaryIO, name: str, *, packed: bool = False) -> None:
        """Take what was read of a stream already, and the stream; `packed` is that of `decode_text`."""
        mark, codec, _ = text_encoding(head)
        super().__init__("", name, region=None if packed else Region(len(mark), sys.maxsize, codec))
        self._head = head
        self._stream = stream
        self._base = 0
        self._place = (1, 1)
        """Line and column of the window's beginning."""
        self._cut = 0
        """Where the next window will begin, as an offset of this one."""
        self._place_of_cut: tuple[int, int] | None = None
        """Its line and column, if anything behind it was asked for."""
        self.failure: Exception | None = None
        """Why not all of the stream could be read."""

    def windows(self, *, places: bool = True) -> Iterator[Window]:
        """The stretches, each with REACH code points before and behind it; they can be gone through once."""
        pieces = self._decoded()
        low, ended = 0, False
        while not ended or low < len(self.text):
            ended = self._fill(pieces, low + WINDOW_SIZE + REACH)
            high = min(low + WINDOW_SIZE, len(self.text))
            self._cut, self._place_of_cut = max(0, high - REACH), None
            yield Window(self.text, low, high, len(self.text), self._base)
            if places:
                self._place = self._place_of_next()
            self._show(self.text[self._cut :], self._base + self._cut)
            low = high - self._cut

    def window_document(self, window: Window) -> Document:
        """A window as a document of its own, which can locate spans until the next window is read."""
        return Document(window.text, self.name, origin=_Stretch(self, window.base))

    def _fill(self, pieces: Iterator[str], length: int) -> bool:
        """Read on until the window has a length; whether there is no more to read."""
        found, size = [self.text], len(self.text)
        while size < length and (piece := next(pieces, None)) is not None:
            found.append(piece)
            size += len(piece)
        self._show("".join(found), self._base)
        return size < length

    def _show(self, text: str, base: int) -> None:
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
        except Exception as error:  # whoever opened the stream knows what it raises
            self.failure = error
        yield decoder.decode(b"", final=True)

    def _position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the whole text."""
        at = offset - self._base
        if at > self._cut:  # on the way; else lines would be counted twice
            self._place_of_next()
        return self._in_window(at)

    def _place_of_next(self) -> tuple[int, int]:
        """Line and column at which the next window will begin."""
        if self._place_of_cut is None:
            self._place_of_cut = self._in_window(self._cut)
        return self._place_of_cut

    def _in_window(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the window."""
        line, column = super()._position(offset)
        first, indent = self._place
        return line + first - 1, column + (indent - 1 if line == 1 else 0)


class _Stretch:
    """Where a stretch stands in the long text that it is of: an `Origin`."""

    message = None
    part = None

    def __init__(self, document: LongText, base: int) -> None:
        self._document = document
        self._base = base

    @property
    def region(self) -> Region | None:
        """That of the long text."""
        return self._document.region

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the file for an offset in the stretch (code points)."""
        return self._document.position(self._base + offset)
