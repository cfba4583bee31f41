"""A reader that skips the evidence where the next line shows that a URL is over."""

from __future__ import annotations

from urlmend.finder.fast.patterns import LINE_IS_OVER
from urlmend.finder.joins import Join
from urlmend.finder.reader import Reader
from urlmend.model.span import Span


class FastReader(Reader):
    """Reads what `Reader` reads."""

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        # In text with DelSp=yes, a line break may leave nothing in a URL.
        if self.flowed != "delsp" and LINE_IS_OVER.match(self.text, run_end):
            return Join((Span(start, stop),))
        return super()._follow(start, body, stop, run_end)
