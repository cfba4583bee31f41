"""The texts of URLs without their places: whole ones all in one go, the others one by one.

Most URLs are whole: they stand on one line, are plain ASCII, and have nothing odd around them. One expression cuts
these out of a text; what begins in the gaps between them is read with care. The outcome is that of `scan`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, repeat
from operator import add

from urlmend.bases import NamedTuple
from urlmend.clean import PLAIN_REST, is_clean
from urlmend.evidence import settled, wanted
from urlmend.model import Document, Url, Window
from urlmend.patterns import lazy
from urlmend.scanner import (
    LOOK_AHEAD,
    READ_HIERARCHICAL,
    READ_WRAPPER,
    UNCLOSED_REACH,
    Options,
    Reader,
    declared,
    moved,
    scan,
    scan_stretches,
    triggers,
)

_CHARS = "[A-Za-z0-9_~%&=+@$/#.,!?-]{0,400}"
# No `://` in it, no entity but that of `&`, no punctuation at its end, and far from being too long for a URL.
_RUN = rf"s?://[A-Za-z0-9]{_CHARS}(?:(?::(?!//)|;(?<=&amp;)){_CHARS}){{0,16}}(?<![.,:;!?])"
_WORD = r"(?!(?:[rR][eE][mM]|[dD][nN][lL]|[cC])\b)[A-Za-z]+,? "
_NO_FOOTER = r"(?![^\r\n]{0,200}\[)"
# The label of a line of its own, as a field's name and a key's number are; an address is one, too.
_LABEL = (
    r"(?:(?:Date|[A-Za-z]{5,}):\s|[A-Za-z0-9]{8,40}: [A-Za-z0-9]"
    r"|[ \t]*(?:(?:[A-Za-z]{5,}|[A-Za-z]{2,}-[A-Za-z]{2,}): [A-Za-z0-9<]|[A-Za-z0-9]{4,40}@[A-Za-z0-9-]+\.))"
)
# A blank line, and no page's end behind it; a number in brackets, or a hyphen; the text's end; another URL, or a
# wrapper; a line of dashes or the like.
_NEXT_LINE = (
    r"(?:[ \t]*>[ \t>]*(?:\r?\n|\Z)"
    rf"|(?:> ?)*[ \t]*+(?:\[[0-9]{{1,3}}\]\s|- [A-Za-z]){_NO_FOOTER}"
    rf"|[ \t]*\r?\n(?:(?:[ \t]*\r?\n){{0,3}}[ \t]*+{_NO_FOOTER}[^\s>]|[ \t\r\n]*\Z)|[ \t]*\Z"
    rf"|(?:> ?)*(?:<|https?://){_NO_FOOTER}|[ \t]*(?:> ?)*[-_=+*~#]{{2,}}>?[ \t]*(?:\r?\n|\Z))"
)
# Behind the run and its punctuation stands a blank with ink behind it, what closes quotes and brackets, or a tag that
# closes; or a line break, and behind that one of these, or a sentence, a label or a number. There is nothing to weigh
# there (the EVIDENCE could never add up to a doubt): no URL goes on. The commonest stand first and begin with a
# literal, though what follows them fits them, too.
_OVER = (
    r"(?: [^\s|]|[>\"`)\]}]"
    rf"|\n(?<=[A-Za-z0-9/]\n)(?:https?://|(?<!%[0-9A-Fa-f]\n){_WORD}[A-Za-z0-9<(\"'])|</"
    rf"|[.,:!?]*(?:[>\"`)\]}}]|[ \t]+[^\s|]|[ \t]*\r?\n{_NEXT_LINE}"
    rf"|(?<=[A-Za-z0-9/])(?<!%[0-9A-Fa-f])[ \t]*\r?\n(?:(?:> ?)*{_WORD}[A-Za-z0-9<(\"']|{_LABEL}{_NO_FOOTER})"
    rf"|(?:(?<=/)|(?<=[A-Za-z0-9]{{4}})(?<!%[0-9A-Fa-f]))\n[ \t]*[0-9]{{1,3}}\. {_NO_FOOTER}[A-Za-z]"
    rf"|(?<=[=&_+~?])\n{_WORD}[A-Za-z0-9<(]{_NO_FOOTER}))"
)
# The literal in front is what makes it fast.
_WHOLE = lazy(rf"(http(?:(?<![^ \n\t\r>(\"]http){_RUN}(?={_OVER})|(?<=<http){_RUN}(?=>)))")

# A declared URL that there is nothing to take off of.
_PLAIN_DECLARED = lazy(r"https?:[!-~]+\Z")

# Those of them that are clean; none of them has anything around it which could make a rule speak, as `clean.py` has it.
_WHOLE_AND_CLEAN = lazy(
    rf"(http(?:(?<![^ \n\t\r>(]http){PLAIN_REST}(?={_OVER})|(?<=\"http){PLAIN_REST}(?=\")"
    rf"|(?<=[\x00-!#-&(-;=-\x7f]<http){PLAIN_REST}(?=>[\x00-\"$-\x7f])))"
)
# What is longer may be cut; most are far from it.
_LONGEST = 4000
# How long the portions are that a text is cut in, in code points: each stays near the processor, and in many there is
# nothing beyond ASCII, which takes half the memory. And how far before a portion's end there has to be no URL.
_PORTION = 1 << 16
_CALM = 1000
_TRIES = 8


def texts(document: Document, options: Options = Options()) -> Iterator[list[str]]:
    """The texts of the URLs of a document, in their order, a list for each of its stretches."""
    if document.flowed == "delsp":  # a line break may leave nothing behind
        for urls in scan_stretches(document, options):
            yield [url.text for url in urls if url.counts]
        return
    stop = 0
    for window in document.windows(places=False):
        cut = _cut(window, _WHOLE, schemeless=options.schemeless)
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


def _declared_texts(document: Document, options: Options) -> list[str]:
    """The texts of the URLs that a document declares, as `Reader.declared` has them."""
    found: list[str] = []
    text = document.text
    for span in document.declared:
        url = text[span.start : span.stop]
        if _PLAIN_DECLARED.match(url):
            found.append(url)
        else:
            found += [url.text for url in Reader(text, document.flowed, options.schemes).declared((span,))]
    return found


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
        reader = Reader(window.running, document.flowed, options.schemes)
        cut = _cut(window, _WHOLE_AND_CLEAN, schemeless=options.schemeless)
        swept = _swept(window, cut, reader, max(0, stop - window.base), schemeless=options.schemeless)
        if document.declared:
            urls = declared(document, options)
            swept.odd.update(enumerate(urls, len(swept.texts)))
            swept.texts.extend(url.text for url in urls)
        if reader.readings:
            _settle(swept, reader.readings)
        stop = swept.stop + window.base
        yield window, [url for url in swept.odd.values() if not is_clean(url, window.text)]


class _Cut(NamedTuple):
    """A stretch of a document that whole URLs were cut out of."""

    whole: list[str]
    """These URLs."""
    lengths: list[int]
    """The lengths of what lies before, between and behind them, and their own in between."""
    marks: list[int]
    """Where there may be others: the triggers in the gaps, as if these were joined by a character each."""
    start: int
    end: int
    """What was looked at, as offsets of the window's text."""
    is_all: bool
    """Whether there are no others, and it is the whole of the document's running text."""


class _Swept(NamedTuple):
    """The URLs that begin in a stretch."""

    texts: list[str]
    odd: dict[int, Url]
    """Those of them that are not whole, by their indexes."""
    stop: int
    """Where the last one ends."""


def _cut(window: Window, pattern: re.Pattern[str], *, schemeless: bool) -> _Cut:
    """Cut out of the stretch of a window what a pattern fits."""
    text = window.running
    start, end = max(0, window.low - LOOK_AHEAD), min(len(text), window.high + LOOK_AHEAD)
    while start and text.startswith("http", start):  # it would seem to have nothing odd before it
        start += 1
    whole: list[str] = []
    lengths, marks = [0], []
    joined = 0
    for portion in (text[start:end],) if end - start <= _PORTION else _portions(text, start, end):
        pieces = pattern.split(portion) if "http" in portion else [portion]
        sizes = list(map(len, pieces))
        if max(sizes[1::2], default=0) > _LONGEST:
            pieces = _without_long(pieces)
            sizes = list(map(len, pieces))
        whole += pieces[1::2]
        lengths[-1] += sizes[0]
        lengths += sizes[1:]
        gaps = "\0".join(pieces[::2])
        found = triggers(gaps, 0, len(gaps), schemeless=schemeless)
        marks += [mark + joined * 4 for mark in found] if joined else found
        joined += len(gaps)
    return _Cut(whole, lengths, marks, start, end, not marks and start == window.low and end <= window.high)


def _portions(text: str, start: int, end: int) -> Iterator[str]:
    """The text between two offsets in portions: nothing that is whole in it has its surroundings in two of them."""
    while end - start > _PORTION:
        stop = _portion_end(text, start + _PORTION, end)
        yield text[start:stop]
        start = stop
    if start < end:
        yield text[start:end]


def _portion_end(text: str, start: int, end: int) -> int:
    """Where a portion may end: behind a line, from an offset on, where no URL is near; else at the end of all."""
    for low in range(start, end, _PORTION):
        at = low
        for _ in range(_TRIES):
            at = text.find("\n", at, min(low + _PORTION, end)) + 1
            if not at:
                break
            if _is_calm(text[max(0, at - _CALM) : at - 1]):
                return at
    return end


def _is_calm(before: str) -> bool:
    """Whether a text can be cut behind the line break that this stands before: there is a line with ink, but no URL."""
    return (
        not before.removesuffix("\r")[-1:].isspace() and "\n" in before and "http" not in before and "<" not in before
    )


def _without_long(pieces: list[str]) -> list[str]:
    """The pieces of a stretch, those that are too long put back to what is around them."""
    kept: list[str] = []
    gap = pieces[:1]
    for url, behind in zip(pieces[1::2], pieces[2::2], strict=True):
        if len(url) > _LONGEST:
            gap += (url, behind)
        else:
            kept += ("".join(gap), url)
            gap = [behind]
    return [*kept, "".join(gap)]


def _swept(window: Window, cut: _Cut, reader: Reader, stop: int, *, schemeless: bool) -> _Swept:
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
    """The marks of gaps of such lengths, joined by a character each, as marks of the text in which these begin there."""
    joined = list(accumulate(map(add, gaps, repeat(1)), initial=0))
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
