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
COMPLETIONS = ROOT / "src" / "urlmend" / "cli" / "shell"
FOLDERS = [COMPLETIONS, ROOT / "shell"]
FILE_OPERANDS = {"PATH", "FILE", "ARCHIVE", "RESULT"}
CODE_OPERANDS = {"CODE": sorted(RULES), "CODES": ["ALL", *sorted(RULES)]}


def main() -> None:
    """Write the files, or compare them with what would be written."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    os.environ["COLUMNS"] = "1000"  # both libraries ask argparse for lines, which it wraps at the width of the terminal
    current = {COMPLETIONS / name: completions(shell) for shell, name in FILES.items()}
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
        if action.metavar in FILE_OPERANDS:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar in CODE_OPERANDS:
            action.choices = CODE_OPERANDS[action.metavar]
    text = f"{shtab.complete(top, shell)}\n"
    return (
        text.replace('"(*)::', '"*:') if shell == "zsh" else text
    )  # shtab completes only the first of several operands


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
