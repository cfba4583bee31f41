"""reStructuredText: the lines of a hyperlink target are one URL, and a URL in a block of shell code ends as there."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats import shell
from urlmend.formats.rewriting import CodeBlock, Rewrite, lines

# A target with a URL, and the lines that are indented more than its first one.
_TARGET = lazy(r"""(?mx)
    ^ (?P<indent> [ \t]*+ ) \.\.[ ]_ (?: `[^`\r\n]++` | [^`:\r\n\\]*+ (?>(?: \\. [^:\r\n\\]*+ )*) ) : [ \t]*+
    (?>(?: \r?\n (?P=indent) [ ]++ )?) [A-Za-z][A-Za-z0-9+.-]*+ ://
    (?P<lines> [^\s<>"]++ (?>(?: \r?\n (?P=indent) [ ]++ (?!\.\.[ ]|:[A-Za-z]) [^\s<>"]++ (?!\S) )+) ) [ \t]*+ $
""")
_LINE_BREAK = lazy(r"\s+")

# Directives whose content is code in the language of their argument.
_CODE_DIRECTIVES = frozenset(("code", "code-block", "prompt", "sourcecode"))
# Directives of reStructuredText and Sphinx with prose in them; all others may hold code.
_PROSE_DIRECTIVES = frozenset(
    "admonition attention attribute caution centered class compound confval container contents csv-table danger data"
    " deprecated envvar epigraph error exception figure footer function header hint hlist image important list-table"
    " meta method module note only option pull-quote rubric seealso sidebar table tip toctree topic versionadded"
    " versionchanged versionremoved warning best-practice".split()
)
_DIRECTIVE = lazy(r"\.\.[ ](?:\|[^|\n]*\|[ ])?(?:(?:py|c|cpp|js|rst|std):)?([\w-]+)::(?:[ \t]+(\S+))?")
_MARKERS = lazy(r"[ \t]*" + repeated(r"(?:[-*+]|[0-9]{1,3}[.)]|[A-Za-z#][.)])[ \t]+"))
_SHELL = lazy(rf"::[ \t]+{shell.LANGUAGE}")


class OpenBlock(NamedTuple):
    """A block that is open: its lines are indented more than a column."""

    language: str
    column: int
    is_verbatim: bool
    """Whether markup in it has no meaning."""


def code_blocks(text: str) -> Iterator[CodeBlock]:
    """The literal blocks, the content of directives that may hold code, and doctests; ascending and disjoint."""
    opened: list[OpenBlock] = []
    at = 0
    for start, line in lines(text):
        content = line.lstrip()
        if not content:
            continue
        while opened and len(line) - len(content) <= opened[-1].column:
            yield CodeBlock(opened.pop().language, at, start)
            at = start
        if opened and opened[-1].is_verbatim:
            continue
        if block := opened_block(line):
            if opened:
                yield CodeBlock(opened[-1].language, at, start)
            opened.append(block)
            at = start + len(line)
        elif content.startswith(">>> ") and not opened:
            yield CodeBlock("", start, start + len(line))
    if opened:
        yield CodeBlock(opened[-1].language, at, len(text))


def opened_block(line: str) -> OpenBlock | None:
    """The block of code that a line opens, if any."""
    markers = _MARKERS.match(line)
    column = markers.end() if markers else 0
    if directive := _DIRECTIVE.match(line, column):
        name, argument = directive.groups()
        is_code = name in _CODE_DIRECTIVES
        return OpenBlock(argument or "" if is_code else "", column, is_code) if name not in _PROSE_DIRECTIVES else None
    return OpenBlock("", column, True) if line.rstrip().endswith("::") else None


def rewrites(text: str) -> Iterator[Rewrite]:
    """The line breaks in the URLs of targets, and the boundaries after URLs in shell code."""
    found = [
        Rewrite(*line_break.span())
        for target in _TARGET.finditer(text)
        for line_break in _LINE_BREAK.finditer(text, *target.span("lines"))
    ]
    if _SHELL.search(text):
        found += shell.rewrites_of_blocks(text, code_blocks(text))
    yield from sorted(found)
