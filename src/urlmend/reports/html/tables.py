"""The tables of the page: their columns, and their rows up to a limit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import SEVERITIES
from urlmend.reports.html.text_diff import marked, unmarked
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result.labels import break_label, link_label, rule_name, scheme_label
from urlmend.reports.scan_result.queries import PERSON
from urlmend.rules import RULES

LIMITS = {
    **dict.fromkeys(("domains", "urls", "findings"), 1000),
    **dict.fromkeys(("people", "lists", "archives", "threads", "gateways", "problems"), 200),
    **dict.fromkeys(("broken", "misleading"), 50),
}
"""The largest number of rows of the tables that have one."""
_LONGEST_URL = 400
_LONGEST_TEXT = 200
_LONGEST_SUBJECT = 100
_LONGEST_NAME = 60
# The place of a URL in a document with pages.
_PAGE = lazy(r"p([0-9]+)")

Cell = str | int | float | Markup | None
_Finding = Mapping[str, Any]


class ColumnKind(StrEnum):
    """How the cells of a column are formatted and sorted; the `class` of its cells."""

    TEXT = "text"
    NUMBER = "number"
    SHARE = "share"
    CODE = "code"
    NAME = "name"
    DATE = "date"
    SEVERITY = "severity"
    HTML = "html"


class Column(NamedTuple):
    """A column of a table."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    cell: Callable[[Any], Cell] = str
    """Makes the cell of a row."""
    is_minor: bool = False
    """Whether narrow tables leave it out."""

    @property
    def classes(self) -> str:
        """The classes of its cells."""
        return f"{self.kind} minor" if self.is_minor else str(self.kind)


class Table(NamedTuple):
    """A table; the first cell of each row is its heading."""

    title: str
    columns: Sequence[Column]
    note: str = ""
    sql: str = ""
    """A query for all rows."""
    layout: str = "plain"
    """`plain`, or `cards` if narrow screens show each row as a card."""
    bar: int | None = None
    """The column whose numbers are drawn as bars."""
    name: str = ""
    rows: Sequence[Sequence[Cell]] = ()
    total: int = 0
    """The number of rows, including those that are left out."""

    @property
    def left_out(self) -> bool:
        """Whether some rows are left out."""
        return self.total > len(self.rows)

    @property
    def percents(self) -> Sequence[int | None]:
        """The length of the bar of each row in percent of the longest one."""
        if self.bar is None:
            return [None] * len(self.rows)
        numbers = [row[self.bar] for row in self.rows]
        most = max((number for number in numbers if isinstance(number, int)), default=0)
        return [percent(number, most) for number in numbers]


def percent(number: object, most: int) -> int:
    """A number in percent of the largest one; at least 1 if it is positive."""
    return max(1, round(100 * number / most)) if isinstance(number, int) and number > 0 else 0


def table(name: str, rows: Iterable[Any], total: int | None = None) -> Table:
    """Make the table of a name; without a total, its rows have it as a column, or are all that there are."""
    empty, found = _TABLES[name], list(rows)
    if total is None:
        has_total = bool(found) and isinstance(found[0], sqlite3.Row) and "total" in found[0].keys()  # noqa: SIM118
        total = found[0]["total"] if has_total else len(found)
    cells = [[column.cell(row) for column in empty.columns] for row in found]
    return empty._replace(name=name, rows=cells, total=total)


def finding_table(name: str, rows: Iterable[sqlite3.Row], folder: str, total: int | None = None) -> Table:
    """Make a table of findings; `folder` is left out of the paths."""
    made = table(name, ({**row, "folder": folder} for row in map(dict, rows)), total)
    share = " Each rule has an equal share of the rows." if made.left_out else ""
    return made._replace(note=made.note + share)


def archive_table(rows: Iterable[sqlite3.Row], folder: str) -> Table:
    """Make the table of files; `folder` is left out of the paths."""
    found = [{**row, "name": _within(folder, row["name"])} for row in map(dict, rows)]
    return table("archives", found, found[0]["total"] if found else 0)


def _visible(column: str, longest: int = 0) -> Callable[[Any], str]:
    """Make cells of a column of a result that is untrusted text."""
    return lambda row: visible(row[column], longest)


def _number(column: str, title: str = "", *, is_minor: bool = False) -> Column:
    """The column of a number of a result."""
    return Column(title or column.capitalize(), ColumnKind.NUMBER, itemgetter(column), is_minor)


def _date(column: str) -> Column:
    """The column of a date of a result; of a time, only the day is shown."""
    return Column(column.capitalize(), ColumnKind.DATE, lambda row: visible(row[column][:10]))


def _month(column: str) -> Column:
    """The column of the month of a date, which narrow tables leave out."""
    return Column(column.capitalize(), ColumnKind.DATE, lambda row: visible(row[column][:7]), is_minor=True)


def _name(title: str, longest: int = _LONGEST_NAME) -> Column:
    """The column of the value that rows are grouped by."""
    return Column(title, ColumnKind.NAME, _visible("name", longest))


_PERIOD = (_month("first"), _month("last"))


def code_link(code: str) -> Markup:
    """The code of a rule, as a link to its page if it has one."""
    shown = visible(code, _LONGEST_TEXT)
    address = RULES[code].address if code in RULES else ""
    return Markup('<a href="{}">{}</a>').format(address, shown) if address else escape(shown)


def badge(severity: str) -> Markup:
    """A severity in its colour."""
    kind = severity if severity in SEVERITIES else "other"
    return Markup('<span class="badge {}">{}</span>').format(kind, visible(severity, _LONGEST_TEXT))


_SEVERITY = Column("Severity", ColumnKind.SEVERITY, lambda row: badge(row["severity"]))


def _before_and_after(row: _Finding) -> Markup:
    """The text of a finding, and that after its fix."""
    if row["after"] is None:
        return Markup("<samp>{}</samp>").format(unmarked(row["before"]))
    before, after = marked(row["before"], row["after"])
    label = "safe fix" if row["safe"] else "unsafe fix"
    return Markup('<samp>{}</samp><span class="which">{}</span><samp>{}</samp>').format(before, label, after)


def _within(folder: str, name: str) -> str:
    return name.removeprefix(folder) or name


def _location(row: _Finding) -> Markup:
    page = _PAGE.fullmatch(row["part"]) if row["format"] == "pdf" else None
    fragment = f"#page={page[1]}" if page else ""  # as browsers and viewers open it (RFC 8118 section 3)
    name = visible(_within(row["folder"], row["archive"]), _LONGEST_TEXT)
    location = escape(f"{name}{fragment}:{row['line']}:{row['column']}")
    more = Markup(" and {} more").format(f"{row['times'] - 1:,}") if row["times"] > 1 else ""
    subject = Markup("<cite>{}</cite><br>").format(visible(row["subject"], _LONGEST_SUBJECT)) if row["subject"] else ""
    return subject + location + more


_OF_FINDING = (
    Column("Rule", ColumnKind.CODE, lambda row: code_link(row["code"])),
    _SEVERITY,
    Column("Message", cell=_visible("message", _LONGEST_URL)),
    Column("Text, and text after the fix", ColumnKind.HTML, _before_and_after),
    _date("date"),
    Column("Where", ColumnKind.HTML, _location),
)


def _of_messages(title: str, column: str, name: Column) -> Table:
    """The table of the values of a column of messages."""
    columns = (name, _number("urls", "URLs"), _number("messages"), *_PERIOD)
    return Table(title, columns, sql=_grouped(column), bar=1)


def _grouped(column: str, count: str = "*") -> str:
    """The query of the values of a column, with the number of URLs in new text."""
    new = "kind = 'new' AND NOT is_copy"
    return f"SELECT {column}, count({count}) AS n FROM urls WHERE {new} GROUP BY 1 ORDER BY n DESC"  # noqa: S608


# Without rows, by name.
_TABLES = {
    "domains": Table(
        "Domains",
        (
            _name("Domain"),
            _number("urls", "URLs"),
            _number("broken", is_minor=True),
            _number("findings", is_minor=True),
            *_PERIOD,
        ),
        sql=_grouped("domain"),
        bar=1,
    ),
    "people": _of_messages("Authors", PERSON, _name("Author")),
    "lists": _of_messages("Lists", "list_id", _name("List")),
    "archives": _of_messages("Files", "archive", _name("File", _LONGEST_TEXT)),
    "threads": Table(
        "Threads",
        (
            Column(
                "Subject of the first message",
                cell=lambda row: visible(row["subject"] or row["name"], _LONGEST_SUBJECT),
            ),
            _number("messages"),
            _number("urls", "URLs"),
            *_PERIOD,
        ),
        sql=_grouped("thread", "DISTINCT message_id"),
        note="Those with several messages that have URLs.",
        bar=1,
    ),
    "gateways": Table(
        "Shorteners, gateways and redirects",
        (
            _name("Host"),
            _number("urls", "URLs"),
            Column("Kind", cell=lambda row: visible(link_label(row["kind"]))),
            _number("decoded", "Target known", is_minor=True),
        ),
        note="Their URLs do not show where they lead; those of gateways and redirects contain their target.",
        sql="SELECT link_kind, target, url FROM distinct_urls WHERE link_kind <> ''",
        bar=1,
    ),
    "schemes": Table(
        "Schemes",
        (
            Column("Scheme", ColumnKind.CODE, lambda row: visible(scheme_label(row[0]), _LONGEST_NAME)),
            Column("URLs", ColumnKind.NUMBER, itemgetter(1)),
        ),
        bar=1,
    ),
    "breaks": Table(
        "How URLs are broken",
        (
            Column("Interrupted by", cell=lambda row: visible(break_label(row), _LONGEST_NAME)),
            Column("URLs", ColumnKind.NUMBER, lambda row: row.urls),
            Column("Rejoined with certainty", ColumnKind.NUMBER, lambda row: row.certainties["certain"], is_minor=True),
        ),
        bar=1,
    ),
    "years": Table(
        "Years",
        (
            Column("Year", cell=itemgetter(0)),
            Column("URLs", ColumnKind.NUMBER, itemgetter(1)),
            Column("Messages", ColumnKind.NUMBER, itemgetter(2)),
            Column("Broken", ColumnKind.NUMBER, itemgetter(3)),
            Column("Findings", ColumnKind.NUMBER, itemgetter(4)),
            Column("Most cited domains", ColumnKind.HTML, itemgetter(5)),
            Column("First seen in this year", ColumnKind.HTML, itemgetter(6)),
        ),
        layout="cards",
        bar=1,
    ),
    "broken": Table(
        "Broken links",
        _OF_FINDING,
        note="Examples of findings about URLs that a line end or something else interrupts. ↵ marks the end of a line.",
        sql="SELECT f.* FROM open_findings f JOIN places p ON p.id = f.url_id WHERE p.breaks <> ''",
        layout="cards",
    ),
    "misleading": Table(
        "Misleading links",
        _OF_FINDING,
        note="Examples of hosts and links that are not what they seem to be.",
        sql="SELECT * FROM open_findings WHERE code LIKE 'URL6%'",
        layout="cards",
    ),
    "findings": Table(
        "Findings",
        _OF_FINDING,
        note="The most severe ones come first, with one of each rule in turn. ↵ marks the end of a line.",
        sql="SELECT * FROM open_findings ORDER BY code, id",
        layout="cards",
    ),
    "rules": Table(
        "Findings by rule",
        (
            _OF_FINDING[0],
            _number("findings"),
            Column("Name", cell=lambda row: rule_name(row["code"])),
            _SEVERITY,
            _number("safe", "Safe fixes", is_minor=True),
            _number("unsafe", "Unsafe fixes", is_minor=True),
        ),
        bar=1,
    ),
    "urls": Table(
        "URLs",
        (
            Column("URL", ColumnKind.CODE, _visible("url", _LONGEST_URL)),
            _number("times"),
            _number("broken"),
            _number("findings"),
            _date("first"),
            _date("last"),
            Column("Target", ColumnKind.CODE, _visible("target", _LONGEST_URL)),
        ),
        note="The most frequent ones come first. They are not links, because archives contain malicious URLs.",
        sql="SELECT * FROM distinct_urls ORDER BY times DESC",
        layout="cards",
    ),
    "problems": Table(
        "Problems",
        (
            Column("Name", ColumnKind.CODE, _visible("name", _LONGEST_URL)),
            Column("Reason", cell=_visible("reason", _LONGEST_URL)),
        ),
        sql="SELECT name, reason FROM problems",
        layout="cards",
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
