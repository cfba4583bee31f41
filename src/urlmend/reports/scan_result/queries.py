"""SQL queries of a result: totals, counts by group, and the first rows of each table."""

# ruff: noqa: S608 - the names in queries are ours

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import starmap
from typing import NamedTuple, TypeVar

from urlmend.scan.results.validity import HASH_KEY

# The longest text that is read of a cell, in code points, and the largest number of groups. The reports show less.
_LONGEST = 10_000
_MAX_GROUPS = 1000
Row = TypeVar("Row")
_SHORT = f"CASE WHEN length({{0}}) > {_LONGEST} THEN short({{0}}) ELSE {{0}} END"


class Certainty(StrEnum):
    """How sure the reading of a URL is: its confidence, or `archive` if another occurrence decided it."""

    CERTAIN = "certain"
    LIKELY = "likely"
    GUESS = "guess"
    ARCHIVE = "archive"


class Totals(NamedTuple):
    """Counts over the complete result."""

    units: int
    bytes: int
    messages: int
    lines: int
    files: int
    """Files and archive members that contain a URL."""
    urls: int
    distinct: int
    hosts: int
    broken: int
    settled: int
    """Ambiguous URLs whose reading another occurrence decided."""
    findings: int
    problems: int

    @property
    def megabytes(self) -> int:
        """The bytes in millions, rounded up."""
        return -(-self.bytes // 1_000_000)


class YearOfScheme(NamedTuple):
    """The counts of one scheme in one year; the year is empty for URLs without a date."""

    year: str
    scheme: str
    urls: int
    broken: int


class Year(NamedTuple):
    """The counts of one year, by the dates of messages; the year is empty for URLs without a date."""

    year: str
    urls: int
    broken: int
    severities: Mapping[str, int]
    """The number of findings of each severity."""

    @property
    def findings(self) -> int:
        """The number of findings."""
        return sum(self.severities.values())


class Host(NamedTuple):
    """The counts of one host, and the dates of the first and the last message with a URL of it."""

    host: str
    urls: int
    distinct: int
    broken: int
    findings: int
    first: str
    last: str


class Break(NamedTuple):
    """The URLs with the same kinds of breaks; `kinds` is empty for unbroken URLs."""

    kinds: tuple[str, ...]
    certainties: dict[Certainty, int]
    """The number of URLs of each certainty."""

    @property
    def urls(self) -> int:
        """The number of URLs."""
        return sum(self.certainties.values())


class LinkKind(NamedTuple):
    """The URLs of one kind of links; `kind` is empty for those that lead where they say."""

    kind: str
    urls: int
    distinct: int
    decoded: int
    """The number of URLs whose target is known."""


class RuleCount(NamedTuple):
    """The open findings of one rule: those that no other occurrence of the URL has resolved."""

    code: str
    severity: str
    findings: int
    urls: int
    safe: int
    unsafe: int


class DistinctUrl(NamedTuple):
    """One URL with the counts of all of its occurrences."""

    url: str
    scheme: str
    host: str
    link_kind: str
    target: str
    """The address that the URL of a gateway holds; empty if it is unknown."""
    times: int
    broken: int
    findings: int
    first: str
    last: str


class FindingRow(NamedTuple):
    """One open finding, with its URL and location."""

    code: str
    severity: str
    message: str
    url: str
    before: str
    after: str | None
    safe: int | None
    archive: str
    line: int
    column: int
    date: str
    subject: str


class Problem(NamedTuple):
    """A file that could not be read."""

    name: str
    reason: str


def shortened(text: str | float | bytes | None) -> str | float | bytes | None:
    """Return a text; of a longer one than is read, the beginning and a hash. A function of SQL, where it is `short`."""
    if not isinstance(text, str) or len(text) <= _LONGEST:
        return text
    return text[:_LONGEST] + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# Sorting and grouping hold many cells in memory, which are therefore shortened before; the limit makes sure of that.
def _urls(*columns: str) -> str:
    """Return the subquery of all URLs with these columns."""
    return f"(SELECT {_short(*columns)} FROM urls LIMIT -1)"


def _open_findings(*columns: str) -> str:
    """Return the subquery of all open findings `f` and their URLs `u` with these columns."""
    tables = "findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0"
    return f"(SELECT {_short(*columns)} FROM {tables} LIMIT -1)"


def _short(*columns: str) -> str:
    """Return the SQL expressions of cells, those of long ones shortened, under their own names."""
    return ", ".join(f'{_SHORT.format(column)} AS "{column.rpartition(".")[2]}"' for column in columns)


def _texts(*expressions: str) -> str:
    """Return the SQL expressions of texts, limited in length."""
    return ", ".join(f"substr({expression}, 1, {_LONGEST})" for expression in expressions)


# By what they ask for, or the name of the class of their rows; the names in them are ours.
_SQL = {
    "totals": f"""
        SELECT * FROM (
            SELECT count(*), total(bytes), total(messages), total(lines) FROM units
        ), (
            SELECT count(DISTINCT coalesce(archive || ' ' || archive_hash, archive)), count(*),
                   count(DISTINCT coalesce(url || ' ' || url_hash, url)),
                   count(DISTINCT nullif(host, '')), total(breaks <> ''), count(decided_by)
            FROM {_urls("archive", "archive_hash", "url", "url_hash", "host", "breaks", "decided_by")}
        ), (SELECT count(*) FROM findings WHERE settled = 0), (SELECT count(*) FROM problems)
    """,
    "settings": f"""
        SELECT {_texts("name", "value")} FROM settings WHERE name <> ? ORDER BY name LIMIT {_MAX_GROUPS}
    """,
    "years of schemes": f"""
        SELECT substr(date, 1, 4) AS year, {_texts("scheme")} AS name, count(*), sum(breaks <> '')
        FROM {_urls("date", "scheme", "breaks")} GROUP BY year, name
    """,
    "severities by year": f"""
        SELECT substr(date, 1, 4) AS year, {_texts("severity")}, count(*)
        FROM {_open_findings("u.date", "f.severity")} GROUP BY year, severity
    """,
    "forms": f"SELECT {_texts('form')} AS name, count(*) AS n FROM {_urls('form')} GROUP BY name ORDER BY n DESC, name",
    "breaks": f"""
        SELECT {_texts("breaks")} AS kinds,
               CASE WHEN decided_by IS NULL THEN confidence ELSE 'archive' END AS certainty, count(*)
        FROM {_urls("breaks", "decided_by", "confidence")} GROUP BY kinds, certainty
    """,
    "LinkKind": f"""
        SELECT {_texts("link_kind")} AS kind, count(*) AS n, count(DISTINCT coalesce(url || ' ' || url_hash, url)),
               count(target)
        FROM {_urls("link_kind", "url", "url_hash", "target")}
        GROUP BY kind ORDER BY n DESC, kind LIMIT {_MAX_GROUPS}
    """,
    "RuleCount": f"""
        SELECT {_texts("code", "min(severity)")}, count(*) AS n, count(DISTINCT url_id),
               CAST(total(safe = 1) AS INTEGER), CAST(total(safe = 0) AS INTEGER)
        FROM (SELECT {_short("code", "severity")}, url_id, safe FROM findings WHERE settled = 0 LIMIT -1)
        GROUP BY code ORDER BY n DESC, code LIMIT {_MAX_GROUPS}
    """,
    "Host": f"""
        WITH top AS (
            SELECT host, count(*) AS times, count(DISTINCT coalesce(url || ' ' || url_hash, url)) AS distinct_urls,
                   sum(breaks <> '') AS broken, coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM {_urls("host", "url", "url_hash", "breaks", "date")} WHERE host <> ''
            GROUP BY host ORDER BY times DESC, host LIMIT ?
        ), found AS (SELECT host, count(*) AS findings FROM {_open_findings("u.host")} GROUP BY host)
        SELECT {_texts("top.host")}, times, distinct_urls, broken, coalesce(findings, 0), {_texts("first", "last")}
        FROM top LEFT JOIN found ON found.host = top.host ORDER BY times DESC, top.host
    """,
    "DistinctUrl": f"""
        WITH top AS (
            SELECT url, url_hash, scheme, host, link_kind, coalesce(max(target), '') AS target, count(*) AS times,
                   sum(breaks <> '') AS broken, min(id) AS first_id,
                   coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM {_urls("id", "url", "url_hash", "scheme", "host", "link_kind", "target", "breaks", "date")}
            GROUP BY url, url_hash ORDER BY times DESC, url, first_id LIMIT ?
        ), found AS (
            SELECT url, url_hash, count(*) AS findings FROM {_open_findings("u.url", "u.url_hash")}
            GROUP BY url, url_hash
        )
        SELECT {_texts("top.url", "scheme", "host", "link_kind", "target")}, times, broken, coalesce(findings, 0),
               {_texts("first", "last")}
        FROM top LEFT JOIN found ON found.url = top.url AND found.url_hash IS top.url_hash
        ORDER BY times DESC, top.url, top.first_id
    """,
    # The most severe first, with one of each rule in turn; of each rule an equal number if possible.
    "FindingRow": f"""
        WITH ranked AS (
            SELECT id, row_number() OVER (PARTITION BY code ORDER BY id) AS turn
            FROM (SELECT id, {_short("code")} FROM findings WHERE settled = 0 LIMIT -1)
        ), chosen AS (SELECT id, turn FROM ranked ORDER BY turn, id LIMIT ?)
        SELECT {_texts("code", "severity", "message", "url", "before", "after")}, safe,
               {_texts("archive")}, line, "column", {_texts("coalesce(date, '')", "coalesce(subject, '')")}
        FROM (
            SELECT {_short("f.code", "f.severity", "f.message", "u.url", "f.before", "f.after", "u.archive", "u.date")},
                   {_short("u.subject")}, f.safe, f.line, f."column", chosen.turn
            FROM chosen JOIN findings f ON f.id = chosen.id JOIN urls u ON u.id = f.url_id LIMIT -1
        )
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, turn, code
    """,
    "Problem": f"""
        SELECT {_texts("name", "reason")} FROM (SELECT {_short("name", "reason")}, id FROM problems LIMIT -1)
        ORDER BY name, id LIMIT ?
    """,
}


def totals(connection: sqlite3.Connection) -> Totals:
    """The counts over the complete result."""
    return Totals(*map(int, connection.execute(_SQL["totals"]).fetchone()))


def is_finished(connection: sqlite3.Connection) -> bool:
    """Whether the last scan read all archives; false if it was stopped, or still reads."""
    return bool(connection.execute("SELECT min(finished) FROM last_scan").fetchone()[0])


def settings(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """The names and values of the settings of the scan, without the key of hashes."""
    return connection.execute(_SQL["settings"], (HASH_KEY,)).fetchall()


def years_of_schemes(connection: sqlite3.Connection) -> list[YearOfScheme]:
    """The counts of each scheme in each year, ordered by year."""
    return [YearOfScheme(_year(year), *rest) for year, *rest in connection.execute(_SQL["years of schemes"])]


def years(connection: sqlite3.Connection, of_schemes: list[YearOfScheme]) -> list[Year]:
    """The counts of each year that has a URL, in order; URLs without a date come first."""
    findings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for year, severity, number in connection.execute(_SQL["severities by year"]):
        findings[_year(year)][severity] += number
    urls: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for row in of_schemes:
        urls[row.year] += row.urls
        broken[row.year] += row.broken
    return [Year(year, urls[year], broken[year], findings[year]) for year in sorted(urls)]


def schemes(of_schemes: list[YearOfScheme]) -> list[tuple[str, int]]:
    """Each scheme with its number of URLs, the most frequent first."""
    counted: Counter[str] = Counter()
    for row in of_schemes:
        counted[row.scheme] += row.urls
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def forms(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Each form with its number of URLs, the most frequent first."""
    return connection.execute(_SQL["forms"]).fetchall()


def breaks(connection: sqlite3.Connection) -> list[Break]:
    """The URLs by their kinds of breaks: unbroken ones, then the most frequent kinds first."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for kinds, certainty, number in connection.execute(_SQL["breaks"]):
        key = tuple(sorted({kind for kind in kinds.split(",") if kind}))
        found.setdefault(key, Counter())[certainty] += number
    counted = [Break(key, {certainty: number[certainty] for certainty in Certainty}) for key, number in found.items()]
    return sorted(counted, key=lambda row: (bool(row.kinds), -row.urls, row.kinds))


def rows(connection: sqlite3.Connection, kind: Callable[..., Row], *limit: int) -> Iterator[Row]:
    """The rows of a kind in the order of their query: all, or as many as the limit, which some kinds need."""
    return starmap(kind, connection.execute(_SQL[kind.__name__], limit))


def _year(text: str | None) -> str:
    """The text if it is a year of four digits, else empty."""
    return text if text and len(text) == 4 and text.isascii() and text.isdecimal() else ""
