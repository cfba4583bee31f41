"""Header fields of messages (RFC 5322, RFC 2045, RFC 2047, RFC 2231)."""

from __future__ import annotations

import binascii
import re
from typing import NamedTuple

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend.decoding import charsets

# A header block: fields and their continuation lines; a `From ` line may lead it. The values of the fields that mail is
# read by are picked up on the way, of each name the first. Blanks before the colon are obsolete, and still met.
_VALUE = r".*+(?>(?:\n[ \t].*+)*)"
_BLOCK = re.compile(
    rf"""(?>(?:>?From\ .*+\n)?)
    (?>(?: [ \t].*+\n?+
      | [cCsS](?i: ontent-type (?: : (?(1).*+|({_VALUE})) | [ ][ \t]*+: (?(2).*+|({_VALUE})) )
                 | ontent-transfer-encoding (?: : (?(3).*+|({_VALUE})) | [ ][ \t]*+: (?(4).*+|({_VALUE})) )
                 | ontent-length [ \t]*+: [ \t]*+ (?(5).*+|(?>([0-9]{{1,12}})?).*+)
                 | ubject : (?(6).*+|({_VALUE})) ) \n?+
      | [!-9;-~]++[ \t]*+: .*+\n?+
    )*)""".encode(),
    re.VERBOSE,
)
_CONTINUED = re.compile(rb"[^\n]*(?:\n[ \t][^\n]*)*")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_PARAMETER = re.compile(
    r"""(?:;|(?<!\s)\s)\s*+([A-Za-z0-9_.!#$%&+^`{}|~-]+(?:\*[0-9]+)?\*?)\s*+=\s*+"""
    r"""(?:"((?>(?:[^"\\]++|\\.)*))"?|([^;\s"]*))""",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)")
_TYPE = re.compile(r"\s*([A-Za-z0-9!#$&^_.+-]+)\s*/\s*([A-Za-z0-9!#$&^_.+-]+)")
_WORD = re.compile(r"=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?[^?\s]+\?[bBqQ]\?)")


class ContentType(NamedTuple):
    """A content type (lower case), its parameters, and the transfer encoding that goes with it."""

    name: str
    parameters: dict[str, str]
    encoding: str


class Header(NamedTuple):
    """A header block: what mail is read by, as written (of each field the first), and where the block ends."""

    size: int
    """Its length in bytes."""
    body: int
    """Where the body begins, in bytes from the block's beginning."""
    kind: bytes | None
    """The value of its `Content-Type`; None if there is none, as for the others."""
    encoding: bytes | None
    """That of its `Content-Transfer-Encoding`."""
    length: bytes | None
    """The digits of its `Content-Length`."""
    subject: bytes | None

    def content_type(self, default: str) -> ContentType:
        """What it says of the body; the default where it says nothing, or what makes no sense."""
        return _content_type(self.encoding, self.kind, default)


def header_at(data: bytes, start: int, stop: int) -> Header:
    """The header block that begins at an offset, of data up to another one."""
    match = _BLOCK.match(data, start, stop)
    assert match  # it fits nothing at all, too
    kind, odd_kind, encoding, odd_encoding, length, subject = match.groups()
    end = match.end()
    blank = 1 if data.startswith(b"\n", end, stop) else 2 if data.startswith(b"\r\n", end, stop) else 0
    size = end - start
    return Header(
        size,
        size + blank,
        odd_kind if kind is None else kind,
        odd_encoding if encoding is None else encoding,
        length,
        subject,
    )


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
    return unfolded(match.group() if match else b"")


def unfolded(value: bytes) -> str:
    """A field's value as text, its lines put together."""
    text = value.decode("utf-8", "surrogateescape").strip()
    return _FOLD.sub("", text) if "\n" in text else text


@cached_for_short_text
def _content_type(encoding: bytes | None, kind: bytes | None, default: str) -> ContentType:
    transfer = (encoding and unfolded(encoding).partition(";")[0].partition("(")[0].strip().strip('"').lower()) or ""
    if kind is None:
        return ContentType(default, {}, transfer)
    value = unfolded(kind)
    match = _TYPE.match(value)
    if match is None:
        return ContentType("text/plain", _parameters(value), transfer)
    return ContentType(f"{match.group(1)}/{match.group(2)}".lower(), _parameters(value), transfer)


def _parameters(value: str) -> dict[str, str]:
    """The parameters of a field; continued and encoded ones (RFC 2231) put together."""
    found: dict[str, str] = {}
    if ";" not in value and "=" not in value:
        return found
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for name, quoted, plain in _PARAMETER.findall(value):
        text = (_ESCAPED.sub(r"\1", quoted) if "\\" in quoted else quoted) or plain
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
