"""A rule that is passed over would have had nothing to say."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from almost_ordinary import ALMOST_ORDINARY, OPAQUE, WRAPPED
from strategies import HOSTILE_TEXTS, URLS, folded_wrappers
from urlmend import documents
from urlmend.finder import FindOptions, find_urls
from urlmend.linting.rule_index import Relevance
from urlmend.model.document import Document
from urlmend.rules import RULES
from urlmend.rules.registry import Case

CORPORA = Path(__file__).parents[2] / "corpora"
ALL = Relevance(RULES.values())


def check(document):
    for url in find_urls(document, FindOptions(schemeless=True)):
        relevant = ALL.rules(url, document.text)
        for rule in RULES.values():
            if rule in relevant or not (url.scheme or rule.of_partial):
                continue
            for profile in rule.profiles:
                hits = list(rule.check(Case(url, document.text, profile, document.flowed)))
                assert hits == [], (rule.code, profile, url.text)


@pytest.mark.parametrize(
    "path", [path for path in sorted(CORPORA.rglob("*.*")) if path.suffix not in (".md", ".jsonl")]
)
def test_sample_texts(path):
    for document in documents(path):
        check(document)


@given(st.one_of(ALMOST_ORDINARY, OPAQUE, URLS), WRAPPED)
@settings(max_examples=500)
def test_all_kinds_of_urls(url, around):
    check(Document("see " + around.format(url)))


@pytest.mark.parametrize(
    "text",
    [
        '<a href="http://a.example/b c.pdf">',
        "<a href='http://a.example/b c.pdf'>",
        "see http://a.example/b\u00ad\nc",
        "see <URL:http://a.example/b\u2010\nc>",
        "http://http://a.example/",
        "http://http//a.example/",
        "HTTP://Https//a.example/",
        "<URL:htpp://a.example/>",
        "<URL:www.a.example>",
        "<URL:FTP//a.example>",
        "http://a.example/../b",
        "http://a.example/b/.",
        "file:/a/../b",
        "wais://a.example/b",
    ],
)
def test_what_stands_at_the_edges_of_urls(text):
    check(Document(text))


@given(HOSTILE_TEXTS)
def test_hostile_texts(text):
    check(Document(text))


@given(folded_wrappers(), st.sampled_from(["", "yes"]))
def test_broken_urls(folded, flowed):
    check(Document(folded[0], flowed=flowed))


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_a_rule_declares_is_known(rule):
    assert rule.where in ("", "authority", "scheme", "dots", "wrapper", "break", "edge")
    assert isinstance(rule.schemes, tuple)
    assert all(scheme == scheme.lower() for scheme in rule.schemes)


def test_a_plain_url_meets_few_rules():
    text = "see http://www.example.org/plans?year=3D2004 now"
    (url,) = find_urls(Document(text))
    usual = Relevance(rule for rule in RULES.values() if rule.default and "rfc3986" in rule.profiles)
    codes = [rule.code for rule in usual.rules(url, text)]
    assert "URL118" in codes
    assert len(codes) < 4


def test_no_more_than_so_many_kinds_are_remembered():
    relevance = Relevance(RULES.values())
    for number in range(3000):
        text = f"<x-{number}://a.example/>"
        (url,) = find_urls(Document(text))
        relevance.rules(url, text)
    assert relevance._of_kind.cache_info().currsize <= 1024
