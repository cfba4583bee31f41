"""Half-open ranges of offsets, and the map from decoded offsets to source offsets."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Span(NamedTuple):
    """A half-open range of offsets, in code points of a document's text."""

    start: int
    """The offset of the first character."""
    stop: int
    """The offset after the last character."""


def is_inside(offset: int, spans: Sequence[Span]) -> bool:
    """Whether an offset is in one of several spans, which are ascending and disjoint."""
    from bisect import bisect_right

    number = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return number >= 0 and offset < spans[number].stop


def overlapping(spans: Sequence[Span], start: int, stop: int) -> Sequence[Span]:
    """Return those of ascending and disjoint spans that overlap a range, or contain one that is empty."""
    from bisect import bisect_left, bisect_right

    first = bisect_right(spans, start, key=lambda span: span.stop)
    return spans[first : bisect_left(spans, stop, first, key=lambda span: span.start)]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in ascending order, overlapping ones merged."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start < found[-1].stop:
            found[-1] = Span(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(Span(start, stop))
    return found


class OffsetMap:
    """Maps each piece of a decoded text to its source.

    A run is a pair of offsets, decoded and source, and extends to the next run. The decoded
    offsets ascend. In an `atomic` map, every offset of a run maps to the source offset of the run.
    """

    __slots__ = ("_atomic", "_decoded", "_sources")

    def __init__(self, runs: list[tuple[int, int]], *, atomic: bool = False) -> None:
        """Create a map from runs, ascending by decoded offset; if several have the same offset, the last one counts."""
        self._decoded: Sequence[int] = [decoded for decoded, _ in runs]
        self._sources: Sequence[int] = [source for _, source in runs]
        self._atomic = atomic

    @classmethod
    def from_columns(cls, decoded: Sequence[int], sources: Sequence[int]) -> OffsetMap:
        """Create a map from the decoded offsets of its runs, and from their source offsets."""
        result = cls([])
        result._decoded, result._sources = decoded, sources
        return result

    def to_source(self, offset: int) -> int:
        """The source offset of a decoded offset; in an atomic map, that of the start of its run."""
        from bisect import bisect_right

        number = bisect_right(self._decoded, offset) - 1
        if number < 0:
            return offset
        return self._sources[number] + (0 if self._atomic else offset - self._decoded[number])

    def end_in_source(self, offset: int) -> int:
        """The source offset where the source of the character before a decoded offset ends."""
        from bisect import bisect_left

        number = bisect_left(self._decoded, offset)
        if number < len(self._decoded) and self._decoded[number] == offset:
            return self._sources[number]
        return self.to_source(offset)
