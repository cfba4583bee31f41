"""Packages: zip files whose members are the parts of a document, read within limits."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast
from urllib.parse import unquote

from urlmend._lib.allowance import Allowance, LimitedStream, LimitError, Source
from urlmend.decoding import zip_headers
from urlmend.document_formats import xml_reader
from urlmend.document_formats.passages import DocumentError, Passage
from urlmend.document_formats.xml_reader import XMLError

# Limits on what is extracted, as in `_lib.allowance`: parsing takes longer than extraction.
FREE_SIZE = 1 << 25
MAX_RATIO = 100
MAX_PARTS = 100_000
# How entries of a zip file and of its directory begin (APPNOTE.TXT 4.3.7 and 4.3.12).
_ENTRIES = (b"PK\3\4", b"PK\1\2")
# Compound files, and the name in one of the stream that is an encrypted package ([MS-OFFCRYPTO] section 2.3.4.4).
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# The methods of compression that packages have.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Package:
    """The parts of a document by their paths, which begin without a slash and are compared without case."""

    def __init__(self, data: bytes) -> None:
        """Take the bytes of a file. Raises DocumentError if it is no zip file."""
        if data.startswith(_COMPOUND_FILE):
            raise DocumentError("encrypted" if _ENCRYPTED in data else "damaged: a compound file, not a zip file")
        if max(map(data.count, _ENTRIES)) > MAX_PARTS:
            raise DocumentError(f"more than {MAX_PARTS} parts")
        self._allowance = Allowance(len(data), free_size=FREE_SIZE, max_ratio=MAX_RATIO)
        self.faults: dict[str, None] = {}
        """Reasons why parts could not be read, each once and in order."""
        self._archive: zipfile.ZipFile | None = None
        self._data = data
        """The file; without a directory, the members are the offsets of their headers in it."""
        stream = io.BytesIO(data)
        try:
            self._archive = zipfile.ZipFile(stream)
            zip_headers.check_directory(self._archive, stream)
        except Exception:  # the library does not promise which ones it raises
            self._members: dict[str, zipfile.ZipInfo | int] = {
                _key(entry.filename): offset for offset, entry in zip_headers.entries(data)
            }
            if not self._members:
                raise DocumentError("damaged: not a zip file") from None
            self.faults["damaged or truncated: read up to its end"] = None
        else:
            self._members = {_key(entry.filename): entry for entry in self._archive.infolist()}

    def __contains__(self, path: str) -> bool:
        """Whether the package has a part."""
        return _key(path) in self._members

    def __iter__(self) -> Iterator[str]:
        """Yield the paths in lower case, in the order of the file."""
        return iter(self._members)

    def open(self, path: str) -> Part:
        """Return the content of a part; reading it raises DocumentError if it is missing or damaged."""
        try:
            content = self._content(path)
        except Exception as error:  # the library does not promise which ones it raises
            content = error
        return Part(content, self._allowance)

    def _content(self, path: str) -> Source | Exception:
        member = self._members.get(_key(path))
        if member is None:
            return DocumentError("missing")
        if isinstance(member, int):
            return cast("Source | Exception", zip_headers.content(self._data, member))
        if member.flag_bits & 1:
            return DocumentError("encrypted")
        if member.compress_type not in _METHODS:
            return DocumentError("unknown compression")
        assert self._archive  # it has the member
        return cast("Source", self._archive.open(member))

    def elements(self, path: str) -> Iterator[xml_reader.Element]:
        """Yield the elements of a part that describes others, as `xml_reader.elements` does; none if it is missing.

        What cannot be read is recorded.
        """
        if path not in self:
            return
        try:
            yield from xml_reader.elements(self.open(path))
        except (DocumentError, XMLError) as error:
            self.faults[f"{path}: {error}"] = None

    def text_of(self, path: str, name: str) -> str:
        """Return the text of the first element of a name in a part; empty if there is none."""
        return next((text for found, _, text in self.elements(path) if found == name), "")

    def spend(self, count: int) -> None:
        """Subtract repeated characters from what may be extracted. Raises DocumentError if none are left."""
        try:
            self._allowance.take(count)
        except LimitError as error:
            raise DocumentError(str(error)) from error

    def attempt(self, path: str, passages: Iterable[Passage]) -> Iterator[Passage]:
        """Yield the passages of a part; an error that ends them is recorded, and other parts are read."""
        try:
            yield from passages
        except (DocumentError, XMLError) as error:
            self.faults[f"{path}: {error}"] = None

    def raise_faults(self) -> None:
        """Raise DocumentError if something could not be read."""
        if self.faults:
            more = len(self.faults) - 1
            raise DocumentError(
                next(iter(self.faults)) + (f" (and {more} more fault{'s' * (more > 1)})" if more else "")
            )


class Part:
    """The content of a part as a stream."""

    def __init__(self, content: Source | Exception, allowance: Allowance) -> None:
        """Take the content, or why it cannot be read, and the allowance of the package."""
        self._content = content if isinstance(content, Exception) else LimitedStream(content, allowance)

    def read(self, size: int, /) -> bytes:
        """Read `size` bytes, or fewer at the end or before damage. Raises DocumentError."""
        try:
            data = b"" if isinstance(self._content, Exception) else self._content.read(size)
        except LimitError as error:
            raise DocumentError(str(error)) from error
        damage = self._content if isinstance(self._content, Exception) else self._content.error
        if damage and not data:
            # A new error each time: one that is kept would keep the frames that it came through, and those this part.
            raise DocumentError(str(damage) if isinstance(damage, DocumentError) else f"damaged: {damage}")
        return data


def resolved(part: str, reference: str) -> str:
    """Return the path of a relative reference in a part (a path without its fragment)."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), unquote(reference.partition("#")[0])))[1:]


def in_utc(date: str) -> str:
    """Return a date (ISO 8601) in UTC, such as `2019-05-03T08:00:00Z`; empty if it is none.

    A missing month or day is the first one, and a time without a zone is in UTC.
    """
    for missing in ("", "-01", "-01-01"):
        with suppress(ValueError, OverflowError):
            found = datetime.fromisoformat(date.strip() + missing)
            found = found.astimezone(UTC) if found.tzinfo else found
            return f"{found.replace(microsecond=0, tzinfo=None).isoformat()}Z"
    return ""


def _key(path: str) -> str:
    return path.replace("\\", "/").lstrip("/").lower()
