"""Remembering what was made of short texts: most are alike, and long ones would fill the memory."""

from __future__ import annotations

from functools import lru_cache, wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Made = TypeVar("Made")

# How long what is remembered may be, in code points or bytes.
_LONGEST = 1000


def cached_for_short_text(function: Callable[..., Made]) -> Callable[..., Made]:
    """A function of texts that remembers what it made of the last 256, if they are short."""
    short = lru_cache(256)(function)

    @wraps(function)
    def call(*texts: str | bytes | None) -> Made:
        for text in texts:
            if text and len(text) > _LONGEST:
                return function(*texts)
        return short(*texts)

    return call
