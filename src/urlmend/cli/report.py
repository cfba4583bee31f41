"""`urlmend report`: show a result of a scan in the terminal or as an HTML page."""

from __future__ import annotations

import os
import sys

from urlmend._lib.atomic_write import atomic_text_file
from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN
from urlmend.cli.option_table import choice, value
from urlmend.cli.result_input import SINCE_SCAN, opened_result
from urlmend.scan.progress import Phase, ProgressKind
from urlmend.scan.results.selection import Selection, first_scan_since, select
from urlmend.settings.config import ConfigError

if TYPE_CHECKING:
    import argparse
    import sqlite3

OPTIONS = {
    "": {
        "result": value("RESULT", "result of `urlmend scan`: SQLite file or dataset"),
        "--html": value("FILE", "write an HTML page with plots and tables to FILE; '-': standard output"),
        "--title": value("TEXT", "title of the page; default: name of the result"),
        **SINCE_SCAN,
        "--against": value("OLD", "compare the findings with those of another result: new, gone and changed ones"),
        "--format": choice(("text", "jsonl"), "format of a comparison; default: text"),
    }
}


def run(options: argparse.Namespace) -> int:
    """Show the result of a scan: a summary in plain text, or a self-contained HTML page."""
    if options.title is not None and options.html is None:
        raise ConfigError("--title needs --html FILE")
    if options.against is not None:
        return _compare(options)
    if options.format is not None:
        raise ConfigError("--format needs --against OLD")
    with opened_result(options.result) as connection:
        new = ""
        if options.since_scan is not None:
            scan = first_scan_since(connection, options.since_scan)
            select(connection, Selection(since_scan=scan))
            new = f": URLs that scan {scan} or a later one saw first"
        (_print_summary if options.html is None else _write_page)(connection, options, new)
    return CLEAN


def _compare(options: argparse.Namespace) -> int:
    """Print which findings differ between two results."""
    from urlmend.reports.scan_result.comparison import changes, comparison

    for name in ("html", "since_scan"):
        if getattr(options, name) is not None:
            raise ConfigError(f"--against cannot be used with --{name.replace('_', '-')}")
    with opened_result(options.result) as new, opened_result(options.against) as old:
        is_text = options.format != "jsonl"
        for line in comparison(new, old, options.result, options.against) if is_text else changes(new, old):
            sys.stdout.write(line + "\n")
    return CLEAN


def _print_summary(connection: sqlite3.Connection, options: argparse.Namespace, new: str) -> None:
    from urlmend.reports.scan_result.summary import summary

    for line in summary(connection, options.result + new):
        sys.stdout.write(line + "\n")


def _write_page(connection: sqlite3.Connection, options: argparse.Namespace, new: str) -> None:
    try:
        from urlmend.reports.html.page import page
    except ImportError:
        raise ConfigError(f"the page needs more packages: {install_hint('report')}") from None
    both_exist = os.path.exists(options.html) and os.path.exists(options.result)
    if both_exist and os.path.samefile(options.html, options.result):
        raise ConfigError(f"{options.html}: the page would overwrite the result")
    name = os.path.basename(options.result.rstrip("/"))
    title = options.title if options.title is not None else f"URLs in {name}{new}"
    with Phase(ProgressKind.AUTO, "drawing the page", 0) as phase:
        phase.show()
        text = page(connection, name, title)
    if options.html == "-":  # standard output
        sys.stdout.write(text)
        return
    try:
        with atomic_text_file(options.html) as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"{options.html}: {error.strerror}") from error
