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
    if pattern := _PATTERNS.get(form):
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
    "markdown": markdown.indented_code,
    "restructuredtext": _tables_and_line_blocks,
}
