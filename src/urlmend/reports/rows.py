"""URLs and findings as JSON objects, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Callable

from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.reports import ReportStyle, named_path
from urlmend.reports.safe_fix import publishable_fix


def url_row(document: Document, url: Url, shown: Callable[[str], str] = str) -> dict[str, object]:
    """The fields of a URL; `spans` are ranges of offsets in code points, one for each piece.

    The offsets are those of the text as it is written; in mail, of the decoded part. `shown` is applied to URLs.
    """
    return {
        "file": named_path(document.name),
        **_range(document, url.spans),
        "url": shown(url.text),
        "form": url.form,
        "breaks": list(url.breaks),
        "confidence": url.confidence,
        "alternatives": list(map(shown, url.alternatives)),
        "spans": [list(document.in_source(span)) for span in url.spans],
        "format": document.format,
        **_link(url.text, shown),
        **_place(document, url.outer),
        **_annotation(document, url.outer, shown),
        **of_document(document),
    }


def _place(document: Document, span: Span) -> dict[str, object]:
    """The place of a span in a document that is no text: its page if it has pages; lines are those of the place."""
    if not document.layout:
        return {}
    place, page = document.layout.place(span.start), document.layout.page(span.start)
    return {"place": place, "page": page} if page else {"place": place}


def _annotation(document: Document, span: Span, shown: Callable[[str], str]) -> dict[str, object]:
    """The target of the link at a span, and its areas in points, each with its page."""
    found = document.layout.annotations(span) if document.layout else []
    if not found:
        return {}
    rectangles = [{"page": link.page, "rectangle": list(area)} for link in found for area in link.rectangles]
    fields: dict[str, object] = {"annotation": shown(found[0].target)}
    return {**fields, "rectangles": rectangles} if rectangles else fields


def of_document(document: Document) -> dict[str, object]:
    """The fields that all URLs of a document share, and that follow those of their own."""
    return _provenance(document, "message", str, str)


def _link(url: str, shown: Callable[[str], str]) -> dict[str, object]:
    """The kind of a link that does not show where it leads, and for gateways, the address that it holds."""
    from urlmend.uri.link_kinds import link  # only JSON needs it

    kind, unwrapped = link(url)
    if not kind:
        return {}
    fields: dict[str, object] = {"link_kind": kind}
    if unwrapped:
        fields["target"] = shown(unwrapped.target) if unwrapped.target else None
        fields["gateways"] = [gateway.name for gateway in unwrapped.gateways]
    return fields


def finding_row(document: Document, finding: Finding, style: ReportStyle) -> dict[str, object]:
    """The fields of a finding, without secrets unless the style shows them."""
    return {
        "file": style.path(document.name),
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        **_range(document, finding.spans),
        "url": style.redacted_url(document, finding.url),
        "ranges": [_range(document, (span,)) for span in finding.spans],
        **_place(document, finding.spans[0]),
        **_fix(document, finding, style),
        **_provenance(document, "mail", style.redacted, style.redacted_ids),
    }


def _fix(document: Document, finding: Finding, style: ReportStyle) -> dict[str, object]:
    """The fix of a finding: its edits, and whether it is safe."""
    fix = publishable_fix(document, finding, style)
    if fix is None:
        return {}
    edits = [{**_range(document, (span,)), "text": text} for span, text in fix.edits]
    return {"fix": {"safe": fix.safe, "edits": edits}}


def _provenance(
    document: Document, message_key: str, redacted: Callable[[str], str], redacted_ids: Callable[[str], str]
) -> dict[str, object]:
    """The message and part of a document, and its note; the functions are applied to the headers of the message."""
    message, part = document.message, document.part
    fields: dict[str, object] = {}
    if message:
        fields[message_key] = {
            "id": redacted_ids(message.id),
            "date": redacted(message.date),
            "subject": redacted(message.subject),
            "index": message.index,
        }
    if part:
        fields["part"] = {"path": part.path, "content_type": part.content_type}
    if document.note:
        fields["note"] = document.note
    return fields


def _range(document: Document, spans: tuple[Span, ...]) -> dict[str, int]:
    start = document.locate(spans[0])
    end = document.locate(spans[-1]) if len(spans) > 1 else start
    return {"line": start.line, "column": start.column, "end_line": end.end_line, "end_column": end.end_column}
