"""HTML to text: what a reader sees, and the URLs of attributes, with their places in the source.

Tags, comments and entities are told apart as far as URLs need it (HTML standard, section
"Parsing HTML documents"). A library's parser would be several times slower, and none of the
maintained ones keeps the places of attribute values.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import NamedTuple

from urlmend.model import Document
from urlmend.spans import SegmentMap, Span

# What no reader sees. It is blanked out, so that everything else keeps its place.
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<script\b.*?(?:</script[^>]*(?:>|\Z)|\Z)|<style\b.*?(?:</style[^>]*(?:>|\Z)|\Z)|<[!?][^>]*(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# A tag ends at its `>`, one in a quoted value left out; no value may hold a `<`, so that a lost quote does no harm
# beyond its own tag.
_REST_OF_TAG = r"(?:[^<>\"']*(?:(?:\"[^\"<]*\"|'[^'<]*')[^<>\"']*)*|[^<>]*)>"
_INLINE = (
    "abbr|acronym|a|bdi|bdo|big|blink|b|cite|code|del|dfn|em|font|ins|i|kbd|label|mark|nobr|q|samp|small|span|strike|"
    "strong|sub|sup|s|tt|u|var|wbr"
)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE})(?=[\s/>]){_REST_OF_TAG}", re.IGNORECASE)
_BREAK_TAG = re.compile(rf"</?br(?=[\s/>]){_REST_OF_TAG}", re.IGNORECASE)
_TAG = re.compile(rf"</?[A-Za-z]{_REST_OF_TAG}")
_ANY_TAG = re.compile(r"<[^<>]*>")
_COLON = re.compile(r":(?=\S)")
_COLON_ENTITY = re.compile(r"&(?:colon|#0*58|#x0*3a);?", re.IGNORECASE)
_SCHEMELESS = re.compile(r"\.(?<=[wW]{3}\.)")
_LINE, _PARAGRAPH, _NOTHING = "<\0>", "<\1>", "<\2>"
_PREFORMATTED = re.compile(r"<(?:pre|textarea|xmp|plaintext|listing)\b", re.IGNORECASE)

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31})(?:;|(?![=A-Za-z0-9]))")

# Attributes that hold a URL, by the length of their names: `re` looks for the `=`, and only then back at the name.
_ATTRIBUTE_NAMES = (
    "src",
    "href|cite|data|icon|ping",
    "action|poster|usemap|srcset|dynsrc|lowsrc",
    "profile|classid|archive|content",
    "codebase|longdesc|manifest|data-src",
    "background|formaction",
)
_LOOK_BACK = "|".join(rf"(?<=[\s\"'/:](?:{names})=)" for names in _ATTRIBUTE_NAMES)
_VALUE = r"\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s<>\"']+))"
_ATTRIBUTE = re.compile(rf"=(?:{_LOOK_BACK}){_VALUE}", re.IGNORECASE)
# Those with an absolute URL as their value, which are all that count where no value holds more than a URL.
_ABSOLUTE_ATTRIBUTE = re.compile(
    rf"=(?=\s*+[\"']?\s*+[A-Za-z][A-Za-z0-9+.\s-]*:)(?:{_LOOK_BACK}){_VALUE}", re.IGNORECASE
)
_HOLDS_MORE = re.compile(r"content=\s*+[\"']?\s*+[0-9.]")
_BLANK_BEFORE_EQUALS = re.compile(r"(?<=[A-Za-z])(\s{1,20})=")
_ABSOLUTE = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.\s-]*:")
_BEFORE_REFRESH = re.compile(r"\s*+[0-9.]++\s*+[;,]\s*+(?:url\s*+=\s*+)?['\"]?", re.IGNORECASE)
_LISTED = re.compile(r"(?<![^\s,:])[^\s,:]++:[^\s]*[^\s,]")


class Hypertext(NamedTuple):
    """The text of an HTML source: what is seen, then each attribute's URL on a line of its own."""

    text: str
    declared: tuple[Span, ...]
    """The URLs of attributes, as spans of the text."""
    source: str

    def segments(self) -> SegmentMap:
        """The map from the text back to the source (offsets in code points)."""
        return _segments(self.source)


def read(source: str) -> Hypertext:
    """Take an HTML source apart. Never raises; what is no markup is read as text."""
    bare = _without_hidden(source)
    text = ""
    if _shows_colons(bare):
        # A mark holds a `<`, so that what stands on its two sides cannot become a tag of its own.
        text = _TAG.sub(_PARAGRAPH, _INLINE_TAG.sub(_NOTHING, _BREAK_TAG.sub(_LINE, bare)))
        text = text.replace(_NOTHING, "").replace(_LINE, "\n").replace(_PARAGRAPH, "\n\n")
    pieces = [_decoded(text)]
    length = len(pieces[0])
    declared = []
    for _, value in _links(bare):
        link = _decoded(value) if "&" in value else value
        declared.append(Span(length + 1, length + 1 + len(link)))
        pieces.append(link)
        length += 1 + len(link)
    return Hypertext("\n".join(pieces), tuple(declared), source)


def of_file(document: Document) -> Document:
    """An HTML file that was read as text, as the document of what it shows."""
    page = read(document.text)
    return Document(page.text, document.name, origin=_Place(document, page), declared=page.declared)


class _Place:
    """Where the text of an HTML file stands in it: an `Origin`."""

    message = None
    part = None
    region = None

    def __init__(self, document: Document, page: Hypertext) -> None:
        self._document = document
        self._segments = page.segments()

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file for an offset in the shown text (code points)."""
        at = self._segments.to_source(offset)
        place = self._document.locate(Span(at, at))
        return place.line, place.column


def _without_hidden(source: str) -> str:
    """The source with what no reader sees blanked out, and its lines folded: everything keeps its place."""
    bare = _HIDDEN.sub(lambda match: " " * (match.end() - match.start()), source)
    if _PREFORMATTED.search(bare):
        return bare
    return bare.replace("\n", " ").replace("\r", " ").replace("\t", " ").replace("\f", " ")


def _shows_colons(bare: str) -> bool:
    """Whether what is seen may hold a URL at all: in most pages none is seen, and their text need not be made."""
    seen = _ANY_TAG.sub(" ", bare)
    return bool(_COLON.search(seen) or _COLON_ENTITY.search(seen) or _SCHEMELESS.search(seen))


def _links(bare: str) -> list[tuple[int, str]]:
    """The attribute values that hold an absolute URL, with their offsets in the source."""
    if " =" in bare:  # rare, and without it one look back tells the name
        bare = _BLANK_BEFORE_EQUALS.sub(lambda match: "=" + match.group(1), bare)
    found = []
    lower = bare.lower()
    pattern = _ATTRIBUTE if "srcset" in lower or _HOLDS_MORE.search(lower) else _ABSOLUTE_ATTRIBUTE
    for match in pattern.finditer(bare):
        group = match.lastindex or 1
        value, start = match.group(group), match.start(group)
        if value.startswith("http") and " " not in value:  # most are such, and need no closer look
            found.append((start, value))
            continue
        name = bare[max(0, match.start() - 7) : match.start()].lower()
        if name == "content":
            before = _BEFORE_REFRESH.match(value)
            value, start = (_refreshed(value, before.end()), start + before.end()) if before else ("", start)
        if name.endswith("srcset"):
            found += [(start + item.start(), item.group()) for item in _LISTED.finditer(value)]
        elif _ABSOLUTE.match(value):
            found.append((start, value))
    return found


def _refreshed(value: str, start: int) -> str:
    """The URL that begins in a value, less the quote at its end."""
    url = value[start:].rstrip()
    return url[:-1] if url.endswith(("'", '"')) else url


@cache
def _entity(name: str) -> str:
    return unescape(name)


def _decoded(text: str) -> str:
    return _ENTITY.sub(lambda match: _entity(match.group()), text) if "&" in text else text


def _segments(source: str) -> SegmentMap:
    """The same steps as `read`, each keeping account of where its pieces come from."""
    bare = _without_hidden(source)
    pieces, runs, length, at = [], [(0, 0)], 0, 0
    shown = _shows_colons(bare)
    for match in _TAG.finditer(bare) if shown else ():
        chunk = bare[at : match.start()]
        gap = (
            "" if _INLINE_TAG.match(bare, match.start()) else "\n" if _BREAK_TAG.match(bare, match.start()) else "\n\n"
        )
        pieces += [chunk, gap]
        length += len(chunk) + len(gap)
        at = match.end()
        runs.append((length, at))
    pieces.append(bare[at:] if shown else "")
    stripped_map = SegmentMap(runs)
    decoded_runs, length = _decoded_runs("".join(pieces), 0)
    found = [(decoded, stripped_map.to_source(stripped)) for decoded, stripped in _merged(decoded_runs, runs)]
    for start, value in _links(bare):
        value_runs, end = _decoded_runs(value, length + 1)
        found += [(decoded, start + offset) for decoded, offset in value_runs]
        length = end
    return SegmentMap(found)


def _decoded_runs(text: str, start: int) -> tuple[list[tuple[int, int]], int]:
    """Runs from decoded to written offsets, the decoded ones counted from a start, and where the decoded text ends."""
    runs, shift = [(start, 0)], start
    for match in _ENTITY.finditer(text):
        shift += len(_entity(match.group())) - len(match.group())
        runs.append((match.start() + shift - len(_entity(match.group())) + len(match.group()), match.start()))
        runs.append((match.end() + shift, match.end()))
    return runs, len(text) + shift


def _merged(decoded: list[tuple[int, int]], stripped: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs of the decoded text, cut also where those of the text before decoding are."""
    back = SegmentMap([(written, shown) for shown, written in decoded])
    cuts = [(back.to_source(offset), offset) for offset, _ in stripped]
    return sorted({*decoded, *cuts})
