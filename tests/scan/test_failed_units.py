"""Units that a scan could not read, in one process."""

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
