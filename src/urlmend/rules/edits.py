"""Edits that several rules share: wrap a URL, and rejoin a broken one."""

from __future__ import annotations

from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.lines import PATCH_SIGNS
from urlmend.model.span import Span
from urlmend.rules.registry import Case

_WORD = lazy(r"\S*")
_REST_OF_LINE = lazy(r"[^\r\n]*")
# The start of a record: a name, and the separator after it.
_RECORD = lazy(rf"[ \t]*(?:[{PATCH_SIGNS}]+[ \t]+)?[^\s,;:|=]+([,;:|=](?!//)|[ \t]+[-\u2013\u2014|:=]+[ \t])")
_NO_CONTINUATION = lazy(r"//|[+*(\[]")
_FILE_END = lazy(r"/[^/?#]+\.[A-Za-z]{3,5}\Z")
_MORE_TEXT = lazy(r"[,;:]?[ \t]+[\w.]")
_LINE_REACH = 500


def in_brackets(case: Case) -> tuple[Edit, ...]:
    """Wrap a bare URL: in `<...>` (RFC 3986 appendix C), or in `<URL:...>` under RFC 1738 or without `//`."""
    start, stop = case.url.outer
    opener = "<URL:" if case.profile == "rfc1738" or "://" not in case.url.text else "<"
    return (Edit(Span(start, start), opener), Edit(Span(stop, stop), ">"))


def on_one_line(case: Case) -> tuple[Edit, ...]:
    """Move the pieces of a broken URL, and the characters that directly follow it, to the line of the first piece.

    After a wrapped URL, the rest of the last line remains a line of its own, with its prefix; after a bare URL it
    moves, too. A page break remains. No edits are possible if anything but white space and prefixes is between
    the pieces, or if both lines are records of a list.
    """
    url, text = case.url, case.text
    first = next((number for number, gap in enumerate(url.breaks) if gap != "space"), None)
    closing = text[url.spans[-1].stop : url.outer.stop]
    if first is None or "other" in url.breaks or len(closing.split()) > 1 or _are_records(case):
        return ()
    word = _WORD.match(text, url.outer.stop)
    assert word is not None  # matches the empty string
    rest = _REST_OF_LINE.match(text, word.end())
    assert rest is not None  # matches the empty string
    moved, gaps = "", []
    for number in range(first, len(url.breaks)):
        start, stop = url.spans[number].stop, url.spans[number + 1].start
        if url.breaks[number] == "space":
            moved += text[start:stop]
        else:
            gaps.append(text[start:stop])
        moved += text[slice(*url.spans[number + 1])]
    if "page" in url.breaks:
        kept = "".join(gaps)
    elif case.wrapped and rest.group().strip():
        kept = gaps[0]
    else:
        kept = ""  # on a line of its own, the text after a bare URL might seem to belong to it
    stop = rest.end() - len(rest.group().lstrip(" \t")) if kept and rest.group().strip() else word.end()
    if case.flowed not in ("yes", "delsp"):
        kept = kept.lstrip(" \t")
    return (Edit(Span(url.spans[first].stop, stop), f"{moved}{closing.strip()}{word.group()}{kept}"),)


def _are_records(case: Case) -> bool:
    """Whether the lines of a bare URL are records of a list: they begin alike with a name and a separator.

    A line that begins with `//` or a bracket is no continuation either, nor is one with more text that begins with a
    `.` or follows the name of a file.
    """
    if case.wrapped:
        return False
    text, (start, stop) = case.text, case.url.outer
    for before, span in pairwise(case.url.spans):
        if _NO_CONTINUATION.match(text, span.start) or (text[span.start] == "." and _MORE_TEXT.match(text, span.stop)):
            return True
        if _MORE_TEXT.match(text, span.stop) and _FILE_END.search(text[before.start : before.stop]):
            return True
    first, last = (_RECORD.match(text, text.rfind("\n", max(0, at - _LINE_REACH), at) + 1) for at in (start, stop))
    return bool(first and last and first.group(1) == last.group(1))


def broken_before_slash(case: Case, number: int) -> tuple[Edit, ...]:
    """Move the break after a piece that ends in a hyphen back to before a `/`; without one, rejoin the URL.

    After a hyphen at a line end, nobody can know whether it belongs to the URL (RFC 1738 appendix).
    """
    start, stop = case.url.spans[number]
    piece = case.text[start:stop]
    at = piece.rfind("/")
    while at > 0 and piece[at - 1] in "/:-":
        at = piece.rfind("/", 0, at)
    if at <= 0 or case.url.breaks[number] == "page":
        return on_one_line(case)
    next_piece = case.url.spans[number + 1].start
    return (Edit(Span(start + at, stop), ""), Edit(Span(next_piece, next_piece), piece[at:]))
