"""Line differences of a text before and after fixes, in linear time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import AnyStr, NamedTuple

# Fixes move no line far: the search for the next equal lines is limited to this many.
_MAX_DISTANCE = 64
# This many equal lines in a row end a difference.
_MIN_EQUAL = 3


def common_prefix_length(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts in code points."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(one), len(other)))


class Change(NamedTuple):
    """Lines `old[start:stop]` that became `new[new_start:new_stop]`."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def changes(old: Sequence[AnyStr], new: Sequence[AnyStr]) -> Iterator[Change]:
    """Yield the differences of two lists of lines in order; all lines between them are equal.

    The standard library's `difflib` finds smaller differences, in quadratic time at worst.
    """
    at = new_at = 0
    while at < len(old) or new_at < len(new):
        if at < len(old) and new_at < len(new) and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        removed, added = _next_equal(old, new, at, new_at)
        yield Change(start=at, stop=at + removed, new_start=new_at, new_stop=new_at + added)
        at, new_at = at + removed, new_at + added


def _next_equal(old: Sequence[AnyStr], new: Sequence[AnyStr], at: int, new_at: int) -> tuple[int, int]:
    """Return how many lines to skip in each text until both are equal for some lines, or end."""
    for distance in range(1, 2 * _MAX_DISTANCE):
        # Equal numbers of lines are likely: try the smallest difference first.
        for skew in range(distance % 2, distance + 1, 2):
            for removed in ((distance + skew) // 2, (distance - skew) // 2):
                added = distance - removed
                if old[at + removed : at + removed + 1] != new[new_at + added : new_at + added + 1]:
                    continue
                if at + removed > len(old) or new_at + added > len(new):
                    continue
                following = old[at + removed : at + removed + _MIN_EQUAL]
                if following == new[new_at + added : new_at + added + _MIN_EQUAL]:
                    return removed, added
    return min(_MAX_DISTANCE, len(old) - at), min(_MAX_DISTANCE, len(new) - new_at)
