"""Writers: how the replacement of a fix is written in the source of a format."""

from __future__ import annotations

from collections.abc import Callable

from urlmend._lib.lazy_regex import lazy

Writer = Callable[[str, str, int], str | None]
"""Encodes a replacement for an offset in a source (code points); None if the format has no way to write it there."""


# How far back to look for the start of a line, in code points.
_LINE_REACH = 20_000


def _line_start(source: str, at: int) -> int:
    low = max(0, at - _LINE_REACH)
    return max(source.rfind("\n", low, at) + 1, low)


def _unchanged(text: str, source: str, at: int) -> str:  # noqa: ARG001  # the type of a writer
    return text


def _without(characters: str) -> Writer:
    """Return the writer of a format in which these characters are markup; they are not written."""

    def write(text: str, source: str, at: int) -> str | None:  # noqa: ARG001  # the type of a writer
        return None if any(character in text for character in characters) else text

    return write


def _json(text: str, source: str, at: int) -> str:  # noqa: ARG001  # the type of a writer
    import json  # most formats do without

    return json.dumps(text, ensure_ascii=False)[1:-1]


_GETTEXT_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t", "\r": r"\r"})
_STRING_LINE = lazy(r"[ \t]*(?:#[~|]*[ \t]*)?(?:msg|\")")


def _gettext(text: str, source: str, at: int) -> str:
    start = _line_start(source, at)
    return text.translate(_GETTEXT_ESCAPES) if _STRING_LINE.match(source, start) else text


CELL_START = lazy(r"[ \t>]*\||[^\n]*[ \t]\|[ \t]")
"""A line up to a cell of a table, by its bars."""


def _markdown(text: str, source: str, at: int) -> str:
    """A bar in a row of a table separates cells."""
    start = _line_start(source, at)
    return text.replace("|", "&#124;") if "|" in text and CELL_START.match(source, start, at) else text


_LATEX_ESCAPES = str.maketrans({character: f"\\{character}" for character in "%#&_$"} | {"~": r"\~{}"})
# What begins a verbatim argument, or a field that is one.
_VERBATIM = lazy(r"\\(?:url|path|nolinkurl)[ ]*\{|\b(?:url|URL|Url)[ ]*=[ ]*[{\"]")
# How far back to look for it, in code points.
_REACH = 2000
_COMMENT = lazy(r"(?:[^\\%\n]|\\.)*%")


def _latex(text: str, source: str, at: int) -> str | None:
    start = _line_start(source, at)
    if _COMMENT.match(source, start, min(at, start + _REACH)):
        return text
    verbatims = list(_VERBATIM.finditer(source, max(start, at - _REACH), at))
    verbatim = verbatims[-1] if verbatims else None
    if verbatim is None or source.count("}", verbatim.end(), at) > source.count("{", verbatim.end(), at):
        return text.translate(_LATEX_ESCAPES) if not any(character in text for character in "\\{}^") else None
    # In an argument of another command, a percent sign begins a comment even here.
    paragraph = max(source.rfind("\n\n", max(0, at - _REACH), at), at - _REACH, 0)
    before = source[paragraph : verbatim.start()].replace("\\{", "").replace("\\}", "")
    is_nested = before.count("{") > before.count("}") and verbatim.group().startswith("\\")
    return None if is_nested or any(character in text for character in "\\{}") else text


WRITERS: dict[str, Writer] = {
    "asciidoc": _without("[]"),
    "csv": _without('",;|\t\r\n'),
    "gettext": _gettext,
    "html": _without("&<>\"'"),
    "icalendar": _without("\\,;\r\n"),
    "json": _json,
    "latex": _latex,
    "markdown": _markdown,
    "org": _without("[]|"),
    "restructuredtext": _without("`"),
    "roff": _without("\\"),
    "texinfo": _without("@{}"),
    "text": _unchanged,
    "toml": _without("\"'\\\r\n"),
    "wiki": _without("[]|{}"),
    "yaml": _without("\"'\\\r\n#"),
}
"""The writers, by the name of the format (see `urlmend.formats.recognition`), or the language of a plain text."""
