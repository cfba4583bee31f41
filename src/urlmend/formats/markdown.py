"""Markdown: its blocks of code; escapes in URLs are decoded, and a URL in shell code ends as in shell code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import merge

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats import shell
from urlmend.formats.rewriting import END, CodeBlock, Rewrite, lines
from urlmend.model.span import Span

LIST_MARKER = r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]"
FENCED = rf"""
    ^ [ \t>]*+ (?>(?: {LIST_MARKER} [ \t]*+ )?)
        (?P<fence> `{{3,}}+ | ~{{3,}}+ ) [ \t]*+ (?P<language> [^\s`]*+ ) [^\n`]*+ \n
        (?P<code> (?s: .*? ) ) (?: ^ [ \t>]*+ (?P=fence) [`~]*+ [ \t]*+ \r? $ | \Z )
"""
"""An expression for a fenced block of code (CommonMark section 4.5), for `re.MULTILINE` and `re.VERBOSE`."""
CODE_SPAN = rf"""
    (?<![`\\]) (?P<ticks> `++ )
        (?s: (?! \n [ \t]*+ (?: [\r\n>\#] | {LIST_MARKER} ) ) . ){{1,400}}? (?<!`) (?P=ticks) (?!`)
"""
"""An expression for a code span of a paragraph (CommonMark section 6.1), for `re.VERBOSE`."""

# Code is matched so that its backslashes stay; the escapes are those of characters that URLs contain.
_MARKUP = lazy(
    rf"""
    {FENCED} | {CODE_SPAN}
    | \](?:\(|:[ \t]*+)<[A-Za-z][A-Za-z0-9+.-]{{1,20}}+: (?P<spaced> [^\s<>]*+ (?>(?: [ ]++ [^\s<>]++ )+) ) (?= > )
    | :// [^\s<>`\\]*+ (?P<escapes> (?>(?: \\ [_*~&()\#+-] [^\s<>`\\]*+ )*) ) (?P<break> \\ (?=\r?\n) )?
    """,
    re.MULTILINE | re.VERBOSE,
)
_SPACE = lazy(" ")
_TARGET_IN_BRACKETS = lazy(r"\](?:\(|:[ \t]*+)<")
_ESCAPE = lazy(r"\\(?=[_*~&()#+-])")
# URLs, and what has to follow one of them in a text that is rewritten, or else a fence with shell code.
_URL = lazy(r"://[^\s<>`\\]*+(\\?)")
_SHELL = lazy(rf"(?:```|~~~)[ \t]*+{shell.LANGUAGE}")
# A web URL, not in delimiters of its own, up to the end of a cell with another one after it: another URL in it begins
# a search of its own, so that time is linear; the row below the header of a table (GitHub Flavored Markdown 4.10), and
# the end of a table.
_COLON = r":(?=//)(?:(?<=[^(<\"'`]http:)|(?<=[^(<\"'`]https:)|(?<=[^(<\"'`]ftp:))"
_REST_OF_URL = repeated(rf"[^\s<>`|:]++|(?!{_COLON}):", least=1)
_URL_BEFORE_BAR = lazy(rf"{_COLON}//{_REST_OF_URL}(?=\|[^\s|])")
_DELIMITER_ROW = lazy(
    r"^[^\n|]*\|[^\n]*\n[ \t>]*+(?=[^\n]*\|)\|?(?>(?:[ \t]*:?-+:?[ \t]*\|)*)(?:[ \t]*:?-+:?[ \t]*)?\r?$", re.MULTILINE
)
_TABLE_END = lazy(r"\n[ \t>]*\r?(?:\n|\Z)")
# Quotations, list items and similar containers of Markdown, and lines that are complete blocks (CommonMark 4 and 5).
_QUOTES = lazy(repeated(r"[ ]{0,3}>[ ]?"))
_CONTAINER = lazy(
    r"""
      (?: [-*+] | [0-9]{1,9}[.)] ) (?=\s|\Z)
    | (?P<block> \[\^[^\]\s]{1,80}\]:  # a footnote
      | (?: !!! | \?\?\?\+? | === ) (?=[ ]["\w]) )  # an admonition or a tab of MkDocs
    """,
    re.VERBOSE,
)
_MORE_SIGNS = repeated(r"(?P=sign) [ \t]*+", least=1)
_COMPLETE_LINE = rf"""
    \#{{1,6}} (?:\s|\Z) | `{{3,}} [^`]* \Z | ~{{3,}} | =+ \s* \Z | -+ \s* \Z
    | (?P<sign> [-*_] ) [ \t]* (?P=sign) [ \t]*+ {_MORE_SIGNS} \s* \Z
"""
_COMPLETE = lazy(_COMPLETE_LINE, re.VERBOSE)
# So many containers may be open: each costs a look at the rest of its line.
_MOST_CONTAINERS = 100
_INTERRUPTING = lazy(rf"(?: [-*+] | 1[.)] ) [ \t]+ \S | {_COMPLETE_LINE}", re.VERBOSE)


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The fenced blocks of code."""
    for match in _MARKUP.finditer(text) if "```" in text or "~~~" in text else ():
        if match["fence"]:
            yield CodeBlock(match["language"], *match.span("code"))


def indented_code(text: str) -> Iterator[Span]:
    """The lines of indented code (CommonMark section 4.4)."""
    fences = [(start, stop) for _, start, stop in code_blocks(text)]
    number = depth = 0
    margins = [0]  # the columns of the containers that are open
    is_paragraph = False  # which the next line continues, whatever its indentation
    for start, line in lines(text):
        while number < len(fences) and fences[number][1] <= start:
            number += 1
        if number < len(fences) and fences[number][0] <= start:
            continue
        quotes = _QUOTES.match(line)
        at = quotes.end() if quotes else 0
        before, depth = depth, line.count(">", 0, at)
        if depth > before or (depth < before and not is_paragraph):
            margins, is_paragraph = [0], False
        at, column = _indentation(line, at, 0)
        if not line[at:].strip():
            is_paragraph = False
            continue
        is_item = column < margins[-1] and _CONTAINER.match(line, at)
        if is_paragraph and not is_item and (column - margins[-1] >= 4 or not _INTERRUPTING.match(line, at)):
            continue
        while column < margins[-1]:
            margins.pop()
        is_code, is_paragraph = _enter(line, at, column, margins)
        if is_code:
            yield Span(start, start + len(line))


def _indentation(line: str, at: int, column: int) -> tuple[int, int]:
    """Skip white space in a line; return the new position and its column, with tab stops of 4."""
    while at < len(line) and line[at] in " \t":
        column += 1 if line[at] == " " else 4 - column % 4
        at += 1
    return at, column


def _enter(line: str, at: int, column: int, margins: list[int]) -> tuple[bool, bool]:
    """Open the containers that begin in a line; return whether it has indented code, and whether a paragraph."""
    while column - margins[-1] < 4:
        if _COMPLETE.match(line, at):
            return False, False
        marker = _CONTAINER.match(line, at) if len(margins) < _MOST_CONTAINERS else None
        if marker is None:
            return False, bool(line[at:].strip())
        if marker["block"]:
            margins.append(column + 4)
            return False, True
        least = column + len(marker.group()) + 1
        at, column = _indentation(line, marker.end(), least - 1)
        margins.append(least if column - least >= 4 or not line[at:].strip() else column)
    return bool(line[at:].strip()), False


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes in URLs, and the boundaries after URLs in shell code, before hard line breaks and between cells."""
    if "|" in text and _URL_BEFORE_BAR.search(text):
        return merge(_rewrites_of_markup(text), _ends_of_cells(text))
    return _rewrites_of_markup(text)


def _ends_of_cells(text: str) -> Iterator[Rewrite]:
    """The boundaries between URLs and the next cells of tables."""
    at = 0
    for row in _DELIMITER_ROW.finditer(text):
        if row.start() < at:
            continue
        end = _TABLE_END.search(text, row.end())
        at = end.start() if end else len(text)
        yield from (Rewrite(url.end(), url.end(), END) for url in _URL_BEFORE_BAR.finditer(text, row.start(), at))


def _rewrites_of_markup(text: str) -> Iterator[Rewrite]:
    """The escapes in URLs, and the boundaries after URLs in shell code and before hard line breaks."""
    has_target = _TARGET_IN_BRACKETS.search(text) is not None
    for match in _MARKUP.finditer(text) if any(_URL.findall(text)) or has_target or _SHELL.search(text) else ():
        if match["escapes"]:
            for escape in _ESCAPE.finditer(text, *match.span("escapes")):
                yield Rewrite(*escape.span())
        if match["spaced"]:
            yield from (Rewrite(*space.span(), "%20") for space in _SPACE.finditer(text, *match.span("spaced")))
        if match["break"]:
            yield Rewrite(*match.span("break"), END)
        elif match["fence"] and shell.is_shell(match["language"]):
            yield from shell.rewrites(text, *match.span("code"))
