"""Output formats for people, and the fields of JSON objects."""

import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend import Document, find, lint
from urlmend._lib.sanitize import printable, printable_lines
from urlmend.fixing.offers import offered
from urlmend.model.document import Region
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle, jsonl, text


def written(report, document, style=ReportStyle(), **options):
    """The report of a document, with the fixes that commands offer."""
    out = StringIO()
    report.findings([Result(document, offered(document, lint(document, **options)))], out, style)
    return out.getvalue()


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


@each_row(("raw", "shown"), PRINTABLE)
def test_control_characters_are_written_as_escapes(raw, shown):
    assert printable(raw) == shown


@given(st.text())
def test_printable_text_has_no_control_characters(raw):
    shown = printable(raw)
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert printable(shown) == shown


def test_text_has_one_finding_a_line():
    document = Document("one\nsee http://a.example/b|c now\n", "plan.txt")
    assert written(text, document) == "plan.txt:2:23: URL205 '|' in URL: encode as %7C\n"


def test_text_escapes_control_characters_of_names():
    document = Document("see http://a.example/b|c", "pl\x1ban.txt")
    assert written(text, document).startswith("pl\\x1ban.txt:1:")


def test_text_escapes_control_characters_of_urls():
    document = Document("see <URL:http://a.example/\x1b[31m>")
    assert printable_lines(url.text for url in find(document)) == "http://a.example/\\x1b[31m\n"


def test_fields_of_a_url():
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


def test_a_finding_has_a_range_for_each_piece():
    document = Document("see <http://a.example/b%\n2Fc>", "plan.txt")
    row = json.loads(written(jsonl, document, select=["URL305"]))
    assert (row["file"], row["code"], row["severity"]) == ("plan.txt", "URL305", "info")
    assert (row["line"], row["column"], row["end_line"], row["end_column"]) == (1, 24, 2, 3)
    assert row["ranges"] == [
        {"line": 1, "column": 24, "end_line": 1, "end_column": 25},
        {"line": 2, "column": 1, "end_line": 2, "end_column": 3},
    ]
    assert row["url"] == "http://a.example/b%2Fc"


def test_a_url_or_finding_ends_with_its_last_piece():
    document = Document("see <http://a.example/b%\n2\nFcd>", "plan.txt")
    finding = json.loads(written(jsonl, document, select=["URL305"]))
    (url,) = jsonl.urls(document, find(document))
    for row, column in ((finding, 2), (json.loads(url), 4)):
        assert (row["end_line"], row["end_column"]) == (3, column)


def test_a_finding_has_no_secrets_without_show_secrets():
    document = Document("ftp://alice:h7Tq92x@a.internal/")
    assert "h7Tq92x" not in written(jsonl, document, select=["URL501"])
    assert "h7Tq92x" in written(jsonl, document, ReportStyle(show_secrets=True), select=["URL501"])


def test_a_finding_has_its_fix():
    text = "x http://a.example/b|c"
    document = Document(text, region=Region(0, len(text), "utf-8"))
    row = json.loads(written(jsonl, document))
    edit = {"line": 1, "column": 21, "end_line": 1, "end_column": 22, "text": "%7C"}
    assert row["fix"] == {"safe": True, "edits": [edit]}
    assert "fix" not in json.loads(written(jsonl, Document(text))), "a document without a region cannot be written"


SOURCES = [
    ("see http://a.example/b|c now\n", "    see http://a.example/b|c now\n                          ^\n"),
    ("\tsee\x1b http://a.example/b|c", "        see\\x1b http://a.example/b|c\n                                  ^\n"),
    ("ftp://al:h7Tq92x@a.internal/", "    ftp://al:***@a.internal/\n          ^^^^^^\n"),
    (
        "<URL:http://a.example/%\nzz> " + "x" * 100,
        "    <URL:http://a.example/%\n                          ^\n",
    ),
]


@each_row(("source", "shown"), SOURCES)
def test_text_shows_source_lines(source, shown):
    assert written(text, Document(source), ReportStyle(show_source=True)).partition("\n")[2] == shown


@pytest.mark.parametrize(
    ("source", "preview"),
    [("see http://a.example/b|c", "  + see http://a.example/b%7Cc\n"), ("http//a.example/", "  ? http://a.example/\n")],
)
def test_text_shows_what_a_fix_makes_of_lines(source, preview):
    editable = Document(source, region=Region(0, len(source), "utf-8"))
    shown = written(text, editable, ReportStyle(show_source=True))
    assert shown.endswith(preview)
    assert (
        shown
        == written(text, Document(source), ReportStyle(show_source=True)).replace("URL205", "URL205 [*]") + preview
    )


def test_text_shortens_long_source_lines():
    shown = written(text, Document("a " * 5000 + "http://a.example/b|c" + " b" * 5000), ReportStyle(show_source=True))
    assert max(len(line) for line in shown.splitlines()) < 200
    assert "..." in shown


def test_text_with_colours():
    document = Document("http://a.example/b|c", "a.txt")
    assert written(text, document, ReportStyle(colour=True)) == (
        "\x1b[1ma.txt:1:19:\x1b[0m \x1b[31mURL205\x1b[0m '|' in URL: encode as %7C\n"
    )


def test_rows_are_ascii():
    document = Document("http://a.example/größe\udcff\x1b", "größe")
    (line,) = jsonl.urls(document, find(document))
    assert line.isascii()
    assert line[:-1].isprintable()
