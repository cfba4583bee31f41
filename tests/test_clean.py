"""The test that lets most URLs pass."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from strategies import URLS
from urlmend.clean import is_clean
from urlmend.grammar import split
from urlmend.model import PROFILES, Document
from urlmend.rules import RULES
from urlmend.rules.registry import Case
from urlmend.scanner import scan

NOT_OF_CLEAN = [rule for rule in RULES.values() if not rule.of_clean]

# Close to the edge of what is clean: mostly clean parts, and some that are not.
SCHEMES = ["http", "http", "https", "ftp", "HTTP", "gopher"]
AUTHORITIES = ["a.example", "a.example", "a", "1.2.3.4", "a:80", "a:", "u@a", "u:p@a", "@a", "[::1]", "a..b", ""]
QUERIES = ["", "", "?a=b", "?a=b&c", "?", "?/", "??", "?token=abcdefgh12345678", "?x=1&sig=abcdefgh12345678", "?[]"]
FRAGMENTS = ["", "", "#a", "#", "#a#b", "#?/", "#%2F"]
ALMOST_CLEAN = st.builds(
    "{}://{}/{}{}{}".format,
    st.sampled_from(SCHEMES),
    st.sampled_from(AUTHORITIES),
    st.one_of(st.text("/ab.~:", max_size=4), st.text("/ab.~%()[]{}|;:@&=+$,!*'-_é^", max_size=6)),
    st.sampled_from(QUERIES),
    st.sampled_from(FRAGMENTS),
)
PARTS = st.text("ab1.+-_@:%", max_size=5)
OPAQUE = st.builds(
    "{}:a{}{}{}".format,
    st.sampled_from(["mailto", "sip", "sips", "urn", "news", "tel"]),
    PARTS,
    st.sampled_from(["@a.example", "@a", "@1.2.3.4", ":b", "@a.example?subject=b", ""]),
    st.sampled_from(["", "", ";b=c", ":b", "#c"]),
)
WRAPPED = st.sampled_from(["{}", "<{}>", "<URL:{}>", "({})", '"{}"', "<URL:{} x", "{}.", '<a href="{} b">'])


@given(st.one_of(ALMOST_CLEAN, OPAQUE, URLS), WRAPPED)
@settings(max_examples=1000)
@example("http://a.example/~b", "{}")
@example("http://a.example/b?c=d&e", '<a href="{} b">')
@example("https://a.example/?token=abcdefgh12345678", "<{}>")
@example("https://a.example/?x=1&sig=abcdefgh12345678", "{}")
def test_rules_have_nothing_to_say_about_a_clean_url(url, around):
    text = "see " + around.format(url)
    for found in scan(Document(text)):
        if is_clean(found, text):
            for profile in PROFILES:
                case = Case(found, split(found.text), text, profile, "")
                for rule in NOT_OF_CLEAN:
                    hits = list(rule.check(case)) if profile in rule.profiles else []
                    assert hits == [], (rule.code, found.text)


CLEAN = [
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
]
NOT_CLEAN = [
    "http://u@a.example/",
    "http://a.example:80/",
    "http://a_b.example/",
    "http://192.0.2.1/",
    "http://xn--a.example/",
    "http://a.example/b/../c",
    "http://a.example//b",
    "<http://a.example/>#b",
    "http://a.example/\u2010",
    "http://a.example/?b=3Dc",
    "http://a.example/b%zz",
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


@pytest.mark.parametrize("text", CLEAN)
def test_most_urls_are_clean(text):
    (url,) = scan(Document(text))
    assert is_clean(url, text)


@pytest.mark.parametrize("text", NOT_CLEAN)
def test_others_are_looked_at_more_closely(text):
    (url,) = scan(Document(text))
    assert not is_clean(url, text)
