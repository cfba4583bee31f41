"""Secrets that white space interrupts: a URL that was not rejoined contains their first part."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.model.url import Url
from urlmend.redaction.detect import find_secrets, secrets_of_url
from urlmend.redaction.redact import MASK, redact

# The next word, in unfolded headers on the same line; the mark of a quotation, comment or patch may precede it.
_NEXT_WORD = lazy(r"\s{1,20}[>|#*;/+ \t-]{0,20}([^\s<>\"]{1,400})")


def first_parts(text: str, url: Url) -> list[str]:
    """The parts that a URL of a text has of secrets which the next word continues."""
    if len(url.spans) != 1:
        return []
    start, stop = url.spans[0]
    after = _NEXT_WORD.match(text, stop)
    if not after or not secrets_of_url(url.text + after[1]):
        return []
    spans = [(start + low, start + high) for low, high in find_secrets(text[start : after.end()])]
    if not spans or spans[-1][1] <= stop:  # the next word continues no secret
        return []
    return [text[low:stop] for low, high in spans if low < stop <= high]


def redacted_url(text: str, url: Url) -> str:
    """The text of a URL of a text without its secrets and without first parts of them."""
    return without(redact(url.text), first_parts(text, url))


def without(text: str, parts: list[str]) -> str:
    """A text with each of these parts, in any case, replaced by MASK."""
    return re.sub("|".join(map(re.escape, parts)), MASK, text, flags=re.IGNORECASE) if parts else text
