"""The summary of a result in plain text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence

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
from urlmend.reports.scan_result.text_table import Cell, aligned

_WIDTH = 80
_INDENT = "  "
_MAX_ROWS = 15

Rows = list[Sequence[Cell]]


def summary(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    """Yield the lines of a summary, each at most 80 cells wide except the one with the name of the result."""
    queries.prepare(connection)
    totals = queries.totals(connection)
    yield f"Result: {printable(name)}"
    if not queries.is_finished(connection):
        yield UNFINISHED
    yield from _table("Scanned", [("what", "number"), *(pair for _, *pair in labelled_totals(totals))])
    schemes = [(scheme_label(scheme), urls) for scheme, urls in queries.pairs(connection, "schemes")]
    yield from _table("Schemes", _with_shares("scheme", schemes, totals))
    hosts = [tuple(row) for row in queries.rows(connection, "hosts", _MAX_ROWS)]
    heading = ("host", "URLs", "distinct", "broken", "findings")
    yield from _table("Hosts", [heading, *hosts], omitted=totals["hosts"] - _MAX_ROWS)
    yield from _table("Forms", _with_shares("form", queries.pairs(connection, "forms"), totals))
    kinds = [(link_label(kind), *counts) for kind, *counts in queries.rows(connection, "links")]
    yield from _table("Kinds of links", [("kind", "URLs", "distinct", "target known"), *kinds])
    yield from _table("Breaks, by confidence", _breaks(connection))
    counts = queries.rows(connection, "rules")
    rules = [(code, rule_name(code), severity, findings) for code, severity, findings, *_ in counts]
    yield from _table("Findings by rule", [("code", "name", "severity", "findings"), *rules])
    years = queries.years(connection)
    by_year = [(row.year or "no date", row.urls, row.broken, row.findings) for row in years]
    yield from _table("Years of the messages", [("year", "URLs", "broken", "findings"), *by_year])
    if totals["problems"]:
        problems = map(tuple, queries.rows(connection, "problems", _MAX_ROWS))
        yield from _table("Problems", [("file", "reason"), *problems], omitted=totals["problems"] - _MAX_ROWS)


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


def _with_shares(title: str, counts: list[tuple[str, int]], totals: Mapping[str, int]) -> Rows:
    """The most frequent values, each with its share of the URLs; the others are one row."""
    shown = counts[:_MAX_ROWS]
    if others := sum(number for _, number in counts[_MAX_ROWS:]):
        shown.append((f"others ({len(counts) - _MAX_ROWS:,})", others))
    return [(title, "URLs", "share"), *((name, number, number / totals["urls"]) for name, number in shown)]


def _breaks(connection: sqlite3.Connection) -> Rows:
    breaks = queries.breaks(connection)
    rows: Rows = [(break_label(row), *row.certainties.values(), row.urls) for row in breaks[:_MAX_ROWS]]
    if others := breaks[_MAX_ROWS:]:
        sums = map(sum, zip(*(row.certainties.values() for row in others), strict=True))
        rows.append((f"others ({len(others):,})", *sums, sum(row.urls for row in others)))
    return [("interrupted by", *CERTAINTY_LABELS, "URLs"), *rows]
