"""What zsh completes, by `_arguments`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from shell_files import HEADER
from shell_files.model import Argument, Command, Kind, Program

FUNCTIONS = r"""
_urlmend_code() {
  _describe -t rules rule _urlmend_rules "$@"
}

_urlmend_code_or_all() {
  local -a codes=('ALL:every rule' $_urlmend_rules)
  _describe -t rules rule codes "$@"
}

_urlmend_codes() {
  _sequence _urlmend_code_or_all
}
"""
START = r"""
_urlmend() {
  local curcontext=$curcontext state line
  local -A opt_args
"""
MIDDLE = r""" && return
  [[ $state == arguments ]] || return
  # The colons have taken from `words` what stands before the command.
  if (( CURRENT == 1 )); then
    _describe -t commands command _urlmend_commands
    return
  fi
  curcontext=${curcontext%:*:*}:urlmend-$words[1]:
  case $words[1] in
"""
END = r"""
  esac
}

# The first time, zsh runs this file; from then on the function.
_urlmend "$@"
"""

ACTIONS = {
    Kind.CHOICE: "({})",
    Kind.FILE: "_files",
    Kind.CODE: "_urlmend_code",
    Kind.CODES: "_urlmend_codes",
    Kind.FREE: " ",  # nothing, but the word for the value is shown
}


def render(program: Program) -> str:
    """The file for zsh."""
    rules = _array("_urlmend_rules", program.rules)
    commands = _array("_urlmend_commands", {command.name: command.summary for command in program.commands})
    top = _call("-C", [*map(_option, program.options), "'*:: :->arguments'"], "  ")
    cases = "\n".join(f"    {command.name})\n{_case(command)} ;;" for command in program.commands)
    return f"#compdef urlmend\n{HEADER}\n\n{rules}\n{commands}{FUNCTIONS}{START}{top}{MIDDLE}{cases}{END}"


def _array(name: str, described: Mapping[str, str]) -> str:
    lines = "".join(f"  {_quoted(f'{word}:{description}')}\n" for word, description in described.items())
    return f"typeset -ga {name}=(\n{lines})\n"


def _case(command: Command) -> str:
    specs = [_option(option) for option in command.options]
    if command.operand:
        repeated = "*" if command.operand.repeated else ""
        specs.append(_quoted(f"{repeated}:{_value(command.operand)}"))
    return _call("-S", specs, "      ")


def _call(how: str, specs: Iterable[str], indentation: str) -> str:
    return f" \\\n{indentation}  ".join([f"{indentation}_arguments {how}", *specs])


def _option(option: Argument) -> str:
    described = f"[{_escaped(option.help)}]"
    if option.kind is not Kind.FLAG:
        described = f"={described}:{_value(option)}"
    times = "*" if option.repeated else ""
    if len(option.flags) == 1:
        return _quoted(f"{times}{option.flags[0]}{described}")
    times = times or f"({' '.join(option.flags)})"  # one of them is enough
    return f"'{times}'{{{','.join(option.flags)}}}{_quoted(described)}"


def _value(argument: Argument) -> str:
    title = "choice" if argument.choices else argument.word
    return f"{title}:{ACTIONS[argument.kind].format(' '.join(argument.choices))}"


def _escaped(text: str) -> str:
    return re.sub(r"[\\:\[\]]", r"\\\g<0>", text)


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", r"'\''"))
