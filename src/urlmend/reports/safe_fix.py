"""Fixes that are safe to publish in a report."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Fix
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.detect import find_secrets
from urlmend.reports import ReportStyle

_LONE_SURROGATE = lazy("[\ud800-\udfff]")


def publishable_fix(document: Document, finding: Finding, style: ReportStyle) -> Fix | None:
    """The fix of a finding; None if it has none, its text is encoded, or an edit holds a secret.

    Applying an edit with a masked secret would destroy the secret, so such fixes are left to
    `urlmend lint --fix`. So are edits with lone surrogates, which stand for undecodable bytes.
    """
    fix = finding.fix
    if fix is None or document.region is None:
        return None
    texts = [text for _, text in fix.edits if text]
    if any(style.redacted(text) != text or _LONE_SURROGATE.search(text) for text in texts):
        return None
    # An edit that moves half of a secret is recognised by where it moves it from, not by its text.
    if texts and not style.show_secrets and any(_overlaps(_secret_spans(finding.url), span) for span, _ in fix.edits):
        return None
    return fix


@lru_cache(maxsize=1)
def _secret_spans(url: Url) -> list[Span]:
    """The spans of the secrets of a URL, ascending."""
    return [span for low, high in find_secrets(url.text) for span in url.spans_of(low, high)]


def _overlaps(spans: list[Span], other: Span) -> bool:
    """Whether a span overlaps one of the ascending spans, or is empty and inside one of them."""
    at = bisect_right(spans, other.start, key=lambda span: span.stop)
    return at < len(spans) and spans[at].start < other.stop
