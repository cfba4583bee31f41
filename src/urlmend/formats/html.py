"""HTML source to documents: the visible text, then the URLs of attributes, with an offset map to the source.

Recognises tags, comments and character references as far as URLs need it (HTML standard, section "Parsing HTML
documents"). Library parsers are several times slower, and none of the maintained ones reports the offsets of attribute
values.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from html import unescape
from itertools import accumulate, pairwise
from typing import NamedTuple

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.html_attributes import shown_hosts, url_attributes, url_values
from urlmend.formats.rewriting import MappedText
from urlmend.model.document import LABEL, Document
from urlmend.model.span import OffsetMap, Span

# Markup whose content is not visible, replaced by spaces so that offsets stay the same; and, in the only group, start
# tags of elements that keep their line breaks. The look-ahead skips all other tags.
_INVISIBLE = re.compile(
    r"""
    < (?=[!?sSpPtTxXlL])
    (?: !-- (?>(?: [^-]++ | -(?!->) )*) (?: --> | \Z )                           # a comment
      | [sS](?i: cript\b (?>(?: [^<]++ | <(?!/script) )*) (?: </script[^>]*+ (?:>|\Z) | \Z )
               | tyle\b (?>(?: [^<]++ | <(?!/style) )*) (?: </style[^>]*+ (?:>|\Z) | \Z ) )  # a raw text element
      | [!?] [^>]*+ (?:>|\Z)                                                     # a DOCTYPE or a bogus comment
      | (?P<preformatted> (?i:pre|textarea|xmp|plaintext|listing) \b )
    )
    """,
    re.VERBOSE,
)
_COMMENT_OR_RAW_TEXT = re.compile(r"<(?:!--|script\b|style\b)", re.IGNORECASE)
# A tag ends at its first `>` outside quotation marks. No attribute value may contain `<`, so that a missing quotation
# mark affects its own tag only. Group 1 is the tag name, with the `/` of an end tag.
_REST_OF_TAG = r"""
    (?: [^<>"']*+ (?>(?: (?: "[^"<]*+" | '[^'<]*+' ) [^<>"']*+ )*) >
      | [^<>]*+ > )
"""
_TAG = re.compile(
    rf"< (?: (/?[A-Za-z][A-Za-z0-9]*+) (?: > | (?=[\s/]) {_REST_OF_TAG} ) | /?[A-Za-z] {_REST_OF_TAG} )", re.VERBOSE
)
_INLINE_ELEMENTS = (
    "abbr acronym a bdi bdo big blink b cite code del dfn em font ins i kbd label mark nobr q samp small span strike "
    "strong sub sup s tt u var wbr"
).split()
# The visible text of a tag; all other tags separate paragraphs.
_TAG_TEXTS = {f"{slash}{name}": "" for name in _INLINE_ELEMENTS for slash in ("", "/")} | {"br": "\n", "/br": "\n"}
_PARAGRAPH = "\n\n"
# Strings without which visible text contains no URL, and the rest up to the next angle bracket: group 1 is the `>` that
# ends a tag.
_URL_SIGNS = tuple(
    re.compile(rf"(?:{sign})[^<>]*+(>)?")
    for sign in (r":(?=\S)(?!<[^<>]*+>)", r"\.(?<=[wW]{3}\.)", r"&(?i:colon|#0*+58|#x0*+3a)")
)

_CHARACTER_REFERENCE = re.compile(
    r"& (?: \#[0-9]{1,7} | \#[xX][0-9A-Fa-f]{1,6} | [A-Za-z][A-Za-z0-9]{1,31} ) (?: ; | (?![=A-Za-z0-9]) )", re.VERBOSE
)

# In an attribute, a space inside a URL is percent-encoded, as browsers do; other white space means nothing.
_REFERENCE_OR_SPACE = lazy(rf"{_CHARACTER_REFERENCE.pattern} | [ ]", re.VERBOSE)


class Page(NamedTuple):
    """The text of an HTML source: the visible text, then the URL of each attribute on a line of its own."""

    text: str
    declared: tuple[Span, ...]
    """The URLs of attributes, as spans of the text."""
    source: str
    visible: str
    """The source with spaces instead of invisible markup."""
    labelled: bool = False
    """Whether the text of a link shows another host than the link has; the host then follows the URL."""

    def offset_map(self) -> PageOffsetMap:
        """Return the map from the text to the source (offsets in code points)."""
        return PageOffsetMap(self)


def parse(source: str) -> Page:
    """Parse an HTML source. Never raises: malformed markup is text."""
    visible = _without_invisible(source)
    text = _decoded(_text(visible)) if _may_show_url(visible) else ""
    values = url_values(visible, source)
    urls = _decoded_values(values)
    if labels := shown_hosts(visible):
        return _labelled(text, urls, [labels.pop(value.strip(), "") for value in values], source, visible)
    ends = accumulate([len(url) + 1 for url in urls], initial=len(text))
    declared = tuple([Span(before + 1, end) for before, end in pairwise(ends)])
    return Page("\n".join((text, *urls)), declared, source, visible)


def _labelled(text: str, urls: list[str], labels: list[str], source: str, visible: str) -> Page:
    """Return a page with labels after some of its URLs."""
    lines, declared, at = [text], [], len(text) + 1
    for url, label in zip(urls, labels, strict=True):
        declared.append(Span(at, at + len(url)))
        lines.append(f"{url}{LABEL}{label}" if label else url)
        at += len(lines[-1]) + 1
    return Page("\n".join(lines), tuple(declared), source, visible, labelled=True)


def html_document(document: Document) -> Document:
    """Convert the document of an HTML source to the document of its text and URLs."""
    page = parse(document.text)
    result = Document(
        page.text,
        document.name,
        rewriting=MappedText(document, page.offset_map()),
        declared=page.declared,
        note=document.note,
    )
    result.labelled = page.labelled
    result.format = "html"
    return result


class PageOffsetMap:
    """Maps the text of a page to its source; the visible text and each attribute are mapped on first use."""

    def __init__(self, page: Page) -> None:
        """Take the parsed page."""
        self._declared = page.declared
        self._source = page.source
        self._visible = page.visible
        self._attributes: list[tuple[int, str]] | None = None
        self._maps: dict[int, OffsetMap] = {}

    def to_source(self, offset: int) -> int:
        """Return the source offset of an offset in the text (both in code points)."""
        return self._map_at(offset).to_source(offset)

    def end_in_source(self, offset: int) -> int:
        """Return the source offset where the source of the character before an offset in the text ends."""
        return self._map_at(offset - 1).end_in_source(offset)

    def _map_at(self, offset: int) -> OffsetMap:
        """Return the map of the attribute, or the visible text, that holds an offset in the text."""
        number = bisect_right(self._declared, offset, key=lambda span: span.start) - 1
        if number not in self._maps:
            self._maps[number] = self._map_of(number)
        return self._maps[number]

    def _map_of(self, number: int) -> OffsetMap:
        """Return the map of an attribute by its number, or of the visible text for -1."""
        if number < 0:
            return _text_map(self._visible)
        if self._attributes is None:
            self._attributes = url_attributes(self._visible, self._source)
        at, value = self._attributes[number]
        if "&" not in value and " " not in value:  # the common case
            return OffsetMap([(self._declared[number].start, at)])
        runs = _decoded_runs(value, self._declared[number].start, _REFERENCE_OR_SPACE, _in_attribute)
        return OffsetMap([(decoded, at + written) for decoded, written in runs])


def _without_invisible(source: str) -> str:
    """Replace invisible markup by spaces, and so line breaks unless they are preserved; offsets stay the same."""
    keeps_lines = False

    def replacement(match: re.Match[str]) -> str:
        nonlocal keeps_lines
        if match.lastgroup:
            keeps_lines = True
            return match.group()
        return _spaces(match.group())

    visible = _INVISIBLE.sub(replacement, source)
    if keeps_lines:
        return visible
    return visible.replace("\n", " ").replace("\r", " ").replace("\t", " ").replace("\f", " ")


def _spaces(markup: str) -> str:
    """Replace invisible markup by spaces; of an unterminated declaration, only comments and raw text elements."""
    if markup[-1] != ">" and markup[1] in "!?" and not markup.startswith("<!--"):
        hidden = _COMMENT_OR_RAW_TEXT.search(markup)
        shown = markup[: hidden.start()] if hidden else markup
        return shown + " " * (len(markup) - len(shown))
    return " " * len(markup)


def _may_show_url(visible: str) -> bool:
    """Return whether the visible text may contain a URL; most pages' does not, and need not be extracted."""
    return any(_occurs_in_text(sign, visible) for sign in _URL_SIGNS)


def _occurs_in_text(sign: re.Pattern[str], visible: str) -> bool:
    """Return whether one of `_URL_SIGNS` matches outside tags."""
    at = 0
    for match in sign.finditer(visible):
        start = match.start()
        if not match.lastindex:
            return True
        opened = visible.rfind("<", at, start)
        if opened < 0 or visible.find(">", opened, start) >= 0:
            return True
        at = match.end()
    return False


def _text(visible: str) -> str:
    """Replace each tag by its visible text; character references are not decoded."""
    pieces = _TAG.split(visible)
    names = pieces[1::2]
    texts = {name: _tag_text(name) for name in set(names)}
    pieces[1::2] = list(map(texts.__getitem__, names))
    return "".join(pieces)


def _tag_text(name: str | None) -> str:
    """Return the visible text of a tag: nothing, a line break or a paragraph break."""
    return _TAG_TEXTS.get(name.lower(), _PARAGRAPH) if name else _PARAGRAPH


def _decoded_values(values: list[str]) -> list[str]:
    """Decode the character references of the values and encode spaces: all at once, unless one is a line feed."""
    decoded = _decoded("\n".join(values)).replace(" ", "%20").split("\n")
    return decoded if len(decoded) == len(values) else [_decoded(value).replace(" ", "%20") for value in values]


@lru_cache(1024)  # pages use few different ones
def _referenced(reference: str) -> str:
    """Return the characters of a character reference; unchanged if it is unknown."""
    return unescape(reference)


def _in_attribute(written: str) -> str:
    """Return what a character reference or a space is in the URL of an attribute."""
    return _referenced(written).replace(" ", "%20")


def _decoded(text: str) -> str:
    """Decode the character references of a text."""
    return _CHARACTER_REFERENCE.sub(lambda match: _referenced(match.group()), text) if "&" in text else text


def _text_map(visible: str) -> OffsetMap:
    """Return the map of the visible text: the steps of `parse`, recording source offsets."""
    if not _may_show_url(visible):
        return OffsetMap([(0, 0)])
    pieces, runs, length, at = [], [(0, 0)], 0, 0
    for match in _TAG.finditer(visible):
        chunk = visible[at : match.start()]
        tag_text = _tag_text(match[1])
        pieces += [chunk, tag_text]
        length += len(chunk)
        runs.append((length, match.start()))
        length += len(tag_text)
        at = match.end()
        runs.append((length, at))
    pieces.append(visible[at:])
    tag_map = OffsetMap(runs)
    text = "".join(pieces)
    merged = _split_at(_decoded_runs(text, 0, _CHARACTER_REFERENCE, _referenced), [offset for offset, _ in runs])
    # A tag without text is a run of length 0: before it, a text ends; after it, one begins.
    ends = [(decoded, tag_map.end_in_source(written)) for decoded, written in merged]
    starts = [(decoded, tag_map.to_source(written)) for decoded, written in merged]
    return OffsetMap([run for both in zip(ends, starts, strict=True) for run in both])


def _decoded_runs(
    text: str, start: int, tokens: re.Pattern[str], decode: Callable[[str], str]
) -> list[tuple[int, int]]:
    """Return runs of (decoded, written) offsets of a text whose tokens are decoded; decoded ones begin at `start`."""
    runs, shift = [(start, 0)], start
    for match in tokens.finditer(text):
        runs.append((match.start() + shift, match.start()))
        shift += len(decode(match.group())) - len(match.group())
        runs.append((match.end() + shift, match.end()))
    return runs


def _split_at(runs: list[tuple[int, int]], offsets: list[int]) -> list[tuple[int, int]]:
    """Split runs of (decoded, written) offsets at additional written offsets."""
    to_decoded = OffsetMap([(written, decoded) for decoded, written in runs])
    return sorted({*runs, *((to_decoded.to_source(offset), offset) for offset in offsets)})
