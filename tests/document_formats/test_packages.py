"""Packages that are damaged, encrypted, too large or hostile: an error says so, and the rest is read."""

import io
import zipfile

import pytest

from growth import assert_linear
from office_samples import epub, marked, open_document, package, read, runs, texts, word, workbook
from tables import each_row
from urlmend.document_formats import epub as books
from urlmend.document_formats import office_open, opendocument, xml_reader
from urlmend.document_formats import package as packages
from urlmend.document_formats.package import in_utc, resolved
from urlmend.document_formats.passages import READERS, DocumentError

COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
BODY = f"<w:p>{runs('https://a.example')}</w:p>"


def xml(content):
    """A Word document whose main part is a text."""
    return word("", parts={"word/document.xml": content})


@each_row(
    ("data", "error"),
    [
        (b"", "damaged: not a zip file"),
        (b"PK\3\4", "damaged: not a zip file"),
        (b"no document", "damaged: not a zip file"),
        (package({}), "damaged: it has no main part"),
        (package({"a": "b"}), "damaged: it has no main part"),
        (COMPOUND, "damaged: a compound file, not a zip file"),
        (COMPOUND + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    ],
)
def test_no_package(data, error):
    assert read(office_open.passages(data)) == ([], error)


@pytest.mark.slow
@each_row(
    ("content", "error"),
    [
        ("", "damaged XML: no element found: line 1, column 0"),
        ("\0", "damaged XML: unclosed token: line 1, column 0"),
        ('<!DOCTYPE w [<!ENTITY a "https://a.example">]><w>&a;</w>', "declares entities or attributes"),
        ('<!DOCTYPE w [<!ATTLIST p a CDATA "b">]><w/>', "declares entities or attributes"),
        (f'<w><p a="{"x" * (2 * xml_reader.MAX_MARKUP)}"/></w>', "markup of more than 4194304 bytes"),
        (f"<w><!--{'x' * (2 * xml_reader.MAX_MARKUP)}--></w>", "markup of more than 4194304 bytes"),
    ],
    ids=["empty", "control", "entity", "attribute", "tag", "comment"],
)
def test_damaged_xml(content, error):
    assert read(office_open.passages(xml(content))) == ([], f"word/document.xml: {error}")


def test_entities_of_other_files_are_not_read(tmp_path):
    (tmp_path / "a.dtd").write_text('<!ENTITY a "https://a.example">')
    content = f'<!DOCTYPE w SYSTEM "{(tmp_path / "a.dtd").as_uri()}"><w><p><r><t>b&a;c</t></r></p></w>'
    assert texts(office_open.passages(xml(content))) == ["bc"]


def test_what_precedes_damage_is_read():
    content = f"<w:document xmlns:w='w'>{BODY * 5000}<w:p>"
    found, error = read(office_open.passages(xml(content)))
    assert len(found) == 5000
    assert error.startswith("word/document.xml: damaged XML: no element found")


def test_a_truncated_package_is_read_up_to_its_end():
    data = word(BODY + "<!--" + " ".join(map(str, range(9999))) + "-->" + BODY)
    found, error = read(office_open.passages(data[:2000]))
    assert marked(found) == ["word/document.xml:par1| https://a.example"]
    assert error.startswith("damaged or truncated: read up to its end (and ")


def test_a_damaged_part():
    data = bytearray(
        package(
            {"content.xml": "<a/>" * 99, "styles.xml": "<s><p>b</p></s>", "META-INF/manifest.xml": "<m/>"},
            zipfile.ZIP_STORED,
        )
    )
    data[data.index(b"<a/>")] = 0
    found, error = read(opendocument.passages(bytes(data)))
    assert texts(found) == ["b"]
    assert error.startswith("content.xml: ")


def test_encrypted_members():
    data = bytearray(package({"content.xml": "<a/>"}))
    data[data.index(b"PK\1\2") + 8] |= 1  # a flag of the entry in the directory
    assert read(opendocument.passages(bytes(data))) == ([], "content.xml: encrypted")


def test_unknown_compression():
    assert read(opendocument.passages(package({"content.xml": "<a/>"}, zipfile.ZIP_BZIP2))) == (
        [],
        "content.xml: unknown compression",
    )


def test_packages_that_expand_too_much(monkeypatch):
    monkeypatch.setattr(packages, "FREE_SIZE", 1 << 16)
    footnotes = {"word/footnotes.xml": f"<w>{'<p/>' * 50000}</w>"}
    found, error = read(office_open.passages(word(BODY, parts=footnotes, related=[("footnotes", "footnotes.xml")])))
    assert texts(found) == ["https://a.example"]
    assert error == "word/footnotes.xml: expands to more than 100 times its size"


def test_texts_that_many_cells_share_expand_too_much(monkeypatch):
    monkeypatch.setattr(packages, "FREE_SIZE", 1 << 16)
    cell = '<c t="s"><v>0</v></c>'
    sheet = ("Plan", f"<sheetData><row>{cell * 5000}</row></sheetData>", ())
    found, error = read(office_open.passages(workbook(sheet, strings=f"<si><t>https://{'a' * 500}.example</t></si>")))
    assert 100 < len(list(found)) < 5000
    assert error == "xl/worksheets/sheet1.xml: expands to more than 100 times its size"


@pytest.mark.parametrize("length", [None, -100])
def test_packages_of_too_many_parts(monkeypatch, length):
    monkeypatch.setattr(packages, "MAX_PARTS", 3)
    data = package({"content.xml": "<p>a</p>", "b": "", "c": "", "d": ""})
    assert read(opendocument.passages(data[:length])) == ([], "more than 3 parts")


def test_names_are_compared_without_case():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("WORD\\Document.XML", f"<w:document xmlns:w='w'>{BODY}</w:document>")
    assert texts(office_open.passages(file.getvalue())) == ["https://a.example"]


@each_row(
    ("part", "reference", "expected"),
    [
        ("word/document.xml", "header1.xml", "word/header1.xml"),
        ("word/document.xml", "../docProps/core.xml", "docProps/core.xml"),
        ("word/document.xml", "/word/header1.xml", "word/header1.xml"),
        ("", "word/document.xml", "word/document.xml"),
        ("a/b", "../../../../etc/passwd", "etc/passwd"),
        ("OPS/book.opf", "text/a%20b.xhtml#top", "OPS/text/a b.xhtml"),
    ],
)
def test_references(part, reference, expected):
    assert resolved(part, reference) == expected


@each_row("reader", [reader for kind, reader in READERS.items() if kind != "PDF"])
def test_titles_of_damaged_packages(reader):
    assert reader.metadata(package({"a": "b"})).title == ""
    with pytest.raises(DocumentError):
        reader.metadata(b"")


@each_row("kind", ["Word", "OpenDocument", "EPUB"])
def test_dates(kind):
    make = {"Word": word, "OpenDocument": lambda body: open_document("text", body), "EPUB": lambda _: epub({})}[kind]
    assert READERS[kind].metadata(make("")).date == "2019-05-03T08:00:00Z"


@each_row(
    ("date", "expected"),
    [
        ("2019-05-03T10:00:00Z", "2019-05-03T10:00:00Z"),
        (" 2019-05-03T10:00:00.123456789 ", "2019-05-03T10:00:00Z"),
        ("2019-12-31T23:00:00-05:00", "2020-01-01T04:00:00Z"),
        ("2019-05-03", "2019-05-03T00:00:00Z"),
        ("2019-05", "2019-05-01T00:00:00Z"),
        ("2019", "2019-01-01T00:00:00Z"),
        ("0001-01-01T00:00:00+09:00", ""),
        ("May 2019", ""),
        ("", ""),
    ],
)
def test_dates_in_utc(date, expected):
    assert in_utc(date) == expected


def _paragraph(content):
    return word(f"<w:p>{content}</w:p>", "https://a.example", "https://b.example")


def _sheet(rows):
    return workbook(("Plan", rows, [("hyperlink", "https://a.example")]), strings="<si><t>a.example</t></si>")


def _text(body):
    return open_document("text", body)


def _chapter(body):
    return epub({"a.xhtml": body})


BEGIN, SEPARATE = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate"))
LINK, OTHER = ('<w:hyperlink r:id="rId1">', '<w:hyperlink r:id="rId2">')
END = "</w:hyperlink>"
CODE = f"{BEGIN}<w:r><w:instrText>HYPERLINK https://a.example</w:instrText></w:r>{SEPARATE}"
# What makes a document of a body, what is repeated in that, and what is repeated after all of these.
HOSTILE = {
    "nested paragraphs": (word, "<w:p>", "</w:p>"),
    "nested paragraphs with text": (word, f"<w:p>{runs('a')}", "</w:p>"),
    "paragraphs in a paragraph": (_paragraph, f"<w:p>{runs('a')}</w:p>", ""),
    "nested hidden elements": (_paragraph, "<w:del>", "</w:del>"),
    "nested links": (_paragraph, f"{LINK}{runs('a')}", END),
    "links that touch": (_paragraph, f"{LINK}{runs('a')}{END}{OTHER}{runs('a')}{END}", ""),
    "open fields": (word, f"<w:p>{BEGIN}{runs('a')}</w:p>", ""),
    "open codes": (_paragraph, f"{BEGIN}<w:r><w:instrText>HYPERLINK</w:instrText></w:r>", ""),
    "open links of fields": (word, f"<w:p>{CODE}{runs('a')}</w:p>", ""),
    "open links of fields in a paragraph": (_paragraph, f"{CODE}{runs('a')}", ""),
    "quotation marks in a code": (
        lambda text: _paragraph(f'<w:fldSimple w:instr="HYPERLINK {text}"/>'),
        "&quot;\\",
        "",
    ),
    "attributes": (lambda text: word(f"<w:p {text}/>"), None, ""),
    "a long attribute": (lambda text: word(f'<w:p a="{text}"/>'), "abcdefgh" * 9, ""),
    "a long comment": (lambda text: word(f"<!--{text}-->"), "abcdefgh" * 9, ""),
    "references": (_paragraph, "<w:r><w:t>&amp;</w:t></w:r>", ""),
    "cells": (_sheet, '<row><c t="s"><v>0</v></c><c><f>A1</f><v>1</v></c></row>', ""),
    "links of cells": (_sheet, '<hyperlink r:id="rId1" ref="A1"/>', ""),
    "formulas": (lambda text: _sheet(f'<row><c t="str"><f>{text}</f></c></row>'), 'HYPERLINK("', ""),
    "quotation marks in a formula": (lambda text: _sheet(f"<row><c><f>HYPERLINK({text}</f></c></row>"), '""', ""),
    "codes in a header": (lambda text: _sheet(f"<oddHeader>{text}</oddHeader>"), '&amp;"', ""),
    "nested links of a text": (_text, '<text:p><text:a xlink:href="https://a.example">a', "</text:a></text:p>"),
    "notes in notes": (_text, "<text:p>a<text:note>", "</text:note></text:p>"),
    "open links of a chapter": (_chapter, '<a href="https://a.example">a', ""),
    "open tags of a chapter": (_chapter, '<a href="', ""),
    "paragraphs of a chapter": (_chapter, "<p>a</p>\n", ""),
    "chapters": (lambda text: epub({"a.xhtml": "<p>a</p>" * 99}, spine=[0] * (len(text) + 1)), "a", ""),
}
READ = {_text: opendocument, _chapter: books}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_take_linear_time(name):
    make, before, after = HOSTILE[name]
    module = books if name == "chapters" else READ.get(make, office_open)

    def made(count):
        repeated = before * count if before else " ".join(f'a{number}=""' for number in range(count))
        return make(repeated + after * count)

    assert_linear(lambda data: read(module.passages(data)), made, 1000)
