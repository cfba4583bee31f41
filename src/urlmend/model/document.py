"""Documents: texts to search, and their positions in a file or message."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from urlmend._lib.fast_typing import NamedTuple, Protocol
from urlmend._lib.lazy_regex import lazy
from urlmend.model.markup import notable_targets
from urlmend.model.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.heading_names import FragmentFault

BOUNDARY = "\0"
"""A character that formats insert where their markup ends a URL: nothing continues after it."""

END = f" {BOUNDARY}"
"""What formats insert after a bare URL that ends with its field or command: nothing continues after it."""


LABEL = "\x02"
"""A character that formats insert after a declared URL, followed by the host that the text of its link shows."""


_LABELLED = lazy(f"{LABEL}.*")


def without_boundaries(text: str) -> str:
    """Return a part of a document's text without what formats insert."""
    if LABEL in text:
        text = _LABELLED.sub("", text)
    return text.replace(END, "").replace(BOUNDARY, "") if BOUNDARY in text else text


END_OF_LINE = lazy(r"\r\n?|\n")


class Location(NamedTuple):
    """The position of a span: lines and columns from 1, columns in code points.

    The end is that of the half-open span: the column just after the last character.
    """

    line: int
    """The line of its first character."""
    column: int
    """The column of its first character."""
    end_line: int
    """The line where it ends."""
    end_column: int
    """The column after its last character."""


class Message(NamedTuple):
    """The mail or news message that a document is from."""

    id: str
    """The message-id, with angle brackets; or empty. Secrets in this, `date` and `subject` are not hidden."""
    date: str
    """The `Date` field, unchanged."""
    subject: str
    """The subject, decoded."""
    index: int  # type: ignore[assignment]  # tuples have a method of this name
    """The number of the message in the file, from 0."""


class Author(NamedTuple):
    """The person who wrote a message. Secrets are not hidden."""

    address: str = ""
    """The address, with the domain in lower case; or empty."""
    name: str = ""
    """The display name, decoded, without what mailing lists add; or empty."""
    source: str = ""
    """Where the address is found: `from`, or if a mailing list has replaced that, `reply-to`, `encoded`, and others;
    for `name`, only the name is known. Empty without an author."""


class Conversation(NamedTuple):
    """Who wrote a message, and what it belongs to. Secrets are not hidden."""

    sender: str
    """The address in the field `From`; or empty."""
    in_reply_to: str
    """The message-id in `In-Reply-To`, with angle brackets; or empty."""
    references: tuple[str, ...]
    """The message-ids in `References`, from the first message of the thread on."""
    list_id: str
    """The identifier of the mailing list (RFC 2919), without angle brackets; or empty."""
    author: Author = Author()
    """The author, whom a mailing list may have replaced in the field `From`."""
    recipient_domains: tuple[str, ...] = ()
    """The domains in the fields `To` and `Cc`, in lower case and alphabetical order."""
    received: str = ""
    """The date in the topmost field `Received`, unchanged; or empty."""


class StoredMessage(NamedTuple):
    """A message as a file has it; messages that are attached to it are part of it."""

    name: str
    """The name of the file."""
    message: Message
    conversation: Conversation
    offset: int | None
    """The offset of its first byte in the file; None if the file is compressed, or read otherwise."""
    size: int
    """The number of bytes that are read."""
    sha256: str
    """The SHA-256 of these bytes, in hexadecimal digits."""


class Part(NamedTuple):
    """The part of a message that a document is from."""

    path: str
    """The numbers of the enclosing parts and, for a header field, its name in lower case, separated by dots."""
    content_type: str
    """The type without parameters, such as `text/plain`."""
    file_name: str = ""
    """The name of an attached file, decoded; or empty."""
    version: str = ""
    """The path of the part of a `multipart/alternative` that it is, or that encloses it; or empty."""
    is_attached: bool = False
    """Whether its message is attached to another one."""


class Region(NamedTuple):
    """The bytes of a file that are a document's text, unchanged except for the charset."""

    start: int
    """The offset of the first byte."""
    stop: int
    """The offset after the last byte."""
    codec: str
    """The name of the charset in Python."""


class Origin(Protocol):
    """Maps offsets of a decoded text to positions in its file."""

    @property
    def message(self) -> Message | None:
        """The message, if the text is from one."""

    @property
    def part(self) -> Part | None:
        """The part of the message."""

    @property
    def conversation(self) -> Conversation | None:
        """The author and the thread of the message."""

    @property
    def region(self) -> Region | None:
        """The bytes of the text, if they are not encoded; without it, fixes cannot be written."""

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in the text (code points)."""

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in the file of spans of the text (code points)."""


class Annotation(NamedTuple):
    """A link of a document that has pages or parts: its target, and its areas."""

    target: str
    """The address that a reader is taken to."""
    page: int
    """The number of its page, from 1; 0 if the document has none."""
    rectangles: tuple[tuple[float, float, float, float], ...]
    """Left, bottom, right and top of its areas on the page in points; empty if it has none."""


class MissingFile(NamedTuple):
    """A file that a URL names, but a repository does not have."""

    span: Span
    """Where the URL names it (code points)."""
    other: str
    """The path to write instead, percent-encoded: that of the only file of its name; or empty."""
    is_of_root: bool = False
    """Whether it would be that file from the root of the repository."""


class Repository(Protocol):
    """The repository that a file is in."""

    addresses: tuple[str, ...]
    """The beginnings of the addresses of its pages and files on forges."""

    def missing(self, url: str, *, on_github: bool) -> MissingFile | None:
        """Return the file that a URL names if the repository lacks it; None if it has it, or nobody knows.

        The URL may be a path relative to the folder of the file. `on_github` is whether people follow the link there.
        """

    def fault_of_fragment(self, target: str, *, on_github: bool) -> FragmentFault | None:
        """Return why a path to a Markdown document leads to no heading of it; None if it does, or nobody knows.

        `on_github` is whether people follow the link there.
        """

    def has(self, path: str) -> bool:
        """Whether there may be a file, or one whose name goes on, at a path relative to the folder of the file."""

    def shows(self, name: str) -> bool:
        """Whether people read the file of a name on GitHub."""


def is_read_on_github(repository: Repository | None, name: str, text: str) -> bool:
    """Whether people read a file there: one with settings at its beginning is for another program."""
    return repository is not None and not text.startswith(("---", "+++")) and repository.shows(name)


class Layout(Protocol):
    """Maps offsets of a text to the pages or parts of a document such as a PDF."""

    @property
    def title(self) -> str:
        """The title in the metadata of the document; or empty."""

    @property
    def date(self) -> str:
        """The date in the metadata of the document, in UTC: `2019-05-03T08:00:00Z`; or empty."""

    def place(self, offset: int) -> str:
        """The page or part of an offset in the text (code points): `p12`, `Sheet1!B3`."""

    def page(self, offset: int) -> int:
        """The number of the page of an offset in the text, from 1; 0 if the document has none."""

    def annotations(self, span: Span) -> list[Annotation]:
        """The links that overlap a span of the text (code points)."""


class Rewriting(Origin, Protocol):
    """The `Origin` of a text that a format rewrote: what a reader sees instead of markup and escapes."""

    source: Document
    """The text as it is written."""

    def in_source(self, span: Span) -> Span:
        """Return the span of the source from which a span of the text is rewritten (code points)."""


# The length of a window of a long text in code points, without the text around it.
WINDOW_SIZE = 1 << 21


class Window(NamedTuple):
    """A range of a document, with the text around it."""

    text: str
    low: int
    """The start of the range, as an offset in `text` (code points)."""
    high: int
    """The end of the range, as an offset in `text` (code points)."""
    end: int
    """The end of the running text; declared spans follow it."""
    base: int
    """The offset of `text` in the document."""
    declared: tuple[Span, ...] = ()
    """The declared spans within the running text."""

    @property
    def running(self) -> str:
        """The running text: its URLs never continue in the declared spans after it, nor in those within it."""
        if self.declared:
            return blanked(self.text, self.declared)
        return self.text if self.end == len(self.text) else self.text[: self.end]


def blanked(text: str, spans: Iterable[Span]) -> str:
    """Return a text with spaces instead of its ascending spans."""
    pieces: list[str] = []
    at = 0
    for start, stop in spans:
        pieces += (text[at:start], " " * (stop - start))
        at = stop
    return "".join([*pieces, text[at:]])


def _is_as_written(text: str, written: str) -> bool:
    """Whether a text is as in its source, or spaces followed by what a format inserts after them."""
    return text == written or (written.isspace() and text.startswith(written))


class Document:
    """One text to search, and the name under which it is reported.

    The text keeps the line endings of its source. Undecodable bytes are lone surrogates
    (U+DC80 to U+DCFF), as with Python's error handler `surrogateescape`. They cannot be printed: write the text with
    that error handler, which gives the bytes again, or escape them with `ascii`.
    """

    __slots__ = (
        "_contradictions",
        "_cursor",
        "_line_starts",
        "_region",
        "declared",
        "flowed",
        "format",
        "is_declared_in_text",
        "labelled",
        "layout",
        "name",
        "note",
        "origin",
        "part",
        "repository",
        "rewriting",
        "text",
    )

    text: str
    """The decoded text; offsets in it are in code points."""
    name: str
    """The name of the file; for a member of an archive, followed by `!` and the name of the member."""
    origin: Origin | None
    """Maps offsets to positions in the file; None if the text is that of the file."""
    rewriting: Rewriting | None
    """The origin if a format rewrote the text."""
    part: Part | None
    """The part of the message; None if the text is not from one."""
    flowed: str
    """Empty for fixed text; `yes` for `format=flowed` (RFC 3676), `delsp` if `DelSp=yes`, too. For pages that were
    typeset, `typeset`: a line that ends in a URL ends in a space if it reaches the margin."""
    declared: tuple[Span, ...]
    """Spans after the running text that hold one URL each, such as those of attributes of HTML."""
    is_declared_in_text: bool
    """Whether these spans are within the running text instead, in ascending order."""
    labelled: bool
    """Whether the format has links, and one shows another URL than it has, or is in the syntax of another format.

    Rules may then report ordinary URLs.
    """
    repository: Repository | None
    """The repository that the file is in, if its links into it are to be checked."""
    layout: Layout | None
    """Maps offsets to pages or parts, in documents that have them."""
    format: str
    """The name of its format (see `urlmend.formats.recognition`), or `text`."""
    note: str
    """What could not be decoded; empty if everything could."""
    is_read_in_windows = False
    """Whether `text` holds only one window of a longer text at a time."""

    def __init__(
        self,
        text: str,
        name: str = "-",
        *,
        origin: Origin | None = None,
        rewriting: Rewriting | None = None,
        flowed: str = "",
        declared: tuple[Span, ...] = (),
        note: str = "",
        region: Region | None = None,
    ) -> None:
        """Create a document; the name `-` is standard input.

        `origin` maps a decoded text to its file, and `rewriting` a text that a format rewrote;
        `region` is the bytes of a text that is not encoded.
        `flowed` is "" for fixed text, for `format=flowed` (RFC 3676) "yes", or "delsp" with
        `DelSp=yes`, and for typeset pages "typeset". `declared` are spans that hold one URL each, whatever they look
        like; they are not part of the running text. `note` says what could not be decoded and was read unchanged.
        Raises TypeError for a text that is no string.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {type(text).__name__}; `documents` reads bytes and files")
        self.text = text
        self.name = name
        self.origin = rewriting or origin
        self.part = self.origin.part if self.origin else None
        self.rewriting = rewriting
        self.flowed = flowed
        self.declared = declared
        self.is_declared_in_text = False
        self.labelled = False
        self._contradictions: Mapping[int, tuple[str, str]] | None = None
        self.repository = None
        self.layout = None
        self.format = "text"
        self.note = note
        self._region = region
        self._line_starts: list[int] | None = None
        self._cursor = (0, 1, 0)
        """The last requested start of a span: its offset, its line, and the offset where that line begins."""

    def __repr__(self) -> str:
        """Return the name, the format and the length; no text and no address of a remote file, which may be secret."""
        name = "remote file" if "://" in self.name else repr(self.name)
        return f"<Document {name} ({self.format}), {len(self.text)} code points>"

    @property
    def message(self) -> Message | None:
        """The mail or news message that the text is from, or None."""
        return self.origin.message if self.origin else None

    @property
    def conversation(self) -> Conversation | None:
        """The author and the thread of the message, or None if the text is not from a message."""
        return self.origin.conversation if self.origin else None

    @property
    def region(self) -> Region | None:
        """The bytes of the file that are the text; None if it is encoded, extracted, or not of a file."""
        return self.origin.region if self.origin else self._region

    @property
    def has_declared_in_order(self) -> bool:
        """Whether declared URLs are listed in the order of the document, and not after those of its running text."""
        return bool(self.declared) and (self.is_declared_in_text or self.layout is not None)

    @property
    def source(self) -> Document:
        """The text as it is written, before its format rewrote it; mostly the document itself."""
        return self.rewriting.source if self.rewriting else self

    def in_source(self, span: Span) -> Span:
        """Return a span of the text as one of `source` (code points)."""
        return self.rewriting.in_source(span) if self.rewriting else span

    def is_editable(self, spans: Iterable[Span]) -> bool:
        """Whether the file contains the text of these spans as it is, so that they can be edited."""
        source = self.source
        if source.region is None:
            return False
        return source is self or all(
            _is_as_written(self.text[span.start : span.stop], source.text[slice(*self.in_source(span))])
            for span in spans
        )

    @property
    def contradictions(self) -> Mapping[int, tuple[str, str]]:
        """The different names in the texts and in the targets of links, by the offsets of the targets (code points).

        Rules may report these URLs, even if they are ordinary.
        """
        if self._contradictions is None:
            self._contradictions = {}
            if self.format != "text":
                from urlmend.model.contradictions import contradictions  # plain text has no links

                self._contradictions = contradictions(self.text, self.format)
        return self._contradictions

    @property
    def notable(self) -> Collection[int]:
        """The offsets of URLs that rules may report even if they are ordinary (code points).

        Those are the keys of `contradictions`, addresses of the repository that the file is in, and
        `notable_targets` of Markdown.
        """
        own = set(notable_targets(self.text) if self.format == "markdown" else ())
        for address in self.repository.addresses if self.repository else ():
            at = self.text.find(address)
            while at >= 0:
                own.add(at)
                at = self.text.find(address, at + 1)
        return own.union(self.contradictions) if own else self.contradictions

    def windows(self, *, locate: bool = True) -> Iterable[Window]:  # noqa: ARG002  # long texts use it
        """The text in windows of WINDOW_SIZE code points; in a single one if there are declared spans.

        `locate` is whether the method `locate` will be called for spans in them.
        """
        if self.declared and self.is_declared_in_text:
            return (Window(self.text, 0, len(self.text), len(self.text), 0, self.declared),)
        if self.declared or len(self.text) <= WINDOW_SIZE:
            running = self.declared[0].start if self.declared else len(self.text)
            return (Window(self.text, 0, running, running, 0),)
        size = len(self.text)
        return (Window(self.text, low, min(low + WINDOW_SIZE, size), size, 0) for low in range(0, size, WINDOW_SIZE))

    def locate(self, span: Span) -> Location:
        """Lines and columns of a span (offsets in code points) in the file that the text is from."""
        if self.origin:
            return self.origin.locate_all((span,))[0]
        start, stop = span
        line, column = self.position(start)
        if self.text.find("\n", start, stop) < 0 and self.text.find("\r", start, stop) < 0:
            return Location(line, column, line, column + stop - start)
        cursor = self._cursor
        end_line, end_column = self.position(stop)
        self._cursor = cursor  # the next span may start before the end of this one
        return Location(line, column, end_line, end_column)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """The same for several spans, fastest in ascending order."""
        return self.origin.locate_all(spans) if self.origin else list(map(self.locate, spans))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in the text (code points)."""
        if self.origin:
            return self.origin.position(offset)
        text = self.text
        at, line, line_start = self._cursor
        # An offset between CR and LF is still on the line that they end.
        end = offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset
        if self._line_starts is None and end < line_start:
            self._line_starts = [0, *(match.end() for match in END_OF_LINE.finditer(text))]
        if self._line_starts is not None:
            from bisect import bisect_right

            line = bisect_right(self._line_starts, offset)
            return line, offset - self._line_starts[line - 1] + 1
        # Offsets are mostly requested in ascending order: count lines from the last position.
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

    def place(self, offset: int) -> str:
        """The page or part of an offset in the text (code points), such as `p12`; empty if the text has none."""
        return self.layout.place(offset) if self.layout else ""
