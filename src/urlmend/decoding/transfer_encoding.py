"""Content transfer encodings (RFC 2045 section 6): decoding, and the way back to the source."""

from __future__ import annotations

import binascii
import re

from urlmend.model.span import OffsetMap

IDENTITY = ("", "7bit", "8bit", "binary")

# Looking for the line ends, and only then back at what stands before them, is what makes it fast.
_HAS_TRAILING_BLANKS = re.compile(rb"\n(?:(?<=[ \t]\n)|(?<=[ \t]\r\n))")
_TRAILING_BLANKS = re.compile(rb"(?<![ \t])[ \t]++(?=\r?\n|\Z)")
# An escape (group 1), a soft line break, or blanks at a line's end.
_QP = re.compile(rb"=([0-9A-Fa-f]{2})|=(?:[ \t]*+(?:\r?\n|\Z)|\r)|" + _TRAILING_BLANKS.pattern)
# A soft break of a file whose line ends are `\r` alone.
_BARE_SOFT_BREAK = re.compile(rb"=\r(?!\n)")
# Mailing lists put text behind the data, without a word in the header.
_FOOTER = re.compile(rb"\n[ \t\r]*\n(?=[^\n]*[^A-Za-z0-9+/=\r\n])")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")


def decode(data: bytes, encoding: str) -> bytes:
    """The bytes that encoded ones stand for; those of an unknown encoding as they are.

    Quoted-printable loses blanks at the ends of lines and keeps bad escapes (RFC 2045
    section 6.7); base64 skips what is not its alphabet, and ends where its padding stands
    (section 6.8), or where a blank line leads over to something else.
    """
    if encoding == "quoted-printable":
        return _decode_quoted_printable(data)
    if encoding == "base64":
        return _decode_base64(data)
    return data


def _decode_quoted_printable(data: bytes) -> bytes:
    # Of these, the standard library loses the first, or what stands before the next line feed.
    if b"==" in data or (b"\r" in data and _BARE_SOFT_BREAK.search(data)):
        return _QP.sub(lambda match: bytes((int(match[1], 16),)) if match[1] else b"", data)
    if data.endswith((b" ", b"\t")):
        data = data.rstrip(b" \t")
    if _HAS_TRAILING_BLANKS.search(data):
        if b"\r" in data:
            data = _TRAILING_BLANKS.sub(b"", data)
        else:  # much faster without an expression
            data = b"\n".join([line.rstrip(b" \t") for line in data.split(b"\n")])
    return binascii.a2b_qp(data)


def _decode_base64(data: bytes) -> bytes:
    body = data.partition(b"=")[0]
    if footer := _FOOTER.search(body):
        body = body[: footer.start()]
    digits = _NOT_BASE64.sub(b"", body)
    digits = digits[: len(digits) - (len(digits) % 4 == 1)]
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


def segments(data: bytes, encoding: str) -> OffsetMap:
    """The map from decoded offsets back to offsets of the encoded data (both in bytes)."""
    if encoding == "quoted-printable":
        return _quoted_printable_segments(data)
    if encoding == "base64":
        return _base64_segments(data)
    return OffsetMap([(0, 0)])


def _quoted_printable_segments(data: bytes) -> OffsetMap:
    runs, decoded, source = [(0, 0)], 0, 0
    for match in _QP.finditer(data):
        decoded += match.start() - source
        if match[1]:
            runs.append((decoded, match.start()))
            decoded += 1
        source = match.end()
        runs.append((decoded, source))
    return OffsetMap(runs)


def _base64_segments(data: bytes) -> OffsetMap:
    """One run for each line: the line is all that a reader can look up."""
    runs, digits, offset = [], 0, 0
    for line in data.splitlines(keepends=True):
        runs.append((digits * 3 // 4, offset))
        digits += len(_NOT_BASE64.sub(b"", line))
        offset += len(line)
    return OffsetMap(runs, atomic=True)
