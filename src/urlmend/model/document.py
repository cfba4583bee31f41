"""Documents: texts to search, with their places in a file or message."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend._lib.fast_typing import NamedTuple, Protocol
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span

END_OF_LINE = lazy(r"\r\n?|\n")


class Location(NamedTuple):
    """Where a span stands: lines and columns from 1, columns in code points.

    The end is that of the half-open span: the column just behind the last character.
    """

    line: int
    """Where it begins."""
    column: int
    """The column of its first character."""
    end_line: int
    """Where it ends."""
    end_column: int
    """The column behind its last character."""


class Message(NamedTuple):
    """The mail or news message that a document is from."""

    id: str
    """Its message-id, with angle brackets; empty if it has none. Nothing is hidden in this and the next two."""
    date: str
    """The `Date` field as it stands."""
    subject: str
    """The subject, decoded."""
    number: int
    """Its number in the file, from 0."""


class Part(NamedTuple):
    """The part of a message that a document is: its path (`1.2`, or `subject`) and its content type."""

    path: str
    """The numbers of the parts that lead to it, and the name of a header field in lower case, with dots between."""
    content_type: str
    """Its type without parameters, such as `text/plain`."""


class Region(NamedTuple):
    """The bytes of a file (offsets) that are a document's text, one to one, in a codec of Python."""

    start: int
    stop: int
    codec: str


class Origin(Protocol):
    """Knows where a decoded text stands in the file that it is from."""

    @property
    def message(self) -> Message | None:
        """The message, if the text is from one."""

    @property
    def part(self) -> Part | None:
        """The part of the message."""

    @property
    def region(self) -> Region | None:
        """The bytes of the text, if it is not encoded; without it, fixes cannot be written back."""

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in the text (code points)."""


# The length of the windows in which a long text is read, in code points, without the text around them.
WINDOW_SIZE = 1 << 21


class Window(NamedTuple):
    """A range of a document, with the text around it."""

    text: str
    low: int
    """Where the range begins and ends, as offsets in code points of `text`."""
    high: int
    end: int
    """How far the running text goes."""
    base: int
    """The offset of `text` in the document."""

    @property
    def running(self) -> str:
        """The running text: a URL in it never goes on in what is declared behind it."""
        return self.text if self.end == len(self.text) else self.text[: self.end]


class Document:
    """One text to scan, and the name under which it is reported.

    The text keeps the line endings of its source; undecodable bytes stand in it as
    lone surrogates (U+DC80 to U+DCFF), as Python's `surrogateescape` writes them.
    """

    __slots__ = ("_cursor", "_line_starts", "_region", "declared", "flowed", "name", "note", "origin", "text")

    text: str
    name: str
    """Of the file; of what is packed, the member's behind a `!`."""
    origin: Origin | None
    flowed: str
    declared: tuple[Span, ...]
    note: str
    """What could not be decoded; empty if all could."""
    is_read_in_windows = False
    """Whether `text` is one window at a time of a longer text."""

    def __init__(
        self,
        text: str,
        name: str = "-",
        *,
        origin: Origin | None = None,
        flowed: str = "",
        declared: tuple[Span, ...] = (),
        note: str = "",
        region: Region | None = None,
    ) -> None:
        """Hold a text under a name; `-` is standard input's.

        `origin` tells where a decoded text is from, `region` which bytes a plain one is.
        `flowed` is "" for fixed text, and for `format=flowed` (RFC 3676) "yes", or "delsp" with
        `DelSp=yes`. `declared` are spans that hold a URL each, whatever they look like; they
        are no running text. `note` says what could not be decoded, and was read as it stands.
        """
        self.text = text
        self.name = name
        self.origin = origin
        self.flowed = flowed
        self.declared = declared
        self.note = note
        self._region = region
        self._line_starts: list[int] | None = None
        self._cursor = (0, 1, 0)
        """The place asked for last at which a span begins: its offset, its line, and where that line begins."""

    @property
    def message(self) -> Message | None:
        """The mail or news message that the text is from; None if it is from none."""
        return self.origin.message if self.origin else None

    @property
    def part(self) -> Part | None:
        """The part of the message; None if the text is from none."""
        return self.origin.part if self.origin else None

    @property
    def region(self) -> Region | None:
        """The bytes of the file that are the text; None if there are none, or they are encoded or packed."""
        return self.origin.region if self.origin else self._region

    def windows(self, *, places: bool = True) -> Iterable[Window]:  # noqa: ARG002  # long texts use it
        """The text in windows of WINDOW_SIZE code points; in one, if there are declared spans.

        `places` is whether `locate` will be asked for places in them.
        """
        if self.declared or len(self.text) <= WINDOW_SIZE:
            running = self.declared[0].start if self.declared else len(self.text)
            return (Window(self.text, 0, running, running, 0),)
        size = len(self.text)
        return (Window(self.text, low, min(low + WINDOW_SIZE, size), size, 0) for low in range(0, size, WINDOW_SIZE))

    def locate(self, span: Span) -> Location:
        """Lines and columns of a span (offsets in code points) in the file that the text is from."""
        line, column = self.position(span.start)
        cursor = self._cursor
        end_line, end_column = self.position(span.stop)
        self._cursor = cursor  # the next span may begin before this one ends
        return Location(line, column, end_line, end_column)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in the text (code points)."""
        return self.origin.position(offset) if self.origin else self._position(offset)

    def _position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the text itself."""
        text = self.text
        at, line, line_start = self._cursor
        # Between the halves of a CRLF, the line is not over yet.
        end = offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset
        if self._line_starts is None and end < line_start:
            self._line_starts = [0, *(match.end() for match in END_OF_LINE.finditer(text))]
        if self._line_starts is not None:
            from bisect import bisect_right

            line = bisect_right(self._line_starts, offset)
            return line, offset - self._line_starts[line - 1] + 1
        # Mostly asked for in ascending order: lines are counted on from the last place.
        if end > at:
            between = text.count("\n", at, end)
            returns = text.find("\r", at, end) >= 0  # finding one costs far less than counting them
            if returns:
                between += text.count("\r", at, end) - text.count("\r\n", at, end)
            if between:
                line += between
                line_start = max(text.rfind("\n", at, end), text.rfind("\r", at, end) if returns else 0) + 1
            self._cursor = (end, line, line_start)
        return line, offset - line_start + 1
