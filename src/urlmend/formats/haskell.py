"""Haskell: literals are joined; a URL ends before the text of its link, as in `<https://example.org the text>`."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import literals
from urlmend.formats.rewriting import Rewrite

# The text may be on the following lines of the comment.
_LINK = lazy(r"<[A-Za-z][A-Za-z0-9+.-]*+:[^\s<>\"]++(?=\s[^<>]*+>)")
_ESCAPE = lazy(r"\\(?=[/'`\"@<#])")


def rewrites(text: str) -> Iterator[Rewrite]:
    """What is between joined literals, and what `_rewrites_of_links` finds."""
    return merge(_rewrites_of_links(text), literals.rewrites(text, "haskell"))


def _rewrites_of_links(text: str) -> Iterator[Rewrite]:
    """The escapes in URLs of links, and closing brackets between these URLs and their texts."""
    for link in _LINK.finditer(text):
        for escape in _ESCAPE.finditer(text, *link.span()):
            yield Rewrite(*escape.span())
        yield Rewrite(link.end(), link.end(), ">")
