"""Reading a wrapper."""

from tables import each_row
from urlmend import Document
from urlmend.finder import find_urls
from urlmend.finder.wrappers import TRIGGER, read_wrapper
from urlmend.uri.schemes import SchemeTable

TABLE = SchemeTable()


def read(text):
    return read_wrapper(text, text.index("<"), TABLE)


def content(text, wrapper):
    return "".join(text[span.start : span.stop] for span in wrapper.spans)


WRAPPERS = [
    ("<http://a.example/>", "http://a.example/", "angle", "http"),
    ("<HTTP://a.example/>", "HTTP://a.example/", "angle", "http"),
    ("<mailto:alice@a.example>", "mailto:alice@a.example", "angle", "mailto"),
    ("<x-plan:a>", "x-plan:a", "angle", "x-plan"),
    ("<urn:isbn:12>", "urn:isbn:12", "angle", "urn"),
    ("<URL:http://a.example/>", "http://a.example/", "url-wrapper", "http"),
    ("<Url : http://a.example/ >", "http://a.example/", "url-wrapper", "http"),
    ("URL:<http://a.example/>", "http://a.example/", "url-wrapper", "http"),
    ("URL:<u\n r\n n:isbn:1>", "urn:isbn:1", "url-wrapper", "urn"),
    ("url=<http://a.example/>", "http://a.example/", "url-wrapper", "http"),
    ("<URL:frob:a>", "frob:a", "url-wrapper", "frob"),
    ("<URL:plan.html>", "plan.html", "url-wrapper", ""),
    ("<URL:>", "", "url-wrapper", ""),
    ("<sqlite:///a.db>", "sqlite:///a.db", "angle", "sqlite"),
    ("URL: <foo:bar>", "foo:bar", "url-wrapper", "foo"),
    ("URL:<x-foo:bar>", "x-foo:bar", "url-wrapper", "x-foo"),
    ("<URL:foo:bar/>", "foo:bar/", "url-wrapper", "foo"),
    ("<urn:\nisbn:12>", "urn:isbn:12", "angle", "urn"),
    ("< http:\n//a.example/>", "http://a.example/", "angle", "http"),
    ("<sip:a@[2001:db8::1]>", "sip:a@[2001:db8::1]", "angle", "sip"),
    ("<mailto:a@b.example?subject=[foo-bar]+c>", "mailto:a@b.example?subject=[foo-bar]+c", "angle", "mailto"),
    ("<http://a.example/[a-z]+>", "http://a.example/[a-z]+", "angle", "http"),
    ("<File: /plans/a/storage>", "File:/plans/a/storage", "angle", "file"),
    ("<Mailto: alice@a.example>", "Mailto:alice@a.example", "angle", "mailto"),
    # The text of a link in a chat.
    ("<http://a.example/b|ok>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b|v2>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b|c d>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b|c>", "http://a.example/b|c", "angle", "http"),
    ("<http://a.example/b/1.2.3|1.2.3>", "http://a.example/b/1.2.3", "angle", "http"),
    ("<http://a.example/b/42|42>", "http://a.example/b/42", "angle", "http"),
    ("<http://a.example/b|\U0001f389>", "http://a.example/b", "angle", "http"),
    ("`<http://a.example/${b}|${c}>`", "http://a.example/${b}", "angle", "http"),
    ("<http://a.example/b|c|the d>", "http://a.example/b|c", "angle", "http"),
    ("<http://a.example/?b=42|42>", "http://a.example/?b=42", "angle", "http"),
    ("<http://a.example/?b=c|the text>", "http://a.example/?b=c", "angle", "http"),
    ("<http://a.example/?b=60|40>", "http://a.example/?b=60|40", "angle", "http"),
    ("<http://a.example/?b=60|40\\n>", "http://a.example/?b=60|40", "angle", "http"),
    ("<http://a.example/?b=c|d>", "http://a.example/?b=c|d", "angle", "http"),
    ("<http://a.example/b|the\ntext>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b|c\nd>", "http://a.example/b|cd", "angle", "http"),
    ("> <http://a.example/b/\n> c|d/\n> e>", "http://a.example/b/c|d/e", "angle", "http"),
    ("<http://a.example/b|>", "http://a.example/b|", "angle", "http"),
    ("<http://a.example/b|/c>", "http://a.example/b|/c", "angle", "http"),
    ("<URL:http://a.example/b|42>", "http://a.example/b|42", "url-wrapper", "http"),
    ("<http://a.example/b|the text>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b\n|the\ntext>", "http://a.example/b", "angle", "http"),
    ("<mailto:a@b.example|a@b.example>", "mailto:a@b.example", "angle", "mailto"),
    ("<file:///c|/a>", "file:///c|/a", "angle", "file"),
    ("<URL:http://a.example/b|c>", "http://a.example/b|c", "url-wrapper", "http"),
    # The text of a link after a space, but no rest of a path, nor of the name of a file.
    ("<http://a.example The text>", "http://a.example", "angle", "http"),
    ("<http://a.example Debian GNU/Linux>", "http://a.example", "angle", "http"),
    ("<http://a.example/b TCP/IP>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b A/B testing>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b input/output (of OS/2)>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b README.md>", "http://a.example/b", "angle", "http"),
    ("<http://a.example/b.hs c.hs>", "http://a.example/b.hs", "angle", "http"),
    ("<mailto:ada@a.example Ada B/C>", "mailto:ada@a.example", "angle", "mailto"),
    ("<http://a.example/b c/d>", "http://a.example/bc/d", "angle", "http"),
    ("<http://a.example/b C/d.html>", "http://a.example/bC/d.html", "angle", "http"),
    ("<http://a.example/b C/2004/D E>", "http://a.example/bC/2004/DE", "angle", "http"),
    ("<http://a.example/ b/c>", "http://a.example/b/c", "angle", "http"),
    ("<http://a.example/b /c.html>", "http://a.example/b/c.html", "angle", "http"),
    ("<http://a.example/b c.pdf>", "http://a.example/bc.pdf", "angle", "http"),
    ("<http://a.example/Plan B.pdf>", "http://a.example/PlanB.pdf", "angle", "http"),
    ("<URL:http://a.example/b TCP/IP>", "http://a.example/bTCP/IP", "url-wrapper", "http"),
    # Escapes of a literal before its end.
    ("'<http://a.example/b\\n>'", "http://a.example/b", "angle", "http"),
    ("'<http://a.example/b\\n'\n 'c>'", "http://a.example/b", "angle", "http"),
]


@each_row(("text", "url", "form", "scheme"), WRAPPERS)
def test_wrappers_are_read(text, url, form, scheme):
    wrapper = read(text)
    assert (content(text, wrapper), wrapper.form, wrapper.scheme) == (url, form, scheme)


NOT_WRAPPERS = [
    "<alice@a.example>",
    "<1999.17@news.example>",
    "<p>",
    "<br/>",
    "<foo:bar>",
    "<foo://bar>",
    "<http:>",
    "<http://>",
    "<svg:rect/>",
    "<xsl:template match='a'>",
    "<std::string>",
    "<http://a.example/",
    "<URL:http://a.example/",
    "<URL:http://a.example/\n\nb>",
    "<a b:c>",
    "<12:30>",
    "<sqlite:a>",
    "URL: <xsl:value-of select=\"system-property('xsl:vendor-url')\" />",
    'URL: <c:out value="${x}"/>',
    "URL=<bean:write\n name='url'/>",
    "URL:<x:y/>",
    "<x-slot:title>\n  Plan\n</x-slot>",
    "<tag:[a-z]+>",
    "<urn:[^>]+>",
    r"<news:\w+>",
    "<mailto:(.*?)>",
    "0 ..< num:\n  a(b)\n  if c > d:",
    "0..<num:\n  // a\n  b > c",
    "if a < urn:\n  b(c:d)\n  e > f",
    "if a < data:  # see\n  b, c > d",
]


def test_table_cell_is_left_only_once():
    # The second line is shorter than the first, so the columns of the first would be counted into the third.
    text = """\
| the plan is <URL:http://www.canal.example/plans/of-the-year/2004 |
|             | /index.html
 is the page                         |
|"""
    assert read(text) is None or content(text, read(text))


def test_lone_backslash_at_a_line_end_is_not_a_piece():
    assert read("<URL:\\\n>").spans == ()
    assert content("<URL:a\\\n\\\nb>", read("<URL:a\\\n\\\nb>")) == "ab"


@each_row("text", NOT_WRAPPERS)
def test_other_angle_brackets_are_not_wrappers(text):
    assert read(text) is None


@each_row("text", ["<http://a>", "<URL:a>", "<url : a>", "URL:<a>", "URL=<a>", "<ht\ntp://a>", "<\nhttp://a>"])
def test_trigger_matches_every_wrapper(text):
    assert TRIGGER.search(text)


@each_row("text", ["<p>", "< p>", "<alice@a>", "<br/>", "<a b:c>", "a < b", "<>", "curl:<"])
def test_trigger_skips_most_other_angle_brackets(text):
    assert not TRIGGER.search(text) or read(text) is None


# What is between angle brackets after a registered scheme: a URL, or the tag of an element.
TAGS = [
    ("<tel:bar/>", []),
    ("<http:bar/>", ["http:bar/"]),
    ("<https:a.b/>", ["https:a.b/"]),
    ("<news:a.b/>", ["news:a.b/"]),
    ("<news:a.b>x</news:a.b>", ["news:a.b"]),
    ("<http:a.b>x</http:a.b>", []),
    ("<http:a.b>x</http:a.c>", ["http:a.b"]),
    ("<http::a>", []),
    ("<http: a.b>", []),
    ('<tel:a b="c">', []),
    ('<tel\n  :value="b ? 1 : 2"\n/>', []),
    ('<tel :value="b" :c="d"/>', []),
    ("<tel\n:123-45>", ["tel:123-45"]),
    ("<http:a b=c>", ["http:ab=c"]),
]


@each_row(("text", "urls"), TAGS)
def test_tags(text, urls):
    assert [url.text for url in find_urls(Document(text))] == urls


# What is in brackets, and the URLs that are read in it.
SEVERAL = [
    (
        "http://a.example/b\n http://c.example/d\n http://e.example/f",
        "http://a.example/b http://c.example/d http://e.example/f",
    ),
    ("URL:http://a.example/b\nftp://c.example/d", "http://a.example/b ftp://c.example/d"),
    ("http://a.example/b.html or\nhttps://c.example/", "http://a.example/b.html https://c.example/"),
    ("http://a.example/?to=\nhttp://c.example/", "http://a.example/?to=http://c.example/"),
    ("http://a.example/2004/\nhttp://c.example/", "http://a.example/2004/http://c.example/"),
    ("http://a.example/*htt\np://c.example/", "http://a.example/*http://c.example/"),
    ("htt\nps://a.example/b", "https://a.example/b"),
]


@each_row(("inside", "urls"), SEVERAL)
def test_another_url_on_the_next_line_is_no_part_of_the_wrapper(inside, urls):
    assert " ".join(url.text for url in find_urls(Document(f"see <{inside}> now"))) == urls
