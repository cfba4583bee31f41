"""Contexts in which a fix may be written: running text, link targets, comments, and complete values, by format.

Code, patterns, templates, format strings and words of a shell are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.writing import CELL_START
from urlmend.model.lines import FOLLOWING, LEADER
from urlmend.model.markup import LINK_ATTRIBUTES
from urlmend.model.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.document import Document
    from urlmend.model.url import Url

# How far to look around a URL, in code points.
_REACH = 400
_TAG_REACH = 4000


class Context:
    """The text around a URL as it is written."""

    def __init__(self, text: str, span: Span, *, wrapped: bool) -> None:
        """Take the text, the span of the URL with its wrapper, and whether it has one."""
        self.text = text
        self.span = span
        self.wrapped = wrapped
        start, stop = span
        low, end = max(0, start - _REACH), text.find("\n", stop, stop + _REACH)
        self.before: str = text[max(text.rfind("\n", low, start) + 1, low) : start]
        """The line before the URL."""
        self.after: str = text[stop : stop + _REACH if end < 0 else end]
        """The line after the URL."""

    @property
    def tag(self) -> str | None:
        """The tag before the URL, from its `<`; None outside tags."""
        low = max(0, self.span.start - _TAG_REACH)
        opened, closed = (self.text.rfind(bracket, low, self.span.start) for bracket in "<>")
        return self.text[opened : self.span.start] if opened > closed else None


# A line of a shell, a request, or an assignment, an argument or an option before a URL.
_MARKS = r"[\s/*\#;%>!|.-]*"
_PROMPT = lazy(rf"{_MARKS}(?:[$%]|>>>)[ ]")
_COMMAND = lazy(
    rf"""
    {_MARKS} (?: (?: sudo [ ]+ )? (?P<command> [A-Za-z] [A-Za-z3-]* )
      # A program and its arguments
      | (?: usage | Usage | USAGE ) : [ \t]+ (?P<prompt> [$%][ ]? )? (?P<program> [\w./~] [\w./-]* ) ) [ ]
    """,
    re.VERBOSE,
)
_COMMANDS = frozenset(
    "ADD COPY DELETE ENV FROM GET HEAD OPTIONS PATCH POST PUT RUN apt apt-get brew cargo curl docker export git hg "
    "helm kubectl npm npx pip pip3 pnpm podman rsync scp set setenv ssh svn wget yarn".split()
)
# What follows `Usage:` in running text.
_NO_PROGRAMS = frozenset(
    "a an as at by check described documentation documented docs explained for from in is look on please read refer "
    "see the this to under via visit".split()
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
_LINK_ATTRIBUTE = lazy(rf"[\s:](?:{LINK_ATTRIBUTES}|longdesc|data|data-src|url)\s*=\s*[\"']?\Z", re.IGNORECASE)
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
_COMMENT_LINE = lazy(rf"[ \t]*{LEADER}")
# A line with a comment that documents nothing: docstrings, `///`, `//!` and `-- |` contain markup.
_COMMENT = lazy(rf"[ \t]*(?!//[/!]|--[ ][|^]){FOLLOWING}|[^\n]*[ \t](?:#|//(?![/!]))")
# Formats and languages in which angle brackets are plain characters.
_TEXTS = frozenset("icalendar latex prose roff texinfo".split())
_TARGET = lazy(r"\]\([ \t]*<?\Z|\][ \t]*:[ \t]*<?\Z")
# URLs without characters that have to be encoded; the group is such a character after one.
_GOOD_URL = lazy(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[\w:/?#@!$&'()*+,;=.~%-]++([^\s<>\"'`)\]*])?")
_CSS_URL = lazy(r"(?:url\([ ]*|@import[ ]+)[\"']?\Z")


# A bar that separates a URL from a label, as in `[URL|label]`, or from the program that reads it, as in `curl URL|sh`.
_LABEL_AFTER_BAR = lazy(r"[^|]*\|[A-Za-z][\w. -]*\Z")
_DOWNLOAD = lazy(r"\b(?:curl|wget|fetch)\b")


def names_url(document: Document, url: Url, fixed: str) -> bool:
    """Whether the text near a URL that is not the target of a link names its fixed form, too."""
    source, (start, stop) = document.source.text, document.in_source(url.outer)
    near = (source[max(0, start - _REACH) : start], source[stop : stop + _REACH])
    if fixed == url.text or (fixed not in near[0] and fixed not in near[1]):
        return False
    context = Context(source, Span(start, stop), wrapped=False)
    if context.tag is not None or _TARGET.search(context.before):
        return False
    found = (match for text in near for match in _GOOD_URL.finditer(text))
    return any(fixed == match.group().rstrip(".,;:!?'") for match in found if not match[1])


def _is_prose(context: Context) -> bool:
    """Whether a URL is part of running text: no command, assignment, argument or option, and without a label."""
    url, before = context.text[slice(*context.span)], context.before
    if "|" in url and _LABEL_AFTER_BAR.match(url.strip("<>")):
        is_label = (url.startswith("<http") and " " in url) or before.endswith("[")
        if is_label or _DOWNLOAD.search(before):
            return False
    if context.wrapped:
        return True
    low = max(0, context.span.start - _REACH)
    return not (
        _is_command(before)
        or _ARGUMENT.search(before)
        or before.endswith("`")
        or _CONTINUED.search(context.text[low : context.span.start])
    )


def _is_command(before: str) -> bool:
    """Whether the line before a URL has a prompt, or begins a command, a request or the usage of a program."""
    if _PROMPT.match(before):
        return True
    found = _COMMAND.match(before)
    if not found or found["command"]:
        return bool(found and found["command"] in _COMMANDS)
    return bool(found["prompt"]) or found["program"].lower() not in _NO_PROGRAMS


def _is_prose_or_cell(context: Context) -> bool:
    """Whether a URL is part of running text; in a row of a table, no bar of the URL may separate cells."""
    url = context.text[slice(*context.span)]
    in_row = "|" in url and (CELL_START.match(context.before) or " | " in context.after)
    return not in_row and _is_prose(context)


def is_comment_line(context: Context) -> bool:
    """Whether the line is a comment in one of the formats without a lexer."""
    return bool(_COMMENT_LINE.match(context.before))


def is_place_in_comment(context: Context) -> bool:
    """Whether a comment has a URL as a link and not as an example of code."""
    return context.wrapped or (_is_prose(context) and not _QUOTED.search(context.before))


def is_wrapper(context: Context, language: str, *, in_comment: bool) -> bool:
    """Whether `<URL:...>` is a wrapper in a text, and not markup: in plain text, and in comments without markup."""
    if not in_comment:
        return language in _TEXTS
    low, start = max(0, context.span.start - _TAG_REACH), context.span.start
    opened = context.text.rfind("/*", low, start)
    if opened >= 0 and context.text.find("*/", opened, start) < 0:
        return context.text[opened + 2 : opened + 3] not in ("*", "!")
    return _COMMENT.match(context.before) is not None


def _is_link_or_text(context: Context) -> bool:
    tag = context.tag
    return _is_prose(context) if tag is None else bool(_LINK_ATTRIBUTE.search(tag)) or context.wrapped


def _is_link_or_element(context: Context) -> bool:
    tag, low = context.tag, max(0, context.span.start - _REACH)
    if tag is not None:
        return bool(_LINK_ATTRIBUTE.search(tag))
    is_element = _URL_ELEMENT.search(context.text[low : context.span.start])
    return bool(is_element and _END_TAG.match(context.text, context.span.stop))


def _is_value(context: Context) -> bool:
    """Whether a URL is a complete value of a data file."""
    before, after = context.before, context.after
    opened = before[-1:] if before[-1:] in ("'", '"') else ""
    closed = after[:1] if after[:1] in ("'", '"') else ""
    return bool(
        opened == closed and _VALUE_START.search(before) and _VALUE_END.match(after) and not _PATTERN_KEY.search(before)
    )


def _is_field(context: Context) -> bool:
    """Whether a URL is a complete field of a CSV file."""
    before, after = context.text[context.span.start - 1 : context.span.start], context.after[:1]
    return before in ',;|\t\n"' and after in ',;|\t\r\n"' and (before == '"') == (after == '"')


IS_PLACE: dict[str, Callable[[Context], bool]] = {
    "asciidoc": _is_prose_or_cell,
    "css": lambda context: bool(_CSS_URL.search(context.before)),
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
"""Whether a fix may be written in a context, by format, or by the language of a plain text."""
