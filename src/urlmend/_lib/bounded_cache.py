"""A cache for functions of short strings; long strings would fill the memory."""

from __future__ import annotations

from functools import lru_cache, wraps

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")

# The longest argument of a cached call, in code points or bytes.
_MAX_LENGTH = 1000


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
