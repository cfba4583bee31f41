"""Office, OpenDocument and EPUB files in the commands: places, findings, results and what cannot be read."""

import json
import sqlite3
from contextlib import closing
from email.message import EmailMessage

import pytest

from office_samples import epub, open_document, package, runs, slides, word, workbook
from structures import zipped

URL = "http://a.example/x"
CELL = '<sheetData><row r="3"><c r="B3" t="str"><v>see {}</v></c></row></sheetData>'


def files(url=URL):
    """A document of each type with a URL, by its name, and the place of that."""
    slide = f"<a:p><a:r><a:t>see {url}</a:t></a:r></a:p>"
    cell = f"<table:table-row><table:table-cell><text:p>see {url}</text:p></table:table-cell></table:table-row>"
    return {
        "a.docx": (word(f"<w:p/><w:p>{runs('see ' + url)}</w:p>", title="Minutes"), "word/document.xml:par2"),
        "b.pptx": (slides(("", []), (slide, [])), "slide2:par1"),
        "c.xlsx": (workbook(("Plan", CELL.format(url), [])), "Plan!B3"),
        "d.odt": (open_document("text", f"<text:h>a</text:h><text:p>see {url}</text:p>"), "content.xml:par2"),
        "e.ods": (open_document("spreadsheet", f'<table:table table:name="T">{cell}</table:table>'), "T!A1"),
        "f.epub": (epub({"one.xhtml": f"<h1>a</h1><p>see {url}</p>"}), "OPS/one.xhtml:par2"),
    }


@pytest.mark.parametrize("name", files())
def test_find_and_lint_name_the_place(urlmend, tree, name):
    data, place = files(f"{URL}%zz")[name]
    folder = tree({name: data})
    (found,) = map(json.loads, urlmend("find", "--format", "jsonl", name).out.splitlines())
    assert (found["url"], found["place"], found["line"], found["column"]) == (f"{URL}%zz", place, 1, 5)
    assert found.get("page") == (2 if name == "b.pptx" else None)
    done = urlmend("lint", name)
    assert (done.status, done.out.partition(" '")[0]) == (1, f"{name}:{place}:1:23: URL208")
    assert urlmend("lint", "--fix", name).status == 1
    assert (folder / name).read_bytes() == data


def test_types_are_recognised_by_content(urlmend):
    for data, _ in files().values():
        assert urlmend("find", "-", text=data).out == f"{URL}\n"


def test_a_scan_reads_documents_in_folders_archives_and_mail(urlmend, tree):
    message = EmailMessage()
    message["From"], message["Subject"], message["Date"] = "ada@plan.example", "plan", "Sat, 04 May 2019 10:00:00 +0000"
    message.set_content("attached\n")
    message.add_attachment(files()["d.odt"][0], maintype="application", subtype="octet-stream", filename="d")
    folder = tree(
        {f"in/{name}": data for name, (data, _) in files().items()}
        | {"g.zip": zipped({"a.docx": files()["a.docx"][0]}), "h.eml": bytes(message)}
    )
    done = urlmend("scan", "in", "g.zip", "h.eml", "-o", "r.sqlite")
    assert (done.status, "skipped" in done.err) == (0, False)
    with closing(sqlite3.connect(folder / "r.sqlite")) as connection:
        rows = connection.execute(
            "SELECT archive, part, format, date, subject, url FROM urls ORDER BY archive"
        ).fetchall()
    made = "2019-05-03T08:00:00Z"
    assert rows == [
        ("g.zip!a.docx", "word/document.xml:par2", "word", made, "Minutes", URL),
        ("h.eml", "2:content.xml:par2", "opendocument", "2019-05-04T10:00:00Z", "plan", URL),
        ("in/a.docx", "word/document.xml:par2", "word", made, "Minutes", URL),
        ("in/b.pptx", "slide2:par1", "powerpoint", made, None, URL),
        ("in/c.xlsx", "Plan!B3", "excel", made, None, URL),
        ("in/d.odt", "content.xml:par2", "opendocument", made, None, URL),
        ("in/e.ods", "T!A1", "opendocument", made, None, URL),
        ("in/f.epub", "OPS/one.xhtml:par2", "epub", made, None, URL),
    ]


def test_findings_are_in_the_order_of_the_text(urlmend, tree):
    link = f'<w:p><w:hyperlink r:id="rId1">{runs("https://bank.example/a")}</w:hyperlink></w:p>'
    password = f"<w:p>{runs('ftp://ada:h7Tq-92x@mirror.canal.internal/survey')}</w:p>"
    tree({"a.docx": word(link + password, "https://other.example/b")})
    codes = [line.split()[1] for line in urlmend("lint", "a.docx").out.splitlines()]
    assert codes == ["URL626", "URL501"]


def test_links_are_compared_with_their_texts(urlmend, tree):
    links = f'<w:p><w:hyperlink r:id="rId1">{runs("https://bank.", "example/a")}</w:hyperlink></w:p>'
    tree({"a.docx": word(links, "https://other.example/b"), "b.docx": word(links, "https://bank.example/a")})
    assert "URL626 link text shows bank.example, but target is other.example" in urlmend("lint", "a.docx").out
    assert urlmend("lint", "b.docx").status == 0
    assert urlmend("find", "b.docx").out == "https://bank.example/a\n"


def test_paragraphs_are_not_joined(urlmend):
    data = word(f"<w:p>{runs('http://a.example/one/')}</w:p><w:p>{runs('two/three.html')}</w:p>")
    assert urlmend("find", "-", text=data).out == "http://a.example/one/\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (open_document("text", "", manifest="<file-entry><encryption-data/></file-entry>"), "encrypted"),
        (package({"word/document.xml": "<w>"}), "word/document.xml: damaged XML: no element found: line 1, column 3"),
        (
            word("", parts={"word/document.xml": '<!DOCTYPE w [<!ENTITY a "b">]><w/>'}),
            "word/document.xml: declares entities or attributes",
        ),
    ],
)
def test_what_cannot_be_read_is_named(urlmend, tree, data, reason):
    tree({"a.docx": data, "b.docx": files()["a.docx"][0]})
    done = urlmend("find", "a.docx", "b.docx")
    assert (done.status, done.out, done.err) == (2, f"{URL}\n", f"urlmend: a.docx: {reason}\n")


def test_old_formats_are_skipped(urlmend, tree):
    tree({"a.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)})
    done = urlmend("find", "a.doc")
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith("urlmend: a.doc: skipped: document (Word 97-2003)\n")


def test_names_of_parts_show_no_secret(urlmend, tree):
    name = "http://ada:h7Tq-92xQ@a.canal.internal/\x9b31m"
    sheet = workbook((name.replace("\x9b", "&#x9b;"), CELL.format(f"{URL}%zz"), []))
    book = package(
        {
            "META-INF/container.xml": '<c><rootfile full-path="b.opf"/></c>',
            "b.opf": f'<p><item id="1" href="{name.replace("//", "/")}"/><itemref idref="1"/></p>',
        }
    )
    tree({"a.xlsx": sheet, "b.epub": book})
    for form in ("text", "json", "csv", "sarif", "github", "gitlab", "junit"):
        done = urlmend("lint", "--format", form, "a.xlsx", "b.epub")
        assert "***" in done.out
        assert "h7Tq" not in done.out + done.err
        assert "\x9b" not in done.out + done.err
