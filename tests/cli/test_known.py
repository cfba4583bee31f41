"""`--known`: URLs of a text that are read as they occur in the result of a scan."""

import sqlite3
from contextlib import closing

import pytest

KEPT, DROPPED = "http://a.example/survey/north-bank.html", "http://a.example/survey/northbank.html"
HYPHEN = "see <URL:http://a.example/survey/north-\nbank.html> now\n"
BARE = "as I said in\nhttp://a.example/guides/harbour/opening-\nhours.html and so on\n"
LONG = "http://a.example/guides/harbour/opening-hours.html"


@pytest.fixture
def result_of(urlmend, tree):
    """Scan a text, and return the options that name the result."""

    def scan(text):
        folder = tree({"archive/a.txt": text})
        assert urlmend("scan", folder / "archive", "-o", folder / "r.sqlite").status in (0, 1)
        return "--known", folder / "r.sqlite"

    return scan


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("archive", "text", "url", "is_resolved"),
    [
        (f"{DROPPED}\n", HYPHEN, DROPPED, True),
        (f"{KEPT}\n", HYPHEN, KEPT, True),
        (f"{KEPT}\n{DROPPED}\n", HYPHEN, KEPT, True),  # as with both in one document
        (f"{LONG}\n", BARE, LONG, True),
        # The document itself decides first.
        (f"{DROPPED}\n", f"{HYPHEN}{KEPT}\n", KEPT, True),
        # Not the same URL, not unbroken, or only the beginning of the other reading.
        ("http://a.example/survey/northbank.htm\n", HYPHEN, KEPT, False),
        (HYPHEN, HYPHEN, KEPT, False),
        ("http://a.example/guides/harbour/\n", BARE, LONG, False),
        ("no URL\n", BARE, LONG, False),
    ],
)
def test_readings_of_a_result(urlmend, result_of, archive, text, url, is_resolved):
    first = urlmend("find", "--format", "jsonl", *result_of(archive), text=text).rows[0]
    assert (first["url"], first["alternatives"] == []) == (url, is_resolved)


def test_lint_knows_and_fixes_the_reading(urlmend, result_of, tree):
    known, folder = result_of(f"{DROPPED}\n{LONG}\n"), tree({"note.txt": HYPHEN, "bare.txt": BARE})
    assert "URL106" in urlmend("lint", "note.txt").out
    assert urlmend("lint", *known, "note.txt").out == ""
    assert urlmend("lint", *known, "--fix", "--unsafe-fixes", "bare.txt").status == 1
    assert f"\n{LONG} and so on\n" in (folder / "bare.txt").read_text()


def test_several_processes_know_the_same(urlmend, result_of, tree):
    known = result_of(f"{DROPPED}\n")
    folder = tree({f"notes/{number}.txt": HYPHEN for number in range(8)})
    lines = [urlmend("find", *known, "-j", count, folder / "notes").lines for count in ("1", "2")]
    assert lines == [[DROPPED] * 8] * 2


def test_secrets_are_not_known(urlmend, result_of):
    text = "see <ftp://ada:h7Tq-\n92x@a.example/> now\n"
    (row,) = urlmend("find", "--format", "jsonl", *result_of("ftp://ada:h7Tq92x@a.example/\n"), text=text).rows
    assert row["alternatives"]


def test_a_result_is_not_changed(urlmend, result_of):
    _, path = known = result_of(f"{DROPPED}\n")
    before = path.read_bytes()
    path.chmod(0o400)
    assert urlmend("find", *known, text=HYPHEN).lines == [DROPPED]
    assert (path.read_bytes(), sorted(each.name for each in path.parent.iterdir())) == (before, ["archive", "r.sqlite"])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"http://a.example/\n", "not a result of `urlmend scan` in SQLite"),
        (b"SQLite format 3\0" + bytes(100), "cannot be read as a result of `urlmend scan`"),
    ],
)
@pytest.mark.parametrize("command", ["find", "lint", "lsp"])
def test_other_files_are_errors(urlmend, tree, command, content, reason):
    pytest.importorskip("pygls")
    tree({"other": content} if content else {})
    done = urlmend(command, "--known", "other", text=HYPHEN)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("urlmend: other: ")
    assert reason in done.err


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE findings", "not a result of `urlmend scan`"),
        ("DROP INDEX places_by_url_text", "the scan has not ended"),
        ("UPDATE settings SET value = '7' WHERE name = 'version'", "a result of another version"),
        ("UPDATE settings SET value = '99' WHERE name = 'version'", "upgrade urlmend"),
        ("DROP VIEW urls", "the view urls is another one"),
    ],
)
def test_unfit_results_are_errors(urlmend, result_of, statement, reason):
    _, path = known = result_of(f"{DROPPED}\n")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    done = urlmend("find", *known, text=HYPHEN)
    assert (done.status, done.out) == (2, "")
    assert reason in done.err


def test_the_server_knows_a_result_until_it_is_gone(result_of, tmp_path, monkeypatch):
    pytest.importorskip("pygls")
    from lsp_client import Client
    from urlmend.cli.lsp import looked_up

    _, path = result_of(f"{DROPPED}\n")
    monkeypatch.chdir(".")  # a client changes the current folder
    client = Client(tmp_path, known=looked_up(str(path)))
    try:
        assert [item["code"] for item in client.open("a.txt", HYPHEN)] == []
        path.unlink()
        assert [item["code"] for item in client.open("b.txt", HYPHEN)] == ["URL106"]
    finally:
        client.stop()
