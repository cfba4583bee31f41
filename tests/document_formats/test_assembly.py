"""Passages to documents: printed targets, headers and footers, and the way back to places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import invariants
from growth import assert_linear
from tables import each_row
from urlmend.document_formats.assembly import SIZE, Assembler
from urlmend.document_formats.furniture import edges
from urlmend.document_formats.passages import DocumentError, Link, Passage
from urlmend.document_formats.printed_links import is_broken, may_be_cut, printed_target
from urlmend.finder import find_urls

URL = "https://plan.example/a/b-c.html"
PIECES = st.lists(st.sampled_from(["https://b.example/", "c/d", "-", "\n", "\r\n", " ", "\ufffe", "plan", "", "1"]))


def linked(marked, target=URL):
    """The text without brackets, and a link for each range in them."""
    text, links = "", []
    for number, piece in enumerate(marked.replace("]", "[").split("[")):
        if number % 2:
            links.append(Link(len(text), len(text) + len(piece), target))
        text += piece
    return text, links


@each_row(
    ("marked", "target", "pieces"),
    [
        ("see [https://plan.example/a/b-c.html] now", URL, [URL]),
        ("see [https://plan.example/a/] \n[b-c.html].", URL, ["https://plan.example/a/", "b-c.html"]),
        ("see [https://plan.example/a/b-]\n[c.html]", URL, ["https://plan.example/a/b-", "c.html"]),
        ("see [https://plan.exam-]\n[ple/a/b-c.html]", URL, ["https://plan.exam", "ple/a/b-c.html"]),
        ("see [https://plan.example/a/]\nb-c.html", URL, ["https://plan.example/a/", "b-c.html"]),
        ("[https://plan.example/a/]\n\f\nMinutes\n\n[b-c.html]", URL, ["https://plan.example/a/", "b-c.html"]),
        (
            "[https://plan.]\n[example/a/]\n\f\nMinutes\n\n[b-c.html]",
            URL,
            ["https://plan.", "example/a/", "b-c.html"],
        ),
        ("[<https://plan.example/a/b-c.html>]", URL, [URL]),
        ("[plan.example/a/b-c.html]", URL, ["plan.example/a/b-c.html"]),
        ("[https://plan.example]", "https://plan.example/", ["https://plan.example"]),
        ("[https://plan.example/\u223cada]", "https://plan.example/~ada", ["https://plan.example/\u223cada"]),
        ("[the plan]", URL, None),
        ("[https://plan.example/a/]\nother", URL, None),
        ("[https://plan.example/a/] and\n[the rest]", URL, None),
        ("[page 2]", "page 2", None),
    ],
)
def test_printed_targets(marked, target, pieces):
    text, links = linked(marked, target)
    found = printed_target(text, links)
    assert (found and [text[start:stop] for start, stop in found.spans]) == pieces
    assert not found or is_broken(text, found) == (len(pieces) > 1)


@each_row(
    ("marked", "expected"),
    [("[{}]\nrest", True), ("[{}] \nrest", True), ("[{}].\nrest", False), ("[{}]\n\nrest", False), ("[{}] a\n", False)],
)
def test_targets_that_end_with_a_line_may_be_cut(marked, expected):
    text, links = linked(marked.format(URL))
    assert may_be_cut(text, printed_target(text, links)) == expected


@each_row(
    ("texts", "found"),
    [
        (["Minutes 1\na\n1", "Minutes 2\nb\n2"], ["a", "b"]),
        (["a\nPage 1 of 2", "b\nPage 2 of 2"], ["a\n", "b\n"]),
        (["Left\nan", "Right\nbe", "Left\nof", "Right\nto"], ["an", "be", "of", "to"]),
        (["a\nb", "c\nd"], ["a\nb", "c\nd"]),
        (["1", "2"], ["1", "2"]),
        ([""], [""]),
    ],
)
def test_headers_and_footers(texts, found):
    cut = [text[low:high] for text, (low, high) in zip(texts, edges(texts), strict=True)]
    assert [text.strip("\n") for text in cut] == [text.strip("\n") for text in found]


def test_documents_are_bounded():
    passages = [Passage(f"p{number}", "x" * (SIZE // 4), page=number) for number in range(1, 11)]
    found = list(Assembler("a", "pdf", is_typeset=True).documents(passages))
    assert [document.place(0) for document in found] == ["p1", "p5", "p9"]


def test_what_was_read_before_an_error_is_of_use():
    def passages():
        yield Passage("p1", "http://a.example/")
        raise DocumentError("page 2")

    found = Assembler("a", "pdf").documents(passages())
    assert [url.text for url in find_urls(next(found))] == ["http://a.example/"]
    with pytest.raises(DocumentError, match="page 2"):
        next(found)


@given(
    st.lists(PIECES.map("".join), max_size=4),
    st.lists(st.tuples(*[st.integers(1, 3)], *[st.integers(0, 40)] * 2, PIECES.map("".join)), max_size=4),
)
def test_any_pages(texts, links):
    invariants.pages(texts, links)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "link"),
    [
        (" ", lambda at: Link(at, at + 1, URL)),
        ("https://b.example/c\n", lambda at: Link(20 * at, 20 * at + 19, "https://b.example/c")),
        ("https://b.example/c\n", lambda at: Link(at, 20_000, "https://b.example/c")),
        (" \n", lambda at: Link(at, at + 1, URL + " " * 100)),
    ],
)
def test_time_is_linear(text, link):
    def made(count):
        return Passage("p1", text * count, tuple(sorted(link(at) for at in range(count))), 1)

    def read(passage):
        for document in Assembler("a", "pdf", is_typeset=True).documents([passage]):
            for url in find_urls(document):
                document.locate_all(url.spans)
                document.layout.annotations(url.outer)

    assert_linear(read, made, 100)
