"""SQL queries of a result: totals, counts by group, and the first rows of each table."""

# ruff: noqa: S608 - the names in queries are ours

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from urlmend.scan.results.validity import HASH_KEY

# The longest text that is read of a cell, in code points, and the largest number of groups. The reports show less.
_LONGEST = 10_000
_MAX_GROUPS = 1000
_SHORT = f"CASE WHEN length({{0}}) > {_LONGEST} THEN short({{0}}) ELSE {{0}} END"


CERTAINTIES = ("certain", "likely", "guess", "archive")
"""Confidence in the reading of a URL; `archive` if another occurrence decided it."""


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


class Break(NamedTuple):
    """The URLs with the same kinds of breaks; `kinds` is empty for unbroken URLs."""

    kinds: tuple[str, ...]
    certainties: dict[str, int]
    """The number of URLs of each certainty."""

    @property
    def urls(self) -> int:
        """The number of URLs."""
        return sum(self.certainties.values())


def shortened(text: str | float | bytes | None) -> str | float | bytes | None:
    """Return a text; of a longer one than is read, the beginning and a hash. A function of SQL, where it is `short`."""
    if not isinstance(text, str) or len(text) <= _LONGEST:
        return text
    return text[:_LONGEST] + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# Sorting and grouping hold many cells in memory, which are therefore shortened before; the limit makes sure of that.
def _urls(*columns: str) -> str:
    """Return the subquery of all URLs with these columns."""
    return f"(SELECT {_short(*columns)} FROM urls LIMIT -1)"


def open_findings(*columns: str, numbers: Iterable[str] = ()) -> str:
    """Return the subquery of all open findings `f` and their URLs `u` with these columns, texts and `numbers`."""
    tables = "findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0"
    return f"(SELECT {', '.join((_short(*columns), *numbers))} FROM {tables} LIMIT -1)"


def _short(*columns: str) -> str:
    """Return the SQL expressions of cells, those of long ones shortened, under their own names."""
    return ", ".join(f'{_SHORT.format(column)} AS "{column.rpartition(".")[2]}"' for column in columns)


def _texts(*columns: str, **expressions: str) -> str:
    """Return the SQL expressions of texts, limited in length, under the names of columns, or other names."""
    named = {column.rpartition(".")[2]: column for column in columns} | expressions
    return ", ".join(f'substr({expression}, 1, {_LONGEST}) AS "{name}"' for name, expression in named.items())


# Empty for what is no year of four digits.
_YEAR = "CASE WHEN substr(date, 1, 4) GLOB '[0-9][0-9][0-9][0-9]' THEN substr(date, 1, 4) ELSE '' END AS year"
# By what they ask for; the names in them are ours.
_SQL = {
    "totals": f"""
        SELECT * FROM (
            SELECT count(*) AS units, (CAST(total(bytes) AS INTEGER) + 999999) / 1000000 AS megabytes,
                   CAST(total(messages) AS INTEGER) AS messages, CAST(total(lines) AS INTEGER) AS lines
            FROM units
        ), (
            SELECT count(DISTINCT coalesce(archive || ' ' || archive_hash, archive)) AS files, count(*) AS urls,
                   count(DISTINCT coalesce(url || ' ' || url_hash, url)) AS "distinct",
                   count(DISTINCT nullif(host, '')) AS hosts, CAST(total(breaks <> '') AS INTEGER) AS broken,
                   count(decided_by) AS settled
            FROM {_urls("archive", "archive_hash", "url", "url_hash", "host", "breaks", "decided_by")}
        ),
        (SELECT count(*) AS findings FROM findings WHERE settled = 0), (SELECT count(*) AS problems FROM problems)
    """,
    "settings": f"""
        SELECT {_texts("name", "value")} FROM settings WHERE name <> ? ORDER BY name LIMIT {_MAX_GROUPS}
    """,
    "years of schemes": f"""
        SELECT {_YEAR}, {_texts(name="scheme")}, count(*) AS urls, sum(breaks <> '') AS broken
        FROM {_urls("date", "scheme", "breaks")} GROUP BY year, name
    """,
    "severities by year": f"""
        SELECT {_YEAR}, {_texts("severity")}, count(*)
        FROM {open_findings("u.date", "f.severity")} GROUP BY year, severity
    """,
    "forms": f"SELECT {_texts(name='form')}, count(*) AS n FROM {_urls('form')} GROUP BY name ORDER BY n DESC, name",
    "breaks": f"""
        SELECT {_texts(kinds="breaks")},
               CASE WHEN decided_by IS NULL THEN confidence ELSE 'archive' END AS certainty, count(*)
        FROM {_urls("breaks", "decided_by", "confidence")} GROUP BY kinds, certainty
    """,
    # A kind is empty for URLs that lead where they say; `decoded` counts those of gateways whose target is known.
    "links": f"""
        SELECT {_texts(kind="link_kind")}, count(*) AS urls,
               count(DISTINCT coalesce(url || ' ' || url_hash, url)) AS "distinct", count(target) AS decoded
        FROM {_urls("link_kind", "url", "url_hash", "target")}
        GROUP BY kind ORDER BY urls DESC, kind LIMIT {_MAX_GROUPS}
    """,
    # Findings that no other occurrence of their URL has settled.
    "rules": f"""
        SELECT {_texts("code", severity="min(severity)")}, count(*) AS findings, count(DISTINCT url_id) AS urls,
               CAST(total(safe = 1) AS INTEGER) AS safe, CAST(total(safe = 0) AS INTEGER) AS unsafe
        FROM (SELECT {_short("code", "severity")}, url_id, safe FROM findings WHERE settled = 0 LIMIT -1)
        GROUP BY code ORDER BY findings DESC, code LIMIT {_MAX_GROUPS}
    """,
    "hosts": f"""
        WITH top AS (
            SELECT host, count(*) AS urls, count(DISTINCT coalesce(url || ' ' || url_hash, url)) AS "distinct",
                   sum(breaks <> '') AS broken, coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM {_urls("host", "url", "url_hash", "breaks", "date")} WHERE host <> ''
            GROUP BY host ORDER BY urls DESC, host LIMIT ?
        ), found AS (SELECT host, count(*) AS findings FROM {open_findings("u.host")} GROUP BY host)
        SELECT {_texts("top.host")}, urls, "distinct", broken, coalesce(findings, 0) AS findings,
               {_texts("first", "last")}
        FROM top LEFT JOIN found ON found.host = top.host ORDER BY urls DESC, top.host
    """,
    "urls": f"""
        WITH top AS (
            SELECT url, url_hash, scheme, coalesce(max(target), '') AS target, count(*) AS times,
                   sum(breaks <> '') AS broken, min(id) AS first_id,
                   coalesce(min(date), '') AS first, coalesce(max(date), '') AS last
            FROM {_urls("id", "url", "url_hash", "scheme", "target", "breaks", "date")}
            GROUP BY url, url_hash ORDER BY times DESC, url, first_id LIMIT ?
        ), found AS (
            SELECT url, url_hash, count(*) AS findings FROM {open_findings("u.url", "u.url_hash")}
            GROUP BY url, url_hash
        )
        SELECT {_texts("top.url", "scheme", "target")}, times, broken, coalesce(findings, 0) AS findings,
               {_texts("first", "last")}
        FROM top LEFT JOIN found ON found.url = top.url AND found.url_hash IS top.url_hash
        ORDER BY times DESC, top.url, top.first_id
    """,
    # The most severe first, with one of each rule in turn; of each rule an equal number if possible.
    "findings": f"""
        WITH ranked AS (
            SELECT id, row_number() OVER (PARTITION BY code ORDER BY id) AS turn
            FROM (SELECT id, {_short("code")} FROM findings WHERE settled = 0 LIMIT -1)
        ), chosen AS (SELECT id, turn FROM ranked ORDER BY turn, id LIMIT ?)
        SELECT {_texts("code", "severity", "message", "url", "before", "after")}, safe,
               {_texts("archive")}, line, "column",
               {_texts("format", date="coalesce(date, '')", subject="coalesce(subject, '')", part="coalesce(part, '')")}
        FROM (
            SELECT {_short("f.code", "f.severity", "f.message", "u.url", "f.before", "f.after", "u.archive", "u.date")},
                   {_short("u.subject", "u.part", "u.format")}, f.safe, f.line, f."column", chosen.turn
            FROM chosen JOIN findings f ON f.id = chosen.id JOIN urls u ON u.id = f.url_id LIMIT -1
        )
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, turn, code
    """,
    "problems": f"""
        SELECT {_texts("name", "reason")} FROM (SELECT {_short("name", "reason")}, id FROM problems LIMIT -1)
        ORDER BY name, id LIMIT ?
    """,
}


def rows(connection: sqlite3.Connection, name: str, *limit: int) -> Iterator[sqlite3.Row]:
    """The rows of a query, in its order: all, or as many as the limit, which some queries need."""
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(_SQL[name], limit)


def totals(connection: sqlite3.Connection) -> dict[str, int]:
    """The counts over the complete result."""
    return dict(next(rows(connection, "totals")))


def is_finished(connection: sqlite3.Connection) -> bool:
    """Whether the last scan read all archives; false if it was stopped, or still reads."""
    last = connection.execute("SELECT finished FROM scans ORDER BY id DESC LIMIT 1").fetchone()
    return bool(last and last[0])


def settings(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """The names and values of the settings of the scan, without the key of hashes."""
    return connection.execute(_SQL["settings"], (HASH_KEY,)).fetchall()


def years_of_schemes(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """The counts of each scheme in each year, ordered by year; the year is empty for URLs without a date."""
    return list(rows(connection, "years of schemes"))


def years(connection: sqlite3.Connection, of_schemes: Iterable[sqlite3.Row]) -> list[Year]:
    """The counts of each year that has a URL, in order; URLs without a date come first."""
    findings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for year, severity, number in connection.execute(_SQL["severities by year"]):
        findings[year][severity] = number
    urls: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for row in of_schemes:
        urls[row["year"]] += row["urls"]
        broken[row["year"]] += row["broken"]
    return [Year(year, urls[year], broken[year], findings[year]) for year in sorted(urls)]


def schemes(of_schemes: Iterable[sqlite3.Row]) -> list[tuple[str, int]]:
    """Each scheme with its number of URLs, the most frequent first."""
    counted: Counter[str] = Counter()
    for row in of_schemes:
        counted[row["name"]] += row["urls"]
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
    counted = [Break(key, {each: number[each] for each in CERTAINTIES}) for key, number in found.items()]
    return sorted(counted, key=lambda row: (bool(row.kinds), -row.urls, row.kinds))
