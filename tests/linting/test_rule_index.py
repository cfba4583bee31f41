"""The index leaves out only rules that would report nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from almost_ordinary import ALMOST_ORDINARY, OPAQUE, WRAPPED
from strategies import HOSTILE_TEXTS, URLS, folded_wrappers
from tables import each_row
from urlmend import documents
from urlmend.finder import FindOptions, find_urls
from urlmend.linting.rule_index import RuleIndex
from urlmend.model.document import Document
from urlmend.rules import RULES
from urlmend.rules.registry import Case, Trigger

CORPORA = Path(__file__).parents[2] / "corpora"
ALL = RuleIndex(RULES.values())


def check(document):
    for url in find_urls(document, FindOptions(schemeless=True)):
        candidates = ALL.candidates(url, document.text)
        for rule in RULES.values():
            if not (url.scheme or rule.applies_to_partial):
                continue
            if rule in candidates or (rule.schemes and url.scheme not in rule.schemes):
                continue
            for profile in rule.profiles:
                hits = list(rule.check(Case(url, document.text, profile, document.flowed, labelled=True)))
                assert hits == [], (rule.code, profile, url.text)


@pytest.mark.slow
@each_row("path", [path for path in sorted(CORPORA.rglob("*.*")) if path.suffix not in (".md", ".jsonl")])
def test_corpora(path):
    for document in documents(path):
        check(document)


@pytest.mark.slow
@given(st.one_of(ALMOST_ORDINARY, OPAQUE, URLS), WRAPPED)
@settings(max_examples=2 * settings().max_examples)
def test_generated_urls(url, around):
    check(Document("see " + around.format(url)))


@each_row(
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
def test_urls_that_need_a_trigger(text):
    check(Document(text))


@given(HOSTILE_TEXTS)
def test_hostile_texts(text):
    check(Document(text))


@given(folded_wrappers(), st.sampled_from(["", "yes"]))
def test_broken_urls(folded, flowed):
    check(Document(folded[0], flowed=flowed))


@each_row("rule", RULES.values(), ids=RULES)
def test_declarations_have_the_right_types(rule):
    assert isinstance(rule.triggers, frozenset)
    assert rule.triggers <= set(Trigger)
    assert isinstance(rule.schemes, tuple)
    assert all(scheme == scheme.lower() for scheme in rule.schemes)


@each_row(
    ("text", "triggers"),
    [
        ("see http://a.example/ now", set()),
        ("see http://a.example/\u00e9 now", set()),
        ("see <URL:http://a.example/b\nc>", {"break", "wrapper"}),
        ("see <URL:http://a.example/b c>", {"break", "space", "wrapper"}),
        ("see <URL:http://a.example/b-\nc>", {"break", "reading", "wrapper"}),
        ("> see <URL:http://a.example/b\n> c>", {"break", "quote", "wrapper"}),
        ("see <URL:<http://a.example/>> now", {"nested", "wrapper"}),
        ("see <URL:http://a.example/ x", {"unclosed", "wrapper"}),
        ("see http://a.example/b/c/d/\ne/f/g.html\n", {"break", "bare-break"}),
        ("see http://a.example/?pw=h7Tq now", {"secret"}),
        ("see <http://a.example/>", {"wrapper"}),
        ("see 'http://a.example/' now", {"edge"}),
        ("see http://a.example/\u2010\n", {"edge"}),
        ("see http://a.example:80/ now", {"authority"}),
        ("see http://alice@a.example/ now", {"authority"}),
        ("see http://http//a.example/ now", {"authority"}),
        ("see mailto:alice@a.example now", {"authority", "scheme"}),
        ("see gopher://a.example/ now", {"scheme"}),
        ("see http://a.example/.b now", {"dot-segment"}),
    ],
)
def test_triggers(text, triggers):
    document = Document(text)
    (url,) = find_urls(document)
    base = next(iter(RULES.values()))._replace(schemes=(), contains_any="")
    index = RuleIndex(base._replace(code=trigger, triggers=frozenset((trigger,))) for trigger in Trigger)
    assert {rule.code for rule in index.candidates(url, text)} == triggers


def test_ordinary_url_has_few_candidates():
    text = "see http://www.example.org/plans?year=3D2004 now"
    (url,) = find_urls(Document(text))
    usual = RuleIndex(
        rule for rule in RULES.values() if "rfc3986" in rule.default_profiles and "rfc3986" in rule.profiles
    )
    codes = [rule.code for rule in usual.candidates(url, text)]
    assert "URL118" in codes
    assert len(codes) <= 4


@pytest.mark.slow
def test_cache_is_bounded():
    index = RuleIndex(RULES.values())
    for number in range(3000):
        text = f"<x-{number}://a.example/>"
        (url,) = find_urls(Document(text))
        index.candidates(url, text)
    assert index._cached_candidates.cache_info().currsize <= 1024
