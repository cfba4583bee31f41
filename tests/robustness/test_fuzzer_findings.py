"""Inputs found by fuzzers keep the invariants."""

import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "fuzz"))

from tables import each_row
from targets import CONTAINERS, FOUND, TARGETS
from urlmend.decoding.sniff import SIGNATURES

INPUTS = sorted(path for path in FOUND.glob("*/*") if path.is_file())


@each_row("path", INPUTS, ids=lambda path: f"{path.parent.name}: {path.name}")
def test_fuzzer_findings_keep_the_invariants(path):
    TARGETS[path.parent.name].check(path.read_bytes())


@pytest.mark.slow
@each_row("name", TARGETS)
def test_seeds_keep_the_invariants(name):
    """Seeds and empty input keep the invariants."""
    target = TARGETS[name]
    target.check(b"")
    for _, seed in zip(range(12), target.seeds(), strict=False):
        target.check(seed)


def test_every_archive_format_is_fuzzed():
    formats = {signature.format for signature in SIGNATURES}
    assert set(CONTAINERS) == {"", *formats}
    words = (FOUND.parent / "words" / "archives.dict").read_text("utf-8")
    words = [ast.literal_eval(f"b{line}") for line in words.splitlines()]
    for signature in SIGNATURES:
        assert any(word.startswith(signature.magic) for word in words), signature


def test_every_target_has_a_dictionary():
    folder = FOUND.parent / "words"
    assert {path.stem for path in folder.iterdir()} == {target.words for target in TARGETS.values()}
