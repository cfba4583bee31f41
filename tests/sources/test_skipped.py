"""Content that is not read: it is named or counted, in each command, wherever it is."""

import gzip
import io
import json
import lzma
import sqlite3
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from contextlib import closing

import pytest

from structures import tarred, zipped
from tables import each_row
from urlmend.decoding.sniff import UNSUPPORTED, is_compressed_or_archive, unsupported_format
from urlmend.document_formats.passages import READERS
from urlmend.mail import mailbox
from urlmend.sources.document_types import document_type

URL = "http://a.example/x"
TEXT = f"see {URL}%zz there\n".encode()
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
MIMETYPE = "application/vnd.oasis.opendocument.text"
# The name of a document, its bytes, and its type.
DOCUMENTS = {
    "a.docx": (zipped({"[Content_Types].xml": b"<a/>", "_rels/.rels": b"<a/>", "word/document.xml": TEXT}), "Word"),
    "libre.docx": (zipped({"_rels/.rels": b"<a/>", "word/styles.xml": TEXT}), "Word"),
    "a.xlsx": (zipped({"docProps/app.xml": b"<a/>", "xl/worksheets/sheet1.xml": TEXT}), "Excel"),
    "a.xlsb": (zipped({"xl/workbook.bin": TEXT}), "Excel binary workbook"),
    "a.pptx": (zipped({"ppt/presentation.xml": TEXT}), "PowerPoint"),
    "a.odt": (zipped({"mimetype": MIMETYPE.encode(), "content.xml": TEXT}), "OpenDocument"),
    "a.ods": (zipped({"content.xml": TEXT, "META-INF/manifest.xml": TEXT}), "OpenDocument"),
    "a.epub": (zipped({"mimetype": b"application/epub+zip", "chapter.xhtml": TEXT}), "EPUB"),
    "b.epub": (zipped({"META-INF/container.xml": TEXT}), "EPUB"),
    "a.pages": (zipped({"Index/Document.iwa": TEXT}), "iWork"),
    "a.pdf": (b"%PDF-1.7\n" + TEXT, "PDF"),
    "late.pdf": (b"\n\n%PDF-1.7\n\0" + TEXT, "PDF"),
    "a.doc": (COMPOUND, "Word 97-2003"),
    "a.xls": (COMPOUND, "Excel 97-2003"),
    "encrypted.docx": (COMPOUND + "EncryptedPackage".encode("utf-16-le"), "Word"),
    "a.djvu": (b"AT&TFORM\0\0\0\0DJVU", "DjVu"),
    "a.chm": (b"ITSF\3\0\0\0\x60\0\0\0", "CHM"),
    "a.mobi": (b"A plan".ljust(32, b"\0") + bytes(28) + b"BOOKMOBI" + bytes(8), "Mobipocket"),
}
# Those that are not read.
SKIPPED = {name: found for name, found in DOCUMENTS.items() if found[1] not in READERS}
OTHERS = {
    "plain.zip": zipped({"a.txt": TEXT}),
    "of_documents.zip": zipped({"word/document.xml.txt": TEXT, "a.docx": DOCUMENTS["a.docx"][0]}),
    "below.zip": zipped({"in/word/document.xml": TEXT}),
    "words.zip": zipped({"word/list.txt": TEXT}),
    "a.txt": TEXT,
    "about.txt": b"a PDF begins with %PDF-1.7, a zip file with PK\n",
    "a.png": b"\x89PNG\r\n\x1a\n\0",
}
SEVEN = b"7z\xbc\xaf\x27\x1c\0\4"
RAR = b"Rar!\x1a\x07\1\0"


@pytest.mark.parametrize("name", SKIPPED)
@pytest.mark.parametrize("command", ["find", "lint", "lint --fix", "lint --diff"])
def test_named_documents_are_named(urlmend, tree, name, command):
    data, kind = DOCUMENTS[name]
    folder = tree({name: data})
    done = urlmend(*command.split(), name)
    assert (done.status, done.out) == (0, "")
    assert done.err == (f"urlmend: {name}: skipped: document ({kind})\nurlmend: no files to read: skipped 1 document\n")
    assert (folder / name).read_bytes() == data


@each_row("name", DOCUMENTS)
def test_documents_are_recognised_by_content(name):
    data, kind = DOCUMENTS[name]
    if not kind.endswith("97-2003"):
        assert document_type("-", data) == document_type("a.zip", data) == kind
    assert document_type(f"{name}.gz", data) == kind


@each_row("name", OTHERS)
def test_other_files_are_no_documents(name):
    assert document_type(name, OTHERS[name]) == ""


def test_a_name_settles_doubt():
    data = zipped({"media/image.png": b"\x89PNG", "unknown": b""})
    assert [document_type(name, data) for name in ("a.docx", "a.ODT", "a.zip", "a.jar", "-")] == [
        *("Word", "OpenDocument"),
        *[""] * 3,
    ]
    assert document_type("a.docx", TEXT) == ""


@pytest.mark.parametrize("name", ["a.xlsb", "a.pages", "a.djvu"])
@pytest.mark.parametrize("command", ["find", "lint"])
def test_documents_on_standard_input_are_skipped(urlmend, name, command):
    data, kind = DOCUMENTS[name]
    done = urlmend(command, text=data)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"urlmend: -: skipped: document ({kind})\n")


@pytest.mark.parametrize("command", ["find", "lint", "lint --statistics", "lint --fix"])
def test_documents_in_a_folder_are_counted(urlmend, tree, command):
    tree({f"in/{name}": data for name, (data, _) in SKIPPED.items()} | {"in/z.txt": "none\n"})
    done = urlmend(*command.split(), "in")
    assert (done.status, done.out) == (0, "")
    assert done.err == f"urlmend: skipped: {len(SKIPPED)} documents; --show-files lists each\n"
    listed = urlmend(*command.split(), "--show-files", "in").err
    assert "urlmend: in/a.doc: skipped: document (Word 97-2003)\n" in listed
    assert listed.endswith(f"urlmend: skipped: {len(SKIPPED)} documents\n")


def problems(folder, result="r.sqlite"):
    with closing(sqlite3.connect(folder / result)) as connection:
        return connection.execute("SELECT name, reason FROM problems ORDER BY name").fetchall()


def test_a_scan_records_documents_and_counts_binary_files(urlmend, tree):
    inner = zipped({"a.txt": TEXT, "b.doc": DOCUMENTS["a.doc"][0], "c.png": b"\0"})
    folder = tree(
        {
            "in/a.txt": TEXT,
            "in/b.pages": DOCUMENTS["a.pages"][0],
            "in/c.png": b"\0",
            "in/d.zip": inner,
            "in/e.7z": SEVEN,
        }
    )
    expected = [
        ("in/b.pages", "skipped: document (iWork)"),
        ("in/d.zip!b.doc", "skipped: document (Word 97-2003)"),
        ("in/e.7z", "skipped: unsupported archive (7z)"),
    ]
    first = urlmend("scan", "in", "-o", "r.sqlite", "--exit-zero")
    assert (first.status, problems(folder)) == (0, expected)
    assert "urlmend: skipped: 2 binary files, 1 unsupported archive, 2 documents\n" in first.err
    again = urlmend("scan", "in", "-o", "r.sqlite", "--exit-zero")
    assert (again.status, problems(folder)) == (0, expected)
    assert "urlmend: in/b.pages: skipped: document (iWork)\n" in again.err
    split = urlmend("scan", "in", "-o", "s.sqlite", "--exit-zero", env={"URLMEND_UNIT_SIZE": "100"})
    assert (split.status, problems(folder, "s.sqlite")) == (0, expected)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("signature", UNSUPPORTED)
@pytest.mark.parametrize("command", ["find", "lint", "lint --fix"])
def test_unsupported_archives_are_named(urlmend, tree, signature, command):
    data = signature.magic + b"\x01\x80"
    assert unsupported_format(data) == signature.format
    assert not is_compressed_or_archive(data)
    tree({"in/a.bin": data, "in/b.txt": "none\n", "c.zip": zipped({"a": data}), "d.txt.gz": gzip.compress(data)})
    for path, name in (("in", "in/a.bin"), ("c.zip", "c.zip!a"), ("d.txt.gz", "d.txt.gz")):
        done = urlmend(*command.split(), path)
        assert (done.status, done.out) == (0, "")
        assert f"urlmend: {name}: skipped: unsupported archive ({signature.format})\n" in done.err


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("command", ["find", "lint", "scan"])
def test_zip_files_in_compressed_files_are_read(urlmend, tree, compress, command):
    inner = zipped({"a.txt": TEXT})
    suffix = "gz" if compress is gzip.compress else "xz"
    tree({f"a.zip.{suffix}": compress(inner), f"b.{suffix}": compress(compress(inner))})
    for name in (f"a.zip.{suffix}", f"b.{suffix}"):
        assert URL in urlmend(command, name).out or "URL208" in urlmend(command, name).out


def test_zip_files_by_other_names_are_named(urlmend, tree):
    tree({"a.jar": zipped({"a.txt": TEXT}), "b.jar.gz": gzip.compress(zipped({"a.txt": TEXT}))})
    done = urlmend("find", "a.jar", "b.jar.gz")
    reason = "skipped: archive (a zip file whose name does not end in .zip)"
    assert done.err.splitlines()[:2] == [f"urlmend: {name}: {reason}" for name in ("a.jar", "b.jar.gz")]


ARCHIVES = {
    "a.zip": zipped({"a.txt": TEXT}),
    "b.tgz": gzip.compress(tarred({"a.txt": TEXT})),
    "c.txt.xz": lzma.compress(TEXT),
    "damaged.tar": tarred({"a.txt": TEXT})[:520],
}


@pytest.mark.parametrize("option", ["--quiet", "--fix", "--diff", "--statistics", "--show-source", "--since-revision"])
def test_lint_opens_no_archives_in_a_folder(urlmend, tree, option):
    folder = tree({f"in/{name}": data for name, data in ARCHIVES.items()} | {"in/z.txt": "none\n"})
    if option == "--since-revision":
        git = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@a.example")
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "a"], check=True)
    done = urlmend("lint", option, *(["HEAD"] if option == "--since-revision" else []), "in")
    assert (done.status, done.out) == (0, "")
    assert done.err == ("" if option == "--quiet" else "urlmend: skipped: 4 archives; --show-files lists each\n")


def test_archives_in_a_folder_are_read_if_they_are_named_and_by_find_and_scan(urlmend, tree):
    tree({f"in/{name}": data for name, data in ARCHIVES.items()})
    assert [line.split(":")[0] for line in urlmend("lint", "in", "in/a.zip", "in/b.tgz").lines] == [
        "in/a.zip!a.txt",
        "in/b.tgz!a.txt",
    ]
    assert urlmend("lint", "in/damaged.tar").status == 2
    assert len(urlmend("find", "in").lines) == 3
    assert len(urlmend("scan", "in").rows) == 3


def deep(levels):
    head, tail = b"From: a@a.example\nTo: b@a.example\nSubject: deep\nMIME-Version: 1.0\n", b""
    for level in range(levels):
        head += b'Content-Type: multipart/mixed; boundary="%d-"\n\n--%d-\n' % (level, level)
    return head + b"Content-Type: text/plain\n\n" + TEXT + tail


def attached(levels):
    return (
        b"".join(b"From: a@a.example\nSubject: %d\nContent-Type: message/rfc822\n\n" % level for level in range(levels))
        + b"From: a@a.example\nSubject: last\n\n"
        + TEXT
    )


@pytest.mark.parametrize("message", [deep, attached])
def test_parts_that_are_nested_too_deep_are_named(urlmend, tree, message):
    folder = tree({"in/deep.eml": message(33), "in/fine.eml": message(32)})
    reason = "parts nested more than 32 deep are not read, in 1 message"
    for command in ("find", "lint", "lint --fix"):
        done = urlmend(*command.split(), "in")
        assert done.status == 2
        assert done.err.splitlines()[0] == f"urlmend: in/deep.eml: {reason}"
    assert urlmend("scan", "in", "-o", "r.sqlite").status == 2
    assert problems(folder) == [("in/deep.eml", reason)]


FROM = b"From a@a.example Mon Jan  5 10:00:00 2004\nFrom: a@a.example\nSubject: long\n\n"
LONG = b"a\n" * 400_000
BOXES = {
    "single": FROM.partition(b"\n")[2] + LONG,
    "mbox": FROM + TEXT + b"\n" + FROM + LONG + b"\n" + FROM + TEXT,
    "last in mbox": FROM + TEXT + b"\n" + FROM + LONG,
    "batch": b"#! rnews %d\n" % (len(FROM) + len(LONG)) + FROM + LONG + b"#! rnews %d\n" % len(FROM) + FROM,
}


@pytest.mark.parametrize("kind", BOXES)
@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_the_rest_of_a_long_message_is_named(monkeypatch, capsys, tmp_path, kind, compress):
    from urlmend.cli.main import main
    from urlmend.scan import split

    name = tmp_path / "box"
    name.write_bytes(compress(BOXES[kind]))
    monkeypatch.chdir(tmp_path)
    assert main(["find", "box"]) == 0
    assert "only" not in capsys.readouterr().err
    for module in (mailbox, split):
        monkeypatch.setattr(module, "MAX_MESSAGE", 1 << 16)
    monkeypatch.setattr("urlmend.mail.message.MAX_MESSAGE", 1 << 16)
    monkeypatch.setattr(mailbox, "BLOCK", 1 << 10)
    monkeypatch.setattr(mailbox, "_LARGEST_BLOCK", 1 << 10)
    for command in ("find", "lint"):
        assert main([command, "box"]) == 2
        assert "urlmend: box: only the first 0 MB are read, in " in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_that_reads_nothing_says_so(urlmend, tree):
    folder = tree({"a.txt": "none\n", "b/c.txt": "none\n", "d.png": b"\0", "e.zip": zipped({"a.png": b"\0"})})
    (folder / "empty").mkdir()
    excluded = ("--exclude", "a.txt", "--exclude", "b", "--force-exclude")
    for arguments, words in [
        (("empty",), "there are none"),
        (("d.png",), "skipped 1 binary file"),
        (("e.zip",), "skipped 1 binary file, 1 archive"),
        ((*excluded, "a.txt", "b/c.txt"), "skipped 2 excluded"),
        ((*excluded, "b"), "skipped 1 excluded"),
    ]:
        for command in (("find",), ("lint",), ("lint", "--quiet"), ("lint", "--fix-only"), ("lint", "--statistics")):
            done = urlmend(*command, *arguments)
            assert (done.status, done.out) == (0, "")
            assert done.err.endswith(f"urlmend: no files to read: {words}\n")
    assert urlmend("scan", "--quiet", "empty").err == "urlmend: no files to read: there are none\n"
    assert "no files" not in urlmend("lint", "a.txt", "d.png").err
    assert "no files" not in urlmend("lint", "gone.txt").err


def test_the_topmost_ignored_entry_is_counted(urlmend, tree):
    tree({".gitignore": "out/\n*.log\n", "out/a.txt": "a", "out/b/c.txt": "b", "a.log": "a", "d.txt": "a"})
    assert urlmend("find", ".").err == "urlmend: skipped: 2 ignored by Git; --show-files lists each\n"
    listed = urlmend("lint", "--show-files", ".").err.splitlines()
    assert sorted(listed) == [
        "urlmend: a.log: skipped: ignored by Git",
        "urlmend: out/: skipped: ignored by Git",
        "urlmend: skipped: 2 ignored by Git",
    ]
    assert "urlmend: skipped: 2 ignored by Git\n" in urlmend("scan", ".").err


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "text"])
def test_reports_have_no_word_of_it(urlmend, tree, form):
    tree({"in/a.docx": DOCUMENTS["a.docx"][0], "in/b.zip": ARCHIVES["a.zip"], "in/c.txt": "none\n"})
    for option in ((), ("--show-files",)):
        done = urlmend("lint", "--format", form, *option, "in")
        assert done.status == 0
        assert "skipped: 1 archive, 1 document" in done.err
        assert "archive" not in done.out
        if form in ("json", "sarif", "gitlab"):
            json.loads(done.out)
        elif form == "junit":
            ET.fromstring(done.out)


@pytest.mark.slow
def test_several_processes_count_the_same(urlmend, tree):
    text = b"no URL\n" * 200_000
    tree({f"in/{number}.txt": text for number in range(4)} | {"in/a.doc": COMPOUND, "in/z.zip": ARCHIVES["a.zip"]})
    for command in ("find", "lint", "lint --fix"):
        err = {urlmend(*command.split(), "-j", count, "--show-files", "in").err for count in ("1", "2")}
        assert len(err) == 1
        assert "1 document" in err.pop()


@pytest.mark.parametrize(
    "address", ["https://a.example/x", "HTTP://a.example/", "ftp://ada:h7Tq-92x@a.internal/x", "file:///gone.txt"]
)
@pytest.mark.parametrize("command", ["find", "lint", "lint --fix", "lint --diff"])
def test_a_url_as_argument_is_explained(urlmend, tree, address, command):
    tree({"a.txt": TEXT})
    done = urlmend(*command.split(), address)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("urlmend opens no URLs: download it and name the file") == 1
    assert "h7Tq-92x" not in done.err
    assert URL in urlmend("find", address, "a.txt").out


def test_a_remote_archive_is_for_scan(urlmend):
    assert "use `urlmend scan` for a remote archive" in urlmend("lint", "s3://bucket/box").err
    assert "opens no URLs" not in urlmend("scan", "memory://gone/box").err
    assert "opens no URLs" not in urlmend("lint", "gone.txt").err


def test_text_with_a_late_nul_is_read_in_each_unit(urlmend, tree):
    paragraph = b"word word word\n\n" * 2000
    data = paragraph * 3 + b"\0\n\n" + TEXT + b"\n" + paragraph
    tree({"a.txt.gz": gzip.compress(data)})
    for size in ("1000", "100000000"):
        assert len(urlmend("scan", "a.txt.gz", env={"URLMEND_UNIT_SIZE": size}).rows) == 1


def test_streamed_zip_files_are_recognised():
    out = io.BytesIO()
    out.seekable = lambda: False
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("[Content_Types].xml", "word/document.xml"):
            with archive.open(name, "w") as member:
                member.write(TEXT)
    assert document_type("-", out.getvalue()) == "Word"
