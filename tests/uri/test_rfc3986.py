"""The split of a URL into components."""

from hypothesis import given
from hypothesis import strategies as st

from strategies import URLS
from tables import each_row
from urlmend.uri.rfc3986 import GEN_DELIMS, SUB_DELIMS, UNRESERVED, Parts, split

NAMES = [name for name in Parts._fields if name != "starts"]

SPLITS = {
    # RFC 3986 appendix B
    "http://www.ics.uci.edu/pub/ietf/uri/#Related": {
        "scheme": "http",
        "authority": "www.ics.uci.edu",
        "host": "www.ics.uci.edu",
        "path": "/pub/ietf/uri/",
        "fragment": "Related",
    },
    # RFC 3986 section 1.1.2
    "ftp://ftp.is.co.za/rfc/rfc1808.txt": {
        "scheme": "ftp",
        "authority": "ftp.is.co.za",
        "host": "ftp.is.co.za",
        "path": "/rfc/rfc1808.txt",
    },
    "ldap://[2001:db8::7]/c=GB?objectClass?one": {
        "scheme": "ldap",
        "authority": "[2001:db8::7]",
        "host": "[2001:db8::7]",
        "path": "/c=GB",
        "query": "objectClass?one",
    },
    "mailto:John.Doe@example.com": {"scheme": "mailto", "path": "John.Doe@example.com"},
    "tel:+1-816-555-1212": {"scheme": "tel", "path": "+1-816-555-1212"},
    "telnet://192.0.2.16:80/": {
        "scheme": "telnet",
        "authority": "192.0.2.16:80",
        "host": "192.0.2.16",
        "port": "80",
        "path": "/",
    },
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2": {
        "scheme": "urn",
        "path": "oasis:names:specification:docbook:dtd:xml:4.1.2",
    },
    # RFC 3986 section 3
    "foo://example.com:8042/over/there?name=ferret#nose": {
        "scheme": "foo",
        "authority": "example.com:8042",
        "host": "example.com",
        "port": "8042",
        "path": "/over/there",
        "query": "name=ferret",
        "fragment": "nose",
    },
    "ftp://alice:secret@a.example:21/b": {
        "scheme": "ftp",
        "authority": "alice:secret@a.example:21",
        "userinfo": "alice:secret",
        "host": "a.example",
        "port": "21",
        "path": "/b",
    },
    "http://@a/": {"scheme": "http", "authority": "@a", "userinfo": "", "host": "a", "path": "/"},
    "http://:@a": {"scheme": "http", "authority": ":@a", "userinfo": ":", "host": "a", "path": ""},
    "http://a:/": {"scheme": "http", "authority": "a:", "host": "a", "port": "", "path": "/"},
    "http:///a": {"scheme": "http", "authority": "", "host": "", "path": "/a"},
    "http://": {"scheme": "http", "authority": "", "host": "", "path": ""},
    "http://a?b": {"scheme": "http", "authority": "a", "host": "a", "path": "", "query": "b"},
    "http://a#b?c/d": {"scheme": "http", "authority": "a", "host": "a", "path": "", "fragment": "b?c/d"},
    "http://a/?#": {"scheme": "http", "authority": "a", "host": "a", "path": "/", "query": "", "fragment": ""},
    "file:/etc/motd": {"scheme": "file", "path": "/etc/motd"},
    "//a/b": {"authority": "a", "host": "a", "path": "/b"},
    "a/b": {"path": "a/b"},
    "": {"path": ""},
    # An unencoded `@` in a password cannot move a part of it into the host.
    "ftp://alice:p@ss@a.example/": {
        "scheme": "ftp",
        "authority": "alice:p@ss@a.example",
        "userinfo": "alice:p@ss",
        "host": "a.example",
        "path": "/",
    },
    # Malformed authorities.
    "http://[::1/b": {"scheme": "http", "authority": "[::1", "host": "[::1", "path": "/b"},
    "http://a:80:90/b?c#d": {
        "scheme": "http",
        "authority": "a:80:90",
        "host": "a",
        "port": "80:90",
        "path": "/b",
        "query": "c",
        "fragment": "d",
    },
    "http://u:p@[::1]x:80/b?c": {
        "scheme": "http",
        "authority": "u:p@[::1]x:80",
        "userinfo": "u:p",
        "host": "[::1]x:80",
        "path": "/b",
        "query": "c",
    },
}


@each_row("text", SPLITS)
def test_split(text):
    parts = split(text)
    assert {name: getattr(parts, name) for name in NAMES if getattr(parts, name) is not None} == SPLITS[text]


@given(st.one_of(URLS, st.text(), st.lists(st.sampled_from(["a", "http:", "//", *":/?#[]@"])).map("".join)))
def test_split_offsets(text):
    parts = split(text)
    for name in NAMES:
        value = getattr(parts, name)
        assert (name in parts.starts) == (value is not None)
        if value is not None:
            assert text[parts.starts[name] :].startswith(value)


@given(st.one_of(URLS, st.text(), st.lists(st.sampled_from(["a", "http:", "//", *":/?#[]@"])).map("".join)))
def test_split_loses_nothing(text):
    parts = split(text)
    joined = "" if parts.scheme is None else parts.scheme + ":"
    joined += "" if parts.authority is None else "//" + parts.authority
    joined += parts.path
    joined += "" if parts.query is None else "?" + parts.query
    joined += "" if parts.fragment is None else "#" + parts.fragment
    assert joined == text


@each_row(
    ("userinfo", "user", "password"),
    [
        ("a:b@", "a", "b"),
        ("a:b:c@", "a", "b:c"),
        ("a:@", "a", ""),
        ("a@", "a", None),
        (":b@", "", "b"),
        ("@", "", None),
        ("", None, None),
    ],
)
def test_user_and_password(userinfo, user, password):
    parts = split(f"ftp://{userinfo}h/")
    assert (parts.user, parts.password) == (user, password)


def test_character_classes():
    assert len(UNRESERVED) == 26 * 2 + 10 + 4
    assert not set(GEN_DELIMS) & set(SUB_DELIMS) | set(UNRESERVED) & set(GEN_DELIMS + SUB_DELIMS)


def test_character_classes_are_those_of_the_specification():
    assert (GEN_DELIMS, SUB_DELIMS) == (":/?#[]@", "!$&'()*+,;=")
    printable = [chr(code) for code in range(33, 127)]
    unsafe = set('"%<>\\^`{|}')
    assert {char for char in printable if char not in unsafe} == set(GEN_DELIMS + SUB_DELIMS + UNRESERVED)
    assert len(GEN_DELIMS + SUB_DELIMS + UNRESERVED) == len(printable) - len(unsafe)
