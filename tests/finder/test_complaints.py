"""Texts that other programs misread: `corpora/README.md` has the labels."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "corpora" / "complaints" / "complaints.jsonl"
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
CLASSES = sorted({case["class"] for case in CASES})


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The URLs that the command prints for each case, by its index."""
    folder = tmp_path_factory.mktemp("complaints")
    files = defaultdict(list)
    for index, case in enumerate(CASES):
        path = folder / str(index) / case["format"]
        path.parent.mkdir()
        path.write_bytes(case["text"].encode())
        files[tuple(case.get("options", ()))].append(str(path))
    urls = defaultdict(set)
    for options, paths in files.items():
        command = [sys.executable, "-m", "urlmend", "find", "--isolated", "--format", "jsonl", *options, *paths]
        done = subprocess.run(command, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        for line in done.stdout.decode().splitlines():
            row = json.loads(line)
            urls[int(Path(row["file"]).parent.name)].add(row["url"])
    return urls


def faults(case, urls):
    """The labels that no URL fits, and the URLs that fit no label."""
    readings = [{url} if isinstance(url, str) else set(url) for url in case["urls"]]
    missed = [sorted(accepted) for accepted in readings if not accepted & urls]
    return missed, sorted(urls.difference(case.get("optional", ()), *readings))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", CLASSES)
def test_readers_and_urlmend_see_the_same_urls(found, name):
    cases = [(index, case) for index, case in enumerate(CASES) if case["class"] == name]
    wrong = {case["thread"]: faults(case, found[index]) for index, case in cases if "unmet" not in case}
    assert {thread: fault for thread, fault in wrong.items() if any(fault)} == {}
    # A text that is read right by now is no longer marked.
    assert [case["thread"] for index, case in cases if "unmet" in case and not any(faults(case, found[index]))] == []


def test_nearly_all_texts_are_read_right():
    assert len(CASES) >= 300
    assert sum("unmet" in case for case in CASES) <= 0.03 * len(CASES)


def test_labels_have_only_documented_fields():
    needed = {"thread", "class", "format", "text", "urls"}
    for case in CASES:
        assert needed <= set(case) <= needed | {"optional", "options", "unmet"}, case["thread"]
        assert re.fullmatch(r"[\w.-]+/[\w.-]+#[1-9][0-9]*", case["thread"]), case["thread"]
        assert case.get("unmet", "x").strip(), case["thread"]


def test_each_thread_has_one_text():
    assert len({case["thread"] for case in CASES}) == len(CASES)
