"""Slips in the syntax of links, by format: what is before and after the URL, and the edits that mend them."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.markup import DEFINITION, LINK_ATTRIBUTES, LONGEST_BEFORE_TARGET, MISSPELT_HREF, MISSPELT_SRC
from urlmend.uri.schemes import LETTERS_OF_HTTPS

# The end of a line whose paragraph goes on.
_IN_PARAGRAPH = r"\n (?! [ \t>]* \r?\n )"
_IN_LABEL = repeated(rf"[^\[\]\\\n]++ | \\[^\n] | \[[^\[\]\n]*\] | {_IN_PARAGRAPH}", least=1)
_LABEL = rf"(?<![\\\]])\[ (?P<label> {_IN_LABEL} ) \]"
_QUOTES = "\"'`\u201c\u201d\u2018\u2019\u201e\xab\xbb\u300c\u300d"
_TITLE = r"""(?: [ \t]+ (?: "[^"\n]*" | '[^'\n]*' ) )?"""
# No title follows, on the line or on the next one, which may end with the bracket, nor does the target go on there.
_END_OF_LINE = (
    r"(?: [ \t]+ [^\s()\"'][^()\n]{0,200} )? [ \t]*+"
    r" (?: \r?\n (?! [ \t>]* (?: [\"'(] | [^\s()]{0,400} \) ) ) | \Z )"
)
# What is before the target in the brackets of a link, and the letters in it, besides those that belong to the scheme.
_LETTERS = "".join(sorted({letter for at in range(26) for letter in (chr(65 + at), chr(97 + at))} - LETTERS_OF_HTTPS))
_BEFORE_TARGET = (
    rf"[./@\\#*]{{1,{LONGEST_BEFORE_TARGET}}} | %20 | [{_LETTERS}] | (?i: url | link | href ) [:=]"
    r" | (?: url | URL | [Ll]ink ) [ ]"
)

# A link of reStructuredText up to its target, and what is after the target of a definition that is no part of it.
_TEXT = rf"(?<! [\w`:] ) ` (?: [^`<>\n] | {_IN_PARAGRAPH} )+"
_AFTER_DEFINITION = r"(?P<closing> > ) [ \t]* (?= \r?\n | \Z )"


class Slip(NamedTuple):
    """A way in which the syntax of a link is broken: what is before and after its URL."""

    end: str
    """The characters that may be directly before the URL; empty for any."""
    before: re.Pattern[str]
    """Groups that are replaced are named `opening` and `middle`."""
    after: re.Pattern[str]
    """The group that is replaced is named `closing`."""
    message: str
    needs_text: bool
    """Whether there is no link if what precedes the URL is only a number or a defined label."""
    replacements: tuple[str, str, str]
    """The replacement of each group."""
    safe: bool


def _slip(
    end: str,
    before: str,
    after: str,
    message: str,
    replacements: tuple[str, str, str] = ("", "", ""),
    *,
    needs_text: bool = True,
    safe: bool = False,
) -> Slip:
    """A slip by the expressions for what is before the URL, which ends in one of some characters, and after it."""
    around = lazy(rf"(?: {before} ) \Z", re.MULTILINE | re.VERBOSE), lazy(after, re.VERBOSE)
    return Slip(end, *around, message, needs_text, replacements, safe)


_IN_MARKDOWN = (
    _slip(
        "(",
        rf"{_LABEL} (?P<middle> [ ] ) \(",
        rf"{_TITLE} \)",
        "space between text and target of link: remove it",
        safe=True,
    ),
    _slip(
        "(",
        rf"{_LABEL} (?P<middle> \r?\n ) \(",
        rf"{_TITLE} \)",
        "line break between text and target of link: remove it",
        safe=True,
    ),
    _slip(
        "\uff08 \t",
        rf"{_LABEL} (?P<middle> [ \t]* \uff08 [ \t]* )",
        r"(?P<closing> [ \t]* [\uff09)] )",
        "full-width brackets around target of link: write (...)",
        ("", "(", ")"),
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?P<closing> \uff09 ) (?! [^()\n]{0,400} \) )",  # the end of the link, whose target goes on
        "full-width bracket after target of link: write ')'",
        ("", "", ")"),
        needs_text=False,
    ),
    _slip(
        "[",
        rf"(?<! [\]\w] ) (?P<opening> \( ) (?: [^()\[\]\n] | {_IN_PARAGRAPH} )+ (?P<middle> \)\[ )",
        r"(?P<closing> \] ) (?! [(\[\]] )",
        "swapped brackets of link: write [text](target)",
        ("[", "](", ")"),
        needs_text=False,
    ),
    _slip(
        "(",
        r"(?<! [\]\w!] ) \[ [^()\[\]{}\n]+ (?P<middle> [)}]\( )",
        r"(?= \) )",
        "wrong bracket after text of link: write [text](target)",
        ("", "](", ""),
        needs_text=False,
    ),
    _slip(
        ")",
        r"(?<! [\]\w!] ) \[ [^()\[\]{}\n]+ (?P<middle> \]\) )",
        r"(?= \) )",
        "wrong bracket before target of link: write [text](target)",
        ("", "](", ""),
        needs_text=False,
    ),
    _slip(
        "]",
        rf"(?<! [\]\w!\\] ) {_LABEL} (?P<middle>)",
        r"(?P<closing>) (?= [.,;:!?]* (?: \s | \Z ) )",
        "no brackets around target of link: write [text](target)",
        ("", "(", ")"),
    ),
    _slip(
        ")",
        rf"{_LABEL} (?P<middle> \(\) )",
        r"(?P<closing>) (?= [.,;:!?]* (?: \s | \Z ) )",
        "URL after empty target of link: write [text](target)",
        ("", "(", ")"),
        needs_text=False,
    ),
    _slip(
        "(",
        # No `[` on the line before it, in whose text the bracket may be.
        r"(?: \A | [\n\]] ) [^\[\]\n]*? (?<! [\]\w!\\] ) (?P<opening> \( ) [^()\[\]\n]+ \]\(",
        r"(?= \) )",
        "wrong bracket before text of link: write [text](target)",
        ("[", "", ""),
        needs_text=False,
    ),
    _slip(
        "(",
        r"(?<! [\]\w!\\] ) \[ [^()\[\]{}\n]* [^\s()\[\]{}] (?P<middle> \( )",
        r"(?= \) (?! [^\[\]\n]* \] ) )",
        "no ']' after text of link: add it",
        ("", "](", ""),
        needs_text=False,
    ),
    _slip(
        "|",
        r"(?<! [\[\]\w!\\] ) \[ [^()\[\]{}|\n]+ (?P<middle> \| )",
        r"(?P<closing> \] ) (?! [(\[\]:] )",
        "'|' before target of link: write [text](target)",
        ("", "](", ")"),
        needs_text=False,
    ),
    _slip(
        "(",
        r"(?: \A | \n ) (?: [ \t>|*+-] | [0-9]{1,3}\. )* ! (?P<middle> [ ] ) \[ [^\[\]\n]* \]\(",
        rf"{_TITLE} \)",
        "space between '!' and text of image: remove it",
        needs_text=False,
        safe=True,
    ),
    _slip(
        "]",
        r"! \[ [^\[\]\n]* \] (?P<middle>)",
        r"(?P<closing> \)? ) (?= \s | \Z )",
        "no brackets around target of image: write ![text](target)",
        ("", "(", ")"),
        needs_text=False,
    ),
    _slip(
        "(",
        r"(?: \A | \s ) ! (?P<middle>) \(",
        r"(?<= \w ) \)",
        "no brackets for text of image: write ![text](target)",
        ("", "[]", ""),
        needs_text=False,
    ),
    _slip(
        "(",
        # Not a component of Retype
        r"(?<! [!\]\w\\] ) (?P<opening> \[! ) (?= [A-Za-z] ) (?! (?: badge | button | embed | file | ref ) \b )"
        r" [^\[\]\n]+ \]\(",
        r"(?= [^()\s]{0,400} \) )",
        "'!' within brackets of image: write ![text](target)",
        ("![", "", ""),
        needs_text=False,
    ),
    _slip(
        "(",
        r"! \[ [^\[\]\n]* \]\( [^()\s]+ \)\(",
        r"(?= \) )",
        "no brackets around image with link: write [![text](image)](target)",
        needs_text=False,
    ),
    _slip(
        "\"'",
        r"\]\( < (?: img | a ) \s [^<>]* (?: src | href ) =[\"']",
        r"[\"']",
        "element in target of link: write its address only",
        needs_text=False,
    ),
    _slip(
        "[",
        r"(?<! [\]\w!\\] ) \[",
        r"\) (?! [)\]] )",
        "'[' before URL, and ')' after it: write [text](target)",
        needs_text=False,
    ),
    _slip(
        "[",
        r"(?<! [\]\w!\\] ) \[",
        # A word, and no name of a file, such as LICENSE or Makefile.
        r"(?= \]\( (?! [A-Z]+\) | \w*file\) ) [A-Za-z] [^()\n/.:#?@]{0,60} \) )",
        "text and target of link swapped: write [text](target)",
        needs_text=False,
    ),
    _slip(
        "[",
        rf"{_LABEL} (?P<middle> \[ )",
        r"(?P<closing> \] ) (?! [(\[\]] )",
        "square brackets around target of link: write (...)",
        ("", "(", ")"),
    ),
    _slip(
        _QUOTES,
        rf"{_LABEL} \( [ ]? (?P<middle> [{_QUOTES}] )",
        rf"(?P<closing> [{_QUOTES}] ) [ \t]* \)",
        "quotation marks around target of link: remove them",
        needs_text=False,
    ),
    _slip(
        f"./@\\#*:=0 {_LETTERS}",
        rf"{_LABEL} \( (?P<middle> {_BEFORE_TARGET} )",
        r"(?= [ \t]* \) | [ \t]+ [\"'] )",
        "text before target of link: remove it",
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?<= [A-Za-z] ) (?= https?:// )",
        "URL directly after URL in target of link: write one",
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{DEFINITION} [ ]* (?P<middle> \( )",
        r"(?P<closing> \) )",
        "brackets around target of definition: remove them",
        needs_text=False,
    ),
    _slip(
        _QUOTES,
        rf"{DEFINITION} [ ]* (?P<middle> [{_QUOTES}] )",
        rf"(?P<closing> [{_QUOTES}] ) [ \t]* (?= \r?\n | \Z )",
        "quotation marks around target of definition: remove them",
        needs_text=False,
    ),
    _slip(
        ": ",
        rf"{DEFINITION} [ ]*",
        _AFTER_DEFINITION,
        "bracket after target of definition: remove it",
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"[ ]+ (?P<closing>) [^\s()\"'] [^()\"'\n]* \" \)",
        "no quotation mark before title of link: add it",
        ("", "", '"'),
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} (?P<middle> [.,:;!-] ) \(",
        r"(?= \) )",
        "text between text and target of link: remove it",
    ),
    _slip(
        "{",
        rf"(?<! \w ) {_LABEL} (?P<middle> \{{ )",
        r"(?P<closing> \} )",
        "braces around target of link: write (...)",
        ("", "(", ")"),
    ),
    _slip(
        "([{",
        rf"{_LABEL} \( (?P<middle> [(\[{{] )",
        r"[.,:;]? (?P<closing> [)\]}] (?= [ \t]* \) ) | (?= \) ) )",
        "bracket before target of link: remove it",
    ),
    _slip(
        "([",
        rf"{_LABEL} \( \[?",
        r"\]\(",
        "link in target of link: write one target",
    ),
    _slip(
        "(",
        rf"{_LABEL} (?P<middle> \( \[ [^\[\]\n]{{0,200}} \] ) \(",
        r"(?P<closing> \) ) (?= \) )",
        "link in target of link: write one target",
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?P<closing> [>\]] ) \) (?! \( )",
        "bracket after target of link: remove it",
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?P<closing> [\"'] [^()\s]* [ ] [^()\n]* ) \)",
        "text after target of link: remove it",
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?P<closing> [\]}] ) (?! [^()\n]{0,400} \) )",
        "wrong bracket after target of link: write ')'",
        ("", "", ")"),
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?<= > ) (?= [ \t]* \r?\n [ \t]* [^\s()\"'>]{1,400} \) )",
        "line break in target of link: remove it",
        needs_text=False,
    ),
    _slip(
        "( ",
        rf"{_LABEL} \( [ ]?",
        rf"(?P<closing>) [.,;:!?]* {_END_OF_LINE}",
        "no ')' after target of link: add it",
        ("", "", ")"),
        needs_text=False,
    ),
    _slip(
        "<",
        r"(?<! [<\w] ) <",
        r"(?P<closing>) [.,;:!?)]* (?: [ \t]+ [^<>\n]* )? (?: \r?\n (?! [ \t>]* > ) | \Z )",
        "no '>' after URL: add it",
        ("", "", ">"),
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} [ \n]",
        r"(?<= > ) `__? (?! \w )",
        "link of reStructuredText: write [text](target)",
        needs_text=False,
    ),
)
# A link of Markdown in another format, but no image and no code; its groups are replaced where that makes a link.
_OF_MARKDOWN = rf"(?<! [\\\]!`+] ) (?P<opening> \[ ) (?P<label> {_IN_LABEL} ) (?P<middle> \]\( )"
# Slips of links of reStructuredText; Sphinx reads the documentation of Python, too.
_OF_RESTRUCTUREDTEXT = (
    _slip(
        " \n",
        rf"{_TEXT} [ \n]",
        r"` (?P<closing>) (?! [\w`:] )",
        "no '_' after link: add it",
        ("", "", "_"),
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} [ \n]",
        r"(?<= > ) (?P<closing> _ ` ) (?! [\w`] )",
        "'_' before end of link: write it after the '`'",
        ("", "", "`_"),
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} [ \n] (?P<middle>)",
        r"(?= > `_ )",
        "no '<' before target of link: add it",
        ("", "<", ""),
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} (?P<middle> ` ) [ \n]",
        r"(?<= > ) `_",
        "'`' before target of link: remove it",
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} [ \n]",
        r"(?<= > ) `__? (?P<closing> ` ) (?! ` )",
        "'`' after link: remove it",
        needs_text=False,
    ),
    _slip(
        " \n",
        rf"{_TEXT} [ \n]",
        r"(?<= > ) `_ _? (?P<closing>) (?! _ ) \w",
        "no space after link: add it",
        ("", "", " "),
        needs_text=False,
    ),
)
_IN_RESTRUCTUREDTEXT = (
    _slip(
        "(",
        _OF_MARKDOWN,
        r"(?P<closing> \) )",
        "link of Markdown: write `text <target>`_",
        ("`", " <", ">`_"),
    ),
    _slip(
        " ",
        r"(?: \A | \n ) [ ]* (?: \.\. [ ] (?: \|[^|\n]+\|[ ] )? image :: | :target: ) [ ]",
        r"(?<= > ) _? [ \t]* (?= \r?\n | \Z )",
        "angle brackets around argument: remove them",
        needs_text=False,
    ),
    _slip(
        " ",
        r"(?: \A | \n ) [ ]* \.\. [ ] (?: \|[^|\n]+\|[ ] )? (?: image | figure ) (?P<middle> : ) [ ]",
        r"[ \t]* (?= \r?\n | \Z )",
        "one colon after name of directive: write two",
        ("", "::", ""),
        needs_text=False,
    ),
    _slip(
        " ",
        r"(?<! [\w'] ) (?P<opening> ' ) [^'`<>\n]+ [ ]",
        r"(?P<closing> ' ) _",
        "straight quotes around link: write `text <target>`_",
        ("`", "", "`"),
        needs_text=False,
    ),
    _slip(
        "<",
        r"(?<! [\w`:] ) ` [^`<>\n]+ [ ] <",
        r"(?P<closing>) ` (?! ` )",
        "no '>' after target of link: add it",
        ("", "", ">"),
        needs_text=False,
    ),
    _slip(
        "`",
        r"(?<! [\w`:] ) (?P<opening> ` )",
        r"(?<! > ) (?P<closing> `_ ) (?! [\w_] )",
        "link without target: write the URL only",
        needs_text=False,
    ),
    _slip(
        ":",
        r"(?: \A | \n ) [ \t]* \.\. [ ] _ [^\n:]+ : (?P<middle>)",
        r"[ \t]* (?= \r?\n | \Z )",
        "no space after name of target: add it",
        ("", " ", ""),
        needs_text=False,
    ),
    _slip(
        " ",
        r"(?: \A | \n ) [ \t]* \.\. [ ] _ [^\n:]+ : [ ]",
        _AFTER_DEFINITION,
        "bracket after target of definition: remove it",
        needs_text=False,
    ),
    *_OF_RESTRUCTUREDTEXT,
)
_IN_ASCIIDOC = (
    _slip("(", _OF_MARKDOWN, r"\)", "link of Markdown: write target[text]", ("[", "](", "")),
    _slip(
        ":", r"\b link: (?P<middle> : )", r"\x00? \[", "two colons before target of link: write one", needs_text=False
    ),
)
_IN_LATEX = (
    _slip(
        "{",
        r"\\href \{[^{}\\:/\#]*\} \{",
        r"\}",
        "arguments of \\href swapped: write \\href{target}{text}",
        needs_text=False,
    ),
)
# Only where a doubled quotation mark is not how strings and tables (RFC 4180) write one.
_TWO_MARKS = _slip(
    '"',
    rf"< \w [^<>]* \b (?: {LINK_ATTRIBUTES} ) =\" (?P<middle> \" )",
    r"(?P<closing> (?: \" (?= \" ) )? )",
    "two quotation marks before attribute: write one",
    needs_text=False,
)
IN_ALL: tuple[Slip, ...] = (
    _slip(
        "\u201c\u201d\u2018\u2019\u2033",
        rf"\b (?: {LINK_ATTRIBUTES} ) = (?P<opening> [\u201c\u201d\u2018\u2019\u2033] )",
        r"(?: [ ] [^<>\"'\u201c\u201d\u2018\u2019\u2033\n]* )? (?P<closing> [\u201c\u201d\u2018\u2019\u2033\"'] )",
        "curly quotation marks around attribute: write straight ones",
        ('"', "", '"'),
        needs_text=False,
    ),
    _slip(
        "[",
        rf"\b (?: {LINK_ATTRIBUTES} ) =[\"'] (?P<opening> \[ )",
        r"(?P<closing> \]\([^()\s]{0,2000}\) | \] (?= [\"'] ) )",
        "link of Markdown in attribute: write its target only",
        needs_text=False,
    ),
    _slip(
        "/@#0",
        rf"\b (?: {LINK_ATTRIBUTES} ) =[\"'] (?P<middle> \.{{0,2}} [/@\#] | %20 )",
        r"[\"']",
        "text before target of link: remove it",
        needs_text=False,
    ),
    _slip(
        "\"'",
        rf"\b (?: {LINK_ATTRIBUTES} ) =[\"']",
        r"(?<= > ) [\"']",
        "angle brackets in attribute: remove them",
        needs_text=False,
    ),
    _slip(
        '"',
        rf"< \w [^<>]* \b (?: {LINK_ATTRIBUTES} ) =\"",
        r"(?P<closing>) /?>",
        "no quotation mark after attribute: add it",
        ("", "", '"'),
        needs_text=False,
    ),
    _slip(
        '"',
        rf"< \w [^<>]* \b (?: {LINK_ATTRIBUTES} ) =\"",
        r"(?P<closing> [\u201c\u201d\u2033] ) (?= [\s/>] )",
        "curly quotation mark after attribute: write a straight one",
        ("", "", '"'),
        needs_text=False,
    ),
    _slip(
        "=",
        rf"< \w [^<>]* \s (?: {LINK_ATTRIBUTES} ) = (?P<opening>)",
        r"\" (?= [\s/>] )",
        "no quotation mark before attribute: add it",
        ('"', "", ""),
        needs_text=False,
    ),
    *(
        _slip(
            "\"'",
            rf"< (?: {elements} ) \s (?! [^<>]* \b {attribute} = ) (?: [^<>]* \s )? (?P<middle> {names} ) = [\"']",
            rf"[\"'] (?! [^<>]* \s {attribute} = )",
            f"misspelt name of attribute: write {attribute}",
            ("", attribute, ""),
            needs_text=False,
        )
        for elements, attribute, names in (
            ("a|link|area|see|seealso", "href", f"{MISSPELT_HREF}|ref|src"),
            ("img|script|iframe|video|audio|source", "src", MISSPELT_SRC),
        )
    ),
    _slip(
        "\"'",
        r"< (?: a | img | script | link | iframe ) \s (?: [^<>]* \s )? (?: href | src ) (?P<middle> :? ) [\"']",
        r"[\"']",
        "no '=' after name of attribute: write it",
        ("", "=", ""),
        needs_text=False,
    ),
    _slip(
        "\"'",
        r"< (?: a | img ) (?P<middle> > [ ]? ) (?: href | src ) = [\"']",
        r"[\"']",
        "'>' before attribute: write a space",
        ("", " ", ""),
        needs_text=False,
    ),
    _slip(
        "\"'",
        r"< (?: a | img ) (?P<middle>) (?: href | src ) = [\"']",
        r"[\"']",
        "no space before attribute: add it",
        ("", " ", ""),
        needs_text=False,
    ),
    _slip(
        "\"'",
        r"< (?P<middle> [ ] ) (?: a [ ] href | img [ ] src ) = [\"']",
        r"[\"']",
        "space after '<': remove it",
        needs_text=False,
    ),
    _slip(
        "\"'",
        r"< (?P<middle>) href = [\"']",
        r"[\"']",
        "no name of element before attribute: write <a href",
        ("", "a ", ""),
        needs_text=False,
    ),
    # Of reStructuredText, which comments of programs are written in, too.
    _slip(
        "",
        r"(?<! [\w`:] ) ` [^`<>]* [^\s`<>] (?P<middle>)",
        r"(?<= > ) `_",
        "no space before target of link: add it",
        ("", " ", ""),
        needs_text=False,
    ),
    # An address of mail was to be written, or a link to a page.
    _slip(
        ":",
        rf"(?: {_LABEL} \( | \b (?: {LINK_ATTRIBUTES} ) =[\"'] ) mailto:",
        "",
        "URL after 'mailto:': write an address, or remove it",
        needs_text=False,
    ),
)
"""The slips of every format: attributes of HTML are in most of them."""
SLIPS: dict[str, tuple[Slip, ...]] = {
    "asciidoc": _IN_ASCIIDOC + IN_ALL,
    "latex": _IN_LATEX + IN_ALL,
    "markdown": (*_IN_MARKDOWN, _TWO_MARKS, *IN_ALL),
    "markup": (_TWO_MARKS, *IN_ALL),
    "python": _OF_RESTRUCTUREDTEXT + IN_ALL,
    "restructuredtext": _IN_RESTRUCTUREDTEXT + IN_ALL,
}
"""The slips of the formats that have their own, with those of all formats."""
