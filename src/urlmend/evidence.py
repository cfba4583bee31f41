"""Deciding between the readings of a URL by its other occurrences: what stands unbroken elsewhere is right."""

from __future__ import annotations

from typing import NamedTuple

from urlmend.model import Url


class Candidate(NamedTuple):
    """A URL as it is read, and the other readings that its text allows."""

    url: Url
    readings: tuple[Url, ...] = ()

    def with_reading(self, reading: Url) -> Candidate:
        """The same with one more reading."""
        return Candidate(self.url, (*self.readings, reading))


def settle(candidates: list[Candidate]) -> list[Url]:
    """Choose for each URL the reading that stands unbroken elsewhere, if one does.

    A URL that was chosen so is `certain` and has no alternatives. The others keep the
    preferred reading, and list the texts of the rest; one that may go on in the next
    line is a `guess`.
    """
    unbroken: set[str] = set()
    if any(candidate.readings or candidate.url.breaks for candidate in candidates):
        unbroken = {url.text for url, readings in candidates if not url.breaks and not readings}
    return [_settled(candidate, unbroken) for candidate in candidates]


def _settled(candidate: Candidate, unbroken: set[str]) -> Url:
    url, readings = candidate
    if not url.breaks and not readings:
        return url
    for reading in (url, *readings):
        if reading.breaks and reading.text in unbroken:
            return reading._replace(confidence="certain", alternatives=())
    in_doubt = any(reading.confidence == "guess" for reading in readings)
    return url._replace(
        alternatives=tuple(reading.text for reading in readings),
        confidence="guess" if in_doubt else url.confidence,
    )
