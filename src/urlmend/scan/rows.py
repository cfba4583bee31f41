"""The columns of a result (`UrlRow`, `FindingRow`), and URLs and findings to its rows, without secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache, partial
from typing import get_type_hints

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.sanitize import for_database
from urlmend.model.document import (
    END_OF_LINE,
    Author,
    Conversation,
    Document,
    Message,
    Part,
    StoredMessage,
    without_boundaries,
)
from urlmend.model.finding import Edit, Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.detect import hidden_in_url, may_contain_secret
from urlmend.redaction.edited import edited
from urlmend.redaction.redact import mask, redact, redact_ids
from urlmend.redaction.url_masks import hidden_in, pieces_around, redacted_reading
from urlmend.scan.identity import name_hash, shown_name, text_hash
from urlmend.sources.paths import Problem, Skipped
from urlmend.sources.skipped import SkipKind
from urlmend.uri.link_kinds import link
from urlmend.uri.rfc3986 import split
from urlmend.uri.whatwg import reached_host

# The number of texts of URLs whose columns are remembered: newsletters repeat theirs. The same for the fields of
# messages: those of a thread share most of theirs.
_REMEMBERED = 1 << 14
_REMEMBERED_FIELDS = 1 << 10
# The code points of the text around a URL that are kept with a finding.
_AROUND = 200
# There was no mail before.
_FIRST_YEAR = 1970
# A date as RFC 5322 section 3.3 has it, without obsolete forms.
_DATE = re.compile(
    r"(?:[A-Z][a-z]{2},[ ])?([0-9]{1,2})[ ](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ ]([0-9]{4})[ ]"
    r"((?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2})[ ]([+-](?:[01][0-9]|2[0-3])[0-5][0-9])(?:[ ]\([A-Z]{1,5}\))?"
)
# The time zone at the end of a date, and the longest end that has one, in code points.
_ZONE = re.compile(r"[\s0-9]([+-][0-9]{4}|[A-Z]{1,5})(?:\s*\([^()]*\))?\s*\Z")
_LONGEST_ZONE = 60
# A web URL without userinfo and port, whose host is a name.
_NAMED_HOST = re.compile(r"https?://((?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*)(?=[/?#]|\Z)")
_NAMES_OF_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_MONTHS = {name: f"{number:02}" for number, name in enumerate(_NAMES_OF_MONTHS, 1)}


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def _subject(text: str) -> str:
    """The column of a subject; a mark of replies, which most have, is no part of a secret."""
    words = text.removeprefix("Re: ")
    return for_database(text if not may_contain_secret(words) else redact(text))


def utc(date: str) -> str | None:
    """The date of a message (RFC 5322 section 3.3) in UTC, in ISO 8601; None if it is invalid or before 1970."""
    return _date_columns(date)[0]


def _date_columns(date: str) -> tuple[str | None, str | None]:
    """The columns `date` and `time_zone` of a date."""
    zone: str | None
    try:
        if match := _DATE.fullmatch(date):  # true of most; the standard library takes several times as long
            day, month, year, clock, zone = match.groups()
            moment = datetime.fromisoformat(f"{year}-{_MONTHS[month]}-{day:0>2}T{clock}") - _ahead_of_utc(zone)
        else:
            zone = _time_zone(date)
            moment = parsedate_to_datetime(date)
            moment = (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None)
    except Exception:  # the standard library does not promise which ones it raises
        return None, zone
    # Some programs wrote the year 102 for 2002.
    return f"{moment.isoformat()}Z" if moment.year >= _FIRST_YEAR else None, zone


@lru_cache(_REMEMBERED_FIELDS)
def _ahead_of_utc(zone: str) -> timedelta:
    ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:]))
    return -ahead if zone[0] == "-" else ahead


def message_columns(stored: StoredMessage, key: bytes) -> tuple[object, ...]:
    """The columns of `MessageRow` of a message; None for missing fields. `key` is that of hashes."""
    name = shown_name(stored.name)
    message, conversation = stored.message, stored.conversation
    message_id, thread, in_reply_to, references = _ids(message, conversation)
    author, sender = conversation.author, conversation.sender
    return (
        *(name, message.index, message_id, *_date_columns(message.date), utc(conversation.received)),
        *(_subject(message.subject) or None, *_people(author, sender), thread, in_reply_to, references),
        *(_shown(conversation.list_id), ",".join(conversation.recipient_domains) or None),
        *(stored.offset, stored.size, stored.sha256, name_hash(key, stored.name, name)),
    )


def file_columns(document: Document, key: bytes, date: str) -> tuple[object, ...]:
    """The columns of `MessageRow` of a file outside mail; a document such as a PDF may have a date and a title.

    `date` is when a web archive recorded it, or empty.
    """
    name = shown_name(document.name)
    columns: list[object] = [name, *(None,) * (len(MessageRow._fields) - 2), name_hash(key, document.name, name)]
    columns[_DATE_COLUMN] = date or None
    if layout := document.layout:
        columns[_DATE_COLUMN] = layout.date or date or None
        columns[_SUBJECT_COLUMN] = _subject(layout.title) or None
    return tuple(columns)


def attached_columns(message: Message, conversation: Conversation | None) -> tuple[str | None, ...]:
    """The columns of a URL for the attached message that has it, from `attached_id_header` on."""
    sender = _shown(conversation.sender) if conversation else None
    message_id = _shown_ids(_without_comment(message.id))
    return message_id, utc(message.date), sender, _subject(message.subject) or None


NOT_ATTACHED = (None,) * 4
"""The same of URLs outside attached messages."""


def _ids(message: Message, conversation: Conversation) -> list[str | None]:
    """The columns `message_id_header`, `thread`, `in_reply_to` and `reference_ids`."""
    references = conversation.references
    thread = references[0] if references else conversation.in_reply_to or message.id
    ids = (_without_comment(message.id), _without_comment(thread), conversation.in_reply_to, " ".join(references))
    together = " ".join(ids)
    if redact_ids(together) == for_database(together) == together:  # true of most
        return [found or None for found in ids]
    return [_shown_ids(found) for found in ids]


def _shown_ids(text: str) -> str | None:
    return for_database(redact_ids(text)) if text else None


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def _shown(text: str) -> str | None:
    """A column without secrets; None if it is empty."""
    return for_database(redact(text)) if text else None


@lru_cache(_REMEMBERED_FIELDS)
def _people(author: Author, sender: str) -> tuple[str | None, ...]:
    """The columns from `author` to `sender_domain`."""
    address, shown = _shown(author.address), _shown(sender)
    domains = [text.rpartition("@")[2] if text else None for text in (address, shown)]
    return (address, domains[0], _shown(author.name), author.source or None, shown, domains[1])


def _time_zone(date: str) -> str | None:
    """The time zone of a date (RFC 5322 section 3.3); None if it has none."""
    found = _ZONE.search(date[-_LONGEST_ZONE:])
    return found[1] if found else None


def _without_comment(message_id: str) -> str:
    """A message-id without comments around it (RFC 5322 section 3.6.4); unchanged if it is malformed."""
    start, stop = message_id.find("<"), message_id.find(">") + 1
    return message_id[start:stop] if 0 <= start < stop else message_id


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
    """The depth of the quotation: 0 for new text, 1 for quoted text, 2 for a quotation in it, …."""
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


# Columns of a message that documents such as PDF files have, too.
_DATE_COLUMN, _SUBJECT_COLUMN = (MessageRow._fields.index(name) for name in ("date", "subject"))
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


class StoredProblem(NamedTuple):
    """A file that could not be read, as results have it: columns of the table `problems`."""

    name: str
    """The name, without secrets."""
    name_hash: str | None
    """As `identity.name_hash` gives it."""
    reason: str
    """The error, without secrets."""

    @classmethod
    def of(cls, key: bytes, problem: Problem) -> StoredProblem:
        """Return a problem without secrets, and without characters that databases refuse."""
        name, reason = redacted_problem(problem)
        return cls(name, name_hash(key, problem.name, name), reason)


def redacted_problem(problem: Problem) -> Problem:
    """The problem without secrets, and without characters that databases refuse."""
    return type(problem)(shown_name(problem.name), shown_name(problem.reason))


def recorded_problems(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that a result has: those with binary files are only counted."""
    return [problem for problem in problems if not (isinstance(problem, Skipped) and problem.kind == SkipKind.BINARY)]


def stored_problems(key: bytes, problems: Iterable[Problem]) -> list[StoredProblem]:
    """The problems that a result has, as it has them."""
    return [StoredProblem.of(key, problem) for problem in recorded_problems(problems)]


class OfText(NamedTuple):
    """What the text of a URL says, wherever it occurs."""

    shown: str
    """Without secrets, and without characters that databases refuse, as are the others."""
    host: str
    """As in `UrlRow`, without secrets, but for pieces of broken ones."""
    link_kind: str
    target: str | None


@partial(cached_for_short_text, size=_REMEMBERED)
def of_text(url: str) -> OfText:
    """The columns that depend on the text of a URL only."""
    kind, unwrapped = link(url)
    target = for_database(redact(unwrapped.target)) if unwrapped and unwrapped.target else None
    hidden = hidden_in_url(url)
    redacted = mask(url, hidden) if hidden else url
    return OfText(for_database(redacted), _host(redacted), kind, target)


def _host(url: str) -> str:
    """The column `host` of a URL without secrets."""
    named = _NAMED_HOST.match(url)  # true of most: splitting a URL takes several times as long
    return named[1].lower() if named else for_database(reached_host(split(url).host or "").removesuffix("."))


def url_rows(
    document: Document,
    urls: Sequence[Url],
    message: tuple[object, ...],
    around: Sequence[tuple[object, ...]],
    key: bytes,
) -> list[UrlRow]:
    """The rows of URLs of a document, in their order.

    `message` are the columns of its message and of the attached message, `around` those of the context of each URL, and
    `key` is that of hashes.
    """
    part, layout = document.part, document.layout
    of_document = (*message, *_of_part(part, document.format))
    locations = document.locate_all([url.spans[0] if url.spans else url.outer for url in urls])
    rows = []
    for url, location, context in zip(urls, locations, around, strict=True):
        text, spans, _, form, scheme, breaks, alternatives, confidence = url
        shown, host, kind, target = of_text(text)
        if pieces := pieces_around(document.text, url):
            masked = mask(text, hidden_in(document.text, url, pieces))
            if for_database(masked) != shown:
                # A target may have the first part of a secret in another encoding.
                shown, host, target = for_database(masked), _host(masked), None
        readings, reading_hashes = _readings(document, url, pieces, key) if alternatives else ("[]", None)
        position = location if len(spans) < 2 else (*location[:2], *document.locate(spans[-1])[2:])
        # In the order of the columns; a name for each takes several times as long, and the constructor twice.
        row = (
            *(shown, scheme, host, kind, target, None if shown is text else text_hash(key, text, shown)),
            *(form, ",".join(breaks) if breaks else "", confidence, readings, reading_hashes, shown),
            *(of_document if layout is None else _at_place(document, url, message)),
            *position,
            *context,
        )
        rows.append(tuple.__new__(UrlRow, row))
    return rows


def _at_place(document: Document, url: Url, message: tuple[object, ...]) -> tuple[object, ...]:
    """The columns from `archive` to `format` of a URL in a document such as a PDF, whose place is a part."""
    path, content_type, _, name = _of_part(document.part, document.format)
    place = for_database(redact(document.place(url.outer.start)))
    return (*message, f"{path}:{place}" if path else place, content_type, document.format, name)


def _of_part(part: Part | None, form: str) -> tuple[str | None, ...]:
    """The columns from `part` to `file_name`."""
    return (part.path, part.content_type, form, _shown(part.file_name)) if part else (None, None, form, None)


def _readings(document: Document, url: Url, pieces: Sequence[Span], key: bytes) -> tuple[str, str | None]:
    """Return the columns `alternatives` and `alternative_hashes`."""
    hidden = hidden_in(document.text, url, pieces)
    shown = [for_database(redacted_reading(reading, url.text, hidden)) for reading in url.alternatives]
    hashes = [text_hash(key, *reading) for reading in zip(url.alternatives, shown, strict=True)]
    return json.dumps(shown), json.dumps(hashes) if any(hashes) else None


def finding_row(number: int, document: Document, finding: Finding, secret: list[Span]) -> FindingRow:
    """The row of a finding about URL `number` of the unit; `secret` are the spans to hide in the text around it."""
    place = document.locate(finding.spans[0])
    low, high = _excerpt(document.text, finding)
    fix = finding.fix
    return FindingRow(
        url=number,
        code=finding.code,
        severity=finding.severity,
        message=for_database(finding.message),
        line=place.line,
        column=place.column,
        before=for_database(without_boundaries(mask(document.text, secret, low, high))),
        after=_after(document.text, low, high, fix.edits, secret) if fix else None,
        safe=int(fix.safe) if fix else None,
    )


def _excerpt(text: str, finding: Finding) -> tuple[int, int]:
    """The range of the lines of a finding's URL and fix, up to _AROUND code points on either side."""
    edits = finding.fix.edits if finding.fix else ()
    outer = finding.url.outer if finding.url.outer.stop else finding.extent  # a comment's finding has no URL
    start = min([outer.start, *(edit.span.start for edit in edits)])
    stop = max([outer.stop, finding.extent.stop, *(edit.span.stop for edit in edits)])
    near, far = max(0, start - _AROUND), min(len(text), stop + _AROUND)
    end = END_OF_LINE.search(text, stop, far)
    return text.rfind("\n", near, start) + 1 or near, end.start() if end else far


def _after(text: str, low: int, high: int, edits: Sequence[Edit], secret: list[Span]) -> str | None:
    """An excerpt with the edits applied; None if that could reveal a secret."""
    pieces = edited(text, low, high, edits, secret)
    return None if pieces is None else for_database(without_boundaries("".join(pieces)))
