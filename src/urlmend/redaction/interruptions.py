r"""What interrupts a secret without being a part of it: what no reader sees, and what joins two lines or literals.

A program reads both halves as one: `h7Tq<wbr>92x`, `h7Tq\x1b[m\x1b[K92x`, a line that ends in a backslash, and
`"h7Tq" + "92x"`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import END
from urlmend.model.lines import PATCH_SIGNS
from urlmend.model.span import OffsetMap

# Invisible characters, which a copied text may have anywhere: soft hyphens, zero-width spaces and joiners, marks of
# direction, selectors of variants.
_INVISIBLE = r"\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
# Some of both, percent-encoded in UTF-8.
_ENCODED = (
    r"0[0-8] | 1[bB](?:\[[0-?]{0,40}[@-~])? | 7[fF] | [cC]2%[aA][dD]"
    r" | [eE]2% (?: 80%(?:8[b-fB-F]|[aA][aA-eA-E]) | 81%[aA][0-9a-fA-F] )"
    r" | [eE][fF]% (?: [bB]8%8[0-9a-fA-F] | [bB][bB]%[bB][fF] )"
)
# Control characters but for white space.
_CONTROL = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
# What a format inserts after the semicolon that ends a command: it may rather be one of what interrupts a secret.
_END = f"(?:{END.replace(' ', '[ ]')})"
# The rest of an escape sequence of a terminal (ECMA-48 section 5.4), such as a colour.
_SEQUENCE = rf"\[(?:[0-?]|{_END}){{0,40}}[ -/]{{0,4}}[@-~]"
# Elements of HTML that surround parts of words, or allow to break them.
_INLINE = "wbr|b|i|u|s|em|strong|mark|span|font"
_OPERATOR = r"(?:\+\+?|\.\.?|&|\|\||<>|~|\^)"
_NO_URL = r"(?![A-Za-z][A-Za-z0-9+.-]{1,20}:[/\\])"
# Not after what may be a port: the next one is rather another argument of a command.
_NO_PORT = "".join(rf"(?<!:{'[0-9]' * digits}[\"'`\\])" for digits in range(2, 6))

# It begins with a set of characters, for speed: few texts contain most of them.
_SIGNS = r"<&%\\^\"'`"
_FIRST = rf"[{_INVISIBLE}{_CONTROL}{_SIGNS}]"
# The same in ASCII, with what follows each sign in an interruption: most signs have something else after them.
_BEGINS_IN_ASCII = lazy(
    rf"""
    [\x00-\x08\x0e-\x1b\x7f{_SIGNS}] (?: (?<=[\x00-\x1b\x7f]) | (?<=<)/?[!biusemfwBIUSEMFW] | (?<=&)[\#szlnrSZLNR]
      | (?<=%)(?:0[0-8]|1[bB]|7[fF]|[cC]2|[eE][2fF]) | (?<=\\)[\r\nux0eUXE] | (?<=\^)[\r\n\[]
      | (?<=["'`])[ \t]{{0,9}}+(?:[+.&|<>~^\\_\r\n\#/"'`-]|[A-Za-z$@]{{1,2}}["'`]) )
    """,
    re.VERBOSE,
)
INTERRUPTION = lazy(
    rf"""
    {_FIRST} (?:
        (?<=[{_INVISIBLE}{_CONTROL}]) (?: (?<=[\x1b\x9b]) (?<!\x9b\x1b) {_SEQUENCE}
          | (?<=\x1b) (?: \][^\x07\x1b\r\n]{{0,400}}(?:\x07|\x1b\\) | [()][0AB] ) )?
      | (?<=<) (?: /?(?i:{_INLINE})(?:\s[^<>]{{0,200}})?/?> | !--(?>(?:[^-]|-(?!->)){{0,200}})--> )
      | (?<=&) (?: (?i:shy|zerowidthspace|nobreak|zwn?j|[lr]rm)
          | \#0{{0,4}}(?:173|820[3-7]|823[4-8]|828[89]|829[0-9]|8303|65279)
          | \#[xX]0{{0,4}}(?:[aA][dD]|200[b-fB-F]|202[a-eA-E]|206[0-9a-fA-F]|[fF][eE][fF][fF]) )
          (?: ; {_END}? | {_END} ; )
      | (?<=\\) (?: (?:u001[bB]|x1[bB]|033|e) {_SEQUENCE} | (?i:u00ad|u200[b-f]|u2060|ufeff) | u0000 | x00
          | (?: \r?\n(?![ \t]) | {_NO_PORT}\r?\n[ \t]{{1,80}}+ ) {_NO_URL} )
      | (?<=%) (?: {_ENCODED} )
      | (?<=\^) (?: \[{_SEQUENCE} | \r?\n{_NO_URL} )
      | (?<=["'`]) (?:
            [ \t]{{0,9}} {_OPERATOR} [ \t]{{0,9}} (?: [\\_]?\r?\n[ \t{PATCH_SIGNS}]{{0,60}} )? [A-Za-z$@]{{0,2}}["'`]
          | (?<!`) [ \t]{{0,9}} (?:(?:\#|//|--)[^\n]{{0,200}})? [\\_]?\r?\n[ \t.&<~^{PATCH_SIGNS}]{{0,60}}
            [A-Za-z$@]{{0,2}}["']
          | (?<!`) {_NO_PORT} [ \t]{{1,9}} [A-Za-z$@]{{0,2}}["']
          | (?<=\w")"(?=\w) | (?<=\w')'(?=\w) ) {_NO_URL}
    )
    """,
    re.VERBOSE,
)
"""One interruption."""


def has_interruption(text: str) -> bool:
    """Return whether a text contains an interruption; most texts contain no sign that one begins with."""
    if text.isascii() and not _BEGINS_IN_ASCII.search(text):
        return False
    return INTERRUPTION.search(text) is not None


def begins_interruption(text: str, at: int) -> bool:
    """Return whether an interruption begins at an offset of a text."""
    if text[at : at + 1].isascii() and not _BEGINS_IN_ASCII.match(text, at):
        return False
    return INTERRUPTION.match(text, at) is not None


def offset_map(text: str, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]) -> OffsetMap:
    """Return the map to a text from that in which the matches of a pattern are replaced by one character or none."""
    decoded, sources = array("Q", [0]), array("Q", [0])  # a text may consist of escapes
    length = at = 0
    for match in pattern.finditer(text):
        length += match.start() - at + len(replacement(match))
        at = match.end()
        decoded.append(length)
        sources.append(at)
    return OffsetMap.from_columns(decoded, sources)
