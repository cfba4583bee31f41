"""`urlmend report` on results from untrusted sources: a clear message with status 2, in little time."""

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from command_lines import command_line
from page_results import make_result
from urlmend.scan.results import validity

pytestmark = pytest.mark.slow

SECONDS = 20
LIMITED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from urlmend.cli import main as cli
sys.exit(cli.main(sys.argv[1:]))
"""
OUTPUTS = {"summary": (), "page": ("--html", "page.html")}


@pytest.fixture(params=["summary", pytest.param("page", marks=pytest.mark.slow)])
def report(request, tmp_path):
    """Run the command with a time limit, and return its status and standard error."""
    if request.param == "page":
        pytest.importorskip("jinja2")

    def run():
        command = [sys.executable, "-c", LIMITED, "report", "r.sqlite", *OUTPUTS[request.param]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=120)
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert done.stderr.count(b"\n") <= 1
        assert len(done.stdout) < 100_000
        return done.returncode, done.stderr.decode()

    return run


@cache
def result_of(number):
    """The bytes of a result with rows in all tables."""
    with TemporaryDirectory() as folder:
        path = make_result(Path(folder) / "r.sqlite", urls=number, findings=number)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("INSERT INTO attached_messages (id, message_id) VALUES (1, 1)")
            connection.commit()
        return path.read_bytes()


def made(path, number):
    """Write a result with rows in all tables."""
    path.write_bytes(result_of(number))
    return path


def changed(path, *statements):
    """Make a result, and change it in spite of its constraints."""
    made(path, 40)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for sql, *values in statements:
            connection.execute(sql, values)
        connection.commit()
    return path


def reference():
    connection = sqlite3.connect(":memory:")
    validity.create(connection)
    return connection


with closing(reference()) as _reference:
    COLUMNS = [
        (table, row[1], row[2], bool(row[3] or row[5]))
        for table in validity.TABLES
        for row in _reference.execute(f"PRAGMA table_info({table})")  # without generated columns
    ]
WRONG = [(table, name, kind, value) for table, name, kind, _ in COLUMNS for value in (b"\xff\0", 1.5, "x" * 3, 1 << 62)]


# Columns that are keys, or that refer to another table.
KEYS = {
    *((table, name) for table in validity.TABLES for name in ("id", "unit_id", "url_id")),
    *(("places", name) for name in ("url_text_id", "message_id", "part_id")),
    *(("settings", "name"), ("rules", "code")),
}


def is_wrong(kind, value):
    """Whether a cell keeps a value of a wrong type: texts take any number, and integers no text."""
    if kind == "BLOB":
        return not isinstance(value, bytes)
    return isinstance(value, bytes) or (kind == "INTEGER" and isinstance(value, str | float))


@pytest.mark.parametrize(("table", "name", "kind", "value"), WRONG)
def test_values_of_wrong_types_are_found(tmp_path, table, name, kind, value):
    if (table, name) in KEYS:
        pytest.skip("cannot have such a value, or is unique")
    where = {"settings": "name = 'profile'", "rules": "code = 'URL501'"}.get(table, "rowid = 1")
    path = changed(tmp_path / "r.sqlite", (f'UPDATE {table} SET "{name}" = ? WHERE {where}', value))
    with closing(sqlite3.connect(path)) as connection:
        fault = validity.fault(connection)
    is_list = name in ("archives", "files", "other_readings", "file_hashes", "alternative_hashes")
    if is_wrong(kind, value) or is_list:
        assert fault == f"not a valid result of `urlmend scan`: a wrong value in the column {table}.{name}"
    else:
        assert fault == ""


@pytest.mark.parametrize(("table", "name", "kind", "required"), COLUMNS)
def test_null_is_found_in_spite_of_the_schema(tmp_path, table, name, kind, required):
    path = made(tmp_path / "r.sqlite", 4)
    if not required or name == "id" or (table, name) in {("settings", "name"), ("rules", "code")}:
        pytest.skip("may be null, or cannot be")
    schema = "SELECT sql FROM sqlite_schema WHERE name = ?"
    with closing(sqlite3.connect(path)) as connection:
        (sql,) = connection.execute(schema, (table,)).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = ?", (table,))
        connection.commit()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f'UPDATE {table} SET "{name}" = NULL')
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, table))
        connection.commit()
    with closing(sqlite3.connect(path)) as connection:
        assert validity.fault(connection) == (
            f"not a valid result of `urlmend scan`: a wrong value in the column {table}.{name}"
        )


VALUES = {
    "NULL without a constraint": [
        ("ALTER TABLE places RENAME TO old",),
        ("CREATE TABLE places AS SELECT * FROM old",),
        ("UPDATE places SET url_text_id = NULL, breaks = NULL",),
    ],
    "blobs": [("UPDATE url_texts SET host = zeroblob(100), url = zeroblob(9)",)],
    "blob in a date": [("UPDATE messages SET date = x'3230'",)],
    "text in a number": [("UPDATE units SET bytes = 'many'",)],
    "infinity": [("UPDATE units SET bytes = 9e999",)],
    "generated columns": [
        ("ALTER TABLE places RENAME TO old",),
        ("CREATE TABLE places (id INTEGER PRIMARY KEY, url TEXT GENERATED ALWAYS AS (hex(zeroblob(9999999))))",),
    ],
    "a generated column of another value": [
        ("PRAGMA writable_schema = ON",),
        (
            "UPDATE sqlite_schema SET sql = replace(sql, '(CASE certainty',"
            " '(hex(zeroblob(99999999)) || CASE certainty')",
        ),
        ("PRAGMA writable_schema = RESET",),
    ],
    "an additional generated column": [("ALTER TABLE places ADD COLUMN x TEXT AS (hex(zeroblob(100000000))) VIRTUAL",)],
    "a view in the place of a table": [
        ("ALTER TABLE problems RENAME TO old",),
        (
            "CREATE VIEW problems AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
            " SELECT id, NULL AS unit, 'a' AS name, NULL AS name_hash, 'b' AS reason FROM n",
        ),
    ],
    "a virtual table": [
        ("DROP TABLE problems",),
        ("CREATE VIRTUAL TABLE problems USING fts5(unit, name, name_hash, reason)",),
    ],
    "other columns": [("ALTER TABLE places ADD COLUMN mine",)],
    "a missing column": [
        ("DROP VIEW years",),
        ("DROP VIEW open_findings",),
        ("ALTER TABLE findings DROP COLUMN message",),
    ],
    "a missing table": [("DROP TABLE problems",)],
    "another view": [
        ("DROP VIEW hosts",),
        ("CREATE VIEW hosts AS SELECT hex(zeroblob(100000000)) AS host, 1 AS times, 1 AS urls, 0 AS broken",),
    ],
    "an older version": [("UPDATE settings SET value = '3' WHERE name = 'version'",)],
    "a trigger": [("CREATE TRIGGER mine AFTER INSERT ON places BEGIN DELETE FROM places; END",)],
    "no JSON": [("UPDATE places SET other_readings = '{'",)],
    "a list of numbers": [("UPDATE places SET other_readings = '[1]'",)],
    "a list of lists": [("UPDATE units SET file_hashes = '[[]]'",)],
    "JSON of another type": [("UPDATE units SET files = '{}'",)],
}


@pytest.mark.parametrize("name", VALUES)
def test_untrusted_results_are_rejected(report, tmp_path, name):
    changed(tmp_path / "r.sqlite", *VALUES[name])
    status, err = report()
    assert status == 2
    assert err.startswith("urlmend: r.sqlite: ")
    assert "more work" not in err


@pytest.mark.slow
@pytest.mark.parametrize("report", ["page"], indirect=True)
def test_a_cell_of_17_mib_is_rejected_where_it_is_read(report, tmp_path):
    changed(tmp_path / "r.sqlite", ("UPDATE url_texts SET url = ? WHERE id = 1", "x" * (17 << 20)))
    status, err = report()
    assert status == 2
    assert err.startswith("urlmend: r.sqlite: ")


LARGE = {
    "overflow": [("UPDATE units SET bytes = 9223372036854775807",)],
    "long cells": [
        ("UPDATE url_texts SET host = ?, url = ?", *["x" * 50_000] * 2),
        ("UPDATE messages SET subject = ?, archive = ?", *["x" * 50_000] * 2),
        ("UPDATE findings SET message = ?, before = ?, after = ?", *["ab\n" * 30_000] * 3),
        ("UPDATE problems SET name = ?, reason = ?", *["é" * 2_000_000] * 2),
    ],
    "wide characters": [("UPDATE url_texts SET host = ? WHERE id < 20", "河" * 1_000_000)],
    "other values": [
        ("UPDATE places SET form = 'form' || id, certainty = 7, breaks = 'b' || id || ',,,'",),
        ("UPDATE url_texts SET scheme = 's' || id",),
        ("UPDATE findings SET code = 'C' || id, severity = 'fatal', settled = -1 * (id % 2)",),
        ("UPDATE messages SET date = '9999999999'",),
    ],
    "a cell of 15 MiB": [("UPDATE url_texts SET url = ? WHERE id = 1", "x" * (15 << 20))],
    "negative numbers": [("UPDATE units SET bytes = -1, messages = -9223372036854775808",), ("DELETE FROM places",)],
    "many settings": [
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
            " INSERT INTO settings SELECT 's' || i, 'x' FROM n",
        )
    ],
    "many rules": [
        (
            "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO findings"
            " SELECT i, 1, 'C' || i, 'error', 'm', 1, 1, 'b', NULL, NULL, 0 FROM n",
        )
    ],
}


@pytest.mark.parametrize("name", LARGE)
def test_large_and_unknown_values_are_shown_in_little_time(report, tmp_path, name):
    changed(tmp_path / "r.sqlite", *LARGE[name])
    status, err = report()
    assert status == (2 if "overflow" in err else 0), err


def test_pages_that_contain_each_other_end_with_a_message(report, tmp_path):
    path = tmp_path / "r.sqlite"
    make_result(path, urls=4000, findings=10)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'places'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    page = memoryview(data)[(root - 1) * size :][:size]
    assert page[0] == 5, "an interior page of a table"
    # Six levels of pages, each of which has the next one as all of its children.
    children, leaf = struct.unpack(">H", page[3:5])[0], struct.unpack(">L", page[12:16])[0]
    cells = [struct.unpack(">H", page[12 + 2 * number : 14 + 2 * number])[0] for number in range(children)]
    leaves = [struct.unpack(">L", page[cell : cell + 4])[0] for cell in cells]
    for number, level in enumerate(leaves[:6]):
        target = leaves[number + 1] if number < 5 else leaf if leaf in leaves else leaves[-1]
        copy = memoryview(data)[(level - 1) * size :][:size]
        copy[:] = page
        for cell in cells:
            copy[cell : cell + 4] = struct.pack(">L", target)
        copy[8:12] = struct.pack(">L", target)
    for cell in cells:
        page[cell : cell + 4] = struct.pack(">L", leaves[0])
    page[8:12] = struct.pack(">L", leaves[0])
    path.write_bytes(data)
    status, err = report()
    assert status == 2
    assert err.endswith(": it takes more work than a file of its size needs\n")


def test_special_files_are_rejected(urlmend, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for name in ("fifo", "/dev/zero", "/dev/null"):
        done = urlmend("report", name)
        assert (done.status, done.err) == (2, f"urlmend: {name}: is not a regular file\n")


def test_a_scan_does_not_continue_with_such_a_result(urlmend, tree):
    folder = tree({"a.txt": "see http://a.example/b\n"})
    for name, statements in VALUES.items():
        path = folder / "r.sqlite"
        path.unlink(missing_ok=True)
        urlmend("scan", "a.txt", "-o", "r.sqlite")
        with closing(sqlite3.connect(path)) as connection:
            for sql, *values in statements:
                connection.execute(sql, values)
            connection.commit()
        done = urlmend("scan", "a.txt", "-o", "r.sqlite")
        if name != "a generated column of another value":  # found where it is read
            assert done.status == 2, name
            assert done.err.startswith("urlmend: r.sqlite: "), name


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    """A dataset that a cluster has written."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("dataset")
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text("see http://a.example/b|c\n")
    command = ("scan", folder / "in", "-o", folder / "dataset", "--scheduler", "local", "--processes", "1")
    assert command_line(folder)(*command).status == 1
    return folder / "dataset"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings.json", "units.parquet", "problems.parquet", "urls"])
@pytest.mark.parametrize("content", [b"", b"{}", b"PAR1 nonsense PAR1", b'{"select": "{"}'])
def test_damaged_datasets_are_rejected(dataset, urlmend, tmp_path, name, content):
    if name == "settings.json" and content == b"{}":
        pytest.skip("no settings are valid, too")
    copy = shutil.copytree(dataset, tmp_path / "dataset")
    paths = list((copy / name).glob("*")) if name == "urls" else [copy / name]
    assert paths
    for path in paths:
        path.write_bytes(content)
    done = urlmend("report", "dataset")
    assert done.status == 2
    assert done.err.startswith("urlmend: ")
    assert done.err.count("\n") == 1
