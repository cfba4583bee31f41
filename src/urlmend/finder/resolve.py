"""Choose between the readings of an ambiguous URL: the one that occurs unbroken elsewhere is right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from urlmend.model.url import Url

Known = Callable[[Collection[str]], set[str]]
"""Returns those of some texts that occur as unbroken URLs in other documents."""


def resolve(urls: list[Url], readings: Mapping[Url, tuple[Url, ...]], known: Known | None = None) -> list[Url]:
    """The URLs, ambiguous ones in the reading that occurs unbroken elsewhere, if one does.

    `readings` has the other readings of each URL that is broken, or may be; other URLs are returned unchanged. A URL
    that was resolved is `certain` and has no alternatives. Unresolved ones keep the preferred reading and list the
    texts of the others; one that may go on in the next line is a `guess`. `known` is asked for readings that do not
    occur in the document.
    """
    if not readings:
        return urls
    unbroken = attested(readings, (url.text for url in urls if url not in readings), known)
    return [resolved(url, readings[url], unbroken) if url in readings else url for url in urls]


def attested(readings: Mapping[Url, tuple[Url, ...]], texts: Iterable[str], known: Known | None) -> set[str]:
    """The readings of ambiguous URLs that occur unbroken elsewhere: in `texts`, or else in other documents."""
    wanted = {url: {reading.text for reading in (url, *others) if reading.breaks} for url, others in readings.items()}
    unbroken = set().union(*wanted.values()).intersection(texts)
    if known:
        doubtful = [texts for texts in wanted.values() if not texts & unbroken]
        unbroken |= known(set().union(*doubtful)) if any(doubtful) else set()
    return unbroken


def resolved(url: Url, readings: tuple[Url, ...], unbroken: set[str]) -> Url:
    """One ambiguous URL, resolved by the texts that occur unbroken elsewhere; see `resolve`."""
    for reading in (url, *readings):
        if reading.breaks and reading.text in unbroken:
            return reading._replace(confidence="certain", alternatives=())
    ambiguous = any(reading.confidence == "guess" for reading in readings)
    return url._replace(
        alternatives=tuple(reading.text for reading in readings),
        confidence="guess" if ambiguous else url.confidence,
    )
