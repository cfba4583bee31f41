"""`--format-of` and the setting `format-of`."""

import json

import pytest

ESCAPED = '{"url": "https:\\u002f\\u002fa.example\\/b"}\n'
URL = "https://a.example/b"


def test_option_chooses_the_format(urlmend, tree):
    tree({"a.conf": ESCAPED, "b.txt": ESCAPED})
    assert urlmend("find", "a.conf", "b.txt").lines == []
    assert urlmend("find", "--format-of", "json=*.conf", "a.conf", "b.txt").lines == [URL]
    assert urlmend("find", "--format-of", "json=*.conf", "--format-of", "json=*.txt", ".").lines == [URL, URL]
    assert urlmend("find", "--format-of", "json=x", "--stdin-filename", "x", text=ESCAPED).lines == [URL]


def test_last_match_counts(urlmend, tree):
    tree(
        {"a.json": ESCAPED, "docs/b.json": ESCAPED, "urlmend.toml": "format-of = {text = ['*.json'], json = ['docs/']}"}
    )
    rows = urlmend("find", "--format", "jsonl", ".").rows
    assert [(row["file"], row["format"]) for row in rows] == [("docs/b.json", "json")]
    assert urlmend("find", "--format-of", "text=docs/b.json", ".").lines == []


def test_input_takes_precedence(urlmend, tree):
    tree({"a.conf": ESCAPED})
    assert urlmend("find", "--format-of", "json=*.conf", "--input", "text", "a.conf").lines == []


@pytest.mark.parametrize(("form", "found"), [("text", ["mid:a@b"]), ("mail", [])])
def test_mail_may_be_read_as_text_and_text_as_mail(urlmend, tree, form, found):
    tree({"a.txt": "From: a@a.example\nDate: today\nX-Link: mid:a@b\n\n"})
    assert urlmend("find", "--format-of", f"{form}=*.txt", "a.txt").lines == found


def test_html(urlmend, tree):
    tree({"a.htm": "<a href='https://a.example/?b&amp;c'>x</a>"})
    (row,) = urlmend("find", "--format", "jsonl", "--format-of", "html=*.htm", "a.htm").rows
    assert (row["url"], row["spans"], row["format"]) == ("https://a.example/?b&c", [[9, 35]], "html")


def test_lint_and_scan(urlmend, tree):
    tree({"a.conf": ESCAPED.replace("b", "b|c")})
    assert urlmend("lint", "--format-of", "json=*.conf", "a.conf").status == 1
    (row,) = urlmend("scan", "--format-of", "json=*.conf", "a.conf").rows
    assert (row["url"], row["format"]) == ("https://a.example/b|c", "json")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("jsom=*.x", "unknown format 'jsom'; did you mean 'json'?"),
        ("json", "'json' is not NAME=PATTERN"),
        ("json=!", "invalid .gitignore pattern '!'"),
    ],
)
def test_errors(urlmend, option, message):
    done = urlmend("find", "--format-of", option)
    assert done.status == 2
    assert message in done.err


def test_spans_are_those_of_the_file(urlmend, tree):
    written = '["\\u00e9 https:\\/\\/a.example\\/b", "é https://b.example/", "<https://c.example/\\n  d>"]'
    tree({"a.json": written})
    rows = urlmend("find", "--format", "jsonl", "a.json").rows
    pieces = [[written[start:stop] for start, stop in row["spans"]] for row in rows]
    assert pieces == [["https:\\/\\/a.example\\/b"], ["https://b.example/"], ["https://c.example/", "d"]]
    assert [json.loads(f'"{"".join(found)}"') for found in pieces] == [row["url"] for row in rows]


def test_boundaries_are_not_printed(urlmend, tree):
    tree({"a.csv": "1,http://a.example/b|c,d\n"})
    shown = urlmend("lint", "--show-source", "a.csv").out
    lines = ["    1,http://a.example/b|c,d", " " * 24 + "^", "  + 1,http://a.example/b%7Cc,d"]
    assert shown.splitlines()[1:] == lines
    ((finding,),) = [row["findings"] for row in urlmend("scan", "a.csv").rows]
    assert (finding["before"], finding["after"]) == ("1,http://a.example/b|c,d", "1,http://a.example/b%7Cc,d")
