"""Write the address of the repository, which `src/urlmend/_version.py` names, wherever a file repeats it.

usage: write_address.py [--check]

`[project.urls]` of `pyproject.toml` has the address that was written last. With --check, nothing is written; the exit
status is 1 if that is another address.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from urlmend._version import ADDRESS

ROOT = Path(__file__).parent.parent
FILES = ("pyproject.toml", "*.md", "docs/*.md", "docs/rules/*.md")


def main() -> None:
    """Replace the old address by the new one, or compare them."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    written = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"]
    if written == ADDRESS or check:
        sys.exit(0 if written == ADDRESS else f"not current: {written}; run {Path(__file__).name}")
    for pattern in FILES:
        for path in ROOT.glob(pattern):
            text = path.read_text("utf-8")
            if written in text:
                path.write_text(text.replace(written, ADDRESS), "utf-8")


if __name__ == "__main__":
    main()
