"""The command line: which command runs, and what becomes of its errors."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from urlmend import __version__
from urlmend.commands import CLEAN, FAILED
from urlmend.config import ConfigError
from urlmend.terminal import say

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
    options = parser(next((word for word in arguments if word in COMMANDS), None)).parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        status: int = import_module(f"urlmend.commands.{options.command}").run(options)
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


class _Formatter(argparse.HelpFormatter):
    """The usual one; but it asks for the width of the terminal without loading what packs files."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=columns - 2)


def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line; only the named command gets its options, all of them if it is None."""
    top = argparse.ArgumentParser(
        prog="urlmend",
        description="Find the URLs in plain text, put the broken ones back together, and lint them.",
        formatter_class=_Formatter,
    )
    top.add_argument("--version", action="version", version=f"urlmend {__version__}")
    subparsers = top.add_subparsers(required=True, metavar="COMMAND", prog="urlmend", dest="command")
    for name, summary in COMMANDS.items():
        wanted = command in (None, name)
        module = import_module(f"urlmend.commands.{name}") if wanted else None
        description = module.run.__doc__ if module else None
        subparser = subparsers.add_parser(name, help=summary, description=description, formatter_class=_Formatter)
        if module:
            module.add_options(subparser)
    return top
