"""The columns of a result (`UrlRow`, `FindingRow`, `MessageRow`), and the rows of work units (`UnitRows`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_type_hints

from urlmend._lib.fast_typing import NamedTuple
from urlmend.sources.paths import Problem

NOT_ATTACHED = (None,) * 4
"""The columns from `attached_id_header` on of a URL outside attached messages."""


class UrlRow(NamedTuple):
    """An occurrence of a URL: the columns of the view `urls` that a unit knows, in the same order."""

    url: str
    """The URL, rejoined, with secrets hidden."""
    scheme: str
    """In lower case; empty for `www.` hosts."""
    host: str
    """The host that a program connects to: decoded, in lower case, in ASCII; empty without an authority."""
    link_kind: str
    """`gateway`, `redirect`, `mailing`, `proxy`, `shortener` or `pixel`; empty for other links."""
    target: str | None
    """The decoded target of a gateway or redirect; None if missing."""
    url_hash: str | None
    """A keyed hash of the URL with its secrets; None if `url` is complete, or without a key."""
    form: str
    """The `form` of the `Url`."""
    breaks: str
    """The `breaks` of the `Url`, separated by commas."""
    confidence: str
    """The `confidence` of the `Url`."""
    alternatives: str
    """A JSON list of the `alternatives` of the `Url`."""
    alternative_hashes: str | None
    """A JSON list of keyed hashes as in `url_hash`, one for each of the `alternatives`; None if all are complete."""
    first_reading: str
    """The URL as its own text alone is read; differs from `url` if another occurrence resolved an ambiguity."""
    archive: str
    """The path of the file; for a member of an archive: path, `!`, name of the member."""
    message_number: int | None
    """The position of the message in the file, from 0; None outside mail."""
    message_id_header: str | None
    """The field `Message-ID`, with angle brackets; None if missing."""
    date: str | None
    """The date in UTC of the message, the document, or the record of a web archive; None if missing or invalid."""
    time_zone: str | None
    """The time zone in the field `Date`, such as `+0200`; None if missing."""
    received: str | None
    """The time of the topmost field `Received` in UTC; None if missing or invalid."""
    subject: str | None
    """The subject of the message, decoded, or the title of the document."""
    author: str | None
    """The address of the person who wrote the message, behind mailing lists that replace it; None if unknown."""
    author_domain: str | None
    """The domain of the author."""
    author_name: str | None
    """The display name of the author, decoded, without additions of mailing lists; None if missing."""
    author_source: str | None
    """Where the author is found: `from`, `reply-to`, `x-original-from`, `encoded`, `name`, …; None if missing."""
    sender: str | None
    """The address in the field `From`, with the domain in lower case."""
    sender_domain: str | None
    """The domain of the sender."""
    thread: str | None
    """The message-id of the first message of the thread: from `References`, `In-Reply-To`, or its own."""
    in_reply_to: str | None
    """The message-id in the field `In-Reply-To`."""
    reference_ids: str | None
    """The message-ids in the field `References`, separated by spaces."""
    list_id: str | None
    """The identifier of the mailing list, without angle brackets."""
    recipient_domains: str | None
    """The domains in the fields `To` and `Cc`, separated by commas, in alphabetical order."""
    byte_offset: int | None
    """The offset of the message in the file, in bytes; None if the file is compressed or rewritten."""
    bytes: int | None
    """The length of the message in bytes; None outside mail."""
    sha256: str | None
    """The SHA-256 of these bytes, in hexadecimal digits."""
    archive_hash: str | None
    """Keyed hashes of the hidden parts of the path, separated by dots; None if `archive` is complete."""
    attached_id_header: str | None
    """The field `Message-ID` of the attached message that has the URL; None, as the next ones, if none has."""
    attached_date: str | None
    """The date of the attached message in UTC."""
    attached_sender: str | None
    """The address in its field `From`, which anyone may have written."""
    attached_subject: str | None
    """Its subject, decoded."""
    part: str | None
    """The path of the part of the message, such as `1.2` or `subject`, or the place in a document, such as `p12`; None
    for other files."""
    content_type: str | None
    """The content type of the part, without parameters; None outside mail."""
    format: str
    """The format of the text: `text`, `html`, `json`, …."""
    file_name: str | None
    """The file name of the attachment; None if missing."""
    line: int
    """The line of the file where it begins, from 1."""
    column: int
    """The column where it begins, in code points from 1."""
    end_line: int
    """The line where it ends."""
    end_column: int
    """The column after its last character, in code points."""
    depth: int
    """The depth of the quotation: 0 for new text, 1 for quoted text, 2 for a quotation in it, …; -1 for the text that a
    web archive has added around a message."""
    is_copy: int
    """1 if another version of the same text has the URL, as in `multipart/alternative`; else 0."""
    tail_key: int | None
    """A hash of the line and the one before, if they may be of a footer: near the end, and not quoted."""
    link_text: str | None
    """The text of an HTML link; None if there is none, or if it is the URL itself."""

    def moved(self, lines: int, messages: int) -> UrlRow:
        """Return the same row with the lines and messages of the file before it added to its numbers."""
        number = None if self.message_number is None else self.message_number + messages
        position = (self.line + lines, self.column, self.end_line + lines)
        # `_replace` takes five times as long.
        moved = (*self[:_NUMBER], number, *self[_NUMBER + 1 : _LINE], *position, *self[_LINE + 3 :])
        return tuple.__new__(UrlRow, moved)


_NUMBER, _LINE = UrlRow._fields.index("message_number"), UrlRow._fields.index("line")


class FindingRow(NamedTuple):
    """A finding: columns of the table `findings`, but for `url`, the number of the URL in its unit, from 0."""

    url: int
    """The number of its URL in `UnitRows.urls`, from 0."""
    code: str
    """The code of the rule."""
    severity: str
    """`error`, `warning` or `info`."""
    message: str
    """What is wrong, without secrets."""
    line: int
    """The line of the file, from 1."""
    column: int
    """The column, in code points from 1."""
    before: str
    """The lines of the URL, with secrets hidden."""
    after: str | None
    """The same text after the fix; None without a fix."""
    safe: int | None
    """1 for a safe fix, 0 for an unsafe one, None without a fix."""


class MessageRow(NamedTuple):
    """A message, or a file outside mail that contains a URL: columns of the view `all_messages`."""

    archive: str
    """The path of the file; for a member of an archive: path, `!`, name of the member."""
    message_number: int | None
    """The position of the message in the file, from 0; None outside mail."""
    message_id_header: str | None
    """The field `Message-ID`, with angle brackets; None if missing."""
    date: str | None
    """The date in UTC of the message, the document, or the record of a web archive; None if missing or invalid."""
    time_zone: str | None
    """The time zone in the field `Date`, such as `+0200`; None if missing."""
    received: str | None
    """The time of the topmost field `Received` in UTC; None if missing or invalid."""
    subject: str | None
    """The subject of the message, decoded, or the title of the document."""
    author: str | None
    """The address of the person who wrote the message, behind mailing lists that replace it; None if unknown."""
    author_domain: str | None
    """The domain of the author."""
    author_name: str | None
    """The display name of the author, decoded, without additions of mailing lists; None if missing."""
    author_source: str | None
    """Where the author is found: `from`, `reply-to`, `x-original-from`, `encoded`, `name`, …; None if missing."""
    sender: str | None
    """The address in the field `From`, with the domain in lower case."""
    sender_domain: str | None
    """The domain of the sender."""
    thread: str | None
    """The message-id of the first message of the thread: from `References`, `In-Reply-To`, or its own."""
    in_reply_to: str | None
    """The message-id in the field `In-Reply-To`."""
    reference_ids: str | None
    """The message-ids in the field `References`, separated by spaces."""
    list_id: str | None
    """The identifier of the mailing list, without angle brackets."""
    recipient_domains: str | None
    """The domains in the fields `To` and `Cc`, separated by commas, in alphabetical order."""
    byte_offset: int | None
    """The offset of the message in the file, in bytes; None if the file is compressed or rewritten."""
    bytes: int | None
    """The length of the message in bytes; None outside mail."""
    sha256: str | None
    """The SHA-256 of these bytes, in hexadecimal digits."""
    archive_hash: str | None
    """Keyed hashes of the hidden parts of the path, separated by dots; None if `archive` is complete."""

    def moved(self, messages: int) -> MessageRow:
        """Return the same row with the messages of the file before it added to its number."""
        number = self.message_number
        return self if number is None else self._replace(message_number=number + messages)


HASH_FIELDS = frozenset(("url_hash", "alternative_hashes", "archive_hash"))
"""The columns of a URL that depend on the key of hashes."""
# The columns of a URL that are those of its message.
_OF_MESSAGE = slice(UrlRow._fields.index("archive"), UrlRow._fields.index("attached_id_header"))
# The columns of a finding in every result; what identifies its URL differs.
FINDING_FIELDS = FindingRow._fields[1:]


def integer_fields(row: type[NamedTuple]) -> frozenset[str]:
    """The names of the fields of a row that are numbers or None."""
    return frozenset(name for name, kind in get_type_hints(row).items() if kind in (int, int | None))


class UnitRows(NamedTuple):
    """The rows of a work unit."""

    urls: Sequence[UrlRow] = ()
    """The URLs, in the order of the files."""
    findings: Sequence[FindingRow] = ()
    """The findings on these URLs."""
    problems: Sequence[Problem] = ()
    """The files and parts of files that were not read, and why."""
    messages: int = 0
    """The number of messages, with and without URLs."""
    lines: int = 0
    """The number of line ends of a part of a file; 0 for complete files."""
    digest: str = ""
    """Identifies the bytes of a range of a file; empty for other units."""
    without_urls: Sequence[MessageRow] = ()
    """The messages that contain no URL."""

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is pickled: the rows of URLs by column, which takes half the time."""
        return _of_columns, (tuple(zip(*self.urls, strict=True)), *self[1:])

    def message_rows(self) -> list[MessageRow]:
        """Return the messages that contain the URLs, each once, in their order, and then those without URLs."""
        with_urls = map(MessageRow._make, dict.fromkeys(tuple(row)[_OF_MESSAGE] for row in self.urls))
        return [*with_urls, *self.without_urls]

    def moved(self, lines: int, messages: int) -> UnitRows:
        """Return the same rows with the lines and messages of the file before the unit added to their numbers."""
        if not (lines or messages):
            return self
        return self._replace(
            urls=[row.moved(lines, messages) for row in self.urls],
            findings=[row._replace(line=row.line + lines) for row in self.findings],
            without_urls=[row.moved(messages) for row in self.without_urls],
        )

    @classmethod
    def joined(cls, parts: Iterable[UnitRows]) -> UnitRows:
        """Return the rows of several parts, in their order."""
        urls: list[UrlRow] = []
        findings: list[FindingRow] = []
        problems: list[Problem] = []
        without_urls: list[MessageRow] = []
        messages = lines = 0
        digest = ""
        for part in parts:
            findings += [row._replace(url=row.url + len(urls)) for row in part.findings]
            urls += part.urls
            problems += part.problems
            messages += part.messages
            lines += part.lines
            digest = part.digest or digest
            without_urls += part.without_urls
        return cls(urls, findings, problems, messages, lines, digest, without_urls)


def _of_columns(columns: Iterable[Iterable[object]], *others: object) -> UnitRows:
    """The rows of a work unit whose URLs are given by column."""
    return UnitRows._make(([tuple.__new__(UrlRow, row) for row in zip(*columns, strict=True)], *others))
