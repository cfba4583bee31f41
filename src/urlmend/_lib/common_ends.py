"""What two texts or lists have in common at both ends."""

from __future__ import annotations

from collections.abc import Sequence


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """Return the lengths of the common prefix of two sequences, and of the common suffix of what follows it."""
    head = _common_prefix(one, other)
    return head, _common_prefix(one[head:][::-1], other[head:][::-1])


def _common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(one), len(other)))
