"""Caches for functions of short strings, as long ones would fill the memory, and for searches of a few texts."""

from __future__ import annotations

from functools import lru_cache, wraps

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")

# The longest argument of a cached call, in code points or bytes.
_MAX_LENGTH = 1000


@lru_cache(maxsize=32)
def search_once(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Search a text that is asked again and again, such as a URL for each of its secrets."""
    return pattern.search(text)


def cached_for_short_text(function: Callable[..., Result], *, size: int = 256) -> Callable[..., Result]:
    """Decorate a function of strings: cache the results of the last `size` calls whose arguments are short."""
    cached = lru_cache(size)(function)

    def call_with_one(text: str | bytes) -> Result:
        return cached(text) if len(text) <= _MAX_LENGTH else function(text)

    def call(*texts: str | bytes | None) -> Result:
        for text in texts:
            if text and len(text) > _MAX_LENGTH:
                return function(*texts)
        return cached(*texts)

    # Most functions have one argument, and a loop takes longer than the call.
    return wraps(function)(call_with_one if function.__code__.co_argcount == 1 else call)
