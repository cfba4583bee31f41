"""The scans of a result, what each saw first, results of older versions, and archives that are removed again."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from killed import killed_after
from scan_samples import BOX, MESSAGES, dump, rows
from urlmend.cli.main import main
from urlmend.scan.results import validity
from urlmend.scan.results.migrations import STEPS
from urlmend.scan.results.validity import VERSION

OLD = Path(__file__).parent / "results"
NOTE = "see http://www.canal.example/b|c and https://ada:h7Tq-92x@mirror.canal.internal/\n"
NEW = "SELECT url, archive FROM urls WHERE first_scan_id = (SELECT max(id) FROM scans) ORDER BY id"


@pytest.fixture
def scan(urlmend, tmp_path):
    """Scan into a database; return it."""

    def run(*arguments, out="out.sqlite"):
        done = urlmend("scan", *arguments, "-o", out, "--processes", "1", env={"URLMEND_UNIT_SIZE": "5000"})
        assert done.status < 2, done.err
        return sqlite3.connect(tmp_path / out)

    return run


def text(number, *urls, header="Message-ID: <{}@canal.example>\n"):
    """A message with these URLs."""
    return (
        f"From ada@canal.example Mon Jan  5 10:00:00 2004\n{header.format(number)}From: ada@canal.example\n\n"
        + "".join(f"{url}\n" for url in urls)
        + "\n"
    )


A, B, C = (f"http://www.canal.example/{name}" for name in "abc")
UNNAMED = "Subject: plan\n"
# The files of a first scan and of a second one, and the URLs that the second saw first.
CHANGES = {
    "nothing": ({"box": text(1, A)}, {"box": text(1, A)}, []),
    "a grown mailbox": ({"box": text(1, A)}, {"box": text(1, A) + text(2, B)}, [(B, "box")]),
    "a known URL in a new message": ({"box": text(1, A)}, {"box": text(1, A) + text(2, A)}, [(A, "box")]),
    "a shorter mailbox": ({"box": text(1, A) + text(2, B)}, {"box": text(2, B)}, []),
    "messages without ids": (
        {"box": text(1, A, B, header=UNNAMED)},
        {"box": text(0, C, header=UNNAMED) + text(1, A, B, header=UNNAMED)},
        [(C, "box")],
    ),
    "a longer text": ({"a.txt": f"{A} {B}\n"}, {"a.txt": f"{A} {C} {B} {A}\n"}, [(C, "a.txt"), (A, "a.txt")]),
    "a new file in a unit": ({"d/a.txt": A}, {"d/a.txt": A, "d/b.txt": A}, [(A, "d/b.txt")]),
    "a new flag": ({"m/cur/1:2,": text(1, A)}, {"m/cur/1:2,S": text(1, A)}, []),
    "a moved message": ({"d/a": text(1, A) + text(2, B), "d/b": ""}, {"d/a": text(2, B), "d/b": text(1, A)}, []),
    "a changed message": ({"box": text(1, A)}, {"box": text(1, B)}, [(B, "box")]),
    "a copy": ({"d/a": text(1, A)}, {"d/a": text(1, A), "d/b": text(1, A)}, [(A, "d/b")]),
    "a large mailbox": ({"box": BOX}, {"box": BOX + text(1, A)}, [(A, "box")]),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", CHANGES)
def test_places_have_the_scan_that_saw_them_first(scan, tree, name):
    first, second, expected = CHANGES[name]
    folder = tree({f"in/{path}": text for path, text in first.items()})
    scan("in")
    shutil.rmtree(folder / "in")
    tree({f"in/{path}": text for path, text in second.items()})
    database = scan("in")
    found = [(url, archive.removeprefix("in/")) for url, archive in rows(database, NEW)]
    assert sorted(found) == sorted(expected)
    assert rows(database, "SELECT new_urls FROM scans WHERE id = 2") == [(len(expected),)]


def test_a_scan_that_continues_another_one_keeps_first_scans(scan, tree):
    tree({"box": text(1, A)})
    database = scan("box")
    tree({"box": text(1, A) + text(2, B)})
    database.execute("UPDATE units SET key = 'x', content = NULL")  # read again, as by a scan that was killed
    database.commit()
    scan("box")
    tree({"box": text(1, A) + text(2, B) + text(3, C)})
    assert rows(scan("box"), "SELECT url, first_scan_id FROM urls ORDER BY id") == [(A, 1), (B, 2), (C, 3)]


def test_scans_are_recorded(scan, tree):
    tree({"a/box": MESSAGES[0], "https_ada_h7Tq": NOTE})
    scan("a/box", "--profile", "rfc1738")
    database = scan("a/box", "https_ada_h7Tq", "--profile", "rfc1738")
    columns = "archives, finished, version IS NOT NULL, urls, distinct_urls, new_urls, messages, problems"
    assert rows(database, f"SELECT {columns} FROM scans") == [
        ('["a/box"]', 1, 1, 5, 4, 5, 1, 0),
        ('["a/box", "https_ada_h7Tq"]', 1, 1, 7, 6, 2, 1, 0),
    ]
    assert rows(database, "SELECT DISTINCT json_extract(settings, '$.profile') FROM scans") == [("rfc1738",)]
    assert rows(database, "SELECT count(*) FROM scans WHERE started <= ended AND started GLOB '20*T*Z'") == [(2,)]


def test_recorded_archives_show_no_secrets(scan, tree):
    name = "a?token=ghp_1234567890abcdefghijklmnopqrstuvwxyz"
    tree({name: NOTE})
    assert "ghp_12345" not in str(rows(scan(name), "SELECT archives FROM scans"))


@pytest.fixture
def old(tmp_path, tree):
    """The files of the old results, and a function that writes the result of a version."""
    tree({"box": "".join(MESSAGES[:6]), "note.txt": NOTE})
    for name in ("box", "note.txt"):
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))

    def write(version, name="out.sqlite"):
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            connection.executescript((OLD / f"{version}.sql").read_text("utf-8"))
        return tmp_path / name

    return write


COMMANDS = {
    "scan": ("scan", "box", "note.txt", "missing.txt", "-o", "out.sqlite", "--processes", "1", "--progress", "none"),
    "report": ("report", "out.sqlite"),
    "export": ("export", "out.sqlite", "-o", "out.csv"),
    "forget": ("forget", "out.sqlite", "missing.txt"),
}
SCAN = (*COMMANDS["scan"][:-5], "new.sqlite", *COMMANDS["scan"][-4:])
UNITS = "SELECT position, files, bytes, messages, lines, scan_id FROM units ORDER BY position"


@pytest.mark.parametrize("version", [path.stem for path in OLD.glob("*.sql")])
def test_a_result_of_each_version_equals_a_fresh_scan(old, urlmend, tmp_path, version):
    """If this fails, the tables have changed: a new version needs a step. `RECORD=1` writes the result of this one."""
    urlmend(*SCAN)
    fresh = sqlite3.connect(tmp_path / "new.sqlite")
    if os.environ.get("RECORD") and version == VERSION:
        (OLD / f"{version}.sql").write_text("\n".join([*fresh.iterdump(), ""]), "utf-8")
    path = old(version)
    done = urlmend("report", "out.sqlite")
    assert (done.status, done.err.count("migrated")) == (0, int(version != VERSION))
    migrated = sqlite3.connect(path)
    assert dump(migrated) == dump(fresh)
    assert rows(migrated, UNITS) == rows(fresh, UNITS)
    assert rows(migrated, "PRAGMA foreign_key_check") == []
    assert urlmend(*COMMANDS["scan"]).status == 2
    assert dump(migrated) == dump(fresh)
    assert rows(migrated, "SELECT DISTINCT first_scan_id FROM urls") == [(1,)]


def test_there_is_a_result_of_each_version():
    assert {path.stem for path in OLD.glob("*.sql")} == {VERSION, *(str(version - 1) for version in STEPS)}
    assert max(STEPS, default=int(VERSION)) == int(VERSION)


@pytest.fixture
def next_version(monkeypatch, tmp_path):
    """A version with another column, another view and two steps."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    schema = (validity._SCRIPTS / "schema.sql").read_text("utf-8")
    schema = schema.replace(
        "    severity TEXT NOT NULL,        -- default", "    weight INTEGER NOT NULL,\n    severity TEXT NOT NULL, --"
    )
    schema = schema.replace("WHERE f.settled = 0;", "WHERE f.settled = 0 AND f.code <> 'URL106';", 1)
    (folder / "schema.sql").write_text(schema, "utf-8")
    (folder / "indexes.sql").write_text((validity._SCRIPTS / "indexes.sql").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(validity, "_SCRIPTS", folder)
    version = int(VERSION)
    monkeypatch.setattr(validity, "VERSION", str(version + 2))
    monkeypatch.setitem(STEPS, version + 1, ("ALTER TABLE rules ADD COLUMN weight INTEGER NOT NULL DEFAULT 0",))
    monkeypatch.setitem(STEPS, version + 2, ("UPDATE rules SET weight = 5 WHERE code = 'URL501'",))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["report", "export", "forget"])
def test_each_command_migrates_older_results(old, next_version, capsys, command):
    path = old(VERSION)
    before = dump(sqlite3.connect(path))
    assert main(list(COMMANDS[command])) == 0
    message = f"urlmend: out.sqlite: migrated from version {VERSION} of its tables to version {validity.VERSION}\n"
    assert message in capsys.readouterr().err
    database = sqlite3.connect(path)
    assert dump(database)[:2] == before[:2]
    assert rows(database, "SELECT weight FROM rules WHERE code IN ('URL501', 'URL502')") == [(5,), (0,)]
    assert rows(database, "SELECT count(*) FROM open_findings WHERE code = 'URL106'") == [(0,)]
    main(list(COMMANDS["report"]))
    assert "migrated" not in capsys.readouterr().err


HOSTILE = {
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON settings BEGIN DELETE FROM places; END",
    "a missing table": "DROP TABLE rules",
    "a wrong column": "ALTER TABLE places RENAME COLUMN end_line TO other",
    "a wrong cell": "UPDATE places SET line = 'x'",
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("change", HOSTILE)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_result_is_not_migrated(old, next_version, capsys, change, command):
    path = old(VERSION)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"PRAGMA legacy_alter_table = ON; {HOSTILE[change]}")
    before = path.read_bytes()
    assert main(list(COMMANDS[command])) == 2
    assert capsys.readouterr().err.startswith("urlmend: out.sqlite: ")
    assert path.read_bytes() == before


def test_a_result_that_cannot_be_written_is_not_migrated(old, next_version, capsys):
    if os.geteuid() == 0:
        pytest.skip("root may write everything")
    old(VERSION).chmod(0o444)
    assert main(list(COMMANDS["report"])) == 2
    assert "readonly" in capsys.readouterr().err


def test_a_newer_result_is_refused(urlmend, scan, tree):
    tree({"note.txt": NOTE})
    database = scan("note.txt")
    database.execute("UPDATE settings SET value = '1000' WHERE name = 'version'")
    database.commit()
    for command in COMMANDS.values():
        done = urlmend(*command)
        assert done.status == 2
        assert done.err.endswith("; upgrade urlmend\n")


# The archives of a result, those to remove, and those that remain.
REMOVED = {
    "a mailbox": (("box",), {"note.txt", "d/a", "d/b"}),
    "a file of a unit": (("d/a",), {"box", "note.txt", "d/b"}),
    "a folder": (("d/",), {"box", "note.txt"}),
    "by its absolute path": (("{}/box", "./d"), {"note.txt"}),
    "everything": (("box", "note.txt", "d"), set()),
}
FILES = {"box": "".join(MESSAGES[:30]), "note.txt": NOTE, "d/a": MESSAGES[31], "d/b": MESSAGES[32]}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", REMOVED)
def test_a_result_without_an_archive_equals_a_scan_without_it(scan, urlmend, tree, name):
    folder = tree(FILES)
    archives, kept = REMOVED[name]
    scan("box", "note.txt", "d")
    done = urlmend("forget", "out.sqlite", *(archive.format(folder) for archive in archives))
    assert done.status == 0
    assert done.err.startswith("urlmend: out.sqlite: removed ")
    database = sqlite3.connect(folder / "out.sqlite")
    assert {name for (name,) in rows(database, "SELECT archive FROM messages")} == kept
    if kept:
        fresh = scan(*[name for name in FILES if name in kept], out="new.sqlite")
        assert dump(database)[0] == dump(fresh)[0]
        for table in ("url_texts", "messages", "parts", "problems"):
            count = f"SELECT count(*) FROM {table}"
            assert rows(database, count) == rows(fresh, count)
    assert rows(database, "PRAGMA foreign_key_check") == []
    assert MESSAGES[0][-40:].encode() not in (folder / "out.sqlite").read_bytes()


def test_a_forgotten_archive_leaves_nothing_in_the_file(scan, urlmend, tree):
    folder = tree({"a.txt": "http://secret-plan.canal.example/x\n", "b.txt": "http://a.example/\n"})
    scan("a.txt", "b.txt").close()
    urlmend("forget", "out.sqlite", "a.txt")
    assert b"secret-plan" not in (folder / "out.sqlite").read_bytes()


@pytest.mark.slow
def test_a_moved_mailbox_is_counted_once(scan, urlmend, tree):
    folder = tree({"old.mbox": "".join(MESSAGES[:9]) + text(1, A, header=UNNAMED)})
    before = dump(scan("old.mbox"))
    (folder / "old.mbox").rename(folder / "new.mbox")
    scan("new.mbox")
    assert urlmend("forget", "out.sqlite", "old.mbox").status == 0
    database = scan("new.mbox")
    assert len(dump(database)[0]) == len(before[0])
    assert dump(database) == dump(scan("new.mbox", out="new.sqlite"))
    # A message that has no Message-ID is known by its file only.
    assert rows(database, "SELECT url FROM urls WHERE first_scan_id > 1") == [(A,)]


MISUSE = {
    "an archive that it does not have": (
        ("note.txt", "bx"),
        "it has no archive bx; did you mean 'box'?; nothing was removed",
    ),
    "a member": (("box!1",), "it has no archive box!1; did you mean 'box'?; nothing was removed"),
    "a part of a name": (("no",), "it has no archive no; nothing was removed"),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", MISUSE)
def test_nothing_is_removed_if_an_archive_is_unknown(scan, urlmend, tree, name):
    folder = tree(FILES)
    before = dump(scan("box", "note.txt"))
    archives, message = MISUSE[name]
    done = urlmend("forget", "out.sqlite", *archives)
    assert (done.status, done.err) == (2, f"urlmend: out.sqlite: {message}\n")
    assert dump(sqlite3.connect(folder / "out.sqlite")) == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [("missing", None, "No such file"), ("note.txt", NOTE, "not a result"), ("d", {}, "not a regular file")],
)
def test_files_that_are_no_results_are_refused(urlmend, tree, name, content, message):
    folder = tree({"d/a": "", **({name: content} if content else {})})
    done = urlmend("forget", name, "box")
    assert done.status == 2
    assert message in done.err
    assert not (folder / "missing").exists()


def test_results_of_unique_urls_forget_nothing(scan, urlmend, tree):
    tree(FILES)
    scan("box", "note.txt", "--unique")
    done = urlmend("forget", "out.sqlite", "note.txt")
    assert done.status == 2
    assert "--unique" in done.err


@pytest.mark.slow
def test_a_killed_process_leaves_the_old_state(scan, urlmend, tree):
    folder = tree({"box": BOX * 16, "note.txt": NOTE})
    before = dump(scan("box", "note.txt"))
    shutil.copy(folder / "out.sqlite", folder / "copy.sqlite")
    states = set()
    command = [sys.executable, "-m", "urlmend", "forget", "out.sqlite", "box"]
    for run in killed_after(command, folder, "out.sqlite-journal"):
        shutil.copy(folder / "copy.sqlite", folder / "out.sqlite")
        run()
        assert urlmend("report", "out.sqlite").status == 0  # before another process rolls it back
        with closing(sqlite3.connect(folder / "out.sqlite")) as database:
            found = dump(database)
        states.add("old" if found == before else len(found[0]))
    assert states == {"old", 2}
