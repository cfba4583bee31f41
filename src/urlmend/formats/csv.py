"""CSV and TSV (RFC 4180): an unquoted field ends at the delimiter, and a record never continues in the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import END, Rewrite

_DELIMITERS = "\t,;|"
# The number of records that show which delimiter the file has, and of code points that are searched for them.
_RECORDS = 50
_SAMPLE = 1 << 16
_QUOTED = lazy(r'"[^"]*+"')


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries at the ends of unquoted fields that may contain a URL."""
    for match in _piece(_delimiter(text)).finditer(text):
        if match["url"]:
            yield Rewrite(match.end(), match.end(), END)


def _delimiter(text: str) -> str:
    """The delimiter that most records have equally often; a tab if half of the records have none."""
    sample = _QUOTED.sub("", text[:_SAMPLE])
    records = [record for record in sample.splitlines()[:_RECORDS] if record.strip()]

    def regularity(delimiter: str) -> tuple[int, int]:
        counts = [count for record in records if (count := record.count(delimiter))]
        if 2 * len(counts) < len(records):
            return 0, 0
        usual = max(set(counts), key=lambda count: (counts.count(count), count), default=0)
        return counts.count(usual), usual

    return max(_DELIMITERS, key=regularity)


@cache
def _piece(delimiter: str) -> re.Pattern[str]:
    """A quoted field, up to a doubled quote in it; or the end of an unquoted field that may contain a URL."""
    delimiter = re.escape(delimiter)
    end = rf"{delimiter}\r\n"
    return lazy(rf"""(?x)
          " (?: (?<![^"{end}]") | (?<={delimiter}[ ]") ) [^"]*+ " (?![^"{end}])
        | (?: : (?: (?<=[A-Za-z]:) | (?=//) ) | \. (?<=[Ww]{{3}}\.) ) (?P<url> [^\s{end}] [^{end}]*+ )
    """)
