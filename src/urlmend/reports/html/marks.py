"""A text before and after mending, with marks where the two differ."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from markupsafe import Markup, escape

from urlmend._lib.line_diff import common_prefix_length
from urlmend.reports.html.visible import shortened, visible_lines

# What differs is compared character by character up to this length; that takes time with its square.
_COMPARED = 120
# Equal characters between two differences that are too few to be told apart.
_SPECK = 3
_LONGEST_EQUAL = 240
_LONGEST_DIFFERENT = 600

Piece = tuple[bool, str]


def marked(before: str, after: str) -> tuple[Markup, Markup]:
    """Both texts as HTML: `del` in the one and `ins` in the other hold what differs."""
    old, new = visible_lines(before), visible_lines(after)
    head = common_prefix_length(old, new)
    tail = common_prefix_length(old[head:][::-1], new[head:][::-1])
    gone, come = _compared(old[head : len(old) - tail], new[head : len(new) - tail])
    begin, end = (False, old[:head]), (False, old[len(old) - tail :])
    return _html((begin, *gone, end), "del"), _html((begin, *come, end), "ins")


def plain(text: str) -> Markup:
    """A text as HTML, without marks."""
    return _html([(False, visible_lines(text))], "")


def _compared(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """The pieces of two texts, with whether they differ."""
    if max(len(old), len(new)) > _COMPARED:
        return [(True, old)], [(True, new)]
    gone: list[Piece] = []
    come: list[Piece] = []
    for tag, low, high, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        differ = tag != "equal" or high - low < _SPECK
        gone.append((differ, old[low:high]))
        come.append((differ, new[start:stop]))
    return gone, come


def _html(pieces: Iterable[Piece], element: str) -> Markup:
    parts = []
    for differ, text in _joined(pieces):
        shown = escape(shortened(text, _LONGEST_DIFFERENT if differ else _LONGEST_EQUAL))
        parts.append(f"<{element}>{shown}</{element}>" if differ else shown)
    return Markup("".join(parts))  # noqa: S704 - each piece is escaped


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without empty ones, and neighbours of one kind as one."""
    joined: list[Piece] = []
    for differ, text in pieces:
        if text and joined and joined[-1][0] == differ:
            joined[-1] = (differ, joined[-1][1] + text)
        elif text:
            joined.append((differ, text))
    return joined
