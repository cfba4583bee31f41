"""Mark in HTML where the text before and after a fix differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from markupsafe import Markup, escape

from urlmend._lib.common_ends import common_ends
from urlmend.reports.html.untrusted_text import shortened, visible_lines

# The longest difference that is compared character by character, which takes quadratic time.
_LONGEST_COMPARED = 120
# Shorter runs of equal characters between two differences count as different.
_SHORTEST_EQUAL = 3
_LONGEST_EQUAL = 240
_LONGEST_DIFFERENT = 600


class _Piece(NamedTuple):
    differs: bool
    text: str


def marked(before: str, after: str) -> tuple[Markup, Markup]:
    """Both texts as HTML, with `del` in the first and `ins` in the second around the differences."""
    old, new = visible_lines(before), visible_lines(after)
    head, tail = common_ends(old, new)
    deleted, inserted = _compared(old[head : len(old) - tail], new[head : len(new) - tail])
    start = _Piece(differs=False, text=old[:head])
    end = _Piece(differs=False, text=old[len(old) - tail :])
    # Not merged with what is between them: each is shortened in its middle, so that the difference stays visible.
    return _html((start, *_merged(deleted), end), "del"), _html((start, *_merged(inserted), end), "ins")


def unmarked(text: str) -> Markup:
    """A text as HTML, without marks."""
    return _html([_Piece(differs=False, text=visible_lines(text))], "")


def _compared(old: str, new: str) -> tuple[list[_Piece], list[_Piece]]:
    """The equal and different pieces of both texts."""
    if max(len(old), len(new)) > _LONGEST_COMPARED:
        return [_Piece(differs=True, text=old)], [_Piece(differs=True, text=new)]
    deleted: list[_Piece] = []
    inserted: list[_Piece] = []
    for tag, old_start, old_stop, new_start, new_stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        differs = tag != "equal" or old_stop - old_start < _SHORTEST_EQUAL
        deleted.append(_Piece(differs, old[old_start:old_stop]))
        inserted.append(_Piece(differs, new[new_start:new_stop]))
    return deleted, inserted


def _html(pieces: Iterable[_Piece], element: str) -> Markup:
    parts = []
    for differs, text in pieces:
        shown = escape(shortened(text, _LONGEST_DIFFERENT if differs else _LONGEST_EQUAL))
        parts.append(f"<{element}>{shown}</{element}>" if differs else shown)
    return Markup("".join(parts))  # noqa: S704 - each piece is escaped


def _merged(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces without empty ones, and with adjacent pieces of one kind merged."""
    for differs, group in groupby((piece for piece in pieces if piece.text), key=attrgetter("differs")):
        yield _Piece(differs, "".join(piece.text for piece in group))
