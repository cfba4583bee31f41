"""Documents in scans, reports and mail: they are named with their page, title and date."""

import json
import sqlite3
from contextlib import closing
from email.message import EmailMessage

import pytest

from pdf_samples import Page, pdf
from structures import zipped
from urlmend.api import find_in
from urlmend.cli import main as cli
from urlmend.sources import document_files

MINUTES = pdf("none", "see http://a.example/%zz", title="Minutes", info="/CreationDate (D:20190503100000+02'00')")
COLUMNS = "url, archive, part, format, date, subject, line"


def mail(kind="octet-stream", data=MINUTES):
    message = EmailMessage()
    message["From"], message["Subject"] = "ada@plan.example", "plan"
    message["Date"] = "Sat, 04 May 2019 10:00:00 +0000"
    message.set_content("see http://t.example/\n")
    message.add_attachment(data, maintype="application", subtype=kind, filename="minutes.bin")
    return bytes(message)


def rows(folder, query):
    with closing(sqlite3.connect(folder / "r.sqlite")) as connection:
        return connection.execute(query).fetchall()


def test_a_scan_has_pages_titles_and_dates(urlmend, tree):
    folder = tree({"in/a.pdf": MINUTES, "b.zip": zipped({"c.pdf": MINUTES})})
    done = urlmend("scan", "in", "b.zip", "-o", "r.sqlite", "--exit-zero")
    assert (done.status, "skipped" in done.err) == (0, False)
    columns = ("p2", "pdf", "2019-05-03T08:00:00Z", "Minutes", 1)
    assert rows(folder, f"SELECT {COLUMNS} FROM urls ORDER BY archive") == [
        ("http://a.example/%zz", "b.zip!c.pdf", *columns),
        ("http://a.example/%zz", "in/a.pdf", *columns),
    ]
    assert rows(folder, "SELECT year, urls, findings FROM years") == [("2019", 2, 2)]
    urlmend("scan", "in", "-o", "s.sqlite", "--exit-zero", "--since", "2020")
    assert urlmend("report", "s.sqlite").out.count("a.example") == 0


def test_the_page_of_a_report_names_the_page(urlmend, tree):
    pytest.importorskip("jinja2")
    folder = tree({"a.pdf": MINUTES})
    urlmend("scan", "a.pdf", "-o", "r.sqlite", "--exit-zero")
    urlmend("report", "r.sqlite", "--html", "r.html")
    assert "a.pdf#page=2:1:" in (folder / "r.html").read_text()


@pytest.mark.parametrize("kind", ["octet-stream", "pdf"])
def test_attached_documents_are_read(urlmend, tree, kind):
    folder = tree({"m.eml": mail(kind)})
    found = [json.loads(line) for line in urlmend("find", "--format", "jsonl", "m.eml").out.splitlines()]
    assert [row["url"] for row in found] == ["http://t.example/", "http://a.example/%zz"]
    assert found[1]["part"] == {"path": "2", "content_type": f"application/{kind}"}
    assert (found[1]["page"], found[1]["message"]["subject"]) == (2, "plan")
    assert urlmend("lint", "m.eml").out.startswith("m.eml:p2:1:22: URL208")
    urlmend("scan", "m.eml", "-o", "r.sqlite", "--exit-zero")
    assert rows(folder, f"SELECT {COLUMNS} FROM urls WHERE format = 'pdf'") == [
        ("http://a.example/%zz", "m.eml", "2:p2", "pdf", "2019-05-04T10:00:00Z", "plan", 1)
    ]


@pytest.mark.parametrize("data", [b"\0" * 100, b"PK\3\4 is no archive"])
def test_other_attachments_are_not_read(urlmend, data):
    done = urlmend("find", "-", text=mail(data=data))
    assert (done.status, done.out, done.err) == (0, "http://t.example/\n", "")


def test_a_damaged_attachment_does_not_hide_the_message(urlmend):
    done = urlmend("find", "-", text=mail(data=b"%PDF-1.7\n"))
    assert (done.status, done.out) == (2, "http://t.example/\n")
    assert done.err == "urlmend: -: an attached document cannot be read: damaged, or no PDF, in 1 message\n"


def test_the_library_gives_the_place(tmp_path):
    (tmp_path / "a.pdf").write_bytes(MINUTES)
    (found,) = find_in(tmp_path)
    assert (found.place, found.location.line, found.url.text) == ("p2", 1, "http://a.example/%zz")


@pytest.mark.parametrize("form", ["csv", "json", "sarif", "github", "gitlab", "junit", "text"])
def test_reports_name_the_page(urlmend, tree, form):
    tree({"a.pdf": pdf(Page("none"), "see http://a.example/%zz")})
    assert "p2" in urlmend("lint", "--format", form, "a.pdf").out


def test_a_missing_package_is_named_once(urlmend, tree, monkeypatch, capsys):
    tree({f"in/{name}.pdf": MINUTES for name in "abc"})
    monkeypatch.setattr(document_files, "find_spec", lambda _: None)
    monkeypatch.chdir(tree({}))
    assert cli.main(["find", "in"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("a.pdf: skipped: document (PDF needs the package pypdfium2: ") == 1
    assert "b.pdf" not in err
    assert "skipped 3 documents" in err


SKIPPED_PDF = "document (PDF needs the package pypdfium2: "


@pytest.fixture
def no_packages(tree, monkeypatch, capsys):
    """Run a command, without the packages of extras, on a folder that has a message, a mailbox and an archive."""
    message = mail()
    folder = tree(
        {
            "m.eml": message,
            "b.zip": zipped({"c.pdf": MINUTES, "d.txt": b"http://t.example/"}),
            "a.mbox": b"From a@b.example Sat May  4 10:00:00 2019\n" + message,
        }
    )
    monkeypatch.setattr(document_files, "find_spec", lambda _: None)
    monkeypatch.chdir(folder)

    def run(*arguments):
        status = cli.main(list(arguments))
        return (status, *capsys.readouterr())

    return run


@pytest.mark.parametrize("command", ["find", "lint", "scan -o r.sqlite"])
@pytest.mark.parametrize(
    ("name", "member"), [("m.eml", "m.eml!minutes.bin"), ("a.mbox", "a.mbox!minutes.bin"), ("b.zip", "b.zip!c.pdf")]
)
def test_a_missing_package_is_named_for_attachments_and_members(no_packages, command, name, member):
    status, _, err = no_packages(*command.split(), name)
    assert status == 0
    assert err.count(f"urlmend: {member}: skipped: {SKIPPED_PDF}") == 1
    assert "skipped: 1 document\n" in err or "skipped 1 document\n" in err


def test_a_missing_package_of_attachments_is_named_once(no_packages):
    _, out, err = no_packages("find", ".")
    assert out == "http://t.example/\n" * 3
    assert err.count(SKIPPED_PDF) == 1
    assert "skipped: 3 documents; --show-files lists each" in err


def test_attachments_are_counted_where_documents_are_not_read(no_packages):
    assert "skipped: 1 archive, 2 documents" in no_packages("lint", ".")[2]


def test_attachments_of_types_that_are_not_read_are_counted(urlmend, tree):
    tree({"m.eml": mail(data=b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))})
    assert urlmend("find", "m.eml").err.startswith("urlmend: skipped: 1 binary file")


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize("name", ["m.eml", "b.zip"])
def test_the_library_raises_an_error_for_a_missing_package(name):
    with pytest.raises(OSError, match="PDF needs the package pypdfium2"):
        list(find_in(name))


def test_defanged_urls_have_their_places(urlmend, tree):
    tree({"a.pdf": pdf("see hxxp://www.canal[.]example/a", "or", "see hxxps://lock[.]example/b http://quay.example/")})
    lines = urlmend("find", "--refang", "--format", "jsonl", "a.pdf").lines
    assert [(row["url"], row["place"], row["page"], row["column"]) for row in map(json.loads, lines)] == [
        ("http://www.canal.example/a", "p1", 1, 5),
        ("https://lock.example/b", "p3", 3, 5),
        ("http://quay.example/", "p3", 3, 30),
    ]
