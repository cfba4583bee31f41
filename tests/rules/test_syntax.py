"""Family 7: syntax of single schemes."""

from tables import each_row
from urlmend import Document, lint
from urlmend.rules import RULES


def codes(text, *select, profile="rfc3986"):
    return [finding.code for finding in lint(Document(text), select=select, profile=profile)]


# rule, profile, text, number of findings
SYNTAX = [
    ("URL701", "rfc3986", "ftp://a.example/b;type=x ftp://a.example/b;type=ascii <ftp://a.example/b;type=>", 3),
    ("URL701", "rfc3986", "ftp://a.example/b;type=a ftp://a.example/b;type=I ftp://a.example/;type=d", 0),
    ("URL701", "rfc3986", "ftp://a.example/b;type=<typecode> ftp://a.example/b;c http://a.example/b;type=x", 0),
    ("URL702", "rfc3986", "ftp://a.example//etc/motd ftp://u@a.example//", 2),
    ("URL702", "rfc3986", "ftp://a.example/%2Fetc ftp://a.example/b//c http://a.example//b", 0),
    ("URL702", "rfc3986", "ftp://http//a.example/", 0),
    ("URL703", "rfc3986", "gopher://a.example/Budget gopher://a.example:70/budget", 2),
    (
        "URL703",
        "rfc3986",
        "gopher://a.example/1/b gopher://a.example/ gopher://a.example/%31 gopher://a.example/hURL:b",
        0,
    ),
    ("URL703", "rfc3986", "gopher://a.example/$PATH gopher://a.example/{path}", 0),
    ("URL704", "rfc3986", "gopher://a.example/7/b?c gopher://a.example/0b%09+ gopher://a.example/0b%09!+ABSTRACT", 3),
    ("URL704", "rfc1738", "gopher://a.example/0b%09%09all gopher://a.example/0b%09c%09+%09all", 2),
    ("URL704", "rfc3986", "gopher://a.example/0b%09%09+%091%0D%0A+-1%0D%0Ac gopher://a.example/0b%09%09$+VIEWS", 0),
    ("URL704", "rfc3986", "gopher://a.example/7/b%09c gopher://a.example/0b%09%09+ gopher://a.example/0b?c", 0),
    ("URL704", "rfc3986", "gopher://a.example/7/b%09c++ gopher://a.example/7/b%09c?d", 0),
    ("URL705", "rfc3986", "<news:comp..text> <news:comp.text,comp.lang> nntp://a.example/b!c/1 <snews:.b>", 4),
    ("URL705", "rfc3986", "news:comp.text.tex news:* <news:comp.*> news:24hours.help news://a.example/b.c", 0),
    ("URL705", "rfc3986", "news:1@a.example nntp://a.example/comp.text/12 <news:comp.th%3Fse> nntp://a.example/", 0),
    ("URL705", "rfc1738", "<news:24hours.help> <news:comp,b> nntp://a.example/b!c/1", 3),
    ("URL705", "rfc1738", "news:comp.text.tex news:* <news:b/c> news:b?c@a.example", 0),
    ("URL706", "rfc3986", "<news:%3C1@a.example%3E> <news:@a.example> <news:1@> news:1@2@a.example", 4),
    ("URL706", "rfc3986", "news:1/2@a.example news://a.example/1/2@b.example", 2),
    ("URL706", "rfc3986", "news:1@a.example news:1$2-3@a.example news://a.example/1@b.example news:comp.text", 0),
    ("URL706", "rfc1738", "news:1/2@a.example", 0),
    ("URL707", "rfc3986", "nntp://a.example/b.c/x nntp://a.example/b.c/12345678901234567 nntp://a.example/b.c/ x", 3),
    ("URL707", "rfc3986", "nntp://a.example/b.c/12 nntp://a.example/b.c nntp://a.example/b.c/12?d", 0),
    ("URL707", "rfc3986", "nntp://a.example/b.c/<number> nntp://a.example/b.c/%d", 0),
    ("URL707", "rfc1738", "nntp://a.example/b.c/x", 1),
    ("URL707", "rfc1738", "nntp://a.example/b.c/12345678901234567 nntp://a.example/b.c/1;d", 0),
    ("URL708", "rfc1738", "nntp://a.example/b.c", 1),
    ("URL708", "rfc1738", "nntp://a.example/b.c/1 nntp://a.example/b.c<n> news:b.c", 0),
    ("URL709", "rfc3986", "wais://a.example/b/c wais://a.example x", 2),
    ("URL709", "rfc3986", "wais://a.example/b wais://a.example/b?c wais://a.example/b/c/d wais://a.example/b/<c>", 0),
    ("URL710", "rfc3986", "prospero://a.example/b;c=d=e prospero://a.example/b;c=d;e=f=g", 2),
    ("URL710", "rfc3986", "prospero://a.example/b;c=d;e=f prospero://a.example/b=c=d prospero://a.example/b;c", 0),
    ("URL711", "rfc3986", "file://etc/b file://C:/b file://c|/b file://Users/b file://usr/b file://private/b", 6),
    (
        "URL711",
        "rfc3986",
        "file://var/b file://home/b/c.png file://tmp file://opt/b file://Volumes/b file:///dev/null",
        5,
    ),
    ("URL711", "rfc3986", r"file://C:\b.txt <file://C:\b.txt> (file://d:\b\c.txt)", 3),
    ("URL711", "rfc3986", r"file://C file://c/b file://keys\b file://a.example:8080/b", 0),
    ("URL711", "rfc3986", "file://privatekey.pem file://path/to/cert.pem file://policy.json file://keys/cert.pem", 0),
    ("URL711", "rfc3986", "file://../../images/a.png file://./b.txt file://~/b file://absolute/b file://images", 0),
    ("URL711", "rfc3986", "file:///etc/b file:///C:/b file://files.example/b file://localhost/b file:/etc/b", 0),
    ("URL711", "rfc3986", "file://$HOME/b file://{host} file://<host> file://%s http://etc/b", 0),
    ("URL712", "rfc3986", "<file:b/c> <file:./b>", 2),
    ("URL712", "rfc3986", "file:/b/c file:///b/c file://a.example/b L<File::Spec> <filesystem::path>", 0),
    ("URL712", "rfc1738", "file:/b/c <file:b/c>", 2),
    ("URL712", "rfc1738", "file:///b/c file://a.example/b", 0),
    ("URL712", "whatwg", "file:/b/c", 1),
    ("URL713", "rfc3986", "mailto:?subject=b mailto:?to=&subject=b", 2),
    ("URL713", "rfc3986", "mailto:?to=b@a.example mailto:?subject=c&cc=b@a.example mailto:b@a.example", 0),
    (
        "URL714",
        "rfc3986",
        "<URL:mailto:b> mailto:b..c@a.example mailto:b@a.example;c@b.example <mailto:b@a.b,>",
        4,
    ),
    ("URL714", "rfc3986", "<mailto:&email.php.doc.subscribe;> <mailto:&list;?subject=b> <mailto:a@b.internal,&c;>", 0),
    ("URL714", "rfc3986", "<mailto:&name;@b.internal> <mailto:a@&host;> <mailto:a@&lists.host;?subject=b>", 0),
    ("URL714", "rfc3986", "<mailto:&alice> <mailto:&amp;> <mailto:alice&list;> <mailto:&list;alice>", 4),
    ("URL714", "rfc3986", "mailto:ada at canal.example", 1),
    ("URL714", "rfc3986", "<mailto:ada at canal.example>", 1),
    ("URL714", "rfc3986", "<URL:mailto:ada at home>", 1),
    ("URL714", "rfc3986", "mailto:b@a.example,c@a.example mailto:?subject=b mailto:b+c%25d@a.example", 0),
    ("URL714", "rfc3986", "mailto:%22b%40c%22@a.example <mailto:b@[192.0.2.7]> mailto:b@%C3%A9.example", 0),
    ("URL714", "rfc3986", "mailto:$USER@a.example mailto:%s@a.example mailto:{b}@a.example mailto:b\\-c@a.example", 0),
    ("URL714", "rfc3986", "<mailto://b@a.example>", 1),
    ("URL714", "rfc1738", "mailto:b@a.example,c@a.example", 1),
    ("URL715", "rfc1738", "mailto:b@a.example?subject=c", 1),
    ("URL715", "rfc1738", "mailto:b@a.example mailto:b%3Fc@a.example", 0),
    ("URL716", "rfc3986", "mailto:b@a.example?from=c mailto:b@a.example?cc=c&Content-Type=d&attach=e", 2),
    ("URL716", "rfc3986", "mailto:b@a.example?subject=from&body=date mailto:b@a.example?In-Reply-To=c&bcc=d", 0),
    ("URL717", "rfc3986", "mailto:b@a.example?subject=new+plan mailto:b@a.example?a=b&body=see+the+plan", 2),
    ("URL717", "rfc3986", "mailto:b+c@a.example?subject=C++ mailto:b@a.example?cc=bob+plan@a.example", 0),
    ("URL717", "rfc3986", "mailto:b@a.example?subject=new%20plan+more mailto:b@a.example?subject=4+5", 0),
    ("URL718", "rfc3986", "mailto:b@a.example#c mailto:b@a.example?subject=c#4", 2),
    ("URL718", "rfc3986", "mailto:b@a.example mailto:b%23c@a.example http://a.example/#c", 0),
    ("URL719", "rfc3986", "telnet://a.example/b telnet://a.example/?b", 2),
    ("URL719", "rfc3986", "telnet://a.example/ telnet://b@a.example:23 http://a.example/b", 0),
    (
        "URL720",
        "rfc3986",
        "<URL:cid:b> <cid:%3Cb@a.example%3E> <mid:b@a.example/c@a.example/d@a.example> <cid:b@c/d@e>",
        4,
    ),
    ("URL720", "rfc3986", "cid:b@a.example mid:b@a.example <mid:b@a.example/c@a.example> <cid:b%25c@a.example>", 0),
    ("URL721", "rfc1738", "news://a.example/b.c news://a.example/", 2),
    ("URL721", "rfc1738", "news:b.c news:1@a.example nntp://a.example/b.c", 0),
    ("URL722", "rfc3986", "nntp://a.example/b.c/1", 1),
    ("URL722", "rfc3986", "news:b.c news:1@a.example", 0),
    ("URL723", "rfc3986", "http://a.example/b/../c http://a.example/./b ftp://a.example/../b <file:/b/..>", 4),
    ("URL723", "rfc3986", "http://a.example/.well-known/b http://a.example/b..c/... http://a.example/?b/../c", 0),
    ("URL723", "rfc3986", "prospero://a.example/b/../c wais://a.example/b/../c news://a.example/b/../c", 0),
    ("URL723", "rfc3986", "snews://a.example/b/../c mailto://a.example/b/../c", 0),
    ("URL723", "rfc3986", "gopher://a.example/1/../b nntp://a.example/../1 http://a.example/b. http://.../b", 0),
    ("URL725", "rfc1738", "file://a.example:80/b http://a.example?b <URL:nntp://a.example> <URL:mailto:>", 4),
    ("URL725", "rfc1738", "<URL:prospero://a.example> gopher://a.example?b telnet://a.example?b", 3),
    ("URL725", "rfc1738", "file://a.example/b http://a.example/?b nntp://a.example/b.c/1 mailto:a@b.example", 0),
    ("URL725", "rfc1738", "http://a.example/~b|c http://$HOST?b https://a.example?b x-plan://a.example?b", 0),
    ("URL724", "rfc3986", "tel:+1-800-PLAN <URL:tel:alice> geo:91,0 geo:0,180.5 magnet:?dn=b <URL:urn:b>", 6),
    (
        "URL724",
        "rfc3986",
        "tel:+1-201-555-0123 tel:0123;phone-context=+1 tel:(0)30.12 geo:90,-180 geo:48.2,16.3,183;u=9",
        0,
    ),
    ("URL724", "rfc3986", "[call](tel:+1%20206-555-0172) <a href='tel:%2B44.%280%29207.905'>", 0),
    ("URL724", "rfc3986", "[call](tel:+1%20206-PLANS) [call](tel:%61lice)", 2),
    ("URL724", "rfc3986", "[call](tel:call-us) <a href='tel:+49 40 PLAN'>", 2),
    ("URL724", "rfc3986", "[call](tel:+49-40-123) <a href='tel:+49 40 123'> see urn:isbn:, C<urn:oid:>, and tel:", 0),
    ("URL724", "rfc3986", "magnet:?dn=b&xt=urn:btih:c urn:isbn:0451450523 'urn:uuid:' + b http://a.example/b", 0),
]


@each_row(("code", "profile", "text", "count"), SYNTAX)
def test_number_of_findings(code, profile, text, count):
    assert codes(text, code, profile=profile) == [code] * count


def test_table_covers_the_family():
    family = {code for code in RULES if code.startswith("URL7")}
    assert {code for code, _, _, count in SYNTAX if count} == family
    assert {code for code, _, _, count in SYNTAX if not count} == family


POSITIONS = [
    ("URL701", "ftp://a.example/b;type=x", [";type=x"]),
    ("URL702", "ftp://a.example//b", ["//"]),
    ("URL703", "gopher://a.example/Budget", ["B"]),
    ("URL704", "gopher://a.example/7b?c", ["?"]),
    ("URL704", "gopher://a.example/0b%09+", ["%09"]),
    ("URL705", "<news:comp.text!b>", ["!"]),
    ("URL705", "<news:comp..text>", [".."]),
    ("URL706", "<news:1/2@a.example>", ["/"]),
    ("URL707", "nntp://a.example/b.c/1x2", ["1x2"]),
    ("URL707", "nntp://a.example/b.c/", ["/"]),
    ("URL709", "wais://a.example/b/c", ["/b/c"]),
    ("URL710", "prospero://a.example/b;c=d=e;f=g", [";c=d=e"]),
    ("URL711", "file://etc/b", ["etc"]),
    ("URL712", "<URL:file:b>", ["file:"]),
    ("URL714", "mailto:b@a.example,c..d@a.example", ["c..d@a.example"]),
    ("URL714", "<mailto:b@a.example,,c@a.example>", [","]),
    ("URL714", "<mailto://b@a.example>", ["//"]),
    ("URL716", "mailto:b@a.example?cc=c&from=d", ["from"]),
    ("URL717", "mailto:b@a.example?subject=new+plan", ["+"]),
    ("URL718", "mailto:b@a.example#c", ["#"]),
    ("URL719", "telnet://a.example/b", ["/b"]),
    ("URL720", "<mid:b@a.example/c>", ["c"]),
    ("URL723", "http://a.example/b/../c", [".."]),
    ("URL723", "<http://a.example/b/.\n./c>", [".", "."]),
]


@each_row(("code", "text", "pieces"), POSITIONS)
def test_finding_position(code, text, pieces):
    (finding,) = lint(text, select=[code])
    assert [text[span.start : span.stop] for span in finding.spans] == pieces


# The examples of section 3 of RFC 1738, and of its successors.
EXAMPLES = """
ftp://myname@host.dom/%2Fetc/motd ftp://info.cern.ch/pub/www/doc;type=d gopher://gopher.micro.umn.edu/00/b
news:comp.infosystems.www.misc news:* wais://quake.think.com/wais-discussion-archives?lynch
file://vms.host.edu/disk$user/my/notes/note12345.txt prospero://host.dom//pros/name telnet://melvyl.ucop.edu/
mailto:gorby%25kremvax@example.com mailto:unlikely%3Faddress@example.com?blat=foop
mailto:%22oh%5C%5Cno%22@example.org mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO
mailto:addr1@an.example,addr2@an.example mailto:?to=addr1@an.example,addr2@an.example
mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E
nntp://wild.server.example/example.group.n%2Fa/12345 news://news.server.example/ news:example.group.*
news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D
file:///c:/path/to/file file:/path/to/file file://host.example.com/Share/path/to/file.txt file:////host.example.com/b
cid:foo4%25foo1@bar.net mid:960830.1639@XIson.com/partA.960830.1639@XIson.com
""".split()


@each_row("url", EXAMPLES)
def test_examples_of_the_rfcs_have_no_findings(url):
    found = lint(f"<{url}>", select=["URL7"], ignore=["URL722"])
    assert [(finding.code, finding.message) for finding in found] == []


def test_no_rule_is_an_error_under_whatwg():
    for code in (code for code in RULES if code.startswith("URL7")):
        assert "whatwg" not in RULES[code].profiles or RULES[code].whatwg_severity != "error"


def test_messages_contain_no_password():
    text = "<news://alice:h7Tq@a.internal/b!c> <file://alice:h7Tq@etc/b> <mailto://alice:h7Tq@a.internal>"
    assert not [finding for finding in lint(text, select=["URL7"]) if "h7Tq" in finding.message]
