"""Agreed findings are left out, new ones are not, and what is gone is said."""

import json
import subprocess
import sys

import pytest


@pytest.fixture
def project(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("ftp://u:h7Tq-92x@ftp.canal.internal/\nhttp://a.example/100%\n")
    return tmp_path


def run(project, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "urlmend", "lint", *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def agree(project):
    return run(project, "--baseline", "agreed.jsonl", "--update-baseline", "sub")


def test_agreed_findings_are_left_out(project):
    assert agree(project)[0] == 1  # this run still shows what it agrees to
    assert run(project, "--baseline", "agreed.jsonl", "sub") == (0, "", "")


def test_lines_may_move(project):
    agree(project)
    text = (project / "sub" / "a.txt").read_text()
    (project / "sub" / "a.txt").write_text("a new line\n" + text)
    assert run(project, "--baseline", "agreed.jsonl", "sub") == (0, "", "")


def test_new_findings_are_reported_and_each_entry_counts_once(project):
    agree(project)
    with (project / "sub" / "a.txt").open("a") as file:
        file.write("http://a.example/100%\n")
    status, out, _ = run(project, "--baseline", "agreed.jsonl", "sub")
    assert (status, out.count("\n")) == (1, 1)
    assert out.startswith("sub/a.txt:3:")


def test_what_no_longer_occurs_is_said(project):
    agree(project)
    (project / "sub" / "a.txt").write_text("nothing\n")
    status, out, errors = run(project, "--baseline", "agreed.jsonl", "sub")
    assert (status, out) == (0, "")
    assert "sub/a.txt: URL208 of the baseline no longer occurs: http://a.example/100%" in errors
    assert "h7Tq-92x" not in errors


def test_files_that_are_not_linted_say_nothing(project):
    agree(project)
    (project / "b.txt").write_text("nothing\n")
    assert run(project, "--baseline", "agreed.jsonl", "b.txt") == (0, "", "")
    run(project, "--baseline", "agreed.jsonl", "--update-baseline", "b.txt")
    assert run(project, "--baseline", "agreed.jsonl", "sub") == (0, "", "")


def test_the_file_is_sorted_and_holds_no_line_and_no_secret(project):
    agree(project)
    text = (project / "agreed.jsonl").read_text()
    rows = [json.loads(line) for line in text.splitlines()]
    assert text.splitlines() == sorted(text.splitlines())
    assert [set(row) for row in rows] == [{"file", "code", "url"}] * 2
    assert {row["file"] for row in rows} == {"sub/a.txt"}
    assert "h7Tq-92x" not in text


@pytest.mark.parametrize("text", ["nonsense\n", "[]\n", '{"file": "a"}\n', "[" * 3000 + "\n"])
def test_a_broken_baseline_is_an_error_with_its_line(project, text):
    (project / "agreed.jsonl").write_text("\n" + text)
    status, _, errors = run(project, "--baseline", "agreed.jsonl", "sub")
    assert status == 2
    assert "agreed.jsonl:2: no baseline entry" in errors


def test_a_missing_baseline_is_an_error(project):
    assert run(project, "--baseline", "missing.jsonl", "sub")[0] == 2
    assert run(project, "--update-baseline", "sub")[0] == 2
