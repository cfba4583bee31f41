"""The grammar of RFC 1738 section 5."""

import re

from tables import each_row
from urlmend.uri import rfc1738
from urlmend.uri.rfc1738 import PRODUCTIONS, RESERVED_NAMES, SCHEMES, conforms, split

VALID = [
    "ftp://ftp.example.org",
    "ftp://ftp.example.org/",
    "ftp://alice:secret@ftp.example.org:21/pub/a.txt;type=a",
    "ftp://ftp.example.org/%2Fetc/motd",
    "ftp://ftp.example.org/pub//a",
    "ftp://@ftp.example.org/",
    "ftp://alice:@ftp.example.org/",
    "ftp://ftp.example.org/pub/a?b:c@d&e=f",
    "FTP://ftp.example.org/",
    "file:///etc/motd",
    "file://localhost/etc/motd",
    "file://vms.example.org/disk$user/my/notes/note12345.txt",
    "http://www.example.org",
    "http://www.example.org/",
    "http://www.example.org:8080/a/b?c",
    "http://192.0.2.7/",
    "http://a/",
    "http://www.example.org/a;b:c@d&e=f",
    "http://www.example.org/?a;b:c@d&e=f",
    "http://www.example.org/$-_.+!*'(),",
    "http://www.example.org/%7Ealice/#part",
    "http://www.example.org/a//b",
    "gopher://gopher.example.org",
    "gopher://gopher.example.org/",
    "gopher://gopher.example.org/11/a",
    "gopher://gopher.example.org:70/0a%20b",
    "gopher://gopher.example.org/7a%09search",
    "gopher://gopher.example.org/7a%09search%09+",
    "mailto:alice@example.org",
    "mailto:alice%25site@example.org",
    "mailto:Alice",
    "news:comp.infosystems.www.misc",
    "news:*",
    "news:1999.17@news.example.org",
    "news:comp",
    "nntp://news.example.org/comp.text.tex/12",
    "nntp://news.example.org:119/comp.text.tex",
    "telnet://host.example.org",
    "telnet://alice:secret@host.example.org:23/",
    "wais://wais.example.org/base",
    "wais://wais.example.org/base?search",
    "wais://wais.example.org/base/type/path",
    "wais://wais.example.org/base/type/a%2Fb",
    "prospero://dir.example.org/pub/plan",
    "prospero://dir.example.org:1525//pub/plan;version=2;size=3",
    # otherurl
    "ldap://ldap.example.org/c",
    "z39.50://host.example.org/",
    "mid:1999.17",
    "x-plan:whatever",
    "afs:",
    "frob://alice@host.example.org/a;b?c:d@e&f=g",
]
INVALID = [
    "",
    "http",
    "//www.example.org/",
    ":a",
    "a_b:c",
    "ftp:ftp.example.org",
    "ftp:///pub",
    "ftp://ftp.example.org/a;b",
    "ftp://ftp.example.org/a;type=x",
    "ftp://a@b@ftp.example.org/",
    "file:/etc/motd",
    "file://localhost",
    "http:www.example.org",
    "http://",
    "http:///a",
    "http://alice@www.example.org/",
    "http://www.example.org/~alice/",
    "http://www.example.org/a b",
    "http://www.example.org/a%",
    "http://www.example.org/a%2",
    "http://www.example.org/a%zz",
    "http://www.example.org/?a/b",
    "http://www.example.org/?a?b",
    "http://www.example.org?a",
    "http://www.example.org/a|b",
    "http://www.example.org/\u00e9",
    "http://www.example.org./",
    "http://-a.example.org/",
    "http://a-.example.org/",
    "http://a_b.example.org/",
    "http://a..example.org/",
    "http://www.example.1/",
    "http://192.0.2/",
    "http://[2001:db8::7]/",
    "http://www.example.org:/",
    "http://www.example.org:a/",
    "http://www.example.org/\n",
    "gopher://alice@gopher.example.org/",
    "gopher://gopher.example.org/7a%0",
    "mailto:",
    "mailto:alice bob",
    "news:",
    "news:1999",
    "news:a@",
    "news:@a.example",
    "nntp://news.example.org/",
    "nntp://news.example.org/comp.text.tex/a",
    "nntp://alice@news.example.org/comp.text.tex",
    "telnet:host.example.org",
    "telnet://host.example.org/now",
    "wais://wais.example.org",
    "wais://wais.example.org/base/type",
    "wais://wais.example.org/base/type/a/b",
    "wais://alice@wais.example.org/base",
    "prospero://dir.example.org",
    "prospero://dir.example.org/pub;plan",
    "prospero://alice@dir.example.org/pub",
    "frob:a b",
    "frob:a{b}",
    "frob:a~b",
]


@each_row("url", VALID)
def test_conforms(url):
    assert conforms(url)


@each_row("url", INVALID, ids=ascii)
def test_does_not_conform(url):
    assert not conforms(url)


def test_samples_cover_all_schemes():
    for scheme in SCHEMES:
        assert any(url.startswith(scheme + ":") for url in VALID)
        assert any(url.startswith(scheme + ":") for url in INVALID)
        assert f"{scheme}url" in PRODUCTIONS


@each_row("name", RESERVED_NAMES)
def test_reserved_names_have_the_syntax_of_otherurl(name):
    assert name not in SCHEMES
    assert conforms(f"{name}:a;b/c")
    assert conforms(f"{name}://host.example.org/a")
    assert not conforms(f"{name}:a b")


def test_productions_are_complete():
    named = {name for text in PRODUCTIONS.values() for name in re.findall(r"\{([a-z0-9_]+)\}", text)}
    assert named <= set(PRODUCTIONS)


@each_row("name", PRODUCTIONS)
def test_productions_compile(name):
    re.compile(rfc1738._expanded(name))


FIELDS = {
    "ftp://alice:secret@h:21/pub/a;type=i": {
        "scheme": "ftp",
        "user": "alice",
        "password": "secret",
        "host": "h",
        "port": "21",
        "fpath": "pub/a",
        "ftptype": "i",
    },
    "ftp://h/a;b": {"scheme": "ftp", "host": "h", "fpath": "a;b"},
    "file:///etc/motd": {"scheme": "file", "host": "", "fpath": "etc/motd"},
    "http://h/a/b?c?d#e": {"scheme": "http", "host": "h", "hpath": "a/b", "search": "c?d"},
    "http://h": {"scheme": "http", "host": "h", "hpath": ""},
    "HTTP://h/": {"scheme": "HTTP", "host": "h", "hpath": ""},
    "gopher://h/7a/b%09c%09+d": {
        "scheme": "gopher",
        "host": "h",
        "gtype": "7",
        "selector": "a/b",
        "search": "c",
        "gopherplus_string": "+d",
    },
    "gopher://h/": {"scheme": "gopher", "host": "h", "selector": ""},
    "mailto:alice@h": {"scheme": "mailto", "encoded822addr": "alice@h"},
    "news:comp.text.tex": {"scheme": "news", "group": "comp.text.tex"},
    "news:1@h": {"scheme": "news", "article": "1@h"},
    "nntp://h/comp.text/12": {"scheme": "nntp", "host": "h", "group": "comp.text", "digits": "12"},
    "telnet://u@h/x": {"scheme": "telnet", "user": "u", "host": "h", "urlpath": "x"},
    "wais://h/base?find": {"scheme": "wais", "host": "h", "database": "base", "search": "find"},
    "wais://h/base/t/p/q": {"scheme": "wais", "host": "h", "database": "base", "wtype": "t", "wpath": "p/q"},
    "prospero://h/a/b;c=d;e": {"scheme": "prospero", "host": "h", "ppath": "a/b", "fieldspec": ";c=d;e"},
    "frob://u:p@h:1/a?b": {
        "scheme": "frob",
        "user": "u",
        "password": "p",
        "host": "h",
        "port": "1",
        "urlpath": "a?b",
    },
    "frob:a/b": {"scheme": "frob", "urlpath": "a/b"},
    "plan": {},
    "": {},
}


@each_row("url", FIELDS)
def test_split(url):
    assert {name: value for name, (_, value) in split(url).items()} == FIELDS[url]


@each_row("url", FIELDS)
def test_split_offsets(url):
    for start, value in split(url).values():
        assert url[start : start + len(value)] == value


@each_row("scheme", SCHEMES)
def test_allowed_reserved_characters_conform(scheme):
    samples = {
        ("ftp", "fpath"): "ftp://h/a{}b",
        ("file", "fpath"): "file://h/a{}b",
        ("http", "hpath"): "http://h/a{}b",
        ("http", "search"): "http://h/?a{}b",
        ("gopher", "selector"): "gopher://h/1a{}b",
        ("gopher", "gtype"): "gopher://h/{}a",
        ("gopher", "search"): "gopher://h/7a%09b{}c",
        ("gopher", "gopherplus_string"): "gopher://h/7a%09b%09c{}d",
        ("mailto", "encoded822addr"): "mailto:a{}b",
        ("news", "article"): "news:a{}b@h",
        ("wais", "search"): "wais://h/a?b{}c",
        ("prospero", "ppath"): "prospero://h/a{}b",
    }
    for (owner, field), sample in samples.items():
        # A second `@` would change the host of an article.
        if owner == scheme:
            for char in set(SCHEMES[scheme].allowed[field]) - ({"@"} if field == "article" else set()):
                assert conforms(sample.format(char)), sample.format(char)
