"""The CPU time of decoders and containers grows linearly with their input."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest
import zstandard

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks
from urlmend import find
from urlmend.mail import mailbox as mailboxes
from urlmend.mail.message import documents
from urlmend.mail.source_map import RawMessage
from urlmend.model.document import Document
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
CHARSETS = "utf-8 utf-7 utf-16 utf-32 iso-2022-jp hz gb18030 big5 shift_jis euc-kr cp1252 idna hex unknown".split()
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
    assert_linear(read, lambda length: RawMessage(made(length), "m", 0, 1, 0), 32_000)


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

    assert_linear_on_attacks(read, short_attacks(), message, 10_000)


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


PACKED = {
    "gz": lambda n: gzip.compress(MESSAGE * n),
    "gz in pieces": lambda n: gzip.compress(MESSAGE) * n,
    "bz2": lambda n: bz2.compress(MESSAGE * n),
    "bz2 in pieces": lambda n: bz2.compress(MESSAGE) * n,
    "xz": lambda n: lzma.compress(MESSAGE * n),
    "xz in pieces": lambda n: lzma.compress(MESSAGE) * n,
    "zst": lambda n: zstandard.compress(MESSAGE * n),
    "zst in pieces": lambda n: zstandard.compress(MESSAGE) * n,
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
