"""reStructuredText: the lines of a hyperlink target are one URL."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats.rewriting import Rewrite

# A target with a URL, and the lines that are indented more than its first one.
_TARGET = re.compile(
    r"""
    ^ (?P<indent> [ \t]*+ ) \.\.[ ]_ (?: `[^`\r\n]++` | [^`:\r\n\\]*+ (?>(?: \\. [^:\r\n\\]*+ )*) ) : [ \t]*+
    (?>(?: \r?\n (?P=indent) [ ]++ )?) [A-Za-z][A-Za-z0-9+.-]*+ ://
    (?P<lines> [^\s<>"]++ (?>(?: \r?\n (?P=indent) [ ]++ (?!\.\.[ ]|:[A-Za-z]) [^\s<>"]++ (?!\S) )+) ) [ \t]*+ $
    """,
    re.MULTILINE | re.VERBOSE,
)
_LINE_BREAK = re.compile(r"\s+")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The line breaks in the URLs of targets."""
    for target in _TARGET.finditer(text):
        for line_break in _LINE_BREAK.finditer(text, *target.span("lines")):
            yield Rewrite(*line_break.span())
