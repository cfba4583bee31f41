"""Word documents: what is visible of their paragraphs, and where the links lead."""

from html import escape

from office_samples import marked, read, relationships, runs, texts, word, word_part
from tables import each_row
from urlmend.document_formats.office_open import metadata, passages

FIELD = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
BEGIN, SEPARATE, END = map(FIELD.format, ("begin", "separate", "end"))
TARGET = "https://target.example/x"


LINK = f' HYPERLINK "{TARGET}" '


def code(*texts):
    return "".join(f'<w:r><w:instrText xml:space="preserve">{escape(text)}</w:instrText></w:r>' for text in texts)


def field(content, *texts):
    """A field with a code in so many runs, and with the content that it shows."""
    return BEGIN + code(*texts) + SEPARATE + content + END


def shape(text):
    return f"<w:txbxContent><w:p>{runs(text)}</w:p></w:txbxContent>"


# The content of a paragraph, and what is visible of it.
PARAGRAPHS = {
    "one run": (runs("see https://a.example/b"), "see https://a.example/b"),
    "runs": (runs("see https://a.exa", "mple/", "b, or"), "see https://a.example/b, or"),
    "spelling marks and bookmarks": (
        f'{runs("https://")}<w:proofErr w:type="spellStart"/>{runs("exampel")}<w:proofErr w:type="spellEnd"/>'
        f'<w:bookmarkStart w:id="0" w:name="b"/>{runs(".org")}<w:bookmarkEnd w:id="0"/>',
        "https://exampel.org",
    ),
    "hyphens": (
        "<w:r><w:t>https://a</w:t><w:noBreakHyphen/><w:t>b.example/lo</w:t><w:softHyphen/><w:t>ng</w:t></w:r>",
        "https://a-b.example/long",
    ),
    "invisible characters": (runs("https://a.example/lo&#xad;ng/&#x200b;path"), "https://a.example/long/path"),
    "white space": ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>", "a\tb\nc\nd"),
    "tab stops": (f'<w:pPr><w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs></w:pPr>{runs("ab")}', "ab"),
    "symbols": (
        f'{runs("https://a.example/b")}<w:r><w:sym w:font="W" w:char="F0E0"/></w:r>{runs("c")}',
        "https://a.example/b c",
    ),
    "inserted": (f"<w:ins>{runs('https://new.example')}</w:ins>", "https://new.example"),
    "deleted": (
        "a<w:del><w:r><w:delText>https://old.example</w:delText></w:r></w:del>"
        f"<w:moveFrom>{runs('https://moved.example')}</w:moveFrom>{runs('left')}",
        "left",
    ),
    "hidden": (
        f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>https://hidden.example</w:t></w:r>{runs('shown')}"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>, too</w:t></w:r>'
        "<w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t> now</w:t></w:r>",
        "shown, too now",
    ),
    "controls and tags": (
        f"<w:sdt><w:sdtPr/><w:sdtContent>{runs('a')}</w:sdtContent></w:sdt><w:smartTag>{runs('b')}</w:smartTag>",
        "ab",
    ),
    "phonetic text": (f"<w:r><w:ruby><w:rt>{runs('x')}</w:rt><w:rubyBase>{runs('a')}</w:rubyBase></w:ruby></w:r>", "a"),
    "text of no element": (f"a{runs('b')}c", "b"),
    "link": (
        f'see <w:hyperlink r:id="rId1">{runs("the ", "plan")}</w:hyperlink>{runs(", or")}',
        f"[the plan]({TARGET}), or",
    ),
    "link with an anchor": (f'<w:hyperlink r:id="rId1" w:anchor="top">{runs("a")}</w:hyperlink>', f"[a]({TARGET}#top)"),
    "link within the document": (f'<w:hyperlink w:anchor="top">{runs("a")}</w:hyperlink>', "a"),
    "link to a file": (
        f'<w:hyperlink r:id="rId2">{runs("a")}</w:hyperlink><w:hyperlink r:id="rId3">{runs("b")}</w:hyperlink>',
        "ab",
    ),
    "links that touch": (
        f'<w:hyperlink r:id="rId1">{runs("https://tar")}</w:hyperlink>'
        f'<w:hyperlink r:id="rId1">{runs("get")}</w:hyperlink>',
        f"[https://target]({TARGET})",
    ),
    "picture with a link": (
        f'{runs("a")}<w:r><w:drawing><docPr><a:hlinkClick r:id="rId1"/></docPr></w:drawing></w:r>{runs("b")}',
        f"a[]({TARGET})b",
    ),
    "picture within a link": (
        f'<w:hyperlink r:id="rId1">{runs("a")}<w:r><w:drawing><docPr><a:hlinkClick r:id="rId1"/></docPr>'
        "</w:drawing></w:r>"
        f"{runs('b')}</w:hyperlink>",
        f"[ab]({TARGET})",
    ),
    "linked picture": (f'{runs("a")}<w:r><w:drawing><a:blip r:link="rId1"/></w:drawing></w:r>', f"a[]({TARGET})"),
    "shape with a link": (f'<w:r><w:pict><v:shape href="{TARGET}"/></w:pict></w:r>{runs("a")}', f"[]({TARGET})a"),
    "simple field": (
        f'<w:fldSimple w:instr=" HYPERLINK &quot;{TARGET}&quot; ">{runs("a")}</w:fldSimple>',
        f"[a]({TARGET})",
    ),
    "other simple field": (f'<w:fldSimple w:instr=" AUTHOR ">{runs("Ada")}</w:fldSimple>', "Ada"),
    "field": (field(runs("the plan"), LINK) + runs("b"), f"[the plan]({TARGET})b"),
    "code in several runs": (field(runs("a"), " HYPER", 'LINK "https://tar', 'get.example/x"'), f"[a]({TARGET})"),
    "switches": (
        field(runs("a"), f' HYPERLINK \\o "a \\"tip\\"" "{TARGET}" \\l "top" \\t "_blank" \\h'),
        f"[a]({TARGET}#top)",
    ),
    "without quotation marks": (field(runs("a"), f"HYPERLINK {TARGET}"), f"[a]({TARGET})"),
    "bookmark": (field(runs("a"), ' HYPERLINK \\l "top"'), "a"),
    "picture by address": (field("", f' INCLUDEPICTURE "{TARGET}" \\* MERGEFORMAT') + runs("a"), f"[]({TARGET})a"),
    "nested code": (
        BEGIN
        + code(' HYPERLINK "https://target.example/')
        + field(runs("x"), " PAGE ")
        + code('"')
        + SEPARATE
        + runs("a")
        + END
        + runs("b"),
        f"[a]({TARGET})b",
    ),
    "nested text": (field(field(runs("a"), LINK) + runs("b"), " TOC "), f"[a]({TARGET})b"),
    "field without text": (runs("a") + BEGIN + code(' XE "https://index.example" ') + END + runs("b"), "ab"),
    "unbalanced": (END + SEPARATE + runs("a") + code("https://b.example"), "a"),
    "text box": (
        f"{runs('before ')}<w:r><mc:AlternateContent><mc:Choice>{shape('https://box.example')}</mc:Choice>"
        f"<mc:Fallback>{shape('https://box.example')}</mc:Fallback></mc:AlternateContent></w:r>{runs('after')}",
        "before after¶https://box.example",
    ),
}


@each_row(("content", "expected"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_paragraph(content, expected):
    file = word(f"<w:p>{content}</w:p>", TARGET, "C:\\plans\\a.docx", "www2/other.docx")
    assert texts(passages(file)) == expected.split("¶")


def test_prefixes_do_not_matter():
    file = word(f'<w:p><w:hyperlink r:id="rId1">{runs("a")}</w:hyperlink></w:p>', TARGET)
    other = word(
        "",
        TARGET,
        parts={"word/document.xml": "<document><p><hyperlink x:id='rId1'><r><t>a</t></r></hyperlink></p></document>"},
    )
    assert texts(passages(file)) == texts(passages(other)) == [f"[a]({TARGET})"]


def test_a_field_over_paragraphs_links_the_text_of_each():
    start, stop = f"{BEGIN}{code(f'HYPERLINK {TARGET}')}{SEPARATE}", f"{END}{runs('z')}"
    file = word(
        f"<w:p>{start}{runs('a')}</w:p><w:p>{runs('b')}</w:p><w:p>{runs('c')}{stop}</w:p><w:p>{runs('d')}</w:p>"
    )
    assert texts(passages(file)) == [f"[a]({TARGET})", f"[b]({TARGET})", f"[c]({TARGET})z", "d"]


def test_an_unterminated_code_ends_with_its_paragraph():
    file = word(f"<w:p>{runs('a')}{BEGIN}{code('HYPERLINK')}</w:p><w:p>{runs('https://b.example')}</w:p>")
    assert texts(passages(file)) == ["a", "https://b.example"]


def test_parts_are_read_in_order_and_only_those_of_the_document():
    def note(text):
        return f"<w:p>{runs(text)}</w:p>"

    parts = {
        "word/comments.xml": word_part("w:comments", f'<w:comment w:id="1">{note("comment")}</w:comment>'),
        "word/header2.xml": word_part("w:hdr", note("header")),
        "word/footnotes.xml": word_part(
            "w:footnotes",
            f'<w:footnote w:id="1">{note("foot")}<w:p><w:hyperlink r:id="rId1">{runs("note")}</w:hyperlink></w:p>'
            "</w:footnote>",
        ),
        "word/_rels/footnotes.xml.rels": relationships(("hyperlink", "https://note.example")),
        "word/endnotes.xml": word_part("w:endnotes", f'<w:endnote w:id="1">{note("end")}</w:endnote>'),
        "word/settings.xml": word_part("w:settings", '<w:attachedTemplate r:id="rId1"/>'),
        "word/_rels/settings.xml.rels": relationships(("attachedTemplate", "https://template.example/a.dotm")),
        "word/glossary.xml": word_part("w:glossaryDocument", note("https://unused.example")),
        "word/footer1.xml": word_part("w:ftr", note("unrelated")),
    }
    related = [
        (part.rstrip("12"), f"{part}.xml") for part in ("settings", "comments", "endnotes", "footnotes", "header2")
    ]
    file = word(note("body"), parts=parts, related=(*related, ("glossaryDocument", "glossary.xml")), title="The plan")
    assert marked(passages(file)) == [
        "word/document.xml:par1| body",
        "word/header2.xml:par1| header",
        "word/footnotes.xml:par1| foot",
        "word/footnotes.xml:par2| [note](https://note.example)",
        "word/endnotes.xml:par1| end",
        "word/comments.xml:par1| comment",
        "word/settings.xml| [](https://template.example/a.dotm)",
    ]
    assert metadata(file).title == "The plan"


def test_numbers_of_paragraphs_count_those_in_boxes_and_empty_ones():
    file = word(
        f"<w:p/><w:p>{runs('a')}<w:r>{shape('b')}</w:r></w:p><w:tbl><w:tr><w:tc><w:p>{runs('c')}</w:p></w:tc></w:tr></w:tbl>"
    )
    assert marked(passages(file)) == [f"word/document.xml:par{n}| {text}" for n, text in ((2, "a"), (3, "b"), (4, "c"))]


@each_row(
    "target",
    ["https://a.example/b?c=1&amp;d=2#e", "mailto:ada@canal.example", "file:///C:/plans/a.docx", "www.a.example"],
)
def test_targets_that_are_addresses(target):
    file = word(f'<w:p><w:hyperlink r:id="rId1">{runs("a")}</w:hyperlink></w:p>', target)
    assert texts(passages(file)) == [f"[a]({target.replace('&amp;', '&')})"]


def test_spaces_in_targets():
    file = word(f'<w:p><w:hyperlink r:id="rId1">{runs("a")}</w:hyperlink></w:p>', " https://a.example/b c ")
    assert texts(passages(file)) == ["[a](https://a.example/b%20c)"]


def test_a_damaged_part_does_not_affect_others():
    parts = {
        "word/header1.xml": "<w:hdr><w:p><w:r><w:t>a</w:t></w:r></w:p><w:p>",
        "word/footer1.xml": word_part("w:ftr", f"<w:p>{runs('c')}</w:p>"),
    }
    file = word(
        f"<w:p>{runs('b')}</w:p>",
        parts=parts,
        related=[("header", "header1.xml"), ("footer", "footer1.xml"), ("comments", "none.xml")],
    )
    found, error = read(passages(file))
    assert texts(found) == ["b", "a", "c"]
    assert error == "word/header1.xml: damaged XML: no element found: line 1, column 46 (and 1 more fault)"
