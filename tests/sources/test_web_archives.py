"""The texts of web archives (`.wet.gz`)."""

import gzip
import io
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from office_samples import package
from tables import each_row
from urlmend._lib.install_hint import install_hint
from urlmend.sources.archives import is_web_archive
from urlmend.sources.web_charset import Utf8Stream
from web_archive_samples import RECORDS, archive, record

pytest.importorskip("warcio")

PLAIN = b"".join(record(*one) for one in RECORDS)
FOUND = [
    ("http://www.canal.example/", 2, "http://www.canal.example/locks|north"),
    ("http://www.ferry.example/?session_id=***", 1, "http://www.ferry.example/map"),
    ("record 3", 1, "http://www.quay.example/größe"),
    ("http://www.canal.example/", 1, "http://www.canal.example/again"),
]
PACKED = {"some.warc.wet.gz": archive(), "one.gz": gzip.compress(PLAIN), "some.warc.wet": PLAIN}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", PACKED)
def test_each_text_is_a_document_of_its_own(urlmend, tree, name):
    tree({name: PACKED[name]})
    done = urlmend("find", name, "--format", "jsonl")
    assert (done.status, done.err) == (0, "")
    assert [(row["file"], row["line"], row["url"]) for row in done.rows] == [
        (f"{name}!{target}", line, url) for target, line, url in FOUND
    ]
    assert f"{name}!http://www.canal.example/:2:35: URL205" in urlmend("lint", name).out


PAGE = b'<p>see <a href="http://canal.example/locks?a=1&amp;b=2">http://canal.example/</a>\n'
RESPONSES = {
    "html": (
        b"Content-Type: text/html; charset=utf-8\r\n",
        PAGE,
        ["http://canal.example/", "http://canal.example/locks?a=1&b=2"],
    ),
    "compressed": (
        b"Content-Type: Text/HTML\r\nContent-Encoding: gzip\r\n",
        gzip.compress(PAGE, mtime=0),
        ["http://canal.example/", "http://canal.example/locks?a=1&b=2"],
    ),
    "chunked": (
        b"Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n",
        b"5\r\nhttp:\r\n11\r\n//canal.example/\n\r\n0\r\n\r\n",
        ["http://canal.example/"],
    ),
    "json": (b"Content-Type: application/json\r\n", rb'{"u":"http:\/\/canal.example\/"}', ["http://canal.example/"]),
    "feed": (
        b"Content-Type: application/rss+xml\r\n",
        b"<link>http://canal.example/</link>",
        ["http://canal.example/"],
    ),
    "image": (b"Content-Type: image/svg+xml\r\n", PAGE, []),
    "untyped": (b"", PAGE, []),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("kind", RESPONSES)
@pytest.mark.parametrize("command", ["find", "scan"])
def test_texts_of_responses_are_read_by_their_content_type(urlmend, tree, kind, command):
    header, body, expected = RESPONSES[kind]
    response = record("response", "http://canal.example/page", b"HTTP/1.1 200 OK\r\n" + header + b"\r\n" + body)
    tree({"crawl.warc.gz": gzip.compress(response)})
    done = urlmend(command, "crawl.warc.gz", *(["--format", "jsonl"] if command == "find" else []))
    assert (done.status, [row["url"] for row in done.rows]) == (0, expected)
    assert {row["file" if command == "find" else "archive"] for row in done.rows} <= {
        "crawl.warc.gz!http://canal.example/page"
    }


IN_LATIN_1 = "http://canal.example/größe".encode("latin-1")
IN_KOI8 = "См. http://canal.example/канал и".encode("koi8-r")
META = b'<html><head><meta charset="windows-1252"><title>x</title>'
META_TYPE = b'<META http-equiv="Content-Type" content="text/html; charset=KOI8-R">'
CHARSETS = {
    "in the header": (b"text/plain; charset=ISO-8859-1", IN_LATIN_1, "http://canal.example/größe"),
    "in quotes": (b'text/plain;Charset="latin1"', IN_LATIN_1, "http://canal.example/größe"),
    "in the page": (b"text/html", META + IN_LATIN_1, "http://canal.example/größe"),
    "in the page, as a type": (b"text/html", META_TYPE + IN_KOI8, "http://canal.example/канал"),
    "the header precedes the page": (b"text/html; charset=koi8-r", META + IN_KOI8, "http://canal.example/канал"),
    "utf-16": (b"text/plain; charset=utf-16le", "http://a.example/ö\n".encode("utf-16le"), "http://a.example/ö"),
    "a byte order mark precedes the header": (
        b"text/plain; charset=latin1",
        b"\xef\xbb\xbf" + "http://a.example/ö\n".encode(),
        "http://a.example/ö",
    ),
    "none": (b"text/html", "<p>http://a.example/ö".encode(), "http://a.example/ö"),
    "unknown": (b"text/plain; charset=x-none", "http://a.example/ö\n".encode(), "http://a.example/ö"),
    "declared in text that is no page": (b"text/plain", META + "http://a.example/ö\n".encode(), "http://a.example/ö"),
    "of another kind in a page that can be read": (
        b"text/html",
        b'<meta charset="utf-16">' + "<p>http://a.example/ö".encode(),
        "http://a.example/ö",
    ),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("kind", CHARSETS)
def test_responses_are_decoded_by_their_charsets(urlmend, tree, kind):
    content_type, body, url = CHARSETS[kind]
    response = b"HTTP/1.1 200 OK\r\nContent-Type: " + content_type + b"\r\n\r\n" + body
    tree({"crawl.warc.gz": gzip.compress(record("response", "http://canal.example/page", response))})
    done = urlmend("find", "crawl.warc.gz", "--format", "jsonl")
    assert (done.status, [row["url"] for row in done.rows]) == (0, [url])


@each_row("charset", ["gb18030", "iso-2022-jp", "utf-16le", "utf-7", "shift_jis"])
def test_long_responses_are_decoded_in_pieces(charset):
    text = "http://canal.example/ 水門 x\n" * 20_000
    stream = Utf8Stream(io.BytesIO(text.encode(charset)), f"text/plain; charset={charset}", is_page=False)
    pieces = list(iter(lambda: stream.read(1000), b""))
    assert max(map(len, pieces)) <= 1000
    assert b"".join(pieces).decode() == text


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", ["1000", "8000000"])
def test_a_scan_has_each_text_once(urlmend, tree, size):
    tree({"some.warc.wet.gz": archive() + gzip.compress(record("conversion", None, b"no URL\n" * 50_000))})
    done = urlmend("scan", "some.warc.wet.gz", env={"URLMEND_UNIT_SIZE": size})
    assert [(row["archive"].partition("!")[2], row["line"], row["url"]) for row in done.rows] == FOUND


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["a.warc.gz", "a.warc", "a.zip"])
def test_texts_have_the_dates_of_their_records(urlmend, tree, name):
    data = archive()
    if name == "a.warc":
        data = gzip.decompress(data)
    elif name == "a.zip":
        data = package({"a.warc.gz": data})
    folder = tree({name: data, "b.txt": "http://www.canal.example/b\n"})
    urlmend("scan", name, "b.txt", "-o", "r.sqlite")
    with closing(sqlite3.connect(folder / "r.sqlite")) as database:
        found = database.execute("SELECT DISTINCT date FROM urls WHERE archive <> 'b.txt'").fetchall()
        assert found == [("2004-01-05T10:00:00Z",)]
        assert database.execute("SELECT date FROM urls WHERE archive = 'b.txt'").fetchall() == [(None,)]
    assert urlmend("scan", name, "--since-date", "2004-01-06").rows == []
    assert urlmend("scan", name, "--since-date", "2004-01-05").rows


@pytest.mark.slow
def test_many_texts_take_no_more_time_each(urlmend, tree):
    records = [("conversion", f"http://a.example/{n}", b"http://b.example/%d\n" % n) for n in range(800)]
    tree({"many.warc.wet.gz": archive(records)})
    done = urlmend("scan", "many.warc.wet.gz", env={"URLMEND_UNIT_SIZE": "1000"})
    assert [row["url"] for row in done.rows] == [f"http://b.example/{n}" for n in range(800)]
    assert {row["line"] for row in done.rows} == {1}


def test_a_damaged_archive_is_reported_without_secrets(urlmend, tree):
    damaged = PLAIN.replace(b"Content-Length: 51", b"Content-Length: 5", 1).replace(
        b"see", b"ftp://al:h7Tq-92x@h.example/"
    )
    for content in (damaged, archive()[:-500], archive().replace(b"\x1f\x8b", b"\x1f\x00")):
        tree({"some.warc.wet.gz": content})
        done = urlmend("find", "some.warc.wet.gz", "--format", "jsonl")
        assert "h7Tq-92x" not in done.err
        assert "WARNING" not in done.err
    tree({"some.warc.wet": damaged})
    done = urlmend("find", "some.warc.wet")
    assert done.err == "urlmend: some.warc.wet: a record is damaged\n"
    assert done.status == 2


def test_without_warcio_there_is_a_message(urlmend, tree):
    folder = tree({"some.warc.wet.gz": archive(), "stubs/warcio/__init__.py": "raise ImportError"})
    done = urlmend("find", "some.warc.wet.gz", env={"PYTHONPATH": str(folder / "stubs")}, timeout=600)
    message = f"urlmend: some.warc.wet.gz: needs the package warcio: {install_hint('warc')}\n"
    assert (done.status, done.out, done.err) == (2, "", message)


@each_row(
    ("head", "is_one"),
    [
        (archive(), True),
        (PLAIN, True),
        (gzip.compress(b"WARC/2", mtime=0), False),
        (b"\x1f\x8b\x08rubbish", False),
        (b"", False),
    ],
)
def test_web_archives_are_recognised_by_their_first_bytes(head, is_one):
    assert is_web_archive(head[:1000]) is is_one


# In a process of its own: it leaves temporary files open.
WRITER = """
import io, sys
from warcio.warcwriter import WARCWriter
writer = WARCWriter(sys.stdout.buffer, gzip=True)
for number in range(3):
    text = io.BytesIO(f"see http://www.canal.example/{number}\\n".encode())
    writer.write_record(writer.create_warc_record("http://a.example/", "conversion", payload=text))
"""


def test_archives_of_other_programs_are_read(urlmend, tree):
    written = subprocess.run([sys.executable, "-c", WRITER], capture_output=True, check=True).stdout
    tree({"written.warc.wet.gz": written})
    assert urlmend("find", "written.warc.wet.gz").lines == [f"http://www.canal.example/{n}" for n in range(3)]
