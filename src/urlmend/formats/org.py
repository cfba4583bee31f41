"""Org: a URL ends before a `|`, at the end of verbatim text, and at the end of its line if a keyword follows.

Spaces between brackets belong to the URL of a link.
"""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite, regions

# Verbatim text such as `=https://example.org=`; the beginnings of lines are those of keywords, properties and headings.
_END = lazy(r"""(?x)
    (?<! [^\s"'({-] ) (?P<mark> [=~+] ) (?=\S) [^\r\n]{0,300}? (?<=\S) (?= (?P=mark) (?: [\s.,;:!?'")}\[-] | \Z ) )
    | \[\[ (?P<target> [A-Za-z][A-Za-z0-9+.-]{1,20}:// [^\s\[\]|]++ (?: [ ] [^\s\[\]|]++ )+ ) (?= \]\] | \]\[ )
    | (?<= [^\s|] ) (?= \| | [ \t]*+ \r?\n [ \t]*+ (?: \#\+ | :[A-Za-z_-]+: | \*+[ ] ) )
""")
_SPACE = lazy(" ")
# A URL is on a few lines.
_REGION_END = lazy(r"(?:[^\n]*+\n?){4}")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries after URLs, and the spaces in links."""
    for match in (match for region in regions(text, _REGION_END) for match in _END.finditer(text, *region)):
        if match["target"]:
            yield from (Rewrite(*space.span(), "%20") for space in _SPACE.finditer(text, *match.span("target")))
        else:
            yield Rewrite(match.end(), match.end(), BOUNDARY)
