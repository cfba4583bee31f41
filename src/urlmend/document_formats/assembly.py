"""Passages to documents: a text of many passages, its links as declared URLs, and the way back to places."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from urlmend._lib.allowance import Allowance, LimitError
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats.furniture import edges
from urlmend.document_formats.passages import DocumentError, Link, Passage
from urlmend.document_formats.printed_links import Print, is_broken, may_be_cut, printed_target
from urlmend.model.document import LABEL, Annotation, Conversation, Document, Location, Message, Origin, Part, blanked
from urlmend.model.span import Span
from urlmend.redaction.redact import redact_names

# A document is made of passages until its text has so many code points: about fifty pages. A URL is not followed from
# one document to the next.
SIZE = 1 << 17
# Limits on texts and targets, as in `_lib.allowance`: each is searched for URLs.
_FREE_SIZE = 1 << 23
_MAX_RATIO = 50
# A target is printed on so many lines at most, and so many links are looked at before a URL.
_MOST_LINES = 32
_MOST_LINKS = 64
# What hardly any address ends with.
_CUT_ENDS = ("-", "_", "=", "&", "?", "%")
# How far the links of two lines may be apart, in code points.
_LARGEST_GAP = 200
# What separates pages, and paragraphs: nothing continues over an empty line without a form feed.
_PAGE_BREAK = "\n\f\n"
_PARAGRAPH = "\n\n"
# A text that begins with a URL, and its host.
_SHOWN_HOST = lazy(r"\s*(?:https?://|(?=www\.))((?:[\w-]+\.)+[^\W\d_][\w-]*)", re.IGNORECASE)
_MAX_HOST = 253
_LINE_FEED = lazy(r"\n")


class _Segment(NamedTuple):
    """A range of the text that is a range of a passage."""

    start: int
    """The offset of its first code point in the text."""
    passage: Passage
    offset: int
    """The offset of its first code point in the passage."""


class Assembler:
    """Makes documents of the passages of one file."""

    def __init__(
        self,
        name: str,
        form: str,
        *,
        title: str = "",
        date: str = "",
        is_typeset: bool = False,
        origin: Origin | None = None,
        file_size: int = 0,
    ) -> None:
        """Take the names of file and format, title and date, `Reader.is_typeset`, and the origin of an attachment.

        `file_size` is in bytes: few of them may name a long text or target that many pages and links show.
        """
        self._name = name
        self._form = form
        self._title = title
        self._date = date
        self._origin = origin
        self._is_typeset = is_typeset
        self._allowance = Allowance(file_size, free_size=_FREE_SIZE, max_ratio=_MAX_RATIO)
        self._links_lines = False
        """Whether links of the file have been seen that continue on another line."""

    def documents(self, passages: Iterable[Passage]) -> Iterator[Document]:
        """Yield the documents of passages, each of about SIZE code points; what the passages raise comes after them."""
        group: list[Passage] = []
        size = 0
        failures: list[Exception] = []
        reading = iter(passages)
        while True:
            try:
                passage = next(reading, None)
                added = self._size(passage) if passage else 0
            except Exception as error:  # what was read before it is of use
                failures, passage = [error], None
            if group and (passage is None or size >= SIZE):
                yield self._document(group)
                group, size = [], 0
            if passage is None:
                break
            group.append(passage)
            size += added
        if failures:
            raise failures.pop()  # a frame that still had it would keep both in memory

    def _size(self, passage: Passage) -> int:
        """The code points that a passage and its targets have in a document. Raises DocumentError if they are many."""
        size = len(passage.text) + sum([len(link.target) for link in passage.links])
        try:
            self._allowance.take(size)
        except LimitError as error:
            raise DocumentError(f"{passage.place}: {error}") from error
        return size

    def _document(self, passages: Sequence[Passage]) -> Document:
        segments, text = self._joined(passages)
        places = _Places(segments, text, self._title, self._date)
        source = Document(text, self._name, origin=_PlacesOrigin(places, self._origin))
        prints, others = self._linked(text, places.links)
        running = blanked(text, [span for found in prints for span in found.spans])
        pieces, declared, origins = [running], [], []
        at = len(running) + 1
        for target, label, shown in _declarations(text, prints, others):
            declared.append(Span(at, at + len(target)))
            origins.append(shown)
            pieces.append(f"{target}{LABEL}{label}" if label else target)
            at += len(pieces[-1]) + 1
        assembled = _Assembled(source, places, declared, origins, self._origin)
        result = Document(
            "\n".join(pieces),
            self._name,
            rewriting=assembled,
            flowed="typeset" if self._is_typeset else "",
            declared=tuple(declared),
        )
        source.format = result.format = self._form
        source.layout, result.layout = _Layout(places, None), _Layout(places, assembled)
        result.labelled = any(LABEL in piece for piece in pieces[1:])
        return result

    def _joined(self, passages: Sequence[Passage]) -> tuple[list[_Segment], str]:
        """The text of passages, and where each is in it; empty lines separate headers and footers from the pages."""
        cuts = edges([passage.text for passage in passages]) if self._is_typeset else None
        separator = _PAGE_BREAK if self._is_typeset else _PARAGRAPH
        segments: list[_Segment] = []
        pieces: list[str] = []
        at = 0

        def add(passage: Passage, start: int, stop: int, end: str) -> None:
            nonlocal at
            segments.append(_Segment(at, passage, start))
            pieces.extend((passage.text[start:stop], end))
            at += stop - start + len(end)

        for number, passage in enumerate(passages):
            low, high = cuts[number] if cuts else (0, len(passage.text))
            if low:
                add(passage, 0, low, "\n")
            add(passage, low, high, "\n" if high < len(passage.text) else separator)
            if high < len(passage.text):
                add(passage, high, len(passage.text), separator)
        return segments, "".join(pieces)

    def _linked(self, text: str, links: Sequence[Link]) -> tuple[list[Print], list[Link]]:
        """The targets that are printed where they are linked, and links whose texts show something else."""
        prints: list[Print] = []
        others: list[Link] = []
        end = 0
        for number, link in enumerate(links):
            if prints and link.start < end and link.target == prints[-1].target:
                continue
            found = printed_target(text, links[number : number + _MOST_LINES]) if link.start < link.stop else None
            if found and found.spans[0].start >= end:
                prints.append(found)
                end = found.spans[-1].stop
            elif not (others and _continues(text, others[-1], link)):
                others.append(link)
        self._links_lines = self._links_lines or any(is_broken(text, found) for found in prints)
        return [found for found in prints if not self._is_in_doubt(text, found)], others

    def _is_in_doubt(self, text: str, found: Print) -> bool:
        """Whether a printed target may continue on the next line, which the evidence of the text decides."""
        return may_be_cut(text, found) and (not self._links_lines or found.target.endswith(_CUT_ENDS))


def _continues(text: str, before: Link, link: Link) -> bool:
    """Whether a link is the next line of another one."""
    if link.start > before.stop + _LARGEST_GAP:
        return False
    return link.target == before.target and not text[before.stop : link.start].strip()


def _declarations(text: str, prints: Sequence[Print], others: Sequence[Link]) -> Iterator[tuple[str, str, Span]]:
    """Yield each target in the order of the text, the host that its text shows instead of its own, and its range."""
    found = [(Span(each.spans[0].start, each.spans[-1].stop), each.target, False) for each in prints]
    found += [(Span(each.start, each.stop), each.target, True) for each in others]
    for span, target, is_labelled in sorted(found):
        shown = _SHOWN_HOST.match(text[span.start : min(span.stop, span.start + _MAX_HOST)]) if is_labelled else None
        yield target, shown[1].lower() if shown else "", span


class _Places:
    """Where the offsets of a text are in its passages."""

    def __init__(self, segments: Sequence[_Segment], text: str, title: str, date: str) -> None:
        self.title = title
        self.date = date
        self.text = text
        self._segments = segments
        self._starts = [segment.start for segment in segments]
        self._lines_of: Passage | None = None
        self._line_starts: list[int] = []
        """Where the lines of the passage begin that was asked for last."""
        self.links = sorted(self._all_links())
        """The links of all passages, ascending; offsets are those of the text."""
        self.pages = [self.segment(link.start).passage.page for link in self.links]

    def _all_links(self) -> Iterator[Link]:
        numbers: dict[int, list[_Segment]] = {}
        for segment in self._segments:
            numbers.setdefault(id(segment.passage), []).append(segment)
        for segments in numbers.values():
            offsets = [segment.offset for segment in segments]
            for link in segments[0].passage.links:
                start, stop = (self._moved(segments, offsets, at) for at in (link.start, link.stop))
                yield Link(start, max(start, stop), link.target, link.rectangles)

    @staticmethod
    def _moved(segments: Sequence[_Segment], offsets: Sequence[int], at: int) -> int:
        segment = segments[bisect_right(offsets, at) - 1]
        return segment.start + at - segment.offset

    def segment(self, offset: int) -> _Segment:
        """The segment that holds an offset in the text, or is before it."""
        return self._segments[max(0, bisect_right(self._starts, offset) - 1)]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in its passage, from 1."""
        segment = self.segment(offset)
        text = segment.passage.text
        at = min(segment.offset + offset - segment.start, len(text))
        if self._lines_of is not segment.passage:
            starts = [0, *(match.end() for match in _LINE_FEED.finditer(text))]
            self._lines_of, self._line_starts = segment.passage, starts
        line = bisect_right(self._line_starts, at)
        return line, at - self._line_starts[line - 1] + 1

    def overlapping(self, span: Span) -> Iterator[tuple[Link, int]]:
        """Yield the links that overlap a span of the text, or are at it if it is empty, and their pages."""
        number = bisect_left(self.links, (span.stop,))
        lowest = max(0, number - _MOST_LINKS)
        while number > lowest and self.links[number - 1].stop > span.start:
            number -= 1
        while number < len(self.links) and self.links[number].start < max(span.stop, span.start + 1):
            yield self.links[number], self.pages[number]
            number += 1


class _PlacesOrigin:
    """The `Origin` of the text of the passages."""

    region = None

    def __init__(self, places: _Places, origin: Origin | None) -> None:
        """Take the places, and the origin of an attached file, which gives the message that it is from."""
        self._places = places
        self.message: Message | None = origin.message if origin else None
        self.part: Part | None = origin.part if origin else None
        self.conversation: Conversation | None = origin.conversation if origin else None

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in its passage of an offset in the text (code points)."""
        return self._places.position(offset)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in their passages of spans of the text."""
        return [Location(*self._places.position(start), *self._places.position(stop)) for start, stop in spans]


class _Assembled(_PlacesOrigin):
    """The `Rewriting` of a text whose passages are followed by declared URLs."""

    def __init__(
        self, source: Document, places: _Places, declared: Sequence[Span], shown: Sequence[Span], origin: Origin | None
    ) -> None:
        """Take the text of the passages, and of each declared URL the range of it that shows the URL."""
        super().__init__(places, origin)
        self.source = source
        self._starts = [span.start for span in declared]
        self._shown = shown

    def in_source(self, span: Span) -> Span:
        """Return the range of the passages that a span of the text shows (code points)."""
        number = bisect_right(self._starts, span.start) - 1
        return self._shown[number] if number >= 0 else span

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in its passage of an offset in the text (code points)."""
        return super().position(self.in_source(Span(offset, offset)).start)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in their passages of spans of the text."""
        return super().locate_all(map(self.in_source, spans))


class _Layout:
    """The `Layout` of an assembled document."""

    def __init__(self, places: _Places, assembled: _Assembled | None) -> None:
        """Take the places, and the way back to the text of the passages from another one."""
        self._places = places
        self._assembled = assembled  # and not the document: nobody collects such a cycle

    @property
    def title(self) -> str:
        """The title in the metadata; or empty."""
        return self._places.title

    @property
    def date(self) -> str:
        """The date in the metadata; or empty."""
        return self._places.date

    def place(self, offset: int) -> str:
        """The page or part of an offset in the text; names of sheets and parts are shown without their secrets."""
        return redact_names(self._passage(offset).place)

    def page(self, offset: int) -> int:
        """The number of the page of an offset in the text; 0 if there are no pages."""
        return self._passage(offset).page

    def annotations(self, span: Span) -> list[Annotation]:
        """The links that overlap a span of the text."""
        found = self._places.overlapping(self._in_passages(span))
        return [Annotation(link.target, page, link.rectangles) for link, page in found]

    def _passage(self, offset: int) -> Passage:
        return self._places.segment(self._in_passages(Span(offset, offset)).start).passage

    def _in_passages(self, span: Span) -> Span:
        return self._assembled.in_source(span) if self._assembled else span
