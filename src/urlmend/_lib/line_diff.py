"""Line differences of two texts, in linear time: before and after fixes, or of two versions of a file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

Line = TypeVar("Line", bound=Hashable)

# Fixes move no line far: the search for the next equal lines is limited to this many.
_MAX_DISTANCE = 64
# This many equal lines in a row end a block of changes; fewer may be equal by chance, such as empty lines.
_MIN_EQUAL = 3
# How often the lines between unique lines are searched for lines that are unique there.
_MAX_DEPTH = 8
# As many lines without unique ones among them are compared; it takes a hundred times longer than finding unique lines.
_MAX_COMPARED = 1 << 16


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
    at = new_at = 0
    while at < len(old) or new_at < len(new):
        if at < len(old) and new_at < len(new) and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        removed, added = _next_equal(old, new, at, new_at)
        for start, stop, new_start, new_stop in _without_equal(old[at : at + removed], new[new_at : new_at + added]):
            yield Change(at + start, at + stop, new_at + new_start, new_at + new_stop)
        at, new_at = at + removed, new_at + added


def version_changes(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """Yield the differences of two versions of a text in order; lines may have moved far.

    Lines that occur once in each version show what belongs together (patience diff); `changes` compares the rest, and
    beyond a limit the rest is one difference.
    """
    left = _MAX_COMPARED
    pending = [(Change(0, len(old), 0, len(new)), 0)]
    while pending:
        part, depth = pending.pop()
        start, stop, new_start, new_stop = part = _without_equal_ends(old, new, part)
        if start == stop or new_start == new_stop:
            if start < stop or new_start < new_stop:
                yield part
            continue
        old_lines, new_lines = old[start:stop], new[new_start:new_stop]
        anchors = _anchors(old_lines, new_lines) if depth < _MAX_DEPTH else []
        if anchors:
            gaps = [
                (Change(start + last + 1, start + at, new_start + new_last + 1, new_start + new_at), depth + 1)
                for (last, new_last), (at, new_at) in zip(
                    [(-1, -1), *anchors], [*anchors, (len(old_lines), len(new_lines))], strict=True
                )
            ]
            pending += reversed(gaps)
        elif len(old_lines) + len(new_lines) > left:
            yield part
        else:
            left -= len(old_lines) + len(new_lines)
            for change in changes(old_lines, new_lines):
                yield Change(
                    start + change.start, start + change.stop, new_start + change.new_start, new_start + change.new_stop
                )


def _without_equal_ends(old: Sequence[Line], new: Sequence[Line], part: Change) -> Change:
    """Return a part of two texts without the lines at its start and end that are equal."""
    start, stop, new_start, new_stop = part
    while start < stop and new_start < new_stop and old[start] == new[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < stop and new_start < new_stop and old[stop - 1] == new[new_stop - 1]:
        stop, new_stop = stop - 1, new_stop - 1
    return Change(start, stop, new_start, new_stop)


def _anchors(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the numbers of lines that occur once in each text: as many as have the same order in both."""
    numbers, new_numbers = _unique(old), _unique(new)
    pairs = ((number, new_numbers[line]) for line, number in numbers.items() if line in new_numbers)
    return _longest_ascending(pairs)


def _unique(lines: Sequence[Line]) -> dict[Line, int]:
    """Return the numbers of the lines that occur once, in order."""
    numbers: dict[Line, int] = {}
    for number, line in enumerate(lines):
        numbers[line] = -1 if line in numbers else number
    return {line: number for line, number in numbers.items() if number >= 0}


def _longest_ascending(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most pairs, of those with ascending first numbers, whose second numbers ascend, too."""
    lowest: list[int] = []  # the lowest second number that ends so many pairs
    ends: list[_Chain] = []
    for pair in pairs:
        at = bisect_left(lowest, pair[1])
        chain = _Chain(pair, ends[at - 1] if at else None)
        if at == len(lowest):
            lowest.append(pair[1])
            ends.append(chain)
        else:
            lowest[at], ends[at] = pair[1], chain
    found = []
    last = ends[-1] if ends else None
    while last:
        found.append(last.pair)
        last = last.before
    return found[::-1]


class _Chain(NamedTuple):
    """A pair, and the chain of pairs before it."""

    pair: tuple[int, int]
    before: _Chain | None


def _next_equal(old: Sequence[Line], new: Sequence[Line], at: int, new_at: int) -> tuple[int, int]:
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


def _without_equal(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """Yield the differences of a block of changes: what is between as many equal lines as possible."""
    at = new_at = 0
    for number, new_number in (*_equal_lines(old, new), (len(old), len(new))):
        if number > at or new_number > new_at:
            yield Change(at, number, new_at, new_number)
        at, new_at = number + 1, new_number + 1


def _equal_lines(old: Sequence[Line], new: Sequence[Line]) -> Iterator[tuple[int, int]]:
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
