"""AsciiDoc: a URL ends before its attribute list, as in `https://example.org[the text]`, and in shell code as there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats import shell
from urlmend.formats.rewriting import BOUNDARY, CodeBlock, Rewrite

# A URL macro, or a link macro: the attribute list is on one line, and a bracket in it is escaped.
_MACRO = re.compile(
    r"""
    (?: :// | \b (?: link | mailto | image:? ) : )
    [^\s\[\]<>]*+ (?P<list> (?= \[ [^\]\\]{0,999}+ (?> (?: \\. [^\]\\]{0,99}+ ){0,99} ) \] ) )?
    """,
    re.VERBOSE,
)


# A block of code: `[source,LANGUAGE]`, and then a block with delimiters; or one with the delimiter of Markdown.
_CODE = re.compile(
    r"""
    (?: ^ \[ (?: source [^\]\n,]*+ )? , [ ]*+ (?P<language> [^\]\n,]*+ ) [^\]\n]*+ \] [ \t]*+ \r?\n
        (?P<delimiter> -{4,}+ | \.{4,}+ )
      | ^ (?P<fence> ```) (?P<name> [^\s,]++ ) .*+
    ) \r?\n
    (?P<code> (?s: .*? ) ) (?: ^ (?: (?P=delimiter) | (?P=fence) ) [ \t]*+ \r? $ | \Z )
    """,
    re.MULTILINE | re.VERBOSE,
)


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The blocks of code that name a language."""
    for match in _CODE.finditer(text) if "[source" in text or "[," in text or "```" in text else ():
        yield CodeBlock(match["language"] or match["name"] or "", *match.span("code"))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries between URLs and their attribute lists, and after URLs in shell code."""
    found = [
        Rewrite(match.end(), match.end(), BOUNDARY) for match in _MACRO.finditer(text) if match["list"] is not None
    ]
    for language, start, stop in code_blocks(text):
        if language.lower() in shell.LANGUAGES:
            found += shell.rewrites(text, start, stop)
    yield from sorted(found)
