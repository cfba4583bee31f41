"""Bytes to documents."""

from __future__ import annotations

import codecs

from urlmend.model import Document, Region

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode_text(data: bytes, name: str = "-", *, packed: bool = False) -> Document:
    """A plain text file as a document; its bytes are no region of a file if it was `packed`.

    A byte-order mark names the encoding and is no part of the text; without one it is
    UTF-8. Bytes that cannot be decoded are kept as lone surrogates, one code point each.
    """
    mark, codec = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    text = data[len(mark) :].decode(codec, "surrogateescape" if codec == "utf-8" else "replace")
    return Document(text, name, region=None if packed else Region(len(mark), len(data), codec))


def is_binary(data: bytes) -> bool:
    """Whether bytes hold no text: a NUL byte near the start, and no byte-order mark that explains it."""
    return b"\0" in data[:8192] and not data.startswith(tuple(mark for mark, _ in _MARKS[1:]))
