"""Regular expressions that are compiled on first use instead of on import.

Three rules keep compiling fast. Ignore case for words only, as in `(?i:page)`: a class such as `[a-z]` that ignores
case takes ten times as long to compile as `[A-Za-z]`. Write a set that contains most of Unicode as the complement of a
small set, which takes a tenth of the time or less. Compare characters with a long range outside Latin-1, such as that
of Chinese characters, without an expression: compiling visits each of them.

An expression that a long text is searched for begins with a literal or a set of characters, which the matcher finds
thirty times as fast as it tries an expression at each place: `<(?<![:=]<)` and not `(?<![:=])<`.
"""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, AnyStr


class _Lazy:
    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever a compiled pattern has
        from urlmend._lib.kept_regex import compiled  # some runs, such as `--version`, compile nothing

        pattern = compiled(*self._source)  # type: ignore[type-var]  # str or bytes
        # From now on these are plain attributes, and cost what those of the pattern cost.
        self.match, self.search, self.fullmatch = pattern.match, pattern.search, pattern.fullmatch
        self.finditer, self.findall = pattern.finditer, pattern.findall
        self.sub, self.split = pattern.sub, pattern.split
        self.groups, self.groupindex = pattern.groups, pattern.groupindex
        return getattr(pattern, name)


def repeated(expression: str, *, least: int = 0) -> str:
    """Return an expression for as many repetitions of one as possible, at least 0 or 1 of them.

    It never takes fewer of them again. The matcher keeps 150 bytes for each repetition up to the end of an atomic
    group: groups of hundreds of them bound its memory.
    """
    return rf"(?>(?:(?>(?:{expression}){{1,500}})){'+' if least else '*'})"


def lazy(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern to be used like a compiled one. Start-up does not pay for it; an error in it shows on first use."""
    return _Lazy(pattern, flags)  # type: ignore[return-value]  # it has what a pattern has
