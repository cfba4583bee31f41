"""Sanitise untrusted text for terminals, spreadsheets and databases."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend._lib.lazy_regex import lazy

# Control characters, bidirectional and line-breaking format characters, and lone surrogates other than those of the
# error handler `surrogateescape`: some charsets decode to them, and no output encoding accepts them.
_UNPRINTABLE = lazy("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udc7f\udd00-\udfff]")
# Changes ASCII text whose lines are not printable as they are: `translate` is several times as fast as `isprintable`.
_UNPRINTABLE_ASCII = bytes.maketrans(bytes((*range(ord("\n")), *range(ord("\n") + 1, ord(" ")), 0x7F)), b" " * 32)
# Characters that begin a formula in a spreadsheet, and their fullwidth forms.
_FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
# Code points that databases refuse.
_NOT_STORABLE = lazy("[\x00\ud800-\udfff]")
_NOT_STORABLE_RUN = lazy("[\x00\ud800-\udfff]+")


def printable(text: str) -> str:
    """Return the text with control characters as escapes like those of Python's string literals."""
    if text.isascii() and text.isprintable():
        return text
    return _UNPRINTABLE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def printable_lines(texts: Iterable[str]) -> str:
    """Return the printable forms of texts, one per line."""
    lines = "\n".join([*texts, ""])
    # Check all of them at once: there is rarely anything to escape.
    if lines.isascii() and (encoded := lines.encode("ascii")).translate(_UNPRINTABLE_ASCII) == encoded:
        return lines
    return "\n".join(map(printable, lines.split("\n")))


def without_surrogates(text: str) -> str:
    """Return the text with lone surrogates as escapes: they are no UTF-8, and strict readers of JSON reject them."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def strict_json(row: object) -> str:
    """Return a value as JSON that strict readers accept: lone surrogates of its strings are written as escapes."""
    import json  # few commands write it

    text = json.dumps(row)
    return json.dumps(_mapped(row)) if "\\ud" in text else text  # true of few rows


def _mapped(value: object) -> object:
    """Return a value with `without_surrogates` applied to all strings in it."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {name: _mapped(item) for name, item in value.items()}
    return [_mapped(item) for item in value] if isinstance(value, list | tuple) else value


def for_csv(text: str) -> str:
    """Return the text for a cell of a CSV file: printable UTF-8, and with a `'` before the start of a formula."""
    text = without_surrogates(printable(text))
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def for_database(text: str) -> str:
    """Return the text with NUL and lone surrogates, which represent undecodable bytes, as U+FFFD."""
    return text if text.isascii() and "\0" not in text else _NOT_STORABLE.sub("\ufffd", text)


def unstorable(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the characters that `for_database` replaces."""
    return [match.span() for match in _NOT_STORABLE_RUN.finditer(text)]
