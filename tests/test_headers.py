"""Header fields: blocks, content types with their parameters, encoded words."""

from __future__ import annotations

import pytest

from urlmend.headers import block_end, content_type, decode_words, field


def typed(header: str):
    block = b"\n" + header.encode()
    return content_type(block, block.lower(), "text/plain")


@pytest.mark.parametrize(
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
def test_where_a_header_ends(data: bytes, header: bytes, body: bytes) -> None:
    stop, start = block_end(data, 0, len(data))
    assert (data[:stop], data[start:]) == (header, body)


@pytest.mark.parametrize(
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
    assert typed(header) == (name, parameters, encoding)


def test_the_first_field_of_a_name_counts_and_is_unfolded() -> None:
    block = b"\nSubject: one\n two\nSubject: three\n"
    assert field(block, block.lower(), b"subject") == "one two"
    assert field(block, block.lower(), b"date") is None


@pytest.mark.parametrize(
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
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert decode_words(value) == text
