"""CPU time of `urlmend find` and `urlmend lint` beside other programs, all measured in one run.

What counts is the time of a whole process in user and system mode: machines that share
their cores stretch the wall clock. The commands take turns, and a ratio is the median of
those of the rounds, so that a machine that slows down for a while does so for both.
Absolute figures differ from machine to machine; the ratios are what to compare. At the
end stand the goals, and which of them are missed.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
CORPORA = HERE.parent / "corpora"
REAL_TEXT = Path(os.environ.get("URLMEND_DATA", "/dev/null"), "bench")
LABELS = ".labels.jsonl"

RG = "rg -o"
IMPORT_REGEX = "import regex"
IMPORT_RE = "import re"
DECODE = "email, decode only"
LINT_5K = "lint, 5 kB"
MEMORY = "memory"
LINT_3K = "lint, 3 kB"
LINT_200 = "lint, 200 files of 3 kB"
MANY = 200

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
ROUNDS = 5
START_UP_ROUNDS = 20
# Settings of Python's that some machines have, and that change what is measured: output in small pieces, and modules
# that are compiled anew at each start.
DISTURBING = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")

RATIOS = (
    ("find", RG),
    ("find", "floor"),
    ("lint", "find"),
    ("find", "linkify-it-py"),
    ("find", "URLExtract"),
    ("find", DECODE),
    (LINT_5K, IMPORT_REGEX),
)


class Goal(NamedTuple):
    """A figure to be kept below two bounds."""

    name: str
    must: float
    aim: float
    unit: str
    figure: Callable[[Measured], float]

    def line(self, measured: Measured) -> str:
        """A line of the table; missed bounds are marked."""
        found = self.figure(measured)
        mark = "MISSED" if found > self.must else "" if found > self.aim else "aim reached"
        return f"{self.name:44} {self.must:7.3g} {self.aim:7.3g} {found:9.3g} {self.unit:8} {mark}".rstrip()


class Cost(NamedTuple):
    """What a process took: CPU seconds, seconds by the clock, and bytes of memory where that was asked for."""

    cpu: float
    wall: float
    memory: int = 0


# By the title of a table and the name of a job: what it took in each round.
Measured = dict[tuple[str, str], list[Cost]]


def ratio(title: str, one: str, other: str) -> Callable[[Measured], float]:
    """How many times the CPU seconds of one job are those of another."""
    return lambda measured: _ratio(measured[title, one], measured[title, other])


def beyond_interpreter(title: str) -> Callable[[Measured], float]:
    """How many MB `find` needs beyond what Python itself does."""
    return lambda measured: (
        (measured[title, MEMORY][0].memory - measured["start-up", f"{MEMORY}, pass"][0].memory) / 1e6
    )


def for_each_file(measured: Measured) -> float:
    """The CPU milliseconds that each further file takes."""
    return _beyond(measured["start-up", LINT_200], measured["start-up", LINT_3K]) / (MANY - 1) * 1e3


def beyond_import(measured: Measured) -> float:
    """The CPU milliseconds of linting a small file beyond those of a Python that has expressions."""
    return _beyond(measured["start-up", LINT_5K], measured["start-up", IMPORT_RE]) * 1e3


def two_processes(measured: Measured) -> float:
    """The wall time of two processes, as a part of that of one."""
    return measured["scan", "two processes"][0].wall / measured["scan", "one process"][0].wall


def _ratio(one: list[Cost], other: list[Cost]) -> float:
    """How many times the CPU seconds of one job are those of another in the same round."""
    return median(a.cpu / b.cpu for a, b in zip(one, other, strict=True))


def _beyond(one: list[Cost], other: list[Cost]) -> float:
    """How many CPU seconds one job takes more than another in the same round."""
    return median(a.cpu - b.cpu for a, b in zip(one, other, strict=True))


GOALS = (
    Goal("find / floor, docs.txt", 4, 1.5, "", ratio("docs.txt", "find", "floor")),
    Goal("find / floor, dense.txt", 4.5, 1.5, "", ratio("dense.txt", "find", "floor")),
    Goal("find / bare decode, mail.mbox", 0.45, 0.3, "", ratio("mail.mbox", "find", DECODE)),
    *(
        Goal(f"lint / find, {title}", 1.5, 1.1, "", ratio(title, "lint", "find"))
        for title in ("docs.txt", "dense.txt", "mail.mbox")
    ),
    Goal("lint of 5 kB / import regex", 1.6, 1.6, "", ratio("start-up", LINT_5K, IMPORT_REGEX)),
    Goal("lint of 5 kB beyond import re", math.inf, 5, "ms", beyond_import),
    Goal("lint of 200 files of 3 kB, each further one", 0.25, 0.1, "ms", for_each_file),
    *(
        Goal(f"memory of find, {title}", 64, 64, "MB", beyond_interpreter(title))
        for title in ("docs.txt", "dense.txt", "mail.mbox")
    ),
    Goal("scan of 400 MB, two processes / one, wall", 0.58, 0.52, "", two_processes),
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
    size, rounds = (10, 1) if options.quick else (options.size, ROUNDS)
    for name in missing_peers():
        print(f"{name}: not installed, left out")
    for name in DISTURBING:
        os.environ.pop(name, None)
    measured: Measured = {}

    def table(title: str, jobs: dict[str, Job], rounds: int = rounds) -> None:
        costs = measure(jobs, rounds)
        print_table(title, jobs, costs)
        measured.update({(title, name): taken for name, taken in costs.items()})
        if "find" in jobs:
            measured[title, MEMORY] = [memory(jobs["find"].command)]

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        urlmend = [clean_python(home), "-m", "urlmend"]
        for name, sample in (("docs.txt", docs_sample), ("dense.txt", dense_sample)):
            file = write_repeated(home / name, read_sample(name, sample), size * 1_000_000)
            table(name, throughput_jobs(urlmend, file))
        file = write_repeated(home / "mail.mbox", read_sample("mail.mbox", mail_sample), size * 1_000_000)
        table("mail.mbox", mail_jobs(urlmend, file))
        table("start-up", start_up_jobs(urlmend, home), START_UP_ROUNDS)
        measured["start-up", f"{MEMORY}, pass"] = [memory([urlmend[0], "-c", "pass"])]
        if not options.quick:
            file = write_repeated(home / "400.mbox", read_sample("mail.mbox", mail_sample), 400_000_000)
            table("scan", scan_jobs(urlmend, file, home), 1)
    print(f"\n{'goal, with texts of ' + str(size) + ' MB':44} {'must':>7} {'aim':>7} {'measured':>9}")
    for goal in GOALS:
        with suppress(KeyError):  # what was not measured
            print(goal.line(measured))


def missing_peers() -> list[str]:
    """The names of the peers that cannot be measured here."""
    modules = {"linkify-it-py": "linkify_it", "URLExtract": "urlextract", "regex": "regex"}
    missing = [name for name, module in modules.items() if find_spec(module) is None]
    return missing if shutil.which("rg") else ["ripgrep", *missing]


def throughput_jobs(urlmend: list[str], file: Path) -> dict[str, Job]:
    """What to run over a long text."""
    missing = missing_peers()
    size = file.stat().st_size
    jobs = {
        "find": Job([*urlmend, "find", str(file)], size),
        "lint": Job([*urlmend, "lint", str(file)], size),
        "floor": Job([sys.executable, str(HERE / "floor.py"), str(file)], size),
    }
    if "ripgrep" not in missing:
        jobs[RG] = Job(["rg", "-o", r'(?:https?|ftp)://[^\s<>"]+', str(file)], size)
    for name, program in (("linkify-it-py", LINKIFY), ("URLExtract", URLEXTRACT)):
        if name not in missing:
            part = cut(file, SLICES[name])
            jobs[name] = Job([sys.executable, "-c", program, str(part)], part.stat().st_size)
    return jobs


def mail_jobs(urlmend: list[str], file: Path) -> dict[str, Job]:
    """What to run over a mailbox."""
    size = file.stat().st_size
    return {
        "find": Job([*urlmend, "find", str(file)], size),
        "lint": Job([*urlmend, "lint", str(file)], size),
        DECODE: Job([sys.executable, str(HERE / "decode.py"), str(file)], size),
    }


def start_up_jobs(urlmend: list[str], home: Path) -> dict[str, Job]:
    """What to run where starting is all the work."""
    python = urlmend[0]
    file = cut(home / "docs.txt", 5_000)
    jobs = {
        LINT_5K: Job([*urlmend, "lint", str(file)]),
        "find, 5 kB": Job([*urlmend, "find", str(file)]),
        LINT_3K: Job([*urlmend, "lint", str(small_files(home, 1))]),
        LINT_200: Job([*urlmend, "lint", str(small_files(home, MANY))]),
        "python -c pass": Job([python, "-c", "pass"]),
        IMPORT_RE: Job([python, "-c", IMPORT_RE]),
    }
    if "regex" not in missing_peers():
        jobs[IMPORT_REGEX] = Job([python, "-c", IMPORT_REGEX])
    return jobs


def small_files(home: Path, number: int) -> Path:
    """A folder of so many files of 3 kB, all different."""
    folder = home / f"{number} files"
    folder.mkdir()
    text = (home / "docs.txt").read_bytes()[: MANY * 3_000]
    for at in range(number):
        (folder / f"{at:03}.txt").write_bytes(text[at * 3_000 : (at + 1) * 3_000])
    return folder


def clean_python(home: Path) -> str:
    """A Python in an environment with urlmend alone: import hooks of other packages cost as much as all of `lint`."""
    folder = home / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", str(HERE.parent)]
    if subprocess.run(install, check=False, stderr=subprocess.DEVNULL).returncode:
        print("urlmend cannot be installed in an environment of its own: start-up is measured in this one")
        return sys.executable
    return python


def scan_jobs(urlmend: list[str], file: Path, home: Path) -> dict[str, Job]:
    """A scan of an archive by one process and by two."""
    return {
        f"{name} process{'es' * (number > 1)}": Job(
            [*urlmend, "scan", "--processes", str(number), "-o", str(home / f"{name}.sqlite"), str(file)],
            file.stat().st_size,
        )
        for number, name in ((1, "one"), (2, "two"))
    }


def measure(jobs: dict[str, Job], rounds: int) -> dict[str, list[Cost]]:
    """What each job takes in each round."""
    costs: dict[str, list[Cost]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            costs[name].append(run(job.command))
    return costs


def run(command: list[str]) -> Cost:
    """Run one command to its end."""
    start = time.perf_counter()
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert child.stderr
    with child.stderr:
        errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    # Status 1 is a linter's that has found something, but also Python's after an exception.
    if child.returncode not in (0, 1) or (child.returncode and "Traceback" in errors):
        sys.exit(f"status {child.returncode}: {' '.join(command)}\n{errors}")
    return Cost(usage.ru_utime + usage.ru_stime, wall)


# A process counts the memory of the one that started it, so that a small one has to.
WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory(command: list[str]) -> Cost:
    """How much memory a command needs at its highest."""
    done = subprocess.run([sys.executable, "-c", WATCH, *command], stdout=subprocess.PIPE, check=True)
    return Cost(0, 0, int(done.stdout) * 1024)


def print_table(title: str, jobs: dict[str, Job], costs: dict[str, list[Cost]]) -> None:
    """A line for each job, then the ratios of their times."""
    print(f"\n{title:20} {'CPU s':>8} {'MB read':>8} {'MB/s':>8}")
    for name, job in jobs.items():
        seconds, read = median(cost.cpu for cost in costs[name]), job.size / 1e6
        speed = f" {read:8.2f} {read / seconds:8.2f}" if read else ""
        print(f"{name:20} {seconds:8.3f}{speed}")
    for one, other in RATIOS:
        if one in jobs and other in jobs:
            # The inputs differ in length: time per byte is what can be compared.
            per_byte = _ratio(costs[one], costs[other]) * (jobs[other].size or 1) / (jobs[one].size or 1)
            print(f"  time of {one} / {other}: {per_byte:.3g}")


def read_sample(name: str, substitute: Callable[[], bytes]) -> bytes:
    """Real text of a name, where there is any; else what `substitute` makes."""
    packed = REAL_TEXT / f"{name}.xz"
    return lzma.decompress(packed.read_bytes()) if packed.exists() else substitute()


def docs_sample() -> bytes:
    """The texts of the corpora, one after the other."""
    files = sorted(file for file in CORPORA.rglob("*") if file.is_file() and file.suffix != ".jsonl")
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
