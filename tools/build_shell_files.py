"""Write what shells complete, and the manual page, to `shell/`, from the parser of the command line.

usage: build_shell_files.py [--check]

With --check nothing is written; the exit status is 1 if a file is not what would be written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from shell_files import bash, fish, manual, zsh
from shell_files.model import program

FOLDER = Path(__file__).parent.parent / "shell"
FILES = {
    "urlmend.bash": bash.render,
    "_urlmend": zsh.render,
    "urlmend.fish": fish.render,
    "urlmend.1": manual.render,
}


def main() -> None:
    """Write the files, or hold them against what would be written."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    model = program()
    wanted = {name: render(model) for name, render in FILES.items()}
    present = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*")}
    if check:
        wrong = sorted(name for name in wanted.keys() | present.keys() if wanted.get(name) != present.get(name))
        sys.exit(f"not current: {', '.join(wrong)}; run {Path(__file__).name}" if wrong else 0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in present.keys() - wanted.keys():
        (FOLDER / name).unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
