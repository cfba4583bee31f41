"""`urlmend export`: each format, selections, addresses, and what is left out."""

import csv
import json
import os
import shutil
import sqlite3
from datetime import UTC, datetime

import pytest

from command_lines import command_line
from killed import killed_before_operations
from scan_samples import BOX, PASSWORD
from tables import each_row
from urlmend.uri.surt import surt

LETTERS = f"""\
From ada@canal.example Mon Jan  5 10:00:00 2004
Message-ID: <1@canal.example>
Date: Mon, 5 Jan 2004 10:00:00 +0100
From: =cmd@canal.example

http://www.canal.example/b|c and http://www.canal.example/Plan?b=2&a=1
<URL:http://www.canal.example/half-
year.html> ftp://al:{PASSWORD}@mirror.canal.internal/x mailto:ada@canal.example

From bob@canal.example Mon Jan  5 10:00:00 2004
Message-ID: <2@canal.example>
References: <0@canal.example> <1@canal.example>
Subject: =SUM(A1)

http://www.canal.example/b|c http://lock.example/it's|x
"""


@pytest.fixture(scope="module")
def scanned(tmp_path_factory):
    """A folder with a result of two scans."""
    folder = tmp_path_factory.mktemp("scanned")
    (folder / "box").write_text(LETTERS)
    (folder / "note.txt").write_text("see http://a.example/new|x\n")
    urlmend = command_line(folder)
    assert urlmend("scan", "box", "-o", "r.sqlite").status == 1
    assert urlmend("scan", "box", "note.txt", "-o", "r.sqlite").status == 1
    return folder


@pytest.fixture
def result(scanned, tmp_path):
    """A folder of this test with a result of two scans."""
    return shutil.copytree(scanned, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def export(result, urlmend):
    """Export the result to a file, and return what was printed, and the file."""

    def run(name, *options):
        done = urlmend("export", "r.sqlite", "-o", name, *options)
        assert done.status == 0, done.err
        return done, result / name

    return run


def urls_of(path):
    return [json.loads(line)["url"] for line in path.read_text().splitlines()]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_an_export_equals_a_scan_into_the_same_format(result, urlmend, suffix):
    for name in (f"scan{suffix}", "all.sqlite"):
        urlmend("scan", "box", "note.txt", "-o", name)
    assert urlmend("export", "all.sqlite", "-o", f"export{suffix}", "-q").err == ""
    assert (result / f"export{suffix}").read_bytes() == (result / f"scan{suffix}").read_bytes()


@pytest.mark.slow
def test_parquet_has_dates_and_lists(export):
    parquet = pytest.importorskip("pyarrow.parquet")
    _, path = export("r.parquet")
    rows = parquet.read_table(path).to_pylist()
    assert [row["date"] for row in rows[:2]] == [datetime(2004, 1, 5, 9, tzinfo=UTC)] * 2
    assert [row["alternatives"] for row in rows if row["breaks"]] == [["http://www.canal.example/halfyear.html"]]
    assert [row["breaks"] for row in rows if row["breaks"]] == [["hyphen"]]
    assert rows[-2]["reference_ids"] == ["<0@canal.example>", "<1@canal.example>"]
    assert rows[0]["reference_ids"] is None
    assert [row["url_id"] for row in parquet.read_table(path.with_name("r.findings.parquet")).to_pylist()]


def test_csv_has_no_formulas(export):
    _, path = export("r.csv")
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert {row["sender"] for row in rows} >= {"'=cmd@canal.example"}
    assert {row["subject"] for row in rows} >= {"'=SUM(A1)"}


@each_row(
    ("name", "heading", "words"),
    [
        ("all.jsonl", 0, "URLs, "),
        ("all.csv", 1, "URLs, "),
        ("links.txt", 0, "distinct URLs; left out: "),
        ("all.cdxj", 0, "distinct URLs; left out: "),
        ("all.defanged.csv", 1, "distinct URLs\n"),
    ],
)
def test_the_summary_counts_the_lines_of_the_file(export, name, heading, words):
    done, path = export(name)
    number = len(path.read_text().splitlines()) - heading
    assert done.err.startswith(f"urlmend: {name}: {number} {words}")


def test_links_have_their_places(export):
    done, path = export("links.txt")
    found = urls_of(path.with_name("links.places.jsonl"))
    assert path.read_text().splitlines() == found == sorted(set(found))
    assert "http://www.canal.example/half-year.html" in found
    assert done.err.endswith("; left out: 2 URLs that a link checker cannot follow\n")  # mailto, and a hidden password
    places = [json.loads(line) for line in path.with_name("links.places.jsonl").read_text().splitlines()]
    [both] = [row["places"] for row in places if row["url"] == "http://www.canal.example/b|c"]
    assert [(row["archive"], row["message_number"], row["line"]) for row in both] == [("box", 0, 6), ("box", 1, 15)]
    assert [row["message_id_header"] for row in both] == ["<1@canal.example>", "<2@canal.example>"]


def test_lines_of_cdxj_are_sorted(export):
    done, path = export("r.cdxj")
    lines = path.read_bytes().splitlines()
    assert lines == sorted(lines)
    keys, times, objects = zip(*(line.decode().split(" ", 2) for line in lines), strict=True)
    assert "example,canal)/plan?a=1&b=2" in keys
    assert set(times) == {"20040105090000", "-"}
    assert {"url", "times", "first_date", "last_date"} == json.loads(objects[0]).keys()
    assert "2 URLs that no web archive has" in done.err


SURTS = {
    "http://www.canal.example/": "example,canal)/",
    "https://WWW2.canal.example:443/A/b/?c=1&B=2#d": "example,canal)/a/b?b=2&c=1",
    "http://canal.example": "example,canal)/",
    "http://canal.example?b&a": "example,canal)/?a&b",
    "http://canal.example:8080/x": "example,canal:8080)/x",
    "http://ada:x@canal.example./x": "example,canal)/x",
    "http://10.0.0.1/a//b/../c": "1,0,0,10)/a/c",
    "http://[::1]/x": "::1)/x",
    "http://größe.example/ü%7E": "example,xn--gre-6ka8i)/%c3%bc~",
    "http://canal.example/x?sid=0123456789abcdef0123456789abcdef&y": "example,canal)/x?y",
    "ftp://canal.example/x": "example,canal)/x",
    "mailto:ada@canal.example": None,
    "http:///x": None,
    "urn:x:y": None,
    "www.canal.example/x": None,
}


@each_row("url", SURTS)
def test_surt(url):
    assert surt(url) == SURTS[url]


def test_defanged_urls_are_no_links(export):
    _, path = export("r.defanged.csv", "--select", "URL2")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [(row["url"], row["host"], row["times"], row["codes"]) for row in rows] == [
        ("hxxp://a[.]example/new|x", "a[.]example", "1", "URL205"),
        ("hxxp://lock[.]example/it's|x", "lock[.]example", "1", "URL205"),
        ("hxxp://www[.]canal[.]example/b|c", "www[.]canal[.]example", "2", "URL205"),
    ]


@pytest.mark.slow
def test_indicators_are_valid(export):
    stix2 = pytest.importorskip("stix2")
    patterns = pytest.importorskip("stix2patterns.validator")
    done, path = export("r.stix.json", "--select", "URL2", "--select", "URL5")
    bundle = stix2.parse(path.read_text())
    found = {indicator.pattern: indicator for indicator in bundle.objects}
    assert r"[url:value = 'http://lock.example/it\'s|x']" in found
    assert all(map(patterns.validate, found))
    indicator = found["[url:value = 'http://www.canal.example/b|c']"]
    assert indicator.valid_from == datetime(2004, 1, 5, 9, tzinfo=UTC)
    assert (indicator.name, indicator.labels) == ("hxxp://www[.]canal[.]example/b|c", ["URL205"])
    assert done.err.endswith("; left out: 1 URL with hidden secrets\n")
    assert export("again.stix.json", "--select", "URL2", "--select", "URL5")[1].read_bytes() == path.read_bytes()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["r.jsonl", "r.csv", "r.defanged.csv", "r.cdxj", "r.txt"])
def test_no_export_has_secrets(export, name):
    _, path = export(name)
    assert PASSWORD not in "".join(file.read_text() for file in path.parent.glob(f"{path.name.split('.')[0]}.*[!e]"))


SELECTIONS = {
    "a rule": (("--select", "URL501"), {"ftp://al:***@mirror.canal.internal/x"}),
    "families": (
        ("--select", "URL5", "--select", "URL106"),
        {"ftp://al:***@mirror.canal.internal/x", "http://www.canal.example/half-year.html"},
    ),
    "a condition": (("--where", "host = 'lock.example'"), {"http://lock.example/it's|x"}),
    "a comment": (("--where", "host = 'lock.example' -- it"), {"http://lock.example/it's|x"}),
    "an alternative": (
        ("--select", "URL501", "--where", "false OR true"),
        {"ftp://al:***@mirror.canal.internal/x"},
    ),
    "the last scan": (("--since-scan", "2"), {"http://a.example/new|x"}),
    "a day": (("--since-scan", "2100-01-01"), set()),
    "nothing": (("--where", "url IS NULL"), set()),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", SELECTIONS)
def test_selected_urls(export, name):
    options, expected = SELECTIONS[name]
    done, path = export("r.jsonl", *options)
    assert set(urls_of(path)) == expected
    assert f"r.jsonl: {len(urls_of(path))} URL" in done.err
    listed = export("r.txt", *options)[1].read_text().splitlines()
    assert set(listed) == {url for url in expected if "***" not in url}
    _, table = export("r.csv", *options)
    found, urls = (
        list(csv.DictReader(file.read_text().splitlines())) for file in (table.with_name("r.findings.csv"), table)
    )
    assert {row["url_id"] for row in found} <= {row["id"] for row in urls}


ENDLESS = "id IN (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)"
REFUSED = {
    "an unknown suffix": (("-o", "r.xls"), "r.xls: the end of its name must be one of .jsonl, "),
    "no selection": (("-o", "r.stix.json"), "--format stix needs --select or --where"),
    "the result itself": (("-o", "./r.sqlite", "--format", "csv"), "the export would overwrite the result"),
    "an unknown rule": (("-o", "r.csv", "--select", "URL999"), "unknown rule 'URL999'"),
    "a column that does not exist": (("-o", "r.csv", "--where", "hots = 'x'"), "--where: no such column: hots"),
    "a syntax error": (("-o", "r.csv", "--where", "host ="), "--where: "),
    "an empty condition": (("-o", "r.csv", "--where", ""), "--where: "),
    "a statement": (("-o", "r.csv", "--where", "1); DELETE FROM places; --"), "--where: "),
    "the key": (("-o", "r.csv", "--where", "host = (SELECT value FROM settings)"), "--where: access to settings"),
    "a pragma": (("-o", "r.csv", "--where", "EXISTS (SELECT 1 FROM pragma_table_list)"), "--where: "),
    "a library": (("-o", "r.csv", "--where", "load_extension('x')"), "--where: not authorized"),
    "an endless query": (("-o", "r.csv", "--where", ENDLESS), "--where: it takes more work than"),
    "a scan that does not exist": (("-o", "r.csv", "--since-scan", "3"), "3: the scans of this result are 1 to 2"),
    "a wrong date": (("-o", "r.csv", "--since-scan", "2004-13"), "neither the number of a scan nor a date"),
    "a missing folder": (("-o", "missing/r.csv"), "missing/r.csv: No such file or directory"),
    "no output": ((), "-o/--output"),
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "an endless query")) for name in REFUSED]
)
def test_misuse(result, urlmend, name):
    options, message = REFUSED[name]
    before = sorted(os.listdir(result))
    done = urlmend("export", "r.sqlite", *options)
    assert done.status == 2
    assert message in done.err
    assert sorted(os.listdir(result)) == before


@pytest.mark.slow
def test_exports_to_an_address(result, urlmend):
    pytest.importorskip("fsspec")
    for name in ("r.csv", "r.jsonl", "r.txt"):
        address = f"local://{result}/remote/{name}"
        assert urlmend("export", "r.sqlite", "-o", address).status == 0
        urlmend("export", "r.sqlite", "-o", name)
        assert (result / "remote" / name).read_bytes() == (result / name).read_bytes()
    assert sorted(os.listdir(result / "remote")) == [
        *("r.csv", "r.findings.csv", "r.jsonl", "r.places.jsonl", "r.txt"),
    ]
    assert urlmend("scan", "box", "-o", f"local://{result}/remote/scan.csv").status == 1
    assert (result / "remote" / "scan.findings.csv").exists()
    assert urlmend("export", "r.sqlite", "-o", "nonsense://a/r.csv").status == 2


@pytest.mark.slow
def test_text_that_is_no_utf_8_is_exported_as_such(result, export):
    with sqlite3.connect(result / "r.sqlite") as database:
        database.execute("UPDATE messages SET subject = CAST(x'ff41' AS TEXT), date = 'x\ufffd'")
    for name in ("r.jsonl", "r.csv"):
        export(name)[1].read_text("utf-8")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert {row["date"] for row in parquet.read_table(export("r.parquet")[1]).to_pylist()} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r.csv", "r.txt", "r.cdxj"])
def test_a_killed_export_leaves_no_part_of_a_file(urlmend, tree, name):
    folder = tree({"box": BOX * 5, "old": "old\n"})
    urlmend("scan", "box", "-o", "r.sqlite", "-q")
    files = {"r.csv": ("r.csv", "r.findings.csv"), "r.txt": ("r.txt", "r.places.jsonl")}.get(name, (name,))
    states = []
    for run in killed_before_operations(["export", "r.sqlite", "-q", "-o", name], folder):
        for file in files:
            (folder / file).write_text("old")
        status = run()
        states.append([(folder / file).read_bytes() for file in files])
    assert status == 0
    assert len(states) > 2 * len(files)
    # No file has a part of its content, and the operations that rename them follow each other.
    assert all(data in (b"old", new) for state in states for data, new in zip(state, states[-1], strict=True))
    assert sum(0 < state.count(b"old") < len(files) for state in states) == len(files) - 1
    assert urlmend("export", "r.sqlite", "-o", name).status == 0
    assert not list(folder.glob("*.tmp"))  # that of the killed process is removed


COMPARED = {
    "nothing": (LETTERS, LETTERS, []),
    "a line before": (LETTERS, LETTERS.replace("\n\nhttp", "\n\nhello\nhttp"), []),
    "a new message": (LETTERS, LETTERS + LETTERS[LETTERS.index("From bob") :].replace("<2@", "<3@"), ["new", "new"]),
    "a fixed URL": (LETTERS, LETTERS.replace("it's|x", "its"), ["gone"]),
    "another URL": (LETTERS, LETTERS.replace("it's|x", "its|x"), ["gone", "new"]),
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", COMPARED)
def test_results_are_compared(urlmend, tree, name):
    old, new, expected = COMPARED[name]
    for number, text in enumerate((old, new)):
        tree({"box": text})
        urlmend("scan", "box", "-o", f"{number}.sqlite")
    done = urlmend("report", "1.sqlite", "--against", "0.sqlite")
    assert done.status == 0
    sections = done.out.split("\n\n")
    found = {
        title.split()[0].lower(): len(rows) - 1
        for title, *rows in (section.splitlines() for section in sections[2:])
        if rows != ["  none"]
    }
    assert found == {kind: expected.count(kind) for kind in expected}
    lines = urlmend("report", "1.sqlite", "--against", "0.sqlite", "--format", "jsonl").lines
    assert sorted(json.loads(line)["change"] for line in lines) == sorted(expected)


def test_a_changed_finding_is_one_of_another_severity(result, urlmend):
    (result / "s.sqlite").write_bytes((result / "r.sqlite").read_bytes())
    with sqlite3.connect(result / "s.sqlite") as database:
        database.execute("UPDATE findings SET severity = 'info' WHERE code = 'URL501'")
    lines = urlmend("report", "s.sqlite", "--against", "r.sqlite").lines
    assert lines[lines.index("Changed findings") + 2].split() == [
        *("URL501", "box:8", "ftp://al:***@mirror.canal.internal/x")
    ]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("options", [("--html", "x.html"), ("--since-scan", "1")])
def test_comparisons_are_text_of_complete_results(result, urlmend, options):
    done = urlmend("report", "r.sqlite", "--against", "r.sqlite", *options)
    assert (done.status, done.err) == (2, f"urlmend: --against cannot be used with {options[0]}\n")


def test_only_comparisons_have_a_format(result, urlmend):
    done = urlmend("report", "r.sqlite", "--format", "jsonl")
    assert (done.status, done.err) == (2, "urlmend: --format needs --against OLD\n")


def test_changes_are_objects(result, urlmend):
    (result / "s.sqlite").write_bytes((result / "r.sqlite").read_bytes())
    with sqlite3.connect(result / "s.sqlite") as database:
        database.execute("UPDATE findings SET severity = 'info' WHERE code = 'URL501'")
    [line] = urlmend("report", "s.sqlite", "--against", "r.sqlite", "--format", "jsonl").lines
    found = json.loads(line)
    assert (found["change"], found["code"], found["severity"], found["archive"], found["line"]) == (
        *("changed", "URL501", "info", "box", 8),
    )
    assert found["url"] == "ftp://al:***@mirror.canal.internal/x"


def test_reports_of_new_urls(result, urlmend):
    out = urlmend("report", "r.sqlite", "--since-scan", "2").out
    lines = [line.split() for line in out.splitlines()]
    assert out.startswith("Result: r.sqlite: URLs that scan 2 or a later one saw first\n")
    assert ["URL", "1"] in lines
    assert ["finding", "1"] in lines
    assert ["a.example", "1", "1", "0", "1"] in lines
    assert not any("canal.example" in str(line) for line in lines)


@pytest.mark.parametrize("form", ["jsonl", "cdxj", "defanged"])
def test_a_hyphen_is_standard_output(urlmend, result, tmp_path, form):
    done = urlmend("export", "r.sqlite", "-o", "-", "--format", form)
    urlmend("export", "r.sqlite", "-o", "x", "--format", form)
    assert (done.status, done.out) == (0, (tmp_path / "x").read_text())
    assert not (tmp_path / "-").exists()


@each_row("form, message", [("csv", "writes two files"), ("links", "writes two files"), ("", "needs --format")])
def test_standard_output_has_one_known_format(urlmend, result, tmp_path, form, message):
    done = urlmend("export", "r.sqlite", "-o", "-", *(("--format", form) if form else ()))
    assert (done.status, message in done.err, (tmp_path / "-").exists()) == (2, True, False)


def test_results_and_reports_of_a_hyphen_are_printed(urlmend, tree):
    folder = tree({"a.txt": "http://a.test-host.org/b|c\n"})
    for command in (["lint", "--format", "jsonl"], ["scan"]):
        done = urlmend(*command, "-o", "-", "a.txt")
        assert (done.status, done.out) == (1, urlmend(*command, "a.txt").out)
        assert "http://a.test-host.org/b|c" in done.out
    urlmend("scan", "-o", "r.sqlite", "a.txt")
    assert urlmend("report", "r.sqlite", "--html", "-").out.startswith("<!DOCTYPE html>")
    assert not (folder / "-").exists()
