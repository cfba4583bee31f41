"""URLs and findings as rows of named fields, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Callable

from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.reports import Look
from urlmend.reports.safe_fix import shown_fix


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
        **_whence(document, "message", str),
    }


def finding_row(document: Document, finding: Finding, look: Look) -> dict[str, object]:
    """The fields of one finding, without secrets unless the look has them."""
    return {
        "file": document.name,
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        **_range(document, finding.spans),
        "url": look.show(finding.url.text),
        "ranges": [_range(document, (span,)) for span in finding.spans],
        **_mending(document, finding, look),
        **_whence(document, "mail", look.show),
    }


def _mending(document: Document, finding: Finding, look: Look) -> dict[str, object]:
    """How the finding can be mended: whether safely, and by which edits."""
    fix = shown_fix(document, finding, look)
    if fix is None:
        return {}
    edits = [{**_range(document, (span,)), "text": text} for span, text in fix.edits]
    return {"fix": {"safe": fix.safe, "edits": edits}}


def _whence(document: Document, name: str, show: Callable[[str], str]) -> dict[str, object]:
    """The message, under a name, and the part that a document is from, and what was wrong with it."""
    message, part, rows = document.message, document.part, {}
    if message:
        texts = {"id": show(message.id), "date": show(message.date), "subject": show(message.subject)}
        rows[name] = {**texts, "index": message.number}
    if part:
        rows["part"] = {"path": part.path, "content_type": part.content_type}
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
