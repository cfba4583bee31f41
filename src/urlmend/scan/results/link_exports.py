"""Export the distinct URLs of a database: for link checkers, indexes of web archives, and indicators."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from urlmend._lib.atomic_write import as_text
from urlmend.scan.progress import Track
from urlmend.scan.results.exports import Exported, Row, count_of, untracked, write_csv
from urlmend.scan.results.output_files import output_file, output_pair, text_output
from urlmend.uri.defanging import defanged
from urlmend.uri.surt import surt

_CHECKED = frozenset(("http", "https", "ftp"))
_PLACE_FIELDS = ("archive", "message_number", "message_id_header", "part", "line", "column")
_WITH_PLACES = """
    SELECT t.url, t.scheme, t.url_hash, p.form, m.archive, m.message_number, m.message_id_header, k.part, p.line,
           p."column"
    FROM url_texts t JOIN places p ON p.url_text_id = t.id JOIN messages m ON m.id = p.message_id
         JOIN parts k ON k.id = p.part_id
    ORDER BY t.url, p.id
"""
_DISTINCT = """
    SELECT t.url, t.url_hash, t.host, t.domain, t.link_kind, t.target, count(*) AS times,
           min(m.date) AS first_date, max(m.date) AS last_date,
           (SELECT group_concat(code, ' ') FROM (
               SELECT DISTINCT f.code FROM places q JOIN findings f ON f.url_id = q.id
               WHERE q.url_text_id = t.id AND f.settled = 0 ORDER BY f.code
           )) AS codes
    FROM url_texts t JOIN places p ON p.url_text_id = t.id JOIN messages m ON m.id = p.message_id
    GROUP BY t.url, t.url_hash
"""
_DEFANGED_COLUMNS = ("url", "host", "domain", "link_kind", "target", "times", "first_date", "last_date", "codes")


class DistinctUrl(NamedTuple):
    """A URL with the counts of its places."""

    url: str
    url_hash: str | None
    host: str
    domain: str
    link_kind: str
    target: str | None
    times: int
    first_date: str | None
    last_date: str | None
    codes: str | None
    """The codes of its findings, separated by spaces."""

    @property
    def is_complete(self) -> bool:
        """Whether no secret is hidden in it."""
        return self.url_hash is None


def distinct_urls(connection: sqlite3.Connection) -> Iterator[DistinctUrl]:
    """Yield the distinct URLs in alphabetical order."""
    return map(DistinctUrl._make, connection.execute(f"{_DISTINCT} ORDER BY t.url, t.url_hash"))


def places_beside(path: str) -> str:
    """The path of the places that belong to a list of links."""
    return f"{os.path.splitext(path)[0]}.places.jsonl"


def export_links(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write the web links, one a line, and a file with the places of each.

    Left out are URLs that no link checker can follow: those with hidden secrets, of other schemes, and malformed ones.
    Raises OSError.
    """
    rows = track(iter(connection.execute(_WITH_PLACES)), count_of(connection, "places"))
    written = omitted = 0
    with output_pair(path, places_beside(path)) as files, as_text(files[0]) as links, as_text(files[1]) as places:
        for url, found in groupby(rows, key=itemgetter(0)):
            wanted = [row for row in found if _is_checked(*row[:4])]
            if wanted:
                links.write(f"{url}\n")
                written += 1
                of_url = [dict(zip(_PLACE_FIELDS, row[4:], strict=True)) for row in wanted]
                places.write(json.dumps({"url": url, "places": of_url}) + "\n")
            else:
                omitted += 1
    return Exported(written, omitted=omitted)


def _is_checked(url: object, scheme: object, url_hash: object, form: object) -> bool:
    return (
        scheme in _CHECKED and url_hash is None and form != "fault" and str(url).isprintable() and " " not in str(url)
    )


def export_cdxj(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write a CDXJ line for each web URL, sorted by SURT; other URLs have none.

    The time of a line is that of the first message with the URL. Raises OSError.
    """
    connection.create_function("surt", 1, surt, deterministic=True)
    query = (
        f"SELECT CASE WHEN url_hash IS NULL THEN surt(url) END AS key, url, times, first_date, last_date "  # noqa: S608
        f"FROM ({_DISTINCT}) ORDER BY key, first_date, url"
    )
    written = omitted = 0
    with text_output(path) as out:
        for key, *fields in track(iter(connection.execute(query)), count_of(connection, "url_texts")):
            if key is None:
                omitted += 1
                continue
            named = dict(zip(("url", "times", "first_date", "last_date"), fields, strict=True))
            out.write(f"{key} {_timestamp(fields[2])} {json.dumps(named)}\n")
            written += 1
    return Exported(written, omitted=omitted)


def _timestamp(date: object) -> str:
    """The 14 digits of a time; `-` without one."""
    return "".join(filter(str.isdigit, str(date)))[:14] if date else "-"


def export_defanged(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write the distinct URLs as CSV, in a form that no program takes for links. Raises OSError."""
    found = track(distinct_urls(connection), count_of(connection, "url_texts"))
    with output_file(path) as file:
        written = write_csv(file, _DEFANGED_COLUMNS, (_defanged_row(DistinctUrl._make(row)) for row in found))
    return Exported(written)


def _defanged_row(url: DistinctUrl) -> Row:
    hosts = [host.replace(".", "[.]") for host in (url.host, url.domain)]
    target = defanged(url.target) if url.target else url.target
    return (defanged(url.url), *hosts, url.link_kind, target, *url[6:])
