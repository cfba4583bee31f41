"""`lint -j`: several processes give the output of one."""

import gc
import random

import pytest

from urlmend.cli import batches
from urlmend.cli.main import main
from urlmend.model.document import Document
from urlmend.reports.formats import FORMATS
from urlmend.scan import pool


@pytest.fixture
def lint(tmp_path, monkeypatch, capfd):
    """Lint in an empty folder with small batches, with one process and with several; return what both print."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batches, "_SMALL", 0)
    monkeypatch.setattr(batches, "_BATCH_SIZE", 2000)

    def run(*arguments, processes=3):
        printed = []
        for number in (1, processes):
            status = main(["lint", "-j", str(number), *arguments])
            gc.unfreeze()
            gc.enable()
            out, err = capfd.readouterr()
            printed.append((status, [line for line in out.splitlines() if "timestamp" not in line], err))
        assert printed[1] == printed[0]
        return printed[0]

    return run


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


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_printed_as_by_one_process(lint, files, name):
    status, lines, err = lint("--format", name, ".")
    assert status == 2
    assert len(lines) > 40
    assert "unknown key 'wrong'" in err


def test_other_output_is_as_by_one_process(lint, files):
    assert "for credentials only: 1 test file" in lint("--statistics", ".")[1]
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
    monkeypatch.setattr(batches, "_MAX_SIZE", 3000)
    assert lint("d0", "d1", "long.txt")[0] == 1


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
