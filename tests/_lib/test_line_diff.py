"""Differences of lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend._lib.line_diff import changes, common_prefix_length

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


@pytest.mark.parametrize(("old", "new", "found"), CHANGES)
def test_changes(old, new, found):
    assert [tuple(change) for change in changes(list(old), list(new))] == found


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_changes_turn_the_old_lines_into_the_new_ones(old, new):
    lines, at = [], 0
    for start, stop, new_start, new_stop in changes(old, new):
        assert stop > start or new_stop > new_start
        lines += old[at:start]
        assert len(lines) == new_start
        lines += new[new_start:new_stop]
        at = stop
    assert [*lines, *old[at:]] == new


@pytest.mark.parametrize(("moved", "is_found"), [(126, True), (127, True), (128, False)])
def test_how_far_equal_lines_are_searched(moved, is_found):
    old = [f"a{number}" for number in range(10)]
    new = [f"b{number}" for number in range(moved)] + old
    assert (next(changes(old, new)) == (0, 0, 0, moved)) == is_found


@pytest.mark.parametrize(("one", "other", "length"), [("", "", 0), ("ab", "ab", 2), ("ab", "abc", 2), ("ab", "ac", 1)])
def test_common_prefix(one, other, length):
    assert common_prefix_length(one, other) == common_prefix_length(other, one) == length
