"""A JSON list with one object per line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import strict_json
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle
from urlmend.reports.rows import finding_row


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write the findings as one list."""
    write_list((finding_row(document, finding, style) for document, found in results for finding in found), out)


def write_list(rows: Iterable[object], out: TextIO, empty: str = "[\n\n]\n") -> None:
    """Write a list with one row a line, as the rows come; `empty` is what is written without any."""
    separator = "[\n"
    for row in rows:
        out.write(separator + strict_json(row))
        separator = ",\n"
    out.write(empty if separator == "[\n" else "\n]\n")
