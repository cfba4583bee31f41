"""Results as input of commands: databases, and datasets in the form of one."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli.option_table import value
from urlmend.reports.scan_result.result_file import ResultError, open_result
from urlmend.scan.progress import Phase, ProgressKind
from urlmend.settings.config import ConfigError
from urlmend.sources.remote import is_remote

if TYPE_CHECKING:
    import sqlite3

# A file that every dataset has. Importing the module of datasets is too slow for other results.
_DATASET_SETTINGS = "settings.json"


def _scan_or_date(text: str) -> str:
    """Return a number of a scan or a date of the command line. Raises ArgumentTypeError for other text."""
    try:
        is_right = bool(re.fullmatch(r"[0-9]{1,9}", text) or date.fromisoformat((text + "-01")[:10]))
    except ValueError:
        is_right = False
    if not is_right or not re.fullmatch(r"[0-9]+|[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?", text):
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text!r} is neither the number of a scan nor a date such as 2026-01-05")
    return text


SINCE_SCAN = {
    "--since-scan": value(
        "N|DATE", "only URLs that scan N or a later one saw first, or one on or after DATE", type=_scan_or_date
    )
}
"""The option that selects URLs by the scan that saw them first."""


@contextmanager
def opened_result(result: str) -> Iterator[sqlite3.Connection]:
    """Open a result for reading, as `open_result` does. Raises ResultError."""
    with _database_of(result) as path, open_result(path) as connection:
        yield connection


@contextmanager
def _database_of(result: str) -> Iterator[str]:
    """The path of a result in its SQLite form; a dataset is converted to a temporary file. Raises ResultError."""
    is_dataset = is_remote(result) or os.path.isfile(os.path.join(result, _DATASET_SETTINGS))
    if not is_dataset:
        yield result
        return
    try:
        from urlmend.scan.results.dataset import Dataset
    except ImportError:
        raise ResultError(f"a dataset needs more packages: {install_hint('cluster')}") from None
    with tempfile.TemporaryDirectory(prefix="urlmend-") as folder:
        path = os.path.join(folder, "result.sqlite")
        try:
            with Phase(ProgressKind.AUTO, "copying units", 0) as phase:
                Dataset(result).write_database(path, phase.track)
        except ConfigError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.strerror:
                raise ResultError(f"{result}: {error.strerror}") from error
            # Of a library that reads a damaged file; its message may quote that.
            reason = f"a file of it is damaged ({type(error).__name__})"
            raise ResultError(f"{result}: cannot be read as a result: {reason}; scan again to write it") from error
        yield path
