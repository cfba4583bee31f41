"""iCalendar and vCard (RFC 5545, RFC 6350): content lines are unfolded, and escapes in values are decoded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, END, Rewrite
from urlmend.model.finding import Edit, apply

_REWRITTEN = lazy(r"""(?mx)
      \r?\n (?P<fold> [ \t] )
    | (?<=\S) (?= \r?\n (?![ \t]) )                 # the end of a content line
    | (?: ^ | (?<=\\n) ) (?P<name> TEL | GEO ) (?= : )  # the name of a property, and no scheme
    | \\ (?: \r?\n[ \t] )? (?P<escaped> [nN,;:"\\] )
""")
# The first versions fold at spaces, which stay.
_FOLDS_AT_SPACES = lazy(r"^VERSION:(?:1\.0|2\.1)\b", re.MULTILINE | re.IGNORECASE)


_MAX_LINE = 75  # octets without the line break (RFC 5545 section 3.1, RFC 6350 section 3.2)


def lengthens_lines(source: str, edits: Sequence[Edit]) -> bool:
    """Whether edits make lines so long that they must be folded."""
    low, high = source.rfind("\n", 0, edits[0].span.start) + 1, source.find("\n", edits[-1].span.stop)
    high = len(source) if high < 0 else high
    return _long_lines(apply(source, edits, low, high)) > _long_lines(source[low:high])


def _long_lines(source: str) -> int:
    """The number of lines that should have been folded."""
    return sum(len(line.rstrip("\r").encode("utf-8", "surrogatepass")) > _MAX_LINE for line in source.split("\n"))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The folds and escapes, and a boundary where a content line ends, or its name does."""
    keeps_space = bool(_FOLDS_AT_SPACES.search(text))
    for match in _REWRITTEN.finditer(text):
        if match["fold"]:
            yield Rewrite(match.start(), match.start("fold") if keeps_space else match.end())
        elif match["escaped"]:
            yield Rewrite(match.start(), match.end(), "\n" if match["escaped"] in "nN" else match["escaped"])
        else:
            yield Rewrite(match.end(), match.end(), BOUNDARY if match["name"] else END)
