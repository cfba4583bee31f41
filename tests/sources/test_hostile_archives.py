"""Archives and files made to do harm: bombs, quines, paths, links, devices; read in bounded memory and time."""

import bz2
import gzip
import io
import lzma
import os
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import zipfile
import zlib
from functools import cache
from importlib import import_module

import pytest

pytestmark = pytest.mark.slow

TEXT = b"see http://a.example/b|c\n"
# Bytes of memory, and seconds of work, that a run may take.
MEMORY = 1 << 29
SECONDS = 20
LIMITED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from urlmend.cli import main as cli
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.fixture
def limited(tmp_path):
    """Run the command line with little memory and little time: its status, and what it says."""

    def run(*arguments, env=None):
        command = [sys.executable, "-c", LIMITED, *map(str, arguments)]
        environment = {**os.environ, **(env or {})}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=600)
        said = done.stderr.decode("utf-8", "surrogateescape")
        assert "Traceback" not in said
        assert "MemoryError" not in said
        return done.returncode, done.stdout.decode("utf-8", "surrogateescape"), said

    return run


def letters(packer, size):
    """Letters, packed piece by piece."""
    block = b"a" * (1 << 20)
    pieces = [packer.compress(block) for _ in range(size >> 20)]
    return b"".join([*pieces, packer.flush()])


def zipped(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def overlapping(count, size):
    """A zip file whose entries are all the same bytes."""
    data = zlib.compress(b"a" * size, 9)[2:-4]
    crc = zlib.crc32(b"a" * size)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(data), size, 1, 0) + b"a" + data
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(data), size, 1, 0, 0, 0, 0, 0, 0) + b"a"
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entry) * count, len(local), 0)
    return local + entry * count + end


def quine():
    """A gzip file that begins like what it holds, over and over: each layer has another one inside."""
    data = TEXT
    for _ in range(50):
        data = gzip.compress(data)
    return data


BOMBS = {
    "a.gz": lambda: letters(zlib.compressobj(9, wbits=31), 1 << 27),
    "a.bz2": lambda: letters(bz2.BZ2Compressor(), 1 << 27),
    "a.xz": lambda: letters(lzma.LZMACompressor(preset=0), 1 << 27),
    "a.zst": lambda: letters(import_module("zstandard").ZstdCompressor().compressobj(), 1 << 27),
    "a.zip": lambda: zipped({"a.txt": b"a" * (1 << 27)}),
    "gz in gz": lambda: gzip.compress(letters(zlib.compressobj(9, wbits=31), 1 << 27)),
    "overlap.zip": lambda: overlapping(5000, 1 << 20),
    "zips.zip": lambda: zipped({f"{n}.zip": zipped({"a.txt": b"a" * (1 << 23)}) for n in range(40)}),
    "quine.gz": quine,
    "liar.zip": lambda: zipped({"a.txt": TEXT * 9}).replace(struct.pack("<L", len(TEXT) * 9), b"\xff\xff\xff\x7f"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(limited, tree, name):
    tree({name: BOMBS[name](), "z.txt": TEXT})
    status, out, said = limited("lint", name, "z.txt")
    assert status == (1 if name == "liar.zip" else 2), said
    assert "z.txt:1" in out
    assert len(out) + len(said) < 10_000
    status, out, said = limited("scan", name, "z.txt", "--processes", "1")
    assert "http://a.example/b|c" in out, said


@cache
def many_entries():
    """A zip file of many empty entries, and one with a URL."""
    return zipped(dict.fromkeys(map(str, range(30_000)), b"") | {"z.txt": TEXT})


@pytest.mark.parametrize("command", [("find",), ("lint",), ("scan", "--processes", "1")], ids=" ".join)
def test_a_zip_file_of_many_entries(limited, tree, command):
    tree({"many.zip": many_entries(), "z.txt": TEXT})
    status, out, said = limited(*command, "many.zip", "z.txt")
    assert status in (0, 1), said
    assert out.count("http://a.example/b|c") + out.count("z.txt:1") >= 2


def test_a_million_boundaries(limited, tree):
    head = b"From: a\nSubject: b\nContent-Type: multipart/mixed; boundary=b\n\n"
    tree({"m.eml": head + b"--b\n" * 1_000_000 + b"\n" + TEXT})
    assert limited("find", "m.eml") == (0, "http://a.example/b|c\n", "")


def test_thousands_of_messages_in_each_other(limited, tree):
    head = b"From: a\nSubject: b\nContent-Type: message/rfc822\n\n"
    boundaries = [b"From: a\nContent-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(5000)]
    mixed = b"".join(boundaries)
    tree({"m.eml": head * 5000 + TEXT, "n.eml": mixed + TEXT, "o.eml": mixed.replace(b"multipart", b"message") + TEXT})
    status, _, said = limited("lint", "m.eml", "n.eml", "o.eml")
    left_out = "parts nested more than 32 deep are not read, in 1 message"
    assert (status, said.count(left_out)) == (2, 2), said
    assert [name for name in ("m.eml", "n.eml", "o.eml") if f"{name}: {left_out}" in said] == ["m.eml", "n.eml"]


PATHS = [
    "../../out.txt",
    "/tmp/out.txt",
    "C:\\out.txt",
    "..\\out.txt",
    "a/../../out.txt",
    "out.txt\x00.png",
    "\x1b[31m.txt",
]


@pytest.mark.parametrize("kind", ["tar", "zip"])
def test_nothing_is_written_wherever_paths_lead(urlmend, tree, kind):
    buffer = io.BytesIO()
    if kind == "tar":
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for path in PATHS:
                info = tarfile.TarInfo(path)
                info.size = len(TEXT)
                archive.addfile(info, io.BytesIO(TEXT))
    else:
        with zipfile.ZipFile(buffer, "w") as archive:
            for path in PATHS:
                archive.writestr(path, TEXT)
    folder = tree({f"in/a.{kind}": buffer.getvalue()})
    before = sorted(folder.rglob("*"))
    done = urlmend("lint", f"in/a.{kind}")
    assert len(done.lines) == len(PATHS)
    assert "\x1b" not in done.out
    for option in ((), ("--fix",), ("--diff",)):
        urlmend("lint", f"in/a.{kind}", *option)
    assert sorted(folder.rglob("*")) == before
    assert not os.path.exists("/tmp/out.txt")


def test_links_and_devices_in_a_tar_are_skipped(urlmend, tree):
    folder = tree({"secret.txt": b"see http://secret.example/b|c\n"})
    buffer = io.BytesIO()
    kinds = [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE]
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for number, kind in enumerate(kinds):
            info = tarfile.TarInfo(f"{number}.txt")
            info.type, info.linkname = kind, str(folder / "secret.txt")
            archive.addfile(info)
        info = tarfile.TarInfo("z.txt")
        info.size = len(TEXT)
        archive.addfile(info, io.BytesIO(TEXT))
    tree({"a.tar": buffer.getvalue()})
    assert urlmend("find", "a.tar").out == "http://a.example/b|c\n"


def test_a_tar_of_negative_or_endless_sizes(limited, tree):
    info = tarfile.TarInfo("a.txt")
    info.size = len(TEXT)
    block = info.tobuf(tarfile.GNU_FORMAT)
    sizes = [b"\xff" * 12, b"\x80" + b"\x7f" * 11, b"77777777777\0"]
    for number, size in enumerate(sizes):
        changed = block[:124] + size + block[136:148] + b" " * 8 + block[156:]
        checked = changed[:148] + b"%06o\0 " % sum(changed) + changed[156:]
        tree({f"{number}.tar": checked + TEXT.ljust(512, b"\0") + bytes(1024)})
    status, _, said = limited("lint", *(f"{number}.tar" for number in range(len(sizes))))
    assert status in (0, 1, 2), said


def test_special_files_in_a_folder_are_skipped(limited, tree):
    folder = tree({"in/z.txt": TEXT})
    os.mkfifo(folder / "in" / "pipe.txt")
    os.symlink("/dev/zero", folder / "in" / "zero.txt")
    os.symlink("/dev/tty", folder / "in" / "tty.txt")
    os.symlink(".", folder / "in" / "self")
    os.symlink("b", folder / "in" / "a")
    os.symlink("a", folder / "in" / "b")
    listening = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    try:
        os.chdir(folder / "in")
        listening.bind("socket.txt")
    finally:
        os.chdir(here)
        listening.close()
    for command in (["find", "in"], ["lint", "in"], ["scan", "in", "--processes", "2"]):
        status, out, said = limited(*command)
        assert status in (0, 1), said
        assert out.count("http://a.example/b|c") + out.count("z.txt:1") >= 1


@pytest.mark.parametrize("command", ["find", "lint", "scan"])
def test_a_named_pipe_is_read(urlmend, tree, command):
    folder = tree({})
    os.mkfifo(folder / "pipe")

    def write():
        for _ in range(2 if command == "scan" else 1):
            with open(folder / "pipe", "wb") as pipe:
                pipe.write(TEXT)

    threading.Thread(target=write, daemon=True).start()
    done = urlmend(command, "pipe")
    assert "http://a.example/b" in done.out + done.err or "pipe:1" in done.out


def test_a_named_loop_of_links_is_a_problem(urlmend, tree):
    folder = tree({"z.txt": TEXT})
    os.symlink("b", folder / "a")
    os.symlink("a", folder / "b")
    for command in ("find", "lint", "scan"):
        done = urlmend(command, "a", "z.txt")
        assert done.status == 2
        assert "urlmend: a: Too many levels of symbolic links" in done.err
        assert "z.txt" in done.out or "http://a.example" in done.out
