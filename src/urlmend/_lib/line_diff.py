"""Line differences of a text before and after fixes, in linear time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import AnyStr, NamedTuple

# Fixes move no line far: the search for the next equal lines is limited to this many.
_MAX_DISTANCE = 64
# This many equal lines in a row end a block of changes; fewer may be equal by chance, such as empty lines.
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

    The standard library's `difflib` takes quadratic time at worst.
    """
    at = new_at = 0
    while at < len(old) or new_at < len(new):
        if at < len(old) and new_at < len(new) and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        removed, added = _next_equal(old, new, at, new_at)
        for start, stop, new_start, new_stop in _without_equal(old[at : at + removed], new[new_at : new_at + added]):
            yield Change(at + start, at + stop, new_at + new_start, new_at + new_stop)
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


def _without_equal(old: Sequence[AnyStr], new: Sequence[AnyStr]) -> Iterator[Change]:
    """Yield the differences of a block of changes: what is between as many equal lines as possible."""
    at = new_at = 0
    for number, new_number in (*_equal_lines(old, new), (len(old), len(new))):
        if number > at or new_number > new_at:
            yield Change(at, number, new_at, new_number)
        at, new_at = number + 1, new_number + 1


def _equal_lines(old: Sequence[AnyStr], new: Sequence[AnyStr]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines of a longest common subsequence, in quadratic time."""
    if set(old).isdisjoint(new):
        return
    # The length of the longest common subsequence of old[row:] and new[column:].
    lengths = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row in reversed(range(len(old))):
        for column in reversed(range(len(new))):
            lengths[row][column] = (
                lengths[row + 1][column + 1] + 1
                if old[row] == new[column]
                else max(lengths[row + 1][column], lengths[row][column + 1])
            )
    row = column = 0
    while row < len(old) and column < len(new):
        if old[row] == new[column]:
            yield row, column
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
