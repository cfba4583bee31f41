"""The CPU time of decoders and containers grows linearly with their input."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks
from structures import zstd_compressed
from urlmend import find
from urlmend.finder import FindOptions
from urlmend.linting.project_linter import ProjectLinter
from urlmend.mail import mailbox as mailboxes
from urlmend.mail.headers import MAX_HEADER
from urlmend.mail.message import documents
from urlmend.mail.source_map import RawMessage
from urlmend.model.document import Document
from urlmend.reports import ReportStyle, jsonl
from urlmend.scan.results.database import Database
from urlmend.scan.results.resolve_sql import resolve
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.sources.paths import Reading, read_stream

pytestmark = pytest.mark.slow

SEPARATOR = b"From a@b.example Mon Jan  5 10:00:00 2004\n"
MESSAGE = b"From: a\nSubject: b\n\nsee http://a.example/b\n\n"


def header(before, unit, after=b""):
    return lambda n: b"From: a\nSubject: b\n" + before + unit * n + after + b"\n\nhttp://a.example/\n"


def body(kind, unit, *, encoding=b"", before=b"", after=b""):
    field = b"Content-Transfer-Encoding: " + encoding + b"\n" if encoding else b""
    head = b"From: a\nSubject: b\nContent-Type: " + kind + b"\n" + field + b"\n" + before
    return lambda n: head + unit * n + after


def html(unit, before=b"", after=b""):
    return body(b"text/html", unit, before=before, after=after)


def numbered(text, before=b"From: a\nSubject: b\n", after=b"\n\nhttp://a.example/\n"):
    return lambda n: before + b"".join(text.replace(b"#", b"%d" % number) for number in range(n)) + after


MIXED = b"multipart/mixed; boundary=b"
QP = b"quoted-printable"
TYPE = b"Content-Type: text/plain;"

# What grows, and in which message: name -> function of n.
MESSAGES = {
    "blanks in a field": header(TYPE, b" ", b"x"),
    "parameters": header(TYPE, b" a=b;"),
    "parameters without a value": header(TYPE, b" a"),
    "semicolons": header(TYPE, b";"),
    "a quote never closed": header(TYPE, b' a="\\'),
    "pieces of a parameter (RFC 2231)": numbered(b"; name*#*=%41%42", before=b"From: a\nSubject: b\nContent-Type: a/b"),
    "encoded pieces of a parameter": numbered(b"; name*#*=%41%42", before=b"From: a\nContent-Type: a/b", after=b"\n\n"),
    "equal pieces of a parameter": header(TYPE, b"; name*1=a"),
    "pieces with long numbers": numbered(b"; a*" + b"9" * 500 + b"#=a", before=b"From: a\nContent-Type: a/b"),
    "an endless number of a piece": header(TYPE + b"a*", b"9", b"=a"),
    "an endless parameter name": header(TYPE, b"a*"),
    "comments": header(b"Content-Transfer-Encoding: ", b"("),
    "encoded words": header(b"X: http://a ", b"=?utf-8?q?=41?= "),
    "encoded words in base64": header(b"X: http://a ", b"=?utf-8?b?QUFB?= "),
    "encoded words never closed": header(b"X: http://a ", b"=?utf-8?q?"),
    "blanks behind an encoded word": header(b"X: http://a =?utf-8?q?a?=", b" ", b"x"),
    "folds": header(b"X: http://a", b"\n a"),
    "fields": header(b"", b"X: http://a.example/\n"),
    "fields of many names": numbered(b"X#: http://a.example/\n"),
    "a line that is no field": header(b"", b"a"),
    "boundaries": body(MIXED, b"--b\n"),
    "boundaries in lines": body(MIXED, b"--b"),
    "what begins like a boundary": body(MIXED, b"--bb\n"),
    "parts": body(MIXED, b"--b\n\nhttp://a.example/\n"),
    "parts in parts": numbered(b"Content-Type: multipart/mixed; boundary=b#\n\n--b#\n"),
    "parts in parts with one boundary": body(MIXED, b"--b\nContent-Type: " + MIXED + b"\n\n"),
    "messages in messages": lambda n: b"From: a\nContent-Type: message/rfc822\n\n" * n + MESSAGE,
    "a digest": body(b"multipart/digest; boundary=b", b"--b\n\nSubject: http://a.example/\n\nx\n"),
    "hyphens": body(b"multipart/mixed; boundary=" + b"-" * 60, b"-" * 10),
    "quoted-printable": body(b"text/plain", b"http://a.example/=41 ", encoding=QP),
    "quoted-printable with blanks": body(b"text/plain", b" ", encoding=QP, before=b"http://a \t\n==b", after=b"c"),
    "quoted-printable with equals signs": body(b"text/plain", b"=", encoding=QP, before=b"http://a.example/"),
    "quoted-printable with soft breaks": body(b"text/plain", b"=\n", encoding=QP, before=b"http://a.example/"),
    "base64": body(b"text/plain", b"aHR0cDovL2EvYiAK\n", encoding=b"base64"),
    "base64 with blank lines": body(b"text/plain", b"aHR0\n\n", encoding=b"base64", before=b"aHR0cDovL2EvYiAK"),
    "base64 that is none": body(b"text/plain", b"!\n ", encoding=b"base64", before=b"aHR0cDovL2EvYiAK"),
    "tags": html(b"<a href='http://a.example/'>b</a>"),
    "tags never closed": html(b"<a "),
    "opening angle brackets": html(b"<"),
    "quotes never closed": html(b"<a href='http://a/"),
    "comments in HTML": html(b"<!-- http://a/ -->"),
    "comments in HTML never closed": html(b"<!--"),
    "declarations never closed": html(b"http://a <!a"),
    "instructions never closed": html(b"http://a <?a"),
    "scripts that are only closed": html(b"</script", before=b"<script>"),
    "styles": html(b"<style>a</style>"),
    "entities": html(b"&colon;", before=b"http://a/"),
    "ampersands": html(b"&#", before=b"http://a/"),
    "attributes": html(b" href=http://a.example/", before=b"<a", after=b">"),
    "blanks before an equals sign": html(b" ", before=b"<a href", after=b"='http://a.example/'>"),
    "blanks behind an equals sign": html(b" ", before=b"<a href=", after=b"'http://a.example/'>"),
    "blanks in a refresh": html(b" ", before=b"<meta content='0;url=http://a.example/", after=b"b'>"),
    "blanks before content": html(b" ", before=b"<meta http-equiv=a:b content=", after=b"b>"),
    "quotes in a refresh": html(b'"', before=b"<meta content='0;url=http://a.example/", after=b"b'>"),
    "a long source in a set": html(b"a", before=b"<img srcset='", after=b"'>http://a"),
    "sources in a set": html(b"http://a.example/b 1x, ", before=b"<img srcset='", after=b"'>"),
    "commas in a set": html(b",", before=b"<img srcset='a:", after=b"'>http://a"),
}
CHARSETS = (
    "utf-8 utf-7 utf-16 utf-32 iso-2022-jp hz gb18030 big5 shift_jis euc-kr cp1252 idna punycode hex unknown".split()
)
MESSAGES |= {
    f"text in {name}": body(b"text/plain; charset=" + name.encode(), b"http://a/+AGE-\x1b$B~~{\xff ")
    for name in CHARSETS
}


def read(raw):
    for document in documents(raw, all_headers=True):
        for url in find(document, schemeless=True):
            document.locate(url.outer)


def by_length(made):
    """The same inputs, by their length."""
    unit = (len(made(300)) - len(made(0))) / 300
    return lambda length: made(round(length / unit))


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name):
    made = by_length(MESSAGES[name])
    # What follows MAX_HEADER bytes of a header is read as text, which takes more time.
    assert_linear(read, lambda length: RawMessage(made(min(length, MAX_HEADER)), "m", 0, 1, 0), 32_000)


REPORTED = {
    "fields of many names": numbered(b"X#: http://a.example/b|c\n"),
    "parts": body(MIXED, b"--b\n\nhttp://a.example/b|c\n"),
    "a long subject and many parts": lambda n: body(MIXED, b"--b\n\nhttp://a.example/b|c\n")(n).replace(
        b"Subject: b", b"Subject: " + b"b" * 20 * n
    ),
    "a long subject": lambda n: b"From: a\nSubject: " + b"s" * 20 * n + b"\n\n" + b"http://a.example/b|c\n" * n,
    "a long identifier": lambda n: b"From: a\nMessage-ID: " + b"s" * 20 * n + b"\n\n" + b"http://a.example/b|c\n" * n,
    "a long field name": lambda n: b"From: a\n" + b"X" * 20 * n + b": " + b"http://a.example/b|c " * n + b"\n\n",
    "a long content type": lambda n: body(b"text/" + b"x" * 20 * n, b"http://a.example/b|c\n")(n),
    "a long encoding": lambda n: body(b"text/plain", b"http://a.example/b|c\n", encoding=b"x" * 20 * n)(n),
}


@pytest.mark.parametrize("name", REPORTED)
@pytest.mark.parametrize("command", ["lint", "scan"])
def test_reports_on_messages(name, command):
    linter = ProjectLinter(Config(), "", FindOptions())
    reader = UnitReader(Config(), "", FindOptions(), Reading(all_headers=True), Filters())

    def report(data):
        if command == "scan":
            assert reader(Unit("", ("m",), 1, data=data)).findings
            return
        results = [
            result
            for document in documents(RawMessage(data, "m", 0, 1, 0), all_headers=True)
            for result in linter.results(document)
        ]
        jsonl.findings(results, io.StringIO(), ReportStyle())

    assert_linear(report, by_length(REPORTED[name]), 8_000)


HEADS = {
    "field": b"From: a\nX: http://a ",
    "type": b"From: a\nContent-Type: ",
    "text": b"From: a\n\nhttp://a/ ",
    "quoted-printable": b"From: a\nContent-Transfer-Encoding: quoted-printable\n\n",
    "html": b"From: a\nContent-Type: text/html\n\n",
    "html attribute": b"From: a\nContent-Type: text/html\n\n<a href='",
}


@pytest.mark.parametrize("name", HEADS)
def test_attacks_in_messages(name):
    def message(text):
        return RawMessage(HEADS[name] + text.encode("utf-8", "surrogatepass"), "m", 0, 1, 0)

    assert_linear_on_attacks(read, short_attacks(), message, 4_000)


BOXES = {
    "messages": lambda n: (SEPARATOR + MESSAGE) * n,
    "separators": lambda n: SEPARATOR * n,
    "separators and blank lines": lambda n: (SEPARATOR + b"\n") * n,
    "messages without a blank line": lambda n: (SEPARATOR + b"\n\n").replace(b"\n", b"\r\n") * n,
    "lines that begin like a separator": lambda n: SEPARATOR + b"\n\nFrom a" * n,
    "times in a separator": lambda n: SEPARATOR + b"\n\nFrom a" + b" 1:11" * n,
    "times and years in a separator": lambda n: SEPARATOR + b"\n\nFrom a" + b" 1:11 1911" * n,
    "lengths": lambda n: (SEPARATOR + b"From: a\nContent-Length: 5\n\nhttp:\n\n") * n,
    "articles": lambda n: (b"#! rnews %d\n" % len(MESSAGE) + MESSAGE) * n,
    "empty articles": lambda n: b"#! rnews 0\n" * n,
    "articles that claim to be long": lambda n: b"#! rnews 999999999999\n" * n,
}


def read_box(data):
    stream = io.BytesIO(data)
    for message in mailboxes.messages(stream.read(9), stream, "box"):
        assert message.data is not None


@pytest.mark.parametrize("name", BOXES)
def test_mailboxes(name):
    assert_linear(read_box, by_length(BOXES[name]), 64_000)


def test_attacks_in_mailboxes():
    assert_linear_on_attacks(
        read_box, short_attacks(), lambda text: SEPARATOR + b"\n\n" + text.encode("utf-8", "surrogatepass"), 10_000
    )


def tarred(count):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for number in range(count):
            info = tarfile.TarInfo(f"{number}")
            info.size = len(MESSAGE)
            archive.addfile(info, io.BytesIO(MESSAGE))
    return buffer.getvalue()


def zipped(count):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}", MESSAGE)
    return buffer.getvalue()


def zipped_in(count):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.zip", zipped(2))
    return buffer.getvalue()


def extended(count, kind=tarfile.XHDTYPE, content=b"1"):
    """A tar file with an extended header of so many bytes, and one file."""
    info = tarfile.TarInfo("pax")
    info.type, info.size = kind, count
    header = info.tobuf(tarfile.USTAR_FORMAT) + (content * count)[:count].ljust(-(-count // 512) * 512, b"\0")
    return header + tarred(1)


EXTENDED = {
    "digits": (tarfile.XHDTYPE, b"1"),
    "digits and spaces": (tarfile.XHDTYPE, b"1 "),
    "short records": (tarfile.XHDTYPE, b"6 a=b\n"),
    "records without an end": (tarfile.XHDTYPE, b"9 a=b\n"),
    "global records": (tarfile.XGLTYPE, b"6 a=b\n"),
    "sparse maps": (tarfile.XHDTYPE, b"25 GNU.sparse.numbytes=0\n"),
    "a long name": (tarfile.GNUTYPE_LONGNAME, b"a"),
    "a long link": (tarfile.GNUTYPE_LONGLINK, b"a"),
}


@pytest.mark.parametrize("name", EXTENDED)
def test_extended_headers(name):
    def read_all(data):
        assert sum(
            isinstance(found, Document) for found in read_stream(io.BytesIO(data), "a.tar", len(data), Reading())
        )

    assert_linear(read_all, lambda count: extended(count, *EXTENDED[name]), 20_000)


def test_many_extended_headers():
    assert_linear(read_packed, lambda count: extended(6, content=b"6 a=b\n")[:1024] * count + tarred(1), 300)


def doubtful(count):
    """A result with so many copies of a URL whose reading is in doubt, and other URLs."""
    reader = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    text = b"see http://a.example/list-\nname/x.html\n\n"
    rows = reader(Unit("", ("a",), 1, data=text))
    assert rows.urls[0].alternatives != "[]"
    database = Database(":memory:", {})
    database.begin(["a"])
    database.add(Unit("a", ("a",), 1), rows._replace(urls=rows.urls * count, findings=()))
    return database


def test_settling_doubts():
    assert_linear(lambda database: resolve(database.connection), doubtful, 1000)


PACKED = {
    "gz": lambda n: gzip.compress(MESSAGE * n),
    "gz in pieces": lambda n: gzip.compress(MESSAGE) * n,
    "bz2": lambda n: bz2.compress(MESSAGE * n),
    "bz2 in pieces": lambda n: bz2.compress(MESSAGE) * n,
    "xz": lambda n: lzma.compress(MESSAGE * n),
    "xz in pieces": lambda n: lzma.compress(MESSAGE) * n,
    "zst": lambda n: zstd_compressed(MESSAGE * n),
    "zst in pieces": lambda n: zstd_compressed(MESSAGE) * n,
    "tar": tarred,
    "zip": zipped,
    "tar in gz": lambda n: gzip.compress(tarred(n)),
    "zips in a zip": zipped_in,
}


def read_packed(data):
    for document in read_stream(io.BytesIO(data), "a.zip", len(data), Reading()):
        assert isinstance(document, Document)
        assert find(document)


@pytest.mark.parametrize("name", PACKED)
def test_packed(name):
    assert_linear(read_packed, PACKED[name], 40)
