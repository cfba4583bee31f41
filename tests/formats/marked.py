"""Marked sources: `«URL»`, or `«URL as written»=«URL»` if it is decoded."""

import re
from pathlib import Path

import urlmend

MARK = re.compile("«(?P<written>[^»]*)»(?:=«(?P<url>[^»]*)»)?", re.DOTALL)


def read_marked(marked: str) -> tuple[str, list[tuple[str, int, int]]]:
    """The source without marks, and the URL and the span in the source (code points) of each mark."""
    pieces, expected, at, length = [], [], 0, 0
    for match in MARK.finditer(marked):
        before = marked[at : match.start()]
        start = length + len(before)
        pieces += (before, match["written"])
        length = start + len(match["written"])
        expected.append((match["written"] if match["url"] is None else match["url"], start, length))
        at = match.end()
    return "".join([*pieces, marked[at:]]), expected


def place(source: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset in a source whose lines end in line feeds."""
    return source.count("\n", 0, offset) + 1, offset - source.rfind("\n", 0, offset)


def check(marked: str, folder: Path, name: str) -> None:
    """Assert that the URLs of a file are the marked ones, and that their places are those of the marks."""
    source, expected = read_marked(marked)
    file = folder / name
    file.write_text(source, encoding="utf-8", newline="")
    found = [(url.text, tuple(location)) for url, _, location, *_ in urlmend.find_in(file)]
    places = [(url, (*place(source, start), *place(source, stop))) for url, start, stop in expected]
    assert found == places
