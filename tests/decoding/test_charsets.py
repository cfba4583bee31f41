"""Charset labels of mail."""

import pytest

from tables import each_row
from urlmend.decoding.charsets import codec_name, decode, error_handler, is_ascii_incompatible

# codec -> labels
LABELS = {
    "ascii": "us-ascii ascii ansi_x3.4-1968 ascii-8bit default unknown unknown-8bit us x-unknown x-user-defined",
    "big5hkscs": "big5 big5-hkscs BIG5",
    "cp1252": "iso-8859-1 latin1 windows-1252 cp1252 ISO-8859-1 'iso-8859-1' \"iso-8859-1\"",
    "cp932": "shift_jis sjis x-sjis",
    "cp949": "euc-kr ks_c_5601-1987 cp949",
    "gb18030": "gb2312 gb_2312-80 gbk x-gbk gb18030",
    "iso8859-8": "iso-8859-8 iso-8859-8-e iso-8859-8-i",
    "mac-roman": "x-mac-roman macintosh",
    "utf-7": "utf-7 unicode-1-1-utf-7",
    "utf-8": "utf-8 UTF8",
    "us-ascii": "nobody-knows-it idna punycode undefined hex base64",
}


@each_row(("codec", "label"), [(codec, label) for codec, row in LABELS.items() for label in row.split()])
def test_codec_of_label(codec, label):
    assert codec_name(label) == codec
    assert codec_name(f" {label}\t") == codec


@pytest.mark.parametrize(("length", "codec"), [(64, "utf-8"), (65, "us-ascii")])
def test_longer_labels_are_not_looked_up(length, codec):
    assert codec_name("utf-8".rjust(length)) == codec


@each_row("codec", ["utf-7", "utf-16", "utf-16-le", "utf-32", "iso2022_jp", "iso2022_kr", "hz"])
def test_codecs_in_which_ascii_bytes_encode_other_characters(codec):
    assert is_ascii_incompatible(codec_name(codec))
    assert error_handler(codec_name(codec)) == "replace"


@each_row("codec", ["utf-8", "us-ascii", "cp1252", "gb18030", "shift_jis", "euc-kr", "koi8-r"])
def test_codecs_that_contain_ascii(codec):
    assert not is_ascii_incompatible(codec_name(codec))
    assert error_handler(codec_name(codec)) == "surrogateescape"


# bytes, label, text, codec
DECODED = [
    (b"a", "utf-8", "a", "us-ascii"),
    (b"+AOk-", "utf-7", "\u00e9", "utf-7"),
    ("\u00e9".encode(), "us-ascii", "\u00e9", "utf-8"),
    ("\u00e9".encode(), "ansi_x3.4-1968", "\u00e9", "utf-8"),
    (b"\xe9", "us-ascii", "\u00e9", "cp1252"),
    (b"\x93\x81", "us-ascii", "\udc93\udc81", "utf-8"),
    ("\u00e9 a".encode(), "utf-16-le", "\ua9c3\u6120", "utf-16-le"),
    ("\u8a08".encode(), "iso-2022-jp", "\u8a08", "utf-8"),
    (b"\xe9 a", "utf-8", "\udce9 a", "utf-8"),
    (b"\xff\xfe\x00", "utf-16", "\ufffd", "utf-16"),
]


@each_row(("data", "label", "text", "codec"), DECODED)
def test_decode(data, label, text, codec):
    assert decode(data, label) == (text, codec)
