"""Detect the type of a file by its first bytes: archive, binary file, text in UTF-16 or UTF-32, message.

Every file is asked these questions, so this module loads nothing that reads archives or mail.
"""

from __future__ import annotations

import codecs

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# The number of bytes that are read to find out what a file holds.
HEAD_SIZE = 1 << 16
# A NUL byte in this many bytes marks a binary file.
_BINARY_SIZE = 8192
# PDF files, and the indexes of mailboxes that Thunderbird writes (`.msf`), which repeat their subjects in escapes.
_BINARY = (b"%PDF-", b"// <!-- <mdb:mork:")

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Signature(NamedTuple):
    """Bytes that identify a compressed file or an archive."""

    format: str
    """The name of the format; `sources.archives` has an opener for each."""
    magic: bytes
    offset: int = 0
    """The position of the magic bytes in the file, in bytes."""


# All formats that are looked into. The first signature that matches decides.
SIGNATURES = (
    Signature("gzip", b"\x1f\x8b\x08"),
    Signature("bzip2", b"BZh"),
    Signature("xz", b"\xfd7zXZ\x00"),
    Signature("zstd", b"\x28\xb5\x2f\xfd"),
    Signature("warc", b"WARC/1.0\r\n"),
    Signature("warc", b"WARC/1.1\r\n"),
    Signature("tar", b"ustar\0", 257),
    Signature("tar", b"ustar  \0", 257),
    # After tar: the first member of a tar file may have a name that begins like a zip file.
    Signature("zip", b"PK\x03\x04"),
)
# Archives and compressed files that are not looked into.
UNSUPPORTED = (
    Signature("7z", b"7z\xbc\xaf\x27\x1c"),
    Signature("RAR", b"Rar!\x1a\x07"),
    Signature("cabinet", b"MSCF\0\0\0\0"),
    Signature("xar", b"xar!\0"),
    Signature("compress", b"\x1f\x9d"),
    Signature("lzip", b"LZIP\1"),
    Signature("LZMA", b"]\0\0"),
    Signature("lzop", b"\x89LZO\0"),
    Signature("LZ4", b"\x04\x22\x4d\x18"),
)
_UNSUPPORTED_MAGIC = tuple(signature.magic for signature in UNSUPPORTED)
# The beginnings of files that are no text; those with a magic at another offset have NUL bytes, too.
_NO_TEXT = (*_UNSUPPORTED_MAGIC, *_BINARY, *(magic for _, magic, offset in SIGNATURES if not offset))
# The same by offset: `startswith` compares one tuple faster than a loop does.
_MAGIC_AT = {
    offset: tuple(signature.magic for signature in SIGNATURES if signature.offset == offset)
    for offset in sorted({signature.offset for signature in SIGNATURES})
}

_BARE_RETURN = lazy(rb"\r(?!\n)")
_FIELD = lazy(rb"([!-9;-~]+)[ \t]*:[ \t]?[^\n]*\n(?:[ \t][^\n]*\n)*")
# The header block of a message has at least two of these fields. A calendar has one, in each of its events: `STATUS`.
_KNOWN_FIELDS = frozenset(
    b"""
    from to cc subject date message-id received return-path path newsgroups mime-version content-type sender reply-to
    references in-reply-to delivered-to lines organization x-mailer status envelope-to approved xref sender list-id
    """.split()
)


def begins_like_text(head: bytes) -> bool:
    """Whether a file that begins with `head` is text or mail: neither compressed, nor an archive, nor binary."""
    if head.startswith(_NO_TEXT):
        return False
    return b"\0" not in head[:_BINARY_SIZE] or not (is_compressed_or_archive(head) or is_binary(head))


def is_compressed_or_archive(head: bytes) -> bool:
    """Whether a file that begins with `head` is compressed, or an archive of other files."""
    return any(head.startswith(magic, offset) for offset, magic in _MAGIC_AT.items())


def archive_format(head: bytes) -> str:
    """The format of a compressed file or archive that begins with `head`; empty for other files."""
    return next((name for name, magic, offset in SIGNATURES if head.startswith(magic, offset)), "")


def unsupported_format(head: bytes) -> str:
    """The format of an archive or compressed file that is not looked into; empty for other files."""
    if not head.startswith(_UNSUPPORTED_MAGIC):  # true of most files
        return ""
    return next(name for name, magic, _ in UNSUPPORTED if head.startswith(magic))


def text_encoding(head: bytes) -> tuple[bytes, str, str]:
    """The byte-order mark at the start of a text, its codec, and the error handler for undecodable bytes."""
    for mark, codec in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return mark, codec, "surrogateescape" if codec == "utf-8" else "replace"
    return b"", "utf-8", "surrogateescape"


def wide_codec(head: bytes) -> str:
    """The codec (which consumes the byte-order mark) of a UTF-16 or UTF-32 text; empty for other files."""
    _, codec, _ = text_encoding(head)
    return "" if codec == "utf-8" else codec[: len("utf-16")]


def is_binary(head: bytes) -> bool:
    """Whether a file begins like one of _BINARY, or has a NUL byte near the start that no byte-order mark explains."""
    return (b"\0" in head[:_BINARY_SIZE] and not wide_codec(head)) or head.startswith(_BINARY)


def has_bare_returns(head: bytes) -> bool:
    """Whether the first line of a file that begins with `head` ends in a carriage return alone."""
    at = head.find(b"\r")
    return at >= 0 and head[at + 1 : at + 2] not in (b"\n", b"\r") and head.find(b"\n", 0, at) < 0


def with_line_feeds(data: bytes) -> bytes:
    """Replace carriage returns that are line ends on their own by line feeds; offsets stay the same."""
    return _BARE_RETURN.sub(b"\n", data)


def is_message(head: bytes) -> bool:
    """Whether a file that begins with `head` begins with the header block of a message."""
    if has_bare_returns(head):
        head = with_line_feeds(head)
    known: set[bytes] = set()
    offset = 0
    while len(known) < 2 and (field := _FIELD.match(head, offset)):
        known |= _KNOWN_FIELDS & {field.group(1).lower()}
        offset = field.end()
    return len(known) == 2
