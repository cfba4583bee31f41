"""Findings to rows of a result, without secrets."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend._lib.sanitize import for_database
from urlmend.model.document import END_OF_LINE, Document, without_boundaries
from urlmend.model.finding import Edit, Finding
from urlmend.model.span import Span
from urlmend.redaction.edited import edited
from urlmend.redaction.redact import mask
from urlmend.scan.rows import FindingRow

# The code points of the text around a URL that are kept with a finding.
_AROUND = 200


def finding_row(number: int, document: Document, finding: Finding, secret: list[Span]) -> FindingRow:
    """The row of a finding about URL `number` of the unit; `secret` are the spans to hide in the text around it."""
    place = document.locate(finding.spans[0])
    low, high = _excerpt(document.text, finding)
    fix = finding.fix
    return FindingRow(
        url=number,
        code=finding.code,
        severity=finding.severity,
        message=for_database(finding.message),
        line=place.line,
        column=place.column,
        before=for_database(without_boundaries(mask(document.text, secret, low, high))),
        after=_after(document.text, low, high, fix.edits, secret) if fix else None,
        safe=int(fix.safe) if fix else None,
    )


def _excerpt(text: str, finding: Finding) -> tuple[int, int]:
    """The range of the lines of a finding's URL and fix, up to _AROUND code points on either side."""
    edits = finding.fix.edits if finding.fix else ()
    outer = finding.url.outer if finding.url.outer.stop else finding.extent  # a comment's finding has no URL
    start = min([outer.start, *(edit.span.start for edit in edits)])
    stop = max([outer.stop, finding.extent.stop, *(edit.span.stop for edit in edits)])
    near, far = max(0, start - _AROUND), min(len(text), stop + _AROUND)
    end = END_OF_LINE.search(text, stop, far)
    return text.rfind("\n", near, start) + 1 or near, end.start() if end else far


def _after(text: str, low: int, high: int, edits: Sequence[Edit], secret: list[Span]) -> str | None:
    """An excerpt with the edits applied; None if that could reveal a secret."""
    pieces = edited(text, low, high, edits, secret)
    return None if pieces is None else for_database(without_boundaries("".join(pieces)))
