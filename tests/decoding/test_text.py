"""Decoding bytes to documents, and long texts window by window."""

import codecs
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables import each_row
from urlmend.decoding import text as decode
from urlmend.decoding.sniff import is_binary
from urlmend.decoding.text import LongText, decode_text
from urlmend.model.document import Document, Region
from urlmend.model.span import Span

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


@each_row(("data", "text"), DECODED)
def test_encodings_are_detected(data, text):
    assert decode_text(data).text == text


def test_documents_have_names():
    assert decode_text(b"a", "plan.txt").name == "plan.txt"
    assert decode_text(b"a").name == "-"


REGIONS = [
    (b"", Region(0, 0, "utf-8")),
    (b"ab", Region(0, 2, "utf-8")),
    (codecs.BOM_UTF8 + b"ab", Region(3, 5, "utf-8")),
    (codecs.BOM_UTF16_LE + b"a\0", Region(2, 4, "utf-16-le")),
    (codecs.BOM_UTF32_BE + b"\0\0\0a", Region(4, 8, "utf-32-be")),
]


@pytest.mark.parametrize(("data", "region"), REGIONS)
def test_region_is_the_file_after_the_byte_order_mark(data, region):
    assert decode_text(data).region == region
    assert decode_text(data, extracted=False).region == region
    assert decode_text(data, extracted=True).region is None


@pytest.mark.parametrize(("data", "region"), REGIONS)
def test_region_of_a_long_text_starts_after_the_byte_order_mark(data, region):
    found = LongText(data, io.BytesIO(), "-").region
    assert (found.start, found.codec) == (region.start, region.codec)
    assert found.stop >= region.stop
    assert LongText(data, io.BytesIO(), "-", extracted=False).region == found
    assert LongText(data, io.BytesIO(), "-", extracted=True).region is None


@given(st.binary())
def test_text_without_a_byte_order_mark_can_be_encoded_again(data):
    if not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        assert decode_text(data).text.encode("utf-8", "surrogateescape") == data


@given(st.binary(), st.sampled_from([codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE]))
def test_any_bytes_can_be_decoded(data, mark):
    decode_text(mark + data)


@pytest.mark.parametrize("data", [b"\0", b"a\0b", b"PK\x03\x04\0", b"a" * 8191 + b"\0", b"%PDF-1.4\n1 0 obj"])
def test_bytes_with_nul_and_pdf_files_are_binary(data):
    assert is_binary(data)


@each_row(
    "data",
    [
        b"",
        b"a",
        b"\xff\xfea\0b\0",
        codecs.BOM_UTF16_BE + "a".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "a".encode("utf-32-le"),
        b"\x01\x1b\x7f\xff",
        b"a" * 8192 + b"\0",
    ],
)
def test_bytes_without_nul_are_text(data):
    assert not is_binary(data)


WINDOW_SIZE, REACH, BLOCK = 10, 4, 3


@pytest.fixture(scope="module", autouse=True)
def short_windows():
    with pytest.MonkeyPatch.context() as patch:
        for name, length in (("WINDOW_SIZE", WINDOW_SIZE), ("REACH", REACH), ("_BLOCK", BLOCK)):
            patch.setattr(decode, name, length)
        yield


LINES = st.text(st.sampled_from("ab\n\r"), max_size=60)


@given(LINES, st.integers(0, 20), st.booleans())
def test_windows_of_a_long_text_cover_it(text, head, locate):
    data = text.encode()
    long = LongText(data[:head], io.BytesIO(data[head:]), "plan.txt")
    stop = 0
    for window in long.windows(locate=locate):
        low, high = window.base + window.low, window.base + window.high
        assert low == stop, "starts where the last one ends"
        assert high == min(low + WINDOW_SIZE, len(text))
        assert window.end == len(window.text)
        assert window.text == text[window.base :][: window.end], "same text"
        assert window.low == min(REACH, low), "text kept before it"
        assert window.end - window.high >= min(REACH, len(text) - high), "text read after it"
        assert window.end - window.high < REACH + max(BLOCK, head)
        stop = high
    assert stop == len(text)
    assert (long.name, long.failure) == ("plan.txt", None)


@given(LINES)
@example("a" * 40)
@example("a" * 25 + "\n" + "a" * 25)
def test_locations_in_a_long_text_equal_those_in_the_complete_text(text):
    complete = Document(text)
    long = LongText(b"", io.BytesIO(text.encode()), "-")
    for window in long.windows():
        low, high = window.base + window.low, window.base + window.high
        spans = [Span(start, stop) for start in range(low, high) for stop in range(start, high)]
        assert [long.locate(span) for span in spans] == [complete.locate(span) for span in spans]
