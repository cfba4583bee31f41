"""What of a mended text has come into the place of what of the old one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import AnyStr, NamedTuple

# Mending moves no line far: this many lines further on, both texts are the same again, or it does not matter.
_REACH = 64
# So many equal lines in a row are no accident.
_ENOUGH = 3


def common_prefix_length(one: str, other: str) -> int:
    """How many characters (code points) two texts have in common from their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(one), len(other)))


class Change(NamedTuple):
    """Lines `old[start:stop]` that became `new[new_start:new_stop]`."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def changes(old: Sequence[AnyStr], new: Sequence[AnyStr]) -> Iterator[Change]:
    """The places where two texts differ, in order; everything between them is equal.

    The standard library's `difflib` finds smaller differences, in a time that can grow with the
    square of the text.
    """
    at = new_at = 0
    while at < len(old) or new_at < len(new):
        if at < len(old) and new_at < len(new) and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        less, more = _next_equal(old, new, at, new_at)
        yield Change(at, at + less, new_at, new_at + more)
        at, new_at = at + less, new_at + more


def _next_equal(old: Sequence[AnyStr], new: Sequence[AnyStr], at: int, new_at: int) -> tuple[int, int]:
    """How many lines further on in each text both are equal for a while, or at their end."""
    for distance in range(1, 2 * _REACH):
        # As many lines on both sides are what is likely.
        for skew in range(distance % 2, distance + 1, 2):
            for less in ((distance + skew) // 2, (distance - skew) // 2):
                more = distance - less
                if old[at + less : at + less + 1] != new[new_at + more : new_at + more + 1]:
                    continue
                if at + less > len(old) or new_at + more > len(new):
                    continue
                following = old[at + less : at + less + _ENOUGH]
                if following == new[new_at + more : new_at + more + _ENOUGH]:
                    return less, more
    return min(_REACH, len(old) - at), min(_REACH, len(new) - new_at)
