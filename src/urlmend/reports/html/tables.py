"""The tables of the page: columns, rows up to a limit, and where the rest is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from urlmend.reports.html import queries
from urlmend.reports.html.marks import marked, plain
from urlmend.reports.html.queries import FindingRow, Host, Totals
from urlmend.reports.html.visible import visible
from urlmend.reports.html.words import rule_name, scheme_word

MOST_HOSTS = 2000
"""How many hosts the page names."""
_MOST_URLS = 2000
_MOST_FINDINGS = 2000
_MOST_PROBLEMS = 500
_LONGEST_URL = 400
_LONGEST_TEXT = 200

Cell = str | int | float | Markup | None


class Column(NamedTuple):
    """A column: its heading, and what is in it."""

    title: str
    kind: str = "text"
    """`text`, `number`, `share`, `code`, `date`, or `html`."""


class Table(NamedTuple):
    """A table; the first cell of each row is its heading."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    total: int = 0
    """How many rows there are, with those that are left out."""
    note: str = ""
    sql: str = ""
    """What shows all rows."""

    @property
    def left_out(self) -> bool:
        """Whether there are more rows than the table holds."""
        return self.total > len(self.rows)


def hosts(found: Sequence[Host], totals: Totals) -> Table:
    """The hosts, those with the most URLs first."""
    columns = (
        *(Column("Host", "code"), Column("URLs", "number"), Column("Different", "number"), Column("Broken", "number")),
        *(Column("Findings", "number"), Column("First", "date"), Column("Last", "date")),
    )
    rows = [(visible(row.host, _LONGEST_TEXT), *row[1:5], _day(row.first), _day(row.last)) for row in found]
    note = "Those with the most URLs come first."
    return Table("hosts", "Hosts", columns, rows, totals.hosts, note, "SELECT * FROM hosts ORDER BY times DESC")


def rules(connection: sqlite3.Connection) -> Table:
    """The rules that have findings, those with the most first."""
    columns = (
        *(Column("Code", "code"), Column("Name"), Column("Severity", "severity"), Column("Findings", "number")),
        *(Column("URLs", "number"), Column("Mended safely", "number"), Column("Mended by guessing", "number")),
    )
    rows = [
        (visible(row.code), rule_name(row.code), visible(row.severity), row.findings, row.urls, row.safe, row.unsafe)
        for row in queries.rules(connection)
    ]
    return Table("rules", "Rules", columns, rows, len(rows), "urlmend explain CODE says more about a rule.")


def urls(connection: sqlite3.Connection, totals: Totals) -> Table:
    """The different URLs, those that stand in the most places first."""
    columns = (
        *(Column("URL", "code"), Column("Scheme"), Column("Times", "number"), Column("Broken", "number")),
        *(Column("Findings", "number"), Column("First", "date"), Column("Last", "date")),
    )
    rows = [
        (
            *(visible(row.url, _LONGEST_URL), visible(scheme_word(row.scheme)), row.times, row.broken, row.findings),
            *(_day(row.first), _day(row.last)),
        )
        for row in queries.distinct_urls(connection, _MOST_URLS)
    ]
    note = "Those that stand in the most places come first. They are text, not links: archives hold harmful ones too."
    sql = "SELECT * FROM distinct_urls ORDER BY times DESC"
    return Table("urls", "URLs", columns, rows, totals.different, note, sql)


def findings(connection: sqlite3.Connection, totals: Totals) -> Table:
    """Findings of all rules, the gravest first."""
    columns = (
        *(Column("Rule", "code"), Column("Severity", "severity"), Column("Date", "date"), Column("What is wrong")),
        *(Column("URL", "code"), Column("Text, before and after mending", "html"), Column("Where", "html")),
    )
    rows = [
        (
            *(visible(row.code), visible(row.severity), _day(row.date), visible(row.message, _LONGEST_URL)),
            *(visible(row.url, _LONGEST_URL), _mending(row), _place(row)),
        )
        for row in queries.findings(connection, _MOST_FINDINGS)
    ]
    note = "If there are too many, each rule has its share of the rows. ↵ is the end of a line."
    sql = "SELECT * FROM open_findings ORDER BY code, id"
    return Table("findings", "Findings", columns, rows, totals.findings, note, sql)


def problems(connection: sqlite3.Connection, totals: Totals) -> Table:
    """What could not be read."""
    rows = [
        (visible(row.name, _LONGEST_URL), visible(row.reason, _LONGEST_URL))
        for row in queries.problems(connection, _MOST_PROBLEMS)
    ]
    columns = (Column("Name", "code"), Column("Why it could not be read"))
    return Table("problems", "Problems", columns, rows, totals.problems, "", "SELECT name, reason FROM problems")


def settings(connection: sqlite3.Connection) -> Table:
    """How the scan was made."""
    rows = [
        (visible(name, _LONGEST_TEXT), visible(value, _LONGEST_URL)) for name, value in queries.settings(connection)
    ]
    return Table("settings", "How the scan was made", (Column("Setting", "code"), Column("Value", "code")), rows)


def _day(date: str) -> str:
    return visible(date[:10])


def _mending(row: FindingRow) -> Markup:
    if row.after is None:
        return _texts([("before", plain(row.before)), ("after", Markup("<em>only a person can mend this</em>"))])
    before, after = marked(row.before, row.after)
    return _texts([("before", before), ("after" if row.safe else "after, a guess", after)])


def _texts(texts: Iterable[tuple[str, Markup]]) -> Markup:
    parts = (Markup('<div class="which">{}</div><samp>{}</samp>').format(which, text) for which, text in texts)
    return Markup().join(parts)


def _place(row: FindingRow) -> Markup:
    where = escape(f"{visible(row.archive, _LONGEST_TEXT)}:{row.line}:{row.column}")
    if not row.subject:
        return where
    return Markup("{}<br><cite>{}</cite>").format(where, visible(row.subject, _LONGEST_TEXT))
