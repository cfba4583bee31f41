"""HTML source to documents: the visible text, then the URLs of attributes, with an offset map to the source.

Recognises tags, comments and character references as far as URLs need it (HTML standard, section "Parsing HTML
documents"). Library parsers are several times slower, and none of the maintained ones reports the offsets of attribute
values.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from html import unescape
from html.entities import html5
from itertools import accumulate, pairwise

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats.html_attributes import css_urls, may_have_css_urls, shown_hosts, url_values
from urlmend.formats.rewriting import MappedText
from urlmend.model.document import BOUNDARY, LABEL, Document
from urlmend.model.lines import at_relay_break
from urlmend.model.span import OffsetMap, Span

if TYPE_CHECKING:
    from typing import TypeVar

    _Item = TypeVar("_Item", int, str)

# Markup whose content is not visible, replaced by spaces so that offsets stay the same; and, in the only group, start
# tags of elements that keep their line breaks. The look-ahead skips all other tags.
_INVISIBLE = lazy(
    rf"""
    < (?=[!?sSpPtTxXlL])
    (?: !-- {repeated("[^-]++ | -(?!->)")} (?: --> | \Z )    # a comment
      | [sS](?i: cript\b {repeated("[^<]++ | <(?!/script)")} (?: </script[^>]*+ (?:>|\Z) | \Z )
               | tyle\b {repeated("[^<]++ | <(?!/style)")} (?: </style[^>]*+ (?:>|\Z) | \Z ) )  # a raw text element
      | [!?] [^>]*+ (?:>|\Z)                                 # a DOCTYPE or a bogus comment
      | (?P<preformatted> (?i:pre|textarea|xmp|plaintext|listing) \b )
    )
    """,
    re.VERBOSE,
)
_COMMENT_OR_RAW_TEXT = lazy(r"<(?:!--|script\b|style\b)", re.IGNORECASE)
_SCRIPT_SOURCE = lazy(r"<(?i:script\b.*?[\s\"'/:](?:src|href))\s*+=", re.DOTALL)
# A tag ends at its first `>` outside quotation marks. No attribute value may contain `<`, so that a missing quotation
# mark affects its own tag only. Group 1 is the tag name, with the `/` of an end tag.
_REST_OF_TAG = r"""
    (?: [^<>"']*+ (?>(?: (?: "[^"<]*+" | '[^'<]*+' ) [^<>"']*+ )*) >
      | [^<>]*+ > )
"""
_TAG = rf"< (?: (/?[A-Za-z][A-Za-z0-9]*+) (?: > | (?=[\s/]) {_REST_OF_TAG} ) | /?[A-Za-z] {_REST_OF_TAG} )"
TAG = lazy(_TAG, re.VERBOSE)
# The same with a group of its own around each tag.
_WHOLE_TAG = lazy(rf"({_TAG})", re.VERBOSE)
INLINE_ELEMENTS = (
    "abbr acronym a bdi bdo big blink b cite code del dfn em font ins i kbd label mark nobr q samp small span strike "
    "strong sub sup s tt u var wbr"
).split()
CODE_ELEMENTS = frozenset(("code", "tt", "kbd", "samp"))
"""The inline elements with code: a URL that begins in one ends with it."""
_CODE_ENDS = frozenset(f"/{name}" for name in CODE_ELEMENTS)
# What shows in the last word of an element that a URL begins in it.
_IN_URL = lazy(r"(?i:://|\bwww\.|\bmailto:)")
_PUNCTUATION = ".,;:!?'\")]}"
# The visible text of a tag; all other tags separate paragraphs.
_TAG_TEXTS = {f"{slash}{name}": "" for name in INLINE_ELEMENTS for slash in ("", "/")} | {"br": "\n", "/br": "\n"}
PARAGRAPH = "\n\n"
# Where a long source may be split: before the tag of a paragraph, or any other tag outside invisible markup.
PARAGRAPH_TAG = r"<(?i:p|div|tr|td|li|table|h[1-6]|ul|ol|dl|dt|dd|blockquote|hr)\b"
_PIECE_STARTS = (lazy(PARAGRAPH_TAG), lazy(r"<[A-Za-z]"))
# Strings without which visible text contains no URL, besides that of a host, and the rest up to the next angle bracket:
# group 1 is the `>` that ends a tag.
_URL_SIGNS = tuple(lazy(rf"(?:{sign})[^<>]*+(>)?") for sign in (r":(?=\S)(?!<[^<>]*+>)", r"&(?i:colon|#0*+58|#x0*+3a)"))
_HOST_SIGN = "www."
_TO_BRACKET = lazy(r"[^<>]*+(>)?")

REFERENCE = r"& (?: \#[0-9]{1,7} | \#[xX][0-9A-Fa-f]{1,6} | [A-Za-z][A-Za-z0-9]{1,31} ) (?: ; | (?![=A-Za-z0-9]) )"
"""An expression for a character reference, for `re.VERBOSE`."""
CHARACTER_REFERENCE = lazy(REFERENCE, re.VERBOSE)
_WHOLE_REFERENCE = lazy(f"({REFERENCE})", re.VERBOSE)

# In an attribute, a space inside a URL is percent-encoded, as browsers do; other white space means nothing.
_REFERENCE_OR_SPACE = lazy(rf"{REFERENCE} | [ ]", re.VERBOSE)


# Breaks that relays insert into long lines, each with an inline tag of the same length.
_RELAY_BREAKS = {"!\n ": "<b>", "!\r\n ": "<em>"}
_RELAY_BREAK = lazy("|".join(_RELAY_BREAKS))
# The most source between the start of a tag and a break in it.
_TAG_REACH = 4000


class Page(NamedTuple):
    """The text of an HTML source: the visible text, then the URL of each attribute on a line of its own."""

    text: str
    declared: tuple[Span, ...]
    """The URLs of attributes, as spans of the text."""
    source: str
    visible: str
    """The source with spaces instead of invisible markup."""
    values: list[str]
    """The attribute values that are URLs, not decoded."""
    offsets: Callable[[], list[int]]
    """Returns the offsets of these values in the source."""
    labelled: bool = False
    """Whether the text of a link shows another host than the link has; the host then follows the URL."""

    def offset_map(self) -> PageOffsetMap:
        """Return the map from the text to the source (offsets in code points)."""
        return PageOffsetMap(self)


def parse(source: str, *, labels: bool = True, keeps_lines: bool = False) -> Page:
    """Parse an HTML source, with the hosts that the texts of links show or without. Never raises: malformed is text.

    `keeps_lines` is whether an element before the source preserves line breaks.
    """
    source = _without_relay_breaks(source)
    visible = without_invisible(source, keeps_lines=keeps_lines)
    text = decoded(_text(visible)) if _may_show_url(visible) else ""
    values, offsets = url_values(visible, source)
    if may_have_css_urls(source) and (in_css := _css_urls(visible, source)):
        together = _in_order([*zip(offsets(), values, strict=True), *in_css])
        values, offsets = [value for _, value in together], partial(list, [offset for offset, _ in together])
    urls = decoded_values(values)
    if labels and text and (labels_of := shown_hosts(visible)):
        text, declared = _labelled(text, urls, [labels_of.get(offset, "") for offset in offsets()])
        return Page(text, declared, source, visible, values, offsets, labelled=True)
    ends = accumulate([len(url) + 1 for url in urls], initial=len(text))
    new = tuple.__new__  # several times as fast as the constructor
    declared = tuple([new(Span, (before + 1, end)) for before, end in pairwise(ends)])
    return Page("\n".join((text, *urls)), declared, source, visible, values, offsets)


def _css_urls(visible: str, source: str) -> list[tuple[int, str]]:
    """Return offset and value of the URLs in CSS: in tags, and in elements `style` outside comments."""
    found, at, in_tag = [], 0, False
    for start, value in css_urls(visible):
        opened, closed = visible.rfind("<", at, start), visible.rfind(">", at, start)
        in_tag = opened > closed or (in_tag and opened == closed)  # both are -1 if nothing is between
        at = start
        if in_tag:
            found.append((start, value))
    for hidden in _INVISIBLE.finditer(source):
        if source[hidden.start() : hidden.start() + 6].lower() == "<style":
            found += css_urls(source, *hidden.span())
    return found


def _in_order(found: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return offsets and values in their order, without those within another value."""
    kept: list[tuple[int, str]] = []
    for offset, value in sorted(found):
        if not kept or offset >= kept[-1][0] + len(kept[-1][1]):
            kept.append((offset, value))
    return kept


def _without_relay_breaks(source: str) -> str:
    """Replace the breaks of relays in long lines by what means nothing there; offsets stay the same.

    That is white space other than spaces in the value of an attribute, and an inline tag elsewhere.
    """
    if not any([each in source for each in _RELAY_BREAKS]):  # noqa: C419  # a list is faster
        return source

    def replacement(match: re.Match[str]) -> str:
        at = match.start()
        if not at_relay_break(source, at + 1):
            return match[0]
        low = max(0, at - _TAG_REACH)
        in_tag = source.rfind("<", low, at) > source.rfind(">", low, at)
        return "\t" * len(match[0]) if in_tag else _RELAY_BREAKS[match[0]]

    return _RELAY_BREAK.sub(replacement, source)


def _labelled(text: str, urls: list[str], labels: list[str]) -> tuple[str, tuple[Span, ...]]:
    """Return the text of a page with labels after some of its URLs, and the spans of these."""
    lines, declared, at = [text], [], len(text) + 1
    for url, label in zip(urls, labels, strict=True):
        declared.append(Span(at, at + len(url)))
        lines.append(f"{url}{LABEL}{label}" if label else url)
        at += len(lines[-1]) + 1
    return "\n".join(lines), tuple(declared)


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
        self._visible = page.visible
        self._values = page.values
        self._starts = [start for start, _ in page.declared]
        self._offsets = page.offsets()
        self._maps: dict[int, OffsetMap | _TextMap] = {}

    def to_source(self, offset: int) -> int:
        """Return the source offset of an offset in the text (both in code points)."""
        number = bisect_right(self._starts, offset) - 1
        if number >= 0 and self._is_as_written(number):
            return self._offsets[number] + offset - self._starts[number]
        return self._map_of(number).to_source(offset)

    def end_in_source(self, offset: int) -> int:
        """Return the source offset where the source of the character before an offset in the text ends."""
        number = bisect_right(self._starts, offset - 1) - 1
        if number >= 0 and self._is_as_written(number):
            return self._offsets[number] + offset - self._starts[number]
        return self._map_of(number).end_in_source(offset)

    def spans_in_source(self, spans: Iterable[Span]) -> list[tuple[int, int]]:
        """Return the ranges of the source from which spans of the text are (in code points)."""
        starts, values, offsets = self._starts, self._values, self._offsets
        found = []
        for start, stop in spans:
            number = bisect_right(starts, start) - 1
            # A range of an attribute whose value is as written, as most are.
            if number >= 0 and start < stop <= starts[number] + len(values[number]) and self._is_as_written(number):
                shift = offsets[number] - starts[number]
                found.append((start + shift, stop + shift))
            else:
                found.append((self.to_source(start), self.end_in_source(stop)))
        return found

    def _is_as_written(self, number: int) -> bool:
        """Return whether the text has the value of an attribute unchanged, as it has most."""
        value = self._values[number]
        return "&" not in value and " " not in value

    def _map_of(self, number: int) -> OffsetMap | _TextMap:
        """Return the map of an attribute by its number, or of the visible text for -1."""
        if number not in self._maps:
            self._maps[number] = _TextMap(self._visible) if number < 0 else self._attribute_map(number)
        return self._maps[number]

    def _attribute_map(self, number: int) -> OffsetMap:
        runs = _decoded_runs(self._values[number], self._starts[number])
        return OffsetMap([(decoded, self._offsets[number] + written) for decoded, written in runs])


class _TextMap:
    """The map of the visible text: the steps of `parse`, first the tags and then the character references."""

    def __init__(self, visible: str) -> None:
        pieces = _WHOLE_TAG.split(visible)
        chunks, tags, names = pieces[::3], pieces[1::3], pieces[2::3]
        texts = _texts_of_tags(chunks, names)
        self._tags = _map_of_pieces(chunks, texts, tags)
        text = "".join(_alternating(chunks, texts))
        self._references: OffsetMap | None = None
        if "&" in text:
            pieces = _WHOLE_REFERENCE.split(text)
            self._references = _map_of_pieces(pieces[::2], list(map(referenced, pieces[1::2])), pieces[1::2])

    def to_source(self, offset: int) -> int:
        """Return the source offset of an offset in the text."""
        return self._tags.to_source(self._references.to_source(offset) if self._references else offset)

    def end_in_source(self, offset: int) -> int:
        """Return the source offset where the source of the character before an offset in the text ends."""
        return self._tags.end_in_source(self._references.end_in_source(offset) if self._references else offset)


def _map_of_pieces(kept: list[str], decoded: list[str], written: list[str]) -> OffsetMap:
    """Return the map of a text whose pieces are kept and decoded by turns, to the same with pieces as written."""
    columns = (
        list(accumulate(_alternating(list(map(len, kept)), list(map(len, other))), initial=0))
        for other in (decoded, written)
    )
    return OffsetMap.from_columns(*columns)


def _alternating(kept: list[_Item], others: list[_Item]) -> list[_Item]:
    """Return the items of two lists by turns, of which the first is longer by one."""
    items = kept + others
    items[::2], items[1::2] = kept, others
    return items


def keeps_lines(source: str) -> bool:
    """Whether an element of an HTML source preserves line breaks."""
    return any(match.lastgroup for match in _INVISIBLE.finditer(source))


def last_paragraph(source: str, low: int) -> int:
    """Return the offset of the last paragraph of an HTML source that begins after `low`; 0 if there is none."""
    visible = without_invisible(source)
    for start in _PIECE_STARTS:
        at = max((match.start() for match in start.finditer(visible, low)), default=0)
        if at:
            return at
    return 0


def without_invisible(source: str, *, keeps_lines: bool = False) -> str:
    """Replace invisible markup by spaces, and so line breaks unless they are preserved; offsets stay the same."""

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
    """Replace invisible markup by spaces; of an unterminated declaration, only comments and raw text elements.

    The start tag of a script is kept if it has a URL.
    """
    if markup[1] in "sS" and (tag := TAG.match(markup)) and _SCRIPT_SOURCE.match(tag.group()):
        return tag.group() + " " * (len(markup) - tag.end())
    if markup[-1] != ">" and markup[1] in "!?" and not markup.startswith("<!--"):
        hidden = _COMMENT_OR_RAW_TEXT.search(markup)
        shown = markup[: hidden.start()] if hidden else markup
        return shown + " " * (len(markup) - len(shown))
    return " " * len(markup)


def _may_show_url(visible: str) -> bool:
    """Return whether the visible text may contain a URL; most pages' does not, and need not be extracted."""
    return any(_occur_in_text(sign.finditer(visible), visible) for sign in _URL_SIGNS) or _occur_in_text(
        _hosts(visible), visible
    )


def _hosts(visible: str) -> Iterator[re.Match[str]]:
    """Yield what follows each `www.`, in any case, up to the next angle bracket: a search for a literal is fast."""
    lower = visible.replace("W", "w")
    at = 0
    while (at := lower.find(_HOST_SIGN, at) + len(_HOST_SIGN)) >= len(_HOST_SIGN):
        match = _TO_BRACKET.match(visible, at)
        assert match  # matches the empty string
        yield match
        at = match.end()


def _occur_in_text(signs: Iterable[re.Match[str]], visible: str) -> bool:
    """Return whether one of the signs is outside tags."""
    at = 0
    for match in signs:
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
    pieces = TAG.split(visible)
    pieces[1::2] = _texts_of_tags(pieces[::2], pieces[1::2])
    return "".join(pieces)


def _texts_of_tags(chunks: list[str], names: list[str]) -> list[str]:
    """Return the visible texts of the tags between the chunks of a source."""
    of_name = _tag_texts(names)
    texts = list(map(of_name.__getitem__, names))
    if not _CODE_ENDS.isdisjoint([(name or "").lower() for name in of_name]):
        for number in _ends_of_code(chunks, names, texts):
            texts[number] = BOUNDARY
    return texts


def _ends_of_code(chunks: list[str], names: list[str], texts: list[str]) -> Iterator[int]:
    """Yield the numbers of end tags of code directly after a URL that begins in the element, and before other text."""
    start = None
    for number, name in enumerate(names):
        if not name or name.lower().removeprefix("/") not in CODE_ELEMENTS:
            continue
        if name[0] != "/":
            start = number
        elif start is not None:
            inside = "".join(_alternating(chunks[start + 1 : number + 1], texts[start + 1 : number]))
            start = None
            word = inside.rsplit(None, 1)[-1] if inside[-1:].strip() else ""
            if _IN_URL.search(word) and _goes_on(chunks, texts, number + 1):
                yield number


def _goes_on(chunks: list[str], texts: list[str], after: int) -> bool:
    """Whether more than punctuation follows without white space, from the chunk of a number on."""
    for number in range(after, len(chunks)):
        chunk = chunks[number].lstrip(_PUNCTUATION)
        if chunk or (number < len(texts) and texts[number]):
            return chunk != "" and not chunk[0].isspace()
    return False


def _tag_texts(names: list[str]) -> dict[str, str]:
    """Return the visible text of each tag, by its name."""
    return {name: tag_text(name) for name in set(names)}


def tag_text(name: str | None) -> str:
    """Return the visible text of a tag: nothing, a line break or a paragraph break."""
    return _TAG_TEXTS.get(name.lower(), PARAGRAPH) if name else PARAGRAPH


def decoded_values(values: list[str]) -> list[str]:
    """Decode the character references of the values and encode spaces: all at once, unless one is a line feed."""
    together = decoded("\n".join(values)).replace(" ", "%20").split("\n")
    return together if len(together) == len(values) else [decoded(value).replace(" ", "%20") for value in values]


@lru_cache(1024)  # pages use few different ones
def referenced(reference: str) -> str:
    """Return the characters of a character reference; unchanged if its whole name is unknown, as in `&gtm_id=1`."""
    return unescape(reference) if reference[1:2] == "#" or reference[1:] in html5 else reference


def _in_attribute(written: str) -> str:
    """Return what a character reference or a space is in the URL of an attribute."""
    return referenced(written).replace(" ", "%20")


def decoded(text: str) -> str:
    """Decode the character references of a text."""
    return CHARACTER_REFERENCE.sub(lambda match: referenced(match.group()), text) if "&" in text else text


def _decoded_runs(value: str, start: int) -> list[tuple[int, int]]:
    """Return runs of (decoded, written) offsets of the value of an attribute; decoded ones begin at `start`."""
    runs, shift = [(start, 0)], start
    for match in _REFERENCE_OR_SPACE.finditer(value):
        runs.append((match.start() + shift, match.start()))
        shift += len(_in_attribute(match.group())) - len(match.group())
        runs.append((match.end() + shift, match.end()))
    return runs
