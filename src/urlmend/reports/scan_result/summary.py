"""The summary of a result in plain text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from urlmend._lib.sanitize import printable
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import (
    CERTAINTY_LABELS,
    UNFINISHED,
    break_label,
    labelled_totals,
    link_label,
    rule_name,
    scheme_label,
)
from urlmend.reports.scan_result.queries import Certainty, Totals
from urlmend.reports.scan_result.text_table import Cell, aligned

_WIDTH = 80
_INDENT = "  "
_MAX_ROWS = 15

Rows = list[Sequence[Cell]]


def summary(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    """Yield the lines of a summary, each at most 80 cells wide except the one with the name of the result."""
    totals = queries.totals(connection)
    of_schemes = queries.years_of_schemes(connection)
    yield f"Result: {printable(name)}"
    if not queries.is_finished(connection):
        yield UNFINISHED
    yield from _table("Scanned", [("what", "number"), *labelled_totals(totals)])
    schemes = [(scheme_label(scheme), urls) for scheme, urls in queries.schemes(of_schemes)]
    yield from _table("Schemes", _with_shares("scheme", schemes, totals))
    yield from _table("Hosts", _hosts(connection), omitted=totals.hosts - _MAX_ROWS)
    yield from _table("Forms", _with_shares("form", queries.forms(connection), totals))
    yield from _table("Kinds of links", _link_kinds(connection))
    yield from _table("Breaks, by confidence", _breaks(connection))
    yield from _table("Findings by rule", _rules(connection))
    yield from _table("Years of the messages", _years(queries.years(connection, of_schemes)))
    if totals.problems:
        yield from _table("Problems", _problems(connection), omitted=totals.problems - _MAX_ROWS)


def _table(title: str, rows: Rows, omitted: int = 0) -> Iterator[str]:
    yield ""
    yield title
    if len(rows) == 1:
        yield f"{_INDENT}none"
        return
    escaped = [[printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    for line in aligned(escaped, _WIDTH - len(_INDENT)):
        yield _INDENT + line
    if omitted > 0:
        yield f"{_INDENT}and {omitted:,} more"


def _with_shares(title: str, counts: list[tuple[str, int]], totals: Totals) -> Rows:
    """The most frequent values, each with its share of the URLs; the others are one row."""
    shown = counts[:_MAX_ROWS]
    if others := sum(number for _, number in counts[_MAX_ROWS:]):
        shown.append((f"others ({len(counts) - _MAX_ROWS:,})", others))
    return [(title, "URLs", "share"), *((name, number, number / totals.urls) for name, number in shown)]


def _hosts(connection: sqlite3.Connection) -> Rows:
    hosts = queries.hosts(connection, _MAX_ROWS)
    rows = [(row.host, row.urls, row.distinct, row.broken, row.findings) for row in hosts]
    return [("host", "URLs", "distinct", "broken", "findings"), *rows]


def _link_kinds(connection: sqlite3.Connection) -> Rows:
    rows = [(link_label(row.kind), row.urls, row.distinct, row.decoded) for row in queries.link_kinds(connection)]
    return [("kind", "URLs", "distinct", "target known"), *rows]


def _breaks(connection: sqlite3.Connection) -> Rows:
    breaks = queries.breaks(connection)
    rows: Rows = [(break_label(row), *row.certainties.values(), row.urls) for row in breaks[:_MAX_ROWS]]
    if others := breaks[_MAX_ROWS:]:
        sums = (sum(row.certainties[certainty] for row in others) for certainty in Certainty)
        rows.append((f"others ({len(others):,})", *sums, sum(row.urls for row in others)))
    return [("interrupted by", *CERTAINTY_LABELS.values(), "URLs"), *rows]


def _rules(connection: sqlite3.Connection) -> Rows:
    rows = [(row.code, rule_name(row.code), row.severity, row.findings) for row in queries.rules(connection)]
    return [("code", "name", "severity", "findings"), *rows]


def _years(years: list[queries.Year]) -> Rows:
    rows = [(row.year or "no date", row.urls, row.broken, row.findings) for row in years]
    return [("year", "URLs", "broken", "findings"), *rows]


def _problems(connection: sqlite3.Connection) -> Rows:
    return [("file", "reason"), *queries.problems(connection, _MAX_ROWS)]
