"""Small files that promise, repeat or expand to much are read within limits, and what is not read is said."""

import io
import lzma
import subprocess
import sys
import zipfile

import pytest

from office_samples import epub, open_document, package, relationships, runs, word, workbook
from pdf_samples import Link, Page, pdf
from tables import each_row

URL = "http://www.canal.example/map"
LONG = f"{URL}/{'ab' * 30_000}"
LINK = "<w:hyperlink r:id='rId1'><w:r><w:t>map</w:t></w:r></w:hyperlink><w:r><w:t>, and </w:t></w:r>"
CELL = f"<table:table-cell><text:p>{URL}</text:p></table:table-cell>"
MEGABYTE = 1 << 20
MOST = 150 * MEGABYTE


def nested(element, depth):
    """A paragraph of Word with elements within each other."""
    return word(f"<w:p>{f'<w:{element}>' * depth}{runs(URL)}{f'</w:{element}>' * depth}</w:p>")


def encoded(encoding):
    """A document of Word whose part is in another encoding than it says."""
    return word("", parts={"word/document.xml": f'<?xml version="1.0" encoding="{encoding}"?><w/>'})


def lost_sheet():
    """A workbook whose sheet no relationship leads to."""
    return workbook(("Map", "<sheetData/>", []), parts={"xl/_rels/workbook.xml.rels": relationships()})


def repeated_page(count):
    """A PDF file that says to have many pages, but has one."""
    return pdf("map").replace(b"/Count 1 ", b"/Count %d " % count)


def without_size(data):
    """A zip file whose directory has no bytes, as its end says (APPNOTE.TXT 4.3.16)."""
    end = data.rindex(b"PK\5\6")
    return data[: end + 12] + bytes(4) + data[end + 16 :]


def without_first(entries):
    """A zip file whose directory leaves out the first file, as after its deletion."""
    buffer = io.BytesIO(package(entries))
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.filelist.pop(0)
        archive.comment = b"deleted"
    return buffer.getvalue()


LINKED = (
    '<sheetData><row r="1"><c r="A1" t="str"><v>map</v></c></row></sheetData>'
    '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>'
)
TWO = package({"a.txt": URL}) + package({"b.txt": URL})
# A file, how many URLs `find` prints, and what it says on standard error.
FILES = [
    ("a.docx", lambda: word(f"<w:p>{LINK}</w:p>" * 3000, LONG), 139, "par140: expands to more than 50 times its size"),
    ("a.docx", lambda: word(f"<w:p>{LINK * 3000}</w:p>", LONG), 0, "par1: expands to more than 50 times its size"),
    ("a.docx", lambda: nested("p", 200_000), 0, "elements nested more than 1000 deep"),
    ("a.docx", lambda: nested("r", 200_000), 0, "elements nested more than 1000 deep"),
    ("a.docx", lambda: nested("r", 900), 1, ""),
    ("a.docx", lambda: encoded("utf-7"), 0, "a.docx: word/document.xml: unknown encoding 'utf-7'"),
    ("a.docx", lambda: encoded("rot13"), 0, "a.docx: word/document.xml: unknown encoding 'rot13'"),
    ("a.docx", lambda: encoded("shift_jis"), 0, "a.docx: word/document.xml: unknown encoding 'shift_jis'"),
    ("a.docx", lambda: encoded("idna"), 0, "a.docx: word/document.xml: unknown encoding 'idna'"),
    ("a.docx", lambda: encoded("undefined"), 0, "a.docx: word/document.xml: unknown encoding 'undefined'"),
    ("a.docx", lambda: encoded("UTF-8"), 0, ""),
    ("a.docx", lambda: encoded("latin1"), 0, ""),
    ("a.docx", lambda: encoded("windows-1252"), 0, ""),
    ("a.xlsx", lost_sheet, 0, "a.xlsx: xl/workbook.xml: no part for 'Map'"),
    ("a.epub", lambda: epub({f"{n:07b}.html".replace("0", "a").replace("1", "A"): URL for n in range(99)}), 1, ""),
    ("a.pdf", lambda: repeated_page(100_000), 0, "more than 100 damaged pages in succession"),
    ("a.zip", lambda: TWO, 2, "a.zip: damaged or truncated zip file: read up to its end"),
    ("a.zip", lambda: without_size(package({"a.txt": URL, "b.txt": URL})), 2, "a.zip: damaged or truncated zip file"),
    ("a.zip", lambda: package({"a.txt": URL}) + package({}), 1, "a.zip: damaged or truncated zip file"),
    ("a.zip", lambda: without_first({"a.txt": URL, "b.txt": URL}), 1, ""),
    ("a.zip", lambda: package({"a.txt.xz": lzma.compress(URL.encode(), preset=9)}), 1, ""),
    (
        "a.xlsx",
        lambda: workbook(("Map", LINKED, [("hyperlink", URL)]))[:-9],
        1,
        "a.xlsx: damaged or truncated: read up",
    ),
    ("a.zip", lambda: package({"a" * 60_000: URL}), 1, ""),
    ("a.docx", lambda: without_size(word(f"<w:p>{runs(URL)}</w:p>")), 1, "a.docx: damaged or truncated: read up to"),
]


@each_row(("name", "made", "count", "message"), FILES)
def test_what_is_not_read_is_said(urlmend, tmp_path, name, made, count, message):
    (tmp_path / name).write_bytes(made())
    done = urlmend("find", name)
    assert (len(done.lines), message in done.err, done.status) == (count, True, 2 if message else 0)
    assert bool(done.err) == bool(message)


def test_names_of_parts_and_members_are_shortened(urlmend, tmp_path):
    sheet = f'<table:table table:name="{"n" * 9000}"><table:table-row>{CELL}</table:table-row></table:table>'
    (tmp_path / "a.ods").write_bytes(open_document("spreadsheet", sheet))
    (tmp_path / "a.zip").write_bytes(package({"n" * 9000: URL}))
    rows = urlmend("find", "--format", "jsonl", "a.ods", "a.zip").lines
    assert [len(row) // 1000 for row in rows] == [0, 4]


def nested_xz():
    """Data that is compressed four times, each with a dictionary of 64 MB."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 64 * MEGABYTE}]
    data = f"{URL}\n".encode()
    for _ in range(4):
        data = lzma.compress(data + bytes(40 * MEGABYTE), lzma.FORMAT_XZ, filters=filters)
    return data


def wide_zstd():
    """Blocks of zeros in a frame with a window of 128 MB (RFC 8878 section 3.1.1)."""
    blocks = b"".join(((1 << 20) | 2 | (number == 999)).to_bytes(3, "little") + b"\n" for number in range(1000))
    return b"\x28\xb5\x2f\xfd\x00" + bytes([(27 - 10) << 3]) + blocks


def shared_targets():
    """Pages with many links to long addresses."""
    return pdf(*(Page("map", (Link("map", LONG[:32_000]),)) for _ in range(400)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="this system does not report the memory of a process")
@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("a.docx", lambda: word(f"<w:p>{LINK * 3000}</w:p>", LONG)),
        ("a.docx", lambda: nested("p", 300_000)),
        ("a.xz", nested_xz),
        ("a.zst", wide_zstd),
        ("a.pdf", shared_targets),
    ],
)
def test_the_memory_for_small_files_is_bounded(tmp_path, name, made):
    (tmp_path / name).write_bytes(made())
    program = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", program, sys.executable, "-m", "urlmend", "find", name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    status, used = map(int, done.stdout.split())
    assert status in (0, 2)
    assert used * 1024 < MOST
