"""Markup that is read while URLs are found, decoded and fixed."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy

LINK_ATTRIBUTES = "href|src|cite|action|poster|background|formaction"
"""The attributes of HTML elements in use whose value is one URL (HTML Living Standard, index of attributes)."""
DOCUMENT = r"\.(?i:md|mdx|markdown|rst|adoc|txt)"
"""An expression for the ending of the name of a document that programs show as a page."""
DEFINITION = r"^[ \t>]*\[(?P<label>[^\[\]\n]{1,999})\]:"
"""An expression for what is before the target in the definition of a label of Markdown (CommonMark section 4.7), with
`re.MULTILINE`."""
FORMATS_WITH_BLOCKS = frozenset(("asciidoc", "markdown", "restructuredtext"))
"""Formats with blocks of code; the module of each has a function `code_blocks`."""
COMMANDS = ("clone ", "curl ", "wget ", "remote-add ", "install ")
"""The ends of commands whose argument is a URL."""
COMMAND_BEFORE = lazy(
    r"\b(?:git clone|curl|wget|flatpak remote-add|(?:apt(?:-get)?|brew|dnf|flatpak|npm|pip3?|yum|zypper) install)"
    r"(?: [\w./=-]{1,40}){0,6} \Z"
)
"""Such a command, before the URL, with other arguments."""
COMMAND_REACH = 260
"""The distance before the URL at which it may begin, in code points."""
# Characters after the angle brackets around a URL that may end a link in reStructuredText.
_LINK_MARKS = frozenset("'`_")
AFTER_LINK = r"`__?+(?![\w`])"
"""An expression for the end of such a link, after the angle bracket."""
END_OF_LINK = lazy(AFTER_LINK)
AFTER_BRACKET = r"(?:`_|[ \t]*(?:[\r\n]|\Z))"
"""An expression for what follows an angle bracket at the end of such a link, or of a line."""
_BRACKET_AT_END = lazy(f">{AFTER_BRACKET}")
LINK_OF_RESTRUCTUREDTEXT = rf"(?<![`\w])`[^`<>]{{1,400}}[\x20\n]<[a-z]{{2,9}}://[^\s<>`]{{1,2000}}>{AFTER_LINK}"
"""An expression for such a link, also for `re.VERBOSE`."""
_LINK_OF_RESTRUCTUREDTEXT = lazy(LINK_OF_RESTRUCTUREDTEXT)
_LINK_TO_LABEL = lazy(r"\]\(<?(?=https?://(?!localhost[/)?#>])[A-Za-z][A-Za-z0-9-]*[/)?#>])")
OPENINGS = frozenset("\"'`()[<{|./@\\#*:=]")
"""Characters before a URL that may begin an attribute or a link, whose syntax may be broken, or end text before it."""
MISSPELT_HREF, MISSPELT_SRC = "herf|hef|hrf|hre|hrfe|heref|hreff|cref", "scr|srs"
"""Misspelt names of attributes of HTML, and that of a piece of code in documentation of C#."""
BROKEN_ATTRIBUTES = (
    *(f"{name}=" for name in f"{MISSPELT_HREF}|{MISSPELT_SRC}".split("|")),
    *("<a ref=", "<a src=", "href:", "src:", "href", "src"),
    *("<ahref=", "<imgsrc=", "<href=", "<a>href=", "<img>src=", "< a href=", "< img src="),
    *("](<img src=", "](<a href="),
)
"""Texts before the quotation mark of an attribute whose element or name is broken, or that is no target."""
WORDS_BEFORE_SPACE = ("image: ", "igure: ", "](url ", "](URL ", "](link ", "](Link ")
"""Texts that break a link: ends of the name of an image or a figure in reStructuredText that lacks a colon, and a word
before a target in Markdown."""
NAMES_BEFORE_BRACKET = ("mage:: ", "arget: ")
"""Ends of a name before an argument in reStructuredText, to which angle brackets would belong; of the same length."""
_BEFORE_BROKEN = (*WORDS_BEFORE_SPACE, "(%20", '"%20')
# One that no backslash escapes.
_BRACKET, _CODE_SPAN = lazy(r"(?<!\\)[\[\]]"), lazy(r"(`++)[^`\n]++\1(?!`)")
_LONGEST_BROKEN = max(map(len, _BEFORE_BROKEN))
BEFORE_URL = frozenset(text[-1] for text in (*_BEFORE_BROKEN, *NAMES_BEFORE_BRACKET))
"""The last characters of the texts that `follows_broken_markup` looks for."""
LABEL_REACH = 400
"""The distance before its end at which the text of a link may begin, in code points."""
LONGEST_BEFORE_TARGET = 12
"""The length of the longest other text between the brackets of a link and its target, in code points."""


def notable_targets(text: str) -> Iterator[int]:
    """Yield the offsets of the targets of links in Markdown that are notable by what is around them (code points).

    They are in the syntax of reStructuredText, or their host is one label, which few are.
    """
    if ">`_" in text:  # few texts have one, and this is found soonest
        for link in _LINK_OF_RESTRUCTUREDTEXT.finditer(text):
            yield text.index("<", link.start()) + 1
    for link in _LINK_TO_LABEL.finditer(text):
        yield link.end()


def follows_broken_markup(text: str, offset: int, *, is_bracketed: bool) -> bool:
    """Whether markup is broken before a URL, or before its bracket, at an offset (code points)."""
    before = text[max(0, offset - _LONGEST_BROKEN) : offset]
    return before.endswith(NAMES_BEFORE_BRACKET if is_bracketed else _BEFORE_BROKEN)


def may_end_link(text: str, stop: int, *, is_bracketed: bool) -> bool:
    """Whether a link may end after a URL, or in reStructuredText after its bracket, at an offset (code points)."""
    return text[stop : stop + 1] in _LINK_MARKS if is_bracketed else _BRACKET_AT_END.match(text, stop) is not None


def has_unmatched_bracket(text: str, stop: int) -> bool:
    """Whether nothing opens the `]` before an offset in Markdown, where more are closed than opened on the line.

    The offset is in code points. Of a line with escapes or open code, and of one that begins far before, nobody knows.
    """
    low = max(0, stop - LABEL_REACH)
    before = text[low:stop]
    if "`" in before:
        before = _CODE_SPAN.sub("", before)
    line = before.rfind("\n")
    if line < 0 < low:
        return False
    begun = before[line + 1 :]
    if begun.count("]") <= begun.count("[") or "`" in begun or "\\" in begun:
        return False
    if "](" in begun and ")" not in begun[begun.rfind("](") :]:  # the end of a target
        return False
    opened = 0
    for bracket in reversed(_BRACKET.findall(before)):
        opened += 1 if bracket == "[" else -1
        if not opened:
            return False
    return True
