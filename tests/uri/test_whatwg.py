"""The WHATWG parser, compared with tables and another implementation."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tables import each_row
from urlmend.uri import whatwg

# Every validation error that is a failure, by the examples of the standard's table and others. URL, error
FAILURES = [
    ("a.example", "missing-scheme-non-relative-URL"),
    ("//a.example/", "missing-scheme-non-relative-URL"),
    ("3com://a.example/", "missing-scheme-non-relative-URL"),
    ("", "missing-scheme-non-relative-URL"),
    ("https://#fragment", "host-missing"),
    ("https://:443", "host-missing"),
    ("https://user:pass@", "host-missing"),
    ("https:", "host-missing"),
    ("http://?a", "host-missing"),
    ("foo://u@/", "host-missing"),
    ("foo://:80/", "host-missing"),
    ("https://a.example:7z", "port-invalid"),
    ("https://a.example:80:80", "port-invalid"),
    ("https://a.example:٣", "port-invalid"),
    ("foo://a:b", "port-invalid"),
    ("https://a.example:70000", "port-out-of-range"),
    ("https://a.example:65536", "port-out-of-range"),
    ("foo://a:99999", "port-out-of-range"),
    (f"https://a.example:{'9' * 5000}", "port-out-of-range"),
    ("foo://exa[mple.example", "host-invalid-code-point"),
    ("foo://a b/", "host-invalid-code-point"),
    ("foo://a^b/", "host-invalid-code-point"),
    ("https://exa%23mple.example", "domain-to-ASCII"),
    ("https://exa mple.example", "domain-to-ASCII"),
    ("https://exa<mple.example", "domain-to-ASCII"),
    ("https://exa%00mple.example", "domain-to-ASCII"),
    ("https://%ff.example", "domain-to-ASCII"),
    ("https://a%.example", "domain-to-ASCII"),
    ("https://\u00ad/", "domain-to-ASCII"),
    ("https://a\udce4b.example/", "domain-to-ASCII"),
    ("https://a\u0378b.example/", "domain-to-ASCII"),
    ("https://\u0301a.example/", "domain-to-ASCII"),
    ("https://a\u200db.example/", "domain-to-ASCII"),
    ("https://a\u05d0.example/", "domain-to-ASCII"),
    ("https://\u05d0.1a.example/", "domain-to-ASCII"),
    ("https://xn--a.\u00e9/", "domain-to-ASCII"),
    ("https://xn--/\u00e9".replace("/", "."), "domain-to-ASCII"),
    ("file://a:80/", "domain-to-ASCII"),
    ("file://%00/", "domain-to-ASCII"),
    ("https://1.2.3.4.5/", "IPv4-too-many-parts"),
    ("https://a.42", "IPv4-non-numeric-part"),
    ("https://1..2", "IPv4-non-numeric-part"),
    ("https://09", "IPv4-non-numeric-part"),
    ("https://0x.0xg.1", "IPv4-non-numeric-part"),
    ("https://a.0x", "IPv4-non-numeric-part"),
    ("https://255.255.4000.1", "IPv4-out-of-range-part"),
    ("https://256.1.1.1", "IPv4-out-of-range-part"),
    ("https://1.2.3.256", "IPv4-out-of-range-part"),
    ("https://4294967296", "IPv4-out-of-range-part"),
    (f"https://{'9' * 5000}", "IPv4-out-of-range-part"),
    ("https://[::1", "IPv6-unclosed"),
    ("foo://[::1", "IPv6-unclosed"),
    ("https://[", "IPv6-unclosed"),
    ("https://[:1]", "IPv6-invalid-compression"),
    ("https://[1:2:3:4:5:6:7:8:9]", "IPv6-too-many-pieces"),
    ("https://[1:2:3:4:5:6:7:8::]", "IPv6-too-many-pieces"),
    ("https://[1::1::1]", "IPv6-multiple-compression"),
    ("https://[:::]", "IPv6-multiple-compression"),
    ("https://[1:2:3!:4]", "IPv6-invalid-code-point"),
    ("https://[1:2:3:]", "IPv6-invalid-code-point"),
    ("https://[fe80::1%25eth0]", "IPv6-invalid-code-point"),
    ("https://[v1.a]", "IPv6-invalid-code-point"),
    ("https://[a.example]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[12345::]", "IPv6-invalid-code-point"),
    ("https://[1:2:3]", "IPv6-too-few-pieces"),
    ("https://[]", "IPv6-too-few-pieces"),
    ("https://[1:1:1:1:1:1:1:127.0.0.1]", "IPv4-in-IPv6-too-many-pieces"),
    ("https://[ffff::.0.0.1]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[ffff::127.0.xyz.1]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[ffff::127.0xyz]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[ffff::127.00.0.1]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[ffff::127.0.0.1.2]", "IPv4-in-IPv6-invalid-code-point"),
    ("https://[ffff::127.0.0.4000]", "IPv4-in-IPv6-out-of-range-part"),
    ("https://[ffff::127.0.0]", "IPv4-in-IPv6-too-few-parts"),
]

SUCCESSES = [
    "https://a.example/",
    "HTTPS://A.EXAMPLE",
    "https:a.example",
    "https:///a.example",
    "https:\\\\a.example\\b",
    " https://a.exa\tmple/\n",
    "https://a_b.example./",
    "https://a..example/",
    "https://-a-.example/",
    f"https://{'a' * 300}.example/",
    "https://a.example:",
    "https://a.example:0/",
    "https://a.example:65535/",
    "https://a.example:000080/",
    "https://u:p@w@a.example/",
    "https://1.2.3.4/",
    "https://1.2.3.4./",
    "https://1.2.3/",
    "https://1.2.256/",
    "https://0x7f.1/",
    "https://0x/",
    "https://4294967295/",
    "https://1.2.3.4a/",
    "https://[2001:db8::7]:80/",
    "https://[::ffff:192.0.2.7]/",
    "https://[1:2:3:4:5:6:7::]/",
    "https://[::]/",
    "https://[0001::1]/",
    "https://xn--a/",
    "https://xn--/",
    "https://\u00e9.example/",
    "https://fa\u00df.example/",
    "https://\u2615.example/",
    "https://a\u3002example/",
    "https://\uff11\uff12\uff17.1/",
    "https://\u05d0\u05d1.example/",
    "https://\u0915\u094d\u200d\u0937.example/",
    "https://ex%2eample/",
    "https://{host}/",
    "https://$HOST/",
    "https://a.example/%zz",
    "https://a.example/a b|c",
    "file:///a",
    "file:a",
    "file:/a",
    "file://a.example/b",
    "file://c:/a",
    "file://c|/a",
    "file:\\\\a\\b",
    "foo:",
    "foo:a b",
    "foo:/a",
    "foo:///a",
    "foo://",
    "foo://a%zz/",
    "foo://1.2.3.4.5/",
    "foo://a.example:80/",
    "foo://[::1]/",
    "mailto:a@b.example",
    "urn:isbn:0451450523",
]


@each_row(("url", "error"), FAILURES)
def test_failure(url, error):
    assert whatwg.failure(url) == error


@each_row("url", SUCCESSES)
def test_success(url):
    assert whatwg.failure(url) is None


# Further difficulties: what is removed, defaults, slashes, opaque paths and hosts. URL, whether it is parsed.
FURTHER = [
    (" \x00http://a.example/ \x1f", True),
    ("ht\ntp://a.ex\tample/", True),
    ("http:a.example", True),
    ("http:/a.example", True),
    ("http:////a.example", True),
    ("http:\\\\a.example\\b", True),
    ("http://", False),
    ("http:///", False),
    ("http://@/", False),
    ("http://:@/", False),
    ("http://a@:80/", False),
    ("http://a:b@c:", True),
    ("http://a:b@c:0080", True),
    ("http://a:b@c:-1", False),
    ("http://a b/", False),
    ("http://a%20b/", False),
    ("http://a%41/", True),
    ("http://a%zz/", False),
    ("http://%00a/", False),
    ("http://\u00adA.example/", True),
    ("http://\u00ad/", False),
    ("http://\uff11.2.3.4/", True),
    ("http://0x.0x.0/", True),
    ("http://1.2.3.4.5/", False),
    ("http://256.0.0.1/", False),
    ("http://4294967296/", False),
    ("http://a.1x/", True),
    ("http://a.0x1/", False),
    ("http://a.09/", False),
    ("http://[1::2]:3/", True),
    ("http://[1::2::3]/", False),
    ("http://[::1%25eth0]/", False),
    ("http://[::1.2.3]/", False),
    ("http://[::1", False),
    ("http://a[b]/", False),
    ("http://a^b/", False),
    ("http://a|b/", False),
    ("frob://a|b/", False),
    ("frob://a%zz/", True),
    ("frob://a b/", False),
    ("frob:a b", True),
    ("frob:", True),
    ("frob://", True),
    ("frob:///a", True),
    ("file:", True),
    ("file://c:/a", True),
    ("file://a:80/", False),
    ("file://a@b/", False),
    ("file://%43%3a/", False),
    ("mailto:ada@[::1", True),
    ("ws://a:65535/", True),
    ("ws://a:65536/", False),
    ("1http://a/", False),
    ("h\u00f6http://a/", False),
]


@each_row(("url", "is_parsed"), FURTHER)
def test_further_difficulties(url, is_parsed):
    assert (whatwg.failure(url) is None) == is_parsed


# ada does not apply the rule on direction (RFC 5893 section 2) to labels without letters from right to left.
NOT_ADA = "https://\u05d0.1a.example/"


@each_row("url", [*[url for url, _ in FAILURES], *SUCCESSES, *[url for url, _ in FURTHER]])
def test_tables_agree_with_ada(url):
    assert url == NOT_ADA or (whatwg.failure(url) is None) == pytest.importorskip("ada_url").check_url(url)


IPV4 = [
    ("192.0.2.7", "192.0.2.7"),
    ("192.0.2.7.", "192.0.2.7"),
    ("3221225991", "192.0.2.7"),
    ("0xC0000207", "192.0.2.7"),
    ("0300.0.2.7", "192.0.2.7"),
    ("192.0.519", "192.0.2.7"),
    ("192.519", "192.0.2.7"),
    ("%31.1", "1.0.0.1"),
    ("0x", "0.0.0.0"),
    ("192.0.2.300", None),
    ("192.0.2.7.1", None),
    ("a.example", None),
    ("a.1", None),
    ("[::1]", None),
    ("", None),
]


@each_row(("host", "address"), IPV4)
def test_ipv4(host, address):
    assert whatwg.ipv4(host) == address


@each_row("address", ["::1", "2001:db8::7", "1:2:3:4:5:6:7:8", "::192.0.2.7"])
def test_valid_ipv6_addresses(address):
    assert whatwg.ipv6_failure(address) is None


@each_row("address", ["", "1", ":1", "1::2::3", "::g", "::192.0.2", "::192.0.2.300", "1:2:3:4:5:6:7:8:9"])
def test_invalid_ipv6_addresses(address):
    assert whatwg.ipv6_failure(address)


@each_row("label", ["xn--mnchen-3ya", "XN--MNCHEN-3YA", "xn--53h", "xn--4dbcagdahymbxekheh6e0a7fei0b"])
def test_valid_labels(label):
    assert not whatwg.label_failure(label)


@each_row("label", ["xn--", "xn--0", "xn--a", "xn--a-", "xn--8i7caa", "xn--99999999", "xn--\u00e9"])
def test_invalid_labels(label):
    assert whatwg.label_failure(label)


# Pieces of URLs, most of which a state of the parser treats specially.
PIECES = """
    http: https: ftp: ws: file: foo: // / \\ a 1 0x 09 256 255 . : :80 [ ] :: ffff 1.2.3.4 @ % %2e %30 %C3%A9 \u00e9
    xn-- xn--a \u00df \u3002 \uff41 - _ ? # ^ | < \u00ad \u2615 \ufdd0 \ufffd %00 %ff localhost c: C| 0 ~ \u65e5\u672c
    \u0301 \u03c2 \u0130 \u212a \u1e9e
""".split()
STARTS = st.sampled_from(["http://", "https://", "foo://", "file://", "http://[", "http:", ""])
URLS = st.builds(lambda start, pieces: start + "".join(pieces), STARTS, st.lists(st.sampled_from(PIECES), max_size=7))
# Letters of old Unicode versions, as the tables of implementations differ in age. Right-to-left characters and joiners
# are excluded: `ada` checks each label by itself, UTS #46 the complete domain.
LETTERS = st.characters(max_codepoint=0x2FFF, exclude_categories=("Cs", "Cn", "Cc"), exclude_characters="\u200c\u200d")
HOSTS = st.text(
    LETTERS.filter(lambda char: not re.match(r"[\u0590-\u08ff\u200e\u200f\u202a-\u202e]", char)), max_size=5
)


@each_row(
    ("host", "reached"),
    [
        ("WWW.Canal.example", "www.canal.example"),
        ("%63anal.example", "canal.example"),
        ("gr\u00f6\u00dfe.example", "xn--gre-6ka8i.example"),
        ("GR%C3%96%C3%9FE.example", "xn--gre-6ka8i.example"),
        ("canal\u3002example", "canal.example"),
        ("XN--GRE-6KA8I.example", "xn--gre-6ka8i.example"),
        ("canal[.]example", "canal.example"),
        ("www(.)canal[dot]example", "www.canal.example"),
        ("10[.]0[.]0[.]1", "10.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0177.0.0.01", "127.0.0.1"),
        ("%31%30.0.0.1", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1"),
        # as they are written, in lower case
        ("", ""),
        ("[2001:DB8::1]", "[2001:db8::1]"),
        ("host", "host"),
        ("canal.example.", "canal.example."),
        ("300.0.0.1", "300.0.0.1"),
        ("A%zz.example", "a%zz.example"),
        ("xn--\u00df.example", "xn--\u00df.example"),
    ],
)
def test_reached_host(host, reached):
    assert whatwg.reached_host(host) == reached


@pytest.mark.slow
@given(HOSTS)
def test_reached_hosts_agree_with_ada(host):
    ada = pytest.importorskip("ada_url")
    url = f"https://{host}/"
    if ada.check_url(url) and not set(host) & set(r"[]()/\?#@:"):  # defanged, or the end of a host
        assert whatwg.reached_host(host) == ada.URL(url).hostname


@pytest.mark.slow
@given(st.one_of(URLS, HOSTS.map(lambda host: f"https://a{host}.example/")))
@settings(max_examples=2000)
@example("https://\u2615.example/")
def test_agreement_with_ada(url):
    ada = pytest.importorskip("ada_url")
    assert (whatwg.failure(url) is None) == ada.check_url(url)


@given(st.one_of(URLS, st.text(st.characters()), st.text(st.characters()).map("http://{}/".format)))
def test_any_text_is_parsed(text):
    error = whatwg.failure(text)
    assert error is None or re.fullmatch(r"[A-Za-z0-9-]+", error)


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=12))
def test_any_label_is_decoded_or_rejected(label):
    assert whatwg.label_failure(f"xn--{label}") in (True, False)
