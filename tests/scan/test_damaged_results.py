"""Damaged results: one line with the name of the file and advice, and nothing of its content."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from page_results import make_result

PAGE = 4096


def truncated(data):
    return data[: len(data) // 2 + 100]


def zeroed(number):
    return lambda data: data[: number * PAGE] + bytes(PAGE) + data[(number + 1) * PAGE :]


def overwritten(number, byte):
    return lambda data: data[: number * PAGE] + byte * PAGE + data[(number + 1) * PAGE :]


def replaced(old, new):
    def change(data):
        assert old in data
        return data.replace(old, new)

    return change


DAMAGE = {
    "truncated": truncated,
    "cut in the first page": lambda data: data[:1000],
    **{f"page {number} zeroed": zeroed(number) for number in (0, 1, 3, 6, 12)},
    **{f"page {number} overwritten": overwritten(number, b"\xff") for number in (0, 1, 3, 6, 12)},
    "no database": lambda _: b"From ada@canal.example Mon Jan  5\n" * 999,
    "header only": lambda data: data[:16] + b"\xff" * 9000,
    "view with a wrong word": replaced(b"CREATE VIEW urls AS\n    SELECT", b"CREATE VIEW urls AS\n    SELEKT"),
    "view with a quotation mark": replaced(b"FROM places p JOIN url_texts t", b"FROM 'laces p JOIN url_texts t"),
    "table with a wrong word": replaced(b"CREATE TABLE parts (", b"CREATE TABLE parts ["),
    "schema that is no UTF-8": replaced(b"CREATE VIEW hosts AS\n", b"CREATE VIEW \xff\xfe\xff AS\n"),
    "text that is no UTF-8": replaced(b"www.", b"w\xff\xfe."),
    "index with a wrong column": replaced(b"ON url_texts (url_key)", b"ON url_texts (url_kez)"),
}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The bytes of a result."""
    return make_result(tmp_path_factory.mktemp("result") / "r.sqlite", urls=200, findings=40).read_bytes()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", DAMAGE)
@pytest.mark.parametrize("command", ["scan", "report", "overwrite"])
def test_damaged_results(urlmend, tmp_path, result, name, command):
    path, before = tmp_path / "r.sqlite", DAMAGE[name](result)
    path.write_bytes(before)
    (tmp_path / "a.txt").write_text("see http://a.example/\n")
    arguments = {
        "scan": ("scan", "a.txt", "-o", "r.sqlite"),
        "overwrite": ("scan", "a.txt", "-o", "r.sqlite", "--overwrite"),
        "report": ("report", "r.sqlite"),
    }[command]
    done = urlmend(*arguments, cwd=tmp_path)
    if command != "scan" and done.status == 0:  # a report shows text that is no UTF-8; --overwrite replaces a result
        assert command == "overwrite" or name == "text that is no UTF-8"
        return
    assert done.status == 2
    assert done.err.startswith("urlmend: r.sqlite: ")
    assert done.err.count("\n") == 1
    assert len(done.err) < 200
    for word in ("CREATE", "SELE", "JOIN", "Traceback", "url_hush", "near", "canal"):
        assert word not in done.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement", ["DELETE FROM settings WHERE name = 'hash_key'", "UPDATE settings SET value = '\"x\"'"]
)
def test_a_result_without_its_key_is_not_continued(urlmend, tmp_path, statement):
    (tmp_path / "a.txt").write_text("see http://a.example/\n")
    urlmend("scan", "a.txt", "-o", "r.sqlite", cwd=tmp_path)
    with closing(sqlite3.connect(tmp_path / "r.sqlite")) as database:
        database.execute(
            f"{statement} AND name = 'hash_key'" if "WHERE" in statement else f"{statement} WHERE name = 'hash_key'"
        )
        database.commit()
    done = urlmend("scan", "a.txt", "-o", "r.sqlite", cwd=tmp_path)
    assert (done.status, done.err) == (
        2,
        "urlmend: r.sqlite: not a valid result of `urlmend scan`: its key of hashes is damaged; "
        "restore it from a copy, or scan again into a new file\n",
    )


DATASET_DAMAGE = {
    "truncated": truncated,
    "zeroed": lambda data: bytes(len(data)),
    "zeroed inside": lambda data: data[:40] + bytes(len(data) - 80) + data[-40:],
    "footer overwritten": lambda data: data[:-40] + b"\xff" * 32 + data[-8:],
    "nested": lambda _: b"[" * 200_000,
    "no UTF-8": lambda _: b"\xff\xfe{}",
}


@pytest.mark.slow
def test_damaged_datasets(urlmend, tmp_path):
    pytest.importorskip("distributed")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("see http://a.example/b|c\n")
    scan = ("scan", f"{tmp_path}/in", "--scheduler", "local", "--processes", "1", "-o")
    urlmend(*scan, f"{tmp_path}/good", cwd=tmp_path)
    (part,) = (path.name for path in (tmp_path / "good/urls").iterdir())
    for file in ("settings.json", "units.parquet", "problems.parquet", f"urls/{part}"):
        for name, change in DATASET_DAMAGE.items():
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
            shutil.copytree(tmp_path / "good", tmp_path / "out")
            path = tmp_path / "out" / file
            path.write_bytes(change(path.read_bytes()))
            done = urlmend("report", "out", cwd=tmp_path)
            assert done.status == 2, (file, name, done.out)
            assert done.err.startswith(("urlmend: out: ", f"urlmend: {tmp_path}/out: ")), (file, name, done.err)
            assert done.err.count("\n") == 1, (file, name, done.err)
            assert len(done.err) < 200, (file, name, done.err)
    # A scan writes damaged tables again.
    done = urlmend(*scan, f"{tmp_path}/out", cwd=tmp_path)
    assert done.status == 1, done.err
    for change in DATASET_DAMAGE.values():
        path = tmp_path / "out/units.parquet"
        path.write_bytes(change(path.read_bytes()))
    done = urlmend(*scan, f"{tmp_path}/out", cwd=tmp_path)
    assert done.status == 1, done.err
    assert urlmend("report", "out", cwd=tmp_path).status == 0


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        (b"length(host) - domain_size + 1)", b"length(host) - domain_size + 2)", 2),
        (b"WHEN 0 THEN 'certain'", b"WHEN 0 THEN 'CERTAIN'", 2),
        (b"length of `domain`", b"width of  `domain`", 0),
    ],
)
def test_generated_columns_have_their_expressions(urlmend, tmp_path, old, new, status):
    path = make_result(tmp_path / "r.sqlite", urls=20, findings=4)
    path.write_bytes(replaced(old, new)(path.read_bytes()))
    done = urlmend("report", "r.sqlite", cwd=tmp_path)
    assert done.status == status
    assert "has other columns" in done.err or status == 0
