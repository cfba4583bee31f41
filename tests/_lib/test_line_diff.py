"""Differences of lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend._lib.line_diff import changes

# Old lines, new lines, and the ranges that differ.
CHANGES = [
    ("abc", "abc", []),
    ("", "", []),
    ("", "ab", [(0, 0, 0, 2)]),
    ("ab", "", [(0, 2, 0, 0)]),
    ("abc", "xbc", [(0, 1, 0, 1)]),
    ("abcd", "abxd", [(2, 3, 2, 3)]),
    ("abcde", "acde", [(1, 2, 1, 1)]),
    ("acde", "abcde", [(1, 1, 1, 2)]),
    ("abc", "ab", [(2, 3, 2, 2)]),
    ("ab", "abc", [(2, 2, 2, 3)]),
    ("abcdefg", "axcdyfg", [(1, 2, 1, 2), (4, 5, 4, 5)]),
    ("abcde", "xbycz", [(0, 1, 0, 1), (2, 2, 2, 3), (3, 5, 4, 5)]),
    ("abcdef", "xbdyf", [(0, 1, 0, 1), (2, 3, 2, 2), (4, 5, 3, 4)]),
    ("ab-cd-ef", "x-y-z", [(0, 2, 0, 1), (3, 5, 2, 3), (6, 8, 4, 5)]),
    ("a-b-c", "xy-z-", [(0, 1, 0, 2), (2, 3, 3, 4), (4, 5, 5, 5)]),
    ("abcdefgh", "axcdeygh", [(1, 2, 1, 2), (5, 6, 5, 6)]),
    ("abcdefgh", "aefgh", [(1, 4, 1, 1)]),
    ("abcdef", "abxyzcdef", [(2, 2, 2, 5)]),
    ("abcdef", "axydef", [(1, 3, 1, 3)]),
    ("abcdef", "axyzdef", [(1, 3, 1, 4)]),
    ("aabcdef", "abcdef", [(1, 2, 1, 1)]),
]


@each_row(("old", "new", "found"), CHANGES)
def test_changes(old, new, found):
    assert [tuple(change) for change in changes(list(old), list(new))] == found


LINES = st.lists(st.sampled_from("abcdefgh"), max_size=14) | st.lists(st.sampled_from("abc"), max_size=12)


@given(old=LINES, new=LINES)
def test_changes_turn_the_old_lines_into_the_new_ones(old, new):
    lines, at = [], 0
    for start, stop, new_start, new_stop in changes(old, new):
        assert stop > start or new_stop > new_start
        lines += old[at:start]
        assert len(lines) == new_start
        lines += new[new_start:new_stop]
        at = stop
    assert [*lines, *old[at:]] == new


@each_row("moved", [1, 130, 5000])
def test_equal_lines_are_found_at_any_distance(moved):
    old = [f"a{number}" for number in range(10)]
    new = [f"b{number}" for number in range(moved)] + old
    assert list(changes(old, new)) == [(0, 0, 0, moved)]


# Numbers of old lines, new lines, and the ranges that differ, wherever equal lines have moved.
VERSIONS = [
    (range(500), [*range(-300, 0), *range(500)], [(0, 0, 0, 300)]),
    ([*range(-300, 0), *range(500)], range(500), [(0, 300, 0, 0)]),
    (range(500), [*range(200), *range(600, 660), *range(201, 500)], [(200, 201, 200, 260)]),
    (
        range(500),
        [-1, *range(100), *[0] * 300, *range(100, 500), -2],
        [(0, 0, 0, 1), (100, 100, 101, 401), (500, 500, 801, 802)],
    ),
    (range(300), [*range(200, 300), *range(200)], [(0, 0, 0, 100), (200, 300, 300, 300)]),
    ([*[0, 1] * 200, 2], [*range(5, 205), *[0, 1] * 200, 2], [(0, 0, 0, 200)]),
]


@each_row(("old", "new", "found"), VERSIONS)
def test_changes_between_versions(old, new, found):
    assert [tuple(change) for change in changes([*old], [*new])] == found


class CountedLine(int):
    """A line that counts how often lines are compared."""

    comparisons = 0

    def __eq__(self, other):
        CountedLine.comparisons += 1
        return int(self) == int(other)

    __hash__ = int.__hash__


def comparisons(old, new):
    CountedLine.comparisons = 0
    assert list(changes([CountedLine(line) for line in old], [CountedLine(line) for line in new]))
    return CountedLine.comparisons


OLD_VERSIONS = [
    range,
    lambda count: range(count, 0, -1),
    lambda count: [0, 1] * (count // 2),
    lambda n: [k // 2 for k in range(n)],
]
NEW_VERSIONS = [
    range,
    lambda count: [1, 0] * (count // 2),
    lambda count: [number * 7919 % 40_009 for number in range(count)],
]


@pytest.mark.slow
@each_row("old", OLD_VERSIONS)
@each_row("new", NEW_VERSIONS)
def test_changes_between_versions_take_linear_time(old, new):
    for count in (2000, 8000):
        assert comparisons([*old(count), -1, -2], [-2, *new(count), -1]) < 70 * count
