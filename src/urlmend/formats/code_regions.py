"""The ranges of a marked-up text that are code: examples, literal blocks and keys of programs, by format.

An expression matches the start of a block of code in its first alternatives and consumes it up to its end, so that a
text is read once. What is open at the end of a text is code. Blocks that name a language belong to the module of their
format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import asciidoc, markdown, restructuredtext
from urlmend.formats.markdown import CODE_SPAN, FENCED, LIST_MARKER
from urlmend.formats.rewriting import lines
from urlmend.model.span import Span

# Elements of HTML, XML and DocBook whose content is literal, and markup that no reader sees.
_ELEMENTS = (
    "code|computeroutput|kbd|literal|literallayout|nowiki|pre|programlisting|samp|screen|script|"
    r"source(?!\s+(?:src|type|media))|style|syntaxhighlight|synopsis|textarea|tt|verbatim|xmp"
)
_MARKUP = rf"""
      <!--.*?(?:-->|\Z) | <\?.*?(?:\?>|\Z) | <%.*?(?:%>|\Z) | <!\[CDATA\[.*?(?:\]\]>|\Z)
    | (?P<tag> <(?P<element>{_ELEMENTS})\b[^<>]*+(?<!/)> ) .*? (?: </(?P=element)\s*> | \Z )
"""
_PATTERNS = {
    "html": lazy(_MARKUP, re.DOTALL | re.VERBOSE | re.IGNORECASE),
    "markdown": lazy(
        f"{FENCED} | {CODE_SPAN} | {_MARKUP}",
        re.DOTALL | re.MULTILINE | re.VERBOSE | re.IGNORECASE,
    ),
    "asciidoc": lazy(r"(?<![`\w])(?P<ticks>`{1,2}|\+{1,3})(?=\S)[^\n]{1,400}?(?P=ticks)(?![`\w])"),
    "org": lazy(
        r"""
          ^ [ \t]*+ \#\+begin_(?P<block> \w++ ) .*? (?: ^ [ \t]*+ \#\+end_(?P=block)\b | \Z )
        | (?<! [^\s"'({-] ) (?P<mark> [=~] ) (?=\S) [^\n]{1,300}? (?<=\S) (?P=mark) (?= [\s.,;:!?'")}\[-] | \Z )
        | ^ [ \t]*+ :[ ] [^\n]*+
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE | re.IGNORECASE,
    ),
    "latex": lazy(
        r"""
          \\begin\{ (?P<environment> verbatim\*? | Verbatim | lstlisting | minted | alltt | comment ) \}
            .*? (?: \\end\{(?P=environment)\} | \Z )
        | \\(?: verb\*? | lstinline ) (?P<delimiter> [^\w\s{*] ) [^\n]*? (?: (?P=delimiter) | $ )
        | \\(?: texttt | code | lstinline | mintinline\{\w+\} ) \{ [^{}\n]*+ \}
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
    "texinfo": lazy(
        r"""
          ^ @(?P<block> example | smallexample | lisp | smalllisp | verbatim | display | smalldisplay | format | ignore
            | tex | html | docbook | xml ) \b .*? (?: ^ @end[ ](?P=block)\b | \Z )
        | @(?: code | samp | kbd | command | option | verb | example | file | env ) \{ [^{}\n]*+ \}
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
    "roff": lazy(
        r"""
          ^ [.'][ ]?(?: nf | EX | Bd[ ]-literal | DS | Vb )\b .*? (?: ^ [.'][ ]?(?: fi | EE | Ed | DE | Ve )\b | \Z )
        | ^ [.'][ ]?(?: Dl | Li | Ql | CW | Nm | Ic | Cm ) \b [^\n]*+
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
    "wiki": lazy(
        rf"\{{\{{\{{.*?(?:\}}\}}\}}|\Z) | ''%%.*?(?:%%''|\Z) | {_MARKUP}", re.DOTALL | re.VERBOSE | re.IGNORECASE
    ),
    "restructuredtext": lazy(r"(?<!`)``(?=\S)[^`]{1,400}?(?:`[^`]{1,300}?){0,9}``(?!`)"),
}
_LIST_ITEM = lazy(rf"[ ]{{0,3}}{LIST_MARKER}")


def code_regions(text: str, form: str) -> Iterator[Span]:
    """The ranges of a text that are code in a format; several iterations may overlap."""
    pattern = _PATTERNS.get(form)
    if pattern:
        for match in pattern.finditer(text):
            has_tag = "tag" in pattern.groupindex and match["tag"]  # its attributes are no code
            yield Span(match.end("tag") if has_tag else match.start(), match.end())
    if form in _BLOCKS:
        yield from (Span(start, stop) for _, start, stop in _BLOCKS[form](text))
    if form in _BY_LINE:
        yield from _BY_LINE[form](text)


def _tables_and_line_blocks(text: str) -> Iterator[Span]:
    """The rows of tables and the lines of line blocks of reStructuredText, whose columns have fixed widths."""
    rows = [(Span(start, start + len(line)), line.strip()) for start, line in lines(text)]
    yield from restructuredtext.table_rows(rows)
    yield from (span for span, content in rows if content.startswith("|"))


def _indented_asciidoc(text: str) -> Iterator[Span]:
    """The literal paragraphs of AsciiDoc outside lists: indented lines after a blank line."""
    in_list, after_blank, in_code = False, True, False
    for start, line in lines(text):
        if not line.strip():
            after_blank = True
            continue
        if line.startswith(("    ", "\t")):
            in_code = in_code or (after_blank and not in_list)
            if in_code:
                yield Span(start, start + len(line))
        else:
            in_code = False
            in_list = bool(_LIST_ITEM.match(line)) or (in_list and (line.startswith(" ") or not after_blank))
        after_blank = False


# Quotations, list items and similar containers of Markdown, and lines that are complete blocks (CommonMark 4 and 5).
_QUOTES = lazy(r"(?>(?:[ ]{0,3}>[ ]?)*)")
_CONTAINER = lazy(
    r"""
      (?: [-*+] | [0-9]{1,9}[.)] ) (?=\s|\Z)
    | (?P<block> \[\^[^\]\s]{1,80}\]:  # a footnote
      | (?: !!! | \?\?\?\+? | === ) (?=[ ]["\w]) )  # an admonition or a tab of MkDocs
    """,
    re.VERBOSE,
)
_COMPLETE_LINE = r"""
    \#{1,6} (?:\s|\Z) | `{3,} [^`]* \Z | ~{3,} | =+ \s* \Z | -+ \s* \Z
    | (?P<sign> [-*_] ) [ \t]* (?>(?: (?P=sign) [ \t]* ){2,}) \s* \Z
"""
_COMPLETE = lazy(_COMPLETE_LINE, re.VERBOSE)
_INTERRUPTING = lazy(rf"(?: [-*+] | 1[.)] ) [ \t]+ \S | {_COMPLETE_LINE}", re.VERBOSE)


def _indentation(line: str, at: int, column: int) -> tuple[int, int]:
    """Skip white space in a line; return the new position and its column, with tab stops of 4."""
    while at < len(line) and line[at] in " \t":
        column += 1 if line[at] == " " else 4 - column % 4
        at += 1
    return at, column


def _indented_markdown(text: str) -> Iterator[Span]:
    """The lines of indented code (CommonMark section 4.4)."""
    fences = [(start, stop) for _, start, stop in markdown.code_blocks(text)]
    number = depth = 0
    margins = [0]  # the columns of the containers that are open
    is_paragraph = False  # which the next line continues, whatever its indentation
    for start, line in lines(text):
        while number < len(fences) and fences[number][1] <= start:
            number += 1
        if number < len(fences) and fences[number][0] <= start:
            continue
        quotes = _QUOTES.match(line)
        at = quotes.end() if quotes else 0
        before, depth = depth, line.count(">", 0, at)
        if depth > before or (depth < before and not is_paragraph):
            margins, is_paragraph = [0], False
        at, column = _indentation(line, at, 0)
        if not line[at:].strip():
            is_paragraph = False
            continue
        is_item = column < margins[-1] and _CONTAINER.match(line, at)
        if is_paragraph and not is_item and (column - margins[-1] >= 4 or not _INTERRUPTING.match(line, at)):
            continue
        while column < margins[-1]:
            margins.pop()
        is_code, is_paragraph = _enter(line, at, column, margins)
        if is_code:
            yield Span(start, start + len(line))


def _enter(line: str, at: int, column: int, margins: list[int]) -> tuple[bool, bool]:
    """Open the containers that begin in a line; return whether it has indented code, and whether a paragraph."""
    while column - margins[-1] < 4:
        if _COMPLETE.match(line, at):
            return False, False
        marker = _CONTAINER.match(line, at)
        if marker is None:
            return False, bool(line[at:].strip())
        if marker["block"]:
            margins.append(column + 4)
            return False, True
        least = column + len(marker.group()) + 1
        at, column = _indentation(line, marker.end(), least - 1)
        margins.append(least if column - least >= 4 or not line[at:].strip() else column)
    return bool(line[at:].strip()), False


_FORMAT_FLAG = lazy(r"#,(?:.*[ ,])?(?!no-)[\w-]+-format\b")


def _fixed_strings(text: str) -> Iterator[Span]:
    """The strings of a gettext catalogue that are keys of the program, and translations with a format of `printf`."""
    is_format = is_key = False
    for start, line in lines(text):
        content = line.lstrip()
        if not content:
            is_format = is_key = False
        elif content.startswith("#"):
            is_format = is_format or bool(_FORMAT_FLAG.match(content))
            if content.startswith(("#|", "#~", "#,", "#:", "#.")):
                yield Span(start, start + len(line))
            continue
        elif content.startswith("msg"):
            is_key = not content.startswith("msgstr")
        if is_key or is_format:
            yield Span(start, start + len(line))


_BLOCKS = {"asciidoc": asciidoc.code_blocks, "restructuredtext": restructuredtext.code_blocks}
_BY_LINE = {
    "asciidoc": _indented_asciidoc,
    "gettext": _fixed_strings,
    "markdown": _indented_markdown,
    "restructuredtext": _tables_and_line_blocks,
}
