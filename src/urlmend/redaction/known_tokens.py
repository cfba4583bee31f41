"""Tokens whose beginning and length tell which service they open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span
from urlmend.redaction.forms import FORMS, KNOWN_BEGINNINGS, Kind, Secret
from urlmend.redaction.placeholders import is_known_token

_TOKENS = "|".join([word for form in FORMS if form.kind is Kind.KNOWN_TOKEN for word in form.match])
KNOWN_TOKEN = lazy(rf"(?:{_TOKENS})(?![A-Za-z0-9_-])")
"""An expression for such a token."""
# In a URL, or in what is encoded in one, a sign precedes a token; elsewhere `=` is no such sign, but in a segment.
_BEFORE_TOKEN = lazy(r"[/?&#;:@,!|~](?:(?<=/)(?=(?P<name>[\w.%-]{1,80}+)=)|)")
_BEFORE_NESTED_TOKEN = lazy(r"[/?&#;:@,!|~=\s\"'\[({]")


def known_tokens(text: str, *, is_nested: bool) -> Iterator[Secret]:
    """Yield the tokens with a known beginning that are not the value of a parameter."""
    stop = 0
    for sign in (_BEFORE_NESTED_TOKEN if is_nested else _BEFORE_TOKEN).finditer(text):
        if sign.start() < stop:
            continue
        name, token = "", token_at(text, sign.end())
        if not token and sign.lastindex:
            name, token = sign["name"], token_at(text, sign.end("name") + 1)
        if token:
            stop = token.end()
            if is_known_token(token.group()):
                yield Secret(Span(*token.span()), Kind.KNOWN_TOKEN, name, token.group())


def token_at(text: str, at: int) -> re.Match[str] | None:
    """Return the token with a known beginning at an offset; most values have another one, and compile nothing."""
    return KNOWN_TOKEN.match(text, at) if text.startswith(KNOWN_BEGINNINGS, at) else None
