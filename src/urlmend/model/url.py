"""URLs as they appear in a text."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.document import Location, Message, Part
from urlmend.model.span import Span


class Url(NamedTuple):
    """A URL that somebody wrote into a text."""

    text: str
    """What a reader would copy: no wrapper, no white space, nothing normalised; the slices of `spans`, joined."""
    spans: tuple[Span, ...]
    """The span of each piece, ascending."""
    outer: Span
    """From its first to its last character, including its wrapper if it has one."""
    form: str
    """How it appears in the text: `url-wrapper`, `angle`, `bare`, `markup` or `schemeless`; `fault` if it is none."""
    scheme: str
    """In lower case; empty for `www.` hosts, and for a wrapper that holds no absolute URL."""
    breaks: tuple[str, ...] = ()
    """What separates its pieces: `newline`, `hyphen`, `quote`, `space`, `page`, `flowed` or `other` for each gap."""
    alternatives: tuple[str, ...] = ()
    """Other readings that the text allows."""
    confidence: str = "certain"
    """How sure the reading is: `certain`, `likely` or `guess`."""

    @property
    def counts(self) -> bool:
        """Whether it is a URL, and not a fault that only the linter reports."""
        return self.form == "schemeless" or (bool(self.scheme) and self.form != "fault")

    def spans_of(self, start: int, stop: int) -> tuple[Span, ...]:
        """The spans of the document that hold `text[start:stop]` (offsets in code points)."""
        if len(self.spans) == 1 and 0 <= start < stop <= len(self.text):  # most URLs have one span
            first = self.spans[0].start
            return (Span(first + start, first + stop),)
        found = []
        for span in self.spans:
            length = span.stop - span.start
            low, high = max(start, 0), min(stop, length)
            if low < high:
                found.append(Span(span.start + low, span.start + high))
            start, stop = start - length, stop - length
        return tuple(found)


class Found(NamedTuple):
    """A URL of a file, and its position there."""

    url: Url
    name: str
    """The name of the file; for a member of an archive, followed by `!` and the name of the member."""
    location: Location
    message: Message | None
    """The mail or news message that the URL is from, or None."""
    part: Part | None
