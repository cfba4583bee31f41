"""`urlmend forget`: remove archives from the result of a scan."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.file_lock import LockedError, locked
from urlmend.cli import CLEAN
from urlmend.cli.option_table import flag, value
from urlmend.redaction.console import counted, say
from urlmend.scan.results import validity
from urlmend.scan.results.database import decoded_key
from urlmend.scan.results.forgetting import Forgotten, forget
from urlmend.scan.results.migrations import migrate
from urlmend.settings.config import ConfigError

if TYPE_CHECKING:
    import argparse

OPTIONS = {
    "": {
        "result": value("RESULT", "result of `urlmend scan`: SQLite file"),
        "archives": value("ARCHIVE", "file or folder to remove, by its name in the result", nargs="+"),
        "-q --quiet": flag("print no summary"),
    }
}


def run(options: argparse.Namespace) -> int:
    """Remove archives from a result in one transaction: if it is interrupted, the result is unchanged."""
    path = options.result
    if not os.path.isfile(path):
        what = "is not a regular file" if os.path.exists(path) else "No such file or directory"
        raise ConfigError(f"{path}: {what}")
    try:
        with locked(path), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            found = _forget(connection, path, options.archives)
    except LockedError:
        raise ConfigError(f"{path}: another process is writing it") from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {validity.reason(error)}") from error
    if not options.quiet:
        words = [counted(found.files, "file"), counted(found.urls, "URL"), counted(found.findings, "finding")]
        say(f"{path}: removed {words[0]} with {words[1]} and {words[2]}")
    return CLEAN


def _forget(connection: sqlite3.Connection, path: str, archives: list[str]) -> Forgotten:
    migrate(connection, path)
    if reason := validity.fault(connection):
        raise ConfigError(f"{path}: {reason}")
    settings = dict(connection.execute("SELECT name, value FROM settings"))
    if json.loads(settings.get("unique", "false")):
        reason = "with --unique, a result has only the first occurrence of each URL"
        raise ConfigError(f"{path}: {reason}; scan the other archives into a new file")
    connection.execute("PRAGMA foreign_keys = ON")
    return forget(connection, path, decoded_key(path, settings), archives)
