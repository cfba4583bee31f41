"""Files such as PDF to documents, with the readers of `urlmend.documents`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import BinaryIO

from urlmend._lib.install_hint import install_hint
from urlmend.documents.passages import READERS, DocumentError
from urlmend.model.document import Document

# The largest file that is read, in bytes.
MAX_SIZE = 1 << 29


def why_unread(kind: str) -> str:
    """Return why documents of a type are not read, beginning with the type; empty if they are."""
    reader = READERS.get(kind)
    if not reader:
        return kind
    missing = next((package for package in reader.packages if not find_spec(package)), "")
    return f"{kind} needs the package {missing}: {install_hint(reader.extra)}" if missing else ""


def read_document(kind: str, head: bytes, stream: BinaryIO, name: str) -> Iterator[Document]:
    """Yield the documents of a file of a type in READERS. Raises DocumentError, after what can be read."""
    from urlmend.documents.assembly import Assembler

    data = head + stream.read(MAX_SIZE)
    if len(data) > MAX_SIZE:
        raise DocumentError(f"larger than {MAX_SIZE >> 20} MB")
    reader = READERS[kind]
    assembler = Assembler(
        name, reader.format, title=reader.title(data), date=reader.date(data), is_typeset=reader.is_typeset
    )
    yield from assembler.documents(reader.passages(data))
