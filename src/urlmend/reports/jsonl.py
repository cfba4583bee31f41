"""One JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from urlmend.model import Document, Finding, Url
from urlmend.spans import Span

Show = Callable[[str], str]


def url_row(document: Document, url: Url) -> dict[str, object]:
    """The fields of one URL; `spans` are ranges of offsets in code points, one for each piece."""
    return {
        "file": document.name,
        **_range(document, url.spans),
        "url": url.text,
        "form": url.form,
        "breaks": list(url.breaks),
        "confidence": url.confidence,
        "alternatives": list(url.alternatives),
        "spans": [list(span) for span in url.spans],
        **_whence(document),
    }


def finding_row(document: Document, finding: Finding, show: Show) -> dict[str, object]:
    """The fields of one finding; `show` takes the secrets out of its URL."""
    return {
        "file": document.name,
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        **_range(document, finding.spans),
        "url": show(finding.url.text),
        "ranges": [_range(document, (span,)) for span in finding.spans],
        **_whence(document),
    }


def _whence(document: Document) -> dict[str, object]:
    """The message and the part that a document is from, if it is from one, and what was wrong with it."""
    origin, rows = document.origin, {}
    if origin and origin.message:
        message = origin.message
        rows["message"] = {
            "id": message.id,
            "date": message.date,
            "subject": message.subject,
            "index": message.number,
        }
    if origin and origin.part:
        rows["part"] = {"path": origin.part.path, "content_type": origin.part.content_type}
    return {**rows, "note": document.note} if document.note else {**rows}


def _range(document: Document, spans: tuple[Span, ...]) -> dict[str, int]:
    start = document.locate(spans[0])
    end = document.locate(spans[-1]) if len(spans) > 1 else start
    return {
        "line": start.line,
        "column": start.column,
        "end_line": end.end_line,
        "end_column": end.end_column,
    }


def urls(document: Document, found: Iterable[Url]) -> Iterator[str]:
    """One URL a line."""
    for url in found:
        yield json.dumps(url_row(document, url)) + "\n"


def findings(document: Document, found: Iterable[Finding], show: Show) -> Iterator[str]:
    """One finding a line."""
    for finding in found:
        yield json.dumps(finding_row(document, finding, show)) + "\n"
