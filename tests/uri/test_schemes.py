"""The tables of schemes."""

import re

import pytest

from urlmend.uri.iana_schemes import REGISTERED, REGISTRY_DATE
from urlmend.uri.rfc1738 import SCHEMES as RFC1738_SCHEMES
from urlmend.uri.schemes import (
    COLON_TRIGGER,
    DEFAULT_PORTS,
    SCHEMEPART_STARTS,
    SCHEMES_IN_WORDS,
    UNREGISTERED,
    SchemeTable,
)

TABLE = SchemeTable(frozenset({"frob"}))

STATUS = [
    ("http", "permanent"),
    ("HTTP", "permanent"),
    ("ftp", "permanent"),
    ("gopher", "permanent"),
    ("mailto", "permanent"),
    ("wais", "historical"),
    ("prospero", "historical"),
    ("mysql", "unregistered"),
    ("s3", "unregistered"),
    ("postgresql", "unregistered"),
    ("x-plan", "private"),
    ("X-Plan", "private"),
    ("frob", "configured"),
    ("git+https", "unregistered"),
    ("git+frob", "unregistered"),
    ("x-", None),
    ("mysql+pymysql", "unregistered"),
    ("postgresql+psycopg2", "unregistered"),
    ("mysql+", None),
    ("git+nothing", None),
    ("+http", None),
    ("foo", None),
    ("std", None),
    ("", None),
    ("c", None),
]


@pytest.mark.parametrize(("scheme", "status"), STATUS)
def test_status(scheme, status):
    assert TABLE.status(scheme) == status


@pytest.mark.parametrize("scheme", ["http", "x-plan", "frob", "wais"])
def test_is_registered(scheme):
    assert TABLE.is_registered(scheme)


@pytest.mark.parametrize("scheme", ["mysql", "foo", "git+https"])
def test_is_not_registered(scheme):
    assert not TABLE.is_registered(scheme)


WORDS = [
    ("http", "http"),
    ("HTTPS", "https"),
    ("fromhttp", "http"),
    ("seehttps", "https"),
    ("2.http", "http"),
    ("1ftp", "ftp"),
    ("v2.git", "git"),
    ("git+ssh", "git+ssh"),
    ("frob", "frob"),
    ("foo", None),
    ("", None),
    ("12", None),
    ("xgit", None),
]


@pytest.mark.parametrize(("word", "scheme"), WORDS)
def test_trailing_scheme(word, scheme):
    assert TABLE.trailing_scheme(word) == scheme


# scheme: (texts after the colon that make a URL, texts that do not)
SCHEMEPARTS = {
    "acct": (["alice@a.example"], ["alice", " alice@a.example"]),
    "bitcoin": (["1BoatSLRHtKNngkdXEeobR76b53LETtpyT"], ["12", "mining"]),
    "callto": (["+15550199"], ["me"]),
    "cid": (["part1@a.example"], ["part1", "@a"]),
    "did": (["web:a.example"], ["web", "WEB:"]),
    "doi": (["10.1000/182"], ["10", "x"]),
    "file": (["/etc/motd", "/c"], ["name", " /etc", "//"]),
    "geo": (["52.5,13.4", "-1,-2"], ["52", "x,y"]),
    "im": (["alice@a.example"], ["sorry"]),
    "info": (["doi/10.1000", "lccn/2002"], ["call", "http"]),
    "magnet": (["?xt=urn:a"], ["x", "?"]),
    "mailto": (["alice@a.example", "?to=a", "a%25b@c.example"], ["alice", " a@b.example", "@a", "a@"]),
    "mid": (["1.2@a.example"], ["1.2"]),
    "news": (["comp.text.tex", "*", "1.2@a.example", "de.alt"], ["now", "*x", " comp.text", "12.30"]),
    "ni": (["/sha-256;abc"], ["sha", ";abc"]),
    "oid": (["1.3.6.1"], ["x", "9.1"]),
    "pres": (["alice@a.example"], ["sure"]),
    "sip": (["alice@a.example", "a.example"], ["alice", " a"]),
    "sips": (["alice@a.example"], ["alice"]),
    "skype": (["alice?call"], ["alice"]),
    "sms": (["+15550199"], ["me"]),
    "snews": (["comp.text.tex"], ["now"]),
    "spotify": (["track:abc"], ["song"]),
    "tag": (["a.example,2004:plan", "a@b.example,2004-01-17:x"], ["you", "a.example:plan"]),
    "tel": (["+1-201-555-0123", "(201)5550123", "112"], ["me", "1"]),
    "urn": (["isbn:12", "ietf:rfc:1738"], ["isbn", "x:", " isbn:1"]),
    "view-source": (["http://a.example/"], ["x"]),
    "xmpp": (["alice@a.example"], ["alice"]),
}


def test_samples_cover_all_schemeparts():
    assert set(SCHEMEPARTS) == set(SCHEMEPART_STARTS)


@pytest.mark.parametrize(
    ("scheme", "rest"), [(scheme, rest) for scheme, (yes, _) in SCHEMEPARTS.items() for rest in yes]
)
def test_schemepart_matches(scheme, rest):
    assert re.match(SCHEMEPART_STARTS[scheme], rest)


@pytest.mark.parametrize(("scheme", "rest"), [(scheme, rest) for scheme, (_, no) in SCHEMEPARTS.items() for rest in no])
def test_schemepart_does_not_match(scheme, rest):
    assert not re.match(SCHEMEPART_STARTS[scheme], rest)


@pytest.mark.parametrize("scheme", SCHEMEPART_STARTS)
def test_colon_trigger_ignores_case(scheme):
    for text in (f"x {scheme}:a", f"x {scheme.upper()}:a"):
        match = re.search(COLON_TRIGGER, text)
        assert match is not None
        assert text[: match.start()].lower() == f"x {scheme}"


@pytest.mark.parametrize("text", ["note: a", "a:b", "http:a", ":", "12:30", "news", "xdata:y"])
def test_colon_trigger_skips_other_colons(text):
    assert not re.search(COLON_TRIGGER, text)


def test_tables_are_in_lower_case_and_do_not_overlap():
    for names in (REGISTERED, UNREGISTERED, SCHEMEPART_STARTS, DEFAULT_PORTS, SCHEMES_IN_WORDS):
        assert all(re.fullmatch(r"[a-z0-9][a-z0-9+.-]*", name) for name in names)
    assert not UNREGISTERED & set(REGISTERED)
    assert list(REGISTERED) == sorted(REGISTERED)


def test_registry_has_a_date_and_the_schemes_of_rfc_1738():
    assert re.fullmatch(r"20\d\d-\d\d", REGISTRY_DATE)
    assert set(RFC1738_SCHEMES) <= set(REGISTERED)
    assert {status for status, _ in REGISTERED.values()} == {"permanent", "provisional", "historical", "registered"}


PORTS = [("ftp", 21), ("gopher", 70), ("http", 80), ("https", 443), ("nntp", 119), ("telnet", 23), ("wais", 210)]


@pytest.mark.parametrize(("scheme", "port"), [*PORTS, ("prospero", 1525)])
def test_default_ports(scheme, port):
    assert DEFAULT_PORTS[scheme] == port


def test_colon_trigger_distinguishes_slashes():
    found = [re.search(COLON_TRIGGER, text) for text in ("x://a", "mailto://a", "mailto:a")]
    assert [match and match.group(1) for match in found] == ["//", "//", None]
