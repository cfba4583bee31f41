"""HTML becomes its visible text and the URLs of attributes, each with its offset in the source."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from labelled import FOLDERS
from tables import each_row
from urlmend.formats import html, html_attributes
from urlmend.model.document import LABEL
from urlmend.model.span import Span

PAGES = [
    path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.suffix in (".eml", ".html", ".xml", ".md")
]


def visible_text(source: str) -> str:
    """Return the visible text, which is only extracted if it may contain a URL: one is appended and removed."""
    page = html.parse(source + "|a:b")
    text = page.text[: page.declared[0].start - 1] if page.declared else page.text
    return text.removesuffix("|a:b")


def test_text_without_a_url_is_not_extracted() -> None:
    assert html.parse("<p>plain text<p>more").text == ""
    assert html.parse("<p>plain&colon;text").text == "\n\nplain:text"


def links(source: str) -> list[str]:
    page = html.parse(source)
    return [page.text[start:stop] for start, stop in page.declared]


@each_row(
    ("source", "text"),
    [
        ("plain", "plain"),
        ("a <b>bold</b> word", "a bold word"),
        ("http://<b>a</b>.example/", "http://a.example/"),
        ("one<p>two<br>three", "one\n\ntwo\nthree"),
        ("a &amp; b &lt;c&gt; &#65;&#x42;", "a & b <c> AB"),
        ("?a=1&copy=2 &copy; &nosuch;", "?a=1&copy=2 \u00a9 &nosuch;"),
        ("?a=1&gtm_id=2 &gtm; 1 &gt 0", "?a=1&gtm_id=2 &gtm; 1 > 0"),
        ("line\nline", "line line"),
        ("<pre>line\nline</pre>", "\n\nline\nline\n\n"),
        ("x<!-- http://hidden.example/ -->y", "x" + " " * 31 + "y"),
        ("<script>var u = 'http://hidden.example/'</script>z", " " * 49 + "z"),
        ("1 < 2 and <3 > x", "1 < 2 and <3 > x"),
        ("<unclosed", "<unclosed"),
        ("a <font color='>'>b", "a b"),
        ('a <font title="lost>b', "a b"),
        ('<!DOCTYPE html PUBLIC "http://www.w3.org/">q', " " * 43 + "q"),
        ("<code>http://a.example:8000</code><span>no TLS</span>", "http://a.example:8000\0no TLS"),
        ("<TT class='b'>http://<i>a.example</i></TT><b></b>(see)", "http://a.example\0(see)"),
        ("<samp>see www.a.example</samp>.<b>b</b>", "see www.a.example\0.b"),
        (
            "<code>http://a.example/b</code>, c <kbd>http://a.example/</kbd>. d",
            "http://a.example/b, c http://a.example/. d",
        ),
        ("http://a.example/<code>b</code>/c <code>d: e</code>f", "http://a.example/b/c d: ef"),
        ("<code>http://a.example/ b</code>c</code>d", "http://a.example/ bcd"),
        ("<code>http://a.example/<br>b</code>c", "http://a.example/\nbc"),
    ],
)
def test_visible_text(source: str, text: str) -> None:
    assert visible_text(source) == text


@each_row(
    ("source", "expected"),
    [
        ('<a href="http://a.example/">', ["http://a.example/"]),
        ("<a href='http://a.example/'>", ["http://a.example/"]),
        ("<a href=http://a.example/ >", ["http://a.example/"]),
        ('<A HREF = "http://a.example/">', ["http://a.example/"]),
        ('<a href="http://a.example/?a=1&amp;b=2&copy=3">', ["http://a.example/?a=1&b=2&copy=3"]),
        ('<a href="http://a.example/?a=1&gtm_id=2&lt-x=3">', ["http://a.example/?a=1&gtm_id=2<-x=3"]),
        ('<img src="cid:1@a.example"><form action="mailto:a@a.example">', ["cid:1@a.example", "mailto:a@a.example"]),
        (
            '<body background="http://a.example/b.gif"><object data="http://a.example/d">',
            ["http://a.example/b.gif", "http://a.example/d"],
        ),
        (
            '<img srcset="http://a.example/1.png 1x, http://a.example/2.png 2x">',
            ["http://a.example/1.png", "http://a.example/2.png"],
        ),
        ("<img srcset=http://a.example/1.png>", ["http://a.example/1.png"]),
        ('<head profile="http://a.example/b http://c.example/d">', ["http://a.example/b", "http://c.example/d"]),
        (
            '<img srcset="http://a.example/1.png,http://a.example/2.png 2x">',
            ["http://a.example/1.png,http://a.example/2.png"],
        ),
        (
            '<img srcset="http://a.example/1.png 1x,http://a.example/2.png 2x">',
            ["http://a.example/1.png", "http://a.example/2.png"],
        ),
        ('<meta http-equiv="refresh" content="0; url=http://a.example/">', ["http://a.example/"]),
        ('<meta http-equiv="refresh" content="0;url=http://a.example/">', ["http://a.example/"]),
        ("<meta http-equiv=refresh content=0;url=http://a.example/>", ["http://a.example/"]),
        ('<meta http-equiv="refresh" content="5.5,http://a.example/">', ["http://a.example/"]),
        ("<meta http-equiv=refresh content=\"0; url='http://a.example/b'\">", ["http://a.example/b"]),
        ("<meta http-equiv=refresh content='0; url=\"http://a.example/b\" '>", ["http://a.example/b"]),
        ('<meta name="description" content="see http://a.example/">', []),
        ('<meta name="x" content=" http://a.example/"><a href="http://b.example/b c">', ["http://b.example/b%20c"]),
        ('<a href="/relative"><a href="#here"><a name="http://a.example/">', []),
        ('<!-- <a href="http://a.example/"> -->', []),
        ('<a href="//a.example/b"><img src=//c.example/d.png>', ["//a.example/b", "//c.example/d.png"]),
        ('<a href="//relative"><a href="//"><a href="/a.example/b"><a title="//a.example/b">', []),
        ('<img srcset="//a.example/1.png 1x, //a.example/2.png 2x">', ["//a.example/1.png", "//a.example/2.png"]),
        ('<meta http-equiv="refresh" content="0; url=//a.example/"><meta content="//b.example/">', ["//a.example/"]),
        (
            '<a href="http://a.example/"><p style="background: url(//b.example/c.png)"><a href="http://d.example/">',
            ["http://a.example/", "//b.example/c.png", "http://d.example/"],
        ),
        (
            "<style>@import url( 'http://a.example/?b&amp;c' ); p { background: URL(http://d.example/e) }</style>",
            ["http://a.example/?b&c", "http://d.example/e"],
        ),
        ("<p STYLE='BACKGROUND: URL(http://a.example/b)'>", ["http://a.example/b"]),
        ("<td style='color: red; background: url(&quot;http://a.example/b&quot;)'>", ["http://a.example/b"]),
        ("<!-- <style>p { background: url(http://a.example/b) }</style> -->", []),
        ('<style>p { background: url("http://a.example/b c") }</style>', ["http://a.example/b%20c"]),
        ("<style>p { background: url( 'http://a.example/(b) ') }</style>", ["http://a.example/(b)"]),
        ('<style>p { background: url("http://a.example/b c) }</style>', ["http://a.example/b"]),
        (
            '<style>p { background: url("http://a.example/b); c: url("http://a.example/d"); }</style>',
            ["http://a.example/b", "http://a.example/d"],
        ),
        ('<a href="http://a.example/?b=url(http://c.example/)">', ["http://a.example/?b=url(http://c.example/)"]),
        ("<p>Write url(//a.example/b) or url(b.png) <style>p { background: url(b.png), url(data:x) }</style>", []),
        ('<q cite="http://a.example/q">', ["http://a.example/q"]),
    ],
)
def test_urls_of_attributes(source: str, expected: list[str]) -> None:
    assert links(source) == expected


@each_row("around", ["{}", "<pre>{}</pre>"])
@each_row(
    ("value", "url", "breaks"),
    [
        ("http://a.example/\nlong", "http://a.example/long", ("other",)),
        ("http://a.example/\r\nlong", "http://a.example/long", ("other",)),
        ("http://a.example/\tlong", "http://a.example/long", ("other",)),
        ("\n http://a.example/long\t ", "http://a.example/long", ()),
        ("http://a.example/long road.png", "http://a.example/long%20road.png", ()),
        ("http://a.example/long\n  road.png", "http://a.example/long%20%20road.png", ("other",)),
        (" http://a.example/&amp; 1&#32;2&#10;3 ", "http://a.example/&%201%2023", ("other",)),
        ("mailto:a@a.example?subject=Hello there", "mailto:a@a.example?subject=Hello%20there", ()),
        ("http://a.example/<!-- -->1", "http://a.example/%20%20%20%20%20%20%20%201", ()),
        ("a note: http://a.example/", None, ()),
    ],
)
def test_white_space_inside_an_attribute_is_that_of_browsers(
    around: str, value: str, url: str | None, breaks: tuple[str, ...]
) -> None:
    source = around.format(f'<img alt="a b" src="{value}">')
    document = html.html_document(urlmend.Document(source))
    found = [(item.text, item.form, item.breaks) for item in urlmend.find(document)]
    assert found == ([(url, "markup", breaks)] if url else [])
    for item in urlmend.find(document):
        start, stop = document.in_source(Span(item.spans[0].start, item.spans[-1].stop))
        assert source[start:stop] == value.strip()


@each_row(
    "source",
    [
        "<p>see |http://a.example/b|</p> x",
        "<p>see |http://a.example/b|</b></p>",
        "see |http://<b>a</b>.example/<i>b|</i>.",
        "see |http://a.example/?a&amp;|<br>",
        "see |http://a.example/?a&amp;b|",
        "see <b>|http://a.example/b|</b><b>, x</b>",
        '<a href="x">|http://a.example/b|</a><a>.</a>',
    ],
)
def test_a_url_in_visible_text_ends_before_the_next_tag(source: str) -> None:
    before, written, _ = source.split("|")
    document = html.html_document(urlmend.Document(source.replace("|", "")))
    (url,) = urlmend.find(document)
    place = document.locate(Span(url.spans[0].start, url.spans[-1].stop))
    assert place == (1, len(before) + 1, 1, len(before + written) + 1)


def test_positions_in_a_file() -> None:
    source = 'one\n<a title="x" href="http://a.example/&amp;">\nsee &amp; <b>http</b>://b.example/</a>'
    document = html.html_document(urlmend.Document(source, "page.html"))
    places = {url.text: document.locate(url.spans[0])[:2] for url in urlmend.find(document)}
    assert places == {"http://b.example/": (3, 14), "http://a.example/&": (2, 20)}


pieces = [
    *("<b>", "</b>", "<p>", "<br>", "<br/>", "</script>", "<a href=http://u.example/>", "-->"),
    *("&amp;", "&lt;", "&#x41;", "x", "http://a.example/", "\n", " ", '<a href="http://h.example/?a&amp;b">'),
]
troublesome = ['"', "'", "<", ">", "=", "&", "<!--", "<script>", "<td "]
fragments = st.sampled_from(pieces + troublesome)


@given(st.lists(fragments, max_size=30).map("".join))
def test_words_map_to_their_offset_in_the_source(source: str) -> None:
    page = html.parse(source)
    offset_map = page.offset_map()
    for match in re.finditer(r"[A-Za-z.:/]+", page.text):
        word = match.group()
        if LABEL in page.text[page.text.rfind("\n", 0, match.start()) + 1 : match.start()]:
            continue
        at = offset_map.to_source(match.start())
        assert source[at : at + 1] in (word[0], "&"), (source, word, at)


def standard_links(source: str) -> list[str]:
    found = []

    class Collect(HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.extend(value for name, value in attrs if name in ("href", "src", "background", "action") and value)

        handle_startendtag = handle_starttag

    Collect().feed(source)
    return [value for value in found if re.match(r"\s*[A-Za-z][A-Za-z0-9+.-]*:", value)]


@given(st.lists(st.sampled_from(pieces), max_size=20).map("".join))
def test_attributes_are_those_of_the_standard_librarys_parser(source: str) -> None:
    assert links(source) == standard_links(source)


# --- fast paths against simple ones ------------------------------------------------------------------------------

REST = r"(?:[^<>\"']*(?:(?:\"[^\"<]*\"|'[^'<]*')[^<>\"']*)*|[^<>]*)>"
RARE = (
    *(
        "<pre>",
        "<BR ",
        "<font color='>'>",
        "<i",
        "<o:p>",
        "<b:x>",
        *("<code>", "<code>://a", "</code>", "</CODE >", "<tt>www.", "</tt>"),
        "<style",
        "<!",
        "<?",
        "--",
        "--!>",
        "srcset=",
        "content=",
        "0;url=",
    ),
    *(
        "mailto:a@b",
        "www.",
        "WWW.",
        "&colon;",
        "&#58",
        "&#10;",
        " =",
        "href",
        "a:b,",
        "SRC=",
        "<a x='",
        "\f",
        "\r\n",
        "\t",
        ":",
        ".",
    ),
)
ANYTHING = st.lists(st.sampled_from([*pieces, *troublesome, *RARE]), max_size=30).map("".join)


def simple_text(visible: str) -> str:
    for slash, mark in (("", "<\3>"), ("/", "<\4>")):
        visible = re.sub(rf"<{slash}(?:code|tt|kbd|samp)(?=[\s/>]){REST}", mark, visible, flags=re.IGNORECASE)
    for pattern, gap in (("br", "\n"), ("|".join(html.INLINE_ELEMENTS), "")):
        mark = f"<{chr(len(gap))}>"  # contains a `<`, so that the text on its two sides cannot become a tag
        visible = re.sub(rf"</?(?:{pattern})(?=[\s/>]){REST}", mark, visible, flags=re.IGNORECASE)
    visible = re.sub(rf"</?[A-Za-z]{REST}", "<\2>", visible)
    return with_ends_of_code(visible.replace("<\0>", "").replace("<\1>", "\n").replace("<\2>", "\n\n"))


def with_ends_of_code(text: str) -> str:
    """Replace the marks of code by nothing, or by a boundary between a URL that begins in it and more text."""
    pieces = re.split("(<[\3\4]>)", text)
    for number in range(1, len(pieces), 2):
        ends_url = re.search(r"(?:://|\bwww\.|\bmailto:)\S*\Z", pieces[number - 1], re.IGNORECASE)
        is_element = pieces[number] == "<\4>" and pieces[number - 2 : number - 1] == ["<\3>"]
        goes_on = re.match(r"[.,;:!?'\")\]}]*+\S", "".join(pieces[number + 1 :: 2]))
        pieces[number] = "\0" if is_element and ends_url and goes_on else pieces[number]
    return "".join(piece for piece in pieces if piece not in ("<\3>", "<\4>"))


def simple_may_show_url(visible: str) -> bool:
    text = re.sub(r"<[^<>]*>", " ", visible)
    return bool(re.search(r":(?=\S)|[wW]{3}\.", text) or re.search(r"&(?:colon|#0*58|#x0*3a);?", text, re.IGNORECASE))


@given(ANYTHING)
def test_fast_and_simple_paths_give_identical_results(source: str) -> None:
    visible = html.without_invisible(source)
    assert len(visible) == len(source)
    assert html._text(visible) == simple_text(visible)
    assert html._may_show_url(visible) == simple_may_show_url(visible)
    values, offsets = html_attributes.url_values(visible, source)
    assert list(zip(offsets(), values, strict=True)) == html_attributes.url_attributes(visible, source)


@given(ANYTHING)
def test_invisible_markup_is_replaced_by_spaces(source: str) -> None:
    hidden = r"<!--.*?(?:-->|\Z)|<script\b.*?(?:</script[^>]*>|\Z)|<style\b.*?(?:</style[^>]*>|\Z)|<[!?][^>]*>"
    visible = re.sub(hidden, lambda match: " " * len(match.group()), source, flags=re.IGNORECASE | re.DOTALL)
    if not re.search(r"<(?:pre|textarea|xmp|plaintext|listing)\b", visible, re.IGNORECASE):
        visible = re.sub(r"[\n\r\t\f]", " ", visible)
    assert html.without_invisible(source) == visible


@each_row("path", PAGES)
def test_fast_and_simple_paths_give_identical_results_for_sample_pages(path: Path) -> None:
    source = path.read_text("latin-1")
    visible = html.without_invisible(source)
    assert html._text(visible) == simple_text(visible)
    assert html._may_show_url(visible) == simple_may_show_url(visible)
    values, offsets = html_attributes.url_values(visible, source)
    assert list(zip(offsets(), values, strict=True)) == html_attributes.url_attributes(visible, source)


HOSTILE = {
    "less-than signs": "<",
    "unterminated declarations": "<!",
    "unterminated comments": "<!--",
    "unterminated scripts": "<script",
    "unterminated end tags of styles": "</style",
    "equals signs": "=",
    "spaces after an equals sign": " ",
    "colons": "a:b ",
    "colons before tags": ":<",
    "quotes": "\"'",
    "unterminated attributes": 'href="',
    "links": '<a href="http://a.example/">',
    "a list without a URL": "a",
    "addresses in CSS": "url(//a.b",
    "addresses in CSS with references": "url(//a.b&quot ",
    "hosts": "//a.b ",
    "ampersands": "&",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    ("head", "tail"),
    [("", ""), ("<a ", ">"), ("<style>", ""), ('<a href="', '">'), ('<img srcset="', '">'), ('<a content="0;x', 'x">')],
)
def test_time_is_linear(name: str, head: str, tail: str) -> None:
    # Quadratic time would not end.
    page = html.parse(head + "=" + HOSTILE[name] * 100_000 + tail)
    assert len(page.text) >= 0


@given(st.text(alphabet="<>/a\"'= !-&;", max_size=60))
def test_any_text_can_be_parsed(source: str) -> None:
    page = html.parse(source)
    page.offset_map()
    assert all(isinstance(span, Span) for span in page.declared)


def test_a_url_at_the_end_of_the_text_is_not_joined_with_an_attribute() -> None:
    page = html.html_document(urlmend.Document('<a href="b/c.html">a</a> <a href="x-plan:c">a</a> http://a.example/b-'))
    assert [url.text for url in urlmend.find(page)] == ["http://a.example/b-", "x-plan:c"]


def test_long_attributes_are_mapped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = html.parse(f'<a href="http://a.example/{"&amp;" * 100}"><a href="http://b.example/&amp;b">')
    offset_map, decoded = page.offset_map(), []
    runs = html._decoded_runs
    monkeypatch.setattr(html, "_decoded_runs", lambda *args: decoded.append(args) or runs(*args))
    places = [offset_map.to_source(offset) for span in page.declared for offset in range(span.start, span.stop)]
    assert len(decoded) == 2
    assert places == sorted(places)
    assert page.source[places[-1]] == "b"
    assert page.source[offset_map.to_source(page.declared[0].stop - 1) :].startswith('&amp;">')


URL_ATTRIBUTES = """
    src href cite data icon ping action poster usemap srcset dynsrc lowsrc profile classid archive codebase longdesc
    manifest data-src background formaction
"""
OTHER_ATTRIBUTES = "alt title value name class id srcs xsrc hrefs datax lowsrcx xprofile data_src form"
INLINE = """
    abbr acronym a bdi bdo big blink b cite code del dfn em font ins i kbd label mark nobr q samp small span strike
    strong sub sup s tt u var wbr
"""


def test_all_attributes_that_contain_a_url():
    url = "http://a.example/b"
    for source in ('<x {}="{}">', "<x {}='{}'>", "<x {}={}>", '<x a="1"{}="{}">', "<x/{}={}>"):
        assert [name for name in URL_ATTRIBUTES.split() if links(source.format(name, url)) != [url]] == []
        assert [name for name in OTHER_ATTRIBUTES.split() if links(source.format(name, url))] == []


def test_all_inline_elements():
    assert [name for name in INLINE.split() if visible_text(f"a<{name}>b</{name}>c") != "abc"] == []
    assert visible_text("a<br>b</br>c") == "a\nb\nc"
    assert visible_text("a<div>b</div>c") == "a\n\nb\n\nc"


@each_row("line_end", ["\n", "\r\n"])
@each_row(("octets", "is_joined"), [(990, True), (700, False)])
@each_row(
    ("before", "after"), [("", ""), ('<a href="', '">map</a>'), ("<p>", " </p>"), ("<a title='>' href='", "'>map</a>")]
)
def test_breaks_of_relays_mean_nothing(before: str, after: str, octets: int, is_joined: bool, line_end: str) -> None:
    line = ("The drawings of the locks are old. " * 30)[: octets - len(before) - len("https://www.can!")]
    source = f"<p>\n{line}{before}https://www.can!{line_end} al.example/map{after}\n"
    document = html.html_document(urlmend.Document(source))
    (url,) = urlmend.find(document)
    assert (url.text == "https://www.canal.example/map") == is_joined
    if is_joined:
        start, stop = document.in_source(Span(url.spans[0].start, url.spans[-1].stop))
        assert source[start:stop] == f"https://www.can!{line_end} al.example/map"
