"""Text in columns for terminals, where some characters take two cells and some none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

_GAP = "  "
_ELLIPSIS = "…"

Cell = str | int | float
"""Text, a number, or a share."""


def width(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def cut(text: str, limit: int) -> str:
    """The text, or as much of its beginning as fits into so many cells, with an ellipsis."""
    if width(text) <= limit:
        return text
    taken = 0
    for index, character in enumerate(text):
        taken += _cells(character)
        if taken > limit - 1:
            return text[:index] + _ELLIPSIS
    return text


def aligned(rows: Sequence[Sequence[Cell]], limit: int) -> Iterator[str]:
    """The rows as lines of at most so many cells: numbers to the right, the longest column of text cut if need be.

    The first row is the heading; a column is one of numbers if the second row has a number there.
    """
    numeric = [not isinstance(cell, str) for cell in (rows[1] if len(rows) > 1 else rows[0])]
    cells = [[_written(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - limit
    if excess > 0:
        widest = widths.index(max(size for size, number in zip(widths, numeric, strict=True) if not number))
        widths[widest] -= excess
    for row in cells:
        padded = (
            " " * (size - width(text)) + text if number else text + " " * (size - width(text))
            for text, size, number in zip(map(cut, row, widths), widths, numeric, strict=True)
        )
        yield _GAP.join(padded).rstrip()


def _written(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.1%}"


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
