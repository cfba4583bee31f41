"""Read one work unit: find and lint its URLs."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from typing import BinaryIO, NamedTuple, cast

from urlmend.finder import FindOptions
from urlmend.finder.secret_spans import secret_spans
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document, Message, StoredMessage
from urlmend.model.finding import COMMENT_MARK, Finding
from urlmend.model.url import Url
from urlmend.scan.context import contexts
from urlmend.scan.finding_rows import finding_row
from urlmend.scan.message_columns import attached_columns, file_columns, message_columns, utc
from urlmend.scan.pool import add_steps
from urlmend.scan.rows import NOT_ATTACHED, FindingRow, MessageRow, UnitRows, UrlRow
from urlmend.scan.split import Block, extracted_blocks
from urlmend.scan.url_rows import of_text, url_rows
from urlmend.scan.work_units import Unit, opened
from urlmend.settings.config import Config
from urlmend.sources.archives import Damage
from urlmend.sources.paths import Problem, Reading, read_part, read_stream
from urlmend.sources.remote import open_file, read_files

# The number of rows that are kept at a time, approximately.
_MAX_ROWS = 10_000
# The bytes of messages after which it is reported how much was read.
_REPORTED_SIZE = 1 << 16


class Filters(NamedTuple):
    """The messages and URLs to keep in a result."""

    since: str = ""
    """The earliest date of a message in UTC, or the beginning of it: `2004-01-05T10:00:00Z`; empty: any."""
    until: str = ""
    """The first date after the last message to keep; empty: any."""
    schemes: frozenset[str] = frozenset()
    """The schemes to keep, in lower case; empty: all."""
    hosts: tuple[str, ...] = ()
    """Shell patterns of hosts to keep, in lower case, each with all hosts below it; empty: all."""


class UnitReader:
    """Reads work units: a function that can be sent to another process."""

    def __init__(
        self, settings: Config, folder: str, url_options: FindOptions, reading: Reading, filters: Filters
    ) -> None:
        """Take settings, the folder that their patterns are relative to, what a URL is, how to read, and what to keep.

        `hash_key` is set later: it is that of the result, or empty if the rows have no hashes.
        Raises ConfigError for a code that selects no rule.
        """
        # The default tables are mapping proxies, which cannot be pickled.
        portable = settings._replace(
            per_file_ignores=dict(settings.per_file_ignores),
            allow=dict(settings.allow),
            severity=dict(settings.severity),
            format_of=dict(settings.format_of),
        )
        self.reading: Reading = reading._replace(in_windows=True, read_fully_if_contains=COMMENT_MARK.encode())
        self.filters = filters
        self.hash_key = b""
        self.checker: ProjectLinter = ProjectLinter(portable, folder, url_options)

    def __call__(self, unit: Unit | Problem, /) -> UnitRows:
        """Return the rows of a unit; a problem is one already."""
        return UnitRows.joined(self.chunks(unit))

    def chunks(self, unit: Unit | Problem) -> Iterator[UnitRows]:
        """Yield the rows of a unit in parts, those of a compressed file block by block; a problem is one already."""
        if isinstance(unit, Problem):
            yield UnitRows(problems=(unit,))
        elif unit.is_done:
            return
        elif unit.block_size:
            yield from self._read_blocks(unit)
        elif unit.blocks:
            share = unit.size / max(1, sum(len(block.data) for block in unit.blocks))
            parts = (self._read_block(block, share) for block in unit.blocks)
            yield from (rows._replace(lines=0) for rows in _grouped(chain.from_iterable(parts)))
        elif unit.is_part:
            yield from self._read_range(unit)
        else:
            collector = _RowCollector(self)
            reading = self.reading._replace(on_message=collector.begin_message, on_recorded=collector.record)
            yield from collector.chunks(read_files(unit.names, unit.size, reading))

    def read_bytes(self, data: bytes, name: str) -> UnitRows:
        """Return the rows of a file that was read already."""
        collector = _RowCollector(self)
        reading = self.reading._replace(on_message=collector.begin_message, on_recorded=collector.record)
        return UnitRows.joined(collector.chunks(read_stream(io.BytesIO(data), name, len(data), reading)))

    def _read_range(self, unit: Unit) -> Iterator[UnitRows]:
        """Yield the rows of a part of a file."""
        with opened(unit) as found:
            share = unit.size / max(1, unit.stop - unit.start if unit.data is None else len(unit.data))
            last = UnitRows()
            parts = self._read_part(
                unit.names[0], cast("BinaryIO", found), unit.input_kind, share, is_text=True, base=found.start
            )
            for number, rows in enumerate(parts):
                if number:
                    yield last
                last = rows
            found.read_rest()
            yield last._replace(lines=found.lines, digest="" if unit.data is not None else found.digest())

    def _read_blocks(self, unit: Unit) -> Iterator[UnitRows]:
        """Yield the rows of the blocks of a compressed file."""
        name = unit.names[0]
        member = lines = messages = position = 0
        try:
            with open_file(name) as file:
                for block in extracted_blocks(name, file, unit.size, self.reading, unit.block_size):
                    if isinstance(block, Damage):
                        yield UnitRows(problems=(Problem.from_error(*block),))
                        continue
                    if block.member != member:
                        member, lines, messages = block.member, 0, 0
                    read, position = file.tell() - position, file.tell()
                    share = read / max(1, len(block.data))
                    is_text = not block.is_complete  # others are not split
                    for rows in self._read_block(block, share):
                        yield rows.moved(lines, messages)
                        messages += rows.messages
                    if is_text:
                        line_ends = block.data.count(b"\n")
                        yield UnitRows(lines=line_ends)
                        lines += line_ends
        except Exception as error:  # of a limit, or of the library of a store
            yield UnitRows(problems=(Problem.from_error(name, error),))

    def _read_block(self, block: Block, share: float) -> Iterator[UnitRows]:
        """Yield the rows of a block of an extracted file."""
        collector = _RowCollector(self, share)
        collector.record(block.name, block.date)
        return self._read_part(
            block.name, block.data, block.input_kind, share, is_text=not block.is_complete, collector=collector
        )

    def _read_part(
        self,
        name: str,
        found: bytes | BinaryIO,
        input_kind: str | None,
        share: float,
        *,
        is_text: bool = False,
        base: int | None = None,
        collector: _RowCollector | None = None,
    ) -> Iterator[UnitRows]:
        """Yield the rows of a part of a file, from its bytes or a stream of them; `base` is its offset in the file."""
        collector = collector or _RowCollector(self, share)
        kind = input_kind or self.reading.input_kind
        reading = self.reading._replace(on_message=collector.begin_message, input_kind=kind, base=base)
        stream = io.BytesIO(found) if isinstance(found, bytes) else found
        return collector.chunks(read_part(stream, name, reading, is_text=is_text))


def _grouped(parts: Iterable[UnitRows]) -> Iterator[UnitRows]:
    """Yield the rows of many parts in fewer ones."""
    group: list[UnitRows] = []
    size = 0
    for rows in parts:
        group.append(rows)
        size += len(rows.urls) + len(rows.findings)
        if size >= _MAX_ROWS:
            yield UnitRows.joined(group)
            group, size = [], 0
    yield UnitRows.joined(group)


class _RowCollector:
    """Collects the rows of documents."""

    def __init__(self, reader: UnitReader, share: float = 1) -> None:
        """`share` is the number of bytes of the archive for each byte that is read."""
        self._checker = reader.checker
        self._hash_key = reader.hash_key
        self._filters = reader.filters
        self._has_filters = reader.filters != Filters()
        self._share = share
        self._urls: list[UrlRow] = []
        self._findings: list[FindingRow] = []
        self._problems: list[Problem] = []
        self._messages = 0
        self._unreported = 0
        """The bytes of messages whose reading is not reported yet."""
        self._stored: StoredMessage | None = None
        """The message that is read, and its columns; these are empty if it has no URL."""
        self._columns: tuple[object, ...] = ()
        self._versions: dict[tuple[str, str], str] = {}
        """The URLs of this message in `multipart/alternative`, each with the version of the text that has it first."""
        self._without_urls: list[MessageRow] = []
        self._attached: tuple[Message | None, tuple[str | None, ...]] = None, NOT_ATTACHED
        """The last attached message that has a URL, and its columns."""
        self._recorded = ("", "")
        """The last file of a web archive, and its date."""

    def _take(self) -> UnitRows:
        """Return and forget what was collected."""
        rows = UnitRows(self._urls, self._findings, self._problems, self._messages, without_urls=self._without_urls)
        self._urls, self._findings, self._problems, self._messages, self._without_urls = [], [], [], 0, []
        return rows

    def begin_message(self, stored: StoredMessage) -> None:
        """Count a message, whose documents follow."""
        self._end_message()
        self._stored, self._columns = stored, ()
        self._versions = {}
        self._messages += 1
        self._unreported += stored.size
        if self._unreported > _REPORTED_SIZE:
            add_steps(self._unreported * self._share)
            self._unreported = 0

    def record(self, name: str, date: str) -> None:
        """Take the date when a web archive recorded a file, whose documents follow."""
        self._recorded = name, date

    def chunks(self, documents: Iterable[Document | Problem]) -> Iterator[UnitRows]:
        """Yield the rows of several documents in parts of a limited number of rows, at least one."""
        for document in documents:
            if len(self._without_urls) >= _MAX_ROWS:
                yield self._take()
            if isinstance(document, Problem):
                self._problems.append(document)
                continue
            try:
                if not self._has_filters or self._is_in_period(document):
                    for part, urls, findings in self._checker.urls_and_findings(document):
                        if urls:
                            yield from self._rows(part, urls, findings)
                        if self._checker.failures:
                            self._problems += [failure.problem_with_url for failure in self._checker.take_failures()]
            except Exception as error:  # it must not affect other files or messages of the unit
                self._problems.append(Problem.from_bug(document.name, error))
        self._end_message()
        yield self._take()

    def _end_message(self) -> None:
        """Keep the message that was read, if it has no URL."""
        if self._stored and not self._columns:
            row = MessageRow._make(message_columns(self._stored, self._hash_key, has_url=False))
            if not self._has_filters or _in_period(row.date, self._filters):
                self._without_urls.append(row)
        self._stored = None

    def _is_in_period(self, document: Document) -> bool:
        if self._stored and document.name == self._stored.name:
            return _in_period(utc(self._stored.message.date), self._filters)
        in_metadata = document.layout.date if document.layout else ""
        return _in_period(in_metadata or self._date_of_record(document) or None, self._filters)

    def _date_of_record(self, document: Document) -> str:
        """The date when a web archive recorded the file of a document; empty for other files."""
        name, date = self._recorded
        return date if document.name == name else ""

    def _columns_of(self, document: Document) -> tuple[object, ...]:
        """The columns of the message or file of a document, and of the attached message."""
        if not self._stored or document.name != self._stored.name:
            return (*file_columns(document, self._hash_key, self._date_of_record(document)), *NOT_ATTACHED)
        self._columns = self._columns or message_columns(self._stored, self._hash_key)
        if not document.part or not document.part.is_attached:
            return (*self._columns, *NOT_ATTACHED)
        message = document.message
        assert message
        if self._attached[0] != message:
            self._attached = message, attached_columns(message, document.conversation)
        return (*self._columns, *self._attached[1])

    def _rows(self, document: Document, urls: Sequence[Url], findings: Iterator[Finding]) -> Iterator[UnitRows]:
        """Add the rows of a document, or of a window of one; yield and forget them whenever there are many."""
        finding = next(findings, None)
        secret = secret_spans(document, urls) if finding else []  # true of few documents
        columns: tuple[object, ...] = ()
        for low in range(0, len(urls), _MAX_ROWS):
            some = urls[low : low + _MAX_ROWS]
            findings_of: dict[Url, list[Finding]] = {}
            if finding:
                findings_of = {url: [] for url in some}
                while finding and finding.url in findings_of:
                    findings_of[finding.url].append(finding)
                    finding = next(findings, None)
            kept = [url for url in some if url.counts or findings_of.get(url)]
            if self._has_filters:
                kept = [url for url in kept if _is_kept(url, self._filters)]
            if findings_of:
                for number, url in enumerate(kept, len(self._urls)):
                    self._findings += [finding_row(number, document, each, secret) for each in findings_of[url]]
            if kept:
                columns = columns or self._columns_of(document)
                around = contexts(document, kept, self._versions)
                self._urls += url_rows(document, kept, columns, around, self._hash_key)
            if len(self._urls) + len(self._findings) >= _MAX_ROWS:
                yield self._take()


def _in_period(date: str | None, filters: Filters) -> bool:
    if not (filters.since or filters.until):
        return True
    return date is not None and date >= filters.since and (not filters.until or date < filters.until)


def _is_kept(url: Url, filters: Filters) -> bool:
    if filters.schemes and url.scheme not in filters.schemes:
        return False
    host = of_text(url.text).host if filters.hosts else ""
    return not filters.hosts or any(
        fnmatchcase(host, pattern) or host.endswith("." + pattern) for pattern in filters.hosts
    )
