"""Resolve ambiguous URLs of a database: the archive may contain exactly one of the readings unbroken."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from urlmend.scan.progress import Track
from urlmend.scan.results.footers import mark_footers
from urlmend.scan.results.row_writer import text_key
from urlmend.scan.results.transactions import transaction
from urlmend.scan.results.validity import create_indexes

# Rules that report an ambiguity; their findings are closed once the URL is resolved.
AMBIGUITY_RULES = ("URL106", "URL108")
# The places that may be decided: the condition is that of the index `places_in_doubt`.
_IN_DOUBT = "p.alternatives <> '[]' OR (p.confidence = 'likely' AND p.breaks <> '')"


class Reading(NamedTuple):
    """A reading of a URL."""

    url: str
    hash: str | None
    """Its `url_hash`."""


class Resolution(NamedTuple):
    """The decision about one ambiguous URL."""

    url: str
    """The correct reading."""
    decided_by: int
    """The id of the first unbroken occurrence of that reading."""
    id: int
    """The id of the ambiguous URL."""


def resolve(connection: sqlite3.Connection, track: Track[Sequence[Any]] = lambda items, _: items) -> int:
    """Resolve each ambiguous URL of which the archive contains exactly one reading unbroken; return their number.

    Footers are marked, too. Earlier decisions are undone first, as the archive may have changed. `track` shows the
    progress.
    """
    with transaction(connection):
        mark_footers(connection)
    create_indexes(connection)
    cursor = connection.cursor()
    if not cursor.execute(f"SELECT 1 FROM places p WHERE {_IN_DOUBT} LIMIT 1").fetchone():  # noqa: S608  # ours
        return 0
    with transaction(connection):
        undo(cursor)
        return resolve_again(cursor, track)


def undo(cursor: sqlite3.Cursor) -> None:
    """Undo all resolutions, within a transaction."""
    cursor.execute("UPDATE findings SET settled = 0 WHERE settled = 1")
    cursor.execute(
        "UPDATE places AS p SET url_text_id = first_text_id, first_text_id = NULL, decided_by = NULL "  # noqa: S608
        f"WHERE ({_IN_DOUBT}) AND first_text_id IS NOT NULL"
    )


def resolve_again(cursor: sqlite3.Cursor, track: Track[Sequence[Any]] = lambda items, _: items) -> int:
    """Resolve the ambiguous URLs of a result without resolutions, within a transaction; return their number."""
    (count,) = cursor.execute(f"SELECT count(*) FROM places p WHERE {_IN_DOUBT}").fetchone()  # noqa: S608  # ours
    ambiguous = cursor.connection.execute(
        "SELECT p.id, t.url, t.url_hash, p.alternatives, h.alternative_hashes "  # noqa: S608  # ours
        "FROM places p JOIN url_texts t ON t.id = p.url_text_id LEFT JOIN reading_hashes h ON h.id = p.id "
        f"WHERE {_IN_DOUBT} ORDER BY p.id"
    )
    # Find all resolutions before any is written: a resolved URL must not resolve others.
    first: dict[Reading, int | None] = {}
    resolutions = [
        Resolution(attested[0][0].url, attested[0][1], id=url_id)
        for url_id, *readings in track(ambiguous, count)
        if len(attested := _attested(cursor, first, deciding_readings(*readings))) == 1
    ]
    if resolutions:
        write_resolutions(cursor, resolutions)
    return len(resolutions)


def deciding_readings(url: str, url_hash: str | None, alternatives: str, hashes: str | None) -> list[Reading]:
    """The readings that decide if they occur unbroken, the URL first; `alternatives` and `hashes` are JSON lists.

    The beginning of another reading is not among them: `http://a.example/` may occur besides `http://a.example/b`.
    Nor are readings that differ in a secret only: one may be the beginning of the other.
    """
    others = json.loads(alternatives)
    readings = [Reading(url, url_hash), *map(Reading, others, json.loads(hashes) if hashes else repeat(None))]
    return [one for one in readings if not any(other != one and other.url.startswith(one.url) for other in readings)]


def write_resolutions(cursor: sqlite3.Cursor, resolutions: Iterable[Resolution]) -> None:
    """Update the resolved URLs, and close their findings of AMBIGUITY_RULES."""
    placeholders = ", ".join("?" * len(AMBIGUITY_RULES))
    for _, decided_by, url_id in resolutions:
        cursor.execute(
            "UPDATE places SET first_text_id = url_text_id, decided_by = :decided_by, "
            "url_text_id = (SELECT url_text_id FROM places WHERE id = :decided_by) WHERE id = :id",
            {"decided_by": decided_by, "id": url_id},
        )
        cursor.execute(
            f"UPDATE findings SET settled = 1 WHERE url_id = ? AND code IN ({placeholders})",  # noqa: S608
            (url_id, *AMBIGUITY_RULES),
        )


def _attested(
    cursor: sqlite3.Cursor, first: dict[Reading, int | None], readings: list[Reading]
) -> list[tuple[Reading, int]]:
    """The readings that occur unbroken and without alternatives, each with the id of its first occurrence.

    `first` has the id, or None, of each reading that was looked up: this reads all occurrences, and many URLs share a
    reading.
    """
    query = (
        "SELECT min(p.id) FROM url_texts t JOIN places p ON p.url_text_id = t.id "
        "WHERE t.url_key = ? AND t.url = ? AND t.url_hash IS ? AND p.breaks = '' AND p.alternatives = '[]'"
    )
    for reading in readings:
        if reading not in first:
            (first[reading],) = cursor.execute(query, (text_key(reading.url), *reading)).fetchone()
    return [(reading, number) for reading in readings if (number := first[reading]) is not None]
