"""Instructions that urlmend executes, compared with recorded figures: a guard against slow changes.

A count of instructions, by cachegrind, differs by less than .2 % from run to run, even on a loaded machine. Figures are
instructions per byte of generated texts, without those of start-up, which has rows of its own (in millions). They are
recorded for one build of Python; on others, and without valgrind, nothing is measured.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import platform
import quopri
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from itertools import count, islice
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORD = HERE / "instructions.json"
# A row may be so much higher than its record.
TOLERANCE = 0.03
# The length of the excerpts in bytes, and of their first part, which is read to know what start-up takes.
SIZE, FIRST = 250_000, 100_000
TEXTS = ("documents.txt", "pages.txt", "dense.txt", "mail.mbox")
FIND = ("find", "--processes", "1")
LINT = ("lint", "--processes", "1", "--exit-zero")
SCAN = ("scan", "--processes", "1", "--progress", "none", "--overwrite", "-o", "result.sqlite")
# What is measured per byte: the command and the text.
ROWS = {
    "find documents": (FIND, "documents.txt"),
    "find pages": (FIND, "pages.txt"),
    "find dense text": (FIND, "dense.txt"),
    "find mail": (FIND, "mail.mbox"),
    "find mail with places": ((*FIND, "--format", "jsonl"), "mail.mbox"),
    "lint documents": (LINT, "documents.txt"),
    "lint pages": (LINT, "pages.txt"),
    "lint dense text": (LINT, "dense.txt"),
    "lint mail": (LINT, "mail.mbox"),
    "scan mail": (SCAN, "mail.mbox"),
}
# What is measured as it is, in millions.
START_UP = {
    "start-up: --version": ("--version",),
    "start-up: lint --help": ("lint", "--help"),
    "start-up: find": ("find", "clean.txt"),
    "start-up: lint": ("lint", "clean.txt"),
    "start-up: lint with a finding": ("lint", "--exit-zero", "finding.txt"),
}
PROGRAM = "from urlmend.cli.main import main; raise SystemExit(main())"
COMPILE = "import compileall, sys; compileall.compile_dir(sys.argv[1], quiet=2)"

SENTENCES = """\
The ferry leaves the northern pier at seven, and comes back when the tide allows it.
Most visitors take the path along the harbour; it is longer, but has the better view.
Nobody could say who had written the second half of the inventory.
See {url} for the timetable of this year.
The reading room keeps the older volumes (see {url}), and lends the others.
In spring, the council voted for a new roof, for two more lamps, and against the bridge.
A list of all stations is at <{url}>, which the observatory updates each month.
It took them four days to count the boxes, and another to find the one that was missing.
The keeper's notes mention fog, a broken window, and three ships from the south.
Each sample is weighed twice: once wet, and once after a night in the oven.
As <URL:{url}> explains, the pump must run before the valve is opened.
""".splitlines()
PATHS = """\
timetable.html archive/2019/autumn/ notes/harbour/fog-and-ships.txt index.php?page=12&order=date
~keeper/lamps/third.html docs/pump/valve#opening catalogue/boxes/missing/list.csv a/b/c/d/e/f.html
inventory/volume-two/second-half?lang=en&sort=title stations/observatory/monthly/summary-of-readings.pdf
""".split()
HOSTS = "www.harbour.example pier.example.org observatory.example.net library.example.com".split()
LINES_OF_PAGE = 50
# One URL in so many has a finding.
FAULTS = 40
FAULTY = ("a|b.html", "caf%e9.html?x=[1]", "{draft}/readings.html", "100%.html")


def urls() -> Iterator[str]:
    """Yield different URLs without end; some have findings."""
    for number in count():
        path = FAULTY[number // FAULTS % len(FAULTY)] if number % FAULTS == 7 else PATHS[number * 3 % len(PATHS)]
        scheme = "http" if number % 3 else "https"
        yield f"{scheme}://{HOSTS[number % len(HOSTS)]}/{number}/{path}"


def paragraphs() -> Iterator[str]:
    """Yield paragraphs with lines of at most 72 characters, over which long URLs are broken."""
    url = urls()
    for number in count():
        words = " ".join(SENTENCES[(number * 5 + at) % len(SENTENCES)].format(url=next(url)) for at in range(4))
        yield re.sub(r"(?=\S{73})(\S{60})|(.{1,71}\S)(?:\s+|$)", lambda match: f"{match[1] or match[2]}\n", words)


def pages() -> Iterator[str]:
    """Yield pages of such paragraphs, with headers, footers and form feeds, which are anywhere in them."""
    lines = (line for paragraph in paragraphs() for line in (*paragraph.splitlines(), ""))
    for number in count(1):
        text = "\n".join(islice(lines, LINES_OF_PAGE))
        yield f"{text}\n\n\nKeeper{f'[Page {number}]':>66}\n\f\nNotes{'Lamps of the Pier':>40}{'March 2003':>27}\n\n\n"


def mails() -> Iterator[str]:
    """Yield messages of a mailbox: plain ones, replies, quoted-printable and base64."""
    found = paragraphs()
    for number in count():
        body = "\n".join(next(found) for _ in range(4))
        encoding = ("7bit", "7bit", "quoted-printable", "base64")[number % 4]
        if number % 4 == 1:
            body = re.sub("(?m)^", "> ", body) + f"\n\n{next(found)}"
        elif encoding == "quoted-printable":
            body = quopri.encodestring(body.encode()).decode()
        elif encoding == "base64":
            body = base64.encodebytes(body.encode()).decode()
        yield (
            f"From keeper@pier.example Tue Mar  4 07:{number % 60:02}:00 2003\n"
            f"From: Keeper of the Pier <keeper@pier.example>\nTo: harbour@lists.example\n"
            f"Message-ID: <{number}.lamp@pier.example>\nDate: Tue, 4 Mar 2003 07:{number % 60:02}:00 +0000\n"
            f"Subject: Notes on the lamps, part {number}\nMIME-Version: 1.0\n"
            f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{body}\n"
        )


def excerpt(name: str, size: int) -> str:
    """Return a generated text: its parts up to a number of bytes."""
    found: list[str] = []
    parts = {
        "documents.txt": (f"{paragraph}\n" for paragraph in paragraphs()),
        "pages.txt": pages(),
        "dense.txt": (f"{url}\n" for url in urls()),
        "mail.mbox": mails(),
    }[name]
    length = 0
    while length < size:
        found.append(next(parts))
        length += len(found[-1])
    return "".join(found)


def write_texts(folder: Path) -> None:
    """Write all texts into a folder `all`, the first part of long ones into a folder `one`."""
    for name, size in (("all", SIZE), ("one", FIRST)):
        (folder / name).mkdir()
        for text in TEXTS:
            (folder / name / text).write_text(excerpt(text, size))
    (folder / "one" / "clean.txt").write_text("See http://www.harbour.example/timetable.html for more.\n")
    (folder / "one" / "finding.txt").write_text("See http://www.harbour.example/a|b for more.\n")


class Counter:
    """Counts the instructions of command lines, with folders of texts in a folder."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, and compile the modules of urlmend."""
        self._folder = folder
        packages = sysconfig.get_paths()["purelib"]
        self._environment = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join((str(HERE.parent / "src"), packages)),
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }
        self._run("-c", COMPILE, str(HERE.parent / "src"))

    def warm_up(self, texts: str, arguments: tuple[str, ...]) -> None:
        """Run a command line, which compiles the modules of others that it imports: the one that does executes more."""
        self._run("-c", PROGRAM, *arguments, texts=texts)

    def instructions(self, texts: str, arguments: tuple[str, ...]) -> int:
        """Return the number of instructions of a command line in a folder of texts."""
        with tempfile.NamedTemporaryFile(dir=self._folder) as out:
            tool = ("valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={out.name}")
            self._run("-c", PROGRAM, *arguments, texts=texts, tool=tool)
            summary = re.search(rb"^summary: (\d+)", Path(out.name).read_bytes(), re.MULTILINE)
        assert summary, "cachegrind has written no summary"
        return int(summary[1])

    def forget_expressions(self) -> None:
        """Let further runs compile expressions: those that were kept change the layout of the heap, and its costs."""
        for path in self._folder.rglob("*.expressions"):
            path.unlink()
        self._environment["PYTHONDONTWRITEBYTECODE"] = "1"

    def _run(self, *arguments: str, texts: str = "", tool: tuple[str, ...] = ()) -> None:
        command = (*tool, sys.executable, "-S", "-s", *arguments)
        done = subprocess.run(
            command, cwd=self._folder / texts, env=self._environment, capture_output=True, check=False
        )
        if done.returncode > 1:
            sys.exit(f"{' '.join(command)}\n{done.stderr.decode()}")


def measured() -> dict[str, float]:
    """Return the figure of each row."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_texts(folder)
        counter = Counter(folder)
        runs = {(row, part): (*command, text) for row, (command, text) in ROWS.items() for part in ("all", "one")}
        runs |= {(row, "one"): command for row, command in START_UP.items()}
        for (_, texts), arguments in runs.items():
            counter.warm_up(texts, arguments)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = {}
            for rows in (START_UP, ROWS):
                part = {run: command for run, command in runs.items() if run[0] in rows}
                results = pool.map(lambda run: counter.instructions(run[0][1], run[1]), part.items())
                counts |= zip(part, results, strict=True)
                counter.forget_expressions()
        sizes = {
            text: (folder / "all" / text).stat().st_size - (folder / "one" / text).stat().st_size for text in TEXTS
        }
    per_byte = {row: (counts[row, "all"] - counts[row, "one"]) / sizes[text] for row, (_, text) in ROWS.items()}
    return per_byte | {row: counts[row, "one"] / 1_000_000 for row in START_UP}


def build() -> dict[str, str]:
    """Return what figures depend on apart from urlmend: they are comparable if it is the same."""
    return {"python": sys.version, "machine": platform.machine()}


def compared(figures: Mapping[str, float], recorded: Mapping[str, float]) -> tuple[list[str], bool]:
    """Return a line for each row, and whether one of them is too high."""
    lines, is_high = [], False
    for row, figure in figures.items():
        change = figure / recorded[row] - 1 if row in recorded else 0
        is_high = is_high or change > TOLERANCE
        note = "  HIGHER" if change > TOLERANCE else "  lower: record it" if change < -TOLERANCE else ""
        lines.append(f"{row:<32} {figure:10.1f} {recorded.get(row, figure):10.1f} {change:+8.2%}{note}")
    return lines, is_high


def main() -> None:
    """Measure, and compare with the record or replace it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="record the figures of this machine instead")
    options = parser.parse_args()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"figures": {}}
    if not shutil.which("valgrind"):
        print("no valgrind: instructions are not counted")
        return
    if not options.record and any(record.get(name) != value for name, value in build().items()):
        print(f"another build of Python than {record.get('python')}: instructions are not counted")
        return
    figures = measured()
    lines, is_high = compared(figures, record["figures"])
    print(f"{'':<32} {'now':>10} {'recorded':>10}   change", *lines, sep="\n")
    if options.record:
        dependencies = {name: version(name) for name in ("idna", "publicsuffixlist", "regex")}
        rounded = {row: round(figure, 2) for row, figure in figures.items()}
        record = {**build(), "dependencies": dependencies, "figures": rounded}
        RECORD.write_text(json.dumps(record, indent=2) + "\n")
    elif is_high:
        sys.exit("more instructions than recorded: find the cause, or run with --record and say why in the commit")


if __name__ == "__main__":
    main()
