"""The offsets of fixes in the fixed text and in the original one, over several rounds of fixes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.finding import Edit, Finding
from urlmend.model.span import Span


class Fixed(NamedTuple):
    """A fix that was made in a round, and where its finding is."""

    number: int
    """The number of its document."""
    offset: int
    """Offset in the source of that document after the last round, in code points."""
    original: int
    """Offset in the original source, in code points."""
    finding: Finding


def moved(fixed: Iterable[Fixed], edits: dict[int, list[Edit]]) -> list[Fixed]:
    """Return fixes with their offsets as these are after edits, by number of the document."""
    growths = {number: _growths(made) for number, made in edits.items()}
    moved = []
    for item in fixed:
        made = edits.get(item.number, [])
        before = bisect_left(made, item.offset, key=lambda edit: edit.span.start)
        growth = growths[item.number][before] if made else 0
        moved.append(item._replace(offset=max(item.offset + growth, 0)))
    return moved


def moved_back(fixed: Iterable[Fixed], edits: dict[int, list[Edit]]) -> list[Fixed]:
    """Return fixes with their original offsets as these were before edits, by number of the document."""
    growths = {number: _growths(made) for number, made in edits.items()}
    ends = {
        number: [stop + growth for ((_, stop), _), growth in zip(made, growths[number][1:], strict=True)]
        for number, made in edits.items()
    }
    moved = []
    for item in fixed:
        made, original = edits.get(item.number, []), item.original
        if made:
            before = bisect_right(ends[item.number], original)
            original -= growths[item.number][before]
            if before < len(made):  # text that an edit inserts comes from where the edit is
                original = min(original, made[before].span.start)
        moved.append(item._replace(original=original))
    return moved


def without_kept(source: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield edits without the text that they move or keep, so that the offsets in it are known afterwards."""
    for (start, stop), text in edits:
        kept = text.strip()
        at = source.find(kept, start, stop) if kept else -1
        if at < 0:
            yield Edit(Span(start, stop), text)
            continue
        before, _, after = text.partition(kept)
        for span, inserted in ((Span(start, at), before), (Span(at + len(kept), stop), after)):
            if inserted or span.start < span.stop:
                yield Edit(span, inserted)


def _growths(edits: Sequence[Edit]) -> list[int]:
    """Return by how many code points the text grows before each edit, and altogether."""
    return [0, *accumulate(len(text) - (stop - start) for (start, stop), text in edits)]
