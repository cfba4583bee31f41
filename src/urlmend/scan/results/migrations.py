"""Migrate databases of older versions of the tables to this one, in place and in one transaction."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from urlmend.redaction.console import say
from urlmend.scan.results import validity
from urlmend.scan.results.transactions import transaction

STEPS: dict[int, tuple[str, ...]] = {}
"""By the version that they lead to: the statements that make its tables of those of the version before.

Views are written again, and missing indexes are built when they are needed. Before version 8, no version was released.
"""


def steps_from(version: str) -> list[int]:
    """The versions that a result passes through; none if it is of this version, or cannot be migrated."""
    known = {str(step - 1): step for step in STEPS}
    return list(range(known[version], int(validity.VERSION) + 1)) if version in known else []


def migrate(connection: sqlite3.Connection, path: str) -> None:
    """Migrate a result of an older version, and print that; other databases are left as they are.

    Raises sqlite3.Error. Nothing has changed then, nor if the process is killed.
    """
    if not (old := _migratable(connection)):
        return
    connection.execute("PRAGMA foreign_keys = OFF")
    with transaction(connection, "EXCLUSIVE"):
        if _migratable(connection) == old:  # another process may have been faster
            _execute_steps(connection, old)
    connection.execute("PRAGMA foreign_keys = ON")
    say(f"{path}: migrated from version {old} of its tables to version {validity.VERSION}")


def _migratable(connection: sqlite3.Connection) -> str:
    """The version of a result that can be migrated; empty if there is no need, or it runs code of its own."""
    version = validity.version_of(connection)
    query = "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'create virtual%' LIMIT 1"
    return version if steps_from(version) and not connection.execute(query).fetchone() else ""


def _execute_steps(connection: sqlite3.Connection, old: str) -> None:
    for view in validity.VIEWS:
        connection.execute(f"DROP VIEW IF EXISTS {view}")
    for version in steps_from(old):
        for statement in STEPS[version]:
            connection.execute(statement)
    with closing(sqlite3.connect(":memory:")) as other:
        validity.create(other)
        for view in validity.VIEWS:
            connection.execute(validity.definition(other, view) or "")
    connection.execute("UPDATE settings SET value = ? WHERE name = 'version'", (validity.VERSION,))
    if reason := validity.fault(connection):
        raise sqlite3.DatabaseError(reason)
