"""The database of a scan: pieces are written one by one, whole or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import NamedTuple

from urlmend._lib.sanitize import sound
from urlmend.redaction.secrets import redact
from urlmend.scan.rows import FINDING_FIELDS, UnitRows, UrlRow
from urlmend.scan.work_units import Unit
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import Problem

VERSION = "1"


class Counts(NamedTuple):
    """What a result holds."""

    urls: int
    distinct: int
    findings: int
    """Those of doubts that the archive has settled are left out."""
    messages: int
    problems: int


def written(settings: Mapping[str, object]) -> dict[str, str]:
    """What decides what is in a result, as a result has it."""
    return {"version": VERSION, **{name: redact(json.dumps(value)) for name, value in settings.items()}}


def check_same(path: str, found: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Raises ConfigError if a result was made with other settings than are wanted."""
    for name, value in wanted.items():
        if found.get(name) != value:
            told = f"{name} was {found.get(name, 'unknown')}, and is {value}"
            raise ConfigError(f"{path} is of a scan with other settings ({told}); name another file")


class Database:
    """A result that a scan writes into."""

    def __init__(self, path: str, settings: Mapping[str, object], *, unique: bool = False) -> None:
        """Open a file, or make it; `unique` keeps the first occurrence of each URL alone.

        Raises ConfigError for a file that is no such database, or that was made with other settings.
        """
        wanted = written(settings)
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA foreign_keys = ON")
            if self._is_empty():
                self._make(wanted)
            found = dict(self._connection.execute("SELECT name, value FROM settings"))
        except sqlite3.OperationalError as error:
            told = "is no result of a scan" if "no such table" in str(error) else error
            raise ConfigError(f"{path}: {told}") from error
        except sqlite3.Error as error:
            raise ConfigError(f"{path}: {error}") from error
        check_same(path, found, wanted)
        self._path = path
        self._unique = unique
        self._done = dict(self._connection.execute("SELECT key, id FROM units"))
        self._position = 0
        self._part = ("", 0, 0)
        """The name of the file that parts are of, and how many lines and messages were before the next part."""
        self._kept: set[int] = set()
        self._met: set[str] = set()
        """The files that the scan has read, or need not read."""

    def _is_empty(self) -> bool:
        return not self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]

    def _make(self, settings: Mapping[str, str]) -> None:
        schema = files("urlmend.scan.results").joinpath("schema.sql").read_text("utf-8")
        self._connection.executescript(f"BEGIN; {schema}")
        self._connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
        self._connection.execute("COMMIT")

    @property
    def connection(self) -> sqlite3.Connection:
        """What speaks to the database."""
        return self._connection

    def is_done(self, key: str) -> bool:
        """Whether a unit is in the result already."""
        return key in self._done

    def skip(self, unit: Unit) -> None:
        """Keep what is there of a unit that is done."""
        number = self._done[unit.key]
        row = self._connection.execute("SELECT lines, messages FROM units WHERE id = ?", (number,)).fetchone()
        self._connection.execute("UPDATE units SET position = ? WHERE id = ?", (self._position, number))
        self._count_on(unit, row[0], row[1])
        self._kept.add(number)
        self._met.update(unit.files)
        self._position += 1

    def add(self, unit: Unit, outcome: UnitRows) -> None:
        """Write a unit: all of its rows, or none."""
        name, lines, messages = self._part
        if not unit.is_part or name != unit.names[0]:
            lines = messages = 0
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            files = json.dumps(unit.files)
            row = (unit.key, self._position, files, unit.size, outcome.messages, outcome.lines)
            cursor.execute(
                "INSERT INTO units (key, position, files, bytes, messages, lines) VALUES (?, ?, ?, ?, ?, ?)", row
            )
            number = cursor.lastrowid
            assert number is not None
            self._write(cursor, number, outcome.moved(lines, messages))
            cursor.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has undone it already
                cursor.execute("ROLLBACK")
            raise
        self._done[unit.key] = number
        self._kept.add(number)
        self._met.update(unit.files)
        self._count_on(unit, outcome.lines, outcome.messages)
        self._position += 1

    def fail(self, problem: Problem, unit: Unit | None = None) -> None:
        """Note a problem, and that it was with a unit: the next scan tries that again."""
        self._connection.execute("INSERT INTO problems (name, reason) VALUES (?, ?)", _told(problem))
        if unit is not None:
            self._count_on(unit, unit.count_lines(), 0)
            self._position += 1

    def counts(self) -> Counts:
        """What the result holds."""
        query = (
            "SELECT (SELECT count(*) FROM urls), (SELECT count(DISTINCT url) FROM urls), "
            "(SELECT count(*) FROM findings WHERE settled = 0), (SELECT coalesce(sum(messages), 0) FROM units), "
            "(SELECT count(*) FROM problems)"
        )
        return Counts(*self._connection.execute(query).fetchone())

    def begin(self) -> None:
        """Begin a scan: problems of the last one are forgotten, as long as they are not those of units that stay."""
        self._connection.execute("DELETE FROM problems WHERE unit IS NULL")

    def finish(self, folders: Iterable[str]) -> None:
        """End a scan that came to its end: what it has read anew is gone, and what is no more in the folders it walked.

        Archives that it was not told of stay. Raises ConfigError if something is gone and each URL is kept once:
        what stands elsewhere, too, would be gone with it.
        """
        roots = tuple(os.path.join(folder, "") for folder in folders)
        gone = [
            (number,)
            for number, files in self._connection.execute("SELECT id, files FROM units").fetchall()
            if number not in self._kept and any(self._is_old(file, roots) for file in json.loads(files))
        ]
        if gone and self._unique:
            told = "what it was made from has changed, and with --unique the other occurrences are not kept"
            raise ConfigError(f"{self._path}: {told}; name another file")
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("DELETE FROM units WHERE id = ?", gone)
        self._connection.execute("COMMIT")

    def _is_old(self, file: str, roots: tuple[str, ...]) -> bool:
        return file in self._met or (file.startswith(roots) and not os.path.exists(file))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _count_on(self, unit: Unit, lines: int, messages: int) -> None:
        if unit.is_part:
            name, lines_before, messages_before = self._part
            if name != unit.names[0]:
                lines_before = messages_before = 0
            self._part = (unit.names[0], lines_before + lines, messages_before + messages)

    def _write(self, cursor: sqlite3.Cursor, unit: int, outcome: UnitRows) -> None:
        first = cursor.execute("SELECT coalesce(max(id), 0) + 1 FROM urls").fetchone()[0]
        numbers = self._numbers(cursor, outcome.urls, first)
        cursor.executemany(
            _insert("urls", "id", "unit", *UrlRow._fields),
            ((number, unit, *row) for number, row in zip(numbers, outcome.urls, strict=True) if number),
        )
        cursor.executemany(
            _insert("findings", "url_id", *FINDING_FIELDS, "settled"),
            ((numbers[row.url], *row[1:], 0) for row in outcome.findings if numbers[row.url]),
        )
        problems = [(unit, *_told(problem)) for problem in outcome.problems]
        cursor.executemany("INSERT INTO problems (unit, name, reason) VALUES (?, ?, ?)", problems)

    def _numbers(self, cursor: sqlite3.Cursor, rows: Iterable[UrlRow], first: int) -> list[int]:
        """The id of each row; 0 for those that are not wanted a second time."""
        if not self._unique:
            return list(range(first, first + len(list(rows))))
        numbers: list[int] = []
        seen: set[str] = set()
        for row in rows:
            known = row.url in seen or cursor.execute("SELECT 1 FROM urls WHERE url = ?", (row.url,)).fetchone()
            seen.add(row.url)
            numbers.append(0 if known else first)
            first += not known
        return numbers


def _insert(table: str, *columns: str) -> str:
    """The statement that inserts a row with these columns."""
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608  # only names of ours


def _told(problem: Problem) -> tuple[str, str]:
    return sound(problem.name), sound(redact(problem.reason))
