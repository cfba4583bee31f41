"""CPU time of `urlmend find` and `urlmend lint` beside other programs, all measured in one run.

What counts is the time of a whole process in user and system mode: machines that share
their cores stretch the wall clock. The commands take turns, and each keeps its best round,
so that a machine that slows down does so for all of them. Absolute figures differ from
machine to machine; the ratios are what to compare.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
CORPORA = HERE.parent / "corpora"
REAL_TEXT = HERE.parent.parent / "shared" / "bench"
LABELS = ".labels.jsonl"

URLMEND = str(Path(sysconfig.get_path("scripts")) / "urlmend")
RG = "rg -o"
IMPORT_REGEX = "import regex"
DECODE = "email, decode only"
LINT_5K = "lint, 5 kB"

# Both read text; what they find is written, as the others do.
LINKIFY = """
import sys
from linkify_it import LinkifyIt
text = open(sys.argv[1], encoding="utf-8", errors="replace").read()
for match in LinkifyIt().match(text) or ():
    print(match.url)
"""
# Beyond 10,000 URLs it raises, unless it is told a higher limit.
URLEXTRACT = """
import sys
from urlextract import URLExtract
text = open(sys.argv[1], encoding="utf-8", errors="replace").read()
for url in URLExtract(limit=sys.maxsize).gen_urls(text):
    print(url)
"""

# How much of a file the slow peers get, so that each takes some seconds.
SLICES = {"linkify-it-py": 1_000_000, "URLExtract": 250_000}
START_UP_ROUNDS = 20

RATIOS = (
    ("find", RG),
    ("find", "floor"),
    ("lint", "find"),
    ("find", "linkify-it-py"),
    ("find", "URLExtract"),
    ("find", DECODE),
    (LINT_5K, IMPORT_REGEX),
)


class Job(NamedTuple):
    """A command to measure, and how many bytes it reads; 0 where that is beside the point."""

    command: list[str]
    size: int = 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="CPU time of urlmend beside other programs.")
    parser.add_argument("--size", type=int, default=80, metavar="MB", help="length of each text (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="10 MB and one round: a first impression")
    options = parser.parse_args()
    size, rounds = (10, 1) if options.quick else (options.size, 3)
    if not Path(URLMEND).exists():
        sys.exit("urlmend is not installed beside this Python: pip install -e .")
    for name in missing_peers():
        print(f"{name}: not installed, left out")
    with tempfile.TemporaryDirectory() as folder:
        for name, sample in (("docs.txt", docs_sample), ("dense.txt", dense_sample)):
            file = write_repeated(Path(folder) / name, read_sample(name, sample), size * 1_000_000)
            jobs = throughput_jobs(file)
            print_table(f"{name}, {size} MB", jobs, measure(jobs, rounds))
        file = write_repeated(Path(folder) / "mail.mbox", read_sample("mail.mbox", mail_sample), size * 1_000_000)
        jobs = mail_jobs(file)
        print_table(f"mail.mbox, {size} MB", jobs, measure(jobs, rounds))
        jobs = start_up_jobs(cut(Path(folder) / "docs.txt", 5_000))
        print_table("start-up", jobs, measure(jobs, START_UP_ROUNDS))


def missing_peers() -> list[str]:
    """The names of the peers that cannot be measured here."""
    modules = {"linkify-it-py": "linkify_it", "URLExtract": "urlextract", "regex": "regex"}
    missing = [name for name, module in modules.items() if find_spec(module) is None]
    return missing if shutil.which("rg") else ["ripgrep", *missing]


def throughput_jobs(file: Path) -> dict[str, Job]:
    """What to run over a long text."""
    missing = missing_peers()
    size = file.stat().st_size
    jobs = {
        "find": Job([URLMEND, "find", str(file)], size),
        "lint": Job([URLMEND, "lint", str(file)], size),
        "floor": Job([sys.executable, str(HERE / "floor.py"), str(file)], size),
    }
    if "ripgrep" not in missing:
        jobs[RG] = Job(["rg", "-o", r'(?:https?|ftp)://[^\s<>"]+', str(file)], size)
    for name, program in (("linkify-it-py", LINKIFY), ("URLExtract", URLEXTRACT)):
        if name not in missing:
            part = cut(file, SLICES[name])
            jobs[name] = Job([sys.executable, "-c", program, str(part)], part.stat().st_size)
    return jobs


def mail_jobs(file: Path) -> dict[str, Job]:
    """What to run over a mailbox."""
    size = file.stat().st_size
    return {
        "find": Job([URLMEND, "find", str(file)], size),
        "lint": Job([URLMEND, "lint", str(file)], size),
        DECODE: Job([sys.executable, str(HERE / "decode.py"), str(file)], size),
    }


def start_up_jobs(file: Path) -> dict[str, Job]:
    """What to run where starting is all the work."""
    jobs = {
        LINT_5K: Job([URLMEND, "lint", str(file)]),
        "find, 5 kB": Job([URLMEND, "find", str(file)]),
        "python -c pass": Job([sys.executable, "-c", "pass"]),
    }
    if "regex" not in missing_peers():
        jobs[IMPORT_REGEX] = Job([sys.executable, "-c", IMPORT_REGEX])
    return jobs


def measure(jobs: dict[str, Job], rounds: int) -> dict[str, float]:
    """The CPU seconds of each job in its best round."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            seconds[name].append(run(job.command))
    return {name: min(taken) for name, taken in seconds.items()}


def run(command: list[str]) -> float:
    """Run one command to its end; its CPU seconds."""
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert child.stderr
    with child.stderr:
        errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # Status 1 is a linter's that has found something, but also Python's after an exception.
    if child.returncode not in (0, 1) or (child.returncode and errors):
        sys.exit(f"status {child.returncode}: {' '.join(command)}\n{errors}")
    return usage.ru_utime + usage.ru_stime


def print_table(title: str, jobs: dict[str, Job], seconds: dict[str, float]) -> None:
    """A line for each job, then the ratios of their times."""
    print(f"\n{title:20} {'CPU s':>8} {'MB read':>8} {'MB/s':>8}")
    for name, job in jobs.items():
        read = job.size / 1e6
        speed = f" {read:8.2f} {read / seconds[name]:8.2f}" if read else ""
        print(f"{name:20} {seconds[name]:8.3f}{speed}")
    # The inputs differ in length: time per byte is what can be compared.
    times = {name: seconds[name] / (job.size or 1) for name, job in jobs.items()}
    for one, other in RATIOS:
        if one in times and other in times:
            print(f"  time of {one} / {other}: {times[one] / times[other]:.3g}")


def read_sample(name: str, substitute: Callable[[], bytes]) -> bytes:
    """Real text of a name, where there is any; else what `substitute` makes."""
    packed = REAL_TEXT / f"{name}.xz"
    return lzma.decompress(packed.read_bytes()) if packed.exists() else substitute()


def docs_sample() -> bytes:
    """The texts of the corpora, one after the other."""
    files = sorted(file for file in CORPORA.rglob("*") if file.is_file() and not file.name.endswith(LABELS))
    return b"\n".join(file.read_bytes() for file in files)


def dense_sample() -> bytes:
    """The URLs of the corpora, one a line."""
    lines = [line for file in sorted(CORPORA.rglob(f"*{LABELS}")) for line in file.read_bytes().splitlines()]
    return b"".join(json.loads(line)["url"].encode() + b"\n" for line in lines)


def mail_sample() -> bytes:
    """The messages of the corpora as a mailbox."""
    separator = b"From corpora@example.org Mon Jan  5 10:00:00 2004\n"
    return b"".join(separator + file.read_bytes() + b"\n\n" for file in sorted(CORPORA.rglob("*.eml")))


def write_repeated(file: Path, sample: bytes, size: int) -> Path:
    """Write a sample over and over until the file has a size, and cut it there."""
    with file.open("wb") as out:
        for start in range(0, size, len(sample)):
            out.write(sample[: size - start])
    return file


def cut(file: Path, size: int) -> Path:
    """A new file that holds the beginning of another, up to the end of a line."""
    with file.open("rb") as source:
        head = source.read(size)
    part = file.with_name(f"{file.stem}-{size}.txt")
    part.write_bytes(head[: head.rfind(b"\n") + 1])
    return part


if __name__ == "__main__":
    main()
