"""Other systems: functions that Windows and macOS lack, paths of Windows, line endings, and how processes start."""

import io
import json
import ntpath
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from urlmend import Document, lint
from urlmend._lib.gitignore import IgnorePatterns
from urlmend.linting.baseline import Baseline
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle
from urlmend.reports.formats import FORMATS, report
from urlmend.sources.walk import relative

pytestmark = pytest.mark.slow

BAD = "see http://a.example/b|c now\n"
FIXED = "see http://a.example/b%7Cc now\n"

# What Python lacks on Windows, and what it lacks on macOS.
ON_WINDOWS = """
    chown chroot fchdir fchmod fchown fork forkpty fpathconf getegid geteuid getgid getgroups getloadavg getpgid
    getpgrp getpriority getresgid getresuid getsid getuid getxattr killpg lchown listxattr mkfifo mknod nice openpty
    pathconf pipe2 posix_fadvise posix_fallocate pread preadv pwrite removexattr sched_getaffinity sched_yield
    sendfile setegid seteuid setgid setpgid setsid setuid setxattr statvfs sync sysconf tcgetpgrp ttyname uname wait3
    wait4 waitid O_NOFOLLOW O_NONBLOCK O_NOCTTY O_CLOEXEC O_DIRECTORY O_SYNC
"""
ON_MACOS = """
    fdatasync getresgid getresuid getxattr listxattr memfd_create pipe2 posix_fadvise posix_fallocate removexattr
    sched_getaffinity setxattr O_DIRECT O_TMPFILE
"""
PROGRAM = """
import multiprocessing, os, sys, tempfile, subprocess, random
for name in os.environ["MISSING"].split():
    if hasattr(os, name):
        delattr(os, name)
from urlmend.cli.main import main
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    sys.exit(main(sys.argv[1:]))
"""
COMMANDS = [
    ("find .", 0),
    ("lint .", 1),
    ("lint --fix .", 1),
    ("lint --diff .", 1),
    ("lint --output report.json --format json .", 1),
    ("lint --baseline agreed --update-baseline .", 0),
    ("scan --processes 2 -o result.sqlite .", 1),
    ("scan --processes 1 -o result.jsonl .", 1),
    ("rules", 0),
    ("explain URL205", 0),
]


@pytest.mark.parametrize("missing", [ON_WINDOWS, ON_MACOS], ids=["Windows", "macOS"])
@pytest.mark.parametrize(("command", "status"), COMMANDS)
def test_no_command_needs_functions_of_other_systems(tree, missing, command, status):
    folder = tree({"a.txt": BAD, "sub/b.txt": BAD, ".gitignore": "*.log\n", "urlmend.toml": "exclude = ['x/']"})
    script = tree({"../program.py": PROGRAM}) / ".." / "program.py"
    environment = {**os.environ, "MISSING": missing}
    done = subprocess.run(
        [sys.executable, script, *command.split()], cwd=folder, capture_output=True, check=False, env=environment
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert done.returncode == status, done.stderr
    if "--fix" in command:
        assert (folder / "a.txt").read_text() == (folder / "sub" / "b.txt").read_text() == FIXED


START_METHODS = """
import multiprocessing, sys
from urlmend.cli.main import main
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_scans_do_not_depend_on_how_processes_start(tree, method):
    files = {f"{number}.txt": BAD.replace("b|c", f"{number}|c") for number in range(6)}
    folder = tree({**{f"r/{name}": text for name, text in files.items()}, "program.py": START_METHODS})
    (folder / "r" / "urlmend.toml").write_text("per-file-ignores = {'0.txt' = ['URL2']}")
    outputs = []
    for start, processes in ((method, "2"), ("fork", "1")):
        done = subprocess.run(
            [sys.executable, "../program.py", start, "scan", "--processes", processes, "."],
            cwd=folder / "r",
            capture_output=True,
            env={**os.environ, "URLMEND_UNIT_SIZE": "30"},
            check=False,
        )
        assert done.returncode == 1, done.stderr.decode()
        outputs.append((done.stdout, done.stderr))
    assert outputs[0] == outputs[1]
    assert outputs[0][0].count(b"URL205") == 5


NAMES = [
    "C:\\work\\sub\\a.txt",
    "c:/work/sub/a.txt",
    "D:\\other\\a.txt",
    "D:a.txt",
    "sub\\a.txt",
    ".\\sub\\..\\a.txt",
    "\\\\server\\share\\a.txt",
    "\\\\?\\C:\\work\\a.txt",
    "C:\\work\\mail.zip!in\\a.txt",
    "NUL",
    "aux.txt",
    "a.txt:stream",
    "trailing. ",
    'a<b>|"?*.txt',
]


@pytest.fixture
def windows(monkeypatch):
    """Paths, and the current folder, as on Windows."""
    monkeypatch.setattr(os, "getcwd", lambda: "C:\\work")
    monkeypatch.setattr(os, "sep", "\\")
    with monkeypatch.context() as patched:
        patched.setattr(os, "path", ntpath)
        yield


def reported(name, format_name):
    document = Document("see http://a.example/b|c now\n", name)
    out = io.StringIO()
    report(format_name)([Result(document, lint(document))], out, ReportStyle())
    return out.getvalue()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format_name", FORMATS)
def test_paths_of_windows_can_be_reported(windows, monkeypatch, name, format_name):
    monkeypatch.setenv("GITHUB_WORKSPACE", "C:\\work")
    text = reported(name, format_name)
    assert "URL205" in text
    if format_name in ("json", "sarif", "gitlab"):
        assert json.loads(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format_name", FORMATS)
def test_names_that_windows_forbids_can_be_reported_elsewhere(name, format_name):
    text = reported(name, format_name)
    assert "URL205" in text
    if format_name in ("json", "sarif", "gitlab"):
        assert json.loads(text)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("C:\\work\\sub\\a.txt", "sub/a.txt"),
        ("sub\\a.txt", "sub/a.txt"),
        ("D:\\other\\a.txt", "D:/other/a.txt"),
        ("C:\\work\\..\\a.txt", "C:/a.txt"),
    ],
)
def test_reports_have_paths_with_slashes_on_windows(windows, name, path):
    assert json.loads(reported(name, "gitlab"))[0]["location"]["path"] == path
    (artifact,) = re.findall(r'"uri": "([^"]*a\.txt)"', reported(name, "sarif").split('"results"')[1])[:1]
    assert artifact == (path if path[1:2] != ":" else "file:///" + path.replace(":", "%3A"))


def test_paths_on_another_drive_have_no_relative_path(windows):
    assert relative("D:\\other\\a.txt", "C:\\work") == "D:/other/a.txt"
    assert relative("C:\\work\\sub\\a.txt", "C:\\work") == "sub/a.txt"
    assert relative("C:\\other\\a.txt", "C:\\work") == "../other/a.txt"
    assert IgnorePatterns.of_settings(["*.txt"]).ignores("D:/other/a.txt")


def test_baselines_know_files_on_another_drive(windows):
    baseline = Baseline("C:\\work\\agreed")
    assert not baseline.suppresses("D:\\other\\a.txt", "URL205", "http://a.example/b|c")
    baseline.add_file("D:\\other\\a.txt")


LINES = {
    "a.txt": f"{BAD}<URL:http://a-\nb.example/c>\n{BAD}",
    "box": f"From a@b.example Mon Jan  5 10:00:00 2004\nFrom: a@b.example\nMessage-ID: <1@b.example>\n\n{BAD}\n",
    "page.html": '<a href="http://a.example/b|c">x</a>\n',
    "x.log": BAD,
}
CONFIGURED = {
    "urlmend.toml": 'baseline = "agreed"\nper-file-ignores = {"page.html" = ["URL2"]}\nexclude = [\n"y.txt"\n]\n',
    ".gitignore": "*.log\n!keep.log\n",
    "agreed": '{"code": "URL205", "file": "box", "url": "http://a.example/b|c"}\n',
    "y.txt": BAD,
}


@pytest.mark.parametrize(
    "arguments",
    [
        "find .",
        "find --format jsonl a.txt box",
        "lint .",
        "lint --show-source .",
        "lint --diff .",
        "lint --fix .",
        "lint --unsafe-fixes --fix .",
        "lint --update-baseline .",
        "lint --statistics .",
        "lint --format sarif a.txt",
        "scan .",
    ],
)
def test_files_with_crlf_are_read_as_those_with_lf(urlmend, tmp_path, arguments):
    results = []
    for end in ("\n", "\r\n"):
        folder = tmp_path / repr(end)
        folder.mkdir()
        for name, text in {**LINES, **CONFIGURED}.items():
            (folder / name).write_bytes(text.replace("\n", end).encode())
        done = urlmend(*arguments.split(), cwd=folder)
        contents = {}
        for path in sorted(Path(folder).iterdir()):
            data = path.read_bytes()
            if path.name != "agreed":  # which is written with LF
                assert data.count(b"\n") == data.count(end.encode())
            contents[path.name] = data.replace(b"\r\n", b"\n")
        errors = done.err.replace(str(folder), "")
        results.append((done.status, without_offsets(done.out), errors, contents))
    assert results[0] == results[1]


def without_offsets(text):
    text = text.replace("\\r", "").replace("\r", "")
    names = "spans|charOffset|charLength|byteOffset|byte_offset|bytes|offset|length|start|stop|sha256"
    return re.sub(rf'"(?:{names})": (?:\[[^"]*\]|\d+|"[0-9a-f]*")', "", text)


FORBIDDEN = ["aux", "con.d", "a<b", 'a"b', "a|b", "a?b", "a*b", "a:b", "a\\b", "trailing.", "trailing ", "a\x01b"]


@pytest.mark.skipif(os.name == "nt", reason="Windows forbids these names")
@pytest.mark.parametrize("name", FORBIDDEN)
@pytest.mark.parametrize("command", ["lint --output", "lint --update-baseline --baseline", "scan -o", "scan --csv -o"])
def test_names_that_windows_forbids_can_be_written_elsewhere(urlmend, tree, name, command):
    folder = tree({"in/a.txt": BAD})
    words = command.replace("--csv ", "").split()
    output = f"{name}.csv" if "csv" in command else f"{name}.sqlite" if "scan" in command else name
    done = urlmend(*words, output, "in")
    assert done.status == int("--update-baseline" not in words), done.err
    assert (folder / output).exists()
    assert not [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
