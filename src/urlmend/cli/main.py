"""The command line: which command runs, and what becomes of its errors."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace

from urlmend._version import __version__
from urlmend.cli import CLEAN, FAILED
from urlmend.redaction.console import say
from urlmend.settings.config import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

# Each command and its line in the help; its module in `commands` has its options and what it does.
COMMANDS = {
    "find": "print every URL, put together again",
    "lint": "report what is wrong with the URLs, and mend it",
    "scan": "find and lint archives of mail and news, into a result",
    "report": "show what a scan has found",
    "explain": "explain one rule",
    "rules": "list all rules",
    "lsp": "serve editors: the language server protocol over standard input and output",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 nothing to report, 1 findings, 2 something failed."""
    gc.disable()  # nothing here makes cycles, and many small values are alive at a time
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    finally:
        gc.freeze()  # nor are there any to be looked for on the way out


def _run(arguments: list[str]) -> int:
    if not arguments:
        parser().print_help(sys.stderr)
        return FAILED
    options = plain(arguments) or _parsed(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        status: int = import_module(f"urlmend.cli.{options.command}").run(options)
        sys.stdout.flush()
    except ConfigError as error:
        say(str(error))
        return FAILED
    except BrokenPipeError:  # whoever read the output has enough of it
        _mute()
        return CLEAN
    except OSError as error:  # a full disk
        _mute()
        say(f"the output could not be written: {error.strerror or error}")
        return FAILED
    except KeyboardInterrupt:
        return 130
    return status


def _mute() -> None:
    """Let the interpreter's own flush at the end find no fault."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Flags:
    """Stands in for the parser of a command, and keeps its flags and what its options are if they are not given."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, object] = {}
        self.operands = ""

    def add_argument(self, *names: str, **settings: object) -> None:
        name = names[-1].lstrip("-").replace("-", "_")
        is_flag = settings.get("action") == "store_true"
        self.values[name] = settings.get("default", False if is_flag else None)
        if is_flag:
            self.names.update(dict.fromkeys(names, name))
        elif name == names[-1]:
            self.operands = name if settings.get("nargs") == "*" else ""

    def add_argument_group(self, _: str) -> _Flags:
        return self


def plain(arguments: Sequence[str]) -> SimpleNamespace | None:
    """What `parser` makes of a command, flags and then any number of operands; None for all other command lines.

    Most are such: loading `argparse` and building its parser takes longer than linting a small file.
    """
    command, *words = arguments
    if command not in COMMANDS:
        return None
    takes = _Flags()
    import_module(f"urlmend.cli.{command}").add_options(takes)
    while words and words[0] in takes.names:
        takes.values[takes.names[words.pop(0)]] = True
    if takes.operands and not any(word.startswith("-") and word != "-" for word in words):
        return SimpleNamespace(**takes.values | {takes.operands: words, "command": command})
    return None


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    return parser(next((word for word in arguments if word in COMMANDS), None)).parse_args(arguments)


def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line; only the named command gets its options, all of them if it is None."""
    from argparse import ArgumentParser  # `plain` command lines do without it

    top = ArgumentParser(
        prog="urlmend",
        description="Find the URLs in plain text, put the broken ones back together, and lint them.",
        formatter_class=_formatter,
    )
    top.add_argument("--version", action="version", version=f"urlmend {__version__}")
    subparsers = top.add_subparsers(required=True, metavar="COMMAND", prog="urlmend", dest="command")
    for name, summary in COMMANDS.items():
        wanted = command in (None, name)
        module = import_module(f"urlmend.cli.{name}") if wanted else None
        description = module.run.__doc__ if module else None
        subparser = subparsers.add_parser(name, help=summary, description=description, formatter_class=_formatter)
        if module:
            module.add_options(subparser)
    return top


def _formatter(prog: str) -> argparse.HelpFormatter:
    """The usual one; but it asks for the width of the terminal without loading what packs files."""
    from argparse import HelpFormatter

    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return HelpFormatter(prog, width=columns - 2)
