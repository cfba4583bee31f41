"""Write shell completions to `src/urlmend/cli/shell` and the manual page to `shell`, from the parser.

usage: build_shell_files.py [--check]

With --check nothing is written; the exit status is 1 if a file is not current. Other releases of shtab and
argparse-manpage than those in requirements-dev.txt may write other files.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from urlmend.cli.completions import FILES
from urlmend.cli.parser import parser
from urlmend.rules import RULES

ROOT = Path(__file__).parent.parent
SECTIONS = ROOT / "tools" / "manual_sections.roff"
FOLDER = ROOT / "src" / "urlmend" / "cli" / "shell"
FOLDERS = [FOLDER, ROOT / "shell"]
# What completes a code, and what completes a rule, each with its description.
CODES = {"ALL": "all rules"} | {code: RULES[code].name for code in sorted(RULES)}
NAMES = CODES | {rule.name: code for code, rule in sorted(RULES.items())}
# Bash splits `--format=text` at the `=`, but shtab expects the words of `--format text`.
BASH = f"""\
_urlmend() {{
  local typed=("${{COMP_WORDS[@]:0:COMP_CWORD}}") last="${{COMP_WORDS[COMP_CWORD]}}" word
  local COMP_WORDS=() COMP_CWORD
  for word in "${{typed[@]}}"; do
    [[ $word == = ]] || COMP_WORDS+=("$word")
  done
  COMP_WORDS+=("${{last#=}}")
  COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
  _shtab_urlmend
}}

_urlmend_codes() {{
  local listed=
  [[ $1 == *,* ]] && listed="${{1%,*}},"
  compgen -P "$listed" -W "{" ".join(CODES)}" -- "${{1##*,}}"
}}

_urlmend_rules() {{
  compgen -W "{" ".join(NAMES)}" -- "$1"
}}"""
ZSH = f"""\
_urlmend_codes() {{
  _values "$@" code {" ".join(f"'{code}[{name}]'" for code, name in CODES.items())}
}}

_urlmend_rules() {{
  _values rule {" ".join(f"'{word}[{text}]'" for word, text in NAMES.items())}
}}"""
FISH = f"""\
function _urlmend_value
  commandline -ct | string replace -r '^--[^=]*=' ''
end

function _urlmend_codes
  set -l listed (_urlmend_value | string match -r '.*,')
  printf "$listed%s\\t%s\\n" {" ".join(f"{code} '{name}'" for code, name in CODES.items())}
end

function _urlmend_rules
  printf "%s\\t%s\\n" {" ".join(f"{word} '{text}'" for word, text in NAMES.items())}
end
"""
# Text of shtab, and what it should be: Bash calls our function, fish completes files in `--output=a`, too, and
# Zsh completes all of several operands.
REPLACED = {
    "bash": {"complete -o bashdefault -F _shtab_urlmend": "complete -o bashdefault -F _urlmend"},
    "fish": {"(__fish_complete_path (commandline -ct))": "(__fish_complete_path (_urlmend_value))"},
    "zsh": {'"(*)::': '"*:', '"(*):': '"*:'},
}
# How each shell completes a list of codes and a rule, and the functions that do so.
PREAMBLE = {"bash": BASH, "zsh": ZSH, "fish": FISH}
LIST = {"bash": "_urlmend_codes", "zsh": " _urlmend_codes -s ,", "fish": "(_urlmend_codes)", "preamble": PREAMBLE}
RULE = {"bash": "_urlmend_rules", "zsh": " _urlmend_rules", "fish": "(_urlmend_rules)", "preamble": PREAMBLE}
COMPLETIONS = {
    **dict.fromkeys(("PATH", "FILE", "ARCHIVE", "RESULT"), shtab.FILE),
    "CODE": RULE,
    "CODES": LIST,
}


def main() -> None:
    """Write the files, or compare them with what would be written."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    os.environ["COLUMNS"] = "1000"  # both libraries ask argparse for lines, which it wraps at the width of the terminal
    current = {FOLDER / name: completions(shell) for shell, name in FILES.items()}
    current[ROOT / "shell" / "urlmend.1"] = manual_page()
    present = {path: path.read_text("utf-8") for folder in FOLDERS for path in folder.glob("*")}
    if check:
        stale = sorted(path.name for path in current.keys() | present.keys() if current.get(path) != present.get(path))
        sys.exit(f"not current: {', '.join(stale)}; run {Path(__file__).name}" if stale else 0)
    for path in present.keys() - current.keys():
        path.unlink()
    for path, text in current.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def completions(shell: str) -> str:
    """Return the completions for a shell, with file names and the codes of rules where the metavar says so."""
    top = parser()
    for action in command_arguments(top):
        if action.metavar in COMPLETIONS:
            action.complete = COMPLETIONS[action.metavar]  # type: ignore[attr-defined]
        if shell == "zsh" and action.nargs != 0:  # the value may be in the same word, as in `--format=text`
            action.option_strings = [f"{flag}{'=' if flag.startswith('--') else '+'}" for flag in action.option_strings]
    text = f"{shtab.complete(top, shell)}\n"
    for before, after in REPLACED.get(shell, {}).items():
        text = text.replace(before, after)
    return text


def command_arguments(top: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and operands of all commands."""
    for action in top._actions:  # noqa: SLF001 - argparse has no public way
        if isinstance(action.choices, dict):
            for command in action.choices.values():
                yield from command._actions  # noqa: SLF001


def manual_page() -> str:
    """Return the manual page: the options of all commands, and the sections that no parser knows."""
    top = parser()
    page = Manpage(top, format="single-commands-section")
    page.date = ""
    page.manual = "User Commands"
    page.description = "find URLs in plain text, rejoin broken ones, and lint them"
    page.parse_include(SECTIONS)
    page.add_section("description", "<", f"{top.description}\n")
    top.description = None  # it would follow the section
    return str(page).replace("POSITIONAL ARGUMENTS", "COMMANDS")


if __name__ == "__main__":
    main()
