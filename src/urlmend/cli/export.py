"""`urlmend export`: write the result of a scan in another format, without scanning again."""

from __future__ import annotations

import os

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN
from urlmend.cli.option_table import choice, flag, value, values
from urlmend.cli.result_input import SINCE_SCAN, opened_result
from urlmend.cli.rule_options import codes_of
from urlmend.redaction.console import counted, say
from urlmend.scan.progress import Phase, ProgressKind
from urlmend.scan.results.export_formats import FORMATS, export, format_of
from urlmend.scan.results.output_files import STDOUT
from urlmend.scan.results.selection import Selection, first_scan_since, select
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.rule_selection import rules_of
from urlmend.sources.remote import is_remote

if TYPE_CHECKING:
    import argparse
    import sqlite3

    from urlmend.scan.results.exports import Exported

_SUFFIXES = ", ".join(found.suffix for found in FORMATS.values())

OPTIONS = {
    "": {
        "result": value("RESULT", "result of `urlmend scan`: SQLite file or dataset"),
        "-o --output": value("FILE", f"write to FILE or an address ({_SUFFIXES}); '-': standard output", required=True),
        "--format": choice(tuple(FORMATS), "format of FILE; default: by the end of its name"),
        "-q --quiet": flag("print no summary"),
    },
    "filters": {
        "--select": values("CODES", "only URLs with a finding of these rules: codes, prefixes or names"),
        "--where": value("SQL", "only URLs that fulfil this condition on the columns of the view `urls`"),
        **SINCE_SCAN,
    },
}


def run(options: argparse.Namespace) -> int:
    """Write a result as Parquet, CSV, JSON Lines, CDXJ, STIX, or as a list for link checkers."""
    name = options.format or format_of(options.output)
    if not name:
        if options.output == STDOUT:
            raise ConfigError(f"--output - needs --format: one of {', '.join(FORMATS)}")
        raise ConfigError(f"{options.output}: the end of its name must be one of {_SUFFIXES}, or use --format")
    if FORMATS[name].selects and not (options.select or options.where):
        raise ConfigError(f"--format {name} needs --select or --where: not every URL is an indicator")
    if options.output == STDOUT and FORMATS[name].beside:
        raise ConfigError(f"--format {name} writes two files: name the first one")
    if options.output != STDOUT:
        _check_output(options.result, FORMATS[name].files(options.output))
    selected = codes_of(options.select, "--select", Config())
    codes = [rule.code for rule in rules_of(Config(select=selected))] if selected else []
    with opened_result(options.result) as connection:
        since = first_scan_since(connection, options.since_scan) if options.since_scan is not None else None
        if codes or options.where is not None or since is not None:
            select(connection, Selection(codes, options.where, since))
        with Phase(ProgressKind.AUTO, "writing rows", 0) as phase:
            exported = write_export(connection, options.output, name, phase)
    if not options.quiet:
        shown = "" if options.output == STDOUT else f"{options.output}: "
        say(f"{shown}{_counts(exported, FORMATS[name].omits)}")
    return CLEAN


def _check_output(result: str, files: list[str]) -> None:
    """Raise ConfigError if a file of the export would replace the result."""
    for name in files:
        is_local = not is_remote(name) and os.path.exists(name) and os.path.exists(result)
        if is_local and os.path.samefile(name, result):
            raise ConfigError(f"{name}: the export would overwrite the result")


def write_export(connection: sqlite3.Connection, path: str, name: str, phase: Phase) -> Exported:
    """Write a result to a file or folder in the named format. Raises ConfigError, and OSError for standard output."""
    try:
        return export(connection, path, name, phase.track)
    except ImportError:
        raise ConfigError(f"the format {name} needs more packages: {install_hint(FORMATS[name].extra)}") from None
    except OSError as error:
        if path == STDOUT:  # `main` says what is wrong with it
            raise
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def _counts(exported: Exported, omits: str) -> str:
    """The numbers of an export in words; `omits` says which URLs its format leaves out."""
    if exported.findings is not None:
        return f"{counted(exported.urls, 'URL')}, {counted(exported.findings, 'finding')}"
    left_out = f"; left out: {counted(exported.omitted, 'URL')} {omits}" if exported.omitted else ""
    return counted(exported.urls, "distinct URL") + left_out
