"""docs/guarantees.md names existing tests, and commands access nothing that they are not told to."""

import ast
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
PAGE = HERE.parent / "docs" / "guarantees.md"

NAMED = re.findall(r"`([\w/]*test_\w+)\.py::([tT]est\w+)`", PAGE.read_text("utf-8"))


@cache
def defined_in(module):
    tree = ast.parse((HERE / f"{module}.py").read_text("utf-8"))
    machines = [
        node.targets[0] for node in tree.body if isinstance(node, ast.Assign)
    ]  # state machines of Hypothesis are assigned
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} | {
        target.id for target in machines if isinstance(target, ast.Name)
    }


def test_named_tests_exist():
    assert [f"{module}.py::{name}" for module, name in NAMED if name not in defined_in(module)] == []


def test_every_guarantee_names_a_test():
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ") and "---" not in line]
    guarantees = [row for row in rows if not row.startswith("| guarantee")]
    assert len(guarantees) > 20
    assert [row for row in guarantees if "::" not in row] == []


# Runs a command line with an audit hook that logs its system calls; child processes inherit the log.
WATCHED = """
import os, sys
log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
def note(event, args):
    if event == "open":
        path, mode, flags = args
        if not isinstance(flags, int) or not flags & WRITES or isinstance(path, int):
            return
        event, args = "write", (path,)
    elif not event.startswith(("socket.", "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link", "shutil.",
                               "subprocess.", "os.exec", "os.system", "os.posix_spawn", "urllib.", "ftplib.", "http.")):
        return
    os.write(log, f"{event} {args[0] if args else ''}\\n".encode("utf-8", "backslashreplace"))
sys.addaudithook(note)
from urlmend.cli.main import main
sys.exit(main())
"""
WITHOUT_CONNECTION = ("socket.__new__", "socket.gethostname")  # neither connects to anything
# Temporary folders with their content, probes of the module `tempfile`, compiled modules.
TEMPORARY = (
    r"(?:write|os\.remove|os\.rename|os\.mkdir|shutil\.rmtree) /\S*(?:urlmend-\w+|__pycache__|/dev/null|\.pyc)\S*"
    rf"|(?:write|os\.remove) {re.escape(tempfile.gettempdir())}/[a-z0-9_]{{8}}|os\.remove result\.sqlite"
)


def nested_archives():
    """Return nested archives whose member names point outside of the archive."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        for name in ("../../escaped.txt", "/escaped.txt", "C:\\escaped.txt", "a.eml"):
            archive.writestr(name, "see ftp://ada:h7Tq-92x@mirror.canal.internal/x\n")
    outer = io.BytesIO()
    with tarfile.open(fileobj=outer, mode="w:gz") as archive:
        for name, data in (
            ("../escaped.zip", inner.getvalue()),
            ("/escaped.txt", b"http://www.canal.example/100%.html\n"),
        ):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return outer.getvalue()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("find .", set()),
        ("lint .", set()),
        ("lint --format sarif --output report.sarif .", {"report.sarif"}),
        ("lint --diff .", set()),
        ("lint --baseline baseline.jsonl --update-baseline .", {"baseline.jsonl"}),
        ("scan --processes 2 -o new.sqlite .", {"new.sqlite"}),
        ("scan --processes 1 -o new.jsonl .", {"new.jsonl"}),
        ("rules", set()),
        ("explain URL501", set()),
    ],
)
def test_commands_access_only_what_they_are_told_to(command, written, tree):
    folder = tree(
        {
            "a.txt": "http://www.canal.example/100%.html and <URL:http://www.canal.example/\nb>\n",
            "hosts.eml": "Subject: x\nFrom: ada@canal.example\nContent-Type: text/html\n\n"
            '<img src="http://www.canal.example/x.png"><a href="http://www.b\u00fccher.example/">b</a>\n',
            "nested.tar.gz": nested_archives(),
        }
    )
    (folder / "urlmend.toml").write_text('select = ["ALL"]\n')
    log = folder.parent / f"{folder.name}.log"
    before = set(folder.parent.rglob("*"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    run = [sys.executable, "-c", WATCHED, str(log), *command.split()]
    done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    asked = [line for line in log.read_text().splitlines() if not line.startswith(WITHOUT_CONNECTION)]
    # Temporary files that replace the output file, locks, and journals of SQLite.
    left = {
        re.sub(r"\.urlmend-\d+-\d+\.tmp$|\.lock$|-journal$|-wal$|-shm$", "", line)
        for line in asked
        if not re.fullmatch(TEMPORARY, line)
    }
    allowed = {f"{event} {prefix}{name}" for event in ("write", "os.rename", "os.remove") for name in written
               for prefix in ("", f"{folder}{os.sep}")}  # fmt: skip
    assert left <= allowed
    now = set(folder.parent.rglob("*")) - {log}
    assert {path.name for path in now - before} == written
    assert not list(folder.parent.parent.glob("escaped*"))
