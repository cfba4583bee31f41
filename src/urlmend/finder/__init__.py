"""Documents to URLs: triggers, wrappers, URL ends, line breaks, joins."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend.finder.scanner import (
    FindOptions,
    in_document,
    read_candidates,
    read_texts,
    read_urls_and_candidates,
    read_windows,
)

# The switch: without this line, the careful path reads everything, with the same results.
from urlmend.finder.fast import read_candidates, read_texts, read_urls_and_candidates, read_windows  # isort: skip  # noqa: F811
from urlmend.model.document import Document, Window
from urlmend.model.url import Url

__all__ = [
    "FindOptions",
    "find_candidates",
    "find_urls",
    "find_urls_and_candidates",
    "find_urls_by_window",
    "iterate_candidates",
    "read_texts",
    "windows_with_candidates",
    "windows_with_urls_and_candidates",
]


def find_urls(document: Document, options: FindOptions = FindOptions()) -> list[Url]:
    """All URLs of a document, in their order; faults that are not URLs have an empty `scheme`.

    Offsets are in code points of the document's text.
    """
    return [url for urls in find_urls_by_window(document, options) for url in urls]


def find_urls_by_window(document: Document, options: FindOptions = FindOptions()) -> Iterator[list[Url]]:
    """The URLs of each window of a document, as those of `find_urls`."""
    for window, urls in read_windows(document, options):
        yield in_document(urls, window)


def find_urls_and_candidates(document: Document, options: FindOptions = FindOptions()) -> tuple[list[Url], list[Url]]:
    """The URLs and faults of a document, in their order, and those of them that `find_candidates` has.

    Offsets are in code points of the document's text.
    """
    urls: list[Url] = []
    candidates: list[Url] = []
    for window, found, reportable in windows_with_urls_and_candidates(document, options):
        urls += in_document(found, window)
        candidates += in_document(reportable, window)
    return urls, candidates


def windows_with_urls_and_candidates(
    document: Document, options: FindOptions = FindOptions()
) -> Iterator[tuple[Window, list[Url], list[Url]]]:
    """The same by window; offsets are in code points of the window's text."""
    return read_urls_and_candidates(document, options._replace(faults=True))


def find_candidates(document: Document, options: FindOptions = FindOptions(), *, ordinary: bool = False) -> list[Url]:
    """The URLs and faults that a rule may report: all but ordinary ones, unless rules apply to those, too.

    Offsets are in code points of the document's text.
    """
    return list(iterate_candidates(document, options, ordinary=ordinary))


def iterate_candidates(
    document: Document, options: FindOptions = FindOptions(), *, ordinary: bool = False
) -> Iterator[Url]:
    """The same, with the URLs of one window at a time in memory."""
    for window, urls in windows_with_candidates(document, options, ordinary=ordinary):
        yield from in_document(urls, window)


def windows_with_candidates(
    document: Document, options: FindOptions = FindOptions(), *, ordinary: bool = False
) -> Iterator[tuple[Window, list[Url]]]:
    """The same by window; offsets are in code points of the window's text."""
    options = options._replace(faults=True)
    return read_windows(document, options) if ordinary else read_candidates(document, options)
