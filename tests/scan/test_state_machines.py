"""What keeps a state from run to run: scans that go on with a result, and projects with a baseline."""

import gzip
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import urlmend
from invariants import run
from scan_samples import dump
from urlmend.redaction.secrets import redact
from urlmend.scan import pool as batch

pytestmark = pytest.mark.slow


class Machine(RuleBasedStateMachine):
    """Something that happens in a folder."""

    def __init__(self):
        super().__init__()
        self.top = Path(tempfile.mkdtemp())
        self.folder = self.top / "project"
        self.folder.mkdir()
        self.time = 0

    def teardown(self):
        shutil.rmtree(self.top)

    def put(self, name, data):
        """A new state of a file, which its time of change tells from the last one."""
        self.time += 1
        path = self.folder / name
        path.write_bytes(data)
        os.utime(path, (self.time, self.time))


# --- scans


class Killed(BaseException):
    """Nothing that comes after this is done."""


def serial(stop):
    """What `batch.in_order` does, in this process, until so many units are done."""

    def in_order(works, do, **_):
        for number, work in enumerate(works):
            if number == stop:
                raise Killed
            yield work, do(work)

    return mock.patch.object(batch, "in_order", in_order)


# What settles a doubt, what has one, what is wrong.
_BODIES = (
    "http://www.canal.example.org/plans/yearly-plan.html\n",
    "http://www.canal.example.org/plans/yearlyplan.html\n",
    "see <URL:http://www.canal.example.org/plans/yearly-\n plan.html>\n",
    "see http://www.canal.example.org/plans/yearly_\nplan/index.html now\n",
    "http://www.ferry.example.org/|x and ftp://al:h7Tq-92x@mirror.canal.internal/\n",
)


def message(number):
    """One of a few messages."""
    header = "From ada@canal.example Mon Jan  5 10:00:00 2004\nFrom: ada@canal.example\nSubject: plan\n\n"
    return header + _BODIES[number] + "and so on\n" * 20 + "\n"


BOXES = st.lists(st.sampled_from(range(len(_BODIES))).map(message), min_size=3, max_size=9).map("".join).map(str.encode)
ARCHIVES = st.sampled_from(["a", "b.gz"])


class Scans(Machine):
    """A scan may be stopped at any time, and what it reads may change: in the end there is what one scan finds."""

    def scan(self, out, stop=None):
        with serial(stop), mock.patch.dict(os.environ, {"URLMEND_UNIT_SIZE": "900"}):
            options = ("--unique",) if self.unique else ()
            status, told = run(self.top, "scan", "project", "-o", out, "--progress", "none", *options)
        if self.unique and self.changed and "name another file" in told:
            (self.top / out).unlink()
            self.scan(out)
        else:
            assert status < 2, told

    @initialize(box=BOXES, unique=st.booleans())
    def begin(self, box, unique):
        self.unique, self.changed = unique, False
        self.write("a", box)

    @rule(name=ARCHIVES, box=BOXES)
    def write(self, name, box):
        self.changed = self.changed or (self.folder / name).exists()
        self.put(name, gzip.compress(box) if name.endswith("gz") else box)

    @rule(name=ARCHIVES)
    def remove(self, name):
        self.changed = self.changed or (self.folder / name).exists()
        (self.folder / name).unlink(missing_ok=True)

    @rule(stop=st.integers(1, 5))
    def scan_and_stop(self, stop):
        with suppress(Killed):
            self.scan("result.sqlite", stop)

    @rule()
    def scan_to_the_end(self):
        self.scan("result.sqlite")
        (self.top / "anew.sqlite").unlink(missing_ok=True)
        self.scan("anew.sqlite")
        gone_on, anew = (sqlite3.connect(self.top / name) for name in ("result.sqlite", "anew.sqlite"))
        with closing(gone_on), closing(anew):
            assert dump(gone_on) == dump(anew)


TestScans = Scans.TestCase
TestScans.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=8)


# --- projects

LINES = st.sampled_from(
    [
        "see http://a.example/b|c",
        "<URL:http://a.example/b-\nc|d>",
        "ftp://alice:h7Tq-92x@a.internal/|",
        "http://a.example/100% now",
    ]
)
TEXTS = st.lists(LINES, max_size=4).map(lambda lines: "".join(f"{line}\n" for line in lines).encode())
NAMES = st.sampled_from(["a.txt", "a.txt", "b.txt"])


class Projects(Machine):
    """What a project has agreed to stays as it is, and everything else is reported, or mended."""

    def __init__(self):
        super().__init__()
        self.agreed = Counter()

    def found(self):
        """All findings, as a baseline has them."""
        return Counter(
            (path.name, finding.code, redact(finding.url.text))
            for path in self.folder.iterdir()
            for finding in urlmend.lint(path.read_text())
        )

    def lint(self, *options):
        status, told = run(
            self.folder, "lint", "--baseline", "../agreed", "--format", "csv", "--output", "../out", *options, "."
        )
        assert status < 2, told
        lines = (self.top / "out").read_text().splitlines()
        return status, len(lines) - 1, told

    @initialize(text=TEXTS)
    def begin(self, text):
        self.put("a.txt", text)
        self.agree()

    @rule(name=NAMES, text=TEXTS)
    def write(self, name, text):
        self.put(name, text)

    @rule(name=NAMES, text=TEXTS)
    def append(self, name, text):
        path = self.folder / name
        self.put(name, (path.read_bytes() if path.exists() else b"") + text)

    @rule(name=NAMES)
    def remove(self, name):
        (self.folder / name).unlink(missing_ok=True)

    @rule()
    def agree(self):
        self.lint("--update-baseline")
        there = {path.name for path in self.folder.iterdir()}
        kept = Counter({entry: count for entry, count in self.agreed.items() if entry[0] not in there})
        self.agreed = self.found() + kept

    @rule(guess=st.booleans())
    def fix(self, guess):
        before = self.found()
        _, left, _ = self.lint("--fix", *["--unsafe-fixes"] * guess)
        after = self.found()
        assert after & self.agreed == before & self.agreed
        _, left_again, told = self.lint("--fix", *["--unsafe-fixes"] * guess)
        assert (after, left, "mended" in told) == (self.found(), left_again, False)

    @invariant()
    def what_is_not_agreed_to_is_reported(self):
        found = self.found()
        status, reported, told = self.lint()
        assert reported == (found - self.agreed).total()
        assert status == bool(reported)
        gone = (self.agreed - found).items()
        there = {path.name for path in self.folder.iterdir()}
        assert told.count("no longer occurs") == sum(count for (name, *_), count in gone if name in there)


TestProjects = Projects.TestCase
TestProjects.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=8)
