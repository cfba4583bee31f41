"""Files such as PDF to documents, with the readers of `urlmend.document_formats`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import BytesIO

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.decoding.transfer_encoding import decode
from urlmend.document_formats.passages import READERS, DocumentError
from urlmend.model.document import Document, Origin
from urlmend.sources.document_types import document_type
from urlmend.sources.skipped import NEEDS_PACKAGE, SkipKind

if TYPE_CHECKING:
    from typing import BinaryIO

OnSkipped = Callable[[SkipKind, str, str], object]
"""Takes the kind, the name and the reason of a document that is not read."""

# The bytes of an encoded file that show its type.
_HEAD_SIZE = 1 << 12
# The largest file that is read, in bytes.
MAX_SIZE = 1 << 29


def why_unread(kind: str) -> str:
    """Return why documents of a type are not read, beginning with the type; empty if they are."""
    reader = READERS.get(kind)
    if not reader:
        return kind
    missing = next((package for package in reader.packages if not find_spec(package)), "")
    return f"{kind} {NEEDS_PACKAGE}{missing}: {install_hint(reader.extra)}" if missing else ""


def read_attached(
    name: str, file: str, encoded: bytes, encoding: str, origin: Origin, *, on_skipped: OnSkipped, is_read: bool
) -> Iterator[Document]:
    """Yield the documents of a file that is attached to a message, if it is a document.

    `on_skipped` is called if it is one, but unless `is_read` none is read, or this one cannot be. The other arguments
    are those of `AttachmentReader`. Raises DocumentError, after what can be read.
    """
    kind = document_type(file, decode(encoded[:_HEAD_SIZE], encoding))
    reason = kind and (why_unread(kind) if is_read else kind)
    if reason:
        # Mail has many of old types: like other binary files, those are only counted.
        skip_kind = SkipKind.DOCUMENT if kind in READERS else SkipKind.BINARY
        part = origin.part.path if origin.part else ""
        on_skipped(skip_kind, f"{name}!{file or part}", reason)
    elif kind:
        yield from read_document(kind, decode(encoded, encoding), BytesIO(), name, origin)


def read_document(
    kind: str, head: bytes, stream: BinaryIO, name: str, origin: Origin | None = None
) -> Iterator[Document]:
    """Yield the documents of a file of a type in READERS; `origin` gives the message that it is from, if any.

    Raises DocumentError, after what can be read.
    """
    from urlmend.document_formats.assembly import Assembler

    data = head + stream.read(MAX_SIZE)
    if len(data) > MAX_SIZE:
        raise DocumentError(f"larger than {MAX_SIZE >> 20} MB")
    reader = READERS[kind]
    title, date = reader.metadata(data)
    form, is_typeset = reader.format, reader.is_typeset
    assembler = Assembler(name, form, title=title, date=date, is_typeset=is_typeset, origin=origin, file_size=len(data))
    yield from assembler.documents(reader.passages(data))
