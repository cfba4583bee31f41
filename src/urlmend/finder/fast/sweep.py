"""Sweep a window: match its simple URLs with one expression, and read the rest with the careful path.

Simple URLs are on one line, consist of ASCII characters, and what surrounds them shows where they end. Most URLs are.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, count

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.patterns import NO_PREFIX, SCHEMES, SIMPLE, SIMPLE_OR_FAULT
from urlmend.finder.fast.reader import PLAIN_DECLARED, FastReader
from urlmend.finder.faults import COLON
from urlmend.finder.reader import UNTERMINATED_REACH
from urlmend.finder.resolve import Known, attested, resolved
from urlmend.finder.scanner import FindOptions, in_order
from urlmend.finder.triggers import LOOK_AHEAD, Trigger, TriggerKind, find_triggers, triggers_but_colons
from urlmend.model.document import Document, Window
from urlmend.model.url import Url
from urlmend.uri.rfc3986 import SCHEME

# A `<` without a prefix, and one before a name, which may be the prefix of an element.
_BRACKET = lazy(NO_PREFIX)
_TAG = lazy(rf"<(?<![:=]<)(?<![:=][ \t]<)(?![uU][rR][lL]:)({SCHEME}):")


def texts(document: Document, options: FindOptions) -> Iterator[list[str]]:
    """The texts of the URLs of each window of a document, in their order; faults that are not URLs are left out."""
    if document.has_declared_in_order:
        yield from ([url.text for url in found if url.counts] for _, found in urls(document, options))
        return
    for swept in _windows(document, options, locate=False):
        found, others = swept.texts, swept.others
        if document.declared:
            found += _declared_texts(document, options)
        swept.resolve()
        if others and any(not url.counts for url in others.values()):
            found = [text for index, text in enumerate(found) if index not in others or others[index].counts]
        yield found


def urls(document: Document, options: FindOptions) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with the URLs that begin in it."""
    for swept in _windows(document, options):
        declared: list[Url] = []
        if document.declared:
            declared = _reader(document, options).declared(document.declared, schemeless=options.schemeless)
        swept.resolve([url.text for url in declared])
        found = swept.urls()
        yield swept.window, in_order(found + declared, document) if declared else found


def windows(document: Document, options: FindOptions) -> Iterator[tuple[Window, list[Url]]]:
    """The windows of a document, each with its URLs, less simple ones that are ordinary and not notable."""
    from urlmend.finder.fast.ordinary import may_lack_bracket, not_ordinary
    from urlmend.finder.fast.ordinary_patterns import SIMPLE_BY_ITSELF

    for swept in _windows(document, options, SIMPLE_BY_ITSELF):
        others = swept.others
        kept = not_ordinary(swept.texts)
        indexes = compress(count(), map(kept.__contains__, swept.texts)) if kept else ()
        notable = swept.indexes_of(document.notable)
        for index in chain(indexes, swept.links_that(may_lack_bracket), notable):
            if index not in others:
                others[index] = swept.simple(index)
        if document.declared:
            _add_declared(swept, document, options)
        swept.resolve()
        found = [others[index] for index in sorted(others)]
        yield swept.window, in_order(found, document) if document.declared else found


def _windows(
    document: Document, options: FindOptions, pattern: re.Pattern[str] | None = None, *, locate: bool = True
) -> Iterator[_Swept]:
    """The windows of a document, swept by an expression, by default one for all simple URLs."""
    pattern = pattern or (SIMPLE_OR_FAULT if options.faults else SIMPLE)
    stop = 0
    for window in document.windows(locate=locate):
        reader = FastReader(window.running, document.flowed, options.schemes, faults=options.faults)
        swept = _Swept(window, reader, pattern, max(0, stop - window.base), schemeless=options.schemeless)
        swept.known = options.known
        stop = swept.stop + window.base
        yield swept


class _Swept:
    """The URLs that begin in a window."""

    def __init__(
        self, window: Window, reader: FastReader, pattern: re.Pattern[str], stop: int, *, schemeless: bool
    ) -> None:
        """Find them with an expression for simple URLs and colons, and a reader for other URLs, from `stop` on."""
        self.window = window
        self.texts: list[str] = []
        self.others: dict[int, Url] = {}
        """Those that are not simple, by their indexes in `texts`."""
        self.stop = stop
        """Where the last URL ends."""
        self._starts: list[int] = []
        """Where each URL begins."""
        self._bracketed: set[int] = set()
        """The beginnings of simple URLs within brackets or quotes, or of those that the pattern has apart."""
        self.known: Known | None = None
        """Looks up the URLs of other documents."""
        self._reader = reader
        self._schemeless = schemeless
        self._bracket = -UNTERMINATED_REACH
        """The last `<` that is not a wrapper's, maybe in the window before: a URL may be in an unterminated wrapper."""
        self._read_all(*self._found(pattern))

    def _found(self, pattern: re.Pattern[str]) -> tuple[list[str], list[int], list[Trigger]]:
        """The simple URLs that begin in the window, their offsets, and the triggers of others."""
        text, (_, low, high, *_) = self._reader.text, self.window
        simple: list[str] = []
        starts: list[int] = []
        bracketed = self._bracketed
        limit = min(high + LOOK_AHEAD, len(text))
        reach = max(0, low - UNTERMINATED_REACH)
        others = triggers_but_colons(text, reach, limit, schemeless=self._schemeless, faults=self._reader.faults)
        colons: list[Trigger] = []
        add, add_start, slashes, opaque = simple.append, starts.append, TriggerKind.HIERARCHICAL, TriggerKind.OPAQUE
        trigger_group, bracket_group, fault = pattern.groupindex["trigger"], len(SCHEMES), TriggerKind.FAULT
        lengths = [*map(len, SCHEMES)] * trigger_group  # by group
        for match in pattern.finditer(text, low, limit):
            group = match.lastindex
            if group is None:
                start = match.start() - 4
            elif group < trigger_group:
                start = match.start() - lengths[group]
                if group >= bracket_group:
                    bracketed.add(start)
            else:
                colon, end = match.span()
                if group == trigger_group:
                    colons.append((colon, slashes if end - colon > 1 else opaque))
                if self._reader.faults and COLON.match(text, colon, limit):
                    colons.append((colon, fault))
                continue
            add(text[start : match.end()])
            add_start(start)
        # The `<` of a simple URL in brackets is no trigger, but for that of `<URL:`; nor is that of most elements.
        is_bracket, wrapper = _BRACKET.match, TriggerKind.WRAPPER
        others = [trigger for trigger in others if trigger[0] + 1 not in bracketed or not is_bracket(text, trigger[0])]
        triggers = sorted(colons + [(at, kind) for at, kind in others if kind is not wrapper or not self._is_tag(at)])
        if low == 0 and high == len(text):  # most documents have one window
            return simple, starts, triggers
        first, last = (bisect_left(triggers, (offset,)) for offset in (low, high))
        self._bracket = next(
            (offset for offset, kind in triggers[:first][::-1] if kind is TriggerKind.WRAPPER), self._bracket
        )
        first_url, last_url = (_first_after(text, starts, offset) for offset in (low, high))
        return simple[first_url:last_url], starts[first_url:last_url], triggers[first:last]

    def _is_tag(self, offset: int) -> bool:
        """Whether the `<` at an offset is that of an element whose prefix is the name of no scheme."""
        tag = _TAG.match(self._reader.text, offset)
        return tag is not None and self._reader.schemes.status(tag[1]) is None

    def _read_all(self, simple: list[str], starts: list[int], triggers: list[Trigger]) -> None:
        """Read the URLs at triggers, in their order with simple URLs and as far as these do not overlap them."""
        if not triggers and self._bracket < 0 and not self.stop:  # true of most parts of messages
            self.texts, self._starts = simple, starts
            if starts:
                self.stop = starts[-1] + len(simple[-1])
            return
        text, at = self._reader.text, 0
        pending = [*triggers, (self.window.high + 1, TriggerKind.WRAPPER)]  # the last one marks the end
        pending.reverse()
        while pending:
            while at < len(starts) and starts[at] < self.stop:
                # This match overlaps the previous URL, maybe one of the window before: search what follows that one.
                pending += reversed(self._triggers_inside(starts[at] + len(simple[at])))
                at += 1
            trigger = pending.pop()
            offset, _ = trigger
            before = bisect_left(starts, offset, at)
            if before > at:
                if starts[at] - self._bracket < UNTERMINATED_REACH:  # it may be in an unterminated wrapper
                    pending += (trigger, (text.index(":", starts[at]), TriggerKind.HIERARCHICAL))
                    if text.startswith("<", starts[at] - 1):
                        pending.append((starts[at] - 1, TriggerKind.WRAPPER))
                    at += 1
                    continue
                self.texts += simple[at:before]
                self._starts += starts[at:before]
                at, self.stop = before, starts[before - 1] + len(simple[before - 1])
            if pending:
                self._read(trigger)

    def _triggers_inside(self, end: int) -> list[Trigger]:
        """The triggers from the end of the last URL to an offset within a simple URL."""
        text, stop, faults = self._reader.text, self.stop, self._reader.faults
        if stop >= end:
            return []
        found = find_triggers(text, stop, end + 3, schemeless=self._schemeless, faults=faults)
        return found[: bisect_left(found, (end,))]

    def _read(self, trigger: Trigger) -> None:
        """Read the URL at a trigger with the careful path, if it is not part of the last one."""
        offset, kind = trigger
        url = self._reader.read(trigger, self.stop) if offset >= self.stop else None
        if url:
            self.others[len(self.texts)] = url
            self.texts.append(url.text)
            self._starts.append(offset)
            self.stop = url.outer.stop
        elif kind is TriggerKind.WRAPPER:
            self._bracket = offset

    def simple(self, index: int) -> Url:
        """A simple URL, by its index."""
        return self._reader.simple(self.texts[index], self._starts[index])

    def indexes_of(self, offsets: Iterable[int]) -> Iterator[int]:
        """The indexes of the simple URLs that begin at some offsets."""
        for offset in offsets:
            index = bisect_left(self._starts, offset)
            if index < len(self._starts) and self._starts[index] == offset:
                yield index

    def links_that(self, is_kept: Callable[[str, int], bool]) -> Iterator[int]:
        """The indexes of simple URLs that are targets of links in Markdown whose `(` passes a test."""
        text = self._reader.text
        return self.indexes_of(
            start for start in self._bracketed if text.startswith("](", start - 2) and is_kept(text, start - 1)
        )

    def urls(self) -> list[Url]:
        """All URLs of the window."""
        others = self.others
        return [
            others[index] if index in others else self._reader.simple(text, start)
            for index, (text, start) in enumerate(zip(self.texts, self._starts, strict=True))
        ]

    def resolve(self, declared: Sequence[str] = ()) -> None:
        """Resolve the ambiguous URLs, as `resolve` does; `declared` are the texts of URLs that are not among them."""
        readings: Mapping[Url, tuple[Url, ...]] = self._reader.readings
        if not readings:
            return
        ambiguous = [index for index, url in self.others.items() if url in readings]
        for index in ambiguous:
            self.texts[index] = ""
        unbroken = attested(readings, [*self.texts, *declared], self.known)
        for index in ambiguous:
            url = self.others[index]
            self.others[index] = chosen = resolved(url, readings[url], unbroken)
            self.texts[index] = chosen.text


def _first_after(text: str, starts: list[int], offset: int) -> int:
    """The index of the first simple URL whose trigger, its `://` or its wrapper's `<`, is at an offset or later."""
    index = bisect_left(starts, offset - 5)
    while index < len(starts):
        start = starts[index]
        if (start - 1 if text[start - 1 : start] == "<" else text.index(":", start)) >= offset:
            break
        index += 1
    return index


def _declared(document: Document, options: FindOptions, is_plain: Callable[[str], object]) -> Sequence[str | Url]:
    """The URLs that a document declares, as `Reader.declared` has them; of those that pass a test, only the texts."""
    text = document.text
    found = [text[start:stop] for start, stop in document.declared]
    if all(map(is_plain, found)):  # true of most documents
        return found
    reader = _reader(document, options)
    urls: list[str | Url] = []
    for url, span in zip(found, document.declared, strict=True):
        urls += [url] if is_plain(url) else reader.declared((span,), schemeless=options.schemeless)
    return urls


def _declared_texts(document: Document, options: FindOptions) -> list[str]:
    """The texts of the URLs that a document declares."""
    urls = _declared(document, options, PLAIN_DECLARED.match)
    return [url if isinstance(url, str) else url.text for url in urls]


def _reader(document: Document, options: FindOptions) -> FastReader:
    """The reader of a complete document."""
    return FastReader(document.text, document.flowed, options.schemes, faults=options.faults)


def _add_declared(swept: _Swept, document: Document, options: FindOptions) -> None:
    """Add the URLs that a document declares, ordinary ones as simple ones."""
    from urlmend.finder.fast.ordinary import is_ordinary_text

    own = document.repository.addresses if document.repository else ()

    def is_simple(text: str) -> bool:
        return is_ordinary_text(text) and not text.startswith(own)

    for url in _declared(document, options, is_simple):
        if isinstance(url, str):
            swept.texts.append(url)
        else:
            swept.others[len(swept.texts)] = url
            swept.texts.append(url.text)
