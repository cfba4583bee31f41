"""Header fields of messages (RFC 5322, RFC 2045, RFC 2047, RFC 2231)."""

from __future__ import annotations

import binascii
import re
from functools import lru_cache
from typing import NamedTuple

from urlmend import charsets

# A header block: fields and their continuation lines; a `From ` line may lead it.
_BLOCK = re.compile(rb"(?:>?From [^\n]*\n)?(?:[!-9;-~]+[ \t]*:[^\n]*(?:\n|\Z)|[ \t][^\n]*(?:\n|\Z))*")
_BLANK_LINE = re.compile(rb"\r?\n")
_CONTINUED = re.compile(rb"[^\n]*(?:\n[ \t][^\n]*)*")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_PARAMETER = re.compile(
    r"""(?<=[;\s])([A-Za-z0-9_.!#$%&+^`{}|~-]+(?:\*[0-9]+)?\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;\s"]*))""", re.DOTALL
)
_TYPE = re.compile(r"\s*([A-Za-z0-9!#$&^_.+-]+)\s*/\s*([A-Za-z0-9!#$&^_.+-]+)")
_WORD = re.compile(r"=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?[^?\s]+\?[bBqQ]\?)")


class ContentType(NamedTuple):
    """A content type (lower case), its parameters, and the transfer encoding that goes with it."""

    name: str
    parameters: dict[str, str]
    encoding: str


def block_end(data: bytes, start: int, stop: int) -> tuple[int, int]:
    """Where the header fields end that begin at an offset, and where the body begins (offsets in bytes)."""
    match = _BLOCK.match(data, start, stop)
    end = match.end() if match else start
    blank = _BLANK_LINE.match(data, end, stop)
    return end, blank.end() if blank else end


def field(block: bytes, lower: bytes, name: bytes) -> str | None:
    """The value of the first field of a name; None if there is none.

    `block` is the header block with a line feed before it, `lower` the same in lower case.
    """
    at = lower.find(b"\n" + name + b":")
    if at < 0:
        at = lower.find(b"\n" + name + b" ")  # blanks before the colon: obsolete, and still met
        if at < 0 or not block[at + 1 + len(name) :].lstrip(b" \t").startswith(b":"):
            return None
    return value_behind(block, block.index(b":", at))


def value_behind(block: bytes, colon: int) -> str:
    """The value of the field whose name ends with the colon at an offset."""
    match = _CONTINUED.match(block, colon + 1)
    value = match.group() if match else b""
    text = value.decode("utf-8", "surrogateescape").strip()
    return _FOLD.sub("", text) if "\n" in text else text


def content_type(block: bytes, lower: bytes, default: str) -> ContentType:
    """The content type of a header block; the default where there is none, or one that makes no sense."""
    if b"\ncontent-t" not in lower:
        return ContentType(default, {}, "")
    encoding = field(block, lower, b"content-transfer-encoding") or ""
    return _content_type(encoding, field(block, lower, b"content-type"), default)


@lru_cache(256)  # most are alike
def _content_type(encoding: str, value: str | None, default: str) -> ContentType:
    encoding = encoding.partition(";")[0].partition("(")[0].strip().strip('"').lower()
    if value is None:
        return ContentType(default, {}, encoding)
    match = _TYPE.match(value)
    if match is None:
        return ContentType("text/plain", _parameters(value), encoding)
    return ContentType(f"{match.group(1)}/{match.group(2)}".lower(), _parameters(value), encoding)


def _parameters(value: str) -> dict[str, str]:
    """The parameters of a field; continued and encoded ones (RFC 2231) put together."""
    found: dict[str, str] = {}
    if ";" not in value and "=" not in value:
        return found
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for name, quoted, plain in _PARAMETER.findall(value):
        text = re.sub(r"\\(.)", r"\1", quoted) if quoted else plain
        base, _, number = name.lower().rstrip("*").partition("*")
        if "*" in name:
            pieces.setdefault(base, []).append((int(number or 0), name.endswith("*"), text))
        else:
            found.setdefault(base, text.strip())
    for base, parts in pieces.items():
        found.setdefault(base, _join_parts(sorted(parts)))
    return found


def _join_parts(parts: list[tuple[int, bool, str]]) -> str:
    charset, data = "us-ascii", b""
    for number, encoded, text in parts:
        value = text
        if encoded and number == 0 and value.count("'") >= 2:
            charset, _, value = value.split("'", 2)
        raw = value.encode("utf-8", "surrogateescape")
        data += re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes((int(m[1], 16),)), raw) if encoded else raw
    return charsets.decode(data, charset)[0]


def decode_words(value: str) -> str:
    """A field's text with its encoded words decoded (RFC 2047); what cannot be decoded stays as it is."""
    if "=?" not in value:
        return value
    return _WORD.sub(_decode_word, _BETWEEN_WORDS.sub(r"\1", value))


def _decode_word(match: re.Match[str]) -> str:
    charset, kind, text = match.groups()
    raw = text.encode("utf-8", "surrogateescape")
    try:
        data = binascii.a2b_base64(raw + b"==") if kind in "bB" else binascii.a2b_qp(raw, header=True)
    except binascii.Error:
        return match.group()
    return charsets.decode(data, charset.partition("*")[0])[0]
