"""Lists with a record on each line, such as `sources.list`: a URL never continues on the next line."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import END, Rewrite

_WORD = lazy(r"""(?mx)
      ^[ \t]*+ (?: \# | // | ; ) [^\r\n]*+                        # a comment is prose
    | < \S*+                                                       # a wrapper has an end of its own
    | (?: : | (?<=[Ww]{3})\. ) \S++ (?P<last> (?=[ \t]*+[\r\n]) )?  # the rest of a word that may be a URL
""")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries after URLs at the ends of lines."""
    for match in _WORD.finditer(text):
        if match["last"] is not None:
            yield Rewrite(match.end(), match.end(), END)
