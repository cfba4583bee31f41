"""The lines of a text: their contents after the marks of comments and quotations, and where comments end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.lines import CONTINUING, HOST_PROMPT
from urlmend.model.span import Span

COMMENTED = frozenset({"code", "css", "toml", "yaml"})
"""Languages whose comments are prose."""
MARKUPS = frozenset("asciidoc html latex markdown org prose restructuredtext roff texinfo wiki".split())
"""Formats in which a line is running text."""
# What precedes the content of a line: marks of quotations in prose; marks of comments and quotes in code.
_MARKS = repeated(r">{1,2}(?!>)[ \t]*")
_QUOTED = lazy(rf"[ \t]*(?P<mark>{_MARKS})")
_MARK = rf"(?P<mark> {CONTINUING} ) (?=\s|\Z) [ \t]*"
_COMMENTED = lazy(rf"""[ \t]* (?: {_MARK} | [rRuU]? (?: "{{3}} | '{{3}} ) (?=[ \t]*\S) )?""", re.VERBOSE)
_IN_STRING = lazy(rf"[ \t]* (?: {_MARK} )?", re.VERBOSE)
_LIST_ITEM = r"(?P<item>(?:[-*+]|[0-9]{1,3}[.)])[ \t]+)?"
_INTERPRETER = "irb|pry|iex|ghci|julia|jshell|mysql|postgres|scala|sqlite"
PROMPT = lazy(
    rf"""
    {_LIST_ITEM}
    (?: (?P<python> >>>[ ] )
      | (?: In | Out )[ ]? \[[0-9]{{1,6}}\]: (?=\s)
      | (?: sage | \.{{3,4}} ): [ ]
      | (?: {_INTERPRETER} ) (?: \( [^()\s]{{0,40}} \) | \[ [0-9]{{1,6}} \] )? [:0-9]{{0,12}} [>*] [ ]
      | (?: {HOST_PROMPT} )? \$[ ] (?=[A-Za-z_./~"']) (?! .* \$ (?:[\s.,;:)]|\Z) )
    )
    """,
    re.VERBOSE,
)
"""The prompts of Python, IPython, Sage, irb, other interpreters, and shells; no formula such as `$ x $`."""
MAY_OPEN = (
    lazy(
        rf"""
        \n (?=[ \t>*+0-9.IOisgpjm`~-]) [ \t]*+ {_MARKS} {_LIST_ITEM}
        (?: >>>[ ] | \.{{3}}[ .:] | sage: | (?: In | Out )[ ]?\[ | `{{3}} | ~{{3}} | (?: {_INTERPRETER} ) [(\[:0-9>*] )
        """,
        re.VERBOSE,
    ),
    lazy(r"::"),
    lazy(r"\$[ ]"),
)
"""What is in a line of running text where an example may begin; a line feed is that before the line."""
_END_OF_COMMENT = lazy(r"\*/|-->")
# The quotes of strings of several lines: inside one, and outside, where other strings and comments may contain them.
_QUOTES_INSIDE = r"""\\. | (?P<quotes> "{3} | '{3} )"""
_QUOTES = lazy(_QUOTES_INSIDE, re.VERBOSE)
_OPENING_QUOTES = lazy(
    rf"""
    {_QUOTES_INSIDE} | \#.*
    | "[^"\\\n]*+ (?>(?: \\. [^"\\\n]*+ )*) " | '[^'\\\n]*+ (?>(?: \\. [^'\\\n]*+ )*) '
    """,
    re.VERBOSE,
)


class Line(NamedTuple):
    """A line of a text: its content after the marks of comments and quotations."""

    start: int
    """Its offset in the text."""
    text: str
    at: int
    """Where its content begins in it."""
    column: int
    """The indentation of its content."""
    mark: str
    """The mark of its comment or quotation; empty if it has none."""
    closed: int = -1
    """Where it ends its comment or docstring; -1 if it does not."""
    quotes: str = ""
    """The quotes of the string that is open after it; empty if none is."""
    prompt: tuple[str, int] | None = None
    """The mark and the column of the last prompt of Python up to it."""

    @property
    def is_blank(self) -> bool:
        """Whether it has no content."""
        return not self.text[self.at :].strip()

    @property
    def content(self) -> str:
        """Its content up to the end of its comment."""
        return self.text[self.at : self.closed if self.closed >= self.at else len(self.text)].rstrip()


NO_LINE = Line(0, "", 0, 0, "")
"""Before the first line."""


def content_lines(text: str, form: str, at: int = 0, before: Line = NO_LINE) -> Iterator[Line]:
    """The lines of a text in a format or language, from the start of one on; `before` is the line before it."""
    line = before
    while at < len(text):
        stop = text.find("\n", at) + 1 or len(text)
        line = _line(at, text[at:stop], line, form)
        yield line
        at = stop


def comment_around(text: str, construct: Span) -> Span:
    """The lines of a comment: those of one of several lines, or the lines around one with the same mark."""
    low, high = text.rfind("\n", 0, construct.start) + 1, text.find("\n", construct.stop) + 1 or len(text)
    mark = _mark(text, low)
    if not mark or "*" in mark or "\n" in text[slice(*construct)]:
        return Span(low, high)
    while low > 0 and _mark(text, before := text.rfind("\n", 0, low - 1) + 1) == mark:
        low = before
    while high < len(text) and _mark(text, high) == mark:
        high = text.find("\n", high) + 1 or len(text)
    return Span(low, high)


def _mark(text: str, at: int) -> str:
    """The mark of a comment that a line begins with."""
    found = _COMMENTED.match(text, at)
    return ((found and found["mark"]) or "")[:1]


def _line(start: int, text: str, before: Line, form: str) -> Line:
    is_code = form in COMMENTED
    found = (_IN_STRING if before.quotes else _COMMENTED if is_code else _QUOTED).match(text)
    assert found  # matches the empty string
    mark = found["mark"] or ""
    at = found.end()
    column = at if mark or text[:at].isspace() else len(text) - len(text.lstrip())
    closed, quotes = _closed(text, at, before.quotes, is_comment=bool(mark)) if is_code else (-1, "")
    mark = "*" if "*" in mark else mark[:1]
    prompt = PROMPT.match(text, at) if ">>> " in text else None
    is_python = prompt and prompt["python"]
    last = (mark, column + len(prompt["item"] or "")) if prompt and is_python else before.prompt
    return Line(start, text, at, column, mark, closed, quotes, last if closed < 0 else None)


def _closed(text: str, at: int, quotes: str, *, is_comment: bool) -> tuple[int, str]:
    """Where a line ends its comment or docstring, from a position on, and the quotes of the string open after it.

    In a string, only its own quotes end it: an example in a docstring may contain the others.
    """
    end = None if quotes else _END_OF_COMMENT.search(text, at)
    closed = end.start() if end else -1
    if (is_comment and not quotes) or ('"""' not in text and "'''" not in text):
        return closed, quotes
    position = 0
    while found := (_QUOTES if quotes else _OPENING_QUOTES).search(text, position):
        position = found.end()
        if found["quotes"] and not quotes:
            quotes = found["quotes"]
        elif found["quotes"] and found["quotes"] == quotes:
            quotes = ""
            closed = found.start() if closed < 0 else closed
    return closed, quotes
