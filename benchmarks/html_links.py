#!/usr/bin/env python3
"""URLs of links, images and scripts in real pages: how many of those that HTML parsers find does `urlmend find` print?

usage: html_links.py FOLDER...

Reads all files with names of HTML in the folders, with `html.parser` and, if it is installed, selectolax
(`pip install selectolax`). Prints the absolute URLs that each parser finds, how many of them urlmend prints, and those
that it does not print. The parsers decode values; their spaces are compared as `%20`.
Templates (values with `{`) are left out.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import urlmend

ATTRIBUTES = {
    "a": "href",
    "link": "href",
    "base": "href",
    "area": "href",
    "img": "src",
    "script": "src",
    "iframe": "src",
}
SCHEMES = ("http://", "https://", "ftp://", "mailto:")
NAMES = (".html", ".htm", ".xhtml")


class Links(HTMLParser):
    """Collects the values of `ATTRIBUTES`."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.values += [value for name, value in attrs if value and name == ATTRIBUTES.get(tag)]


def by_standard_library(text: str) -> list[str]:
    links = Links()
    with suppress(AssertionError):  # it raises this for some declarations
        links.feed(text)
    return links.values


def by_selectolax(text: str) -> list[str]:
    from selectolax.lexbor import LexborHTMLParser as Parser

    tree = Parser(text)
    return [
        value
        for tag, name in ATTRIBUTES.items()
        for node in tree.css(tag)
        if (value := node.attributes.get(name)) is not None
    ]


def parsers() -> Iterator[tuple[str, Callable[[str], list[str]]]]:
    yield "html.parser", by_standard_library
    try:
        import selectolax  # noqa: F401  # only whether it is installed
    except ImportError:
        return
    yield "selectolax", by_selectolax


def url_of(value: str) -> str:
    """Return the URL of an attribute's value as urlmend prints it: no white space around it, no line breaks in it."""
    lines = value.partition("\xa0")[0].strip().splitlines()
    return "".join(line.strip() for line in lines).replace("\t", "").replace(" ", "%20")


def main(folders: list[str]) -> None:
    pages = [path for folder in folders for path in sorted(Path(folder).rglob("*")) if path.name.endswith(NAMES)]
    for name, values in parsers():
        found = right = 0
        for path in filter(Path.is_file, pages):
            text = path.read_text("utf-8", "surrogateescape")
            wanted = {url_of(value) for value in values(text)}
            wanted = {url for url in wanted if url.lower().startswith(SCHEMES) and "{" not in url}
            printed = {url.text for url, *_ in urlmend.find_in(path, schemeless=True)}
            found += len(wanted)
            right += len(wanted & printed)
            for url in sorted(wanted - printed):
                print(f"{path}: {url}")
        print(f"{name}: {right} of {found} URLs of {len(pages)} pages")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
