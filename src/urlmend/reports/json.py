"""One JSON list of objects, one of them on a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from urlmend.model.finding import Result
from urlmend.reports import Look
from urlmend.reports.rows import finding_row


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:
    """The findings as a list."""
    before = "[\n"
    for document, found in results:
        for finding in found:
            out.write(before + json.dumps(finding_row(document, finding, look)))
            before = ",\n"
    out.write("[\n\n]\n" if before == "[\n" else "\n]\n")
