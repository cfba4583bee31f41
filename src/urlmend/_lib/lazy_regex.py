"""Regular expressions that are compiled on first use instead of on import.

Two rules keep compiling fast. Ignore case for words only, as in `(?i:page)`: a class such as `[a-z]` that ignores case
takes ten times as long to compile as `[A-Za-z]`. Write a set that contains most of Unicode as the complement of a small
set, which takes a tenth of the time or less.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Lazy:
    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any attribute of a compiled pattern
        compiled = re.compile(*self._source)
        # From now on these are instance attributes, as fast as those of the pattern.
        self.match, self.search, self.fullmatch = compiled.match, compiled.search, compiled.fullmatch
        self.finditer, self.findall = compiled.finditer, compiled.findall
        self.sub, self.split = compiled.sub, compiled.split
        return getattr(compiled, name)


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an object that compiles a pattern on first use, and raises its errors then."""
    return _Lazy(pattern, flags)  # type: ignore[return-value]  # has the methods of a pattern
