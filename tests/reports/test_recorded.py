"""The complete output of the commands on two files, compared with `recorded/`.

`RECORD=1 pytest tests/reports/test_recorded.py` writes it again after a report has changed.
"""

import os
import re
from pathlib import Path

import pytest

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
        "http://www.canal.example/plans/\nbudget.html\n\n--x\nContent-Type: text/html\n\n"
        '<a href="http://b.internal/|">c</a> \n--x--\n\n'
        "From bob@canal.example Wed Jan  5 10:00:00 2005\nFrom: bob@canal.example\n"
        "Date: Wed, 5 Jan 2005 10:00:00 +0100\n"
        "Subject: plan\n\n> http://www.canal.example/plans/budget.html\nhttp://a.internal:8080/\n\n"
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
    if os.environ.get("RECORD"):
        file.write_text(shown, "utf-8")
    assert shown == file.read_text("utf-8")


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
    run("scan notes.txt box -o r.sqlite --processes 1")
    run("report r.sqlite --html r.html --title Plans")
    page = re.sub(r"<(style|script)\b.*?</\1>", "", Path("r.html").read_text("utf-8"), flags=re.DOTALL)
    compare("page", re.sub(r"\s*\n\s*", "\n", re.sub(r"<[^>]*>", "\n", page)))
