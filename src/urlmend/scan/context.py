"""The text around URLs of messages: quotations, lines that may be of a footer, and the texts of HTML links."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.sanitize import for_database
from urlmend.formats.html import TAG, decoded
from urlmend.mail.archive_pages import body
from urlmend.mail.quotations import PageQuotations, TextQuotations
from urlmend.mail.source_map import TextOrigin
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.redact import redact

# A footer has fewer lines after a URL, and fewer code points, in a text and in an HTML source.
_MAX_LINES = 15
_MAX_TAIL, _MAX_PAGE_TAIL = 1500, 4000
# The text before a URL that is compared, in code points, and how much HTML source may have it.
_BEFORE = 80
_SOURCE_BEFORE = 600
# The longest text of a link that is kept, and how much source it may have.
_LINK_TEXT = 100
_LINK_SOURCE = 1500
# Texts of links, and of source before URLs, that are remembered: newsletters and footers repeat theirs.
_REMEMBERED = 1 << 10
_REMEMBERED_SOURCES = 1 << 12
# The most source between the start of a link's tag and the value of its attribute.
_TAG_START = 500

_DIGITS = lazy(r"[0-9]+")
# A URL up to the second segment of its path.
_BEGINNING = lazy(r"[^:/?#]*:?/{0,2}[^/?#]*(?:/[^/?#]*){0,2}")
_END_OF_LINK = lazy(r"(?i)</a\s*>")


class Context(NamedTuple):
    """The context of a URL: columns of `UrlRow`."""

    depth: int = 0
    """_OF_PROGRAM for the text of a web archive around a message."""
    is_copy: int = 0
    tail_key: int | None = None
    link_text: str | None = None


_NO_CONTEXT = Context()
# The depth of text that a program has added, as that of footers is in a result.
_OF_PROGRAM = -1


def contexts(document: Document, urls: Sequence[Url], versions: dict[tuple[str, str], str]) -> list[Context]:
    """Return the context of each URL of a document; only bodies of messages and pages of archives have any.

    `versions` are the URLs of its message in `multipart/alternative`, each with the version of the text that has it
    first; those of the document are added.
    """
    found = _around(document, urls)
    if document.part and document.part.is_attached:  # another message, as if it were quoted
        found = [context._replace(depth=context.depth + 1) for context in found]
    if not document.part or not (version := document.part.version):
        return found
    group = version.rpartition(".")[0]
    is_copy = [versions.setdefault((group, url.text), version) != version for url in urls]
    return [context._replace(is_copy=1) if copied else context for context, copied in zip(found, is_copy, strict=True)]


def _around(document: Document, urls: Sequence[Url]) -> list[Context]:
    """Return the context of each URL of a document, without regard to other versions of its text."""
    origin = document.origin
    if not document.part and document.message:
        return _on_archive_page(document, urls)
    if not document.part or document.layout or not document.part.path[-1:].isdecimal():
        return [_NO_CONTEXT] * len(urls)
    if isinstance(origin, TextOrigin) and (page := origin.page):
        return _on_page(page.visible, origin.in_page(_beginnings(urls)), urls)
    text = document.text
    quotations, tail = TextQuotations(text), _tail(text)
    found = []
    for url in urls:
        start = url.outer.start
        depth = quotations.depth(start)
        key = _tail_key(text, start, url.text) if start >= tail else None
        found.append(Context(depth, 0, key) if depth or key else _NO_CONTEXT)
    return found


def _beginnings(urls: Sequence[Url]) -> list[Span]:
    """Return the first span of each URL."""
    return [url.spans[0] if url.spans else url.outer for url in urls]


def _tail(text: str) -> int:
    """Return the offset of the last lines of a text, which may be a footer."""
    at = low = len(text)
    first = max(0, at - _MAX_TAIL)
    for _ in range(_MAX_LINES):
        at, low = low, text.rfind("\n", first, low)
        if low < 0:
            return first
    return at


def _tail_key(text: str, start: int, url: str) -> int | None:
    """Return the key of a line near the end of a text; None if it is quoted with marks."""
    at = text.rfind("\n", 0, start) + 1
    line = text[max(at, start - _BEFORE) : start].strip()
    if line[:1] == ">":
        return None
    end = at
    before = ""
    while end > 0 and not before and end > start - _MAX_TAIL:
        low = text.rfind("\n", 0, end - 1) + 1
        before, end = text[low:end].strip(), low
    # An address in the line before may be that of the message, too.
    return _key(before.partition("://")[0][-_BEFORE:], line, url)


def _key(before: str, line: str, url: str) -> int | None:
    """Return a hash of a line up to its URL and of the line before it; numbers and the end of the path do not matter.

    None if there is no text in front of the URL, as of an image.
    """
    if not before and not line:
        return None
    # In a footer, URLs that differ from message to message follow other lines of it.
    address = _BEGINNING.match(url) if before else None
    compared = _DIGITS.sub("0", f"{before}\n{line}\n{address[0] if address else ''}")
    key = zlib.crc32(f"{compared}{'' if address else url}".encode("utf-8", "surrogatepass"))
    return key - (1 << 31)  # as SQLite stores it in four bytes


def _beginning_of_address(link: str) -> str:
    """Return the text of a link; if it is an address, as far as those in a footer agree."""
    found = _BEGINNING.match(link) if "://" in link or link.startswith("www.") else None
    return found[0] if found else link


def _on_page(visible: str, ranges: Sequence[tuple[int, int]], urls: Sequence[Url]) -> list[Context]:
    """Return the context of each URL of an HTML page, by their ranges in its source."""
    quotations = PageQuotations(visible)
    found = []
    for url, (start, stop) in zip(urls, ranges, strict=True):
        tag = _tag_around(visible, start)
        link = _link_text(visible, tag, stop) if tag >= 0 else None
        text = _shown(link) if link and link != url.text else None
        is_tail = len(visible) - stop < _MAX_PAGE_TAIL and not quotations.is_marked(start)
        key = None
        if is_tail:
            end = tag if tag >= 0 else start
            before = _end_of_text(visible[max(0, end - _SOURCE_BEFORE) : end])
            key = _key(before, _beginning_of_address(link or ""), url.text)
        found.append(Context(quotations.depth(start), 0, key, text))
    return found


def _on_archive_page(document: Document, urls: Sequence[Url]) -> list[Context]:
    """Return the context of each URL of a page of a web archive: what is not of the message is of its program."""
    source = document.source.text
    ranges = [document.in_source(span) for span in _beginnings(urls)]
    start, stop = body(source)
    return [
        context if start <= at < stop else context._replace(depth=_OF_PROGRAM, tail_key=None)
        for context, (at, _) in zip(_on_page(source, ranges, urls), ranges, strict=True)
    ]


@partial(cached_for_short_text, size=_REMEMBERED)
def _shown(text: str) -> str:
    """Return the text of a link without secrets."""
    return for_database(redact(text))


def _tag_around(visible: str, start: int) -> int:
    """Return where the tag begins whose attribute is at an offset of a source; -1 if it is text."""
    opened = visible.rfind("<", max(0, start - _TAG_START), start)
    return opened if opened >= 0 and visible.find(">", opened, start) < 0 else -1


def _link_text(visible: str, tag: int, stop: int) -> str | None:
    """Return the text of the link by the offset of its tag and the end of its attribute; None for other tags."""
    if visible[tag : tag + 3].lower() not in ("<a ", "<a\n"):
        return None
    begin = visible.find(">", stop, stop + _LINK_SOURCE) + 1
    end = _END_OF_LINK.search(visible, begin, begin + _LINK_SOURCE) if begin else None
    return _plain(visible[begin : end.start()])[:_LINK_TEXT] if end else None


@partial(cached_for_short_text, size=_REMEMBERED_SOURCES)
def _end_of_text(piece: str) -> str:
    """Return the end of the text of a piece of source, whose first tag may be cut."""
    cut = piece.find(">") if len(piece) == _SOURCE_BEFORE else -1
    return _plain(piece[cut + 1 :])[-_BEFORE:]


def _plain(source: str) -> str:
    """Return the text of an HTML source on one line."""
    return " ".join(decoded(TAG.sub(" ", source) if "<" in source else source).split())
