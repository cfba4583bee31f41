"""The tables of the page: their columns, and their rows up to a limit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from markupsafe import Markup, escape

from urlmend.reports.html.text_diff import marked, unmarked
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import link_label, rule_name, scheme_label
from urlmend.reports.scan_result.queries import DistinctUrl, FindingRow, Host, LinkKind, Problem, RuleCount, Totals

MAX_HOSTS = 50_000
"""The largest number of hosts on the page."""
# More rows than these are no rows of HTML, but found by the search of the page.
_MAX_HOST_ROWS = 2000
_MAX_URLS = 2000
_MAX_FINDINGS = 2000
_MAX_PROBLEMS = 500
_LONGEST_URL = 400
_LONGEST_TEXT = 200

Cell = str | int | float | Markup | None


class ColumnKind(StrEnum):
    """How the cells of a column are formatted and sorted; the `class` of its cells."""

    TEXT = "text"
    NUMBER = "number"
    SHARE = "share"
    CODE = "code"
    DATE = "date"
    SEVERITY = "severity"
    HTML = "html"


class Column(NamedTuple):
    """A column of a table."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT


class Table(NamedTuple):
    """A table; the first cell of each row is its heading."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    total: int = 0
    """The number of rows, including those that are left out."""
    note: str = ""
    sql: str = ""
    """A query for all rows."""
    further: Sequence[Sequence[Cell]] = ()
    """Rows of text and numbers that are made by the script only when they are shown."""

    @property
    def on_page(self) -> int:
        """The number of rows on the page."""
        return len(self.rows) + len(self.further)

    @property
    def left_out(self) -> bool:
        """Whether some rows are left out."""
        return self.total > self.on_page


_Row = TypeVar("_Row")
_Columns = dict[Column, Callable[[_Row], Cell]]
"""The columns of a table, each with the function that makes its cells."""


def hosts(found: Sequence[Host], totals: Totals) -> Table:
    """The hosts, with the most frequent ones first."""
    table = _table(
        "hosts",
        "Hosts",
        _HOST_COLUMNS,
        found,
        total=totals.hosts,
        note="The hosts with the most URLs come first.",
        sql="SELECT * FROM hosts ORDER BY times DESC",
    )
    return table._replace(rows=table.rows[:_MAX_HOST_ROWS], further=table.rows[_MAX_HOST_ROWS:])


def rules(connection: sqlite3.Connection) -> Table:
    """The rules that have findings, with the most frequent ones first."""
    return _table(
        "rules",
        "Rules",
        _RULE_COLUMNS,
        queries.rules(connection),
        note="urlmend explain CODE prints the documentation of a rule.",
    )


def links(connection: sqlite3.Connection) -> Table:
    """The kinds of links, with the most frequent ones first."""
    return _table(
        "links",
        "Kinds of links",
        _LINK_COLUMNS,
        queries.link_kinds(connection),
        note="The URLs of gateways, redirects and mailing services contain another address, their target.",
        sql="SELECT link_kind, target, url FROM distinct_urls WHERE link_kind <> ''",
    )


def urls(connection: sqlite3.Connection, totals: Totals) -> Table:
    """The distinct URLs, with the most frequent ones first."""
    return _table(
        "urls",
        "URLs",
        _URL_COLUMNS,
        queries.distinct_urls(connection, _MAX_URLS),
        total=totals.distinct,
        note="The most frequent ones come first. They are not links, because archives contain malicious URLs.",
        sql="SELECT * FROM distinct_urls ORDER BY times DESC",
    )


def findings(connection: sqlite3.Connection, totals: Totals) -> Table:
    """Findings of all rules, with the most severe ones first."""
    note = "The most severe ones come first, with one of each rule in turn. ↵ marks the end of a line."
    if totals.findings > _MAX_FINDINGS:
        note += " Each rule has an equal share of the rows."
    return _table(
        "findings",
        "Findings",
        _FINDING_COLUMNS,
        queries.findings(connection, _MAX_FINDINGS),
        total=totals.findings,
        note=note,
        sql="SELECT * FROM open_findings ORDER BY code, id",
    )


def problems(connection: sqlite3.Connection, totals: Totals) -> Table:
    """The files that could not be read."""
    return _table(
        "problems",
        "Problems",
        _PROBLEM_COLUMNS,
        queries.problems(connection, _MAX_PROBLEMS),
        total=totals.problems,
        sql="SELECT name, reason FROM problems",
    )


def counts(labelled: Sequence[tuple[str, int]]) -> Table:
    """Totals with their labels."""
    return _table("counts", "Further numbers", _COUNT_COLUMNS, labelled)


def settings(connection: sqlite3.Connection) -> Table:
    """The settings of the scan."""
    return _table(
        "settings",
        "Settings of the scan",
        _SETTING_COLUMNS,
        queries.settings(connection),
    )


def _table(
    name: str,
    title: str,
    columns: _Columns[_Row],
    rows: Iterable[_Row],
    *,
    total: int | None = None,
    note: str = "",
    sql: str = "",
) -> Table:
    """A table of rows; without a total, they are all that there are."""
    cells = [[cell(row) for cell in columns.values()] for row in rows]
    return Table(name, title, list(columns), cells, len(cells) if total is None else total, note, sql)


def _day(date: str) -> str:
    return visible(date[:10])


def _before_and_after(row: FindingRow) -> Markup:
    """The text of a finding before and after its fix."""
    if row.after is None:
        return _labelled_texts([("before", unmarked(row.before)), ("after", Markup("<em>no automatic fix</em>"))])
    before, after = marked(row.before, row.after)
    return _labelled_texts([("before", before), ("after" if row.safe else "after, unsafe fix", after)])


def _labelled_texts(texts: Iterable[tuple[str, Markup]]) -> Markup:
    parts = (Markup('<div class="which">{}</div><samp>{}</samp>').format(label, text) for label, text in texts)
    return Markup().join(parts)


def _location(row: FindingRow) -> Markup:
    location = escape(f"{visible(row.archive, _LONGEST_TEXT)}:{row.line}:{row.column}")
    if not row.subject:
        return location
    return Markup("{}<br><cite>{}</cite>").format(location, visible(row.subject, _LONGEST_TEXT))


_HOST_COLUMNS: _Columns[Host] = {
    Column("Host", ColumnKind.CODE): lambda row: visible(row.host, _LONGEST_TEXT),
    Column("URLs", ColumnKind.NUMBER): lambda row: row.urls,
    Column("Distinct", ColumnKind.NUMBER): lambda row: row.distinct,
    Column("Broken", ColumnKind.NUMBER): lambda row: row.broken,
    Column("Findings", ColumnKind.NUMBER): lambda row: row.findings,
    Column("First", ColumnKind.DATE): lambda row: _day(row.first),
    Column("Last", ColumnKind.DATE): lambda row: _day(row.last),
}
_RULE_COLUMNS: _Columns[RuleCount] = {
    Column("Code", ColumnKind.CODE): lambda row: visible(row.code),
    Column("Name"): lambda row: rule_name(row.code),
    Column("Severity", ColumnKind.SEVERITY): lambda row: visible(row.severity),
    Column("Findings", ColumnKind.NUMBER): lambda row: row.findings,
    Column("URLs", ColumnKind.NUMBER): lambda row: row.urls,
    Column("Safe fixes", ColumnKind.NUMBER): lambda row: row.safe,
    Column("Unsafe fixes", ColumnKind.NUMBER): lambda row: row.unsafe,
}
_LINK_COLUMNS: _Columns[LinkKind] = {
    Column("Kind"): lambda row: visible(link_label(row.kind)),
    Column("URLs", ColumnKind.NUMBER): lambda row: row.urls,
    Column("Distinct", ColumnKind.NUMBER): lambda row: row.distinct,
    Column("Target known", ColumnKind.NUMBER): lambda row: row.decoded,
}
_URL_COLUMNS: _Columns[DistinctUrl] = {
    Column("URL", ColumnKind.CODE): lambda row: visible(row.url, _LONGEST_URL),
    Column("Scheme"): lambda row: visible(scheme_label(row.scheme)),
    Column("Times", ColumnKind.NUMBER): lambda row: row.times,
    Column("Broken", ColumnKind.NUMBER): lambda row: row.broken,
    Column("Findings", ColumnKind.NUMBER): lambda row: row.findings,
    Column("First", ColumnKind.DATE): lambda row: _day(row.first),
    Column("Last", ColumnKind.DATE): lambda row: _day(row.last),
    Column("Target", ColumnKind.CODE): lambda row: visible(row.target, _LONGEST_URL),
}
_FINDING_COLUMNS: _Columns[FindingRow] = {
    Column("Rule", ColumnKind.CODE): lambda row: visible(row.code),
    Column("Severity", ColumnKind.SEVERITY): lambda row: visible(row.severity),
    Column("Date", ColumnKind.DATE): lambda row: _day(row.date),
    Column("Message"): lambda row: visible(row.message, _LONGEST_URL),
    Column("URL", ColumnKind.CODE): lambda row: visible(row.url, _LONGEST_URL),
    Column("Before and after the fix", ColumnKind.HTML): _before_and_after,
    Column("Where", ColumnKind.HTML): _location,
}
_PROBLEM_COLUMNS: _Columns[Problem] = {
    Column("Name", ColumnKind.CODE): lambda row: visible(row.name, _LONGEST_URL),
    Column("Reason"): lambda row: visible(row.reason, _LONGEST_URL),
}
_COUNT_COLUMNS: _Columns[tuple[str, int]] = {
    Column("What"): lambda row: row[0],
    Column("Number", ColumnKind.NUMBER): lambda row: row[1],
}
_SETTING_COLUMNS: _Columns[tuple[str, str]] = {
    Column("Setting", ColumnKind.CODE): lambda row: visible(row[0], _LONGEST_TEXT),
    Column("Value", ColumnKind.CODE): lambda row: visible(row[1], _LONGEST_URL),
}
