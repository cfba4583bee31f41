"""Simple URLs of a window, all found by one expression, and the triggers in the text between them."""

from __future__ import annotations

import re
from collections.abc import Callable

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder.triggers import LOOK_AHEAD, Trigger, find_triggers
from urlmend.model.document import Window

Others = Callable[[list[str]], set[int]]
"""Which URLs, by their indexes, a pattern matches that are not simple."""

# Longer ordinary URLs may reach MAX_URL; most are far shorter.
_LONGEST = 4000


class Split(NamedTuple):
    """A window split at its simple URLs."""

    simple: list[str]
    """These URLs."""
    lengths: list[int]
    """The lengths of the gaps before, between and after them, with their own in between."""
    triggers: list[Trigger]
    """The triggers in the gaps, as offsets of the gaps joined by one character each."""
    start: int
    end: int
    """The range that was searched, as offsets of the window's text."""
    is_all: bool
    """Whether there are no other URLs, and the range is all of the document's running text."""


def split(
    window: Window, pattern: re.Pattern[str], others: Others | None = None, *, schemeless: bool, faults: bool
) -> Split:
    """Split a window at the URLs that a pattern matches, less those whose indexes `others` returns."""
    text = window.running
    start, end = max(0, window.low - LOOK_AHEAD), min(len(text), window.high + LOOK_AHEAD)
    while start and text.startswith("http", start):  # nothing would seem to precede it
        start += 1
    simple, lengths, gaps = _split_text(text[start:end], pattern, others)
    triggers = find_triggers(gaps, 0, len(gaps), schemeless=schemeless, faults=faults)
    is_all = not triggers and start == window.low and end <= window.high
    return Split(simple, lengths, triggers, start, end, is_all)


def _split_text(text: str, pattern: re.Pattern[str], others: Others | None) -> tuple[list[str], list[int], str]:
    """The simple URLs of a text, the lengths as in `Split`, and the gaps, joined by one character each."""
    if "http" not in text:
        return [], [len(text)], text
    pieces = _gaps_and_urls(pattern, text)
    lengths = list(map(len, pieces))
    left_out = others(pieces[1::2]) if others else set()
    if max(lengths[1::2], default=0) > _LONGEST:
        left_out |= {index for index, length in enumerate(lengths[1::2]) if length > _LONGEST}
    if left_out:
        pieces = _without(pieces, left_out)
        lengths = list(map(len, pieces))
    return pieces[1::2], lengths, "\0".join(pieces[::2])


def _gaps_and_urls(pattern: re.Pattern[str], text: str) -> list[str]:
    """A text split at the matches of a pattern, which are its first group; its other groups are left out."""
    pieces = pattern.split(text)
    if (step := pattern.groups + 1) == 2:
        return pieces
    urls = pieces[1::step]
    found = [""] * (2 * len(urls) + 1)
    found[::2], found[1::2] = pieces[::step], urls
    return found


def _without(pieces: list[str], left_out: set[int]) -> list[str]:
    """The pieces of a text, the URLs with these indexes put back into the gaps around them."""
    kept: list[str] = []
    gap = pieces[:1]
    for index, (url, after) in enumerate(zip(pieces[1::2], pieces[2::2], strict=True)):
        if index in left_out:
            gap += (url, after)
        else:
            kept += ("".join(gap), url)
            gap = [after]
    return [*kept, "".join(gap)]
