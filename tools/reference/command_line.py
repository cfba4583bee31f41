"""The command line as Markdown: each command, and a table of its options."""

from __future__ import annotations

import re
from itertools import groupby

from shell_files.model import Argument, Command, program

_QUOTE = "'"
_OPTION = re.compile(r"--[a-z][a-z-]*|'-'")


def render() -> str:
    """All commands."""
    return "\n".join(_command(command) for command in program().commands)


def _command(command: Command) -> str:
    operand = command.operand
    usage = f"urlmend {command.name}{' [OPTION…]' if command.options[1:] else ''}"
    if operand:
        word = f"{operand.word}…" if operand.repeated else operand.word
        usage += f" {word}" if operand.required else f" [{word}]"
    lines = [f"## urlmend {command.name}", "", f"`{usage}`", "", command.description, ""]
    if operand:
        lines += [f"`{operand.word}`: {_cell(operand.help)}.", ""]
    for group, options in groupby(command.options, key=lambda option: option.group):
        lines += [f"| option{f' ({group})' * bool(group)} | meaning |", "| --- | --- |"]
        lines += [_row(option) for option in options]
        lines.append("")
    return "\n".join(lines)


def _row(option: Argument) -> str:
    word = "" if option.choices else f" {option.word}" if option.word else ""
    names = ", ".join(f"`{flag}{word}`" for flag in option.flags)
    choices = f"; one of {', '.join(f'`{choice}`' for choice in option.choices)}" if option.choices else ""
    repeated = "; may be repeated" if option.repeated else ""
    return f"| {names} | {_cell(option.help)}{choices}{repeated} |"


def _cell(text: str) -> str:
    """A help text, with options and what is quoted as code, and nothing that ends a cell."""
    return _OPTION.sub(lambda match: f"`{match.group().strip(_QUOTE)}`", text.replace("|", "\\|"))
