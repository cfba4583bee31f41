"""The columns of a result (`UrlRow`, `FindingRow`), and URLs and findings to its rows, without secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import get_type_hints

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.sanitize import for_database
from urlmend.model.document import END_OF_LINE, Document, Layout, without_boundaries
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
    r"((?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2})[ ]([+-](?:[01][0-9]|2[0-3]))([0-5][0-9])(?:[ ]\([A-Z]{1,5}\))?"
)
# A web URL without userinfo and port, whose host is a name.
_NAMED_HOST = re.compile(r"https?://((?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*)(?=[/?#]|\Z)")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def _subject(text: str) -> str:
    """The column of a subject; a mark of replies, which most have, is no part of a secret."""
    words = text.removeprefix("Re: ")
    return for_database(text if not may_contain_secret(words) else redact(text))


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def _address(text: str) -> str:
    """The column of an address, a domain or the identifier of a list."""
    return for_database(redact(text))


@cached_for_short_text
def utc(date: str) -> str | None:
    """The date of a message (RFC 5322 section 3.3) in UTC, in ISO 8601; None if it is invalid or before 1970."""
    try:
        if match := _DATE.fullmatch(date):  # true of most; the standard library takes several times as long
            day, month, year, clock, zone, minutes = match.groups()
            number = _MONTHS.index(month) // 3 + 1
            moment = datetime.fromisoformat(f"{year}-{number:02}-{day:0>2}T{clock}{zone}:{minutes}")
        else:
            moment = parsedate_to_datetime(date)
        moment = (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None)
    except Exception:  # the standard library does not promise which ones it raises
        return None
    # Some programs wrote the year 102 for 2002.
    return f"{moment.isoformat()}Z" if moment.year >= _FIRST_YEAR else None


def message_columns(document: Document, key: bytes) -> tuple[object, ...]:
    """The columns that the URLs of a message have in common, from `archive` to `archive_hash`; None for missing fields.

    `key` is that of hashes.
    """
    name = shown_name(document.name)
    origin = document.origin
    message = origin.message if origin else None
    if document.layout and not message:
        return _document_columns(document.layout, name, name_hash(key, document.name, name))
    if not origin or not message:
        return (name, *(None,) * (len(MessageRow._fields) - 2), name_hash(key, document.name, name))
    conversation = origin.conversation
    sender, in_reply_to, references, list_id = conversation or ("", "", (), "")
    thread = (references[0] if references else in_reply_to or message.id) if conversation else ""
    ids = (_without_comment(message.id), _without_comment(thread), in_reply_to, " ".join(references))
    message_id, *others = [for_database(redact_ids(found)) for found in ids]
    addresses = (sender, sender.rpartition("@")[2], list_id)
    sender, domain, list_id = map(_address, addresses)
    columns = [sender, domain, *others, list_id]
    return (
        *(name, message.index, message_id or None, utc(message.date), _subject(message.subject) or None),
        *[column or None for column in columns],
        name_hash(key, document.name, name),
    )


def _without_comment(message_id: str) -> str:
    """A message-id without comments around it (RFC 5322 section 3.6.4); unchanged if it is malformed."""
    start, stop = message_id.find("<"), message_id.find(">") + 1
    return message_id[start:stop] if 0 <= start < stop else message_id


def _document_columns(layout: Layout, name: str, hashed: str | None) -> tuple[object, ...]:
    """The columns of a document such as a PDF: its date and title, where those of a message are."""
    of_date = MessageRow._fields.index("date")
    columns: list[object] = [name, *(None,) * (len(MessageRow._fields) - 2), hashed]
    columns[of_date : of_date + 2] = layout.date or None, _subject(layout.title) or None
    return tuple(columns)


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
    """The date of the message or document in UTC: `2004-01-05T10:00:00Z`; None if missing or invalid."""
    subject: str | None
    """The subject of the message, decoded, or the title of the document."""
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
    archive_hash: str | None
    """Keyed hashes of the hidden parts of the path, separated by dots; None if `archive` is complete."""
    part: str | None
    """The path of the part of the message, such as `1.2` or `subject`, or the place in a document, such as `p12`; None
    for other files."""
    content_type: str | None
    """The content type of the part, without parameters; None outside mail."""
    format: str
    """The format of the text: `text`, `html`, `json`, …."""
    line: int
    """The line of the file where it begins, from 1."""
    column: int
    """The column where it begins, in code points from 1."""
    end_line: int
    """The line where it ends."""
    end_column: int
    """The column after its last character, in code points."""

    def moved(self, lines: int, messages: int) -> UrlRow:
        """Return the same row with the lines and messages of the file before it added to its numbers."""
        number = None if self.message_number is None else self.message_number + messages
        position = (self.line + lines, self.column, self.end_line + lines, self.end_column)
        # `_replace` takes five times as long.
        return tuple.__new__(UrlRow, (*self[:_NUMBER], number, *self[_NUMBER + 1 : _LINE], *position))


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
    """A message with a URL, or a file outside mail: columns of the table `messages`."""

    archive: str
    """The path of the file; for a member of an archive: path, `!`, name of the member."""
    message_number: int | None
    """The position of the message in the file, from 0; None outside mail."""
    message_id_header: str | None
    """The field `Message-ID`, with angle brackets; None if missing."""
    date: str | None
    """The date of the message in UTC: `2004-01-05T10:00:00Z`; None if missing or invalid."""
    subject: str | None
    """The subject of the message, decoded."""
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
    archive_hash: str | None
    """Keyed hashes of the hidden parts of the path, separated by dots; None if `archive` is complete."""


HASH_FIELDS = frozenset(("url_hash", "alternative_hashes", "archive_hash"))
"""The columns of a URL that depend on the key of hashes."""
# The columns of a URL that are those of its message.
_OF_MESSAGE = slice(UrlRow._fields.index("archive"), UrlRow._fields.index("part"))
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

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is pickled: the rows of URLs by column, which takes half the time."""
        return _of_columns, (tuple(zip(*self.urls, strict=True)), *self[1:])

    def message_rows(self) -> list[MessageRow]:
        """Return the messages that contain the URLs, each once, in their order; others are only counted."""
        return list(map(MessageRow._make, dict.fromkeys(tuple(row)[_OF_MESSAGE] for row in self.urls)))

    def moved(self, lines: int, messages: int) -> UnitRows:
        """Return the same rows with the lines and messages of the file before the unit added to their numbers."""
        if not (lines or messages):
            return self
        return self._replace(
            urls=[row.moved(lines, messages) for row in self.urls],
            findings=[row._replace(line=row.line + lines) for row in self.findings],
        )

    @classmethod
    def joined(cls, parts: Iterable[UnitRows]) -> UnitRows:
        """Return the rows of several parts, in their order."""
        urls: list[UrlRow] = []
        findings: list[FindingRow] = []
        problems: list[Problem] = []
        messages = lines = 0
        digest = ""
        for part in parts:
            findings += [row._replace(url=row.url + len(urls)) for row in part.findings]
            urls += part.urls
            problems += part.problems
            messages += part.messages
            lines += part.lines
            digest = part.digest or digest
        return cls(urls, findings, problems, messages, lines, digest)


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
    return named[1].lower() if named else for_database(reached_host(split(url).host or ""))


def url_rows(document: Document, urls: Sequence[Url], message: tuple[object, ...], key: bytes) -> list[UrlRow]:
    """The rows of URLs of a document, in their order; `message` are its `message_columns`, `key` is that of hashes."""
    part, layout = document.part, document.layout
    of_document = (*message, *(part or (None, None)), document.format)
    locations = document.locate_all([url.spans[0] if url.spans else url.outer for url in urls])
    rows = []
    for url, location in zip(urls, locations, strict=True):
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
        )
        rows.append(tuple.__new__(UrlRow, row))
    return rows


def _at_place(document: Document, url: Url, message: tuple[object, ...]) -> tuple[object, ...]:
    """The columns from `archive` to `format` of a URL in a document such as a PDF, whose place is a part."""
    path, content_type = document.part or (None, None)
    place = for_database(redact(document.place(url.outer.start)))
    return (*message, f"{path}:{place}" if path else place, content_type, document.format)


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
