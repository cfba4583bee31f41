"""Write the frozen table of letters that look like Latin ones, `src/urlmend/uri/confusables.py`.

usage: update_confusables.py --date YYYY-MM

The look-alikes are those of UTS #39, as the package `confusable-homoglyphs` ships them:
install its newest version, run this, and commit the result. Nothing is fetched.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from unicodedata import category, name

import regex

TARGET = Path(__file__).parent.parent / "src" / "urlmend" / "uri" / "confusables.py"
PACKAGE = "confusable-homoglyphs"

HEAD = '''"""Letters of other scripts that look like a Latin letter or a digit, as of {date}.

Written by `tools/update_confusables.py` from UTS #39 (by {package} {version}); do not
edit. Only lower-case letters of the Cyrillic, Greek and Armenian scripts are listed.
"""

CONFUSABLES_DATE = "{date}"

LATIN_LOOK: dict[str, str] = {{
'''

_LETTER = regex.compile(r"[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]")
_IN_HOSTS = regex.compile(r"[a-z0-9]")


def look_alikes() -> dict[str, str]:
    """Each lower-case letter with the character of a plain host that it looks like."""
    data = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text("utf-8"))
    found = {}
    for char in sorted(data):
        if _LETTER.fullmatch(char) and category(char) == "Ll":
            latin = sorted(other["c"] for other in data[char] if _IN_HOSTS.fullmatch(other["c"]))
            if latin:
                found[char] = latin[-1]  # a letter rather than a digit
    return found


def main() -> None:
    """Read the package's table and write ours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--date", required=True)
    options = parser.parse_args()
    lines = [f'    "\\u{ord(char):04x}": "{latin}",  # {name(char)}\n' for char, latin in look_alikes().items()]
    head = HEAD.format(date=options.date, package=PACKAGE, version=version(PACKAGE))
    TARGET.write_text(head + "".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
