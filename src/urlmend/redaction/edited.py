"""An excerpt of a text with edits applied, without secrets."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.redaction.redact import mask, redact


def edited(text: str, low: int, high: int, edits: Sequence[Edit], secret: Sequence[Span]) -> list[str] | None:
    """The pieces of `text[low:high]` with ascending edits applied: what is kept, and what is new, in turn.

    The ascending spans `secret` are masked, and so are secrets of what is new. None if an edit replaces part of a
    secret, which could reveal it.
    """
    pieces, at = [], low
    for span, replacement in edits:
        if replacement and any(start < span.stop and span.start < stop for start, stop in secret):
            return None
        pieces += [mask(text, secret, at, span.start), redact(replacement)]
        at = span.stop
    return [*pieces, mask(text, secret, at, high)]
