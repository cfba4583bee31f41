r"""Escapes in URLs: what people and programs write for a character, such as `\#`, `\u0026`, `https:\/\/` or `E<gt>`.

Most are the same in all texts, since source code and mail quote other languages. A backslash that a URL may contain as
such, as in the path of a Windows drive, stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from heapq import merge

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.languages import language_of_file
from urlmend.formats.recognition import LIGATURES
from urlmend.formats.rewriting import Rewrite

# The characters that a backslash escapes in URLs of any text, and in some languages only.
_SIGNS = "_&%#~@-"
_SIGNS_OF = {"properties": "=:!", "ini": "=:!", "shell": "=?!", "perl": "=$"}
_NUMBER = r"(?:u00|x)[2-7][0-9A-Fa-f]"
_CHARS = r"[^\s<>\"'`\\]{0,999}+"
_ESCAPE = lazy(rf"\\(?:(?P<number>{_NUMBER})|[^\s\w]|_)")
_BEFORE_URL = {
    "](": r"\]\([A-Za-z][A-Za-z0-9+.-]{1,20}:",
    "://": r"://(?!/?[A-Za-z]:\\)",
    "o:": r"o:(?i:(?<=mailto:))",
    "O:": r"O:(?<=MAILTO:)",
    "\\@": r":(?i:(?<=(?<![\w.+-])im:)|(?<=(?<![\w.+-])(?:sip|mid|cid):)|(?<=(?<![\w.+-])(?:sips|xmpp|acct|pres):))",
}
"""Expressions for what may be before escapes in a URL, each with a literal of a text that has one, for speed."""
# The colon of a scheme, as in BibTeX; slashes, as JSON in another text has them, but no regular expression.
_COLON = lazy(r"\\:(?<=[a-z]\\:)(?=//)")
_SLASHES = lazy(
    rf"""
    :\\/\\/ (?<=[A-Za-z]:\\/\\/) (?> (?: [\w.~:?\#@!$&,;=%-] | \\/ | \\{_NUMBER} ){{1,999}} )
    (?= [|,]? (?: ["'<>)\]\s] | \\[\"n] | \Z ) )
    """,
    re.VERBOSE,
)
_URL_WITH_LIGATURE = lazy(r"://[^\s\ufb00-\ufb04]{1,999}+[\ufb00-\ufb04]\S{0,999}+")
_LIGATURE = lazy(f"[{''.join(LIGATURES)}]")
_OF_POD = {"lt": "<", "gt": ">", "sol": "/", "verbar": "|", "amp": "&", "quot": '"'}
_POD = lazy(rf"E<({'|'.join(_OF_POD)})>")
# An apostrophe, which is doubled in a string in single quotes; the URL would end at it. In one that is all of the
# string, it may be anywhere; in others, between letters.
_WITH_APOSTROPHE = lazy(
    r"(?<![\w'])'(?=([A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s']{0,999}+(?>(?:''[^\s']{1,999}+)+))'(?!'))"
)
_APOSTROPHE = lazy("''")
_WITHIN_TEXT = lazy(r"(?<=\s)[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s'\"]{0,999}+(?>(?:''(?=\w)[^\s'\"]{1,999}+)+)")
_BETWEEN_LETTERS = lazy(r"(?<=\w)''(?=\w)")
_DOUBLING = frozenset(("''", "m''", "yaml"))


def rewrites(text: str, name: str) -> Iterator[Rewrite]:
    """The escapes in URLs of a text, by the name of its file, and what they stand for."""
    language = language_of_file(name)
    kind = language.name if language else ""
    found = set(_backslashes(text, kind)) if "\\" in text else set()
    if any(ligature in text for ligature in LIGATURES):
        found.update(_ligatures(text))
    if kind == "perl" and "E<" in text:
        found.update(Rewrite(*match.span(), _OF_POD[match[1]]) for match in _POD.finditer(text))
    if language and not _DOUBLING.isdisjoint(language.literals.split()) and "''" in text:
        found.update(_apostrophes(text))
    return iter(sorted(found))


def _backslashes(text: str, kind: str) -> Iterator[Rewrite]:
    for literal, before in _BEFORE_URL.items():
        if literal in text:
            for url in _urls(before, "()*" if literal == "](" else _SIGNS_OF.get(kind, "")).finditer(text):
                yield from _decoded(text, *url.span("rest"))
    if "\\://" in text:
        yield from (Rewrite(*colon.span(), ":") for colon in _COLON.finditer(text))
    for url in _SLASHES.finditer(text) if ":\\/\\/" in text else ():
        yield from _decoded(text, *url.span())


@cache
def _urls(before: str, signs: str) -> re.Pattern[str]:
    """An expression for the URLs with escapes of some signs; the group `rest` begins with the first one."""
    escape = rf"\\(?:[{re.escape(_SIGNS + signs)}]|{_NUMBER})"
    return lazy(rf"{before}{_CHARS}(?P<rest>(?:{escape}{_CHARS})+)")


def _decoded(text: str, low: int, high: int) -> Iterator[Rewrite]:
    for escape in _ESCAPE.finditer(text, low, high):
        number = escape["number"]
        yield Rewrite(*escape.span(), chr(int(number.lstrip("ux"), 16)) if number else escape[0][1])


def _ligatures(text: str) -> Iterator[Rewrite]:
    for url in _URL_WITH_LIGATURE.finditer(text):
        for match in _LIGATURE.finditer(text, *url.span()):
            yield Rewrite(*match.span(), LIGATURES[match[0]])


def _apostrophes(text: str) -> Iterator[Rewrite]:
    """The doubled apostrophes of strings, and the quotation marks around them, which become other ones."""
    for url in _WITH_APOSTROPHE.finditer(text):
        yield Rewrite(*url.span(), '"')
        yield from (Rewrite(*match.span(), "'") for match in _APOSTROPHE.finditer(text, *url.span(1)))
        yield Rewrite(url.end(1), url.end(1) + 1, '"')
    for url in _WITHIN_TEXT.finditer(text):
        yield from (Rewrite(*match.span(), "'") for match in _BETWEEN_LETTERS.finditer(text, *url.span()))


def merged(found: Iterable[Rewrite], escapes: Iterable[Rewrite]) -> Iterator[Rewrite]:
    """The rewrites of a format and the escapes, without those that overlap one before."""
    at = 0
    for rewrite in merge(found, escapes):
        if rewrite.start >= at:
            yield rewrite
            at = rewrite.stop
