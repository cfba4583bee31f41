"""The bytes of one message to documents (RFC 5322, RFC 2045 to 2047, RFC 3676)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from urlmend.decoding import charsets
from urlmend.decoding import transfer_encoding as transfer
from urlmend.formats import html as hypertext
from urlmend.mail.headers import ContentType, Header, decode_encoded_words, header_at, value_after
from urlmend.mail.source_map import FieldOrigin, Places, RawMessage, TextOrigin
from urlmend.model.document import Document, Part

# Deeper nesting than people make; what is deeper is not read.
MAX_DEPTH = 32
# No part with a URL is shorter (in bytes): a colon, and something on both sides of it.
_SMALLEST = 3

# Header fields that say nothing to a reader, or are identifiers rather than text.
_IDENTIFIERS = frozenset(
    (b"message-id", b"in-reply-to", b"references", b"content-id", b"resent-message-id", b"original-message-id")
)
# A colon with something directly behind it, or a `www.` host: `Re: ` is neither. An encoded word may hold either.
_MAY_HOLD_URL = re.compile(r":(?=\S)|[wW]{3}\.")
_MAY_HOLD_WRITTEN = re.compile(rb":(?=\S)|\.(?<=[wW]{3}\.)|=\?")
_FIELD_NAME = re.compile(rb"^([!-9;-~]+):", re.MULTILINE)
_BLANKS = re.compile(rb"[ \t]*")
_MESSAGE_TYPES = frozenset(("message/rfc822", "message/news", "message/global"))
_TEXT_TYPES = frozenset(("application/pgp", "application/xhtml+xml", "message/delivery-status", "message/partial"))
_HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))


def documents(raw: RawMessage, *, all_headers: bool = False) -> Iterator[Document]:
    """The documents of a message: its subject, and each part that holds text, attached messages too.

    `all_headers` reads the other header fields as well, but never message-ids. Never raises;
    what cannot be decoded is read as it stands, and the document's note says so.
    """
    walk = _Walk(raw, all_headers)
    walk.message(raw.header or header_at(raw.data, 0, len(raw.data)), 0, len(raw.data), "", 0)
    for piece in walk.found:
        document = piece if isinstance(piece, Document) else walk.text(piece)
        if document:
            yield document


class _Body(NamedTuple):
    """The body of a part that holds text: where it stands, and what the headers say of it."""

    kind: ContentType
    header: tuple[int, int]
    """Where that of the message begins and ends."""
    start: int
    stop: int
    path: str
    signed: bool
    """Whether it is within a `multipart/signed`."""


class _Walk:
    """Walks the parts of a message, in the order in which they stand."""

    def __init__(self, raw: RawMessage, all_headers: bool) -> None:
        self.raw = raw
        self.places = Places(raw)
        self.all_headers = all_headers
        self.signatures = 0
        """How many `multipart/signed` the place is in."""
        self.found: list[Document | _Body] = []

    def message(self, header: Header, start: int, stop: int, path: str, depth: int) -> None:
        """Gather the header fields and the bodies of a message that stands between two offsets."""
        place = (start, start + header.size)
        if self.all_headers or (header.subject and _MAY_HOLD_WRITTEN.search(header.subject)):
            self._headers(place, path)
        self._part(header.content_type("text/plain"), place, start + header.body, stop, path, depth)

    def _headers(self, header: tuple[int, int], path: str) -> None:
        block = b"\n" + self.raw.data[header[0] : header[1]]
        lower = block.lower()
        subject = lower.find(b"\nsubject:")
        colons = {b"subject": subject + 8} if subject >= 0 else {}
        if self.all_headers:
            for match in _FIELD_NAME.finditer(lower):
                if match.group(1) not in _IDENTIFIERS:
                    colons.setdefault(match.group(1), match.end(1))
        for name, colon in colons.items():
            value = decode_encoded_words(value_after(block, colon))
            if not _MAY_HOLD_URL.search(value):
                continue
            behind = _BLANKS.match(block, colon + 1)
            start = header[0] + (behind.end() if behind else colon + 1) - 1
            part = Part(f"{path}.{name.decode('ascii', 'replace')}".lstrip("."), "text/plain")
            source = FieldOrigin(self.places, header, part, start, b"")
            self.found.append(Document(value, self.raw.name, origin=source))

    def _part(self, kind: ContentType, header: tuple[int, int], start: int, stop: int, path: str, depth: int) -> None:
        """Gather the bodies in a body of a kind that stands between two offsets."""
        if kind.name.startswith("text/"):
            self._found(kind, header, start, stop, path)
        elif kind.name.startswith("multipart/"):
            if depth < MAX_DEPTH and kind.parameters.get("boundary"):
                self._multipart(kind, header, start, stop, path, depth)
            elif depth < MAX_DEPTH:
                self._found(kind._replace(name="text/plain"), header, start, stop, path)
        elif kind.name in _MESSAGE_TYPES and kind.encoding in transfer.IDENTITY:
            if depth < MAX_DEPTH:
                self.message(header_at(self.raw.data, start, stop), start, stop, path or "1", depth + 1)
        elif kind.name in _TEXT_TYPES or kind.name in _MESSAGE_TYPES:
            self._found(kind, header, start, stop, path)

    def _multipart(
        self, kind: ContentType, header: tuple[int, int], start: int, stop: int, path: str, depth: int
    ) -> None:
        default = "message/rfc822" if kind.name == "multipart/digest" else "text/plain"
        data = self.raw.data
        pieces = _split(data, start, stop, kind.parameters["boundary"].encode("utf-8", "surrogateescape"))
        signed = kind.name == "multipart/signed"
        self.signatures += signed
        number = 0
        for number, (low, high) in enumerate(pieces, 1):
            if high - low < _SMALLEST:
                continue
            inner = header_at(data, low, high)
            self._part(
                inner.content_type(default), header, low + inner.body, high, f"{path}.{number}".lstrip("."), depth + 1
            )
        self.signatures -= signed
        if not number:  # a boundary that never comes: the body is what a reader sees
            self._found(kind._replace(name="text/plain"), header, start, stop, path)

    def _found(self, kind: ContentType, header: tuple[int, int], start: int, stop: int, path: str) -> None:
        self.found.append(_Body(kind, header, start, stop, path, self.signatures > 0))

    def text(self, body: _Body) -> Document | None:
        """The document of a body; None if it can hold no URL."""
        kind, header, start, stop, path, signed = body
        data = self.raw.data
        is_encoded = kind.encoding not in transfer.IDENTITY
        if not is_encoded and data.find(b":", start, stop) < 0 and data.find(b"www", start, stop) < 0:
            return None
        encoded = data[start:stop]
        source = TextOrigin(self.places, header, Part(path or "1", kind.name), start, encoded)
        if signed:
            source.signed = True
        note = ""
        if is_encoded:
            if kind.encoding in ("quoted-printable", "base64"):
                source.encoding = kind.encoding
            else:
                note = f"unknown transfer encoding {kind.encoding!r}: read as it stands"
            encoded = transfer.decode(encoded, source.encoding)
        text, source.codec = charsets.decode(encoded, kind.parameters.get("charset", ""))
        if not text.isascii() and _has_undecoded(text):
            note = note or f"bytes that are not {source.codec}: read as they stand"
        if kind.name in _HTML_TYPES:
            source.html = hypertext.read(text)
            return Document(source.html.text, self.raw.name, origin=source, declared=source.html.declared, note=note)
        return Document(text, self.raw.name, origin=source, flowed=_flowed(kind), note=note)


def _has_undecoded(text: str) -> bool:
    """Whether bytes that could not be decoded stand in a text, as lone surrogates."""
    try:
        text.encode()  # a look at each character costs more
    except UnicodeEncodeError:
        return bool(_UNDECODED.search(text))
    return False


_UNDECODED = re.compile(r"[\udc80-\udcff]")


def _flowed(kind: ContentType) -> str:
    """How a text flows (RFC 3676 section 4): the document's `flowed`."""
    if kind.name != "text/plain" or kind.parameters.get("format", "").lower() != "flowed":
        return ""
    return "delsp" if kind.parameters.get("delsp", "").lower() == "yes" else "yes"


def _split(data: bytes, start: int, stop: int, boundary: bytes) -> Iterator[tuple[int, int]]:
    """The parts between a boundary's delimiter lines (RFC 2046 section 5.1.1), without preamble and epilogue.

    A last part that no delimiter closes goes to the end.
    """
    marker = b"--" + boundary
    open_at = -1
    at = start
    while True:
        at = data.find(marker, at, stop)
        if at < 0:
            break
        end = data.find(b"\n", at, stop)
        end = stop if end < 0 else end + 1
        tail = data[at + len(marker) : end].rstrip()
        if (at == start or data[at - 1] == 10) and tail in (b"", b"--"):
            if open_at >= 0:
                before = at - (2 if data[at - 2 : at] == b"\r\n" else 1)
                yield open_at, max(open_at, before)
            open_at = end
            if tail:
                return
        at = end if end > at else at + 1
    if 0 <= open_at < stop:
        yield open_at, stop
