"""Entry point of the command line: dispatch to a command, and turn errors into an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import SimpleNamespace

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._version import __version__
from urlmend.cli import CLEAN, COMMANDS, FAILED
from urlmend.redaction.console import discard, flush_messages, open_closed_streams, say

if TYPE_CHECKING:
    from typing import Any

    from urlmend.cli.option_table import OptionTable, Settings
    from urlmend.settings.config import ConfigError


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; return the exit status: 0 nothing to report, 1 findings, 2 an error."""
    gc.disable()  # nothing here makes cycles, and many small values are alive at a time
    open_closed_streams()
    try:
        status = _dispatch(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has closed it, as `head` does
        discard(sys.stdout)
        return CLEAN
    except OSError as error:  # such as a full disk
        discard(sys.stdout)
        say(f"{error.filename or 'the output could not be written'}: {error.strerror or error}")
        return FAILED
    except KeyboardInterrupt:
        return 130
    except _config_error() as error:
        from urlmend.cli.setting_errors import say_errors

        say_errors(error)
        return FAILED
    else:
        return status
    finally:
        flush_messages()
        gc.freeze()  # so that the interpreter searches for no cycles when it ends


def _config_error() -> type[ConfigError]:
    """Import the error of invalid settings, which a run without errors may not need."""
    from urlmend.settings.config import ConfigError

    return ConfigError


def _dispatch(arguments: list[str]) -> int:
    """Parse the command line, and return the exit status of its command."""
    if not arguments:
        from urlmend.cli.parser import parser

        parser(with_options=False).print_help(sys.stderr)
        return FAILED
    if arguments[0] in ("-V", "--version"):  # without a parser, whose module takes a third of the time
        print(f"urlmend {__version__}")
        return CLEAN
    try:
        options = parse_without_argparse(arguments) or import_module("urlmend.cli.parser").parse(arguments)
    except SystemExit as stop:  # after `--help` and usage errors, which `argparse` prints
        return int(stop.code or CLEAN)
    if any("*" in path or "?" in path for path in getattr(options, "paths", ())):
        options.paths = [*_expanded(options.paths)]
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    status: int = import_module(f"urlmend.cli.{options.command}").run(options)
    return status


def _expanded(paths: Sequence[str]) -> Iterator[str]:
    """Yield paths, and for one that names no file but has wildcards, the files that it matches, if there are any.

    The shells of Windows pass wildcards on as they are.
    """
    from glob import iglob  # few command lines need it

    for path in paths:
        found = [] if os.path.lexists(path) else sorted(iglob(path))
        yield from found or [path]


def parse_without_argparse(arguments: Sequence[str]) -> SimpleNamespace | None:
    """Parse `COMMAND [OPTION…] [OPERAND…]` as `parser` does; return None for other command lines, such as wrong ones.

    Hooks and editors run such a command line for each commit or each file. Importing `argparse` and building a parser
    takes 3.4 ms of CPU time, 12 % of linting a file of 5 kB.
    """
    command, *words = arguments
    if command not in COMMANDS:
        return None
    options: dict[str, tuple[str, Settings]] = {}
    values: dict[str, Any] = {"command": command}
    operands: list[tuple[str, Settings]] = []
    groups: Mapping[str, OptionTable] = import_module(f"urlmend.cli.{command}").OPTIONS
    for table in groups.values():
        for names, settings in table.items():
            field = settings.get("dest") or names.rpartition(" ")[2].lstrip("-").replace("-", "_")
            values[field] = settings.get("default", False if settings.get("action") == "store_true" else None)
            if names.startswith("-"):
                options.update(dict.fromkeys(names.split(" "), (field, settings)))
            else:
                operands.append((field, settings))
    while words and words[0] in options:
        field, settings = options[words.pop(0)]
        if settings.get("action") == "store_true":
            values[field] = True
        elif (found := _value(settings, words)) is None:
            return None
        else:
            values[field] = [*(values[field] or ()), found] if settings.get("action") == "append" else found
    least = {"*": 0, "+": 1}.get(operands[0][1].get("nargs", "")) if len(operands) == 1 else None
    if least is None or len(words) < least or not all(map(_is_value, words)):
        return None
    return SimpleNamespace(**values | {operands[0][0]: words})


def _value(settings: Settings, words: list[str]) -> object:
    """Take the value of an option from the words after it; None if it is missing or wrong."""
    if not words or not _is_value(words[0]):
        return None
    try:
        found = settings.get("type", str)(words.pop(0))
    except Exception:  # of the type: `argparse` says what is wrong
        return None
    return found if found in settings.get("choices", (found,)) else None


def _is_value(word: str) -> bool:
    return not word.startswith("-") or word == "-"
