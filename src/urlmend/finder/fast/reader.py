"""A reader with shortcuts for common URLs; its results are identical to those of `Reader`."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.patterns import is_over
from urlmend.finder.joins import Join
from urlmend.finder.line_breaks import EDGES
from urlmend.finder.reader import UNTERMINATED_REACH, Reader
from urlmend.finder.triggers import Trigger, TriggerKind
from urlmend.finder.url_end import MAX_URL
from urlmend.model.document import BOUNDARY
from urlmend.model.span import Span
from urlmend.model.url import Url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Form

# A run of ASCII characters without brackets, quotes, backslashes, `|` and `*`, which ends a URL but for punctuation. A
# closing bracket after it has no partner inside.
_SIMPLE_RUN = lazy(r"[A-Za-z0-9._~%&=?+@,;!$/#-]++(?::(?!//)[A-Za-z0-9._~%&=?+@,;!$/#-]*+)*(?=[\s<>\"`)\]}\0]|\Z)")
_MAY_BEGIN_MARKUP = "]:_RL,="
_NO_TEXT = " \t\r\n" + EDGES
_SIMPLE_BEFORE = ' \n\t\r<>("'
_DELIMITERS = ("(", '"')


class FastReader(Reader):
    """Reads URLs of a text, one at a time."""

    def read(self, trigger: Trigger, floor: int) -> Url | None:
        """The URL at a trigger, or None. Its scheme begins at the offset `floor` or later."""
        offset, kind = trigger
        if kind is TriggerKind.HIERARCHICAL and (url := self._simple(offset, floor)):
            return url
        return super().read(trigger, floor)

    def _simple(self, offset: int, floor: int) -> Url | None:
        """The web URL whose `://` is at an offset, if it is simple; written without calls that can be spared."""
        text = self.text
        start = offset - (5 if text[offset - 1 : offset] == "s" else 4)
        scheme = text[start:offset]
        if start < floor or (scheme != "http" and scheme != "https"):  # noqa: PLR1714
            return None
        form: Form = "bare"
        if start:
            before = text[start - 1]
            if before == "(":
                form = "markup" if text[start - 2 : start] == "](" else "bare"
            elif before != "\n" and (before != " " or text[start - 2 : start - 1] in _MAY_BEGIN_MARKUP):
                return None
            # It may be in an unterminated wrapper.
            if text.find("<", max(0, start - UNTERMINATED_REACH), start) >= 0:
                return None
        ends = simple_ends(text, start, offset + 3)
        if ends is None:
            return None
        stop, run_end = ends
        # A space and more text is the commonest end by far.
        after = text[run_end : run_end + 2]
        if (after[:1] != " " or after[1:] in _NO_TEXT) and (after[:1] == BOUNDARY or not self._is_over(run_end)):
            return None
        span = Span(start, stop)
        return Url(text[start:stop], (span,), span, form, scheme)

    def simple(self, url: str, start: int) -> Url:
        """A URL at an offset that the expression of simple URLs matched; written without calls that can be spared."""
        text, stop, new = self.text, start + len(url), tuple.__new__
        span = outer = new(Span, (start, stop))
        form, before = "bare", text[start - 1 : start]
        if before == "<" and text[stop : stop + 1] == ">":
            outer, form = new(Span, (start - 1, stop + 1)), "angle"
        elif before != "\n" and (before != " " or text[start - 2 : start - 1] in _MAY_BEGIN_MARKUP):
            form = self._form(start, stop, stop, "http")
        elif text[stop : stop + 1] == BOUNDARY:
            form = "markup"
        return new(Url, (url, (span,), outer, form, "https" if url[4] == "s" else "http", (), (), "certain"))

    def _ends(self, start: int, body: int) -> tuple[int, int] | None:
        return simple_ends(self.text, start, body) or super()._ends(start, body)

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        if self._is_over(run_end):
            return Join((Span(start, stop),))
        return super()._follow(start, body, stop, run_end)

    def _is_over(self, run_end: int) -> bool:
        """Whether the text after the run of characters that ends at an offset shows that the URL is over."""
        # In text with DelSp=yes, a line break may leave nothing in a URL.
        return self.flowed != "delsp" and is_over(self.text, run_end)


def simple_ends(text: str, start: int, body: int) -> tuple[int, int] | None:
    """Where a bare URL ends on its line, and its run of characters, if it is a simple one; None for others.

    `start` is where the scheme begins, `body` the first offset after the colon and slashes.
    """
    match = _SIMPLE_RUN.match(text, body, body + MAX_URL)
    if match is None or (start > 0 and text[start - 1] not in _SIMPLE_BEFORE):
        return None
    run = match.group()
    if (";" in run and "&" in run) or not run[0].isalnum():
        return None
    end = match.end()
    if run[-1] not in ".,;:!?":
        return end, end
    if text[start - 1 : start] in _DELIMITERS:  # all of it may belong to the URL
        return None
    return body + len(run.rstrip(".,;:!?")), end
