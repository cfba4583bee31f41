"""The sample trees: what `lint` prints is what `corpora/lint/verdicts.jsonl` says. `corpora/README.md` explains it."""

import pytest

from labelled import CORPORA, rows

LINT = CORPORA / "lint"
VERDICTS = rows(LINT / "verdicts.jsonl")


def judged(tree, *words):
    return [row for row in VERDICTS if row["file"].startswith(f"{tree}/") and row["verdict"] in words]


@pytest.mark.parametrize("tree", sorted(path.name for path in (LINT / "trees").iterdir()))
def test_findings_of_a_tree_are_the_judged_ones(urlmend, tree):
    done = urlmend("lint", "--format", "jsonl", tree, cwd=LINT / "trees")
    printed = {(row["file"], row["line"], row["code"]) for row in done.rows}
    assert printed == {(row["file"], row["line"], row["code"]) for row in judged(tree, "right", "noise")}
    # A defect that is found now has a verdict of its own from then on.
    lines = {(file, line) for file, line, _ in printed}
    assert not lines & {(row["file"], row["line"]) for row in judged(tree, "missed")}


def test_most_findings_are_right_and_most_defects_found():
    words = [row["verdict"] for row in VERDICTS]
    right = words.count("right")
    assert right >= 0.85 * (right + words.count("noise"))
    assert right >= 0.85 * (right + words.count("missed"))


def test_verdicts_that_are_not_right_have_reasons():
    assert all(row["verdict"] == "right" or row["why"] for row in VERDICTS)
