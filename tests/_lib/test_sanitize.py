"""Untrusted text for terminals, spreadsheets and databases."""

from tables import each_row
from urlmend._lib.sanitize import for_csv, for_database, printable

ESCAPED = [
    (0x00, 0x1F),
    (0x7F, 0x9F),
    (0x61C, 0x61C),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2066, 0x2069),
    (0xD800, 0xDC7F),
    (0xDD00, 0xDFFF),
]


@each_row(("first", "last"), ESCAPED)
def test_characters_that_are_escaped(first, last):
    for code in (first, (first + last) // 2, last):
        assert printable(f"é{chr(code)}") == "é" + chr(code).encode("unicode_escape").decode()
    assert [code for code in (first - 1, last + 1) if code >= 0 and printable(chr(code)) != chr(code)] == []


def test_formulas():
    assert [sign for sign in "=+-@\uff1d\uff0b\uff0d\uff20" if for_csv(f"{sign}1") != f"'{sign}1"] == []
    assert [for_csv(text) for text in ("1=2", "", "'=", "\t=")] == ["1=2", "", "'=", "\\t="]


STORED = [("a", "a"), ("é", "é"), ("a\0b", "a\ufffdb"), ("é\ud800\udfff", "é\ufffd\ufffd"), ("\ue000", "\ue000")]


@each_row(("text", "stored"), STORED)
def test_what_databases_store(text, stored):
    assert for_database(text) == stored
