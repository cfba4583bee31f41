"""Recorded findings are not reported, new ones are, and so are entries that no longer occur."""

import json
import subprocess
import tracemalloc

import pytest

from urlmend.linting.baseline import Baseline


class Project:
    """A folder with findings."""

    def __init__(self, folder, urlmend):
        self.folder, self.urlmend = folder, urlmend

    def __truediv__(self, name):
        return self.folder / name


@pytest.fixture
def project(tmp_path, urlmend):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("ftp://u:h7Tq-92x@ftp.canal.internal/\nhttp://a.example/100%\n")
    return Project(tmp_path, urlmend)


def run(project, *arguments):
    done = project.urlmend("lint", *arguments)
    return done.status, done.out, done.err


def record(project):
    return run(project, "--baseline", "baseline.jsonl", "--update-baseline", "sub")


def test_recorded_findings_are_not_reported(project):
    assert record(project) == (0, "", "urlmend: baseline.jsonl now has 2 findings\n")
    assert run(project, "--baseline", "baseline.jsonl", "sub") == (0, "", "")
    entries = (project / "baseline.jsonl").read_bytes()
    (project / "baseline.jsonl").write_bytes(b"\xef\xbb\xbf" + entries)  # as editors of Windows do
    assert run(project, "--baseline", "baseline.jsonl", "sub") == (0, "", "")


def test_findings_that_are_left_after_fixes_are_recorded(project):
    (project / "sub" / "b.txt").write_text("http://a.example/b|c http://a.example/100%\n")
    status, out, errors = run(project, "--fix", "--baseline", "baseline.jsonl", "--update-baseline", "sub")
    assert (status, out) == (1, "")
    assert errors == "urlmend: baseline.jsonl now has 3 findings\nurlmend: 1 finding fixed in 1 file\n"
    assert run(project, "--baseline", "baseline.jsonl", "sub") == (0, "", "")
    (project / "sub" / "b.txt").write_text("nothing\n")
    assert "URL208 of the baseline no longer occurs" in run(project, "--fix", "--baseline", "baseline.jsonl", "sub")[2]


def test_the_number_of_findings_is_that_of_the_baseline(project):
    (project / "c.txt").write_text("http://a.example/b|c\n")
    update = ("--baseline", "baseline.jsonl", "--update-baseline")
    assert record(project)[2] == "urlmend: baseline.jsonl now has 2 findings\n"
    assert run(project, "--fix", *update, "c.txt")[2].startswith("urlmend: baseline.jsonl now has 2 findings\n")
    assert run(project, "--select", "URL501", *update, "sub")[2] == "urlmend: baseline.jsonl now has 2 findings\n"
    (project / "sub" / "a.txt").write_text("nothing\n")
    assert record(project)[2] == "urlmend: baseline.jsonl now has 0 findings\n"


def test_line_numbers_may_change(project):
    record(project)
    text = (project / "sub" / "a.txt").read_text()
    (project / "sub" / "a.txt").write_text("a new line\n" + text)
    assert run(project, "--baseline", "baseline.jsonl", "sub") == (0, "", "")


def test_each_entry_suppresses_one_finding(project):
    record(project)
    with (project / "sub" / "a.txt").open("a") as file:
        file.write("http://a.example/100%\n")
    status, out, _ = run(project, "--baseline", "baseline.jsonl", "sub")
    assert (status, out.count("\n")) == (1, 1)
    assert out.startswith("sub/a.txt:3:")


def test_entries_that_no_longer_occur_are_reported(project):
    record(project)
    (project / "sub" / "a.txt").write_text("nothing\n")
    status, out, errors = run(project, "--baseline", "baseline.jsonl", "sub")
    assert (status, out) == (0, "")
    assert "sub/a.txt: URL208 of the baseline no longer occurs: http://a.example/100%" in errors
    assert "h7Tq-92x" not in errors


def test_entries_of_other_files_are_kept(project):
    record(project)
    (project / "b.txt").write_text("nothing\n")
    assert run(project, "--baseline", "baseline.jsonl", "b.txt") == (0, "", "")
    run(project, "--baseline", "baseline.jsonl", "--update-baseline", "b.txt")
    assert run(project, "--baseline", "baseline.jsonl", "sub") == (0, "", "")


def test_entries_of_files_that_do_not_exist_are_removed_when_it_is_written(project):
    record(project)
    (project / "sub" / "a.txt").rename(project / "b.txt")
    assert run(project, "--baseline", "baseline.jsonl", ".")[1].count("b.txt") == 2
    run(project, "--baseline", "baseline.jsonl", "--update-baseline", ".")
    assert {json.loads(line)["file"] for line in (project / "baseline.jsonl").read_text().splitlines()} == {"b.txt"}


@pytest.mark.parametrize("options", [("--select", "URL501"), ("--ignore", "URL208"), ("--profile", "rfc1738")])
def test_entries_of_rules_that_do_not_run_are_kept(project, options):
    record(project)
    before = (project / "baseline.jsonl").read_text()
    assert run(project, "--baseline", "baseline.jsonl", "--ignore", "URL2", "--select", "URL5", "sub") == (0, "", "")
    if "--profile" not in options:  # which has findings of its own
        assert run(project, "--baseline", "baseline.jsonl", *options, "sub") == (0, "", "")
    run(project, "--baseline", "baseline.jsonl", "--update-baseline", *options, "sub")
    assert set(before.splitlines()) <= set((project / "baseline.jsonl").read_text().splitlines())
    (project / "urlmend.toml").write_text('ignore = ["URL208"]\n')
    assert "URL208 of the baseline no longer occurs" in run(project, "--baseline", "baseline.jsonl", "sub")[2]


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("text", ["nothing", "http://a.example/100%", "http://a.example/200%"])
def test_new_findings_on_changed_lines_are_reported(project, number, text):
    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=project.folder, check=True)

    git("init", "--quiet")
    record(project)
    git("add", ".")
    git("commit", "--quiet", "--message=a")
    lines = (project / "sub" / "a.txt").read_text().splitlines()
    lines.insert(number - 1, text)
    (project / "sub" / "a.txt").write_text("\n".join([*lines, ""]))
    done = run(project, "--baseline", "baseline.jsonl", "--since-revision", "HEAD", "--quiet", "sub")
    finding = f"sub/a.txt:{number}:21: URL208 '%' without two hexadecimal digits: encode as %25\n"
    assert done == ((1, finding, "") if "%" in text else (0, "", ""))


def test_file_is_sorted_without_line_numbers_and_secrets(project):
    record(project)
    text = (project / "baseline.jsonl").read_text()
    rows = [json.loads(line) for line in text.splitlines()]
    assert text.splitlines() == sorted(text.splitlines())
    assert [set(row) for row in rows] == [{"file", "code", "url"}] * 2
    assert {row["file"] for row in rows} == {"sub/a.txt"}
    assert "h7Tq-92x" not in text


@pytest.mark.parametrize(
    "text", ["nonsense\n", "[]\n", '{"file": "a"}\n', '{"file": [], "code": 1, "url": {}}\n', "[" * 3000 + "\n"]
)
def test_damaged_baseline_is_reported_with_its_line(project, text):
    (project / "baseline.jsonl").write_text("\n" + text)
    status, _, errors = run(project, "--baseline", "baseline.jsonl", "sub")
    assert status == 2
    assert "baseline.jsonl:2: not a baseline entry" in errors


def test_missing_baseline_is_an_error(project):
    message = "urlmend: missing.jsonl: no such file; `urlmend lint --update-baseline` writes it\n"
    assert run(project, "--baseline", "missing.jsonl", "sub") == (2, "", message)
    assert run(project, "--update-baseline", "sub")[0] == 2


@pytest.mark.slow
def test_a_million_entries_take_little_memory(tmp_path):
    path = tmp_path / "baseline.jsonl"
    with path.open("w") as file:
        for number in range(25_000):
            entry = {"code": "URL205", "file": f"docs/{number // 20}.txt", "url": f"http://a.example/{number}|c"}
            file.write(json.dumps(entry, sort_keys=True) + "\n")
    baseline = Baseline(str(path))
    tracemalloc.start()
    baseline.read()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000, "80 MB for a million"
    assert baseline.suppresses(str(tmp_path / "docs/7.txt"), "URL205", "http://a.example/140|c")
    assert not baseline.suppresses(str(tmp_path / "docs/7.txt"), "URL205", "http://a.example/160|c")
