"""The units of a scan on a cluster and what is known of them, on disk: memory does not grow with their number."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from urlmend.scan.identity import FileId
from urlmend.scan.results.dataset import ProblemRow, ResolvedCounts, UnitRow
from urlmend.scan.results.parts import Summary
from urlmend.scan.stored_problems import StoredProblem
from urlmend.scan.work_units import Unit
from urlmend.sources.paths import Problem

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE parts (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE units (
    position INTEGER PRIMARY KEY, key TEXT, name TEXT, bytes INTEGER, start INTEGER, stop INTEGER, input_kind TEXT,
    messages INTEGER, lines INTEGER, urls INTEGER, findings INTEGER
);
CREATE TABLE problems (position INTEGER, key TEXT, name TEXT, name_hash TEXT, reason TEXT);
"""
_TOTALS = """
SELECT coalesce(sum(urls), 0), coalesce(sum(findings), 0) - ?, coalesce(sum(messages), 0),
       (SELECT count(*) FROM problems WHERE reason NOT LIKE 'skipped: %')
FROM units
"""


class Totals(NamedTuple):
    """The contents of a dataset."""

    urls: int
    findings: int
    """Without those that report an ambiguity that the archive has resolved."""
    messages: int
    problems: int
    """Without files that were skipped."""
    settled: int
    """Ambiguous URLs that the archive has resolved."""


class Ledger:
    """Records units in their order, with a summary once they are read; iterating yields the rows of those."""

    def __init__(self, hash_key: bytes) -> None:
        """Create a temporary file; `hash_key` is that of the dataset."""
        self._hash_key = hash_key
        self._connection = sqlite3.connect("")
        self._connection.executescript(_TABLES)
        self._count = 0

    def close(self) -> None:
        """Delete the file."""
        self._connection.close()

    def add_parts(self, keys: Iterable[str]) -> None:
        """Record the parts that exist."""
        self._connection.executemany("INSERT OR IGNORE INTO parts VALUES (?)", ((key,) for key in keys))

    def has_part(self, key: str) -> bool:
        """Whether a part exists that was recorded."""
        return self._connection.execute("SELECT 1 FROM parts WHERE key = ?", (key,)).fetchone() is not None

    def obsolete_parts(self) -> Iterator[str]:
        """Yield the recorded parts that belong to no unit."""
        query = "SELECT key FROM parts WHERE key NOT IN (SELECT key FROM units)"
        return (key for (key,) in self._connection.execute(query))

    def add(self, unit: Unit, key: str) -> int:
        """Record a unit with the key of its part, and return its position."""
        position = self._count
        self._connection.execute(
            "INSERT INTO units (position, key, name, bytes, start, stop, input_kind) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (position, key, unit.names[0], unit.size, unit.start, unit.stop, unit.input_kind),
        )
        self._count += 1
        return position

    def finish(self, position: int, key: str, summary: Summary) -> None:
        """Record what a unit contains."""
        self._connection.execute(
            "UPDATE units SET messages = ?, lines = ?, urls = ?, findings = ? WHERE position = ?",
            (summary.messages, summary.lines, summary.urls, summary.findings, position),
        )
        rows = ((position, key, *problem) for problem in summary.problems)
        self._connection.executemany("INSERT INTO problems VALUES (?, ?, ?, ?, ?)", rows)

    def add_problem(self, problem: Problem) -> None:
        """Record a problem of no unit, or of one that failed."""
        stored = StoredProblem.of(self._hash_key, problem)
        self._connection.execute("INSERT INTO problems VALUES (-1, NULL, ?, ?, ?)", stored)

    def totals(self, resolved: ResolvedCounts) -> Totals:
        """The sums of all units that were read."""
        return Totals._make((*self._connection.execute(_TOTALS, (resolved.findings,)).fetchone(), resolved.urls))

    def problems(self) -> Iterator[ProblemRow]:
        """Yield the problems, those of units that were read in their order."""
        query = "SELECT key, name, name_hash, reason FROM problems ORDER BY position, rowid"
        return map(ProblemRow._make, self._connection.execute(query))

    def __iter__(self) -> Iterator[UnitRow]:
        """Yield the rows of the units that were read; the lines of failed units are counted, too."""
        query = (
            "SELECT position, key, name, bytes, start, stop, input_kind, messages, lines, urls, findings "
            "FROM units ORDER BY position"
        )
        file, first_line, first_message, first_id = "", 0, 0, 1
        for position, key, name, size, start, stop, kind, messages, lines, urls, findings in self._connection.execute(
            query
        ):
            if not stop or name != file:
                file, first_line, first_message = name, 0, 0
            if urls is None:
                first_line += Unit("", (name,), size, start, stop, input_kind=kind).count_lines()
                continue
            yield UnitRow(
                position,
                key,
                *FileId.of(self._hash_key, name),
                size,
                messages,
                lines,
                first_line,
                first_message,
                urls,
                first_id,
                findings,
            )
            first_id += urls
            first_line += lines
            first_message += messages
