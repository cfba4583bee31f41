"""Bytes to documents."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend.decode import decode_text, is_binary

TEXT = "see http://a.example/größe\n計画\n"

DECODED = [
    (TEXT.encode(), TEXT),
    (codecs.BOM_UTF8 + TEXT.encode(), TEXT),
    (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), TEXT),
    (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), TEXT),
    (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), TEXT),
    (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), TEXT),
    (b"", ""),
    (codecs.BOM_UTF8, ""),
    (b"a\r\nb\rc\n", "a\r\nb\rc\n"),
    (b"a\xff\x93b", "a\udcff\udc93b"),
    ("größe".encode("latin-1"), "gr\udcf6\udcdfe"),
    (codecs.BOM_UTF8 + b"a\xff", "a\udcff"),
    (codecs.BOM_UTF16_LE + b"a\0b", "a\ufffd"),
    (b"\xef\xbb", "\udcef\udcbb"),
]


@pytest.mark.parametrize(("data", "text"), DECODED)
def test_decodes(data, text):
    assert decode_text(data).text == text


def test_the_document_has_a_name():
    assert decode_text(b"a", "plan.txt").name == "plan.txt"
    assert decode_text(b"a").name == "-"


@given(st.binary())
def test_what_has_no_byte_order_mark_can_be_written_back(data):
    if not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        assert decode_text(data).text.encode("utf-8", "surrogateescape") == data


@given(st.binary(), st.sampled_from([codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE]))
def test_no_bytes_are_too_bad(data, mark):
    decode_text(mark + data)


@pytest.mark.parametrize("data", [b"\0", b"a\0b", b"PK\x03\x04\0", b"a" * 8000 + b"\0"])
def test_a_null_byte_makes_a_file_binary(data):
    assert is_binary(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        b"\xff\xfea\0b\0",
        codecs.BOM_UTF16_BE + "a".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "a".encode("utf-32-le"),
        b"\x01\x1b\x7f\xff",
        b"a" * 9000 + b"\0",
    ],
)
def test_other_bytes_are_text(data):
    assert not is_binary(data)
