"""Transfer encodings are decoded as RFC 2045 requires, and decoded bytes map to the encoded ones."""

from __future__ import annotations

import binascii
import quopri
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.decoding import transfer_encoding as transfer


@each_row(
    ("encoded", "decoded"),
    [
        (b"a=3Db", b"a=b"),
        (b"a=3db", b"a=b"),
        (b"soft=\nbreak", b"softbreak"),
        (b"soft=\r\nbreak", b"softbreak"),
        (b"soft=  \nbreak", b"softbreak"),
        (b"soft=\t\r\nbreak", b"softbreak"),
        (b"soft=\rbreak\nand more", b"softbreak\nand more"),
        (b"soft==3D =  \nbreak", b"soft== break"),
        (b"trailing  \nblanks\t\n", b"trailing\nblanks\n"),
        (b"trailing=20\nblank", b"trailing \nblank"),
        (b"not trailing \r \n", b"not trailing \r\n"),
        (b"bad =zz escape", b"bad =zz escape"),
        (b"bad =4", b"bad =4"),
        (b"two ==3D", b"two =="),
        (b"ends in =", b"ends in "),
        (b"ends in = ", b"ends in "),
        (b"", b""),
    ],
)
def test_quoted_printable(encoded: bytes, decoded: bytes) -> None:
    assert transfer.decode(encoded, "quoted-printable") == decoded


FULL = b"URL: http://lists.example/canal/attachments/20070809/" + b"a" * 22 + b"="


@each_row(
    ("text", "shown"),
    [
        (FULL + b"\n8f3/plan.html\n", True),
        (FULL + b"\r\n8f3/plan.html\r\n", True),
        (FULL[1:] + b"\n=E9\n", True),
        (FULL + b"\n8f3/plan.html\n" + 40 * b"a=3Db\n" + b"a footer: http://a.example/?a=b\n", True),
        (b"width=3D20 cut=\nhere\n", True),
        (b"it=E2=80=99s width=3D20\n", True),
        (b"a space=20\nit=E2=80=99s\n", True),
        (FULL[1:] + b"\n8f3/plan.html\n", False),
        (FULL + b"\n\nplan\n", False),
        (FULL + b"\n8f3/plan.html\na=b\n", False),
        (b"see http://lists.example/canal/" + b"a" * 39 + b"?page=\n2\n", False),
        (b"a" * 75 + b"=\nand more\n", False),
        (b"-" * 75 + b"=\n==\n", False),
        (b"see http://a.example/?mode=3D and http://a.example/?a=10&b=20\n", False),
        (b"see http://a.example/?mode=3D&a=20\nhttp://a.example/?a=20\n", False),
        (b"x =\n    f(a=3)\n", False),
        (b"force=\nreset=\n", False),
        (b"width=3D20\n", False),
        (b"it=E2=80=99s\n", False),
        (b"=======\nTitle=3D\n=======\n", False),
        (b"no sign\n", False),
        (b"", False),
    ],
)
def test_undeclared_quoted_printable(text: bytes, shown: bool) -> None:
    assert transfer.is_quoted_printable(text) is shown


@given(st.lists(st.text("abcdé.:/", min_size=80), min_size=1))
def test_quoted_printable_of_long_lines_is_recognised(lines: list[str]) -> None:
    encoded = binascii.b2a_qp("\n".join([f"x{line}x" for line in lines]).encode())
    assert transfer.is_quoted_printable(encoded)


@given(
    st.lists(
        st.sampled_from([b"a", b"=3D", b"=", b"=\n", b"=\r\n", b"==", b" ", b"\t", b"\r", b"\n", b"\r\n", b" \n"]),
        max_size=40,
    ).map(b"".join)
)
def test_fast_quoted_printable_equals_a_single_expression(encoded: bytes) -> None:
    expected = transfer._QUOTED_PRINTABLE.sub(lambda match: bytes((int(match[1], 16),)) if match[1] else b"", encoded)
    assert transfer.decode(encoded, "quoted-printable") == expected


PIECES = [b"=\n", b"=\r\n", b"=3D", b"==", b" ", b"\t", b"\r", b"\n", b"\r\n", b"abc", b"=zz"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join), st.integers(0, 20))
def test_the_map_of_quoted_printable_does_not_depend_on_its_blocks(encoded: bytes, size: int) -> None:
    stop = len(transfer.decode(encoded, "quoted-printable"))
    expected = [transfer.offset_map(encoded, "quoted-printable").to_source(offset) for offset in range(stop)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transfer, "_BLOCK_SIZE", size)
        blocks = transfer.offset_map(encoded, "quoted-printable")
        assert [blocks.to_source(offset) for offset in reversed(range(stop))] == expected[::-1]


WELL_FORMED = [b"=\n", b"=\r\n", b"=3D", b"=C3=A9", b"\n", b"\r\n", b"abc", b"d"]


@given(st.lists(st.sampled_from(WELL_FORMED), max_size=30).map(b"".join))
def test_the_map_of_well_formed_quoted_printable_equals_that_of_any(encoded: bytes) -> None:
    offset_map = transfer.offset_map(encoded, "quoted-printable")
    assert isinstance(offset_map, transfer._WellFormedMap)
    expected = transfer._QuotedPrintableMap(encoded)
    stop = len(transfer.decode(encoded, "quoted-printable"))
    assert [offset_map.to_source(offset) for offset in range(stop + 1)] == [
        expected.to_source(offset) for offset in range(stop + 1)
    ]


@each_row("encoded", [b"=", b"a=b", b"a=3", b"=3D =\n", b"=3D \n", b"= \n", b"=\r", b"=3D\t"])
def test_other_quoted_printable_is_mapped_in_blocks(encoded: bytes) -> None:
    expected = transfer._QuotedPrintableMap(encoded)
    offset_map = transfer.offset_map(encoded, "quoted-printable")
    stop = len(transfer.decode(encoded, "quoted-printable"))
    assert [offset_map.to_source(offset) for offset in range(stop + 1)] == [
        expected.to_source(offset) for offset in range(stop + 1)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("piece", [b" ", b"=", b"=3D", b"==", b" \n", b"\t\r\n", b"a \r"])
def test_time_is_linear(piece: bytes) -> None:
    # Quadratic time would not end.
    encoded = b" \r\nx" + piece * 300_000 + b"x"
    transfer.decode(encoded, "quoted-printable")
    transfer.offset_map(encoded, "quoted-printable")


@each_row(
    ("encoded", "decoded"),
    [
        (b"aGVsbG8=", b"hello"),
        (b"aGVs\nbG8=\n", b"hello"),
        (b"aGVs\r\n bG8", b"hello"),
        (b"a!G*V-s\nbG8=", b"hello"),
        (b"aGVsbG8=\nand text after it", b"hello"),
        (b"aGVsbG8h\n\nOur list: http://a.example/\n", b"hello!"),
        (b"aGVsb", b"hel"),
        (b"", b""),
    ],
)
def test_base64(encoded: bytes, decoded: bytes) -> None:
    assert transfer.decode(encoded, "base64") == decoded


@given(st.binary(max_size=200))
def test_data_encoded_by_the_standard_library_is_decoded(data: bytes) -> None:
    assert transfer.decode(binascii.b2a_base64(data), "base64") == data
    text = re.sub(rb"[\r\n]", b"", data)
    assert transfer.decode(quopri.encodestring(text, quotetabs=True), "quoted-printable") == text


@given(
    st.lists(
        st.sampled_from([b"a", b"=3D", b"=C3=A9", b"=", b"=\n", b"=\r\n", b"=\r", b" ", b"  \n", b"\n", b"=z"]),
        max_size=40,
    ).map(b"".join)
)
def test_decoded_bytes_map_to_encoded_bytes(encoded: bytes) -> None:
    decoded = transfer.decode(encoded, "quoted-printable")
    offset_map = transfer.offset_map(encoded, "quoted-printable")
    for offset, byte in enumerate(decoded):
        at = offset_map.to_source(offset)
        assert encoded[at] == byte or encoded[at : at + 3].upper() == b"=%02X" % byte


def test_offsets_after_a_soft_break_with_spaces() -> None:
    offset_map = transfer.offset_map(b"x=  \r\nyz", "quoted-printable")
    assert [offset_map.to_source(offset) for offset in range(3)] == [0, 6, 7]


@given(st.binary(min_size=1, max_size=300))
def test_base64_maps_to_the_line(data: bytes) -> None:
    encoded = binascii.b2a_base64(data[:57]) + binascii.b2a_base64(data[57:])
    offset_map = transfer.offset_map(encoded, "base64")
    second = encoded.index(b"\n") + 1
    for offset in range(len(data)):
        assert offset_map.to_source(offset) == (0 if offset < 57 else second)
