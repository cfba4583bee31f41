"""Family 1: the text around a URL, and traces of encodings in it."""

from tables import each_row
from urlmend import Document, lint

PROSE = "The plan for the coming year is at "

# rule, text, number of findings
CONTEXT = [
    ("URL114", "<URL:http://a.example/b>#c <http://a.example/b>#c-4.", 2),
    ("URL114", "<URL:http://a.example/b#c> <URL:http://a.example/b#c>#d <URL:http://a.example/b> #c", 0),
    ("URL114", "http://a.example/b#c <URL:http://a.example/b># <URL:http://a.example/b>.", 0),
    ("URL115", "<URL:<http://a.example/>> <URL:URL:http://a.example/> URL:<URL:http://a.example/>", 3),
    ("URL115", "<URL:http://a.example/> URL:<http://a.example/> <http://a.example/> <<http://a.example/>>", 0),
    ("URL115", "<URL:http://url.example/url:b>", 0),
    ("URL116", "href=\"<URL:http://a.example/>\" SRC='<URL:http://a.example/>'", 2),
    ("URL116", "[b](<URL:http://a.example/>) \\url{<URL:http://a.example/>}", 2),
    ("URL116", '(<URL:http://a.example/>) "<URL:http://a.example/>" [b](<http://a.example/>)', 0),
    ("URL116", "url=<http://a.example/> URL=<http://a.example/>", 0),
    ("URL118", "http://a.example/?b=3D1 http://a.example/?b=3Dc&d=3De", 2),
    ("URL118", PROSE + "http://www.example.org/plans/city/2004/bud=\nget.html now", 1),
    ("URL118", PROSE + "http://www.example.org/plans?year=3D20=\n04&month=3D10 now=20\n", 1),
    ("URL118", '<a href=3D"http://a.example/?b=3Dc"> and=20\n', 1),
    ("URL118", "http://a.example/b=3D2004 http://a.example/#b=3D1", 2),
    ("URL118", "http://a.example/?b=3D", 0),
    ("URL118", "http://a.example/?b=3Dc", 0),
    ("URL118", "http://a.example/?mode=3D&c=d", 0),
    ("URL118", "http://a.example/?b=1 http://a.example/?b=20&c=3Dd&e=f http://a.example/b=c", 0),
    ("URL118", PROSE + "http://www.example.org/minutes?year=\n2004&m=1 now", 0),
    ("URL119", "http://a.example/?b&amp;c&#38;d&#x26;e", 1),
    ("URL119", "<http://a.example/?b&amp;c>", 1),
    ("URL119", "http://a.example/?b&c http://a.example/?b&amplitude=3", 0),
    ("URL119", '<a href="http://a.example/?b&amp;c"> <p>http://a.example/?b&amp;c</p>', 0),
    ("URL119", "[b](http://a.example/?b&amp;c) and <br/> http://a.example/?b&amp;c", 0),
    ("URL120", "<http://a.example/b\u00ad\nc> <URL:http://a.example/b\u2010\nc>", 2),
    ("URL120", "see http://a.example/b\u2010\nc.html", 1),
    ("URL120", "<http://a.example/b-\nc> <http://a.example/b\nc> http://a.example/b\u2010 c", 0),
    ("URL120", "http://a.example/b", 0),
    ("URL121", "<URL:www.example.org> <URL:www.example.org/b>", 2),
    ("URL121", "<URL:http://www.example.org/> <URL:plan.html> www.example.org", 0),
    ("URL122", "\u201chttp://a.example/\u201d \u00ab<http://a.example/>\u00bb \uff08http://a.example/\uff09", 3),
    ("URL122", '"http://a.example/" (http://a.example/) \u201csee http://a.example/\u201d', 0),
    ("URL123", "<URL:../b> <URL:/b> <URL:#b> <URL:b.html> <URL:b/c> URL:<b.example.org>", 6),
    ("URL123", "<URL:http//www.example.org/> <URL:?b=c>", 2),
    ("URL123", "<URL:http://a.example/> <URL:> <URL:...> <URL:www.example.org> <../b>", 0),
    ("URL123", '<URL:string> <URL:path-or-url> <URL:"absoluteURL"> <URL:a b|c> <URL:e.g.>', 0),
]


def codes(text, code):
    return [finding.code for finding in lint(Document(text), select=[code])]


@each_row(("code", "text", "count"), CONTEXT)
def test_number_of_findings(code, text, count):
    assert codes(text, code) == [code] * count


POSITIONS = [
    ("URL114", "<URL:http://a.example/b>#c.", ["#c"]),
    ("URL115", "<URL:<http://a.example/>>", ["<URL:<"]),
    ("URL116", '<a href="<URL:http://a.example/>">', ["<URL:http://a.example/>"]),
    ("URL118", "http://a.example/?b=3D1", ["=3D"]),
    ("URL118", PROSE + "http://www.example.org/plans/city/2004/bud=\nget.html now", ["="]),
    ("URL119", "http://a.example/?b&amp;c", ["&amp;"]),
    ("URL120", "<http://a.example/b\u00ad\nc>", ["\u00ad"]),
    ("URL120", "http://a.example/b\u2010\nc", ["\u2010"]),
    ("URL122", "\u201chttp://a.example/\u201d", ["\u201c", "\u201d"]),
    ("URL123", "<URL:../b\n/c>", ["../b", "/c"]),
]


@each_row(("code", "text", "pieces"), POSITIONS)
def test_finding_position(code, text, pieces):
    (finding,) = lint(text, select=[code])
    assert [text[span.start : span.stop] for span in finding.spans] == pieces


def test_message_does_not_repeat_a_partial_url():
    # It may contain a password, if its scheme has lost its colon.
    (finding,) = lint("<URL:telnet//alice:h7Tq@a.internal/>", select=["URL123"])
    assert "h7Tq" not in finding.message


def test_schemeless_url_outside_a_wrapper():
    from urlmend.finder import FindOptions, find_urls
    from urlmend.linting.linter import Linter
    from urlmend.rules import RULES

    document = Document("see www.example.org")
    urls = find_urls(document, FindOptions(schemeless=True))
    assert [finding.code for finding in Linter([RULES["URL121"]]).findings(document, urls)] == ["URL121"]


PAIRS = "“” „“ «» »« ‘’ ‚‘ ‹› ›‹ （） ＜＞ 〈〉 《》 「」 【】 ⟨⟩".split()


@each_row("pair", PAIRS)
def test_all_typographic_pairs(pair):
    opening, closing = pair
    assert codes(f"see {opening}http://a.example/{closing} now", "URL122") == ["URL122"]
    assert codes(f"see {opening}http://a.example/ now{closing}", "URL122") == []
