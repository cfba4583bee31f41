"""Characters that do harm, made harmless: for terminals, spreadsheets, and what takes nothing but Unicode."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy

# Control characters, the format characters that turn text around or hide it, and halves of characters that stand for no
# byte either: odd charsets bring them, and nothing can be written that holds one.
_UNSAFE = lazy("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udc7f\udd00-\udfff]")
# What a spreadsheet takes for the beginning of a formula; in the wide forms of East Asia, too.
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
# What a database does not take.
_UNSOUND = lazy("[\x00\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with each control character written as an escape, as in Python's string literals."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def for_csv(text: str) -> str:
    """The same for a cell of a table: with a `'` before what a spreadsheet would take for a formula."""
    text = printable(text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def for_database(text: str) -> str:
    """The text with lone surrogates, which stand for bytes that are no characters, and NUL as U+FFFD: for databases."""
    return text if text.isascii() and "\0" not in text else _UNSOUND.sub("\ufffd", text)
