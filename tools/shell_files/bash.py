"""What bash completes, by a function for `complete -F`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill

from shell_files import HEADER
from shell_files.model import Argument, Command, Kind, Program

FUNCTIONS = r"""
# Each function adds to COMPREPLY what its first argument can become.
# Bash 3, which Macs have, knows neither mapfile nor compopt.

_urlmend_match() {
  local match
  while IFS= read -r match; do
    COMPREPLY+=("$match")
  done < <(compgen "${@:2}" -- "$1")
}

_urlmend_words() {
  _urlmend_match "$1" -W "$2"
}

_urlmend_options() {
  [[ $1 == -* && " ${COMP_WORDS[*]:0:COMP_CWORD} " != *" -- "* ]] && _urlmend_words "$1" "$2"
}

_urlmend_files() {
  compopt -o filenames 2> /dev/null
  _urlmend_match "$1" -f
}

_urlmend_code() {
  _urlmend_words "$1" "$_urlmend_rules"
}

_urlmend_codes() {
  local before=""
  [[ $1 == *,* ]] && before="${1%,*},"
  _urlmend_match "${1##*,}" -P "$before" -W "ALL $_urlmend_rules"
}
"""
START = r"""
_urlmend() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=""
  if ((COMP_CWORD > 1)); then
    command=${COMP_WORDS[1]}
  fi
  # Bash takes `--format=json` apart into three words.
  if [[ $word == "=" ]]; then
    word=""
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $command:$before in
    *:*[\<\>]) _urlmend_files "$word" ;;"""
END = r"""
  esac
}

complete -o bashdefault -F _urlmend urlmend
"""

COMPLETERS = {
    Kind.CHOICE: '_urlmend_words "$word" "{}"',
    Kind.FILE: '_urlmend_files "$word"',
    Kind.CODE: '_urlmend_code "$word"',
    Kind.CODES: '_urlmend_codes "$word"',
    Kind.FREE: ":",  # nothing
}


def render(program: Program) -> str:
    """The file for bash."""
    rules = fill(f'_urlmend_rules="{" ".join(program.rules)}"', 120)
    cases = [_first(program)]
    for command in program.commands:
        cases += _cases(command)
    table = "\n    ".join(cases)
    return f"{HEADER}\n\n{rules}\n{FUNCTIONS}{START}\n    {table}{END}"


def _first(program: Program) -> str:
    names = " ".join(command.name for command in program.commands)
    return f':*) _urlmend_words "$word" "{names} {_flags(program.options)}" ;;'


def _cases(command: Command) -> Iterator[str]:
    """What completes values and operands; the word before tells which of them is meant."""
    for option in command.options:
        if option.kind is not Kind.FLAG:
            words = "|".join(f"{command.name}:{flag}" for flag in option.flags)
            yield f"{words}) {_completer(option)} ;;"
    options = f'_urlmend_options "$word" "{_flags(command.options)}"'
    operand = command.operand
    if operand:
        before = "*" if operand.repeated else command.name
        yield f"{command.name}:{before}) {options} || {_completer(operand)} ;;"
    if not operand or not operand.repeated:
        yield f"{command.name}:*) {options} ;;"


def _completer(argument: Argument) -> str:
    return COMPLETERS[argument.kind].format(" ".join(argument.choices))


def _flags(options: Iterable[Argument]) -> str:
    return " ".join(flag for option in options for flag in option.flags)
