"""Regular expressions that are compiled when they are first used, not when they are imported."""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever a compiled pattern has
        compiled = re.compile(*self._source)
        # From now on these are plain attributes, and cost what those of the pattern cost.
        self.match, self.search, self.fullmatch = compiled.match, compiled.search, compiled.fullmatch
        self.finditer, self.sub, self.split = compiled.finditer, compiled.sub, compiled.split
        return getattr(compiled, name)


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern to be used like a compiled one. Start-up does not pay for it; an error in it shows on first use."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
