"""LaTeX and BibTeX: escapes are decoded, and a URL ends before a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.rewriting import BOUNDARY, Rewrite, regions

_COMMANDS = {
    "allowbreak": "",
    "string": "",
    "sim": "~",
    "slash": "/",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textunderscore": "_",
}
# An escape may be in braces or dollar signs of its own, as in `{\_}`. An empty comment hides the end of its line. Text
# that is verbatim between two equal characters is left alone.
_MARKUP = lazy(rf"""(?x)
    (?>(?: (?P<brace> \{{ ) | (?P<math> \$ ) )?) \\
        (?: (?P<character> [_%\#&$] | :(?=//) ) | (?P<accent> [~^] ) (?>(?: \{{\}} )?) | (?P<break> [-/] )
          | (?P<command> {"|".join(_COMMANDS)} ) (?: \{{\}} | [ ] | (?![A-Za-z]) ) )
        (?(brace) \}} ) (?(math) \$ )
    | (?<=[^\s\\]) (?P<comment> % (?: \r?\n [ \t]*+ (?=[^\s\\%{{}}]) | (?=\r?\n) ) )
    | \\ (?: verb\*? | url | path | nolinkurl | lstinline ) (?P<delimiter> [!-)+-/:-@^_`|~] )
        (?P<verbatim> [^\r\n]*? ) (?=(?P=delimiter))
    | (?<=[^\s{{}}()\[\]]) (?P<end> (?= \$?\\ | \$\^ | \$[$.,;:!?)\]]{{0,9}}+(?!\S) ) )
""")
# A URL is on a few lines.
_END = lazy(r"(?:[^\n]*+\n?){4}")


def rewrites(text: str) -> Iterator[Rewrite]:
    """The escapes, and the boundaries between URLs and what follows them."""
    for match in (match for region in regions(text, _END) for match in _MARKUP.finditer(text, *region)):
        if match.lastgroup in ("verbatim", "end"):
            for offset in dict.fromkeys(match.span(match.lastgroup)):
                yield Rewrite(offset, offset, BOUNDARY)
        else:
            yield Rewrite(*match.span(), _decoded(match))


def _decoded(escape: re.Match[str]) -> str:
    """The character that an escape stands for; none for a comment, and for a place where a line may break."""
    if escape["command"]:
        return _COMMANDS[escape["command"]]
    return escape["character"] or escape["accent"] or ""
