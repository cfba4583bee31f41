"""Family 1: links whose syntax is broken, and the markup of links in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.finding import Edit
from urlmend.model.markup import (
    COMMAND_BEFORE,
    COMMAND_REACH,
    LINK_ATTRIBUTES,
    LONGEST_BEFORE_TARGET,
    MISSPELT_HREF,
    MISSPELT_SRC,
)
from urlmend.model.scope import FOLLOWED, Scope
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, Trigger, rule

# How far before and after a URL the rest of its link may be, in code points.
_REACH = 400
_IN_LABEL = repeated(r"[^\[\]\\\n]++ | \\[^\n] | \[[^\[\]\n]*\]", least=1)
_LABEL = rf"(?<![\\\]])\[ (?P<label> {_IN_LABEL} ) \]"
_QUOTES = "\"'`\u201c\u201d\u2018\u2019\u201e\xab\xbb\u300c\u300d"
_TITLE = r"""(?: [ \t]+ (?: "[^"\n]*" | '[^'\n]*' ) )?"""
# No title follows, on the line or on the next one, which may end with the bracket.
_END_OF_LINE = r"(?: [ \t]+ [^\s()\"'][^()\n]{0,200} )? [ \t]*+ (?: \r?\n (?! [ \t>]* [)\"'(] ) | \Z )"
# Labels that are no text of a link: numbers of citations, footnotes, boxes of tasks, and ellipses.
_NO_TEXT = lazy(r"[\d\s,;.&+–-]*|[\W_]*|[xX]|\^.*")
_DEFINITION = lazy(r"^[ \t>]*\[([^\[\]\n]{1,999})\]:", re.MULTILINE)


class _Slip(NamedTuple):
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
) -> _Slip:
    """A slip by the expressions for what is before the URL, which ends in one of some characters, and after it."""
    around = lazy(rf"(?: {before} ) \Z", re.VERBOSE), lazy(after, re.VERBOSE)
    return _Slip(end, *around, message, needs_text, replacements, safe)


_IN_MARKDOWN = (
    _slip(
        "(",
        rf"{_LABEL} (?P<middle> [ ] ) \(",
        rf"{_TITLE} \)",
        "space between text and target of link: remove it",
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
        r"(?<! [\]\w] ) (?P<opening> \( ) [^()\[\]\n]+ (?P<middle> \)\[ )",
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
        r"(?<! [!\]\w\\] ) (?P<opening> \[! ) (?= [A-Za-z] ) [^\[\]\n]+ \]\(",
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
        "./@\\#:=0",
        rf"{_LABEL} \( (?P<middle> [./@\\#]{{1,{LONGEST_BEFORE_TARGET}}} | %20 | (?i: url | link | href ) [:=] )",
        r"(?= [ \t]* \) | [ \t]+ [\"'] )",
        "text before target of link: remove it",
    ),
    _slip(
        "(",
        r"(?: \A | \n ) [ \t>]* \[[^\[\]\n]+\]: [ ]* (?P<middle> \( )",
        r"(?P<closing> \) )",
        "brackets around target of definition: remove them",
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
        r"(?P<closing> [)\]}] (?= [ \t]* \) ) | (?= \) ) )",
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
        rf"{_LABEL} \(",
        r"(?P<closing> > ) \)",
        "'>' after target of link: remove it",
        needs_text=False,
    ),
    _slip(
        "(",
        rf"{_LABEL} \(",
        r"(?P<closing> \] ) (?! [^()\n]{0,400} \) )",
        "wrong bracket after target of link: write ')'",
        ("", "", ")"),
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
)
_IN_RESTRUCTUREDTEXT = (
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
        " ",
        r"(?<! [\w`:] ) ` [^`<>\n]+ [ ]",
        r"` (?P<closing>) (?! [\w`:] )",
        "no '_' after link: add it",
        ("", "", "_"),
        needs_text=False,
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
# In every format: attributes of HTML are in most of them.
_IN_ALL = (
    _slip(
        "\u201c\u201d\u2018\u2019\u2033",
        rf"\b (?: {LINK_ATTRIBUTES} ) = (?P<opening> [\u201c\u201d\u2018\u2019\u2033] )",
        r"(?P<closing> [\u201c\u201d\u2018\u2019\u2033\"'] )",
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
            ("a|link|area", "href", f"{MISSPELT_HREF}|ref|src"),
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
_SLIPS = {
    "markdown": _IN_MARKDOWN + _IN_ALL,
    "restructuredtext": _IN_RESTRUCTUREDTEXT + _IN_ALL,
    "latex": _IN_LATEX + _IN_ALL,
}


@rule("URL124", "warning", scopes=FOLLOWED, triggers={Trigger.EDGE}, fix="safe")
def broken_link(case: Case) -> Iterator[Hit]:
    """The syntax of a link in Markdown, reStructuredText or HTML is broken.

    In Markdown, a link is `[text](target)`, with nothing between its brackets (CommonMark section 6.3), and an
    image begins with `![`. Otherwise readers see the brackets. The rule reports a space or a sign between them,
    full-width, swapped, wrong, missing or superfluous brackets, links as wikis write them (`[text|target]`), text
    and target that are swapped, and quotation marks or other text before the target. In reStructuredText, it
    reports a link without its underscore or the space before its target, or in straight quotes, and an image whose
    directive has one colon or its argument in brackets. In HTML, it reports curly quotation marks around the value
    of an attribute, missing ones, and brackets in it; and attributes with misspelt names, without `=` or outside an
    element, which have no effect. Nor is a URL an address of mail, or the text of a `\\href` in LaTeX. The fix is
    safe if only a space is removed.

    Numbers of citations, footnotes, boxes of tasks, and labels with a definition are no texts of
    links.

    ```bad markdown
    see [the plan] (https://www.example.org/plan)
    ```

    ```fixed markdown
    see [the plan](https://www.example.org/plan)
    ```

    ```bad markdown
    see (the plan)[https://www.example.org/plan]
    ```

    ```fixed markdown
    see [the plan](https://www.example.org/plan)
    ```

    ```bad
    <a href=\u201dhttps://www.example.org/plan\u201d>the plan</a>
    ```

    ```fixed
    <a href="https://www.example.org/plan">the plan</a>
    ```

    ```bad
    <a href"https://www.example.org/plan">the plan</a>
    ```

    ```fixed
    <a href="https://www.example.org/plan">the plan</a>
    ```

    ```good markdown
    see [the plan](https://www.example.org/plan), and [1] (https://www.example.org/budget)
    see [https://www.example.org/licence](LICENSE)
    - [x] (https://www.example.org/tasks/7)
    ```
    """
    if case.url.breaks:
        return
    start, stop = case.url.outer
    low = max(0, start - _REACH)
    end = case.text[start - 1 : start]
    for slip in _SLIPS.get(case.format, _IN_ALL):
        if slip.end and end not in slip.end:
            continue
        after = slip.after.match(case.text, stop, stop + _REACH)  # which is decided sooner than what is before
        before = slip.before.search(case.text, low, start) if after else None
        if before and after and not (slip.needs_text and _is_no_text(before["label"], case)):
            yield Hit(slip.message, case.url.spans, tuple(_edits(slip, before, after)), safe=slip.safe)
            return


def _is_no_text(label: str, case: Case) -> bool:
    """Whether what is in square brackets before a URL is not the text of a link, or if a definition has its target."""
    return bool(_NO_TEXT.fullmatch(label)) or not _defined_labels(case.text).isdisjoint(
        (_folded(label), _folded(case.url.text))
    )


@lru_cache(1)
def _defined_labels(text: str) -> frozenset[str]:
    """The labels that a text defines, each with the target of the links that name it (CommonMark section 4.7)."""
    return frozenset(map(_folded, _DEFINITION.findall(text)))


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())


def _edits(slip: _Slip, before: re.Match[str], after: re.Match[str]) -> Iterator[Edit]:
    """The edits that replace the groups of a broken link."""
    for name, replacement in zip(("opening", "middle", "closing"), slip.replacements, strict=True):
        match = next((match for match in (before, after) if name in match.re.groupindex), None)
        if match and match[name] != replacement:
            yield Edit(Span(*match.span(name)), replacement)


_TARGET_AFTER = lazy(r"\]\(([^\s()]+)\)")


@rule("URL128", "warning", scopes={Scope.CODE, Scope.DATA, Scope.STRING}, triggers={Trigger.EDGE, Trigger.WRAPPER})
def markup_in_code(case: Case) -> Iterator[Hit]:
    """A URL in code is in the markup of a link.

    Who copies `git clone [URL](URL)` from a block of code gets a command that fails, and in `git clone <URL>`, the
    shell reads a file. Assistants write the first, and programs that correct Markdown the second. The rule checks
    the commands `git clone`, `curl` and `wget`, and strings that consist of a link with its target as text.

    ```bad shell
    git clone [https://www.musterstadt.de/plan.git](https://www.musterstadt.de/plan.git)
    ```

    ```good shell
    git clone https://www.musterstadt.de/plan.git
    ```
    """
    start, stop = case.url.outer
    is_string = False
    if case.url.form != "angle":
        link = _TARGET_AFTER.match(case.text, stop, stop + _REACH) if case.text.startswith("[", start - 1) else None
        if link is None:
            return
        start, stop = start - 1, link.end()
        is_quoted = case.text[start - 1 : start] in ("'", '"') and case.text.startswith(case.text[start - 1], stop)
        is_string = is_quoted and link[1] == case.url.text
    if is_string or COMMAND_BEFORE.search(case.text, max(0, start - COMMAND_REACH), start):
        yield Hit("markup of link in code: write the URL only", (Span(start, stop),))
