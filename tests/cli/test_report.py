"""`urlmend report`: the summary in the terminal, and error messages."""

import re
import sqlite3
import subprocess
import sys
import unicodedata

import pytest

from page_results import HOSTILE, make_result, query, update
from urlmend._lib.install_hint import install_hint
from urlmend._lib.terminal import width
from urlmend.reports.scan_result.text_table import aligned
from urlmend.rules import RULES


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return make_result(tmp_path_factory.mktemp("result") / "towpath.sqlite", hosts=40)


def sections(text):
    """Return the rows of each table of a summary, by title."""
    blocks = (block.splitlines() for block in text.split("\n\n")[1:])
    return {title: rows for title, _, *rows in blocks}


def fields(row):
    return re.split(r"  +", row.strip())


def numbers(row):
    return [int(field.replace(",", "")) for field in fields(row)[1:]]


def test_totals_match_the_database(urlmend, result):
    done = urlmend("report", result)
    assert done.status == 0
    assert not done.err
    totals = dict(fields(row) for row in sections(done.out)["Scanned"])
    ((urls, different, broken),) = query(result, "SELECT count(*), count(DISTINCT url), sum(breaks <> '') FROM urls")
    assert [totals[name] for name in ("URLs", "distinct URLs", "broken URLs")] == [
        str(urls),
        str(different),
        str(broken),
    ]
    assert totals["findings"] == "117"
    assert totals["messages read"] == "10,800"
    assert totals["read"] == "96 MB"
    assert totals["problems"] == "3"
    assert "  file " in done.out.partition("\nProblems\n")[2]


def test_urls_in_new_text_are_counted(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite", hosts=1)
    update(path, "UPDATE places SET depth = id % 3 - 1, is_copy = id % 2 WHERE id <= 60")
    tables = sections(urlmend("report", path).out)
    totals = dict(fields(row) for row in tables["Scanned"])
    assert totals["URLs"] == totals["distinct URLs"] == "350"
    assert totals["further URLs in quotations, footers and copies"] == "50"
    for name in ("Schemes", "Forms", "Years of the messages", "Kinds of links"):
        assert sum(int(fields(row)[1]) for row in tables[name] if not row.startswith("  year")) == 350
    assert sum(numbers(row)[-1] for row in tables["Breaks, by confidence"]) == 350


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 byte"),
        (400, "400 bytes"),
        (999_400, "999 kB"),
        (999_600, "1.0 MB"),
        (7_100_000, "7.1 MB"),
        (4e13, "40 TB"),
    ],
)
def test_sizes_have_a_unit(urlmend, tmp_path, count, text):
    path = make_result(tmp_path / "r.sqlite", urls=1)
    update(path, "UPDATE units SET bytes = ?", (int(count),))
    assert dict(fields(row) for row in sections(urlmend("report", path).out)["Scanned"])["read"] == text


def test_tables_match_the_views_of_the_database(urlmend, result):
    tables = sections(urlmend("report", result).out)
    hosts = query(result, "SELECT host, times, urls, broken FROM hosts ORDER BY times DESC, host LIMIT 15")
    assert [(fields(row)[0], *numbers(row)[:3]) for row in tables["Hosts"][:15]] == hosts
    years = query(result, "SELECT year, urls, broken, findings FROM years ORDER BY year")
    assert [(fields(row)[0], *numbers(row)) for row in tables["Years of the messages"][1:]] == years
    rules = query(result, "SELECT code, count(*) FROM open_findings GROUP BY code ORDER BY count(*) DESC, code")
    assert [fields(row) for row in tables["Findings by rule"]] == [
        [code, RULES[code].name, RULES[code].severity, str(number)] for code, number in rules
    ]


def test_hosts_beyond_the_table_are_counted(urlmend, result):
    ((hosts,),) = query(result, "SELECT count(*) FROM hosts")
    assert sections(urlmend("report", result).out)["Hosts"][15:] == [f"  and {hosts - 15} more"]


def test_breaks_sum_to_all_urls(urlmend, result):
    rows = sections(urlmend("report", result).out)["Breaks, by confidence"]
    assert [fields(row)[0] for row in rows[:2]] == ["none", "newline"]
    for row in rows:
        *outcomes, urls = numbers(row)
        assert sum(outcomes) == urls
    assert sum(numbers(row)[-1] for row in rows) == 400
    ((settled,),) = query(result, "SELECT count(*) FROM urls WHERE decided_by IS NOT NULL")
    assert sum(numbers(row)[3] for row in rows) == settled


def test_shares_of_schemes_and_forms_sum_to_all_urls(urlmend, result):
    tables = sections(urlmend("report", result).out)
    for name in ("Schemes", "Forms"):
        assert sum(int(fields(row)[1]) for row in tables[name]) == 400
        assert sum(float(fields(row)[2].rstrip("%")) for row in tables[name]) == pytest.approx(100, abs=0.5)


def test_rare_schemes_are_grouped(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite")
    update(path, "UPDATE url_texts SET scheme = 'x-' || id WHERE id <= 40")
    rows = sections(urlmend("report", path).out)["Schemes"]
    assert len(rows) == 16
    assert fields(rows[-1])[0].startswith("others (")
    assert sum(int(fields(row)[1]) for row in rows) == 400


def test_control_characters_in_a_result_are_escaped(urlmend, tmp_path):
    done = urlmend("report", make_result(tmp_path / "r.sqlite", hostile=True))
    assert done.status == 0
    harmful = [c for c in done.out if unicodedata.category(c) == "Cc" or c in "\u202e\u202c\u2066\u2069"]
    assert set(harmful) == {"\n"}
    assert r"\x1b[31m" in done.out
    assert all(width(line) <= 80 for line in done.lines[1:])


def test_empty_result_has_a_report(urlmend, tmp_path):
    done = urlmend("report", make_result(tmp_path / "r.sqlite", urls=0, findings=0, problems=0))
    assert done.status == 0
    assert done.out.count("  none\n") == 7


def test_result_without_dates_has_one_row_of_years(urlmend, tmp_path):
    done = urlmend("report", make_result(tmp_path / "r.sqlite", dated=False))
    assert [fields(row)[:2] for row in sections(done.out)["Years of the messages"]] == [["no date", "400"]]


def test_invalid_dates_count_as_missing(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite", years=(1999, 1999))
    update(path, "UPDATE messages SET date = 'soon' WHERE date IS NOT NULL AND id <= 50")
    rows = sections(urlmend("report", path).out)["Years of the messages"]
    assert [fields(row)[0] for row in rows] == ["no date", "1999"]
    assert sum(numbers(row)[0] for row in rows) == 400
    assert sum(numbers(row)[2] for row in rows) == 117


def test_undecodable_bytes_are_replaced(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite")
    update(path, "UPDATE url_texts SET host = CAST(x'ff66' AS TEXT)")
    assert "\ufffdf " in urlmend("report", path).out


def test_result_is_not_modified(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite")
    before = path.read_bytes()
    path.chmod(0o444)
    assert urlmend("report", path).status == 0
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["r.sqlite"]


def test_file_names_are_not_parsed_as_uris(urlmend, tmp_path):
    make_result(tmp_path / "50%?mode=rwc#é.sqlite")
    assert urlmend("report", "50%?mode=rwc#é.sqlite").status == 0


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_other_result_formats_are_rejected(urlmend, tree, suffix):
    tree({f"r{suffix}": "{}\n"})
    done = urlmend("report", f"r{suffix}")
    assert done.status == 2
    assert done.err == f"urlmend: r{suffix}: a report needs a result in SQLite, not {suffix}\n"
    assert not done.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a result of `urlmend scan` in SQLite"),
        (b"some text", "not a result of `urlmend scan` in SQLite"),
        (b"SQLite format 3\0" + b"\xff" * 4096, "cannot be read as a result of `urlmend scan`: "),
    ],
)
def test_other_files_are_rejected(urlmend, tree, content, message):
    tree({"r.sqlite": content})
    done = urlmend("report", "r.sqlite")
    assert done.status == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_other_databases_are_rejected(urlmend, tmp_path):
    connection = sqlite3.connect(tmp_path / "r.sqlite")
    connection.execute("CREATE TABLE urls (url TEXT)")
    connection.commit()
    connection.close()
    done = urlmend("report", "r.sqlite")
    assert (done.status, done.out) == (2, "")
    assert "an SQLite database, but not a result of `urlmend scan`" in done.err


def test_damaged_result_is_an_error(urlmend, tmp_path):
    path = make_result(tmp_path / "r.sqlite")
    data = bytearray(path.read_bytes())
    data[8192:] = b"\x55" * (len(data) - 8192)
    path.write_bytes(data)
    done = urlmend("report", path)
    assert done.status == 2
    assert "cannot be read as a result of `urlmend scan`" in done.err


@pytest.mark.parametrize("name", ["missing.sqlite", "."])
def test_unreadable_result_is_an_error(urlmend, name):
    done = urlmend("report", name)
    assert done.status == 2
    assert done.err.startswith(f"urlmend: {name}: ")


def test_title_requires_html(urlmend, result):
    done = urlmend("report", result, "--title", "x")
    assert (done.status, done.err) == (2, "urlmend: --title needs --html FILE\n")


@pytest.mark.parametrize("module", ["markupsafe", "jinja2"])
def test_html_requires_the_extra_scan(urlmend, result, tree, module):
    folder = tree({f"stubs/{module}.py": "raise ImportError"}) / "stubs"
    # In a new process, as forks have imported the module.
    done = urlmend("report", result, "--html", "page.html", env={"PYTHONPATH": str(folder)}, timeout=600)
    assert (done.status, done.err) == (2, f"urlmend: the page needs more packages: {install_hint('report')}\n")
    assert urlmend("report", result, env={"PYTHONPATH": str(folder)}, timeout=600).status == 0


def test_report_reads_the_output_of_scan(urlmend, tree):
    text = "From ada@canal.example Mon Jan  5 10:00:00 2004\nDate: Mon, 5 Jan 2004 10:00:00 +0000\n\n<http://canal.exa\nmple/a|/b>\n"
    tree({"letters.mbox": text})
    scanned = urlmend("scan", "letters.mbox", "-o", "r.sqlite")
    assert scanned.status == 1, scanned.err
    tables = sections(urlmend("report", "r.sqlite").out)
    assert [fields(row) for row in tables["Years of the messages"]] == [["2004", "1", "1", "1"]]
    assert [fields(row)[0] for row in tables["Hosts"]] == ["canal.example"]
    assert [fields(row)[0] for row in tables["Findings by rule"]] == ["URL205"]


def test_columns_are_aligned_for_any_text():
    rows = [("name", "share", "URLs"), *((text, 0.5, 10**number) for number, text in enumerate(HOSTILE[-1].split()))]
    lines = list(aligned(rows, 80))
    assert len({width(line) for line in lines}) == 1
    assert all(line.endswith(end) for line, end in zip(lines[1:], ("1", "10", "100"), strict=False))


def test_widest_column_is_shortened():
    lines = list(aligned([("a", "b", "n"), ("x" * 50, "y" * 20, 7)], 40))
    assert lines[1] == "x" * 14 + "…  " + "y" * 20 + "  7"


def test_closed_pipe_is_not_an_error(result):
    command = f"{sys.executable} -m urlmend report {result} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (f"Result: {result}\n".encode(), b"")


def test_a_dataset_requires_the_extra_cluster(tree):
    folder = tree({"out/settings.json": "{}"})
    program = (
        "import sys; from urlmend.cli import main as cli\n"
        "sys.modules['pyarrow'] = None\n"
        "sys.exit(cli.main(['report', 'out']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    message = f"urlmend: a dataset needs more packages: {install_hint('cluster')}\n"
    assert (done.returncode, done.stderr) == (2, message)
