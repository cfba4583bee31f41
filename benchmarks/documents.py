"""Measure the recall of URLs in PDF files, with their link annotations as the truth.

    python benchmarks/documents.py FOLDER... [--peers BIN]

For each annotation whose address is printed where it is linked, whether `find` gives that address for its page: from
the text alone, and from the file with its annotations; apart for addresses on one line and for those that are broken
over lines or pages. `--peers` also runs pdfx and linkrot from a folder of commands, and `pdftotext` with a regular
expression, on the files with at most 200 pages that have broken addresses, and on copies without annotations; an
address that one of them finds anywhere in the file counts.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from urlmend.document_formats import pdf
from urlmend.document_formats.assembly import Assembler
from urlmend.document_formats.passages import DocumentError, Passage
from urlmend.document_formats.printed_links import is_broken, printed_target
from urlmend.finder import find_urls

_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"]+")
_WEB = re.compile(r"(?:https?|ftp)://")
_BETWEEN = "\n"
_MOST_PAGES = 200
_TIMEOUT = 120


class Address(NamedTuple):
    """The target of a link that is printed where it is linked."""

    target: str
    page: int
    kind: str
    """Whether it is `broken` over lines or pages, or `unbroken`."""


def pages_of(path: Path) -> list[Passage]:
    """The pages of a file, as far as they can be read."""
    pages: list[Passage] = []
    try:
        for page in pdf.passages(path.read_bytes()):
            pages.append(page)  # noqa: PERF402  # those before an error count
    except DocumentError as error:
        print(f"{path}: {error}", file=sys.stderr)
    return pages


def printed(pages: Sequence[Passage]) -> Iterator[Address]:
    """Yield the addresses of links that are printed in full, with their scheme."""
    for page, after in zip(pages, [*pages[1:], Passage("", "")], strict=True):
        text = f"{page.text}{_BETWEEN}{after.text}"
        shift = len(page.text) + len(_BETWEEN)
        moved = [link._replace(start=link.start + shift, stop=link.stop + shift) for link in after.links]
        own = sorted(page.links)
        links, end = own + sorted(moved), 0
        for number, link in enumerate(own):
            if link.start < end or not _WEB.match(link.target) or link.start >= link.stop:
                continue
            found = printed_target(text, links[number:])
            if found and _WEB.match(text, found.spans[0].start):
                end = found.spans[-1].stop
                yield Address(link.target, page.page, "broken" if is_broken(text, found) else "unbroken")


def found_by_page(pages: Iterable[Passage], name: str) -> set[tuple[str, int]]:
    """The URLs that `find` gives of pages, each with its page."""
    found = set()
    for document in Assembler(name, "pdf", is_typeset=True).documents(pages):
        assert document.layout
        urls = (url for url in find_urls(document) if url.counts)
        found |= {(_key(url.text), document.layout.page(url.outer.start)) for url in urls}
    return found


def _key(url: str) -> str:
    return url.removesuffix("/")


def without_annotations(path: Path, copy: Path) -> None:
    """Write a copy of a file without its annotations."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    document = pypdfium2.PdfDocument(path)
    for number in range(len(document)):
        page = document[number]
        for index in reversed(range(pdfium.FPDFPage_GetAnnotCount(page))):
            pdfium.FPDFPage_RemoveAnnot(page, index)
        page.close()
    document.save(copy)
    document.close()


def _output(*command: str | Path) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")


def _by_pdftotext(path: Path) -> set[str]:
    return {
        _key(url.rstrip(".,;:)]}'\u2019")) for url in _URL.findall(_output("pdftotext", "-enc", "UTF-8", path, "-"))
    }


def _by_command(command: Path) -> Callable[[Path], set[str]]:
    return lambda path: {_key(line.strip(" -")) for line in _output(command, "-v", path).splitlines()}


def main() -> None:
    """Print the shares of addresses that each reader finds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--misses", action="store_true", help="print the addresses that `find` misses")
    parser.add_argument("--peers", type=Path, help="the folder of the commands pdfx and linkrot")
    options = parser.parse_args()
    peers = {"pdftotext and a regular expression": _by_pdftotext}
    peers |= {name: _by_command(options.peers / name) for name in ("pdfx", "linkrot")} if options.peers else {}
    files = sorted({path for folder in options.folders for path in Path(folder).rglob("*.pdf")})
    totals: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    count, begin = 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            pages = pages_of(path)
            count += len(pages)
            if not (addresses := list(printed(pages))):
                continue
            results = {
                "find, text alone": found_by_page([page._replace(links=()) for page in pages], str(path)),
                "find": found_by_page(pages, str(path)),
            }
            for reader, urls in results.items():
                for address in addresses:
                    totals[reader, address.kind] += 1
                    found[reader, address.kind] += (_key(address.target), address.page) in urls
                    if options.misses and (_key(address.target), address.page) not in urls:
                        print(reader, address, path, sep="\t")
            if options.peers and len(pages) <= _MOST_PAGES and any(address.kind == "broken" for address in addresses):
                copy = Path(folder, "copy.pdf")
                without_annotations(path, copy)
                for reader, read in peers.items():
                    for name, by_file in ((f"{reader}, text alone", read(copy)), (reader, read(path))):
                        for address in addresses:
                            totals[name, address.kind] += 1
                            found[name, address.kind] += _key(address.target) in by_file
    print(f"{len(files)} files, {count} pages in {time.perf_counter() - begin:.0f} s")
    for reader in dict.fromkeys(reader for reader, _ in totals):
        shares = (
            f"{found[reader, kind] / max(1, totals[reader, kind]):.1%} of {totals[reader, kind]} {kind}"
            for kind in ("unbroken", "broken")
        )
        print(f"{reader}: {', '.join(shares)}")


if __name__ == "__main__":
    main()
