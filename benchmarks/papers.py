"""Measure the URLs that are found in the papers of `lamps-lab/arxiv-urls`, with its inspection by hand as the truth.

    git clone https://github.com/lamps-lab/arxiv-urls
    python benchmarks/papers.py arxiv-urls [--misses]

The repository (arXiv 2509.04759) has ten papers as PDF files and as the text that PyMuPDF gives of them, and a table
of the URLs that somebody saw in each PDF. A URL that is found is right if the paper's rows have it, and counts once.
Two URLs are compared without scheme, `www.`, case and final slash: readers copied some rows with them, some without.
"""

from __future__ import annotations

import argparse
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import urlmend

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_TABLE = "arxiv_extracted_urls_comparison.xlsx"
_SHEET = "xl/worksheets/sheet1.xml"
_PAPER, _URL, _IS_PRINTED = "A", "C", "X"
_UNIMPORTANT = re.compile(r"(?:https?://)?(?:www\.)?")


class Score(NamedTuple):
    """How many URLs of papers are found."""

    right: int = 0
    found: int = 0
    printed: int = 0

    def plus(self, right: int, found: int, printed: int) -> Score:
        """Add the counts of a paper."""
        return Score(self.right + right, self.found + found, self.printed + printed)

    def __str__(self) -> str:
        """Precision, recall and F1, and their counts."""
        precision, recall = self.right / max(1, self.found), self.right / max(1, self.printed)
        f1 = 2 * self.right / max(1, self.found + self.printed)
        counts = f"{self.right} right of {self.found} found, {self.printed} printed"
        return f"F1 {f1:.3f}, precision {precision:.3f}, recall {recall:.3f} ({counts})"


def printed_urls(table: Path) -> dict[float, set[str]]:
    """Return the URLs that the table has as visible in the PDF file of each paper, by its number, as in `1406.4592`."""
    found: dict[float, set[str]] = defaultdict(set)
    paper = 0.0
    for row in _rows(table):
        number = row.get(_PAPER, "")  # in the first row of a paper only
        if number.replace(".", "").isdigit():
            paper = _number(number)
        if row.get(_IS_PRINTED) == "\u2713":
            found[paper].add(key(row[_URL]))
    return found


def _number(text: str) -> float:
    return round(float(text), 5)  # the table has binary fractions


def _rows(table: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of the first sheet: texts by the letters of their columns."""
    with zipfile.ZipFile(table) as package:
        strings = ET.fromstring(package.read("xl/sharedStrings.xml"))
        shared = ["".join(part.text or "" for part in item.iter(f"{_NAMESPACE}t")) for item in strings]
        sheet = ET.fromstring(package.read(_SHEET))
    for row in sheet.iter(f"{_NAMESPACE}row"):
        texts = {}
        for cell in row.iter(f"{_NAMESPACE}c"):
            value = cell.findtext(f"{_NAMESPACE}v")
            if value is not None:
                texts[cell.attrib["r"].rstrip("0123456789")] = shared[int(value)] if cell.get("t") == "s" else value
        yield texts


def key(url: str) -> str:
    """Return a URL without what readers do not distinguish."""
    return _UNIMPORTANT.sub("", url.strip().lower(), count=1).removesuffix("/")


def main() -> None:
    """Print the score of `find` on the texts and on the PDF files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="print what is missed, and what is wrong")
    options = parser.parse_args()
    printed = printed_urls(options.folder / _TABLE)
    for kind, suffix in (("text", "txt"), ("pdf", "pdf")):
        for schemeless in (False, True):
            total = Score()
            for path in sorted((options.folder / "data" / kind).glob(f"*.{suffix}")):
                urls, found = printed[_number(path.stem)], set(_found(path, schemeless=schemeless))
                total = total.plus(len(found & urls), len(found), len(urls))
                if options.misses:
                    _print_differences(path, urls, found)
            print(f"{kind}{', --schemeless' * schemeless}: {total}")


def _found(path: Path, *, schemeless: bool) -> Iterator[str]:
    for document in urlmend.documents(path):
        yield from (key(url.text) for url in urlmend.find(document, schemeless=schemeless))


def _print_differences(path: Path, printed: Iterable[str], found: Iterable[str]) -> None:
    for sign, urls in (("-", set(printed) - set(found)), ("+", set(found) - set(printed))):
        for url in sorted(urls):
            print(f"{path.name} {sign}{url}")


if __name__ == "__main__":
    main()
