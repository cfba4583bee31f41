"""JSON: escapes in strings are decoded, so that a text in a string has its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import Rewrite

_ESCAPE = lazy(r"""(?x)
    \\ (?:
        u (?P<pair> [dD][89abAB][0-9A-Fa-f]{2} \\u [dD][c-fC-F][0-9A-Fa-f]{2} )  # a code point outside of 16 bits
      | u (?P<unit> (?! [dD][89a-fA-F] ) [0-9A-Fa-f]{4} )
      | (?P<char> ["\\/bfnrt] )
    )
""")
_CHARS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes of strings and what they stand for (RFC 8259 section 7); lone surrogates stay."""
    for match in _ESCAPE.finditer(text):
        yield Rewrite(match.start(), match.end(), _decoded(match))


def _decoded(match: re.Match[str]) -> str:
    if match["char"]:
        return _CHARS.get(match["char"], match["char"])
    if match["unit"]:
        return chr(int(match["unit"], 16))
    high, low = (int(unit, 16) for unit in match["pair"].split("\\u"))
    return chr(0x10000 + (high - 0xD800 << 10) + (low - 0xDC00))
