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
from urlmend.model.document import Document
from urlmend.model.url import Url

__all__ = [
    "FindOptions",
    "find_candidates",
    "find_urls",
    "find_urls_and_candidates",
    "find_urls_by_window",
    "in_document",
    "read_candidates",
    "read_texts",
    "read_urls_and_candidates",
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
    for window, found, reportable in read_urls_and_candidates(document, options):
        urls += in_document(found, window)
        candidates += in_document(reportable, window)
    return urls, candidates


def find_candidates(document: Document, options: FindOptions = FindOptions(), *, ordinary: bool = False) -> list[Url]:
    """The URLs and faults that a rule may report: all but ordinary ones, unless rules apply to those, too.

    Offsets are in code points of the document's text.
    """
    windows = read_candidates(document, options, ordinary=ordinary)
    return [url for window, urls in windows for url in in_document(urls, window)]
