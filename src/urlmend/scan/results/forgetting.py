"""Remove archives from a database, as if they had never been scanned."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from urlmend._lib.suggestion import did_you_mean
from urlmend.scan.identity import FileId
from urlmend.scan.results import validity
from urlmend.scan.results.deletion import UnitFiles, delete, delete_problems, file_ids
from urlmend.scan.results.footers import mark_footers
from urlmend.scan.results.resolve_sql import resolve_again, undo
from urlmend.scan.results.transactions import transaction
from urlmend.settings.config import ConfigError
from urlmend.sources.remote import is_remote


class Forgotten(NamedTuple):
    """The numbers of removed files and rows."""

    files: int
    urls: int
    findings: int


def forget(connection: sqlite3.Connection, path: str, key: bytes, archives: Sequence[str]) -> Forgotten:
    """Remove files, or all files of folders, with their rows, in one transaction; `key` is that of hashes.

    Raises ConfigError, and changes nothing, if the result has no such file.
    """
    validity.create_indexes(connection)
    connection.execute("PRAGMA secure_delete = ON")
    cursor = connection.cursor()
    with transaction(connection):
        before = _counts(cursor)
        named = [_Named(key, archive) for archive in archives]
        undo(cursor)
        files = _delete(connection, named)
        for one in named:
            if not one.is_found:
                hint = did_you_mean(one.name, _names(cursor))
                raise ConfigError(f"{path}: it has no archive {one.name}{hint}; nothing was removed")
        mark_footers(connection)
        resolve_again(cursor)
        after = _counts(cursor)
    return Forgotten(files, before[0] - after[0], before[1] - after[1])


class _Named:
    """An archive that the command line names."""

    def __init__(self, key: bytes, name: str) -> None:
        self.name = name
        self.is_found = False
        path = name if is_remote(name) else os.path.normpath(name)
        self._ids = [FileId.of(key, form) for form in dict.fromkeys((name, path, _absolute(path)))]

    def covers(self, file: FileId) -> bool:
        """Whether it is the file, or a folder that contains it; remember that it is in the result."""
        forms = (file, FileId(_absolute(file.name), file.hash))
        found = any(form == one or form.is_in(one) for form in forms for one in self._ids)
        self.is_found |= found
        return found


def _absolute(path: str) -> str:
    return path if is_remote(path) else os.path.abspath(path)


def _delete(connection: sqlite3.Connection, named: Sequence[_Named]) -> int:
    """Delete the named files, and return their number."""
    units = []
    forgotten: set[FileId] = set()
    for number, *columns in connection.execute("SELECT id, files, file_hashes FROM units"):
        files = file_ids(*columns)
        obsolete = [file for file in files if _is_covered(file, named)]
        if obsolete:
            units.append(UnitFiles(number, obsolete, [file for file in files if file not in set(obsolete)]))
            forgotten.update(obsolete)
    delete(connection, units)
    unread = connection.execute("SELECT DISTINCT name, name_hash FROM problems WHERE unit_id IS NULL").fetchall()
    for file in map(FileId._make, unread):
        if _is_covered(file, named):
            delete_problems(connection, None, file)
            forgotten.add(file)
    return len(forgotten)


def _is_covered(file: FileId, named: Sequence[_Named]) -> bool:
    found = [one.covers(file) for one in named]  # all are asked, as each must be found
    return any(found)


def _names(cursor: sqlite3.Cursor) -> Iterable[str]:
    return (
        name for (name,) in cursor.execute("SELECT DISTINCT j.value FROM units u, json_each(u.files) j LIMIT 10000")
    )


def _counts(cursor: sqlite3.Cursor) -> tuple[int, int]:
    query = "SELECT (SELECT count(*) FROM places), (SELECT count(*) FROM findings WHERE settled = 0)"
    urls, findings = cursor.execute(query).fetchone()
    return urls, findings
