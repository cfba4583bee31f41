"""Slides of PowerPoint, with their notes and comments, in the order of the presentation."""

from office_samples import marked, slide_part, slides
from urlmend.document_formats.office_open import passages

LINK = ("hyperlink", "https://target.example/x")


def paragraph(*texts, link=False):
    properties = '<a:rPr><a:hlinkClick r:id="rId1"/></a:rPr>' if link else "<a:rPr/>"
    return "<a:p>" + "".join(f"<a:r>{properties}<a:t>{text}</a:t></a:r>" for text in texts) + "</a:p>"


def test_slides_are_in_the_order_of_the_presentation():
    file = slides(
        (paragraph("first ", "https://one.example"), []),
        (paragraph("the ", "plan", link=True) + paragraph("two"), [LINK]),
        ("<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:fld><a:t>3</a:t></a:fld></a:p>", []),
    )
    found = list(passages(file))
    assert marked(found) == [
        "slide1:par1| first https://one.example",
        "slide2:par1| [the plan](https://target.example/x)",
        "slide2:par2| two",
        "slide3:par1| a\n3",
    ]
    assert [passage.page for passage in found] == [1, 2, 2, 3]


def test_a_link_ends_with_its_run():
    content = "<a:p><a:r><a:t>see </a:t></a:r>" + paragraph("it", link=True)[5:-6] + "<a:r><a:t> now</a:t></a:r></a:p>"
    assert marked(passages(slides((content, [LINK])))) == ["slide1:par1| see [it](https://target.example/x) now"]


def test_links_of_shapes():
    shape = '<p:sp><p:nvSpPr><p:cNvPr><a:hlinkClick r:id="rId1"/></p:cNvPr></p:nvSpPr></p:sp>'
    file = slides((shape + paragraph("a"), [LINK]))
    assert marked(passages(file)) == ["slide1| [](https://target.example/x)", "slide1:par1| a"]


def test_notes_comments_and_masters():
    parts = {
        "ppt/notesSlides/notesSlide4.xml": slide_part("p:notes", paragraph("https://notes.example")),
        "ppt/comments/comment4.xml": slide_part("p:cmLst", "<p:cm><p:pos/><p:text>https://old.example</p:text></p:cm>"),
        "ppt/comments/modern.xml": slide_part("p:cmLst", f"<p:cm>{paragraph('https://modern.example')}</p:cm>"),
        "ppt/slideMasters/slideMaster1.xml": slide_part("p:sldMaster", paragraph("https://master.example")),
    }
    related = [
        ("notesSlide", "../notesSlides/notesSlide4.xml"),
        ("comments", "../comments/comment4.xml"),
        ("comments", "../comments/modern.xml"),
        ("slideLayout", "../slideLayouts/missing.xml"),
    ]
    file = slides(
        (paragraph("a"), []),
        (paragraph("b"), related),
        parts=parts,
        related=[("slideMaster", "slideMasters/slideMaster1.xml")],
    )
    found = list(passages(file))
    assert marked(found) == [
        "slide1:par1| a",
        "slide2:par1| b",
        "slide2:notes:par1| https://notes.example",
        "slide2:comments:par1| https://old.example",
        "slide2:comments:par2| https://modern.example",
        "ppt/slideMasters/slideMaster1.xml:par1| https://master.example",
    ]
    assert [passage.page for passage in found] == [1, 2, 2, 2, 2, 0]
