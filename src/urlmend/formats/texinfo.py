"""Texinfo: a URL ends before the text that follows it, as in `@uref{https://example.org, the text}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite, regions

_ESCAPES = {
    "@@": "@",
    "@{": "{",
    "@}": "}",
    "@&": "&",
    "@/": "",  # a line may break here
    "@:": "",
    "@-": "",
    "@*": "\n",
    "@atchar{}": "@",
    "@ampchar{}": "&",
    "@comma{}": ",",
    "@hashchar{}": "#",
    "@backslashchar{}": "\\",
    "@lbracechar{}": "{",
    "@rbracechar{}": "}",
    "@value{": "{",  # a placeholder
    "@var{": "{",
}
_ESCAPE = "|".join(map(re.escape, _ESCAPES))
# Text of `@verbatim` is left alone.
_VERBATIM = lazy(r"@verbatim[ \t]*+\r?\n(?s:.*?)(?:^@end verbatim|\Z)", re.MULTILINE)
_END = lazy(r"\n[ \t]*+\r?\n")
# A URL ends before the second argument of its command, before a footnote or a comment, and at the end of a line if the
# next one begins with a command.
_MARKUP = lazy(rf"""(?mx)
    (?P<escape> {_ESCAPE} )
    | @ (?: uref | url | indicateurl ) \{{ (?P<url> (?>(?: [^@{{}},\s]++ | {_ESCAPE} )*) ) (?=,)
    | (?<=\S) (?P<end> (?= @(?:c|comment|footnote)\b | [ \t]*+ \r?\n@(?!c\b|comment\b)[a-z] ) )
""")
_URL_ESCAPE = lazy(_ESCAPE)


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes, and the boundaries between URLs and what follows them."""
    for match in (match for region in _regions(text) for match in _MARKUP.finditer(text, *region)):
        if match.lastgroup == "escape":
            yield Rewrite(*match.span(), _ESCAPES[match[0]])
        elif match.lastgroup:
            for escape in _URL_ESCAPE.finditer(text, *match.span(match.lastgroup)):
                yield Rewrite(*escape.span(), _ESCAPES[escape[0]])
            yield Rewrite(match.end(), match.end(), BOUNDARY)


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """The ranges outside of verbatim text that may contain a URL."""
    at = 0
    for start, stop in [*(verbatim.span() for verbatim in _VERBATIM.finditer(text)), (len(text), len(text))]:
        yield from regions(text, _END, at, start)
        at = stop
