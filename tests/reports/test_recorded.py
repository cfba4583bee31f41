"""The complete output of the commands on two files, compared with `recorded/`.

`RECORD=1 pytest tests/reports/test_recorded.py` writes it again after a report has changed.
"""

import os
import re
from pathlib import Path

import pytest

import recorded
from urlmend._version import __version__
from urlmend.cli.main import main

RECORDED = Path(__file__).parent / "recorded"
FILES = {
    "notes.txt": (
        "see http://a.internal/b|c and ftp://ada:h7Tq92x@a.internal/x\n"
        "<URL:http://www.canal.example/plans/\nbudget.html> and http://a.internal/100%, <http:www.canal.example>\n"
        "<http://a.internal/b-\nc> \u00ab\u6771\u4eac\u00bb http://a.internal/\u00e9|\u0301|x, http://192.0.2.300/\n"
        "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2F\n"
    ),
    "box": (
        "From ada@canal.example Mon Jan  5 10:00:00 2004\nMessage-ID: <1@canal.example>\n"
        "From: Ada <ada@canal.example>\n"
        "Date: Mon, 5 Jan 2004 10:00:00 +0100\nSubject: plan, <b>\nIn-Reply-To: <0@canal.example>\n"
        "References: <9@canal.example> <0@canal.example>\nList-Id: Plans <plans.canal.example>\n"
        "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nsee http://a.internal/b|c and https://bit.ly/3xYz\n"
        "http://www.canal.example/plans/\n2004/north-bank/budget_of_the_canal.html\n\n--x\nContent-Type: text/html\n\n"
        '<a href="http://b.internal/|">c</a> \n--x--\n\n'
        "From bob@canal.example Wed Jan  5 10:00:00 2005\nFrom: bob@canal.example\n"
        "Date: Wed, 5 Jan 2005 10:00:00 +0100\n"
        "Subject: plan\n\n> http://www.canal.example/plans/2004/north-bank/budget_of_the_canal.html\nhttp://a.internal:8080/\n\n"
    ),
}
COMMANDS = {
    **{f"lint-{name}": f"lint notes.txt box --format {name}" for name in ("json", "jsonl", "csv", "github", "gitlab")},
    **{f"lint-{name}": f"lint notes.txt box --format {name}" for name in ("text", "sarif", "junit")},
    "lint-whatwg": "lint notes.txt box --profile whatwg --select ALL --format csv",
    "lint-source": "lint notes.txt box --show-source",
    "lint-statistics": "lint notes.txt box --statistics",
    "lint-quiet": "lint notes.txt box --select URL801",
    "lint-secrets": "lint notes.txt --show-secrets --format json",
    "lint-diff": "lint notes.txt --diff --unsafe-fixes",
    "lint-settings": "lint --show-settings",
    "find": "find notes.txt box",
    "find-jsonl": "find notes.txt box --format jsonl --headers",
    "find-explain": "find notes.txt box --explain",
    "find-unwrap": "find notes.txt --unwrap --defang",
    "scan": "scan notes.txt box --processes 1",
    "report": "report r.sqlite",
    "explain": "explain URL205",
}
# What differs from run to run.
_VARYING = re.compile(r'(?<=timestamp=")[^"]*|[0-9.]+(?= MB/s)')


@pytest.fixture
def run(tree, monkeypatch, capsys):
    monkeypatch.chdir(tree(FILES))

    def run(command):
        status = main(command.split())
        out, err = capsys.readouterr()
        return f"{out}\n{err}\n{status}\n"

    return run


def compare(name, text):
    file = RECORDED / f"{name}.txt"
    shown = _VARYING.sub("*", text.replace(__version__, "VERSION"))
    recorded.compare(file, shown)


@pytest.mark.parametrize("name", COMMANDS)
def test_output(run, name):
    if "r.sqlite" in COMMANDS[name]:
        run("scan notes.txt box -o r.sqlite --processes 1")
    compare(name, run(COMMANDS[name]))


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_result_files(run, suffix):
    progress = run(f"scan notes.txt box -o r.{suffix} --processes 1 --progress plain")
    compare(f"result-{suffix}", progress + "\n".join(file.read_text() for file in sorted(Path().glob(f"r.*{suffix}"))))


def test_text_of_the_page(run):
    pytest.importorskip("jinja2")
    run("scan notes.txt box -o r.sqlite --processes 1")
    run("report r.sqlite --html r.html --title Plans")
    page = re.sub(r"<(style|script)\b.*?</\1>", "", Path("r.html").read_text("utf-8"), flags=re.DOTALL)
    compare("page", re.sub(r"\s*\n\s*", "\n", re.sub(r"<[^>]*>", "\n", page)))


# Commands that fail, one a line.
ERRORS = """
    lint --unsafe-fixes notes.txt
    lint --since-revision HEAD
    lint --statistics --format json notes.txt
    lint --diff --format json notes.txt
    lint --diff --output x notes.txt
    lint --output notes.txt notes.txt
    lint --output nothing/x notes.txt
    lint --update-baseline notes.txt
    lint --baseline notes.txt notes.txt
    lint --baseline missing.jsonl notes.txt
    lint missing.txt notes.txt --quiet --select URL801
    lint --select URL99 notes.txt
    lint --extend-select URL notes.txt --ignore UUU
    lint --profile rfc notes.txt
    lint --fail-on never notes.txt
    lint --format-of html notes.txt
    lint --format-of latx=*.txt notes.txt
    lint --format-of html=[a notes.txt
    lint --extend-schemes Foo notes.txt
    find --format xml notes.txt
    find missing.txt
    scan notes.txt -o r.txt
    scan notes.txt --processes 0
    scan notes.txt --unit-size -1
    scan notes.txt --timeout 1.5
    scan notes.txt --since-date 2004-13
    scan notes.txt --since-date 2004-1
    scan notes.txt --until-date 2004-02-30
    scan notes.txt --progress bar
    scan notes.txt -o box.csv
    scan notes.txt -o notes.sqlite
    scan s3://a:b@c/d
    scan notes.txt --scheduler local
    scan notes.txt --scheduler local -o r.csv
    scan notes.txt --scheduler local --unique -o r
    scan notes.txt --scheduler tcp://127.0.0.1:1 -o r
    scan missing.txt --processes 1
    report missing.sqlite
    report notes.txt
    report notes.sqlite --title x
    explain URL2O5
    explain X
    frobnicate
    --frobnicate
"""
SETTINGS = """
    profle = "whatwg"
    profile = 1
    profile = "rfc3968"
    fail-on = "warnings"
    fail-on = true
    schemeless = "yes"
    unattended = 1
    select = "URL1"
    select = ["URL1", 2]
    select = ["URL99"]
    ignore = [""]
    extend-schemes = ["a", "1b"]
    baseline = "a\\u0000b"
    baseline = "../../b"
    exclude = ["[a"]
    plugins = ["no_such_module"]
    allow = ["URL1"]
    allow.URL99 = ["a"]
    allow.URL1 = "a"
    severity.URL1 = "fatal"
    severity.URL99 = "info"
    format-of.html = "a"
    format-of.htm = ["a"]
    format-of.html = ["[a"]
    per-file-ignores."[a" = ["URL1"]
    per-file-ignores.a = ["URL99"]
    per-file-ignores.a = "URL1"
"""


def said(command, capsys):
    """The status of a command, and the last line of what it prints on standard error."""
    try:
        status = main(command.split())
    except SystemExit as stop:
        status = stop.code
    lines = capsys.readouterr().err.splitlines() or [""]
    return f"{command}\n  {status} {re.sub(r' .choose from .*', '', lines[0])}\n"


def test_errors(tree, monkeypatch, capsys):
    pytest.importorskip("distributed")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tree({**FILES, "box.csv": "x\n", "notes.sqlite": "not a database, but a text\n" * 99}))
    compare("errors", "".join(said(line.strip(), capsys) for line in ERRORS.strip().splitlines()))


def test_errors_in_settings(tree, monkeypatch, capsys):
    monkeypatch.chdir(tree(FILES))
    found = []
    for line in SETTINGS.strip().splitlines():
        Path("urlmend.toml").write_text(line.strip() + "\n")
        found.append(f"{line.strip()}\n{said('lint notes.txt', capsys)}".replace(f"{Path.cwd()}{os.sep}", "./"))
    compare("errors-in-settings", "".join(found))
