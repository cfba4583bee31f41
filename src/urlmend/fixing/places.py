"""Where a fix may be written: in prose, link targets, comments, and values that are a URL and nothing else.

Code, patterns, templates, format strings, words of a shell, inputs of tests, and formats that nobody reads are left.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.formats.code_regions import code_regions
from urlmend.formats.writing import WRITERS, Writer
from urlmend.linting.unattended import kind_of_input
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding
from urlmend.model.scope import Scope
from urlmend.model.span import Span
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.formats.source_code import BlockScopes, CodeScopes

# The languages of files that are read as plain text, by extension.
_LANGUAGES = {
    extension: language
    for language, extensions in {
        "prose": ".txt .text",
        "html": ".html .htm .xhtml",
        "xml": ".xml .svg .rss .atom .opml",
        "yaml": ".yml .yaml",
        "toml": ".toml",
        "css": ".css .scss .less",
    }.items()
    for extension in extensions.split()
}
# Names of files that hold prose, up to their first dot, and names that look so.
_PROSE_NAMES = frozenset(
    "- about announce authors backers bugs changelog changes changes-file code_of_conduct contributing contributors"
    " copying copyright credits faq hacking history install install-unix install-win license maintainers news notes"
    " notice readme releasenotes security support thanks todo upgrade upgrading versions whatsnew".split()
)
_NO_PROSE = frozenset("cmakelists.txt robots.txt ads.txt strings.xml".split())
# How far to look around a URL, in code points.
_REACH = 400
_TAG_REACH = 4000


class _Context(NamedTuple):
    """The text around a URL as it is written."""

    text: str
    span: Span
    wrapped: bool

    @property
    def before(self) -> str:
        """The line before the URL."""
        start, low = self.span.start, max(0, self.span.start - _REACH)
        return self.text[max(self.text.rfind("\n", low, start) + 1, low) : start]

    @property
    def after(self) -> str:
        """The line after the URL."""
        stop = self.span.stop
        end = self.text.find("\n", stop, stop + _REACH)
        return self.text[stop : stop + _REACH if end < 0 else end]

    @property
    def tag(self) -> str | None:
        """The tag before the URL, from its `<`; None outside tags."""
        low = max(0, self.span.start - _TAG_REACH)
        opened, closed = (self.text.rfind(bracket, low, self.span.start) for bracket in "<>")
        return self.text[opened : self.span.start] if opened > closed else None


# A line of a shell, a request, or an assignment, an argument or an option before a URL.
_COMMAND = lazy(
    r"""
    [\s/*\#;%>!|.-]* (?: [$%] [ ] | >>>[ ] | (?: sudo [ ]+ )? (?:
        ADD | COPY | DELETE | ENV | FROM | GET | HEAD | OPTIONS | PATCH | POST | PUT | RUN
      | apt(?:-get)? | brew | cargo | curl | docker | export | git | hg | helm | kubectl | npm | npx | pip3? | pnpm
      | podman | rsync | scp | set | setenv | ssh | svn | wget | yarn ) [ ] )
    """,
    re.VERBOSE,
)
_ARGUMENT = lazy(
    r"""
    (?: (?<! [hH][rR][eE][fF] ) (?<! [sS][rR][cC] ) = [ ]? [bfruBFRU]{0,2} ["'`]?
      | [\w\])>] \( [ ]? [bfruBFRU]{0,2} ["'`]
      | [\[{+] [ ]? ["'`]
      | ["'] [ ]? (?: , | : | => ) [ ]? ["']
      | (?<![^\s"']) --?[A-Za-z][\w-]* (?: [ ]+ | = ) ["']?
    ) \Z
    """,
    re.VERBOSE,
)
_QUOTED = lazy(r"[\"'`]\Z")
_CONTINUED = lazy(r"\\[ \t]*\n[^\n]*\Z")
# A group, a class, a repetition or an end of a regular expression.
_PATTERN = lazy(
    r"\([^()\s|]*+\|[^()\s]*+\)|\[\^|\.[*+](?!\w)|[\])}][*+?]|\[[^\[\]\s-]*+-[^\[\]\s]*+\](?![=\[&]|%5B)|\$\Z"
)
_LINK_ATTRIBUTE = lazy(
    r"[\s:](?:href|src|cite|action|formaction|poster|background|longdesc|data|data-src|url)\s*=\s*[\"']?\Z",
    re.IGNORECASE,
)
_URL_ELEMENT = lazy(
    r"<(?:[\w-]+:)?(?:url|uri|link|homepage|website|docs|comments|guid|loc|image)\b[^<>]*>\s*\Z", re.IGNORECASE
)
_END_TAG = lazy(r"\s*</")
# A value before and after a URL that is all of it, and names of values that are matched or completed.
_VALUE_START = lazy(r"(?:^|[:=,\[{])[ \t]*(?:-[ \t]+)*[\"']?\Z")
_VALUE_END = lazy(r"(?:[\"'][ \t]*)?(?:[,\]}][ \t]*)*(?:\#.*)?\r?\Z|[\"'][ \t]*[,\]}]")
_PATTERN_KEY = lazy(
    r"(?:pattern|regexp?|match(?:es)?|template|format|glob|input|expected|examples?|run|command|script|args)"
    r"[\"']?[ ]*[:=][^:=]*\Z",
    re.IGNORECASE,
)
_COMMENT_LINE = lazy(r"[ \t]*(?:#|//|;|::|REM\b|rem\b)")
_CSS_URL = lazy(r"(?:url\([ ]*|@import[ ]+)[\"']?\Z")


def _is_prose(context: _Context) -> bool:
    """Whether a URL is part of running text: no command, assignment, argument or option."""
    if context.wrapped:
        return True
    low = max(0, context.span.start - _REACH)
    before = context.before
    return not (
        _COMMAND.match(before)
        or _ARGUMENT.search(before)
        or before.endswith("`")
        or _CONTINUED.search(context.text[low : context.span.start])
    )


_ROW = lazy(r"[ \t>]*\||[^\n]*[ \t]\|[ \t]")


def _is_prose_or_cell(context: _Context) -> bool:
    """Whether a URL is part of running text; in a row of a table, no bar of the URL may separate cells."""
    url = context.text[slice(*context.span)]
    in_row = "|" in url and (_ROW.match(context.before) or " | " in context.after)
    return not in_row and _is_prose(context)


def _is_in_comment(context: _Context) -> bool:
    """Whether a comment has a URL as a link and not as an example of code."""
    return context.wrapped or (_is_prose(context) and not _QUOTED.search(context.before))


def _is_link_or_text(context: _Context) -> bool:
    tag = context.tag
    return _is_prose(context) if tag is None else bool(_LINK_ATTRIBUTE.search(tag)) or context.wrapped


def _is_link_or_element(context: _Context) -> bool:
    tag, low = context.tag, max(0, context.span.start - _REACH)
    if tag is not None:
        return bool(_LINK_ATTRIBUTE.search(tag))
    is_element = _URL_ELEMENT.search(context.text[low : context.span.start])
    return bool(is_element and _END_TAG.match(context.text, context.span.stop))


def _is_value(context: _Context) -> bool:
    """Whether a URL is a complete value of a data file."""
    before, after = context.before, context.after
    opened = before[-1:] if before[-1:] in ("'", '"') else ""
    closed = after[:1] if after[:1] in ("'", '"') else ""
    return bool(
        opened == closed and _VALUE_START.search(before) and _VALUE_END.match(after) and not _PATTERN_KEY.search(before)
    )


def _is_field(context: _Context) -> bool:
    """Whether a URL is a complete field of a CSV file."""
    before, after = context.text[context.span.start - 1 : context.span.start], context.after[:1]
    return before in ',;|\t\n"' and after in ',;|\t\r\n"' and (before == '"') == (after == '"')


_PLACES: dict[str, Callable[[_Context], bool]] = {
    "asciidoc": _is_prose_or_cell,
    "csv": _is_field,
    "gettext": _is_prose,
    "html": _is_link_or_text,
    "icalendar": lambda _: True,
    "json": _is_value,
    "latex": _is_prose,
    "markdown": _is_prose_or_cell,
    "org": _is_prose_or_cell,
    "prose": _is_prose,
    "restructuredtext": _is_prose,
    "roff": _is_prose,
    "texinfo": _is_prose,
    "toml": _is_value,
    "wiki": _is_prose_or_cell,
    "xml": _is_link_or_element,
    "yaml": _is_value,
}
_WRITTEN_AS = {"prose": "text", "xml": "html", "css": "toml"}
_COMMENTED = frozenset({"code", "css", "toml", "yaml"})
"""Languages whose comments are prose."""


class Places:
    """The places of a document where fixes may be written."""

    def __init__(self, document: Document) -> None:
        """Take a document; nothing is computed before it is asked for."""
        self._document = document
        self._source = document.source.text

    def written(self, finding: Finding) -> tuple[Edit, ...] | None:
        """The edits of a finding's fix as its format writes them, in the source; None if it must not be written."""
        fix, document = finding.fix, self._document
        if fix is None or not self._is_place(finding):
            return None
        if document.rewriting and not document.is_editable(edit.span for edit in fix.edits):
            return None
        edits = []
        for edit in fix.edits:
            span = document.in_source(edit.span)
            text = self._writer(edit.text, self._source, span.start)
            if text is None:
                return None
            edits.append(Edit(span, text))
        return tuple(edits)

    def _is_place(self, finding: Finding) -> bool:
        url, document = finding.url, self._document
        if not self._language or self._is_input or not url.spans:
            return False
        if _PATTERN.search(url.text) or is_template(Case(url, document.text, "rfc3986", document.flowed)):
            return False
        span = document.in_source(url.outer)
        if self._in_code(span):
            return False
        context = _Context(self._source, span, url.form in ("url-wrapper", "angle"))
        if self._language in _COMMENTED and self._is_comment(url.outer.start, context):
            return _is_in_comment(context)
        if self._language == "css":
            return bool(_CSS_URL.search(context.before))
        return self._language in _PLACES and _PLACES[self._language](context)

    @cached_property
    def _language(self) -> str:
        """The format or language of the document, `code` if only its comments are known, or empty."""
        document = self._document
        base = os.path.basename(document.name).lower()
        extension = base[base.rfind(".") :] if "." in base else ""
        if document.format in _PLACES:
            return document.format
        if document.format != "text":
            return "code"
        if document.part:
            return "prose"
        if base in _NO_PROSE:
            return ""
        if extension in _LANGUAGES:
            return _LANGUAGES[extension]
        if base.partition(".")[0] in _PROSE_NAMES and not self._code:
            return "prose"
        return "code"

    @cached_property
    def _writer(self) -> Writer:
        return WRITERS.get(_WRITTEN_AS.get(self._language, self._language), WRITERS["text"])

    @cached_property
    def _is_input(self) -> bool:
        """Whether the document is the input of a test, or not written by hand."""
        return bool(kind_of_input(self._document))

    @cached_property
    def _regions(self) -> list[Span]:
        """The ranges of code, ascending and disjoint."""
        form = "html" if self._language == "xml" else self._language
        merged: list[Span] = []
        for span in sorted(code_regions(self._source, form)):
            if merged and span.start <= merged[-1].stop:
                merged[-1] = Span(merged[-1].start, max(span.stop, merged[-1].stop))
            else:
                merged.append(span)
        return merged

    def _in_code(self, span: Span) -> bool:
        number = bisect_right(self._regions, span.start, key=lambda region: region.start) - 1
        return number >= 0 and span.start < self._regions[number].stop

    @cached_property
    def _code(self) -> CodeScopes | BlockScopes | None:
        from urlmend.formats.source_code import code_scopes

        return code_scopes(self._document)

    def _is_comment(self, offset: int, context: _Context) -> bool:
        if self._code:
            return self._code.at(offset) is Scope.COMMENT
        return self._document.format != "text" and bool(_COMMENT_LINE.match(context.before))
