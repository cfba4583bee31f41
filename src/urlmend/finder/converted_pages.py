"""Text that a program has converted from typeset pages, such as those of a PDF: which of its lines reach the margin.

The letters of such pages differ in width, so the number of characters of a line says little of its length. Lines that
end in a hyphenated word are full. If the rest of the word would fit on many of them by the number of characters, the
letters differ in width. So they do if the next word would fit on many lines of a text with page ends, since converters
such as pdftotext put words together again.
"""

from __future__ import annotations

from itertools import islice, pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.model.lines import line_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# How far before and after a line end such lines are looked for, in blocks of so many code points.
_BLOCK = 1 << 14
# Fewer lines of a page have another one of their sentence below, so these are looked for in longer blocks.
_BLOCK_OF_PAGES = 1 << 16
# A hyphenated line, or a page end, is within so many code points.
_NEAR = 4096
# So many hyphenated lines, and one of so many lines, show whether letters differ in width, ...
_MIN_HYPHENATED = 4
_MOST_LINES_EACH = 100
_MIN_HYPHENATED_LINE = 10
# ... and so many lines within sentences do, ...
_MIN_CONTINUED = 20
# ... if the rest of the word, or the next one, would fit on one of so many.
_MOST_FULL_EACH = 8
# How many lines around one show where the margin is, and the shortest and longest of use, in code points.
_LINES_AROUND = 8
_MIN_LINE, _MAX_LINE = 30, 200
_MIN_LINES = 4
# Which part of the way to the margin a line fills at least with its next piece: lengths are estimates.
_FULL = 0.93

# `re` finds two characters several times as fast as `str.find`.
_HYPHEN_AT_END = lazy(r"-\n")
_WORD = lazy(r"[^\W\d_]{1,40}")
# A line that begins at the margin and ends with a word, and the word that begins the next line.
_CONTINUED = lazy(
    rf"\n(?P<line>[^\s\x00-\x20][^\n]{{{_MIN_LINE - 1},{_MAX_LINE - 1}}}+(?<=[^\W_]))(?=\n(?P<word>[^\W\d_]\S{{0,39}}))"
)
# Where typesetting may break a URL: after these characters.
_PIECE = lazy(r"[^\s/.?&=_#-]*[/.?&=_#-]?")
_BREAKS_AFTER = frozenset("/.?&=_#-:,~")

# Widths of the characters of fonts for books, in thousandths of their size; others are about as wide as a digit.
_USUAL_WIDTH = 500
_WIDTHS = dict.fromkeys(map(ord, " "), 300)
for _characters, _width in (
    ("ijl.,:;'|!", 278),
    ("ft/()[]-I", 330),
    ("rsJ", 370),
    ("czea?", 440),
    ("w", 720),
    ("mMW@%", 830),
    ("ABCDEFGHKLNOPQRSTUVXYZ&", 690),
):
    _WIDTHS |= dict.fromkeys(map(ord, _characters), _width)


def line_flow(text: str, stop: int, resume: int) -> str:
    """The kind of the line end at `stop`, before a URL's next piece at `resume` (code points): `Junction.flow`.

    Empty if the text is not that of typeset pages.
    """
    if not _is_of_typeset_page(text, stop, in_mid_token=text[stop - 1] not in _BREAKS_AFTER):
        return ""
    return "full" if _is_full(text, stop, resume) else "unknown"


def _is_full(text: str, stop: int, resume: int) -> bool:
    """Whether a line has no room for the next piece of a URL; False if nothing shows where the margin is."""
    low = max(0, stop - _LINES_AROUND * _MAX_LINE)
    start = text.rfind("\n", low, stop) + 1
    before = text[low:start].split("\n")[-_LINES_AROUND - 1 :]
    after = text[resume : resume + _LINES_AROUND * _MAX_LINE].split("\n")[:_LINES_AROUND]
    lengths = sorted(_length(line) for line in (*before, *after) if _MIN_LINE <= len(line) <= _MAX_LINE)
    if len(lengths) < _MIN_LINES or stop - start > _MAX_LINE:
        return False
    margin = _margin(lengths)
    # Where a URL was broken between letters, one more of them had no room.
    piece = _PIECE.match(text, resume) if text[stop - 1] in _BREAKS_AFTER else None
    rest = piece[0] if piece else text[resume : resume + 1]
    length = _length(text[start:stop])
    for line in reversed(before[:-1]):  # converters end lines at wide spaces, too
        if length + _length(line) > margin:
            break
        length += _length(line)
    return length + _length(rest) >= _FULL * margin


def _margin(lengths: list[int]) -> int:
    """The length of full lines, the longest of three that are about as long, of some in ascending order.

    Longer lines are several that a converter has put together.
    """
    for low, high in zip(lengths[-3::-1], lengths[::-1], strict=False):
        if low >= _FULL * high:
            return high
    return lengths[-2]


def _is_of_typeset_page(text: str, offset: int, *, in_mid_token: bool) -> bool:
    """Whether the lines around an offset show letters that differ in width; in mid-token, only next to a page end."""
    near, far = max(0, offset - _NEAR), offset + _NEAR
    has_page_end = text.find("\f", near, far) >= 0
    if in_mid_token and not has_page_end:  # as in most texts
        return False
    is_hyphenated = _HYPHEN_AT_END.search(text, near, far) is not None
    if is_hyphenated and _blocks.ask(_is_proportional, text, offset // _BLOCK):
        return True
    start = line_start(text, offset) if has_page_end else None
    if start is None or text[start] <= " ":  # converters write all lines at the margin
        return False
    return _blocks.ask(_is_ragged, text, offset // _BLOCK_OF_PAGES)


def _has_hyphenated(text: str) -> bool:
    """Whether a text may have enough hyphenated words: most texts have rules and tables instead."""
    ends = (match.end() for match in _HYPHEN_AT_END.finditer(text))
    words = (end for end in ends if text[end - 3 : end - 2].islower() and text[end : end + 1].islower())
    return next(islice(words, _MIN_HYPHENATED - 1, None), None) is not None


def _around(text: str, block: int, size: int) -> str:
    """A block of a text, of some size in code points, and half of one before and after it."""
    low = max(0, block * size - size // 2)
    return text[low : low + 2 * size]


def _is_proportional(text: str, block: int) -> bool:
    around = _around(text, block, _BLOCK)
    if not _has_hyphenated(around):
        return False
    words = list(_hyphenated(around.split("-\n")))
    if len(words) < max(_MIN_HYPHENATED, around.count("\n") / _MOST_LINES_EACH):
        return False
    return _would_often_fit(words)


def _is_ragged(text: str, block: int) -> bool:
    lines = list(_continued(_around(text, block, _BLOCK_OF_PAGES)))
    return len(lines) >= _MIN_CONTINUED and _would_often_fit(lines)


class _Blocks:
    """Remembers the answers to questions about blocks of one text; hashing a long text would take longer."""

    def __init__(self) -> None:
        """Know nothing."""
        self._known: tuple[str, dict[tuple[object, int], bool]] = ("", {})

    def ask(self, question: Callable[[str, int], bool], text: str, block: int) -> bool:
        """The answer to a question about a block of a text."""
        of_text, known = self._known
        if of_text is not text:
            known = {}
            self._known = (text, known)
        if (question, block) not in known:
            known[question, block] = question(text, block)
        return known[question, block]


_blocks = _Blocks()


def _would_often_fit(lines: list[tuple[int, int]]) -> bool:
    """Whether full lines often have room for the next word, by their lengths without and with it."""
    width = sorted(lines)[-1 - len(lines) // 4][0]  # headings and other columns may be wider
    return sum(longer <= width for _, longer in lines) >= len(lines) / _MOST_FULL_EACH


def _hyphenated(pieces: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the length of each line that ends in a hyphen within a word, and that which it would have with the word."""
    for before, after in pairwise(pieces):
        if before[-1:].islower() and after[:1].islower():
            start = before.rfind("\n", -_MAX_LINE) + 1
            length = len(before) + 1 - start
            if start and length > _MIN_HYPHENATED_LINE:
                word = _WORD.match(after)
                yield length, length - 1 + (word.end() if word else 0)


def _continued(text: str) -> Iterator[tuple[int, int]]:
    """Yield the length of each line at the margin whose sentence goes on there, and that with the next word."""
    for match in _CONTINUED.finditer(text):
        line, word = match.groups()
        if word[0].islower():
            yield len(line), len(line) + 1 + len(word)


def _length(line: str) -> int:
    """The estimated length of a line."""
    return sum(map(_WIDTHS.get, map(ord, line.strip()), [_USUAL_WIDTH] * len(line)))
