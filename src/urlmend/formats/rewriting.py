"""Rewrite a text to what a reader of its format sees, with an offset map to the source."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from urlmend._lib.fast_typing import NamedTuple, Protocol
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY, END, Conversation, Document, Location, Message, Part
from urlmend.model.span import OffsetMap, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

__all__ = ["BOUNDARY", "END", "CodeBlock", "MappedText", "Rewrite", "lines", "moved", "regions", "rewritten"]

# Where a URL may begin; times and line numbers are commoner than `tel:` with a digit. Each begins with a letter that is
# found fast, which an alternation does not have.
_SIGNS = tuple(map(lazy, (r":(?=[^\s\d])", r"w[wW]{2}", r"W[wW]{2}")))


class Rewrite(NamedTuple):
    """A range of a source (offsets in code points), and what a reader sees instead; an empty range inserts."""

    start: int
    stop: int
    text: str = ""


class CodeBlock(NamedTuple):
    """A range of a text (offsets in code points) that is code, and the name of its language; empty if it has none."""

    language: str
    start: int
    stop: int


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line of a text with its line end, and its offset."""
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line
        at += len(line)


def regions(text: str, end: re.Pattern[str], low: int = 0, high: int | None = None) -> Iterator[tuple[int, int]]:
    """The ranges of `text[low:high]` that may contain a URL: from the line where one may begin to an end."""
    at = low
    stop = len(text) if high is None else high
    for offset in sorted(match.start() for sign in _SIGNS for match in sign.finditer(text, low, stop)):
        if offset < at:
            continue
        start = max(at, text.rfind("\n", at, offset) + 1)
        found = end.search(text, offset, stop)
        at = found.end() if found else stop
        yield start, at


def rewritten(source: Document, rewrites: Iterable[Rewrite], form: str) -> Document:
    """The document that a reader sees of a source, in a format; rewrites ascend and do not overlap.

    Positions of the result are those of the source. A source without rewrites is returned itself.
    """
    source.format = form
    pieces: list[str] = []
    decoded, sources = array("q", [0]), array("q", [0])
    length = at = 0
    for start, stop, text in rewrites:
        pieces += (source.text[at:start], text)
        length += start - at
        decoded.append(length)
        length += len(text)
        decoded.append(length)
        sources.append(start)
        sources.append(stop)
        at = stop
    if not pieces:
        return source
    text = "".join([*pieces, source.text[at:]])
    result = Document(
        text, source.name, rewriting=MappedText(source, OffsetMap.from_columns(decoded, sources)), note=source.note
    )
    result.format = form
    return result


def moved(spans: Iterable[Span], rewrites: list[Rewrite]) -> Iterator[Span]:
    """Yield the spans of a source as spans of its rewritten text."""
    ends = [rewrite.stop for rewrite in rewrites]
    shifts = [0]
    for start, stop, text in rewrites:
        shifts.append(shifts[-1] + len(text) - (stop - start))
    for start, stop in spans:
        yield Span(start + shifts[bisect_right(ends, start)], stop + shifts[bisect_right(ends, stop)])


class _Offsets(Protocol):
    """A map from a text to its source, such as an `OffsetMap`."""

    def to_source(self, offset: int) -> int: ...

    def end_in_source(self, offset: int) -> int: ...


class MappedText:
    """The `Rewriting` of a text with a map to its source."""

    region = None

    def __init__(self, source: Document, offsets: _Offsets) -> None:
        """Take the source, and the map from the text to it."""
        self.source = source
        self._map = offsets

    @property
    def message(self) -> Message | None:
        """The message of the source."""
        return self.source.message

    @property
    def part(self) -> Part | None:
        """The part of the source."""
        return self.source.part

    @property
    def conversation(self) -> Conversation | None:
        """The conversation of the source."""
        return self.source.conversation

    def in_source(self, span: Span) -> Span:
        """The span of the source from which a span of the rewritten text is (code points)."""
        start = self._map.to_source(span.start)
        found = Span(start, max(start, self._map.end_in_source(span.stop)))
        return self.source.in_source(found)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the rewritten text (code points)."""
        return self.source.position(self._map.to_source(offset))

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in the file of spans of the rewritten text."""
        to_source, end_in_source = self._map.to_source, self._map.end_in_source
        return self.source.locate_all([Span(to_source(start), end_in_source(stop)) for start, stop in spans])
