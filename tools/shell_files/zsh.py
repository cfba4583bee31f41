"""What zsh completes, by `_arguments`."""

from __future__ import annotations

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
MIDDLE = r"""
  if [[ $state != arguments ]]; then
    return
  elif (( CURRENT == 1 )); then
    _describe -t commands command _urlmend_commands
    return
  fi
  curcontext=${curcontext%:*:*}:urlmend-$words[1]:
  case $words[1] in
"""
# The file is itself what runs when zsh first completes a command; from then on the function is.
END = r"""
  esac
}

_urlmend "$@"
"""

COMPLETERS = {
    Kind.CHOICE: "({})",
    Kind.FILE: "_files",
    Kind.CODE: "_urlmend_code",
    Kind.CODES: "_urlmend_codes",
    Kind.FREE: " ",  # nothing, but the word says what is wanted
}


def render(program: Program) -> str:
    """The file for zsh."""
    rules = _array("rules", [f"{code}:{name}" for code, name in program.rules.items()])
    commands = _array("commands", [f"{command.name}:{command.summary}" for command in program.commands])
    options = [_option(option) for option in program.options]
    top = _call([*options, _quoted("*:: :->arguments")], "  ")
    cases = "\n".join(_case(command) for command in program.commands)
    return f"#compdef urlmend\n{HEADER}\n\n{rules}\n{commands}\n{FUNCTIONS}{START}{top}\n{MIDDLE}{cases}{END}"
