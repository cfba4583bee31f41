r"""RTF: control words and groups are removed, characters are decoded, and line breaks of the source mean nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite

_BREAKS = {"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t"}
_SIGNS = {"~": "\xa0", "_": "-", "\n": "\n", "\r": "\n"}
_SURROGATES = range(0xD800, 0xE000)
_MARKUP = lazy(r"""(?x)
    \\ (?: u (?P<unicode> -?[0-9]{1,6} ) [ ]? (?: \\'[0-9A-Fa-f]{2} | [^\\{}\r\n] )?  # with a character for old readers
      | (?P<word> [A-Za-z]{1,32} ) (?: -?[0-9]{1,10} )? [ ]?
      | ' (?P<byte> [0-9A-Fa-f]{2} )
      | (?P<literal> [\\{}] )
      | (?P<sign> _ | [^\w\s'] | \r?\n | \r ) )
    | (?P<end> \}\}+ )  # of a field, or of another group whose text is apart
    | [{}\r\n]
""")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The ranges of the markup, each with the text that replaces it."""
    return (Rewrite(*match.span(), _decoded(match)) for match in _MARKUP.finditer(text))


def _decoded(markup: re.Match[str]) -> str:
    kind, value = markup.lastgroup, markup[markup.lastgroup or 0]
    if kind == "unicode":
        number = int(value) % 0x10000  # negative above 32,767
        return chr(number) if number not in _SURROGATES else "\ufffd"
    if kind == "byte":
        return bytes.fromhex(value).decode("cp1252", "replace")
    if kind == "word":
        return _BREAKS.get(value, "")
    if kind == "end":
        return BOUNDARY
    return value if kind == "literal" else _SIGNS.get(value[-1], "") if kind == "sign" else ""
