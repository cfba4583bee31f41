"""What a scan has found, in plain text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from urlmend._lib.sanitize import printable
from urlmend.reports.html import queries
from urlmend.reports.html.columns import Cell, aligned
from urlmend.reports.html.queries import OUTCOMES, Totals
from urlmend.reports.html.words import OUTCOME_WORDS, break_word, rule_name, scheme_word, told

_WIDTH = 80
_INDENT = "  "
_MOST = 15

Rows = list[Sequence[Cell]]


def summary(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    """The lines of a summary, at most 80 cells long but for the name of the result."""
    totals = queries.totals(connection)
    of_schemes = queries.years_of_schemes(connection)
    yield f"Result: {printable(name)}"
    yield from _table("Scanned", [("what", "number"), *told(totals)])
    rows = [(scheme_word(scheme), number) for scheme, number in queries.schemes(of_schemes)]
    yield from _table("Schemes", _with_shares("scheme", rows, totals))
    yield from _table("Hosts", _hosts(connection), rest=totals.hosts - _MOST)
    yield from _table("Forms", _with_shares("form", queries.forms(connection), totals))
    yield from _table("Breaks, and how sure their mending is", _breaks(connection))
    yield from _table("Findings by rule", _rules(connection))
    years = [
        (row.year or "no date", row.urls, row.broken, row.findings) for row in queries.years(connection, of_schemes)
    ]
    yield from _table("Years of the messages", [("year", "URLs", "broken", "findings"), *years])


def _table(title: str, rows: Rows, rest: int = 0) -> Iterator[str]:
    yield ""
    yield title
    if len(rows) == 1:
        yield f"{_INDENT}none"
        return
    clean = [[printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    for line in aligned(clean, _WIDTH - len(_INDENT)):
        yield _INDENT + line
    if rest > 0:
        yield f"{_INDENT}and {rest:,} more"


def _with_shares(title: str, rows: list[tuple[str, int]], totals: Totals) -> Rows:
    """The most frequent, each with its share; the others as one."""
    most, others = rows[:_MOST], sum(number for _, number in rows[_MOST:])
    if others:
        most.append((f"others ({len(rows) - _MOST:,})", others))
    return [(title, "URLs", "share"), *((name, number, number / totals.urls) for name, number in most)]


def _hosts(connection: sqlite3.Connection) -> Rows:
    found = queries.hosts(connection, _MOST)
    rows = [(row.host, row.urls, row.different, row.broken, row.findings) for row in found]
    return [("host", "URLs", "different", "broken", "findings"), *rows]


def _breaks(connection: sqlite3.Connection) -> Rows:
    found = queries.breaks(connection)
    rows: Rows = [(break_word(row), *row.outcomes.values(), row.urls) for row in found[:_MOST]]
    if others := found[_MOST:]:
        sums = (sum(row.outcomes[outcome] for row in others) for outcome in OUTCOMES)
        rows.append((f"others ({len(others):,})", *sums, sum(row.urls for row in others)))
    return [("interrupted by", *OUTCOME_WORDS.values(), "URLs"), *rows]


def _rules(connection: sqlite3.Connection) -> Rows:
    rows = [(row.code, rule_name(row.code), row.severity, row.findings) for row in queries.rules(connection)]
    return [("code", "name", "severity", "findings"), *rows]
