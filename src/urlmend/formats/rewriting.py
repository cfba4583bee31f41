"""Rewrite a text to what a reader of its format sees, with an offset map to the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.document import BOUNDARY, Document
from urlmend.model.span import OffsetMap

__all__ = ["BOUNDARY", "Rewrite", "regions", "rewritten"]

# Where a URL may begin; times and line numbers are commoner than `tel:` with a digit.
_SIGN = re.compile(r":(?=[^\s\d])|[wW]{3}")


class Rewrite(NamedTuple):
    """A range of a source (offsets in code points), and what a reader sees instead; an empty range inserts."""

    start: int
    stop: int
    text: str = ""


def regions(text: str, end: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The ranges of a text that may contain a URL, to save the rest: from the line where one may begin to an end."""
    at = 0
    while sign := _SIGN.search(text, at):
        start = max(at, text.rfind("\n", 0, sign.start()) + 1)
        found = end.search(text, sign.end())
        at = found.end() if found else len(text)
        yield start, at


def rewritten(source: Document, rewrites: Iterable[Rewrite], form: str) -> Document:
    """The document that a reader sees of a source, in a format; rewrites ascend and do not overlap.

    Positions of the result are those of the source. A source without rewrites is returned itself.
    """
    source.format = form
    pieces: list[str] = []
    runs = [(0, 0)]
    length = at = 0
    for start, stop, text in rewrites:
        pieces += (source.text[at:start], text)
        length += start - at
        runs += ((length, start), (length + len(text), stop))
        length += len(text)
        at = stop
    if not pieces:
        return source
    text = "".join([*pieces, source.text[at:]])
    result = Document(text, source.name, origin=_RewrittenOrigin(source, OffsetMap(runs)), note=source.note)
    result.format = form
    return result


class _RewrittenOrigin:
    """The `Origin` of a rewritten text."""

    region = None

    def __init__(self, source: Document, offsets: OffsetMap) -> None:
        self._source = source
        self._map = offsets
        self.message = source.message
        self.part = source.part

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the rewritten text (code points)."""
        return self._source.position(self._map.to_source(offset))

    def end_position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file after the character that ends at an offset in the rewritten text."""
        return self._source.position(self._map.end_in_source(offset))
