"""Lay out rows as aligned columns of terminal cells; some characters take two cells, and some none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

_GAP = "  "
_ELLIPSIS = "…"

Cell = str | int | float
"""Text, a number, or a share."""


def width(text: str) -> int:
    """The number of terminal cells that a text takes."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def truncated(text: str, limit: int) -> str:
    """The text, truncated with an ellipsis if it takes more than `limit` cells."""
    if width(text) <= limit:
        return text
    taken = 0
    for index, character in enumerate(text):
        taken += _character_width(character)
        if taken > limit - 1:
            return text[:index] + _ELLIPSIS
    return text


def aligned(rows: Sequence[Sequence[Cell]], limit: int) -> Iterator[str]:
    """Yield the rows as lines of at most `limit` cells; the widest column of text is truncated if necessary.

    The first row is the heading. A column is aligned to the right if its cell in the second row is a number.
    """
    is_number = [not isinstance(cell, str) for cell in (rows[1] if len(rows) > 1 else rows[0])]
    cells = [[_formatted(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - limit
    if excess > 0:
        widest = widths.index(max(size for size, number in zip(widths, is_number, strict=True) if not number))
        widths[widest] -= excess
    for row in cells:
        padded = (
            " " * (size - width(text)) + text if number else text + " " * (size - width(text))
            for text, size, number in zip(map(truncated, row, widths), widths, is_number, strict=True)
        )
        yield _GAP.join(padded).rstrip()


def _formatted(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.1%}"


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
