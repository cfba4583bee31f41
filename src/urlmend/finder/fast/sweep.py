"""Sweep a window: match its simple URLs with one expression, and read the rest with the careful path.

Simple URLs are on one line, consist of ASCII characters, and what surrounds them shows where they end. Most URLs are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, compress, count

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.chunks import Split, split
from urlmend.finder.fast.patterns import SIMPLE
from urlmend.finder.fast.reader import FastReader
from urlmend.finder.reader import UNTERMINATED_REACH, Reader
from urlmend.finder.resolve import resolved, wanted
from urlmend.finder.scanner import FindOptions
from urlmend.finder.triggers import Trigger, TriggerKind, find_triggers
from urlmend.model.document import Document, Window
from urlmend.model.url import Url

# A declared URL with nothing to strip.
_PLAIN_DECLARED = lazy(r"https?:[!-~]+\Z")


def texts(document: Document, options: FindOptions) -> Iterator[list[str]]:
    """The texts of the URLs of each window of a document, in their order; faults that are not URLs are left out."""
    stop = 0
    for window in document.windows(locate=False):
        parts = split(window, SIMPLE, schemeless=options.schemeless, faults=options.faults)
        if parts.is_all:  # true of most documents
            found, stop = parts.simple, parts.end
            found += _declared_texts(document, options)
        else:
            swept, reader = _read(window, parts, document, options, stop)
            found, stop = swept.texts, swept.stop
            found += _declared_texts(document, options)
            if reader.readings:
                _resolve(swept, reader.readings)
            others = swept.others
            if any(not url.counts for url in others.values()):
                found = [text for index, text in enumerate(found) if index not in others or others[index].counts]
        stop += window.base
        yield found


def urls(document: Document, options: FindOptions) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs that begin in it."""
    stop = 0
    for window in document.windows():
        parts = split(window, SIMPLE, schemeless=options.schemeless, faults=options.faults)
        swept, reader = _read(window, parts, document, options, stop)
        declared = _declared_urls(document, options) if document.declared else []
        if reader.readings:
            _resolve(swept, reader.readings, [url.text for url in declared])
        stop = swept.stop + window.base
        yield window, _urls_of(swept, reader) + declared


def windows(document: Document, options: FindOptions) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with its URLs, less simple ones that are ordinary."""
    from urlmend.finder.fast.ordinary import not_ordinary
    from urlmend.finder.fast.ordinary_patterns import SIMPLE_BY_ITSELF

    stop = 0
    for window in document.windows():
        parts = split(window, SIMPLE_BY_ITSELF, schemeless=options.schemeless, faults=options.faults)
        swept, reader = _read(window, parts, document, options, stop)
        others = swept.others
        if kept := not_ordinary(parts.simple):
            for index in compress(count(), map(kept.__contains__, swept.texts)):
                if index not in others:
                    others[index] = reader.simple(swept.texts[index], swept.starts[index])
        if document.declared:
            _add_declared(swept, document, options)
        if reader.readings:
            _resolve(swept, reader.readings)
        stop = swept.stop + window.base
        yield window, [others[index] for index in sorted(others)]


class _Swept(NamedTuple):
    """The URLs that begin in a window."""

    texts: list[str]
    starts: list[int]
    """Where each one begins."""
    others: dict[int, Url]
    """Those of them that are not simple, by their indexes in `texts`."""
    stop: int
    """Where the last one ends."""


def _read(
    window: Window, parts: Split, document: Document, options: FindOptions, stop: int
) -> tuple[_Swept, FastReader]:
    """The URLs that begin in a window, at the offset `stop` of the document or later, and the reader of them."""
    reader = FastReader(window.running, document.flowed, options.schemes, faults=options.faults)
    low = max(0, stop - window.base)
    return _sweep(window, parts, reader, low, schemeless=options.schemeless, faults=options.faults), reader


def _sweep(window: Window, parts: Split, reader: FastReader, stop: int, *, schemeless: bool, faults: bool) -> _Swept:
    """The URLs that begin in a window, at the offset `stop` or later."""
    text = window.running
    simple, lengths, joined, start, end, is_all = parts
    bounds = list(accumulate(lengths, initial=start))
    if is_all:
        return _Swept(simple, bounds[1:-1:2], {}, end)
    starts, ends = bounds[1:-1:2], bounds[2::2]
    at, last = (_first_after(text, starts, offset) for offset in (window.low, window.high))
    triggers = _placed(joined, lengths[::2], bounds[::2])
    low, high = (bisect_left(triggers, (offset,)) for offset in (window.low, window.high))
    # The last `<` that is not a wrapper's, maybe in the window before: a URL may be in an unterminated wrapper.
    bracket = next(
        (offset for offset, kind in triggers[:low][::-1] if kind is TriggerKind.WRAPPER), -UNTERMINATED_REACH
    )
    pending = [*triggers[low:high], (window.high + 1, TriggerKind.WRAPPER)]  # the last one marks the end
    pending.reverse()
    found: list[str] = []
    found_starts: list[int] = []
    others: dict[int, Url] = {}
    while pending:
        while at < last and starts[at] < stop:
            # This match overlaps the previous URL, maybe one of the window before: search what follows that one.
            if stop < ends[at]:
                inside = find_triggers(text, stop, ends[at] + 3, schemeless=schemeless, faults=faults)
                pending += reversed(inside[: bisect_left(inside, (ends[at],))])
            at += 1
        trigger = pending.pop()
        offset, kind = trigger
        before = bisect_left(starts, offset, at, last)
        if before > at:
            if starts[at] - bracket < UNTERMINATED_REACH:  # it may be in an unterminated wrapper: read it with care
                pending += (trigger, (text.index(":", starts[at]), TriggerKind.HIERARCHICAL))
                if text.startswith("<", starts[at] - 1):
                    pending.append((starts[at] - 1, TriggerKind.WRAPPER))
                at += 1
                continue
            found += simple[at:before]
            found_starts += starts[at:before]
            at, stop = before, ends[before - 1]
        if not pending:
            break
        url = reader.read(trigger, stop) if offset >= stop else None
        if url is None:
            bracket = offset if kind is TriggerKind.WRAPPER else bracket
            continue
        others[len(found)] = url
        found.append(url.text)
        found_starts.append(offset)
        stop = url.outer.stop
    return _Swept(found, found_starts, others, stop)


def _urls_of(swept: _Swept, reader: FastReader) -> list[Url]:
    """The URLs that begin in a window."""
    others = swept.others
    return [
        others[number] if number in others else reader.simple(text, start)
        for number, (text, start) in enumerate(zip(swept.texts, swept.starts, strict=True))
    ]


def _first_after(text: str, starts: list[int], offset: int) -> int:
    """The index of the first simple URL whose trigger, its `://` or its wrapper's `<`, is at an offset or later."""
    index = bisect_left(starts, offset - 5)
    while index < len(starts):
        start = starts[index]
        if (start - 1 if text[start - 1 : start] == "<" else text.index(":", start)) >= offset:
            break
        index += 1
    return index


def _placed(triggers: list[Trigger], gaps: list[int], starts: list[int]) -> list[Trigger]:
    """Triggers in gaps of such lengths, joined by one character each, moved to where the gaps start in the text."""
    joined = list(accumulate([gap + 1 for gap in gaps], initial=0))
    placed = []
    for offset, kind in triggers:
        number = bisect_right(joined, offset) - 1
        placed.append((offset + starts[number] - joined[number], kind))
    return placed


def _resolve(swept: _Swept, readings: Mapping[Url, tuple[Url, ...]], declared: Sequence[str] = ()) -> None:
    """Resolve the ambiguous URLs, as `resolve` does; `declared` are the texts of URLs that are not among them."""
    found, others = swept.texts, swept.others
    ambiguous = [index for index, url in others.items() if url in readings]
    for index in ambiguous:
        found[index] = ""
    unbroken = wanted(readings).intersection([*found, *declared])
    for index in ambiguous:
        url = others[index]
        others[index] = chosen = resolved(url, readings[url], unbroken)
        found[index] = chosen.text


def _declared(document: Document, options: FindOptions, is_plain: Callable[[str], object]) -> Sequence[str | Url]:
    """The URLs that a document declares, as `Reader.declared` has them; of those that pass a test, only the texts."""
    text = document.text
    found = [text[start:stop] for start, stop in document.declared]
    if all(map(is_plain, found)):  # true of most documents
        return found
    reader = Reader(text, document.flowed, options.schemes, faults=options.faults)
    urls: list[str | Url] = []
    for url, span in zip(found, document.declared, strict=True):
        urls += [url] if is_plain(url) else reader.declared((span,))
    return urls


def _declared_texts(document: Document, options: FindOptions) -> list[str]:
    """The texts of the URLs that a document declares."""
    urls = _declared(document, options, _PLAIN_DECLARED.match)
    return [url if isinstance(url, str) else url.text for url in urls]


def _declared_urls(document: Document, options: FindOptions) -> list[Url]:
    """The URLs that a document declares, as `Reader.declared` has them."""
    text, new = document.text, tuple.__new__
    reader = Reader(text, document.flowed, options.schemes, faults=options.faults)
    urls: list[Url] = []
    for span in document.declared:
        url = text[span.start : span.stop]
        if _PLAIN_DECLARED.match(url):
            scheme = "https" if url.startswith("https") else "http"
            urls.append(new(Url, (url, (span,), span, "markup", scheme, (), (), "certain")))
        else:
            urls += reader.declared((span,))
    return urls


def _add_declared(swept: _Swept, document: Document, options: FindOptions) -> None:
    """Add the URLs that a document declares, ordinary ones as simple ones."""
    from urlmend.finder.fast.ordinary import is_ordinary_text

    for url in _declared(document, options, is_ordinary_text):
        if isinstance(url, str):
            swept.texts.append(url)
        else:
            swept.others[len(swept.texts)] = url
            swept.texts.append(url.text)
