"""Examples in texts of any format: console sessions everywhere, blocks of code in comments and in plain text.

Lines are read from where an example may begin up to its end; one example is open at a time. The code blocks of markup
languages belong to `urlmend.formats.code_regions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.fixing.content_lines import COMMENTED, MARKUPS, MAY_OPEN, NO_LINE, PROMPT, Line, content_lines
from urlmend.formats import restructuredtext
from urlmend.model.span import Span

# Languages with comments in text without marks, such as docstrings.
_WITH_DOCSTRINGS = frozenset({"code", "css"})
# Python's prompt of a continuation, which may also begin a sentence.
_CONTINUATION = "... "
_FENCE = lazy(r"(?:[-*+]|[0-9]{1,3}[.)])?[ \t]*(?P<fence>`{3,}|~{3,})[^`]*\Z")
_UNDERLINE = lazy(r"(?:~{3,}|`{4,})\s*\Z")
# Directives of Sphinx and IPython with code, besides those of `restructuredtext`.
_DIRECTIVE = lazy(r"\.\. (?:doctest|ipython|parsed-literal|testcode|testoutput)::")
_HEADING = lazy(r"(?i:examples?|usage|synopsis|example usage|usage examples?):\s*\Z")
_TAG = lazy(r"@example\b")
# Code in a comment, and what ends it: an element of HTML, an inline tag of Javadoc, a command of Doxygen.
_ELEMENT = lazy(
    r"<(?P<tag>code|computeroutput|kbd|literal|pre|programlisting|samp|screen|tt)\b[^<>]*>"
    r"|\{@(?P<inline>code|literal|snippet)\b|(?<!\w)[@\\](?P<command>code|verbatim)\b"
)
_BRACE = lazy(r"[{}]")
# What ends the block that contains a session.
_END_OF_BLOCK = lazy(
    r"```|~~~|\\end\{|@end |#\+(?i:end)_|\.(?:fi|EE|Ed|DE|VE)\b"
    r"|.*?(?=</(?:pre|code|literallayout|nowiki|programlisting|samp|screen|source|syntaxhighlight)\b)"
)
_DELIMITER = lazy(r"(?:-{4,}|\.{4,}|\+{4,}|={4,})\s*\Z")


class _Example(NamedTuple):
    start: int
    """Its offset in the text."""
    line: Line
    """The line with its start."""
    at: int
    """Where to look for its end in that line."""
    end: Callable[[Line, int], int]
    """Where it ends in a line, from a position on; -1 if it does not."""
    needs_end: bool = False
    """Whether it is no example if the comment ends first: running text may mention its beginning."""


def example_regions(text: str, form: str) -> Iterator[Span]:
    """The ranges of a text in a format or language that are examples, ascending and disjoint."""
    at, before = 0, NO_LINE
    for start in _starts(text, form):
        if start < at:
            continue
        if start > at:
            before = next(content_lines(text, form, text.rfind("\n", 0, start - 1) + 1, before))
        opened: _Example | None = None
        for line in content_lines(text, form, start, before):
            regions, opened = _read(opened, line, before, form)
            yield from regions
            at, before = line.start + len(line.text), line
            if not opened and form not in COMMENTED:
                break
        if opened and not opened.needs_end:
            yield Span(opened.start, at)


def _starts(text: str, form: str) -> Iterable[int]:
    """The starts of lines of running text where an example may begin, ascending; comments are read from the first."""
    if form in COMMENTED:
        return (0,)
    if form not in MARKUPS:
        return ()
    text = f"\n{text}"
    starts: list[int] = []
    line_end = 0
    for end in sorted(match.end() for sign in MAY_OPEN for match in sign.finditer(text)):
        if end > line_end:
            starts.append(text.rfind("\n", 0, end))
            line_end = text.find("\n", end)
        if line_end < 0:  # all others are on the last line, too
            break
    return starts


def _read(opened: _Example | None, line: Line, before: Line, form: str) -> tuple[list[Span], _Example | None]:
    """The examples that end in a line, and the one that is open after it."""
    regions: list[Span] = []
    at = line.at
    while True:
        if opened:
            at, is_closed = _end(opened, line, at)
            if at < 0:
                break
            if opened.start < line.start + at and (is_closed or not opened.needs_end):
                regions.append(Span(opened.start, line.start + at))
        opened = _opened(line, at, before, form)
        if not opened:
            break
        at = opened.at
    return regions, opened


def _opened(line: Line, at: int, before: Line, form: str) -> _Example | None:
    """The example that begins in a line at a position or after it, if any."""
    if form in COMMENTED and not line.mark and form not in _WITH_DOCSTRINGS:
        return None
    if at == line.at != line.closed and (found := _opened_by_line(line, before, form)):
        return found
    element = _ELEMENT.search(line.text, at) if form in COMMENTED else None
    if not element:
        return None
    if element["inline"]:
        return _Example(line.start + element.start(), line, element.end(), _Braces().end, needs_end=True)
    end = re.compile(rf"</{element['tag']}\s*>" if element["tag"] else rf"[@\\]end{element['command']}\b")
    return _Example(line.start + element.end(), line, element.end(), partial(_end_found, end), needs_end=True)


def _opened_by_line(line: Line, before: Line, form: str) -> _Example | None:
    content = line.text[line.at :]
    if prompt := PROMPT.match(content):
        if prompt["python"] and before.mark == ">" and not line.mark:
            return None  # a quotation of a quotation
        column = line.column + len(prompt["item"]) if prompt["item"] else -1
        return _Example(line.start, line, line.at, partial(_end_of_session, line, column, form))
    if content.startswith(_CONTINUATION) and line.prompt == (line.mark, line.column):
        return _Example(line.start, line, line.at, partial(_end_of_session, line, -1, form))
    if form not in COMMENTED and form != "prose":
        return None
    start = line.start + len(line.text)
    fence = _FENCE.match(content)
    if fence and (before.is_blank or not _UNDERLINE.match(content)):
        return _Example(start, line, len(line.text), partial(_end_of_fence, fence["fence"]))
    if form in COMMENTED and _TAG.match(content):
        return _Example(line.start, line, len(line.text), _end_of_tag)
    block = restructuredtext.opened_block(" " * line.column + content)
    is_heading = form in COMMENTED and _HEADING.match(content)
    is_code = block.is_verbatim or _DIRECTIVE.match(content) if block else is_heading
    column = block.column if block else line.column
    return _Example(start, line, line.at, partial(_end_of_indent, line, column)) if is_code else None


def _end(opened: _Example, line: Line, at: int) -> tuple[int, bool]:
    """Where an example ends in a line, from a position on, and whether it is at its own end; -1 if it goes on."""
    mark = opened.line.mark
    if mark not in ("", "*") and line.mark != mark:  # an asterisk need not begin all lines of a comment
        return at, False
    found = opened.end(line, at)
    is_cut = at <= line.closed and not 0 <= found < line.closed
    return (line.closed, False) if is_cut else (found, True)


def _end_of_session(first: Line, column: int, form: str, line: Line, at: int) -> int:
    """Where a session ends: at a blank line, the next item of its list, a shallower quotation, or its block's end."""
    if line.start != first.start:
        is_quotation = line.mark == ">" and not first.mark
        is_delimiter = form == "asciidoc" and _DELIMITER.match(line.text)
        if line.is_blank or line.column < column or is_quotation or is_delimiter:
            return at
    block = _END_OF_BLOCK.match(line.text, at)
    return block.end() if block else -1


def _end_of_fence(fence: str, line: Line, at: int) -> int:
    content = line.text[at:].strip()
    return len(line.text) if content.startswith(fence) and not content.strip(fence[0]) else -1


def _end_of_indent(first: Line, column: int, line: Line, at: int) -> int:
    is_inside = line.start == first.start or line.is_blank or line.column > column
    return -1 if is_inside else at


def _end_of_tag(line: Line, at: int) -> int:
    """Where an example of JSDoc ends: at the next tag."""
    return at if line.text.startswith("@", at) else -1


def _end_found(end: re.Pattern[str], line: Line, at: int) -> int:
    found = end.search(line.text, at)
    return found.end() if found else -1


class _Braces:
    """The braces that are open."""

    def __init__(self) -> None:
        """Start after an opening brace."""
        self._depth = 1

    def end(self, line: Line, at: int) -> int:
        """Where the first one is closed in a line."""
        for brace in _BRACE.finditer(line.text, at):
            self._depth += 1 if brace.group() == "{" else -1
            if not self._depth:
                return brace.end()
        return -1
