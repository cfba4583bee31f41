"""Canonical forms of URLs, by the serialisation of the WHATWG URL standard without the fragment."""

from tables import each_row
from urlmend.uri.canonical import canonical


@each_row(
    ("url", "expected"),
    [
        # as it is
        ("http://www.canal.example/", None),
        ("https://canal.example/a/b.html?q=1&r=%20", None),
        ("mailto:ada@canal.example", None),
        ("urn:isbn:0451450523", None),
        ("https://canal.example/a|b", None),
        ("https://canal.example/.well-known/x", None),
        # the path, the fragment, the scheme and the host
        ("http://www.canal.example", "http://www.canal.example/"),
        ("http://www.canal.example?x", "http://www.canal.example/?x"),
        ("http://canal.example/a#b", "http://canal.example/a"),
        ("HTTP://WWW.Canal.Example/A", "http://www.canal.example/A"),
        ("http:canal.example/a", "http://canal.example/a"),
        ("http:\\\\canal.example\\a\\b", "http://canal.example/a/b"),
        ("http://canal.example/a/../b/./c/..", "http://canal.example/b/"),
        ("http://canal.example/%2e%2E/a", "http://canal.example/a"),
        ("http://canal.example/../../a", "http://canal.example/a"),
        # ports
        ("http://canal.example:80/", "http://canal.example/"),
        ("https://canal.example:80/", "https://canal.example:80/"),
        ("http://canal.example:08080/", "http://canal.example:8080/"),
        ("http://canal.example:/", "http://canal.example/"),
        # hosts
        ("http://gr\u00f6\u00dfe.example/", "http://xn--gre-6ka8i.example/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://017700000001/", "http://127.0.0.1/"),
        ("http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/"),
        ("http://%63anal.example/", "http://canal.example/"),
        ("hxxps://www[.]canal[.]example/a", "https://www.canal.example/a"),
        # userinfo
        ("ftp://ada:***@canal.example/x", "ftp://ada:***@canal.example/x"),
        ("http://@canal.example/", "http://canal.example/"),
        ("http://a@b@canal.example/", "http://a%40b@canal.example/"),
        # characters
        ("http://canal.example/a b", "http://canal.example/a%20b"),
        ("http://canal.example/\u00e9?\u00e9'", "http://canal.example/%C3%A9?%C3%A9%27"),
        ("http://canal.example/a\n/b", "http://canal.example/a/b"),
        ("http://canal.example/{a}^`?{a}", "http://canal.example/%7Ba%7D%5E%60?{a}"),
        # other schemes
        ("file://localhost/etc/motd", "file:///etc/motd"),
        ("file:///a/../b", "file:///b"),
        ("gopher://canal.example/1", "gopher://canal.example/1"),
        ("gopher://canal.example", "gopher://canal.example"),
        ("gopher://canal.example:070/a/../1#x", "gopher://canal.example:70/1"),
        ("mailto:ada@canal.example#x", "mailto:ada@canal.example"),
    ],
)
def test_canonical_forms(url, expected):
    assert canonical(url) == (expected or url)
    assert canonical(expected or url) == (expected or url)


@each_row("url", ["www.canal.example", "http://", "http://a b/", "http://canal.example:99999/", "x", ""])
def test_no_canonical_form(url):
    assert canonical(url) is None
