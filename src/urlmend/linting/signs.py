"""Signs in a text that nobody maintains it, because a program wrote, copied or converted it.

What people maintain is the document that it was made of. The text of typeset pages, such as those of a PDF, keeps what
belongs to the pages and not to the text; one such sign may occur in any text, but not two. Markdown that a program made
of pages of HTML has all their links in the same form, which people use for few. Copies of pages say where they are
from, and records of conversations whose turn it is.
"""

from __future__ import annotations

import re
from itertools import islice

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document

PROSE = (".md", ".mdx", ".markdown", ".txt")
"""The ends of names of files in prose and Markdown."""
_PAGES = (".html", ".htm", ".xhtml", ".shtml")


class _Sign(NamedTuple):
    """A sign that nobody maintains a text."""

    kind: str
    """Why nobody does."""
    files: tuple[str, ...]
    """The ends of the names of files in which it is a sign; empty for all."""
    within: int
    """The length of the beginning of the text in which it is looked for, in code points."""
    least: int
    """The least number of times that it occurs."""
    words: tuple[str, ...]
    """One of these, in lower case, is in each beginning of a text with the sign, and in few others."""
    pattern: re.Pattern[str]
    in_source: bool = False
    """Whether it is looked for in the source of a document, with its markup, and not in the text that readers see."""


BEGINNING = 1 << 16
"""So many code points of a text show how the others are written."""
_HEAD = 600  # of a copy
_RFC_HEAD, _BELOW_LICENCE, _HELP = 2000, 4000, 8000
_PAGE_HEAD = 1 << 14  # heads of pages have scripts
_BELOW_SCRIPTS = 1 << 19
_OF_URLMEND = '<meta name="generator" content="urlmend '
_OF_INTERFACE, _OF_CLIENT = '<div class="app-desc">', "\nfrom attrs import define as _attrs_define\n"
_SIGNS = (
    # A report repeats the URLs of other files: of urlmend in each of its formats, SARIF and JUnit of any program.
    _Sign(
        "report", (), _BELOW_LICENCE, 1,
        (
            *('"$schema"', '"runs"', '"file": "', '"code": "', '"description": "', '"id": '),
            *("file,line,", "id,url", ",title=", "<testsuite", ": url", ":\turl"),
        ),
        lazy(
            r"""
            \A \ufeff? \s*+ (?:
              \{ \s* (?: "version" \s*:\s* "2\.[0-9.]+" \s*,\s* )?
                     (?: "\$schema" \s*:\s* "[^"]*\bsarif\b
                       | "runs" \s*:\s* \[ \s* \{ \s* "(?:tool|results|columnKind|invocations|artifacts)" )
              # Findings and URLs as JSON, entries of a baseline, rows of a scan
              | (?: \[ \s* )? \{
                (?: "file": \s "[^"]*", \s (?: "code": | "line": \s \d+, \s "column": \s \d+, \s "end_line": )
                  | "code": \s "[A-Z]+\d+", \s "file":
                  | "description": \s "[A-Z]+\d+:
                  | "id": \s \d+, \s "url": \s "[^"]*", \s "scheme": )
              # The same as CSV
              | file,line,column,end_line,end_column,code | id,url(?:_id)?,(?:scheme|code),
              | :: (?:error|warning|notice) \s file= [^\n]* ,title=[A-Z]+\d+::
              | <\?xml [^>]*> \s* <testsuites? \b
              # Text
              | [^\n:]+ : \d+:\d+: \s URL\d{3} \s
            )
            """,
            re.VERBOSE,
        ),
        in_source=True,
    ),
    _Sign("report", (), _PAGE_HEAD, 1, (_OF_URLMEND,), lazy(_OF_URLMEND), in_source=True),
    # The head of an RFC or of a draft, and the notice in code that was copied from one. Each begins with a character,
    # which is found sooner than the start of a line.
    _Sign(
        "copied", (), _RFC_HEAD, 1, ("request for comments:", "internet-draft", "ietf trust"),
        lazy(
            r"""
            R(?<![^\n]R)equest\ for\ Comments:[ ]+[0-9] | [iI](?<![^\n][iI])(?i:nternet-draft)(?:[ ]{3}|\t)
            | C(?<!\wC)opyright\ \([cC]\)\ [0-9]{4}[ ]+(?:The\ )?IETF\ Trust\b
            """,
            re.VERBOSE,
        ),
    ),
    # Where a page was copied from, on a line of its own: as scrapers write it, and Jina Reader.
    _Sign(
        "copied", PROSE, _HEAD, 1, ("source: ",),
        lazy(r"^(?:> Source|URL Source): <?https?://[^\s>]+>?[ \t]*\r?$", re.MULTILINE),
    ),
    # The same in the front matter, as programs that make notes of pages do, such as Obsidian Web Clipper.
    _Sign(
        "copied", PROSE, BEGINNING, 1, ("---",),
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
        "copied", PROSE, _HEAD, 1, ("skip to ",),
        lazy(r"^\[?Skip to (?:main )?(?:content|navigation)\b", re.MULTILINE),
    ),
    _Sign(
        "copied", PROSE, BEGINNING, 2, ("\xb6", "\u200b"),
        lazy(r"^#{1,6} [^\n]{1,200}[\xb6\u200b][ \t]*\r?$", re.MULTILINE),
    ),
    # The stamp of arXiv on the first page, and what programs write: marks of the numbers of pages, of pictures, and
    # emphasis word by word.
    _Sign(
        "generated", (), BEGINNING, 1, ("arxiv:",),
        lazy(r"arXiv:[\w./-]{4,30}v[0-9]{1,3} {1,3}\[[\w.-]{2,20}\] {1,3}[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4}"),
    ),
    _Sign(
        "generated", (), BEGINNING, 2, ("_page_", "<span id=", "----- start of", "_ _"),
        lazy(
            r"\(_page_[0-9]+_\w+\.\w+\)|<span id=\"page-[0-9]+-[0-9]+\">|^\*\*----- Start of picture text -----\*\*"
            r"|(?<!\S)_[A-Za-z]+_ _[A-Za-z]+_ _[A-Za-z]+_(?!\w)",
            re.MULTILINE,
        ),
    ),
    # What programs write into the record of a conversation with an assistant: whose turn it is, and links to files of
    # the computer without a text. Those that update dependencies link to others without a notice to them.
    _Sign(
        "generated", PROSE, BEGINNING, 2, ("# user input", "# planner response", "[](file:///", "//redirect.github"),
        lazy(
            r"^#{1,4} (?:User Input|Planner Response)[ \t]*\r?$|\[\]\(file:///|//redirect\.github\.com/",
            re.MULTILINE,
        ),
    ),
    # The element in the head of a page with the program that made it from a source, which is what people change; but
    # not with the editor in which they write the page itself, nor in a template of such pages.
    _Sign(
        "generated", _PAGES, _PAGE_HEAD, 1, ("<meta",),
        lazy(
            r"""
            <meta \s (?= [^<>]{0,200} \b name=["']? generator \b ) [^<>]{0,200}? \b content=["']? \s* (?!
              (?: adobe \s | microsoft \s | w3c \s | html \s )?
              (?: amaya | arachnophilia | bbedit | blue(?:fish|griffon) | claris | coffeecup | dreamweaver | editplus
                | emacs | expression | frontpage | golive | homesite | hotmetal | kompozer | libreoffice | macromedia
                | mozilla | namo | netobjects | netscape | notepad | nvu | openoffice | pagemill | phase | seamonkey
                | textpad | tidy | vim | visual ) ) [^\s"'>{}<$%@] [^"'>{}<$%@]* ["'>/]
            """,
            re.IGNORECASE | re.VERBOSE,
        ),
        in_source=True,
    ),
    # What a browser writes into the head of a page that it saves, and the script of a page of Sphinx.
    _Sign(
        "generated", _PAGES, _PAGE_HEAD, 1, ("saved from url=", "mirrored from ", "/documentation_options.js"),
        lazy(r"<!--\s*(?:saved from url=|Mirrored from )|/documentation_options\.js\b", re.IGNORECASE),
        in_source=True,
    ),
    # An element of the pages that Swagger Codegen and the OpenAPI Generator write of an interface.
    _Sign("generated", _PAGES, _BELOW_SCRIPTS, 1, ("",), lazy(_OF_INTERFACE), in_source=True),
    # The import of classes that openapi-python-client writes, without a notice.
    _Sign("generated", (".py",), _BELOW_LICENCE, 1, (_OF_CLIENT,), lazy(_OF_CLIENT)),
    # What Sphinx says of a manual that it wrote, and gitignore.io of a list of patterns.
    _Sign(
        "generated", (".texi",), _HEAD, 1, ("generated by sphinx",),
        lazy(r"^@\*Generated by Sphinx [0-9]", re.MULTILINE),
    ),
    _Sign(
        "copied", (".gitignore",), BEGINNING, 1, ("gitignore",),
        lazy(r"^# Created by https://www\.(?:gitignore\.io|toptal\.com/developers/gitignore)\b", re.MULTILINE),
    ),
    # What `argparse` prints.
    _Sign(
        "generated", (), _HELP, 1, ("show this help message and exit",),
        lazy(r"\A\s*+usage:\s(?s:.+?)--help\s+show this help message and exit\b"),
    ),
    # A notice on one line, also in the documentation of a class.
    _Sign(
        "generated", (), _BELOW_LICENCE, 1, ("generated by ",),
        lazy(r"^[^\w\n]*+(?i:generated by )[^\n]{1,100}(?i:\bdo not edit\b)", re.MULTILINE),
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


def kind_by_signs(document: Document) -> str:
    """Return why nobody maintains a text, by the signs in it; empty if there are none."""
    text, source = document.text, document.source.text
    lowered = text[:BEGINNING].lower()
    lowered_source = lowered if source is text else source[:BEGINNING].lower()
    for sign in _SIGNS:
        if not sign.files or document.name.endswith(sign.files):
            begun = (lowered_source if sign.in_source else lowered)[: sign.within]
            read = (source if sign.in_source else text)[: sign.within]
            if any(map(begun.__contains__, sign.words)) and _occurs(sign.pattern, read, sign.least):
                return sign.kind
    text = text[:BEGINNING]
    is_converted = _is_of_pages(text) or (document.name.endswith(PROSE) and _is_of_html(text))
    return "generated" if is_converted else ""


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
