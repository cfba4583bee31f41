"""Comma-separated values: a row of column names, then a row for each finding."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from urlmend._lib.sanitize import for_csv
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import ReportStyle
from urlmend.rules import RULES


class Row(NamedTuple):
    """The columns, in order."""

    file: str
    line: str
    column: str
    end_line: str
    end_column: str
    code: str
    name: str
    severity: str
    message: str
    url: str
    fix: str
    """`safe`, `unsafe`, or empty."""
    message_id: str
    """Empty except in mail; so is `part`."""
    part: str


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line; no cell has a control character or is a formula."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Row._fields)
    for document, found in results:
        for finding in found:
            writer.writerow(map(for_csv, _row(document, finding, style)))


def _row(document: Document, finding: Finding, style: ReportStyle) -> Row:
    location = document.locate(finding.extent)
    return Row(
        file=style.path(document.name),
        line=str(location.line),
        column=str(location.column),
        end_line=str(location.end_line),
        end_column=str(location.end_column),
        code=finding.code,
        name=RULES[finding.code].name,
        severity=finding.severity,
        message=finding.message,
        url=style.redacted_url(document, finding.url),
        fix=_fix(document, finding),
        message_id=style.redacted_ids(document.message.id) if document.message else "",
        part=style.redacted(document.part.path) if document.part else "",
    )


def _fix(document: Document, finding: Finding) -> str:
    if finding.fix is None or document.region is None:
        return ""
    return "safe" if finding.fix.safe else "unsafe"
