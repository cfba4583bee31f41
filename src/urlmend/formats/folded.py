r"""Folded text (RFC 8792): a line that ends in a backslash continues on the next one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import Rewrite

# The header of folded text; the strategy has one backslash or two.
_HEADER = lazy(r"NOTE: '(\\\\?)' line wrapping per (?:RFC|BCP)")
_FOLDS = {
    "\\": lazy(r"(?<=[^\s\\])\\\r?\n[ \t]*+(?=\S)"),
    "\\\\": lazy(r"(?<=[^\s\\])\\\r?\n[ \t]*+\\(?=\S)"),
}


def rewrites(text: str) -> Iterator[Rewrite]:
    """The folds after each header."""
    headers = [(match.end(), match[1]) for match in _HEADER.finditer(text)]
    for (start, strategy), (stop, _) in pairwise([*headers, (len(text), "")]):
        for match in _FOLDS[strategy].finditer(text, start, stop):
            yield Rewrite(match.start(), match.end())
