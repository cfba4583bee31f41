"""Comma-separated values: a row of names, then a row for each finding."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import for_csv
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import Look
from urlmend.rules import RULES

COLUMNS = (
    *("file", "line", "column", "end_line", "end_column", "code", "name", "severity", "message", "url", "fix"),
    *("message_id", "part"),
)
"""The names of the columns; `fix` is "safe", "unsafe" or empty, and the last two are empty but for mail."""


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:
    """The names of the columns, and one finding a line; nothing in it is a formula, or a control character."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for document, found in results:
        for finding in found:
            writer.writerow([for_csv(value) for value in _row(document, finding, look)])


def _row(document: Document, finding: Finding, look: Look) -> tuple[str, ...]:
    place = document.locate(finding.extent)
    return (
        document.name,
        *map(str, place),
        finding.code,
        RULES[finding.code].name,
        finding.severity,
        finding.message,
        look.show(finding.url.text),
        _fix(document, finding),
        *map(look.show, _whence(document)),
    )


def _fix(document: Document, finding: Finding) -> str:
    if finding.fix is None or document.region is None:
        return ""
    return "safe" if finding.fix.safe else "unsafe"


def _whence(document: Document) -> tuple[str, str]:
    """The id of the message and the path of the part that a document is from."""
    message, part = document.message, document.part
    return (message.id if message else "", part.path if part else "")
