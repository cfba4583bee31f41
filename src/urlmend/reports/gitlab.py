"""The Code Quality report of GitLab: one JSON list of objects, one of them on a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import printable
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import Look
from urlmend.reports.fingerprints import Fingerprints, reported_path

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:  # noqa: ARG001
    """The findings as a list; messages have no secrets in them."""
    fingerprints = Fingerprints()
    before = "[\n"
    for document, found in results:
        for finding in found:
            row = {**_issue(document, finding), "fingerprint": fingerprints.of(document, finding)}
            out.write(before + json.dumps(row))
            before = ",\n"
    out.write("[]\n" if before == "[\n" else "\n]\n")


def _issue(document: Document, finding: Finding) -> dict[str, object]:
    place = document.locate(finding.extent)
    return {
        "description": _sound(f"{finding.code}: {printable(finding.message)}"),
        "check_name": finding.code,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": _sound(reported_path(document.name)),
            "lines": {"begin": place.line, "end": place.end_line},
        },
    }


def _sound(text: str) -> str:
    """The text with lone surrogates written as escapes: not every reader of JSON takes them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
