"""Header fields: blocks, content types with their parameters, encoded words."""

from __future__ import annotations

import re
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.mail.headers import (
    addresses,
    decode_encoded_words,
    header_at,
    identifying_fields,
    message_ids,
    unfolded,
    value_after,
)


def content_type(header: str):
    return header_at(header.encode(), 0, len(header)).content_type("text/plain")


@each_row(
    ("data", "header", "body"),
    [
        (b"A: b\n\nbody", b"A: b\n", b"body"),
        (b"A: b\r\n\r\nbody", b"A: b\r\n", b"body"),
        (b"A: b\n c\nD: e\n\nbody", b"A: b\n c\nD: e\n", b"body"),
        (b"A: b\nno field\n", b"A: b\n", b"no field\n"),
        (b"\nbody", b"", b"body"),
        (b"body", b"", b"body"),
        (b"A: b", b"A: b", b""),
        (b"From x Mon Jan  5 10:00:00 2004\nA: b\n\nbody", b"From x Mon Jan  5 10:00:00 2004\nA: b\n", b"body"),
    ],
)
def test_the_end_of_a_header_block(data: bytes, header: bytes, body: bytes) -> None:
    found = header_at(b"A: z\n" + data + b"B: z\n", 5, 5 + len(data))
    assert (data[: found.size], data[found.body :]) == (header, body)


@each_row(
    ("header", "name", "parameters", "encoding"),
    [
        ("Content-Type: text/plain", "text/plain", {}, ""),
        ("Content-Type: TEXT/HTML; Charset=UTF-8", "text/html", {"charset": "UTF-8"}, ""),
        (
            'Content-Type: text/plain; charset="utf-8"; format=flowed',
            "text/plain",
            {"charset": "utf-8", "format": "flowed"},
            "",
        ),
        ('Content-Type: multipart/mixed;\n boundary="a; b=\\"c"', "multipart/mixed", {"boundary": 'a; b="c'}, ""),
        ("Content-Type: text", "text/plain", {}, ""),
        ("Content-Type: text/plain; name*=utf-8'en'a%20b", "text/plain", {"name": "a b"}, ""),
        ("Content-Type: text/plain; name*0=a; name*1*=%62; name*2=c", "text/plain", {"name": "abc"}, ""),
        ("Content-Type : text/html", "text/html", {}, ""),
        ("Content-Transfer-Encoding: BASE64 (comment)", "text/plain", {}, "base64"),
        ("Subject: x", "text/plain", {}, ""),
    ],
)
def test_content_types(header: str, name: str, parameters: dict[str, str], encoding: str) -> None:
    assert content_type(header) == (name, parameters, encoding)


def test_the_first_field_of_a_name_is_used_and_unfolded() -> None:
    block = b"\nSubject: one\n two\nSubject: three\n"
    assert identifying_fields(block) == {"subject": "one two"}
    assert header_at(block, 1, len(block)).subject == b" one\n two"


def field(block: bytes, name: bytes) -> str | None:
    """The unfolded value of the first field of a name; without white space before the colon if there is such a one."""
    lines = [match.end() - 1 for match in re.finditer(rb"\n" + name + b":", block, re.IGNORECASE)]
    obsolete = [match.end() - 1 for match in re.finditer(rb"\n" + name + rb" [ \t]*:", block, re.IGNORECASE)]
    return next((value_after(block, colon) for colon in lines + obsolete), None)


NAMES = {"content_type_value": b"content-type", "encoding": b"content-transfer-encoding", "subject": b"subject"}
LINES = st.builds(
    "{}{}{}".format,
    st.sampled_from(
        ["Content-Type", "CONTENT-TYPE", "content-transfer-encoding", "Subject", "X", "Content-X", "From x"]
    ),
    st.sampled_from([":", ": ", " :", " \t:", ""]),
    st.sampled_from(["", "text/html", "base64", "a\n b", "\n\tc", "d\r", "e\r\n f", "\n \n g"]),
)


@given(st.lists(LINES, max_size=6).map("\n".join))
def test_captured_values_are_the_first_of_their_fields(text: str) -> None:
    data = text.encode()
    header = header_at(data, 0, len(data))
    block = b"\n" + data[: header.size]
    for attribute, name in NAMES.items():
        value = getattr(header, attribute)
        if name == b"subject" and block.lower().find(b"\nsubject:") < 0:  # found only without a space before its colon
            continue
        assert (None if value is None else unfolded(value)) == field(block, name), attribute


IDENTIFYING = ("Message-ID", "DATE", "Subject", "From", "in-reply-to", "References", "List-Id")


@given(
    st.lists(
        st.builds(
            "{}{}{}".format,
            st.sampled_from([*IDENTIFYING, "From x", "X-Date", "List-Id-X", " Date"]),
            st.sampled_from([":", ": ", " :", " \t:", "\t:", ""]),
            st.sampled_from(["", "a", "<a@b>", "a\n b", "\n\tc", "d\r", "e\r\n f", "\n \n g"]),
        ),
        max_size=8,
    ).map("\n".join)
)
def test_identifying_fields_are_the_first_of_their_names(text: str) -> None:
    block = b"\n" + text.encode()
    names = [name.lower() for name in IDENTIFYING]
    expected = {name: value for name in names if (value := field(block, name.encode())) is not None}
    assert identifying_fields(text.encode()) == expected


@each_row(
    ("header", "length"),
    [
        (b"Content-Length: 12\n", b"12"),
        (b"CONTENT-LENGTH :12 bytes\nContent-Length: 13\n", b"12"),
        (b"Content-Length: none\nContent-Length: 13\n", b"13"),
        (b"X-Content-Length: 12\n", None),
        (b"A: b\n\nContent-Length: 12\n", None),
    ],
)
def test_content_length(header: bytes, length: bytes | None) -> None:
    assert header_at(header, 0, len(header)).length == length


@each_row(
    ("value", "text"),
    [
        ("plain", "plain"),
        ("=?utf-8?q?a_b=3Dc?=", "a b=c"),
        ("=?iso-8859-1?Q?caf=E9?= x", "caf\u00e9 x"),
        ("=?utf-8?b?YQ==?= =?utf-8?b?Yg==?=", "ab"),
        ("=?utf-8?b?YQ==?= and =?utf-8?b?Yg==?=", "a and b"),
        ("=?utf-8*en?q?a?=", "a"),
        ("=?nobody?q?a?=", "a"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?ks_c_5601-1987?B?sKGzqg==?=", "\uac00\ub098"),
        # Truncated: without its end, and with a digit that is less than a byte.
        ("Re: =?ks_c_5601-1987?B?sKGzqg==", "Re: \uac00\ub098"),
        ("=?ks_c_5601-1987?B?sKGzqg?", "\uac00\ub098"),
        ("=?us-ascii?B?YWJjZ?=", "abc"),
        ("=?utf-8?Q?What? Now!?=", "What? Now!"),
        ("=?utf-8?Q?What_now", "What now"),
        ("=?? =? utf-8 ?q?a?=", "=?? a"),
        ("=??B?YQ==?=", "a"),
        # A character that is divided between two words.
        ("=?utf-8?B?5rI=?= =?UTF-8?b?sw==?=", "\u6cb3"),
        ("=?iso-8859-1?Q?=E6?= =?iso-8859-5?Q?=B3?=", "\u00e6\u0413"),
        ("=?utf-8?B?YWJj rest", "=?utf-8?B?YWJj rest"),
        ("a =? b ?= c", "a =? b ?= c"),
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert decode_encoded_words(value) == text


@each_row(
    ("value", "found"),
    [
        ("ada@canal.example", ["ada@canal.example"]),
        ("Ada <ada@Canal.Example>", ["ada@canal.example"]),
        ('"Ada, x@quay.example" <ada@canal.example>', ["ada@canal.example"]),
        ("x@quay.example via list <ada@canal.example>", ["ada@canal.example", "x@quay.example"]),
        ("ada@canal.example (Ada)", ["ada@canal.example"]),
        ("ada at canal.example (Ada)", ["ada@canal.example"]),
        ("Ada <ada at canal.example>", ["ada@canal.example"]),
        ("ada@canal.example.", ["ada@canal.example"]),
        ("Ada", []),
        ("", []),
        ("<>", []),
        ("@canal.example", []),
        ("ada@", []),
        ("ftp://ada:h7Tq-92x@mirror.canal.internal/", []),
        ("https://h7Tq92x@mirror.canal.internal/", []),
    ],
)
def test_addresses(value: str, found: list[str]) -> None:
    assert list(addresses(value)) == found


@each_row("line", [b"\n\t", b"\nA:", b"\nSubject:\n\t"])
def test_many_short_lines_take_little_memory(line: bytes) -> None:
    header = b"A: b" + line * 50_000
    header_at(b"A: b\n\t", 0, 6)  # compiles the expression
    tracemalloc.start()
    try:
        found = header_at(header, 0, len(header))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert found.size == len(header)


@each_row(
    ("value", "found"),
    [
        ("<1@canal.example>", ["<1@canal.example>"]),
        ("<1@canal.example>\t<2@canal.example>", ["<1@canal.example>", "<2@canal.example>"]),
        ("Your message of Monday <1@canal.example>", ["<1@canal.example>"]),
        ("<1@canal.example", []),
        ("1@canal.example", []),
        ("<a b>", []),
        ("", []),
    ],
)
def test_message_ids(value: str, found: list[str]) -> None:
    assert list(message_ids(value)) == found
