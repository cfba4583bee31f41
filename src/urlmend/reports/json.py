"""A JSON list with one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from urlmend.model.finding import Result
from urlmend.reports import ReportStyle
from urlmend.reports.rows import finding_row


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write the findings as one list."""
    separator = "[\n"
    for document, found in results:
        for finding in found:
            out.write(separator + json.dumps(finding_row(document, finding, style)))
            separator = ",\n"
    out.write("[\n\n]\n" if separator == "[\n" else "\n]\n")
