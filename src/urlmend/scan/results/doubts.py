"""Doubts that the whole archive settles: the same URL, unbroken, elsewhere."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

# Findings that speak of a doubt, which is none any more once it is settled.
OF_DOUBTS = ("URL106", "URL108")


def settle(connection: sqlite3.Connection) -> int:
    """Settle each doubt of which the archive holds exactly one reading unbroken; how many that are.

    What was settled before is looked at anew: the archive may have changed.
    """
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    cursor.execute("UPDATE findings SET settled = 0 WHERE settled = 1")
    cursor.execute("UPDATE urls SET url = first_reading, decided_by = NULL WHERE decided_by IS NOT NULL")
    doubtful = cursor.execute(
        "SELECT id, url, alternatives FROM urls WHERE alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '')"
    ).fetchall()
    # All are looked up before one is changed: what is settled must not settle others.
    settled = [
        (*attested[0], number)
        for number, url, alternatives in doubtful
        if len(attested := _attested(cursor, [url, *json.loads(alternatives)])) == 1
    ]
    mark(cursor, settled)
    cursor.execute("COMMIT")
    return len(settled)


def mark(cursor: sqlite3.Cursor, settled: Iterable[tuple[str, int, int]]) -> None:
    """Write down what is settled: the right reading, the id of the URL that decided, and the id of the one in doubt."""
    marks = ", ".join("?" * len(OF_DOUBTS))
    for reading, decider, number in settled:
        cursor.execute("UPDATE urls SET url = ?, decided_by = ? WHERE id = ?", (reading, decider, number))
        cursor.execute(
            f"UPDATE findings SET settled = 1 WHERE url_id = ? AND code IN ({marks})",  # noqa: S608  # only marks
            (number, *OF_DOUBTS),
        )


def _attested(cursor: sqlite3.Cursor, readings: list[str]) -> list[tuple[str, int]]:
    """Those of the readings that stand somewhere unbroken and undoubted, with the first place that has them."""
    found = []
    for reading in readings:
        row = cursor.execute(
            "SELECT min(id) FROM urls WHERE url = ? AND breaks = '' AND alternatives = '[]'", (reading,)
        ).fetchone()
        if row[0] is not None:
            found.append((reading, row[0]))
    return found
