"""Select occurrences of URLs, so that queries see nothing else: by rules, by a condition in SQL, or by scans."""

# ruff: noqa: S608 - the names in queries are ours

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from urlmend.scan.results import validity
from urlmend.settings.config import ConfigError

# What a condition may do: read cells and compute.
_ALLOWED = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE))
# Temporary views hide the tables and views of the result with the same names.
_HIDING = {
    "places": "id IN selected",
    "findings": "url_id IN selected",
    "reading_hashes": "id IN selected",
    "url_texts": "id IN (SELECT url_text_id FROM places UNION SELECT first_text_id FROM places)",
}


class Selection(NamedTuple):
    """Which occurrences of URLs are selected: those that fulfil all conditions."""

    codes: Sequence[str] = ()
    """The codes of rules, one of which reports the URL."""
    where: str | None = None
    """A condition in SQL on the columns of the view `urls`."""
    since_scan: int | None = None
    """The first of the scans that saw the URL first."""


def first_scan_since(connection: sqlite3.Connection, since: str) -> int:
    """Return the number of a scan, or of the first one since a date; one more than the last if there is none.

    Raises ConfigError if the result has no scan with this number.
    """
    last: int = connection.execute("SELECT coalesce(max(id), 0) FROM scans").fetchone()[0]
    if since.isdecimal():
        if not 0 < int(since) <= last:
            raise ConfigError(f"--since-scan {since}: the scans of this result are 1 to {last}")
        return int(since)
    query = "SELECT coalesce(min(id), :last + 1) FROM scans WHERE started >= :since"
    number: int = connection.execute(query, {"last": last, "since": since}).fetchone()[0]
    return number


def select(connection: sqlite3.Connection, selection: Selection) -> int:
    """Hide all other occurrences, with their findings, from later queries; return how many are selected.

    Tables and views keep their names. Raises ConfigError for a wrong condition.
    """
    connection.execute("CREATE TEMP TABLE selected (id INTEGER PRIMARY KEY)")
    connection.executemany("INSERT INTO selected VALUES (?)", _places(connection, selection))
    for table, condition in _HIDING.items():
        connection.execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE {condition}")
    if selection.since_scan is not None:
        scan = int(selection.since_scan)
        connection.execute(f"CREATE TEMP VIEW units AS SELECT * FROM main.units WHERE scan_id >= {scan}")
    for view in validity.VIEWS:
        statement = validity.definition(connection, view) or ""
        connection.execute(statement.replace("CREATE VIEW", "CREATE TEMP VIEW", 1))
    return int(connection.execute("SELECT count(*) FROM selected").fetchone()[0])


def _places(connection: sqlite3.Connection, selection: Selection) -> Iterable[tuple[int]]:
    """The ids of the selected places."""
    conditions = []
    if selection.codes:
        codes = ", ".join("?" * len(selection.codes))
        conditions.append(f"id IN (SELECT url_id FROM findings WHERE settled = 0 AND code IN ({codes}))")
    if selection.since_scan is not None:
        conditions.append(f"first_scan_id >= {int(selection.since_scan)}")
    if selection.where is not None:
        # A comment at its end must not hide the parenthesis.
        conditions.append(f"({selection.where}\n)")
    query = f"SELECT id FROM urls WHERE {' AND '.join(conditions) or 'true'}"
    if selection.where is None:
        return connection.execute(query, selection.codes)
    with _restricted(connection):
        # All of them, before another statement runs.
        return connection.execute(query, selection.codes).fetchall()


@contextmanager
def _restricted(connection: sqlite3.Connection) -> Iterator[None]:
    """Let statements read the result only, but for its settings, which have the key of hashes.

    Raises ConfigError for errors of a condition.
    """

    def decide(action: int, name: str | None, detail: str | None, *_: str | None) -> int:
        is_allowed = action in _ALLOWED and name != "settings" and detail != "load_extension"
        return sqlite3.SQLITE_OK if is_allowed else sqlite3.SQLITE_DENY

    connection.set_authorizer(decide)
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning) as error:
        is_interrupted = getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT"
        reason = "it takes more work than a result of this size allows" if is_interrupted else str(error)
        raise ConfigError(f"--where: {reason}") from error
    finally:
        connection.set_authorizer(None)
