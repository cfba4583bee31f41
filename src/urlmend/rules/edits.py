"""Edits that several rules share: wrapping a URL, and putting a broken one on one line."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.rules.registry import Case

_WORD = lazy(r"\S*")
_REST_OF_LINE = lazy(r"[^\r\n]*")


def in_brackets(case: Case) -> tuple[Edit, ...]:
    """A wrapper around a bare URL: `<...>` (RFC 3986 appendix C), `<URL:...>` in RFC 1738 or without `//`."""
    start, stop = case.url.outer
    opener = "<URL:" if case.profile == "rfc1738" or "://" not in case.url.text else "<"
    return (Edit(Span(start, start), opener), Edit(Span(stop, stop), ">"))


def on_one_line(case: Case) -> tuple[Edit, ...]:
    """The pieces of a broken URL, with what is glued to its end, moved up to the line of the first one.

    What else stands on the line of the last one keeps a line to itself, with its prefix, if the URL is in
    a wrapper, and otherwise comes up as well; a page break stays where it is. There are no edits where
    something else than white space and prefixes stands between.
    """
    url, text = case.url, case.text
    first = next((number for number, gap in enumerate(url.breaks) if gap != "space"), None)
    closing = text[url.spans[-1].stop : url.outer.stop]
    if first is None or "other" in url.breaks or len(closing.split()) > 1:
        return ()
    word = _WORD.match(text, url.outer.stop)
    rest = _REST_OF_LINE.match(text, word.end() if word else url.outer.stop)
    assert word is not None
    assert rest is not None
    moved, left = "", []
    for number in range(first, len(url.breaks)):
        start, stop = url.spans[number].stop, url.spans[number + 1].start
        if url.breaks[number] == "space":
            moved += text[start:stop]
        else:
            left.append(text[start:stop])
        moved += text[slice(*url.spans[number + 1])]
    kept = "".join(left) if "page" in url.breaks else left[0] if rest.group().strip() else ""
    if not case.wrapped and "page" not in url.breaks:
        kept = ""  # on a line of its own, what follows might seem to belong to the URL, too
    anchor = url.spans[first].stop
    stop = rest.end() - len(rest.group().lstrip(" \t")) if kept and rest.group().strip() else word.end()
    if not case.flowed:
        kept = kept.lstrip(" \t")
    return (Edit(Span(anchor, stop), f"{moved}{closing.strip()}{word.group()}{kept}"),)


def broken_before_slash(case: Case, number: int) -> tuple[Edit, ...]:
    """The break behind a piece, which ends in a hyphen, moved back to before a `/`; if there is none, on one line.

    A line that ends in a hyphen leaves open whether the hyphen belongs to the URL (RFC 1738 appendix).
    """
    start, stop = case.url.spans[number]
    piece = case.text[start:stop]
    at = piece.rfind("/")
    while at > 0 and piece[at - 1] in "/:-":
        at = piece.rfind("/", 0, at)
    if at <= 0 or case.url.breaks[number] == "page":
        return on_one_line(case)
    below = case.url.spans[number + 1].start
    return (Edit(Span(start + at, stop), ""), Edit(Span(below, below), piece[at:]))
