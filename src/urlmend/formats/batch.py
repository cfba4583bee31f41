"""Windows batch files: shell code in which `^` escapes a metacharacter, and `%%` is a percent sign."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import shell
from urlmend.formats.rewriting import Rewrite

_ESCAPED = lazy(r"\^[&|<>^()]|%%")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries after URLs, and the escapes."""
    escapes = (Rewrite(match.start(), match.start() + 1) for match in _ESCAPED.finditer(text))
    return merge(shell.rewrites(text), escapes)
