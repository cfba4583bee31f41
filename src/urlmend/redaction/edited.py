"""An excerpt of a text with edits applied, without secrets."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.redaction.redact import mask, overlaps, redact


def edited(text: str, low: int, high: int, edits: Sequence[Edit], secret: Sequence[Span]) -> list[str] | None:
    """The pieces of `text[low:high]` with ascending edits applied: what is kept, and what is new, in turn.

    The ascending spans `secret` are masked, and so are secrets of what is new. None if an edit replaces or moves part
    of a secret, which could reveal it.
    """
    is_new = any(replacement for _, replacement in edits)
    if is_new and any(overlaps(secret, *edit.span) for edit in edits):
        return None
    pieces, at = [], low
    for span, replacement in edits:
        pieces += [mask(text, secret, at, span.start), redact(replacement)]
        at = span.stop
    return [*pieces, mask(text, secret, at, high)]
