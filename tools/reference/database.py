"""The tables and views of a scan's result as Markdown, from the comments of their SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import NamedTuple

_THING = re.compile(r"^-- ([^\n]*)\n(CREATE (TABLE|VIEW) (\w+).*?);$", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(
    r"""\s+"?(?P<name>[a-z_]+)"?\s(?P<type>TEXT|INTEGER|REAL|BLOB)(?P<rest>[^-\n]*)(?:--\s(?P<comment>.*))?"""
)


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    comment: str


def render() -> str:
    """All tables, then all views."""
    sql = resources.files("urlmend.scan.results").joinpath("schema.sql").read_text("utf-8")
    things = list(_THING.finditer(sql))
    assert len(things) == len(re.findall("^CREATE (?:TABLE|VIEW)", sql, re.MULTILINE)), "one has no comment"
    return "\n".join(_table(*thing.groups()) for thing in things)


def _table(comment: str, sql: str, kind: str, name: str) -> str:
    lines = [f"### {name}", "", comment, ""]
    if kind == "VIEW":
        return "\n".join([*lines, f"A view; columns: {', '.join(f'`{column}`' for column in _selected(sql))}.", ""])
    lines += ["| column | type | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{column.name}` | {column.kind} | {column.comment} |" for column in _columns(sql)]
    return "\n".join([*lines, ""])


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


def _selected(sql: str) -> Iterator[str]:
    """The names of what a view selects."""
    depth, item = 0, ""
    selection = re.split(r"\bAS\s+SELECT\b", sql, maxsplit=1)[1]
    for token in re.findall(r"\w+|[^\w\s]", selection):
        depth += (token == "(") - (token == ")")
        if depth == 0 and token in {",", "FROM"}:
            yield item
            if token == "FROM":
                return
        elif token.isidentifier():
            item = token
