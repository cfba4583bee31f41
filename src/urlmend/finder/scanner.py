"""Read the URLs of a document in one pass from left to right: the careful path."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder.reader import Reader
from urlmend.finder.resolve import Known, resolve
from urlmend.finder.triggers import LOOK_AHEAD, find_triggers
from urlmend.model.document import Document, Window
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.schemes import SchemeTable


class FindOptions(NamedTuple):
    """What counts as a URL."""

    schemes: SchemeTable = SchemeTable()
    schemeless: bool = False
    """Whether `www.` hosts without a scheme do."""
    faults: bool = False
    """Whether text that was meant to be a URL is listed, too, with the form `fault`: the linter reports it."""
    known: Known | None = None
    """Looks up the URLs of other documents, which resolve ambiguous ones."""


def read_windows(document: Document, options: FindOptions = FindOptions()) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs that begin in it; offsets are those of the window's text.

    Faults that are not URLs are listed too, with an empty `scheme`: wrappers without an absolute URL, and URLs whose
    scheme is a typing error. Time is linear in the text.
    """
    return read_windows_with(Reader, document, options)


def read_windows_with(
    reader: Callable[..., Reader], document: Document, options: FindOptions
) -> Iterator[tuple[Window, list[Url]]]:
    """The same, read by the readers that a class, or a function with its parameters, makes."""
    stop = 0
    for window in document.windows():
        reading = reader(window.running, document.flowed, options.schemes, faults=options.faults)
        stop = max(0, stop - window.base)
        urls: list[Url] = []
        end = window.high + LOOK_AHEAD
        for trigger in find_triggers(
            reading.text, window.low, end, schemeless=options.schemeless, faults=options.faults
        ):
            offset, _ = trigger
            if offset < stop:
                continue
            if offset >= window.high:
                break
            url = reading.read(trigger, stop)
            if url is not None:
                urls.append(url)
                stop = url.outer.stop
        if document.declared:
            whole = reader(document.text, document.flowed, options.schemes, faults=options.faults)
            urls += whole.declared(document.declared, schemeless=options.schemeless)
        stop += window.base
        found = resolve(urls, reading.readings, options.known)
        yield window, in_order(found, document) if document.declared else found


def read_texts(document: Document, options: FindOptions = FindOptions()) -> Iterator[list[str]]:
    """The texts of the URLs of each window of a document, in their order; faults that are not URLs are left out."""
    for _, urls in read_windows(document, options):
        yield [url.text for url in urls if url.counts]


def read_candidates(
    document: Document,
    options: FindOptions = FindOptions(),
    *,
    ordinary: bool = False,  # noqa: ARG001  # the fast path leaves out ordinary URLs
) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs and faults that a rule may report: here, all of them."""
    return read_windows(document, options._replace(faults=True))


def read_urls_and_candidates(
    document: Document, options: FindOptions = FindOptions()
) -> Iterator[tuple[Window, list[Url], list[Url]]]:
    """The windows of a document, each with its URLs and faults, and with those that a rule may report: here, all."""
    return ((window, urls, urls) for window, urls in read_candidates(document, options))


def in_order(urls: list[Url], document: Document) -> list[Url]:
    """The URLs of a window in their order in the text, with those that the document declares in it."""
    if not document.has_declared_in_order:
        return urls
    if document.is_declared_in_text:
        return sorted(urls, key=lambda url: url.outer)
    return sorted(urls, key=lambda url: document.in_source(url.outer))


def in_document(urls: list[Url], window: Window) -> list[Url]:
    """The URLs of a window with offsets in code points of the document's text."""
    return [moved(url, window.base) for url in urls] if window.base else urls


def moved(url: Url, by: int) -> Url:
    """The URL with its offsets moved by a number of code points."""
    text, spans, (start, stop), form, scheme, breaks, alternatives, confidence = url
    spans = tuple([Span(low + by, high + by) for low, high in spans])
    return Url(text, spans, Span(start + by, stop + by), form, scheme, breaks, alternatives, confidence)
