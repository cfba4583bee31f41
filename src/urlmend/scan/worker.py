"""One unit of an archive: its URLs and findings, as rows of a result."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from fnmatch import fnmatchcase
from typing import BinaryIO, NamedTuple

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.sanitize import for_database
from urlmend.finder import FindOptions
from urlmend.finder.secret_spans import secret_spans
from urlmend.linting.project_linter import ProjectLinter
from urlmend.mail.mailbox import is_mail, messages
from urlmend.mail.message import documents as of_message
from urlmend.model.document import END_OF_LINE, Document
from urlmend.model.finding import Edit, Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.redact import mask, redact
from urlmend.scan.work_units import Unit, blocks
from urlmend.settings.config import Config
from urlmend.sources.archives import Joined, damage, members
from urlmend.sources.paths import Problem, Reading, is_packed, read_stream
from urlmend.sources.remote import opened, size_of
from urlmend.uri.rfc3986 import split

_HEAD = 1 << 16
# How much of the text around a URL is kept with a finding.
_AROUND = 200
# There was no mail before.
_FIRST_YEAR = 1970


class Filters(NamedTuple):
    """Which URLs and findings count."""

    since: str = ""
    """The first moment that counts, of a message's date in UTC: 2004-01-05T10:00:00Z, or the beginning of that."""
    until: str = ""
    """The first one that does not."""
    schemes: frozenset[str] = frozenset()
    hosts: tuple[str, ...] = ()
    """Patterns of hosts in lower case, as a shell has them; a name without any stands for what is below it, too."""


class UrlRow(NamedTuple):
    """What the table `urls` has of an occurrence, from `url` on."""

    url: str
    scheme: str
    host: str
    form: str
    breaks: str
    confidence: str
    alternatives: str
    first_reading: str
    archive: str
    message: int | None
    message_id: str | None
    date: str | None
    subject: str | None
    part: str | None
    content_type: str | None
    line: int
    column: int
    end_line: int
    end_column: int


class FindingRow(NamedTuple):
    """What the table `findings` has of a finding; `url` is the number of its row, from 0."""

    url: int
    code: str
    severity: str
    message: str
    line: int
    column: int
    before: str
    after: str | None
    safe: int | None


class Outcome(NamedTuple):
    """What a unit holds."""

    urls: Sequence[UrlRow] = ()
    findings: Sequence[FindingRow] = ()
    problems: Sequence[Problem] = ()
    messages: int = 0
    lines: int = 0
    """How many messages and line ends it has; of whole files, the line ends are not counted."""

    def moved(self, lines: int, messages: int) -> Outcome:
        """The same, where so many lines and messages stand before the unit."""
        if not (lines or messages):
            return self
        urls = [
            row._replace(
                message=None if row.message is None else row.message + messages,
                line=row.line + lines,
                end_line=row.end_line + lines,
            )
            for row in self.urls
        ]
        return self._replace(urls=urls, findings=[row._replace(line=row.line + lines) for row in self.findings])

    @classmethod
    def joined(cls, outcomes: Iterable[Outcome]) -> Outcome:
        """Several as one, in their order."""
        urls: list[UrlRow] = []
        findings: list[FindingRow] = []
        problems: list[Problem] = []
        messages = lines = 0
        for outcome in outcomes:
            findings += [row._replace(url=row.url + len(urls)) for row in outcome.findings]
            urls += outcome.urls
            problems += outcome.problems
            messages += outcome.messages
            lines += outcome.lines
        return cls(urls, findings, problems, messages, lines)


class Scanning:
    """How units are read: a function of units that can be sent to a process."""

    def __init__(
        self, settings: Config, folder: str, scanning: FindOptions, reading: Reading, filters: Filters
    ) -> None:
        """Take settings, the folder that their patterns count from, what is a URL, how files are read, what counts.

        Raises ConfigError for a code that fits no rule.
        """
        # The defaults among the tables are of a kind that cannot be sent.
        portable = settings._replace(
            per_file_ignores=dict(settings.per_file_ignores),
            allow=dict(settings.allow),
            severity=dict(settings.severity),
        )
        self.reading = reading
        self.filters = filters
        self.checker: ProjectLinter = ProjectLinter(portable, folder, scanning)

    def __call__(self, unit: Unit | Problem, /) -> Outcome:
        """The outcome of a unit; a problem is one already."""
        if isinstance(unit, Problem):
            return Outcome(problems=(unit,))
        if unit.is_done:
            return Outcome()
        return Outcome.joined(self._of_blocks(unit)) if unit.block else _Examination(self).outcome(unit)

    def _of_blocks(self, unit: Unit) -> Iterator[Outcome]:
        """The outcomes of what is in a packed file that is unpacked here."""
        name = unit.names[0]
        member = lines = messages = 0
        try:
            with opened(name) as file:
                for block in blocks(name, file, unit.size, self.reading.kind, unit.block):
                    if block.member != member:
                        member, lines, messages = block.member, 0, 0
                    part = Unit("", (block.name,), 0, data=block.data, kind=block.kind)
                    outcome = _Examination(self).outcome(part)
                    yield outcome.moved(lines, messages)
                    lines, messages = lines + outcome.lines, messages + outcome.messages
        except damage() as error:
            yield Outcome(problems=(Problem.of(name, error),))


class _Examination:
    """Collects the rows of a unit."""

    def __init__(self, scanning: Scanning) -> None:
        self._checker = scanning.checker
        self._reading = scanning.reading
        self._filters = scanning.filters
        self._urls: list[UrlRow] = []
        self._findings: list[FindingRow] = []
        self._problems: list[Problem] = []
        self._messages = 0

    def outcome(self, unit: Unit) -> Outcome:
        lines = 0
        if unit.is_part:
            data = unit.read()
            lines = data.count(b"\n")
            self._add(self._of_bytes(unit.names[0], data, unit.kind))
        else:
            for name in unit.names:
                self._add(self._of_file(name))
        return Outcome(self._urls, self._findings, self._problems, self._messages, lines)

    def _of_bytes(self, name: str, data: bytes, kind: str | None) -> Iterator[Document | Problem]:
        if kind == "mail" or (kind is None and self._reading.kind is None and is_mail(data[:_HEAD])):
            return self._of_messages(name, b"", io.BytesIO(data))
        reading = self._reading._replace(kind=kind or self._reading.kind)
        return read_stream(io.BytesIO(data), name, len(data), reading)

    def _of_file(self, name: str) -> Iterator[Document | Problem]:
        try:
            with opened(name) as file:
                head = file.read(_HEAD)
                size = size_of(file)
                if not is_packed(head):
                    yield from self._of_stream(name, head, file, size)
                    return
                for member in members(name, Joined(head, file).buffered(), size):
                    yield from self._of_stream(member.name, member.head, member.stream, 0)
        except damage() as error:
            yield Problem.of(name, error)

    def _of_stream(self, name: str, head: bytes, stream: BinaryIO, size: int) -> Iterator[Document | Problem]:
        """The documents of a stream that is not packed, and whose head was read already."""
        if self._reading.kind in (None, "mail") and is_mail(head):
            return self._of_messages(name, head, stream)
        return read_stream(Joined(head, stream).buffered(), name, size, self._reading)

    def _of_messages(self, name: str, head: bytes, stream: BinaryIO) -> Iterator[Document]:
        for message in messages(head, stream, name):
            self._messages += 1
            yield from of_message(message, all_headers=self._reading.all_headers)

    def _add(self, documents: Iterator[Document | Problem]) -> None:
        for document in documents:
            if isinstance(document, Problem):
                self._problems.append(document)
            else:
                self._add_document(document)

    def _add_document(self, document: Document) -> None:
        date = utc(document.message.date) if document.message else None
        if not _in_time(date, self._filters):
            return
        urls = list(self._checker.urls(document))
        if not urls:
            return
        of_url: defaultdict[Url, list[Finding]] = defaultdict(list)
        for finding in self._checker.findings(document, urls):
            of_url[finding.url].append(finding)
        secret = secret_spans(document, urls) if of_url else []
        whence = _whence(document, date)
        for url in urls:
            found = of_url.get(url, ())
            if not (url.counts or found):
                continue
            host = (split(url.text).host or "").lower()
            if not _counts(url, host, self._filters):
                continue
            for finding in found:
                self._findings.append(_finding_row(len(self._urls), document, finding, secret))
            self._urls.append(_url_row(document, url, host, whence))


@cached_for_short_text
def utc(date: str) -> str | None:
    """The date of a message (RFC 5322 section 3.3) in UTC, as ISO 8601 has it; None if it makes no sense."""
    try:
        moment = parsedate_to_datetime(date)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    # Programs have written the year 102 for 2002.
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year >= _FIRST_YEAR else None


def _in_time(date: str | None, filters: Filters) -> bool:
    if not (filters.since or filters.until):
        return True
    return date is not None and date >= filters.since and (not filters.until or date < filters.until)


def _counts(url: Url, host: str, filters: Filters) -> bool:
    if filters.schemes and url.scheme not in filters.schemes:
        return False
    return not filters.hosts or any(
        fnmatchcase(host, pattern) or host.endswith("." + pattern) for pattern in filters.hosts
    )


# What the rows of one document have in common: from `archive` to `content_type`.
_Whence = tuple[str, int | None, str | None, str | None, str | None, str | None, str | None]


def _whence(document: Document, date: str | None) -> _Whence:
    message, part = document.message, document.part
    if message is None:
        return (for_database(document.name), None, None, None, None, part and part.path, part and part.content_type)
    return (
        for_database(document.name),
        message.number,
        for_database(redact(message.id)),
        date,
        for_database(redact(message.subject)),
        part and part.path,
        part and part.content_type,
    )


def _url_row(document: Document, url: Url, host: str, whence: _Whence) -> UrlRow:
    text = for_database(redact(url.text))
    place = document.locate(url.spans[0] if url.spans else url.outer)
    end = document.locate(url.spans[-1]) if len(url.spans) > 1 else place
    alternatives = (
        json.dumps([for_database(redact(reading)) for reading in url.alternatives]) if url.alternatives else "[]"
    )
    return UrlRow(
        text,
        url.scheme,
        for_database(host),
        url.form,
        ",".join(url.breaks),
        url.confidence,
        alternatives,
        text,
        *whence,
        place.line,
        place.column,
        end.end_line,
        end.end_column,
    )


def _finding_row(number: int, document: Document, finding: Finding, secret: list[Span]) -> FindingRow:
    place = document.locate(finding.spans[0])
    low, high = _excerpt(document.text, finding)
    fix = finding.fix
    return FindingRow(
        number,
        finding.code,
        finding.severity,
        for_database(finding.message),
        place.line,
        place.column,
        for_database(mask(document.text, secret, low, high)),
        _after(document.text, low, high, fix.edits, secret) if fix else None,
        int(fix.safe) if fix else None,
    )


def _excerpt(text: str, finding: Finding) -> tuple[int, int]:
    """The lines of a finding's URL and of its fix, or as much of them as is near."""
    edits = finding.fix.edits if finding.fix else ()
    outer = finding.url.outer if finding.url.outer.stop else finding.extent  # a comment's finding has no URL
    start = min([outer.start, *(edit.span.start for edit in edits)])
    stop = max([outer.stop, finding.extent.stop, *(edit.span.stop for edit in edits)])
    near, far = max(0, start - _AROUND), min(len(text), stop + _AROUND)
    end = END_OF_LINE.search(text, stop, far)
    return text.rfind("\n", near, start) + 1 or near, end.start() if end else far


def _after(text: str, low: int, high: int, edits: Sequence[Edit], secret: list[Span]) -> str | None:
    """An excerpt with edits made; None if one would bring a secret to light."""
    for span, replacement in edits:
        if replacement and any(start < span.stop and span.start < stop for start, stop in secret):
            return None
    pieces, at = [], low
    for (start, stop), replacement in edits:
        pieces += [mask(text, secret, at, start), redact(replacement)]
        at = stop
    return for_database("".join([*pieces, mask(text, secret, at, high)]))
