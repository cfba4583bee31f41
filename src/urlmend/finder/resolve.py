"""Deciding between the readings of a URL by its other occurrences: what stands unbroken elsewhere is right."""

from __future__ import annotations

from collections.abc import Mapping

from urlmend.model.url import Url


def settle(urls: list[Url], readings: Mapping[Url, tuple[Url, ...]]) -> list[Url]:
    """Choose for each URL in doubt the reading that stands unbroken elsewhere, if one does.

    `readings` has the other readings of each URL that is broken, or may be; a URL that is not
    in it stands as it is. A URL that was chosen so is `certain` and has no alternatives. The
    others keep the preferred reading, and list the texts of the rest; one that may go on in the
    next line is a `guess`.
    """
    if not readings:
        return urls
    unbroken = wanted(readings).intersection(url.text for url in urls if url not in readings)
    return [settled(url, readings[url], unbroken) if url in readings else url for url in urls]


def wanted(readings: Mapping[Url, tuple[Url, ...]]) -> set[str]:
    """The texts that would settle a doubt if they stood unbroken elsewhere."""
    return {reading.text for url, others in readings.items() for reading in (url, *others) if reading.breaks}


def settled(url: Url, readings: tuple[Url, ...], unbroken: set[str]) -> Url:
    """A URL in doubt, settled by the texts that stand unbroken elsewhere; see `settle`."""
    for reading in (url, *readings):
        if reading.breaks and reading.text in unbroken:
            return reading._replace(confidence="certain", alternatives=())
    in_doubt = any(reading.confidence == "guess" for reading in readings)
    return url._replace(
        alternatives=tuple(reading.text for reading in readings),
        confidence="guess" if in_doubt else url.confidence,
    )
