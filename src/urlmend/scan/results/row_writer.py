"""Write the rows of units to the tables of a database, with each URL, message and part only once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import blake2b

from urlmend.scan.rows import FINDING_FIELDS, NOT_ATTACHED, MessageRow, UnitRows, UrlRow
from urlmend.uri.canonical import canonical
from urlmend.uri.registered_domains import registered_domain

# The columns of a row, by the table that has them; they are in this order, with `alternative_hashes` and
# `first_reading` after those of a place.
_TEXT = slice(0, UrlRow._fields.index("form"))
_MESSAGE = slice(UrlRow._fields.index("archive"), UrlRow._fields.index("attached_id_header"))
_ATTACHED = slice(_MESSAGE.stop, UrlRow._fields.index("part"))
_PART = slice(_ATTACHED.stop, UrlRow._fields.index("line"))
_PLACE = slice(_PART.stop, len(UrlRow._fields))
# The number of texts of URLs whose ids are remembered, at most: newsletters repeat theirs.
_REMEMBERED_TEXTS = 1 << 15
# The number of rows of other distinct tables that are remembered.
_REMEMBERED_ROWS = 1 << 12


def _insert(table: str, *columns: str, added: Mapping[str, int] = {}, fixed: Mapping[str, int] = {}) -> str:
    """The statement that inserts a row with these columns, with numbers `added` to some, and `fixed` ones in others."""
    names = ", ".join(f'"{column}"' for column in (*columns, *fixed))
    placeholders = (f"? + {added[column]}" if added.get(column) else "?" for column in columns)
    values = ", ".join((*placeholders, *map(str, fixed.values())))
    return f"INSERT INTO {table} ({names}) VALUES ({values})"  # noqa: S608  # only names of ours


_FIND_TEXT = (
    "SELECT id FROM url_texts WHERE url_key = ? "
    "AND url = ? AND scheme = ? AND host = ? AND link_kind = ? AND target IS ? AND url_hash IS ?"
)
_INSERT_TEXT = _insert("url_texts", "id", "url_key", *UrlRow._fields[_TEXT], "domain_size", "other_canonical")
_MESSAGE_COLUMNS = (
    *("id", "unit_id", "author_id", "recipients_id"),
    *("archive", "message_number", "message_id_header", "date", "time_zone", "received_seconds", "subject"),
    *("other_thread", "in_reply_to", "reference_ids", "byte_offset", "bytes", "sha256", "archive_hash"),
)
_AUTHOR_COLUMNS = ("author", "author_name", "author_source", "other_sender")
_RECIPIENT_COLUMNS = ("list_id", "recipient_domains")
_PLACE_COLUMNS = (
    *("id", "url_text_id", "message_id", "part_id", "attached_id", "form", "breaks", "certainty", "other_readings"),
    *UrlRow._fields[_PLACE],
)
# The numbers of confidences in the column `certainty`.
_CERTAINTY = {"certain": 0, "likely": 1, "guess": 2}
_INSERT_ATTACHED = _insert("attached_messages", "id", "message_id", *UrlRow._fields[_ATTACHED])
_INSERT_HASHES = _insert("reading_hashes", "id", "alternative_hashes")


KnownIds = dict[str, dict[tuple[object, ...], int]]
"""The ids of some rows of tables, by their columns; wrong after a rollback."""


def text_key(text: str) -> int:
    """Return a hash of a text, for an index that is smaller than one of texts: four bytes, signed as in SQLite."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).digest(), signed=True)


def _other_canonical(url: str) -> str | None:
    """Return the column `other_canonical`, which is short for most URLs."""
    form = canonical(url)
    if form == url:
        return None
    return "/" if form == f"{url}/" else "#" if form == url.partition("#")[0] else form or ""


def _next_id(cursor: sqlite3.Cursor, table: str) -> int:
    """Return the id of the next row of a table."""
    number: int = cursor.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0]  # noqa: S608
    return number


class _Distinct:
    """A table whose rows are distinct, with the ids of some of them in memory."""

    def __init__(self, cursor: sqlite3.Cursor, table: str, columns: Iterable[str], known: KnownIds) -> None:
        """Take the columns that distinguish rows; the table has others, `id` and an index of `row_key`."""
        names = ["row_key", *columns]
        self._cursor = cursor
        self._find = f"SELECT id FROM {table} WHERE {' AND '.join(f'{name} IS ?' for name in names)}"  # noqa: S608
        self._insert = _insert(table, "id", *names)
        self._ids = known.setdefault(table, {})
        self._next = _next_id(cursor, table)

    def id(self, columns: tuple[object, ...]) -> int:
        """Return the id of a row, which is inserted if it is new."""
        if columns in self._ids:
            return self._ids[columns]
        if len(self._ids) >= _REMEMBERED_ROWS:
            self._ids.clear()
        values = (text_key("\n".join([str(value) for value in columns])), *columns)
        # If there are as many ids as are remembered, the table has no other row.
        are_all_remembered = len(self._ids) + 1 == self._next
        found = None if are_all_remembered else self._cursor.execute(self._find, values).fetchone()
        number: int = found[0] if found else self._next
        if not found:
            self._cursor.execute(self._insert, (number, *values))
            self._next += 1
        self._ids[columns] = number
        return number


class RowWriter:
    """Writes the rows of one unit."""

    def __init__(
        self,
        cursor: sqlite3.Cursor,
        scan: int,
        unit: int,
        known: KnownIds,
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
        self._texts = known.setdefault("url_texts", {})
        self._new_texts: list[tuple[object, ...]] = []
        """The rows of `url_texts` that are not inserted yet."""
        self._next_text = _next_id(self._cursor, "url_texts")
        # The last message, and the last attached one, with their ids.
        self._message: tuple[tuple[object, ...], int] = (), 0
        self._attached: tuple[tuple[object, ...], int] = (), 0
        self._next_attached = _next_id(self._cursor, "attached_messages")
        self._attached_messages: list[tuple[object, ...]] = []
        self._parts = _Distinct(cursor, "parts", UrlRow._fields[_PART], known)
        self._authors = _Distinct(cursor, "authors", _AUTHOR_COLUMNS, known)
        self._recipients = _Distinct(cursor, "recipients", _RECIPIENT_COLUMNS, known)
        before = {"line": lines, "end_line": lines, "message_number": messages}
        self._next_message = _next_id(self._cursor, "messages")
        self._messages: list[tuple[object, ...]] = []
        self._insert_message = _insert("messages", *_MESSAGE_COLUMNS, added=before)
        self._insert_place = _insert("places", *_PLACE_COLUMNS, added=before, fixed={"first_scan_id": scan})
        self._insert_finding = _insert("findings", "url_id", *FINDING_FIELDS, "settled", added=before)

    def write(self, rows: UnitRows) -> None:
        """Write the rows of URLs, and of the findings about them."""
        number = _next_id(self._cursor, "places")
        numbers: list[int] = []
        places: list[tuple[object, ...]] = []
        hashes: list[tuple[int, str]] = []
        of_message, message = self._message
        of_part: tuple[object, ...] = ()
        part = 0
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
                message = self._new_message(MessageRow._make(of_message))
                self._message = of_message, message
            attached = self._attached_id(values[_ATTACHED], message) if values[_ATTACHED] != NOT_ATTACHED else None
            if values[_PART] != of_part:
                of_part = values[_PART]
                part = self._parts.id(of_part)
            certainty, others = _CERTAINTY[row.confidence], None if row.alternatives == "[]" else row.alternatives
            reading = (row.form, row.breaks, certainty, others)
            places.append((number, text, message, part, attached, *reading, *values[_PLACE]))
            if row.alternative_hashes:
                hashes.append((number, row.alternative_hashes))
            numbers.append(number)
            number += 1
        for other in rows.without_urls:
            self._new_message(other)
        self._insert_texts()
        self._cursor.executemany(self._insert_message, self._messages)
        self._cursor.executemany(_INSERT_ATTACHED, self._attached_messages)
        self._messages, self._attached_messages = [], []
        self._cursor.executemany(self._insert_place, places)
        self._cursor.executemany(_INSERT_HASHES, hashes)
        findings = ((numbers[row.url], *row[1:], 0) for row in rows.findings if numbers[row.url])
        self._cursor.executemany(self._insert_finding, findings)

    def _new_message(self, row: MessageRow) -> int:
        """Insert a message, and return its id."""
        sender = None if row.sender == row.author else row.sender
        author = self._authors.id((row.author, row.author_name, row.author_source, sender))
        recipients = self._recipients.id((row.list_id, row.recipient_domains))
        thread = None if row.thread == row.message_id_header else row.thread
        received = int(datetime.fromisoformat(row.received).timestamp()) if row.received else None
        digest = bytes.fromhex(row.sha256) if row.sha256 else None
        values = (
            *(self._next_message, self._unit, author, recipients),
            *(row.archive, row.message_number, row.message_id_header, row.date, row.time_zone, received, row.subject),
            *(thread, row.in_reply_to, row.reference_ids, row.byte_offset, row.bytes, digest, row.archive_hash),
        )
        self._messages.append(values)
        self._next_message += 1
        return self._next_message - 1

    def _attached_id(self, columns: tuple[object, ...], message: int) -> int:
        """Return the id of an attached message, which is inserted if it is not that of the last URL."""
        key = (message, *columns)
        if self._attached[0] != key:
            self._attached_messages.append((self._next_attached, *key))
            self._attached = key, self._next_attached
            self._next_attached += 1
        return self._attached[1]

    def _is_known(self, *identity: str | None) -> bool:
        self._insert_texts()
        query = "SELECT 1 FROM url_texts WHERE url_key = ? AND url = ? AND url_hash IS ?"
        return self._cursor.execute(query, (text_key(str(identity[0])), *identity)).fetchone() is not None

    def _insert_texts(self) -> None:
        """Insert the new rows of `url_texts`."""
        self._cursor.executemany(_INSERT_TEXT, self._new_texts)
        self._new_texts = []

    def _text(self, columns: tuple[object, ...], host: str) -> int:
        """The id of a text that is not remembered."""
        if len(self._texts) >= _REMEMBERED_TEXTS:
            self._texts.clear()
        # If there are as many ids as are remembered, the table has no other text.
        are_all_remembered = len(self._texts) + 1 == self._next_text
        url = str(columns[0])
        key = text_key(url)
        found = None
        if not are_all_remembered:
            self._insert_texts()
            found = self._cursor.execute(_FIND_TEXT, (key, *columns)).fetchone()
        number: int = found[0] if found else self._next_text
        if not found:
            self._new_texts.append((number, key, *columns, len(registered_domain(host)), _other_canonical(url)))
            self._next_text += 1
        self._texts[columns] = number
        return number
