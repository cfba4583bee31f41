"""Source code: string literals that the language joins are one string, as in `"https://example.org/" "path"`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from heapq import merge

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats import languages
from urlmend.formats.languages import Joining
from urlmend.formats.rewriting import BOUNDARY, Rewrite
from urlmend.model.lines import LINE_REACH, line_start

LANGUAGES = {row.name: row.joining for row in languages.LANGUAGES if row.joining}
"""How each language joins literals, by the name of its format (see `urlmend.formats.recognition`)."""

# The rest of a URL up to the end of a literal, without another URL in it, and a scheme that a literal ends in.
# Of more colons, the matcher would keep each one in memory.
_REST = r"(?>(?:[^\s\"'`<>\\:]++|:(?!//)){0,500})"
_CUT_SCHEME = lazy(r"http(?<![A-Za-z0-9]http)s?(?=:/?[\"'`])")
# What may begin the rest of a URL, and what does not: another URL, or the rest of a sentence after its punctuation.
_BEGINS_REST = r"[\w/?\#&=%.~+$@:;,!*(\[{-]"
_ANOTHER_URL = lazy(r"[A-Za-z][A-Za-z0-9+.-]*+://|https?:/?[\"'`]|mailto:|www\.[A-Za-z0-9-]+\.")
_APOSTROPHE = lazy(rf"{_REST}(?=')")
_PUNCTUATION = ".,;!)]}"
_SENTENCE = lazy(r"[^a-z0-9/?&=%#{$]")
# The break of a line that continues, the beginning of a line that begins with a literal, and the indentation of a line.
_CONTINUED = lazy(r"\\\r?\n")
_BEFORE_LITERAL = lazy(r"[ \t]*+[(\[{+]*+[ \t]*+[A-Za-z]{0,2}[\"']")
_INDENT = lazy(r"[ \t]*")


class _Patterns(NamedTuple):
    """The expressions of a language."""

    url: re.Pattern[str]
    """A URL from its `://` to the end of a literal, if another literal is joined."""
    rest: re.Pattern[str]
    """The rest of a URL in the next literal, if one more is joined."""
    token: re.Pattern[str]
    """What tells whether a text is in a literal: escapes, quotation marks and comments."""


@cache
def _patterns(language: str) -> _Patterns:
    operator, quotes, prefix, space, *_ = LANGUAGES[language]
    comment = languages.comment_starts(language)
    if space is None:  # a comment with a URL, or one for urlmend, is left
        rest_of_comment = repeated(r"[^\n:]++|(?<!urlmend):(?=\s)")
        space = repeated(rf"\s++|\\\r?\n|(?:{comment}){rest_of_comment}\n")
    joined = rf"{space}(?:{operator}){space}{prefix}(?P<opened>[{quotes}])(?={_BEGINS_REST})"
    rest = rf"{_REST}(?P<quote>[{quotes}]){joined}"
    return _Patterns(lazy(f"://{rest}"), lazy(f"(?::/?)?{rest}"), lazy(rf"\\.|{comment}|[{quotes}]"))


def rewrites(text: str, language: str, low: int = 0, high: int = sys.maxsize) -> Iterator[Rewrite]:
    """What is between two literals in `text[low:high]` where a URL continues from the first one to the second."""
    if text.find("://", low, high) < 0 and not _CUT_SCHEME.search(text, low, high):
        return
    patterns, joining = _patterns(language), LANGUAGES[language]
    cut = (patterns.rest.match(text, match.end(), high) for match in _CUT_SCHEME.finditer(text, low, high))
    at = low
    for first in merge(patterns.url.finditer(text, low, high), filter(None, cut), key=re.Match.start):
        if first.start() < at or not _is_literal(text, first, patterns.token, joining):
            continue
        found: re.Match[str] | None = first
        while found and _continues(text, found, joining):
            at = found.end()
            yield Rewrite(found.start("quote"), at)
            found = patterns.rest.match(text, at, high)
        # A URL may contain an apostrophe; this one ends the literal.
        if at > first.start() and text[at - 1] == "'" and (end := _APOSTROPHE.match(text, at, high)):
            at = end.end()
            yield Rewrite(at, at, BOUNDARY)


def _is_literal(text: str, found: re.Match[str], token: re.Pattern[str], joining: Joining) -> bool:
    """Whether a URL is in a literal that ends with it, and not in a comment."""
    stop, quote = found.start(), found["quote"]
    start = line_start(text, stop)
    if start is None:
        start = max(0, text.rfind(quote, stop - LINE_REACH, stop))
    opened = ""
    for match in token.finditer(text, start, stop):
        mark = match[0]
        if mark in joining.quotes:
            opened = "" if opened == mark else opened or mark
        elif not opened and mark[0] != "\\":
            return False
    is_argument = not joining.call or re.search(rf"{joining.call}[^()]*\Z", text[max(0, stop - LINE_REACH) : stop])
    return opened == quote and is_argument is not None


def _continues(text: str, found: re.Match[str], joining: Joining) -> bool:
    """Whether a URL continues in the next literal."""
    quote, after = found.start("quote"), found.end()
    if _ANOTHER_URL.match(text, after) and not (text.startswith("www.", after) and text.endswith("//", 0, quote)):
        return False
    if text[quote - 1] in _PUNCTUATION and _SENTENCE.match(text, after):
        return False
    return not joining.ends_at_newline or _is_in_statement(text, quote, found.start("opened"))


def _is_in_statement(text: str, quote: int, opened: int) -> bool:
    """Whether a literal that ends at `quote` is in the same statement as the next one, as far as the lines show it."""
    newline = text.find("\n", quote, opened)
    if newline < 0 or _CONTINUED.search(text, quote, opened):
        return True
    start = line_start(text, quote)
    if start is None or _BEFORE_LITERAL.match(text, start, quote):
        return True
    line = text[start:quote]
    is_open = sum(map(line.count, "([{")) > sum(map(line.count, ")]}"))
    below = line_start(text, opened) or 0
    indent, indent_below = (len(match[0]) for at in (start, below) if (match := _INDENT.match(text, at)))
    return is_open or indent_below > indent
