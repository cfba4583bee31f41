"""Hide the secrets of a text: those of URLs, and of header fields, settings and connection strings."""

from __future__ import annotations

from urlmend.finder import FindOptions, find_urls
from urlmend.finder.secret_spans import secret_spans
from urlmend.model.document import Document
from urlmend.model.span import Span, is_inside, merged
from urlmend.redaction.fields import field_secrets
from urlmend.redaction.redact import mask

# So many code points are searched at a time, and so many before and after them: far more than a URL has.
_WINDOW = 1 << 18
_REACH = 1 << 14
# The text before what is printed while a stream is written to.
_SHORT_REACH = 1 << 12


def redacted(text: str) -> str:
    """Return a text with its secrets replaced by `***`."""
    return mask(text, secrets(text))


def secrets(text: str) -> list[Span]:
    """Return the spans of all secrets of a text, ascending and disjoint (offsets in code points)."""
    document = Document(text)
    urls = find_urls(document, FindOptions(schemeless=True, faults=True))
    in_urls = merged(url.outer for url in urls if url.counts)
    fields = [span for span in field_secrets(text) if not is_inside(span.start, in_urls)]
    return merged([*secret_spans(document, urls), *fields])


class Redactor:
    """Redacts a text that arrives in pieces; memory is bounded. What is returned, joined, is the redacted text."""

    def __init__(self) -> None:
        """Start at the beginning of a text."""
        self._text = ""
        self._done = 0
        """The offset in the text up to which it was returned; the text before it is context."""

    def add(self, text: str) -> str:
        """Add a piece of the text; return what is certain not to depend on the text after it."""
        self._text += text
        if len(self._text) - self._done < _WINDOW + _REACH:
            return ""
        return self._returned(self._end(len(self._text) - _REACH), _REACH)

    def lines(self, *, but_last: bool = False) -> str:
        """Return all complete lines, or all but the last: a secret that goes on in the next line is then not hidden."""
        stop = self._text.rfind("\n") + 1
        if but_last:
            stop = self._text.rfind("\n", 0, max(0, stop - 1)) + 1
        return self._returned(stop, _SHORT_REACH) if stop > self._done else ""

    def rest(self) -> str:
        """Return the text up to its end."""
        return self._returned(len(self._text), 0)

    def _end(self, limit: int) -> int:
        """Return the end of the last line before an offset, or else of a word."""
        for sign in "\n\r ":
            if (at := self._text.rfind(sign, self._done, limit) + 1) > self._done:
                return at
        return limit

    def _returned(self, stop: int, reach: int) -> str:
        """Return the text up to an offset, and keep as much of it as may matter for the text after it."""
        spans = secrets(self._text)
        if is_inside(stop, spans):  # of a line that does not end
            stop = next(span.stop for span in spans if span.start <= stop < span.stop)
        found = mask(self._text, spans, self._done, stop)
        low = self._text.rfind("\n", 0, max(0, stop - reach)) + 1 if stop > reach else 0
        low = max(low, stop - 2 * reach)
        self._text, self._done = self._text[low:], stop - low
        return found
