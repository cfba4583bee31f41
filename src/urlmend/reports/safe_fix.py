"""Fixes that are safe to publish in a report."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Fix
from urlmend.redaction.redact import overlaps
from urlmend.redaction.url_masks import hidden_around
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
    secret = hidden_around(document.text, finding.url) if texts and not style.show_secrets else []
    if secret and any(overlaps(secret, *span) for span, _ in fix.edits):
        return None
    return fix
