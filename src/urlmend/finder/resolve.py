"""Choose between the readings of an ambiguous URL: the one that occurs unbroken elsewhere is right."""

from __future__ import annotations

from collections.abc import Mapping

from urlmend.model.url import Url


def resolve(urls: list[Url], readings: Mapping[Url, tuple[Url, ...]]) -> list[Url]:
    """The URLs, ambiguous ones in the reading that occurs unbroken elsewhere, if one does.

    `readings` has the other readings of each URL that is broken, or may be; other URLs are returned unchanged. A URL
    that was resolved is `certain` and has no alternatives. Unresolved ones keep the preferred reading and list the
    texts of the others; one that may go on in the next line is a `guess`.
    """
    if not readings:
        return urls
    unbroken = wanted(readings).intersection(url.text for url in urls if url not in readings)
    return [resolved(url, readings[url], unbroken) if url in readings else url for url in urls]


def wanted(readings: Mapping[Url, tuple[Url, ...]]) -> set[str]:
    """The texts that would resolve an ambiguous URL if they occurred unbroken elsewhere."""
    return {reading.text for url, others in readings.items() for reading in (url, *others) if reading.breaks}


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
