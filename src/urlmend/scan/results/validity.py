"""Check that a database is a result of a scan: its tables, and the types of their cells."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files

TABLES = ("settings", "units", "urls", "findings", "problems")
# Columns that contain a JSON list.
_LISTS = frozenset((("units", "files"), ("urls", "alternatives")))


def create(connection: sqlite3.Connection) -> None:
    """Create the tables of a result, and leave the transaction open."""
    connection.executescript(f"BEGIN; {files('urlmend.scan.results').joinpath('schema.sql').read_text('utf-8')}")


def fault(connection: sqlite3.Connection) -> str:
    """Return why a database is not a result of a scan; empty if it is one. Reads each table once."""
    if {name: _kind(connection, name) for name in TABLES} != dict.fromkeys(TABLES, "table"):
        return "an SQLite database, but no result of `urlmend scan`"
    with closing(sqlite3.connect(":memory:")) as other:
        create(other)
        columns = {table: _columns(other, table) for table in TABLES}
    for table in TABLES:
        if _columns(connection, table) != columns[table]:
            return f"not a result of `urlmend scan` of this version: the table {table} has other columns"
    return next((found for table in TABLES if (found := _wrong_cell(connection, table, columns[table]))), "")


def _kind(connection: sqlite3.Connection, name: str) -> str:
    """Return the kind of a table or view; empty if there is none."""
    row = connection.execute(
        "SELECT type, sql FROM sqlite_schema WHERE name = ? AND type <> 'index'", (name,)
    ).fetchone()
    is_virtual = row and str(row[1]).lstrip().upper().startswith("CREATE VIRTUAL")
    triggers = connection.execute(
        "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (name,)
    ).fetchone()
    return "" if not row or is_virtual or triggers else str(row[0])


_Column = tuple[str, str, bool, bool]
"""A column: name, type, whether it may be null, and whether it is generated or hidden."""


def _columns(connection: sqlite3.Connection, table: str) -> list[_Column]:
    rows = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    return [(name, kind, not (required or is_key), bool(hidden)) for _, name, kind, required, _, is_key, hidden in rows]


def _wrong_cell(connection: sqlite3.Connection, table: str, columns: list[_Column]) -> str:
    """Return which column of a table has a cell of a wrong type; empty if there is none."""
    wrong = {f'"{name}"': _is_wrong(table, name, kind, optional) for name, kind, optional, _ in columns}
    cases = " ".join(f"WHEN {condition} THEN '{column}'" for column, condition in wrong.items())
    query = f"SELECT CASE {cases} END FROM {table} WHERE {' OR '.join(wrong.values())} LIMIT 1"  # noqa: S608  # our names
    row = connection.execute(query).fetchone()
    return (
        f"not a valid result of `urlmend scan`: a wrong value in the column {table}.{row[0].strip(chr(34))}"
        if row
        else ""
    )


def _is_wrong(table: str, name: str, kind: str, optional: bool) -> str:
    """Return the SQL condition for a cell of a wrong type."""
    if (table, name) in _LISTS:
        is_list = f'json_valid("{name}") AND json_type("{name}") = \'array\''
        return f"(typeof(\"{name}\") <> 'text' OR (\"{name}\" <> '[]' AND NOT ({is_list})))"
    condition = f"typeof(\"{name}\") <> '{kind.lower()}'"
    return f'({condition} AND "{name}" IS NOT NULL)' if optional else condition
