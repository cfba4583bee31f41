"""Delete files from a database, with the rows that belong to no other file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from urlmend.scan.identity import FileId


class UnitFiles(NamedTuple):
    """The files of a unit: those whose rows have to be deleted, and the others."""

    number: int
    """The id of the unit."""
    obsolete: list[FileId]
    others: list[FileId]


# The rows of a unit whose name, in a column, is that of a file or of a member of it.
_OF_FILE = """
    unit_id IS :unit AND ({0} = :file OR substr({0}, 1, length(:members)) = :members)
    AND (:hash IS NULL OR substr({0}_hash || '.', 1, length(:hash) + 1) = :hash || '.')
"""
# The identity of a place in every reading of its message: the message, or without a message-id the file, and the URL
# by its own text alone.
_PLACES = """
    SELECT p.id, p.first_scan_id, p.message_id, t.url, coalesce(t.url_hash, '') AS hash,
           coalesce(m.message_id_header, m.archive || ' ' || coalesce(m.archive_hash, '')) AS source
    FROM places p JOIN messages m ON m.id = p.message_id
         JOIN url_texts t ON t.id = coalesce(p.first_text_id, p.url_text_id)
"""
_TURN = "row_number() OVER (PARTITION BY source, url, hash ORDER BY first_scan_id {0}, id) AS turn"
_EARLIER = (
    f"INSERT INTO temp.earlier SELECT source, url, hash, {_TURN.format('ASC')}, first_scan_id "  # noqa: S608  # our names
    f"FROM ({_PLACES} WHERE p.message_id IN deleted)"
)
# The newest ones first: they may be new readings of what is deleted; others are copies of it.
_KEEP_FIRST_SCANS = f"""
    UPDATE places SET first_scan_id = found.scan FROM (
        SELECT id, e.scan FROM (
            SELECT id, source, url, hash, {_TURN.format("DESC")} FROM (
                {_PLACES} WHERE p.first_scan_id > (SELECT min(scan) FROM earlier) AND p.message_id NOT IN deleted
            ) WHERE (source, url, hash) IN (SELECT source, url, hash FROM earlier)
        ) JOIN earlier e USING (source, url, hash, turn)
    ) found WHERE places.id = found.id AND found.scan < places.first_scan_id
"""  # noqa: S608


def file_columns(files: Sequence[FileId]) -> tuple[str, str | None]:
    """The columns `files` and `file_hashes` of a unit."""
    hashes = [file.hash for file in files]
    return json.dumps([file.name for file in files]), json.dumps(hashes) if any(hashes) else None


def file_ids(files: str, hashes: str | None) -> list[FileId]:
    """The files of a unit by these columns."""
    return list(map(FileId, json.loads(files), json.loads(hashes) if hashes else repeat(None)))


def delete(connection: sqlite3.Connection, units: Iterable[UnitFiles]) -> None:
    """Delete the rows of obsolete files, units without other files, and URLs that occur nowhere else.

    A place that remains, and occurred in a deleted file in the same message, was first seen by the scan that saw that
    one. This is within a transaction, and needs the indexes.
    """
    units = list(units)
    _note_messages(connection, units)
    connection.execute(
        "CREATE TEMP TABLE earlier (source, url, hash, turn, scan, PRIMARY KEY (source, url, hash, turn))"
    )
    connection.execute(_EARLIER)
    for unit in units:
        if unit.others:
            _delete_files(connection, unit)
        else:
            connection.execute("DELETE FROM units WHERE id = ?", (unit.number,))
    connection.execute(_KEEP_FIRST_SCANS)
    connection.execute(
        "DELETE FROM url_texts WHERE NOT EXISTS (SELECT 1 FROM places WHERE url_text_id = url_texts.id) "
        "AND id NOT IN (SELECT first_text_id FROM places WHERE first_text_id IS NOT NULL "
        "AND (alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '')))"
    )
    for table, key, user in (
        ("parts", "part_id", "places"),
        ("authors", "author_id", "messages"),
        ("recipients", "recipients_id", "messages"),
    ):
        connection.execute(f"DELETE FROM {table} WHERE id NOT IN (SELECT {key} FROM {user})")  # noqa: S608  # our names
    for table in ("deleted", "earlier"):
        connection.execute(f"DROP TABLE temp.{table}")


def _note_messages(connection: sqlite3.Connection, units: Iterable[UnitFiles]) -> None:
    """Write the ids of the messages that will be deleted to a temporary table."""
    connection.execute("CREATE TEMP TABLE deleted (message_id INTEGER PRIMARY KEY)")
    insert = "INSERT OR IGNORE INTO temp.deleted SELECT id FROM messages WHERE"
    for unit in units:
        if not unit.others:
            connection.execute(f"{insert} unit_id = ?", (unit.number,))
            continue
        for file in unit.obsolete:
            connection.execute(f"{insert} {_OF_FILE.format('archive')}", of_file(unit.number, file))


def of_file(unit: int | None, file: FileId) -> dict[str, object]:
    """The parameters of `_OF_FILE`; the names of members of an archive follow its own, and so do their hashes."""
    return {"unit": unit, "file": file.name, "members": f"{file.name}!", "hash": file.hash}


def delete_problems(connection: sqlite3.Connection, unit: int | None, file: FileId) -> int:
    """Delete the problems of a file in a unit, or in none, and return their number."""
    statement = f"DELETE FROM problems WHERE {_OF_FILE.format('name')}"  # noqa: S608  # our names
    return connection.execute(statement, of_file(unit, file)).rowcount


def _delete_files(connection: sqlite3.Connection, unit: UnitFiles) -> None:
    """Delete the rows of the obsolete files of a unit; the next scan of the others reads them again."""
    messages = 0
    for file in unit.obsolete:
        count = f"SELECT count(message_number) FROM messages WHERE {_OF_FILE.format('archive')}"  # noqa: S608  # our names
        messages += connection.execute(count, of_file(unit.number, file)).fetchone()[0]
        delete_problems(connection, unit.number, file)
    connection.execute("DELETE FROM messages WHERE unit_id = ? AND id IN deleted", (unit.number,))
    connection.execute(
        "UPDATE units SET key = '-' || id, content = NULL, files = ?, file_hashes = ?, messages = messages - ? "
        "WHERE id = ?",
        (*file_columns(unit.others), messages, unit.number),
    )
