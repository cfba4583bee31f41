"""SQL queries of the overview of a result: domains, people, lists, threads, shorteners and gateways, examples."""

# ruff: noqa: S608 - the names in queries are ours

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from urlmend.reports.scan_result.queries import PERSON, PLACES, YEAR, named_rows, short, texts

# The registered domain, or the complete host if it has none, as that of a local network.
_DOMAIN = short("CASE domain WHEN '' THEN host ELSE domain END")
# The only question that needs each place with its text and its message: sorted by one number, the domain's with the
# year, they take half the time. What is no year counts as 0.
_DOMAINS = f"""
    CREATE TEMP TABLE domain_names (number INTEGER PRIMARY KEY, name UNIQUE);
    INSERT OR IGNORE INTO domain_names (name)
        SELECT {_DOMAIN} FROM text_counts JOIN url_texts USING (id) WHERE host <> '';
    CREATE TEMP TABLE text_domains (id INTEGER PRIMARY KEY, number);
    INSERT INTO text_domains
        SELECT id, number FROM text_counts JOIN url_texts USING (id) CROSS JOIN domain_names ON name = {_DOMAIN}
        WHERE host <> '';
    CREATE TEMP TABLE domain_years AS
        SELECT name, {YEAR.format("first")} AS year, urls, broken, first, last
        FROM (SELECT number_and_year / 10000 AS number, count(*) AS urls, sum(broken) AS broken,
                     min(day) AS first, max(day) AS last
              FROM (SELECT number * 10000 + year AS number_and_year, day, p.breaks <> '' AS broken
                    FROM {PLACES} p JOIN message_counts m ON m.id = p.message_id
                         JOIN text_domains t ON t.id = p.url_text_id LIMIT -1)
              GROUP BY number_and_year) JOIN domain_names USING (number);
    CREATE TEMP TABLE domains AS
        SELECT name, sum(urls) AS urls, sum(broken) AS broken, min(first) AS first, max(last) AS last
        FROM domain_years GROUP BY name;
"""
_FINDINGS = "findings f JOIN places p ON p.id = f.url_id"
_MISLEADING = "substr(f.code, 1, 4) = 'URL6'"
"""The rules of the family about security: hosts and links that are not what they seem to be."""


def _groups(column: str, join: str = "") -> str:
    """Return the query of the values of a column of groups of messages.

    `join` adds the table of the column, unless the groups `g` have it.
    """
    return f"""
        SELECT {texts("name")}, sum(messages) AS messages, sum(urls) AS urls,
               {texts(first="coalesce(min(first), '')", last="coalesce(max(last), '')")}, count(*) OVER () AS total
        FROM (SELECT {short(column)} AS name, messages, urls, first, last
              FROM message_groups g {join} WHERE {column} <> '' LIMIT -1)
        GROUP BY name ORDER BY urls DESC, name LIMIT ?
    """


def _findings(condition: str, group: str) -> str:
    """Return the query of findings, one of each group; the most severe first, with one of each rule in turn."""
    return f"""
        WITH ranked AS (
            SELECT id, times, row_number() OVER (PARTITION BY code ORDER BY id) AS turn
            FROM (SELECT min(f.id) AS id, {short("f.code")} AS code, count(*) AS times FROM {_FINDINGS}
                  WHERE f.settled = 0 AND {condition} GROUP BY f.code, {group} LIMIT -1)
        ), chosen AS (SELECT * FROM ranked ORDER BY turn, id LIMIT ?)
        SELECT {texts("code", "severity", "message", "url", "before", "after")}, safe, times,
               {texts("archive")}, line, "column",
               {texts("format", date="coalesce(date, '')", subject="coalesce(subject, '')", part="coalesce(part, '')")}
        FROM (
            SELECT {_short("f.code", "f.severity", "f.message", "u.url", "f.before", "f.after", "u.archive", "u.date")},
                   {_short("u.subject", "u.part", "u.format")}, f.safe, f.line, f."column", turn, times
            FROM chosen JOIN findings f ON f.id = chosen.id JOIN urls u ON u.id = f.url_id LIMIT -1
        )
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, turn, code
    """


def _short(*columns: str) -> str:
    """Return the SQL expressions of cells, those of long ones shortened, under their own names."""
    return ", ".join(f'{short(column)} AS "{column.rpartition(".")[2]}"' for column in columns)


_SQL = {
    "domains": f"""
        WITH found AS (
            SELECT name, count(*) AS findings
            FROM (SELECT {_DOMAIN} AS name FROM {_FINDINGS} JOIN url_texts t ON t.id = p.url_text_id
                  WHERE f.settled = 0 LIMIT -1)
            GROUP BY name)
        SELECT {texts("top.name")}, urls, broken, coalesce(findings, 0) AS findings,
               {texts(first="coalesce(first, '')", last="coalesce(last, '')")}, total
        FROM (SELECT *, count(*) OVER () AS total FROM domains ORDER BY urls DESC, name LIMIT ?) top
             LEFT JOIN found ON found.name = top.name
        ORDER BY urls DESC, top.name
    """,
    "most cited": f"""
        SELECT year, {texts("name")}, urls
        FROM (SELECT *, row_number() OVER (PARTITION BY year ORDER BY urls DESC, name) AS rank FROM domain_years)
        WHERE rank <= ? ORDER BY year, rank
    """,
    "first seen": f"""
        SELECT year, {texts("name")}, urls, number
        FROM (SELECT *, row_number() OVER (PARTITION BY year ORDER BY urls DESC, name) AS rank,
                     count(*) OVER (PARTITION BY year) AS number
              FROM (SELECT *, {YEAR.format("first")} AS year FROM domains))
        WHERE rank <= ? ORDER BY year, rank
    """,
    "people": _groups(PERSON, "JOIN authors a ON a.id = g.author_id"),
    "lists": _groups("list_id", "JOIN recipients r ON r.id = g.recipients_id"),
    "archives": _groups("archive"),
    "threads": f"""
        SELECT g.*, {texts("subject")}
        FROM (SELECT {texts("name")}, count(*) AS messages, sum(urls) AS urls, min(id) AS first_id,
                     {texts(first="coalesce(min(day), '')", last="coalesce(max(day), '')")}, count(*) OVER () AS total
              FROM (SELECT id, {short("thread")} AS name, day, urls
                    FROM message_counts JOIN messages USING (id) WHERE thread <> '' LIMIT -1)
              GROUP BY name HAVING messages > 1 ORDER BY messages DESC, urls DESC, name LIMIT ?) g
             JOIN (SELECT id, {short("subject")} AS subject FROM messages) m ON m.id = g.first_id
        ORDER BY messages DESC, urls DESC, name
    """,
    "gateways": f"""
        SELECT {texts("name", kind="link_kind")}, sum(urls) AS urls, sum("distinct") AS "distinct",
               sum(target * urls) AS decoded, count(*) OVER () AS total
        FROM (SELECT *, host AS name FROM host_counts WHERE link_kind <> '')
        GROUP BY link_kind, name ORDER BY urls DESC, name, kind LIMIT ?
    """,
    "urls": f"""
        WITH top AS (SELECT id, urls AS times, broken FROM text_counts ORDER BY times DESC, id LIMIT ?),
        dates AS (
            SELECT url_text_id AS id, min(day) AS first, max(day) AS last
            FROM {PLACES} p JOIN message_counts m ON m.id = p.message_id
            WHERE url_text_id IN (SELECT id FROM top) GROUP BY url_text_id
        ), found AS (SELECT url_text_id AS id, count(*) AS findings FROM {_FINDINGS} WHERE settled = 0 GROUP BY 1)
        SELECT {texts("url", "scheme", target="coalesce(target, '')")}, times, broken,
               coalesce(findings, 0) AS findings, {texts(first="coalesce(first, '')", last="coalesce(last, '')")}
        FROM (SELECT top.id, times, broken, {_short("url", "scheme", "target")}
              FROM top JOIN url_texts t ON t.id = top.id LIMIT -1) u
             JOIN dates ON dates.id = u.id LEFT JOIN found ON found.id = u.id
        ORDER BY times DESC, url, u.id
    """,
    "findings": _findings("true", "f.id"),
    "misleading": _findings(_MISLEADING, "p.url_text_id"),
    "broken": _findings(f"p.breaks <> '' AND NOT ({_MISLEADING})", "p.url_text_id"),
    "months": """
        SELECT substr(day, 1, 7) AS month, sum(urls) AS urls FROM message_counts
        WHERE year BETWEEN ? AND ? GROUP BY month ORDER BY month
    """,
    "archive range": f"""
        SELECT {texts(first="coalesce(min(archive), '')", last="coalesce(max(archive), '')")}
        FROM (SELECT {short("archive")} AS archive FROM messages LIMIT -1)
    """,
}


class DomainYear(NamedTuple):
    """The domains of a year."""

    cited: list[tuple[str, int]]
    """The most frequent ones of the year, each with its number of URLs in the year."""
    new: list[tuple[str, int]]
    """The most frequent ones of those first seen in the year, each with its number of URLs in all years."""
    number_of_new: int
    """The number of domains first seen in the year."""


def prepare(connection: sqlite3.Connection) -> None:
    """Count what the queries of domains need, in temporary tables; after that of `queries`."""
    for statement in _DOMAINS.split(";"):
        connection.execute(statement)


def rows(connection: sqlite3.Connection, name: str, limit: int) -> Iterator[sqlite3.Row]:
    """The first rows of a query, in its order; a column `total` is the number of all rows."""
    return named_rows(connection, _SQL[name], (limit,))


def domains_by_year(connection: sqlite3.Connection, limit: int) -> Mapping[str, DomainYear]:
    """The domains of each year; the year is empty for URLs without a date."""
    found: defaultdict[str, DomainYear] = defaultdict(lambda: DomainYear([], [], 0))
    for year, name, urls in connection.execute(_SQL["most cited"], (limit,)):
        found[year].cited.append((name, urls))
    for year, name, urls, number in connection.execute(_SQL["first seen"], (limit,)):
        found[year].new.append((name, urls))
        found[year] = found[year]._replace(number_of_new=number)
    return found


def months(connection: sqlite3.Connection, first: str, last: str) -> Mapping[str, int]:
    """The number of URLs of each month, such as 2004-01, from the first to the last year."""
    return dict(connection.execute(_SQL["months"], (first, last)))


def common_folder(connection: sqlite3.Connection) -> str:
    """The folder of all archives, with a slash at its end; empty if they have none in common."""
    first: str
    last: str
    first, last = (name.partition("!")[0] for name in connection.execute(_SQL["archive range"]).fetchone())
    # All names are between these two, in the order of bytes, and so have the same beginning.
    folder, slash, _ = os.path.commonprefix((first, last)).rpartition("/")  # noqa: RUF071  # not of complete names
    return folder + slash
