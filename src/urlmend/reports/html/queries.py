"""What a result is asked: numbers that SQLite adds up, and rows up to a limit."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

OUTCOMES = ("certain", "likely", "guess", "archive")
"""How sure the reading of a URL is: its confidence, or `archive` if another occurrence has settled it."""


class Totals(NamedTuple):
    """How much there is of everything."""

    units: int
    bytes: int
    messages: int
    lines: int
    files: int
    """Files, and members of archives, with a URL in them."""
    urls: int
    different: int
    hosts: int
    broken: int
    settled: int
    """URLs whose doubts the archive has settled."""
    findings: int
    problems: int

    @property
    def megabytes(self) -> int:
        """The bytes in millions, begun ones too."""
        return -(-self.bytes // 1_000_000)


class YearOfScheme(NamedTuple):
    """The URLs of one scheme in one year; the year is empty for those without a date."""

    year: str
    scheme: str
    urls: int
    broken: int


class Year(NamedTuple):
    """One year by the dates of the messages; empty for what has no date."""

    year: str
    urls: int
    broken: int
    findings: int


class Host(NamedTuple):
    """One host."""

    host: str
    urls: int
    different: int
    broken: int
    findings: int
    first: str
    last: str


class Break(NamedTuple):
    """The URLs that are interrupted in the same ways; `kinds` is empty for those that are not."""

    kinds: tuple[str, ...]
    outcomes: dict[str, int]
    """How many there are of each of OUTCOMES."""

    @property
    def urls(self) -> int:
        """How many URLs there are."""
        return sum(self.outcomes.values())


class RuleCount(NamedTuple):
    """The findings of one rule that still count."""

    code: str
    severity: str
    findings: int
    urls: int
    safe: int
    unsafe: int


class DistinctUrl(NamedTuple):
    """One URL, wherever it stands."""

    url: str
    scheme: str
    host: str
    times: int
    broken: int
    findings: int
    first: str
    last: str


class FindingRow(NamedTuple):
    """One finding that still counts, with its URL and where that stands."""

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
    """Something that could not be read."""

    name: str
    reason: str


def totals(connection: sqlite3.Connection) -> Totals:
    """How much there is of everything."""
    units = _one(connection, "SELECT count(*), total(bytes), total(messages), total(lines) FROM units")
    urls = _one(
        connection,
        "SELECT count(DISTINCT archive), count(*), count(DISTINCT url), count(DISTINCT nullif(host, '')),"
        " total(breaks <> ''), count(decided_by) FROM urls",
    )
    findings = _one(connection, "SELECT count(*) FROM findings WHERE settled = 0")
    problems = _one(connection, "SELECT count(*) FROM problems")
    return Totals(*(int(number) for number in (*units, *urls, *findings, *problems)))


def settings(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """How the scan was made: names and values."""
    return connection.execute("SELECT name, value FROM settings ORDER BY name").fetchall()


def years_of_schemes(connection: sqlite3.Connection) -> list[YearOfScheme]:
    """The URLs of each scheme in each year, in the order of the years."""
    sql = "SELECT substr(date, 1, 4) AS year, scheme, count(*), sum(breaks <> '') FROM urls GROUP BY year, scheme"
    return [YearOfScheme(_year(year), *rest) for year, *rest in connection.execute(sql)]


def years(connection: sqlite3.Connection, of_schemes: list[YearOfScheme]) -> list[Year]:
    """Each year that has a URL, in order; what has no date comes first."""
    sql = (
        "SELECT substr(u.date, 1, 4) AS year, count(*) FROM findings f JOIN urls u ON u.id = f.url_id"
        " WHERE f.settled = 0 GROUP BY year"
    )
    findings: Counter[str] = Counter()
    for year, number in connection.execute(sql):
        findings[_year(year)] += number
    urls: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for row in of_schemes:
        urls[row.year] += row.urls
        broken[row.year] += row.broken
    return [Year(year, urls[year], broken[year], findings[year]) for year in sorted(urls)]


def schemes(of_schemes: list[YearOfScheme]) -> list[tuple[str, int]]:
    """Each scheme with the number of its URLs, the most first."""
    counted: Counter[str] = Counter()
    for row in of_schemes:
        counted[row.scheme] += row.urls
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def forms(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Each form with the number of its URLs, the most first."""
    return connection.execute("SELECT form, count(*) AS n FROM urls GROUP BY form ORDER BY n DESC, form").fetchall()


def breaks(connection: sqlite3.Connection) -> list[Break]:
    """The URLs by what interrupts them, the most first, and those that nothing interrupts before all others."""
    sql = (
        "SELECT breaks, CASE WHEN decided_by IS NULL THEN confidence ELSE 'archive' END AS outcome, count(*)"
        " FROM urls GROUP BY breaks, outcome"
    )
    found: dict[tuple[str, ...], Counter[str]] = {}
    for kinds, outcome, number in connection.execute(sql):
        key = tuple(sorted({kind for kind in kinds.split(",") if kind}))
        found.setdefault(key, Counter())[outcome] += number
    counted = [Break(key, {outcome: number[outcome] for outcome in OUTCOMES}) for key, number in found.items()]
    return sorted(counted, key=lambda row: (bool(row.kinds), -row.urls, row.kinds))


def rules(connection: sqlite3.Connection) -> list[RuleCount]:
    """Each rule that has findings, the most first."""
    sql = (
        "SELECT code, min(severity), count(*) AS n, count(DISTINCT url_id), total(safe = 1), total(safe = 0)"
        " FROM findings WHERE settled = 0 GROUP BY code ORDER BY n DESC, code"
    )
    return [
        RuleCount(code, severity, findings, urls, int(safe), int(unsafe))
        for code, severity, findings, urls, safe, unsafe in connection.execute(sql)
    ]


def hosts(connection: sqlite3.Connection, limit: int) -> list[Host]:
    """The hosts with the most URLs."""
    sql = """
        WITH top AS (
            SELECT host, count(*) AS times, count(DISTINCT url) AS different, sum(breaks <> '') AS broken,
                   coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM urls WHERE host <> '' GROUP BY host ORDER BY times DESC, host LIMIT ?
        ), found AS (
            SELECT u.host, count(*) AS findings FROM findings f JOIN urls u ON u.id = f.url_id
            WHERE f.settled = 0 GROUP BY u.host
        )
        SELECT top.host, times, different, broken, coalesce(findings, 0), first, last
        FROM top LEFT JOIN found ON found.host = top.host ORDER BY times DESC, top.host
    """
    return [Host(*row) for row in connection.execute(sql, (limit,))]


def distinct_urls(connection: sqlite3.Connection, limit: int) -> Iterator[DistinctUrl]:
    """The URLs that stand in the most places."""
    sql = """
        WITH top AS (
            SELECT url, scheme, host, count(*) AS times, sum(breaks <> '') AS broken,
                   coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM urls GROUP BY url ORDER BY times DESC, url LIMIT ?
        ), found AS (
            SELECT u.url, count(*) AS findings FROM findings f JOIN urls u ON u.id = f.url_id
            WHERE f.settled = 0 GROUP BY u.url
        )
        SELECT top.url, scheme, host, times, broken, coalesce(findings, 0), first, last
        FROM top LEFT JOIN found ON found.url = top.url ORDER BY times DESC, top.url
    """
    return map(DistinctUrl._make, connection.execute(sql, (limit,)))


def findings(connection: sqlite3.Connection, limit: int) -> Iterator[FindingRow]:
    """Findings of all rules in turn until there are enough; then the gravest first, by rule."""
    sql = """
        WITH ranked AS (
            SELECT id, row_number() OVER (PARTITION BY code ORDER BY id) AS turn FROM findings WHERE settled = 0
        ), chosen AS (SELECT id FROM ranked ORDER BY turn, id LIMIT ?)
        SELECT f.code, f.severity, f.message, u.url, f.before, f.after, f.safe, u.archive, f.line, f."column",
               coalesce(u.date, ''), coalesce(u.subject, '')
        FROM chosen JOIN findings f ON f.id = chosen.id JOIN urls u ON u.id = f.url_id
        ORDER BY CASE f.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, f.code, f.id
    """
    return map(FindingRow._make, connection.execute(sql, (limit,)))


def problems(connection: sqlite3.Connection, limit: int) -> Iterator[Problem]:
    """What could not be read, and why."""
    return map(Problem._make, connection.execute("SELECT name, reason FROM problems ORDER BY id LIMIT ?", (limit,)))


def _year(text: str | None) -> str:
    """A year that can be one, or nothing."""
    return text if text and len(text) == 4 and text.isascii() and text.isdecimal() else ""


def _one(connection: sqlite3.Connection, sql: str) -> tuple[float, ...]:
    row: tuple[float, ...] = connection.execute(sql).fetchone()
    return row
