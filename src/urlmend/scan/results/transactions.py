"""Transactions of a database: all of their changes are kept, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Begin a transaction, commit it at the end of the block, and roll it back after an exception."""
    try:  # a signal may come between the beginning and the block
        connection.execute(f"BEGIN {kind}")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # false if SQLite has rolled it back on a full disk
            connection.execute("ROLLBACK")
        raise
