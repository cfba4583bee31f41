"""Stepping over one line break: line prefixes, comment leaders, page furniture."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# How far back the start of a line is looked for; what lies further is no line prefix.
LINE_REACH = 1000

_QUOTE_MARK = r"(?:[>|:]|\b[A-Z][A-Za-z]{0,3}>)"
_LEADER = r"(?:\#+|//+!?|/\*+!?|\*+|;+|--+|%+|!+|dnl\b|REM\b|rem\b|@c\b|[Cc](?=[ \t]{2})|[.']?\\\"|')"
_PREFIX = lazy(rf"[ \t]*(?:{_QUOTE_MARK}[ \t]*)*(?:{_LEADER}[ \t]*)?")
_MARKS = lazy(r"(?:[ \t]*[>|:])+")
_QUOTE_RUN = lazy(rf"(?:[ \t]*{_QUOTE_MARK})+")
# Uneven marks (`>> b>` under `> <URL:http://a/`): one of several `>` on the line, so not the one that closes a wrapper.
_DEEPER = lazy(r"(?:[ \t]*>)+(?=[^\S\r\n]*+[^<>\s][^<>\r\n]*+>)")
_TRAILING_LEADER = lazy(r"[ \t](\#+|//+!?|/\*+!?|;+|--+|%+)[ \t]")
# What the lines of a comment begin with when its first line begins with an opener.
_CONTINUED = {"/*": "*", "/**": "*", "/*!": "*"}

_COMMENT_REACH = 4000
_BARE_STAR = lazy(r"^[ \t]*\*[ \t]*$", re.MULTILINE)

_BLANKS = lazy(r"[ \t\u00a0]*")
_NEWLINE = lazy(r"[ \t]*(\r\n?|\n)")

_CELL_EDGE = lazy(r"[ \t]{0,3}\|")
_NEXT_LINE = lazy(rf"[^\r\n]{{0,{LINE_REACH}}}(?:\r\n?|\n)")
_FOOTER = lazy(r"[^\r\n\f]{0,120}\[(?i:page) [0-9IVXLCivxlc]+\][ \t]*(?:\r\n?|\n|(?=\f)|$)")
_BLANK_LINES = lazy(r"(?:[ \t]*(?:\r\n?|\n)){0,12}")
_HEADER = lazy(r"(?=[^\r\n]{0,120}\b(?:1[0-9]|2[01])[0-9]{2}[ \t]*(?:\r\n?|\n))[^\r\n]+(?:\r\n?|\n)")
_ANY_LINE = lazy(r"[^\r\n]{1,120}(?:\r\n?|\n)")


class Prefix(NamedTuple):
    """What stands before the text of a line: quote marks and a comment leader."""

    text: str
    quotes: str
    leader: str


class Step(NamedTuple):
    """Over a line break: where the text goes on (offset in code points), and what was stepped over."""

    resume: int
    kind: str
    line_start: int
    """Where the line that goes on begins."""
    lost: str
    """What the first line had before its text and the next one has not: "quotes", "leader", or ""."""


def line_start(text: str, offset: int) -> int | None:
    """Where the line of an offset begins; None if that is further back than LINE_REACH."""
    # Between the halves of a CRLF, the line is not over yet.
    offset -= text[offset - 1 : offset + 1] == "\r\n"
    low = max(0, offset - LINE_REACH)
    start = max(text.rfind("\n", low, offset), text.rfind("\r", low, offset)) + 1
    return start if start or low == 0 else None


def prefix_at(text: str, offset: int) -> Prefix:
    """The prefix of the line that holds an offset, as far as it stands before the offset."""
    start = line_start(text, offset)
    if start is None:
        return Prefix("", "", "")
    match = _PREFIX.match(text, start, offset)
    whole = match.group() if match else ""
    quotes = _QUOTE_RUN.match(whole)
    marks = quotes.group() if quotes else ""
    leader = whole[len(marks) :].strip()
    if leader.startswith("*") and not _in_star_comment(text, start, offset):
        return Prefix(marks, marks.strip(), "")
    if not leader:
        trailing = [found.group(1) for found in _TRAILING_LEADER.finditer(text, start, offset)]
        leader = trailing[-1] if trailing else ""
    return Prefix(whole.rstrip(), marks.strip(), leader)


def _in_star_comment(text: str, start: int, offset: int) -> bool:
    """Whether the `*` that a line begins with is that of a comment, not a bullet."""
    opened = text.rfind("/*", max(0, start - _COMMENT_REACH), offset)
    if opened >= 0 and text.find("*/", opened + 2, offset) < 0:
        return True
    return bool(_BARE_STAR.search(text, max(0, start - LINE_REACH), offset + LINE_REACH))


def _behind_prefix(text: str, start: int, prefix: Prefix) -> int:
    """Where the text of a line begins, the prefix of the line before it taken off."""
    if text.startswith(
        "- -", start
    ):  # a line that begins with a hyphen in an OpenPGP-signed text (RFC 9580 section 7.2)
        return start + 2
    offset = start
    if prefix.text and text.startswith(prefix.text, start):
        offset = start + len(prefix.text)
    else:
        if prefix.quotes and (marks := _MARKS.match(text, offset)):
            offset = marks.end()
        if prefix.leader:
            leader = _CONTINUED.get(prefix.leader, prefix.leader)
            at = _skip_blanks(text, offset)
            if text.startswith(leader, at) and not text.startswith("*/", at):
                offset = at + len(leader)
    if prefix.quotes and (deeper := _DEEPER.match(text, offset)):
        offset = deeper.end()
    return _skip_blanks(text, offset)


def _skip_blanks(text: str, offset: int) -> int:
    match = _BLANKS.match(text, offset)
    return match.end() if match else offset


def newline_at(text: str, offset: int) -> int | None:
    """The offset behind the end of the line, if nothing but blanks stands before it."""
    match = _NEWLINE.match(text, offset)
    return match.end() if match else None


def named_break(kind: str, before: str) -> str:
    """The kind of a break behind a piece of a URL: after a hyphen, a plain line break is a `hyphen`."""
    return "hyphen" if kind == "newline" and before.endswith("-") else kind


def step_over(text: str, offset: int, prefix: Prefix) -> Step | None:
    """Step over the line break at an offset to the text that goes on.

    `prefix` is that of the line where the URL begins. None if there is no line break,
    or a blank line or the end of the text behind it.
    """
    after = newline_at(text, offset)
    if after is None:
        return None
    resume = _behind_prefix(text, after, prefix)
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
    """Step from the end of a table's cell to the same cell of the next line.

    The table has its columns between `|`. `offset` is behind the text that fills the cell,
    `piece` where that text begins. None if the text stops short of the cell's edge, or the
    next line has no such cell or nothing in it.
    """
    edge = _CELL_EDGE.match(text, offset)
    begin = line_start(text, piece)
    after = _NEXT_LINE.match(text, offset)
    if edge is None or begin is None or after is None:
        return None
    left = text.rfind("|", begin, piece)
    below = after.end() - begin
    right = edge.end() - 1
    if left < 0 or text[left + below : left + below + 1] != "|" or text[right + below : right + below + 1] != "|":
        return None
    resume = _skip_blanks(text, left + below + 1)
    # A row of its own has something in its first cell too.
    first = text[after.end() : left + below].strip(" \t|")
    return Step(resume, "other", after.end(), "") if resume < right + below and not first else None


def _over_page(text: str, offset: int) -> Step | None:
    """Step over a page footer, form feed and page header (each RFC's layout), with the blank lines around them."""
    offset = _match_end(_BLANK_LINES, text, offset)
    footer = _FOOTER.match(text, offset)
    if footer:
        offset = _match_end(_BLANK_LINES, text, footer.end())
    blanks = _skip_blanks(text, offset)
    if text.startswith("\f", blanks):
        offset = _match_end(_BLANK_LINES, text, blanks + 1)
        header = _HEADER.match(text, offset) or (_ANY_LINE.match(text, offset) if footer else None)
    elif footer:
        header = _HEADER.match(text, offset)
    else:
        return None
    if header:
        offset = _match_end(_BLANK_LINES, text, header.end())
    resume = _skip_blanks(text, offset)
    if resume >= len(text) or text[resume] in "\r\n\f":
        return None
    return Step(resume, "page", offset, "")


def _match_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return match.end() if match else offset
