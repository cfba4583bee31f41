"""Messages become documents: parts, charsets, headers, flowed text, positions in the file."""

from __future__ import annotations

import email
import re
import tracemalloc
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from labelled import FOLDERS
from tables import each_row
from urlmend.decoding import transfer_encoding as transfer
from urlmend.formats.recognition import FORMATS
from urlmend.mail import message as mail
from urlmend.mail.headers import header_at
from urlmend.mail.message import documents
from urlmend.mail.source_map import RawMessage, TextOrigin

MESSAGES = sorted(path for folder in FOLDERS for path in folder.rglob("*.eml"))


def read(message: str | bytes, **options: bool) -> list[urlmend.Document]:
    data = message.encode() if isinstance(message, str) else message
    return list(documents(RawMessage(data, "box", 0, 1), **options))


def texts(message: str | bytes) -> list[str]:
    return [document.text for document in read(message)]


def found(message: str | bytes, **options: bool) -> list[str]:
    return [url.text for document in read(message, **options) for url in urlmend.find(document)]


def positions(message: str | bytes) -> list[tuple[int, int]]:
    """Line and column of each URL."""
    return [
        (at.line, at.column)
        for document in read(message)
        for url in urlmend.find(document)
        for at in [document.locate(url.spans[0])]
    ]


PLAIN = """\
From: Ada <ada@letters.example>
Subject: The plan
Message-ID: <1@letters.example>
Date: Mon, 5 Jan 2004 10:00:00 +0000

see http://www.example.org/plan
"""


def test_the_body_of_a_text_message_is_a_document() -> None:
    (document,) = read(PLAIN)
    assert document.text == "see http://www.example.org/plan\n"
    assert document.origin is not None
    assert document.origin.message == ("<1@letters.example>", "Mon, 5 Jan 2004 10:00:00 +0000", "The plan", 0)
    assert document.origin.part
    assert document.origin.part[:2] == ("1", "text/plain")


def test_positions_count_lines_of_the_file() -> None:
    assert positions(PLAIN) == [(6, 5)]


@each_row(
    ("body", "headers", "expected", "place"),
    [
        ("x=20http://a.example/?q=3D1", "quoted-printable", "http://a.example/?q=1", (6, 5)),
        ("caf=C3=A9 http://a.example/=\nlong", "quoted-printable", "http://a.example/long", (6, 11)),
        ("blank   \nhttp://a.example/=zz", "quoted-printable", "http://a.example/=zz", (7, 1)),
        ("c2VlIGh0dHA6Ly9hLmV4YW1wbGUvYgo=", "base64", "http://a.example/b", (6, 1)),
        ("c2VlIGh0dHA6\n**Ly9hLmV4**YW1wbGUvYg", "base64", "http://a.example/b", (6, 1)),
        ("see http://a.example/=3D1", "7bit", "http://a.example/=3D1", (6, 5)),
        ("see http://a.example/=3D1", "x-strange", "http://a.example/=3D1", (6, 5)),
    ],
)
def test_transfer_encodings_are_decoded_and_positions_are_those_of_the_file(
    body: str, headers: str, expected: str, place: tuple[int, int]
) -> None:
    message = (
        "Subject: x\nFrom: y\nContent-Type: text/plain; charset=utf-8\n"
        + f"Content-Transfer-Encoding: {headers}\n\n{body}\n"
    )
    assert found(message) == [expected]
    assert positions(message) == [place]


@pytest.mark.parametrize("declared", ["", "Content-Transfer-Encoding: 7bit\n"])
def test_undeclared_quoted_printable_is_decoded_and_positions_are_those_of_the_file(declared: str) -> None:
    soft = "Url : http://lists.example/canal/attachments/20070801/" + "a" * 21 + "=\n8f3/plan.html\n"
    message = f"From: a@canal.example\nSubject: x\n{declared}\n{soft}"
    assert found(message) == ["http://lists.example/canal/attachments/20070801/" + "a" * 21 + "8f3/plan.html"]
    assert [column for _, column in positions(message)] == [7]
    (document,) = read(message)
    assert document.region is None


@pytest.mark.parametrize(("address", "codes"), [("ada at canal.example", []), ("ada at home", ["URL714", "URL107"])])
def test_addresses_of_archives_are_not_reported(address: str, codes: list[str]) -> None:
    (document,) = read(f"From: ada at canal.example (Ada)\nSubject: x\n\n<URL:mailto:{address}>\n")
    assert [finding.code for finding in urlmend.lint(document)] == codes


def test_undecodable_text_is_noted() -> None:
    (document,) = read("Subject: x\nContent-Transfer-Encoding: x-strange\n\nsee http://a.example/b\n")
    assert "x-strange" in document.note
    (document,) = read(b"Subject: x\nContent-Type: text/plain; charset=utf-8\n\n\xff http://a.example/b\n")
    assert "utf-8" in document.note
    assert read(PLAIN)[0].note == ""


@each_row(
    ("charset", "data", "expected"),
    [
        ("iso-8859-1", "\u00e9 http://a.example/\u00e9".encode("latin-1"), "http://a.example/\u00e9"),
        ("windows-1252", b"\x93http://a.example/b\x94", "http://a.example/b"),
        ("us-ascii", "\u00e9 http://a.example/\u00e9".encode(), "http://a.example/\u00e9"),
        ("us-ascii", b"\x93http://a.example/b\x94", "http://a.example/b"),
        ("nobody-knows-it", b"http://a.example/b", "http://a.example/b"),
        ("iso-2022-jp", "\u4f8b http://a.example/b \u4f8b".encode("iso2022_jp"), "http://a.example/b"),
        ("shift_jis", "\u4f8b http://a.example/b".encode("cp932"), "http://a.example/b"),
        ("utf-16", "http://a.example/b".encode("utf-16"), "http://a.example/b"),
        ("utf-7", b"+AOk- http://a.example/b", "http://a.example/b"),
        ("hex", b"http://a.example/b", "http://a.example/b"),
    ],
)
def test_charsets_by_label_and_content(charset: str, data: bytes, expected: str) -> None:
    message = f"Subject: x\nContent-Type: text/plain; charset={charset}\n\n".encode() + data + b"\n"
    assert found(message) == [expected]


MULTIPART = """\
Subject: parts
Content-Type: multipart/mixed; boundary="=_outer"

preamble http://preamble.example/
--=_outer
Content-Type: multipart/alternative; boundary=inner

--inner

one http://one.example/
--inner
Content-Type: text/html

<p>two <a href="http://two.example/?a=1&amp;b">http://<b>three</b>.example/</a></p>
--inner--
--=_outer
Content-Type: message/rfc822

Subject: inside http://four.example/

five http://five.example/
--=_outer
Content-Type: application/octet-stream

http://binary.example/
--=_outer
Content-Type: text/x-patch; name=x
Content-Disposition: attachment

+six http://six.example/
--=_outer--
epilogue http://epilogue.example/
"""


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_text_part_is_read(ending: str) -> None:
    assert found(MULTIPART.replace("\n", ending)) == [
        "http://one.example/",
        "http://three.example/",
        "http://two.example/?a=1&b",
        "http://four.example/",
        "http://five.example/",
        "http://six.example/",
    ]


TYPES = [(name, row.name) for row in FORMATS for name in row.content_types.split()]


@each_row(
    ("name", "form"),
    [*TYPES, ("application/problem+json", "json"), ("application/rss+xml", "markup"), ("text/x-unknown", "text")],
)
def test_parts_are_read_by_the_format_of_their_content_type(name: str, form: str) -> None:
    (document,) = read(f"From: a@canal.example\nContent-Type: {name}; charset=utf-8\n\nhttp://canal.example/\n")
    assert (document.format, document.text.strip(" \n\0")) == (form, "http://canal.example/")


@each_row("name", ["application/octet-stream", "application/pdf", "image/svg+xml", "application/pgp-signature"])
def test_parts_without_text_are_not_read(name: str) -> None:
    assert read(f"From: a@canal.example\nContent-Type: {name}\n\nhttp://canal.example/\n") == []


def test_json_in_mail_is_decoded() -> None:
    body = '{"url": "http:\\/\\/canal.example\\/plan", "note": "at\\nhttp://canal.example/next"}'
    message = f"From: a@canal.example\nContent-Type: application/json\n\n{body}\n"
    assert found(message) == ["http://canal.example/plan", "http://canal.example/next"]


def test_parts_have_paths_and_types() -> None:
    parts = [document.part[:2] for document in read(MULTIPART) if document.part]
    assert parts == [
        ("1.1", "text/plain"),
        ("1.2", "text/html"),
        ("2.subject", "text/plain"),
        ("2", "text/plain"),
        ("4", "text/x-patch"),
    ]


def test_positions_are_right_through_html_and_parts() -> None:
    assert positions(MULTIPART) == [(10, 5), (14, 48), (14, 17), (19, 17), (21, 6), (30, 6)]


@each_row(
    ("head", "body", "expected"),
    [
        ("Content-Type: multipart/mixed; boundary=never", "see http://a.example/b", ["http://a.example/b"]),
        ("Content-Type: multipart/mixed", "see http://a.example/b", ["http://a.example/b"]),
        ("Content-Type: multipart/mixed; boundary=b", "--b\n\nsee http://a.example/b", ["http://a.example/b"]),
        ("Content-Type: nonsense", "see http://a.example/b", ["http://a.example/b"]),
        ("Content-Type: text/plain; charset*=utf-8''utf%2D8", "\u00e9 http://a.example/b", ["http://a.example/b"]),
        (
            "Content-Type: multipart/mixed; boundary*0=a; boundary*1=b",
            "--ab\n\nhttp://a.example/b\n--ab--",
            ["http://a.example/b"],
        ),
        ("Content-Type: image/png", "http://a.example/b", []),
        (
            "Content-Type: multipart/digest; boundary=b",
            "--b\n\nSubject: x http://a.example/b\n\ny\n--b--",
            ["http://a.example/b"],
        ),
    ],
)
def test_malformed_and_rare_structures(head: str, body: str, expected: list[str]) -> None:
    assert found(f"Subject: x\n{head}\n\n{body}\n") == expected


@each_row(
    ("subject", "expected"),
    [
        ("see http://a.example/b", ["http://a.example/b"]),
        ("=?utf-8?q?see_http=3A//a=2Eexample/b?=", ["http://a.example/b"]),
        ("=?utf-8?b?c2VlIGh0dHA6Ly9hLmV4?= =?utf-8?b?YW1wbGUvYg==?=", ["http://a.example/b"]),
        ("Re: the plan", []),
        ("=?broken?x?http?=", []),
    ],
)
def test_the_subject_is_read(subject: str, expected: list[str]) -> None:
    assert found(f"Subject: {subject}\n\nbody\n") == expected


def test_all_headers_adds_other_fields_but_no_message_ids() -> None:
    message = "Message-ID: <news:1@a.example>\nX-URL: http://a.example/b\nList-Help: <mailto:help@a.example>\n\nbody\n"
    assert found(message) == []
    assert found(message, all_headers=True) == ["http://a.example/b", "mailto:help@a.example"]


FLOWED = "Subject: x\nContent-Type: text/plain; format=flowed{}\n\n{}\n"


def one(message: str) -> urlmend.Url:
    ((url,),) = [urlmend.find(document) for document in read(message)]
    return url


def test_a_soft_break_with_delsp_is_joined_with_certainty() -> None:
    url = one(FLOWED.format("; DelSp=yes", "see http://a.example/long- \nname"))
    assert (url.text, url.breaks, url.confidence, url.alternatives) == (
        "http://a.example/long-name",
        ("flowed",),
        "certain",
        (),
    )


def test_a_second_space_before_a_soft_break_with_delsp_ends_the_url() -> None:
    assert one(FLOWED.format("; DelSp=yes", "see http://a.example/long-  \nname")).text == "http://a.example/long-"


def test_a_soft_break_without_delsp_needs_evidence_and_is_reported() -> None:
    message = FLOWED.format(
        "", "see http://www.example.org/plans/city/2004/budget/over_all_the_citi \nes/of_the_north.html"
    )
    (document,) = read(message)
    (url,) = urlmend.find(document)
    assert url.text.endswith("/over_all_the_cities/of_the_north.html")
    assert url.breaks == ("flowed",)
    assert "URL117" in [finding.code for finding in urlmend.lint(document)]


def test_prose_after_a_soft_break_is_not_joined() -> None:
    assert (
        one(FLOWED.format("", "The plan is at http://a.example/plan/ \nand it is long.")).text
        == "http://a.example/plan/"
    )


@each_row("kind", ["rfc822", "news", "global"])
def test_attached_messages_are_decoded_by_their_own_header(kind: str) -> None:
    inner = "Content-Transfer-Encoding: quoted-printable\n\nsee http://a.example/?b=3Dc\n"
    assert found(f"Content-Type: message/{kind}\n\n{inner}") == ["http://a.example/?b=c"]


@pytest.mark.parametrize("depth", [1, 40])
def test_nesting_is_bounded(depth: int) -> None:
    message = "see http://a.example/b\n"
    for _ in range(depth):
        message = f"Content-Type: message/rfc822\n\n{message}"
    assert len(found(message)) == (1 if depth < mail.MAX_DEPTH else 0)


@each_row("charset", ["utf-16", "utf-16-le", "utf-32", "utf-7", "iso-2022-jp", "hz", "utf-8", "gb2312"])
@each_row("tail", [b"\n", b"\n\n\n", b"\xff\xfe\n", b"\x1b$B\xff\n", b"+2AE-\n"])
def test_positions_in_a_text_with_a_wrong_charset_ascend(charset: str, tail: bytes) -> None:
    text = "see http://a.example/b and\nhttp://b.example/\n".encode(charset)
    header = f"Content-Type: text/plain; charset={charset}\n\n".encode()
    for document in read(header + text + tail):
        places = [document.locate(url.spans[0]) for url in urlmend.find(document)]
        assert places == sorted(places)


# --- the standard library as oracle -------------------------------------------------------------------------

# Intentional differences: reason -> predicate of (encoded, ours, theirs).
KNOWN_DIFFERENCES = {
    "RFC 2045 section 6.7 (3): white space at the ends of encoded lines are deleted": lambda encoded, ours, theirs: (
        comparable(ours) == comparable(theirs)
    ),
    "a malformed escape is kept, and the text after it is decoded": lambda encoded, ours, theirs: b"==" in encoded,
    "base64 is decoded up to the text after it": lambda encoded, ours, theirs: theirs.startswith(
        (encoded[:60], ours[:-3])
    ),
}


def our_leaves(data: bytes) -> list[tuple[str, bytes, bytes]]:
    collector = mail._PartCollector(RawMessage(data, "", 0, 1), all_headers=False)
    collector.add_message(header_at(data, 0, len(data)), 0, len(data))
    bodies = [body for body in collector.found if isinstance(body, mail._Body)]
    encoded = [data[body.start : body.stop] for body in bodies]
    return [
        (body.content_type.name, piece, transfer.decode(piece, body.content_type.encoding))
        for body, piece in zip(bodies, encoded, strict=True)
    ]


# Where one part for us is several for the standard library: its type, and how to put theirs together again.
KNOWN_SPLITS = {
    # RFC 3464 section 2.1: groups of fields, with empty lines between them. They are one text to read.
    "message/delivery-status": lambda groups: b"".join(group.as_bytes() for group in groups),
}


def standard_leaves(data: bytes) -> list[tuple[str, bytes]]:
    return [
        (part.get_content_type(), payload_of(part))
        for part in leaf_parts(email.message_from_bytes(data))
        if part.get_content_maintype() == "text" or part.get_content_type() in mail._TEXT_TYPES | mail._MESSAGE_TYPES
    ]


def leaf_parts(part: Message) -> Iterator[Message]:
    """Yield the leaves; the standard library parses the fields of a delivery status (RFC 3464) as parts."""
    if part.is_multipart() and part.get_content_type() != "message/delivery-status":
        for child in part.get_payload():
            yield from leaf_parts(child)
    else:
        yield part


def payload_of(part: Message) -> bytes:
    if part.is_multipart():
        return b"".join(child.as_bytes() for child in part.get_payload())
    return part.get_payload(decode=True) or b""


def comparable(data: bytes) -> bytes:
    return re.sub(rb"[ \t]*\r?\n", b"\n", data).rstrip()


def assert_same_leaves(message: bytes) -> None:
    ours, theirs = our_leaves(message), standard_leaves(message)
    assert [name for name, _, _ in ours] == [name for name, _ in theirs]
    for (_, encoded, mine), (_, other) in zip(ours, theirs, strict=True):
        assert mine == other or any(known(encoded, mine, other) for known in KNOWN_DIFFERENCES.values())


def test_leaves_are_those_of_the_standard_library() -> None:
    for path in MESSAGES:
        assert_same_leaves(path.read_bytes())


parts = st.sampled_from(
    [
        "Content-Type: text/plain\n\nhello\n",
        "\nno header\n",
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n",
        "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\na=3Db=\nc\n",
        "Content-Type: application/x-thing\n\nbinary\n",
        "Content-Type: message/rfc822\n\nSubject: inner\n\nbody\n",
    ]
)


@st.composite
def generated(draw: st.DrawFn, depth: int = 2) -> str:
    inner = st.one_of(parts, generated(depth - 1)) if depth else parts
    boundary = draw(st.sampled_from(["b", "=_x", "a b", "b1"])) + str(depth)
    body = "".join(f"--{boundary}\n{draw(inner)}" for _ in range(draw(st.integers(1, 3))))
    return f'Content-Type: multipart/mixed; boundary="{boundary}"\n\n{body}--{boundary}--\n'


@given(generated(), st.sampled_from(["\n", "\r\n"]))
def test_leaves_of_generated_messages_are_those_of_the_standard_library(message: str, ending: str) -> None:
    data = ("Subject: x\n" + message).replace("\n", ending).encode()
    assert_same_leaves(data)


@each_row("charset", ["undefined", "idna", "punycode", "unicode_escape", "utf-7", "utf-16"])
def test_unusual_charsets_can_be_read(charset: str) -> None:
    data = f"Content-Type: text/plain; charset={charset}\n\nsee http://a.example/ \\x ".encode() + b"\xff\xfe\x80+"
    (document,) = documents(RawMessage(data, "", 0, 1))
    urlmend.find(document)


@each_row("charset", ["utf-8", "iso-8859-1", "euc-jp", "iso-2022-jp"])
def test_columns_count_characters_of_the_charset(charset: str) -> None:
    before = "\u00e9\u00e8 " if charset == "iso-8859-1" else "\u8a08\u753b "
    data = f"Content-Type: text/plain; charset={charset}\n\nnothing\n{before}http://a.example/b\n".encode(charset)
    (document,) = documents(RawMessage(data, "", 0, 1))
    (url,) = urlmend.find(document)
    place = document.locate(url.outer)
    assert (place.line, place.column) == (4, 4)


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(data: bytes) -> None:
    for document in documents(
        RawMessage(b"Content-Type: multipart/mixed; boundary=b\n\n" + data, "", 0, 1), all_headers=True
    ):
        urlmend.find(document)


standard_data = Path(email.__file__).parent.parent / "test" / "test_email" / "data"


@pytest.mark.skipif(not standard_data.is_dir(), reason="this Python is installed without its tests")
@pytest.mark.parametrize("path", sorted(standard_data.glob("*.txt")), ids=lambda path: path.name)
def test_the_messages_of_pythons_own_tests_can_be_read(path: Path) -> None:
    for document in documents(RawMessage(path.read_bytes(), path.name, 0, 1), all_headers=True):
        for url in urlmend.find(document):
            document.locate(url.spans[0])


@each_row("path", MESSAGES[::4], ids=lambda path: path.name)
def test_truncated_and_damaged_messages_can_be_read(path: Path) -> None:
    data = path.read_bytes()
    damaged = bytes(byte ^ 0x55 if number % 101 == 7 else byte for number, byte in enumerate(data))
    for piece in [data[:stop] for stop in range(0, len(data), 997)] + [damaged]:
        for document in documents(RawMessage(piece, "", 0, 1), all_headers=True):
            for url in urlmend.find(document):
                document.locate(url.spans[0])


def test_positions_in_sample_mail() -> None:
    checked = 0
    for path in MESSAGES:
        lines = path.read_bytes().split(b"\n")
        for document in urlmend.documents(path):
            assert document.origin is not None
            origin = document.rewriting.source.origin if document.rewriting else document.origin
            encoding = origin.encoding if isinstance(origin, TextOrigin) else ""
            for url in urlmend.find(document):
                if encoding != "base64":
                    at = document.locate(url.spans[0])
                    line = lines[at.line - 1].decode("utf-8", "surrogateescape")
                    raw = lines[at.line - 1].decode("latin-1")
                    # A soft line break may follow after the first letters.
                    head = url.text[:3].lower()
                    assert any(
                        text[at.column - 1 :]
                        .rstrip("=\r")
                        .lower()
                        .startswith(head[: len(text.rstrip("=\r")) - at.column + 1])
                        for text in (line, raw)
                    ), (path.name, at, url.text)
                    checked += 1
    assert checked > 200


@given(
    st.lists(st.integers(0, 60), max_size=12),
    st.sampled_from(["us-ascii", "utf-8", "iso-8859-15", "euc-jp", "iso-2022-jp"]),
    st.sampled_from(["8bit", "quoted-printable"]),
    st.sampled_from(["plain", "html"]),
)
def test_a_position_does_not_depend_on_earlier_calls(
    offsets: list[int], charset: str, encoding: str, subtype: str
) -> None:
    body = "see http://a.example/1 é\n日本 http://b.example/2 <b>é</b> and\nhttp://c.example/3 日\n"
    header = f"Subject: x\nContent-Type: text/{subtype}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    message = header.encode() + body.encode(charset, "replace")

    def fresh() -> urlmend.Document:
        return read(message)[-1]

    document = fresh()
    for start in offsets:
        span = urlmend.Span(start, start + 3)
        location, alone = document.locate(span), fresh().locate(span)
        if charset == "iso-2022-jp":  # between shift sequences, the column is an estimate
            assert (location.line, location.end_line) == (alone.line, alone.end_line)
        else:
            assert location == alone


@each_row("charset", ["utf-7", "iso-2022-kr", "utf-16", "utf-32", "hz"])
def test_every_offset_of_an_unusual_charset_has_a_position(charset: str) -> None:
    header = f"Subject: x\nContent-Type: text/plain; charset={charset}\n\n"
    document = read(header.encode() + "日本 http://a.example/日本 and\nhttp://b.example/\n".encode(charset))[-1]
    for start in range(len(document.text)):
        assert document.locate(urlmend.Span(start, start + 1)).line >= 4


@pytest.mark.slow
def test_caches_do_not_fill_the_memory() -> None:
    def message(number: int, field: str) -> bytes:
        long = f"{number}" + "x" * 100_000
        return f"Content-Type: {field.format(long)}\n\nsee http://www.example.org/\n".encode()

    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for field in ('text/plain; charset="{}"', 'multipart/mixed; boundary="{}"', "text/{}", "text/html; {}=1"):
            for number in range(300):
                assert list(documents(RawMessage(message(number, field), "box", number, 1)))
        assert tracemalloc.get_traced_memory()[0] - before < 15_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_part_ends_before_the_line_break_of_the_boundary(ending: str) -> None:
    lines = ["Content-Type: multipart/mixed; boundary=x", "", "--x", "", "http://a.example/one", "--x", "", "", "--x--"]
    assert texts(ending.join(lines)) == ["http://a.example/one"]


@each_row(
    ("content_type", "flowed"),
    [
        ("text/plain; format=flowed", "yes"),
        ("TEXT/PLAIN; Format=FLOWED", "yes"),
        ("text/plain; format=flowed; delsp=Yes", "delsp"),
        ("text/plain; format=flowed; delsp=no", "yes"),
        ("text/plain; format=fixed", ""),
        ("text/plain; delsp=yes", ""),
        ("text/plain", ""),
        ("text/html; format=flowed", ""),
        ("text/markdown; format=flowed; delsp=yes", ""),
    ],
)
def test_flowed_text_by_content_type(content_type: str, flowed: str) -> None:
    (document,) = read(f"Content-Type: {content_type}\n\nhttp://a.example/ and text\n")
    assert document.flowed == flowed
