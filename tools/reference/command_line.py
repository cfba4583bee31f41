"""The command line as Markdown: each command, and a table of its options."""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterable
from textwrap import dedent

from urlmend.cli.examples import examples
from urlmend.cli.parser import parser

_QUOTE = "'"
_OPTION = re.compile(r"--[a-z][a-z-]*|'-'")
# Titles that argparse gives to groups.
_UNNAMED = {"positional arguments", "options"}


def render() -> str:
    """Return the sections of all commands."""
    (commands,) = (action.choices for action in parser()._actions if isinstance(action.choices, dict))  # noqa: SLF001
    return "\n".join(_command(name, command) for name, command in commands.items())


def _command(name: str, command: ArgumentParser) -> str:
    options = command._get_optional_actions()  # noqa: SLF001 - argparse has no public way
    operands = command._get_positional_actions()  # noqa: SLF001
    words = [f"urlmend {name}", *["[OPTION…]"][: len(options) - 1], *map(_operand, operands)]
    lines = [f"## urlmend {name}", "", f"`{' '.join(words)}`", "", command.description or "", ""]
    for operand in operands:
        lines += [f"`{operand.metavar}`: {_cell(operand)}.", ""]
    for group in command._action_groups:  # noqa: SLF001
        title = "" if group.title in _UNNAMED else f" ({group.title})"
        lines += _table(title, [action for action in group._group_actions if action.option_strings])  # noqa: SLF001
    if found := examples(name):
        lines += ["Examples:", "", "```text", dedent(found), "```", ""]
    return "\n".join(lines)


def _operand(action: Action) -> str:
    word = f"{action.metavar}{'…' if action.nargs in {'*', '+'} else ''}"
    return f"[{word}]" if action.nargs in {"*", "?"} else word


def _table(title: str, options: Iterable[Action]) -> list[str]:
    rows = [_row(option) for option in options if option.help != SUPPRESS]
    return [f"| option{title} | meaning |", "| --- | --- |", *rows, ""] if rows else []


def _row(option: Action) -> str:
    word = "" if option.nargs == 0 or option.choices else f" {option.metavar or option.dest.upper()}"
    names = ", ".join(f"`{flag}{word}`" for flag in option.option_strings)
    choices = f"; one of {', '.join(f'`{choice}`' for choice in option.choices)}" if option.choices else ""
    repeated = "; may be repeated" if type(option).__name__ == "_AppendAction" else ""
    return f"| {names} | {_cell(option)}{choices}{repeated} |"


def _cell(action: Action) -> str:
    """Return the help of an argument with options and quoted words as code, and nothing that ends a cell."""
    text = (action.help or "") % vars(action)
    return _OPTION.sub(lambda match: f"`{match.group().strip(_QUOTE)}`", text.replace("|", "\\|"))
