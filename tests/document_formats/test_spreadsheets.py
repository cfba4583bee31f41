"""Sheets of Excel: the texts of cells, and what the cells link to."""

from office_samples import marked, read, relationships, runs, slide_part, workbook
from tables import each_row
from urlmend.document_formats.office_open import metadata, passages
from urlmend.document_formats.spreadsheet import address_in_formula, cell_name

LINK = ("hyperlink", "https://target.example/x")
STRINGS = (
    "<si><t>name</t></si><si><t>https://shared.example/1</t></si>"
    "<si><r><t>https://ri</t></r><r><rPr><b/></rPr><t>ch.example</t></r><rPh><t>x</t></rPh></si>"
)
# The content of a sheet with a link, and its cells that may show a URL or link to one.
SHEETS = {
    "shared strings": (
        '<sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>'
        '<c r="D2" t="s"><v>9</v></c><c r="E2" t="s"><v>x</v></c></row></sheetData>',
        ["Plan!B2| https://shared.example/1", "Plan!C2| https://rich.example"],
    ),
    "inline strings": (
        '<sheetData><row><c t="inlineStr"><is><r><t>https://in</t></r><r><t>line.example</t></r></is></c></row></sheetData>',
        ["Plan!A1| https://inline.example"],
    ),
    "numbers": ('<sheetData><row r="1"><c r="A1"><v>1.5</v></c><c r="B1" t="b"><v>1</v></c></row></sheetData>', []),
    "without names": (
        '<sheetData><row/><row><c/><c t="str"><v>a.example</v></c></row>'
        '<row r="7"><c t="str"><v>b.example</v></c></row></sheetData>',
        ["Plan!B2| a.example", "Plan!A7| b.example"],
    ),
    "formulas": (
        '<sheetData><row r="1"><c r="A1" t="str"><f>HYPERLINK("https://formula.example/a?b=1&amp;c","go")</f><v>go</v></c>'
        '<c r="B1" t="str"><f>"https://"&amp;A9</f><v>https://computed.example</v></c>'
        '<c r="C1"><f>SUM(A1:B1)</f><v>3</v></c></row></sheetData>',
        ["Plan!A1| [go](https://formula.example/a?b=1&c)", "Plan!B1| https://computed.example"],
    ),
    "links": (
        '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row></sheetData>'
        '<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="C3:D4" r:id="rId1" location="top"/>'
        '<hyperlink ref="B1" location="Other!A1"/></hyperlinks>',
        ["Plan!A1| [name](https://target.example/x)", "Plan!C3| [](https://target.example/x#top)"],
    ),
    "headers": (
        '<sheetData/><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12https://a.example/1?b&amp;&amp;c'
        "&amp;RPage &amp;P</oddHeader><oddFooter>Page &amp;P</oddFooter></headerFooter>",
        ["Plan, headers| \nhttps://a.example/1?b&c\nPage "],
    ),
}


@each_row(("content", "expected"), SHEETS.values(), ids=SHEETS)
def test_sheet(content, expected):
    file = workbook(("Plan", content, [LINK]), strings=STRINGS)
    assert marked(passages(file)) == expected


def cell(text):
    return f'<sheetData><row r="1"><c r="A1" t="str"><v>{text}</v></c></row></sheetData>'


def test_sheets_have_names_and_comments():
    notes = '<comments><commentList><comment ref="B3"><text><r><t>see </t></r><r><t>https://note.example</t></r></text></comment></commentList></comments>'
    threads = '<ThreadedComments><threadedComment ref="C4"><text>https://thread.example</text></threadedComment></ThreadedComments>'
    shapes = slide_part("p:wsDr", f"<a:p>{runs('https://shape.example').replace('w:', 'a:')}</a:p>")
    file = workbook(
        (
            "Plan of 2026",
            cell("https://one.example"),
            [("comments", "../comments1.xml"), ("drawing", "../drawings/drawing1.xml")],
        ),
        (
            "Sources",
            cell("https://two.example"),
            [("comments", "../comments1.xml"), ("threadedComment", "../threads/t.xml")],
        ),
        parts={"xl/comments1.xml": notes, "xl/threads/t.xml": threads, "xl/drawings/drawing1.xml": shapes},
    )
    assert marked(passages(file)) == [
        "Plan of 2026!A1| https://one.example",
        "Plan of 2026!B3| see https://note.example",
        "xl/drawings/drawing1.xml:par1| https://shape.example",
        "Sources!A1| https://two.example",
        "Sources!C4| https://thread.example",
    ]
    assert metadata(file).title == ""


def test_a_damaged_sheet_gives_the_cells_before_the_damage():
    rows = '<sheetData><row r="1"><c r="A1" t="str"><v>https://a.example</v></c></row><row></sheetData>'
    found, error = read(passages(workbook(("One", rows, [LINK]), ("Two", cell("https://b.example"), []))))
    assert marked(found) == ["One!A1| https://a.example", "Two!A1| https://b.example"]
    assert error.startswith("xl/worksheets/sheet1.xml: damaged XML: mismatched tag")


def test_binary_workbooks_are_not_read():
    file = workbook(
        parts={"_rels/.rels": relationships(("officeDocument", "xl/workbook.bin")), "xl/workbook.bin": b"\x83"}
    )
    assert read(passages(file)) == ([], "a binary workbook, which is not read")


@each_row(
    ("formula", "expected"),
    [
        ('HYPERLINK("https://a.example/b")', "https://a.example/b"),
        ('of:=HYPERLINK("https://a.example/b";"go")', "https://a.example/b"),
        ('IF(A1,HyperLink( "https://a.example/?q=""b""" , "go"),"")', 'https://a.example/?q="b"'),
        ('HYPERLINK("https://a.example/"&B2)', ""),
        ('HYPERLINK("#Sheet2!A1","there")', ""),
        ("HYPERLINK(A1)", ""),
        ('MYHYPERLINK("https://a.example")', ""),
        ('HYPERLINK("https://a.example', ""),
        ("", ""),
    ],
)
def test_formula(formula, expected):
    assert address_in_formula(formula) == expected


@each_row(("column", "expected"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16384, "XFD")])
def test_columns(column, expected):
    assert cell_name(column, 5) == f"{expected}5"
