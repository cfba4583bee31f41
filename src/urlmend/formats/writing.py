"""Writers: how the replacement of a fix is written in the source of a format."""

from __future__ import annotations

import re
from collections.abc import Callable

from urlmend._lib.lazy_regex import lazy

Writer = Callable[[str, str, int], str | None]
"""Encodes a replacement for an offset in a source (code points); None if the format has no way to write it there."""


# How far back to look for the start of a line, in code points.
_LINE_REACH = 20_000


def _line_start(source: str, at: int) -> int:
    low = max(0, at - _LINE_REACH)
    return max(source.rfind("\n", low, at) + 1, low)


def _without(characters: str) -> Writer:
    """Return the writer of a format in which these characters are markup; they are not written."""

    def write(text: str, source: str, at: int) -> str | None:  # noqa: ARG001  # the type of a writer
        return None if any(character in text for character in characters) else text

    return write


def _json(text: str, source: str, at: int) -> str:  # noqa: ARG001  # the type of a writer
    import json  # most formats do without

    return json.dumps(text, ensure_ascii=False)[1:-1]


_HTML_REFERENCES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def _html(text: str, source: str, at: int) -> str:  # noqa: ARG001  # the type of a writer
    return text.translate(_HTML_REFERENCES)


_GETTEXT_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t", "\r": r"\r"})
_STRING_LINE = lazy(r"[ \t]*(?:#[~|]*[ \t]*)?(?:msg|\")")


def _gettext(text: str, source: str, at: int) -> str:
    start = _line_start(source, at)
    return text.translate(_GETTEXT_ESCAPES) if _STRING_LINE.match(source, start) else text


CELL_START = lazy(r"[ \t>]*\||[^\n]*[ \t]\|[ \t]")
"""A line up to a cell of a table, by its bars."""


def _markdown(text: str, source: str, at: int) -> str:
    """A bar in a row of a table separates cells."""
    if "|" in text and CELL_START.match(source, _line_start(source, at), at):
        return text.replace("|", "&#124;")
    return text


_LATEX_ESCAPES = str.maketrans({character: f"\\{character}" for character in "%#&_$"} | {"~": r"\~{}"})
# What begins a verbatim argument, or a field that is one.
_VERBATIM = lazy(r"\\(?:url|path|nolinkurl)[ ]*\{|\b(?:url|URL|Url)[ ]*=[ ]*[{\"]")
# How far back to look for it, in code points.
_REACH = 2000
# A field of a BibTeX entry whose value is one URL, up to its opening brace. The standard fields are typeset: in them, a
# percent sign begins a comment.
_TYPESET_FIELDS = (
    "abstract address annote author booktitle chapter edition editor howpublished institution journal key month note"
    " number organization pages publisher school series title type volume year"
)
_FIELD = lazy(
    rf"(?:[,{{]|^)[ \t]*(?!(?i:{'|'.join(_TYPESET_FIELDS.split())})[ \t]*=)[\w-]++[ \t]*=[ \t]*[{{\"][ \t]*\Z",
    re.MULTILINE,
)
_REST_OF_FIELD = lazy(r"[^\s{}\"]*+[ \t]*[}\"][ \t]*(?:[,}\r\n]|\Z)")
_ENTRY = lazy(r"@[A-Za-z]+[ \t]*[{(]")
_COMMENT = lazy(r"(?:[^\\%\n]|\\.)*%")
_DELIMITER = lazy(r"[{}\"]")


def _latex(text: str, source: str, at: int) -> str | None:
    end = max(_line_start(source, at), at - _REACH)
    verbatim = None
    for found in _VERBATIM.finditer(source, end, at):
        if found.start() < end:
            continue  # in another one
        if _COMMENT.match(source, end, found.start()):
            return text
        end = _end_of_verbatim(source, found, at)
        if end < 0:
            verbatim = found
            break
    if verbatim is None:
        if _COMMENT.match(source, end, at) or _is_url_field(source, at):
            return text
        return text.translate(_LATEX_ESCAPES) if not any(character in text for character in "\\{}^") else None
    # In an argument of another command, a percent sign begins a comment even here.
    paragraph = max(source.rfind("\n\n", max(0, at - _REACH), at), at - _REACH, 0)
    before = source[paragraph : verbatim.start()].replace("\\{", "").replace("\\}", "")
    is_nested = before.count("{") > before.count("}") and verbatim.group().startswith("\\")
    return None if is_nested or any(character in text for character in "\\{}") else text


def _is_url_field(source: str, at: int) -> bool:
    """Whether an offset is in a URL that is the complete value of a field of BibTeX which is not typeset."""
    low = _line_start(source, at)
    opening = max(source.rfind(delimiter, low, at) for delimiter in '{" \t')
    if not _FIELD.search(source, low, opening + 1) or not _REST_OF_FIELD.match(source, at):
        return False
    return _ENTRY.match(source, source.rfind("\n@", max(0, at - _LINE_REACH), at) + 1) is not None


def _end_of_verbatim(source: str, verbatim: re.Match[str], stop: int) -> int:
    """Where a verbatim argument or field ends before an offset; -1 if it is open there."""
    depth = 0
    is_quoted = verbatim.group().endswith('"')
    for delimiter in _DELIMITER.finditer(source, verbatim.end(), stop):
        if not depth and delimiter.group() == ('"' if is_quoted else "}"):
            return delimiter.end()
        depth += {"{": 1, "}": -1, '"': 0}[delimiter.group()]
    return -1


WRITERS: dict[str, Writer] = {
    "asciidoc": _without("[]"),
    "csv": _without('",;|\t\r\n'),
    "gettext": _gettext,
    "html": _html,
    "icalendar": _without("\\,;\r\n"),
    "json": _json,
    "latex": _latex,
    "markdown": _markdown,
    "org": _without("[]|"),
    "restructuredtext": _without("`"),
    "roff": _without("\\"),
    "rtf": _without("\\{}\r\n"),
    "texinfo": _without("@{}"),
    "text": _without(""),
    "toml": _without("\"'\\\r\n"),
    "wiki": _without("[]|{}"),
    "yaml": _without("\"'\\\r\n#"),
}
"""The writers, by the name of the format (see `urlmend.formats.recognition`), or the language of a plain text."""
