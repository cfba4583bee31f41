"""URLs with the evidence at their line ends, as text and JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from urlmend._lib.sanitize import printable
from urlmend.finder.explain import Weighed
from urlmend.finder.join_evidence import AMBIGUOUS, JOIN
from urlmend.model.document import Document
from urlmend.model.url import Url
from urlmend.reports.rows import url_row

_OUTCOMES = {
    "joined": f"joined, at least {JOIN:g}",
    "guess": f"a guess, {AMBIGUOUS:g} to {JOIN:g}",
    "ended": f"ended, below {AMBIGUOUS:g}",
}


def text(
    document: Document, found: Iterable[tuple[Url, list[Weighed]]], shown: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield each URL, and the evidence at its line ends in indented lines below it; `shown` is applied to URLs."""
    for url, weighed in found:
        yield printable(shown(url.text)) + "\n"
        for place in weighed:
            line, column = document.position(url.spans[0].start)
            name, tail = printable(document.name), printable(place.tail)
            yield f"    {name}:{line}:{column}: {place.weight:g} for {tail} ({_OUTCOMES[place.outcome]})\n"
            for evidence, weight in place.evidence:
                yield f"    {weight:+6g}  {evidence}\n"


def jsonl(
    document: Document, found: Iterable[tuple[Url, list[Weighed]]], shown: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield one JSON object for each URL; `joins` has the evidence. `shown` is applied to URLs."""
    for url, weighed in found:
        joins = [
            {
                "tail": place.tail,
                "weight": place.weight,
                "outcome": place.outcome,
                "evidence": [{"name": name, "weight": weight} for name, weight in place.evidence],
            }
            for place in weighed
        ]
        yield json.dumps({**url_row(document, url, shown), "joins": joins}) + "\n"


FORMATS = {"text": text, "jsonl": jsonl}
