"""Draw the pictures of the explanations to `docs/pictures/`: how the scanner reads some texts.

usage: build_pictures.py [--check]

With --check nothing is written; the exit status is 1 if a picture is not what would be written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pictures import evidence, wrapper

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PICTURES = {
    "joined.svg": evidence.joined,
    "doubtful.svg": evidence.doubtful,
    "ended.svg": evidence.ended,
    "wrapper.svg": wrapper.draw,
}


def main() -> None:
    """Draw the pictures, or compare them with what would be drawn."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    wanted = {name: draw() for name, draw in PICTURES.items()}
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
