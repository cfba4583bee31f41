"""Line differences of two texts, in linear time: before and after fixes, or of two versions of a file."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from urlmend._lib.common_ends import common_ends

Line = TypeVar("Line", bound=Hashable)

# Lines that occur several times, such as empty ones, show this much less of what belongs together than unique lines.
_UNIQUENESS = 32
# The largest product of the numbers of different lines that are compared with each other, which takes so much time.
_MAX_COMPARED = 1 << 12


class Change(NamedTuple):
    """Lines `old[start:stop]` that became `new[new_start:new_stop]`."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def changes(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """Yield the differences of two lists of lines in order; all lines between them are equal.

    The standard library's `difflib` takes quadratic time at worst.
    """
    head, tail = common_ends(old, new)
    stop, new_stop = len(old) - tail, len(new) - tail
    counts = Counter(old[head:stop])
    numbers: dict[Line, list[int]] = {}
    for number in range(head, new_stop):
        numbers.setdefault(new[number], []).append(number)
    at = new_at = head
    while at < stop or new_at < new_stop:
        if at < stop and new_at < new_stop and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        end, new_end = _next_equal(old, (at, stop), (new_at, new_stop), numbers, counts)
        equal = [(at + row, new_at + column) for row, column in _equal_lines(old[at:end], new[new_at:new_end])]
        for next_at, next_new_at in (*equal, (end, new_end)):
            if at < next_at or new_at < next_new_at:
                yield Change(at, next_at, new_at, next_new_at)
            at, new_at = next_at + 1, next_new_at + 1
        at, new_at = end, new_end


def _next_equal(
    old: Sequence[Line],
    left: tuple[int, int],
    new_left: tuple[int, int],
    numbers: Mapping[Line, Sequence[int]],
    counts: Mapping[Line, int],
) -> tuple[int, int]:
    """Return the next line of each text that is equal, or its end: the nearest one, and rather one that is unique.

    No more lines are searched than are skipped, times a constant.
    """
    (at, stop), (new_at, new_stop) = left, new_left
    found, distance = (stop, new_stop), stop - at + new_stop - new_at
    for number in range(at, stop):
        if number - at > distance:
            break
        equal = numbers.get(old[number], ())
        place = bisect_left(equal, new_at)
        if place < len(equal):
            weight = 1 if len(equal) == counts[old[number]] == 1 else _UNIQUENESS
            if (to_here := (number - at + equal[place] - new_at) * weight) < distance:
                found, distance = (number, equal[place]), to_here
    return found


def _equal_lines(old: Sequence[Line], new: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines of a longest common subsequence: none of long texts, as the time is quadratic."""
    if len(old) * len(new) > _MAX_COMPARED or set(old).isdisjoint(new):
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
