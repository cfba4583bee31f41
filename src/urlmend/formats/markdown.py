"""Markdown: escapes in URLs are decoded, and a URL in a block of shell code ends as in shell code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import shell
from urlmend.formats.rewriting import END, CodeBlock, Rewrite

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
    | :// [^\s<>`\\]*+ (?P<escapes> (?>(?: \\ [_*~&()\#+-] [^\s<>`\\]*+ )*) ) (?P<break> \\ (?=\r?\n) )?
    """,
    re.MULTILINE | re.VERBOSE,
)
_ESCAPE = lazy(r"\\(?=[_*~&()#+-])")
# URLs, and what has to follow one of them in a text that is rewritten, or else a fence with shell code.
_URL = lazy(r"://[^\s<>`\\]*+(\\?)")
_SHELL = lazy(rf"(?:```|~~~)[ \t]*+{shell.LANGUAGE}")


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The fenced blocks of code."""
    for match in _MARKUP.finditer(text) if "```" in text or "~~~" in text else ():
        if match["fence"]:
            yield CodeBlock(match["language"], *match.span("code"))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes in URLs, and the boundaries after URLs in shell code and before hard line breaks."""
    for match in _MARKUP.finditer(text) if any(_URL.findall(text)) or _SHELL.search(text) else ():
        if match["escapes"]:
            for escape in _ESCAPE.finditer(text, *match.span("escapes")):
                yield Rewrite(*escape.span())
        if match["break"]:
            yield Rewrite(*match.span("break"), END)
        elif match["fence"] and match["language"].lower() in shell.LANGUAGES:
            yield from shell.rewrites(text, *match.span("code"))
