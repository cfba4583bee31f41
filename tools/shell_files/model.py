"""The command line as plain data: its commands, and what each of them takes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from urlmend.cli.main import COMMANDS, parser
from urlmend.rules import RULES


class Kind(Enum):
    """What stands for an argument in the command line."""

    FLAG = auto()  # nothing but itself
    CHOICE = auto()
    FILE = auto()
    CODE = auto()  # one rule
    CODES = auto()  # several, with commas between them
    FREE = auto()  # anything


KINDS = {**dict.fromkeys(("PATH", "FILE", "ARCHIVE", "RESULT"), Kind.FILE), "CODE": Kind.CODE, "CODES": Kind.CODES}


@dataclass(frozen=True)
class Argument:
    """An option; or, if it has no flags, an operand."""

    flags: tuple[str, ...]
    kind: Kind
    word: str  # what stands for the value in the help; "" if there is none
    choices: tuple[str, ...]
    repeated: bool
    required: bool  # of an operand
    help: str
    group: str  # "" if it is in none of its own


@dataclass(frozen=True)
class Command:
    """A command, its options, and what it is given beside them, such as paths."""

    name: str
    summary: str
    description: str
    options: tuple[Argument, ...]
    operand: Argument | None


@dataclass(frozen=True)
class Program:
    """The whole command line, and the rules it speaks of: the name of each by its code."""

    summary: str
    options: tuple[Argument, ...]
    commands: tuple[Command, ...]
    rules: Mapping[str, str]


def program() -> Program:
    """What the parser says."""
    top = parser()
    return Program(
        summary=top.description or "",
        options=tuple(_arguments(top)),
        commands=tuple(_command(name, subparser) for name, subparser in _subparsers(top).items()),
        rules={code: rule.name for code, rule in sorted(RULES.items())},
    )


def _subparsers(top: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    actions = top._actions  # noqa: SLF001 - argparse has no other way
    return next(action.choices for action in actions if isinstance(action.choices, dict))


def _command(name: str, subparser: argparse.ArgumentParser) -> Command:
    arguments = list(_arguments(subparser))
    operands = [argument for argument in arguments if not argument.flags]
    assert len(operands) <= 1, f"{name}: what completes operands does not count them"
    options = tuple(argument for argument in arguments if argument.flags)
    return Command(name, COMMANDS[name], subparser.description or "", options, operands[0] if operands else None)


def _arguments(of: argparse.ArgumentParser) -> Iterator[Argument]:
    for group in of._action_groups:  # noqa: SLF001 - argparse has no other way
        title = "" if group.title in {"positional arguments", "options"} else group.title or ""
        for action in group._group_actions:  # noqa: SLF001
            if not isinstance(action.choices, dict):
                yield _argument(action, title)


def _argument(action: argparse.Action, group: str) -> Argument:
    return Argument(
        flags=tuple(action.option_strings),
        kind=_kind(action),
        word=_word(action),
        choices=tuple(action.choices or ()),
        repeated=action.nargs in {"*", "+"} or isinstance(action, argparse._AppendAction),  # noqa: SLF001
        required=action.nargs not in {"*", "?"},
        help=(action.help or "") % vars(action),
        group=group,
    )


def _kind(action: argparse.Action) -> Kind:
    if action.nargs == 0:
        return Kind.FLAG
    if action.choices:
        return Kind.CHOICE
    return KINDS.get(str(action.metavar), Kind.FREE)


def _word(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if action.choices:
        return f"{{{','.join(action.choices)}}}"
    return str(action.metavar or action.dest.upper())
