"""`urlmend export`: write the result of a scan in another format, without scanning again."""

from __future__ import annotations

import os

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN
from urlmend.cli.option_table import choice, flag, value, values
from urlmend.cli.result_input import SINCE_SCAN, opened_result
from urlmend.redaction.console import counted, say
from urlmend.scan.progress import Phase, ProgressKind
from urlmend.scan.results.export_formats import FORMATS, export, format_of
from urlmend.scan.results.selection import Selection, first_scan_since, select
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.rule_selection import rules_of
from urlmend.sources.remote import is_remote

if TYPE_CHECKING:
    import argparse
    import sqlite3

_SUFFIXES = ", ".join(found.suffix for found in FORMATS.values())

OPTIONS = {
    "": {
        "result": value("RESULT", "result of `urlmend scan`: SQLite file or dataset"),
        "-o --output": value("FILE", f"write to FILE or an address ({_SUFFIXES})", required=True),
        "--format": choice(tuple(FORMATS), "format of FILE; default: by the end of its name"),
        "-q --quiet": flag("print no summary"),
    },
    "filters": {
        "--select": values("CODES", "only URLs with a finding of these rules: codes or prefixes"),
        "--where": value("SQL", "only URLs that fulfil this condition on the columns of the view `urls`"),
        **SINCE_SCAN,
    },
}


def run(options: argparse.Namespace) -> int:
    """Write a result as Parquet, CSV, JSON Lines, CDXJ, STIX, or as a list for link checkers."""
    name = options.format or format_of(options.output)
    if not name:
        raise ConfigError(f"{options.output}: the end of its name must be one of {_SUFFIXES}, or use --format")
    if FORMATS[name].selects and not (options.select or options.where):
        raise ConfigError(f"--format {name} needs --select or --where: not every URL is an indicator")
    _check_output(options.result, FORMATS[name].files(options.output))
    codes = [rule.code for rule in rules_of(Config(select=tuple(options.select)))] if options.select else []
    with opened_result(options.result) as connection:
        since = first_scan_since(connection, options.since_scan) if options.since_scan is not None else None
        if codes or options.where is not None or since is not None:
            select(connection, Selection(codes, options.where, since))
        with Phase(ProgressKind.AUTO, "writing rows", 0) as phase:
            omitted = _export(connection, options.output, name, phase)
        if not options.quiet:
            _say_counts(connection, options.output, omitted and f"{counted(omitted, 'URL')} {FORMATS[name].omits}")
    return CLEAN


def _check_output(result: str, files: list[str]) -> None:
    """Raise ConfigError if a file of the export would replace the result."""
    for name in files:
        is_local = not is_remote(name) and os.path.exists(name) and os.path.exists(result)
        if is_local and os.path.samefile(name, result):
            raise ConfigError(f"{name}: the export would overwrite the result")


def _export(connection: sqlite3.Connection, path: str, name: str, phase: Phase) -> int:
    try:
        return export(connection, path, name, phase.track)
    except ImportError:
        extra = FORMATS[name].extra
        raise ConfigError(f"--format {name} needs more packages: {install_hint(extra)}") from None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def _say_counts(connection: sqlite3.Connection, path: str, omitted: str | int) -> None:
    counts = "SELECT (SELECT count(*) FROM places), (SELECT count(*) FROM findings WHERE settled = 0)"
    urls, findings = connection.execute(counts).fetchone()
    left_out = f"; left out: {omitted}" if omitted else ""
    say(f"{path}: {counted(urls, 'URL')}, {counted(findings, 'finding')}{left_out}")
