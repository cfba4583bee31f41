"""Full disks, files changed while being read, workers without memory, unusual names: finished work is kept."""

import os
import re
import sqlite3
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

TEXT = "see http://a.example/b|c\n"
MANY = "".join(f"see http://a.example/{number}|c\n\n" for number in range(5000))
SMALL_DISK = """
import resource, sys
sys.dont_write_bytecode = True  # no truncated files for later processes
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
from urlmend.cli import main as cli
sys.exit(cli.main(sys.argv[1:]))
"""


def run(folder, program, *arguments, env=None, **options):
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env={**os.environ, **(env or {})},
        capture_output=True,
        check=False,
        timeout=600,
        **options,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


FULL = [
    ["lint", "many.txt", "--format", "json", "--output", "old.json"],
    ["lint", "many.txt", "--baseline", "old.jsonl", "--update-baseline"],
    ["scan", "many.txt", "-o", "old.csv"],
    ["scan", "many.txt", "-o", "old.jsonl"],
    ["lint", "many.txt", "--fix"],
]


@pytest.mark.parametrize("arguments", FULL, ids=" ".join)
def test_full_disk_preserves_old_files(tree, arguments):
    old = dict.fromkeys(("old.json", "old.csv", "old.jsonl"), "")
    folder = tree({"many.txt": MANY, **old})
    for name in old:
        (folder / name).write_text("")
    done = run(folder, SMALL_DISK, *arguments)
    assert done.returncode == 2, done.stderr
    assert done.stderr
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"many.txt": MANY, **old}


# The tables of a result alone take more than 100,000 bytes.
DISK_FOR_TABLES = SMALL_DISK.replace("100_000", "400_000")


# The rows of a unit go to a temporary file if they are many, and else directly to the result.
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (MANY, r"OSError: \[Errno \d+\] File too large: '.*urlmend-[0-9a-f]+.\w+'\n"),
        (MANY[: len(MANY) // 4], r"r\.sqlite: (?:database or disk is full|disk I/O error)"),
    ],
    ids=["temporary file", "result"],
)
def test_full_disk_preserves_finished_scan_units(tree, urlmend, text, reason):
    folder = tree({"a.txt": TEXT, "many.txt": text})
    urlmend("scan", "a.txt", "-o", "r.sqlite")
    done = run(folder, DISK_FOR_TABLES, "scan", "a.txt", "many.txt", "-o", "r.sqlite")
    assert done.returncode == 2
    assert re.search(reason, done.stderr.decode())
    database = sqlite3.connect(folder / "r.sqlite")
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("SELECT url FROM urls").fetchall() == [("http://a.example/b|c",)]
    database.close()
    assert urlmend("scan", "a.txt", "many.txt", "-o", "r.sqlite").status == 1


def test_full_disk_preserves_the_old_report_page(tree, urlmend):
    pytest.importorskip("jinja2")
    folder = tree({"a.txt": TEXT, "page.html": "old"})
    urlmend("scan", "a.txt", "-o", "r.sqlite")
    small = SMALL_DISK.replace("100_000", "20_000")
    done = run(folder, small, "report", "r.sqlite", "--html", "page.html")
    assert done.returncode == 2
    assert b"page.html: File too large" in done.stderr
    assert (folder / "page.html").read_text() == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "page.html", "r.sqlite"]


FULL_AT_THE_END = """
import resource, sys
sys.dont_write_bytecode = True  # no truncated files for later processes
from urlmend.cli import main as cli
from urlmend.scan.results import export_formats
export = export_formats.export
def on_a_full_disk(*arguments):
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
    return export(*arguments)
export_formats.export = on_a_full_disk
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("name", ["old.csv", "old.jsonl", "old.parquet"])
def test_full_disk_preserves_the_old_exported_result(tree, name):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    folder = tree({"many.txt": MANY, name: "old"})
    done = run(folder, FULL_AT_THE_END, "scan", "many.txt", "-o", name)
    assert done.returncode == 2
    assert f"{name}: ".encode() in done.stderr
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"many.txt": MANY, name: "old"}


def test_devices_can_be_written_to(urlmend, tree):
    tree({"a.txt": TEXT})
    assert "a.txt:1" in urlmend("lint", "a.txt", "--output", "/dev/stdout").out
    assert urlmend("lint", "a.txt", "--output", "/dev/full").status == 2


WITHOUT_MEMORY = """
import sys
from urlmend.cli import main as cli
from urlmend.scan import worker as scanning
rows = scanning._RowCollector._rows
def hungry(self, document, *arguments):
    if "HUNGRY" in document.text:
        bytearray(1 << 60)
    return rows(self, document, *arguments)
scanning._RowCollector._rows = hungry
sys.exit(cli.main(["scan", ".", "-o", "r.sqlite", "--processes", sys.argv[1]]))
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_out_of_memory_unit_is_reported_and_the_rest_continues(tree, processes):
    folder = tree({"a/a.txt": TEXT, "b/b.txt": "HUNGRY " + TEXT, "c/c.txt": TEXT})
    done = run(folder, WITHOUT_MEMORY, processes)
    assert done.returncode == 2
    assert b"urlmend: ./b/b.txt: MemoryError" in done.stderr
    database = sqlite3.connect(folder / "r.sqlite")
    assert database.execute("SELECT archive FROM urls").fetchall() == [("./a/a.txt",), ("./c/c.txt",)]
    database.close()


CHANGES = """
import os, sys
from urlmend.cli import main as cli
from urlmend.scan import work_units as units
listed = units.units
def changing(*arguments, **options):
    for unit in list(listed(*arguments, **options)):
        if any(name.endswith("gone.txt") for name in unit.names):
            os.unlink("in/gone.txt") if os.path.exists("in/gone.txt") else None
        if any(name.endswith("short.txt") for name in unit.names):
            os.truncate("in/short.txt", 10)
        yield unit
units.units = changing
sys.exit(cli.main(["scan", "in", "-o", "r.sqlite", "--processes", sys.argv[1]]))
"""


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("size", ["1000", "8000000"])
def test_files_changed_or_removed_during_a_scan_are_reported(tree, urlmend, processes, size):
    folder = tree({"in/a.txt": TEXT, "in/gone.txt": MANY, "in/short.txt": MANY, "in/z.txt": TEXT})
    done = run(folder, CHANGES, processes, env={"URLMEND_UNIT_SIZE": size})
    assert done.returncode == 2
    assert b"in/gone.txt: " in done.stderr
    again = urlmend("scan", "in", "-o", "r.sqlite")
    assert again.status == 1
    assert [row["archive"] for row in urlmend("scan", "in").rows] == ["in/a.txt", "in/z.txt"]
    database = sqlite3.connect(folder / "r.sqlite")
    assert database.execute("SELECT archive FROM urls ORDER BY archive").fetchall() == [("in/a.txt",), ("in/z.txt",)]
    database.close()


@pytest.mark.parametrize("moment", [-1, 0, 2**33])
def test_invalid_modification_times_are_accepted(urlmend, tree, moment):
    folder = tree({"a.txt": TEXT})
    os.utime(folder / "a.txt", (moment, moment))
    for _ in range(2):
        done = urlmend("scan", "a.txt", "-o", "r.sqlite")
        assert done.status == 1
        assert "1 URL (1 distinct)" in done.err


JUMPS = """
import itertools, sys, time
moments = itertools.cycle([0.0, 4e9, -1.0, 1e3])
time.time = lambda: next(moments)
from urlmend.cli import main as cli
sys.exit(cli.main(["scan", "a.txt", "-o", "r.sqlite", "--processes", "2", "--progress", "plain"]))
"""


def test_clock_jumps_do_not_break_progress(tree):
    done = run(tree({"a.txt": TEXT}), JUMPS)
    assert done.returncode == 1, done.stderr


LOCALES = [{"LC_ALL": "C"}, {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"LC_ALL": "xx_YY.nonsense"}]
UNUSUAL_NAMES = [b"na\xefve \xff.txt", "größe.txt".encode(), b"line\nbreak.txt", b"-o.txt", b"\x1b[31m.txt", b"a!b.txt"]


@pytest.mark.parametrize("locale", LOCALES, ids=str)
@pytest.mark.parametrize("command", ["find", "lint", "scan"])
def test_unusual_locales_and_file_names_are_supported(urlmend, tmp_path, locale, command):
    for name in UNUSUAL_NAMES:
        with open(os.fsencode(tmp_path) + b"/" + name, "wb") as file:
            file.write(TEXT.encode())
    done = urlmend(command, ".", env=locale)
    assert done.status == (0 if command == "find" else 1), done.err
    assert len(done.lines) == len(UNUSUAL_NAMES)
    if command == "lint":
        for name in ("json", "jsonl", "sarif", "github", "gitlab", "junit", "csv"):
            assert urlmend(command, ".", "--format", name, env=locale).status == 1
        assert urlmend(command, ".", "--fix", env=locale).status == 1
        assert urlmend(command, ".", env=locale).status == 0


@pytest.mark.parametrize("arguments", [["find", "a.txt"], ["lint", "a.txt"], ["scan", "a.txt"]], ids=" ".join)
def test_full_standard_output_is_an_error(tree, arguments):
    folder = tree({"a.txt": TEXT})
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "urlmend", *arguments]
        done = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs a file that can be opened and not read")
@pytest.mark.parametrize("command", ["find", "lint", "scan"])
def test_read_error_does_not_stop_the_others(urlmend, tree, command):
    tree({"a.txt": TEXT, "z.txt": TEXT})
    done = urlmend(command, "a.txt", "/proc/self/mem", "z.txt")
    assert done.status == 2
    assert done.err.startswith("urlmend: /proc/self/mem: Input/output error\n")
    assert len(done.lines) == 2
