"""`urlmend report`."""

from __future__ import annotations

import argparse
import os
import sys

from urlmend.commands import CLEAN, FAILED
from urlmend.rewrite import whole
from urlmend.terminal import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("result", metavar="RESULT", help="what `urlmend scan` has written, in its SQLite form")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots and tables, not a summary")
    parser.add_argument("--title", metavar="TEXT", help="of the page; default: the name of the result")


def run(options: argparse.Namespace) -> int:
    """Show what a scan has found: a summary in plain text, or a page of HTML that needs nothing else."""
    from urlmend.page.database import ResultError, opened

    if options.title is not None and options.html is None:
        return _fail("--title needs --html FILE")
    try:
        with opened(options.result) as connection:
            return _summary(connection, options) if options.html is None else _page(connection, options)
    except ResultError as error:
        return _fail(str(error))


def _summary(connection: sqlite3.Connection, options: argparse.Namespace) -> int:
    from urlmend.page.summary import summary

    for line in summary(connection, options.result):
        sys.stdout.write(line + "\n")
    return CLEAN


def _page(connection: sqlite3.Connection, options: argparse.Namespace) -> int:
    try:
        from urlmend.page.html import page
    except ImportError:
        return _fail("the page needs more packages: pip install 'urlmend[scan]'")
    if os.path.exists(options.html) and os.path.samefile(options.html, options.result):
        return _fail(f"{options.html}: the page would take the place of the result")
    name = os.path.basename(options.result)
    text = page(connection, name, options.title if options.title is not None else f"URLs in {name}")
    try:
        with whole(options.html) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        return _fail(f"{options.html}: {error.strerror}")
    return CLEAN


def _fail(message: str) -> int:
    say(message)
    return FAILED
