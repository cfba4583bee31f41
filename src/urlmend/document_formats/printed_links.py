"""Where the target of a link is printed: the ranges of a text that show it, over line and page breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats.passages import Link
from urlmend.model.span import Span

_SCHEME = lazy(r"[A-Za-z][A-Za-z0-9+.-]*:")
# What may be missing in print at the start of a target.
_UNPRINTED_START = lazy(r"(?:https?|ftp)://(?:www\.)?|mailto:")
# What may precede the printed target in the text of its link.
_BEFORE = lazy(r"[\s(\[<\u2039\u201c\"']*(?:URL:\s*)?[\s<]*", re.IGNORECASE)
# Characters that typesetting prints instead of those of the target.
_TYPESET = str.maketrans("\u02dc\u223c\u2013\u2010\u2011\u2212\u2019\u00b4", "~~----''")
_REST_OF_LINE = lazy(r"[ \t]{0,100}\n[ \t]{0,100}")
_CONTINUED = lazy(r"[ \t]{0,100}\n[ \t]{0,100}[^\s\f\0]")
# How much white space and hyphens a printed target may have, and how much may precede it, in code points.
_MAX_GAPS = 1000
_MAX_BEFORE = 100


class Print(NamedTuple):
    """A target and where it is printed."""

    target: str
    spans: tuple[Span, ...]
    """The range of each piece, in code points of the text: one for each line."""
    links: tuple[Link, ...]
    """The links with this target there."""


class _Match(NamedTuple):
    """How much of a target a range of text shows."""

    length: int
    """The number of code points of the target."""
    spans: tuple[Span, ...]


def printed_target(text: str, links: Sequence[Link]) -> Print | None:
    """Where the first of several ascending links of a text is printed; None if its text shows something else.

    The links are those from it on; offsets are those of the text. Those that follow continue it if they have the same
    target, as the links of the next line or page.
    """
    link = links[0]
    if not _SCHEME.match(link.target):
        return None
    same = list(takewhile(lambda other: other.target == link.target, links))
    before = _BEFORE.match(text, link.start, link.start + _MAX_BEFORE)
    start = before.end() if before else link.start
    if start >= link.stop:  # of spaces only
        return None
    for target in dict.fromkeys((link.target, _UNPRINTED_START.sub("", link.target))):
        if target and (found := _spans(text, start, target, same)):
            stop = found[-1].stop
            return Print(link.target, found, tuple(other for other in same if other.start < stop))
    return None


def may_be_cut(text: str, found: Print) -> bool:
    """Whether a printed target ends at the end of a line, and a text follows on the next one that may belong to it."""
    return _CONTINUED.match(text, found.spans[-1].stop) is not None


def is_broken(text: str, found: Print) -> bool:
    """Whether a printed target continues on another line."""
    return text.find("\n", found.spans[0].start, found.spans[-1].stop) >= 0


def _spans(text: str, start: int, target: str, same: Sequence[Link]) -> tuple[Span, ...]:
    """The ranges that show a target, from an offset on and in the links that follow; empty if they do not."""
    match = _matched(text, start, target, 0)
    spans = match.spans
    for link in same[1:]:
        if _is_complete(target, match.length):
            break
        if spans and link.start < spans[-1].stop:  # on a line that was matched with the one before
            continue
        # A page or a column ends here; the next link continues on the next one.
        if not spans or match.length < same[0].stop - same[0].start - 1:
            return ()
        following = _matched(text, link.start, target, match.length)
        if following.length == match.length:
            return ()
        match = _Match(following.length, (*spans, *following.spans))
        spans = match.spans
    return spans if _is_complete(target, match.length) else ()


def _is_complete(target: str, length: int) -> bool:
    return length == len(target) or (target[length:] == "/" and length > 0)


def _matched(text: str, at: int, target: str, length: int) -> _Match:
    """Match the target from its offset `length` with the text at an offset, over line ends and dropped hyphens."""
    spans: list[Span] = []
    start, end = at, min(len(text), at + len(target) + _MAX_GAPS)
    while length < len(target) and at < end:
        shown = text[at].translate(_TYPESET)
        if shown == target[length]:
            at, length = at + 1, length + 1
            continue
        hyphen = shown == "-"
        line_end = _REST_OF_LINE.match(text, at + hyphen)
        if line_end:
            if at > start:
                spans.append(Span(start, at))
            at = start = line_end.end()
        elif shown == " ":
            at += 1
        else:
            break
    if at > start:
        spans.append(Span(start, at))
    return _Match(length, tuple(spans))
