"""Suggest a known word for a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

# The number of characters of the longest word for which one is suggested, as time is quadratic.
_MAX_WORD = 100
# A word that begins with a known one, or is the beginning of one, has at least so many characters of it.
_MIN_PREFIX = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the nearest known word; an empty string if none is near."""
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word nearest to a mistyped one, in any case; empty if none is near.

    One edit for three characters is allowed. Without a word that is so near, the only one that begins with the word is
    meant, or else the longest with which the word begins.
    """
    if not word or len(word) > _MAX_WORD:
        return ""
    typed = _plain(word)
    names = {_plain(name): name for name in sorted(known)}
    limit = max(1, len(typed) // 3)
    # In a short word, one edit is much: the first letter must be right.
    candidates = [name for name in names if len(typed) > _MIN_PREFIX or name[:1] == typed[:1]]
    distances = [(distance(name, typed), name) for name in candidates if abs(len(name) - len(typed)) <= limit]
    if distances and min(distances)[0] <= limit:
        return names[min(distances)[1]]
    if len(typed) < _MIN_PREFIX:
        return ""
    longer = [name for name in names if name.startswith(typed)]
    if longer:
        return names[longer[0]] if len(longer) == 1 else ""
    shorter = [name for name in names if len(name) >= _MIN_PREFIX and typed.startswith(name)]
    return names[max(shorter, key=len)] if shorter else ""


def distance(one: str, other: str) -> int:
    """Return the number of edits between two words: insertions, deletions, substitutions, transpositions of neighbours.

    Takes time proportional to the product of their lengths.
    """
    above: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, above, row = above, row, [number]
        for column, second in enumerate(other, 1):
            edits = min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != second))
            if before and column > 1 and letter == other[column - 2] and second == one[number - 2]:
                edits = min(edits, before[column - 2] + 1)
            row.append(edits)
    return row[-1]


def _plain(word: str) -> str:
    return word.lower().replace("_", "-")
