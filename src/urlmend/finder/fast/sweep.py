"""The texts of URLs without their places: whole ones all in one go, the others one by one.

Most URLs are whole: they stand on one line, are plain ASCII, and have nothing odd around them. One expression cuts
these out of a text; what begins in the gaps between them is read with care. The outcome is that of `scan`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.clean import is_clean, is_clean_text
from urlmend.finder.fast.patterns import WHOLE, WHOLE_AND_CLEAN, Cut, cut_out
from urlmend.finder.resolve import settled, wanted
from urlmend.finder.scanner import (
    READ_HIERARCHICAL,
    READ_WRAPPER,
    UNCLOSED_REACH,
    Options,
    Reader,
    moved,
    scan,
    scan_stretches,
    triggers,
)
from urlmend.model.document import Document, Window
from urlmend.model.url import Url

# A declared URL that there is nothing to take off of.
_PLAIN_DECLARED = lazy(r"https?:[!-~]+\Z")


def texts(document: Document, options: Options = Options()) -> Iterator[list[str]]:
    """The texts of the URLs of a document, in their order, a list for each of its stretches."""
    if document.flowed == "delsp":  # a line break may leave nothing behind
        for urls in scan_stretches(document, options):
            yield [url.text for url in urls if url.counts]
        return
    stop = 0
    for window in document.windows(places=False):
        cut = cut_out(window, WHOLE, schemeless=options.schemeless)
        if cut.is_all:  # of most documents that is so
            found, stop = cut.whole, cut.end
            found += _declared_texts(document, options)
        else:
            reader = Reader(window.running, document.flowed, options.schemes)
            swept = _swept(window, cut, reader, max(0, stop - window.base), schemeless=options.schemeless)
            found, stop = swept.texts, swept.stop
            found += _declared_texts(document, options)
            if reader.readings:
                _settle(swept, reader.readings)
            if any(not url.counts for url in swept.odd.values()):
                found = [text for index, text in enumerate(found) if index not in swept.odd or swept.odd[index].counts]
        stop += window.base
        yield found


def _declared(document: Document, options: Options, is_plain: Callable[[str], object]) -> Sequence[str | Url]:
    """The URLs that a document declares, as `Reader.declared` has them; of those that pass a test, the texts alone."""
    text = document.text
    found = [text[start:stop] for start, stop in document.declared]
    if all(map(is_plain, found)):  # of most documents that is so
        return found
    reader = Reader(text, document.flowed, options.schemes)
    urls: list[str | Url] = []
    for url, span in zip(found, document.declared, strict=True):
        urls += [url] if is_plain(url) else reader.declared((span,))
    return urls


def _declared_texts(document: Document, options: Options) -> list[str]:
    """The texts of the URLs that a document declares."""
    urls = _declared(document, options, _PLAIN_DECLARED.match)
    return [url if isinstance(url, str) else url.text for url in urls]


def suspects(document: Document, options: Options = Options()) -> list[Url]:
    """The URLs of a document that are not clean, in their order: all that most rules have to look at."""
    return [moved(url, window.base) for window, urls in suspects_in_stretches(document, options) for url in urls]


def suspects_in_stretches(document: Document, options: Options = Options()) -> Iterator[tuple[Window, list[Url]]]:
    """The suspects of each stretch of a document, with offsets in the window's text."""
    if document.flowed == "delsp":
        size = len(document.text)
        urls = [url for url in scan(document, options) if not is_clean(url, document.text)]
        yield Window(document.text, 0, size, size, 0), urls
        return
    stop = 0
    for window in document.windows():
        cut = cut_out(window, WHOLE_AND_CLEAN, schemeless=options.schemeless)
        reader = Reader(window.running, document.flowed, options.schemes)
        swept = _swept(window, cut, reader, max(0, stop - window.base), schemeless=options.schemeless)
        if document.declared:
            _declare(swept, document, options)
        if reader.readings:
            _settle(swept, reader.readings)
        stop = swept.stop + window.base
        yield window, [url for url in swept.odd.values() if not is_clean(url, window.text)]


class _Swept(NamedTuple):
    """The URLs that begin in a stretch."""

    texts: list[str]
    odd: dict[int, Url]
    """Those of them that are not whole, by their indexes."""
    stop: int
    """Where the last one ends."""


def _swept(window: Window, cut: Cut, reader: Reader, stop: int, *, schemeless: bool) -> _Swept:
    """The URLs that begin in the stretch of a window, and behind `stop`."""
    text = window.running
    whole, lengths, marks, start, end, is_all = cut
    if is_all:
        return _Swept(whole, {}, end)
    bounds = list(accumulate(lengths, initial=start))
    starts, ends = bounds[1:-1:2], bounds[2::2]
    at, last = (_first_behind(text, starts, offset) for offset in (window.low, window.high))
    marks = _placed(marks, lengths[::2], bounds[::2])
    low, high = (bisect_left(marks, offset * 4) for offset in (window.low, window.high))
    # Where a wrapper begins that is none: it may be in the stretch before.
    opened = next((mark >> 2 for mark in marks[:low][::-1] if mark & 3 == READ_WRAPPER), -UNCLOSED_REACH)
    marks = marks[low:high]
    marks.append(window.high * 4 + 4)  # stands for the end, behind the last one's beginning
    marks.reverse()
    found: list[str] = []
    odd: dict[int, Url] = {}
    while marks:
        while at < last and starts[at] < stop:
            # The beginning of one that seemed whole belongs to the last URL, maybe of the stretch before; there may be
            # something in its rest.
            if stop < ends[at]:
                inside = triggers(text, stop, ends[at] + 3, schemeless=schemeless)
                marks += reversed(inside[: bisect_left(inside, ends[at] * 4)])
            at += 1
        mark = marks.pop()
        offset = mark >> 2
        before = bisect_left(starts, offset, at, last)
        if before > at:
            if starts[at] - opened < UNCLOSED_REACH:  # it stands in a wrapper that is not closed
                marks += (mark, text.index(":", starts[at]) * 4 + READ_HIERARCHICAL)
                at += 1
                continue
            found += whole[at:before]
            at, stop = before, ends[before - 1]
        if not marks:
            break
        url = reader.url(offset, mark & 3, stop) if offset >= stop else None
        if url is None:
            opened = offset if mark & 3 == READ_WRAPPER else opened
            continue
        odd[len(found)] = url
        found.append(url.text)
        stop = url.outer.stop
    return _Swept(found, odd, stop)


def _declare(swept: _Swept, document: Document, options: Options) -> None:
    """Add the URLs that a document declares: those that are clean as whole ones."""
    for url in _declared(document, options, is_clean_text):
        if isinstance(url, str):
            swept.texts.append(url)
        else:
            swept.odd[len(swept.texts)] = url
            swept.texts.append(url.text)


def _first_behind(text: str, starts: list[int], offset: int) -> int:
    """The number of the first whole URL whose trigger, its `://` or its wrapper's `<`, is not before an offset."""
    number = bisect_left(starts, offset - 5)
    while number < len(starts):
        start = starts[number]
        if (start - 1 if text[start - 1 : start] == "<" else text.index(":", start)) >= offset:
            break
        number += 1
    return number


def _placed(marks: list[int], gaps: list[int], starts: list[int]) -> list[int]:
    """The marks of gaps of such lengths, joined by a character each, as marks of the text in which they begin there."""
    joined = list(accumulate([gap + 1 for gap in gaps], initial=0))
    placed = []
    for mark in marks:
        number = bisect_right(joined, mark >> 2) - 1
        placed.append(mark + (starts[number] - joined[number]) * 4)
    return placed


def _settle(swept: _Swept, readings: Mapping[Url, tuple[Url, ...]]) -> None:
    """Settle the doubts among the URLs."""
    found, odd = swept.texts, swept.odd
    doubtful = [index for index, url in odd.items() if url in readings]
    for index in doubtful:
        found[index] = ""
    unbroken = wanted(readings).intersection(found)
    for index in doubtful:
        url = odd[index]
        odd[index] = chosen = settled(url, readings[url], unbroken)
        found[index] = chosen.text
