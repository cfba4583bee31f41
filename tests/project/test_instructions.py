"""The guard on the number of instructions, apart from the counting."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
instructions = pytest.importorskip("instructions")


@pytest.mark.parametrize("name", instructions.TEXTS)
def test_an_excerpt_is_the_beginning_of_a_longer_one(name):
    short, long = (instructions.excerpt(name, size) for size in (5000, 20_000))
    assert 5000 <= len(short) < 7000
    assert long.startswith(short)


@pytest.mark.parametrize(("figure", "is_high"), [(96.0, False), (100.0, False), (102.9, False), (103.1, True)])
def test_figures_may_be_three_percent_above_the_record(figure, is_high):
    lines, found = instructions.compared({"find": figure, "new row": 7.0}, {"find": 100.0})
    assert found is is_high
    assert [line.split()[0] for line in lines] == ["find", "new"]
    assert ("HIGHER" in lines[0]) is is_high


def test_other_builds_of_python_are_skipped(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda _: "/usr/bin/valgrind")
    monkeypatch.setattr(instructions, "build", lambda: {"python": "3.99", "machine": "abacus"})
    monkeypatch.setattr(instructions, "measured", lambda: pytest.fail("measured"))
    monkeypatch.setattr(sys, "argv", ["instructions.py"])
    instructions.main()
    assert "another build of Python" in capsys.readouterr().out


def test_missing_valgrind_is_reported(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["instructions.py"])
    instructions.main()
    assert "no valgrind" in capsys.readouterr().out
