"""Simple URLs of a window, all found by one expression, and the triggers in the text between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder.triggers import LOOK_AHEAD, Trigger, find_triggers
from urlmend.model.document import Window

# Longer ordinary URLs may reach MAX_URL; most are far shorter.
LONGEST = 4000
# Length of the chunks that a text is split into, in code points: each stays in the processor's cache, and many hold
# only ASCII, which takes half the memory.
_CHUNK = 1 << 16
# No URL may be so near before the end of a chunk; this many line ends in a row are tried.
_CALM = 1000
_TRIES = 8


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


def split(window: Window, pattern: re.Pattern[str], *, schemeless: bool, faults: bool) -> Split:
    """Split a window at the URLs that a pattern matches, which are its group."""
    text = window.running
    if not window.low and window.high == len(text) <= _CHUNK:  # most documents are no longer
        simple, lengths, gaps = _split_chunk(text, pattern)
        triggers = find_triggers(gaps, 0, len(gaps), schemeless=schemeless, faults=faults)
        return Split(simple, lengths, triggers, 0, len(text), not triggers)
    start, end = max(0, window.low - LOOK_AHEAD), min(len(text), window.high + LOOK_AHEAD)
    while start and text.startswith("http", start):  # nothing would seem to precede it
        start += 1
    simple, lengths, triggers = [], [0], []
    joined = 0
    for chunk in _chunks(text, start, end):
        urls, sizes, gaps = _split_chunk(chunk, pattern)
        simple += urls
        lengths[-1] += sizes[0]
        lengths += sizes[1:]
        found = find_triggers(gaps, 0, len(gaps), schemeless=schemeless, faults=faults)
        triggers += [(offset + joined, kind) for offset, kind in found]
        joined += len(gaps)
    is_all = not triggers and start == window.low and end <= window.high
    return Split(simple, lengths, triggers, start, end, is_all)


def _split_chunk(chunk: str, pattern: re.Pattern[str]) -> tuple[list[str], list[int], str]:
    """The simple URLs of a chunk, the lengths as in `Split`, and the gaps, joined by one character each."""
    pieces = pattern.split(chunk)
    lengths = list(map(len, pieces))
    if max(lengths[1::2], default=0) > LONGEST:
        pieces = _without(pieces, {index for index, length in enumerate(lengths[1::2]) if length > LONGEST})
        lengths = list(map(len, pieces))
    return pieces[1::2], lengths, "\0".join(pieces[::2])


def _chunks(text: str, start: int, end: int) -> Iterator[str]:
    """The text between two offsets in chunks; no simple URL is in another chunk than its surroundings."""
    while end - start > _CHUNK:
        stop = _chunk_end(text, start + _CHUNK, end)
        yield text[start:stop]
        start = stop
    yield text[start:end]


def _chunk_end(text: str, start: int, end: int) -> int:
    """Where a chunk may end: after a line with no URL near, at `start` or later; else at `end`."""
    for low in range(start, end, _CHUNK):
        at = low
        for _ in range(_TRIES):
            at = text.find("\n", at, min(low + _CHUNK, end)) + 1
            if not at:
                break
            if _is_calm(text[max(0, at - _CALM) : at - 1]):
                return at
    return end


def _is_calm(before: str) -> bool:
    """Whether a chunk may end after the line break that follows a text with no URL in it, and no empty last line."""
    return (
        not before.removesuffix("\r")[-1:].isspace() and "\n" in before and "http" not in before and "<" not in before
    )


def _without(pieces: list[str], left_out: set[int]) -> list[str]:
    """The pieces of a chunk, the URLs with these indexes put back into the gaps around them."""
    kept: list[str] = []
    gap, at = pieces[:1], 1
    for url in [2 * index + 1 for index in sorted(left_out)]:
        if at < url:
            kept += ("".join(gap), *pieces[at : url - 1])
            gap = [pieces[url - 1]]
        gap += pieces[url : url + 2]
        at = url + 2
    return [*kept, "".join(gap), *pieces[at:]]
