"""Whole URLs, cut out of a text all in one go, and where there may be others in what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.clean import PLAIN_REST
from urlmend.finder.scanner import LOOK_AHEAD, triggers
from urlmend.model.document import Window

_CHARS = "[A-Za-z0-9_~%&=+@$/#.,!?-]{0,400}"
# No `://` in it, no entity but that of `&`, no punctuation at its end, and far from being too long for a URL. Nothing
# but that punctuation is given back: a URL that does not end behind the run does not end in it.
_RUN = rf"s?://[A-Za-z0-9](?>{_CHARS}(?:(?::(?!//)|;(?<=&amp;)){_CHARS}){{0,16}}(?<![.,:;!?]))"
_WORD = r"(?!(?:[rR][eE][mM]|[dD][nN][lL]|[cC])\b)[A-Za-z]++,? "
_NO_FOOTER = r"(?![^\r\n\[]{0,200}+\[)"
# The label of a line of its own, as a field's name and a key's number are; an address is one, too.
_LABEL = (
    r"(?:(?:Date|[A-Za-z]{5,}):\s|[A-Za-z0-9]{8,40}: [A-Za-z0-9]"
    r"|[ \t]*(?:(?:[A-Za-z]{5,}|[A-Za-z]{2,}-[A-Za-z]{2,}): [A-Za-z0-9<]|[A-Za-z0-9]{4,40}@[A-Za-z0-9-]+\.))"
)
# A blank line, and no page's end behind it; a number in brackets, or a hyphen; the text's end; another URL, or a
# wrapper; a line of dashes or the like.
_NEXT_LINE = (
    r"(?:[ \t]*>[ \t>]*(?:\r?\n|\Z)"
    rf"|(?:> ?)*[ \t]*+(?:\[[0-9]{{1,3}}\]\s|- [A-Za-z]){_NO_FOOTER}"
    rf"|[ \t]*\r?\n(?:(?:[ \t]*\r?\n){{0,3}}[ \t]*+{_NO_FOOTER}[^\s>]|[ \t\r\n]*\Z)|[ \t]*\Z"
    rf"|(?:> ?)*(?:<|https?://){_NO_FOOTER}|[ \t]*(?:> ?)*[-_=+*~#]{{2,}}>?[ \t]*(?:\r?\n|\Z))"
)
# Behind the run and its punctuation stands a blank with ink behind it, what closes quotes and brackets, or a tag that
# closes; or a line break, and behind that one of these, or a sentence, a label or a number. There is nothing to weigh
# there (the EVIDENCE could never add up to a doubt): no URL goes on. The commonest stand first and begin with a
# literal, though what follows them fits them, too.
_OVER = (
    r"(?: [^\s|]|[>\"`)\]}]"
    rf"|\n(?<=[A-Za-z0-9/]\n)(?:https?://|(?<!%[0-9A-Fa-f]\n){_WORD}[A-Za-z0-9<(\"']|\n{_NO_FOOTER}[^\s>])|</"
    rf"|[.,:!?]*(?:[>\"`)\]}}]|[ \t]+[^\s|]|[ \t]*\r?\n{_NEXT_LINE}"
    rf"|(?<=[A-Za-z0-9/])(?<!%[0-9A-Fa-f])[ \t]*\r?\n(?:(?:> ?)*{_WORD}[A-Za-z0-9<(\"']|{_LABEL}{_NO_FOOTER})"
    rf"|(?:(?<=/)|(?<=[A-Za-z0-9]{{4}})(?<!%[0-9A-Fa-f]))\n[ \t]*[0-9]{{1,3}}\. {_NO_FOOTER}[A-Za-z]"
    rf"|(?<=[=&_+~?])\n{_WORD}[A-Za-z0-9<(]{_NO_FOOTER}))"
)
# The literal in front is what makes it fast.
WHOLE = lazy(rf"(http(?:(?<![^ \n\t\r>(\"]http){_RUN}(?={_OVER})|(?<=<http){_RUN}(?=>)))")

# Those of them that are clean; none of them has anything around it which could make a rule speak, as `clean.py` has it.
WHOLE_AND_CLEAN = lazy(
    rf"(http(?:(?<![^ \n\t\r>(]http){PLAIN_REST}(?={_OVER})|(?<=\"http){PLAIN_REST}(?=\")"
    rf"|(?<=[\x00-!#-&(-;=-\x7f]<http){PLAIN_REST}(?=>[\x00-\"$-\x7f])))"
)
# What is longer may be cut; most are far from it.
_LONGEST = 4000
# How long the portions are that a text is cut in, in code points: each stays near the processor, and in many there is
# nothing beyond ASCII, which takes half the memory.
_PORTION = 1 << 16
# How far before a portion's end there has to be no URL, and how many line ends in a row are tried.
_CALM = 1000
_TRIES = 8


class Cut(NamedTuple):
    """A stretch of a document that whole URLs were cut out of."""

    whole: list[str]
    """These URLs."""
    lengths: list[int]
    """The lengths of what lies before, between and behind them, and their own in between."""
    marks: list[int]
    """Where there may be others: the triggers in the gaps, as if these were joined by a character each."""
    start: int
    end: int
    """What was looked at, as offsets of the window's text."""
    is_all: bool
    """Whether there are no others, and it is the whole of the document's running text."""


def cut_out(window: Window, pattern: re.Pattern[str], *, schemeless: bool) -> Cut:
    """Cut out of the stretch of a window what a pattern fits."""
    text = window.running
    if not window.low and window.high == len(text) <= _PORTION:  # most documents are no longer
        whole, lengths, gaps = _cut(text, pattern)
        marks = triggers(gaps, 0, len(gaps), schemeless=schemeless)
        return Cut(whole, lengths, marks, 0, len(text), not marks)
    start, end = max(0, window.low - LOOK_AHEAD), min(len(text), window.high + LOOK_AHEAD)
    while start and text.startswith("http", start):  # it would seem to have nothing odd before it
        start += 1
    whole, lengths, marks = [], [0], []
    joined = 0
    for portion in _portions(text, start, end):
        urls, sizes, gaps = _cut(portion, pattern)
        whole += urls
        lengths[-1] += sizes[0]
        lengths += sizes[1:]
        marks += [mark + joined * 4 for mark in triggers(gaps, 0, len(gaps), schemeless=schemeless)]
        joined += len(gaps)
    return Cut(whole, lengths, marks, start, end, not marks and start == window.low and end <= window.high)


def _cut(portion: str, pattern: re.Pattern[str]) -> tuple[list[str], list[int], str]:
    """Cut a portion: its whole URLs, the lengths, and the gaps, joined by a character each."""
    if "http" not in portion:
        return [], [len(portion)], portion
    pieces = pattern.split(portion)
    lengths = list(map(len, pieces))
    if max(lengths[1::2], default=0) > _LONGEST:
        pieces = _without_long(pieces)
        lengths = list(map(len, pieces))
    return pieces[1::2], lengths, "\0".join(pieces[::2])


def _portions(text: str, start: int, end: int) -> Iterator[str]:
    """The text between two offsets in portions: nothing that is whole in it has its surroundings in two of them."""
    while end - start > _PORTION:
        stop = _portion_end(text, start + _PORTION, end)
        yield text[start:stop]
        start = stop
    yield text[start:end]


def _portion_end(text: str, start: int, end: int) -> int:
    """Where a portion may end: behind a line, from an offset on, where no URL is near; else at the end of all."""
    for low in range(start, end, _PORTION):
        at = low
        for _ in range(_TRIES):
            at = text.find("\n", at, min(low + _PORTION, end)) + 1
            if not at:
                break
            if _is_calm(text[max(0, at - _CALM) : at - 1]):
                return at
    return end


def _is_calm(before: str) -> bool:
    """Whether a text can be cut behind the line break that this stands before: there is a line with ink, but no URL."""
    return (
        not before.removesuffix("\r")[-1:].isspace() and "\n" in before and "http" not in before and "<" not in before
    )


def _without_long(pieces: list[str]) -> list[str]:
    """The pieces of a stretch, those that are too long put back to what is around them."""
    kept: list[str] = []
    gap = pieces[:1]
    for url, behind in zip(pieces[1::2], pieces[2::2], strict=True):
        if len(url) > _LONGEST:
            gap += (url, behind)
        else:
            kept += ("".join(gap), url)
            gap = [behind]
    return [*kept, "".join(gap)]
