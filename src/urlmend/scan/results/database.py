"""The database of a scan: each unit is written in one transaction."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from urlmend._version import __version__
from urlmend.redaction.redact import redact_names
from urlmend.rules import RULES
from urlmend.scan.identity import MAX_KEY_SIZE, FileId, hidden_files, new_key, text_hash
from urlmend.scan.results import validity
from urlmend.scan.results.deletion import UnitFiles, delete, file_columns, file_ids
from urlmend.scan.results.migrations import migrate
from urlmend.scan.results.row_writer import KnownIds, RowWriter
from urlmend.scan.results.transactions import transaction
from urlmend.scan.results.validity import ADVICE, HASH_KEY, VERSION
from urlmend.scan.rows import UnitRows
from urlmend.scan.spilled import SpilledRows
from urlmend.scan.stored_problems import StoredProblem, stored_problems
from urlmend.scan.work_units import Unit, chained, content_of_file
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import Problem

_HASH_OF_SETTING = "_hash"
_INSERT_PROBLEM = "INSERT INTO problems (unit_id, name, name_hash, reason) VALUES (?, ?, ?, ?)"


class Counts(NamedTuple):
    """The contents of a result."""

    urls: int
    distinct: int
    findings: int
    """Without those that report an ambiguity that the archive has resolved."""
    messages: int
    problems: int


def encoded_settings(settings: Mapping[str, object], key: bytes) -> dict[str, str]:
    """The settings that a result depends on, as they are stored: JSON without secrets, and the schema version.

    A value with secrets is followed by its hash, in a setting of its own.
    """
    encoded = {"version": VERSION}
    for name, value in settings.items():
        text, encoded[name] = json.dumps(value), json.dumps(_without_secrets(value))
        if text != encoded[name] and (hashed := text_hash(key, text, encoded[name])):
            encoded[f"{name}{_HASH_OF_SETTING}"] = json.dumps(hashed)
    return encoded


def _without_secrets(value: object) -> object:
    if isinstance(value, str):
        return redact_names(value)
    if isinstance(value, Mapping):
        return {redact_names(name): _without_secrets(other) for name, other in value.items()}
    return list(map(_without_secrets, value)) if isinstance(value, list | tuple) else value


def check_settings(path: str, found: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Raise ConfigError if the settings of a result differ from the expected ones."""
    for name, value in expected.items():
        if found.get(name) != value:
            if name.endswith(_HASH_OF_SETTING):
                option = name.removesuffix(_HASH_OF_SETTING).replace("_", "-")
                raise ConfigError(f"{path}: written by a scan with other secrets in {option}; name another file")
            difference = f"{name.replace('_', '-')} was {found.get(name, 'unknown')}, and is {value}"
            raise ConfigError(f"{path}: written by a scan with other settings ({difference}); name another file")


def decoded_key(path: str, settings: Mapping[str, str]) -> bytes:
    """The key of hashes in the settings of a result. Raises ConfigError if it is missing or invalid."""
    try:
        key = bytes.fromhex(json.loads(settings[HASH_KEY]))
    except (KeyError, TypeError, ValueError):
        key = b""
    if not 0 < len(key) <= MAX_KEY_SIZE:
        raise ConfigError(f"{path}: not a valid result of `urlmend scan`: its key of hashes is damaged; {ADVICE}")
    return key


def _now() -> str:
    """The time in UTC, as results have dates."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class _FileProgress(NamedTuple):
    """What was read of a file up to the end of its last unit."""

    name: str = ""
    lines: int = 0
    messages: int = 0
    content: str = ""
    """As `work_units.chained` gives it; empty if it is unknown."""

    def followed_by(self, lines: int, messages: int, content: str) -> _FileProgress:
        """The progress at the end of the next unit; none if that is no part of a file."""
        return _FileProgress(self.name, self.lines + lines, self.messages + messages, content) if self.name else self


class Database:
    """A result that a scan writes; one that was stopped continues with it, without the work units in `done`."""

    def __init__(
        self, path: str, settings: Mapping[str, object], *, unique: bool = False, hash_key: bytes = b""
    ) -> None:
        """Open or create a file; with `unique`, only the first occurrence of each URL is kept.

        `hash_key` is the key of hashes of a new file; empty: a random one.

        Raises ConfigError for a file that is not such a database, or that has other settings.
        """
        try:
            self.connection: sqlite3.Connection = sqlite3.connect(path, isolation_level=None)
            """The connection to the database."""
            if self.connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                self.hash_key: bytes = self._checked_key(path, settings)
            else:
                self.hash_key = hash_key or new_key()
                self._create(settings)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: {validity.reason(error)}") from error
        self._path = path
        self._settings = settings
        self._unique = unique
        self._scan = 0
        """The id of this scan, once it has begun."""
        self.done: dict[str, int] = {}
        """The ids of units, by key and by content."""
        for number, *names in self.connection.execute("SELECT id, key, content FROM units"):
            self.done.update((name, number) for name in names if name)
        self._known_ids: KnownIds = {}
        self._position = 0
        self._moved: list[tuple[str, int, int]] = []
        """The keys and positions of units that are kept, if they have changed, and their ids."""
        self._file = _FileProgress()
        """The file of the last unit that is part of a file."""
        self._kept: set[int] = set()
        self._seen_files: set[FileId] = set()
        """The files of all units of this scan, whether read now or earlier."""

    def _checked_key(self, path: str, settings: Mapping[str, object]) -> bytes:
        """The key of hashes of a result that exists. Raises ConfigError if it is damaged, or has other settings."""
        migrate(self.connection, path)
        found = dict(self.connection.execute("SELECT name, value FROM settings"))
        if reason := validity.fault(self.connection):
            raise ConfigError(f"{path}: {reason}")
        key = decoded_key(path, found)
        check_settings(path, found, encoded_settings(settings, key))
        return key

    def _create(self, settings: Mapping[str, object]) -> None:
        validity.create(self.connection)
        encoded = {**encoded_settings(settings, self.hash_key), HASH_KEY: json.dumps(self.hash_key.hex())}
        self.connection.executemany("INSERT INTO settings VALUES (?, ?)", encoded.items())
        self.connection.execute("COMMIT")

    def skip(self, unit: Unit) -> list[Problem]:
        """Keep the rows of a unit that an earlier scan has written, and return its problems."""
        number = self.done[unit.content or unit.key]
        query = "SELECT key, position, files, file_hashes, lines, messages, content FROM units WHERE id = ?"
        key, position, files, hashes, lines, messages, content = self.connection.execute(query, (number,)).fetchone()
        if (key, position) != (unit.key, self._position):
            self._moved.append((unit.key, self._position, number))
        self._file = self._before(unit).followed_by(lines, messages, content or "")
        self._kept.add(number)
        self._seen_files.update(file_ids(files, hashes))
        self._position += 1
        query = "SELECT name, reason FROM problems WHERE unit_id = ? ORDER BY id"
        return [Problem.of_row(*row) for row in self.connection.execute(query, (number,))]

    def add(self, unit: Unit, outcome: UnitRows | SpilledRows) -> tuple[int, int]:
        """Write all rows of a unit in one transaction, and return the numbers of URLs and of findings."""
        before = self._before(unit)
        content = chained(before.content, outcome.digest) if before.content and outcome.digest else ""
        files = [FileId.of(self.hash_key, path) for path in unit.files]
        try:
            with transaction(self.connection):
                number, urls, findings = self._write(unit, files, outcome, before, content)
        except BaseException:
            self._known_ids.clear()
            raise
        self.done[unit.key] = number
        self._kept.add(number)
        self._seen_files.update(files)
        self._file = before.followed_by(outcome.lines, outcome.messages, content)
        self._position += 1
        return urls, findings

    def _write(
        self, unit: Unit, files: list[FileId], outcome: UnitRows | SpilledRows, before: _FileProgress, content: str
    ) -> tuple[int, int, int]:
        """Write all rows of a unit, within a transaction; return its id, and the numbers of URLs and of findings."""
        cursor = self.connection.cursor()
        columns = "key, position, files, file_hashes, bytes, messages, lines, content, scan_id"
        counts = (unit.size, outcome.messages, outcome.lines)
        cursor.execute(
            f"INSERT INTO units ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # our names
            (unit.key, self._position, *file_columns(files), *counts, content or None, self._scan),
        )
        number = cursor.lastrowid
        assert number is not None
        known = (self._known_ids, before.lines, before.messages)
        writer = RowWriter(cursor, self._scan, number, *known, unique=self._unique)
        urls = findings = 0
        for rows in outcome.chunks() if isinstance(outcome, SpilledRows) else (outcome,):
            urls, findings = urls + len(rows.urls), findings + len(rows.findings)
            writer.write(rows)
            if rows.problems:
                stored = [(number, *problem) for problem in stored_problems(self.hash_key, rows.problems)]
                cursor.executemany(_INSERT_PROBLEM, stored)
        return number, urls, findings

    def fail(self, problem: Problem, unit: Unit | None = None) -> None:
        """Record a problem. A unit that failed is counted as read here, but the next scan reads it again."""
        stored = StoredProblem.of(self.hash_key, problem)
        self.connection.execute(_INSERT_PROBLEM, (None, *stored))
        if unit is not None:
            self._file = self._before(unit).followed_by(unit.count_lines(), 0, "")
            self._position += 1

    def counts(self) -> Counts:
        """The contents of the result."""
        query = (
            "SELECT (SELECT count(*) FROM places), (SELECT count(*) FROM (SELECT DISTINCT url, url_hash FROM url_texts "
            "WHERE EXISTS (SELECT 1 FROM places WHERE url_text_id = url_texts.id))), "
            "(SELECT count(*) FROM findings WHERE settled = 0), (SELECT coalesce(sum(messages), 0) FROM units), "
            "(SELECT count(*) FROM problems WHERE reason NOT LIKE 'skipped: %')"
        )
        return Counts(*self.connection.execute(query).fetchone())

    def begin(self, archives: Sequence[str]) -> None:
        """Start a scan of archives: delete the problems of the last one, except those of units that are kept."""
        # The first line of a rule's page; `Rule.page` imports slowly.
        pages = [(rule, (rule.check.__doc__ or "").strip()) for rule in RULES.values()]
        rules = [(rule.code, rule.name, rule.severity, page.partition("\n")[0]) for rule, page in pages]
        settings = {name: value for name, value in self._settings.items() if value not in (None, False, (), [], {}, "")}
        values = (_now(), __version__, json.dumps(_without_secrets(settings)), json.dumps(_without_secrets(archives)))
        insert = "INSERT INTO scans (started, finished, version, settings, archives) VALUES (?, 0, ?, ?, ?)"
        with transaction(self.connection):
            self.connection.execute("DELETE FROM problems WHERE unit_id IS NULL")
            self.connection.executemany("INSERT OR REPLACE INTO rules VALUES (?, ?, ?, ?)", rules)
            self._scan = self.connection.execute(insert, values).lastrowid or 0

    def remove_obsolete(self, folders: Iterable[str]) -> None:
        """Delete the rows of files that have changed, or that are missing in the folders it walked.

        Those of archives that were not scanned this time are kept.
        """
        units = self._unit_files(self._kept, self._seen_files, folders)
        if self._moved:
            # A key may be that of another unit that is moved, too.
            numbers = [row[2:] for row in self._moved]
            with transaction(self.connection):
                self.connection.executemany("UPDATE units SET key = '-' || id WHERE id = ?", numbers)
                self.connection.executemany("UPDATE units SET key = ?, position = ? WHERE id = ?", self._moved)
        if obsolete := [unit for unit in units if unit.obsolete]:
            self._delete(obsolete)

    def restart_if_changed(self, units: Iterable[Unit], folders: Iterable[str]) -> None:
        """Delete all units if one of them has changed, so that everything is read again.

        This is for `unique`: other occurrences of the URLs of a unit are not in the result. `units` are those of this
        scan. Raises ConfigError, and changes nothing, if the result has archives that this scan does not name.
        """
        kept: set[int] = set()
        seen: set[FileId] = set()
        for unit in units:
            seen.update(FileId.of(self.hash_key, path) for path in unit.files)
            if unit.is_done:
                kept.add(self.done[unit.content or unit.key])
        found = self._unit_files(kept, seen, folders)
        if not any(unit.obsolete for unit in found):
            return
        if others := [file for unit in found for file in unit.others]:
            reason = "an archive has changed, and with --unique all have to be read again"
            raise ConfigError(f"{self._path}: {reason}; name the others, too, such as {others[0].name}")
        numbers = self.connection.execute("SELECT id FROM units")
        self._delete([UnitFiles(number, obsolete=[], others=[]) for (number,) in numbers])
        self.done.clear()

    def _unit_files(self, kept: Set[int], seen: Set[FileId], folders: Iterable[str]) -> list[UnitFiles]:
        """The files of units that are not kept; obsolete are those that were seen again, or are missing in folders."""
        rows = self.connection.execute("SELECT id, files, file_hashes FROM units")
        units = [(number, file_ids(*columns)) for number, *columns in rows if number not in kept]
        if not units:
            return []
        obsolescence = _Obsolescence(self.hash_key, seen, folders)
        found = []
        for number, files in units:
            obsolete = set(filter(obsolescence.covers, files))
            others = [file for file in files if file not in obsolete]
            found.append(UnitFiles(number, [file for file in files if file in obsolete], others))
        return found

    def _delete(self, units: Iterable[UnitFiles]) -> None:
        validity.create_indexes(self.connection)
        self.connection.execute("PRAGMA foreign_keys = ON")  # not for insertions, which it makes slower by a fifth
        with transaction(self.connection):
            delete(self.connection, units)
        self.connection.execute("PRAGMA foreign_keys = OFF")
        self._known_ids.clear()

    def finish(self, *, is_complete: bool = True) -> Counts:
        """Record the end of the scan, and whether it has read all archives; return the contents of the result."""
        counts = self.counts()
        (new,) = self.connection.execute(
            "SELECT count(*) FROM places WHERE first_scan_id = ?", (self._scan,)
        ).fetchone()
        self.connection.execute(
            "UPDATE scans SET ended = ?, finished = ?, urls = ?, distinct_urls = ?, findings = ?, messages = ?, "
            "problems = ?, new_urls = ? WHERE id = ?",
            (_now(), is_complete, *counts, new, self._scan),
        )
        return counts

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def _before(self, unit: Unit) -> _FileProgress:
        """What was read of the file of a unit before it."""
        if not unit.is_part:
            return _FileProgress()
        name = unit.names[0]
        if name == self._file.name:
            return self._file
        return _FileProgress(name, content=content_of_file(name, unit.input_kind) if unit.start == 0 else "")


class _Obsolescence:
    """Decides which files of a result are not up to date after a scan."""

    def __init__(self, key: bytes, seen: Set[FileId], folders: Iterable[str]) -> None:
        """Take the files that the scan has read, and the folders that it walked."""
        self._key = key
        self._seen = {*seen, *(file.resolved() for file in seen)}
        self._folders = list(folders)
        self._roots = [FileId.of(key, folder) for folder in self._folders]

    def covers(self, file: FileId) -> bool:
        """Whether a file was read again, maybe under another name, or is missing in a folder."""
        if file in self._seen or file.resolved() in self._seen:
            return True
        return any(file.is_in(root) for root in self._roots) and not self._exists(file)

    def _exists(self, file: FileId) -> bool:
        return os.path.exists(file.name) if file.hash is None else file in self._hidden

    @cached_property
    def _hidden(self) -> Set[FileId]:
        return hidden_files(self._key, self._folders)
