"""Step over one line break, with the marks of lines."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.lines import LINE_REACH, Marks, line_start, match_end

_MARKS = lazy(repeated(r"[ \t]*+[>|:]", least=1))
# More quote marks than on the line before (`>> b>` after `> <URL:http://a/`). Another `>` follows on the line, so these
# do not close the wrapper.
_DEEPER_QUOTES = lazy(repeated(r"[ \t]*+>", least=1) + r"(?=[^\S\r\n]*+[^<>\s][^<>\r\n]*+>)")
_SPACES = lazy(r"[ \t\u00a0]*")
_NEWLINE = lazy(r"[ \t]*(\r\n?|\n)")

# What separates the columns of a table, and the panes of a terminal.
EDGES = "|\u2502\u2503\u2551\u2506\u250a\u254e"
_LINE_ENDS = frozenset("\r\n")
_CELL_EDGE = lazy(rf"[ \t]{{0,3}}[{EDGES}]")
_LAST_EDGE = lazy(rf".*([{EDGES[1:]}])")
_LINE = lazy(rf"[^\r\n]{{0,{LINE_REACH}}}")
_NEXT_LINE = lazy(rf"[^\r\n]{{0,{LINE_REACH}}}(?:\r\n?|\n)")


class Step(NamedTuple):
    """A step over a line break; offsets are in code points."""

    resume: int
    """The offset where the text continues."""
    kind: str
    """The kind of break."""
    line_start: int
    """The start of the line on which the text continues."""
    missing: str
    """The part of the first line's marks that the next line does not have: "quotes", "leader", or ""."""
    cell: tuple[int, int | None] | None = None
    """Where the text of a cell begins and ends in its line, if the step is within one; None for the end of the line."""
    in_row: bool = False
    """Whether the next line has text in other cells, too."""


def _after_marks(text: str, start: int, marks: Marks) -> tuple[int, str]:
    """The offset where the text of a line begins, and what it lacks of the marks of the line before: `Step.missing`."""
    # An OpenPGP-signed text has `- ` before lines that begin with a hyphen (RFC 9580 section 7.2). After a comment, it
    # is an item of a list.
    if not marks.leader and text.startswith("- -", start):
        return start + 2, ""
    offset, missing = start, ""
    leader = marks.next_leader.split() if marks.leader else []
    is_at_start = not leader or marks.text.endswith(leader[-1])  # and does not follow code
    after = start + len(marks.text)
    ends_comment = text.startswith("*/", after - 1)  # whose `*` is no leader
    if is_at_start and text.startswith(marks.text, start) and not ends_comment:
        offset = after
    else:
        if marks.quotes:
            offset = match_end(_MARKS, text, start)
            missing = "quotes" if _depth(text[start:offset]) < _depth(marks.quotes) else ""
        for mark in leader:
            at = match_end(_SPACES, text, offset)
            if not text.startswith(mark, at) or text.startswith("*/", at):
                missing = missing or "leader"
                break
            offset = at + len(mark)
    if marks.quotes and (deeper := _DEEPER_QUOTES.match(text, offset)):
        offset = deeper.end()
    return match_end(_SPACES, text, offset), missing


def is_as_deep(text: str, offset: int, quotes: str) -> bool:
    """Whether the line at an offset begins with as many quote marks as there are in `quotes`."""
    stop = offset + len(quotes)
    if text.startswith(quotes, offset) and text[stop : stop + 2].lstrip(" ")[:1].isalnum():
        return True
    if text[offset : offset + 1] not in " \t>|:":  # true of most that are not
        return False
    return _depth(text[offset : match_end(_MARKS, text, offset)]) == _depth(quotes)


def _depth(quotes: str) -> int:
    """The number of quote marks."""
    return quotes.count(">") + quotes.count("|") + quotes.count(":")


def newline_at(text: str, offset: int) -> int | None:
    """The offset after the line break, if only spaces and tabs precede it; else None."""
    match = _NEWLINE.match(text, offset)
    return match.end() if match else None


def break_kind(kind: str, before: str) -> str:
    """The kind of a break after the piece `before`: a `newline` after a hyphen is a `hyphen`."""
    return "hyphen" if kind == "newline" and before.endswith("-") else kind


def step_over(text: str, offset: int, marks: Marks) -> Step | None:
    """Step over the line break at an offset to the text that continues.

    `marks` are those of the line where the URL begins. None if there is no line break,
    or if an empty line or the end of the text follows it.
    """
    after = newline_at(text, offset)
    if after is None:
        return None
    resume, missing = _after_marks(text, after, marks)
    if resume >= len(text):
        return None
    if text[resume] in "\r\n\f" or text.startswith("*/", resume):
        return None
    return Step(resume, "quote" if text[after:resume].strip() else "newline", after, missing)


def step_over_marks(text: str, offset: int, marks: Marks) -> Step | None:
    """Step over the line break at an offset, and a line of quote marks only, to a line with fewer of them.

    A program that breaks a quotation again leaves such a line where the word after its marks is too long for a line.
    """
    after = newline_at(text, offset) if marks.quotes else None
    if after is None:
        return None
    lone = match_end(_MARKS, text, after)
    begin = newline_at(text, lone)
    if begin is None:
        return None
    resume = match_end(_SPACES, text, match_end(_MARKS, text, begin))
    is_outer = 0 < _depth(text[begin:resume]) < _depth(text[after:lone])
    return Step(resume, "quote", begin, "quotes") if is_outer and text[resume : resume + 1].strip() else None


def step_in_cell(text: str, offset: int, piece: int) -> Step | None:
    """Step from the end of a cell to the same cell of the next line.

    The columns of a table, and the panes of a terminal, are separated by EDGES; the last one may have no edge at its
    end, and a pane at the left margin has none at its start. `piece` is the start of the text in the cell and `offset`
    its end. None if that text ends before the edge of the cell, or the next line has no such cell, or it is empty.
    """
    edge = None if text[offset : offset + 1] in _LINE_ENDS else _CELL_EDGE.match(text, offset)
    if edge is None and (text.isascii() or newline_at(text, offset) is None):
        return None
    begin = line_start(text, piece)
    if begin is None:
        return None
    mark = text[edge.end() - 1] if edge else _last_edge(text, begin, piece)
    left = text.rfind(mark, begin, piece) if mark else -1
    if left < 0 and (mark in ("", "|") or not edge):
        return None
    after = _NEXT_LINE.match(text, offset)
    if after is None:
        return None
    start, end = max(left + 1 - begin, 0), edge.end() - 1 - begin if edge else None
    below = text[after.end() : match_end(_LINE, text, after.end())]
    if (left >= 0 and below[start - 1 : start] != mark) or (end is not None and below[end : end + 1] != mark):
        return None
    resume = match_end(_SPACES, text, after.end() + start)
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
