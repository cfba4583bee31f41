"""`urlmend scan` in the process of the tests."""

import sqlite3

import pytest

from urlmend.cli.main import main
from urlmend.scan import pool


def test_units_without_a_result_are_reported_and_read_again(tree, monkeypatch, capsys):
    folder = tree({"a.txt": "http://a.example/b|c\n", "b.txt": "http://b.example/\n"})
    monkeypatch.chdir(folder)
    monkeypatch.setattr(
        pool, "map_in_order", lambda _function, found, **_: ((unit, pool.Failure("it was killed")) for unit in found)
    )
    assert main(["scan", "a.txt", "b.txt", "-o", "r.sqlite", "--processes", "1"]) == 2
    assert capsys.readouterr().err.startswith("urlmend: a.txt: it was killed\n")
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert main(["scan", "a.txt", "b.txt", "-o", "r.sqlite", "--processes", "1"]) == 1
    assert "killed" not in capsys.readouterr().err


@pytest.mark.parametrize(("code", "count"), [("URL121", 2), ("URL205", 1)])
def test_text_that_is_no_url_is_a_row_only_if_a_rule_reports_it(tree, monkeypatch, code, count):
    monkeypatch.chdir(tree({"a.txt": "see <URL:www.a.example> and http://b.example/\n"}))
    assert main(["scan", "a.txt", "-o", "r.sqlite", "--processes", "1", "--select", code]) == int(count == 2)
    with sqlite3.connect("r.sqlite") as database:
        assert database.execute("SELECT COUNT(*) FROM urls").fetchone() == (count,)


def test_lines_are_counted_past_a_part_that_failed(tree, monkeypatch):
    """Units after the one that failed know their first line."""
    text = "".join(f"http://a.example/{number}\n\n" for number in range(2000))
    monkeypatch.chdir(tree({"a.txt": text}))
    monkeypatch.setattr("urlmend.scan.work_units._LARGE_TEXT", 10_000)
    monkeypatch.setenv("URLMEND_UNIT_SIZE", "10000")
    in_order = pool.map_in_order

    def failing(function, found, **options):
        for number, (unit, outcome) in enumerate(in_order(function, found, **options)):
            yield unit, (outcome if number else pool.Failure("it was killed"))

    monkeypatch.setattr(pool, "map_in_order", failing)
    assert main(["scan", "a.txt", "-o", "r.sqlite", "--processes", "1"]) == 2
    with sqlite3.connect("r.sqlite") as database:
        rows = database.execute("SELECT url, line FROM urls").fetchall()
    assert 500 < len(rows) < 2000
    assert [(url, line) for url, line in rows if line != 1 + 2 * int(url.rpartition("/")[2])] == []
