"""The sample texts: every URL that is marked is found, and nothing else. `corpora/README.md` has the labels."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from labelled import CORPORA, labelled, labels_of, score, sets
from tables import each_row


def run(files):
    """What the command finds in each file: rows by file."""
    command = [sys.executable, "-m", "urlmend", "find", "--schemeless", "--format", "jsonl", *map(str, files)]
    done = subprocess.run(command, capture_output=True, check=False, cwd=CORPORA)
    assert (done.returncode, done.stderr) == (0, b"")
    rows = defaultdict(list)
    for line in done.stdout.decode().splitlines():
        row = json.loads(line)
        rows[Path(row["file"])].append(row)
    return rows


SAMPLES = labelled(CORPORA)


@pytest.fixture(scope="module")
def found():
    return run(SAMPLES)


@each_row("path", SAMPLES, ids=lambda path: path.relative_to(CORPORA).as_posix())
def test_exactly_the_labelled_urls_are_found(found, path):
    missed, spurious = score(labels_of(path), {row["url"] for row in found[path]})
    assert (missed, spurious) == (set(), set())


@each_row("path", SAMPLES, ids=lambda path: path.relative_to(CORPORA).as_posix())
def test_breaks_are_those_of_the_labels(found, path):
    for label in labels_of(path):
        rows = [row for row in found[path] if row["url"] == label["url"]]
        if rows and not label.get("optional"):
            # A format that joins lines itself leaves no breaks.
            joined = label["broken"] == "newline" and any(row["line"] < row["end_line"] for row in rows)
            assert joined or any(label["broken"] in (row["breaks"] or ["none"]) for row in rows), label


@each_row("path", SAMPLES, ids=lambda path: path.relative_to(CORPORA).as_posix())
def test_wrappers_are_those_of_the_labels(found, path):
    # Readers disagree on markup, so only the wrappers of RFC 1738 are compared with the labels.
    for label in labels_of(path):
        forms = {row["form"] for row in found[path] if row["url"] == label["url"]}
        if forms and label["form"] in ("url-wrapper", "schemeless") and not label.get("optional"):
            assert label["form"] in forms, label


TEXTS = [path for path in SAMPLES if path.suffix != ".eml"]


@each_row("path", TEXTS, ids=lambda path: path.relative_to(CORPORA).as_posix())
def test_lines_are_those_of_the_labels(found, path):
    for label in labels_of(path):
        rows = [row for row in found[path] if row["url"] == label["url"]]
        if rows and not label.get("optional"):
            assert label["line"] in {row["line"] for row in rows}, label


def test_labels_have_only_documented_fields():
    allowed = {"url", "line", "form", "broken", "accept", "accept_re", "optional"}
    for path in SAMPLES:
        for label in labels_of(path):
            assert {"url", "line", "form", "broken"} <= set(label) <= allowed, (path, label)


def test_every_folder_has_samples():
    assert {path.parent.name for path in SAMPLES} >= {"docs", "mail", "news", "source"}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("folder", sets(), ids=lambda path: path.name)
def test_most_urls_of_each_set_are_found(folder):
    files = labelled(folder)
    rows = run(files)
    total = wrong = 0
    for path in files:
        labels = labels_of(path)
        missed, spurious = score(labels, {row["url"] for row in rows[path]})
        total += len(labels)
        wrong += len(missed) + len(spurious)
    assert wrong <= 0.02 * total
