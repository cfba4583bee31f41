"""AsciiDoc: a URL ends before the attribute list that follows it, as in `https://example.org[the text]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats.rewriting import BOUNDARY, Rewrite

# A URL macro, or a link macro: the attribute list is on one line, and a bracket in it is escaped.
_MACRO = re.compile(
    r"""
    (?: :// | \b (?: link | mailto | image:? ) : )
    [^\s\[\]<>]* (?= \[ [^\]\\]*+ (?>(?: \\. [^\]\\]*+ )*) \] )
    """,
    re.VERBOSE,
)


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries between URLs and their attribute lists."""
    for match in _MACRO.finditer(text):
        yield Rewrite(match.end(), match.end(), BOUNDARY)
