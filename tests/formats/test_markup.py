"""HTML and XML files by name: references, attribute values, inline tags and scripts; the rest as in plain text."""

from html.parser import HTMLParser
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.formats.marked import check, read_marked

import urlmend
from tables import each_row
from urlmend.formats import markup
from urlmend.formats.reader import read_format
from urlmend.model.document import Document
from urlmend.model.span import Span

ATTRIBUTES = [
    '<a href="«http://a.example/?a=1&amp;b=2»=«http://a.example/?a=1&b=2»">',
    "<a href='«http://a.example/it&#39;s»=«http://a.example/it's»'>",
    "<a href=«http://a.example/?a&amp;b»=«http://a.example/?a&b»>",
    '<a href="«&#104;ttp://a.example/»=«http://a.example/»">',
    '<a href="«http&colon;//a.example/»=«http://a.example/»">',
    '<a href="«mailto&#58;joe@a.example»=«mailto:joe@a.example»">',
    '<a href="«http://a.example/&lt;b&gt;c»=«http://a.example/<b>c»">',
    '<a href="«http://a.example/two words»=«http://a.example/two%20words»">',
    '<a href=" «http://a.example/two&#32;words»=«http://a.example/two%20words» ">',
    '<a href="«http://a.example/b\n   c»=«http://a.example/bc»">',
    '<a href="«http://a.example/(b»">',
    '<a href="«http://a.example/b»&nbsp;and more">',
    'at (&quot;<a href="«http://a.example:80»&quot;">«http://a.example:80»&quot;</a>)',
    '<a href="«http://a.example/?b=&quot;c&quot;»=«http://a.example/?b="c"»">c</a>',
    '<a href="«mailto:joe@a.example?subject=two words»=«mailto:joe@a.example?subject=two%20words»">',
    '<a title="see «http://a.example/?a&amp;b»=«http://a.example/?a&b» or &quot;«http://b.example/»&quot;">',
    '<p data-address="«http://a.example/?a&amp;b=&lt;c»=«http://a.example/?a&b=<c»">',
    '<p title="«http://a.example/» two words">',
    '<script src="«https://a.example/b.js?c&amp;d»=«https://a.example/b.js?c&d»"></script>',
    '<button formaction="«https://a.example/b c»=«https://a.example/b%20c»">',
    '<object data="«https://a.example/b c»=«https://a.example/b%20c»"></object>',
    '<use xlink:href="«https://a.example/b.svg?c&amp;d#e»=«https://a.example/b.svg?c&d#e»"/>',
    '<head profile="«http://a.example/hcard» «http://b.example/dc»">',
    '<a ping="«http://a.example/?b&amp;c»=«http://a.example/?b&c» «http://c.example/»" href="«http://a.example/»">',
    '<applet archive="«http://a.example/b.jar»">',
    '<img srcset="«http://a.example/1.png?a&amp;b»=«http://a.example/1.png?a&b» 1x, «http://a.example/2.png» 2x">',
    '<meta http-equiv="refresh" content="0; url=«http://a.example/b c»=«http://a.example/b%20c»">',
    '<p style="background: url(&quot;«http://a.example/b.png»&quot;)">',
    "<style>p { background: url(«http://a.example/b.png») }</style>",
    """<p style='background: url("«http://a.example/b c»=«http://a.example/b%20c»")'>""",
    "<style>p { background: url('«http://a.example/(b)  c»=«http://a.example/(b)%20%20c»') }</style>",
    '<style>p { background: url("«http://a.example/b» c) } q { background: url(«http://a.example/d» e) }</style>',
    '<a href="«http://a.example/b<c>d»" title="e">',
    "<a href='«http://a.example/?b<c&amp;d»=«http://a.example/?b<c&d»'/>",
    '<a href="«http://a.example/b»>text</a> and <a href="«http://c.example/»">d</a>',
    '<a href="«http://a.example/»<%=b%>"> <a href="«http://c.example/»</a>" d',
    '<a href="«http://a.example/»><img src="«http://b.example/»"></a>',
    '<a href="/b c?d=«http://a.example/e»">',
    "<a onclick=\"open('«http://a.example/?a&amp;b»=«http://a.example/?a&b»')\">",
]
TEXTS = [
    "<p>see «http://a.example/?a=1&amp;b=2»=«http://a.example/?a=1&b=2».",
    "<p>see &lt;«http://a.example/b»&gt; and &quot;«http://b.example/»&quot;",
    "<p>see «http://a.<b>example</b>/c<wbr>d»=«http://a.example/cd», or",
    "<p>see «http:<wbr>//a.example/<wbr/>b»=«http://a.example/b» or",
    "<p>see «http://a.example/<b>b</b>/c»=«http://a.example/b/c» and «http://a.example/d<b>e</b>/f»=«http://a.example/de/f».",
    "<p>«http://a.example/?b&amp;c»=«http://a.example/?b&c» or «http://a.example/d<wbr>e»=«http://a.example/de»",
    "<p>«http://a.example/<b>b»=«http://a.example/b» «http://a.example/d</b>e»=«http://a.example/de»",
    "<p>see «http://a.example/<i>b</i>?c&amp;d»=«http://a.example/b?c&d»<br>e",
    '<a href="x">«http://a.example/b»</a>and <a href="y">«http://b.example/»</a>',
    '<p>«http://a.example/»<a href="«http://b.example/»">c</a>',
    "<td>«http://a.example/b»</td><td>c</td>",
    "<p>«http://a.example/»<other>b</other>",
    "<b>«http://a.example/b»</b> c",
    "<p>«&#104;ttp://a.example/»=«http://a.example/»",
    "<p>«mailto&#58;joe&#64;a.example»=«mailto:joe@a.example»",
    "<p>&amp;lt;«mailto:joe@a.example»&amp;gt; and",
    "<p>a &lt; b <b>http</b> and «http://a.example/b»",
    "<code>«http://a.example:8000»</code><span>no TLS</span>",
    "<tt>«http://a.example/<var>b»=«http://a.example/b»</var></tt><i>bold</i>",
    "<p><kbd>«http://a.example/b»</kbd>(see) <samp>«http://b.example/»</samp>.<b>c</b>",
    "<p>«http://a.example/<code>b</code>/c»=«http://a.example/b/c»",
    "<p><code>«http://a.example/b»</code>, <code>«http://a.example/c»</code>.",
]
AS_WRITTEN = [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD" "«http://www.w3.example/dtd»">',
    "<!-- see «http://a.example/?a&amp;b» and <a href='«http://b.example/c»'> -->",
    '<html xmlns="«http://www.w3.example/1999/xhtml»">',
    "1 < 2: «http://a.example/b» > c",
    '<a title="«http://a.example/b»">',
    '<a href="http://{{ host }}/two words">',
]
SCRIPTS = [
    '<script>var a = "«http:\\/\\/a.example\\/b»=«http://a.example/b»";</script>',
    '<script>var a = "«http://a.example/b" + "/c»=«http://a.example/b/c»";</script>',
    '<script type="application/ld+json">{"@id": "«http:\\/\\/a.example\\/?b\\u0026c»=«http://a.example/?b&c»"}</script>',
    '<script>if (a && b < c) d = "«http://a.example/b»";</script> «http://a.example/?a&amp;b»=«http://a.example/?a&b»',
]
XML = [
    "<p>see «http://a.example/?a&amp;b»=«http://a.example/?a&b»</p>",
    '<link url="«http://a.example/two words»=«http://a.example/two%20words»"/>',
    "<a>«http://a.example/b»</a><b>c</b>",
    "<p>«http://a.example/<b>c</b>/d»=«http://a.example/c/d»</p>",
    '<p>«http://a.example/<emphasis role="strong">b</emphasis>/<q:literal>c»=«http://a.example/b/c»</q:literal>.</p>',
    '<text>«http://a.example/b<tspan dx="1">c</tspan>.html»=«http://a.example/bc.html»</text>',
    "<p>«http://a.example/?b=<name>c</name>&amp;d=<name>e»=«http://a.example/?b=c&d=e»</name> and <name>f</name></p>",
    "<p>«http://a.example/b<wbr/>c»=«http://a.example/bc»</p>",
    "<p>«http://a.example/»<note>two words</note> «http://b.example/» <name>b</name></p>",
    "<p>«http://a.example/»<xref to='b'/>c «http://b.example/»<name><b>c</b></name>d «http://c.example/»<p>e</p></p>",
    "<a><name>«http://a.example/b»</name><name>c</name>«http://b.example/»<name>«http://c.example/»</name></a>",
    "<script><![CDATA[«http://a.example/?a&b»]]></script>",
    "<d><![CDATA[<a href='«http://a.example/?a&amp;b»'>«http://b.example/»<b>c</b>]]></d>",
    '<p xsi:schemaLocation="«http://a.example/b» «http://a.example/b.xsd»"/>',
    "<d>Joe &amp;lt;«mailto:joe@a.example»&amp;gt;&lt;/p&gt;</d>",
    "<d>&lt;a href=&quot;«http://a.example/?a&amp;b»=«http://a.example/?a&b»&quot;&gt;</d>",
    "<!ENTITY a '«http://a.example/?a»'>",
]


@each_row("marked", [*ATTRIBUTES, *TEXTS, *AS_WRITTEN, *SCRIPTS])
def test_urls_of_html_files(marked, tmp_path):
    check(marked, tmp_path, "page.html")


@each_row("marked", XML)
@each_row("name", ["pom.xml", "a.svg", "a.rss", "a.atom", "a.docbook", "a.pom", "a.xsl"])
def test_urls_of_xml_files(marked, name, tmp_path):
    check(marked, tmp_path, name)


def test_urls_are_in_the_order_of_the_file(tmp_path):
    urls = ["http://a.example/", "http://b.example/%20c", "http://d.example/", "http://e.example/%20f"]
    file = tmp_path / "a.html"
    file.write_text(
        '<p>http://a.example/ <a href="http://b.example/ c">http://d.example/</a><a href="http://e.example/ f">'
    )
    assert [url.text for url, *_ in urlmend.find_in(file)] == urls
    assert [url.text for document in urlmend.documents(file) for url in urlmend.find(document)] == urls


SCHEMELESS = [
    '<img src="«//a.example/b.png»" srcset="«//a.example/1.png» 1x, «//a.example/2.png» 2x">',
    '<script src="«//a.example/b.js?c&amp;d»=«//a.example/b.js?c&d»"></script>',
    '<p style="background: url(«//a.example/b.png»)"><style>p { background: url("«//a.example/c.png»") }</style>',
    "<style>p { background: url(«//a.example/b?c=1&d=2») } p { background: URL(//a) }</style>",
    '<p style="background:url(&quot;«//a.example/b?c&amp;d»=«//a.example/b?c&d»&quot;)" title="www.&#97;">',
    '<a href="canals-on-the-map.org/survey">map</a> <a href="«www.canals-on-the-map.org»">all</a>',
    '<a href="plan.html"> <a href="plans.zip/"> <a href="budget.py"> <a href="../canals.org/b"> <a href="#a.org">',
    "<script>a = '«//a.example/b.js»'; b('«//c.example»', `«//d.example:8080/e?f#g»`)</script>",
    '<script type="application/ld+json">{"url": "«//a.example/b»", "text": "//a", "note": "// b.example"}</script>',
    "<script>a = '//a.example/' + b + '//'; c = \"//d\"; // 'a.example' '/b.example'</script> '//e.example/f'",
    '<a href="//index"> <a href="/b"> <script>// comment.example</script> <p title="//a.example/">',
]


@each_row("marked", SCHEMELESS)
def test_targets_with_a_host_without_a_scheme_are_schemeless(marked):
    source, expected = read_marked(marked)
    document = read_format(Document(source, "a.html"), "markup")
    found = [(url.text, *document.in_source(url.outer)) for url in urlmend.find(document, schemeless=True)]
    assert found == expected
    assert {url.form for url in urlmend.find(document, schemeless=True)} <= {"schemeless"}
    assert urlmend.find(document) == []


def test_input_text_reads_files_as_they_are_written(urlmend, tree):
    folder = tree({"a.html": '<a href="http://a.example/?a&amp;b">'})
    assert urlmend("find", "--input", "text", folder).out == "http://a.example/?a&amp;b\n"
    assert urlmend("find", folder).out == "http://a.example/?a&b\n"


PIECES = [
    *"<>/=\"'& ;:\n",
    "<a href=",
    "http://a.example/",
    "&amp;",
    "&lt;",
    "&#58;",
    "&nbsp;",
    "<b>",
    "</b>",
    "<wbr>",
    "<p>",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<![CDATA[",
    "<x>",
    "</x>",
    "url(",
    "]]>",
    "www.a.example",
    "mailto:a@b.example",
    "//a.example/",
    "\\/",
    "x",
]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.sampled_from(["a.html", "a.xml"]))
def test_documents_of_any_text_map_to_their_source(source, name):
    rewrites, declared = markup.read_markup(source, is_html=name == "a.html")
    at = 0
    for start, stop, _ in rewrites:
        assert at <= start <= stop <= len(source)
        at = stop
    assert all(before.stop <= after.start for before, after in pairwise(declared))
    document = read_format(Document(source, name), "markup")
    for url in urlmend.find(document, schemeless=True):
        assert url.text == "".join(document.text[start:stop] for start, stop in url.spans)
        start, stop = document.in_source(Span(url.spans[0].start, url.spans[-1].stop))
        assert 0 <= start < stop <= len(source)


VALUES = st.lists(st.sampled_from(["&amp;", "&lt;", "&#65;", "b", "/", "?", " ", "(", "%20", "é"]))


@given(VALUES.map("".join), st.sampled_from(["a href", "img src", "link href", "base href"]), st.sampled_from("\"'"))
def test_attributes_are_those_of_the_standard_librarys_parser(value, tag, quotation_mark):
    source = f"<p>x <{tag}={quotation_mark}http://a.example/{value}{quotation_mark}> y"
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda _, attributes: found.extend(value for _, value in attributes)
    parser.feed(source)
    document = read_format(Document(source, "a.html"), "markup")
    assert [url.text for url in urlmend.find(document)] == [text.strip().replace(" ", "%20") for text in found]
