"""URLs as they appear in a text."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Location, Message, Part
from urlmend.model.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Confidence, Form

# Authority, path, query and fragment (RFC 3986 appendix B), and userinfo, host and port of an authority; `urlmend.uri`
# has more of it.
_COMPONENTS = lazy(r"(?:[^:/?#]*:)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_AUTHORITY = lazy(r"(?:(.*)@)?(\[[^\]]*\]|[^:]*)(?::(.*))?", re.DOTALL)
# Hosts that `repr` shows; others, such as `ada` in `https://ada:/h7Tq@a.example/`, may be parts of a secret.
_SHOWN_HOST = lazy(r"[^.]*\..*|\[[0-9A-Fa-f]*(?::[0-9A-Fa-f]*){2,7}\]", re.DOTALL)

# Longer ones are no ports, and conversion of long ones fails.
_MAX_PORT_LENGTH = 100


class Url(NamedTuple):
    """A URL that somebody wrote into a text; `str` returns its text."""

    text: str
    """What a reader would copy: no wrapper, no white space, nothing normalised; the slices of `spans`, joined.

    Bytes of a file that could not be decoded are lone surrogates: see `Document`.
    """
    spans: tuple[Span, ...]
    """The span of each piece, ascending."""
    outer: Span
    """From its first to its last character, including its wrapper if it has one."""
    form: Form
    """How it appears in the text: `url-wrapper`, `angle`, `bare`, `markup`, `schemeless`, or `fault` (malformed)."""
    scheme: str
    """In lower case; empty for `www.` hosts, and for a wrapper that holds no absolute URL."""
    breaks: tuple[str, ...] = ()
    """What separates its pieces: `newline`, `hyphen`, `quote`, `space`, `page`, `flowed` or `other` for each gap."""
    alternatives: tuple[str, ...] = ()
    """Other readings that the text allows."""
    confidence: Confidence = "certain"
    """How sure the reading is: `certain`, `likely` or `guess`."""

    @property
    def counts(self) -> bool:
        """Whether it is a URL, and not a fault that only the linter reports."""
        return self.form == "schemeless" or (bool(self.scheme) and self.form != "fault")

    @property
    def start(self) -> int:
        """The offset of its first character, without a wrapper."""
        return self.spans[0].start if self.spans else self.outer.start

    @property
    def stop(self) -> int:
        """The offset after its last character, without a wrapper; if it is broken, other text is before it."""
        return self.spans[-1].stop if self.spans else self.outer.stop

    @property
    def userinfo(self) -> str | None:
        """The text before the last `@` of the authority, with secrets as in `text`; None without `@`."""
        return self._authority[0]

    @property
    def host(self) -> str | None:
        """The host as it is written; an IPv6 address includes its brackets. None without an authority."""
        return self._authority[1]

    @property
    def port(self) -> int | None:
        """The port that is written, or None."""
        port = self._authority[2]
        return int(port) if port and port.isascii() and port.isdecimal() and len(port) <= _MAX_PORT_LENGTH else None

    @property
    def path(self) -> str:
        """The text after the authority, up to `?` or `#`."""
        return self._components[1] or ""

    @property
    def query(self) -> str | None:
        """The text between `?` and `#`; None without `?`."""
        return self._components[2]

    @property
    def fragment(self) -> str | None:
        """The text after the first `#`; None without `#`."""
        return self._components[3]

    @property
    def _components(self) -> tuple[str | None, ...]:
        match = _COMPONENTS.match(f"//{self.text}" if self.form == "schemeless" else self.text)
        return match.groups() if match else (None, None, None, None)

    @property
    def _authority(self) -> tuple[str | None, ...]:
        authority = self._components[0]
        match = _AUTHORITY.fullmatch(authority) if authority is not None else None
        return match.groups() if match else (None, authority, None)

    def __str__(self) -> str:
        """Return the text of the URL."""
        return self.text

    def __repr__(self) -> str:
        """Return scheme and host (a name with a dot, or an IP address), as the rest may be secret, and the spans."""
        host = self.host or ""
        shown = f"{self.scheme}{':' if self.scheme else ''}{f'//{host}' if _SHOWN_HOST.fullmatch(host) else ''}"
        hidden = "..." if len(shown) < len(self.text) else ""
        return f"<Url {shown}{hidden} ({self.form}) at {', '.join(f'{start}-{stop}' for start, stop in self.spans)}>"

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
    """The URL; its offsets are in code points of the decoded text."""
    name: str
    """The name of the file; for a member of an archive, followed by `!` and the name of the member."""
    location: Location
    """Lines and columns in the file, from 1, columns in code points: from its first character to its last."""
    message: Message | None
    """The mail or news message that the URL is from, or None."""
    part: Part | None
    """The part of the message, or None if the URL is not from one."""
    place: str = ""
    """The page or part of a document such as a PDF: `p12`; empty for other files. Lines are those of the place."""
