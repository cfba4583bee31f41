"""Half-open ranges of offsets, and the map from decoded offsets to those of the source."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of offsets, in code points of a document's text."""

    start: int
    """Of the first character."""
    stop: int
    """Behind the last character."""


class OffsetMap:
    """Where each piece of a decoded text stands in its source.

    A run is a pair of offsets, decoded and source; it goes on to the next run. The decoded
    offsets ascend. In an `atomic` map a run stands for its source as a whole.
    """

    __slots__ = ("_atomic", "_decoded", "_sources")

    def __init__(self, runs: list[tuple[int, int]], *, atomic: bool = False) -> None:
        """Take the runs, ascending by decoded offset; of several at one offset the last counts."""
        self._decoded = [decoded for decoded, _ in runs]
        self._sources = [source for _, source in runs]
        self._atomic = atomic

    def to_source(self, offset: int) -> int:
        """The source offset of a decoded one; in an atomic map, that of its run's beginning."""
        from bisect import bisect_right

        number = bisect_right(self._decoded, offset) - 1
        if number < 0:
            return offset
        return self._sources[number] + (0 if self._atomic else offset - self._decoded[number])
