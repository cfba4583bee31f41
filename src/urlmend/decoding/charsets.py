"""Charset labels of mail, including wrong ones."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple

# Labels that Python does not know, or that are used for a superset of the charset they name.
_ALIASES = {
    "ascii-8bit": "us-ascii",
    "big5": "big5hkscs",
    "default": "us-ascii",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-8-i": "iso-8859-8",
    "ks_c_5601-1987": "cp949",
    "latin1": "cp1252",
    "shift_jis": "cp932",
    "sjis": "cp932",
    "unicode-1-1-utf-7": "utf-7",
    "unknown": "us-ascii",
    "unknown-8bit": "us-ascii",
    "us": "us-ascii",
    "x-gbk": "gb18030",
    "x-mac-roman": "mac-roman",
    "x-sjis": "cp932",
    "x-unknown": "us-ascii",
    "x-user-defined": "us-ascii",
}
# Prefixes of codecs in which ASCII bytes may encode other characters.
_NOT_ASCII_COMPATIBLE = ("utf-7", "utf-16", "utf-32", "utf_", "iso2022", "iso-2022", "hz")
# Text encodings of Python that are not charsets of mail. Decoding Punycode takes quadratic time.
_NOT_CHARSETS = frozenset(("idna", "punycode", "undefined"))
_ASCII = "us-ascii"
# No label is longer; `codecs.lookup` caches every name, without bound.
_MAX_LABEL = 64


@cached_for_short_text
def codec_name(label: str) -> str:
    """Return the codec name of a charset label; `us-ascii` for an unknown label."""
    if len(label) > _MAX_LABEL:
        return _ASCII
    label = label.strip().strip("'\"").lower()
    label = _ALIASES.get(label, label)
    try:
        info = codecs.lookup(label)
    except Exception:  # looking up a codec imports a module
        return _ASCII
    is_charset = info._is_text_encoding and info.name not in _NOT_CHARSETS  # noqa: SLF001  # `hex` is a codec, too
    return info.name if is_charset else _ASCII


def is_ascii_incompatible(codec: str) -> bool:
    """Return whether ASCII bytes may encode other characters in a codec."""
    return codec.startswith(_NOT_ASCII_COMPATIBLE)


def error_handler(codec: str) -> str:
    """Return the error handler for a codec: `surrogateescape`, or `replace` if ASCII bytes may encode other characters.

    In the latter codecs, a lone surrogate could not be encoded again.
    """
    return "replace" if is_ascii_incompatible(codec) else "surrogateescape"


def decode(data: bytes, label: str) -> tuple[str, str]:
    """Decode bytes in a labelled charset; return the text and the codec that decoded it.

    Tries the label's codec, then UTF-8; for ASCII or no label UTF-8, then Windows-1252. If all fail, decodes with the
    label's codec (UTF-8 for ASCII) and its error handler, or as Latin-1 if the codec has none.
    """
    codec = codec_name(label)
    if data.isascii() and not is_ascii_incompatible(codec):
        return data.decode("ascii"), _ASCII
    names, last = _candidates(codec)
    for name in names:
        try:
            return data.decode(name), name
        except UnicodeError:
            continue
    try:
        return data.decode(last, error_handler(last)), last
    except UnicodeError:
        return data.decode("latin-1"), "latin-1"


def _candidates(codec: str) -> tuple[Sequence[str], str]:
    """Return the codecs that are tried for the codec of a label, and the one that decodes what none of them can."""
    return (("utf-8", "cp1252"), "utf-8") if codec in (_ASCII, "ascii") else ((codec, "utf-8"), codec)


class Decoding(NamedTuple):
    """How the blocks of a long text are decoded."""

    codec: str
    errors: str
    """The error handler: `strict` if the codec can decode the text."""
    is_single_byte: bool
    """Whether each byte is decoded to one code point."""


def decoding_of(blocks: Iterable[bytes], label: str) -> Decoding:
    """Return how `decode` decodes the blocks of a text, which is read once."""
    codec = codec_name(label)
    names, last = _candidates(codec)
    attempts = [
        _Attempt(name, errors) for name, errors in (*((name, "strict") for name in names), (last, error_handler(last)))
    ]
    is_ascii, size = not is_ascii_incompatible(codec), 0
    for block in blocks:
        is_ascii = is_ascii and block.isascii()
        size += len(block)
        for attempt in attempts:
            attempt.add(block)
    for attempt in attempts:
        attempt.add(b"", final=True)
    if is_ascii:
        return Decoding(_ASCII, "strict", is_single_byte=True)
    for attempt in attempts:
        if not attempt.failed:
            return Decoding(attempt.codec, attempt.errors, is_single_byte=attempt.length == size)
    return Decoding("latin-1", "strict", is_single_byte=True)


class _Attempt:
    """The attempt to decode a text, block by block."""

    def __init__(self, codec: str, errors: str) -> None:
        self.codec = codec
        self.errors = errors
        self.failed = False
        self.length = 0
        """The number of code points."""
        self._decoder = codecs.getincrementaldecoder(codec)(errors)

    def add(self, block: bytes, *, final: bool = False) -> None:
        """Decode a block; an error ends the attempt."""
        if not self.failed:
            try:
                self.length += len(self._decoder.decode(block, final=final))
            except UnicodeError:
                self.failed = True
