"""Redaction: replace the secrets of a text by `***`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span
from urlmend.redaction.detect import find_secrets

MASK = "***"
_URL_IN_ID = lazy(r"[A-Za-z](?::|%3[Aa])(?:/|\\|%2[Ff])|(?i:sips?:)")


def mask(text: str, spans: Sequence[Span], start: int = 0, stop: int | None = None) -> str:
    """Return `text[start:stop]` with each span replaced by MASK; the spans ascend and do not overlap."""
    stop = len(text) if stop is None else stop
    pieces, at = [], start
    for low, high in spans[bisect_left(spans, start, key=lambda span: span.stop) :]:
        if low >= stop:
            break
        if high > start or low >= start:
            pieces += [text[at : max(at, low)], MASK]
            at = min(high, stop)
    return "".join([*pieces, text[at:stop]])


def redact(text: str) -> str:
    """Return the text with its secrets replaced by MASK (see `find_secrets`)."""
    spans = find_secrets(text)
    return mask(text, spans) if spans else text


def redact_ids(text: str) -> str:
    """Return message-ids, separated by spaces, with the secrets of URLs in them replaced by MASK.

    Other ids are no parameters, whatever signs they contain: `<CAM=Pw=a1@mail.example>`.
    """
    if not _URL_IN_ID.search(text):  # true of most ids
        return text
    return " ".join([redact(word) if _URL_IN_ID.search(word) else word for word in text.split(" ")])
