"""URLs on typeset pages: a space before a line end shows that the line reaches the margin."""

import pytest

from urlmend.finder import find_urls, read_texts
from urlmend.finder.scanner import read_windows
from urlmend.model.document import Document

JOINED = [
    ("at https://canal.example/doc/ \nplan-of-the-river/. Also", "https://canal.example/doc/plan-of-the-river/"),
    ("at https://canal.example/ \nada/plan. This is", "https://canal.example/ada/plan"),
    ("at https://canal.example/q/ \n7712.", "https://canal.example/q/7712"),
    ("at https://canal.example/doc/critical. \nhtml. This", "https://canal.example/doc/critical.html"),
    ("at https://canal.example/archive. \nzip?ref=main", "https://canal.example/archive.zip?ref=main"),
    ("at https://www. \ncanal.example/list. This", "https://www.canal.example/list"),
    (
        "(https://canal.example/projects/ \nnorth.bank), and\nprojects/south",
        "https://canal.example/projects/north.bank",
    ),
    (f"{'far more than the columns of a terminal ' * 3}https://canal.example/a/ \nb/c.html", None),
]
ENDED = [
    "at https://canal.example/doc/\nplan-of-the-river/. Also",
    "at https://canal.example/q/\n7712.",
    "at https://canal.example/samin.dtx. \n557\n[80] Ada",
    "at https://canal.example/contributors \n1For members",
    "at https://canal.example/docs/ \nSee the plan.",
    "at https://canal.example/docs/ \nand the plan.",
    "at https://canal.example/docs/ \n[12] Ada",
    "at https://canal.example/docs/ \nhttps://canal.example/b",
    "at https://canal.example/docs. \nThe plan",
    "at https://canal.example/docs/ \n\nplan-of-the-river/a",
]


def urls(text):
    return [url.text for url in find_urls(Document(text, flowed="typeset"))]


@pytest.mark.parametrize(("text", "url"), JOINED)
def test_a_url_that_reaches_the_margin_continues(text, url):
    assert urls(text) == [url or "https://canal.example/a/b/c.html"]


@pytest.mark.parametrize("text", ENDED)
def test_other_urls_end_with_the_line(text):
    first = text.split("\n")[0].split()[-1].rstrip(".")
    assert urls(text)[0] == first


@pytest.mark.parametrize("text", [*(text for text, _ in JOINED), *ENDED])
def test_the_fast_path_reads_the_same(text):
    document = Document(text * 2, flowed="typeset")
    careful = [url for _, found in read_windows(document) for url in found]
    assert find_urls(document) == careful
    assert [found for found in read_texts(document) if found] == [[url.text for url in careful]]
