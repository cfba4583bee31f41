"""Family 8: names of schemes."""

from tables import each_row
from urlmend import Document, fix, lint
from urlmend.rules import RULES
from urlmend.uri.schemes import TYPOS, SchemeTable, meant_scheme

# rule, profile, text, number of findings
NAMES = [
    ("URL801", "rfc3986", "wais://a.example/b prospero://a.example/b snews://a.example/ <modem:+1>", 4),
    (
        "URL801",
        "rfc3986",
        "http://a.example/ gopher://a.example/ news:b.c L<filesystem::path> postgresql://a.example/",
        0,
    ),
    ("URL802", "rfc3986", "postgresql://a.example/b git+https://a.example/b s3://bucket/b", 3),
    ("URL802", "rfc3986", "http://a.example/ sftp://a.example/ x-plan://a.example/ wais://a.example/b", 0),
    ("URL803", "rfc3986", "sftp://a.example/b git://a.example/b", 2),
    ("URL803", "rfc3986", "http://a.example/ postgresql://a.example/b nfs://a.example/b", 0),
    ("URL804", "rfc3986", "x-plan://a.example/b <X-Plan:b>", 2),
    ("URL804", "rfc3986", "http://a.example/ xmpp:b@a.example postgresql://a.example/b", 0),
    ("URL805", "rfc3986", "<URL:htpp://a.example/> <URL:HTTTPS://a.example/> <URL:ttp://a.example/>", 3),
    ("URL805", "rfc3986", "http://http://a.example/ https://http//a.example/ ftp://FTP://a.example/", 3),
    (
        "URL805",
        "rfc3986",
        "http://a.example/http://b.example/ http://http.example/ http://ftp/b <URL:hxxp://a.example/>",
        0,
    ),
    ("URL805", "rfc3986", "<URL:htt:b> http://a.example/?b=http://c.example/", 0),
    ("URL806", "rfc1738", "nfs://a.example/b <cid:b@a.example> <mailserver:b@a.example> afs://a.example/b", 4),
    ("URL807", "rfc3986", "<URL:3com://a.example/> <URL:my_b://a.example/>", 2),
    ("URL807", "rfc1738", "<URL:my_b://a.example/>", 1),
    ("URL807", "rfc1738", "<URL:3com://a.example/> <URL:HTTP://a.example/> [b](http//a.example/)", 0),
    ("URL806", "rfc1738", "http://a.example/ sftp://a.example/ x-plan://a.example/", 0),
]


@each_row(("code", "profile", "text", "count"), NAMES)
def test_number_of_findings(code, profile, text, count):
    found = [finding.code for finding in lint(Document(text), select=[code], profile=profile)]
    assert found == [code] * count


def test_table_covers_the_family():
    family = {code for code in RULES if code.startswith("URL8")}
    assert {code for code, _, _, count in NAMES if count} == family
    assert {code for code, _, _, count in NAMES if not count} == family


MISTYPED = [
    *TYPOS,
    *"htp htpp hhtp hptt hppt httpp htttp hhttp ttp ttps htps htpps hhtps htttps httpss httsp tthp".split(),
]


@each_row("word", ["http-alt", "htm", "tp", "ssh", "sttp-x", "tps", "php"])
def test_other_words_are_no_typos(word):
    assert meant_scheme(word) is None


@each_row("typo", MISTYPED)
def test_typos_are_not_schemes(typo):
    assert SchemeTable().status(typo) is None


@each_row("typo", MISTYPED)
def test_typo_message_names_the_scheme(typo):
    (finding,) = lint(f"<URL:{typo}://a.example/>", select=["URL805"])
    assert finding.message.endswith(f"write {meant_scheme(typo)}")
    assert finding.severity == "error"


def messages(text):
    return [finding.message for finding in lint(Document(text), select=["URL805"])]


@each_row("text", ["{}a.internal/b", "see {}a.internal/b now", "[b]({}a.internal/b)", '"{}a.internal"'])
@each_row(
    ("typo", "meant"),
    [("hhttps", "https"), ("hhttp", "http"), ("Hhttps", "https"), ("thttp", "http"), ("hthttps", "https")],
)
def test_letters_before_a_scheme_are_a_typo(text, typo, meant):
    text = text.format(f"{typo}://")
    (finding,) = lint(Document(text), select=["URL805"])
    assert finding.message == f"misspelt scheme {typo}: write {meant}"
    assert fix(text, select=["URL805"]) == text
    assert fix(text, select=["URL805"], unsafe=True) == text.replace(typo, meant)


@each_row(
    "text",
    [
        "see http://a.internal/b",
        "xhttp://a.internal/b",
        'print("\\thttp://a.internal/b")',
        "%thttp://a.internal/b",
        "svn+hhttp://a.internal/b",
        "paths/hhttp://a.internal/b",
        "the-path-hhttp://a.internal/b",
        "b.hhttp://a.internal/b",
    ],
)
def test_other_letters_before_a_scheme_are_no_typo(text):
    assert messages(text) == []


@each_row("invisible", ["\u200b", "\ufeff", "\u2060\u200b", "\u200d", "\u00ad"])
@each_row("text", ["see h{}ttps://a.internal/b", "[b](h{}ttps://a.internal/b)", "<h{}ttps://a.internal/b>"])
def test_invisible_characters_in_a_scheme_are_named(text, invisible):
    text = text.format(invisible)
    names = ", ".join(f"U+{ord(char):04X}" for char in invisible)
    plural = "s" if len(invisible) > 1 else ""
    assert messages(text) == [f"invisible character{plural} {names} in scheme: remove {'them' if plural else 'it'}"]


@each_row("text", ["see ht¦tps://a.internal/b", "[b](htt¦p://a.internal)", "<f¦tp://a.internal>", "http¦s://b"])
def test_invisible_characters_are_named_wherever_they_are(text):
    assert messages(text.replace("¦", "\u200b")) == ["invisible character U+200B in scheme: remove it"]


@each_row("text", ["ht\u200btq://a.internal", "b\u200bs://a.internal/b", "ht\u00e9ps://a.internal", "ps://b"])
def test_other_divided_words_are_not_reported(text):
    assert messages(text) == []


@each_row("between", ["*", " ", "\u00e9"])
def test_visible_characters_in_a_scheme_are_a_typo(between):
    assert messages(f"see h{between}ttps://a.internal/b") == ["misspelt scheme ttps: write https"]


@each_row(
    ("text", "message", "piece"),
    [
        ("wais://a.example/b", "RFC 4156", "wais"),
        ("http://http://a.example/", "repeated scheme", "http://http://"),
        ("x-plan://a.example/", "experimental", "x-plan"),
    ],
)
def test_finding_position_and_message(text, message, piece):
    (finding,) = lint(text, select=["URL8"])
    assert message in finding.message
    (span,) = finding.spans
    assert text[span.start : span.stop] == piece


@each_row("text", ["s<URL:http://a.internal/b>", "h<http://a.internal/b>", "\u200b<URL:>", "h\u200b<URL:ttp>"])
def test_wrappers_begin_a_scheme(text):
    assert messages(text) == []
