"""HTML to text: what a reader sees, and the URLs of attributes.

A tokenizer after the HTML standard's section on tokenization, as far as URLs need it. It
keeps the place of everything in the source, which is why it is no library's.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from urlmend.model import Document
from urlmend.spans import SegmentMap, Span

# Attributes that hold a URL, and those that hold a list of them.
_URL_ATTRIBUTES = (
    "href|src|action|cite|background|data|poster|formaction|longdesc|codebase|classid|profile|manifest|dynsrc|lowsrc|"
    "usemap|icon|archive|ping|srcset|imagesrcset|content|value|data-src|xlink:href"
)
_LISTS = frozenset(("srcset", "imagesrcset"))
_IN_TEXT = frozenset(("content", "value"))

_INLINE = frozenset(
    """
    a abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd label mark nobr q s samp small span strike
    strong sub sup tt u var wbr
    """.split()
)
_RAW = frozenset(("script", "style", "title", "textarea", "xmp"))
_HIDDEN = frozenset(("script", "style"))

_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)((?:[^\"'>]|\"[^\"]*\"|'[^']*')*)>")
_LOOSE_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)([^>]*)>")
_ATTRIBUTE = re.compile(
    rf"(?<![^\s\"'/])({_URL_ATTRIBUTES})\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31})(?:;|(?![=A-Za-z0-9]))")
_FOLD = str.maketrans("\r\n\t\f", "    ")
_ABSOLUTE = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.\s-]*):")
_REFRESH = re.compile(r"\s*[0-9.]+\s*[;,]\s*(?:url\s*=)?\s*['\"]?(.*?)['\"]?\s*$", re.IGNORECASE | re.DOTALL)
_LISTED = re.compile(r"[^\s,:]+:[^\s]*[^\s,]")
_LONGEST_TAG = 1 << 13


class Hypertext(NamedTuple):
    """The text of an HTML source: what is seen, then each attribute's URL on a line of its own."""

    text: str
    visible: int
    """Where the visible text ends (offset in code points)."""
    declared: tuple[Span, ...]
    """The URLs of attributes, as spans of the text."""
    runs: list[tuple[int, int]]

    def segments(self) -> SegmentMap:
        """The map from the text back to the source (offsets in code points)."""
        return SegmentMap(self.runs)


def read(source: str) -> Hypertext:
    """Take an HTML source apart. Never raises; what is no markup is read as text."""
    reader = _Reader(source)
    reader.read()
    return reader.result()


def of_file(document: Document) -> Document:
    """An HTML file that was read as text, as the document of what it shows."""
    page = read(document.text)
    return Document(page.text, document.name, origin=_Place(document, page), declared=page.declared)


class _Place:
    """Where the text of an HTML file stands in it: an `Origin`."""

    message = None
    part = None

    def __init__(self, document: Document, page: Hypertext) -> None:
        self._document = document
        self._segments = page.segments()

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file for an offset in the shown text (code points)."""
        at = self._segments.to_source(offset)
        place = self._document.locate(Span(at, at))
        return place.line, place.column


class _Reader:
    """Collects the pieces of the text, each with its place in the source."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.pieces: list[str] = []
        self.runs: list[tuple[int, int]] = []
        self.length = 0
        self.links: list[tuple[int, str]] = []
        self.preformatted = 0

    def read(self) -> None:
        source, offset = self.source, 0
        while True:
            start = source.find("<", offset)
            if start < 0:
                self._text(offset, len(source))
                return
            if start > offset:
                self._text(offset, start)
            offset = self._markup(start)

    def _markup(self, start: int) -> int:
        """Read what begins with a `<`; the offset behind it."""
        source = self.source
        following = source[start + 1 : start + 2]
        if following in "!?":
            closing = "-->" if source.startswith("<!--", start) else ">"
            stop = source.find(closing, start + 2)
            return len(source) if stop < 0 else stop + len(closing)
        limit = start + _LONGEST_TAG
        tag = _TAG.match(source, start, limit) or _LOOSE_TAG.match(source, start, limit)
        if tag is None:
            return self._no_markup(start)
        name = tag.group(2).lower()
        if not tag.group(1) and tag.group(3):
            self._attributes(tag.start(3), tag.end(3))
        if name not in _INLINE:
            self._add("\t" if name in ("td", "th") else "\n", start)
        if name == "pre":
            self.preformatted = max(0, self.preformatted + (-1 if tag.group(1) else 1))
        if name in _RAW and not tag.group(1):
            return self._raw(name, tag.end())
        return tag.end()

    def _no_markup(self, start: int) -> int:
        """Read a `<` as text; with all that follows, where no `>` is near enough to make a tag of it."""
        closing = self.source.find(">", start)
        stop = len(self.source) if closing < 0 else max(start + 1, closing - _LONGEST_TAG)
        self._text(start, stop)
        return stop

    def _raw(self, name: str, start: int) -> int:
        closing = re.compile(f"</{name}", re.IGNORECASE).search(self.source, start)
        stop = closing.start() if closing else len(self.source)
        if name not in _HIDDEN:
            self._text(start, stop)
        return stop

    def _text(self, start: int, stop: int) -> None:
        chunk = self.source[start:stop]
        if not self.preformatted:
            chunk = chunk.translate(_FOLD)
        if "&" not in chunk:
            self._add(chunk, start)
            return
        at = 0
        for match in _ENTITY.finditer(chunk):
            if match.start() > at:
                self._add(chunk[at : match.start()], start + at)
            self._add(unescape(match.group()), start + match.start())
            at = match.end()
        self._add(chunk[at:], start + at)

    def _add(self, text: str, source: int) -> None:
        if text:
            self.runs.append((self.length, source))
            self.pieces.append(text)
            self.length += len(text)

    def _attributes(self, start: int, stop: int) -> None:
        for match in _ATTRIBUTE.finditer(self.source, start, stop):
            name = match.group(1).lower()
            group = match.lastindex or 2
            value, at = match.group(group), match.start(group)
            if name in _IN_TEXT:
                refresh = _REFRESH.match(value) if name == "content" else None
                if refresh is None:
                    continue
                value, at = refresh.group(1), at + refresh.start(1)
            for part, shift in _listed(value) if name in _LISTS else [(value, 0)]:
                if _ABSOLUTE.match(part):
                    self.links.append((at + shift, part))

    def result(self) -> Hypertext:
        visible = self.length
        declared = []
        for source, value in self.links:
            self._add("\n", source)
            start = self.length
            at = 0
            for match in _ENTITY.finditer(value):
                self._add(value[at : match.start()], source + at)
                self._add(unescape(match.group()), source + match.start())
                at = match.end()
            self._add(value[at:], source + at)
            declared.append(Span(start, self.length))
        return Hypertext("".join(self.pieces), visible, tuple(declared), self.runs)


def _listed(value: str) -> list[tuple[str, int]]:
    """The URLs of a `srcset`, each with its offset."""
    return [(match.group(), match.start()) for match in _LISTED.finditer(value)]
