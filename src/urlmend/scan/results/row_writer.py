"""Write the rows of units to the tables of a database, with each URL, message and part only once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
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


def _insert(table: str, *columns: str, added: Mapping[str, int] = {}, fixed: Mapping[str, int] = {}) -> str:
    """The statement that inserts a row with these columns, with numbers `added` to some, and `fixed` ones in others."""
    names = ", ".join(f'"{column}"' for column in (*columns, *fixed))
    placeholders = (f"? + {added[column]}" if added.get(column) else "?" for column in columns)
    values = ", ".join((*placeholders, *map(str, fixed.values())))
    return f"INSERT INTO {table} ({names}) VALUES ({values})"  # noqa: S608  # only names of ours


_FIND_TEXT = (
    "SELECT id FROM url_texts "
    "WHERE url = ? AND scheme = ? AND host = ? AND link_kind = ? AND target IS ? AND url_hash IS ?"
)
_INSERT_TEXT = _insert("url_texts", "id", *UrlRow._fields[_TEXT], "domain", "tld")
_FIND_PART = "SELECT id FROM parts WHERE part IS ? AND content_type IS ? AND format = ?"
_INSERT_PART = _insert("parts", *UrlRow._fields[_PART])
_MESSAGE_COLUMNS = ("id", *MessageRow._fields, "unit_id")
_PLACE_COLUMNS = ("id", "url_text_id", "message_id", "part_id", *UrlRow._fields[_READING], *UrlRow._fields[_POSITION])
_INSERT_HASHES = _insert("reading_hashes", "id", "alternative_hashes")


TextIds = dict[tuple[object, ...], int]
"""The ids of some rows of `url_texts`, by their columns; wrong after a rollback."""


class RowWriter:
    """Writes the rows of one unit."""

    def __init__(
        self,
        cursor: sqlite3.Cursor,
        scan: int,
        unit: int,
        texts: TextIds,
        lines: int,
        messages: int,
        *,
        unique: bool = False,
    ) -> None:
        """Take a cursor within a transaction, the ids of scan and unit, and known ids, which are kept up to date.

        `lines` and `messages` are the numbers of those of the file before the unit. With `unique`, URLs that are known
        are left out.
        """
        self._cursor = cursor
        self._unit = unit
        self._unique = unique
        self._texts = texts
        self._next_text = self._next_id("url_texts")
        self._messages: dict[tuple[object, ...], int] = {}
        self._parts: dict[tuple[object, ...], int] = {}
        before = {"line": lines, "end_line": lines, "message_number": messages}
        self._insert_message = _insert("messages", *_MESSAGE_COLUMNS, added=before)
        self._insert_place = _insert("places", *_PLACE_COLUMNS, added=before, fixed={"first_scan_id": scan})
        self._insert_finding = _insert("findings", "url_id", *FINDING_FIELDS, "settled", added=before)

    def write(self, rows: UnitRows) -> None:
        """Write the rows of URLs, and of the findings about them."""
        number = self._next_id("places")
        next_message = self._next_id("messages")
        numbers: list[int] = []
        places: list[tuple[object, ...]] = []
        hashes: list[tuple[int, str]] = []
        messages: list[tuple[object, ...]] = []
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
                message = self._messages.setdefault(of_message, next_message)
                if message == next_message:
                    messages.append((message, *of_message, self._unit))
                    next_message += 1
            if values[_PART] != of_part:
                of_part = values[_PART]
                part = self._parts.get(of_part, 0)
                if not part:
                    found = self._cursor.execute(_FIND_PART, of_part).fetchone()
                    part = self._parts[of_part] = found[0] if found else self._next_id("parts")
                    if not found:
                        self._cursor.execute(_INSERT_PART, of_part)
            places.append((number, text, message, part, *values[_READING], *values[_POSITION]))
            if row.alternative_hashes:
                hashes.append((number, row.alternative_hashes))
            numbers.append(number)
            number += 1
        self._cursor.executemany(self._insert_message, messages)
        self._cursor.executemany(self._insert_place, places)
        self._cursor.executemany(_INSERT_HASHES, hashes)
        findings = ((numbers[row.url], *row[1:], 0) for row in rows.findings if numbers[row.url])
        self._cursor.executemany(self._insert_finding, findings)

    def _next_id(self, table: str) -> int:
        number: int = self._cursor.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0]  # noqa: S608
        return number

    def _is_known(self, *identity: str | None) -> bool:
        query = "SELECT 1 FROM url_texts WHERE url = ? AND url_hash IS ?"
        return self._cursor.execute(query, identity).fetchone() is not None

    def _text(self, columns: tuple[object, ...], host: str) -> int:
        """The id of a text that is not remembered."""
        if len(self._texts) >= _REMEMBERED_TEXTS:
            self._texts.clear()
        # If there are as many ids as are remembered, the table has no other text.
        are_all_remembered = len(self._texts) + 1 == self._next_text
        found = None if are_all_remembered else self._cursor.execute(_FIND_TEXT, columns).fetchone()
        number: int = found[0] if found else self._next_text
        if not found:
            self._cursor.execute(_INSERT_TEXT, (number, *columns, *domain(host)))
            self._next_text += 1
        self._texts[columns] = number
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
