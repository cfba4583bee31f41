"""The fast path: the same results as `urlmend.finder.scanner`, in less time.

It may only skip text that the careful path reads identically: tests/finder/test_fast.py compares the two. Without this
package, and the line of `urlmend.finder` that imports it, the results are the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from urlmend.finder import scanner
from urlmend.finder.fast.reader import FastReader
from urlmend.finder.scanner import FindOptions
from urlmend.model.document import Document, Window
from urlmend.model.url import Url

# Compiling the expressions of the sweep takes as long as reading so much text, in code points.
_LONG = 1 << 16


def read_windows(document: Document, options: FindOptions = FindOptions()) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs that begin in it."""
    if _is_swept(document):
        from urlmend.finder.fast import sweep

        return sweep.urls(document, options)
    return scanner.read_windows_with(FastReader, document, options)


def read_texts(document: Document, options: FindOptions = FindOptions()) -> Iterator[list[str]]:
    """The texts of the URLs of each window of a document, in their order."""
    if _is_swept(document):
        from urlmend.finder.fast import sweep

        return sweep.texts(document, options)
    found = scanner.read_windows_with(FastReader, document, options)
    return ([url.text for url in urls if url.counts] for _, urls in found)


def read_candidates(
    document: Document, options: FindOptions = FindOptions(), *, ordinary: bool = False
) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs and faults that a rule may report.

    Those are the ones that are not ordinary; all if rules apply to `ordinary` ones, or texts of links show URLs.
    """
    options = options._replace(faults=True)
    if ordinary or document.labelled:
        return read_windows(document, options)
    if _is_swept(document):
        from urlmend.finder.fast import sweep

        found = sweep.windows(document, options)
    else:
        found = scanner.read_windows_with(FastReader, document, options)
    return ((window, _reportable(document, window, urls)) for window, urls in found)


def read_urls_and_candidates(
    document: Document, options: FindOptions = FindOptions()
) -> Iterator[tuple[Window, list[Url], list[Url]]]:
    """The windows of a document, each with its URLs and faults, and with those of them that `read_candidates` has."""
    for window, urls in read_windows(document, options._replace(faults=True)):
        yield window, urls, urls if document.labelled else _reportable(document, window, urls)


def _reportable(document: Document, window: Window, urls: list[Url]) -> list[Url]:
    """Those URLs that are not ordinary, or notable in their document."""
    from urlmend.finder.fast.ordinary import is_ordinary

    text, notable = window.text, document.notable
    if not notable:
        return [url for url in urls if not is_ordinary(url, text)]
    return [url for url in urls if url.start in notable or not is_ordinary(url, text)]


def _is_swept(document: Document) -> bool:
    """Whether the simple URLs of a document are found by one expression, and not one by one."""
    if document.flowed == "delsp":  # a line break may leave nothing in a URL
        return False
    # A part of a message is seldom the only one.
    return document.part is not None or document.is_read_in_windows or len(document.text) >= _LONG
