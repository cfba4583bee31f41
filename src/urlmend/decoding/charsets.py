"""Charset labels of mail, and what to do when they are wrong."""

from __future__ import annotations

import codecs

from urlmend._lib.bounded_cache import cached_for_short_text

# Labels that Python does not know, or that are used for a larger set than they name.
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
# In these, ASCII bytes do not stand for themselves.
_SHIFTED = ("utf-7", "utf-16", "utf-32", "utf_", "iso2022", "iso-2022", "hz")
_ASCII = "us-ascii"
# No label is longer; Python remembers each that it is asked for.
_LONGEST = 64


@cached_for_short_text
def codec_name(label: str) -> str:
    """The codec for a charset label; that of ASCII for a label nobody knows."""
    if len(label) > _LONGEST:
        return _ASCII
    label = label.strip().strip("'\"").lower()
    label = _ALIASES.get(label, label)
    try:
        info = codecs.lookup(label)
    except (LookupError, ValueError):
        return _ASCII
    return info.name if info._is_text_encoding else _ASCII  # noqa: SLF001  # `rot13` and `hex` are codecs too


def is_shifted(codec: str) -> bool:
    """Whether ASCII bytes may stand for something else in a codec."""
    return codec.startswith(_SHIFTED)


def errors(codec: str) -> str:
    """What becomes of bytes that a codec cannot decode, as Python names it: lone surrogates, or U+FFFD.

    Where bytes are not characters, a lone surrogate could not be encoded again.
    """
    return "replace" if is_shifted(codec) else "surrogateescape"


def decode(data: bytes, label: str) -> tuple[str, str]:
    """Text in a labelled charset, and the codec that decoded it.

    The order, for labels that are wrong: the label's codec; UTF-8; Windows-1252 for
    what is labelled ASCII or nothing; and then the label's codec again, with bytes that it
    cannot decode as lone surrogates (as U+FFFD, if ASCII does not stand for itself in it).
    """
    codec = codec_name(label)
    if data.isascii() and not is_shifted(codec):
        return data.decode("ascii"), _ASCII
    order = ["utf-8", "cp1252"] if codec in (_ASCII, "ascii") else [codec, "utf-8"]
    for name in order:
        try:
            return data.decode(name), name
        except UnicodeError:
            continue
    last = "utf-8" if codec in (_ASCII, "ascii") else codec
    try:
        return data.decode(last, errors(last)), last
    except UnicodeError:
        return data.decode("latin-1"), "latin-1"
