"""The text directly before and after a URL: its markup, or a character that breaks it off and the text after it.

The finder ends a bare URL where a reader would, at a backslash or an invisible character. Rules report the character if
the URL was meant to go on after it.
"""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case

_OPENING = tuple("\"'(<=[")
_SEGMENT = r"\\{1,2}[A-Za-z0-9_][\w~%-]*(?:\.[A-Za-z0-9]{1,5})*"
# One segment at least has more than a letter, which those of a regular expression do not.
_WINDOWS_PATH = lazy(
    rf"(?=(?:\\{{1,2}}\w)*\\{{1,2}}\w[\w~%-])(?P<first>{_SEGMENT})(?P<more>(?:{_SEGMENT})*)"
    r"(?=[\\/]?(?:[\s\"'<>)\]?#,;:]|\.(?:\s|\Z)|\Z))"
)
# Letters that begin escapes in strings: `\n`, `\r`, `\t`, `\b`, `\f`, `\v`, `\a`, `\e`, `\x20`, `\u0020`, `\0`.
_NO_ESCAPE = lazy(r"\\[^\\nrtbfvaexu0]")
# The escape character of a terminal, in the notations of shells and languages.
_TERMINAL_ESCAPE = lazy(r"\\(?:e|E|033|x1[bB]|u001[bB])(?:\\|\Z)")
# In text without quotes, these are none before the name of a file, unless it may be a line break before a name.
_FILE = lazy(r"(?:\\[^\\nrt]|\\{1,2}\w{2,}\\)[^\n]*\.[A-Za-z][A-Za-z0-9]{1,4}\Z")
_QUOTE = lazy(r"[\"`]|(?<!\w)'")
_LINE_REACH = 500
_NO_LOGIN = lazy(r"://(?::[0-9]{1,5})?/?@\Z")
_HOST_ONLY = lazy(r"[^:]*:(?://)?[^/?#]*\Z")
_DOT = r"[\u3002\uff0e\uff61]"
_REST_OF_HOST = lazy(
    rf"{_DOT}(?>(?:[A-Za-z0-9-]{{1,63}}(?:{_DOT}|\.))*)"
    r"(?:[A-Za-z0-9-]{2,63}(?=[/:?#])|(?:com|net|org|edu|gov|info|[a-z]{2})(?=[\s\"'<>)\]]|\Z))"
)
# What is before the URL of a picture or script that a page loads.
_LOADED_BEFORE = lazy(r"(?:\bsrcset=[\"']?|<(?:img|script)\b[^<>]{0,300}\bsrc=[\"']?|!\[[^\]\n]{0,200}\]\(<?)\Z")
_LOADED_REACH = 320


def is_loaded(case: Case) -> bool:
    """Whether a page in HTML or Markdown loads a URL, as a picture or a script."""
    start = case.url.outer.start
    return _LOADED_BEFORE.search(case.text[max(0, start - _LOADED_REACH) : start]) is not None


def is_target_of_rst(case: Case) -> bool:
    """Whether a URL in angle brackets is the target of a link in reStructuredText, `the plan <URL>`_."""
    return case.url.form == "angle" and case.text.startswith("`_", case.url.outer.stop)


def is_in_marks(case: Case) -> bool:
    """Whether a URL without a host is between two `@`, as code is in Haddock, and is read with the second one."""
    before = case.text.startswith("@", case.url.outer.start - 1)
    return before and _NO_LOGIN.search(case.url.text) is not None


def invisible_before(case: Case, characters: re.Pattern[str]) -> re.Match[str] | None:
    """The match of one of these characters between the URL and the quotation mark or bracket that opens before it."""
    start = case.url.outer.start
    before = case.text[max(0, start - 2) : start]
    return None if before.isascii() or not before.startswith(_OPENING) else characters.match(case.text, start - 1)


def after(case: Case, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The match of a pattern directly after a URL without a wrapper; it begins with no ASCII but a backslash."""
    stop = case.url.outer.stop
    first = case.text[stop : stop + 1]
    return None if case.wrapped or (first.isascii() and first != "\\") else pattern.match(case.text, stop)


def windows_path_after(case: Case) -> re.Match[str] | None:
    r"""The rest of a URL whose path is written with backslashes: `\plans\map.html` after the host."""
    path = after(case, _WINDOWS_PATH)
    if path is None or _TERMINAL_ESCAPE.match(path.group()):
        return None
    if not (_NO_ESCAPE.search(path.group()) or _is_file(case, path)):
        return None
    is_path = path["more"] or "." in path["first"] or _HOST_ONLY.match(case.url.text)
    return path if is_path else None


def _is_file(case: Case, path: re.Match[str]) -> bool:
    """Whether the backslashes after a URL precede the name of a file, and no escapes of a string."""
    if not _FILE.match(path.group()) or case.text[path.end() : path.end() + 1] in ('"', "'"):
        return False
    start = case.url.outer.start
    begin = case.text.rfind("\n", max(0, start - _LINE_REACH), start) + 1
    return not _QUOTE.search(case.text, max(begin, start - _LINE_REACH), start)


def rest_of_host_after(case: Case) -> re.Match[str] | None:
    """The rest of a host after a dot of another script than Latin, if the URL ends within its host."""
    rest = after(case, _REST_OF_HOST)
    return rest if rest and _HOST_ONLY.match(case.url.text) else None
