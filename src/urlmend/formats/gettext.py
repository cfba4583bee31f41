"""gettext catalogues: the lines of a string are joined, and their escapes decoded.

Manuals in AsciiDoc have catalogues: a URL ends before a text in brackets, which may be a number, and which a letter may
follow. But an index, a range, an optional component, a segment of a path, and the name of a parameter belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite, regions

# A line with a string. One with a keyword begins a string; one without continues the string of the line before, if both
# have the same mark of an obsolete or previous entry.
_STRING = lazy(r"""(?mx)
    ^[ \t]*+ (?P<mark> (?>(?: \#(?:~\|?|\|) [ \t]*+ )?) )
        (?P<keyword> (?>(?: msg[a-z_]++ (?>(?:\[[0-9]++\])?) [ \t]*+ )?) )
    " (?P<content> [^"\\\r\n]*+ (?>(?: \\. [^"\\\r\n]*+ )*) ) " [ \t]*+ (?: \r?\n | \Z )
""")
# A string ends before a line without one.
_END = lazy(r"\n(?![ \t]*+(?:\#[~|]++[ \t]*+)?\")")
_ESCAPE = lazy(r"\\([abfnrtv\"\\])")
_ESCAPED = dict(zip('abfnrtv"\\', '\a\b\f\n\r\t\v"\\', strict=True))
# What is after a URL and its host, whose address may be in brackets: the text of a link.
_TEXT_OF_LINK = lazy(r"""(?x)
    :// (?> [^\s\[\]<>"'/@]*+ @ )? (?> \[ [0-9A-Fa-f:.]*+ \] )? [^\s\[\]<>"'\\]*+
    (?P<list> (?<= [\w/)\]\#] ) (?<! :// ) (?= \[ (?! [0-9]*+ \] | [-.,;+=:/?&%$] | \^?\w-\w )
        [^\[\]\n"\\]{1,400}+ \] (?! [=&/\[] | \.[a-z] ) ) )?
""")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The breaks between the lines of a string, the escapes, and the boundaries before texts of links."""
    end_of_line, mark, end_of_content = -1, "", 0
    for line in (line for region in regions(text, _END) for line in _STRING.finditer(text, *region)):
        start, stop = line.span("content")
        if not line["keyword"] and line.start() == end_of_line and line["mark"] == mark:
            yield Rewrite(end_of_content, start)
        found: list[Rewrite] = []
        if "\\" in line["content"]:
            found += (Rewrite(*escape.span(), _ESCAPED[escape[1]]) for escape in _ESCAPE.finditer(text, start, stop))
        if "[" in line["content"] and "://" in line["content"]:
            urls = _TEXT_OF_LINK.finditer(text, start, stop)
            found += (Rewrite(url.end(), url.end(), BOUNDARY) for url in urls if url["list"] is not None)
        yield from sorted(found)
        end_of_line, mark, end_of_content = line.end(), line["mark"], stop
