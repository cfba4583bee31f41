"""Shell code, and files that contain it: a URL without quotes ends at a metacharacter, and at the end of its line.

Literals that follow each other without a space are joined.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from heapq import merge

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import literals
from urlmend.formats.languages import block_names, comment_starts
from urlmend.formats.rewriting import END, CodeBlock, Rewrite
from urlmend.model.lines import line_begin

_URL = lazy(
    r"""
    ://
    (?> (?: [^\s<>"'`|;&\\(]++
      | \([^\s()]*+\)            # brackets that are not those of a subshell
      | &(?:[a-z]{1,10};|(?!&))  # a single `&` is mostly a forgotten pair of quotes
      | ;(?=[A-Za-z]\w*+=)       # in `?a=1;b=2`, too
      | \^[&|]                   # as batch files escape them
      | [\\(]
    ){0,999} )
    (?P<end> (?= [|;&] | '[|;&)] | (?<!\\) [ \t]*+ [\r\n] | \r?\n[ \t] ) )?  # a continued line begins with a space
    """,
    re.VERBOSE,
)
_OPENED = lazy(r"""(?:["']|<(?:URL:)?)[A-Za-z][A-Za-z0-9+.-]{0,30}\Z""")
# What begins a line that is a comment in one of the languages of these files.
_COMMENT_START = rf"[ \t]*(?:{comment_starts('shell', 'autoconf', 'batch', 'groovy')})"
_IN_COMMENT = lazy(rf"{_COMMENT_START}|[^\r\n]*?[ \t]#")
_NAMES = block_names("shell", "console", "batch")
LANGUAGE = rf"(?i:{'|'.join(sorted(map(re.escape, _NAMES)))})\b"
"""An expression for the names of shells in the code blocks of other formats."""


def is_shell(name: str) -> bool:
    """Whether the name of the language of a code block is that of a shell."""
    return name.lower() in _NAMES


def rewrites(text: str, low: int = 0, high: int = sys.maxsize) -> Iterator[Rewrite]:
    """What is between joined literals in `text[low:high]`, and the boundaries after URLs that are not quoted."""
    return merge(_boundaries(text, low, high), literals.rewrites(text, "shell", low, high))


def _boundaries(text: str, low: int, high: int) -> Iterator[Rewrite]:
    """The boundaries after URLs in `text[low:high]` that are not quoted or in a comment."""
    for match in _URL.finditer(text, low, high):
        if match["end"] is not None and not _is_quoted(text, match.start()):
            yield Rewrite(match.end(), match.end(), END)


def rewrites_of_blocks(text: str, blocks: Iterable[CodeBlock]) -> Iterator[Rewrite]:
    """The boundaries after URLs in the blocks of a text that are shell code."""
    for language, start, stop in blocks:
        if is_shell(language):
            yield from rewrites(text, start, stop)


def _is_quoted(text: str, offset: int) -> bool:
    """Whether the URL whose `://` is at an offset follows a quote or a bracket, or is in a comment."""
    start = line_begin(text, offset)
    return bool(_OPENED.search(text, max(start, offset - 36), offset) or _IN_COMMENT.match(text, start, offset))
