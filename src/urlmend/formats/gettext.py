"""gettext catalogues: the lines of a string are joined, and their escapes decoded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats.rewriting import Rewrite, regions

# A line with a string. One with a keyword begins a string; one without continues the string of the line before, if both
# have the same mark of an obsolete or previous entry.
_STRING = re.compile(r"""(?mx)
    ^[ \t]*+ (?P<mark> (?>(?: \#(?:~\|?|\|) [ \t]*+ )?) )
        (?P<keyword> (?>(?: msg[a-z_]++ (?>(?:\[[0-9]++\])?) [ \t]*+ )?) )
    " (?P<content> [^"\\\r\n]*+ (?>(?: \\. [^"\\\r\n]*+ )*) ) " [ \t]*+ (?: \r?\n | \Z )
""")
# A string ends before a line without one.
_END = re.compile(r"\n(?![ \t]*+(?:\#[~|]++[ \t]*+)?\")")
_ESCAPE = re.compile(r"\\([abfnrtv\"\\])")
_ESCAPED = dict(zip('abfnrtv"\\', '\a\b\f\n\r\t\v"\\', strict=True))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The breaks between the lines of a string, and the escapes."""
    end_of_line, mark, end_of_content = -1, "", 0
    for line in (line for region in regions(text, _END) for line in _STRING.finditer(text, *region)):
        start, stop = line.span("content")
        if not line["keyword"] and line.start() == end_of_line and line["mark"] == mark:
            yield Rewrite(end_of_content, start)
        if "\\" in line["content"]:
            for escape in _ESCAPE.finditer(text, start, stop):
                yield Rewrite(*escape.span(), _ESCAPED[escape[1]])
        end_of_line, mark, end_of_content = line.end(), line["mark"], stop
