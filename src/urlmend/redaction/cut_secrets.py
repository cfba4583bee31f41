"""Secrets that white space interrupts: a URL that was not rejoined contains their first part."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.model.url import Url
from urlmend.redaction.broken_secrets import ANOTHER_URL
from urlmend.redaction.detect import find_secrets, secrets_of_url
from urlmend.redaction.forms import PATH_SIGNS
from urlmend.redaction.harmless import may_contain_token_part
from urlmend.redaction.redact import MASK, redact
from urlmend.redaction.secrets import INVISIBLE_CHARACTER

# The next word, in unfolded headers on the same line; the mark of a quotation, comment or patch, or an invisible
# character at which the URL ends, may precede it.
_NEXT_WORD = lazy(rf"(?:\s{{1,20}}[>|#*;/+ \t-]{{0,20}}|{INVISIBLE_CHARACTER}{{1,20}})([^\s<>\"]{{1,400}})")
# Most URLs: no parameter, nothing encoded, and a host without userinfo that is complete. A secret can then only be in
# the path of a service, all of which have one of PATH_SIGNS, or a token.
_WITHOUT_VALUES = lazy(r"[A-Za-z]++://[A-Za-z0-9.-]++(?::[0-9]++)?[/?#](?>(?:[^=%\\:&]++|&(?!#|\Z))*)\Z")

_AUTHORITY = lazy(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*@([^/?#@]+)")


def first_parts(text: str, url: Url) -> list[str]:
    """The parts that a URL of a text has of secrets which the next word continues."""
    if len(url.spans) != 1 or url.form == "markup":  # a value of the markup is complete
        return []
    start, stop = url.spans[0]
    after = _NEXT_WORD.match(text, stop)
    if not after or ANOTHER_URL.match(after[1]) or not secrets_of_url(url.text + after[1]):
        return []
    spans = [(start + low, start + high) for low, high in find_secrets(text[start : after.end()])]
    if not spans or spans[-1][1] < stop + (not after[1].startswith("@")):  # the next word continues no secret
        return []
    return [text[low:stop] for low, high in spans if low < stop <= high]


def false_host(url: str) -> list[str]:
    """What parsers take for the host and the port of a URL, if it is a part of a password with an `@` and a slash."""
    match = _AUTHORITY.match(url) if "@" in url else None
    if not match or not any(start <= match.start(1) < stop for (start, stop), *_ in secrets_of_url(url)):
        return []
    return [part for part in (match[1], *match[1].split(":")) if part]


def may_contain_part(url: str) -> bool:
    """Whether the text of a URL may contain a secret, or the part of one before a break; false for most URLs."""
    if not _WITHOUT_VALUES.match(url) or may_contain_token_part(url):
        return True
    lowered = url.lower()
    return any([sign in lowered for sign in PATH_SIGNS])  # noqa: C419  # a list is faster


def redacted_url(text: str, url: Url) -> str:
    """The text of a URL of a text without its secrets and without first parts of them."""
    return without(redact(url.text), first_parts(text, url))


def without(text: str, parts: list[str]) -> str:
    """A text with each of these parts, in any case, replaced by MASK."""
    return re.sub("|".join(map(re.escape, parts)), MASK, text, flags=re.IGNORECASE) if parts else text
