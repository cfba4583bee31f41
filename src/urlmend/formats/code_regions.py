"""The ranges of a marked-up text that are code: examples, literal blocks and keys of programs, by format.

An expression matches the start of a block of code in its first alternatives and consumes it up to its end, so that a
text is read once. What is open at the end of a text is code. Blocks that name a language belong to the module of their
format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.formats import asciidoc, markdown, restructuredtext
from urlmend.formats.markdown import CODE_SPAN, FENCED, LIST_MARKER
from urlmend.model.markup import LINK_OF_RESTRUCTUREDTEXT
from urlmend.model.span import Span, is_inside, merged

# Elements of HTML, XML and DocBook whose content is literal, and markup that no reader sees.
_ELEMENTS = (
    "code|computeroutput|kbd|literal|literallayout|nowiki|pre|programlisting|samp|screen|script|"
    r"source(?!\s+(?:src|type|media))|style|syntaxhighlight|synopsis|textarea|tt|verbatim|xmp"
)
_MARKUP = rf"""
      <!--.*?(?:-->|\Z) | <\?(?=[a-z_=]).*?(?:\?>|\Z) | <%.*?(?:%>|\Z) | <!\[CDATA\[.*?(?:\]\]>|\Z)
    | (?P<tag> <(?P<element>{_ELEMENTS})\b[^<>]*+(?<!/)> ) .*? (?: </(?P=element)\s*> | \Z )
"""
_ITEM = rf"[ ]{{0,3}}{LIST_MARKER}"
_BORDER = r"(?: ^ [ \t]*+ =++ (?>(?: [ ]++ =++ )+) [ \t\r]*+ $ )"  # of a simple table
_PATTERNS = {
    "html": lazy(_MARKUP, re.DOTALL | re.VERBOSE | re.IGNORECASE),
    # In the place of a target, and before the mark of reStructuredText, what was meant is a link.
    "markdown": lazy(
        rf"{FENCED} | (?P<skipped> \]\(`[^`\n]{{1,2000}}`\) | {LINK_OF_RESTRUCTUREDTEXT} ) | {CODE_SPAN} | {_MARKUP}",
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


class CodeRegions:
    """The ranges of a text that are code in a format. The text is read up to the offsets that are asked for."""

    def __init__(self, text: str, form: str) -> None:
        """Take a text and its format."""
        kinds = [_matched(text, _PATTERNS[key]) for key in (form, f"{form} blocks") if key in _PATTERNS]
        if form in _BLOCKS:
            kinds.append(Span(*found[-2:]) for found in _BLOCKS[form](text))
        self._kinds: list[tuple[list[Span], Iterator[Span]]] = [([], kind) for kind in kinds]
        """For each kind, those that were read, and those that were not, ascending and disjoint."""

    def __iter__(self) -> Iterator[Span]:
        """Yield all ranges, ascending and disjoint."""
        for found, unread in self._kinds:
            found.extend(unread)
        return iter(merged(span for found, _ in self._kinds for span in found))

    def include(self, offset: int) -> bool:
        """Whether the character at an offset (code points) is code."""
        for found, unread in self._kinds:
            while (not found or found[-1].start <= offset) and (span := next(unread, None)):
                found.append(span)
            if is_inside(offset, found):
                return True
        return False


def _matched(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    has_tags = "tag" in pattern.groupindex
    for match in pattern.finditer(text):
        if match.lastgroup != "skipped":
            # The attributes of a tag are no code.
            yield Span(match.end("tag") if has_tags and match["tag"] else match.start(), match.end())


@lru_cache(1)
def code_regions(text: str, form: str) -> CodeRegions:
    """The ranges of a text that are code in a format.

    Those of the last text are kept: the scope of a finding and the place of its fix both depend on them.
    """
    return CodeRegions(text, form)


_BLOCKS: dict[str, Callable[[str], Iterable[tuple[int, int] | tuple[str, int, int]]]] = {
    "asciidoc": asciidoc.code_blocks,
    "markdown": markdown.indented_code,
    "restructuredtext": restructuredtext.code_blocks,
}
