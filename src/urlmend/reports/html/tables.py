"""The tables of the page: their columns, and their rows up to a limit."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from urlmend.reports.html.text_diff import marked, unmarked
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result.labels import link_label, rule_name, scheme_label

MAX_HOSTS = 50_000
"""The largest number of hosts on the page."""
# More rows than these are no rows of HTML, but found by the search of the page.
_MAX_HOST_ROWS = 2000
MAX_URLS = MAX_FINDINGS = 2000
MAX_PROBLEMS = 500
"""The largest numbers of other rows."""
_LONGEST_URL = 400
_LONGEST_TEXT = 200
# The place of a URL in a document with pages.
_PAGE = re.compile(r"p([0-9]+)")

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
    cell: Callable[[Any], Cell] = str
    """Makes the cell of a row."""


class Table(NamedTuple):
    """A table; the first cell of each row is its heading."""

    title: str
    columns: Sequence[Column]
    note: str = ""
    sql: str = ""
    """A query for all rows."""
    name: str = ""
    rows: Sequence[Sequence[Cell]] = ()
    total: int = 0
    """The number of rows, including those that are left out."""
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


def table(name: str, rows: Iterable[object], total: int | None = None) -> Table:
    """Make the table of a name; without a total, the rows are all that there are."""
    empty = _TABLES[name]
    cells = [[column.cell(row) for column in empty.columns] for row in rows]
    return empty._replace(name=name, rows=cells, total=len(cells) if total is None else total)


def hosts(found: Sequence[sqlite3.Row], total: int) -> Table:
    """The hosts, with the most frequent ones first."""
    all_hosts = table("hosts", found, total)
    return all_hosts._replace(rows=all_hosts.rows[:_MAX_HOST_ROWS], further=all_hosts.rows[_MAX_HOST_ROWS:])


def findings(found: Iterable[sqlite3.Row], total: int) -> Table:
    """Findings of all rules, with the most severe ones first."""
    all_findings = table("findings", found, total)
    share = " Each rule has an equal share of the rows." if total > MAX_FINDINGS else ""
    return all_findings._replace(note=all_findings.note + share)


def _visible(column: str, longest: int = 0) -> Callable[[sqlite3.Row], str]:
    """Make cells of a column of a result that is untrusted text."""
    return lambda row: visible(row[column], longest)


def _number(column: str, title: str = "") -> Column:
    """The column of a number of a result."""
    return Column(title or column.capitalize(), ColumnKind.NUMBER, itemgetter(column))


def _date(column: str) -> Column:
    """The column of a date of a result; of a time, only the day is shown."""
    return Column(column.capitalize(), ColumnKind.DATE, lambda row: visible(row[column][:10]))


def _before_and_after(row: sqlite3.Row) -> Markup:
    """The text of a finding before and after its fix."""
    if row["after"] is None:
        return _labelled_texts([("before", unmarked(row["before"])), ("after", Markup("<em>no automatic fix</em>"))])
    before, after = marked(row["before"], row["after"])
    return _labelled_texts([("before", before), ("after" if row["safe"] else "after, unsafe fix", after)])


def _labelled_texts(texts: Iterable[tuple[str, Markup]]) -> Markup:
    parts = (Markup('<div class="which">{}</div><samp>{}</samp>').format(label, text) for label, text in texts)
    return Markup().join(parts)


def _location(row: sqlite3.Row) -> Markup:
    page = _PAGE.fullmatch(row["part"]) if row["format"] == "pdf" else None
    fragment = f"#page={page[1]}" if page else ""  # as browsers and viewers open it (RFC 8118 section 3)
    location = escape(f"{visible(row['archive'], _LONGEST_TEXT)}{fragment}:{row['line']}:{row['column']}")
    if not row["subject"]:
        return location
    return Markup("{}<br><cite>{}</cite>").format(location, visible(row["subject"], _LONGEST_TEXT))


# Without rows, by name.
_TABLES = {
    "findings": Table(
        "Findings",
        (
            Column("Rule", ColumnKind.CODE, _visible("code")),
            Column("Severity", ColumnKind.SEVERITY, _visible("severity")),
            _date("date"),
            Column("Message", cell=_visible("message", _LONGEST_URL)),
            Column("URL", ColumnKind.CODE, _visible("url", _LONGEST_URL)),
            Column("Before and after the fix", ColumnKind.HTML, _before_and_after),
            Column("Where", ColumnKind.HTML, _location),
        ),
        note="The most severe ones come first, with one of each rule in turn. ↵ marks the end of a line.",
        sql="SELECT * FROM open_findings ORDER BY code, id",
    ),
    "rules": Table(
        "Rules",
        (
            Column("Code", ColumnKind.CODE, _visible("code")),
            Column("Name", cell=lambda row: rule_name(row["code"])),
            Column("Severity", ColumnKind.SEVERITY, _visible("severity")),
            _number("findings"),
            _number("urls", "URLs"),
            _number("safe", "Safe fixes"),
            _number("unsafe", "Unsafe fixes"),
        ),
        note="urlmend explain CODE prints the documentation of a rule.",
    ),
    "hosts": Table(
        "Hosts",
        (
            Column("Host", ColumnKind.CODE, _visible("host", _LONGEST_TEXT)),
            _number("urls", "URLs"),
            _number("distinct"),
            _number("broken"),
            _number("findings"),
            _date("first"),
            _date("last"),
        ),
        note="The hosts with the most URLs come first.",
        sql="SELECT * FROM hosts ORDER BY times DESC",
    ),
    "urls": Table(
        "URLs",
        (
            Column("URL", ColumnKind.CODE, _visible("url", _LONGEST_URL)),
            Column("Scheme", cell=lambda row: visible(scheme_label(row["scheme"]))),
            _number("times"),
            _number("broken"),
            _number("findings"),
            _date("first"),
            _date("last"),
            Column("Target", ColumnKind.CODE, _visible("target", _LONGEST_URL)),
        ),
        note="The most frequent ones come first. They are not links, because archives contain malicious URLs.",
        sql="SELECT * FROM distinct_urls ORDER BY times DESC",
    ),
    "links": Table(
        "Kinds of links",
        (
            Column("Kind", cell=lambda row: visible(link_label(row["kind"]))),
            _number("urls", "URLs"),
            _number("distinct"),
            _number("decoded", "Target known"),
        ),
        note="The URLs of gateways, redirects and mailing services contain another address, their target.",
        sql="SELECT link_kind, target, url FROM distinct_urls WHERE link_kind <> ''",
    ),
    "problems": Table(
        "Problems",
        (
            Column("Name", ColumnKind.CODE, _visible("name", _LONGEST_URL)),
            Column("Reason", cell=_visible("reason", _LONGEST_URL)),
        ),
        sql="SELECT name, reason FROM problems",
    ),
    "counts": Table(
        "Further numbers", (Column("What", cell=itemgetter(0)), Column("Number", ColumnKind.NUMBER, itemgetter(1)))
    ),
    "settings": Table(
        "Settings of the scan",
        (
            Column("Setting", ColumnKind.CODE, lambda row: visible(row[0], _LONGEST_TEXT)),
            Column("Value", ColumnKind.CODE, lambda row: visible(row[1], _LONGEST_URL)),
        ),
    ),
}
