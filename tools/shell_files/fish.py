"""What fish completes, by `complete -c`."""

from __future__ import annotations

from collections.abc import Iterator

from shell_files import HEADER
from shell_files.model import Argument, Command, Kind, Program

FUNCTIONS = r"""
function __urlmend_runs -d 'Whether this command stands before the cursor'
    set -l words (commandline -opc)
    test "$words[2]" = "$argv"
end

function __urlmend_begins -d 'Whether this command, or none, is all that stands there'
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

function __urlmend_codes
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    set -l codes ALL\t'every rule' (__urlmend_rules)
    printf '%s\n' "$before"$codes
end

complete -c urlmend -f
"""

VALUES = {
    Kind.CHOICE: "-f -a '{}'",
    Kind.FILE: "-F",
    Kind.CODE: "-f -a '(__urlmend_rules)'",
    Kind.CODES: "-f -a '(__urlmend_codes)'",
    Kind.FREE: "-f",
}


def render(program: Program) -> str:
    """The file for fish."""
    rules = " \\\n".join(f"        {code} {name}" for code, name in program.rules.items())
    lines = [_option("__urlmend_begins", option) for option in program.options]
    for command in program.commands:
        lines += _command(command)
    table = "\n".join(lines)
    return f"{HEADER}\n\nfunction __urlmend_rules\n    printf '%s\\t%s\\n' \\\n{rules}\nend\n{FUNCTIONS}\n{table}\n"


def _command(command: Command) -> Iterator[str]:
    yield _line("__urlmend_begins", f"-a {command.name}", command.summary)
    runs = f"'__urlmend_runs {command.name}'"
    for option in command.options:
        yield _option(runs, option)
    if command.operand:
        condition = runs if command.operand.repeated else f"'__urlmend_begins {command.name}'"
        yield _line(condition, _value(command.operand), command.operand.help)


def _option(condition: str, option: Argument) -> str:
    flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    completed = flags if option.kind is Kind.FLAG else f"{flags} -r {_value(option)}"
    return _line(condition, completed, option.help)


def _value(argument: Argument) -> str:
    return VALUES[argument.kind].format(" ".join(argument.choices))


def _line(condition: str, completed: str, description: str) -> str:
    quoted = description.replace("\\", r"\\").replace("'", r"\'")
    return f"complete -c urlmend -n {condition} {completed} -d '{quoted}'"
