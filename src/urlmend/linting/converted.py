"""Texts that a program converted from another form: what people maintain is the document that they were made of.

Pages that a browser saved say so in their head, and those of Sphinx load a script that no others have. The text of
typeset pages, such as those of a PDF, keeps what belongs to the pages and not to the text; one such sign may occur in
any text, but not two. Markdown that a program made of pages of HTML has all their links in the same form, which people
use for few. Copies of pages say where they are from, and records of conversations whose turn it is.
"""

from __future__ import annotations

import re
from itertools import islice

from urlmend._lib.lazy_regex import lazy

# The head of a page of HTML, in code points.
_HEAD = 4000
_SAVED_PAGE = lazy(r"<!--\s*(?:saved from url=|Mirrored from )|/documentation_options\.js\b", re.IGNORECASE)
# What shows for itself that a text was made of pages: the stamp of arXiv on the first one, and what programs write:
# marks of their numbers, of pictures, and emphasis word by word.
_STAMP = lazy(r"arXiv:[\w./-]{4,30}v[0-9]{1,3} {1,3}\[[\w.-]{2,20}\] {1,3}[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4}")
_PAGE_MARK = lazy(
    r"\(_page_[0-9]+_\w+\.\w+\)|<span id=\"page-[0-9]+-[0-9]+\">|^\*\*----- Start of picture text -----\*\*"
    r"|(?<!\S)_[A-Za-z]+_ _[A-Za-z]+_ _[A-Za-z]+_(?!\w)",
    re.MULTILINE,
)
_MIN_MARKS = 2
_IN_MARKS = "_page_", "<span id=", "----- Start of", "_ _"
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
# Where a page was copied from, on a line of its own: as scrapers write it, and Jina Reader; and in the front matter, as
# programs that make notes of pages do, such as Obsidian Web Clipper.
_SOURCE_LINE = lazy(r"^(?:> Source|URL Source): <?https?://[^\s>]+>?[ \t]*\r?$", re.MULTILINE)
_SOURCE_HEAD = 600
# What the pages of a site have for its menu and its headings, and the text of one keeps.
_SKIP_LINK = lazy(r"^\[?Skip to (?:main )?(?:content|navigation)\b", re.MULTILINE)
_PERMALINK_SIGNS, _MIN_PERMALINKS = "\xb6\u200b", 2
_PERMALINK = lazy(rf"^#{{1,6}} [^\n]{{1,200}}[{_PERMALINK_SIGNS}][ \t]*\r?$", re.MULTILINE)
_SOURCE_IN_FRONT_MATTER = lazy(
    r"""---\r?\n (?: (?!---) [^\n]*\n ){0,30}?
    (?: (?:source|original)_(?:url|pdf): [ ] ["']?[^\s"'] | tags: [ ]* \r?\n [ ]+ - [ ] "clippings" \r?\n )
    """,
    re.VERBOSE,
)
# What programs write into the record of a conversation with an assistant: whose turn it is, and links to files of the
# computer without a text. Those that update dependencies link to others without a notice to them.
_TURN = lazy(r"^#{1,4} (?:User Input|Planner Response)[ \t]*\r?$|\[\]\(file:///|//redirect\.github\.com/", re.MULTILINE)
_IN_TURNS, _MIN_TURNS = ("# User Input", "# Planner Response", "[](file:///", "//redirect.github"), 2
BEGINNING = 1 << 16
"""So many code points of a text show how the others are written: the functions below take no more."""


def is_saved_page(source: str) -> bool:
    """Whether the source of a page says that a browser saved it, or a program made it of another form."""
    return _SAVED_PAGE.search(source, 0, _HEAD) is not None


def is_of_pages(text: str) -> bool:
    """Whether a text was made of typeset pages."""
    may_have_marks = any(map(text.__contains__, _IN_MARKS))  # true of few
    if _STAMP.search(text) or (may_have_marks and _has(_PAGE_MARK, text, _MIN_MARKS)):
        return True
    has_ligatures = sum(map(text.count, _LIGATURES)) >= _MIN_LIGATURES
    has_broken_url = _BROKEN_URL.search(text) is not None
    if has_ligatures == has_broken_url:
        return has_ligatures
    return _has(_NUMBER_LINE, text, max(_MIN_NUMBERS, text.count("\n") // _MOST_LINES_FOR_NUMBER))


def is_of_program(text: str) -> bool:
    """Whether a text in Markdown was made of a page of HTML, of a conversation with a program, or of its requests."""
    if any(map(text.__contains__, _IN_TURNS)) and _has(_TURN, text, _MIN_TURNS):
        return True
    return text.count(_BRACKETED_LINK) >= _MIN_LINKS and _INDENTED_ITEM in text and not _OTHER_LINK.search(text)


def is_copied_page(text: str) -> bool:
    """Whether the head of a text says which page or document it was copied from, or it has what only pages need."""
    if text.find("Skip to ", 0, _SOURCE_HEAD) >= 0 and _SKIP_LINK.search(text, 0, _SOURCE_HEAD):
        return True
    if any(map(text.__contains__, _PERMALINK_SIGNS)) and _has(_PERMALINK, text, _MIN_PERMALINKS):
        return True
    if text.find("Source: ", 0, _SOURCE_HEAD) >= 0 and _SOURCE_LINE.search(text, 0, _SOURCE_HEAD):
        return True
    return text.startswith("---") and _SOURCE_IN_FRONT_MATTER.match(text) is not None


def _has(sign: re.Pattern[str], text: str, least: int) -> bool:
    """Whether a sign occurs so often."""
    return len(list(islice(sign.finditer(text), least))) == least
