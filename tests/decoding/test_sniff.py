"""What a file holds, by its first bytes."""

import codecs

from tables import each_row
from urlmend.decoding import sniff

SIGNATURES = [
    (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"WARC/1.0\r\n", "warc"),
    (b"WARC/1.1\r\n", "warc"),
    (b"a".ljust(257, b"\0") + b"ustar\0", "tar"),
    (b"a".ljust(257, b"\0") + b"ustar  \0", "tar"),
    (b"PK\x03\x04".ljust(257, b"\0") + b"ustar\0", "tar"),
    (b"PK\x03\x04", "zip"),
]


@each_row(("head", "name"), SIGNATURES)
def test_archives(head, name):
    assert (sniff.archive_format(head), sniff.is_compressed_or_archive(head)) == (name, True)
    assert (sniff.archive_format(head[:-1]), sniff.archive_format(b"x" + head)) == (
        "zip" if head.startswith(b"PK") and len(head) > 4 else "",
        "",
    )


FIELDS = """
    from to cc subject date message-id received return-path path newsgroups mime-version content-type sender reply-to
    references in-reply-to delivered-to lines organization x-mailer status envelope-to approved xref list-id
"""


@each_row("field", FIELDS.split())
def test_fields_of_messages(field):
    other = "to" if field == "from" else "From"
    assert sniff.is_message(f"{field.title()}: a\nX: b\n c\n{other}:d\n\n".encode())


NO_MESSAGES = [
    b"",
    b"From: a\n",
    b"From: a\nX: b\n\nTo: c\n",
    b"From: a\nB\nTo: c\n",
    b"X: a\nY: b\n",
    b"From: a\nTo: b",
    b"\nFrom: a\nTo: b\n",
    b"Fr om: a\nTo: b\n",
    b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSTATUS:CONFIRMED\nEND:VEVENT\nBEGIN:VEVENT\nSTATUS:TENTATIVE\n",
]


@each_row("head", NO_MESSAGES)
def test_no_messages(head):
    assert not sniff.is_message(head)


@each_row("end", [b"\n", b"\r\n", b"\r"])
def test_messages_with_any_line_ends(end):
    assert sniff.is_message(end.join([b"From: a", b"To\t: b", b"", b"c"]))


RETURNS = [
    (b"a\rb", True),
    (b"a\r\nb", False),
    (b"a\nb\rc", False),
    (b"a\r\rb", False),
    (b"a", False),
    (b"a\r", True),
    (b"\rb\n", True),
]


@each_row(("head", "are_bare"), RETURNS)
def test_bare_returns(head, are_bare):
    assert sniff.has_bare_returns(head) == are_bare


def test_bare_returns_become_line_feeds():
    assert sniff.with_line_feeds(b"a\rb\r\nc\r\rd\n\r") == b"a\nb\r\nc\n\nd\n\n"


MARKS = [
    (codecs.BOM_UTF8, "utf-8", "surrogateescape", ""),
    (codecs.BOM_UTF32_LE, "utf-32-le", "replace", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "replace", "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "replace", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "replace", "utf-16"),
    (b"", "utf-8", "surrogateescape", ""),
]


@each_row(("mark", "codec", "errors", "wide"), MARKS)
def test_encodings(mark, codec, errors, wide):
    assert sniff.text_encoding(mark + b"a\0\0\0") == (mark, codec, errors)
    assert sniff.wide_codec(mark + b"a\0\0\0") == wide
    assert sniff.is_binary(mark + b"a\0\0\0") == (not wide)


def test_binary_files():
    assert [sniff.is_binary(head) for head in (b"%PDF-1", b"// <!-- <mdb:mork:z", b"%PDF", b"a", b"")] == [
        *(True, True),
        *(False, False, False),
    ]
    assert [sniff.is_binary(b"a" * size + b"\0") for size in (8191, 8192)] == [True, False]


@each_row("head", [*(head for head, _ in SIGNATURES), *(found.magic for found in sniff.UNSUPPORTED), b"%PDF-1", b"a\0"])
def test_no_texts(head):
    assert not sniff.begins_like_text(head)


@each_row("head", [b"", b"a", b"From a\n", b"BZ", b"a" * 8192 + b"\0", codecs.BOM_UTF16_LE + b"a\0", b"\xe4\xff"])
def test_texts(head):
    assert sniff.begins_like_text(head)
