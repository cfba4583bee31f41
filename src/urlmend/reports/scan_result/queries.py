"""SQL queries of a result: totals, counts by group, and the first rows of each table."""

# ruff: noqa: S608 - the names in queries are ours

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from urlmend.scan.results.validity import HASH_KEY

# The longest text that is read of a cell, in code points, and the largest number of groups. The reports show less.
_LONGEST = 10_000
_MAX_GROUPS = 1000


CERTAINTIES = ("certain", "likely", "guess", "archive")
"""Confidence in the reading of a URL; `archive` if another occurrence decided it."""


class Year(NamedTuple):
    """The counts of one year, by the dates of messages; the year is empty for URLs without a date."""

    year: str
    urls: int
    broken: int
    severities: Mapping[str, int]
    """The number of findings of each severity."""
    messages: int = 0
    """The number of messages, and of files outside mail, with a URL."""

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


# What is counted: everything reads places and people by these names.
PLACES = "new_places"
"""The occurrences of URLs that are counted: those in new text. Findings are counted in all text."""
PERSON = "author"
"""The column of `all_messages` with the address of the person who wrote a message."""


# Sorting and grouping hold many cells in memory, which are therefore shortened before; the limit makes sure of that.
def short(column: str) -> str:
    """Return the SQL expression of a cell, shortened if it is long."""
    return f"CASE WHEN length({column}) > {_LONGEST} THEN short({column}) ELSE {column} END"


def texts(*columns: str, **expressions: str) -> str:
    """Return the SQL expressions of texts, limited in length, under the names of columns, or other names."""
    named = {column.rpartition(".")[2]: column for column in columns} | expressions
    return ", ".join(f'substr({expression}, 1, {_LONGEST}) AS "{name}"' for name, expression in named.items())


YEAR = "CASE WHEN substr({0}, 1, 4) GLOB '[0-9][0-9][0-9][0-9]' THEN substr({0}, 1, 4) ELSE '' END"
"""The SQL expression of the year of a date; empty for what is no year of four digits."""

# Most occurrences are unbroken and certain: sorted by their form alone, they take a third of the time.
_USUAL = "breaks = '' AND certainty = 0 AND decided_by IS NULL"
# Counts by URL, message, form and host, and by what messages have in common. Each is made in one pass; other questions
# are answered from these and the tables of texts and messages, which are smaller than the table of places. The day and
# the year of a message are needed for each of its places.
_COUNTS = f"""
    CREATE TEMP TABLE message_counts (id INTEGER PRIMARY KEY, urls, broken, day, year);
    INSERT INTO message_counts
        SELECT m.id, urls, broken, substr(date, 1, 10), {YEAR.format("date")}
        FROM (SELECT message_id AS id, count(*) AS urls, sum(breaks <> '') AS broken FROM {PLACES} GROUP BY message_id)
             JOIN messages m USING (id);
    CREATE TEMP TABLE message_groups AS
        SELECT author_id, recipients_id, year, archive, archive_hash, count(*) AS messages, sum(urls) AS urls,
               sum(broken) AS broken, min(day) AS first, max(day) AS last
        FROM (SELECT author_id, recipients_id, year, {short("archive")} AS archive, archive_hash, day, urls, broken
              FROM message_counts JOIN messages USING (id) LIMIT -1)
        GROUP BY author_id, recipients_id, year, archive, archive_hash;
    CREATE TEMP TABLE text_counts (id INTEGER PRIMARY KEY, urls, broken);
    INSERT INTO text_counts SELECT url_text_id, count(*), sum(breaks <> '') FROM {PLACES} GROUP BY url_text_id;
    CREATE TEMP TABLE form_counts AS
        SELECT form, '' AS breaks, 'certain' AS certainty, count(*) AS urls
        FROM (SELECT {short("form")} AS form FROM {PLACES} WHERE {_USUAL} LIMIT -1)
        GROUP BY form
        UNION ALL
        SELECT form, breaks, certainty, count(*) AS urls
        FROM (SELECT {short("form")} AS form, {short("breaks")} AS breaks,
                     CASE WHEN decided_by IS NULL THEN {short("confidence")} ELSE 'archive' END AS certainty
              FROM {PLACES} WHERE NOT ({_USUAL}) LIMIT -1)
        GROUP BY form, breaks, certainty;
    CREATE TEMP TABLE host_counts AS
        SELECT scheme, host, link_kind, target, count(*) AS "distinct", sum(urls) AS urls, sum(broken) AS broken
        FROM (SELECT {short("scheme")} AS scheme, {short("host")} AS host, {short("link_kind")} AS link_kind,
                     target IS NOT NULL AS target, urls, broken
              FROM text_counts JOIN url_texts USING (id) LIMIT -1)
        GROUP BY host, scheme, link_kind, target;
"""
# Texts with an equal hash of their URL, few of all: only these may be the same URL, with another target for example.
_SIMILAR = """
    (SELECT url, url_hash FROM url_texts JOIN text_counts USING (id)
     WHERE url_key IN (SELECT url_key FROM url_texts GROUP BY url_key HAVING count(*) > 1))
"""
# The names in queries are ours.
_SQL = {
    "totals": f"""
        SELECT * FROM (
            SELECT count(*) AS units, CAST(total(bytes) AS INTEGER) AS bytes,
                   CAST(total(messages) AS INTEGER) AS messages, CAST(total(lines) AS INTEGER) AS lines
            FROM units
        ), (
            SELECT count(DISTINCT coalesce(archive || ' ' || archive_hash, archive)) AS files,
                   CAST(total(urls) AS INTEGER) AS urls, CAST(total(broken) AS INTEGER) AS broken
            FROM message_groups
        ),
        (SELECT (SELECT count(*) FROM text_counts) - (SELECT count(*) FROM {_SIMILAR})
            + (SELECT count(*) FROM (SELECT DISTINCT url, url_hash FROM {_SIMILAR})) AS "distinct"),
        (SELECT count(DISTINCT host) AS hosts FROM host_counts WHERE host <> ''),
        (SELECT count(decided_by) AS settled FROM places),
        (SELECT (SELECT count(*) FROM places) - CAST(total(urls) AS INTEGER) AS others FROM message_counts),
        (SELECT count(*) AS findings FROM findings WHERE settled = 0), (SELECT count(*) AS problems FROM problems)
    """,
    "settings": f"""
        SELECT {texts("name", "value")} FROM settings WHERE name <> ? ORDER BY name LIMIT {_MAX_GROUPS}
    """,
    "years": """
        SELECT year, sum(urls) AS urls, sum(broken) AS broken, sum(messages) AS messages
        FROM message_groups GROUP BY year ORDER BY year
    """,
    "severities by year": f"""
        SELECT year, severity, count(*) FROM (
            SELECT {YEAR.format("m.date")} AS year, {short("f.severity")} AS severity
            FROM findings f JOIN places p ON p.id = f.url_id JOIN messages m ON m.id = p.message_id
            WHERE f.settled = 0 LIMIT -1)
        GROUP BY year, severity
    """,
    "schemes": f"SELECT {texts(name='scheme')}, sum(urls) AS n FROM host_counts GROUP BY name ORDER BY n DESC, name",
    "forms": f"SELECT {texts(name='form')}, sum(urls) AS n FROM form_counts GROUP BY name ORDER BY n DESC, name",
    "breaks": f"SELECT {texts(kinds='breaks')}, certainty, sum(urls) FROM form_counts GROUP BY kinds, certainty",
    # A kind is empty for URLs that lead where they say; `decoded` counts those of gateways whose target is known.
    "links": f"""
        SELECT {texts(kind="link_kind")}, sum(urls) AS urls, sum("distinct") AS "distinct",
               sum(target * urls) AS decoded
        FROM host_counts GROUP BY kind ORDER BY urls DESC, kind LIMIT {_MAX_GROUPS}
    """,
    # Findings that no other occurrence of their URL has settled.
    "rules": f"""
        SELECT {texts("code", severity="min(severity)")}, count(*) AS findings, count(DISTINCT url_id) AS urls,
               CAST(total(safe = 1) AS INTEGER) AS safe, CAST(total(safe = 0) AS INTEGER) AS unsafe
        FROM (SELECT {short("code")} AS code, {short("severity")} AS severity, url_id, safe
              FROM findings WHERE settled = 0 LIMIT -1)
        GROUP BY code ORDER BY findings DESC, code LIMIT {_MAX_GROUPS}
    """,
    "hosts": f"""
        WITH found AS (
            SELECT host, count(*) AS findings
            FROM (SELECT {short("t.host")} AS host FROM findings f JOIN places p ON p.id = f.url_id
                  JOIN url_texts t ON t.id = p.url_text_id WHERE f.settled = 0 LIMIT -1)
            GROUP BY host)
        SELECT {texts("top.host")}, urls, "distinct", broken, coalesce(findings, 0) AS findings
        FROM (SELECT host, sum(urls) AS urls, sum("distinct") AS "distinct", sum(broken) AS broken FROM host_counts
              WHERE host <> '' GROUP BY host ORDER BY urls DESC, host LIMIT ?) top
             LEFT JOIN found ON found.host = top.host
        ORDER BY urls DESC, top.host
    """,
    "problems": f"""
        SELECT {texts("name", "reason")}
        FROM (SELECT {short("name")} AS name, {short("reason")} AS reason, id FROM problems LIMIT -1)
        ORDER BY name, id LIMIT ?
    """,
}


def prepare(connection: sqlite3.Connection) -> None:
    """Count what all queries of this module need, in temporary tables. Once for each connection, before any other."""
    for statement in _COUNTS.split(";"):
        connection.execute(statement)


def rows(connection: sqlite3.Connection, name: str, *limit: int) -> Iterator[sqlite3.Row]:
    """The rows of a query, in its order: all, or as many as the limit, which some queries need."""
    return named_rows(connection, _SQL[name], limit)


def named_rows(connection: sqlite3.Connection, sql: str, values: Sequence[int] = ()) -> Iterator[sqlite3.Row]:
    """The rows of a statement, whose cells have names."""
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(sql, values)


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


def years(connection: sqlite3.Connection) -> list[Year]:
    """The counts of each year that has a URL, in order; URLs without a date come first."""
    findings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for year, severity, number in connection.execute(_SQL["severities by year"]):
        findings[year][severity] = number
    counted = connection.execute(_SQL["years"])
    return [Year(year, urls, broken, findings[year], messages) for year, urls, broken, messages in counted]


def pairs(connection: sqlite3.Connection, name: str) -> list[tuple[str, int]]:
    """Each value that the query "schemes" or "forms" counts, with its number of URLs, the most frequent first."""
    return connection.execute(_SQL[name]).fetchall()


def breaks(connection: sqlite3.Connection) -> list[Break]:
    """The URLs by their kinds of breaks: unbroken ones, then the most frequent kinds first."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for kinds, certainty, number in connection.execute(_SQL["breaks"]):
        key = tuple(sorted({kind for kind in kinds.split(",") if kind}))
        found.setdefault(key, Counter())[certainty] += number
    counted = [Break(key, {each: number[each] for each in CERTAINTIES}) for key, number in found.items()]
    return sorted(counted, key=lambda row: (bool(row.kinds), -row.urls, row.kinds))
