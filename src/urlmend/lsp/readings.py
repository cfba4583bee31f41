"""The readings of a URL that is ambiguous, and edits that leave only one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from urlmend.lsp.titles import shortened
from urlmend.model.finding import Edit
from urlmend.model.lines import SIGNS
from urlmend.model.span import Span
from urlmend.rules.edits import on_one_line
from urlmend.rules.registry import Case

# How far after a URL its longer reading may end, in code points.
_REACH = 400
_GAP = rf"[ \t]*(?:\r\n?|\n)[ \t{SIGNS}]*"


class Reading(NamedTuple):
    """A reading of a URL, and the edits of the document's text that make it the only one."""

    title: str
    url: str
    edits: tuple[Edit, ...]


def readings(case: Case) -> Iterator[Reading]:
    """Yield the readings of a URL that has alternatives."""
    url = case.url
    joined = on_one_line(case)
    if joined:
        is_hyphen = any(_without_hyphens(other) == _without_hyphens(url.text) for other in url.alternatives)
        yield Reading("Keep the hyphen" if is_hyphen else "Rejoin the URL on one line", url.text, joined)
    for other in url.alternatives:
        if _without_hyphens(other) == _without_hyphens(url.text):
            if joined and (edits := _dropped(case, other, joined)):
                yield Reading("Drop the hyphen", other, edits)
        elif url.text.startswith(other) and not case.wrapped:
            yield Reading(f"End the URL after {shortened(case.shown_reading(other))}", other, _ended(case, len(other)))
        elif other.startswith(url.text) and (edits := _extended(case, other[len(url.text) :])):
            yield Reading(f"Continue the URL on this line: {shortened(case.shown_reading(other))}", other, edits)


def _without_hyphens(text: str) -> str:
    return text.replace("-", "")


def _dropped(case: Case, other: str, joined: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Write another reading than `joined` on one line, which has fewer hyphens."""
    (start, stop), text = joined[0]
    before = sum(span.stop - span.start for span in case.url.spans if span.stop <= start)
    moved = case.url.text[before:]
    if not text.startswith(moved):
        return ()
    if other.startswith(case.url.text[:before]):
        return (Edit(Span(start, stop), other[before:] + text[len(moved) :]),)
    return (Edit(Span(start - 1, stop), other[before - 1 :] + text[len(moved) :]),)


def _ended(case: Case, length: int) -> tuple[Edit, ...]:
    """Wrap the beginning of a bare URL."""
    start, stop = case.url.spans[0].start, case.url.spans_of(0, length)[-1].stop
    return (Edit(Span(start, start), "<"), Edit(Span(stop, stop), ">"))


def _extended(case: Case, rest: str) -> tuple[Edit, ...]:
    """Move the rest of a URL from the next line."""
    stop = case.url.spans[-1].stop
    found = re.match(_GAP + re.escape(rest), case.text[stop : stop + _REACH])
    return (Edit(Span(stop, stop + found.end()), rest),) if found else ()
