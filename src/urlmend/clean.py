"""The test that lets most URLs pass: nothing in them that a rule could speak of."""

from __future__ import annotations

from urlmend.model import Url
from urlmend.patterns import lazy

# What no rule but those `of_clean` has a word to say about: a host of few short labels in lower case, the last of
# letters; a path without empty or hidden segments; a query of short values.
_HOST = r"(?:[a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,2}\.){1,5}[a-z]{2,20}"
_PATH = r"(?:/[A-Za-z0-9_~!$'*+,=:-][A-Za-z0-9._~!$'*+,=:-]*)*/?"
_QUERY = r"(?:\?(?:[A-Za-z0-9._-]{1,40}(?:=(?!3[dD])[A-Za-z0-9._-]{0,15})?(?:&(?=[A-Za-z0-9])|(?=#|\Z)))+)?"
_FRAGMENT = r"(?:\#[A-Za-z0-9._!$*+,=:-]+)?"
_CLEAN = lazy(
    rf"(?:https?://{_HOST}{_PATH}{_QUERY}{_FRAGMENT}|ftp://{_HOST}(?:/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*/?)\Z"
)
_LONGEST = 1000


def is_clean(url: Url, text: str) -> bool:
    """Whether only rules declared `of_clean` can speak of a URL in a text: one test for most of them."""
    start, stop = url.outer
    if url.breaks or not url.scheme or start < url.spans[0].start - 1 or stop - start > _LONGEST:
        return False
    behind = text[stop : stop + 1]
    before = text[start - 1 : start]
    if behind == "#" or not behind.isascii() or not before.isascii():
        return False  # what stands around it may belong to it
    if behind == " " and start and before in "\"'":
        return False  # an attribute may go on behind the blank
    return bool(_CLEAN.match(url.text))
