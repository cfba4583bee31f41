"""Tar files are read as the standard library reads them, but past damage, and without recursion."""

import io
import struct
import subprocess
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.sources.tar import TarError, entries

FORMATS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]
WITHOUT_DATA = (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.FIFOTYPE)
KINDS = [tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE, b"D", *WITHOUT_DATA]


def read_all(content, size=HEAD_SIZE):
    pieces = []
    while piece := content.read1(size):
        pieces.append(piece)
    return b"".join(pieces)


def read(data, size=HEAD_SIZE):
    """Names and contents of an archive, and the messages of damaged parts."""
    found = []
    for name, content in entries(io.BytesIO(data)):
        if isinstance(content, TarError):
            found.append(str(content))
            continue
        try:
            found.append((name, read_all(content, size)))
        except TarError as error:
            found.append((name, str(error)))
    return found


def packed(members, form=tarfile.PAX_FORMAT, headers=None):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for name, kind, data in members:
            info = tarfile.TarInfo(name)
            info.type, info.size, info.pax_headers = kind, len(data), headers or {}
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def read_by_library(data):
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return [(entry.name, archive.extractfile(entry).read()) for entry in archive if entry.isfile()]


NAMES = st.lists(st.sampled_from(["a", "é", "x" * 40, "y" * 90, " "]), min_size=1, max_size=2).map("/".join)
CONTENTS = st.sampled_from([0, 1, 511, 512, 513, 3000]).map(lambda size: b"a\0b" * size)


@given(st.lists(st.tuples(NAMES, st.sampled_from(KINDS), CONTENTS), max_size=5), st.sampled_from(FORMATS))
def test_archives_are_read_as_by_the_library(members, form):
    data = packed([(name, kind, b"" if kind in WITHOUT_DATA else data) for name, kind, data in members], form)
    assert read(data, 700) == read_by_library(data)


@given(
    st.lists(st.tuples(NAMES, CONTENTS), min_size=1, max_size=4), st.integers(0), st.integers(0, 255), st.integers(0)
)
def test_damaged_archives_end(members, at, byte, stop):
    data = bytearray(packed([(name, tarfile.REGTYPE, content) for name, content in members]))
    data[at % len(data)] = byte
    read(bytes(data))
    read(bytes(data[: stop % len(data)]))


LONG = "n" * 300
HEADERS = {
    "pax": {"comment": "c"},
    "pax with a long value": {"comment": "c" * 2000},
    "pax with digits": {"comment": "1" * 50_000},
}


def extended(name):
    """The blocks of extended headers before an entry."""
    if name in HEADERS:
        data = packed([("a", tarfile.REGTYPE, b"")], headers=HEADERS[name])
    else:
        data = packed([(LONG, tarfile.REGTYPE, b"")], tarfile.GNU_FORMAT)
    return data[: data.rindex(b"ustar") - 257]


@pytest.mark.slow
@each_row("name", [*HEADERS, "long name"])
def test_thousands_of_extended_headers_are_read(name):
    data = packed([("a", tarfile.REGTYPE, b"x"), ("b", tarfile.REGTYPE, b"y")])
    first = LONG if name == "long name" else "a"
    assert read(extended(name) * 3000 + data) == [(first, b"x"), ("b", b"y")]


@each_row("size", [0, 1, 512, 513, 70_000])
def test_long_names_of_links_are_skipped(size):
    info = tarfile.TarInfo("link")
    info.type, info.size = tarfile.GNUTYPE_LONGLINK, size
    header = info.tobuf(tarfile.GNU_FORMAT) + (b"n" * size).ljust(-(-size // 512) * 512, b"\0")
    assert read(header + packed([("a", tarfile.REGTYPE, b"x")])) == [("a", b"x")]


# A bound of extended headers, in bytes.
@each_row("size", [99, 4097, 1 << 20])
def test_long_names_are_read(size):
    info = tarfile.TarInfo("long")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, size
    header = info.tobuf(tarfile.GNU_FORMAT) + (b"n" * size).ljust(-(-size // 512) * 512, b"\0")
    assert read(header + packed([("a", tarfile.REGTYPE, b"x")])) == [("n" * size, b"x")]


def test_a_longer_extended_header_is_skipped():
    info = tarfile.TarInfo("long")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, (1 << 20) + 1
    header = info.tobuf(tarfile.GNU_FORMAT) + b"n" * (1 << 20) + b"n".ljust(512, b"\0")
    assert read(header + packed([("a", tarfile.REGTYPE, b"x")])) == [
        "an extended header of more than 1048576 bytes",
        ("a", b"x"),
    ]


MEMBERS = [(name, tarfile.REGTYPE, name.encode() * 600) for name in "abc"]
CONTENT = {name: (name, data) for name, _, data in MEMBERS}
SIZE_OF_MEMBER = 512 + 1024


def changed(data, at, replacement):
    return data[:at] + replacement + data[at + len(replacement) :]


def with_checksum(header):
    blank = changed(header, 148, b" " * 8)
    return changed(header, 148, b"%06o\0 " % sum(blank))


DAMAGE = {
    "checksum": (148, b"0" * 8, ["damaged header"]),
    "size of letters": (124, b"zz", ["damaged header"]),
    "negative size": (124, b"\xff" * 12, ["damaged header"]),
    "NULs": (0, bytes(500), ["damaged header"]),
}


@each_row("name", DAMAGE)
def test_a_damaged_header_affects_no_other_entry(name):
    at, replacement, messages = DAMAGE[name]
    data = packed(MEMBERS)
    header = changed(data[SIZE_OF_MEMBER : SIZE_OF_MEMBER + 512], at, replacement)
    header = header if name in ("checksum", "NULs") else with_checksum(header)
    assert read(changed(data, SIZE_OF_MEMBER, header)) == [CONTENT["a"], *messages, CONTENT["c"]]


PAX_RECORDS = [
    b"9" * 5000 + b" a=b\n",
    b"5 a=b\n",
    b"0 a=b\n",
    b"99 a=b\n",
    b"-6 a=b\n",
    b"6 abc\n",
    b"a",
    b"6 a=b\n12",
]


@each_row("records", PAX_RECORDS)
def test_a_damaged_extended_header_affects_no_entry(records):
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, len(records)
    header = info.tobuf(tarfile.USTAR_FORMAT) + records.ljust(-(-len(records) // 512) * 512, b"\0")
    assert read(header + packed(MEMBERS)) == ["damaged extended header", *CONTENT.values()]


def test_a_huge_extended_header_is_skipped():
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 2 << 20
    header = info.tobuf(tarfile.USTAR_FORMAT) + b"1" * (2 << 20)
    assert read(header + packed(MEMBERS)) == ["an extended header of more than 1048576 bytes", *CONTENT.values()]


def test_a_truncated_archive_is_reported():
    data = packed(MEMBERS)
    assert read(data[: SIZE_OF_MEMBER + 700]) == [CONTENT["a"], ("b", "unexpected end of data")]
    assert read(data[: SIZE_OF_MEMBER + 100]) == [CONTENT["a"], "unexpected end of data"]
    assert read(data[: SIZE_OF_MEMBER - 9]) == [CONTENT["a"], "unexpected end of data"]
    unread = [str(content) for name, content in entries(io.BytesIO(data[: SIZE_OF_MEMBER + 700])) if name is None]
    assert unread == ["unexpected end of data"]


def test_what_follows_the_end_of_an_archive_is_read():
    one, other = (packed(MEMBERS)[index * SIZE_OF_MEMBER :][:SIZE_OF_MEMBER] for index in range(2))
    assert read(one + bytes(512) + other) == [CONTENT["a"], CONTENT["b"]]
    assert read(one + bytes(1024) + other) == [CONTENT["a"], CONTENT["b"]]
    assert read(one + bytes(9000)) == [CONTENT["a"]]
    assert read(one + bytes(1024) + b"signature" * 99) == [CONTENT["a"], "data after its end that is no entry"]


def test_entries_of_unknown_kinds_are_files():
    info = tarfile.TarInfo("a")
    info.type, info.size = b"Q", len(CONTENT["a"][1])
    header = info.tobuf(tarfile.USTAR_FORMAT)
    assert read(header + packed(MEMBERS)[512:]) == list(CONTENT.values())


SPARSE = ["--format=gnu", *(f"--format=posix --sparse-version={version}" for version in ("0.0", "0.1", "1.0"))]


@pytest.mark.parametrize("count", [0, 1, 3, 300])
@pytest.mark.parametrize("options", SPARSE)
def test_sparse_files_are_read_with_their_holes(tmp_path, options, count):
    with open(tmp_path / "sparse", "wb") as file:
        for number in range(count):
            file.seek(9000 * number + 5000)
            file.write(b"%d" % number)
        file.truncate(9000 * count + 100_000)
    (tmp_path / "z").write_text("z")
    command = ["tar", "-S", *options.split(), "-cf", "-", "sparse", "z"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("needs GNU tar")
    assert read(done.stdout, 700) == [("sparse", (tmp_path / "sparse").read_bytes()), ("z", b"z")]


@each_row("numbers", [b"0,9,5,9", b"x", b"0", b"9" * 30 + b",1", b"0,9999"])
def test_a_damaged_map_of_a_sparse_file_affects_no_other_entry(numbers):
    headers = {"GNU.sparse.map": numbers.decode(), "GNU.sparse.size": "9999"}
    data = packed([("a", tarfile.REGTYPE, b"1" * 10)], headers=headers)
    found = read(data[: data.rindex(b"1" * 10) + 512] + packed(MEMBERS))
    assert found[-3:] == list(CONTENT.values())


def test_a_sparse_file_without_a_map_is_a_hole():
    data = packed([("a", tarfile.REGTYPE, b"")], headers={"GNU.sparse.size": "3"})
    assert read(data) == [("a", bytes(3))]


def test_sizes_in_base_256_are_read():
    data = packed(MEMBERS)
    header = with_checksum(changed(data[:512], 124, b"\x80" + struct.pack(">3xQ", 600)))
    assert read(header + data[512:]) == list(CONTENT.values())


def test_entries_may_be_left_unread():
    assert [name for name, _ in entries(io.BytesIO(packed(MEMBERS))) if name] == ["a", "b", "c"]
