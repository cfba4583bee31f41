"""Defanged URLs: the forms in use, text that stays as it is, and round trips with `defanged`."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.formats.marked import read_marked
from tests.strategies import OPAQUE_URLS, hierarchical_urls

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks
from tables import each_row
from urlmend.finder import find_urls
from urlmend.formats.defanged import FORMS, refanged, rewrites
from urlmend.formats.html import html_document
from urlmend.formats.reader import read_format
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.uri.defanging import defanged

CASES = [
    # Schemes.
    "«hxxp://canal.example/a»=«http://canal.example/a»",
    "«hXXps://canal.example/a»=«https://canal.example/a»",
    "«h**p://canal.example/a»=«http://canal.example/a»",
    "«hzzps://canal.example/a»=«https://canal.example/a»",
    "«htxp://canal.example/a»=«http://canal.example/a»",
    "«hxxp[s]://canal.example/a»=«https://canal.example/a»",
    "«fxp://canal.example/a»=«ftp://canal.example/a»",
    "«sfxp://canal.example/a»=«sftp://canal.example/a»",
    "«meow://canal.example/a»=«http://canal.example/a»",
    # Separators.
    "«http[:]//canal.example/a»=«http://canal.example/a»",
    "«http(:)//canal.example/a»=«http://canal.example/a»",
    "«http[://]canal.example/a»=«http://canal.example/a»",
    "«http:[//]canal.example/a»=«http://canal.example/a»",
    "«http[:][/][/]canal.example/a»=«http://canal.example/a»",
    "«http[colon]//canal.example/a»=«http://canal.example/a»",
    "«http:\\\\canal.example/a»=«http://canal.example/a»",
    "«http__canal.example/a»=«http://canal.example/a»",
    "«hxxp:// canal.example/a»=«http://canal.example/a»",
    # Dots.
    "«http://canal[.]example/a»=«http://canal.example/a»",
    "«http://canal(.)example/a»=«http://canal.example/a»",
    "«http://canal{.}example/a»=«http://canal.example/a»",
    "«http://canal[dot]example/a»=«http://canal.example/a»",
    "«http://canal(DOT)example/a»=«http://canal.example/a»",
    "«http://canal[,]example/a»=«http://canal.example/a»",
    "«http://canal [.] example/a»=«http://canal.example/a»",
    "«http://canal\\[.\\]example/a»=«http://canal.example/a»",
    "«http://canal\\.example/a»=«http://canal.example/a»",
    "«http://canal[.example/a»=«http://canal.example/a»",
    "«http://canal.]example/a»=«http://canal.example/a»",
    "«hxxp://canal dot example/a»=«http://canal.example/a»",
    "«hxxp://canal_dot_example/a»=«http://canal.example/a»",
    "«http:// canal .example /a»=«http://canal.example/a»",
    # Other signs.
    "«ftp://ada[@]canal[.]example/a»=«ftp://ada@canal.example/a»",
    "«ftp://ada(at)canal(dot)example/a»=«ftp://ada@canal.example/a»",
    "«mailto:ada[@]canal[.]example»=«mailto:ada@canal.example»",
    "«mailto[:]ada[at]canal[dot]example»=«mailto:ada@canal.example»",
    "«hxxp://canal[.]example[:]8080/a»=«http://canal.example:8080/a»",
    "«hxxp://canal[.]example[/]a»=«http://canal.example/a»",
    "«hxxps://canal[.]example/a[.]php?b=c[.]d»=«https://canal.example/a.php?b=c.d»",
    "«hxxps://canal[.]example/a__b[.]php»=«https://canal.example/a__b.php»",
    "«hxxps://canal[.]example/?to=hxxp[:]//lock[.]example»=«https://canal.example/?to=http://lock.example»",
    "«tcp[:]//192[.]0[.]2[.]7[:]99/»=«tcp://192.0.2.7:99/»",
    "«hxxps://canal(.)example/a(.)php»=«https://canal.example/a.php»",
    "«hxxps://canal[.]example/a(.)b»=«https://canal.example/a(.)b»",
    # In their surroundings.
    "See <«hxxp://canal[.]example/a»=«http://canal.example/a»>, and («hxxp://lock[.]example»=«http://lock.example»).",
    "[a](«hxxp://canal[.]example/a»=«http://canal.example/a»)\n\n> «hxxp://lock[.]example/b»=«http://lock.example/b».\n",
    "«https://canal.example/» and «https://canal[.]example/»=«https://canal.example/» at the end[.]",
    # No sign of it.
    "«http://canal.example/wiki/Moss_(dot)» and «http://canal.example/a(.)b»",
    "«http://canal.example/[.]» is no host, x[.]y is no URL, a[dot]b neither",
    "Look at «http://canal.example» . dot matrix printers, «http://canal.example» dot matrix",
    "«http://[2001:db8::7]/a» and «http://canal.example/a__b»",
    "note[:] the h**p of (.) and [@] and :\\\\ and C:\\\\canal __init__ http__",
]


@each_row("marked", CASES)
def test_urls(marked):
    source, expected = read_marked(marked)
    document = refanged(Document(source))
    found = [
        (url.text, *document.in_source(Span(url.spans[0].start, url.spans[-1].stop))) for url in find_urls(document)
    ]
    assert found == expected


@each_row("example", [text for form in FORMS["scheme"] for text in form.examples])
def test_schemes_of_the_table(example):
    document = refanged(Document(f"{example}://canal.example/a"))
    assert find_urls(document)[0].text.endswith("tp://canal.example/a")


@each_row("example", [text for form in FORMS["separator"] for text in form.examples])
def test_separators_of_the_table(example):
    document = refanged(Document(f"hxxp{example}canal.example/a"))
    assert [url.text for url in find_urls(document)] == ["http://canal.example/a"]


@each_row("example", [text for form in FORMS["sign"] for text in form.examples])
def test_signs_of_the_table(example):
    document = refanged(Document(f"hxxp://canal{example}example/a"))
    assert document.text.startswith(("http://canal.", "http://canal@", "http://canal:", "http://canal/"))


@example("http://a.example/a0__0")
@given(hierarchical_urls() | OPAQUE_URLS)
def test_defanged_urls_are_read_again(url):
    scheme, colon, rest = url.partition(":")
    plain = f"{scheme.lower()}{colon}{rest}"
    assert refanged(Document(defanged(plain))).text == plain


HARMLESS = [
    ("http://canal.example/a.b", "hxxp://canal[.]example/a.b"),
    ("HTTPS://ada:x@canal.example:99", "hxxps://ada:x[@]canal[.]example:99"),
    ("ftp://192.0.2.7/", "fxp://192[.]0[.]2[.]7/"),
    ("http://[::ffff:192.0.2.7]/", "hxxp://[::ffff:192.0.2.7]/"),
    ("gopher://canal.example/1", "gopher[:]//canal[.]example/1"),
    ("mailto:ada@canal.example", "mailto[:]ada[@]canal[.]example"),
    ("javascript:alert(1)", "javascript[:]alert(1)"),
    ("www.canal.example/a", "www[.]canal[.]example/a"),
    ("https://canal.example/?to=http://www.lock.example", "hxxps://canal[.]example/?to=http[://]www[.]lock.example"),
    ("", ""),
]


@each_row(("url", "harmless"), HARMLESS)
def test_defanged(url, harmless):
    assert defanged(url) == harmless


def test_declared_urls_of_html():
    source = Document(
        '<p>hxxp://canal[.]example <a href="hxxps://lock[.]example/a">x</a> <a href="http://quay.example/">'
    )
    document = refanged(html_document(source))
    assert [url.text for url in find_urls(document)] == [
        "http://canal.example",
        "https://lock.example/a",
        "http://quay.example/",
    ]
    assert [source.text[slice(*document.in_source(url.spans[0]))] for url in find_urls(document)] == [
        "hxxp://canal[.]example",
        "hxxps://lock[.]example/a",
        "http://quay.example/",
    ]


def test_positions_in_rewritten_texts():
    source = Document('{"a": "see\\nhxxp:\\/\\/canal[.]example\\/a"}')
    document = refanged(read_format(source, "json"))
    (url,) = find_urls(document)
    assert url.text == "http://canal.example/a"
    assert source.text[slice(*document.in_source(url.spans[0]))] == "hxxp:\\/\\/canal[.]example\\/a"


def test_text_without_defanged_urls_is_not_copied():
    document = Document("see http://canal.example/ and [.]")
    assert refanged(document) is document
    assert list(rewrites("")) == []


PIECES = [
    "hxxp://",
    "hxxp[:]//a[.]",
    "[.]",
    " [.] ",
    "a.",
    "(",
    "\\",
    "[:]",
    " dot ",
    "_dot_",
    "__",
    "http__",
    "mailto[:]a",
    "mailto:",
    "mailto:a@b.",
    "a[:]",
]


@pytest.mark.slow
@pytest.mark.parametrize("head", ["", "hxxp://a", "http://a/"])
@pytest.mark.parametrize("piece", PIECES)
def test_time_is_linear(piece, head):
    assert_linear(lambda text: list(rewrites(text)), lambda count: head + piece * count + "x", 2000)


@pytest.mark.slow
def test_time_is_linear_on_attacks():
    assert_linear_on_attacks(lambda text: list(rewrites(text)), short_attacks(), lambda text: text, 2000)


@given(st.lists(st.sampled_from([*PIECES, "/", "b", "\n", "https://a.example/", "{.}", "[@]"]), max_size=12))
def test_any_text_can_be_read(pieces):
    text = "".join(pieces)
    at = 0
    for start, stop, _ in rewrites(text):
        assert at <= start <= stop <= len(text)
        at = stop
