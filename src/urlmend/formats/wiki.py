"""Wiki markup: a URL ends before a `|`, as in `[[URL|text]]`, `{{URL|text}}` and `{{cite|url=URL|title=text}}`."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite

_SEPARATOR = lazy(r"(?<=[^\s|\[{])\|")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries between URLs and separators."""
    for match in _SEPARATOR.finditer(text):
        yield Rewrite(match.start(), match.start(), BOUNDARY)
