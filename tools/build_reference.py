"""Write the tables of the reference pages in `docs/` and of MODULES.md, from the sources that they describe.

usage: build_reference.py [--check]

Each table is in its page between two comments; the text around it is written by hand. With --check, nothing is written;
the exit status is 1 if a page is not current.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from reference import api, command_line, database, gateways, modules, secrets, settings

FOLDER = Path(__file__).parent.parent / "docs"
# Each page, and what writes the table that it has.
PAGES: dict[str, Callable[[], str]] = {
    "../MODULES.md": modules.render,
    "api.md": api.render,
    "command-line.md": command_line.render,
    "configuration.md": settings.render,
    "database.md": database.render,
    "gateways.md": gateways.render,
    "secrets.md": secrets.render,
}
_PLACE = re.compile(r"(<!-- written by tools/build_reference.py -->\n).*?(<!-- end -->\n)", re.DOTALL)


def page(name: str) -> str:
    """A page as it should be."""
    table = PAGES[name]()
    before = (FOLDER / name).read_text("utf-8")
    text, places = _PLACE.subn(lambda match: f"{match[1]}\n{table}\n{match[2]}", before)
    assert places == 1, f"{name}: {places} places for its table"
    return text


def main() -> None:
    """Write the pages, or hold them against what would be written."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    changed = {name: text for name in PAGES if (text := page(name)) != (FOLDER / name).read_text("utf-8")}
    if check:
        sys.exit(f"not current: {', '.join(changed)}; run {Path(__file__).name}" if changed else 0)
    for name, text in changed.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
