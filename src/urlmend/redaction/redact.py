"""Redaction: replace the secrets of a text by `***`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span, merged, overlapping
from urlmend.redaction.detect import find_secrets, may_contain_secret
from urlmend.redaction.forms import Kind
from urlmend.redaction.harmless import may_be_token
from urlmend.redaction.secrets import secrets_of_text

MASK = "***"
_PARAMETERS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER, Kind.KNOWN_TOKEN)
# A part of a path, or a word of a message; and what every one with a parameter contains.
_PART_OF_NAME = lazy(r"[^/\\!\s'\"(]+")
_PARAMETER_SIGN = lazy("[=%&]")
_URL = lazy(
    r"[:%](?:(?:(?<=[A-Za-z]:)|(?<=[A-Za-z]%)3[Aa])(?:/|\\|%2[Ff])|(?<=(?i:sip):)|(?<=(?i:sips):))"  # fast so
)


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


def overlaps(spans: Sequence[Span], start: int, stop: int) -> bool:
    """Whether a range overlaps one of the ascending spans, or is empty and inside one of them."""
    return bool(overlapping(spans, start, stop))


def redact(text: str) -> str:
    """Return the text with its secrets replaced by MASK (see `find_secrets`)."""
    spans = find_secrets(text)
    return mask(text, spans) if spans else text


def redact_ids(text: str) -> str:
    """Return message-ids, separated by spaces, with the secrets of URLs in them replaced by MASK.

    Other ids are no parameters, whatever signs they contain: `<CAM=Pw=a1@mail.example>`.
    """
    if not _URL.search(text):  # true of most ids
        return text
    return " ".join([redact(word) if _URL.search(word) else word for word in text.split(" ")])


def redact_names(text: str) -> str:
    """Return names of files and members, or a message with some, with their secrets replaced by MASK.

    Unlike in a URL, a parameter or a token may begin a part of a path, and ends with it: `password=P.txt`,
    `a?token=T/b.txt`.
    """
    # Most messages contain none.
    spans = secret_spans_of_names(text) if may_contain_secret(text) or may_be_token(text) else []
    return mask(text, spans) if spans else text


def secret_spans_of_names(text: str) -> list[Span]:
    """Return the spans that `redact_names` replaces; they ascend and do not overlap."""
    if not _PARAMETER_SIGN.search(text) and not may_be_token(text):
        return find_secrets(text)
    if _URL.search(text):
        spans = find_secrets(text)
    else:
        spans = [secret.span for secret in secrets_of_text(text) if secret.kind not in _PARAMETERS]
    for part in _PART_OF_NAME.finditer(text):
        spans += [
            Span(part.start() + low - 1, part.start() + high - 1) for low, high in find_secrets(f"?{part.group()}")
        ]
    return merged(spans)
