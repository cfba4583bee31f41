"""Documents that are no text, such as PDF, Word and EPUB, recognised by their content; the name settles doubt."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend.decoding.sniff import archive_format

if TYPE_CHECKING:
    from typing import BinaryIO

# Members that every package of Office Open XML has, of which programs write some first.
_OF_PACKAGES = ("[Content_Types].xml", "_rels/", "docProps/")
_OPEN_DOCUMENT = frozenset(("content.xml", "META-INF/manifest.xml"))
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# The encrypted package in the compound file around it ([MS-OFFCRYPTO] section 2.3.4.4).
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
# What begins later in a file, such as after a line of a mail program, is within so many bytes.
_PDF_HEADER = 1024
_MAGIC = ((b"AT&TFORM", 0, "DjVu"), (b"ITSF", 0, "CHM"), (b"BOOKMOBI", 60, "Mobipocket"))


class _Type(NamedTuple):
    """A type of documents that are zip or compound files; texts in one field are separated by spaces."""

    suffixes: str = ""
    """Its suffixes: the beginning of such a file need not show which kind of document it is."""
    main_parts: str = ""
    """Members that only such a document has."""
    folder: str = ""
    """Its folder in a package of Office Open XML."""
    media_type: bytes = b""
    """How its media type begins (OpenDocument 1.3 part 2 section 3.3, EPUB OCF 3.3 section 4.2.2)."""


_TYPES = {
    "Word": _Type(".docx .docm .dotx .dotm", "word/document.xml", "word"),
    "Word 97-2003": _Type(".doc .dot"),
    "Excel": _Type(".xlsx .xlsm .xltx .xltm", "xl/workbook.xml", "xl"),
    "Excel binary workbook": _Type(".xlsb", "xl/workbook.bin"),
    "Excel 97-2003": _Type(".xls .xlt"),
    "PowerPoint": _Type(".pptx .pptm .ppsx .ppsm .potx", "ppt/presentation.xml", "ppt"),
    "PowerPoint 97-2003": _Type(".ppt .pps .pot"),
    "Visio": _Type(".vsdx .vsd", "visio/document.xml", "visio"),
    "OpenDocument": _Type(
        ".odt .ods .odp .odg .odf .ott .ots .otp .odm", media_type=b"application/vnd.oasis.opendocument."
    ),
    "OpenOffice": _Type(".sxw .sxc .sxi", media_type=b"application/vnd.sun.xml."),
    "EPUB": _Type(".epub", "META-INF/container.xml", media_type=b"application/epub"),
    "iWork": _Type(".pages .numbers .key", "Index/Document.iwa"),
    "XPS": _Type(".xps .oxps", "FixedDocumentSequence.fdseq FixedDocSeq.fdseq"),
    "Outlook": _Type(".msg"),
    "Publisher": _Type(".pub"),
}
_BY_SUFFIX = {suffix: name for name, kind in _TYPES.items() for suffix in kind.suffixes.split()}
_BY_PART = {part: name for name, kind in _TYPES.items() for part in kind.main_parts.split()}
_BY_FOLDER = {kind.folder: name for name, kind in _TYPES.items() if kind.folder}
_BY_MEDIA_TYPE = {kind.media_type: name for name, kind in _TYPES.items() if kind.media_type}
# The longest media type, in bytes.
_MAX_MEDIA_TYPE = 256
# Suffixes of compressed files, which follow that of the file itself.
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")


def document_type(name: str, head: bytes) -> str:
    """The type of a document that is no text, by its name and its first bytes; empty for other files."""
    if archive_format(head) == "zip":
        return _type_of_zip(head) or _BY_SUFFIX.get(_suffix(name), "")
    if head.startswith(_COMPOUND_FILE):
        return _BY_SUFFIX.get(_suffix(name), "Word" if _ENCRYPTED_PACKAGE in head else "compound file")
    if head.startswith(b"%PDF-") or (b"%PDF-" in head[:_PDF_HEADER] and b"\0" in head):
        return "PDF"
    return next((kind for magic, at, kind in _MAGIC if head.startswith(magic, at)), "")


def has_archive_name(name: str) -> bool:
    """Whether a zip file is opened: programs and data are zip files, too, by other names."""
    return _suffix(name) in ("", ".zip")


def _suffix(name: str) -> str:
    """The suffix of a name in lower case, without those of compression."""
    stem, suffix = os.path.splitext(name.lower())
    while suffix in _COMPRESSED:
        stem, suffix = os.path.splitext(stem)
    return suffix


def _type_of_zip(head: bytes) -> str:
    """The type of a document by the members at the beginning of its zip file; empty for other zip files."""
    from urlmend.decoding import zip_headers  # of documents, only zip files need it

    names: list[str] = []
    for name, content in zip_headers.members(head):
        if name == "mimetype" and (found := _type_of_media(content)):
            return found
        names.append(name)
    return next(_types_of_members(names), "OpenDocument" if _OPEN_DOCUMENT.issubset(names) else "")


def _types_of_members(names: Sequence[str]) -> Iterator[str]:
    """Yield the types of documents that have members with these names."""
    is_package = any(name.startswith(_OF_PACKAGES) for name in names)
    for name in names:
        folder = name.partition("/")[0] if is_package else ""
        if found := _BY_PART.get(name) or _BY_FOLDER.get(folder):
            yield found


def _type_of_media(content: BinaryIO | Exception) -> str:
    """The type of a document by its media type; empty for another one, and if that cannot be read."""
    try:
        media_type = b"" if isinstance(content, Exception) else content.read(_MAX_MEDIA_TYPE)
    except Exception:  # the library does not promise which ones it raises
        return ""
    return next((kind for prefix, kind in _BY_MEDIA_TYPE.items() if media_type.startswith(prefix)), "")
