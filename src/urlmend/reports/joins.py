"""URLs with the evidence at their line ends, as text and JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from urlmend._lib.sanitize import printable, strict_json
from urlmend.finder.explain import Weighed
from urlmend.finder.join_evidence import AMBIGUOUS, JOIN
from urlmend.model.document import Document
from urlmend.model.url import Url
from urlmend.reports import position
from urlmend.reports.rows import url_row

# The outcomes in words.
_DECISIONS = {
    "joined": f"joined, at least {JOIN:g}",
    "guess": f"a guess, {AMBIGUOUS:g} to {JOIN:g}",
    "ended": f"ended, below {AMBIGUOUS:g}",
}


def text(
    document: Document, found: Iterable[tuple[Url, list[Weighed]]], shown: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield each URL, and the evidence at its line ends in indented lines below it; `shown` is applied to URLs.

    If the format decodes the URL, or joins its pieces, a line says how it is written.
    """
    for url, weighed in found:
        yield printable(shown(url.text)) + "\n"
        start = url.spans[0].start if url.spans else url.outer.start
        at = f"    {printable(f'{document.name}:{position(document, start)}')}:"
        if written := _written(document, url):
            yield f"{at} written as {printable(shown(written))} (format {document.format})\n"
        for end in weighed:
            yield f"{at} {end.weight:g} for {printable(end.tail)} ({_DECISIONS[end.outcome]})\n"
            for evidence, weight in end.evidence:
                yield f"    {weight:+6g}  {evidence}\n"


def jsonl(
    document: Document, found: Iterable[tuple[Url, list[Weighed]]], shown: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield one JSON object for each URL; `joins` has the evidence. `shown` is applied to URLs.

    `written` is how the URL is written, if the format decodes it, or joins its pieces.
    """
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
        written = _written(document, url)
        source = {"written": shown(written)} if written else {}
        yield strict_json({**url_row(document, url, shown), **source, "joins": joins}) + "\n"


def _written(document: Document, url: Url) -> str:
    """The source of a URL if the format of the document rewrote any piece of it; else the empty string."""
    source, spans = document.source.text, [document.in_source(span) for span in url.spans]
    if not spans or "".join(source[start:stop] for start, stop in spans) == url.text:
        return ""
    return source[spans[0].start : spans[-1].stop]


FORMATS = {"text": text, "jsonl": jsonl}
