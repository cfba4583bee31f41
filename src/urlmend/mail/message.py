"""The bytes of one message to documents (RFC 5322, RFC 2045 to 2047, RFC 3676)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.decoding import charsets
from urlmend.decoding import transfer_encoding as transfer
from urlmend.decoding.sniff import begins_like_text
from urlmend.formats import html
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of_type, type_of_text
from urlmend.mail.headers import (
    ContentType,
    Header,
    decode_encoded_words,
    disposition_file_name,
    header_at,
    value_after,
)
from urlmend.mail.mailbox import MAX_MESSAGE
from urlmend.mail.source_map import FieldOrigin, Place, PositionCounter, RawMessage, TextOrigin, page_document
from urlmend.model.document import Document, Origin, Part

AttachmentReader = Callable[[str, str, bytes, str, Origin], Iterator[Document]]
"""Yields the documents of an attached file: none unless it is a document such as a PDF.

Its arguments are the name of the file that has the message, the name of the attached file, its content in a transfer
encoding, the name of that encoding, and an origin that gives the message and the part.
"""

# Real messages are not nested as deeply; deeper parts are not read.
MAX_DEPTH = 32
# Parts of fewer bytes contain no URL: it has a colon and something on both sides of it.
_MIN_PART_SIZE = 3

# The size in bytes, in the transfer encoding, from which a part may be read in windows.
_LONG = 1 << 22
# The bytes of such a part that may show that it is quoted-printable.
_SAMPLE = 1 << 18
# Every finding shows the names of its field and encoding, so that they are shortened.
_MAX_NAME = 100

# Header fields that `all_headers` does not include: they contain identifiers that look like URLs.
_IDENTIFIERS = frozenset(
    (b"message-id", b"in-reply-to", b"references", b"content-id", b"resent-message-id", b"original-message-id")
)
# A colon without white space after it (`Re: ` is no scheme), or a `www.` host; in raw values, also an encoded word.
_MAY_CONTAIN_URL = lazy(r":(?=\S)|[wW]{3}\.")
_RAW_MAY_CONTAIN_URL = lazy(rb":(?=\S)|\.(?<=[wW]{3}\.)|=\?")
_FIELD_NAME = lazy(rb"^([!-9;-~]+):", re.MULTILINE)
_DISPOSITION = lazy(rb"(?i)(?:\A|\n)content-disposition[ \t]*:(.*+(?>(?:\n[ \t].*+)*))")
# The longest name of a file, in code points.
_MAX_FILE_NAME = 255
_SPACES = lazy(rb"[ \t]*")
_UNDECODED = lazy(r"[\udc80-\udcff]")
# How much of a file shows what it is.
_BEGINNING = 1 << 12
_PAGE = lazy(rb"(?i)\A[^<]{0,100}<(?:!doctype\s+html|html|head|body|meta|script|title)\b|<(?:html|body)[\s>]")
_MESSAGE_TYPES = frozenset(("message/rfc822", "message/news", "message/global"))
_TEXT_TYPES = frozenset(("application/pgp", "application/xhtml+xml", "message/delivery-status", "message/partial"))
_HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
# What nobody reads, though it may be text (RFC 3156).
_UNREAD_TYPES = frozenset(("application/pgp-encrypted", "application/pgp-signature"))


def documents(
    raw: RawMessage,
    *,
    all_headers: bool = False,
    labels: bool = True,
    on_unread: Callable[[str], object] = lambda _: None,
    in_windows: bool = False,
    unless_contains: bytes = b"",
    attachments: AttachmentReader | None = None,
) -> Iterator[Document]:
    """Yield the documents of a message: its subject and each text part, including those of attached messages.

    `all_headers` adds the other header fields, except those that contain identifiers; `labels` adds the hosts that
    texts of links show. With `in_windows`, long parts are read in windows or pieces, unless they contain the bytes
    `unless_contains`; each document is then used before the next is requested. Never raises: what cannot be decoded is
    read without decoding, and the document's note says so. `on_unread` is called with each reason why a part of the
    message is not read. `attachments` reads attached files such as PDF; without it, they are left out.
    """
    size = len(raw.data)
    collector = _PartCollector(raw, all_headers=all_headers, labels=labels, with_attachments=attachments is not None)
    collector.add_message(raw.header or header_at(raw.data, 0, size), 0, size)
    in_windows, is_cut = in_windows and size > _LONG, raw.is_cut
    del raw
    for item in collector.found:
        if isinstance(item, Document):
            yield item
        elif item.is_file:
            if attachments:
                yield from collector.attached(item, attachments, on_unread)
        elif in_windows and item.stop - item.start > _LONG and (found := collector.pieces(item, unless_contains)):
            yield from found
        elif document := collector.document(item):
            yield document
    if in_windows:
        collector.positions.release()
    if is_cut:
        on_unread(f"only the first {MAX_MESSAGE >> 20} MB are read")
    if collector.is_too_deep:
        on_unread(f"parts nested more than {MAX_DEPTH} deep are not read")


class _Body(NamedTuple):
    """The body of a message or part; offsets in bytes of the message's data."""

    content_type: ContentType
    message_header: tuple[int, int]
    """Start and stop of the header of its message."""
    start: int
    stop: int
    path: str
    """The numbers of the enclosing parts and its own, joined by dots; empty for a message that is not attached."""
    depth: int
    """The number of enclosing multiparts and messages."""
    signed: bool
    """Whether it is inside a `multipart/signed`."""
    file_name: str = ""
    """The name of the file that it is, decoded; or empty."""
    version: str = ""
    """As in `Part`."""
    label: str = ""
    """The content type in the header, if the content decides what it is."""
    is_file: bool = False
    """Whether it may be a document such as a PDF."""

    @property
    def part(self) -> Part:
        """What documents say of the part."""
        is_attached = self.message_header[0] > 0
        name = self.label or self.content_type.name
        return Part(self.path or "1", name, self.file_name, self.version, is_attached)


class _PartCollector:
    """Collects the documents of header fields and the bodies of text parts, in the order of the message."""

    def __init__(
        self, raw: RawMessage, *, all_headers: bool, labels: bool = True, with_attachments: bool = False
    ) -> None:
        self.positions = PositionCounter(raw)
        self.all_headers = all_headers
        self.labels = labels
        self.with_attachments = with_attachments
        self.found: list[Document | _Body] = []
        self.is_too_deep: bool = False
        """Whether parts are left out because others enclose them."""

    def add_message(
        self, header: Header, start: int, stop: int, *, path: str = "", depth: int = 0, signed: bool = False
    ) -> None:
        """Add the header fields and the text parts of the message in `data[start:stop]`."""
        message_header = (start, start + header.size)
        if self.all_headers or (header.subject and _RAW_MAY_CONTAIN_URL.search(header.subject)):
            self._add_fields(message_header, path)
        body = _Body(
            content_type=header.content_type("text/plain"),
            message_header=message_header,
            start=start + header.body,
            stop=stop,
            path=path,
            depth=depth,
            signed=signed,
        )
        self._add_body(body)

    def _add_fields(self, header: tuple[int, int], path: str) -> None:
        block = b"\n" + self.positions.raw.data[header[0] : header[1]]
        lower = block.lower()
        subject = lower.find(b"\nsubject:")
        colons = {b"subject": subject + 8} if subject >= 0 else {}
        if self.all_headers:
            for match in _FIELD_NAME.finditer(lower):
                if match.group(1) not in _IDENTIFIERS:
                    colons.setdefault(match.group(1), match.end(1))
        for name, colon in colons.items():
            value = decode_encoded_words(value_after(block, colon))
            if not _MAY_CONTAIN_URL.search(value):
                continue
            spaces = _SPACES.match(block, colon + 1)
            assert spaces  # matches the empty string
            start = header[0] + spaces.end() - 1
            part = Part(
                f"{path}.{name[:_MAX_NAME].decode('ascii', 'replace')}".lstrip("."),
                "text/plain",
                is_attached=header[0] > 0,
            )
            origin = FieldOrigin(Place(self.positions, header, part, start, start))
            self.found.append(Document(value, self.positions.raw.name, origin=origin))

    def _add_body(self, body: _Body) -> None:
        """Add the text parts of a body."""
        name = body.content_type.name
        is_multipart = name.startswith("multipart/")
        is_message = name in _MESSAGE_TYPES and body.content_type.encoding in transfer.IDENTITY
        if name.startswith("text/"):
            self.found.append(body)
        elif (is_multipart or is_message) and body.depth >= MAX_DEPTH:
            self.is_too_deep = True
        elif is_multipart and body.content_type.parameters.get("boundary"):
            self._add_multipart(body)
        elif is_multipart:
            self._add_as_plain_text(body)
        elif is_message:
            self.add_message(
                header_at(self.positions.raw.data, body.start, body.stop),
                body.start,
                body.stop,
                path=body.path or "1",
                depth=body.depth + 1,
                signed=body.signed,
            )
        elif name in _TEXT_TYPES or name in _MESSAGE_TYPES or format_of_type(name):
            self.found.append(body)
        elif self.with_attachments and name.startswith("application/") and name not in _UNREAD_TYPES:
            self.found.append(body._replace(is_file=True))

    def _place(self, body: _Body) -> Place:
        return Place(self.positions, body.message_header, body.part, body.start, body.stop, body.signed)

    def _add_as_plain_text(self, body: _Body) -> None:
        self.found.append(body._replace(content_type=body.content_type._replace(name="text/plain")))

    def _add_multipart(self, body: _Body) -> None:
        name = body.content_type.name
        default = "message/rfc822" if name == "multipart/digest" else "text/plain"
        boundary = body.content_type.parameters["boundary"].encode("utf-8", "surrogateescape")
        number = 0
        for number, (start, stop) in enumerate(_parts(self.positions.raw.data, body.start, body.stop, boundary), 1):
            if stop - start < _MIN_PART_SIZE:
                continue
            header = header_at(self.positions.raw.data, start, stop)
            content_type = header.content_type(default)
            path = f"{body.path}.{number}".lstrip(".")
            part = body._replace(
                content_type=content_type,
                start=start + header.body,
                stop=stop,
                path=path,
                depth=body.depth + 1,
                signed=body.signed or name == "multipart/signed",
                file_name=_file_name(self.positions.raw.data[start : start + header.size], content_type),
                version=path if name == "multipart/alternative" else body.version,
            )
            self._add_body(part)
        if not number:  # without delimiter lines, mail readers show the body
            self._add_as_plain_text(body)

    def attached(self, body: _Body, read: AttachmentReader, on_unread: Callable[[str], object]) -> Iterator[Document]:
        """Yield the documents of an attached file; `on_unread` is called with the reason if it cannot be read."""
        origin = TextOrigin(self._place(body), codec="utf-8")
        encoded = self.positions.raw.data[body.start : body.stop]
        encoding, _ = _encoding_to_decode(body.content_type.encoding)
        name = body.file_name or body.content_type.parameters.get("name", "")
        is_document = False
        try:
            for document in read(self.positions.raw.name, name, encoded, encoding, origin):
                is_document = True
                yield document
            if not is_document and (kind := _text_type(encoded, encoding)):
                label = body.content_type.name
                content_type = body.content_type._replace(name=kind)
                if found := self.document(body._replace(content_type=content_type, label=label)):
                    yield found
        except Exception as error:  # a file that cannot be read must not affect other parts or messages
            on_unread(f"an attached document cannot be read: {error}")

    def pieces(self, body: _Body, unless_contains: bytes) -> Iterator[Document] | None:
        """Return the documents of a long text part, or None if it has to be read at once."""
        from urlmend.mail.long_parts import LongPart  # few messages have one

        encoding, note = _encoding_to_decode(body.content_type.encoding)
        sample = self.positions.raw.data[body.start : min(body.start + _SAMPLE, body.stop)]
        if body.content_type.encoding in transfer.IDENTITY and transfer.is_quoted_printable(sample):
            encoding = "quoted-printable"
        charset = body.content_type.parameters.get("charset", "")
        found = LongPart(self._place(body), encoding, charset, _flowed(body.content_type), note)
        try:
            return found.documents(
                is_html=body.content_type.name in _HTML_TYPES, labels=self.labels, unless_contains=unless_contains
            )
        except Exception:  # of a charset, for example
            return None

    def document(self, body: _Body) -> Document | None:
        """Return the document of a text part, undecoded if that fails; None if it contains no URL."""
        try:
            return self._decoded(body)
        except Exception as error:  # a part that cannot be decoded must not affect other parts or messages
            return self._undecoded(body, f"{type(error).__name__}: read without decoding")

    def _undecoded(self, body: _Body, note: str) -> Document:
        """Return the bytes of a text part as a document."""
        data = self.positions.raw.data[body.start : body.stop]
        origin = TextOrigin(self._place(body), codec="utf-8")
        return Document(data.decode("utf-8", "surrogateescape"), self.positions.raw.name, origin=origin, note=note)

    def _decoded(self, body: _Body) -> Document | None:
        data = self.positions.raw.data
        content_type = body.content_type
        encoding = content_type.encoding
        is_encoded = encoding not in transfer.IDENTITY
        if (
            not is_encoded
            and data.find(b":", body.start, body.stop) < 0
            and data.find(b"www", body.start, body.stop) < 0
        ):
            return None
        encoding, note = _encoding_to_decode(encoding)
        encoded = data[body.start : body.stop]
        if not is_encoded and transfer.is_quoted_printable(encoded):
            encoding = "quoted-printable"
        decoded = transfer.decode(encoded, encoding) if encoding else encoded
        text, codec = charsets.decode(decoded, content_type.parameters.get("charset", ""))
        if not text.isascii() and _has_undecoded(text):
            note = note or f"bytes that are not {codec}: read as they stand"
        page = html.parse(text, labels=self.labels) if content_type.name in _HTML_TYPES else None
        origin = TextOrigin(
            self._place(body),
            encoding=encoding,
            codec=codec,
            page=page,
            text=text,
            is_single_byte=len(text) == len(decoded),
        )
        if page:
            return page_document(page, origin, note)
        document = Document(text, self.positions.raw.name, origin=origin, flowed=_flowed(content_type), note=note)
        form = format_of_type(content_type.name)
        return read_format(document, form) if form else document


def _file_name(header: bytes, content_type: ContentType) -> str:
    """Return the name of the file in a part (RFC 2183 section 2.3), without folders; or empty."""
    found = _DISPOSITION.search(header) if b"content-disposition" in header.lower() else None
    name = disposition_file_name(found[1]) if found else ""
    name = name or decode_encoded_words(content_type.parameters.get("name", ""))
    return name.replace("\\", "/").rpartition("/")[2].strip()[:_MAX_FILE_NAME]


def _text_type(encoded: bytes, encoding: str) -> str:
    """Return the content type of a text or an HTML page by its beginning; empty for other files."""
    head = transfer.decode(encoded[:_BEGINNING], encoding)
    if not begins_like_text(head):
        return ""
    return "text/html" if _PAGE.search(head) else type_of_text(head)


def _encoding_to_decode(encoding: str) -> tuple[str, str]:
    """Return the transfer encoding to decode, or an empty string, and what cannot be decoded."""
    if encoding in ("quoted-printable", "base64"):
        return encoding, ""
    if encoding in transfer.IDENTITY:
        return "", ""
    return "", f"unknown transfer encoding {encoding[:_MAX_NAME]!r}: read undecoded"


def _has_undecoded(text: str) -> bool:
    """Return whether a text contains undecoded bytes, as lone surrogates."""
    try:
        text.encode()  # faster than a search
    except UnicodeEncodeError:
        return bool(_UNDECODED.search(text))
    return False


def _flowed(content_type: ContentType) -> str:
    """Return the value of `Document.flowed` for a content type (RFC 3676 section 4)."""
    if content_type.name != "text/plain" or content_type.parameters.get("format", "").lower() != "flowed":
        return ""
    return "delsp" if content_type.parameters.get("delsp", "").lower() == "yes" else "yes"


def _parts(data: bytes, start: int, stop: int, boundary: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and stop of each part of a multipart body (RFC 2046 section 5.1.1).

    Preamble and epilogue are ignored. An unterminated last part ends with the body.
    """
    delimiter = b"--" + boundary
    part_start = -1
    at = start
    while True:
        at = data.find(delimiter, at, stop)
        if at < 0:
            break
        end = data.find(b"\n", at, stop)
        end = stop if end < 0 else end + 1
        after = data[at + len(delimiter) : end].rstrip()
        if (at == start or data[at - 1] == 10) and after in (b"", b"--"):
            if part_start >= 0:
                line_break = 2 if data[at - 2 : at] == b"\r\n" else 1
                yield part_start, max(part_start, at - line_break)
            part_start = end
            if after:
                return
        at = end if end > at else at + 1
    if 0 <= part_start < stop:
        yield part_start, stop
