"""AsciiDoc: a URL ends before its attribute list, as in `https://example.org[the text]`, and in shell code as there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import shell
from urlmend.formats.rewriting import BOUNDARY, CodeBlock, Rewrite

# A URL macro, a link macro, or the end of a passthrough, whose URL may begin on the line before: the attribute
# list is on one line, and a bracket in it is escaped.
_MACRO = lazy(r"""(?x)
    (?: (?: :// (?> (?: (?> (?: [^\s\[\]<>/@]*+ @ )? ) \[ [0-9A-Fa-f:.]*+ \] )? ) | \b (?: link | mailto | image:? ) : )
        [^\s\[\]<>]*+ | \$\$ | \+\+ )
    (?P<list> (?= \[ [^\]\\]{0,999}+ (?> (?: \\. [^\]\\]{0,99}+ ){0,99} ) \] ) )?
""")
# The delimiter of a block whose content is verbatim, and an attribute list before it: `[source,LANGUAGE]`.
_DELIMITER = lazy(r"""(?mx)
    ^ (?P<attributes> (?>(?:
          \[ (?: source [^\]\n,]*+ )? , [ ]*+ (?P<language> [^\]\n,]*+ ) [^\]\n]*+ \] [ \t]*+ \r?\n
      )?) )
    (?: (?P<delimiter> -{4,}+ | \.{4,}+ | \+{4,}+ | /{4,}+ | `{3,}+ ) [ \t]*+
      | (?P<fence> `{3,}+ ) (?P<name> [^\s`,]++ ) [^`\n]*+ ) \r? (?: \n | \Z )
""")
_TITLE = lazy(r"(?![.\[])[^\n]*\w")


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The blocks whose content is verbatim."""
    opened: re.Match[str] | None = None
    for line in _DELIMITER.finditer(text):
        if opened and line["delimiter"] == (opened["delimiter"] or opened["fence"]):
            yield CodeBlock(opened["language"] or opened["name"] or "", opened.end(), line.start())
            opened = None
        elif not opened and (line["attributes"] or not _is_underline(text, line)):
            opened = line
    if opened:
        yield CodeBlock(opened["language"] or opened["name"] or "", opened.end(), len(text))


def _is_underline(text: str, line: re.Match[str]) -> bool:
    """Whether a line underlines the title of a section, which is as long but for one character."""
    stop = max(0, line.start() - 1)
    length = len(line.group().rstrip())
    start = max(text.rfind("\n", 0, stop) + 1, stop - length - 3)
    title = text[start:stop].rstrip()
    return line.group()[0] in "-+" and abs(len(title) - length) < 2 and bool(_TITLE.match(title))


def rewrites(text: str) -> Iterator[Rewrite]:
    """The boundaries between URLs and their attribute lists, and after URLs in shell code."""
    found = [
        Rewrite(match.end(), match.end(), BOUNDARY) for match in _MACRO.finditer(text) if match["list"] is not None
    ]
    yield from sorted([*found, *shell.rewrites_of_blocks(text, code_blocks(text))])
