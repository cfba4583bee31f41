"""Long parts of messages, which are read in windows: the same URLs and positions as when they are read at once."""

from __future__ import annotations

import base64
import io
import quopri

import pytest

from urlmend.decoding import text as long_text
from urlmend.decoding import transfer_encoding
from urlmend.finder import find_urls_by_window
from urlmend.mail import long_parts, message
from urlmend.sources.paths import Reading, read_stream

CHARSETS = ["utf-8", "iso-8859-1", "us-ascii", "gb18030", "unknown", ""]
LINES = [
    "see http://www.canal.example/%d?a=b|c and http//host.example/x",
    "> <URL:http://www.quay.example/long/%d/",
    "> path/to/page>, or https://www.harbour.example/%d",
    "",
    "caf\u00e9 at http://www.lock.example/caf\u00e9/%d = x==y",
    "http://www.canal.example/a-%d-",
    "b.html   ",
]


def lines(count, charset):
    text = "\n".join(line % number if "%" in line else line for number in range(count) for line in LINES)
    return text.encode("ascii" if charset in ("us-ascii", "unknown", "") else charset, "ignore")


def page(count, charset):
    text = "<html><body>\n" + "".join(
        f'<p>see <a href="http://www.canal.example/?a={number}&amp;b=1">the caf\u00e9</a>\n'
        f"and http://www.quay.example/{number}\nx <!-- <p>http://no.example/ --> y</p>\n"
        for number in range(count)
    )
    return text.encode("ascii" if charset in ("us-ascii", "unknown", "") else charset, "ignore")


def encoded(data, encoding):
    if encoding == "base64":
        return base64.encodebytes(data)
    return quopri.encodestring(data) if encoding == "quoted-printable" else data


def mailbox(body, encoding, charset, media_type="text/plain"):
    header = f"Content-Type: {media_type}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    parts = [f"--x\n{header}".encode() + body + b"\n", b"--x\n\nsee http://www.end.example/\n--x--\n"]
    start = b"From a@quay.example Mon Jan  5 10:00:00 2004\nSubject: x\nContent-Type: multipart/mixed; boundary=x\n\n"
    return start + b"".join(parts)


def found(data, *, in_windows, marker=b""):
    reading = Reading(in_windows=in_windows, read_fully_if_contains=marker)
    return [
        (url.text, url.alternatives, document.part, document.message, document.note, document.locate_all(url.spans))
        for document in read_stream(io.BytesIO(data), "box", len(data), reading)
        for urls in find_urls_by_window(document)
        for url in urls
    ]


@pytest.fixture
def small_windows(monkeypatch):
    monkeypatch.setattr(message, "_LONG", 1000)
    monkeypatch.setattr(long_text, "WINDOW_SIZE", 2000)
    monkeypatch.setattr(long_text, "REACH", 500)
    monkeypatch.setattr(long_parts, "_PAGE", 2000)
    monkeypatch.setattr(transfer_encoding, "_DECODED_AT_ONCE", 301)


@pytest.mark.slow_after(1)
@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit", "x-unknown"])
@pytest.mark.parametrize("charset", CHARSETS)
def test_texts_have_the_same_urls_in_windows(encoding, charset):
    data = mailbox(encoded(lines(50, charset), encoding), encoding, charset)
    urls = found(data, in_windows=True)
    assert urls == found(data, in_windows=False)
    assert len(urls) > 200


@pytest.mark.slow_after(1)
@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_lines_of_other_lengths_have_the_same_urls(encoding, ending):
    body = encoded(lines(25, "utf-8").replace(b"\n", ending), encoding)
    for length in (7, 61, 1_000_000):
        if encoding == "base64":
            digits = body.replace(b"\n", b"")
            body = b"\n".join(digits[at : at + length] for at in range(0, len(digits), length))
        data = mailbox(body, encoding, "utf-8")
        assert found(data, in_windows=True) == found(data, in_windows=False)


@pytest.mark.slow_after(1)
@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize(
    "tail", [b"", b"=", b"==\nxyz", b"\n\n-- \nlist: http://no.example/ (x)\n", b"A", b"\xff\xfe", b"=3"]
)
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
def test_malformed_ends_are_read_as_those_of_short_parts(encoding, tail):
    data = mailbox(encoded(lines(50, "utf-8"), encoding).rstrip(b"=\n") + tail, encoding, "utf-8")
    assert found(data, in_windows=True) == found(data, in_windows=False)


@pytest.mark.slow_after(1)
@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
@pytest.mark.parametrize("charset", CHARSETS)
def test_pages_have_the_same_urls_in_pieces(encoding, charset):
    data = mailbox(encoded(page(200, charset), encoding), encoding, charset, "text/html")
    assert sorted(found(data, in_windows=True)) == sorted(found(data, in_windows=False))
    assert len(found(data, in_windows=True)) == 401


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("inside", ["<!-- {} -->", "<script>{}</script>", "<pre>{}</pre>", "<img alt='{}'>", "{}"])
def test_pages_are_split_outside_of_markup_only(inside):
    text = "<html>" + inside.format("see http://www.canal.example/a\nb x " * 500) + page(3, "ascii").decode()
    data = mailbox(text.encode(), "8bit", "utf-8", "text/html")
    assert sorted(found(data, in_windows=True)) == sorted(found(data, in_windows=False))


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
def test_parts_with_comments_are_read_at_once(encoding):
    data = mailbox(encoded(lines(100, "utf-8") + b"\nurlmend: ignore-file\n", encoding), encoding, "utf-8")
    documents = read_stream(io.BytesIO(data), "box", None, Reading(in_windows=True, read_fully_if_contains=b"urlmend:"))
    assert not any(document.is_read_in_windows for document in documents)
