"""The parts of a URL, its text, and its representation."""

from hypothesis import given
from hypothesis import strategies as st

import urlmend
from tables import each_row
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.rfc3986 import split

PARTS = [
    ("http://www.a.example/b/c?d=e#f", "www.a.example", None, "/b/c", "d=e"),
    ("http://a.example", "a.example", None, "", None),
    ("http://ada:h7Tq-92x@a.example:8080?", "a.example", 8080, "", ""),
    ("http://[2001:db8::1]:80/x", "[2001:db8::1]", 80, "/x", None),
    ("http://a.example:/x", "a.example", None, "/x", None),
    ("http://a.example:abc/", "a.example", None, "/", None),
    ("http://a.example:%s/" % ("9" * 5000), "a.example", None, "/", None),
    ("mailto:ada@a.example?subject=x", None, None, "ada@a.example", "subject=x"),
    ("file:///etc/hosts", "", None, "/etc/hosts", None),
    ("urn:isbn:123", None, None, "isbn:123", None),
]


def url(text, form="bare", scheme=None):
    scheme = text.partition(":")[0] if scheme is None else scheme
    return Url(text, (Span(0, len(text)),), Span(0, len(text)), form, scheme)


@each_row(("text", "host", "port", "path", "query"), PARTS)
def test_parts(text, host, port, path, query):
    found = url(text)
    assert (found.host, found.port, found.path, found.query) == (host, port, path, query)


USERINFO_AND_FRAGMENT = [
    ("http://a.example/b?c#d?e#f", None, "d?e#f"),
    ("http://a.example/#", None, ""),
    ("http://a.example", None, None),
    ("http://@a.example/", "", None),
    ("http://ada:h7Tq-92x@a.example:8080/#/b", "ada:h7Tq-92x", "/b"),
    ("http://ada@b@a.example/", "ada@b", None),
    ("http://a.example/@b#@c", None, "@c"),
    ("mailto:ada@a.example#b", None, "b"),
    ("ssh://git@[2001:db8::1]:22/x", "git", None),
]


@each_row(("text", "userinfo", "fragment"), USERINFO_AND_FRAGMENT)
def test_userinfo_and_fragment(text, userinfo, fragment):
    found = url(text)
    assert (found.userinfo, found.fragment) == (userinfo, fragment)


def test_parts_of_a_url_without_a_scheme():
    (found,) = urlmend.find("see www.a.example/b?c", schemeless=True)
    assert (found.userinfo, found.host, found.path, found.query) == (None, "www.a.example", "/b", "c")


@given(st.text("ab:/?#@[]%.019\n", max_size=30))
def test_parts_are_those_of_the_specification(text):
    found, parts = url(f"x:{text}"), split(f"x:{text}")
    assert (found.path, found.query) == (parts.path, parts.query)
    assert (found.userinfo, found.host, found.fragment) == (parts.userinfo, parts.host, parts.fragment)


SECRETS = [
    "ftp://ada:h7Tq-92x@mirror.canal.internal/",
    "https://ghp_h7Tq92xAAAAbbbbCCCCddddEEEEffff1234@github.com/a/b",
    "https://hooks.slack.com/services/T000/B000/h7Tq92x",
    "https://canal.internal/?access_token=h7Tq92xAAAAbbbbCCCC",
    "https:///ada:h7Tq92x@canal.internal/",
    "https://ada:/h7Tq92x@canal.internal/",
    "https://canal.internal/#access_token=h7Tq92xAAAAbbbbCCCC",
]


@each_row("text", SECRETS)
def test_repr_hides_secrets(text):
    (found, *_) = urlmend.find(f"<{text}>")
    for shown in (repr(found), repr([found]), repr(urlmend.lint(f"<{text}>"))):
        assert "h7Tq" not in shown
    assert str(found) == f"{found}" == found.text


@each_row(
    ("text", "shown"),
    [
        ("http://a.example/b", "http://a.example..."),
        ("http://ada@a.example", "http://a.example..."),
        ("http://192.0.2.1:8080/", "http://192.0.2.1..."),
        ("http://[2001:db8::1]:99999/x", "http://[2001:db8::1]..."),
        ("http://[::ffff:192.0.2.1]/", "http://[::ffff:192.0.2.1]..."),
        ("http://[h7Tq:92x:3]/", "http:..."),
        ("http://[h7Tq]/", "http:..."),
        ("http://localhost/", "http:..."),
        ("mailto:ada@a.example", "mailto:..."),
    ],
)
def test_repr_shows_scheme_and_host(text, shown):
    assert repr(url(text)) == f"<Url {shown} (bare) at 0-{len(text)}>"
