"""Output formats."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend import Document, find, lint
from urlmend.reports import jsonl, text
from urlmend.reports.text import printable
from urlmend.secrets import redact

PRINTABLE = [
    ("plain", "plain"),
    ("größe 計画 😀", "größe 計画 😀"),
    ("a\x1b[31mb", "a\\x1b[31mb"),
    ("a\nb\rc\td", "a\\nb\\rc\\td"),
    ("\x00\x7f", "\\x00\\x7f"),
    ("\x9b31m", "\\x9b31m"),
    ("a\u202eb", "a\\u202eb"),
    ("a\u2066b\u200f", "a\\u2066b\\u200f"),
    ("a\u2028b", "a\\u2028b"),
    ("\udcff", "\udcff"),
]


@pytest.mark.parametrize(("raw", "shown"), PRINTABLE)
def test_control_characters_are_written_as_escapes(raw, shown):
    assert printable(raw) == shown


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(raw):
    shown = printable(raw)
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert printable(shown) == shown


def test_text_has_a_finding_on_a_line():
    document = Document("one\nsee http://a.example/b|c now\n", "plan.txt")
    lines = list(text.findings(document, lint(document)))
    assert lines == ["plan.txt:2:23: URL205 | in the URL: write %7C\n"]


def test_text_shows_no_control_character_of_a_name():
    document = Document("see http://a.example/b|c", "pl\x1ban.txt")
    assert next(text.findings(document, lint(document))).startswith("pl\\x1ban.txt:1:")


def test_text_shows_no_control_character_of_a_url():
    document = Document("see <URL:http://a.example/\x1b[31m>")
    assert list(text.urls(find(document))) == ["http://a.example/\\x1b[31m\n"]


def test_a_row_of_a_url_has_what_the_contract_says():
    document = Document("x\n> see <URL:http://a.example/b-\n> c> now\n", "plan.txt")
    (line,) = jsonl.urls(document, find(document))
    assert line.endswith("}\n")
    row = json.loads(line)
    expected = {
        "file": "plan.txt",
        "line": 2,
        "column": 12,
        "end_line": 3,
        "end_column": 4,
        "url": "http://a.example/b-c",
        "form": "url-wrapper",
        "breaks": ["quote"],
        "confidence": "certain",
        "alternatives": ["http://a.example/bc"],
        "spans": [[13, 32], [35, 36]],
    }
    assert {key: row[key] for key in expected} == expected


def test_a_row_of_a_finding_has_a_range_for_each_piece():
    document = Document("see <http://a.example/b%\n2Fc>", "plan.txt")
    (finding,) = lint(document, select=["URL305"])
    (line,) = jsonl.findings(document, [finding], str)
    row = json.loads(line)
    assert (row["file"], row["code"], row["severity"]) == ("plan.txt", "URL305", "info")
    assert (row["line"], row["column"], row["end_line"], row["end_column"]) == (1, 24, 2, 3)
    assert row["ranges"] == [
        {"line": 1, "column": 24, "end_line": 1, "end_column": 25},
        {"line": 2, "column": 1, "end_line": 2, "end_column": 3},
    ]
    assert row["url"] == "http://a.example/b%2Fc"


def test_a_row_of_a_finding_hides_secrets_if_it_is_told_to():
    document = Document("ftp://alice:h7Tq92x@a.internal/")
    (finding,) = lint(document, select=["URL501"])
    (hidden,), (shown,) = jsonl.findings(document, [finding], redact), jsonl.findings(document, [finding], str)
    assert "h7Tq92x" not in hidden
    assert "h7Tq92x" in shown


def test_rows_are_ascii_whatever_is_in_them():
    document = Document("http://a.example/größe\udcff\x1b", "größe")
    (line,) = jsonl.urls(document, find(document))
    assert line.isascii()
    assert line[:-1].isprintable()
