"""Compressed files and archives are read in place, at any depth, and bombs end with a message."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import tracemalloc
import zipfile
import zlib
from types import SimpleNamespace

import pytest

from structures import ARCHIVERS, COMPRESSORS
from tables import each_row
from urlmend._lib import allowance
from urlmend.decoding.sniff import SIGNATURES, Signature, archive_format, is_compressed_or_archive
from urlmend.model.document import Document
from urlmend.sources import archives
from urlmend.sources.paths import Problem, Reading, Skipped, read_stream
from urlmend.sources.skipped import SkipKind

MAIL = b"Subject: x\nFrom: y\n\nsee http://a.example/b\n"
TEXT = b"see http://a.example/b\n"


def tar(entries: dict[str, bytes], mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def zipped(entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


class StandardZstd:
    """`compression.zstd` of Python 3.14, as far as it is used."""

    DecompressionParameter = SimpleNamespace(window_log_max=100)

    @staticmethod
    def ZstdFile(stream, options):  # noqa: N802  # as the library has it
        assert options == {100: 26}
        return io.BytesIO(stream.read()[len(b"\x28\xb5\x2f\xfd") :])


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="the standard library has the module")
def test_zstd_of_the_standard_library_is_preferred(monkeypatch):
    monkeypatch.setitem(sys.modules, "compression", SimpleNamespace(zstd=StandardZstd))
    (document,) = read(b"\x28\xb5\x2f\xfd" + TEXT)
    assert isinstance(document, Document)
    assert document.text == TEXT.decode()


def read(data: bytes, name: str = "box") -> list[Document | Problem]:
    return list(read_stream(io.BytesIO(data), name, len(data), Reading()))


def test_every_format_has_an_opener() -> None:
    assert {signature.format for signature in SIGNATURES} == archives.OPENERS.keys()
    assert {*COMPRESSORS, *ARCHIVERS} == archives.OPENERS.keys()


@each_row("name", COMPRESSORS)
def test_compressed_files_are_recognised_by_their_first_bytes(name: str) -> None:
    assert archive_format(COMPRESSORS[name](TEXT)) == name


@each_row("name", ARCHIVERS)
def test_archives_are_recognised_by_their_first_bytes(name: str) -> None:
    assert archive_format(ARCHIVERS[name]({"a": TEXT})) == name


@each_row("signature", SIGNATURES)
def test_find_lint_and_scan_recognise_every_signature(signature: Signature) -> None:
    head = b"." * signature.offset + signature.magic
    assert archive_format(head) == signature.format
    assert is_compressed_or_archive(head)


def names(data: bytes, name: str = "box") -> list[str]:
    documents = [item for item in read(data, name) if not isinstance(item, Skipped)]
    assert all(isinstance(document, Document) for document in documents), documents
    return [document.name for document in documents]


@each_row("name", COMPRESSORS)
@each_row("content", [MAIL, TEXT])
def test_compressed_files_are_read(name: str, content: bytes) -> None:
    (document,) = read(COMPRESSORS[name](content))
    assert isinstance(document, Document)
    assert "http://a.example/b" in document.text


def test_members_are_named_after_their_archive() -> None:
    entries = {"one.txt": TEXT, "sub/two.eml": MAIL, "three.bin": b"\0\1\2"}
    assert names(zipped(entries), "a.zip") == ["a.zip!one.txt", "a.zip!sub/two.eml"]
    assert names(tar(entries), "a.tar") == ["a.tar!one.txt", "a.tar!sub/two.eml"]
    assert names(tar(entries, "w:gz"), "a.tgz") == ["a.tgz!one.txt", "a.tgz!sub/two.eml"]


def test_long_members_are_complete() -> None:
    long = TEXT * 9000
    for document in [*read(tar({"a": long}), "a.tar"), *read(zipped({"a": long}), "a.zip"), *read(gzip.compress(long))]:
        assert isinstance(document, Document)
        assert document.text == long.decode()


def test_archives_in_archives_are_read() -> None:
    inner = zipped({"deep.txt": TEXT})
    assert names(gzip.compress(tar({"inner.zip": inner})), "a.tar.gz") == ["a.tar.gz!inner.zip!deep.txt"]


def test_a_text_that_mentions_tar_is_not_one() -> None:
    assert names(b"see http://a.example/ ".ljust(257, b".") + b"ustar and so on\n") == ["box"]


def test_office_documents_are_not_opened() -> None:
    assert read(zipped({"Index/Document.iwa": TEXT}), "letter.pages") == [
        Skipped.of(SkipKind.DOCUMENT, "letter.pages", "iWork")
    ]


def problems(data: bytes, name: str = "box") -> list[str]:
    return [item.reason for item in read(data, name) if isinstance(item, Problem)]


def test_depth_is_bounded() -> None:
    data = TEXT
    for _ in range(archives.MAX_DEPTH + 1):
        data = gzip.compress(data)
    assert problems(data) == ["archives nested more than 4 deep"]


def test_a_bomb_ends_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "FREE_SIZE", 1 << 16)
    bomb = gzip.compress(b"a" * 10_000_000)
    assert problems(bomb) == ["expands to more than 250 times its size"]
    assert problems(zipped({"bomb": b"a" * 10_000_000}), "a.zip") == ["expands to more than 250 times its size"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("has_directory", [True, False])
def test_members_are_extracted_piece_by_piece(
    monkeypatch: pytest.MonkeyPatch, method: int, has_directory: bool
) -> None:
    monkeypatch.setattr(allowance, "FREE_SIZE", 1 << 16)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("bomb.txt", b"a" * 40_000_000)
    data = buffer.getvalue() if has_directory else buffer.getvalue()[:-1]
    assert problems(data, "a.zip") == ["expands to more than 250 times its size"]  # imports what is needed
    tracemalloc.start()
    problems(data, "a.zip")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12_000_000


def test_a_large_dictionary_and_a_wrong_checksum_are_reported() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.txt", TEXT)
    data = buffer.getvalue()
    dictionary = data.index(b"\5\0]") + 3
    large = data[:dictionary] + b"\0\0\0\x10" + data[dictionary + 4 :]
    assert problems(large, "a.zip") == ["LZMA data with a dictionary of more than 64 MB"]
    checksum = zlib.crc32(TEXT).to_bytes(4, "little")
    assert problems(data.replace(checksum, b"abcd"), "a.zip") == ["bad CRC-32"]


@each_row(
    ("data", "reasons"),
    [
        (bz2.compress(TEXT), []),
        (lzma.compress(TEXT), []),
        (bz2.compress(TEXT) + b"\0" * 9 + bz2.compress(TEXT), []),
        (lzma.compress(TEXT) + b"\0" * 10_000 + lzma.compress(TEXT), []),
        (lzma.compress(TEXT) + lzma.compress(TEXT)[:-1], ["Compressed file ended before the end of a stream"]),
        (bz2.compress(TEXT) + b"more", ["Invalid data stream"]),
        (lzma.compress(TEXT) + b"more and more", ["Input format not supported by decoder"]),
        (
            lzma.compress(TEXT, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 27}]),
            ["Memory usage limit exceeded"],
        ),
        (lzma.compress(TEXT, preset=9), []),
    ],
)
def test_streams_of_compressed_files(data: bytes, reasons: list[str]) -> None:
    assert problems(data) == reasons


def test_the_limit_applies_to_all_members_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "FREE_SIZE", 1 << 16)
    entries = {str(number): b"a" * 60_000 for number in range(9)}
    assert problems(zipped(entries), "a.zip") == ["expands to more than 250 times its size"]


def test_a_sparse_file_is_a_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "FREE_SIZE", 1 << 16)
    entry, text = tarfile.TarInfo("holes"), TEXT * 400
    entry.size = len(text)
    entry.pax_headers = {"GNU.sparse.map": f"0,{len(text)}", "GNU.sparse.size": str(1 << 40)}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry, io.BytesIO(text))
    assert problems(buffer.getvalue()) == ["expands to more than 250 times its size"]


def test_the_number_of_entries_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_ENTRIES", 3)
    for number, reasons in ((3, []), (4, ["more than 3 entries"])):
        entries = {f"{entry}.txt": TEXT for entry in range(number)}
        assert problems(zipped(entries), "a.zip") == reasons
        assert problems(tar(entries)) == reasons


@each_row(
    "data",
    [
        gzip.compress(TEXT * 99, mtime=0)[:-30],
        b"BZh9nonsense",
        b"\xfd7zXZ\x00nonsense",
        b"PK\x03\x04nonsense",
        b"\x28\xb5\x2f\xfdnonsense",
    ],
)
def test_damaged_archives_are_reported(data: bytes) -> None:
    assert len(problems(data, "a.zip")) == 1
