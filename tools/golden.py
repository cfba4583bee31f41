"""Print a checksum of everything that the commands print about the sample texts.

usage: golden.py [--jobs N] [--against FILE]

Run it before and after a change that must not alter results, and compare. Each line holds a checksum of standard output
and the exit status, one of standard error, and the command. With --against, only lines that differ from those in FILE
are printed, and the exit status is 1 if there are any. URLMEND_DATA may name a folder of further texts.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("URLMEND_DATA", "/dev/null"))
# The folders that are read, by the name that they have in the working folder.
FOLDERS = {
    "corpora": ROOT / "corpora",
    "cases": ROOT / "tests" / "cases",
    "found": ROOT / "fuzz" / "found",
    "dev": DATA / "accuracy" / "dev",
    "trees": DATA / "lint",
}
# Bytes read of each long text.
BENCH_SIZE = 3_000_000
# Options of `lint`, each run over every folder.
LINT = (
    *(f"--format {name}" for name in ("text", "json", "jsonl", "csv", "sarif", "github", "gitlab", "junit")),
    "--statistics",
    "--show-source",
    "--diff",
    "--diff --unsafe-fixes",
    "--format jsonl --select ALL",
    "--format jsonl --select ALL --profile rfc1738 --schemeless --headers",
    "--format jsonl --profile whatwg --input text",
)
FIND = ("", "--format jsonl", "--schemeless", "--format jsonl --schemeless --headers", "--input text")
SCAN = ("", "--unique", "--processes 1 --unit-size 1 --select ALL --headers")
# What differs from run to run: temporary files, and the time of a JUnit report.
_UNSTABLE = re.compile(rb"/tmp/[^\s\"']+|\d+-\d+\.tmp|timestamp=\"[^\"]*\"")


def prepare(folder: Path) -> list[str]:
    """Link the sample folders into a working folder, write the long texts, and return the names of both."""
    for name, target in FOLDERS.items():
        if target.is_dir():
            (folder / name).symlink_to(target)
    names = [name for name, target in FOLDERS.items() if target.is_dir()]
    for packed in sorted((DATA / "bench").glob("*.xz")):
        with lzma.open(packed) as file:
            (folder / packed.stem).write_bytes(file.read(BENCH_SIZE))
        names.append(packed.stem)
    return names


def run(arguments: str, folder: Path) -> tuple[bytes, bytes]:
    """Run a command line of urlmend: what it printed, its exit status, and its messages."""
    command = [sys.executable, "-m", "urlmend", *arguments.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if b"Traceback" in done.stderr:
        sys.exit(f"{arguments}:\n{done.stderr.decode(errors='replace')}")
    return b"%s\n%d" % (done.stdout, done.returncode), done.stderr


def checksum(data: bytes) -> str:
    """A short checksum, without what differs from run to run."""
    return hashlib.sha256(_UNSTABLE.sub(b"", data)).hexdigest()[:16]


def line(arguments: str, folder: Path) -> str:
    """One line of the output."""
    out, err = run(arguments, folder)
    return f"{checksum(out)} {checksum(err)} {arguments}"


def dump(path: Path) -> bytes:
    """The rows of a result, without the keys of its units, which depend on times of files."""
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE units SET key = id")
        connection.execute("DELETE FROM settings")
        return "\n".join(connection.iterdump()).encode("utf-8", "surrogateescape")


def scan_lines(name: str, options: str, number: int, folder: Path) -> list[str]:
    """The lines for a scan of a folder and the reports of its result."""
    result = f"result-{name}-{number}.sqlite"
    out, err = run(f"scan {options} -o {result} {name}", folder)
    page = f"{result}.html"
    lines = [f"{checksum(out)} {checksum(err)} scan {options} {name}"]
    lines.append(line(f"report {result}", folder))
    lines.append(line(f"report --html {page} {result}", folder))
    if (folder / page).exists():
        lines.append(f"{checksum((folder / page).read_bytes())} {checksum(b'')} page {result}")
    if (folder / result).exists():
        lines.append(f"{checksum(dump(folder / result))} {checksum(b'')} rows {result}")
    return lines


def lines(folder: Path, names: list[str], jobs: int) -> list[str]:
    """All lines, in an order that does not change."""
    with ThreadPoolExecutor(jobs) as pool:
        simple = [f"find {options} {name}" for name in names for options in FIND]
        simple += [f"lint {options} {name}" for name in names for options in LINT]
        simple += [f"scan --progress none {name}" for name in names]
        simple += ["rules", "explain URL501", *(f"{command} --help" for command in ("find", "lint", "scan", "report"))]
        scans = [(name, options, number) for name in names for number, options in enumerate(SCAN)]
        single = list(pool.map(lambda arguments: line(arguments, folder), simple))
        scanned = list(pool.map(lambda scan: scan_lines(*scan, folder), scans))
    return [*single, *(row for rows in scanned for row in rows)]


def main() -> None:
    """Print the lines, or those that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="commands run at a time")
    parser.add_argument("--against", type=Path, metavar="FILE", help="print only what differs from FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = lines(Path(folder), prepare(Path(folder)), options.jobs)
    if options.against is None:
        print("\n".join(found))
        return
    expected = set(options.against.read_text("utf-8").splitlines())
    different = [row for row in found if row not in expected]
    print("\n".join(different) or "no difference")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
