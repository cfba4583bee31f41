"""Open a result of `urlmend scan` for reading."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

_HEADER = b"SQLite format 3\0"
# The suffixes of the other formats that `urlmend scan` writes.
_OTHER_SUFFIXES = (".jsonl", ".csv", ".parquet")
_TABLES = {"settings", "units", "urls", "findings", "problems"}


class ResultError(Exception):
    """A file cannot be read as a result of `urlmend scan`; the message says why."""


@contextmanager
def open_result(path: str) -> Iterator[sqlite3.Connection]:
    """Open a result for reading; all queries in the block see the same state of it.

    Raises ResultError, also from within the block, if the file cannot be read as a result.
    """
    _check_format(path)
    try:
        with closing(_connection(path)) as connection:
            connection.execute("BEGIN")
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if not names >= _TABLES:
                raise ResultError(f"{path}: an SQLite database, but no result of `urlmend scan`")
            yield connection
    except sqlite3.Error as error:
        raise ResultError(f"{path}: cannot be read as a result of `urlmend scan`: {error}") from error


def _check_format(path: str) -> None:
    try:
        with open(path, "rb") as file:
            header = file.read(len(_HEADER))
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from error
    if header == _HEADER:
        return
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _OTHER_SUFFIXES:
        raise ResultError(f"{path}: a report needs the result in its SQLite form, not as {suffix}")
    raise ResultError(f"{path}: no result of `urlmend scan` in its SQLite form")


def _connection(path: str) -> sqlite3.Connection:
    name = quote(os.fsencode(os.path.abspath(path)))
    connection = sqlite3.connect(f"file:{name}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = _decoded
    connection.execute("PRAGMA trusted_schema = OFF")  # the file may be from an untrusted source
    return connection


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")
