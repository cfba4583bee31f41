"""Lines that keep their length: titles as long as their underlines, and rows of tables with fixed columns."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.fixing.content_lines import COMMENTED, content_lines
from urlmend.formats.restructuredtext import table_rows
from urlmend.model.span import Span, is_inside, merged

# A line of one punctuation character; three quotation marks end a docstring, and three backticks fence code.
_UNDERLINE = lazy(
    r"""[ \t>]*+(?!(?:\"{3}|'{3}|`{3})\s)(?P<line>([!-/:-@\[-`{-~])\2{2,})[ \t]*(?:\"{3}|'{3}|\*/)?\s*?(?:\n|\Z)"""
)
_BORDER = lazy(r"\+[-=]++\+|=[ ]++=")
# How much the underline of a title may differ from it in AsciiDoc, in code points; other lines delimit blocks.
_TOLERANCE = 3
# How far the borders of a table may be, in code points.
_REACH = 2000


def keeps_length(text: str, offset: int, form: str, low: int, high: int) -> bool:
    """Whether the line at an offset is a title or a row of a table in `text[low:high]`, in a format or language."""
    has_rows = form in COMMENTED or form == "prose"
    has_titles = has_rows or form in ("asciidoc", "restructuredtext")
    return (has_titles and _is_title(text, offset, form, low, high)) or (
        has_rows and _is_row(text, offset, form, low, high)
    )


def _is_title(text: str, offset: int, form: str, low: int, high: int) -> bool:
    after = text.find("\n", offset, high) + 1
    underline = _UNDERLINE.match(text, after, high) if after else None
    if not underline:
        return False
    low = max(low, offset - _REACH)
    start = text.rfind("\n", low, offset) + 1 or low
    line = next(content_lines(text[start:after], form))
    is_long = form != "asciidoc" or abs(len(line.content) - len(underline["line"])) <= _TOLERANCE
    return is_long and not (form in COMMENTED and line.mark)


def _is_row(text: str, offset: int, form: str, low: int, high: int) -> bool:
    low = text.find("\n", max(low, offset - _REACH), offset) + 1 if offset - low > _REACH else low
    high = min(high, offset + _REACH)
    if all(text.find(sign, low, high) < 0 for sign in ("= ", "+-", "+=")) or not _BORDER.search(text, low, high):
        return False
    lines = content_lines(text[low:high], form)
    rows = ((Span(line.start, line.start + len(line.text)), line.content) for line in lines)
    return is_inside(offset - low, merged(table_rows(rows)))
