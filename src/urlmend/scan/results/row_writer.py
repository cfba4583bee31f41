"""Write the rows of units to the tables of a database, with each URL, message and part only once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from urlmend.scan.rows import FINDING_FIELDS, MessageRow, UnitRows, UrlRow

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

# The columns of a row, by the table that has them; they are in this order, with `alternative_hashes` and
# `first_reading` after those of a place.
_TEXT = slice(0, UrlRow._fields.index("form"))
_READING = slice(_TEXT.stop, UrlRow._fields.index("alternative_hashes"))
_MESSAGE = slice(UrlRow._fields.index("archive"), UrlRow._fields.index("part"))
_PART = slice(_MESSAGE.stop, UrlRow._fields.index("line"))
_POSITION = slice(_PART.stop, len(UrlRow._fields))
_REMEMBERED_HOSTS = 1 << 12
# The number of texts of URLs whose ids are remembered, at most: newsletters repeat theirs.
_REMEMBERED_TEXTS = 1 << 15


def _insert(table: str, *columns: str) -> str:
    """The statement that inserts a row with these columns."""
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608  # only names of ours


_FIND_TEXT = (
    "SELECT id FROM url_texts "
    "WHERE url = ? AND scheme = ? AND host = ? AND link_kind = ? AND target IS ? AND url_hash IS ?"
)
_INSERT_TEXT = _insert("url_texts", *UrlRow._fields[_TEXT], "domain", "tld")
_INSERT_MESSAGE = _insert("messages", *MessageRow._fields, "unit")
_FIND_PART = "SELECT id FROM parts WHERE part IS ? AND content_type IS ? AND format = ?"
_INSERT_PART = _insert("parts", *UrlRow._fields[_PART])
_INSERT_PLACE = _insert(
    "places", "id", "url_text", "message", "part", *UrlRow._fields[_READING], *UrlRow._fields[_POSITION]
)
_INSERT_HASHES = _insert("reading_hashes", "id", "alternative_hashes")
_INSERT_FINDING = _insert("findings", "url_id", *FINDING_FIELDS, "settled")


TextIds = dict[tuple[object, ...], int]
"""The ids of some rows of `url_texts`, by their columns; wrong after a rollback."""


class RowWriter:
    """Writes the rows of one unit."""

    def __init__(self, cursor: sqlite3.Cursor, unit: int, texts: TextIds, *, unique: bool = False) -> None:
        """Take a cursor within a transaction, the id of the unit, and known ids, which are kept up to date.

        With `unique`, URLs that are known are left out.
        """
        self._cursor = cursor
        self._unit = unit
        self._unique = unique
        self._texts = texts
        self._messages: dict[tuple[object, ...], int] = {}
        self._parts: dict[tuple[object, ...], int] = {}

    def write(self, rows: UnitRows) -> None:
        """Write the rows of URLs, and of the findings about them."""
        number: int = self._cursor.execute("SELECT coalesce(max(id), 0) + 1 FROM places").fetchone()[0]
        numbers: list[int] = []
        places: list[tuple[object, ...]] = []
        hashes: list[tuple[int, str]] = []
        of_message: tuple[object, ...] = ()
        of_part: tuple[object, ...] = ()
        message = part = 0
        texts = self._texts
        for row in rows.urls:
            if self._unique and self._is_known(row.url, row.url_hash):
                numbers.append(0)
                continue
            values: tuple[object, ...] = row
            columns = values[_TEXT]
            text = texts.get(columns) or self._text(columns, row.host)
            if values[_MESSAGE] != of_message:  # most are those of the row before: compared faster than looked up
                of_message = values[_MESSAGE]
                message = self._message(of_message)
            if values[_PART] != of_part:
                of_part = values[_PART]
                part = self._part(of_part)
            places.append((number, text, message, part, *values[_READING], *values[_POSITION]))
            if row.alternative_hashes:
                hashes.append((number, row.alternative_hashes))
            numbers.append(number)
            number += 1
        self._cursor.executemany(_INSERT_PLACE, places)
        self._cursor.executemany(_INSERT_HASHES, hashes)
        findings = ((numbers[row.url], *row[1:], 0) for row in rows.findings if numbers[row.url])
        self._cursor.executemany(_INSERT_FINDING, findings)

    def _is_known(self, *identity: str | None) -> bool:
        query = "SELECT 1 FROM url_texts WHERE url = ? AND url_hash IS ?"
        return self._cursor.execute(query, identity).fetchone() is not None

    def _text(self, columns: tuple[object, ...], host: str) -> int:
        """The id of a text that is not remembered."""
        if len(self._texts) >= _REMEMBERED_TEXTS:
            self._texts.clear()
        found = self._cursor.execute(_FIND_TEXT, columns).fetchone()
        number: int = found[0] if found else self._insert(_INSERT_TEXT, *columns, *domain(host))
        self._texts[columns] = number
        return number

    def _message(self, columns: tuple[object, ...]) -> int:
        if columns not in self._messages:
            self._messages[columns] = self._insert(_INSERT_MESSAGE, *columns, self._unit)
        return self._messages[columns]

    def _part(self, columns: tuple[object, ...]) -> int:
        if columns not in self._parts:
            found = self._cursor.execute(_FIND_PART, columns).fetchone()
            self._parts[columns] = found[0] if found else self._insert(_INSERT_PART, *columns)
        return self._parts[columns]

    def _insert(self, statement: str, *values: object) -> int:
        number = self._cursor.execute(statement, values).lastrowid
        assert number is not None
        return number


@lru_cache(_REMEMBERED_HOSTS)
def domain(host: str) -> tuple[str, str]:
    """The registered domain of a host and its last label; empty for addresses, and for names without one."""
    if "." not in host or host[-1:].isdecimal() or ":" in host:
        return "", ""
    found = _suffixes().privatesuffix(host) or ""
    return found, found.rpartition(".")[2]


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PSLFILE, PublicSuffixList  # not needed for most commands

    with open(PSLFILE, encoding="utf-8") as file:
        return PublicSuffixList(_with_encoded_names(file), accept_encoded_idn=False)


def _with_encoded_names(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the Public Suffix List, and names outside ASCII also in the form that the DNS has.

    The library encodes every name, which takes half of the time to load the list.
    """
    for line in lines:
        yield line
        if not line.isascii() and not line.startswith("//"):
            mark, name = ("!", line[1:]) if line.startswith("!") else ("", line)
            yield mark + name.split()[0].encode("idna").decode("ascii")
