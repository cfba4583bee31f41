"""Half-open ranges of offsets."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of offsets, in code points of a document's text."""

    start: int
    stop: int
