"""A reader with shortcuts for common URLs; its results are identical to those of `Reader`."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.patterns import NO_PREFIX, is_over, is_over_before
from urlmend.finder.joins import Join, follow
from urlmend.finder.reader import BEFORE_SPACE_IN_MARKUP, Reader
from urlmend.model.document import BOUNDARY
from urlmend.model.span import Span
from urlmend.model.url import Url

# An address of mail or telephony in brackets, without a prefix before them, and its parameters: no markup and no line
# breaks, so it ends with them.
_BRACKETED_ADDRESS = lazy(
    NO_PREFIX + r"(mailto|sips?):[A-Za-z0-9._+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,4}"
    r"[A-Za-z0-9]{1,63}(?:;[A-Za-z0-9;=._-]{0,200})?>"
)
PLAIN_DECLARED = lazy(r"https?:[!-~]+\Z")
"""A declared URL with nothing to strip."""


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

    def _declared(self, whole: Span, *, schemeless: bool) -> Url | None:
        url = self.text[whole.start : whole.stop]
        if not PLAIN_DECLARED.match(url):
            return super()._declared(whole, schemeless=schemeless)
        scheme = "https" if url.startswith("https") else "http"
        return tuple.__new__(Url, (url, (whole,), whole, "markup", scheme, (), (), "certain"))

    def _wrapped(self, offset: int, floor: int) -> Url | None:
        address = _BRACKETED_ADDRESS.match(self.text, offset)
        if address is None:
            return super()._wrapped(offset, floor)
        outer = Span(*address.span())
        span = Span(outer.start + 1, outer.stop - 1)
        return Url(self.text[span.start : span.stop], (span,), outer, "angle", address[1])

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        # In text with DelSp=yes, a line break may leave nothing in a URL.
        if self.flowed != "delsp" and is_over(self.text, run_end):
            return Join((Span(start, stop),))
        over = None if self.flowed in ("delsp", "typeset") else is_over_before
        return follow(self.text, self.flowed, start, body, stop, run_end, is_over=over)
