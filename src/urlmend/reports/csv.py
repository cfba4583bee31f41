"""Comma-separated values: a row of column names, then a row for each finding."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import TextIO

from urlmend._lib.sanitize import for_csv
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import ReportStyle
from urlmend.rules import RULES

COLUMNS = (
    *("file", "line", "column", "end_line", "end_column", "code", "name", "severity", "message", "url"),
    *("fix", "message_id", "part", "place"),
)
"""`fix` is `safe`, `unsafe` or empty; `message_id` and `part` are empty except in mail, `place` except in PDF files."""


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line; no cell has a control character or is a formula."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for document, found in results:
        for finding in found:
            writer.writerow(map(for_csv, _row(document, finding, style)))


def _row(document: Document, finding: Finding, style: ReportStyle) -> Iterator[str]:
    """Yield the cells of a finding, in the order of the columns."""
    yield style.path(document.name)
    yield from map(str, document.locate(finding.extent))
    yield from (finding.code, RULES[finding.code].name, finding.severity, finding.message)
    yield style.redacted_url(document, finding.url)
    yield _fix(document, finding)
    yield style.redacted_ids(document.message.id) if document.message else ""
    yield style.redacted(document.part.path) if document.part else ""
    yield document.place(finding.extent.start)


def _fix(document: Document, finding: Finding) -> str:
    if finding.fix is None or document.region is None:
        return ""
    return "safe" if finding.fix.safe else "unsafe"
