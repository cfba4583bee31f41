"""Write the frozen table of registered URI schemes, `src/urlmend/uri/iana_schemes.py`.

usage: update_schemes.py CSV --date YYYY-MM

CSV is the registry's own export (columns "URI Scheme", "Status", "Reference") or a
table with the columns scheme, status and reference. Nothing is fetched: download the
file by hand, run this, and commit the result.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src" / "urlmend" / "uri" / "iana_schemes.py"
COLUMNS = {"URI Scheme": "scheme", "Status": "status", "Reference": "reference"}
STATUSES = {"permanent", "provisional", "historical", "registered"}

HEAD = '''"""The registered URI schemes, as of {date}: name -> (status, reference).

Written by `tools/update_schemes.py`; do not edit. The status is one of `permanent`,
`provisional`, `historical`, or `registered` where it is not known.
"""

REGISTRY_DATE = "{date}"

REGISTERED: dict[str, tuple[str, str]] = {{
'''


def read_rows(path: Path) -> list[tuple[str, str, str]]:
    """The rows (scheme, status, reference) of a registry export, sorted by scheme."""
    rows = []
    with path.open(encoding="utf-8", newline="") as file:
        for record in csv.DictReader(file):
            named = {COLUMNS.get(key, key): (value or "").strip() for key, value in record.items()}
            scheme = named["scheme"].split(" ")[0].lower()  # drop notes such as "(OBSOLETE)"
            status = named["status"].lower() or "registered"
            if status not in STATUSES:
                sys.exit(f"{path}: scheme {scheme}: unknown status {status!r}")
            reference = " ".join(re.findall(r"rfc\d+", named["reference"], re.IGNORECASE)).lower()
            rows.append((scheme, status, reference))
    return sorted(set(rows))


def main() -> None:
    """Read the CSV and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", type=Path)
    parser.add_argument("--date", required=True)
    options = parser.parse_args()
    lines = [f'    "{scheme}": ("{status}", "{reference}"),\n' for scheme, status, reference in read_rows(options.csv)]
    TARGET.write_text(HEAD.format(date=options.date) + "".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
