"""Files and URLs whose masked forms are equal are told apart; no file has their secrets."""

import gzip
import io
import json
import os
import re
import sqlite3
import tarfile
import zipfile
from contextlib import closing

import pytest

import urlmend as library
from scan_samples import rows
from tables import each_row, slow_after
from urlmend.scan.identity import FileId, name_hash, shown_name, text_hash
from urlmend.scan.results.resolve_sql import deciding_readings

ONE, TWO = "9f86d081884c7d659a2feaa0c55ad015", "4c7d659a2feaa0c55ad0159f86d08188"
PASSWORDS = "h7Tq-92x", "Kz4-8wRq"
KEY = b"key"

# Pairs of names that are masked in the same way.
NAMES = {
    "token": (f"a?token={ONE}", f"a?token={TWO}"),
    "token and suffix": (f"a?token={ONE}&x=1", f"a?token={TWO}&x=1"),
    "password": tuple(f"password={word}.txt" for word in PASSWORDS),
    "password in a name": tuple(f"list?password={word}" for word in PASSWORDS),
    "encoded": (f"a%3Ftoken%3D{ONE}", f"a%3Ftoken%3D{TWO}"),
    "folder": (f"d?token={ONE}/notes", f"d?token={TWO}/notes"),
    "folder and file": (f"d?token={ONE}/a?token={ONE}", f"d?token={ONE}/a?token={TWO}"),
    "undecodable": ("a\udcff.txt", "a\udcfe.txt"),
}
# Names in which nothing is hidden.
OPEN = ("a.txt", "a b", "a=b.txt", "größe.txt", "a?page=2", "***", "token.txt", "x!y")


@pytest.fixture
def scan(urlmend, tmp_path):
    def scan(*named, out="r.sqlite"):
        done = urlmend("scan", *named, "-o", out, cwd=tmp_path)
        assert done.status < 2, done.err
        for word in (ONE, TWO, *PASSWORDS):
            assert word not in done.out + done.err
            assert not [path for path in tmp_path.glob(f"{out}*") if word.encode() in path.read_bytes()]
        return done, sqlite3.connect(tmp_path / out)

    return scan


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("again", slow_after(1, ["alone", "relative folder", "absolute folder"]))
def test_scanning_a_file_again_keeps_the_rows_of_files_masked_alike(scan, tmp_path, name, again):
    pair = [f"in/{one}" for one in NAMES[name]]
    for number, path in enumerate(pair):
        write(tmp_path, path, f"see https://{number}.canal.example/\n")
    scan("in")
    write(tmp_path, pair[0], "see https://new.canal.example/ there\n")
    named = {"alone": [pair[0]], "relative folder": ["in"], "absolute folder": [f"{tmp_path}/in"]}[again]
    _, database = scan(*named)
    assert rows(database, "SELECT host FROM hosts ORDER BY host") == [("1.canal.example",), ("new.canal.example",)]
    assert rows(database, "SELECT count(*), count(DISTINCT archive_hash) FROM messages") == [(2, 2)]
    # A removed file is removed alone.
    (tmp_path / pair[1]).unlink()
    _, database = scan(*({"alone": ["in"]}.get(again, named)))
    assert rows(database, "SELECT host FROM hosts") == [("new.canal.example",)]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["folder", "folder and file"])
def test_files_of_folders_that_are_masked_alike_are_kept(scan, tmp_path, name):
    folders = [os.path.dirname(path) for path in NAMES[name]]
    for number, path in enumerate(NAMES[name]):
        write(tmp_path, path, f"see https://{number}.canal.example/\n")
    scan(*dict.fromkeys(folders))
    write(tmp_path, f"{folders[0]}/more.txt", "see https://more.canal.example/\n")
    _, database = scan(folders[0])
    assert len(rows(database, "SELECT host FROM hosts")) == 3


def test_a_named_file_outside_the_walked_folder_is_kept(scan, tmp_path):
    for number, token in enumerate((ONE, TWO)):
        write(tmp_path, f"in/a?token={token}", f"see https://{number}.canal.example/\n")
    scan(f"in/a?token={ONE}", f"in/a?token={TWO}")
    write(tmp_path, f"in/a?token={TWO}", "see https://two.canal.example/ now\n")
    _, database = scan(f"in/a?token={TWO}")
    assert rows(database, "SELECT host FROM hosts ORDER BY host") == [("0.canal.example",), ("two.canal.example",)]


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return out.getvalue()


def tarred(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as file:
        for name, text in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            file.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("packed", [zipped, tarred])
def test_members_and_their_archives_are_told_apart(scan, tmp_path, packed):
    def members(host):
        return {f"m?token={token}": f"see https://{host}{number}.example/\n" for number, token in enumerate((ONE, TWO))}

    (tmp_path / "in").mkdir()
    for host, token in (("a", ONE), ("b", TWO)):
        (tmp_path / f"in/x?token={token}").write_bytes(packed(members(host)))
    _, database = scan("in")
    assert rows(database, "SELECT count(*), count(DISTINCT archive), count(DISTINCT archive_hash) FROM messages") == [
        (4, 1, 4)
    ]
    (tmp_path / f"in/x?token={ONE}").write_bytes(packed(members("c")))
    _, database = scan(f"in/x?token={ONE}")
    assert rows(database, "SELECT host FROM hosts ORDER BY host") == [
        (f"{name}.example",) for name in ("b0", "b1", "c0", "c1")
    ]


def test_problems_are_those_of_their_file(scan, urlmend, tmp_path):
    for token in (ONE, TWO):
        (tmp_path / f"a?token={token}").write_bytes(gzip.compress(b"see https://a.example/ " * 99)[:-20])
    urlmend("scan", ".", "-o", "r.sqlite", cwd=tmp_path)
    write(tmp_path, f"a?token={ONE}", "see https://good.example/\n")
    done = urlmend("scan", f"a?token={ONE}", "-o", "r.sqlite", cwd=tmp_path)
    with closing(sqlite3.connect(tmp_path / "r.sqlite")) as database:
        found = rows(database, "SELECT name, name_hash FROM problems")
    assert [name for name, _ in found] == ["./a?token=***"], done.err
    assert found[0][1]
    assert ONE.encode() not in (tmp_path / "r.sqlite").read_bytes()


URLS = {
    "token": tuple(f"https://a.internal/b?access_token={token}" for token in (ONE, TWO)),
    "password": tuple(f"ftp://ada:{word}@a.internal/x" for word in PASSWORDS),
    "nested": tuple(f"https://a.internal/b?to=https%3A%2F%2Fapp%3A{word}%40c.internal%2F" for word in PASSWORDS),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", URLS)
@pytest.mark.parametrize("unique", [[], ["--unique"]])
def test_urls_that_differ_in_a_secret_are_two(scan, urlmend, tmp_path, name, unique):
    first, second = URLS[name]
    write(tmp_path, "in/a.txt", f"see {first} here\nsee {second} here\n")
    write(tmp_path, "in/b.txt", f"see {first} here\n")
    done, database = scan("in", *unique)
    assert "(2 distinct)" in done.err
    assert rows(database, "SELECT times FROM distinct_urls ORDER BY times") == [(1,), (1 if unique else 2,)]
    assert rows(database, "SELECT urls FROM hosts") == [(2,)]
    assert rows(database, "SELECT count(DISTINCT url), count(DISTINCT url_hash) FROM urls") == [(1, 2)]
    report = urlmend("report", "r.sqlite", cwd=tmp_path).out
    assert re.search(r"^  distinct URLs +2$", report, re.MULTILINE)
    (key,) = database.execute("SELECT value FROM settings WHERE name = 'hash_key'").fetchone()
    assert len(bytes.fromhex(json.loads(key))) == 32
    assert json.loads(key) not in report
    assert "hash" not in report
    # A second scan with the same files, and one into another result.
    assert scan("in", *unique)[1].execute("SELECT count(*) FROM urls").fetchone() == (2 + (not unique),)
    _, other = scan("in", *unique, out="other.sqlite")
    hashes = "SELECT url_hash FROM url_texts ORDER BY id"
    assert len({*rows(database, hashes), *rows(other, hashes)}) == 4


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_exports_have_neither_hashes_nor_key(urlmend, tmp_path, suffix):
    write(tmp_path, "a.txt", " ".join(URLS["token"]))
    for name in ("one", "two"):
        urlmend("scan", "a.txt", "-o", f"{name}.{suffix}", cwd=tmp_path)
    text = (tmp_path / f"one.{suffix}").read_text()
    assert text == (tmp_path / f"two.{suffix}").read_text()
    assert text.count("access_token=***") >= 2
    assert "hash" not in text


def test_nothing_is_stored_for_urls_and_names_without_secrets(scan, tmp_path):
    for name in OPEN:
        write(tmp_path, f"in/{name}", "see <https://www.canal.example/yearly-\nplan> or ftp://u@a.example/\n")
    _, database = scan("in")
    for table, column in (
        ("url_texts", "url_hash"),
        ("messages", "archive_hash"),
        ("units", "file_hashes"),
        ("problems", "name_hash"),
    ):
        assert rows(database, f"SELECT count({column}) FROM {table} WHERE {column} IS NOT NULL") == [(0,)], table
    assert rows(database, "SELECT count(*) FROM reading_hashes") == [(0,)]


def test_another_password_resolves_no_ambiguous_url(scan, tmp_path):
    broken = "see <ftp://ada:h7Tq-92x@a.internal/yearly-\nplan.html> there\n"
    write(tmp_path, "a.txt", broken)
    write(tmp_path, "b.txt", "see ftp://ada:Kz4-8wRq@a.internal/yearlyplan.html there\n")
    _, database = scan("a.txt", "b.txt")
    assert rows(database, "SELECT count(decided_by) FROM urls") == [(0,)]
    write(tmp_path, "c.txt", "see ftp://ada:h7Tq-92x@a.internal/yearlyplan.html there\n")
    _, database = scan("a.txt", "b.txt", "c.txt")
    query = "SELECT u.url_hash = d.url_hash, d.archive FROM urls u JOIN urls d ON d.id = u.decided_by"
    assert rows(database, query) == [(1, "c.txt")]


def test_readings_that_differ_in_a_secret_only_decide_nothing():
    assert deciding_readings("a", "1", '["a", "ab"]', '["2", null]') == [("ab", None)]
    assert deciding_readings("a?t=***", "1", '["a?t=***"]', '["2"]') == []
    assert deciding_readings("a-b", None, '["ab"]', None) == [("a-b", None), ("ab", None)]


def test_a_setting_with_a_secret_identifies_the_result(urlmend, tmp_path):
    settings = '[tool.urlmend.per-file-ignores]\n"a?token={}" = ["URL2"]\n'
    write(tmp_path, "a.txt", "see https://a.example/\n")
    for token, status in ((ONE, 0), (ONE, 0), (TWO, 2)):
        write(tmp_path, "pyproject.toml", settings.format(token))
        done = urlmend("scan", "a.txt", "-o", "r.sqlite", cwd=tmp_path)
        assert done.status == status, done.err
        assert token.encode() not in (tmp_path / "r.sqlite").read_bytes()
    assert "with other secrets in per-file-ignores; name another file" in done.err


@each_row("name", NAMES)
def test_hashes_of_names(name):
    first, second = NAMES[name]
    assert shown_name(first) == shown_name(second)
    one, two = FileId.of(KEY, first), FileId.of(KEY, second)
    assert one != two
    assert one == FileId.of(KEY, first)
    assert one.hash != FileId.of(b"other", first).hash
    # The hash does not depend on the path to the folder, and begins that of members.
    assert FileId.of(KEY, f"/srv/mail/{first}").hash == one.hash
    member = f"{first}!m?token={TWO}"
    assert name_hash(KEY, member, shown_name(member)).startswith(f"{one.hash}.")


@each_row("name", OPEN)
def test_open_names_have_no_hash(name):
    assert FileId.of(KEY, name) == (name, None)
    assert text_hash(KEY, name, name) is None


def test_partitions_have_hashes_with_a_key_only(tmp_path):
    data = " ".join(URLS["token"]).encode()
    assert [row.url_hash for row in library.scan_bytes(data).urls] == [None, None]
    options = library.ScanOptions(hash_key=KEY)
    first, second = (row.url_hash for row in library.scan_bytes(data, f"a?token={ONE}", options).urls)
    assert first != second
    again = library.scan_bytes(data, f"a?token={TWO}", options)
    assert [row.url_hash for row in again.urls] == [first, second]
    assert again.urls[0].archive_hash != library.scan_bytes(data, f"a?token={ONE}", options).urls[0].archive_hash
    with pytest.raises(ValueError, match="at most 64 bytes"):
        library.scan_bytes(data, "a", library.ScanOptions(hash_key=b"x" * 65))
    with pytest.raises(TypeError, match="must be bytes"):
        library.scan_bytes(data, "a", library.ScanOptions(hash_key="x"))
