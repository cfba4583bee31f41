"""EPUB (EPUB 3.3 and its predecessors): the chapters of a book in reading order, which are HTML."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.decoding import charsets
from urlmend.decoding.text import decode_text
from urlmend.document_formats.chapter import paragraphs
from urlmend.document_formats.package import Package, in_utc, resolved
from urlmend.document_formats.passages import DocumentError, Metadata, Passage

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_ENCODING = lazy(rb"\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,64})")
# The longest chapter in bytes.
_MAX_CHAPTER = 1 << 26


def passages(data: bytes) -> Iterator[Passage]:
    """Yield the chapters of a book. Raises DocumentError for what cannot be read, after all that can be."""
    package = Package(data)
    encrypted = _encrypted(package)
    for path in _chapters(package):
        yield from package.attempt(path, _passages_of_chapter(package, path, is_encrypted=path.lower() in encrypted))
    package.raise_faults()


def metadata(data: bytes) -> Metadata:
    """Return the title and the date of a book. Raises DocumentError if it is no package."""
    package = Package(data)
    path = _package_document(package)
    return Metadata(package.text_of(path, "title"), in_utc(package.text_of(path, "date")))


def _passages_of_chapter(package: Package, path: str, *, is_encrypted: bool) -> Iterator[Passage]:
    if is_encrypted:
        raise DocumentError("encrypted")
    data = package.open(path).read(_MAX_CHAPTER)
    if len(data) == _MAX_CHAPTER:
        raise DocumentError(f"a chapter of {_MAX_CHAPTER >> 20} MB or more")
    encoding = _ENCODING.match(data)
    source = charsets.decode(data, encoding[1].decode())[0] if encoding else decode_text(data).text
    yield from paragraphs(path, source)


def _package_document(package: Package) -> str:
    """Return the path of the document that lists the parts of the book; empty if there is none."""
    for name, attributes, _ in package.elements(_CONTAINER):
        if name == "rootfile":
            return resolved("", attributes.get("full-path", ""))
    return ""


def _chapters(package: Package) -> list[str]:
    """Return the paths of the chapters in reading order, or in that of the file if the book does not say so."""
    path = _package_document(package)
    items: dict[str, str] = {}
    chapters: dict[str, str] = {}
    """By their paths in lower case, in which the package compares them."""
    for name, attributes, _ in package.elements(path):
        if name == "item":
            items[attributes.get("id", "")] = resolved(path, attributes.get("href", ""))
        elif name == "itemref" and (item := items.get(attributes.get("idref", ""))):
            chapters.setdefault(item.lower(), item)
    return list(chapters.values()) or [path for path in package if path.endswith((".xhtml", ".html", ".htm"))]


def _encrypted(package: Package) -> set[str]:
    """Return the paths in lower case of the parts that are encrypted, such as fonts (OCF section 4.2.6.3.2)."""
    return {
        resolved("", attributes.get("URI", "")).lower()
        for name, attributes, _ in package.elements(_ENCRYPTION)
        if name == "CipherReference"
    }
