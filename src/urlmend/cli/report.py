"""`urlmend report`: show a result of a scan in the terminal or as an HTML page."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from urlmend._lib.atomic_write import atomic_text_file
from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN
from urlmend.cli.option_table import value
from urlmend.reports.scan_result.result_file import ResultError, open_result
from urlmend.scan.progress import Phase, ProgressKind
from urlmend.settings.config import ConfigError
from urlmend.sources.remote import is_remote

if TYPE_CHECKING:
    import argparse
    import sqlite3

OPTIONS = {
    "": {
        "result": value("RESULT", "result of `urlmend scan`: SQLite file or dataset"),
        "--html": value("FILE", "write an HTML page with plots and tables to FILE"),
        "--title": value("TEXT", "title of the page; default: name of the result"),
    }
}
# A file that every dataset has. Importing the module of datasets is too slow for other results.
_DATASET_SETTINGS = "settings.json"


def run(options: argparse.Namespace) -> int:
    """Show the result of a scan: a summary in plain text, or a self-contained HTML page."""
    if options.title is not None and options.html is None:
        raise ConfigError("--title needs --html FILE")
    with _database(options.result) as path, open_result(path) as connection:
        (_print_summary if options.html is None else _write_page)(connection, options)
    return CLEAN


@contextmanager
def _database(result: str) -> Iterator[str]:
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


def _print_summary(connection: sqlite3.Connection, options: argparse.Namespace) -> None:
    from urlmend.reports.scan_result.summary import summary

    for line in summary(connection, options.result):
        sys.stdout.write(line + "\n")


def _write_page(connection: sqlite3.Connection, options: argparse.Namespace) -> None:
    try:
        from urlmend.reports.html.page import page
    except ImportError:
        raise ConfigError(f"the page needs more packages: {install_hint('report')}") from None
    both_exist = os.path.exists(options.html) and os.path.exists(options.result)
    if both_exist and os.path.samefile(options.html, options.result):
        raise ConfigError(f"{options.html}: the page would overwrite the result")
    name = os.path.basename(options.result.rstrip("/"))
    title = options.title if options.title is not None else f"URLs in {name}"
    with Phase(ProgressKind.AUTO, "drawing the page", 0) as phase:
        phase.show()
        text = page(connection, name, title)
    try:
        with atomic_text_file(options.html) as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"{options.html}: {error.strerror}") from error
