"""Tables of options: those that several commands share, and what `argparse` needs to know about each."""

from __future__ import annotations

from collections.abc import Mapping

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.model.finding import PROFILES
from urlmend.sources.paths import InputKind

if TYPE_CHECKING:
    from typing import Any

    Settings = dict[str, Any]
    OptionTable = Mapping[str, Settings]
    """Names, separated by spaces -> the arguments of `add_argument`."""


def flag(text: str, **others: object) -> Settings:
    """Return the settings of an option without a value."""
    return {"action": "store_true", "help": text, **others}


def value(metavar: str, text: str, **others: object) -> Settings:
    """Return the settings of an option with a value, or of an operand."""
    return {"metavar": metavar, "help": text, **others}


def values(metavar: str, text: str, **others: object) -> Settings:
    """Return the settings of an option that may be repeated; its values are a list."""
    return value(metavar, text, action="append", **others)


def choice(choices: object, text: str, **others: object) -> Settings:
    """Return the settings of an option whose value is one of several words."""
    return {"choices": choices, "help": text, **others}


def positive(text: str) -> int:
    """Return a positive integer of the command line. Raises ArgumentTypeError for other text."""
    if not text.isascii() or not text.isdecimal() or int(text[:9]) < 1:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text[:9])


def settings_options(of: str) -> OptionTable:
    """Return the options that choose the settings file: by default, the nearest one `of` something."""
    return {
        "--config": value("FILE", f"read settings from FILE; default: the nearest file of {of}"),
        "--isolated": flag("ignore all settings files"),
    }


SHARED: Mapping[str, OptionTable] = {
    "reading": {
        "--input": choice(
            [kind.value for kind in InputKind], "read all input as this type; default: detect by content"
        ),
        "--format-of": values("NAME=PATTERN", "read files that match PATTERN as format NAME"),
        "--headers": flag("read all header fields of mail, not only Subject"),
        "--schemeless": flag("also find www. hosts without a scheme", default=None),
        "--extend-schemes": values("NAME", "also find URLs with this scheme"),
    },
    "files": {
        "--stdin-filename": value("FILE", "file name to report for standard input"),
        "--exclude": values("PATTERN", "skip files in folders that match PATTERN, in addition to the settings"),
        "--force-exclude": flag("treat files that are named like those of a folder: exclude them, too"),
        "--show-files": flag("list the files that are skipped, and why"),
        "--list-files": flag("print the files that would be read, and exit"),
        "-j --processes": value("N", "number of processes; default: one per core for large trees", type=positive),
    },
    "rules": {
        "--profile": choice(PROFILES, "specification to check against; default: rfc3986"),
        "--select": values("CODES", "run only these rules: codes, prefixes or names"),
        "--extend-select": values("CODES", "also run these rules"),
        "--ignore": values("CODES", "do not run these rules"),
    },
}
"""The options for how files are read and what counts as a URL, for files and standard input, and for rules."""
KNOWN: OptionTable = {
    "--known": value("RESULT", "resolve ambiguous URLs by the URLs of this result of a scan"),
}
"""The option of commands that may ask the result of a scan which reading of a URL occurs elsewhere."""
FILE_OPTIONS: OptionTable = {
    "paths": value("PATH", "file or folder; '-' or none: standard input", nargs="*"),
    **settings_options("each input file"),
    **SHARED["reading"],
    **SHARED["files"],
}
"""The options of commands that read files and standard input."""
