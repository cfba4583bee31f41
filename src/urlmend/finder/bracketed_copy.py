"""A bare URL broken by `**`, with its unbroken copy after it, as in `example.org/one-**two<http://example.org/one-two>`.

Gmail wrote so from 2011 to 2013: `**` for each place where a line of its HTML could break.
"""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.joins import Join
from urlmend.model.span import Span

MARK = "**"

# How far after the start of the URL its copy may end, in code points.
_REACH = 2000
_BREAK = r"(?:(?<![ \t])[ \t]++)?(?:\r\n?|\n)[>| \t]*+"
_COPY = lazy(rf"[ \t]*<((?>(?:[^\s<>]++|{_BREAK})+))>")
_GAP = lazy(rf"(?:\*\*|{_BREAK})+")


def join_by_copy(text: str, start: int) -> Join | None:
    """The pieces of the URL at an offset, if a copy in angle brackets follows that shows them; else None."""
    bracket = text.find("<", start, start + _REACH)
    stop = start + len(text[start:bracket].rstrip(" \t"))
    copy = _COPY.match(text, stop, start + _REACH) if bracket >= 0 else None
    if copy is None:
        return None
    gaps = list(_GAP.finditer(text, start, stop))
    if gaps and gaps[-1].end() == stop:  # only between the URL and its copy
        stop = gaps.pop().start()
    starts = [start, *(gap.end() for gap in gaps)]
    stops = [*(gap.start() for gap in gaps), stop]
    spans = tuple(map(Span, starts, stops))
    if "".join([text[low:high] for low, high in spans]) != _GAP.sub("", copy[1]):
        return None
    return Join(spans, tuple(_kind(gap.group()) for gap in gaps))


def _kind(gap: str) -> str:
    if not gap.strip("* \t"):
        return "other"
    return "quote" if ">" in gap or "|" in gap else "newline"
