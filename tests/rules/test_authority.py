"""The rules of family 4, by tables; their errors under `whatwg` are the failures of the WHATWG parser."""

from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import HOSTILE_TEXTS
from tables import each_row
from urlmend import lint
from urlmend.finder import find_urls
from urlmend.model.document import Document
from urlmend.model.finding import PROFILES
from urlmend.rules.registry import RULES, Case
from urlmend.uri import whatwg

FAMILY = {code: rule for code, rule in RULES.items() if code.startswith("URL4")}


def findings(text, profile, codes=None):
    """(code, severity, hit) of the family's rules on the URLs of a text; without codes, of the rules on by default."""
    for url in find_urls(Document(text)):
        for code, rule in sorted(FAMILY.items()):
            if url.scheme and profile in rule.profiles and (code in codes if codes else rule.severity != "info"):
                for hit in rule.check(Case(url, text, profile, "")):
                    yield code, rule.severity_in(profile), hit


# Contradictions of the specifications that concern the authority. For each profile, the expected findings: E is an
# error, W a warning.
DISAGREEMENTS = [
    # input, RFC 1738, RFC 3986, WHATWG
    ("http://a.internal/", "", "", ""),
    ("http://a.internal:/", "W409", "", ""),
    ("http://a.internal:99999/", "W408", "W408", "E408"),
    ("http://a_b.internal/", "W403", "", ""),
    ("http://a.internal./", "W406", "", ""),
    ("http://1.2.3/", "E402", "", ""),
    ("http://0x7f.1/", "E402", "", ""),
    ("http://256.1.1.1/", "W411", "W411", "E411"),
    ("http://1.2.256/", "E402", "", ""),
    ("http://ex%2eample/", "E413", "", "W413"),
    ("http://[2001:db8::7]/", "E412", "", ""),
    ("<http:foo>", "W420", "", "W420"),
    ("<http:foo.internal>", "W420", "W420", "W420"),
    ("<http:/foo>", "W420", "W420", "W420"),
    ("http://user@a.internal/", "", "", ""),
    # Further ones, of the same kind.
    ("http:///a", "E401", "E401", ""),
    ("http://:80/", "E401", "", "E401"),
    ("http://:80/a", "E401", "E401", "E401"),
    ("redis://:6379/", "", "", "E401"),
    ("http://a.internal:80a/", "E407", "E407", "E407"),
    ("http://a.internal:$PORT/", "", "", "E407"),
    ("http://%s/", "", "", "E421"),
    ("http://a.internal:80:80/", "E407", "E407", "E407"),
    ("http://2001:db8::7/", "E412", "E412", "E407"),
    ("http://::1/", "E412", "E412", "E401"),
    ("http://[::1/", "E412", "E412", "E412"),
    ("http://[v1.a]/", "E412", "", "E412"),
    ("http://[fe80::1%25eth0]/", "E412 W419", "W419", "E412 W419"),
    ("http://[fe80::1%eth0]/", "E412 W419", "E412 W419", "E412 W419"),
    ("http://a,b.internal/", "E421", "", ""),
    ("http://a%23b.internal/", "E413", "", "W413 E421"),
    ("http://xn--0.internal/", "E417", "E417", "W417"),
    ("http://a..internal/", "W422", "W422", "W422"),
    ("http://-a.internal/", "W404", "W404", "W404"),
    ("http://1.2.3.4.5/", "E402 W411", "W411", "E411"),
    ("s3://1.2.3.4.5/", "", "", ""),
    ("docker://alpine:latest", "", "", "E407"),
]
SPECIFIED = [
    (text, profile, found) for text, *each in DISAGREEMENTS for profile, found in zip(PROFILES, each, strict=True)
]


@each_row(("text", "profile", "found"), SPECIFIED)
def test_profiles_disagree(text, profile, found):
    shown = [f"{severity[0].upper()}{code[3:]}" for code, severity, _ in findings(text, profile)]
    assert sorted(shown, key=lambda code: code[1:]) == found.split()


# code, profile, text, number of findings
COUNTS = [
    ("URL401", "rfc3986", "http:///a http://?a https://#g http://:80/a ftp://u@/", 3),
    ("URL401", "rfc3986", "file:///a http://a.internal/ redis:///0 s3:///a", 0),
    ("URL402", "rfc1738", "http://a.1b/ http://192.0.2/ http://a.7./", 3),
    ("URL402", "rfc1738", "http://3com.internal/ http://192.0.2.7/ http://192.0.2.7./ http://{host}.1/", 0),
    ("URL403", "rfc1738", "http://a_b.internal/", 1),
    ("URL403", "rfc1738", "http://a-b.internal/a_b http://$MY_HOST/ s3://a_b/", 0),
    ("URL404", "rfc3986", "http://-a.internal/ http://a-.internal/ http://a.-internal-/", 3),
    ("URL404", "rfc3986", "http://a-b.internal/ http://a--b.internal/ http://--/ http://{a-}/ s3://-a/", 0),
    ("URL405", "rfc3986", f"http://{'a' * 64}.internal/ http://{'a.' * 126}internal/ http://{'é' * 60}.internal/", 3),
    ("URL405", "rfc3986", f"http://{'a' * 63}.internal/ http://{'a.' * 120}internal/ http://{'é' * 50}.internal/", 0),
    ("URL406", "rfc1738", "http://a.internal./ http://a.internal.:80/", 2),
    ("URL406", "rfc1738", "http://a.internal/. http://.../", 0),
    ("URL407", "rfc3986", "http://a.internal:80a/ http://a.internal:-1/ ssh://git.internal:plans/b.git", 3),
    ("URL407", "rfc3986", "http://ada:Zx81/qq@a.internal/ http://dx.doi:10.1007/s12", 2),
    ("URL407", "rfc3986", "http://a.internal:80/ http://a.internal:/ http://a:$PORT/ http://a:{port}/ http://a:%d/", 0),
    ("URL407", "rfc3986", "http://host:port/ http://host:PORT/ http://host:nnnn/ http://host:80xx/ http://host:*/", 0),
    ("URL407", "rfc3986", "mysql://jdbc:mysql://a.internal:3306/b http://ada@sluice:locks-1.canal.internal", 0),
    ("URL407", "rfc3986", "http://@HOST@:@PORT@/ mongodb://a:1,b:2/ docker://alpine:latest http://a:yourport/", 0),
    ("URL408", "rfc3986", f"http://a.internal:65536/ s3://a:99999/ http://a.internal:{'9' * 5000}/", 3),
    ("URL408", "rfc3986", "http://a.internal:65535/ http://a.internal:000080/ http://a.internal:99999a/", 0),
    ("URL409", "rfc1738", "http://a.internal:/ ftp://a.internal:?b", 2),
    ("URL409", "rfc1738", "http://a.internal/: http://a.internal:80/ http://a.internal:", 0),
    ("URL410", "rfc3986", "http://a.internal:80/ https://a.internal:443/ gopher://a.internal:70/", 3),
    ("URL410", "rfc3986", "http://a.internal:8080/ https://a.internal:80/ s3://a:80/ http://a:$80/", 0),
    ("URL411", "rfc3986", "http://192.0.2.300/ http://192.0.2.7.1/ http://192.0.2.09/", 3),
    ("URL411", "rfc3986", "http://a.42/ http://a.0x/ http://192.168.x.10/ http://10.x.x.5:8080/ redis://redis.0/", 0),
    ("URL411", "rfc1738", "http://a.42/ http://a.0x/", 2),
    (
        "URL411",
        "rfc3986",
        "http://192.0.2.7/ http://192.0.2/ http://192.0.2.07/ http://a42/ s3://a.42/ http://$a.1/",
        0,
    ),
    ("URL412", "rfc3986", "http://[::1::2]/ http://[1:2]/ http://[::1/ http://[192.0.2.7]/ http://fe80::1:80/", 5),
    (
        "URL412",
        "rfc3986",
        "http://[::1]/ http://[::1]:80/ http://[server]/ http://[v1.a:b]/ http://[vaf.b]/ http://[VAF09.b]/ http://[fe80::1%25a]/",
        0,
    ),
    ("URL412", "rfc3986", "http://[$HOST]:80/ http://[{addr}]/ http://a.internal:80:80/ s3://[1:2]/", 0),
    ("URL412", "rfc1738", "http://[::1]/ ftp://[2001:db8::7]:21/", 2),
    ("URL412", "rfc1738", "http://[server]/ http://192.0.2.7/", 0),
    ("URL413", "rfc1738", "http://a%62.internal/", 1),
    ("URL413", "rfc1738", "http://a.internal/%62 http://%DB_HOST%/ http://%s/", 0),
    ("URL414", "rfc3986", "HTTP://a.internal/ http://A.internal/ FTP://A.internal/", 4),
    ("URL414", "rfc3986", "http://a.internal/A http://$HOST/ http://%HOST%/ http://A\u00c9.internal/", 0),
    (
        "URL416",
        "rfc3986",
        "http://a.example/ http://example.com/ http://localhost:80/ http://A.LOCAL./ http://b.onion/",
        5,
    ),
    ("URL416", "rfc3986", "http://example.de/ http://myexample.com/ http://local.city/ http://onions/", 0),
    ("URL417", "rfc3986", "http://xn--0.internal/ http://a.XN--.b/ http://xn--8i7caa.internal/", 3),
    (
        "URL417",
        "rfc3986",
        "http://xn--mnchen-3ya.internal/ http://xn--53h.internal/ http://a.internal/xn--0 s3://xn--0/",
        0,
    ),
    ("URL419", "rfc3986", "http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/", 2),
    ("URL419", "rfc3986", "http://[fe80::1]/ http://[fe80::1]/%25eth0", 0),
    ("URL420", "rfc3986", "<http:localhost:80/> <http:/foo/b> <URL:ftp:a.internal/b>", 3),
    (
        "URL420",
        "rfc3986",
        "<http://foo> <mailto:a@b.internal> <file:/a> <http:/.../b> <news:a.b>",
        0,
    ),
    ("URL421", "rfc1738", "http://a,b.internal/ http://a=b.internal/ http://a~b.internal/", 3),
    ("URL421", "rfc1738", "http://a.internal/a,b http://{a,b}.internal/ http://*.internal/ http://u,v@a.internal/", 0),
    ("URL421", "whatwg", "http://a%23b.internal/ s3://a[b/ http://%s/ file://a:80/b", 4),
    ("URL421", "whatwg", "http://a,b.internal/ s3://a%23b/ http://a%2eb/ http://a.internal:b/ http://[1]/", 0),
    ("URL423", "rfc3986", "http://wwww.a.internal/ http://www,a.internal/b http://www/a.org/", 3),
    (
        "URL423",
        "rfc3986",
        "http://localthost:80/ http://localshost/ http://locahost/ http://loaclhost/ http://lokalhost/",
        5,
    ),
    ("URL423", "rfc3986", "http://localhost/ http://localhosts/ http://localhost1:80/ http://localhost.a.org/", 0),
    ("URL423", "rfc3986", "http://www.a.internal/ http://www/a.b http://a.wwww.org/ http://wwww.example.com/", 0),
    ("URL422", "rfc3986", "http://a..internal/ http://.internal/ http://a.internal../", 3),
    ("URL422", "rfc3986", "http://a.internal./ http://.../ http://a...b/ http://a.internal/..b s3://a..b/", 0),
]


@each_row(("code", "profile", "text", "count"), COUNTS)
def test_number_of_findings(code, profile, text, count):
    assert [found for found, _, _ in findings(text, profile, [code])] == [code] * count


POSITIONS = [
    ("URL401", "rfc3986", "see http:///a now", "http:///a"),
    ("URL402", "rfc1738", "see http://a.1b/ now", "1b"),
    ("URL403", "rfc1738", "see http://a_b/ now", "_"),
    ("URL404", "rfc3986", "see http://u@a.-b.c/ now", "-b"),
    ("URL406", "rfc1738", "see http://a.internal./ now", "."),
    ("URL407", "rfc3986", "see http://a.internal:80a/ now", "80a"),
    ("URL408", "whatwg", "see http://a.internal:80800/ now", "80800"),
    ("URL409", "rfc1738", "see http://a.internal:/ now", ":"),
    ("URL410", "rfc3986", "see http://a.internal:80/ now", ":80"),
    ("URL411", "rfc3986", "see http://u@1.2.3.4.5/ now", "1.2.3.4.5"),
    ("URL412", "rfc3986", "see http://[1:2]/ now", "[1:2]"),
    ("URL414", "rfc3986", "see HTTP://a.internal/ now", "HTTP"),
    ("URL417", "rfc3986", "see http://a.xn--0.b/ now", "xn--0"),
    ("URL419", "rfc3986", "see http://[fe80::1%25eth0]/ now", "%25eth0"),
    ("URL420", "rfc3986", "see <http:foo.internal> now", "http:"),
    ("URL421", "rfc1738", "see http://a,,b/ now", ",,"),
    ("URL422", "rfc3986", "see http://a..b/ now", "."),
]


@each_row(("code", "profile", "text", "piece"), POSITIONS)
def test_finding_position(code, profile, text, piece):
    ((_, _, hit),) = findings(text, profile, [code])
    assert [text[span.start : span.stop] for span in hit.spans] == [piece]


def test_messages_contain_no_password():
    text = "ftp://alice:h7Tq92x/ ftp://alice:h7Tq92x@a.internal:80a/ ftp://alice:h7Tq92x@-a-/ ftp://bob:h7Tq@92x@/"
    for profile in PROFILES:
        for _, _, hit in findings(text, profile, FAMILY):
            assert "h7Tq" not in hit.message
            assert "92x" not in hit.message


PIECES = """
    http:// http:// https:// ftp:// s3:// file:// redis:// a b.internal 1 256 0x . : :80 :99999 :a [ ] :: fe80 1.2.3.4
    @ % %2e %25 %s ${a} {b} xn--0 xn--a \u00e9 \u00df / ? # - _ , \\ | ^ * \u05d0 \u0301
""".split()


@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), HOSTILE_TEXTS))
@settings(max_examples=5 * settings().max_examples)
def test_whatwg_errors_equal_parser_failures(text):
    for url in find_urls(Document(text)):
        if url.scheme:
            case = Case(url, text, "whatwg", "")
            errors = [
                code
                for code, rule in FAMILY.items()
                if "whatwg" in rule.profiles and rule.severity_in("whatwg") == "error" and list(rule.check(case))
            ]
            assert len(errors) == (whatwg.failure(url.text) is not None), (url.text, errors)


@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), HOSTILE_TEXTS), st.sampled_from(PROFILES))
def test_spans_are_inside_the_text(text, profile):
    for _, _, hit in findings(text, profile, FAMILY):
        assert hit.spans
        assert all(0 <= span.start < span.stop <= len(text) for span in hit.spans)


# RFC 1738 section 3, the registry of port numbers, and the manuals of databases.
PORTS = (
    "ftp:21 gopher:70 http:80 https:443 imap:143 ldap:389 ldaps:636 mongodb:27017 mysql:3306 news:119 nntp:119 "
    "postgresql:5432 prospero:1525 redis:6379 rtsp:554 sftp:22 snews:563 ssh:22 telnet:23 wais:210 ws:80 wss:443"
)


@each_row(("scheme", "port"), [item.split(":") for item in PORTS.split()])
def test_only_the_default_port_of_a_scheme_is_redundant(scheme, port):
    redundant, other = f"{scheme}://a.internal:{port}/b", f"{scheme}://a.internal:{port}1/b"
    (found,) = findings(f"{redundant} {other}", "rfc3986", ["URL410"])
    assert port in found[2].message


def test_a_password_that_the_next_line_continues_is_called_so():
    text = "- ftp://ada:Kq7t\n- QG92xg7@mirror.canal.internal/x\n"
    (finding,) = lint(text, select=["URL407"])
    assert finding.message == "port is not a number: the next line continues it as a password; remove and change it"
    for other in ("see ftp://ada:Kq7T and so", '["git://canal.internal:ada/plan.git", "ada@canal.internal"]'):
        (finding,) = lint(other, select=["URL407"])
        assert "password" not in finding.message
