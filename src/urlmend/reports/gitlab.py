"""The Code Quality report of GitLab: a JSON list with one object a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import printable, without_surrogates
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import ReportStyle, reported_path, with_place
from urlmend.reports.fingerprints import Fingerprints
from urlmend.reports.json import write_list

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write the findings as one list; messages hold no secrets."""
    fingerprints = Fingerprints()
    rows = (
        {**_issue(document, finding, style), "fingerprint": fingerprints.of(document, finding)}
        for document, found in results
        for finding in found
    )
    write_list(rows, out, empty="[]\n")


def _issue(document: Document, finding: Finding, style: ReportStyle) -> dict[str, object]:
    location, message = document.locate(finding.extent), with_place(finding.message, document, finding)
    return {
        "description": without_surrogates(f"{finding.code}: {printable(message)}"),
        "check_name": finding.code,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": without_surrogates(style.redacted_names(reported_path(document.name))),
            "lines": {"begin": location.line, "end": location.end_line},
        },
    }
