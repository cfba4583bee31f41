"""LaTeX and BibTeX: escapes are decoded, and a URL ends before a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.formats.rewriting import BOUNDARY, Rewrite

_COMMANDS = {
    "allowbreak": "",
    "string": "",
    "slash": "/",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textunderscore": "_",
}
# An escape may be in braces of its own, as in `{\_}`. Text that is verbatim between two equal characters is left alone.
_MARKUP = re.compile(
    rf"""
    (?P<brace> \{{ )?+ \\
        (?: (?P<character> [_%\#&$] ) | (?P<accent> [~^] ) (?: \{{\}} )?+ | (?P<break> [-/] )
          | (?P<command> {"|".join(_COMMANDS)} ) (?: \{{\}} | [ ] | (?![A-Za-z]) ) )
        (?(brace) \}} )
    | (?P<tilde> \$ \\sim [ ]? \$ )
    | \\ (?: verb\*? | url | path | nolinkurl | lstinline ) (?P<delimiter> [!-)+-/:-@^_`|~] )
        [^\r\n]*? (?P<end> (?=(?P=delimiter)) )
    | (?<=[^\s{{}}()\[\]]) (?P<before_command> (?=\\) )
    """,
    re.VERBOSE,
)


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes, and the boundaries between URLs and what follows them."""
    for match in _MARKUP.finditer(text):
        if match["end"] is not None or match["before_command"] is not None:
            yield Rewrite(match.end(), match.end(), BOUNDARY)
        else:
            yield Rewrite(*match.span(), _decoded(match))


def _decoded(escape: re.Match[str]) -> str:
    if escape["tilde"]:
        return "~"
    return _COMMANDS[escape["command"]] if escape["command"] else escape["character"] or escape["accent"] or ""
