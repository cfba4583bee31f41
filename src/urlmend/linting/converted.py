"""Texts that a program converted from another form: what people maintain is the document that they were made of.

The text of typeset pages, such as those of a PDF, keeps what belongs to the pages and not to the text; one such sign
may occur in any text, but not two. Markdown that a program made of pages of HTML has all their links in the same form,
which people use for few. Copies of pages say where they are from, and records of conversations whose turn it is.
"""

from __future__ import annotations

import re
from itertools import islice

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy


class _Sign(NamedTuple):
    """A sign that a program converted or copied a text."""

    kind: str
    """Why nobody maintains such a text."""
    prose_only: bool
    """Whether it is a sign in prose and Markdown only."""
    within: int
    """The length of the beginning of the text in which it is looked for, in code points."""
    least: int
    """The least number of times that it occurs."""
    words: tuple[str, ...]
    """One of these is in each text with the sign, and in few others."""
    pattern: re.Pattern[str]


BEGINNING = 1 << 16
"""So many code points of a text show how the others are written: `kind_of` takes no more."""
_HEAD = 600  # of a copy
_SIGNS = (
    # Where a page was copied from, on a line of its own: as scrapers write it, and Jina Reader.
    _Sign(
        "copied", True, _HEAD, 1, ("Source: ",),
        lazy(r"^(?:> Source|URL Source): <?https?://[^\s>]+>?[ \t]*\r?$", re.MULTILINE),
    ),
    # The same in the front matter, as programs that make notes of pages do, such as Obsidian Web Clipper.
    _Sign(
        "copied", True, BEGINNING, 1, ("---",),
        lazy(
            r"""
            \A---\r?\n (?: (?!---) [^\n]*\n ){0,30}?
            (?: (?:source|original)_(?:url|pdf): [ ] ["']?[^\s"'] | tags: [ ]* \r?\n [ ]+ - [ ] "clippings" \r?\n )
            """,
            re.VERBOSE,
        ),
    ),
    # What the pages of a site have for its menu and its headings, and the text of one keeps.
    _Sign(
        "copied", True, _HEAD, 1, ("Skip to ",),
        lazy(r"^\[?Skip to (?:main )?(?:content|navigation)\b", re.MULTILINE),
    ),
    _Sign(
        "copied", True, BEGINNING, 2, ("\xb6", "\u200b"),
        lazy(r"^#{1,6} [^\n]{1,200}[\xb6\u200b][ \t]*\r?$", re.MULTILINE),
    ),
    # The stamp of arXiv on the first page, and what programs write: marks of the numbers of pages, of pictures, and
    # emphasis word by word.
    _Sign(
        "generated", False, BEGINNING, 1, ("arXiv:",),
        lazy(r"arXiv:[\w./-]{4,30}v[0-9]{1,3} {1,3}\[[\w.-]{2,20}\] {1,3}[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4}"),
    ),
    _Sign(
        "generated", False, BEGINNING, 2, ("_page_", "<span id=", "----- Start of", "_ _"),
        lazy(
            r"\(_page_[0-9]+_\w+\.\w+\)|<span id=\"page-[0-9]+-[0-9]+\">|^\*\*----- Start of picture text -----\*\*"
            r"|(?<!\S)_[A-Za-z]+_ _[A-Za-z]+_ _[A-Za-z]+_(?!\w)",
            re.MULTILINE,
        ),
    ),
    # What programs write into the record of a conversation with an assistant: whose turn it is, and links to files of
    # the computer without a text. Those that update dependencies link to others without a notice to them.
    _Sign(
        "generated", True, BEGINNING, 2, ("# User Input", "# Planner Response", "[](file:///", "//redirect.github"),
        lazy(
            r"^#{1,4} (?:User Input|Planner Response)[ \t]*\r?$|\[\]\(file:///|//redirect\.github\.com/",
            re.MULTILINE,
        ),
    ),
)  # fmt: skip
# Lines that consist of a number: of a page, of an equation, of the axis of a figure.
_NUMBER_LINE = lazy(r"^[0-9]{1,4}[ \t]*$", re.MULTILINE)
_MIN_NUMBERS, _MOST_LINES_FOR_NUMBER = 20, 50
_LIGATURES, _MIN_LIGATURES = "\ufb00\ufb01\ufb02\ufb03\ufb04", 5
# A URL that is broken where people do not break one: before or after the slashes, or in the name of the host.
_BROKEN_URL = lazy(r"https?:(?:[ \t]*\r?\n[ \t]*//|//[ \t]*\r?\n|//(?>(?:[a-z0-9-]{1,60}\.){1,5})\r?\n[a-z])")
# Links of Markdown with their addresses in angle brackets, others that are no pictures, and an item of a list, as
# html2text writes them.
_BRACKETED_LINK, _MIN_LINKS = "](<http", 5
_OTHER_LINK = lazy(r"(?<!!)\[[^\[\]\n]{0,200}\]\(https?:")
_INDENTED_ITEM = "\n  * "


def kind_of(text: str, *, is_prose: bool) -> str:
    """Return why nobody maintains a text, by its beginning; empty if nothing says so."""
    for sign in _SIGNS:
        if is_prose or not sign.prose_only:
            head = text[: sign.within]
            if any(map(head.__contains__, sign.words)) and _occurs(sign.pattern, head, sign.least):
                return sign.kind
    return "generated" if _is_of_pages(text) or (is_prose and _is_of_html(text)) else ""


def _occurs(pattern: re.Pattern[str], text: str, least: int) -> bool:
    """Whether an expression matches in a text often enough."""
    return len(list(islice(pattern.finditer(text), least))) == least


def _is_of_pages(text: str) -> bool:
    """Whether a text has two of what belongs to typeset pages and not to their text."""
    has_ligatures = sum(map(text.count, _LIGATURES)) >= _MIN_LIGATURES
    has_broken_url = _BROKEN_URL.search(text) is not None
    if has_ligatures == has_broken_url:
        return has_ligatures
    return _occurs(_NUMBER_LINE, text, max(_MIN_NUMBERS, text.count("\n") // _MOST_LINES_FOR_NUMBER))


def _is_of_html(text: str) -> bool:
    """Whether a text in Markdown was made of a page of HTML."""
    return text.count(_BRACKETED_LINK) >= _MIN_LINKS and _INDENTED_ITEM in text and not _OTHER_LINK.search(text)
