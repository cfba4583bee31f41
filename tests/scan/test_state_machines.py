"""State that is kept between runs: results that scans continue, and baselines of projects."""

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
from urlmend.redaction.redact import redact
from urlmend.scan import pool

pytestmark = pytest.mark.slow


class Machine(RuleBasedStateMachine):
    """Actions in a folder."""

    def __init__(self):
        super().__init__()
        self.top = Path(tempfile.mkdtemp())
        self.folder = self.top / "project"
        self.folder.mkdir()
        self.time = 0

    def teardown(self):
        shutil.rmtree(self.top)

    def put(self, name, data):
        """Write a file with a new modification time."""
        self.time += 1
        path = self.folder / name
        path.write_bytes(data)
        os.utime(path, (self.time, self.time))


# --- scans


class Killed(BaseException):
    """Ends a scan as if it were killed."""


def serial(stop):
    """Replace `pool.map_in_order` by a serial one that raises Killed after `stop` units."""

    def map_in_order(function, items, **_):
        for number, item in enumerate(items):
            if number == stop:
                raise Killed
            yield item, function(item)

    return mock.patch.object(pool, "map_in_order", map_in_order)


# URLs that resolve ambiguous ones, ambiguous URLs, and URLs with findings.
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
# Two names are equal once their secrets are hidden.
ARCHIVES = st.sampled_from(
    ["a", "b.gz", "c?token=9f86d081884c7d659a2feaa0c55ad015", "c?token=4c7d659a2feaa0c55ad0159f86d08188"]
)


class Scans(Machine):
    """However scans are interrupted and archives change: the result is that of a single scan."""

    def scan(self, out, stop=None):
        with serial(stop), mock.patch.dict(os.environ, {"URLMEND_UNIT_SIZE": "900"}):
            options = ("--unique",) if self.unique else ()
            status, err = run(self.top, "scan", "project", "-o", out, "--progress", "none", *options)
        if self.unique and self.changed and "name another file" in err:
            (self.top / out).unlink()
            self.scan(out)
        else:
            assert status < 2, err

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
        (self.top / "fresh.sqlite").unlink(missing_ok=True)
        self.scan("fresh.sqlite")
        resumed, fresh = (sqlite3.connect(self.top / name) for name in ("result.sqlite", "fresh.sqlite"))
        with closing(resumed), closing(fresh):
            assert dump(resumed) == dump(fresh)


TestScans = Scans.TestCase
TestScans.settings = settings(max_examples=settings().max_examples // 6, stateful_step_count=8)


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
    """Findings in the baseline are not reported or fixed, and all others are."""

    def __init__(self):
        super().__init__()
        self.recorded = Counter()

    def found(self):
        """All findings as entries of a baseline."""
        return Counter(
            (path.name, finding.code, redact(finding.url.text))
            for path in self.folder.iterdir()
            for finding in urlmend.lint(path.read_text())
        )

    def lint(self, *options):
        status, err = run(
            self.folder, "lint", "--baseline", "../baseline", "--format", "csv", "--output", "../out", *options, "."
        )
        assert status < 2, err
        lines = (self.top / "out").read_text().splitlines()
        return status, len(lines) - 1, err

    @initialize(text=TEXTS)
    def begin(self, text):
        self.put("a.txt", text)
        self.record()

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
    def record(self):
        self.lint("--update-baseline")
        there = {path.name for path in self.folder.iterdir()}
        kept = Counter({entry: count for entry, count in self.recorded.items() if entry[0] not in there})
        self.recorded = self.found() + kept

    @rule(unsafe=st.booleans())
    def fix(self, unsafe):
        before = self.found()
        _, left, _ = self.lint("--fix", *["--unsafe-fixes"] * unsafe)
        after = self.found()
        assert after & self.recorded == before & self.recorded
        _, left_again, err = self.lint("--fix", *["--unsafe-fixes"] * unsafe)
        assert (after, left, "fixed in" in err) == (self.found(), left_again, False)

    @invariant()
    def findings_outside_the_baseline_are_reported(self):
        found = self.found()
        status, reported, err = self.lint()
        assert reported == (found - self.recorded).total()
        assert status == bool(reported)
        missing = (self.recorded - found).items()
        there = {path.name for path in self.folder.iterdir()}
        assert err.count("no longer occurs") == sum(count for (name, *_), count in missing if name in there)


TestProjects = Projects.TestCase
TestProjects.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=8)
