"""HTML and XML files: references are decoded, URLs of attributes are complete, and text runs on over inline tags.

Everything else stays where it is, and its URLs are found as in plain text. Few URLs need more than that: expressions
find the places of those, and only the tags and texts around these are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import merge
from itertools import chain

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats import json, literals
from urlmend.formats.html import (
    CHARACTER_REFERENCE,
    CODE_ELEMENTS,
    INLINE_ELEMENTS,
    PARAGRAPH_TAG,
    REFERENCE,
    TAG,
    decoded,
    referenced,
    without_invisible,
)
from urlmend.formats.html_attributes import (
    AFTER_NAME,
    LIST_ATTRIBUTES,
    REFRESH,
    URL_ATTRIBUTE_NAMES,
    css_urls,
    may_have_css_urls,
)
from urlmend.formats.recognition import language_of
from urlmend.formats.rewriting import Rewrite, moved, rewritten
from urlmend.model.document import Document
from urlmend.model.span import Span

# An attribute whose value begins with a URL and has other characters than most, or may begin with one when decoded.
_UNUSUAL_VALUE = lazy(
    rf"""
    = (?= \s*+ ["']?+ \s*+ (?: [A-Za-z] [A-Za-z0-9+.-]*+ (?: : [^\s] | & ) | &\# | // [\w-] ) )
    (?! " https?:// [A-Za-z0-9/._~%?=\#:+,@!$*-]*+ (?<=[A-Za-z0-9/_=-]) " )
    (?: (?= \s*+ ["']?+ \s*+ (?: [A-Za-z] [A-Za-z0-9+.-]*+ (?: :// | &[a-z\#] ) | &\# ) )
      | (?i:{AFTER_NAME}) (?! ["']?+ (?: data | javascript ): ) )
    """,
    re.VERBOSE,
)
# A value with a `<` that begins no tag, or its name is one of templates.
_RAW_VALUE = lazy(r"""=(["'])[A-Za-z][A-Za-z0-9+.-]*+://[^\s"'<]*+<[^\s"']*+\1(?=[\s/>])""")
_OTHER_TAG = lazy("<[/!?%]")
_INLINE_TAGS = rf"(?>(?:</?(?i:{'|'.join(INLINE_ELEMENTS)})(?=[\s/>])[^<>]*+>)+)"
# A reference in a URL, or a URL that touches inline tags with more text after them, which is not only punctuation. The
# URL ends where the same sign occurs again, so that no text is read twice.
_END_IN_MARKUP = rf"(?:&|(?!</[aA]>){_INLINE_TAGS}(?=[^\s<.,;:!?)\]}}]|[.,;:!?][^\s<]))"
_UNUSUAL_TEXTS = (
    lazy(
        r":(?:(?://|(?<=(?i:mailto):))(?>(?:[^\s<>\"'&:]++|:(?!//)(?<!(?i:mailto):))*)"
        rf"{_END_IN_MARKUP}|{_INLINE_TAGS}(?=//))"
    ),
    lazy(rf"\.(?<=[wW]{{3}}\.)(?>(?:[^\s<>\"'&.]++|\.(?<![wW]{{3}}\.))*){_END_IN_MARKUP}"),
)
# An element of any XML that is a word, or a part of one, as `<emphasis>b</emphasis>` and `<tspan>b</tspan>` are.
_WORD_ELEMENT = lazy(
    rf"(?!{PARAGRAPH_TAG})<([A-Za-z][\w:.-]*+)(?>(?:\s[^<>]*+)?)>(?<!/>)(?![A-Za-z][\w+.-]*+:|[wW]{{3}}\.)"
    r"[^\s<>]++</\1\s*+>"
)
_WORD_ELEMENT_IN_URL = lazy(rf":(?://|(?<=(?i:mailto):))[^\s<>\"'&:]*+(?={_WORD_ELEMENT.pattern})")
# A reference in the scheme of a URL, or instead of its colon.
_UNUSUAL_SCHEME = lazy(r"&(?:(?i:colon|#0*+58|#x0*+3a);?[^\s<>]|#(?:[0-9]++|[xX][0-9A-Fa-f]++);[A-Za-z]*+:)")
_SCRIPT = lazy(r"<[sS][cC][rR][iI][pP][tT]\b([^<>]*+)>")
_END_OF_SCRIPT = lazy(r"</[sS][cC][rR][iI][pP][tT]\b")
_IS_JSON = lazy(r"type\s*=\s*[\"']?[\w/+-]*json", re.IGNORECASE)
# A URL with escapes in a string of a script.
_ESCAPED_URL = lazy(r":\\?/\\?/[^\s\"'<>`\\]*+\\?[^\s\"'<>`]*+")
_IN_CDATA = repeated(r"[^\]]++|\](?!\]>)")
_INVISIBLE_IN_XML = lazy(
    rf"<(?=[!?])(?:!--{repeated('[^-]++|-(?!->)')}(?:-->|\Z)|!\[CDATA\[{_IN_CDATA}(?:\]\]>|\Z)|[^>]*+(?:>|\Z))"
)

_ATTRIBUTE = lazy(r"(?<![^\s=<>\"'/])([^\s=<>\"'/]++)\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)'|([^\s<>\"']++))")
_URL_NAMES = frozenset(URL_ATTRIBUTE_NAMES.split("|")) - {"content", "srcset", *LIST_ATTRIBUTES} | {"url"}
# Where a URL may be in a text, and what a value is that is one URL: absolute, or relative to the scheme.
_SIGN = lazy(r":(?=\S)|[wW]{3}\.")
_ABSOLUTE = lazy(r"(?!(?i:data|javascript):)[A-Za-z][A-Za-z0-9+.-]*+:(?://\S|[^\s?]++\?)")
_RELATIVE = lazy(r"//[\w-]++(?>(?:\.[\w-]++)+)(?:[:/?#]|\Z)")
# A string that is one, and neither a comment nor the beginning of an address that is put together.
_RELATIVE_STRING = lazy(r"([\"'`])(//[\w-]++(?>(?:\.[\w-]++)+)(?>(?::[0-9]++)?(?:[/?#][^\s\"'`<>\\]*+)?))\1(?!\s*+\+)")
_RELATIVE_IN_LIST = lazy(r"(?<![^\s,])//[\w-]++\.[^\s,]++(?>(?:,++[^\s,]++)*)")
# Values in templates, whose spaces are not in the URL, and in an unknown charset.
_TEMPLATE_OR_UNDECODED = lazy(r"\{\{|\{%|\$\{|[#@]\{|\{[^\s{]*+\s|[\udc80-\udcff]")
_QUOTE = lazy(r"\"|&(?:quot|#34|#[xX]22);")
_REFERENCE_OR_SPACES = lazy(rf"{REFERENCE} | \s++", re.VERBOSE)
_SPACES = lazy(" +")
_NO_BREAK_SPACE = lazy(r"\xa0|&(?:nbsp|#160|#[xX][aA]0)\b")


def markup_document(source: Document) -> Document:
    """The document of an HTML or XML file: its text as it is, with its URLs as a reader of markup sees them."""
    rewrites, declared = read_markup(source.text, is_html=language_of(source.name) == "html")
    result = rewritten(source, rewrites, "markup")
    result.declared = tuple(moved(declared, rewrites))
    result.is_declared_in_text = True
    return result


def read_markup(text: str, *, is_html: bool) -> tuple[list[Rewrite], list[Span]]:
    """The rewrites of a source in HTML or XML, and its attribute values that are one URL; both ascend."""
    markup = _Markup(text, is_xml=not is_html)
    markup.read()
    scripts = list(_scripts(text)) if is_html else []
    declared = markup.declared + [url for script in scripts for url in _relative_in_strings(text, script)]
    rewrites = chain.from_iterable(_rewrites_of_script(text, script) for script in scripts)
    # A reference in CSS may be in an attribute that was read for another one.
    return list(merge(sorted({*markup.rewrites}), rewrites)), sorted(declared)


class _Markup:
    """The places of a source where its text is not what a reader sees."""

    def __init__(self, text: str, *, is_xml: bool) -> None:
        self.text = text
        self.is_xml = is_xml
        self.rewrites: list[Rewrite] = []
        self.declared: list[Span] = []
        """The values of attributes that are one URL, in the source."""

    @cached_property
    def _visible(self) -> str:
        """The source with spaces instead of comments, declarations, and content that is no markup.

        A `<` in an attribute is another sign, which ends no tag.
        """
        if self.is_xml:
            visible = _INVISIBLE_IN_XML.sub(lambda match: " " * len(match.group()), self.text)
        else:
            visible = without_invisible(self.text, keeps_lines=True)
        return _RAW_VALUE.sub(_without_brackets, visible)

    def read(self) -> None:
        """Find the places."""
        text, at, word = self.text, 0, 0
        for place in sorted(_places(text, is_xml=self.is_xml)):
            if place < at:
                if place >= word:
                    at, word = self._read_on(at)
                continue
            if self._visible[place] == " ":
                at = place
                continue
            opened = self._visible.rfind("<", at, place)
            tag = TAG.match(self._visible, opened) if opened >= 0 else None
            if tag and tag.end() > place:
                at = word = tag.end()
                self._read_tag(opened, at)
            else:
                start, at = max(at, self._visible.rfind(">", at, place) + 1), _next_tag(self._visible, place)
                self._decode(start, at)
                word = _last_word(self._visible, start, at)
                if place >= word:
                    at, word = self._read_on(at)
        for start, url in css_urls(text) if may_have_css_urls(text) else ():
            if url.startswith("//") or " " in url:  # others are found in the text
                self._decode(start, start + len(url))
                self.rewrites += [_encoded(start + low, start + high) for low, high in _spans(_SPACES, url)]
                self.declared.append(Span(start, start + len(url)))

    def _read_tag(self, start: int, stop: int) -> None:
        for attribute in _ATTRIBUTE.finditer(self._visible, start, stop):
            group = attribute.lastindex or 0
            value, at = attribute[group], attribute.start(group)
            name = attribute[1].lower().rpartition(":")[2]
            if name == "href" and (quote := _QUOTE.search(value)) and self.text.startswith(value, stop):
                value = value[: quote.start()]  # a program has made the link of text, in which the mark ends the URL
            if name == "content" and (refresh := REFRESH.match(value)):
                self._decode(at, at + refresh.start(1))
                self._read_value("href", refresh[1].rstrip("'\""), at + refresh.start(1))
            else:
                self._read_value(name, value, at)

    def _read_value(self, name: str, value: str, at: int) -> None:
        """Read the value of an attribute, which is a URL if it begins with one and its name or no space says so."""
        end = _NO_BREAK_SPACE.search(value)
        value = value[: end.start()] if end else value
        url = decoded(value).strip()
        is_url = name in _URL_NAMES
        if name.endswith("srcset"):
            self.declared += [Span(at + low, at + high) for low, high in _spans(_RELATIVE_IN_LIST, value)]
        elif (
            (_ABSOLUTE.match(url) and (is_url or ("://" in url and not any(map(str.isspace, url)))))
            or (is_url and _RELATIVE.match(url))
        ) and not _TEMPLATE_OR_UNDECODED.search(url):
            start, stop = at + len(value) - len(value.lstrip()), at + len(value.rstrip())
            self._decode(start, stop, spaces=True)
            self.declared.append(Span(start, stop))
            return
        if _SIGN.search(url):
            self._decode(at, at + len(value))

    def _read_on(self, at: int) -> tuple[int, int]:
        """Read on over inline tags where a word ends, up to a space; return where that text and its last word are."""
        visible, word, depth, is_word = self._visible, at, 0, True
        while is_word and (tag := TAG.match(visible, at)):
            name = tag[1].lower() if tag[1] else ""
            is_end = visible.startswith("</", at)
            depth += -1 if is_end else name != "wbr"
            is_inline = name.lstrip("/") in INLINE_ELEMENTS or (
                self.is_xml and (depth >= 0 if is_end else _WORD_ELEMENT.match(visible, at))
            )
            if not is_inline or "://" in tag.group() or "mailto:" in tag.group():
                break
            # The URL ends with the element that it is in.
            if depth < 0 and (self.is_xml or name == "/a" or name[1:] in CODE_ELEMENTS):
                break
            self.rewrites.append(Rewrite(*tag.span()))
            start, at = tag.end(), _next_tag(visible, tag.end())
            self._decode(start, at)
            word = _last_word(visible, start, at)
            is_word = word == start
        return at, word

    def _decode(self, start: int, stop: int, *, spaces: bool = False) -> None:
        """Decode the references in a range of the source, and insert what its `spaces` are in a URL.

        The spaces stay, as a break of the URL, so that rules can report them.
        """
        for match in (_REFERENCE_OR_SPACES if spaces else CHARACTER_REFERENCE).finditer(self._visible, start, stop):
            written = match.group()
            if written.isspace():
                if not written.strip(" "):
                    self.rewrites.append(_encoded(*match.span()))
            elif (sign := referenced(written)) != written:
                self.rewrites.append(Rewrite(*match.span(), sign.replace(" ", "%20") if spaces else sign))


def _without_brackets(value: re.Match[str]) -> str:
    """Replace each `<` of a value by another sign, unless a tag begins in it."""
    return value[0] if _OTHER_TAG.search(value[0]) else value[0].replace("<", "\0")


def _encoded(start: int, stop: int) -> Rewrite:
    """Insert `%20` for each space in a range, after them: they stay, as a break of the URL."""
    return Rewrite(stop, stop, "%20" * (stop - start))


def _places(text: str, *, is_xml: bool) -> Iterator[int]:
    """The offsets, in no order, of values and texts that are not read as plain text."""
    more = (_WORD_ELEMENT_IN_URL,) if is_xml else ()
    for pattern in (_UNUSUAL_VALUE, _UNUSUAL_SCHEME, *_UNUSUAL_TEXTS, *more):
        for match in pattern.finditer(text):
            yield match.start()


def _next_tag(visible: str, at: int) -> int:
    end = visible.find("<", at)
    return end if end >= 0 else len(visible)


def _last_word(visible: str, start: int, stop: int) -> int:
    """Where the last word of a text begins; its end if a space is there."""
    text = visible[start:stop]
    return stop if not text or text[-1].isspace() else stop - len(text.rsplit(None, 1)[-1])


def _spans(pattern: re.Pattern[str], text: str) -> Iterable[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text))


class _Script(NamedTuple):
    """The content of a script, in the source."""

    start: int
    stop: int
    is_json: bool


def _scripts(text: str) -> Iterator[_Script]:
    at = 0
    while script := _SCRIPT.search(text, at):
        end = _END_OF_SCRIPT.search(text, script.end())
        at = end.start() if end else len(text)
        yield _Script(script.end(), at, bool(_IS_JSON.search(script[1])))


def _relative_in_strings(text: str, script: _Script) -> Iterator[Span]:
    """The strings of a script that are addresses relative to the scheme."""
    if text.find("//", script.start, script.stop) < 0:
        return
    for match in _RELATIVE_STRING.finditer(text, script.start, script.stop):
        yield Span(*match.span(2))


def _rewrites_of_script(text: str, script: _Script) -> Iterable[Rewrite]:
    """The escapes in the strings of a script, which is in JavaScript or JSON, and its joined strings."""
    escapes = _rewrites_of_escapes(text, script.start, script.stop)
    if script.is_json:
        return escapes
    return merge(escapes, literals.rewrites(text, "javascript", script.start, script.stop))


def _rewrites_of_escapes(text: str, low: int, high: int) -> Iterator[Rewrite]:
    """The escapes in URLs of strings."""
    if text.find("\\", low, high) < 0:
        return
    for url in _ESCAPED_URL.finditer(text, low, high):
        for start, stop, sign in json.rewrites(url.group()):
            yield Rewrite(url.start() + start, url.start() + stop, sign)
