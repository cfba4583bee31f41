"""`split`, `scan_unit` and `scan_bytes`: the rows of all units are those of `urlmend scan`."""

import bz2
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

import urlmend
from scan_samples import MESSAGES, PASSWORD
from tables import each_row
from urlmend.scan import worker
from urlmend.scan.partitions import scan_chunks
from urlmend.scan.rows import FINDING_FIELDS, UrlRow
from web_archive_samples import archive

CORPORA = Path(__file__).parents[2] / "corpora"
OPTIONS = urlmend.ScanOptions  # before a fixture has the name
UNIT_SIZE = 6_000
BOX = "".join(MESSAGES[:70])
TEXT = "see http://www.canal.example/a|b or <URL:http://www.canal.example/plans/yearly-\nplan.html>\n\n"


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return out.getvalue()


def tarred(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as file:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            file.addfile(entry, io.BytesIO(data))
    return out.getvalue()


BOX_BYTES = BOX.encode()
ARCHIVES = {
    "mbox": {"in/box": BOX},
    "several mailboxes": {"in/a": BOX, "in/b": BOX, "in/c.txt": TEXT},
    "long text": {"in/large.txt": TEXT * 100},
    "Maildir": {f"in/cur/{number}": text for number, text in enumerate(MESSAGES[:70])}
    | {"in/new/1": "", "in/tmp/1": BOX},
    "gzip": {"in/box.gz": gzip.compress(BOX_BYTES * 2, 1)},
    "bzip2": {"in/box.bz2": bz2.compress(BOX_BYTES)},
    "xz": {"in/box.xz": lzma.compress(BOX_BYTES)},
    "zip": {"in/all.zip": zipped({"a.txt": TEXT, "box": BOX_BYTES, "c/a.txt": TEXT * 80})},
    "tar": {"in/all.tgz": tarred({"box": BOX_BYTES, "a.txt": TEXT.encode()})},
    "web archive": {"in/page.warc.wet.gz": archive()},
    "damaged": {"in/box.gz": gzip.compress(BOX_BYTES)[:-40], "in/a.txt": TEXT},
    "nothing": {"in/empty": "", "in/binary": b"\0\1\2"},
}


def columns(rows):
    return ", ".join(f'"{name}"' for name in rows)


def scanned(urlmend_command, folder, *options):
    """The contents of the database of a scan, before ambiguous URLs were resolved."""
    urlmend_command("scan", "in", "--processes", "1", "-o", "alone.sqlite", *options, cwd=folder)
    with closing(sqlite3.connect(folder / "alone.sqlite")) as connection:
        names = columns(("first_reading", *UrlRow._fields[1:]))
        places = [row[0] for row in connection.execute("SELECT id FROM urls ORDER BY id")]
        return {
            "urls": connection.execute(f"SELECT {names} FROM urls ORDER BY id").fetchall(),
            "findings": [
                (places.index(url), *row)
                for url, *row in connection.execute(
                    f"SELECT url_id, {columns(FINDING_FIELDS)} FROM findings ORDER BY id"
                )
            ],
            "messages": connection.execute(
                f"SELECT {columns(urlmend.MessageRow._fields)} FROM all_messages ORDER BY id"
            ).fetchall(),
            "problems": sorted(connection.execute("SELECT name, reason FROM problems")),
            "key": json.loads(connection.execute("SELECT value FROM settings WHERE name = 'hash_key'").fetchone()[0]),
        }


def joined(results):
    """The contents of the rows of several units."""
    rows = list(results)
    together = urlmend.UnitRows.joined(rows)
    return {
        "urls": [tuple(row) for row in together.urls],
        "findings": [tuple(row) for row in together.findings],
        "messages": [tuple(row) for one in rows for row in one.message_rows()],
        "problems": sorted(map(tuple, together.problems)),
    }


def partitioned(size=UNIT_SIZE, options=urlmend.ScanOptions()):
    units = list(urlmend.split("in", size=size))
    return joined(urlmend.renumber((unit, urlmend.scan_unit(unit, options)) for unit in units))


@pytest.mark.parametrize(("kind", "size"), [("mbox", 10**6), ("Maildir", UNIT_SIZE), ("Maildir", 10**6)])
def test_steps_of_uncompressed_files_are_their_bytes(kind, size, tree, monkeypatch):
    steps = []
    monkeypatch.setattr(worker, "add_steps", steps.append)
    monkeypatch.setattr(worker, "_REPORTED_SIZE", 0)
    for unit in urlmend.split(tree(ARCHIVES[kind]) / "in", size=size):
        steps.clear()
        urlmend.scan_unit(unit)
        assert unit.size * 0.9 <= sum(steps) <= unit.size * 1.1


@pytest.mark.parametrize("chosen", [[1, 0], [0, 2], [1], [0, 1, 3, 2], [0, 1, 1]])
def test_units_in_another_order_cannot_be_renumbered(chosen, tree):
    units = list(urlmend.split(tree({"box": BOX}) / "box", size=UNIT_SIZE))
    rows = [urlmend.scan_unit(unit) for unit in units]
    with pytest.raises(ValueError, match=r"^bytes [0-9]+ to [0-9]+ of .*box do not follow the unit before: pass all"):
        list(urlmend.renumber((units[number], rows[number]) for number in chosen))


def test_units_of_two_files_cannot_be_mixed(tree):
    folder = tree({"a": BOX, "b": BOX})
    first, second = ([*urlmend.split(folder / name, size=UNIT_SIZE)] for name in "ab")
    mixed = [(unit, urlmend.scan_unit(unit)) for unit in (first[0], second[0], first[1])]
    with pytest.raises(ValueError, match="do not follow the unit before"):
        list(urlmend.renumber(mixed))
    assert len(list(urlmend.renumber([*mixed[:2], *mixed[:2]]))) == 4


def without_archive(rows):
    """Files of a zip file or tar are messages of one unit or of several; compare each set once."""
    return {**rows, "messages": list(dict.fromkeys(rows["messages"]))}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ARCHIVES)
def test_rows_of_all_units_are_those_of_a_scan(name, tree, urlmend, monkeypatch):
    monkeypatch.chdir(tree(ARCHIVES[name]))
    expected = scanned(urlmend, Path.cwd())
    options = OPTIONS(hash_key=bytes.fromhex(expected.pop("key")))
    found = partitioned(options=options)
    assert without_archive(found) == without_archive(expected)
    assert without_archive(partitioned(1 << 30, options)) == without_archive(expected)
    assert PASSWORD not in repr(found)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["docs", "mail", "news"])
def test_rows_of_the_corpora_are_those_of_a_scan(name, tmp_path, urlmend, monkeypatch):
    (tmp_path / "in").symlink_to(CORPORA / name)
    monkeypatch.chdir(tmp_path)
    expected = scanned(urlmend, tmp_path)
    assert expected["urls"]
    options = OPTIONS(hash_key=bytes.fromhex(expected.pop("key")))
    assert without_archive(partitioned(options=options)) == without_archive(expected)


@pytest.mark.slow
def test_options_are_those_of_a_scan(tree, urlmend, monkeypatch):
    monkeypatch.chdir(tree({"in/box": BOX, "in/a.txt": "www.canal.example and frob://a.example/|x\n"}))
    options = ["--schemeless", "--extend-schemes", "frob", "--headers", "--ignore", "URL2", "--profile", "rfc1738"]
    expected = scanned(urlmend, Path.cwd(), *options)
    chosen = OPTIONS(schemeless=True, extend_schemes=["frob"], headers=True, ignore=["URL2"], profile="rfc1738")
    found = partitioned(options=chosen._replace(hash_key=bytes.fromhex(expected.pop("key"))))
    assert without_archive(found) == without_archive(expected)
    assert found != partitioned()


def test_units_are_small_and_their_keys_stable(tree, monkeypatch):
    files = ARCHIVES["gzip"] | ARCHIVES["several mailboxes"] | ARCHIVES["zip"]
    folder = tree(files)
    monkeypatch.chdir(folder)
    units = list(urlmend.split("in", size=UNIT_SIZE))
    assert len(units) > 10
    assert all(len(pickle.dumps(unit)) < 1000 for unit in units)
    assert list(map(pickle.loads, map(pickle.dumps, units))) == units
    assert list(urlmend.split("in", size=UNIT_SIZE)) == units
    assert len({unit.key for unit in units}) == len(units)
    assert sum(unit.size for unit in units) == sum((folder / name).stat().st_size for name in files)
    (folder / "in" / "c.txt").write_text("changed")
    changed = {unit.key for unit in urlmend.split("in", size=UNIT_SIZE)}
    assert [unit.names for unit in units if unit.key not in changed] == [("in/c.txt",)]


@pytest.mark.slow
def test_units_are_read_by_another_process(tree, monkeypatch):
    folder = tree({"in/box": BOX})
    monkeypatch.chdir(folder)
    units = list(urlmend.split("in", size=UNIT_SIZE))
    program = (
        "import pickle, sys, urlmend\n"
        "rows = [urlmend.scan_unit(unit) for unit in pickle.load(sys.stdin.buffer)]\n"
        "sys.stdout.buffer.write(pickle.dumps(rows))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(units), stdout=subprocess.PIPE, check=True
    )
    assert pickle.loads(done.stdout) == [urlmend.scan_unit(unit) for unit in units]


@pytest.mark.slow
def test_bytes_have_the_rows_of_their_file(tree, monkeypatch):
    files = {name: data for archives in ARCHIVES.values() for name, data in archives.items() if "tmp" not in name}
    folder = tree(files)
    monkeypatch.chdir(folder)
    for name in files:
        (unit,) = urlmend.split(name, size=1 << 30)
        rows = urlmend.scan_bytes((folder / name).read_bytes(), name)
        assert joined([rows]) == joined([urlmend.scan_unit(unit)]), name


@pytest.mark.slow
def test_chunks_of_compressed_files_are_the_rows_of_their_unit(tree, monkeypatch):
    # The first chunk has at least the bytes by which a format is recognised.
    monkeypatch.chdir(tree({"in/box.gz": gzip.compress(BOX_BYTES * 6, 1), "in/box": BOX}))
    units = list(urlmend.split("in", size=UNIT_SIZE))
    chunks = [list(scan_chunks(unit)) for unit in units]
    assert joined(chain(*chunks)) == joined(map(urlmend.scan_unit, units))
    assert len(chunks[-1]) > 5
    assert {len(found) for found in chunks[:-1]} == {1}


def test_files_that_cannot_be_read_are_problems(tree, monkeypatch):
    monkeypatch.chdir(tree({"in/a.txt": TEXT}))
    units = list(urlmend.split("in", "gone.mbox", f"ftp://al:{PASSWORD}@a.example/x"))
    found = [tuple(problem) for unit in units for problem in urlmend.scan_unit(unit).problems]
    assert found[0] == ("gone.mbox", "No such file or directory")
    assert len(found) == 2
    assert PASSWORD not in repr(found)


def test_nothing_is_written(tree, monkeypatch):
    folder = tree({"in/box": BOX, "in/b.gz": gzip.compress(BOX_BYTES)})
    monkeypatch.chdir(folder)
    for unit in urlmend.split("in", size=UNIT_SIZE):
        urlmend.scan_unit(unit)
    assert sorted(path.name for path in folder.rglob("*")) == ["b.gz", "box", "in"]


WRONG = [
    (ValueError, "unknown profile 'x'", urlmend.ScanOptions(profile="x")),
    (urlmend.ConfigError, "URL999", urlmend.ScanOptions(select=("URL999",))),
    (TypeError, "must be a list of strings, not str", urlmend.ScanOptions(ignore="URL5")),
    (urlmend.ConfigError, "extend_schemes: invalid scheme 'fr ob'", urlmend.ScanOptions(extend_schemes=["fr ob"])),
    (TypeError, r"options must be ScanOptions\(profile=..., ...\), not dict", {"profile": "rfc1738"}),
    (TypeError, "must be a list of strings, not str", urlmend.ScanOptions(extend_schemes="frob")),
]


@each_row(("error", "message", "options"), WRONG)
def test_wrong_options(error, message, options):
    with pytest.raises(error, match=message):
        urlmend.scan_bytes(b"http://a.example/", options=options)


def test_a_size_is_positive():
    with pytest.raises(ValueError, match="at least 1"):
        list(urlmend.split(".", size=0))


@each_row(
    ("subject", "shown"),
    [
        ("Re: the plan", "Re: the plan"),
        ("Re: Re: the plan", "Re: Re: the plan"),
        ("Re: https://a.internal/?password=h7Tq-92x", "Re: https://a.internal/?password=***"),
        ("Re: ftp://al:h7Tq-92x@mirror.canal.internal/", "Re: ftp://al:***@mirror.canal.internal/"),
    ],
)
def test_secrets_of_subjects_are_hidden(subject, shown):
    data = f"From: ada@canal.example\nSubject: {subject}\n\nsee http://www.canal.example/b\n".encode()
    assert {row.subject for row in urlmend.scan_bytes(data).urls} == {shown}
