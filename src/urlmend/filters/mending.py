"""Write each broken URL of a text in one piece, on the line where it begins.

No character is made up: what replaces a broken URL is a sequence of ranges of the text, so that a text that is encoded
in its file can be changed there by copying its bytes. `--unwrap` alone adds other text, the targets of gateways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder import FindOptions, find_urls
from urlmend.fixing.signed_text import signed_regions
from urlmend.model.document import END_OF_LINE, Document
from urlmend.model.span import Span, is_inside, merged
from urlmend.model.url import Url

# How much text around a URL is read again to prove that it is one URL now, in code points.
_AROUND = 400
_TAIL = lazy(r"[^\s<]*")
_REST_IS_EMPTY = lazy(r"[ \t]*(?=[\r\n]|\Z)")
_SPACES = lazy(r"[ \t]*")
# The lines of a patch: it applies only if their number stays the same.
_HUNK = lazy(r"@@ -(?<=^@@ -)[0-9][^\n]*\n(?>(?:[ +\\-][^\n]*\n|\r?\n)*)", re.MULTILINE)
# A target that is one word of printable ASCII, whose end no reader would take for punctuation of the text.
_WRITABLE = lazy(r"[!#-&(-;=?-~]*[A-Za-z0-9/=_~%&#-]\Z")


class Change(NamedTuple):
    """A range of a text, and what replaces it."""

    span: Span
    url: tuple[Span | str, ...]
    """The pieces of a URL, or the target that replaces it."""
    after: tuple[Span, ...] = ()
    """The ranges of the text that follow it."""

    def written(self, text: str) -> str:
        """Return the text that replaces the range."""
        pieces = (*self.url, *self.after)
        return "".join([piece if isinstance(piece, str) else text[piece.start : piece.stop] for piece in pieces])


def mended(text: str, *, unwrap: bool = False) -> str:
    """Return a text with each broken URL in one piece; `unwrap` also replaces the URLs of gateways by their targets."""
    return apply(text, changes(Document(text), unwrap=unwrap))


def apply(text: str, found: Sequence[Change]) -> str:
    """Return a text with changes applied, which ascend and do not overlap."""
    written: list[str] = []
    at = 0
    for change in found:
        written += (text[at : change.span.start], change.written(text))
        at = change.span.stop
    return "".join([*written, text[at:]])


def changes(document: Document, *, unwrap: bool = False) -> list[Change]:
    """Return the changes that write the URLs of a document in one piece; they ascend and do not overlap.

    A URL is left as it is if its reading is a guess, if other text than page headers and footers is between its
    pieces, in text with an OpenPGP signature, in a patch, and where it would not be read as one URL afterwards.
    """
    text = document.text
    urls = [url for url in find_urls(document) if url.counts]
    protected = merged([*signed_regions(text), *(Span(*match.span()) for match in _HUNK.finditer(text))])
    found: list[Change] = []
    at = 0
    for number, url in enumerate(urls):
        target = _target(url) if unwrap else None
        if (len(url.spans) == 1 and not target) or url.confidence == "guess" or url.spans[0].start < at:
            continue
        if is_inside(url.outer.start, protected):
            continue
        limit = urls[number + 1].outer.start if number + 1 < len(urls) else len(text)
        for change in _layouts(text, url, target, limit):
            if _is_one_url(document, change, target or url.text):
                found.append(change)
                at = change.span.stop
                break
    return found


def _target(url: Url) -> str | None:
    """Return the target of the URL of a gateway, if it can be written in its place."""
    from urlmend.uri.unwrapping import unwrapped

    found = unwrapped(url.text)
    return found.target if found and found.is_complete and _WRITABLE.match(found.target) else None


def _layouts(text: str, url: Url, target: str | None, limit: int) -> Iterator[Change]:
    """Yield the changes that may write a URL in one piece, the best first.

    After it, the rest of its last line is a line of its own, or else follows on the same line. Nothing from `limit` on
    is moved: the next URL begins there.
    """
    first, last = url.spans[0], url.spans[-1]
    pieces: tuple[Span | str, ...] = (target,) if target else url.spans
    if len(url.spans) == 1:
        yield Change(first, pieces)
        return
    gaps = [_gap(text, one, other) for one, other in pairwise(url.spans)]
    if any(kind == "other" and END_OF_LINE.search(text, *gap) for gap, kind in zip(gaps, url.breaks, strict=True)):
        return  # a cell of a table
    furniture = [gap for gap, kind in zip(gaps, url.breaks, strict=True) if kind == "page"]
    limit = max(limit, last.stop)
    tail = Span(last.stop, _end_of_tail(text, url, limit))
    if _REST_IS_EMPTY.match(text, tail.stop):
        kept = [_without_last_line(text, gap) for gap in furniture]
        yield Change(Span(first.start, tail.stop), pieces, (tail, *kept))
        return
    spaces = _SPACES.match(text, tail.stop)
    rest = min(spaces.end() if spaces else tail.stop, limit)
    span = Span(first.start, rest)
    if not END_OF_LINE.search(text, gaps[-1].start, gaps[-1].stop):  # the last break is within a line
        yield Change(Span(first.start, tail.stop), pieces, (tail, *furniture))
    else:
        yield Change(span, pieces, (tail, *dict.fromkeys((*furniture, gaps[-1]))))
        if rest > tail.stop and not furniture:
            yield Change(span, pieces, (tail, Span(tail.stop, rest)))


def _gap(text: str, before: Span, after: Span) -> Span:
    """Return what is between two pieces of a URL, without a hyphen that is not part of it."""
    return Span(before.stop + text.startswith("-", before.stop, after.start), after.start)


def _end_of_tail(text: str, url: Url, limit: int) -> int:
    """Return where the text ends that stays with a URL: the end of its wrapper, and the rest of the word."""
    stop = url.spans[-1].stop
    if stop < url.outer.stop <= limit and not END_OF_LINE.search(text, stop, url.outer.stop):
        stop = url.outer.stop
    tail = _TAIL.match(text, stop, limit)
    return tail.end() if tail else stop


def _without_last_line(text: str, gap: Span) -> Span:
    """Return a gap without the marks of its last line, and the line end before them."""
    ends = list(END_OF_LINE.finditer(text, gap.start, gap.stop))
    return Span(gap.start, ends[-1].start()) if ends else gap


def _is_one_url(document: Document, change: Change, expected: str) -> bool:
    """Whether a URL is read in one piece where it is written, with the text around it."""
    text, (start, stop) = document.text, change.span
    low = max(text.rfind("\n", 0, start - 1) if start else 0, start - _AROUND, 0)
    around = text[low:start] + change.written(text) + text[stop : stop + _AROUND]
    read = Document(around, flowed=document.flowed)
    at = start - low
    return any(
        url.text == expected and len(url.spans) == 1 and url.spans[0].start == at
        for url in find_urls(read, FindOptions())
        if url.spans and url.spans[0].start <= at < url.spans[0].stop
    )
