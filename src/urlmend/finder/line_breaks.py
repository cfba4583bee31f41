"""Step over one line break, with line prefixes, comment leaders, and page footers and headers."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# How far back to look for the start of a line, in code points; longer lines have no prefix.
LINE_REACH = 1000

_QUOTE_MARK = r"(?:[>|:]|\b[A-Z][A-Za-z]{0,3}>)"
_LEADER = r"""
    (?: \#+ | //+!? | /\*+!? | \*+ | ;+ | --+ | %+ | !+
    | dnl\b | REM\b | rem\b | @c\b  # m4, batch files, Texinfo
    | [Cc](?=[ \t]{2})              # Fortran
    | [.']?\\\"                     # roff
    | '                             # Basic
    )
"""
_PREFIX = lazy(
    rf"""
    [ \t]*
    (?: {_QUOTE_MARK} [ \t]* )*
    (?: {_LEADER} [ \t]* )?
    """,
    re.VERBOSE,
)
_MARKS = lazy(r"(?:[ \t]*[>|:])+")
_QUOTE_RUN = lazy(rf"(?:[ \t]*{_QUOTE_MARK})+")
# More quote marks than on the line before (`>> b>` after `> <URL:http://a/`). Another `>` follows on the line, so these
# do not close the wrapper.
_DEEPER_QUOTES = lazy(r"(?:[ \t]*>)+(?=[^\S\r\n]*+[^<>\s][^<>\r\n]*+>)")
# The name of an option after `--`, which is no comment.
_OPTION = lazy(r"[A-Za-z][\w-]*[ \t=]+['\"]?")
_TRAILING_LEADER = lazy(r"[ \t](\#+|//+!?|/\*+!?|;+|--+|%+)[ \t]")
# The leader of continuation lines, by the opener of the comment.
_CONTINUED = {"/*": "*", "/**": "*", "/*!": "*"}

# How far back to look for the `/*` of a comment, in code points.
_COMMENT_REACH = 4000
_LONE_STAR = lazy(r"^[ \t]*\*[ \t]*$", re.MULTILINE)

_SPACES = lazy(r"[ \t\u00a0]*")
_NEWLINE = lazy(r"[ \t]*(\r\n?|\n)")

# What separates the columns of a table, and the panes of a terminal.
EDGES = "|\u2502\u2503\u2551\u2506\u250a\u254e"
_CELL_EDGE = lazy(rf"[ \t]{{0,3}}[{EDGES}]")
_LAST_EDGE = lazy(rf".*([{EDGES[1:]}])")
_LINE = lazy(rf"[^\r\n]{{0,{LINE_REACH}}}")
_NEXT_LINE = lazy(rf"[^\r\n]{{0,{LINE_REACH}}}(?:\r\n?|\n)")
_FOOTER = lazy(
    r"""
    [^\r\n\f]{0,120}
    \[ (?i:page) [ ] [0-9IVXLCivxlc]+ \]
    [ \t]* (?: \r\n? | \n | (?=\f) | $ )
    """,
    re.VERBOSE,
)
_EMPTY_LINES = lazy(r"(?:[ \t]*(?:\r\n?|\n)){0,12}")
_HEADER = lazy(
    r"""
    (?= [^\r\n]{0,120} \b (?: 1[0-9] | 2[01] ) [0-9]{2} [ \t]* (?: \r\n? | \n ) )  # a year at the end of the line
    [^\r\n]+ (?: \r\n? | \n )
    """,
    re.VERBOSE,
)
_ANY_LINE = lazy(r"[^\r\n]{1,120}(?:\r\n?|\n)")


class Prefix(NamedTuple):
    """The part of a line before its text: quote marks and a comment leader."""

    text: str
    """The prefix without white space at its end; empty if the leader follows code on the line."""
    quotes: str
    """The quote marks, such as `> >`."""
    leader: str
    """The comment leader, such as `#`; also one that follows code."""


class Step(NamedTuple):
    """A step over a line break; offsets are in code points."""

    resume: int
    """The offset where the text continues."""
    kind: str
    """The kind of break."""
    line_start: int
    """The start of the line on which the text continues."""
    missing: str
    """The part of the first line's prefix that the next line does not have: "quotes", "leader", or ""."""
    cell: tuple[int, int | None] | None = None
    """Where the text of a cell begins and ends in its line, if the step is within one; None for the end of the line."""
    in_row: bool = False
    """Whether the next line has text in other cells, too."""


def line_start(text: str, offset: int) -> int | None:
    """The start of the line that holds an offset; None if it is more than LINE_REACH code points before."""
    # An offset between CR and LF is still on the line that they end.
    offset -= text[offset - 1 : offset + 1] == "\r\n"
    low = max(0, offset - LINE_REACH)
    start = max(text.rfind("\n", low, offset), text.rfind("\r", low, offset)) + 1
    return start if start or low == 0 else None


def prefix_at(text: str, offset: int) -> Prefix:
    """The prefix of the line that holds an offset, up to that offset."""
    start = line_start(text, offset)
    if start is None:
        return Prefix("", "", "")
    match = _PREFIX.match(text, start, offset)
    prefix = match.group() if match else ""
    quotes = _QUOTE_RUN.match(prefix)
    marks = quotes.group() if quotes else ""
    leader = prefix[len(marks) :].strip()
    if leader == "'" and "'" in text[start + len(prefix) : offset]:  # quotes of a string, and no comment of Basic
        prefix, leader = marks, ""
    if prefix.endswith("--") and _OPTION.fullmatch(text, start + len(prefix), offset):
        return Prefix(marks, marks.strip(), "")
    if leader.startswith("*") and not _in_star_comment(text, start, offset):
        return Prefix(marks, marks.strip(), "")
    if not leader:
        trailing = [found.group(1) for found in _TRAILING_LEADER.finditer(text, start, offset)]
        leader = trailing[-1] if trailing else ""
    return Prefix(prefix.rstrip(), marks.strip(), leader)


def _in_star_comment(text: str, start: int, offset: int) -> bool:
    """Whether the `*` at the start of a line belongs to a comment, and is not a bullet."""
    opened = text.rfind("/*", max(0, start - _COMMENT_REACH), offset)
    if opened >= 0 and text.find("*/", opened + 2, offset) < 0:
        return True
    return bool(_LONE_STAR.search(text, max(0, start - LINE_REACH), offset + LINE_REACH))


def _after_prefix(text: str, start: int, prefix: Prefix) -> int:
    """The offset where the text of a line begins, after the same prefix as on the line before."""
    # An OpenPGP-signed text has `- ` before lines that begin with a hyphen (RFC 9580 section 7.2). After a comment, it
    # is an item of a list.
    if not prefix.leader and text.startswith("- -", start):
        return start + 2
    offset = start
    if prefix.text and text.startswith(prefix.text, start) and not _ends_comment(text, start + len(prefix.text)):
        offset = start + len(prefix.text)
    else:
        if prefix.quotes and (marks := _MARKS.match(text, offset)):
            offset = marks.end()
        if prefix.leader:
            leader = _CONTINUED.get(prefix.leader, prefix.leader)
            at = _skip_spaces(text, offset)
            if text.startswith(leader, at) and not text.startswith("*/", at):
                offset = at + len(leader)
    if prefix.quotes and (deeper := _DEEPER_QUOTES.match(text, offset)):
        offset = deeper.end()
    return _skip_spaces(text, offset)


def _ends_comment(text: str, offset: int) -> bool:
    """Whether the `*` before an offset is that of a `*/`, and not a leader."""
    return text.startswith("*/", offset - 1)


def _skip_spaces(text: str, offset: int) -> int:
    match = _SPACES.match(text, offset)
    return match.end() if match else offset


def newline_at(text: str, offset: int) -> int | None:
    """The offset after the line break, if only spaces and tabs precede it; else None."""
    match = _NEWLINE.match(text, offset)
    return match.end() if match else None


def break_kind(kind: str, before: str) -> str:
    """The kind of a break after the piece `before`: a `newline` after a hyphen is a `hyphen`."""
    return "hyphen" if kind == "newline" and before.endswith("-") else kind


def step_over(text: str, offset: int, prefix: Prefix) -> Step | None:
    """Step over the line break at an offset to the text that continues.

    `prefix` is the prefix of the line where the URL begins. None if there is no line break,
    or if an empty line or the end of the text follows it.
    """
    after = newline_at(text, offset)
    if after is None:
        return None
    resume = _after_prefix(text, after, prefix)
    if resume >= len(text):
        return None
    if text[resume] in "\r\n\f" or _FOOTER.match(text, after):
        return _over_page(text, after)
    if text.startswith("*/", resume):
        return None
    if text[after:resume].strip():
        return Step(resume, "quote", after, "")
    return Step(resume, "newline", after, "leader" if prefix.leader else "quotes" if prefix.quotes else "")


def step_in_cell(text: str, offset: int, piece: int) -> Step | None:
    """Step from the end of a cell to the same cell of the next line.

    The columns of a table, and the panes of a terminal, are separated by EDGES; the last one may have no edge at its
    end, and a pane at the left margin has none at its start. `piece` is the start of the text in the cell and `offset`
    its end. None if that text ends before the edge of the cell, or the next line has no such cell, or it is empty.
    """
    edge = _CELL_EDGE.match(text, offset)
    if edge is None and (text.isascii() or newline_at(text, offset) is None):
        return None
    begin, after = line_start(text, piece), _NEXT_LINE.match(text, offset)
    if begin is None or after is None:
        return None
    mark = text[edge.end() - 1] if edge else _last_edge(text, begin, piece)
    left = text.rfind(mark, begin, piece) if mark else -1
    if left < 0 and (mark in ("", "|") or not edge):
        return None
    start, end = max(left + 1 - begin, 0), edge.end() - 1 - begin if edge else None
    below = _line_at(text, after.end())
    if (left >= 0 and below[start - 1 : start] != mark) or (end is not None and below[end : end + 1] != mark):
        return None
    resume = _skip_spaces(text, after.end() + start)
    before, beyond = below[:start], below[end + 1 :] if end is not None else ""
    # In a new row of a table, and in a new message of a chat, the first cell is not empty.
    is_new_row = (mark == "|" or end is None) and any(map(str.isalnum, before))
    if is_new_row or resume >= after.end() + (len(below) if end is None else end):
        return None
    return Step(resume, "other", after.end(), "", (start, end), any(map(str.isalnum, before + beyond)))


def _last_edge(text: str, begin: int, offset: int) -> str:
    """The last edge of a pane before an offset on its line, or an empty string."""
    match = None if text[begin:offset].isascii() else _LAST_EDGE.match(text, begin, offset)
    return match.group(1) if match else ""


def _line_at(text: str, offset: int) -> str:
    match = _LINE.match(text, offset)
    return match.group() if match else ""


def _over_page(text: str, offset: int) -> Step | None:
    """Step over a page footer, form feed and page header (as in RFCs), with the empty lines around them."""
    offset = _match_end(_EMPTY_LINES, text, offset)
    footer = _FOOTER.match(text, offset)
    if footer:
        offset = _match_end(_EMPTY_LINES, text, footer.end())
    form_feed = _skip_spaces(text, offset)
    if text.startswith("\f", form_feed):
        offset = _match_end(_EMPTY_LINES, text, form_feed + 1)
        header = _HEADER.match(text, offset) or (_ANY_LINE.match(text, offset) if footer else None)
    elif footer:
        header = _HEADER.match(text, offset)
    else:
        return None
    if header:
        offset = _match_end(_EMPTY_LINES, text, header.end())
    resume = _skip_spaces(text, offset)
    if resume >= len(text) or text[resume] in "\r\n\f":
        return None
    return Step(resume, "page", offset, "")


def _match_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return match.end() if match else offset
