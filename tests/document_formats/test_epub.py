"""Books: chapters in reading order, which are HTML."""

from office_samples import epub, marked, package, read, texts
from tables import each_row
from urlmend.document_formats.epub import metadata, passages

TARGET = "https://target.example/x"
CHAPTERS = {
    "paragraphs": ("<h1>a</h1>\n  <p>b <b>c</b></p><p/>\n<p>d<br/>e</p>", "a¶b c¶d\ne"),
    "inline elements": ("<p>https://a.exa<i>mple</i>/<span>b</span></p>", "https://a.example/b"),
    "references": ("<p>https://a.example/?b&amp;c &#x4e2d;&nbsp;d</p>", "https://a.example/?b&c 中\xa0d"),
    "invisible": (
        "<p>https://a.example/lo&shy;ng</p><style>a</style><script>b</script><!-- c -->",
        "https://a.example/long",
    ),
    "link": (f'<p>see <a class="x" href="{TARGET}">the <i>plan</i></a>.</p>', f"see [the plan]({TARGET})."),
    "links within the book": ('<p><a href="ch2.xhtml#top">a</a> <a href="#b">b</a> <a id="c"/>c</p>', "a b c"),
    "link over paragraphs": (f'<a href="{TARGET}"><p>a</p><p>b</p></a><p>c</p>', f"[a]({TARGET})¶[b]({TARGET})¶c"),
    "unclosed link": (f'<p><a href="{TARGET}">a <a href="{TARGET}y">b</a> c</p>', f"[a ]({TARGET})[b]({TARGET}y) c"),
    "picture": (f'<p>a<img src="{TARGET}"/><img src="cover.png"/>b</p>', f"a[]({TARGET})¶b"),
    "linked picture": (f'<p><a href="{TARGET}"><img src="cover.png"/></a></p>', f"[]({TARGET})"),
    "numbers of notes": (
        '<p>https://a.example/b<a epub:type="noteref" href="#n">1</a>, '
        'https://c.example/d<sup><a href="#m">2</a></sup>,'
        ' https://e.example/f<a href="#l"><sup>3</sup></a>, x<sup>2</sup></p>',
        "https://a.example/b, https://c.example/d, https://e.example/f, x2",
    ),
}


@each_row(("body", "expected"), CHAPTERS.values(), ids=CHAPTERS)
def test_chapter(body, expected):
    found = [text.strip() for text in texts(passages(epub({"ch1.xhtml": body})))]
    assert found == expected.split("¶")


def test_chapters_are_in_the_order_of_the_spine():
    file = epub(
        {"b.xhtml": "<p>second</p>", "text/a%20b.xhtml": "<p>first</p>"},
        spine=[1, 0, 1],
        title="The plan",
        parts={"OPS/text/a b.xhtml": "<p>first</p>", "OPS/nav.xhtml": "<p>not listed</p>"},
    )
    assert marked(passages(file)) == ["OPS/text/a b.xhtml:par1| first", "OPS/b.xhtml:par1| second"]
    assert metadata(file).title == "The plan"


def test_charsets():
    chapter = '<?xml version="1.0" encoding="iso-8859-1"?><p>https://a.example/\xe9</p>'.encode("latin-1")
    utf16 = "<p>https://b.example/\xe9</p>".encode("utf-16")
    file = epub({"a.xhtml": "", "b.xhtml": ""}, parts={"OPS/a.xhtml": chapter, "OPS/b.xhtml": utf16})
    assert texts(passages(file)) == ["https://a.example/é", "https://b.example/é"]


def test_without_a_list_of_chapters_all_are_read():
    file = epub({"b.xhtml": "<p>b</p>", "a.html": "<p>a</p>"}, parts={"OPS/book.opf": "<package><manifest>"})
    found, error = read(passages(file))
    assert texts(found) == ["b", "a"]
    assert error.startswith("OPS/book.opf: damaged XML")


def test_encrypted_chapters():
    encryption = '<encryption><CipherReference URI="OPS/b.xhtml"/><CipherReference URI="OPS/font.otf"/></encryption>'
    file = epub(
        {"a.xhtml": "<p>a</p>", "b.xhtml": "<p>b</p>", "c.xhtml": "<p>c</p>"},
        parts={"META-INF/encryption.xml": encryption},
    )
    found, error = read(passages(file))
    assert texts(found) == ["a", "c"]
    assert error == "OPS/b.xhtml: encrypted"


def test_a_missing_chapter():
    file = package(
        {
            "META-INF/container.xml": '<c><rootfile full-path="b.opf"/></c>',
            "c.html": "<p>c</p>",
            "b.opf": '<p><item id="1" href="gone.html"/><item id="2" href="c.html"/>'
            '<itemref idref="1"/><itemref idref="2"/></p>',
        }
    )
    found, error = read(passages(file))
    assert texts(found) == ["c"]
    assert error == "gone.html: missing"
