"""Charset labels of mail, including wrong ones."""

from __future__ import annotations

import codecs

from urlmend._lib.bounded_cache import cached_for_short_text

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
    codecs_to_try = ["utf-8", "cp1252"] if codec in (_ASCII, "ascii") else [codec, "utf-8"]
    for name in codecs_to_try:
        try:
            return data.decode(name), name
        except UnicodeError:
            continue
    last = "utf-8" if codec in (_ASCII, "ascii") else codec
    try:
        return data.decode(last, error_handler(last)), last
    except UnicodeError:
        return data.decode("latin-1"), "latin-1"
