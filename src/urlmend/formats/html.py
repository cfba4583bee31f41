"""HTML to text: what a reader sees, and the URLs of attributes, with their places in the source.

Tags, comments and entities are told apart as far as URLs need it (HTML standard, section
"Parsing HTML documents"). A library's parser would be several times slower, and none of the
maintained ones keeps the places of attribute values.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from html import unescape
from itertools import accumulate, pairwise
from typing import NamedTuple

from urlmend.model.document import Document
from urlmend.model.span import OffsetMap, Span

# What no reader sees: it is blanked out, so that everything else keeps its place. And tags that keep their lines.
_HIDDEN = re.compile(
    r"<(?=[!?sSpPtTxXlL])(?:!--(?>(?:[^-]++|-(?!->))*)(?:-->|\Z)"
    r"|[sS](?i:cript\b(?>(?:[^<]++|<(?!/script))*)(?:</script[^>]*+(?:>|\Z)|\Z)"
    r"|tyle\b(?>(?:[^<]++|<(?!/style))*)(?:</style[^>]*+(?:>|\Z)|\Z))"
    r"|[!?][^>]*+(?:>|\Z)"
    r"|(?P<preformatted>(?i:pre|textarea|xmp|plaintext|listing)\b))"
)
_UNENDED = re.compile(r"<(?:!--|script\b|style\b)", re.IGNORECASE)
# A tag ends at its `>`, one in a quoted value left out; no value may hold a `<`, so that a lost quote does no harm
# beyond its own tag. Group 1 is its name, a `/` before it included.
_REST_OF_TAG = r"(?:[^<>\"']*+(?>(?:(?:\"[^\"<]*+\"|'[^'<]*+')[^<>\"']*+)*)>|[^<>]*+>)"
_TAG = re.compile(rf"<(?:(/?[A-Za-z][A-Za-z0-9]*+)(?:>|(?=[\s/]){_REST_OF_TAG})|/?[A-Za-z]{_REST_OF_TAG})")
_INLINE = (
    "abbr acronym a bdi bdo big blink b cite code del dfn em font ins i kbd label mark nobr q samp small span strike "
    "strong sub sup s tt u var wbr"
).split()
# What a tag leaves in the text; all others begin a paragraph.
_GAPS = {f"{slash}{name}": "" for name in _INLINE for slash in ("", "/")} | {"br": "\n", "/br": "\n"}
_PARAGRAPH = "\n\n"
# What may make a URL of what is seen, and behind it all up to the next angle bracket (group 1, if it closes a tag).
_MAY_BE_SEEN = tuple(
    re.compile(rf"(?:{sign})[^<>]*+(>)?")
    for sign in (r":(?=\S)(?!<[^<>]*+>)", r"\.(?<=[wW]{3}\.)", r"&(?i:colon|#0*+58|#x0*+3a)")
)

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
_VALUE = r"\s*+[\"']?+(?P<value>(?<=\")[^\"<>]*+(?=\")|(?<=')[^'<>]*+(?=')|(?<![\"'])[^\s<>\"']++)"
_ATTRIBUTE = re.compile(rf"=(?i:{_LOOK_BACK}){_VALUE}")
# Those with an absolute URL as their value, which are all that count where no value holds more than a URL. Group 1 is
# there if it is the `content`, which holds no URL that does not begin with `http`.
_ABSOLUTE_ATTRIBUTE = re.compile(
    r"=(?=\s*+[\"']?+\s*+[A-Za-z][A-Za-z0-9+.\s-]*+:)"
    rf"(?i:{_LOOK_BACK})(?>(?:(?<=[tT]=)(?<=(?i:content)=)(?=(.)))?){_VALUE}",
    re.DOTALL,
)
_LISTED_OR_REFRESH = r"(?<=(?i:srcset)=)|(?<=(?i:content)=)(?=\s*+[\"']?+\s*+[0-9.])"
_HOLDS_MORE = re.compile(rf"=(?<=[tT]=)(?:{_LISTED_OR_REFRESH})")
_NEEDS_CARE = re.compile(rf"=(?<=[ tT]=)(?:(?<= =)|{_LISTED_OR_REFRESH})")
_BLANK_BEFORE_EQUALS = re.compile(r"(\s(?<=[A-Za-z]\s)\s{0,19}+)=")
_ABSOLUTE = re.compile(r"\s*+[A-Za-z][A-Za-z0-9+.\s-]*+:")
_REFRESH = re.compile(r"\s*+[0-9.]++\s*+[;,]\s*+(?>(?:url\s*+=)?)\s*+['\"]?+(.*)", re.IGNORECASE | re.DOTALL)
_LISTED = re.compile(r"(?<![^\s,:])[^\s,:]++:[^\s]*[^\s,]")


class Hypertext(NamedTuple):
    """The text of an HTML source: what is seen, then each attribute's URL on a line of its own."""

    text: str
    declared: tuple[Span, ...]
    """The URLs of attributes, as spans of the text."""
    source: str

    def segments(self) -> Segments:
        """The map from the text back to the source (offsets in code points)."""
        return Segments(self)


def read(source: str) -> Hypertext:
    """Take an HTML source apart. Never raises; what is no markup is read as text."""
    bare = _without_hidden(source)
    text = _decoded(_seen(bare)) if _shows_colons(bare) else ""
    links = _decoded_links(_values(bare))
    ends = accumulate([len(link) + 1 for link in links], initial=len(text))
    declared = tuple([Span(before + 1, end) for before, end in pairwise(ends)])
    return Hypertext("\n".join((text, *links)), declared, source)


def of_file(document: Document) -> Document:
    """An HTML file that was read as text, as the document of what it shows."""
    page = read(document.text)
    return Document(page.text, document.name, origin=_Place(document, page), declared=page.declared)


class Segments:
    """The map from a page's text back to its source; of what is seen and of each attribute, made when it is needed."""

    def __init__(self, page: Hypertext) -> None:
        """Take the page that was read."""
        self._declared = page.declared
        self._bare = _without_hidden(page.source)
        self._links: list[tuple[int, str]] | None = None
        self._maps: dict[int, OffsetMap] = {}

    def to_source(self, offset: int) -> int:
        """The source offset of one of the text (both in code points)."""
        number = bisect_right(self._declared, offset, key=lambda span: span.start) - 1
        if number not in self._maps:
            self._maps[number] = self._map_of(number)
        return self._maps[number].to_source(offset)

    def _map_of(self, number: int) -> OffsetMap:
        """The map from an attribute's URL, or from what is seen, whose number is -1."""
        if number < 0:
            return _seen_segments(self._bare)
        if self._links is None:
            self._links = _links(self._bare)
        at, value = self._links[number]
        runs = _decoded_runs(value, self._declared[number].start)
        return OffsetMap([(decoded, at + written) for decoded, written in runs])


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
        return self._document.position(self._segments.to_source(offset))


def _without_hidden(source: str) -> str:
    """The source with what no reader sees blanked out, and its lines folded: everything keeps its place."""
    keeps_lines = False

    def blanks(match: re.Match[str]) -> str:
        nonlocal keeps_lines
        if match.lastgroup:
            keeps_lines = True
            return match.group()
        return _blanks(match.group())

    bare = _HIDDEN.sub(blanks, source)
    if keeps_lines:
        return bare
    return bare.replace("\n", " ").replace("\r", " ").replace("\t", " ").replace("\f", " ")


def _blanks(hidden: str) -> str:
    """What stands in the place of a hidden piece: of a declaration that never ends, it is not hidden as a whole."""
    if hidden[-1] != ">" and hidden[1] in "!?" and not hidden.startswith("<!--"):
        unended = _UNENDED.search(hidden)
        seen = hidden[: unended.start()] if unended else hidden
        return seen + " " * (len(hidden) - len(seen))
    return " " * len(hidden)


def _shows_colons(bare: str) -> bool:
    """Whether what is seen may hold a URL at all: in most pages none is seen, and their text need not be made."""
    return any(_is_seen(sign, bare) for sign in _MAY_BE_SEEN)


def _is_seen(sign: re.Pattern[str], bare: str) -> bool:
    """Whether one of the signs that a pattern finds stands outside of tags."""
    at = 0
    for match in sign.finditer(bare):
        start = match.start()
        if not match.lastindex:
            return True
        opened = bare.rfind("<", at, start)
        if opened < 0 or bare.find(">", opened, start) >= 0:
            return True
        at = match.end()
    return False


def _seen(bare: str) -> str:
    """The text without its tags, entities as they are."""
    pieces = _TAG.split(bare)
    names = pieces[1::2]
    gaps = {name: _gap(name) for name in set(names)}
    pieces[1::2] = list(map(gaps.__getitem__, names))
    return "".join(pieces)


def _gap(name: str | None) -> str:
    """What a tag of a name leaves in the text."""
    return _GAPS.get(name.lower(), _PARAGRAPH) if name else _PARAGRAPH


def _values(bare: str) -> list[str]:
    """The attribute values that hold an absolute URL: those of `_links`, made faster."""
    if _NEEDS_CARE.search(bare):
        return [value for _, value in _links(bare)]
    return [
        value
        for is_content, value in _ABSOLUTE_ATTRIBUTE.findall(bare)
        if (value.startswith("http") and " " not in value) or (not is_content and _ABSOLUTE.match(value))
    ]


def _links(bare: str) -> list[tuple[int, str]]:
    """The attribute values that hold an absolute URL, with their offsets in the source."""
    if " =" in bare:  # rare, and without it one look back tells the name
        bare = _BLANK_BEFORE_EQUALS.sub(lambda match: "=" + match.group(1), bare)
    found = []
    pattern = _ATTRIBUTE if _HOLDS_MORE.search(bare) else _ABSOLUTE_ATTRIBUTE
    for match in pattern.finditer(bare):
        value, start = match["value"], match.start("value")
        name = bare[max(0, match.start() - 7) : match.start()].lower()
        if value.startswith("http") and " " not in value:  # most are such, and need no closer look
            found.append((start, value))
        elif name == "content":
            value, offset = _refreshed(value)
            if _ABSOLUTE.match(value):
                found.append((start + offset, value))
        elif name.endswith("srcset"):
            found += [(start + item.start(), item.group()) for item in _LISTED.finditer(value)]
        elif _ABSOLUTE.match(value):
            found.append((start, value))
    return found


def _refreshed(value: str) -> tuple[str, int]:
    """The URL that a page goes on to by its `content`, without its quotes, and the offset of it."""
    refresh = _REFRESH.match(value)
    if refresh is None:
        return "", 0
    url = refresh[1].rstrip()
    return url[:-1] if url.endswith(("'", '"')) else url, refresh.start(1)


def _decoded_links(links: list[str]) -> list[str]:
    """Links with their entities decoded: all in one go, unless that makes a line end."""
    decoded = _decoded("\n".join(links)).split("\n")
    return decoded if len(decoded) == len(links) else [_decoded(link) for link in links]


@lru_cache(1024)  # few are used
def _entity(name: str) -> str:
    return unescape(name)


def _decoded(text: str) -> str:
    return _ENTITY.sub(lambda match: _entity(match.group()), text) if "&" in text else text


def _seen_segments(bare: str) -> OffsetMap:
    """The map from what is seen: the same steps as `read`, each keeping account of where its pieces come from."""
    if not _shows_colons(bare):
        return OffsetMap([(0, 0)])
    pieces, runs, length, at = [], [(0, 0)], 0, 0
    for match in _TAG.finditer(bare):
        chunk = bare[at : match.start()]
        gap = _gap(match[1])
        pieces += [chunk, gap]
        length += len(chunk) + len(gap)
        at = match.end()
        runs.append((length, at))
    pieces.append(bare[at:])
    stripped_map = OffsetMap(runs)
    merged = _merged(_decoded_runs("".join(pieces), 0), runs)
    return OffsetMap([(decoded, stripped_map.to_source(stripped)) for decoded, stripped in merged])


def _decoded_runs(text: str, start: int) -> list[tuple[int, int]]:
    """Runs from decoded to written offsets, the decoded ones counted from a start."""
    runs, shift = [(start, 0)], start
    for match in _ENTITY.finditer(text):
        shift += len(_entity(match.group())) - len(match.group())
        runs.append((match.start() + shift - len(_entity(match.group())) + len(match.group()), match.start()))
        runs.append((match.end() + shift, match.end()))
    return runs


def _merged(decoded: list[tuple[int, int]], stripped: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs of the decoded text, cut also where those of the text before decoding are."""
    back = OffsetMap([(written, shown) for shown, written in decoded])
    cuts = [(back.to_source(offset), offset) for offset, _ in stripped]
    return sorted({*decoded, *cuts})
