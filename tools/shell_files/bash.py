"""What bash completes, by a function for `complete -F`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill

from shell_files import HEADER
from shell_files.model import Argument, Command, Kind, Program

# Adds to COMPREPLY what can stand where `word` is; bash 3, which Macs have, knows neither mapfile nor compopt.
FUNCTIONS = r"""
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
# Bash takes `--format=json` apart into three words.
START = r"""
_urlmend() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=""
  if ((COMP_CWORD > 1)); then
    command=${COMP_WORDS[1]}
  fi
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
    Kind.FREE: "",
}


def render(program: Program) -> str:
    """The file for bash."""
    rules = fill(" ".join(program.rules), 110)
    first = f"{' '.join(command.name for command in program.commands)} {_flags(program.options)}"
    cases = [f':*) _urlmend_words "$word" "{first}" ;;']
    for command in program.commands:
        cases += _cases(command)
    return f'{HEADER}\n\n_urlmend_rules="{rules}"\n{FUNCTIONS}{START}\n    {"\n    ".join(cases)}{END}'


def _cases(command: Command) -> Iterator[str]:
    """What stands for the values of options and for what is given; bash asks for them by the word before."""
    for option in command.options:
        if option.kind is not Kind.FLAG:
            pattern = "|".join(f"{command.name}:{flag}" for flag in option.flags)
            yield f"{pattern}) {_completer(option)} ;;"
    options = f'_urlmend_options "$word" "{_flags(command.options)}"'
    given = command.given
    if given:
        place = "*" if given.repeated else command.name
        yield f"{command.name}:{place}) {options} || {_completer(given)} ;;"
    if not given or not given.repeated:
        yield f"{command.name}:*) {options} ;;"


def _completer(argument: Argument) -> str:
    return COMPLETERS[argument.kind].format(" ".join(argument.choices))


def _flags(options: Iterable[Argument]) -> str:
    return " ".join(flag for option in options for flag in option.flags)
