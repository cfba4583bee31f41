"""The ranges of a marked-up text that are code: examples, literal blocks and keys of programs, by format.

An expression matches the start of a block of code in its first alternatives and consumes it up to its end, so that a
text is read once. What is open at the end of a text is code. Blocks that name a language belong to the module of their
format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import asciidoc, markdown, restructuredtext
from urlmend.formats.markdown import CODE_SPAN, FENCED, LIST_MARKER
from urlmend.model.span import Span, merged

# Elements of HTML, XML and DocBook whose content is literal, and markup that no reader sees.
_ELEMENTS = (
    "code|computeroutput|kbd|literal|literallayout|nowiki|pre|programlisting|samp|screen|script|"
    r"source(?!\s+(?:src|type|media))|style|syntaxhighlight|synopsis|textarea|tt|verbatim|xmp"
)
_MARKUP = rf"""
      <!--.*?(?:-->|\Z) | <\?.*?(?:\?>|\Z) | <%.*?(?:%>|\Z) | <!\[CDATA\[.*?(?:\]\]>|\Z)
    | (?P<tag> <(?P<element>{_ELEMENTS})\b[^<>]*+(?<!/)> ) .*? (?: </(?P=element)\s*> | \Z )
"""
_ITEM = rf"[ ]{{0,3}}{LIST_MARKER}"
_BORDER = r"(?: ^ [ \t]*+ =++ (?>(?: [ ]++ =++ )+) [ \t\r]*+ $ )"  # of a simple table
_PATTERNS = {
    "html": lazy(_MARKUP, re.DOTALL | re.VERBOSE | re.IGNORECASE),
    "markdown": lazy(
        f"{FENCED} | {CODE_SPAN} | {_MARKUP}",
        re.DOTALL | re.MULTILINE | re.VERBOSE | re.IGNORECASE,
    ),
    "asciidoc": lazy(r"(?<![`\w])(?P<ticks>`{1,2}|\+{1,3})(?=\S)[^\n]{1,400}?(?P=ticks)(?![`\w])"),
    "org": lazy(r"""(?imsx)
          ^ [ \t]*+ \#\+begin_(?P<block> \w++ ) .*? (?: ^ [ \t]*+ \#\+end_(?P=block)\b | \Z )
        | (?<! [^\s"'({-] ) (?P<mark> [=~] ) (?=\S) [^\n]{1,300}? (?<=\S) (?P=mark) (?= [\s.,;:!?'")}\[-] | \Z )
        | ^ [ \t]*+ :[ ] [^\n]*+
    """),
    "latex": lazy(r"""(?msx)
          \\begin\{ (?P<environment> verbatim\*? | Verbatim | lstlisting | minted | alltt | comment ) \}
            .*? (?: \\end\{(?P=environment)\} | \Z )
        | \\(?: verb\*? | lstinline ) (?P<delimiter> [^\w\s{*] ) [^\n]*? (?: (?P=delimiter) | $ )
        | \\(?: texttt | code | lstinline | mintinline\{\w+\} ) \{ [^{}\n]*+ \}
    """),
    "texinfo": lazy(r"""(?msx)
          ^ @(?P<block> example | smallexample | lisp | smalllisp | verbatim | display | smalldisplay | format | ignore
            | tex | html | docbook | xml ) \b .*? (?: ^ @end[ ](?P=block)\b | \Z )
        | @(?: code | samp | kbd | command | option | verb | example | file | env ) \{ [^{}\n]*+ \}
    """),
    "roff": lazy(r"""(?msx)
          ^ [.'][ ]?(?: nf | EX | Bd[ ]-literal | DS | Vb )\b .*? (?: ^ [.'][ ]?(?: fi | EE | Ed | DE | Ve )\b | \Z )
        | ^ [.'][ ]?(?: Dl | Li | Ql | CW | Nm | Ic | Cm ) \b [^\n]*+
    """),
    "wiki": lazy(
        rf"\{{\{{\{{.*?(?:\}}\}}\}}|\Z) | ''%%.*?(?:%%''|\Z) | {_MARKUP}", re.DOTALL | re.VERBOSE | re.IGNORECASE
    ),
    "restructuredtext": lazy(r"(?<!`)``(?=\S)[^`]{1,400}?(?:`[^`]{1,300}?){0,9}``(?!`)"),
    # Literal paragraphs outside lists: indented lines after a blank line.
    "asciidoc blocks": lazy(rf"""(?mx)
          ^ (?P<skipped> {_ITEM} [^\n]*+ (?>(?:
                \n (?! [ \t\r]*+ $ ) [^\n]*+ | (?>(?: \n [ \t\r]*+ $ )+) \n (?: [ \t] | {_ITEM} ) [^\n]*+
            )*) )
        | (?: ^ [ \t\r]*+ \n | \A ) (?: [ ]{{4}} | \t ) [^\n]*+
            (?>(?: \n (?: [ ]{{4}} | \t | [ \t\r]*+ $ ) [^\n]*+ )*)
    """),
    # Keys of the program, and translations with a format of `printf`.
    "gettext blocks": lazy(r"""(?mx)
        ^ [ \t]*+ (?:
            \#, (?: [^\n]*[ ,] )? (?!no-) [\w-]++ (?<=-format) (?!\w) [^\n]*+ (?>(?: \n (?! [ \t\r]*+ $ ) [^\n]*+ )*)
          | \# [|~,:.] [^\n]*+
          | msg (?!str) [^\n]*+ (?>(?: \n (?! [ \t\r]*+ (?: $ | msgstr | \# ) ) [^\n]*+ )*)
        )
    """),
    # Simple tables, grid tables and line blocks.
    "restructuredtext blocks": lazy(rf"""(?mx)
          {_BORDER} \n (?>(?: (?!{_BORDER}) [^\n]*+ \n )*) {_BORDER} (?:
              (?= \n [ \t\r]*+ (?: \n | \Z ) | \n? \Z ) | \n (?>(?: (?!{_BORDER}) [^\n]*+ \n )*) {_BORDER} )
        | ^ [ \t]*+ (?: \+ (?>(?: [-=]++ \+ )+) [ \t\r]*+ (?>(?: \n [ \t]*+ [|+] [^\n]*+ )*) | \| [^\n]*+ )
    """),
}


def code_regions(text: str, form: str) -> Sequence[Span]:
    """The ranges of a text that are code in a format, ascending and disjoint; those of the last text are kept.

    The scope of a finding and the place of its fix both depend on them.
    """
    return _code_regions(text, form) if form in _HAVE_CODE else ()


@lru_cache(1)
def _code_regions(text: str, form: str) -> Sequence[Span]:
    regions: list[Span] = []
    for pattern in (_PATTERNS[key] for key in (form, f"{form} blocks") if key in _PATTERNS):
        for match in pattern.finditer(text):
            has_tag = "tag" in pattern.groupindex and match["tag"]  # its attributes are no code
            if match.lastgroup != "skipped":
                regions.append(Span(match.end("tag") if has_tag else match.start(), match.end()))
    if form in _BLOCKS:
        regions += [Span(*found[-2:]) for found in _BLOCKS[form](text)]
    return merged(regions)


_BLOCKS: dict[str, Callable[[str], Iterable[tuple[int, int] | tuple[str, int, int]]]] = {
    "asciidoc": asciidoc.code_blocks,
    "markdown": markdown.indented_code,
    "restructuredtext": restructuredtext.code_blocks,
}
# The formats that have code: of others, the complete text need not be hashed.
_HAVE_CODE = frozenset((*(key.removesuffix(" blocks") for key in _PATTERNS), *_BLOCKS))
