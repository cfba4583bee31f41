"""Closed and full standard streams: the exit status is right, and no output is in the wrong place."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")]

TEXT = "see http://a.example/b|c\n"
WRITING = [
    "find a.txt",
    "lint a.txt",
    "lint a.txt --format json",
    "lint a.txt --format sarif",
    "lint a.txt --diff",
    "lint a.txt --statistics",
    "lint --show-settings",
    "scan a.txt",
    "report r.sqlite",
    "rules",
    "explain URL101",
    "--version",
    "--help",
    "lint --help",
]
SILENT = {
    "lint a.txt --output o.txt": 1,
    "lint b.txt": 0,
    "find b.txt": 0,
    "scan a.txt -o new.sqlite": 1,
    "lint missing.txt": 2,
    "lint --nonsense": 2,
    "": 2,
}
READING = ["find", "lint", "find -", "lint - --format json", "lint --fix -", "lint --diff -", "lint a.txt -"]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The bytes of the result of a scan."""
    folder = tmp_path_factory.mktemp("result")
    (folder / "a.txt").write_text(TEXT)
    command = [sys.executable, "-m", "urlmend", "scan", "a.txt", "-o", "r.sqlite"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return (folder / "r.sqlite").read_bytes()


@pytest.fixture
def shell(tree, result):
    """Run a command line with redirections: the status, standard output and standard error."""
    folder = tree({"a.txt": TEXT, "b.txt": "nothing\n", "r.sqlite": result})

    def run(arguments, redirections="", text=TEXT):
        command = f"exec {sys.executable} -W error -m urlmend {arguments} {redirections}"
        environment = {**os.environ, "PYTHONUNBUFFERED": ""}
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, input=text.encode(), capture_output=True, check=False, env=environment
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err
        assert "Exception ignored" not in err, err
        return done.returncode, out, err

    return run


@pytest.mark.parametrize("arguments", WRITING)
@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_closed_standard_output_is_an_error(shell, arguments, closed):
    assert shell(arguments, closed) == (2, "", "urlmend: the output could not be written: Bad file descriptor\n")


@pytest.mark.parametrize("arguments", WRITING)
@pytest.mark.parametrize("closed", [">&- 2>&-", "<&- >&- 2>&-", ">/dev/full 2>&-", ">/dev/full 2>/dev/full"])
def test_the_status_is_right_without_any_output(shell, arguments, closed):
    assert shell(arguments, closed) == (2, "", "")


@pytest.mark.parametrize("arguments", SILENT)
@pytest.mark.parametrize("closed", [">&-", "<&- >&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams_that_are_not_needed_do_no_harm(shell, arguments, closed):
    status, out, _ = shell(arguments, closed)
    assert (status, out) == (SILENT[arguments], "")


@pytest.mark.parametrize("arguments", [*WRITING, *SILENT])
def test_closed_standard_error_changes_nothing_else(shell, arguments, tmp_path):
    status, out, _ = shell(arguments)
    for closed in ("2>&-", "2>/dev/full", "<&- 2>&-"):
        for written in ("o.txt", "new.sqlite"):
            (tmp_path / written).unlink(missing_ok=True)
        assert shell(arguments, closed) == (status, out, ""), closed


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "gitlab"])
def test_the_summary_is_not_in_the_report(shell, form):
    _, out, _ = shell(f"lint a.txt --format {form}", "2>&-")
    for part in out.splitlines() if form == "jsonl" else [out]:
        json.loads(part)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_messages_are_in_no_file_that_is_written(shell, tmp_path, form):
    for closed in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        shell(f"lint a.txt missing.txt --output o.txt --format {form}", closed)
        assert "urlmend: " not in (tmp_path / "o.txt").read_text()
        assert "missing" not in (tmp_path / "o.txt").read_text()


@pytest.mark.parametrize("arguments", READING)
def test_closed_standard_input_is_a_problem(shell, arguments):
    status, out, err = shell(arguments, "<&-")
    assert status == 2
    assert "urlmend: -: Bad file descriptor\n" in err
    if "a.txt" in arguments:
        assert "a.txt:1" in out


def test_closed_streams_of_a_scan_in_several_processes(shell, tmp_path):
    (tmp_path / "many").mkdir()
    for number in range(30):
        (tmp_path / "many" / f"{number}.txt").write_text(TEXT)
    for number, closed in enumerate(["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]):
        assert shell(f"scan many -o {number}.sqlite --processes 3", closed)[:2] == (1, "")
