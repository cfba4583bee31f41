"""The database of a scan: each unit is written in one transaction."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from urlmend._lib.sanitize import for_database
from urlmend.redaction.redact import redact
from urlmend.rules import RULES, Rule
from urlmend.scan.results import validity
from urlmend.scan.results.row_writer import RowWriter, TextIds
from urlmend.scan.results.validity import VERSION
from urlmend.scan.rows import UnitRows, redacted_problem
from urlmend.scan.spilled import SpilledRows, chunks_of
from urlmend.scan.work_units import Unit, chained, content_of_file
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import Problem


class Counts(NamedTuple):
    """The contents of a result."""

    urls: int
    distinct: int
    findings: int
    """Without those that report an ambiguity that the archive has resolved."""
    messages: int
    problems: int


def encoded_settings(settings: Mapping[str, object]) -> dict[str, str]:
    """The settings that a result depends on, as they are stored: JSON without secrets, and the schema version."""
    return {"version": VERSION, **{name: redact(json.dumps(value)) for name, value in settings.items()}}


def check_settings(path: str, found: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Raise ConfigError if the settings of a result differ from the expected ones."""
    for name, value in expected.items():
        if found.get(name) != value:
            difference = f"{name.replace('_', '-')} was {found.get(name, 'unknown')}, and is {value}"
            raise ConfigError(f"{path}: written by a scan with other settings ({difference}); name another file")


class _FileProgress(NamedTuple):
    """What was read of a file up to the end of its last unit."""

    name: str = ""
    lines: int = 0
    messages: int = 0
    content: str = ""
    """As `work_units.chained` gives it; empty if it is unknown."""


class _UnitFiles(NamedTuple):
    """The files of a unit: those whose rows have to be deleted, and the others."""

    number: int
    """The id of the unit."""
    obsolete: list[str]
    others: list[str]


class Database:
    """A result that a scan writes; a scan that was stopped continues with it."""

    def __init__(self, path: str, settings: Mapping[str, object], *, unique: bool = False) -> None:
        """Open or create a file; with `unique`, only the first occurrence of each URL is kept.

        Raises ConfigError for a file that is not such a database, or that has other settings.
        """
        expected = encoded_settings(settings)
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA foreign_keys = ON")
            if self._is_empty():
                self._create(expected)
            found = dict(self._connection.execute("SELECT name, value FROM settings"))
            if reason := validity.fault(self._connection):
                raise ConfigError(f"{path}: {reason}")
        except sqlite3.OperationalError as error:
            reason = "not a result of `urlmend scan`" if "no such table" in str(error) else str(error)
            raise ConfigError(f"{path}: {reason}") from error
        except sqlite3.Error as error:
            raise ConfigError(f"{path}: {error}") from error
        except UnicodeDecodeError as error:  # SQLite's message quotes the damaged schema
            raise ConfigError(f"{path}: its schema is damaged") from error
        check_settings(path, found, expected)
        self._path = path
        self._unique = unique
        self._done: dict[str, int] = {}
        """The ids of units, by key and by content."""
        for number, key, content in self._connection.execute("SELECT id, key, content FROM units"):
            self._done[key] = number
            if content:
                self._done[content] = number
        self._text_ids: TextIds = {}
        self._position = 0
        self._moved: list[tuple[str, int, int]] = []
        """The keys and positions of units that are kept, if they have changed, and their ids."""
        self._file = _FileProgress()
        """The file of the last unit that is part of a file."""
        self._kept: set[int] = set()
        self._seen_files: set[str] = set()
        """The files of all units of this scan, whether read now or earlier."""

    def _is_empty(self) -> bool:
        return not self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]

    def _create(self, settings: Mapping[str, str]) -> None:
        validity.create(self._connection)
        self._connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
        self._connection.execute("INSERT INTO last_scan (finished) VALUES (0)")
        rules = ((rule.code, rule.name, rule.severity, _summary(rule)) for rule in RULES.values())
        self._connection.executemany("INSERT INTO rules VALUES (?, ?, ?, ?)", rules)
        self._connection.execute("COMMIT")

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection to the database."""
        return self._connection

    @property
    def is_new(self) -> bool:
        """Whether the result contains no unit."""
        return not self._done

    def is_done(self, key: str) -> bool:
        """Whether the result contains the unit with a key or content."""
        return key in self._done

    def skip(self, unit: Unit) -> list[Problem]:
        """Keep the rows of a unit that an earlier scan has written, and return its problems."""
        number = self._done[unit.content or unit.key]
        query = "SELECT key, position, files, lines, messages, content FROM units WHERE id = ?"
        key, position, files, lines, messages, content = self._connection.execute(query, (number,)).fetchone()
        if (key, position) != (unit.key, self._position):
            self._moved.append((unit.key, self._position, number))
        self._count(unit, lines, messages, content or "")
        self._kept.add(number)
        self._seen_files.update(json.loads(files))
        self._position += 1
        query = "SELECT name, reason FROM problems WHERE unit = ? ORDER BY id"
        return list(map(Problem._make, self._connection.execute(query, (number,))))

    def add(self, unit: Unit, outcome: UnitRows | SpilledRows) -> None:
        """Write all rows of a unit in one transaction."""
        before = self._before(unit)
        content = chained(before.content, outcome.digest) if before.content and outcome.digest else ""
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            files = json.dumps(list(map(redact, unit.files)))
            columns = "key, position, files, bytes, messages, lines, content"
            cursor.execute(
                f"INSERT INTO units ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # our names
                (unit.key, self._position, files, unit.size, outcome.messages, outcome.lines, content or None),
            )
            number = cursor.lastrowid
            assert number is not None
            writer = RowWriter(cursor, number, self._text_ids, unique=self._unique)
            for rows in chunks_of(outcome):
                _write(cursor, number, writer, rows.moved(before.lines, before.messages))
            cursor.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # false if SQLite has rolled it back on a full disk
                cursor.execute("ROLLBACK")
            self._text_ids.clear()
            raise
        self._done[unit.key] = number
        self._kept.add(number)
        self._seen_files.update(map(redact, unit.files))
        self._count(unit, outcome.lines, outcome.messages, content)
        self._position += 1

    def fail(self, problem: Problem, unit: Unit | None = None) -> None:
        """Record a problem. A unit that failed is counted as read here, but the next scan reads it again."""
        self._connection.execute("INSERT INTO problems (name, reason) VALUES (?, ?)", redacted_problem(problem))
        if unit is not None:
            self._count(unit, unit.count_lines(), 0, "")
            self._position += 1

    def counts(self) -> Counts:
        """The contents of the result."""
        query = (
            "SELECT (SELECT count(*) FROM places), (SELECT count(DISTINCT url) FROM url_texts "
            "WHERE EXISTS (SELECT 1 FROM places WHERE url_text = url_texts.id)), "
            "(SELECT count(*) FROM findings WHERE settled = 0), (SELECT coalesce(sum(messages), 0) FROM units), "
            "(SELECT count(*) FROM problems)"
        )
        return Counts(*self._connection.execute(query).fetchone())

    def begin(self) -> None:
        """Start a scan: delete the problems of the last one, except those of units that are kept."""
        self._connection.execute("DELETE FROM problems WHERE unit IS NULL")
        self._connection.execute("UPDATE last_scan SET finished = 0")

    def remove_obsolete(self, folders: Iterable[str]) -> None:
        """Delete the rows of files that have changed, or that are missing in the folders it walked.

        Those of archives that were not scanned this time are kept.
        """
        units = self._unit_files(self._kept, self._seen_files, folders)
        self._move()
        if obsolete := [unit for unit in units if unit.obsolete]:
            self._delete(obsolete)

    def restart_if_changed(self, units: Iterable[Unit], folders: Iterable[str]) -> None:
        """Delete all units if one of them has changed, so that everything is read again.

        This is for `unique`: other occurrences of the URLs of a unit are not in the result. `units` are those of this
        scan. Raises ConfigError, and changes nothing, if the result has archives that this scan does not name.
        """
        kept: set[int] = set()
        seen: set[str] = set()
        for unit in units:
            seen.update(map(redact, unit.files))
            if unit.is_done:
                kept.add(self._done[unit.content or unit.key])
        found = self._unit_files(kept, seen, folders)
        if not any(unit.obsolete for unit in found):
            return
        if others := [file for unit in found for file in unit.others]:
            reason = "an archive has changed, and with --unique all have to be read again"
            raise ConfigError(f"{self._path}: {reason}; name the others, too, such as {others[0]}")
        numbers = self._connection.execute("SELECT id FROM units")
        self._delete([_UnitFiles(number, obsolete=[], others=[]) for (number,) in numbers])
        self._done.clear()

    def _unit_files(self, kept: Set[int], seen: Set[str], folders: Iterable[str]) -> list[_UnitFiles]:
        """The files of units that are not kept; obsolete are those that were seen again, or are missing in folders."""
        roots = tuple(os.path.join(folder, "") for folder in folders)
        rows = self._connection.execute("SELECT id, files FROM units")
        units = [(number, json.loads(files)) for number, files in rows if number not in kept]
        if units:
            seen = {*seen, *map(os.path.realpath, seen)}
        found = []
        for number, files in units:
            obsolete = {file for file in files if _is_obsolete(file, roots, seen)}
            found.append(_UnitFiles(number, sorted(obsolete), [file for file in files if file not in obsolete]))
        return found

    def _delete(self, units: Iterable[_UnitFiles]) -> None:
        """Delete the rows of obsolete files, units without other files, and URLs that occur nowhere else."""
        validity.create_indexes(self._connection)
        self._connection.execute("BEGIN IMMEDIATE")
        for unit in units:
            if unit.others:
                self._delete_files(unit)
            else:
                self._connection.execute("DELETE FROM units WHERE id = ?", (unit.number,))
        self._text_ids.clear()
        self._connection.execute(
            "DELETE FROM url_texts WHERE NOT EXISTS (SELECT 1 FROM places WHERE url_text = url_texts.id) "
            "AND id NOT IN (SELECT first_text FROM places WHERE first_text IS NOT NULL "
            "AND (alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '')))"
        )
        self._connection.execute("COMMIT")

    def _delete_files(self, unit: _UnitFiles) -> None:
        """Delete the rows of the obsolete files of a unit; the next scan of the others reads them again."""
        connection = self._connection
        deleted = 0
        for file in map(for_database, unit.obsolete):
            # The names of members of an archive follow its own.
            of_file = {"unit": unit.number, "file": file, "members": f"{file}!"}
            of_messages, of_problems = (_OF_FILE.format(column) for column in ("archive", "name"))
            count = f"SELECT count(number) FROM messages WHERE {of_messages}"  # noqa: S608  # our names, as below
            deleted += connection.execute(count, of_file).fetchone()[0]
            connection.execute(f"DELETE FROM messages WHERE {of_messages}", of_file)  # noqa: S608
            connection.execute(f"DELETE FROM problems WHERE {of_problems}", of_file)  # noqa: S608
        connection.execute(
            "UPDATE units SET key = '-' || id, content = NULL, files = ?, messages = messages - ? WHERE id = ?",
            (json.dumps(unit.others), deleted, unit.number),
        )

    def finish(self) -> None:
        """Record that the scan has read all archives, and that ambiguous URLs are resolved."""
        self._connection.execute("UPDATE last_scan SET finished = 1")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _move(self) -> None:
        """Write the keys and positions of the units that are kept."""
        if not self._moved:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        # A key may be that of another unit that is moved, too.
        self._connection.executemany(
            "UPDATE units SET key = '-' || id WHERE id = ?", ((row[2],) for row in self._moved)
        )
        self._connection.executemany("UPDATE units SET key = ?, position = ? WHERE id = ?", self._moved)
        self._connection.execute("COMMIT")

    def _before(self, unit: Unit) -> _FileProgress:
        """What was read of the file of a unit before it."""
        if not unit.is_part:
            return _FileProgress()
        name = unit.names[0]
        if name == self._file.name:
            return self._file
        return _FileProgress(name, content=content_of_file(name, unit.input_kind) if unit.start == 0 else "")

    def _count(self, unit: Unit, lines: int, messages: int, content: str) -> None:
        """Add to the lines and messages of a file, if the unit is part of one."""
        if unit.is_part:
            before = self._before(unit)
            self._file = _FileProgress(before.name, before.lines + lines, before.messages + messages, content)


def _write(cursor: sqlite3.Cursor, unit: int, writer: RowWriter, rows: UnitRows) -> None:
    writer.write(rows.urls, rows.findings)
    problems = [(unit, *redacted_problem(problem)) for problem in rows.problems]
    cursor.executemany("INSERT INTO problems (unit, name, reason) VALUES (?, ?, ?)", problems)


# The rows of a unit whose name, in a column, is that of a file or of a member of it.
_OF_FILE = "unit = :unit AND ({0} = :file OR substr({0}, 1, length(:members)) = :members)"


def _is_obsolete(file: str, roots: tuple[str, ...], seen: Set[str]) -> bool:
    """Whether a file was read again, maybe under another name, or is missing in a folder of these."""
    return file in seen or os.path.realpath(file) in seen or (file.startswith(roots) and not os.path.exists(file))


def _summary(rule: Rule) -> str:
    """The first line of a rule's page; `Rule.page` imports slowly."""
    return (rule.check.__doc__ or "").strip().partition("\n")[0]
