"""Ordinary URLs: rules that do not declare otherwise never report them."""

import re
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from almost_ordinary import ALMOST_ORDINARY, OPAQUE, WRAPPED
from strategies import URLS
from tables import each_row
from urlmend.finder import find_urls
from urlmend.finder.fast.ordinary import is_ordinary, is_ordinary_text, not_ordinary
from urlmend.finder.fast.ordinary_patterns import ORDINARY_LINE
from urlmend.model.document import Document
from urlmend.model.finding import PROFILES
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.forms import FORMS, Kind
from urlmend.redaction.harmless import may_contain_token, with_token_signs
from urlmend.rules import RULES
from urlmend.rules.registry import Case

PARAMETERS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER)
NOT_APPLIED_TO_ORDINARY = [rule for rule in RULES.values() if not rule.applies_to_ordinary]


@pytest.mark.slow
@given(st.one_of(ALMOST_ORDINARY, OPAQUE, URLS), WRAPPED)
@settings(max_examples=10 * settings().max_examples)
@example("http://a.example/~b", "{}")
@example("http://a.example/b?c=d&e", '<a href="{} b">')
@example("https://a.example/?token=abcdefgh12345678", "<{}>")
@example("https://a.example/?x=1&sig=abcdefgh12345678", "{}")
def test_no_rule_reports_an_ordinary_url(url, around):
    text = "see " + around.format(url)
    for found in find_urls(Document(text)):
        if is_ordinary(found, text):
            for profile in PROFILES:
                case = Case(found, text, profile, "")
                for rule in NOT_APPLIED_TO_ORDINARY:
                    applies = profile in rule.profiles and found.scheme in (rule.schemes or (found.scheme,))
                    hits = list(rule.check(case)) if applies else []
                    assert hits == [], (rule.code, found.text)


ORDINARY = [
    "http://a.example ",
    "http://a.example/b/c.html",
    "https://a.example:8080/b?c=d&e=f",
    "http://A.example/b?c=abcdefgh12345678",
    "https://a.example/b#c",
    "ftp://a.example/pub/b.tar.gz",
    "http://a.example/~b/c_d-e",
    "<http://a.example/b>",
    "(http://a.example/b)",
    "mailto:a.b@c.example",
    "sip:a@b.example",
    "urn:ietf:params:xml:ns:a-b",
    "http://a.example:80/",
    "https://a.example:443/",
    "http://192.0.2.1/",
    "http://a.example//b",
    "http://a.example/b%20c%2Fd%C3%A9?e=%20",
    "http://a.example/b?c=http://d.example/",
    "http://a.example/b?page=abcdefgh12345678",
    "http://a.example/#!/b",
    "http://a.example/b?c=3Dd&e=f",
    "https://github.com/a/b",
    "https://github.com/a/b/blob/main/c.md",
    "http://a.example/" + "b" * 3000,
]
NOT_ORDINARY = [
    "http://u@a.example/",
    "http://a.example:443/",
    "https://a.example:80/",
    "http://a.example:25/",
    "http://a_b.example/",
    "http://192.0.2.256/",
    "http://192.0.02.1/",
    "http://xn--a.example/",
    "http://a.example/b/../c",
    "http://http//b",
    "https://github.com/a/b/c.md",
    "https://www.github.com/a/b/c/d.py#L3",
    "https://www.google.com/search?q=https://b.internal/c",
    "https://www.google.com/search?q=https%3A%2F%2Fb.internal%2Fc",
    "http://a.example/b%252Fc",
    "http://a.example/b=3D2004",
    "http://a.example/#b=3D2004",
    "http://a.example/b%2F../c",
    "http://a.example/b%E2%80%8B",
    "http://a.example/b&amp;c",
    "<http://a.example/>#b",
    "http://a.example/\u2010",
    "http://a.example/?b=3Dc",
    "http://a.example/b?c=3Dd&token=3Dabcdefgh12345678=",
    "http://a.example/b%zz",
    "http://a.example/?b=%2520",
    "http://a.example/?%74oken=1",
    "http://a.example/é",
    "http://a.example/(b",
    "http://a.example/b|c",
    "ftp://a.example/b;c",
    "ftp://a.example/b?c",
    "<http://a.example/b\nc>",
    "<URL:http://a.example/ x",
    "http://a.example/?token=abcdefgh12345678",
    "mailto:a%b@c.example",
    "gopher://a.example/",
    'href="http://a.example/b c"',
]


@each_row("text", ORDINARY)
def test_most_urls_are_ordinary(text):
    (url,) = find_urls(Document(text))
    assert is_ordinary(url, text)


@each_row("text", NOT_ORDINARY)
def test_other_urls_are_not_ordinary(text):
    (url,) = find_urls(Document(text))
    assert not is_ordinary(url, text)


WEB = st.builds(
    "http{}".format, st.one_of(ALMOST_ORDINARY, URLS).map(lambda url: url.partition("://")[2]).map("://{}".format)
)


@pytest.mark.slow
@settings(max_examples=5 * settings().max_examples)
@given(WEB.filter(str.isprintable))
def test_urls_matched_in_a_text_are_ordinary(url):
    if not not_ordinary([url]):
        span = Span(0, len(url))
        assert is_ordinary(Url(url, (span,), span, "bare", "http"), url)


PLAIN_URLS = """
http://a.example https://a-b.c.example/ http://a.example:8080/b/c.html http://10.0.0.1/ http://a.example/b,c/d.e?f=g&h=i
http://a.example/?b#c http://a.example/%C3%A4/~b#c=d http://a.example/b:c!e http://a.example/?b=c:d,e.f?g
""".split()


@each_row("url", PLAIN_URLS)
def test_most_ordinary_urls_are_matched_by_line(url):
    assert ORDINARY_LINE.fullmatch(f"{url}\n")


@each_row("example", [example for form in FORMS for example in form.examples])
def test_no_secret_is_ordinary(example):
    url = example.replace("«", "").replace("»", "")
    for spelled in (url, f"{url}&x=y", url.replace("h7Tq-92x", "h7").replace("Sommer-04", "h7T")):
        assert not is_ordinary_text(spelled), spelled
        assert not_ordinary([spelled]), spelled


@each_row("example", [example for form in FORMS if form.kind is Kind.PATH for example in form.examples])
def test_no_second_authority_of_a_service_is_ordinary(example):
    url = example.replace("«", "").replace("»", "").replace("://", "://a.example//", 1)
    assert not is_ordinary_text(url)
    assert not_ordinary([url])


NAMES = sorted({word.removeprefix("^") for form in FORMS if form.kind in PARAMETERS for word in form.match})
SEPARATORS = ["", *"_-.", "%5F", "%5f", "%2D", "%2d", "%2E", "%2e"]


def spellings(name):
    """The name, with separators between its parts, in brackets, and in other cases."""
    yield from (name.upper(), name.capitalize(), f"a[{name}]", f"a%5B{name}%5D")
    parts = re.sub("(id|key|code|token|secret|url|word|wort|phrase|passwd|pwd|pw|response)$", r" \1", name).split()
    for separator in SEPARATORS:
        yield from (separator.join(parts), separator.join(map(str.capitalize, parts)), f"a{separator}{name}")


@each_row("name", NAMES)
def test_no_parameter_name_of_a_secret_is_ordinary(name):
    for spelled in spellings(name):
        for equals in ("=", "%3D", "%253D"):
            for before in ("?", "?a=b&", "b;", "#", "?a=b#", "?a=http%3A//b/%3F"):
                assert not ORDINARY_LINE.match(f"http://a.example/{before}{spelled}{equals}abcdefgh12345678\n"), spelled
                assert not is_ordinary_text(f"http://a.example/{before}{spelled}{equals}abcdefgh12345678"), spelled


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["a.", "a-", "/", "/.", ",", "=3D", "?a=", "?", "%E2%80", "&amp;", ";", "1.2.3.4", ":80", "#", "//", "\n"]
)
def test_time_grows_no_faster_than_the_text(piece):
    def cpu_seconds(count):
        texts = ["http://" + piece * count, "http://a.example/" + piece * count, "http://a.example/?" + piece * count]
        started = process_time()
        for text in texts:
            ORDINARY_LINE.sub("", f"{text}\n")
        return process_time() - started

    # For sixteen times the text, linear time has a ratio of 16 and quadratic time one of 256. One quiet run is enough.
    assert any(cpu_seconds(480_000) < 64 * max(cpu_seconds(30_000), 0.001) for _ in range(5))


def test_signs_of_tokens_are_found_in_many_urls():
    examples = [example.replace("«", "").replace("»", "") for form in FORMS for example in form.examples]
    urls = [url for url in examples if url.startswith("http")] + PLAIN_URLS
    assert with_token_signs("\n".join([*urls, ""])) == set(filter(may_contain_token, urls))
    assert with_token_signs("\n".join(PLAIN_URLS)) == set()


@given(st.lists(WEB.filter(str.isprintable)))
def test_many_urls_are_ordinary_if_each_of_them_is(urls):
    assert not_ordinary(urls) == {url for url in urls if not is_ordinary_text(url)}
