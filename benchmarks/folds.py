"""Long URLs folded as terminals, boxes and mail programs do, at any width, and complete URLs at line ends."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from line_ends import STYLES, Known, documents, junctions, paragraphs

import urlmend
from urlmend.finder.join_evidence import JOIN, weigh
from urlmend.model.document import Document

WIDTHS = (30, 40, 50, 60, 70, 80, 100, 120, 135, 150)
_MOST_URLS = 2000
_LEAST_PIECES = 1.2
"""How many times as long as the width a URL is at least that is folded."""
_BEFORE = "The gates of the northern lock are open again, and all of what was written of them is now at"
_AFTER = "with the plan of the other ones, as well as the words of those who have seen it before they were closed."


def _lines(mark: str, text: str, width: int) -> str:
    room = width - len(mark)
    return "\n".join(mark + text[at : at + room] for at in range(0, len(text), room))


LAYOUTS: dict[str, Callable[[str, int], str]] = {
    "alone": lambda url, width: f"Open this address:\n\n{_lines('', url, width)}\n\nand go on.\n",
    "indented": lambda url, width: f"Open this address:\n\n{_lines('    ', url, width)}\n\nand go on.\n",
    "after text": lambda url, width: _lines("", f"Open this address: {url}", width) + "\n\nand go on.\n",
    "quoted": lambda url, width: f"> Open this address:\n>\n{_lines('> ', url, width)}\n>\n> and go on.\n",
    "item": lambda url, width: f"- {_lines('  ', url, width)[2:]}\n- and go on.\n",
    "padded": lambda url, width: "\n".join(f"{line:{width}}" for line in _lines(" ", url, width - 1).splitlines()),
    "in prose": lambda url, width: textwrap.fill(f"{_BEFORE} {url} {_AFTER}", width, break_on_hyphens=False),
    "box": lambda url, width: "\n".join(
        f"\u2502 {url[at : at + width - 4]:{width - 4}} \u2502" for at in range(0, len(url), width - 4)
    ),
}


def long_urls(folders: Iterable[Path]) -> list[str]:
    """Return different unbroken URLs of the folders that are long enough to be folded."""
    found = (url for folder in folders for document in documents(folder) for url in urlmend.find(document))
    urls = dict.fromkeys(u.text for u in found if not u.breaks and u.confidence == "certain" and "://" in u.text)
    return [url for url in urls if len(url) > WIDTHS[0] * _LEAST_PIECES and url.isascii()][:_MOST_URLS]


def report(folders: list[Path]) -> None:
    """Print how many folded URLs are read in one piece, at least `likely`; and joins of complete URLs."""
    urls = long_urls(folders)
    print(f"{len(urls)} URLs; joined, at least likely, in percent")
    print(f"{'':12}" + "".join(f"{width:>7}" for width in WIDTHS) + f"{'all':>7}")
    totals: dict[str, Counter[int]] = {"read": Counter(), "folded": Counter()}
    for name, layout in LAYOUTS.items():
        read, folded = Counter[int](), Counter[int]()
        for width in WIDTHS:
            for url in urls:
                if len(url) > width * _LEAST_PIECES:
                    folded[width] += 1
                    read[width] += _is_read(layout(url, width), url)
        print(f"{name:12}{_row(read, folded)}")
        totals["read"] += read
        totals["folded"] += folded
    print(f"{'all':12}{_row(totals['read'], totals['folded'])}\n")
    _report_complete(folders)


def _is_read(text: str, url: str) -> bool:
    return any(found.text == url and found.confidence != "guess" for found in urlmend.find(text))


def _row(read: Counter[int], folded: Counter[int]) -> str:
    counts = [*((read[width], folded[width]) for width in WIDTHS), (read.total(), folded.total())]
    return "".join(f"{100 * right / many:7.1f}" if many else f"{'':7}" for right, many in counts)


def _report_complete(folders: list[Path]) -> None:
    """Print how many complete URLs at line ends are joined, of paragraphs filled between words at every width."""
    print(f"{'filled':22} {'complete':>9} {'joined':>7} {'in 10,000':>10}")
    for style in ("fmt", "fmt, quoted", "fmt, comment", "fmt, indented"):
        complete = joined = 0
        for weight in _weights_of_complete(folders, STYLES[style]):
            complete += 1
            joined += weight >= JOIN
        print(f"{style:22} {complete:9} {joined:7} {10000 * joined / max(1, complete):10.1f}")


def _weights_of_complete(folders: list[Path], style: Callable[[str, int], str]) -> Iterator[float]:
    """Yield the weights of the evidence where a complete URL ends a line and the paragraph goes on."""
    for text, urls in (found for folder in folders for found in paragraphs(folder)):
        known = Known(urls)
        for width in range(30, 151, 2):
            for junction in junctions(Document(style(text, width) + "\n"), known.continues):
                if known.continues(junction.head, junction.tail) is False:
                    yield weigh(junction)
