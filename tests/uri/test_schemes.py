"""The tables of schemes."""

import hashlib
import re

from tables import each_row
from urlmend.uri.iana_schemes import REGISTERED, REGISTRY_DATE
from urlmend.uri.rfc1738 import SCHEMES as RFC1738_SCHEMES
from urlmend.uri.schemes import (
    COLON_TRIGGER,
    DEFAULT_PORTS,
    SCHEMEPART_STARTS,
    SCHEMES_IN_WORDS,
    UNREGISTERED,
    SchemeTable,
    meant_scheme,
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


@each_row(("scheme", "status"), STATUS)
def test_status(scheme, status):
    assert TABLE.status(scheme) == status


@each_row("scheme", ["http", "x-plan", "frob", "wais"])
def test_is_registered(scheme):
    assert TABLE.is_registered(scheme)


@each_row("scheme", ["mysql", "foo", "git+https"])
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


@each_row(("word", "scheme"), WORDS)
def test_trailing_scheme(word, scheme):
    assert TABLE.trailing_scheme(word) == scheme


NAMESPACES = "arxiv bibcode ddc doi eu-repo hdl lccn nbn nla oclcnum ofi pmid pronom refseq sici sid srw"
# scheme: (texts after the colon that make a URL, texts that do not)
SCHEMEPARTS = {
    "acct": (["alice@a.example"], ["alice", " alice@a.example"]),
    "bitcoin": ([start + "a" * 25 for start in ("bc1", "1", "3")], ["12", "mining", "1" + "a" * 24, "2" + "a" * 25]),
    "callto": (["+15550199", "123"], ["me", "12", "-123"]),
    "cid": (["part1@a.example"], ["part1", "@a"]),
    "did": (["web:a.example", "a1:%", "a" * 30 + ":_"], ["web", "WEB:a", "a" * 31 + ":b", "web:/"]),
    "doi": (["10.1000/182", "10.100/"], ["10", "x", "10.10/1", "11.1000/1", "10.1000"]),
    "file": (["/etc/motd", "/c", "/~", "/%20", "/.a", "/_", "/-"], ["name", " /etc", "//", "/:"]),
    "geo": (["52.5,13.4", "-1,-2", "123.12345678901234567890,1"], ["52", "x,y", "1234,1", "5.,1", "1,a", "--1,2"]),
    "im": (["alice@a.example"], ["sorry"]),
    "info": ([f"{name}/a" for name in NAMESPACES.split()], ["call", "http", "doi", "xdoi/a"]),
    "magnet": (["?xt=urn:a", "?xt.1=", f"?{'a' * 20}="], ["x", "?", "?=", f"?{'a' * 21}=", "?XT="]),
    "mailto": (
        ["alice@a.example", "?to=a", "?subject=a", "?body=a", "a%25b@c.example", "a@[::1]", "a" * 320 + "@b1"],
        ["alice", " a@b.example", "@a", "a@", "?cc=a", "a" * 321 + "@b1", "a@-b", "a,b@c1", "a@b"],
    ),
    "mid": (["1.2@a.example"], ["1.2"]),
    "news": (["comp.text.tex", "*", "1.2@a.example", "de.alt"], ["now", "*x", " comp.text", "12.30"]),
    "ni": (["/sha-256;abc", "//a", "/."], ["sha", ";abc", "///a", "/;"]),
    "oid": (["1.3.6.1", "0.9", "2.5"], ["x", "9.1", "3.1", "1.x"]),
    "pres": (["alice@a.example"], ["sure"]),
    "sip": (["alice@a.example", "a.example"], ["alice", " a"]),
    "sips": (["alice@a.example"], ["alice"]),
    "skype": (
        ["alice?call", "a.b_c,d:1?chat", "a-b?add", "a" * 250 + "?call"],
        ["alice", "?call", "a?b", "a" * 251 + "?call"],
    ),
    "sms": (["+15550199", "123"], ["me", "12"]),
    "snews": (["comp.text.tex", "a.b", "a+b_c-d.e"], ["now", "a.", "1.a", "a" * 82 + ".b"]),
    "spotify": (
        [f"{name}:a" for name in "track album artist playlist user show episode".split()],
        ["song", "track:", "x:a"],
    ),
    "tag": (
        ["a.example,2004:plan", "a@b.example,2004-01-17:x", "a,2004-01:", "a" * 250 + ",2004:"],
        ["you", "a.example:plan", "a,204:", "a,2004-1:", "a,2004-01-17-01:", "a" * 251 + ",2004:", ",2004:"],
    ),
    "tel": (
        ["+1-201-555-0123", "(201)5550123", "112", "+(1)234"],
        ["me", "1", "12", "-12", "(201)", "(201) 555", "+1 201 555", "030/123"],
    ),
    "urn": (
        ["isbn:12", "ietf:rfc:1738", "a1:%", "a" * 32 + ":b"],
        ["isbn", "x:", " isbn:1", "a" * 33 + ":b", "a-:b", "-a:b", "a:b"],
    ),
    "view-source": (["http://a.example/", "https://a.example/"], ["x", "ftp://a.example/", "http:/a"]),
    "xmpp": (
        ["alice@a.example", "a.example?join", "a.example;", "a.b-c.example/d"],
        ["alice", "a.example:b", "a.b()", "a.1"],
    ),
}


def test_samples_cover_all_schemeparts():
    assert set(SCHEMEPARTS) == set(SCHEMEPART_STARTS)


@each_row(("scheme", "rest"), [(scheme, rest) for scheme, (yes, _) in SCHEMEPARTS.items() for rest in yes])
def test_schemepart_matches(scheme, rest):
    assert re.match(SCHEMEPART_STARTS[scheme], rest)


@each_row(("scheme", "rest"), [(scheme, rest) for scheme, (_, no) in SCHEMEPARTS.items() for rest in no])
def test_schemepart_does_not_match(scheme, rest):
    assert not re.match(SCHEMEPART_STARTS[scheme], rest)


@each_row("scheme", SCHEMEPART_STARTS)
def test_colon_trigger_ignores_case(scheme):
    for text in (f"x {scheme}:a", f"x {scheme.upper()}:a"):
        match = re.search(COLON_TRIGGER, text)
        assert match is not None
        assert text[: match.start()].lower() == f"x {scheme}"


@each_row("text", ["note: a", "a:b", "http:a", ":", "12:30", "news", "xdata:y"])
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


PORTS = """
    ftp 21  gopher 70  http 80  https 443  imap 143  ldap 389  ldaps 636  mongodb 27017  mysql 3306  news 119
    nntp 119
    postgresql 5432  prospero 1525  redis 6379  rtsp 554  sftp 22  snews 563  ssh 22  telnet 23  wais 210
    ws 80  wss 443
"""


def test_default_ports():
    words = PORTS.split()
    assert dict(zip(words[::2], map(int, words[1::2]), strict=True)) == DEFAULT_PORTS


TYPOS_OF = {
    "http": "hhttp hppt hptt htp htpp htt httpp htttp httttp jttp ttp httpo httpw",
    "https": "hhttps hppts htps htpps htpss httpss httsp htts htttps httttps jttps ttps httpos httpthes httpsa",
    "ftp": "fpt ftpp fttp",
}


def test_misspellings():
    assert [
        (typo, name) for name, typos in TYPOS_OF.items() for typo in typos.split() if meant_scheme(typo) != name
    ] == []
    others = "ftp hp htp1 pts hhhtttppp hs tp hxxp httpx httpclient httpserver"
    assert [word for word in others.split() if meant_scheme(word)] == []


WIDELY_USED = """
    amqp amqps bzr cassandra clickhouse cloudinary cockroachdb couchbase couchdb davs db2 docker firebird ftps
    gemini gs hana hdfs hg hkp hkps imaps influxdb jdbc kafka mariadb memcached mongodb+srv mssql mysql mysqlx nats
    neo4j nntps oracle pop3 pop3s postgres postgresql pulsar redshift rlogin rtmpe rtmps s3 s3a s3n sap scp smtps
    snowflake socks socks4 socks4a socks5 socks5h sqlite sqlserver ss tcp telnets teradata tg trino trojan vertica wasb
    webdav webdavs whois whois++ xmpps zookeeper
"""


def test_all_unregistered_schemes_are_known():
    assert {TABLE.status(scheme) for scheme in WIDELY_USED.split()} == {"unregistered"}
    assert set(WIDELY_USED.split()) == UNREGISTERED


# The checksum of the names and statuses that `tools/update_schemes.py` wrote; renew it together with the date.
REGISTRY = "2026-03", "7d3d55053085d806"


def test_no_row_of_the_registry_is_lost():
    rows = "".join(f"{scheme} {status}\n" for scheme, (status, _) in sorted(REGISTERED.items()))
    assert (REGISTRY_DATE, hashlib.sha256(rows.encode()).hexdigest()[:16]) == REGISTRY


@each_row("scheme", ["https", "http", "ftp", "gopher", "telnet"])
def test_schemes_at_the_end_of_a_word(scheme):
    assert TABLE.trailing_scheme(f"see{scheme}") == scheme


def test_colon_trigger_distinguishes_slashes():
    found = [re.search(COLON_TRIGGER, text) for text in ("x://a", "mailto://a", "mailto:a")]
    assert [match and match.group(1) for match in found] == ["//", "//", None]


# Schemes without `//`: what follows the colon of a URL, and what does not make one.
WITHOUT_SLASHES = {
    "acct": ("a@b.de a.b+c@[1.2] a@bc a@1-2", "a@ @b a@b a"),
    "bitcoin": (f"bc1{'a' * 25} 1{'Z9' * 13} 3{'a' * 25}", f"bc1{'a' * 24} 2{'a' * 25} 1{'a' * 24} bc2{'a' * 25}"),
    "callto": ("+123 123", "+12 12 a12 ++123"),
    "cid": ("a@b a$b@c.1", "a a@ a@-"),
    "did": ("web:a.de a1z:B key:_ a:% a:- a:.", "Web:a web: web:* a_b:c"),
    "doi": ("10.1000/182 10.123/a", "10.12/a 11.1000/a 101000/a"),
    "file": ("/a /~a /_ /- /. /%20 /9", "a // //"),
    "geo": ("1,2 -12.5,-3 123,9 1.12345678901234567890,1", "1234,5 1 1,a 1.,2 --1,2"),
    "im": ("a@bc", "a"),
    "info": (
        "arxiv/a bibcode/a ddc/a doi/a eu-repo/a hdl/a lccn/a nbn/a nla/a oclcnum/a ofi/a pmid/a pronom/a refseq/a"
        " sici/a sid/a srw/a",
        "abc/a doi sid: isbn/a",
    ),
    "magnet": ("?xt=a ?xt.1=a ?x.9999=a", "xt=a ?XT=a ?=a ?xt.12345=a"),
    "mailto": ("a@bc ?to=a ?subject=a ?body=a", "a ?cc=a ?"),
    "mid": ("a@b a/b@c", "a a@"),
    "news": ("* a.b a_b.c+d-e A.b a@b Z9.9", "a ** *a 1.b"),
    "ni": ("/a //a /. //9", "a /- //-"),
    "oid": ("0.1 1.3.6 2.9", "3.1 1 .1 1.a"),
    "pres": ("a@bc", "a"),
    "sip": ("a.de a@b.de a:b@c.d [1.2] 1.2:50", "a a@b .a a."),
    "sips": ("a.de a@b.de a:b@c.d [1.2] 1.2:50", "a a@b .a a."),
    "skype": ("a?call a.b?chat a,b?add A-_:9?call", "a a?b ?call a?"),
    "sms": ("+123 123", "+12 12 a12"),
    "snews": ("a.b A.b Z9_+-.c- z.9 a.b.c", "a 1.b .b a."),
    "spotify": ("track:a album:9 artist:Z playlist:a user:a show:a episode:a", "song:a track: track:-"),
    "tag": ("a.de,2004:b a@b-c,2004-01:b a,2004-01-02:b", "a,204:b a,2004 a,2004-1:b ,2004:b a,2004-01-02-03:b"),
    "tel": ("+123 123 (123)456 +(1)--- 1.) 1(2", "12 a12 +12 ((123 (123 (123)4"),
    "urn": ("ab:c isbn:0 a-b:( ab:+ ab:= ab:@ ab:$ ab:_ ab:! ab:* ab:% ab:/", "a:b -a:b a-:b ab: ab:# ab ab:-"),
    "view-source": ("http://a https://a", "ftp://a http:a"),
    "xmpp": ("a@bc a.de a.de/b a.de?b", "a a.b:c"),
}


@each_row("scheme", WITHOUT_SLASHES)
def test_what_follows_the_colon(scheme):
    follows = re.compile(SCHEMEPART_STARTS[scheme])
    good, bad = WITHOUT_SLASHES[scheme]
    assert [part for part in good.split() if not follows.match(part)] == []
    assert [part for part in bad.split() if (found := follows.match(part)) and found.group()] == []


def test_all_schemes_without_slashes_are_tested():
    assert set(WITHOUT_SLASHES) == set(SCHEMEPART_STARTS)


@each_row("sign", ".0123456789")
def test_schemes_after_a_digit_or_dot(sign):
    assert TABLE.trailing_scheme(f"a{sign}ssh") == "ssh"
    assert TABLE.trailing_scheme(f"{sign}frob") == "frob"


WORDS = [
    ("http", "http"),
    ("HTTPS", "https"),
    ("ssh", "ssh"),
    ("seehttps", "https"),
    ("seehttp", "http"),
    ("seeftp", "ftp"),
    ("seegopher", "gopher"),
    ("seetelnet", "telnet"),
    ("seessh", None),
    ("a-ssh", None),
    ("a+ssh", "a+ssh"),
    ("", None),
]


@each_row(("word", "scheme"), WORDS)
def test_schemes_at_the_end_of_words(word, scheme):
    assert TABLE.trailing_scheme(word) == scheme
