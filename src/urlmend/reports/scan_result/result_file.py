"""Open a result of `urlmend scan` for reading."""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

from urlmend.reports.scan_result.queries import shortened
from urlmend.scan.results import validity
from urlmend.scan.results.migrations import migrate, steps_from
from urlmend.settings.config import ConfigError

_HEADER = b"SQLite format 3\0"
# The suffixes of the other formats that `urlmend scan` writes.
_OTHER_SUFFIXES = (".jsonl", ".csv", ".parquet")
# The largest size of a cell, in bytes.
_MAX_CELL = 1 << 24
# The number of instructions of SQLite's virtual machine that all queries together may take.
# A result takes about one for each byte of its file.
_FREE_STEPS, _STEPS_PER_BYTE, _STEPS_PER_CALL = 50_000_000, 20, 100_000
_TOO_MUCH_WORK = "it takes more work than a file of its size needs"


class ResultError(ConfigError):
    """A file cannot be read as a result of `urlmend scan`; the message says why."""


@contextmanager
def open_result(path: str) -> Iterator[sqlite3.Connection]:
    """Open a result for reading, after its migration if it is of an older version.

    All queries in the block see the same state of it.

    The file may be from an untrusted source: its tables and the types of all cells are checked, and the work of all
    queries is limited in proportion to its size. Raises ResultError, also from within the block, if the file cannot be
    read as a result.
    """
    _check_format(path)
    with _readable(path):
        _prepare(path)
        with closing(_connection(path)) as connection:
            connection.execute("BEGIN")
            reason = validity.fault(connection)
            if reason:
                raise ResultError(f"{path}: {reason}")
            yield connection


@contextmanager
def open_for_lookup(path: str) -> Iterator[sqlite3.Connection]:
    """Open a result for a few queries by its indexes: the cells are not checked, and nothing is written.

    The work of all queries is limited. Raises ResultError, also from within the block.
    """
    _check_format(path)
    with _readable(path), closing(_connection(path)) as connection:
        reason = _unfit_for_lookup(connection)
        if reason:
            raise ResultError(f"{path}: {reason}")
        yield connection


def _unfit_for_lookup(connection: sqlite3.Connection) -> str:
    """Return why URLs cannot be looked up in a database; empty if they can."""
    if steps_from(validity.version_of(connection)):
        return "a result of an older version; `urlmend report` converts it"
    unfinished = "" if validity.has_indexes(connection) else "the scan has not ended; run it again"
    return validity.fault(connection, cells=False) or unfinished


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Raise ResultError instead of the errors of SQLite."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        is_interrupted = getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT"
        reason = _TOO_MUCH_WORK if is_interrupted else validity.reason(error)
        raise ResultError(f"{path}: cannot be read as a result of `urlmend scan`: {reason}") from error


def _check_format(path: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        raise ResultError(f"{path}: is not a regular file")
    try:
        with open(path, "rb") as file:
            header = file.read(len(_HEADER))
    except (OSError, ValueError) as error:
        raise ResultError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if header == _HEADER:
        return
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _OTHER_SUFFIXES:
        raise ResultError(f"{path}: a report needs a result in SQLite, not {suffix}")
    raise ResultError(f"{path}: not a result of `urlmend scan` in SQLite")


def _prepare(path: str) -> None:
    """Migrate a result of an older version, and roll back what a killed process has not written completely."""
    is_interrupted = os.path.exists(f"{path}-journal")
    if not is_interrupted:
        with closing(_connection(path)) as connection:
            if not steps_from(validity.version_of(connection)):
                return
    with closing(_connection(path, "rw")) as connection:
        migrate(connection, path)


def _connection(path: str, mode: str = "ro") -> sqlite3.Connection:
    name = quote(os.fsencode(os.path.abspath(path)))
    connection = sqlite3.connect(f"file:{name}?mode={mode}", uri=True, isolation_level=None)
    connection.text_factory = _decoded
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_CELL)
    connection.create_function("short", 1, shortened, deterministic=True)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    # A damaged file may have more rows than bytes: pages that contain each other.
    calls = itertools.count()
    limit = (_FREE_STEPS + _STEPS_PER_BYTE * os.path.getsize(path)) // _STEPS_PER_CALL
    connection.set_progress_handler(lambda: next(calls) > limit, _STEPS_PER_CALL)
    return connection


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")
