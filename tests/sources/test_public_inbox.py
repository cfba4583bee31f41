"""Repositories of public-inbox are mail."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from urlmend.scan.work_units import Unit, units
from urlmend.sources import public_inbox
from urlmend.sources.listing import documents
from urlmend.sources.paths import Problem, Reading

MESSAGE = "From: ada@canal.example\nSubject: {0}\nMessage-ID: <{0}@canal.example>\n\nSee http://canal.example/{0}\n"


def commits(*files: tuple[str, str]) -> bytes:
    """The input of `git fast-import` for commits that each have one file, of a path and a content."""
    found = []
    for number, (path, content) in enumerate(files, 1):
        data = content.encode()
        found.append(
            b"commit refs/heads/master\ncommitter A <a@canal.example> %d +0000\ndata 1\nx\n" % number
            + b"deleteall\nM 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)
        )
    return b"".join(found)


def inbox(folder: Path, *files: tuple[str, str]) -> Path:
    for command, given in (
        (("init", "-q", "--bare", "-b", "master", "."), b""),
        (("fast-import", "--quiet"), commits(*files)),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", *command], cwd=folder, input=given, check=True, capture_output=True)
    return folder


def subjects(*paths: Path, **reading: object) -> list[str]:
    found = list(documents(map(str, paths), Reading(**reading)))  # type: ignore[arg-type]
    return [f.reason if isinstance(f, Problem) else f.message.subject if f.message else f.text for f in found]


ONE, TWO = MESSAGE.format("one"), MESSAGE.format("two")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ((("m", ONE), ("m", TWO)), ["one", "two"]),
        ((("m", ONE), ("m", TWO), ("d", ONE)), ["two"]),
        ((("ab/" + "0" * 38, ONE), ("cd/" + "1" * 38, TWO)), ["one", "two"]),
    ],
    ids=["version 2", "a removed message", "version 1"],
)
def test_messages_of_a_repository(tmp_path, files, expected):
    folder = inbox(tmp_path / "git" / "0.git", *files)
    assert subjects(folder) == subjects(tmp_path) == expected


def test_other_repositories_are_folders(tmp_path):
    folder = inbox(tmp_path / "a.git", ("README", ONE))
    assert not public_inbox.is_public_inbox(str(folder))
    assert ONE not in subjects(folder)


def test_a_repository_is_no_mail_where_archives_are_not_opened(tmp_path):
    assert "one" not in subjects(inbox(tmp_path / "0.git", ("m", ONE)), opens_archives=False)


def test_a_repository_that_cannot_be_read_does_not_affect_others(tmp_path, monkeypatch):
    folder = str(inbox(tmp_path / "0.git", ("m", ONE)))
    (tmp_path / "a.txt").write_text("a")

    def fail(*_):
        raise EOFError("git ended too early")

    monkeypatch.setattr(public_inbox, "contents", fail)
    assert subjects(tmp_path) == ["git ended too early", "a"]
    problem, unit = units([str(tmp_path)])
    assert problem == Problem(folder, "git ended too early")
    assert isinstance(unit, Unit)


def test_a_folder_that_only_looks_like_a_repository(tree):
    folder = tree({"HEAD": "ref: x\n", "objects/a": "http://canal.example/", "refs/b": "c"})
    assert not public_inbox.is_public_inbox(str(folder))


def test_settings_of_a_repository_start_no_program(tmp_path):
    folder = inbox(tmp_path / "0.git", ("m", ONE))
    mark = tmp_path / "started"
    with (folder / "config").open("a") as config:
        config.write(f"[log]\nshowSignature = true\n[gpg]\nprogram = touch {mark}\n[core]\nfsmonitor = touch {mark}\n")
    assert subjects(folder) == ["one"]
    assert not mark.exists()


@pytest.mark.slow
def test_a_scan_has_the_messages_of_a_repository_that_grows(tmp_path, urlmend):
    folder = inbox(tmp_path / "0.git", ("m", ONE))
    result = tmp_path / "r.sqlite"

    def scanned() -> list[tuple[str, ...]]:
        done = urlmend("scan", "-o", str(result), str(folder))
        assert done.status == 0, done.err
        with closing(sqlite3.connect(result)) as database:
            return database.execute("SELECT subject, url FROM urls ORDER BY id").fetchall()

    one, two = ("one", "http://canal.example/one"), ("two", "http://canal.example/two")
    assert scanned() == scanned() == [one]
    given = commits(("m", ONE), ("m", TWO))
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=folder, input=given, check=True)
    assert scanned() == [one, two]


def test_units_of_a_repository_that_are_done_are_not_read(tmp_path):
    folder = str(inbox(tmp_path / "0.git", ("m", ONE), ("m", TWO)))
    (unit,) = units([folder])
    assert isinstance(unit, Unit)
    assert [block.data.decode().strip() for block in unit.blocks] == [ONE.strip(), TWO.strip()]
    (done,) = units([folder], is_done=unit.key.__eq__)
    assert isinstance(done, Unit)
    assert (done.key, done.blocks, done.is_done, done.size) == (unit.key, (), True, unit.size)
