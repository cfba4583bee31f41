"""Follow a bare URL over the ends of its lines, as far as the evidence of `join_evidence` goes."""

from __future__ import annotations

import re
from itertools import takewhile

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.converted_pages import line_flow
from urlmend.finder.gateway_links import has_end
from urlmend.finder.line_breaks import (
    EDGES,
    Step,
    break_kind,
    is_as_deep,
    newline_at,
    step_in_cell,
    step_over,
    step_over_marks,
)
from urlmend.finder.page_furniture import is_page_number, over_furniture
from urlmend.finder.url_end import MAX_URL, end_of_run, url_end
from urlmend.finder.wrappers import MAX_LINES
from urlmend.model.lines import LINE_REACH, SIGNS, Marks, at_relay_break, line_start, marks_at, match_end
from urlmend.model.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from urlmend.finder.junction import Junction

# How many lines before and after a line break show how wide the paragraph is.
_LINES_AROUND = 4
# How far after a line break a form feed may be, in code points, that ends the page.
_FOOTER_REACH = 240
# How much text before a URL its end depends on, in code points.
_BEFORE = 8
# How long the lines are that quoted-printable breaks, with its `=` (RFC 2045 section 6.7), in a quotation, too.
_SOFT_BREAK_COLUMNS = (73, 77)
_BEFORE_FOOTER = lazy(r"[ \t]*[\r\n\f]|[^\r\n]{0,120}\[(?i:page) ")
_PAGE_SIGNS = ("\f", "[Page ", "[page ")
_BEFORE_LONE_NUMBER = frozenset("0123456789 \t")
_REST_OF_LINE = lazy(r"[^\r\n]{0,400}")
_BLANKS = lazy(r"[ \t]*")
# What a URL may continue after, maybe after blanks: a line break, or the edge of a cell.
_LINE_ENDS = frozenset(f"\r\n{EDGES}")
# A space within or before an escape, or before a parameter: somebody has copied a URL in two pieces.
_SPACE_IN_QUERY = lazy(
    r"(?:(?<=%)[ ](?=[0-9A-Fa-f]{2})|(?<=%[0-9A-Fa-f])[ ](?=[0-9A-Fa-f])|[ ](?=%[0-9A-Fa-f]{2}))(?=%?[^\s%&=]+[%&=])"
    r"|(?<=&)[ ](?=[\w.-]+=)"
)
_EDGE = lazy(f"[{EDGES}]")
# How far after the line of the tail the target of a link may begin, in code points.
_TARGET_REACH = 200


class Join(NamedTuple):
    """The pieces of a bare URL."""

    spans: tuple[Span, ...]
    gaps: tuple[str, ...] = ()
    """The kinds of the breaks between the pieces."""
    longer: tuple[tuple[Span, ...], tuple[str, ...]] | None = None
    """The pieces and breaks of another reading, if the URL may go on in the next lines."""


def follow(
    text: str,
    flowed: str,
    start: int,
    body: int,
    stop: int,
    run_end: int,
    weigh: Callable[[Junction], float] | None = None,
    is_over: Callable[[str, int, int], bool] | None = None,
) -> Join:
    """Follow a bare URL into the lines after its own.

    The URL is `text[start:stop]` on its first line, its `body` follows the scheme's colon (and slashes), and it is cut
    from a run of characters that ends at `run_end`; offsets are in code points. `flowed` is that of the document.
    `weigh` weighs each line end, as `join_evidence.weigh` does. `is_over` says sooner for some that the URL is over, by
    the text, the offset where the next line has its text, and that of the line end.
    """
    spans: tuple[Span, ...] = (Span(start, stop),)
    gaps: tuple[str, ...] = ()
    shorter: Join | None = None
    end = match_end(_BLANKS, text, run_end)
    if text[end : end + 1] not in _LINE_ENDS and not _space_in_query(text, start, run_end):
        return Join(spans)
    from urlmend.finder import cut_lines, join_evidence  # most URLs are followed by something else on their line

    weigh = weigh or join_evidence.weigh
    marks = marks_at(text, start)
    # A closing bracket or quote after the URL shows that it ended there, as does the end of its emphasis.
    while (
        not _ends_emphasis(text, start, run_end)
        and _only_trimmed(text, spans[-1].stop, run_end)
        and len(spans) < MAX_LINES
        and run_end - start < MAX_URL
    ):
        step = _step(text, run_end, spans, marks)
        tail_end = _end_of_tail(text, step) if step else 0
        if not step or tail_end == step.resume:
            break
        if is_over and not gaps and not step.cell and is_over(text, step.resume, run_end):
            break
        unbroken = Span(spans[-1].start, run_end)
        head = "".join(text[low:high] for low, high in (*spans[:-1], unbroken))
        is_relayed = at_relay_break(text, run_end)
        is_continued = is_relayed or head[-1] == "\\"
        head = head[:-1] if is_continued else head
        is_encoded = _ends_in_encoded_break(text, head, run_end, marks)
        if is_continued or is_encoded:
            unbroken = Span(unbroken.start, run_end - 1)
        end = _end_after_break(text, start, body, head[:-1] if is_encoded else head, step.resume, tail_end)
        if end <= step.resume:
            break
        flow = _flow(text, flowed, run_end, step.resume)
        goes_on = is_continued or is_encoded
        junction = _junction(text, flow, head, spans, run_end, step, end, marks, is_continued=goes_on)
        weight = max(weigh(junction), join_evidence.JOIN if is_relayed or step.kind == "space" else 0)
        if weight < join_evidence.AMBIGUOUS:
            break
        kind = step.kind if is_continued else break_kind(step.kind, head)
        gap = "other" if is_encoded else "flowed" if flow in ("soft", "delsp") else kind
        if weight < join_evidence.JOIN:
            if shorter:
                break
            # What is in doubt after a short rest is whether the rest belongs to the URL.
            shorter = Join(spans[:-1], gaps[:-1]) if cut_lines.is_rest(junction) else Join(spans, gaps)
        spans, gaps, run_end = (*spans[:-1], unbroken, Span(step.resume, end)), (*gaps, gap), tail_end
    return shorter._replace(longer=(spans, gaps)) if shorter else Join(spans, gaps)


def _step(text: str, run_end: int, spans: tuple[Span, ...], marks: Marks) -> Step | None:
    """Step over the break after the last of a URL's pieces, whatever kind it has."""
    return (
        step_in_cell(text, run_end, spans[-1].start)
        or _over_furniture(text, run_end)
        or step_over(text, run_end, marks)
        or _over_space(text, spans[0].start, run_end)
        or _over_marks(text, run_end, spans, marks)
    )


def _over_marks(text: str, run_end: int, spans: tuple[Span, ...], marks: Marks) -> Step | None:
    """Step over a line of quote marks only, where the link of a gateway lacks its end."""
    step = step_over_marks(text, run_end, marks)
    return step if step and has_end("".join(text[low:high] for low, high in spans)) is False else None


def _end_of_tail(text: str, step: Step) -> int:
    """Where the run of characters after a step ends; the text of a cell ends with the cell."""
    end = end_of_run(text, step.resume)
    edge = text.find("|", step.resume, end) if step.kind == "other" else -1
    return end if edge < 0 else edge


def _space_in_query(text: str, start: int, offset: int) -> re.Match[str] | None:
    """Match a space at which the query of a URL was cut, after the piece between two offsets."""
    if text[offset : offset + 1] != " " or ("%" not in text[offset - 2 : offset + 2] and text[offset - 1] != "&"):
        return None
    return _SPACE_IN_QUERY.match(text, offset) if text.find("?", start, offset) >= 0 else None


def _over_space(text: str, start: int, offset: int) -> Step | None:
    """Step over a space at which a query was cut."""
    space = _space_in_query(text, start, offset)
    begin = line_start(text, offset) if space else None
    return Step(space.end(), "space", begin, "") if space and begin is not None else None


def _over_furniture(text: str, offset: int) -> Step | None:
    """Step over the footer and header of a page: a number alone, or a form feed or the word `Page` is among them."""
    after = newline_at(text, offset)
    if after is None:
        return None
    if text[after : after + 1] in _BEFORE_LONE_NUMBER and is_page_number(text, after):
        return over_furniture(text, after)
    if all(text.find(sign, after, after + _FOOTER_REACH) < 0 for sign in _PAGE_SIGNS):  # true of most
        return None
    return over_furniture(text, after) if _BEFORE_FOOTER.match(text, after) else None


def _ends_in_encoded_break(text: str, head: str, run_end: int, marks: Marks) -> bool:
    """Whether the `=` that ends a line is a soft line break of quoted-printable text, and not a part of a query."""
    if head[-1] != "=":
        return False
    begin = line_start(text, run_end)
    if begin is None or not _SOFT_BREAK_COLUMNS[0] <= run_end - begin - len(marks.quotes) <= _SOFT_BREAK_COLUMNS[1]:
        return False
    return "=3D" in text[begin:run_end] or not ("?" in head or ";" in head or "=" in head[:-1])


def _flow(text: str, flowed: str, run_end: int, resume: int) -> str:
    """The kind of line break between a run and the tail: `Junction.flow`."""
    if not flowed:
        return line_flow(text, run_end, resume)
    spaces = 0
    while text[run_end + spaces : run_end + spaces + 1] == " ":
        spaces += 1
    if flowed == "typeset":
        return "full" if spaces else "short"
    if not spaces:
        return "hard"
    if flowed == "delsp":
        # One space at the start of the next line stuffs it (RFC 3676 section 4.4); another one belongs to the text.
        return "delsp" if spaces == 1 and text[resume - 2 : resume] != "  " else "space"
    return "soft"


def _junction(
    text: str,
    flow: str,
    head: str,
    spans: tuple[Span, ...],
    run_end: int,
    step: Step,
    stop: int,
    marks: Marks,
    *,
    is_continued: bool,
) -> Junction:
    """Describe the line break after `run_end` and its surroundings; the tail is `text[step.resume:stop]`."""
    from urlmend.finder.junction import LONGEST_FILLED, Junction, item_at

    start = spans[0].start
    first = line_start(text, run_end)
    begin = first if first is not None else run_end - 1
    indent_end = _after_indent(text, begin + len(marks.text), run_end)
    line_end = match_end(_REST_OF_LINE, text, stop)
    rest = text[stop:line_end].rstrip()
    quotes = marks.quotes if not step.missing else ""
    before, command = _lines_before(text, begin, quotes)
    after = _lines_after(text, line_end, quotes)
    low, lead = begin, text[begin + len(marks.text) : start] if start >= begin else ""
    widest = max(map(columns, before + after), default=0)
    if item_at(lead) and widest <= columns(text[begin:run_end]):  # shorter lines of other items show no width
        before, after = [], list(takewhile(lambda line: not item_at(line.removeprefix(marks.text)), after))
        widest = max(map(columns, after), default=0)
    if step.cell:
        before, after = _in_cell(before, step.cell), _in_cell(after, step.cell)
        low += step.cell[0]
        rest = _EDGE.split(rest, maxsplit=1)[0]
        lead = text[low:start] if start >= low else ""
        widest = _room(text, begin, step.cell) or max(map(columns, before + after), default=0)
        indent_end = _after_indent(text, low, run_end)
    elif widest > LONGEST_FILLED:
        widest = max(map(columns, filter(_has_words, before + after)), default=0)
    return Junction(
        head=head,
        tail=text[step.resume : stop],
        rest=rest,
        before=text[max(0, start - _BEFORE) : start],
        width=columns(text[indent_end if step.cell else low : run_end]),
        widest=widest,
        indent=_columns_of_space(text, begin, indent_end),
        url_column=_columns_of_space(text, begin, start if start >= begin else indent_end),
        tail_indent=_columns_of_space(text, step.line_start, step.resume),
        tail_width=columns(text[step.line_start : line_end].rstrip()),
        piece_width=_width_before(text, spans),
        missing=step.missing or ("space" if _lacks_space(text, begin, step, marks, before) else ""),
        in_comment=marks.in_comment,
        pieces=len(spans),
        kind=step.kind,
        flow=flow,
        lead=lead,
        previous=before[0] if before else command,
        next_line=after[0].removeprefix(marks.text) if after else "",
        in_row=step.in_row,
        is_continued=is_continued,
        has_space=text[run_end : run_end + 1] == " " and text[run_end + 1 : run_end + 2] in ("\r", "\n"),
        around=0 if after or before or not text[run_end - 1].isalnum() else _around(text, begin, line_end),
        target=_target(after) if text.find("<http", line_end, line_end + _TARGET_REACH) >= 0 else "",
    )


def _around(text: str, begin: int, line_end: int) -> int:
    """The length of the longer one of the lines before and after a paragraph that has two lines, from `begin` on."""
    before, after = text[max(0, begin - LINE_REACH) : begin], text[line_end : line_end + LINE_REACH]
    sides = (reversed(before.splitlines()), after.splitlines())
    return max(len(next((line for line in side if line.strip(f" \t{SIGNS}")), "")) for side in sides)


def _has_words(line: str) -> bool:
    """Whether a line has more than one word after its marks; one with a long URL alone shows no width."""
    return " " in line.strip(f" \t{SIGNS}")


def _target(lines: list[str]) -> str:
    """The URL in angle brackets that begins one of the lines after that of the tail, or an empty string."""
    for line in lines:
        if "<" in line:
            target = line.lstrip(f" \t{SIGNS}")
            return target[1:].partition(">")[0] if target[0] == "<" else ""
    return ""


def _after_indent(text: str, low: int, high: int) -> int:
    """The offset after the spaces and tabs at the start of `text[low:high]`."""
    while low < high and text[low] in " \t":
        low += 1
    return low


def _lacks_space(text: str, begin: int, step: Step, marks: Marks, before: list[str]) -> bool:
    """Whether text follows the quote marks directly, on the next line only: a program broke the quotation again."""
    length = len(marks.text)
    if marks.text != marks.quotes or not length or text[begin + length] not in " \t" or text[step.resume - 1].isspace():
        return False
    return not any(line.startswith(marks.text) and line[length : length + 1].strip() for line in before)


def _width_before(text: str, spans: tuple[Span, ...]) -> int:
    """The width of the line of the piece before the last one, or 0."""
    if len(spans) < 2:
        return 0
    begin = line_start(text, spans[-2].stop)
    return columns(text[begin : spans[-2].stop]) if begin is not None else 0


def _room(text: str, begin: int, cell: tuple[int, int | None]) -> int:
    """How wide the text in a cell may be, without a space at each edge; 0 if it has no edge at its end."""
    low, high = cell
    inside = text[begin + low : begin + high] if high is not None else ""
    return columns(inside) - inside.startswith(" ") - inside.endswith(" ")


def _in_cell(lines: list[str], cell: tuple[int, int | None]) -> list[str]:
    """The text in a cell of each line, up to a line without any, such as a rule."""
    texts = (line[slice(*cell)].strip() for line in lines)
    return list(takewhile(lambda text: any(map(str.isalnum, text)), texts))


def _only_trimmed(text: str, stop: int, run_end: int) -> bool:
    """Whether only punctuation, or the backslash of a continued line, separates a URL's end from that of its run."""
    return text[stop:run_end].lstrip(".,;:!?-*_~|") in ("", "\\")


def _ends_emphasis(text: str, start: int, run_end: int) -> bool:
    """Whether a run ends in a mark of emphasis that is directly before the URL, too."""
    return text[start - 1 : start] in ("*", "_", "~") and text[run_end - 1] == text[start - 1]


def _end_after_break(text: str, start: int, body: int, head: str, resume: int, stop: int) -> int:
    """Where a URL ends whose last piece is in `text[resume:stop]`; brackets in its head count."""
    before = text[max(0, start - _BEFORE) : start]
    joined = before + head + text[resume:stop]
    end = url_end(joined, len(before), len(before) + body - start, len(joined))
    return resume + end - len(before) - len(head)


def columns(line: str) -> int:
    """How many columns of a terminal a line takes: wide characters of East Asian scripts take two."""
    if line.isascii():
        return len(line)
    from unicodedata import east_asian_width  # most lines are ASCII

    return len(line) + sum(east_asian_width(character) in "WF" for character in line)


def _columns_of_space(text: str, low: int, high: int) -> int:
    """The number of columns that white space at the start of a line takes, with its tabs."""
    return len(text[low:high].expandtabs()) if "\t" in text[low:high] else high - low


def _lines_before(text: str, begin: int, quotes: str) -> tuple[list[str], str]:
    """The few lines before a line, the nearest first, as far as the paragraph and the quotation go.

    Also a line with a prompt and a command, before which they end: the lines after it are other text.
    """
    lines: list[str] = []
    while begin and len(lines) < _LINES_AROUND:
        previous = line_start(text, begin - 1)
        if previous is None or not text[previous:begin].strip(f" \t\r\n{SIGNS}"):
            break
        if quotes and not is_as_deep(text, previous, quotes):
            break
        if text.find("$", previous, begin) >= 0 and _is_command(text, previous, begin):
            return lines, text[previous:begin].rstrip()
        lines.append(text[previous:begin].rstrip())
        begin = previous
    return lines, ""


def _is_command(text: str, start: int, stop: int) -> bool:
    """Whether a line has a prompt and a command."""
    from urlmend.finder.other_lines import COMMAND_LINE  # few texts have any

    return COMMAND_LINE.match(text, start, stop) is not None


def _lines_after(text: str, line_end: int, quotes: str) -> list[str]:
    """The few lines after a line, as far as the paragraph and the quotation go."""
    lines: list[str] = []
    while len(lines) < _LINES_AROUND:
        after = newline_at(text, line_end)
        if after is None:
            break
        line_end = match_end(_REST_OF_LINE, text, after)
        line = text[after:line_end]
        if not line.strip(f" \t{SIGNS}") or (quotes and not is_as_deep(text, after, quotes)):
            break
        lines.append(line)
    return lines
