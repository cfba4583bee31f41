"""A damaged member of an archive affects no other one, and is read up to its damage."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from structures import zstd_compressed
from tables import each_row
from urlmend.finder import FindOptions
from urlmend.model.document import Document
from urlmend.scan.work_units import units
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.sources.paths import Problem, Reading, read_stream

TEXT = b"see http://a.example/b\n"
LONG = b"".join(b"see http://a.example/%d\n" % number for number in range(20_000))


def zipped(entries, kind=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(entries, mode="w"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for name, data in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def read(data, name="a.zip"):
    """The names of the documents, and of the files with problems."""
    found = list(read_stream(io.BytesIO(data), name, len(data), Reading()))
    documents = [one.name for one in found if isinstance(one, Document)]
    return documents, [one.name for one in found if isinstance(one, Problem)]


def central(data, name):
    """The offset of the entry of a member in the directory of a zip file."""
    at = data.index(name.encode(), data.index(b"PK\1\2"))
    return at - 46


def with_directory(data, name, offset, value):
    at = central(data, name) + offset
    return data[:at] + value + data[at + len(value) :]


ENTRIES = {"a.txt": TEXT, "b.txt": TEXT * 99, "c.txt": TEXT}
DAMAGE = {
    "encrypted": (8, b"\1\0"),
    "unknown compression": (10, b"\x63\0"),
    "wrong checksum": (16, b"\1\2\3\4"),
    "data elsewhere": (42, b"\xff\xff\0\0"),
    "wrong compression": (10, b"\0\0"),
}


@each_row("name", DAMAGE)
def test_a_damaged_member_of_a_zip_file_affects_no_other_one(name):
    documents, problems = read(with_directory(zipped(ENTRIES), "b.txt", *DAMAGE[name]))
    assert [document for document in documents if "b.txt" not in document] == ["a.zip!a.txt", "a.zip!c.txt"]
    assert problems == ["a.zip!b.txt"]


@each_row("damaged", ENTRIES)
@each_row("count", [1, 2, 3])
def test_several_members_of_a_zip_file_may_be_damaged(damaged, count):
    names = sorted({damaged, *sorted(ENTRIES)[:count]})
    data = zipped(ENTRIES)
    for name in names:
        data = with_directory(data, name, 8, b"\1\0")
    expected = [f"a.zip!{name}" for name in ENTRIES if name not in names]
    assert read(data) == (expected, [f"a.zip!{name}" for name in names])


COMPRESS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd_compressed,
    "zip": lambda data: zipped({"x": data}),
    "tar": lambda data: tarred({"x": data, "y": data}),
    "tgz": lambda data: tarred({"x": data, "y": data}, "w:gz"),
}


@pytest.mark.slow
@each_row("suffix", COMPRESS)
@each_row("pack", [zipped, tarred])
def test_a_damaged_archive_affects_no_other_member(suffix, pack):
    inner = COMPRESS[suffix](LONG)
    entries = {"a.txt": TEXT, f"b.{suffix}": inner[: len(inner) // 2], "c.txt": TEXT}
    documents, problems = read(pack(entries))
    assert [document for document in documents if "b." not in document] == ["a.zip!a.txt", "a.zip!c.txt"]
    assert len(problems) == (2 if suffix == "zip" else 1)  # a member, and the missing directory
    assert all(problem.startswith(f"a.zip!b.{suffix}") for problem in problems)


def test_archives_in_each_other_too_deeply_affect_no_other_member():
    deep = TEXT
    for _ in range(6):
        deep = gzip.compress(deep)
    assert read(zipped({"a.txt": TEXT, "b": deep, "c.txt": TEXT})) == (["a.zip!a.txt", "a.zip!c.txt"], ["a.zip!b"])


TRUNCATED = {name: COMPRESS[name] for name in ("gz", "bz2", "xz", "zst")}


def varied(size):
    """Text that does not compress well, so that half of a compressed file is about half of the text."""
    state, lines = 1, []
    for _ in range(size):
        state = state * 6364136223846793005 % (1 << 64)
        lines.append(b"see http://a.example/%d\n" % state)
    return b"".join(lines)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("suffix", ["gz", "xz", "zst", "tgz"])
def test_truncated_files_are_read_up_to_their_end(urlmend, tree, suffix):
    text = varied(20_000)
    packed = COMPRESS[suffix](text)
    tree({f"a.{suffix}": packed[: len(packed) * 3 // 4], "z.txt": TEXT})
    for command in ("find", "lint"):
        done = urlmend(command, f"a.{suffix}", "z.txt", *(["--select", "URL602"] if command == "lint" else []))
        assert done.status == 2
        assert done.err.count(f"urlmend: a.{suffix}: ") == 1
    found = urlmend("find", f"a.{suffix}", "z.txt").lines
    assert len(found) > 10_000
    assert found[-1] == "http://a.example/b"
    assert found[0] == urlmend("find", "-", text=text[:100]).lines[0]


def streamed(entries, kind=zipfile.ZIP_DEFLATED):
    """A zip file written to a stream: the sizes follow the data."""

    class Stream(io.RawIOBase):
        data = b""

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data)
            return len(data)

    stream = Stream()
    with zipfile.ZipFile(stream, "w", kind) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.data


def large(entries, kind=zipfile.ZIP_DEFLATED):
    """A zip file with the fields for files of more than 4 GiB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        for name, data in entries.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                member.write(data)
    return buffer.getvalue()


KINDS = [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.slow
@each_row("kind", KINDS)
@each_row("pack", [zipped, streamed, large])
def test_the_members_of_a_zip_file_without_directory_are_read(pack, kind):
    data = pack({"a.txt": TEXT, "sub/": b"", "\xe4/b.txt": LONG, "c.txt": TEXT}, kind)
    directory = data.index(b"PK\1\2")
    names = ["a.zip!a.txt", "a.zip!\xe4/b.txt", "a.zip!c.txt"]
    assert read(data) == (names, [])
    for cut in (directory, directory + 5, len(data) - 1):
        assert read(data[:cut]) == (names, ["a.zip"])


@each_row("pack", [zipped, streamed, large])
def test_a_zip_file_that_is_cut_short_is_read_up_to_its_end(pack):
    text = varied(20_000)
    data = pack({"a.txt": TEXT, "b.txt": text, "c.txt": TEXT})
    found = list(read_stream(io.BytesIO(data[: len(data) // 2]), "a.zip", len(data), Reading()))
    documents = [one for one in found if isinstance(one, Document)]
    assert [one.name for one in documents] == ["a.zip!a.txt", "a.zip!b.txt"]
    assert len(documents[1].text) > 100_000
    assert text.decode().startswith(documents[1].text)
    assert [one.name for one in found if isinstance(one, Problem)] == ["a.zip!b.txt", "a.zip"]
    assert "truncated" in str(found[-1])


def test_a_file_that_only_begins_like_a_zip_file_is_a_problem():
    for data in (b"PK\3\4", b"PK\3\4" * 999, b"PK\3\4" + bytes(26), b"PK\3\4" + b"\xff" * 99):
        _, problems = read(data)
        assert "a.zip" in problems


def test_encrypted_members_of_a_zip_file_without_directory_affect_no_other_one():
    data = zipped(ENTRIES)
    data = data[: data.index(b"PK\1\2")]
    at = data.index(b"b.txt") - 30
    data = data[: at + 6] + b"\1" + data[at + 7 :]
    assert read(data) == (["a.zip!a.txt", "a.zip!c.txt"], ["a.zip!b.txt", "a.zip"])


def test_a_wrong_checksum_at_the_end_costs_nothing(urlmend, tree):
    data = gzip.compress(LONG)
    tree({"a.gz": data[:-8] + b"\0\0\0\0" + data[-4:]})
    done = urlmend("find", "a.gz")
    assert (done.status, len(done.lines)) == (2, 20_000)
    assert done.err.startswith("urlmend: a.gz: CRC check failed")


def rows_of(path, **options):
    reader = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    found = []
    for unit in units([str(path)], size=400, **options):
        rows = reader(unit)
        found += [row.archive.partition("!")[2] for row in rows.urls] + [problem.name for problem in rows.problems]
    return found


@pytest.mark.parametrize("extract", [True, False])
def test_a_scan_reads_the_other_members(tmp_path, extract):
    path = tmp_path / "a.zip"
    path.write_bytes(with_directory(zipped(ENTRIES, zipfile.ZIP_STORED), "b.txt", 8, b"\1\0"))
    assert sorted(rows_of(path, extract=extract)) == [f"{path}!b.txt", "a.txt", "c.txt"]


def test_a_scan_reports_a_damaged_archive_again(urlmend, tree):
    tree({"a.zip": with_directory(zipped(ENTRIES, zipfile.ZIP_STORED), "b.txt", 8, b"\1\0")})
    for _ in range(2):
        done = urlmend("scan", "a.zip", "-o", "r.sqlite", env={"URLMEND_UNIT_SIZE": "400"})
        assert done.status == 2
        assert "urlmend: a.zip!b.txt: " in done.err
        assert "2 URLs (1 distinct)" in done.err


WARC = b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: %s\r\nContent-Length: %s\r\n\r\nsee http://%s.example/\n\r\n\r\n"


@each_row("length", [b"5", b"9" * 5000, b"x", b"-1", b"\xff"])
@each_row("compress", [bytes, gzip.compress])
def test_a_damaged_record_of_a_web_archive_affects_few_others(length, compress):
    pytest.importorskip("warcio")
    size = str(len("see http://a.example/\n")).encode()
    lengths = {b"a": size, b"b": size, b"c": length, b"d": size, b"e": size}
    data = b"".join(WARC % (name, length, name) for name, length in lengths.items())
    documents, problems = read(compress(data), "a.warc")
    assert {"a.warc!a", "a.warc!b", "a.warc!d", "a.warc!e"} <= set(documents)
    assert set(problems) <= {"a.warc", "a.warc!c"}


@pytest.mark.slow
def test_warnings_about_records_of_a_web_archive_quote_nothing(urlmend, tree):
    pytest.importorskip("warcio")
    size = str(len("see http://a.example/\n")).encode()
    tree({"a.warc": WARC % (b"ftp://al:h7Tq-92x@a.internal/b \x1b[2J c", size, b"a")})
    for command in ("find", "lint", "scan"):
        assert urlmend(command, "a.warc").err.count("92x") == 0
        assert "Replacing" not in urlmend(command, "a.warc").err
