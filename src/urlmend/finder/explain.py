"""Explain joins: the evidence at each line end where a bare URL continues, or may continue."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder.join_evidence import AMBIGUOUS, JOIN, reasons, weigh
from urlmend.finder.joins import Join, follow
from urlmend.finder.junction import Junction
from urlmend.finder.reader import Reader
from urlmend.finder.scanner import FindOptions, moved, read_windows_with
from urlmend.model.document import Document
from urlmend.model.url import Url
from urlmend.uri.schemes import SchemeTable


class Weighed(NamedTuple):
    """A line end after a bare URL, or after one of its pieces."""

    tail: str
    """The text on the next line that would belong to the URL."""
    evidence: tuple[tuple[str, float], ...]
    """The name and weight of each piece of evidence that holds; negative weights are evidence against a join."""

    @property
    def weight(self) -> float:
        """The sum of the weights."""
        return sum(weight for _, weight in self.evidence)

    @property
    def outcome(self) -> str:
        """What the evidence alone decides: `joined`, `guess`, or `ended`."""
        return "joined" if self.weight >= JOIN else "guess" if self.weight >= AMBIGUOUS else "ended"


def explained(
    document: Document, options: FindOptions = FindOptions(), *, nearly: float = 0
) -> Iterator[tuple[Url, list[Weighed]]]:
    """The URLs of a document, each with the line ends where it goes on, or nearly does: those of a weight or more.

    Offsets are in code points of the document's text. The same URL elsewhere in the text may decide otherwise than
    the evidence does.
    """
    weighed: dict[int, list[Weighed]] = {}
    for window, urls in read_windows_with(partial(_ExplainingReader, weighed), document, options):
        for url in urls:
            places = weighed.get(url.spans[0].start, ()) if url.spans else ()  # an empty wrapper has none
            yield moved(url, window.base), [place for place in places if place.weight >= nearly]
        weighed.clear()


class _ExplainingReader(Reader):
    """A reader that keeps what it weighs, by the offset of the URL."""

    def __init__(
        self, weighed: dict[int, list[Weighed]], text: str, flowed: str, schemes: SchemeTable, *, faults: bool
    ) -> None:
        super().__init__(text, flowed, schemes, faults=faults)
        self._weighed = weighed

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        def keep(junction: Junction) -> float:
            self._weighed.setdefault(start, []).append(Weighed(junction.tail, tuple(reasons(junction))))
            return weigh(junction)

        return follow(self.text, self.flowed, start, body, stop, run_end, keep)
