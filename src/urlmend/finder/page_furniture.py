"""Footers and headers of pages, found by their form, or by their repetition on the pages around."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.finder.line_breaks import Step
from urlmend.model.lines import PAGE_NUMBER, marks_at, match_end, without_numbers

# How far before and after a line its copy on another page may be, in code points.
_REACH = 6000
_MAX_LINES = 24
_MAX_LENGTH = 120
_LONGEST_NUMBER = 4
_GAPS = frozenset("\r\n\f")
_LINE = lazy(r"([^\r\n\f]*)(\r\n?|\n|\f|\Z)")
_SPACES = lazy(r"[ \t]*")
_EMPTY_LINES = lazy(rf"\n{{0,{_MAX_LINES}}}")
# A footer with the number of the page, which shows by its form alone what it is; others, and headers.
_PAGE = lazy(r".*\[(?i:page) [0-9IVXLCivxlc]+\]\Z")
_NUMBERED = lazy(r"(?:[-\u2013] [0-9ivxlc]{1,5} [-\u2013]|(?i:page|p\.) [0-9ivxlc]{1,5}(?: (?:of|/) [0-9]{1,5})?)\Z")
_FOOTER = lazy(r"[^\W\d_].*\s(?:\[(?i:page) )?(?:[0-9]{1,4}|[ivxlc]{1,7})\]?\Z")
_MONTH = "(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_HEADER = lazy(rf"(?:RFC|(?i:internet[ -]draft)) ?\S.*|.*\s{_MONTH},? (?:19|20)[0-9]{{2}}\Z")
_HEADER_STARTS, _BEFORE_NUMBER = ("rfc", "int"), tuple("-\u2013Pp")
# What no name of an author has.
_SIGN_OF_URL = lazy(r"[/?=&#%:<>]")
_WORDS = lazy(r"\S\s+\S")
_TEXT = lazy(r"\S[ \t]+\S")
_COLUMNS = lazy(r"\S[ \t]{3,}\S")
_CONSTANT = lazy(r"[^\s0-9]++" + repeated(r" (?! )[^\s0-9]*+"))


def over_furniture(text: str, offset: int, *, in_wrapper: bool = False) -> Step | None:
    """Step over the footer and header of a page, from the start of a line to the text that continues.

    None if no line there repeats on another page. If no empty line or form feed is among them, both are needed, or a
    footer whose number differs from that of the other page; their form suffices where no other page is. In a wrapper,
    whose lines have one word each, one of them suffices.
    """
    unspaced = None if text.startswith("\n", offset) else _unspaced(text, offset, in_wrapper=in_wrapper)
    if unspaced and text[unspaced : unspaced + 1] not in _GAPS:
        return Step(match_end(_SPACES, text, unspaced), "page", unspaced, "")
    # Most lines are empty: these are counted at once.
    low = unspaced or offset
    offset = match_end(_EMPTY_LINES, text, low)
    empty = offset - low
    found, gap = unspaced is not None, empty > 0 or unspaced is not None
    for _ in range(_MAX_LINES - empty):
        match = _LINE.match(text, offset)
        assert match  # matches the empty string
        line = match[1].strip()
        if line and not _is_furniture(text, offset, match.end(1), line, follows_other=found and gap):
            break
        offset = match.end()
        if offset >= len(text):
            return None
        found = found or line != ""
        gap = gap or not line or match[2] == "\f"
    if not gap or not (found or "\f" in text[low:offset]):
        return None
    resume = offset
    while text[resume] in " \t":
        resume += 1
    return Step(resume, "page", offset, "") if text[resume] not in "\r\n\f" else None


def _unspaced(text: str, offset: int, *, in_wrapper: bool) -> int | None:
    """The offset after a footer and a header without empty lines around them; the lines of a URL have one word each."""
    footer = _LINE.match(text, offset)
    assert footer  # matches the empty string
    is_candidate = _is_candidate(text, *footer.span(1))
    is_number = not is_candidate and is_page_number(text, offset)
    if not (is_candidate or is_number or (in_wrapper and ">" not in footer[1])):
        return None
    header = _LINE.match(text, footer.end())
    assert header  # matches the empty string
    first, second = footer[1].strip(), header[1].strip()
    has_header = " " in second and _is_candidate(text, *header.span(1))
    if is_number:
        is_header = has_header and (_is_header(second) or _is_repeated(text, *header.span(1), second, spaced=False))
        return header.end() if is_header else footer.end()
    if in_wrapper:
        if is_candidate and _is_header(first):
            return footer.end()
        if has_header and _is_header(second) and (is_candidate or not _SIGN_OF_URL.search(first)):
            return header.end()
        if (is_candidate and _PAGE.match(first)) or (first[:1] in _BEFORE_NUMBER and _NUMBERED.match(first)):
            return header.end() if has_header else footer.end()
    if not is_candidate:
        return None
    if _FOOTER.match(first) and has_header and _is_header(second):
        return header.end()
    if not _is_repeated(text, *footer.span(1), first, spaced=False):
        return None
    if has_header and _is_repeated(text, *header.span(1), second, spaced=False):
        return header.end()
    return footer.end() if in_wrapper or _FOOTER.match(first) else None


def _lone_number(text: str, offset: int) -> int | None:
    """The number that is alone on the line at an offset, or None."""
    end = text.find("\n", offset, offset + _MAX_LENGTH)
    line = text[offset:end].strip() if end >= 0 else ""
    return int(line) if line.isdecimal() and line.isascii() and len(line) <= _LONGEST_NUMBER else None


def is_page_number(text: str, offset: int) -> bool:
    """Whether the line at an offset has the number of a page: the one before or after it is alone on a line, too.

    Text is between the numbers of two pages, and not only pieces of a URL.
    """
    number = _lone_number(text, offset)
    if number is None:
        return False
    low, high = max(0, offset - _REACH), offset + _REACH
    end = "\r\n" if text.find("\r\n", offset, offset + _MAX_LENGTH) >= 0 else "\n"
    for find, other, *around in ((text.rfind, number - 1, low, offset), (text.find, number + 1, offset, high)):
        for before in ("\n", " "):
            at = find(f"{before}{other}{end}", *around) + 1
            begin = text.rfind("\n", max(0, at - _MAX_LENGTH), at) + 1
            if at and _lone_number(text, begin) == other and _TEXT.search(text, *sorted((at, offset))):
                return True
    return False


def _is_header(line: str) -> bool:
    """Whether a line has the form of a header; few lines end with a digit."""
    return (line[-1:].isdigit() or line[:3].lower() in _HEADER_STARTS) and _HEADER.match(line) is not None


def _is_candidate(text: str, start: int, end: int) -> bool:
    """Whether a line has two words, after the mark of a comment."""
    if end - start > _MAX_LENGTH or text.find(">", start, end) >= 0:
        return False
    return _WORDS.search(text, start + len(marks_at(text, end).text), end) is not None


def _is_furniture(text: str, start: int, end: int, line: str, *, follows_other: bool) -> bool:
    """Whether a line is a page number, repeats on another page, or follows such a line and has columns."""
    if len(line) > _MAX_LENGTH or ">" in line:
        return False
    if not _is_at_gap(text, start, end):
        return follows_other and _is_header(line)  # which the text may follow directly
    if PAGE_NUMBER.match(line) or _PAGE.match(line):
        return True
    if follows_other and (_COLUMNS.search(line) or _is_header(line)):
        return True
    return _is_repeated(text, start, end, line)


def _is_repeated(text: str, start: int, end: int, line: str, *, spaced: bool = True) -> bool:
    """Whether the same line, but for numbers, is near by, at another gap if it is `spaced`."""
    constant = max(_CONSTANT.findall(line), key=len, default="")
    if len(constant) < 5:
        return False
    form = without_numbers(line)
    for find, *around in ((text.rfind, max(0, start - _REACH), start), (text.find, end, end + _REACH)):
        other = find(constant, *around)
        if other < 0:
            continue
        reach = max(0, other - _MAX_LENGTH)
        low = max(text.rfind("\n", reach, other), text.rfind("\r", reach, other), text.rfind("\f", reach, other)) + 1
        match = _LINE.match(text, other)
        high = match.end(1) if match else other
        if without_numbers(text[low:high].strip()) == form and (not spaced or _is_at_gap(text, low, high)):
            return True
    return False


def _is_at_gap(text: str, start: int, end: int) -> bool:
    """Whether an empty line, a form feed or the end of the text is next to a line."""
    before, after = text[max(0, start - 6) : start], text[end : end + 6]
    if before.endswith("\n\n") or after.startswith("\n\n"):  # true of most that are
        return True
    before, after = _newlines(before), _newlines(after)
    return start == 0 or "\f" in before + after or before.endswith("\n\n") or after.startswith("\n\n") or after == "\n"


def _newlines(text: str) -> str:
    """Line breaks as line feeds, without spaces."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "")
