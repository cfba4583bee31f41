"""Expressions for simple URLs: on one line, of ASCII characters, in surroundings that show where they end.

What they claim about the end of a URL is compared with the evidence of `join_evidence` by tests/finder/test_fast.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.faults import COLON_OF_FAULT
from urlmend.finder.file_endings import CUTS, completes_ending
from urlmend.finder.line_breaks import EDGES
from urlmend.uri.schemes import COLON_TRIGGER

# The beginnings of file names' endings whose rest is a word.
_HEADS = {head for head, tail in CUTS if tail.isalpha()}
# The first two letters of these words, or their only one.
_STARTS_OF_TAILS = sorted({tail[:2] for _, tail in CUTS if tail.isalpha()})


def _no_tail() -> str:
    """An expression that fails before a word which may be the rest of a file name's ending, by its first letters."""
    words = []
    for first, starts in groupby(_STARTS_OF_TAILS, lambda start: start[0]):
        second = "".join(start[1:] for start in starts)
        words.append(f"[{first}{first.upper()}][{second}{second.upper()}, ]")
    return f"(?!{'|'.join(words)})"


def _no_head(then: str = "") -> str:
    """An expression that fails after what may be the beginning of a file name's ending, and `then`.

    It is used after a letter, a digit or a slash only, so the dot alone needs no case. Words that ignore case would
    take three times as long to compile.
    """
    two, three = ("|".join(head for head in sorted(_HEADS) if len(head) == length) for length in (2, 3))
    capital = "[A-Z][A-Za-z0-9]|[a-z0-9][A-Z]"
    return (
        rf"(?<!\.[A-Za-z]{then})(?<!\.(?:{two}|{capital}){then})"
        rf"(?<!\.(?:{three}|(?:{capital})[A-Za-z0-9]|[a-z0-9]{{2}}[A-Z]){then})"
    )


NO_PREFIX = r"<(?<![uU][rR][lL][:=]<)(?<![uU][rR][lL][:=][ \t]<)"
"""Regular expression for a `<` without `URL:` or `URL=` before it."""
SCHEMES = ("http", "https", "ftp")
"""The schemes of simple URLs."""
_CHARS = "[A-Za-z0-9_~%&=+@$/#.,!?-]{0,400}"
# A colon, but none of another URL that directly follows: see `url_end`.
_COLON = r":(?:(?!//)(?<!mailto:)|(?<=[_~%&=+@$/#!?-]http:)|(?<=[_~%&=+@$/#!?-]https:))"
# A semicolon that ends no entity of markup, and is before no field of a record: see `url_end`.
_SEMICOLON = (
    r";(?![A-Z][a-z])(?:(?<=&amp;)(?!\#|(?:amp|[GLgl][Tt]|(?i:quot|nbsp|apos)|(?i:[lr][ads]quo|mdash));)"
    r"|(?<!&amp;)(?<!&[GLgl][Tt];)(?<!&(?i:quot|nbsp|apos);)(?<!&(?i:[lr][ads]quo|mdash);)"
    r"(?<![#0Xx][0-9A-Fa-f]{2};)(?<![#0]160;)(?<!82[12][0-9];))"
)
# Such a URL after its `://`: without entities other than that of `&`, and punctuation at its end; shorter than the
# limits. Only that punctuation is given back: a URL that does not end with the run is not simple. Most have no
# colon, semicolon or asterisk: an empty branch costs less than a repetition that matches nothing.
_RUN = (
    rf"[A-Za-z0-9](?>{_CHARS}(?:(?![:;*])|(?:(?:{_COLON}|{_SEMICOLON}|\*(?!\*)){_CHARS}){{0,8}})"
    r"(?:(?<=[A-Za-su-z0-9])|(?<![.,:;!?*%])(?<!&quot)(?<!--)(?<!\*/)))"
)

# --- The next line shows that the URL is over: the evidence could not make it even ambiguous. ---
#
# A line break after a letter, digit or slash, and a sentence that begins the next line; its first word is not the
# rest of a percent-encoding or of the ending of a file name.
_NO_CUT_ESCAPE = r"(?<!%)(?<!%[0-9A-Fa-f])"
# Of more marks, the matcher would keep each one in memory.
_MARKS = "(?:> ?){0,40}"
_BREAK = rf"[ \t]*\r?\n{_MARKS}"
_WORD = r"(?!(?i:rem|dnl|c)\b)[A-Za-z]++,? "
# What follows that word; another URL in parentheses may be a copy of this one.
_PROSE = r"(?:[A-Za-z0-9<\"']|\((?!(?:https?|ftp)://))"
_SENTENCE = rf"(?<=[A-Za-z0-9/]){_NO_CUT_ESCAPE}(?:{_no_head()}{_BREAK}|{_BREAK}{_no_tail()}){_WORD}{_PROSE}"
_SENTENCE_AT_ONCE = rf"(?<!%[0-9A-Fa-f]\n)(?:{_no_head(chr(92) + 'n')}|{_no_tail()}){_WORD}{_PROSE}"
# The same after other characters.
_SENTENCE_AFTER_SIGN = rf"(?<=[=&_+~?])\n{_WORD}{_PROSE}"
_NO_FOOTER = r"(?![^\r\n\[]{0,200}+\[|[^\f]{0,240}+\f)"
# A label at the start of a line, such as a field name or the number of a key, with no boundary after it; an address.
_LABEL = (
    r"(?:(?:Date|[A-Za-z]{5,}):\s(?!\0)|[A-Za-z0-9]{8,40}: [A-Za-z0-9]"
    r"|[ \t]*(?:(?:[A-Za-z]{5,}|(?:[A-Za-z]{2,}-){1,2}[A-Za-z]{2,}): [A-Za-z0-9<]|[A-Za-z0-9]{4,40}@[A-Za-z0-9-]+\.))"
)
# In this order: a blank line, but no end of a page; a number in brackets, or a hyphen; the end of the text; another
# URL, or a wrapper; a line of dashes or the like.
_NEXT_LINE = (
    r"(?:[ \t]*>[ \t>]*(?:\r?\n|\Z)"
    rf"|{_MARKS}[ \t]*+(?:\[[0-9]{{1,3}}\]\s|- [A-Za-z]){_NO_FOOTER}"
    rf"|[ \t]*\r?\n(?:(?>(?:[ \t]*\r?\n){{0,40}})[ \t]*+{_NO_FOOTER}[^\s>]|[ \t\r\n]*\Z)|[ \t]*\Z"
    rf"|{_MARKS}(?:<|(?:https?|ftp)://){_NO_FOOTER}|[ \t]*{_MARKS}[-_=+*~#]{{2,}}>?[ \t]*(?:\r?\n|\Z))"
)
# The edges of cells (`line_breaks.EDGES`) and other lines of boxes: a range is compared sooner than each of them.
_EDGES = "|\u2502-\u2551"
# After the URL and its punctuation: a space and more text, a closing quote or bracket, a closing tag; or a line break,
# and then one of the above, a sentence, a label or a number. The commonest are first and begin with a literal, although
# later ones match them, too.
OVER = (
    rf"(?: [^\s{_EDGES}%]|[>\"`)\]}}\0]"
    rf"|\n(?<=[A-Za-z0-9/]\n)(?:https?://|ftp://|{_SENTENCE_AT_ONCE}|\n{_NO_FOOTER}[^\s>])|</"
    rf"|[.,:!?]*(?:[>\]}}]|[ \t]+[^\s{_EDGES}]|[ \t]*\Z|[ \t]*\r?\n{_NEXT_LINE}"
    rf"|{_SENTENCE}|(?<=[A-Za-z0-9/])(?<!%[0-9A-Fa-f])[ \t]*\r?\n{_LABEL}{_NO_FOOTER}"
    rf"|(?:(?<=/)|(?<=[A-Za-z0-9]{{4}})(?<!%[0-9A-Fa-f]))\n[ \t]*[0-9]{{1,3}}\. {_NO_FOOTER}[A-Za-z]"
    rf"|{_SENTENCE_AFTER_SIGN}{_NO_FOOTER}))"
)
_LINE_END = r"[ \t]*+(?:\r\n?+|\n)"
_NO_BRACKET = r"(?![^\r\n]{0,200}\[)"
# The same for the end of any run of URL characters, which may also be followed by more text on its line. The word that
# begins a sentence is a group, as looking it up takes less time than compiling `_SENTENCE`.
#
# In this order: more text; a sentence; another URL or a wrapper; a line of one dot, which separates paragraphs in
# copyright files of Debian; a sentence after a sign; an empty line, and neither a form feed nor the footer of a page
# after it and more of them.
_LINE_IS_OVER = lazy(
    rf"(?![ \t]*[\r\n{_EDGES}])"
    rf"|(?:(?<=[A-Za-z0-9/]){_NO_CUT_ESCAPE}|(?<=[.,)])(?={_LINE_END}[ \t]*[A-Z]))"
    rf"{_BREAK}[ \t]*({_WORD}){_PROSE}{_NO_BRACKET}"
    rf"|{_BREAK}[ \t]*+(?:<|[hH][tT][tT][pP][sS]?://|[fF][tT][pP]://|\.[ \t]*[\r\n]){_NO_BRACKET}"
    rf"|{_SENTENCE_AFTER_SIGN}{_NO_BRACKET}"
    rf"|{_LINE_END}(?=[ \t]*[\r\n])(?![^\f]{{0,240}}\f)(?>(?:{_LINE_END}){{0,12}})"
    r"(?![^\r\n\f]{0,120}\[[Pp]|[ \t\xa0]*\f)"
)
# The same where the text of the next line begins, after its marks: an item of a list, a rule, a sentence, a label that
# may be in brackets, or another URL.
_OVER_HERE = lazy(
    rf"[-*+]{{1,2}}[ \t]|[-=_*#~]{{4}}|((?![A-Za-z]*[a-z][A-Z]){_WORD}){_PROSE}"
    r"|(?:(?:[A-Z][a-z]{3,}:|\[[^]\r\n]{1,60}\]:)[ \t]|(?:https?|ftp)://)(?P<label>)"
)
_ENDS_BEFORE_SENTENCE = lazy(rf"(?<=[A-Za-z0-9/]){_NO_CUT_ESCAPE}|(?<=[.,)])")
# How many code points before a line break may belong to the ending of a file name, with its dot.
_ENDING = 4


def is_over(text: str, offset: int) -> bool:
    """Whether the text at an offset, where a run of URL characters ends, shows that the URL is over."""
    after = text[offset : offset + 2].lstrip(" ")[:1]
    if after > " " and after not in EDGES:  # more text on the line: true of most URLs, and compiles nothing
        return after != "%" and text[offset - 1] not in "%&" and text[offset - 2] != "%"  # a query may go on
    match = _LINE_IS_OVER.match(text, offset)
    if match is None:
        return False
    return not match[1] or not _completes_ending(text, offset, match[1])


def is_over_before(text: str, resume: int, offset: int) -> bool:
    """Whether the text of the next line, at `resume`, shows that the URL is over whose run ends at an offset.

    Marks of lines, or the end of a page, may be between them.
    """
    match = _OVER_HERE.match(text, resume) if text[resume - 1].isspace() else None
    if match is None or not match.lastindex:
        return match is not None
    if not _ENDS_BEFORE_SENTENCE.match(text, offset):
        return False
    if match.lastgroup == "label":
        return text[offset - 1].isalnum()
    if text[offset - 1] in ".,)" and not text[resume].isupper():
        return False
    return not _completes_ending(text, offset, match[1])


def _completes_ending(text: str, offset: int, word: str) -> bool:
    """Whether the word that begins the next line completes the ending of a file name before an offset."""
    return completes_ending(text[max(0, offset - _ENDING) : offset], word.rstrip(", "))


def at_colon(*surroundings: tuple[tuple[str, ...], str], faults: bool = False) -> re.Pattern[str]:
    """An expression for simple URLs, and for the colons of others and of faults: a literal makes one pass fast.

    Each of the surroundings has expressions of fixed widths, one of which matches before the URL, and another one that
    matches after it. The match begins at the colon. Its last group is `trigger` if that is a trigger of a URL, and
    `fault` if it is one of faults only. For a simple URL, the number of that group, or 0 without one, is a multiple of
    the number of SCHEMES for each of the surroundings, plus the index of its scheme.
    """
    # The expression for the URL is there once: groups tell which of the surroundings, and which scheme, it has.
    schemes = [f"(?:{'|'.join(_after(texts, scheme) for scheme in SCHEMES)})" for texts, _ in surroundings]
    before, after = "|()".join(schemes), f"(?={surroundings[0][1]})"
    for number, (_, over) in enumerate(surroundings[1:], start=1):
        after = f"(?({len(SCHEMES) * number})(?={over})|{after})"
    fault = f"|(?P<fault>{COLON_OF_FAULT.removeprefix(':')})" if faults else ""
    no_label = "" if faults else r"(?! \S)"  # most colons end a label or a clause
    return lazy(f":(?://(?:{before}){_RUN}{after}|{no_label}(?P<trigger>{COLON_TRIGGER.removeprefix(':')}){fault})")


def _after(texts: Iterable[str], scheme: str) -> str:
    """An expression for where a URL of a scheme has its host, after one of some texts; a group if it is not the first.

    An empty group costs less than one with text.
    """
    found = "|".join(f"(?<={text}{scheme}://)" for text in texts)
    return found if scheme == SCHEMES[0] else f"(?:{found})()"


_SURROUNDINGS = (((r"[ \n\t\r>(\"]",), OVER), (("<",), ">"))
SIMPLE = at_colon(*_SURROUNDINGS)
"""Simple URLs: on one line, of ASCII characters, in surroundings that show where they end."""
SIMPLE_OR_FAULT = at_colon(*_SURROUNDINGS, faults=True)
"""The same, and the colons of faults."""
