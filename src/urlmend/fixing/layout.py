"""Lines that keep their length: titles as long as their underlines, and rows of tables with fixed columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.fixing.content_lines import COMMENTED, Line
from urlmend.formats.restructuredtext import table_rows
from urlmend.model.span import Span

# One punctuation character; three quotation marks end a docstring, and three backticks fence code.
_UNDERLINE = lazy(r"(?!(?:\"{3}|'{3}|`{3})\Z)([!-/:-@\[-`{-~])\1{2,}\Z")
# How much the underline of a title may differ from it in AsciiDoc, in code points; other lines delimit blocks.
_TOLERANCE = 3


def layout_regions(lines: Iterable[Line], form: str) -> Iterator[Span]:
    """The lines of a text that keep their length; several iterations may overlap.

    `lines` are all of the text, `form` is its format or language.
    """
    if form not in COMMENTED and form not in ("asciidoc", "prose", "restructuredtext"):
        return
    for block in _blocks(lines):
        rows = [(Span(line.start, line.start + len(line.text)), line.content) for line in block]
        if form in COMMENTED or form == "prose":
            yield from table_rows(rows)
        if form not in COMMENTED or not block[0].mark:
            for (span, title), (_, underline) in pairwise(rows):
                is_title = form != "asciidoc" or abs(len(title) - len(underline)) <= _TOLERANCE
                if is_title and _UNDERLINE.match(underline):
                    yield span


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Group lines by comment or quotation."""
    block: list[Line] = []
    for line in lines:
        if block and (block[-1].closed >= 0 or line.mark != block[-1].mark):
            yield block
            block = []
        block.append(line)
    if block:
        yield block
