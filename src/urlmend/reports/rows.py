"""URLs and findings as rows of named fields, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Callable

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
        **_mending(document, finding),
        **_whence(document),
    }


def _mending(document: Document, finding: Finding) -> dict[str, object]:
    """How the finding can be mended, where the text is not encoded: whether safely, and by which edits."""
    if finding.fix is None or document.region is None:
        return {}
    edits = [{**_range(document, (span,)), "text": text} for span, text in finding.fix.edits]
    return {"fix": {"safe": finding.fix.safe, "edits": edits}}


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
