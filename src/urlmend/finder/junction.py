"""A line end within or after a bare URL, and the lines around it."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.lines import SIGNS

# The sign or number before an item of a list, and before what a program says in a terminal.
_ITEM = lazy(r"[ \t]*((?:[^\w\s([{<\"'`&]|[0-9]{1,3}[.)])[ \t]+)")

USUAL_WIDTH = 68
"""The assumed line width where no other lines show it."""
LONGEST_FILLED = 82
"""The longest line that is no sign of text without line breaks, in columns."""
NARROWEST = 24
"""The least width of a pane that cuts words, in columns."""
# The least width of text that programs fill, in columns.
_NARROW = 60
# The deepest indent below a sign that is not copied with the text, in columns.
_HANGING = 4
SLACK = 3
"""By how much the widths of full lines in one paragraph differ."""


class Junction(NamedTuple):
    """A line break within or after a bare URL, and its surroundings."""

    head: str
    """The URL up to the line break, without anything trimmed."""
    tail: str
    """The beginning of the next line, up to white space or another sign that ends a URL; punctuation is trimmed."""
    rest: str
    """The text after the tail on its line."""
    before: str
    """The text directly before the URL."""
    width: int
    """The length of the line before the break."""
    widest: int
    """The length of the longest line around it that may be filled, except its own and that of the tail, or 0."""
    indent: int
    """The column where the text of the line before the break begins."""
    url_column: int
    """The column where the URL begins."""
    tail_indent: int
    """The column where the tail begins."""
    tail_width: int
    """The length of the tail's line."""
    piece_width: int
    """The length of the line of the piece before, or 0."""
    missing: str
    """The part of the first line's prefix that the next line does not have: "quotes", "leader", "space" for that after
    quote marks, or ""."""
    in_comment: bool
    """Whether the URL's line is a comment."""
    pieces: int
    """The number of pieces of the head: more than one if lines were already joined."""
    kind: str
    """The kind of break."""
    flow: str
    """In `format=flowed` text (RFC 3676): "soft" or "hard" for the kind of line break, "delsp" for a soft one that
    leaves no space, "space" for one that leaves a space. On a typeset page, "full" if the line reaches the margin,
    "short" if it does not, or "unknown". "" in other text."""
    lead: str
    """The text before the URL on its line, without the line's prefix; empty after a join."""
    previous: str
    """The line before that of the break, or an empty string."""
    next_line: str
    """The line after that of the tail, or an empty string."""
    in_row: bool = False
    """Whether the break is in a cell, and the next line has text in other cells, too."""
    is_continued: bool = False
    """Whether a backslash ends the line, directly after the URL, or a soft line break of quoted-printable text."""
    has_space: bool = False
    """Whether one space is before the line break, as where mail programs break lines."""
    target: str = ""
    """The URL in angle brackets that begins one of the next lines, as after the text of a link, or an empty string."""
    around: int = 0
    """The length of the longer one of the lines next to the paragraph, if that has no lines around the break, or 0."""

    @property
    def last_line(self) -> bool:
        """Whether the line after the tail's line is empty or missing, or begins another item as the URL's line does."""
        if not self.next_line.strip(f" \t{SIGNS}"):
            return True
        return item_at(self.lead) is not None and item_at(self.next_line) is not None

    @property
    def in_mid_token(self) -> bool:
        """Whether letters or digits are before and after the break."""
        return self.head[-1:].isalnum() and self.tail[:1].isalnum()

    @property
    def begins_item(self) -> bool:
        """Whether the URL directly follows the sign of an item."""
        item = item_at(self.lead)
        return item is not None and item.end() == len(self.lead)

    @property
    def begins_line(self) -> bool:
        """Whether the URL is the first text of its line, maybe after the sign of an item."""
        return not self.lead.strip() or self.begins_item

    @property
    def is_below(self) -> bool:
        """Whether the tail begins where the text of the line before does, maybe after the sign of an item."""
        if self.tail_indent <= self.indent:
            return self.tail_indent == self.indent
        if item := item_at(self.lead):
            return self.tail_indent == self.indent + len(item[1])
        is_pane = self.in_mid_token and self.width >= _NARROW and not (self.lead.strip() or self.widest)
        return is_pane and self.last_line and self.tail_indent <= self.indent + _HANGING

    @property
    def in_quotation(self) -> bool:
        """Whether the next line has quote marks, as the line before, and no comment is quoted."""
        return self.kind == "quote" and not self.in_comment

    @property
    def is_hyphenated(self) -> bool:
        """Whether a hyphen is before the break, and no dash of two."""
        return self.head.endswith("-") and not self.head.endswith("--")

    @property
    def is_typeset(self) -> bool:
        """Whether the line is one of a typeset page: its number of characters says nothing of its width."""
        return self.flow in ("full", "short", "unknown")

    @property
    def ends_fold(self) -> bool:
        """Whether the piece is shorter than the one before, as the last one of a fold is.

        Programs that quote break lines again, and the letters of typeset lines have widths of their own.
        """
        is_shorter = self.piece_width > self.width + SLACK and self.in_mid_token
        return is_shorter and not (self.in_quotation or self.is_typeset)

    @property
    def next_word_fits(self) -> bool:
        """Whether the tail's line has room for the first word of the next line, if it may be as long as the URL's."""
        word = self.next_line.lstrip().partition(" ")[0]
        return self.tail_width + len(word) < self.width

    @property
    def filled(self) -> int:
        """The length that filled lines have, by the other lines and the word that had no room after the tail, or 0."""
        if not self.in_mid_token or self.tail_width > self.width or self.last_line or not self.is_below:
            return self.widest
        return max(self.widest, self.tail_width if self.next_word_fits else self.width)

    @property
    def fills_width(self) -> bool:
        """Whether the line is as wide as those around it, or as most programs fill lines."""
        if self.is_typeset:
            return self.flow == "full"
        if self.ends_fold or self.width < self.widest - SLACK:
            return False
        if self.kind == "other" and self.widest:
            return True
        # A missing prefix shows that a mail program has broken the lines again, so they were full before.
        filled = self.filled
        if not (filled or self.missing):
            return self.width >= USUAL_WIDTH
        # Programs that cut words do so at any width.
        least = NARROWEST if self.width <= filled + SLACK and self.in_mid_token else _NARROW
        return self.width >= max(filled - SLACK, least)


def item_at(line: str) -> re.Match[str] | None:
    """Match the sign or number before an item at the start of a line."""
    sign = line.lstrip(" \t")[:1]
    return _ITEM.match(line) if sign and not sign.isalpha() else None


def room(junction: Junction) -> int:
    """The number of columns that are free before the break, by the lines around it; below 0 if its line is longer."""
    shows_width = junction.widest >= NARROWEST and junction.width <= junction.widest + SLACK
    return (junction.widest if shows_width else USUAL_WIDTH) - junction.width
