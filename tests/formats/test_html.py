"""HTML becomes what a reader sees and the URLs of attributes, each with its place in the source."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from urlmend.formats import html as hypertext
from urlmend.model.span import Span

REAL = Path(__file__).parents[3] / "shared" / "accuracy" / "dev" / "mail"


def shown(source: str) -> str:
    """What is seen before a text that looks like a URL: without one, nothing would be made of what is seen."""
    page = hypertext.read(source + "|a:b")
    text = page.text[: page.declared[0].start - 1] if page.declared else page.text
    return text.removesuffix("|a:b")


def test_what_shows_no_url_is_not_made() -> None:
    assert hypertext.read("<p>plain text<p>more").text == ""
    assert hypertext.read("<p>plain&colon;text").text == "\n\nplain:text"


def links(source: str) -> list[str]:
    page = hypertext.read(source)
    return [page.text[start:stop] for start, stop in page.declared]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("plain", "plain"),
        ("a <b>bold</b> word", "a bold word"),
        ("http://<b>a</b>.example/", "http://a.example/"),
        ("one<p>two<br>three", "one\n\ntwo\nthree"),
        ("a &amp; b &lt;c&gt; &#65;&#x42;", "a & b <c> AB"),
        ("?a=1&copy=2 &copy; &nosuch;", "?a=1&copy=2 \u00a9 &nosuch;"),
        ("line\nline", "line line"),
        ("<pre>line\nline</pre>", "\n\nline\nline\n\n"),
        ("x<!-- http://hidden.example/ -->y", "x" + " " * 31 + "y"),
        ("<script>var u = 'http://hidden.example/'</script>z", " " * 49 + "z"),
        ("1 < 2 and <3 > x", "1 < 2 and <3 > x"),
        ("<unclosed", "<unclosed"),
        ("a <font color='>'>b", "a b"),
        ('a <font title="lost>b', "a b"),
        ('<!DOCTYPE html PUBLIC "http://www.w3.org/">q', " " * 43 + "q"),
    ],
)
def test_what_a_reader_sees(source: str, text: str) -> None:
    assert shown(source) == text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<a href="http://a.example/">', ["http://a.example/"]),
        ("<a href='http://a.example/'>", ["http://a.example/"]),
        ("<a href=http://a.example/ >", ["http://a.example/"]),
        ('<A HREF = "http://a.example/">', ["http://a.example/"]),
        ('<a href="http://a.example/?a=1&amp;b=2&copy=3">', ["http://a.example/?a=1&b=2&copy=3"]),
        ('<img src="cid:1@a.example"><form action="mailto:a@a.example">', ["cid:1@a.example", "mailto:a@a.example"]),
        (
            '<body background="http://a.example/b.gif"><object data="http://a.example/d">',
            ["http://a.example/b.gif", "http://a.example/d"],
        ),
        (
            '<img srcset="http://a.example/1.png 1x, http://a.example/2.png 2x">',
            ["http://a.example/1.png", "http://a.example/2.png"],
        ),
        ('<meta http-equiv="refresh" content="0; url=http://a.example/">', ["http://a.example/"]),
        ('<meta name="description" content="see http://a.example/">', []),
        ('<a href="/relative"><a href="#here"><a name="http://a.example/">', []),
        ('<!-- <a href="http://a.example/"> -->', []),
        ('<q cite="http://a.example/q">', ["http://a.example/q"]),
    ],
)
def test_urls_of_attributes(source: str, expected: list[str]) -> None:
    assert links(source) == expected


def test_breaks_inside_an_attribute_are_removed() -> None:
    document = hypertext.of_file(urlmend.Document('<a href="http://a.example/\n  long">x</a>'))
    (url,) = urlmend.find(document)
    assert (url.text, url.form, url.breaks) == ("http://a.example/long", "markup", ("other",))


def test_places_in_a_file() -> None:
    source = 'one\n<a title="x" href="http://a.example/&amp;">\nsee &amp; <b>http</b>://b.example/</a>'
    document = hypertext.of_file(urlmend.Document(source, "page.html"))
    places = {url.text: document.locate(url.spans[0])[:2] for url in urlmend.find(document)}
    assert places == {"http://b.example/": (3, 14), "http://a.example/&": (2, 20)}


pieces = [
    *("<b>", "</b>", "<p>", "<br>", "<br/>", "</script>", "<a href=http://u.example/>", "-->"),
    *("&amp;", "&lt;", "&#x41;", "x", "http://a.example/", "\n", " ", '<a href="http://h.example/?a&amp;b">'),
]
troublesome = ['"', "'", "<", ">", "=", "&", "<!--", "<script>", "<td "]
fragments = st.sampled_from(pieces + troublesome)


@given(st.lists(fragments, max_size=30).map("".join))
def test_every_piece_of_the_text_maps_to_where_it_stands(source: str) -> None:
    page = hypertext.read(source)
    segments = page.segments()
    for match in re.finditer(r"[A-Za-z.:/]+", page.text):
        word = match.group()
        # Whatever has come through unchanged must be found in its place.
        at = segments.to_source(match.start())
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


# --- the slow ways to the same ----------------------------------------------------------------------------------

REST = r"(?:[^<>\"']*(?:(?:\"[^\"<]*\"|'[^'<]*')[^<>\"']*)*|[^<>]*)>"
ODD = (
    *(
        "<pre>",
        "<BR ",
        "<font color='>'>",
        "<i",
        "<o:p>",
        "<b:x>",
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
ANYTHING = st.lists(st.sampled_from([*pieces, *troublesome, *ODD]), max_size=30).map("".join)


def slowly_seen(bare: str) -> str:
    for pattern, gap in (("br", "\n"), ("|".join(hypertext._INLINE), "")):
        mark = f"<{chr(len(gap))}>"  # holds a `<`, so that what stands on its two sides cannot become a tag of its own
        bare = re.sub(rf"</?(?:{pattern})(?=[\s/>]){REST}", mark, bare, flags=re.IGNORECASE)
    bare = re.sub(rf"</?[A-Za-z]{REST}", "<\2>", bare)
    return bare.replace("<\0>", "").replace("<\1>", "\n").replace("<\2>", "\n\n")


def slowly_shows(bare: str) -> bool:
    seen = re.sub(r"<[^<>]*>", " ", bare)
    return bool(re.search(r":(?=\S)|[wW]{3}\.", seen) or re.search(r"&(?:colon|#0*58|#x0*3a);?", seen, re.IGNORECASE))


@given(ANYTHING)
def test_the_quick_ways_through_a_page_are_the_slow_ones(source: str) -> None:
    bare = hypertext._without_hidden(source)
    assert len(bare) == len(source)
    assert hypertext._seen(bare) == slowly_seen(bare)
    assert hypertext._shows_colons(bare) == slowly_shows(bare)
    assert hypertext._values(bare) == [value for _, value in hypertext._links(bare)]


@given(ANYTHING)
def test_what_is_hidden_is_blanked_out(source: str) -> None:
    hidden = r"<!--.*?(?:-->|\Z)|<script\b.*?(?:</script[^>]*>|\Z)|<style\b.*?(?:</style[^>]*>|\Z)|<[!?][^>]*>"
    bare = re.sub(hidden, lambda match: " " * len(match.group()), source, flags=re.IGNORECASE | re.DOTALL)
    if not re.search(r"<(?:pre|textarea|xmp|plaintext|listing)\b", bare, re.IGNORECASE):
        bare = re.sub(r"[\n\r\t\f]", " ", bare)
    assert hypertext._without_hidden(source) == bare


@pytest.mark.parametrize("path", sorted(REAL.rglob("*.eml")) if REAL.exists() else [], ids=lambda path: path.name)
def test_the_quick_ways_through_real_pages(path: Path) -> None:
    bare = hypertext._without_hidden(path.read_text("latin-1"))
    assert hypertext._seen(bare) == slowly_seen(bare)
    assert hypertext._shows_colons(bare) == slowly_shows(bare)
    assert hypertext._values(bare) == [value for _, value in hypertext._links(bare)]


HOSTILE = {
    "openings": "<",
    "declarations that never end": "<!",
    "comments that never end": "<!--",
    "scripts that never end": "<script",
    "ends of styles that never end": "</style",
    "equals signs": "=",
    "blanks behind an equals sign": " ",
    "colons": "a:b ",
    "colons before tags": ":<",
    "quotes": "\"'",
    "attributes without an end": 'href="',
    "links": '<a href="http://a.example/">',
    "a list without a URL": "a",
    "ampersands": "&",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    ("head", "tail"),
    [("", ""), ("<a ", ">"), ("<style>", ""), ('<a href="', '">'), ('<img srcset="', '">'), ('<a content="0;x', 'x">')],
)
def test_no_page_is_too_long(name: str, head: str, tail: str) -> None:
    # What is not linear does not come to an end.
    page = hypertext.read(head + "=" + HOSTILE[name] * 100_000 + tail)
    assert len(page.text) >= 0


@given(st.text(alphabet="<>/a\"'= !-&;", max_size=60))
def test_any_text_can_be_read(source: str) -> None:
    page = hypertext.read(source)
    page.segments()
    assert all(isinstance(span, Span) for span in page.declared)


def test_a_url_at_the_end_of_the_text_does_not_go_on_in_an_attribute() -> None:
    page = hypertext.of_file(urlmend.Document('<a href="b/c.html">a</a> <a href="x-plan:c">a</a> http://a.example/b-'))
    assert [url.text for url in urlmend.find(page)] == ["http://a.example/b-", "x-plan:c"]


def test_places_in_long_attributes_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = hypertext.read(f'<a href="http://a.example/{"&amp;" * 100}"><a href="http://b.example/&amp;b">')
    segments, taken_apart = page.segments(), []
    runs = hypertext._decoded_runs
    monkeypatch.setattr(hypertext, "_decoded_runs", lambda *known: taken_apart.append(known) or runs(*known))
    places = [segments.to_source(offset) for span in page.declared for offset in range(span.start, span.stop)]
    assert len(taken_apart) == 2
    assert places == sorted(places)
    assert page.source[places[-1]] == "b"
    assert page.source[segments.to_source(page.declared[0].stop - 1) :].startswith('&amp;">')
