"""roff, the language of man pages: escapes are decoded, and no URL continues from or to a request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite, regions

# What a reader sees of escapes: characters (groff_char(7)), special ones, and strings that the macro packages of man
# pages define. Vertical motion ends a URL: it is for marks of footnotes.
_ESCAPES = {
    "character": {
        "-": "-",
        ".": ".",
        "'": "'",
        " ": " ",
        "0": " ",
        "~": "\N{NO-BREAK SPACE}",
        "e": "\\",
        "E": "\\",
        "\\": "\\",
        "u": BOUNDARY,
        "d": BOUNDARY,
    },
    "special": {
        "ti": "~",
        "ha": "^",
        "aq": "'",
        "dq": '"',
        "rs": "\\",
        "sh": "#",
        "at": "@",
        "hy": "-",
        "mi": "-",
        "pl": "+",
        "eq": "=",
        "sl": "/",
        "ba": "|",
        "or": "|",
        "ul": "_",
        "ru": "_",
        "Do": "$",
        "lB": "[",
        "rB": "]",
        "lC": "{",
        "rC": "}",
        "la": "<",
        "ra": ">",
        "lq": "\N{LEFT DOUBLE QUOTATION MARK}",
        "rq": "\N{RIGHT DOUBLE QUOTATION MARK}",
        "oq": "\N{LEFT SINGLE QUOTATION MARK}",
        "cq": "\N{RIGHT SINGLE QUOTATION MARK}",
    },
    "string": {
        "Aq": "'",
        'L"': '"',
        'R"': '"',
        "C`": '"',
        "C'": '"',
        "lq": '"',
        "rq": '"',
        "Lt": "<",
        "Gt": ">",
        "Am": "&",
    },
}

_ESCAPE = r"""
    \\ (?: [&:%/,|^)] | (?<!//\\) f (?: \[[^\]\\\s]*+\] | \(.. | . ) | m (?: \[[^\]\\\s]*+\] | \(.. ) | s [-+]?+ [0-9]
       | (?P<character> [-.'\\eE~0ud\ ] )
       | \( (?P<special> .. ) | \[ (?P<long_special> [^\]\\\s]++ ) \]
       | \* (?: \( (?P<string> .. ) | \[ (?P<long_string> [^\]\\\s]++ ) \] )
    )
"""
_MARKUP = lazy(
    rf"(?P<request> ^ [.'] (?!\\\") .*+ ) | (?<=\S) (?P<end> (?= [ \t]*+ \r?\n [.'] (?!\\\") ) ) | {_ESCAPE}",
    re.MULTILINE | re.VERBOSE,
)
_END = lazy(r"\n(?:[.'](?!\\\")|\s)")
_ESCAPE_ONLY = lazy(_ESCAPE, re.VERBOSE)


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes, and the boundaries between text and requests."""
    for match in (match for region in regions(text, _END) for match in _MARKUP.finditer(text, *region)):
        if match.lastgroup == "request":
            for escape in _ESCAPE_ONLY.finditer(text, *match.span()):
                yield _decoded(escape)
            yield Rewrite(match.end(), match.end(), BOUNDARY)
        elif match.lastgroup == "end":
            yield Rewrite(match.end(), match.end(), BOUNDARY)
        else:
            yield _decoded(match)


def _decoded(escape: re.Match[str]) -> Rewrite:
    """What a reader sees of an escape; an unknown character or string stays as it is written."""
    group = escape.lastgroup
    seen = _ESCAPES[group.removeprefix("long_")].get(escape[group], escape[0]) if group else ""
    return Rewrite(*escape.span(), seen)
