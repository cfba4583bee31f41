"""The tables and views of a scan's result as Markdown, from the comments of their SQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from importlib import resources
from typing import NamedTuple

_THING = re.compile(r"^-- ([^\n]*)\n(CREATE (TABLE|VIEW) (\w+).*?);$", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(
    r"""\s+"?(?P<name>[a-z_0-9]+)"?\s(?P<type>TEXT|INTEGER|REAL|BLOB)(?P<rest>(?:[^-\n]|-(?!-))*)(?:--\s(?P<comment>.*))?"""
)

_REFERENCE = re.compile(r"REFERENCES (\w+) \((\w+)\)")
_IN_TABLE = re.compile(r"(id|code) in `(\w+)`")


class Key(NamedTuple):
    """A column that leads to a row of a table."""

    column: str
    table: str
    target: str
    """The column of that table."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    comment: str


def render() -> str:
    """The diagram of keys, then all tables, then all views."""
    sql = resources.files("urlmend.scan.results").joinpath("schema.sql").read_text("utf-8")
    things = list(_THING.finditer(sql))
    assert len(things) == len(re.findall("^CREATE (?:TABLE|VIEW)", sql, re.MULTILINE)), "one has no comment"
    tables = {thing[4]: list(_keys(thing[2])) for thing in things if thing[3] == "TABLE"}
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(sql)
        parts = [
            _table(comment, statement, name) if kind == "TABLE" else _view(comment, statement, name, database, tables)
            for comment, statement, kind, name in (thing.groups() for thing in things)
        ]
    return "\n".join(["```text", *_diagram(tables), "```", "", *parts])


def _diagram(tables: Mapping[str, Sequence[Key]]) -> Iterator[str]:
    """A tree for each table with keys to which no other one leads: below a table, the tables that its keys lead to."""
    targets = {key.table for keys in tables.values() for key in keys}
    for name, keys in tables.items():
        if keys and name not in targets:
            yield name
            yield from _below(tables, name, "")


def _below(tables: Mapping[str, Sequence[Key]], name: str, indent: str) -> Iterator[str]:
    keys = tables[name]
    for number, key in enumerate(keys, 1):
        is_last = number == len(keys)
        yield f"{indent}{'└─' if is_last else '├─'} {key.column} = {key.table}.{key.target}"
        if key.table != name:
            yield from _below(tables, key.table, indent + ("   " if is_last else "│  "))


def _keys(sql: str) -> Iterator[Key]:
    """The columns of a table that lead to rows of another: a reference, or one by the words of the comment."""
    for line in sql.split("\n"):
        match = _COLUMN.match(line)
        if match and (found := _REFERENCE.search(match["rest"])):
            yield Key(match["name"], found[1], found[2])
        elif match and (found := _IN_TABLE.match(match["comment"] or "")):
            yield Key(match["name"], found[2], found[1])


def _table(comment: str, sql: str, name: str) -> str:
    lines = [f"### {name}", "", comment, "", "| column | type | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{column.name}` | {column.kind} | {column.comment} |" for column in _columns(sql)]
    return "\n".join([*lines, ""])


def _view(comment: str, sql: str, name: str, database: sqlite3.Connection, tables: Mapping[str, Sequence[Key]]) -> str:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
    joins = {key.column: f"`{key.column} = {key.table}.{key.target}`" for keys in tables.values() for key in keys}
    if rows := re.search(r"\bFROM (\w+)", sql):
        joins["id"] = f"`id = {rows[1]}.id`"
    lines = [f"### {name}", "", comment, "", f"A view; columns: {', '.join(f'`{column}`' for column in columns)}.", ""]
    if own := [joins[column] for column in columns if column in joins]:
        lines += [f"Keys: {', '.join(own)}.", ""]
    return "\n".join(lines)


def _columns(sql: str) -> Iterator[Column]:
    body = sql.partition("(")[2]
    for line in body.split("\n"):
        match = _COLUMN.match(line)
        if match:
            optional = "NOT NULL" not in match["rest"] and "PRIMARY KEY" not in match["rest"]
            kind = match["type"].lower() + (", may be null" if optional else "")
            refers = re.search(r"REFERENCES (\w+)", match["rest"])
            comment = (match["comment"] or (f"the row of `{refers[1]}`" if refers else "")).replace("|", "\\|")
            yield Column(match["name"], kind, comment)
