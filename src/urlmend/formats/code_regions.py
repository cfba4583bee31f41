"""The ranges of a marked-up text that are code: examples, literal blocks and keys of programs, by format.

An expression matches the start of a block of code in its first alternatives and consumes it up to its end, so that a
text is read once. What is open at the end of a text is code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.markdown import CODE_SPAN, FENCED, LIST_MARKER
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
    "asciidoc": lazy(
        r"""
          ^ (?P<delimiter> -{4,}+ | \.{4,}+ | \+{4,}+ | `{3,}+ | /{4,}+ ) (?P<language>[^\n]*+) \n
            .*? (?: ^(?P=delimiter)[ \t]*+ $ | \Z )
        | (?<![`\w]) (?P<ticks> `{1,2} | \+{1,3} ) (?=\S) [^\n]{1,400}? (?P=ticks) (?![`\w])
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
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
# Directives of reStructuredText and Sphinx with prose in them; all others may hold code.
_PROSE_DIRECTIVES = frozenset(
    "admonition attention caution centered class compound container contents csv-table danger deprecated epigraph error"
    " figure footer header hint hlist image important list-table meta note only pull-quote rubric seealso sidebar"
    " table tip toctree topic versionadded versionchanged versionremoved warning best-practice".split()
)
_LINE = lazy(r"[^\n]*\n?")
_DIRECTIVE = lazy(r"[ ]*\.\.[ ](?:\|[^|\n]*\|[ ])?(?:(?:py|c|cpp|js|rst|std):)?([\w-]+)::")
_OBJECTS = lazy(
    r"[ ]*\.\.[ ](?:(?:py|c|cpp|js|rst|std):)?"
    r"(?:function|class|method|attribute|module|data|option|envvar|confval|exception)::"
)
_BORDER = lazy(r"[ ]*=+(?:[ ]+=+)+\s*\Z")
_LIST_ITEM = lazy(rf"[ ]{{0,3}}{LIST_MARKER}")


def code_regions(text: str, form: str) -> Iterator[Span]:
    """The ranges of a text that are code in a format; several iterations may overlap."""
    pattern = _PATTERNS.get(form)
    if pattern:
        for match in pattern.finditer(text):
            has_tag = "tag" in pattern.groupindex and match["tag"]  # its attributes are no code
            yield Span(match.end("tag") if has_tag else match.start(), match.end())
    if form in _BY_LINE:
        yield from _BY_LINE[form](text)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line of a text, and its offset."""
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line
        at += len(line)


def _literal_blocks(text: str) -> Iterator[Span]:
    """The literal blocks, doctests and blocks of directives with code, by indentation; and tables."""
    outer: int | None = None  # the indentation of the paragraph that a block of code belongs to
    in_table = at_border = False
    for start, line in _lines(text):
        content = line.strip()
        if in_table and at_border and not content:
            in_table = False  # a border before a blank line is the last one
        at_border = bool(_BORDER.match(line))
        in_table = in_table or at_border
        if in_table or content.startswith(("|", "+-", "+=")):  # columns of tables have fixed widths
            yield Span(start, start + len(line))
        if not content:
            continue
        indent = len(line) - len(line.lstrip())
        if outer is not None and indent > outer:
            yield Span(start, start + len(line))
            continue
        outer = None
        directive = _DIRECTIVE.match(line)
        if directive:
            is_prose = directive[1] in _PROSE_DIRECTIVES or _OBJECTS.match(line)
            outer = None if is_prose else indent
        elif content.endswith("::"):
            outer = indent
        elif content.startswith(">>> "):
            yield Span(start, start + len(line))


def _indented_code(text: str) -> Iterator[Span]:
    """The indented code outside lists: lines after a blank line."""
    in_list, after_blank, in_code = False, True, False
    for start, line in _lines(text):
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
    for start, line in _lines(text):
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


_BY_LINE = {
    "asciidoc": _indented_code,
    "gettext": _fixed_strings,
    "markdown": _indented_code,
    "restructuredtext": _literal_blocks,
}
