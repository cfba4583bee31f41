"""`urlmend scan` on archives of all kinds."""

import csv
import gc
import gzip
import io
import json
import os
import pty
import random
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile

import pytest

from scan_samples import BOX, MESSAGES, PASSWORD, dump, rows
from tables import each_row
from terminals import read_terminal
from urlmend.cli.main import main
from urlmend.scan import worker
from urlmend.scan.message_columns import utc


@pytest.fixture
def scan(urlmend, tmp_path):
    """Scan into a database; return the finished process and the database."""

    def run(*arguments, out="out.sqlite", **options):
        done = urlmend("scan", *arguments, "-o", out, env={"URLMEND_UNIT_SIZE": "5000"}, **options)
        return done, sqlite3.connect(tmp_path / out)

    return run


def test_undecodable_bytes_in_an_ambiguous_url(scan, tree):
    tree({"notes.txt": b"see <URL:http://www.canal.example.org/b-\n\xfcc.html> again\n"})
    done, database = scan("notes.txt", "--processes", "1")
    assert done.status == 1, done.err
    [(url, alternatives)] = database.execute("SELECT url, alternatives FROM urls").fetchall()
    assert url == "http://www.canal.example.org/b-\ufffdc.html"
    assert json.loads(alternatives) == ["http://www.canal.example.org/b\ufffdc.html"]


DATES = [
    ("Mon, 05 Jan 2004 10:00:00 +0100", "2004-01-05T09:00:00Z"),
    ("Mon, 05 Jan 2004 23:30:00 -0800 (PST)", "2004-01-06T07:30:00Z"),
    ("5 Jan 04 10:00 GMT", "2004-01-05T10:00:00Z"),
    ("5 Jan 2004 10:00:00", "2004-01-05T10:00:00Z"),
    ("Wed, 24 Jul 102 10:00:00 +0000", None),
    ("yesterday", None),
    ("", None),
    ("Mon, 99 Jan 2004 10:00:00 +0100", None),
    ("Fri, 31 Dec 9999 23:59:59 -2359", None),
]


@pytest.mark.slow
def test_formats_are_those_of_find(urlmend, tree):
    rows = "".join(f"{number},http://a.example/{number}/\nindex.html,{'x' * 4000}\n" for number in range(300))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.csv", rows)
    tree({"a.csv": rows, "a.csv.gz": gzip.compress(rows.encode()), "a.zip": packed.getvalue()})
    for name in ("a.csv", "a.csv.gz", "a.zip"):
        found = urlmend("find", "--format", "jsonl", name).rows
        stored = urlmend("scan", "--unit-size", "1", name).rows
        assert [row["url"] for row in stored] == [row["url"] for row in found]
        assert {row["format"] for row in (*found, *stored)} == {"csv"}


@each_row(("written", "read"), DATES)
def test_dates_of_messages(written, read):
    assert utc(written) == read


def test_everything_is_found_once(scan, tree):
    tree({"box": BOX})
    done, database = scan("box")
    assert done.status == 1
    assert done.out == ""
    assert "; 100 messages read" in done.err
    (urls, distinct, findings), *_ = rows(
        database,
        "SELECT (SELECT count(*) FROM urls), (SELECT count(DISTINCT url) FROM urls), (SELECT count(*) FROM findings)",
    )
    broken, unbroken, secret = 100, 100 // 5, len(range(0, 100, 11))
    assert urls == 3 * 100 + unbroken + secret
    assert distinct == 50 + 100 + 7 + secret
    # An ambiguous URL has no finding if the same unit contains it unbroken.
    assert broken - unbroken + 100 + secret <= findings < broken + 100 + secret
    row = rows(database, "SELECT * FROM urls WHERE url LIKE 'ftp://ftp%/99'")
    names = [column[1] for column in rows(database, "PRAGMA table_info(urls)")]
    fields = dict(zip(names, row[0], strict=True))
    assert fields["archive"] == "box"
    assert fields["message_number"] == 99
    assert fields["message_id_header"] == "<99@canal.example>"
    assert fields["date"] == "2003-01-05T09:00:00Z"
    assert fields["subject"] == "the survey 99" or fields["subject"] == "plan 99"
    assert fields["line"] == BOX[: BOX.index("canal.example.org/99\n")].count("\n") + 1
    assert fields["host"] == "ftp.canal.example.org"


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_processes(scan, tree, urlmend):
    tree({"box": BOX, "mails/new/1": MESSAGES[0], "notes.txt": "see http://a.example/b|c\n"})
    _, one = scan(".", "--processes", "1", out="one.sqlite")
    _, three = scan(".", "--processes", "3", out="three.sqlite")
    assert dump(one)[0][0][0]
    first, second = ([row for row in dump(database)[0] if "sqlite" not in str(row)] for database in (one, three))
    assert first == second
    printed = [urlmend("scan", "box", "--processes", number).out for number in "13"]
    assert printed[0] == printed[1]
    assert len(printed[0].splitlines()) == 300 + 20 + 10


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_kind_of_archive(scan, tree):
    mails = {f"maildir/{'new' if number % 2 else 'cur'}/{number:04}": text for number, text in enumerate(MESSAGES)}
    tree({"box": BOX, "box.gz": gzip.compress(BOX.encode(), 0), **mails, "maildir/tmp/x": MESSAGES[0]})
    counts, places = [], []
    for number, name in enumerate(("box", "box.gz", "maildir")):
        done, database = scan(name, out=f"{number}.sqlite")
        counts.append(
            (done.err, rows(database, "SELECT url, date, message_id_header FROM urls ORDER BY 1, 3, 2, line"))
        )
        if name != "maildir":
            places.append(rows(database, 'SELECT url, message_number, line, "column" FROM urls ORDER BY 2, 3, 1'))
    assert counts[0] == counts[1] == counts[2]
    assert places[0] == places[1]


ARTICLE = (
    "From: a\nSubject: b\nContent-Transfer-Encoding: quoted-printable\n\nsee http://a.example/{}?b=3Dc\n\nand more\n"
)
BATCH = "".join(f"#! rnews {len(article)}\n{article}" for article in map(ARTICLE.format, range(100, 500)))
MULTIPART = "From: a\nSubject: b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n" + "".join(
    f"--x\nContent-Transfer-Encoding: quoted-printable\n\nsee http://a.example/{number}?b=3Dc\n\nand more\n"
    for number in range(100)
)
PAGE = "".join(f'<p>see <a href="http://a.example/{number}?b&amp;c">this</a>\n\n' for number in range(200))
WIDE = "".join(f"see http://a.example/{number}|\u00e9 now\n\n" for number in range(200))
COMPRESSED = [
    ((), BATCH.encode()),
    ((), MULTIPART.encode()),
    (("--input", "text"), BOX.encode()),
    (("--input", "html"), PAGE.encode()),
    ((), WIDE.encode("utf-16")),
    ((), b"\0\0\xfe\xff" + WIDE.encode("utf-32-be")),
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("options", "data"), COMPRESSED, ids=["batch", "multipart", "text", "html", "utf-16", "utf-32"]
)
def test_compressed_files_give_the_same_result(scan, tree, options, data):
    tree({"plain": data, "compressed.gz": gzip.compress(data, 0)})
    counts, found = [], []
    for name in ("plain", "compressed.gz"):
        done, database = scan(*options, name, out=f"{name}.sqlite")
        counts.append(done.err)
        found.append(rows(database, 'SELECT url, message_id_header, line, "column" FROM urls ORDER BY line, "column"'))
        found[-1] += rows(database, 'SELECT code, line, "column" FROM findings ORDER BY line, "column"')
    assert counts[0] == counts[1]
    assert found[0] == found[1]


def test_an_excerpt_starts_with_the_url(scan, tree):
    tree({"a.txt": f"http://a.example/{'a' * 400}|b\n"})
    _, database = scan("a.txt")
    assert rows(database, "SELECT before FROM findings") == [(f"http://a.example/{'a' * 400}|b",)]


def test_an_ambiguous_url_is_resolved_by_another_occurrence(scan, tree):
    box = (
        "From a@b.example Mon Jan  5 10:00:00 2004\nFrom: a\nSubject: b\n\n"
        "<URL:http://a.example/yearly-\nplan.html> <URL:http://a.example/half-\nyear.html> <URL:http://a.example/no-\nidea>\n\n"
        "From a@b.example Mon Jan  5 10:00:00 2004\nFrom: a\nSubject: b\n\n"
        "http://a.example/yearly-plan.html http://a.example/halfyear.html http://a.example/no-idea http://a.example/noidea\n\n"
    )
    tree({"box": box})
    done, database = scan("box")
    site = "http://a.example"
    found = rows(
        database,
        "SELECT u.url, u.first_reading, d.url, d.message_number FROM urls u LEFT JOIN urls d ON d.id = u.decided_by "
        "WHERE u.alternatives <> '[]' ORDER BY u.id",
    )
    assert found == [
        (f"{site}/yearly-plan.html", f"{site}/yearly-plan.html", f"{site}/yearly-plan.html", 1),
        (f"{site}/halfyear.html", f"{site}/half-year.html", f"{site}/halfyear.html", 1),
        (f"{site}/no-idea", f"{site}/no-idea", None, None),
    ]
    assert "2 ambiguous URLs resolved" in done.err
    assert rows(database, "SELECT count(*) FROM findings") == [(3,)]
    assert rows(database, "SELECT url FROM open_findings") == [("http://a.example/no-idea",)]


def test_a_shorter_reading_elsewhere_decides_nothing(scan, tree):
    tree(
        {
            "a.txt": "The plans of the north bank are in http://www.canal.example/\nplans.exe which is in your path.\n",
            "b.txt": "http://www.canal.example/\n",
        }
    )
    _, database = scan("a.txt", "b.txt")
    found = rows(database, "SELECT url, confidence, alternatives, decided_by FROM urls ORDER BY id")
    assert found[0] == ("http://www.canal.example/", "guess", '["http://www.canal.example/plans.exe"]', None)
    assert found[1] == ("http://www.canal.example/", "certain", "[]", None)


def test_a_url_that_begins_another_reading_is_not_decided_by_itself(scan, tree):
    tree(
        {
            "a.txt": "All of the plans of the city and harbour are here, too:\nsee http://www.canal.example/plans/\ncity/overview\n",
            "b.txt": "again http://www.canal.example/plans/ yes\n",
        }
    )
    done, database = scan("a.txt", "b.txt")
    assert "resolved" not in done.err
    assert rows(database, "SELECT url, decided_by FROM urls") == [("http://www.canal.example/plans/", None)] * 2


@pytest.mark.slow
def test_passwords_are_in_no_result(scan, tree, tmp_path, urlmend):
    subject = f"Subject: ftp://al:{PASSWORD}@mirror.canal.internal/ "
    broken = f"<URL:ftp://al:{PASSWORD.replace('-', '-' + chr(10))}@mirror.canal.internal/|>\n\n"  # ambiguous
    half = PASSWORD.partition("-")[0]
    tree({"box": BOX + MESSAGES[0].replace("Subject: ", subject) + MESSAGES[1] + broken})
    scan("box")
    for out in ("out.jsonl", "out.csv", "out.parquet"):
        if out.endswith("parquet"):
            pytest.importorskip("pyarrow")
        urlmend("scan", "box", "-o", out)
    for path in tmp_path.glob("out*"):
        assert half.encode() not in path.read_bytes(), path
    done = urlmend("scan", "box")
    assert half not in done.out + done.err


@pytest.mark.slow
def test_finished_units_are_not_read_again(scan, tree, tmp_path):
    folder = tree({"a/box": BOX, "b.txt": "see http://a.example/b|c\n"})
    _, database = scan("a", "b.txt")
    before = dump(database)
    units = rows(database, "SELECT id, key FROM units")
    _, database = scan("a", "b.txt")
    assert rows(database, "SELECT id, key FROM units") == units
    assert dump(database) == before
    # Changed, new and removed files.
    (folder / "b.txt").write_text("see http://b.example/\n")
    (folder / "a" / "new.eml").write_text(MESSAGES[5])
    scan("a", "b.txt")
    _, fresh = scan("a", "b.txt", out="fresh.sqlite")
    database = sqlite3.connect(tmp_path / "out.sqlite")
    assert dump(database) == dump(fresh)
    assert rows(database, "SELECT url FROM urls WHERE archive = 'b.txt'") == [("http://b.example/",)]
    # URLs of a file that was removed from a folder are removed; those of a missing file that was named are kept.
    (folder / "a" / "new.eml").unlink()
    (folder / "b.txt").unlink()
    done, database = scan("a", "b.txt")
    assert done.status == 2
    assert rows(database, "SELECT count(*) FROM urls WHERE archive = 'b.txt'") == [(1,)]
    assert rows(database, "SELECT count(*) FROM urls WHERE archive = 'a/new.eml'") == [(0,)]


def test_a_changed_archive_of_the_same_size_is_read_again(scan, tree):
    folder = tree({"a.txt": "see http://a.example/one\n"})
    scan("a.txt")
    (folder / "a.txt").write_text("see http://a.example/two\n")
    os.utime(folder / "a.txt", (1, 1))
    _, database = scan("a.txt")
    assert rows(database, "SELECT url FROM urls") == [("http://a.example/two",)]


@pytest.mark.slow
def test_other_archives_can_be_added(scan, tree):
    tree({"box": BOX, "b.txt": "see http://b.example/\n"})
    scan("box")
    scan("gone")
    _, database = scan("b.txt")
    assert rows(database, "SELECT count(*) FROM urls") == [(331,)]


def test_the_result_is_not_scanned(urlmend, tree):
    tree({"a.txt": "see http://b.example/b|c\n"})
    for _ in range(3):
        assert "1 URL (1 distinct)" in urlmend("scan", "-o", "r.csv", "--overwrite", ".").err


def test_a_report_is_not_linted(urlmend, tree):
    tree({"a.txt": "see http://b.example/b|c\n"})
    for _ in range(3):
        assert "1 finding in 1 file" in urlmend("lint", "--output", "s.jsonl", "--format", "jsonl", ".").err


def test_undecodable_file_names(scan, tree):
    folder = tree({"a.txt": "x"})
    with open(os.fsencode(folder) + b"/na\xefve \xff.txt", "wb") as file:
        file.write(b"see http://b.example/b|c\n")
    done, database = scan(".", os.fsdecode(b"g\xffne"))
    assert done.status == 2
    assert rows(database, "SELECT archive FROM urls") == [("./na\ufffdve \ufffd.txt",)]


def test_a_scan_with_other_settings_needs_another_file(scan, tree):
    tree({"box": BOX})
    scan("box")
    done, _ = scan("box", "--since-date", "2000")
    assert done.status == 2
    assert 'out.sqlite: written by a scan with other settings (since was null, and is "2000")' in done.err


def test_a_setting_of_lint_makes_no_difference(scan, tree):
    folder = tree({"box": BOX})
    scan("box")
    (folder / "urlmend.toml").write_text('fail-on = "error"\n')
    assert scan("box")[0].status == 1


def test_quiet_and_exit_zero(urlmend, tree):
    tree({"a.txt": "http://a.example/b|c\n"})
    done = urlmend("scan", "-q", "--exit-zero", "a.txt")
    assert (done.status, done.err, len(done.rows)) == (0, "", 1)
    done = urlmend("scan", "-q", "--exit-zero", "a.txt", "missing.txt")
    assert (done.status, done.err) == (2, "urlmend: missing.txt: No such file or directory\n")
    assert urlmend("scan", "-q", "a.txt").status == 1


def test_a_file_that_is_not_a_result_is_not_modified(scan, tree):
    folder = tree({"box": BOX, "out.sqlite": "a text"})
    done, _ = scan("box")
    reason = "not a result of `urlmend scan` in SQLite, or damaged; name another file"
    assert (done.status, done.err) == (2, f"urlmend: out.sqlite: {reason}\n")
    assert (folder / "out.sqlite").read_text() == "a text"
    other = sqlite3.connect(folder / "other.sqlite")
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    done, _ = scan("box", out="other.sqlite")
    assert done.status == 2
    assert done.err == "urlmend: other.sqlite: not a result of `urlmend scan`\n"
    assert rows(other, "SELECT name FROM sqlite_schema") == [("mine",)]


def start(folder, *arguments):
    command = [sys.executable, "-m", "urlmend", "scan", "--processes", "2", *arguments]
    environment = {**os.environ, "URLMEND_UNIT_SIZE": "5000"}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.mark.slow
def test_a_scan_that_was_killed_is_resumed(scan, tree):
    folder = tree({"box": BOX * 5, "box.gz": gzip.compress(BOX.encode()), **{f"m/{n}": MESSAGES[n] for n in range(50)}})
    begin = time.monotonic()
    _, undisturbed = scan("box", "box.gz", "m", "--processes", "2", out="undisturbed.sqlite")
    duration = time.monotonic() - begin
    expected = dump(undisturbed)
    chance = random.Random(1738)
    for number in range(4):  # once in each quarter of the time that a scan takes
        process = start(folder, "box", "box.gz", "m", "-o", "killed.sqlite")
        time.sleep((number + chance.random()) / 4 * duration)
        process.kill()
        process.communicate()
        done, database = scan("box", "box.gz", "m", out="killed.sqlite")
        assert done.status == 1, done.err
        assert dump(database) == expected, number
        database.close()
        (folder / "killed.sqlite").unlink()
        (folder / "killed.sqlite-journal").unlink(missing_ok=True)


# A scan that waits at a message as long as the file `wait` exists.
HELD = """
import os, sys, time
from urlmend.cli import main as cli
from urlmend.mail import message as mail
documents = mail.documents
def held(raw, **options):
    while b"HELD" in raw.data and os.path.exists("wait"):
        time.sleep(0.02)
    return documents(raw, **options)
mail.documents = held
sys.exit(cli.main(["scan", "box", "-o", "out.sqlite", "--processes", *sys.argv[1:]]))
"""


def units(path):
    """The number of units in a result, which may not exist or have its tables yet."""
    if not path.exists():
        return 0
    database = sqlite3.connect(path)
    try:
        return database.execute("SELECT count(*) FROM units").fetchone()[0]
    except sqlite3.Error:
        return 0
    finally:
        database.close()


@pytest.mark.slow
@pytest.mark.parametrize("processes", "21")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_scan_that_is_terminated_keeps_finished_units(scan, urlmend, tree, number, status, processes):
    folder = tree({"box": "".join(MESSAGES[:80]) + MESSAGES[80].replace("> see", "> HELD"), "wait": ""})
    environment = {**os.environ, "URLMEND_UNIT_SIZE": "5000"}
    process = subprocess.Popen(
        [sys.executable, "-c", HELD, processes], cwd=folder, env=environment, stderr=subprocess.PIPE
    )
    while process.poll() is None and units(folder / "out.sqlite") <= 3:
        time.sleep(0.05)
    process.send_signal(number)
    _, err = process.communicate(timeout=600)
    assert process.returncode == status, err
    assert b"stopped; run the same command again to continue" in err
    assert b"no files to read" not in err
    notice = "The scan was stopped, or still reads: run its command again to continue."
    assert urlmend("report", "out.sqlite").out.splitlines()[1] == notice
    assert urlmend("report", "out.sqlite", "--html", "out.html").status == 0
    assert notice in (folder / "out.html").read_text("utf-8")
    _, fresh = scan("box", out="fresh.sqlite")
    _, database = scan("box")
    assert dump(database) == dump(fresh)
    assert notice not in urlmend("report", "out.sqlite").out


def test_a_subject_does_not_become_a_formula(urlmend, tree, tmp_path):
    tree({"box": "From a\nFrom: a@b.example\nSubject: =1+1\n\nsee http://a.example/b\n"})
    urlmend("scan", "--input", "mail", "box", "-o", "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        assert [row["subject"] for row in csv.DictReader(file)] == ["'=1+1"]


@pytest.mark.slow
def test_other_formats(urlmend, tree, tmp_path):
    tree({"box": BOX})
    assert urlmend("scan", "box", "-o", "out.jsonl").status == 1
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(lines) == 330
    assert lines[0]["url"] == "http://www.canal.example.org/plans/0/yearly-plan.html"
    assert lines[0]["breaks"] == ["quote"]
    assert [finding["code"] for finding in lines[2]["findings"]] == ["URL205"]
    assert lines[2]["findings"][0]["after"] == "http://www.ferry.example.org/0%7Cx"
    assert urlmend("scan", "box").out == (tmp_path / "out.jsonl").read_text()
    assert urlmend("scan", "box", "-o", "out.csv").status == 1
    with (tmp_path / "out.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["url"] for row in table] == [row["url"] for row in lines]
    with (tmp_path / "out.findings.csv").open(newline="") as file:
        findings = list(csv.DictReader(file))
    assert len(findings) == sum(len(row["findings"]) for row in lines)
    assert {row["url_id"] for row in findings} <= {row["id"] for row in table}
    done = urlmend("scan", "box", "-o", "out.txt")
    assert (done.status, done.err) == (
        2,
        "urlmend: out.txt: the end of its name must be one of .sqlite, .jsonl, .csv, .parquet\n",
    )
    assert not list(tmp_path.glob("*.tmp"))


def test_parquet(urlmend, tree, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    tree({"box": BOX})
    assert urlmend("scan", "box", "-o", "out.parquet").status == 1
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.num_rows == 330
    assert table.column("line").to_pylist()[0] == 7
    assert str(table.schema.field("message_number").type) == "int64"
    findings = parquet.read_table(tmp_path / "out.findings.parquet")
    assert str(findings.schema.field("message").type) == "string"
    assert set(findings.column("code").to_pylist()) == {"URL106", "URL205", "URL501"}


FILTERS = [
    (["--since-date", "2003"], lambda row: row["date"] >= "2003"),
    (["--until-date", "1994-01-06"], lambda row: row["date"] < "1994-01-06"),
    (["--since-date", "1999-12", "--until-date", "2001"], lambda row: "1999-12" <= row["date"] < "2001"),
    (["--scheme", "FTP"], lambda row: row["scheme"] == "ftp"),
    (["--scheme", "ftp", "--scheme", "news"], lambda row: row["scheme"] == "ftp"),
    (["--host", "ferry.example.org"], lambda row: row["host"] == "www.ferry.example.org"),
    (["--host", "*.CANAL.*"], lambda row: ".canal." in row["host"]),
]


@pytest.mark.slow
def test_filters(urlmend, tree):
    tree({"box": BOX})
    everything = urlmend("scan", "box").rows
    for options, counts in FILTERS:
        found = urlmend("scan", "box", *options).rows
        assert [row["url"] for row in found] == [row["url"] for row in everything if counts(row)], options
        assert found, options


def test_rules_are_selected_as_for_lint(urlmend, tree):
    tree({"box": BOX})
    found = urlmend("scan", "box", "--select", "URL501").rows
    assert {finding["code"] for row in found for finding in row["findings"]} == {"URL501"}
    assert urlmend("scan", "box", "--select", "URL9").status == 2


@pytest.mark.slow
def test_unique_keeps_each_url_once(urlmend, tree):
    tree({"box": BOX})
    found = [row["url"] for row in urlmend("scan", "box", "--unique").rows]
    assert len(found) == len(set(found)) == 50 + 100 + 7 + 10
    everything = list(dict.fromkeys(row["url"] for row in urlmend("scan", "box").rows))
    assert found == everything


WRONG = [
    *(["--since-date", wrong] for wrong in ("yesterday", "2002-13", "2002-02-31", "04-01")),
    *(["--processes", wrong] for wrong in ("0", "-1", "x")),
    ["--timeout", "x"],
    *(["--scheme", wrong] for wrong in ("http://", "http:", "", "1ftp")),
    *(["--host", wrong] for wrong in ("https://www.canal.example/", "www.canal.example/a", "ada@canal.example")),
    ["--progress", "loud"],
]


def test_invalid_options_are_errors(urlmend, tree):
    tree({"box": BOX})
    for wrong in WRONG:
        done = urlmend("scan", "box", *wrong)
        assert done.status == 2
        assert wrong[1] in done.err
    assert urlmend("scan").status == 2


def test_problems_are_reported_and_do_not_stop_the_scan(scan, tree):
    tree({"box": BOX, "bad.gz": gzip.compress(BOX.encode())[:-300] + b"x" * 50, "notes.txt": "http://a.example/\n"})
    done, database = scan("gone", "bad.gz", "notes.txt")
    assert done.status == 2
    assert "urlmend: gone: No such file or directory\n" in done.err
    assert [name for name, _ in rows(database, "SELECT name, reason FROM problems")] == ["gone", "bad.gz"]
    assert rows(database, "SELECT url FROM urls WHERE archive = 'notes.txt'") == [("http://a.example/",)]
    again, database = scan("gone", "bad.gz", "notes.txt")
    assert len(rows(database, "SELECT * FROM problems")) == 2
    assert again.status == 2


@pytest.mark.slow
def test_plain_progress(scan, tree):
    tree({"box": BOX})
    done, _ = scan("box", "--progress", "plain")
    first, *_ = done.err.splitlines()
    assert first.startswith("urlmend: 100% of 0.0 MB, ")
    assert first.endswith("; 330 URLs, 190 findings")
    quiet, _ = scan("box", "--progress", "none", out="other.sqlite")
    assert len(quiet.err.splitlines()) == 1


CRASHES = """
import os, sys
from urlmend.cli import main as cli
from urlmend.mail import message as mail
documents = mail.documents
def dangerous(raw, **options):
    if b"CRASH" in raw.data:
        os._exit(7)
    if b"HANG" in raw.data:
        import time
        time.sleep(1000)
    return documents(raw, **options)
mail.documents = dangerous
sys.exit(cli.main(["scan", "box", "-o", "out.sqlite", "--processes", "2", "--timeout", "10"]))
"""


@pytest.mark.slow
def test_a_unit_that_crashes_or_hangs_does_not_stop_the_scan(tree):
    texts = [text.replace("> see", "> CRASH") if number == 50 else text for number, text in enumerate(MESSAGES)]
    texts = [text.replace("> see", "> HANG") if number == 80 else text for number, text in enumerate(texts)]
    folder = tree({"box": "".join(texts)})
    environment = {**os.environ, "URLMEND_UNIT_SIZE": "5000"}
    done = subprocess.run(
        [sys.executable, "-c", CRASHES], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert "urlmend: box: the process that read it ended with status 7\n" in done.stderr
    assert "urlmend: box: no answer within 10 seconds\n" in done.stderr
    database = sqlite3.connect(folder / "out.sqlite")
    units = rows(database, "SELECT count(*) FROM units")[0][0]
    assert units > 4
    # Line numbers after the unit that crashed are right.
    text = "".join(texts)
    line = rows(database, "SELECT line FROM urls WHERE url = 'ftp://ftp.canal.example.org/99'")[0][0]
    assert line == text[: text.index("canal.example.org/99\n")].count("\n") + 1


@pytest.mark.slow
def test_automatic_progress_is_a_bar_on_a_terminal(tree):
    pytest.importorskip("rich")
    folder = tree({"box": BOX})
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "urlmend", "scan", "box", "-o", "out.sqlite"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, cwd=folder, env=environment, stderr=terminal, stdout=subprocess.DEVNULL)
    os.close(terminal)
    shown = read_terminal(controller)
    assert process.wait() == 1
    assert b"330 URLs, 190 findings" in shown
    assert b"urlmend: 330 URLs (167 distinct), 190 findings; 100 messages read" in shown


ALL = "SELECT url, archive, line FROM urls ORDER BY url"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "changes",
    [
        {"a/box": MESSAGES[2], "c/box": MESSAGES[1]},
        {"a/box": MESSAGES[2] + MESSAGES[0]},
        {"a/other": MESSAGES[2]},  # in the unit of the first one
        {"b/box": None},
    ],
)
def test_all_is_read_again_if_an_archive_changes_with_unique(scan, tree, changes):
    folder = tree({"a/box": MESSAGES[0], "b/box": MESSAGES[0], "c/text": "nothing"})
    scan("a", "b", "c", "--unique")
    tree({name: text for name, text in changes.items() if text})
    for name in (name for name, text in changes.items() if not text):
        (folder / name).unlink()
    for _ in range(2):
        done, database = scan("a", "b", "c", "--unique")
        assert (done.status, done.err.count("\n")) == (1, 1)
        _, new = scan("a", "b", "c", "--unique", "--overwrite", out="new.sqlite")
        assert rows(database, ALL) == rows(new, ALL)
        assert rows(database, "SELECT count(*) FROM units") == rows(new, "SELECT count(*) FROM units")


def test_a_result_is_unchanged_if_other_archives_have_to_be_read_again_with_unique(scan, tree):
    tree({"a/box": MESSAGES[0], "b/box": MESSAGES[1]})
    _, database = scan("a", "b", "--unique")
    before = rows(database, ALL)
    tree({"a/box": MESSAGES[2]})
    done, database = scan("a", "--unique")
    reason = "an archive has changed, and with --unique all have to be read again; name the others, too, such as b/box"
    assert (done.status, done.err) == (2, f"urlmend: out.sqlite: {reason}\n")
    assert (rows(database, ALL), rows(database, "SELECT finished FROM scans")) == (before, [(1,)])


def test_unique_urls_of_new_archives_are_added(scan, tree):
    tree({"a/box": MESSAGES[0], "b/box": MESSAGES[0] + MESSAGES[1]})
    scan("a", "--unique")
    done, database = scan("a", "b", "--unique")
    assert done.status == 1
    assert rows(database, "SELECT count(*) FROM urls WHERE url LIKE 'ftp://ftp%'") == [(2,)]


THREAD = """\
From ada@canal.example Mon Jan  5 10:00:00 2004
From: "Ada, once x@quay.example" <ada@Canal.EXAMPLE>
Message-ID: <1@canal.example>
List-Id: The survey <survey.canal.example>
Date: Mon, 5 Jan 2004 10:00:00 +0000

http://www.canal.example/plan ftp://ada:h7Tq-92x@mirror.canal.internal/a

From bob@ferry.example Tue Jan  6 10:00:00 2004
From: bob at ferry.example (Bob)
Message-ID: <2@ferry.example>
In-Reply-To: Your message of "Mon" <1@canal.example>
Date: Tue, 6 Jan 2004 10:00:00 +0000

ftp://bob:h7Tq-92x@mirror.ferry.internal/ ftp://bob:h7Tq-92y@mirror.ferry.internal/

From cleo@ferry.example Wed Jan  7 10:00:00 2004
From: =?utf-8?q?Cl=C3=A9o?= <cleo@ferry.example>
Message-ID: <3@ferry.example>
In-Reply-To: <2@ferry.example>
References: <1@canal.example>
 <2@ferry.example>
Date: Wed, 7 Jan 2004 10:00:00 +0000

https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Flock.example%2F&data=05 https://bit.ly/x

From dan@lock.example Wed Jan  7 10:00:00 2004
Message-ID: <4@lock.example>
Date: Thu, 8 Jan 2004 10:00:00 +0000

http://www.lock.example/

"""


def test_passwords_by_the_domain_of_the_sender(scan, tree):
    tree({"a.mbox": THREAD})
    query = "SELECT sender_domain, count(*) FROM open_findings WHERE code = 'URL501' GROUP BY 1 ORDER BY 2 DESC"
    assert rows(scan("a.mbox")[1], query) == [("ferry.example", 2), ("canal.example", 1)]


def test_links_of_a_thread(scan, tree):
    tree({"a.mbox": THREAD})
    _, database = scan("a.mbox")
    query = "SELECT sender, url FROM urls WHERE thread = '<1@canal.example>' AND scheme LIKE 'http%' ORDER BY id"
    assert rows(database, query) == [
        ("ada@canal.example", "http://www.canal.example/plan"),
        (
            "cleo@ferry.example",
            "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Flock.example%2F&data=05",
        ),
        ("cleo@ferry.example", "https://bit.ly/x"),
    ]
    query = "SELECT DISTINCT sender, sender_domain, thread, in_reply_to, reference_ids, list_id FROM urls ORDER BY id"
    assert rows(database, query) == [
        ("ada@canal.example", "canal.example", "<1@canal.example>", None, None, "survey.canal.example"),
        ("bob@ferry.example", "ferry.example", "<1@canal.example>", "<1@canal.example>", None, None),
        (
            *("cleo@ferry.example", "ferry.example", "<1@canal.example>", "<2@ferry.example>"),
            *("<1@canal.example> <2@ferry.example>", None),
        ),
        (None, None, "<4@lock.example>", None, None, None),
    ]


def test_kinds_of_links_and_their_targets(scan, tree):
    tree({"a.mbox": THREAD})
    query = "SELECT link_kind, target, count(*) FROM urls GROUP BY 1, 2 ORDER BY 1"
    assert rows(scan("a.mbox")[1], query) == [
        ("", None, 5),
        ("gateway", "https://lock.example/", 1),
        ("shortener", None, 1),
    ]


@pytest.mark.parametrize(
    "link",
    [
        "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fapp%3Ah7Tq-92x%40canal.internal%2F",
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__app-3Ah7Tq-2D92x-40canal.internal_&d=Dw",
        "https://urldefense.com/v3/__https://app:h7Tq*92x@canal.internal/__;LQ!!Kw612Flb!Ue6t$",
        "https://eu.protection.sophos.com/?d=canal.internal&u=aHR0cHM6Ly9hcHA6aDdUcS05MnhAY2FuYWwuaW50ZXJuYWwv&i=N",
    ],
)
def test_secrets_of_targets_are_hidden(scan, tree, link):
    tree({"a.txt": f"see {link}\n"})
    ((url, target),) = rows(scan("a.txt")[1], "SELECT url, target FROM urls")
    assert "***" in target
    assert "h7Tq" not in url + target


def test_long_and_malicious_fields_of_a_thread(scan, tree):
    header = (
        "From: ftp://ada:h7Tq-92x@mirror.canal.internal/\nMessage-ID: <1@canal.example>\n"
        f"References: {'<0@canal.example> ' * 5000}<https://ada:h7Tq-92x@canal.internal/>\n"
        f"In-Reply-To: <https://ada:h7Tq-92x@canal.internal/>\nList-Id: {'x' * 5000}\n"
    )
    tree({"a.eml": f"{header}\nhttp://www.canal.example/\n"})
    query = "SELECT sender, in_reply_to, length(reference_ids), length(list_id) FROM urls"
    assert rows(scan("a.eml")[1], query) == [(None, "<https://ada:***@canal.internal/>", 1997, 255)]


def test_results_of_another_version_are_refused(scan, urlmend, tree):
    tree({"a.txt": "http://www.canal.example/\n"})
    _, connection = scan("a.txt")
    with connection:
        for view in ("years", "hosts", "distinct_urls", "open_findings", "urls"):
            connection.execute(f"DROP VIEW {view}")
        for table in ("findings", "places", "parts", "messages", "url_texts", "rules"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT NOT NULL)")
        connection.execute("UPDATE settings SET value = '3' WHERE name = 'version'")
    connection.close()
    for command in (("scan", "a.txt", "-o", "out.sqlite"), ("report", "out.sqlite")):
        done = urlmend(*command)
        assert done.status == 2
        assert done.err == (
            "urlmend: out.sqlite: a result of another version of `urlmend scan`: its tables are of version 3, "
            "and this one reads and writes version 8; scan again into a new file\n"
        )


def test_each_url_and_each_message_is_stored_once(scan, tree):
    tree({"box": BOX})
    _, database = scan("box")
    assert rows(database, "SELECT count(*), count(DISTINCT url) FROM url_texts") == [(167, 167)]
    assert rows(database, "SELECT count(*), count(DISTINCT message_id_header) FROM messages") == [(100, 100)]
    assert rows(database, "SELECT part, content_type, format FROM parts") == [("1", "text/plain", "text")]
    assert rows(database, "SELECT count(*) FROM places") == rows(database, "SELECT count(*) FROM urls") == [(330,)]


def test_urls_of_removed_files_are_removed(scan, tree):
    folder = tree({"in/a.txt": "http://a.example/one http://b.example/\n", "in/b.txt": "http://a.example/one\n"})
    scan("in")
    (folder / "in/a.txt").unlink()
    _, database = scan("in")
    assert rows(database, "SELECT url FROM url_texts") == [("http://a.example/one",)]
    assert rows(database, "SELECT archive FROM messages") == [("in/b.txt",)]


ONE, TWO, MEMBER = "http://a.example/one\n", "http://a.example/two\n", "http://a.example/member\n"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("again", [("in/a.txt",), ("in/a.txt", "in/gone.txt"), ("other", "in/a.txt")])
@pytest.mark.parametrize("text", [ONE, "http://a.example/new\n"])
def test_files_that_were_read_with_others_are_replaced_alone(scan, tree, again, text):
    """Small files share a unit; reading one of them again keeps the rows of the others."""
    folder = tree({"in/a.txt": ONE, "in/ab.txt": TWO, "in/gone.txt": "http://gone.example/\n", "other/a.txt": TWO})
    with zipfile.ZipFile(folder / "in/a.zip", "w") as archive:
        archive.writestr("b.txt", MEMBER)
    scan("in")
    (folder / "in/a.txt").write_text(text)
    (folder / "in/gone.txt").unlink()
    done, database = scan(*again)
    assert done.status == (2 if "in/gone.txt" in again else 0)
    expected = {("in/a.txt", text.strip()), ("in/ab.txt", TWO.strip()), ("in/a.zip!b.txt", MEMBER.strip())}
    expected |= {("in/gone.txt", "http://gone.example/")}
    expected |= {("other/a.txt", TWO.strip())} if "other" in again else set()
    assert set(rows(database, "SELECT archive, url FROM urls")) == expected
    # The complete folder replaces all of it, once.
    _, database = scan("in", "other")
    expected = {*expected, ("other/a.txt", TWO.strip())} - {("in/gone.txt", "http://gone.example/")}
    assert sorted(rows(database, "SELECT archive, url FROM urls")) == sorted(expected)
    assert rows(database, "SELECT sum(messages) FROM units") == [(0,)]


def test_messages_that_were_read_with_others_are_replaced_alone(scan, tree):
    letter = "From: a@a.example\nSubject: one\n\nsee {}\n"
    tree({f"in/{name}.eml": letter.format(f"http://{name}.example/") for name in ("a", "b", "c")})
    _, database = scan("in")
    scan("in/b.eml")
    assert sorted(rows(database, "SELECT url FROM urls")) == [(f"http://{name}.example/",) for name in "abc"]
    assert rows(database, "SELECT sum(messages) FROM units") == [(3,)]


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--quiet", "--exit-zero")])
def test_problems_of_kept_units_are_reported_again(urlmend, tree, options):
    folder = tree({"in/a.txt": ONE})
    (folder / "in/cut.gz").write_bytes(gzip.compress(TWO.encode() * 99)[:-9])
    runs = [urlmend("scan", "in", "-o", "r.sqlite", *options) for _ in range(2)]
    assert [run.status for run in runs] == [2, 2]
    assert all("urlmend: in/cut.gz: " in run.err for run in runs)


@pytest.mark.slow
def test_files_are_read_once_whatever_they_are_called(scan, tree):
    folder = tree({"box": BOX})
    _, database = scan("box")
    expected = rows(database, "SELECT url, line FROM urls ORDER BY id")
    done, database = scan("./box", str(folder / "box"))
    assert f"urlmend: {folder / 'box'}: named twice; it is read once\n" in done.err
    assert rows(database, "SELECT url, line FROM urls ORDER BY id") == expected
    assert rows(database, "SELECT DISTINCT archive FROM messages") == [("./box",)]


DOMAINS = {
    "http://www.canal.co.uk/a": ("canal.co.uk", "uk"),
    "http://canal.example/": ("canal.example", "example"),
    "http://a.b.canal.example./": ("canal.example", "example"),
    "http://10.0.0.1/": ("", ""),
    "http://[::1]/": ("", ""),
    "http://localhost/": ("", ""),
    "http://co.uk/": ("", ""),
    "mailto:ada@canal.example": ("", ""),
    "http://xn--hxajbheg2az3al.xn--jxalpdlp/": ("xn--hxajbheg2az3al.xn--jxalpdlp", "xn--jxalpdlp"),
}


def test_registered_domains(scan, tree):
    tree({"a.txt": "".join(f"<{url}>\n" for url in DOMAINS)})
    found = rows(scan("a.txt")[1], "SELECT url, domain, tld FROM urls")
    assert {url: (domain, tld) for url, domain, tld in found} == DOMAINS


def test_rules_are_a_table(scan, tree):
    tree({"box": BOX})
    query = "SELECT DISTINCT r.code, r.name FROM findings f LEFT JOIN rules r USING (code) ORDER BY 1"
    found = rows(scan("box")[1], query)
    assert [code for code, _ in found] == ["URL106", "URL205", "URL501"]
    assert all(name for _, name in found)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("view", ["hosts", "years"])
def test_sums_read_indexes_only(scan, tree, view):
    tree({"box": BOX})
    plan = str(rows(scan("box")[1], f"EXPLAIN QUERY PLAN SELECT * FROM {view}"))
    assert "USING COVERING INDEX places_by_" in plan
    assert "SCAN places'" not in plan


@pytest.fixture
def scan_again(tmp_path, monkeypatch, capfd):
    """Scan into `out.sqlite`; return the files and bytes of each unit that was read, and the database."""
    read = []
    chunks = worker.UnitReader.chunks

    def noted(self, unit):
        if not unit.is_done:
            read.append((len(unit.names), unit.size))
        return chunks(self, unit)

    def run(*arguments):
        read.clear()
        assert main(["scan", *arguments, "-o", "out.sqlite", "--processes", "1"]) in (0, 1), capfd.readouterr().err
        gc.unfreeze()
        gc.enable()
        return [*read], sqlite3.connect(tmp_path / "out.sqlite")

    monkeypatch.setattr(worker.UnitReader, "chunks", noted)
    monkeypatch.setenv("URLMEND_UNIT_SIZE", "5000")
    monkeypatch.chdir(tmp_path)
    return run


def changed_time(path):
    """Give a file another time of change, also where the clock is slow."""
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 10))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("change", "units"),
    [
        pytest.param(lambda text: text + MESSAGES[3], 2, id="a message at the end"),
        pytest.param(lambda text: text, 0, id="the time only"),
        pytest.param(lambda text: text[:-700], 1, id="the end removed"),
        pytest.param(lambda text: MESSAGES[3] + text, 99, id="a message at the beginning"),
        pytest.param(lambda text: text.replace("plans/49/", "plans/xy/", 1), 99, id="in place"),
        pytest.param(
            lambda text: text.replace("plan 0", "plan\t0", 1).replace("\n\n>", "\n \n", 1), 99, id="a line in place"
        ),
    ],
)
def test_only_the_changed_ranges_of_a_mailbox_are_read_again(scan, scan_again, tree, change, units):
    folder = tree({"box": BOX})
    first, _ = scan_again("box")
    assert len(first) > 4
    (folder / "box").write_text(change(BOX))
    changed_time(folder / "box")
    again, database = scan_again("box")
    assert len(again) <= units
    assert dump(database) == dump(scan("box", out="fresh.sqlite")[1])
    assert scan_again("box")[0] == []


def maildir(numbers):
    return {f"mail/cur/{number:010}.host:2,S": MESSAGES[number % 100] for number in numbers}


MAILDIR_CHANGES = {
    "nothing": lambda folder: None,
    "a message that sorts first": lambda folder: (folder / "0000000000.host:2,").write_text(MESSAGES[1]),
    "a message in the middle": lambda folder: (folder / "0000001000.host:2,").write_text(MESSAGES[1]),
    "a flag": lambda folder: (folder / "0000000901.host:2,S").rename(folder / "0000000901.host:2,RS"),
    "a message removed": lambda folder: (folder / "0000000921.host:2,S").unlink(),
}


@pytest.mark.slow
def test_only_changed_messages_of_a_maildir_and_their_neighbours_are_read_again(scan, scan_again, tree):
    folder = tree(maildir(range(1, 2000, 2)))
    first, _ = scan_again("mail")
    for name, change in MAILDIR_CHANGES.items():
        change(folder / "mail/cur")
        again, database = scan_again("mail")
        assert sum(files for files, _ in again) <= sum(files for files, _ in first) / 10, name
    assert dump(database) == dump(scan("mail", out="fresh.sqlite")[1])
    assert scan_again("mail")[0] == []
