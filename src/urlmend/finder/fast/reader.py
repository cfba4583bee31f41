"""A reader with shortcuts for common URLs; its results are identical to those of `Reader`."""

from __future__ import annotations

from urlmend.finder.fast.patterns import is_over, is_over_before
from urlmend.finder.joins import Join, follow
from urlmend.finder.reader import BEFORE_SPACE_IN_MARKUP, Reader
from urlmend.model.document import BOUNDARY
from urlmend.model.span import Span
from urlmend.model.url import Url


class FastReader(Reader):
    """Reads URLs of a text, one at a time."""

    def simple(self, url: str, start: int) -> Url:
        """A URL at an offset that the expression of simple URLs matched; written without calls that can be spared."""
        text, stop, new = self.text, start + len(url), tuple.__new__
        span = outer = new(Span, (start, stop))
        form, before = "bare", text[start - 1 : start]
        if before == "<" and text[stop : stop + 1] == ">":
            outer, form = new(Span, (start - 1, stop + 1)), "angle"
        elif before != "\n" and (before != " " or text[start - 2 : start - 1] in BEFORE_SPACE_IN_MARKUP):
            form = self._form(start, stop, stop, "http")
        elif text[stop : stop + 1] == BOUNDARY:
            form = "markup"
        scheme = "ftp" if url[3] == ":" else "https" if url[4] == "s" else "http"
        return new(Url, (url, (span,), outer, form, scheme, (), (), "certain"))

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        # In text with DelSp=yes, a line break may leave nothing in a URL.
        if self.flowed != "delsp" and is_over(self.text, run_end):
            return Join((Span(start, stop),))
        over = None if self.flowed in ("delsp", "typeset") else is_over_before
        return follow(self.text, self.flowed, start, body, stop, run_end, is_over=over)
