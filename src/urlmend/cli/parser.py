"""The parser of the command line, by `argparse`: most command lines are parsed without it."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Sequence
from importlib import import_module

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.sanitize import printable
from urlmend._lib.suggestion import did_you_mean, nearest
from urlmend._lib.terminal import columns
from urlmend._version import __version__
from urlmend.cli import COMMANDS, FAILED, HIDDEN
from urlmend.cli.examples import examples
from urlmend.redaction.console import say

if TYPE_CHECKING:
    from typing import Any, NoReturn

# What to use instead of a word that other tools, or other commands, have: by the command, `*` for the options of any,
# and the word; the word of an empty command is a command.
_INSTEAD = {
    ("", "check"): "`urlmend lint`",
    ("", "complete"): "`urlmend completions`",
    ("", "extract"): "`urlmend find`",
    ("", "fix"): "`urlmend lint --fix`",
    ("", "format"): "`urlmend lint --fix`",
    ("", "rule"): "`urlmend explain`",
    ("", "server"): "`urlmend lsp`",
    ("", "version"): "`urlmend --version`",
    ("*", "-r"): "use a folder as a path",
    ("*", "--check"): "leave it out: only --fix changes files",
    ("*", "--ignore-noqa"): "remove the comments `urlmend: ignore`",
    ("*", "--include"): "use paths",
    ("*", "--list-rules"): "use `urlmend rules`",
    ("*", "--no-fix"): "leave it out: only --fix changes files",
    ("*", "--per-file-ignores"): "use the setting `per-file-ignores`",
    ("*", "--recursive"): "use a folder as a path",
    ("*", "--stdin"): "use - as a path",
    ("*", "--version"): "use `urlmend --version`",
    ("*", "--watch"): "use `urlmend lsp` in an editor, or a program such as watchexec",
    ("*", "-V"): "use `urlmend --version`",
    ("explain", "--format"): "use `urlmend rules --format json`",
    ("find", "--output"): "use `urlmend find ... > FILE`",
    ("find", "-o"): "use `urlmend find ... > FILE`",
    ("report", "--output"): "use --html FILE",
    ("report", "-o"): "use --html FILE",
    ("rules", "--select"): "use `urlmend explain CODE`",
}
# Options of other tools, and what they are here, if the command has such an option.
_OTHER_OPTIONS = {
    "-f": "--format",
    "-i": "--fix",
    "-w": "--fix",
    "--add-noqa": "--baseline FILE --update-baseline",
    "--colour": "--color",
    "--disable": "--ignore",
    "--dry-run": "--diff",
    "--enable": "--extend-select",
    "--extend-exclude": "--exclude, which adds to the settings",
    "--files": "--list-files",
    "--null": "--print0",
    "--in-place": "--fix",
    "--jobs": "--processes",
    "--json": "--format json",
    "--jsonl": "--format jsonl",
    "--no-color": "--color never",
    "--output-file": "--output",
    "--output-format": "--format",
    "--rules": "--select, or `urlmend rules`",
    "--severity": "--fail-on",
    "--show-fixes": "--fix --verbose",
    "--since-commit": "--since-revision",
    "--threads": "--processes",
    "--write": "--fix",
}
# The options that come without a command.
_TOP_OPTIONS = ("help", "version")
# How usage shows operands, by how many there may be.
_OPERANDS = {"*": "[{}]...", "+": "{}...", "": "{}"}
# Marks operands within this module: no word of a command line contains it.
_OPERAND = "\0"
# A longer word is shortened in a message.
_MAX_SHOWN = 80


class _Parser(ArgumentParser):
    """A parser that prints an error in one line, and the usage of its command in another."""

    def __init__(self, prog: str, **others: Any) -> None:  # noqa: ANN401  # of ArgumentParser
        super().__init__(prog, allow_abbrev=False, formatter_class=_formatter, **others)
        self._listed = "options" if " " in prog else "commands"

    def format_help(self) -> str:
        """Return the help of argparse, and examples after it, whose lines stay as they are."""
        command = self.prog.partition(" ")[2]
        found = examples(command)
        end = "" if command else "\n`urlmend COMMAND --help` lists the options of a command.\n"
        return super().format_help() + (f"\nexamples:\n{found}\n" if found else "") + end

    def error(self, message: str) -> NoReturn:
        """Print an error of usage, and exit."""
        say(message.removeprefix("argument "))
        usage = self.format_usage().strip()
        print(f"{usage}\n{self.prog} --help lists all {self._listed}", file=sys.stderr)
        raise SystemExit(FAILED)

    def _check_value(self, action: Action, value: str) -> None:
        if action.choices is not None and value not in action.choices:
            choices = list(map(str, action.choices))
            raise ArgumentError(
                action, f"{_shown(value)} is not one of {', '.join(choices)}{did_you_mean(value, choices)}"
            )


def parse(arguments: Sequence[str]) -> Namespace:
    """Parse a command line. Raises SystemExit after `--help`, `--version`, and errors, which are printed."""
    name, *words = arguments
    if name == "help":  # `help COMMAND` is `COMMAND --help`
        name, *words = [*words[:1], "--help"]
    if name in ("-h", "--help", "-V", "--version"):
        return parser(with_options=False).parse_args([name])
    if name not in COMMANDS:
        parser(with_options=False).error(_unknown_command(name))
    command = _command(name)
    options, unknown = command.parse_known_intermixed_args(_with_marked_operands(words))
    unknown = [_unmarked(word) for word in unknown]
    if unknown:
        command.error(_unknown_option(next((word for word in unknown if word.startswith("-")), unknown[0]), name))
    for field, value in vars(options).items():
        if isinstance(value, str):
            setattr(options, field, _unmarked(value))
        elif isinstance(value, list):
            setattr(options, field, list(map(_unmarked, value)))
    options.command = name
    return options


def _with_marked_operands(words: list[str]) -> list[str]:
    """Return the words without the first `--`; those after it that begin with `-` are marked as operands.

    With operands between options, argparse takes them for options.
    """
    stop = words.index("--") if "--" in words else len(words)
    return words[:stop] + [_OPERAND + word if word.startswith("-") else word for word in words[stop + 1 :]]


def _unmarked(word: str) -> str:
    return word.removeprefix(_OPERAND)


def parser(*, with_options: bool = True) -> ArgumentParser:
    """Return the parser of the command line; without the options of commands, whose modules it then does not import."""
    top = _Parser(
        prog="urlmend",
        usage="urlmend COMMAND [OPTION]... [OPERAND]...",
        description="Find the URLs in text, mail and documents, rejoin the broken ones, and lint them.",
    )
    top.add_argument(
        "-V", "--version", action="version", version=f"urlmend {__version__}", help="print the version and exit"
    )
    subparsers = top.add_subparsers(required=True, title="commands", metavar="COMMAND", prog="urlmend", dest="command")
    for name, summary in COMMANDS.items():
        command = subparsers.add_parser(name, help=summary)
        if with_options:
            _with_options(command, name)
    return top


def _command(name: str) -> ArgumentParser:
    """Return the parser of one command's options and operands."""
    return _with_options(_Parser(f"urlmend {name}"), name)


def _with_options(parser: ArgumentParser, name: str) -> ArgumentParser:
    """Add the options of a command to its parser, its description, and a usage that does not list all options."""
    module = import_module(f"urlmend.cli.{name}")
    for title, table in module.OPTIONS.items():
        group = parser.add_argument_group(title) if title else parser
        for names, settings in table.items():
            group.add_argument(*names.split(" "), **settings)
    parser.description = module.run.__doc__
    for action in parser._actions:  # noqa: SLF001 - no public way
        if action.help == HIDDEN:
            action.help = SUPPRESS
    operands = parser._get_positional_actions()  # noqa: SLF001 - no public way
    shown = (_OPERANDS[each.nargs or ""].format(each.metavar) for each in operands)  # type: ignore[index]
    parser.usage = " ".join([f"urlmend {name} [OPTION]...", *shown])
    return parser


def _unknown_command(word: str) -> str:
    """Return the message for a first word that is no command."""
    if word.startswith("--") and (near := nearest(_flag(word)[2:], _TOP_OPTIONS)):
        return f"unknown option {_shown(_flag(word))}; did you mean '--{near}'?"
    if word.startswith("-"):
        return f"{_shown(word)} comes before the command: write the command first, such as `urlmend lint {_flag(word)}`"
    if other := _INSTEAD.get(("", word.lower())):
        return f"unknown command {_shown(word)}: use {other}"
    hint = did_you_mean(word.lower(), COMMANDS)
    if not hint and os.path.exists(word):
        hint = ": to lint a file or folder, use `urlmend lint PATH`"
    return f"unknown command {_shown(word)}{hint or '; one of ' + ', '.join(COMMANDS)}"


def _unknown_option(word: str, command: str) -> str:
    """Return the message for a word of a command line that the command does not take."""
    if not word.startswith("-"):
        hint = ": use `urlmend explain CODE`" if command == "rules" else ""
        return f"too many operands: {_shown(word)}{hint}"
    flag = _flag(word)
    message = f"unknown option {_shown(flag)}"
    if other := _INSTEAD.get((command, flag)) or _INSTEAD.get(("*", flag)) or _other_option(flag, command):
        return f"{message}: {other}"
    if owners := [f"`urlmend {name}`" for name in COMMANDS if flag in _flags(name)]:
        return f"{message}; it is an option of {', '.join(owners)}"
    names = [name[2:] for name in _flags(command) if name.startswith("--")]
    near = nearest(flag[2:], names) if flag.startswith("--") else ""
    if near:
        return f"{message}; did you mean '--{near}'?"
    return f"{message}: {_INSTEAD['*', '--version']}" if nearest(flag[2:], ["version"]) else message


def _other_option(flag: str, command: str) -> str:
    """Return what to use instead of an option of other tools; empty if the command has no such option."""
    other = _OTHER_OPTIONS.get(flag, "")
    return f"use {other}" if other.split(" ")[0].rstrip(",") in _flags(command) else ""


def _flag(word: str) -> str:
    """Return an option without its value, which may be secret."""
    return word.partition("=")[0] if word.startswith("--") else word[:2]


def _flags(command: str) -> list[str]:
    """Return the options of a command, except for hidden ones."""
    actions = _command(command)._actions  # noqa: SLF001 - no public way
    return [flag for action in actions if action.help != SUPPRESS for flag in action.option_strings]


def _shown(word: str) -> str:
    """A word of the command line without its secrets, shortened afterwards: half a secret would not be recognised."""
    from urlmend.redaction.redact import redact_names

    word = redact_names(word)
    return repr(printable(word if len(word) <= _MAX_SHOWN else f"{word[:_MAX_SHOWN]}..."))


def _formatter(prog: str) -> HelpFormatter:
    """Return the default formatter with the width of the terminal, without the import of `shutil`, which is slow."""
    return HelpFormatter(prog, width=columns() - 2)
