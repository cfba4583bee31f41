"""The memory of the commands does not grow with the size of a part, of a stream, of a header, or of cells."""

from __future__ import annotations

import base64
import gzip
import io
import os
import sqlite3
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

# Runs a command, and prints its exit status and its memory in kB, or that of its largest child. This small process
# starts it, because a new process counts the memory of the one that started it.
MEASURE = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(child.pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""
START = (
    b"From a@quay.example Mon Jan  5 10:00:00 2004\nSubject: x\nContent-Type: %s; charset=utf-8\n"
    b"Content-Transfer-Encoding: %s\n\n"
)
PROSE = b"Nothing of note happened in the harbour on that day; the ships stayed where they were.\n" * 100
FAULTS = b"".join(b"see http://www.canal.example/%d?a=b|c\n" % number for number in range(1000))
LINK = b'<p>see <a href="http://www.canal.example/?a=1&amp;b=2">the canal</a>, and more text in <b>bold</b> type</p>\n'


def memory(*arguments, folder, stdin=None):
    """The peak memory of a command in MB."""
    if not hasattr(os, "wait4"):
        pytest.skip("this system does not report the memory of a process")
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "urlmend", *arguments]
    done = subprocess.run(command, cwd=folder, stdin=stdin, capture_output=True, text=True, check=True)
    status, used = map(int, done.stdout.split())
    assert status in (0, 1) or "only the first 64 MB are read" in done.stderr, done.stderr
    return used / 1000


FIXABLE = "see http://www.canal.example/a|b now"
# What precedes a text that is repeated, and this; the matcher of expressions keeps 150 bytes for each repetition.
REPEATED = {
    "quote marks": ("a.txt", "x http://www.canal.example/a|b/\n", ">"),
    "quote marks of mail": ("a.eml", "From: a@quay.example\nSubject: s\n\nx http://www.canal.example/a|b/\n", ">"),
    "colons": ("a.txt", f"{FIXABLE} ", "a:"),
    "percent signs": ("a.txt", f"{FIXABLE} ", "a%"),
    "slashes": ("a.txt", f"{FIXABLE} ada:h7Tq-92x@a.example a:", "/"),
    "encoded equals signs": ("a.txt", f"{FIXABLE} http://a.example/?password", "=3D"),
    "braces of a password": ("a.txt", f"{FIXABLE} http://a.example/?password=", "{"),
    "comments of HTML": ("a.html", f"{FIXABLE}\n", "<!--"),
    "defanged hosts": ("a.txt", f"{FIXABLE} hxxp://", "$a"),
    "versions": ("a.txt", "x http://www.canal.example/a|b/\n", "1."),
    "rules": ("a.md", f"{FIXABLE}\n\n", "- "),
    "strings of several lines": ("a.py", f'# {FIXABLE}\n"""', "\\n"),
    "statements of Python": ("a.py", f"# {FIXABLE}\n", "a;"),
    "documents of YAML": ("a.yaml", f"# {FIXABLE}\n", "---\n"),
}


@pytest.mark.parametrize("name", REPEATED)
def test_the_text_around_a_finding_takes_bounded_memory(tmp_path, name):
    path, before, unit = REPEATED[name]
    text = before + unit * (1_000_000 // len(unit))
    for options in (["--diff", "--unsafe-fixes"], ["--fix"]):
        (tmp_path / path).write_text(f"{text}\n", "utf-8")
        assert memory("lint", "--isolated", *options, path, folder=tmp_path) < 120


def part(piece, size, encoding, media_type=b"text/plain"):
    """An mbox with one part of at least a number of bytes."""
    if encoding == b"base64":
        piece = base64.encodebytes(piece + b" " * (-len(piece) % 57))
    elif encoding == b"quoted-printable":
        piece = piece.replace(b"=", b"=3D")
    return START % (media_type, encoding) + piece * (size // len(piece) + 1)


TEXT, HTML = (PROSE + FAULTS[:999], b"text/plain"), (LINK * 10, b"text/html")


@pytest.mark.parametrize(
    ("encoding", "piece", "media_type", "size", "most"),
    [(b"base64", *TEXT, 40, 110), (b"quoted-printable", *HTML, 80, 250), (b"8bit", *TEXT, 80, 250)],
    ids=["base64", "quoted-printable HTML", "8bit"],
)
def test_find_reads_long_parts_in_bounded_memory(tmp_path, encoding, piece, media_type, size, most):
    (tmp_path / "box").write_bytes(part(piece, size << 20, encoding, media_type))
    assert memory("find", "--isolated", "box", folder=tmp_path) < most


def test_lint_holds_the_findings_of_one_window(tmp_path):
    (tmp_path / "box").write_bytes(part(FAULTS, 4 << 20, b"base64"))
    assert memory("lint", "--isolated", "--format", "sarif", "box", folder=tmp_path) < 150


def test_scan_holds_the_rows_of_one_window(tmp_path):
    (tmp_path / "box").write_bytes(part(FAULTS, 4 << 20, b"base64"))
    assert memory("scan", "--isolated", "-o", "out.sqlite", "box", folder=tmp_path) < 170


def test_a_range_of_a_scan_is_read_in_pieces(tmp_path):
    (tmp_path / "box").write_bytes(part(PROSE, 150 << 20, b"8bit"))
    assert memory("scan", "--isolated", "-o", "out.sqlite", "box", folder=tmp_path) < 250


@pytest.mark.parametrize("is_stdin", [True, False])
def test_lint_reads_streams_in_bounded_memory(tmp_path, is_stdin):
    path = tmp_path / ("text" if is_stdin else "text.gz")
    with (
        io.FileIO(path, "w") as raw,
        raw if is_stdin else gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=0) as out,
    ):
        for _ in range(200):
            out.write(PROSE * 60)
    with path.open("rb") as file:
        assert memory("lint", "--isolated", "-" if is_stdin else "text.gz", folder=tmp_path, stdin=file) < 150


@pytest.mark.parametrize("name", [b"X-Long", b"Subject"])
def test_long_headers_take_bounded_memory(tmp_path, name):
    (tmp_path / "box").write_bytes(b"From: a@quay.example\n" + name + b": x\n" + (b" " + PROSE[:87]) * 900_000)
    assert memory("find", "--isolated", "box", folder=tmp_path) < 250


@pytest.mark.parametrize("column", ["url_texts.url", "messages.date"])
def test_reports_shorten_cells_before_they_sort_them(tmp_path, column):
    (tmp_path / "text").write_bytes(FAULTS[:2000])
    memory("scan", "--isolated", "-o", "out.sqlite", "text", folder=tmp_path)
    table, _, name = column.partition(".")
    with sqlite3.connect(tmp_path / "out.sqlite") as connection:
        for (number,) in connection.execute(f"SELECT id FROM {table} LIMIT 30").fetchall():
            value = f"{number}{'x' * 14_000_000}"
            connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE id = ?', (value, number))
    assert memory("report", "out.sqlite", folder=tmp_path) < 250
    (tmp_path / "out.sqlite").unlink()
