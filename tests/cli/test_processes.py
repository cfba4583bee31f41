"""`-j`: several processes give the output of one, and write the same files."""

import gc
import random
import re
import zipfile
from functools import partial
from types import SimpleNamespace

import pytest

from tables import each_row
from urlmend.cli import find, parallel
from urlmend.cli import lint as lint_command
from urlmend.cli.main import main
from urlmend.finder.reader import Reader
from urlmend.model.document import Document
from urlmend.reports.formats import FORMATS
from urlmend.scan import pool


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Run a command in an empty folder with small batches; return its status and what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lint_command, "_SMALL", 0)
    monkeypatch.setattr(find, "_SMALL", 0)
    monkeypatch.setattr(parallel, "_BATCH_SIZE", 2000)

    def run(*arguments):
        status = main(list(arguments))
        gc.unfreeze()
        gc.enable()
        out, err = capfd.readouterr()
        return status, [line for line in out.splitlines() if "timestamp" not in line], err

    return run


@pytest.fixture
def same(run):
    """Run a command with one process and with several; return what both print."""

    def same(command, *arguments, processes=3):
        one, several = (run(command, "-j", str(number), *arguments) for number in (1, processes))
        assert several == one
        return one

    return same


@pytest.fixture
def lint(same):
    return partial(same, "lint")


@pytest.fixture
def files(tree):
    """Write files of many kinds, some of which cannot be read; return their folder."""
    draw = random.Random(1)
    lines = ["nothing here", "see http://a.example/b|c", "<URL:http://a.example/\nb c>", "ftp://a:h7Tq92x@b.internal/"]
    for number in range(20):
        tree({f"d{number % 5}/f{number}.txt": "\n".join(draw.choices(lines, k=number * 2)) + "\n"})
    mail = "From a@b.example Mon Jan  5 10:00:00 2004\nSubject: hi\n\nsee http://a.example/b|c\n"
    tree(
        {"d1/box": mail * 5, "d2/page.html": '<a href="http://a.example/b|c">x</a>', "d3/x.json": '{"a": "http://a|b"}'}
    )
    tree({"d2/urlmend.toml": 'ignore = ["URL205"]\n', "d3/urlmend.toml": "wrong = 1\n", "tests/t.txt": lines[3]})
    folder = tree({"long.txt": ("see http://a.example/b|c\n" + "and more\n" * 500) * 30})
    (folder / "d1" / "gone").symlink_to("/nonexistent/file")
    return folder


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_printed_as_by_one_process(lint, files, name):
    status, lines, err = lint("--format", name, ".")
    assert status == 2
    assert len(lines) > 40
    assert "unknown key 'wrong'" in err


@pytest.mark.slow
def test_other_output_is_as_by_one_process(lint, files):
    assert "looked for random-looking secrets only in 1 test file;" in lint("--statistics", ".")[2]
    assert lint("--show-source", "--quiet", "d1", "d4", "d1/box")[0] == 1
    assert lint("--select", "ALL", ".", processes=2)[0] == 2
    assert lint("gone.txt", "d0", "long.txt", "nothing")[0] == 2


def test_baselines_are_as_with_one_process(lint, files, capfd):
    for number in ("1", "3"):
        main(["lint", "-j", number, "--baseline", f"known{number}.jsonl", "--update-baseline", "d0", "d1"])
    capfd.readouterr()
    assert (files / "known1.jsonl").read_text() == (files / "known3.jsonl").read_text()
    assert (files / "known1.jsonl").read_text().count("\n") > 20
    assert lint("--baseline", "known1.jsonl", "d0", "d1")[1] == []
    (files / "d0" / "f10.txt").write_text("")
    assert "no longer occurs" in lint("--baseline", "known1.jsonl", "d0", "d1")[2]


def test_errors_of_plugins_and_settings_end_the_run(lint, files):
    assert lint("d0", "d3/x.json")[0] == 2


def test_results_that_are_too_large_are_those_of_the_main_process(lint, files, monkeypatch):
    monkeypatch.setattr(parallel, "_MAX_SIZE", 3000)
    assert lint("d0", "d1", "long.txt")[0] == 1


@pytest.mark.parametrize(
    ("events", "is_for_main"), [(["x" * 900], False), (["x" * 900] * 4, True), ([lambda: "no pickle"], True)]
)
def test_a_process_leaves_large_results_to_the_main_process(events, is_for_main, monkeypatch):
    monkeypatch.setattr(parallel, "_MAX_SIZE", 3000)
    projects = SimpleNamespace(of=lambda *_: None)
    work = SimpleNamespace(projects=lambda: projects, events=lambda _: events, take=lambda: None)
    outcome = parallel._Worker(work)([("a.txt", "")])
    assert outcome.is_for_main == is_for_main
    assert len(outcome.events) == (0 if is_for_main else len(events))


PAGE = """From: a@b.example
Content-Type: text/html

<img srcset="http://a.example/b 1x, http://a.example/c|d 2x"><a href="http://a.example/b|c">x</a> http://a.example/
"""


def test_mail_with_pages_is_linted_in_several_processes(lint, tree):
    tree({f"d{number}/{number}.eml": PAGE * 3 for number in range(9)})
    status, lines, err = lint(".")
    assert (status, len(lines)) == (1, 54)
    assert "Error" not in err


def test_results_that_cannot_be_passed_on_are_those_of_the_main_process(lint, files, monkeypatch):
    def reduce(self, protocol):
        raise TypeError("cannot pickle")

    monkeypatch.setattr(Document, "__reduce_ex__", reduce)
    assert lint("d0", "d1", "long.txt")[0] == 1


def test_few_files_are_linted_by_one_process(tree, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pool, "map_in_order", None)
    tree({"a.txt": "see http://a.example/b|c\n", "b.txt": "x\n" * 1000})
    assert main(["lint", "-j", "8", "."]) == 1
    assert capfd.readouterr().out.count("\n") == 1


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--format", "jsonl"],
        ["--unique"],
        ["--count"],
        ["--unique", "--format", "jsonl"],
        ["--explain"],
        ["--defang"],
        ["--refang", "--unwrap"],
    ],
    ids=" ".join,
)
def test_urls_are_printed_as_by_one_process(same, files, options):
    status, lines, err = same("find", *options, ".", "gone.txt")
    assert status == 2
    assert len(lines) > (2 if {"--unique", "--count"} & set(options) else 40)
    assert "unknown key 'wrong'" in err
    assert "gone.txt" in err


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "options", [["--fix"], ["--fix", "--unsafe-fixes"], ["--fix-only"], ["--fix", "--format", "json"]], ids=" ".join
)
def test_files_are_fixed_as_by_one_process(run, files, options):
    (files / "d3" / "urlmend.toml").unlink()
    (files / "d4" / "same.txt").symlink_to("../long.txt")
    before = contents(files)
    printed, written = [], []
    for number in ("1", "3"):
        for path, data in before.items():
            (files / path).write_bytes(data)
        printed.append(run("lint", "-j", number, *options, "."))
        written.append(contents(files))
    assert printed[1] == printed[0]
    assert written[1] == written[0] != before
    assert b"a.example/b%7Cc" in (files / "long.txt").read_bytes()


@pytest.mark.slow
def test_diffs_are_printed_as_by_one_process(same, files):
    before = contents(files)
    _, lines, _ = same("lint", "--diff", ".")
    assert sum(line.startswith("+++") for line in lines) > 10
    assert contents(files) == before


def test_files_that_cannot_be_written_are_reported_as_by_one_process(run, files, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("urlmend._lib.atomic_write.replace_file", refuse)
    before = contents(files)
    printed = [run("lint", "-j", number, "--fix", "d0", "d1") for number in ("1", "3")]
    assert printed[1] == printed[0]
    assert "Permission denied" in printed[0][2]
    assert contents(files) == before


@pytest.fixture
def broken(monkeypatch):
    """Make the reader fail on texts that contain `/plan`."""

    def fail(reader, *_):
        raise RecursionError(reader.text)

    bare = Reader._bare
    monkeypatch.setattr(
        Reader, "_bare", lambda reader, *rest: (fail if "/plan" in reader.text else bare)(reader, *rest)
    )


@each_row("command", ["find", "lint"])
def test_an_error_that_nothing_foresees_is_a_problem_of_one_file(same, tree, broken, command):
    tree({f"f{number}.txt": f"see http://a.example/{number}|b\n" for number in range(9)})
    tree({"g.txt": "see http://a.example/plan\n"})
    status, out, err = same(command, ".")
    assert status == 2
    assert sum("http://a.example/" in line or "URL205" in line for line in out) == 9
    assert re.search(r"g\.txt: internal error \(RecursionError at test_processes\.py:[0-9]+\): please report it", err)
    assert "plan" not in err


@each_row("command", ["find", "lint"])
@each_row("form", ["zip", "mbox"])
def test_an_error_that_nothing_foresees_is_a_problem_of_one_document(run, tmp_path, broken, command, form):
    texts = [f"see http://a.example/{path}|b\n" for path in ("east", "plan", "west")]
    name = f"g.{form}"
    if form == "zip":
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for number, text in enumerate(texts):
                archive.writestr(f"{number}.txt", text)
    else:
        head = "From alice@a.example Mon Jan  5 10:00:00 2004\nFrom: alice@a.example\nSubject: city\n\n"
        (tmp_path / name).write_text("\n".join(head + text for text in texts))
    status, out, err = run(command, name)
    assert status == 2
    assert len(out) == 2, out
    problem = f"{name}{'!1.txt' if form == 'zip' else ''}: internal error (RecursionError at "
    assert problem in err
    status, _, err = run("scan", "--processes", "1", "--progress", "none", "--overwrite", "-o", "g.sqlite", name)
    assert status == 2
    assert problem in err
    assert "2 URLs" in err
