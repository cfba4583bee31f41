"""Markdown: escapes in URLs are decoded, and in shell code a URL ends before a pipe."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats.rewriting import BOUNDARY, Rewrite

# Code is matched so that its backslashes stay; the escapes are those of characters that URLs contain.
_MARKUP = re.compile(
    r"""
    ^ [ \t>]*+ (?P<fence> `{3,}+ | ~{3,}+ ) [ \t]*+ (?P<language> [^\s`]*+ ) [^\r\n`]*+ \n
        (?P<code> (?s: .*? ) ) (?: ^ [ \t>]*+ (?P=fence) | \Z )
    | (?<!`) `++ [^`\r\n]*+ `++
    | :// [^\s<>`\\]*+ (?P<escapes> (?>(?: \\ [_*~&()\#+-] [^\s<>`\\]*+ )*) )
    """,
    re.MULTILINE | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?=[_*~&()#+-])")
# URLs, and what has to follow one of them in a text that is rewritten.
_URL = re.compile(r"://[^\s<>`\\|]*+([\\|]?)")
_SHELLS = frozenset("bash console ksh sh sh-session shell shell-session shellsession terminal zsh".split())
_URL_IN_SHELL = re.compile(r"://[^\s|]++")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes in URLs, and the boundaries between URLs and pipes."""
    for match in _MARKUP.finditer(text) if any(_URL.findall(text)) else ():
        if match["escapes"]:
            for escape in _ESCAPE.finditer(text, *match.span("escapes")):
                yield Rewrite(*escape.span())
        elif match["fence"] and match["language"].lower() in _SHELLS:
            for url in _URL_IN_SHELL.finditer(text, *match.span("code")):
                if text.startswith("|", url.end()):
                    yield Rewrite(url.end(), url.end(), BOUNDARY)
