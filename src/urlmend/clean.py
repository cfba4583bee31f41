"""The test that lets most URLs pass: nothing in them that a rule could speak of."""

from __future__ import annotations

from urlmend.model import Url
from urlmend.patterns import lazy

# What no rule but those `of_clean` has a word to say about: a plain host and path, for the web a plain query too.
_CLEAN = lazy(
    r"(?:https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~!$'*+,=:/-]*)?(?:\?[A-Za-z0-9._!$'*+,:/&-]*)?"
    r"|ftp://[A-Za-z0-9.-]+(?:/[A-Za-z0-9._~+,/-]*)?)"
    r"(?:\#[A-Za-z0-9._!$'*+,=:/-]*)?$"
)
_UNSUSPICIOUS_QUERY = lazy(
    r"(?:https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~!$'*+,=:/-]*)?"
    r"\?(?:[A-Za-z0-9._-]{1,40}=[A-Za-z0-9._-]{0,15}(?:&|$))*)$"
)


def is_clean(url: Url, text: str) -> bool:
    """Whether only rules declared `of_clean` can speak of a URL in a text: one test for most of them."""
    start, stop = url.outer
    if url.breaks or not url.scheme or start < url.spans[0].start - 1:
        return False
    if text[stop : stop + 1] == " " and start and text[start - 1] in "\"'":
        return False  # an attribute may go on behind the blank
    return bool(_CLEAN.match(url.text) or _UNSUSPICIOUS_QUERY.match(url.text))
