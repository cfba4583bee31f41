"""Lay out rows as aligned columns of terminal cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from urlmend._lib.terminal import truncated, width

_GAP = "  "

Cell = str | int | float
"""Text, a number, or a share."""


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
