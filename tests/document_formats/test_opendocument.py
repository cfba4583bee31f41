"""OpenDocument: texts, sheets and slides."""

from office_samples import marked, open_document, package, read, texts
from tables import each_row
from urlmend.document_formats.opendocument import metadata, passages

TARGET = "https://target.example/x"
# The content of a paragraph, and what is visible of it.
PARAGRAPHS = {
    "text": ("see https://a.example/b", "see https://a.example/b"),
    "spans": (
        "https://a.<text:span>exam</text:span>ple/<text:span><text:span>b</text:span></text:span>",
        "https://a.example/b",
    ),
    "white space": ('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:soft-page-break/>e', "a b\tc\nde"),
    "invisible characters": ("https://a.example/lo&#xad;ng/&#x200b;path", "https://a.example/long/path"),
    "link": (
        f'a <text:a xlink:href="{TARGET}">the <text:span>plan</text:span></text:a> b',
        f"a [the plan]({TARGET}) b",
    ),
    "links that go nowhere else": (
        '<text:a xlink:href="#top">a</text:a><text:a xlink:href="../b.odt">b</text:a>',
        "ab",
    ),
    "picture": (
        f'a<draw:a xlink:href="{TARGET}"><draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame></draw:a>b',
        f"a[]({TARGET})b",
    ),
    "linked picture": (f'a<draw:frame><draw:image xlink:href="{TARGET}"/></draw:frame>b', f"a[]({TARGET})b"),
    "alternative text": ("a<draw:frame><svg:desc>https://described.example</svg:desc></draw:frame>b", "ab"),
    "footnote": (
        "https://a.example/b<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>https://note.example</text:p></text:note-body></text:note>, c",
        "https://a.example/b, c¶https://note.example",
    ),
    "comment": (
        "a<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026</dc:date><text:p>https://comment.example</text:p>"
        "</office:annotation>b",
        "ab¶https://comment.example",
    ),
    "text box": ("a<draw:frame><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame>c", "ac¶b"),
    "change": ('a<text:change text:change-id="1"/>b', "ab"),
    "macro": (
        'a<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:M"/></office:event-listeners>',
        "a",
    ),
}


@each_row(("content", "expected"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_paragraph(content, expected):
    assert texts(passages(open_document("text", f"<text:p>{content}</text:p>"))) == expected.split("¶")


def test_headings_lists_tables_changes_and_headers():
    body = (
        "<text:tracked-changes><text:deletion><text:p>https://deleted.example</text:p></text:deletion></text:tracked-changes>"
        "<text:h>a</text:h><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>"
        '<table:table table:name="T"><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell>'
        "</table:table-row></table:table>"
    )
    styles = "<style:master-page><style:header><text:p>d</text:p></style:header></style:master-page>"
    file = open_document("text", body, styles=styles, title="The plan")
    assert marked(passages(file)) == [
        "content.xml:par1| a",
        "content.xml:par2| b",
        "content.xml:par3| c",
        "styles.xml:par1| d",
    ]
    assert metadata(file).title == "The plan"


def test_cells():
    body = (
        '<table:table table:name="Plan"><table:table-row table:number-rows-repeated="3"><table:table-cell/>'
        '</table:table-row><table:table-row><table:table-cell table:number-columns-repeated="2"/><table:table-cell>'
        "<text:p>a</text:p><text:p>b</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><office:annotation><text:p>c</text:p></office:annotation>"
        '</table:table-cell></table:table-row></table:table><table:table table:name="Two"><table:table-row>'
        '<table:table-cell table:number-columns-repeated="x" table:formula="of:=HYPERLINK(&quot;https://a.example&quot;;&quot;d&quot;)">'
        "<text:p>d</text:p></table:table-cell><table:table-cell><text:p>"
        f'<text:a xlink:href="{TARGET}">e</text:a></text:p></table:table-cell></table:table-row></table:table>'
    )
    assert marked(passages(open_document("spreadsheet", body))) == [
        "Plan!C4| a",
        "Plan!C4| b",
        "Plan!E4| c",
        "Two!A1| [d](https://a.example)",
        f"Two!B1| [e]({TARGET})",
    ]


def test_slides():
    body = (
        "<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>"
        "<presentation:notes><draw:frame><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>"
        f'<draw:page><draw:a xlink:href="{TARGET}"><draw:frame><draw:text-box><text:p>c</text:p></draw:text-box>'
        "</draw:frame></draw:a></draw:page>"
    )
    found = list(passages(open_document("presentation", body)))
    assert marked(found) == ["slide1:par1| a", "slide1:notes:par2| b", f"slide2| []({TARGET})", "slide2:par1| c"]
    assert [passage.page for passage in found] == [1, 1, 2, 2]


def test_objects_in_a_document():
    chart = "<office:document-content><chart:title><text:p>https://chart.example</text:p></chart:title></office:document-content>"
    file = open_document("text", "<text:p>a</text:p>", parts={"Object 1/content.xml": chart})
    assert texts(passages(file)) == ["a", "https://chart.example"]


def test_the_predecessor_declares_a_document_type():
    content = (
        '<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd">'
        "<office:document-content><office:body><text:p>a<text:tab-stop/>b<text:footnote><text:footnote-citation>1"
        "</text:footnote-citation><text:footnote-body><text:p>c</text:p></text:footnote-body></text:footnote></text:p></office:body></office:document-content>"
    )
    assert texts(passages(package({"content.xml": content}))) == ["a\tb", "c"]


@each_row(
    ("file", "error"),
    [
        (open_document("text", "", manifest="<file-entry><encryption-data/></file-entry>"), "encrypted"),
        (package({"mimetype": "application/vnd.oasis.opendocument.text"}), "damaged: it has no content"),
        (
            open_document("text", "<text:p>a</text:p></text:p>"),
            "content.xml: damaged XML: mismatched tag",
        ),
    ],
)
def test_error(file, error):
    found, message = read(passages(file))
    assert message.partition(": line")[0] == error
    assert texts(found) in ([], ["a"])
