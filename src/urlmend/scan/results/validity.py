"""Check that a database is a result of a scan: its tables, and the types of their cells."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from importlib.resources import files

from urlmend._lib.lazy_regex import lazy

VERSION = "8"
"""The version of the tables."""
HASH_KEY = "hash_key"
"""The setting that is the key of hashes. It is never shown."""
ADVICE = "restore it from a copy, or scan again into a new file"
"""Advice for damaged results."""
TABLES = (
    *("settings", "scans", "units", "rules", "url_texts", "authors", "recipients", "messages", "attached_messages"),
    *("parts", "places", "reading_hashes", "findings", "problems"),
)
VIEWS = ("all_messages", "urls", "open_findings", "new_places", "distinct_urls", "hosts", "years")
# Columns that contain a JSON list of texts, and lists of texts and nulls.
_LISTS = frozenset(
    (("scans", "archives"), ("units", "files"), ("places", "other_readings"), ("places", "alternatives"))
)
_LISTS_WITH_NULLS = frozenset((("units", "file_hashes"), ("reading_hashes", "alternative_hashes")))
# Errors of SQLite that are none of the file's content; their messages are fixed texts.
_OF_SYSTEM = frozenset("FULL BUSY LOCKED READONLY CANTOPEN IOERR PERM NOMEM PROTOCOL".split())
_SCRIPTS = files("urlmend.scan.results")
# The tokens of a statement: strings, names in quotation marks, comments, white space, words, and signs.
_TOKEN = lazy(r"'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z)|--[^\n]*|/\*.*?(?:\*/|\Z)|\s+|\w+|.", re.DOTALL)
_NO_RESULT = "not a result of `urlmend scan`"


def create(connection: sqlite3.Connection) -> None:
    """Create the tables of a result, and leave the transaction open."""
    connection.executescript(f"BEGIN; {(_SCRIPTS / 'schema.sql').read_text('utf-8')}")


def create_indexes(connection: sqlite3.Connection) -> None:
    """Create the indexes that are missing."""
    connection.executescript((_SCRIPTS / "indexes.sql").read_text("utf-8"))


def reason(error: sqlite3.Error | UnicodeError) -> str:
    """Return why a result cannot be read or written, without the text of its schema or cells, which errors may quote.

    SQLite raises a UnicodeDecodeError if the damaged text is no UTF-8.
    """
    code = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
    if code in _OF_SYSTEM:
        return str(error)
    if code == "NOTADB":
        return f"{_NO_RESULT} in SQLite, or damaged; name another file"
    if code == "ERROR" and str(error).startswith("no such "):
        return _NO_RESULT
    return f"the file is damaged; {ADVICE}"


def has_indexes(connection: sqlite3.Connection) -> bool:
    """Return whether the indexes exist that are built at the end of a scan."""
    query = "SELECT 1 FROM sqlite_schema WHERE name = 'places_by_url_text' AND type = 'index'"
    return connection.execute(query).fetchone() is not None


def fault(connection: sqlite3.Connection, *, cells: bool = True) -> str:
    """Return why a database is not a result of a scan; empty if it is one.

    Reads each table once, but no row if `cells` are not checked.
    """
    if reason := _other_version(connection):
        return reason
    if {name: _kind(connection, name) for name in TABLES} != dict.fromkeys(TABLES, "table"):
        return "an SQLite database, but not a result of `urlmend scan`"
    with closing(sqlite3.connect(":memory:")) as other:
        create(other)
        columns = {table: _columns(other, table) for table in TABLES}
        expressions = {table: _expressions(other, table) for table in TABLES}
        views = {view: definition(other, view) for view in VIEWS}
    for table in TABLES:
        # A migrated table has new columns at its end.
        is_same = sorted(_columns(connection, table)) == sorted(columns[table])
        if not is_same or _expressions(connection, table) != expressions[table]:
            return f"not a result of `urlmend scan` of this version: the table {table} has other columns"
    for view in VIEWS:
        if definition(connection, view) != views[view]:
            return f"not a result of `urlmend scan` of this version: the view {view} is another one"
    # Generated columns are computed from the others; without them, this takes a third of the time.
    stored = {table: [column for column in columns[table] if not column[-1]] for table in TABLES if cells}
    return next((found for table in stored if (found := _wrong_cell(connection, table, stored[table]))), "")


def is_result(connection: sqlite3.Connection) -> bool:
    """Return whether a database calls itself a result of a scan, of any version."""
    return bool(version_of(connection))


def version_of(connection: sqlite3.Connection) -> str:
    """Return the version of the tables that a database names; empty if it is no result of a scan."""
    columns = [name for name, *_ in _columns(connection, "settings")]
    if columns != ["name", "value"] or _kind(connection, "settings") != "table":
        return ""
    row = connection.execute("SELECT value FROM settings WHERE name = 'version'").fetchone()
    return row[0] if row and isinstance(row[0], str) and row[0].isdecimal() else ""


def _other_version(connection: sqlite3.Connection) -> str:
    """Return the reason if a database is a result whose tables have another version; else empty."""
    version = version_of(connection)
    if version in ("", VERSION):
        return ""
    is_newer = len(version) > len(VERSION) or int(version) > int(VERSION)
    return (
        f"a result of another version of `urlmend scan`: its tables are of version {version[:4]}, and this one reads "
        f"and writes version {VERSION}; {'upgrade urlmend' if is_newer else 'scan again into a new file'}"
    )


def definition(connection: sqlite3.Connection, name: str, kind: str = "view") -> str | None:
    """Return the statement that created a view or table.

    A query of a view with the right one shows nothing but rows of tables that were checked.
    """
    query = "SELECT sql FROM sqlite_schema WHERE name = ? AND type = ?"
    row = connection.execute(query, (name, kind)).fetchone()
    return row[0] if row else None


def _kind(connection: sqlite3.Connection, name: str) -> str:
    """Return the kind of a table or view, or an empty string."""
    row = connection.execute(
        "SELECT type, sql FROM sqlite_schema WHERE name = ? AND type <> 'index'", (name,)
    ).fetchone()
    is_virtual = row and str(row[1]).lstrip().upper().startswith("CREATE VIRTUAL")
    triggers = connection.execute(
        "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (name,)
    ).fetchone()
    return "" if not row or is_virtual or triggers else str(row[0])


def _expressions(connection: sqlite3.Connection, table: str) -> set[str]:
    """Return the definitions of the generated columns of a table."""
    found, depth = [""], 0
    for part in _TOKEN.findall(definition(connection, table, "table") or ""):
        depth += (part == "(") - (part == ")")
        if (part, depth) in ((",", 1), ("(", 1), (")", 0)):
            found.append("")
        elif not part.startswith(("--", "/*")):
            found[-1] += part if part.strip() else " "
    return {" ".join(each.split()) for each in found if " AS (" in each}


_Column = tuple[str, str, bool, bool]
"""A column: name, type, whether it may be null, and whether it is generated or hidden."""


def _columns(connection: sqlite3.Connection, table: str) -> list[_Column]:
    rows = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    return [(name, kind, not (required or is_key), bool(hidden)) for _, name, kind, required, _, is_key, hidden in rows]


def _wrong_cell(connection: sqlite3.Connection, table: str, columns: list[_Column]) -> str:
    """Return which column of a table has a cell of a wrong type, or an empty string."""
    wrong = {f'"{name}"': _is_wrong(table, name, kind, optional) for name, kind, optional, _ in columns}
    cases = " ".join(f"WHEN {condition} THEN '{column}'" for column, condition in wrong.items())
    numbers = [f'"{name}"' for name, kind, optional, _ in columns if kind == "INTEGER" and not optional]
    conditions = [condition for column, condition in wrong.items() if column not in numbers]
    if numbers:
        conditions.append(f"({_may_be_wrong(numbers)} AND ({' OR '.join(wrong[column] for column in numbers)}))")
    query = f"SELECT CASE {cases} END FROM {table} WHERE {' OR '.join(conditions)} LIMIT 1"  # noqa: S608  # our names
    row = connection.execute(query).fetchone()
    return (
        f"not a valid result of `urlmend scan`: a wrong value in the column {table}.{row[0].strip(chr(34))}"
        if row
        else ""
    )


def _may_be_wrong(columns: list[str]) -> str:
    """Return the SQL condition for a row that may have a cell of another type in one of these columns of integers.

    It takes half the time of a condition for each of them: their sum is an integer, and no text or blob is among them,
    which are greater than all numbers.
    """
    values = [f"+{column}" for column in columns]
    largest = f"max({', '.join(values)})" if len(values) > 1 else values[0]
    return f"(typeof({' + '.join(columns)}) <> 'integer' OR {largest} >= '')"


def _is_wrong(table: str, name: str, kind: str, optional: bool) -> str:
    """Return the SQL condition for a cell of a wrong type."""
    if (table, name) in _LISTS | _LISTS_WITH_NULLS:
        kinds = "'text'" if (table, name) in _LISTS else "'text', 'null'"
        other = f'EXISTS (SELECT 1 FROM json_each("{name}") WHERE type NOT IN ({kinds}))'  # noqa: S608  # our names
        is_list = f'json_valid("{name}") AND json_type("{name}") = \'array\' AND NOT {other}'
        wrong = f"(typeof(\"{name}\") <> 'text' OR (\"{name}\" <> '[]' AND NOT ({is_list})))"
        return f'("{name}" IS NOT NULL AND {wrong})' if optional else wrong
    condition = f"typeof(\"{name}\") <> '{kind.lower()}'"
    return f'("{name}" IS NOT NULL AND {condition})' if optional else condition
