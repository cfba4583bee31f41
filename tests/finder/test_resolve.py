"""Deciding between readings by other occurrences of the same URL."""

import itertools

import pytest

from urlmend.finder import FindOptions, find_urls, read_texts, scanner
from urlmend.finder.resolve import resolve
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.model.url import Url

PLACES = itertools.count(100, 100)


def url(text, breaks=(), confidence="certain"):
    """A URL that follows all URLs created before it."""
    start = next(PLACES)
    spans = tuple(Span(start + 2 * number, start + 2 * number + 1) for number in range(len(breaks) + 1))
    return Url(text, spans, Span(start, spans[-1].stop), "bare", "http", tuple(breaks), (), confidence)


KEPT = url("http://a/b-c", ["hyphen"], "likely")
QUESTION = {KEPT: (url("http://a/bc", ["hyphen"], "likely"),)}
SHORT = url("http://a/b/")
AMBIGUOUS = {SHORT: (url("http://a/b/c", ["newline"], "guess"),)}


def test_preferred_reading_lists_the_others_without_evidence():
    (found,) = resolve([KEPT], QUESTION)
    assert (found.text, found.alternatives, found.confidence) == ("http://a/b-c", ("http://a/bc",), "likely")


@pytest.mark.parametrize("text", ["http://a/b-c", "http://a/bc"])
def test_reading_with_an_unbroken_occurrence_is_certain(text):
    for urls in ([KEPT, url(text)], [url(text), KEPT]):
        (found,) = [each for each in resolve(urls, QUESTION) if each.breaks]
        assert (found.text, found.alternatives, found.confidence) == (text, (), "certain")


def test_preferred_reading_wins_if_both_occur_elsewhere():
    assert resolve([KEPT, url("http://a/bc"), url("http://a/b-c")], QUESTION)[0].text == "http://a/b-c"


def test_another_broken_url_is_not_evidence():
    broken = url("http://a/bc", ["newline"])
    assert resolve([KEPT, broken], QUESTION | {broken: ()})[0].text == "http://a/b-c"


def test_ambiguous_url_is_not_evidence():
    joined, doubtful = url("http://a/x"), url("http://a/b")
    readings = {
        joined: (url("http://a/b", ["newline"], "guess"),),
        doubtful: (url("http://a/bc", ["newline"], "guess"),),
    }
    assert resolve([joined, doubtful], readings)[0].text == "http://a/x"


def test_longer_reading_without_evidence_is_a_guess():
    (found,) = resolve([SHORT], AMBIGUOUS)
    assert (found.text, found.alternatives, found.confidence) == ("http://a/b/", ("http://a/b/c",), "guess")


def test_longer_reading_with_evidence_is_certain():
    found = resolve([SHORT, url("http://a/b/c")], AMBIGUOUS)[0]
    assert (found.text, found.breaks, found.confidence) == ("http://a/b/c", ("newline",), "certain")


def test_shorter_url_elsewhere_is_not_evidence():
    assert resolve([SHORT, url("http://a/b/")], AMBIGUOUS)[0].confidence == "guess"


def test_broken_url_that_occurs_elsewhere_is_certain():
    broken = url("http://a/b/c", ["newline"], "likely")
    assert resolve([broken], {broken: ()})[0].confidence == "likely"
    assert resolve([broken, url("http://a/b/c")], {broken: ()})[0].confidence == "certain"


def test_order_of_the_text_is_preserved():
    urls = [url("http://b"), KEPT, url("http://a")]
    assert [found.text for found in resolve(urls, QUESTION)] == ["http://b", "http://a/b-c", "http://a"]


def test_unambiguous_urls_do_not_change():
    urls = [url("http://b"), url("http://a")]
    assert resolve(urls, {}) == urls
    assert resolve([], {}) == []


def test_other_documents_decide_what_the_document_does_not():
    asked = []

    def known(texts):
        asked.append(set(texts))
        return {"http://a/bc", "http://a/b/c"}.intersection(texts)

    assert [each.text for each in resolve([KEPT, SHORT], QUESTION | AMBIGUOUS, known)] == [
        "http://a/bc",
        "http://a/b/c",
    ]
    assert asked == [{"http://a/b-c", "http://a/bc", "http://a/b/c"}]
    (found, *_) = resolve([KEPT, url("http://a/b-c")], QUESTION, known)
    assert (found.text, len(asked)) == ("http://a/b-c", 1)


def test_all_paths_ask_for_other_documents():
    text = "<URL:http://a.example/north-\nbank.html> <URL:http://a.example/x-\ny> http://a.example/x-y\n"
    options = FindOptions(known={"http://a.example/northbank.html", "http://a.example/xy"}.intersection)
    expected = ["http://a.example/northbank.html", "http://a.example/x-y", "http://a.example/x-y"]
    assert [each.text for each in find_urls(Document(text), options)] == expected
    assert [each for texts in read_texts(Document(text), options) for each in texts] == expected
    assert [each.text for _, urls in scanner.read_windows(Document(text), options) for each in urls] == expected
