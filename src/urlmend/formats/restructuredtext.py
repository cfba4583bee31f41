"""reStructuredText: the lines of a hyperlink target are one URL, and a URL in a block of shell code ends as there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats import shell
from urlmend.formats.rewriting import CodeBlock, Rewrite

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


# A directive for code, its options, and the lines that are indented more than its first one.
_CODE = re.compile(
    r"""
    ^ (?P<indent> [ \t]*+ ) \.\.[ ] (?: code-block | code | sourcecode | prompt ) :: [ \t]*+ (?P<language> \S*+ ) .*+ \n
    (?P<code> (?>(?: [ \t]*+ \r?\n | (?P=indent) [ \t]++ .++ (?: \n | \Z ) )*) )
    """,
    re.MULTILINE | re.VERBOSE,
)


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The blocks of code with a directive."""
    for match in _CODE.finditer(text) if ":: " in text else ():
        yield CodeBlock(match["language"], *match.span("code"))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The line breaks in the URLs of targets, and the boundaries after URLs in shell code."""
    found = [
        Rewrite(*line_break.span())
        for target in _TARGET.finditer(text)
        for line_break in _LINE_BREAK.finditer(text, *target.span("lines"))
    ]
    for language, start, stop in code_blocks(text):
        if language.lower() in shell.LANGUAGES:
            found += shell.rewrites(text, start, stop)
    yield from sorted(found)
