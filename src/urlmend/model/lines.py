r"""Lines: their starts, their marks, such as those of quotations and comments, and their kinds.

`LEADERS` is the table of comment leaders for texts whose language is unknown; all expressions for leaders are made from
it. Where the language of a file is known, the table of `urlmend.formats.languages` says what its comments are.
"""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# How far back to look for the start of a line, in code points; longer lines have no marks.
LINE_REACH = 1000
# How long lines are that a relay breaks, with its `!`, in octets: sendmail breaks those of more than 990, and begins
# the next one with a space.
_RELAY_OCTETS = (980, 1000)
_RELAY_BREAK = lazy(r"(?<=!)\r?\n ")
# How far back to look for the `/*` of a comment, in code points.
_COMMENT_REACH = 4000


class Leader(NamedTuple):
    """What begins a comment, or the next lines of one."""

    mark: str
    expression: str
    """Also for the mark repeated, and for that of documentation; for `re.VERBOSE`."""
    follows: bool = False
    """Whether it may follow code on its line; the others have too many other uses."""
    next_mark: str | None = None
    """What begins the next lines of the comment: None for the same mark, empty for none."""


LEADERS = (
    Leader("#", r"\#+[:!']?", follows=True),
    Leader("//", r"//+[!<]?", follows=True),
    Leader("--", "--+", follows=True),
    Leader(";", r";+", follows=True),
    Leader("%", r"%+", follows=True),
    Leader("/*", r"/\*+[!<]?", follows=True, next_mark="*"),
    Leader("/+", r"/[+-]", follows=True, next_mark=""),
    Leader("<!--", r"<!--+", follows=True, next_mark=""),
    Leader("(*", r"\(\*+", follows=True, next_mark=""),
    Leader("{-", r"\{-[|^]?", follows=True, next_mark=""),
    Leader("<#", r"<\#", follows=True, next_mark=""),
    Leader("dnl", r"\bdnl\b", follows=True),
    Leader("REM", r"@?\b(?:REM|[Rr]em)\b", follows=True),
    Leader("@c", r"@c(?:omment)?\b", follows=True),
    Leader("*", r"\*+"),
    Leader("!", r"!+[<>]?"),
    Leader("::", r"::"),
    Leader("..", r"\.\.(?=[ \t])", next_mark=""),
    Leader("C", r"[Cc](?=[ \t]{2})"),
    Leader('.\\"', r"[.']?\\\""),
    Leader("\\", r"\\(?=[ \t])"),
    Leader("'", r"'"),
    Leader('"', r"\"(?=[ \t])"),
)
"""Comment leaders of programming languages, of markup and of data."""


def _any(*leaders: Leader) -> str:
    return f"(?:{'|'.join(leader.expression for leader in leaders)})"


def _once(leader: Leader) -> str:
    """An expression that finds a repeated mark at its start only, so that a search takes linear time."""
    before = rf"(?<!{re.escape(leader.mark[0])})" if len({*leader.mark}) == 1 else ""
    return before + leader.expression


LEADER = _any(*LEADERS)
"""An expression for a leader at the start of a line."""
CONTINUING = _any(*(leader for leader in LEADERS if leader.next_mark != ""))
"""The same, if the next lines of a comment begin with one, too."""
FOLLOWING = f"(?:{'|'.join(_once(leader) for leader in LEADERS if leader.follows)})"
"""An expression for a leader that may follow code on its line."""
SIGNS = ">|#*/;"
"""The signs that lines of quotations and comments begin with, mostly."""
PATCH_SIGNS = f"{SIGNS}+-"
"""The same, and those of lines of a patch."""
PATCH_MARK = rf"[ \t{SIGNS}]{{0,20}}(?:[+-]{{2,20}}(?=[ \t])|[+-]?)[ \t{SIGNS}]{{0,20}}"
"""An expression for such signs before a text: of a patch it is one, and the text after it may begin with another."""

HOST_PROMPT = r"(?:\[?[\w.-]{1,40}@[\w.-]{1,60}+[^\s$\#%>]{0,80}+(?:[ ][^\s$\#%>\]]{1,80}+\])?|(?:ba)?sh-[0-9.]+)"
"""An expression for the prompt of a shell, with the names of user and host or of the shell, without its sign."""

_QUOTE_MARK = r"(?:[>|:]|\b[A-Z][A-Za-z]{0,3}>)"
_MARKS = lazy(
    rf"""
    (?P<quotes> (?: [ \t]* {_QUOTE_MARK} )*
        (?: [ \t]* (?P<name> [A-Za-z][\w.-]{{1,15}}> ) (?=[ \t]) (?: [ \t]* {_QUOTE_MARK} )* )?  # of its author
    ) [ \t]*
    (?P<sign> \+ (?!\+) | - (?!-) )? (?(sign) [ \t]* )
    (?P<leader> {CONTINUING}? )
    """,
    re.VERBOSE,
)
# A sign of a patch, directly before a text: items of lists have a space there, and numbers may have a sign.
_GLUED_SIGN = lazy(r"\+[^\s0-9+]")
# A line that only patches have: an empty one, and the headers of files and hunks.
_OF_PATCH = lazy(r"[+-][ \t]*(?:[\r\n]|\Z)|@@ -[0-9]|(?:\+\+\+|---) [^\s-]")
# How many lines before and after one may show that it is one of a patch.
_PATCH_LINES = 3
_FOLLOWING = lazy(rf"[ \t]({_any(*(leader for leader in LEADERS if leader.follows and leader.next_mark != ''))})[ \t]")
# The name of an option after `--`, which is no comment.
_OPTION = lazy(r"[A-Za-z][\w-]*[ \t=]+['\"]?")
_KIND = lazy(
    r"""
    (?P<rule> -- | == | [-=_*#~+]{4} | (?:=3D){3} | [-=_*#~]{3,} (?:\s|\Z) )  # also in quoted-printable text
    | (?P<item>
        (?: [-*+\u2022o]
          | \(? (?: [0-9]{1,3} | [A-Za-z] | [ivx]{1,4} ) [.)]  # `1.`, `(a)`, `iv)`
          | \[ [^\]\s]* \]                                     # `[1]`
          | [0-9]{1,3} :
          | \# [0-9]+ ,?                                       # an issue
          | - [A-Za-z]+ -                                      # `-or-`
          | : [a-z]+                                           # a field of reStructuredText
          | - \w+ (?: - \w+ ){0,4} :                           # a label of a list
        ) (?: \s | \Z )
      | (?: [0-9]*1st | [0-9]*2nd | [0-9]*3rd | [0-9]+th ) \s+ [A-Za-z]
      | v? [0-9]+ (?: \. (?: [0-9]+ | x ) ){1,20} \.? [ ] (?: [-|A-Z] | \w+: \s )  # the number of a version or section
      )
    | (?P<record>
        (?: [0-9]{4} (?P<sign>[-/]) [0-9]{2} (?: (?P=sign) [0-9]{2} | - )  # a date
          | [0-9]{1,2} / [A-Z][a-z]{2} / [0-9]{2,4}
          | HTTP / [0-9] (?: \. [0-9] )?                       # a status line
          | [0-9]+ (?: \. [0-9]+ )? [kKMG] i? B?               # a size
          | [0-9A-Fa-f]{8} (?: - [0-9A-Fa-f]{4} ){3} - [0-9A-Fa-f]{12}
        ) (?: \s | \Z )
      | (?: [\w-]+ \. [A-Za-z]\w* ,[ ] ){2}                    # a list of files
      | [+(]? [0-9]{1,4} [-.\ )]+ [0-9]{2,4} [-.\ ] [0-9]{3}   # a telephone number
      | [0-9a-f]{7,12} [ ] [A-Z] | [0-9a-f]{7,40} [ ] \("       # a commit
      | \.\.? /                                                # a relative path
      | / (?: bin | dev | etc | home | lib | mnt | opt | proc | srv | tmp | usr | var ) /
      | / [A-Z][a-z]+ [ ] [a-z]+ [ ]
      )
    | (?P<code>
        \. (?: [A-Z][A-Za-z] | ad | br | fi | ft | in | na | ne | nf | pp | sp | ti ) (?: \s | \Z )  # a roff request
      | - [A-Za-z] (?: \s | \Z ) | - [A-Za-z][\w.]* =          # an option
      | (?: TODO | FIXME | XXX | HACK | NOTE | NOLINT | [a-z]+-(?:dis|en)able(?:-[a-z-]+)? | @ts-[a-z-]+
          | \# (?: EXT | EXT[A-Z-]+ | if | ifn?def | el(?:se|if) | endif | define | undef | include | pragma | error )
        ) \b
      | \+ [A-Za-z][\w.:/-]* (?: = | \s | \Z )                 # a marker of generated code: `+optional`
      | \w+ :: \w | [a-z][\w-]*[ ]--?[A-Za-z] | [A-Za-z_][\w.]* \( | :[a-z]+: | [A-Za-z_]\w* ; \s* \Z
      )
    | (?P<comment> /\* | \#[@+] | ;* \#\# )
    """,
    re.VERBOSE,
)
_OPENING = lazy(r"/\*.*")
_LONE_STAR = lazy(r"^[ \t>+-]*\*[ \t]*$", re.MULTILINE)


class Marks(NamedTuple):
    """The marks of a line before its text: those of quotations, the sign of a patch, and a comment leader."""

    text: str = ""
    """The start of the line up to the end of its marks; empty if the leader follows code on the line."""
    quotes: str = ""
    """The marks of quotations, such as `> >`."""
    leader: str = ""
    """The comment leader, such as `#`, also one that follows code; after the sign of a patch and a space, if any."""

    @property
    def next_leader(self) -> str:
        """The leader of the next line, if it belongs to the same comment."""
        return _OPENING.sub("*", self.leader) if "/*" in self.leader else self.leader

    @property
    def in_comment(self) -> bool:
        """Whether the line is a comment."""
        return self.leader.strip("+-") != "" or self.leader.startswith("--")


def kind_of(content: str) -> str:
    """The kind of a line by its text after its marks: `rule`, `item`, `record`, `code`, `comment`, or else `prose`."""
    found = _KIND.match(content)
    return found.lastgroup or "" if found else "prose"


PAGE_NUMBER = lazy(
    r"[-\u2013 ]*(?:(?i:page) )?(?:[0-9]{1,5}|[ivxlc]{2,7}|[ivx])(?: (?:(?i:of)|/) [0-9]{1,5})?[-\u2013 ]*\Z"
)
"""A line with only the number of a page."""
# What differs between the headers and footers of pages.
_VARIABLE = lazy(r"[0-9]+|\b[ivxlc]+\b|\s+")


def without_numbers(line: str) -> str:
    """A header or footer with a space for each number, so that it is the same on each page."""
    return _VARIABLE.sub(" ", line)


def match_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Where the match of an expression at an offset ends; the offset itself if it does not match."""
    match = pattern.match(text, offset)
    return match.end() if match else offset


def line_start(text: str, offset: int) -> int | None:
    """The start of the line that holds an offset; None if it is more than LINE_REACH code points before."""
    # An offset between CR and LF is still on the line that they end.
    offset -= text[offset - 1 : offset + 1] == "\r\n"
    low = max(0, offset - LINE_REACH)
    start = text.rfind("\n", low, offset) + 1
    start = max(start, text.rfind("\r", start or low, offset) + 1)
    return start if start or low == 0 else None


def line_begin(text: str, offset: int) -> int:
    """The start of the line that holds an offset, or how far a longer one is looked at."""
    start = line_start(text, offset)
    return max(0, offset - LINE_REACH) if start is None else start


def at_relay_break(text: str, offset: int) -> bool:
    """Whether a relay broke the line that ends at an offset, which was too long for it, after an exclamation mark."""
    if not _RELAY_BREAK.match(text, offset):  # true of most
        return False
    start = line_start(text, offset)
    length = len(text[start:offset].encode(errors="replace")) if start is not None else 0
    return _RELAY_OCTETS[0] <= length <= _RELAY_OCTETS[1]


def marks_at(text: str, offset: int) -> Marks:
    """The marks of the line that holds an offset, up to that offset."""
    start = line_start(text, offset)
    if start is None or not (found := _MARKS.match(text, start, offset)):
        return Marks()
    quotes, sign, leader, end = found["quotes"], found["sign"] or "", found["leader"], found.end()
    if found["name"] and not _is_name_repeated(text, start, found.end("name"), offset):
        end = found.start("name")
        quotes, sign, leader = text[start:end], "", ""
    if leader and not _is_leader(text, leader, start, end, offset):
        leader, end = "", found.end("sign" if sign else "quotes")
    if sign and not leader and not _is_of_patch(text, start, found.start("sign")):
        sign, end = "", found.end("quotes")
    if not leader:
        leader = next(iter(_FOLLOWING.findall(text, start, offset)[-1:]), "")
        leader = "" if quotes and leader == "--" else leader  # a dash in a quotation
    return Marks(text[start:end].rstrip(), quotes.strip(), f"{sign} {leader}".strip())


def _is_name_repeated(text: str, start: int, end: int, offset: int) -> bool:
    """Whether the line before or after the one with an offset begins as that one does, in `text[start:end]`."""
    around = text[max(0, start - LINE_REACH) : start].splitlines()[-1:]
    around += text[offset : offset + LINE_REACH].splitlines()[1:2]
    return any(line.startswith(text[start:end]) for line in around)


def _is_of_patch(text: str, start: int, sign: int) -> bool:
    """Whether a line whose text begins with a sign is one of a patch, and no item of a list."""
    if _GLUED_SIGN.match(text, sign):
        return True
    prefix = text[start:sign]
    around = text[max(0, start - LINE_REACH) : start].splitlines()[-_PATCH_LINES:]
    around += text[sign : sign + LINE_REACH].splitlines()[1 : _PATCH_LINES + 1]
    return any(line.startswith(prefix) and _OF_PATCH.match(line, len(prefix)) for line in around)


def _is_leader(text: str, leader: str, start: int, end: int, offset: int) -> bool:
    """Whether a mark at the start of a line, before `end`, begins a comment up to an offset."""
    if leader in ("'", '"'):  # or a string
        return end < offset and leader not in text[end:offset]
    if leader.startswith("--"):
        return not _OPTION.fullmatch(text, end, offset)
    if leader[0] != "*":
        return True
    # Emphasis has no space after its stars.
    return not text[end - 1 : end + 1].strip("*").isalnum() and _is_in_star_comment(text, start, offset)


def _is_in_star_comment(text: str, start: int, offset: int) -> bool:
    """Whether the `*` at the start of a line belongs to a comment, and is not a bullet."""
    opened = text.rfind("/*", max(0, start - _COMMENT_REACH), offset)
    if opened >= 0 and text.find("*/", opened + 2, offset) < 0:
        return True
    return bool(_LONE_STAR.search(text, max(0, start - LINE_REACH), offset + LINE_REACH))
