"""Options of `urlmend lint`, run in processes of their own."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import termios
import xml.etree.ElementTree as ET

import pytest

from terminals import read_terminal
from urlmend._lib.terminal import WITH_LINKS
from urlmend.linting.git_changes import Changes
from urlmend.reports.formats import FORMATS
from urlmend.rules import RULES

BAD = "http://a.example/b|c\n"
ODD = 'größe "x".txt'


def git(folder, *arguments):
    """Run git in a folder, with an invented author."""
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


READERS = {
    "text": lambda out: out.splitlines(),
    "json": json.loads,
    "jsonl": lambda out: [json.loads(line) for line in out.splitlines()],
    "csv": lambda out: out.splitlines()[1:],
    "github": lambda out: out.splitlines(),
    "gitlab": json.loads,
    "junit": lambda out: ET.fromstring(out).findall(".//failure"),
    "sarif": lambda out: json.loads(out)["runs"][0]["results"],
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_contains_every_finding(urlmend, tree, name):
    tree({"a.txt": BAD * 2, "b.txt": "fine\n", "größe.txt": BAD})
    done = urlmend("lint", "--format", name, ".")
    assert done.status == 1
    assert len(READERS[name](done.out)) == 3
    none = urlmend("lint", "--format", name, "b.txt")
    assert (none.status, none.err, len(READERS[name](none.out))) == (0, "", 0)


@pytest.mark.parametrize(
    ("arguments", "settings", "status"),
    [
        ((), "", 0),
        (("--fail-on", "info"), "", 1),
        ((), 'fail-on = "info"\n', 1),
        (("--fail-on", "error"), 'fail-on = "info"\n', 0),
    ],
)
def test_junit_fails_if_the_run_fails(urlmend, tree, arguments, settings, status):
    tree({"a/a.txt": "ftp://ada:@a.internal/b", "a/urlmend.toml": f'select = ["URL504"]\n{settings}'})
    done = urlmend("lint", "--format", "junit", *arguments, "a")
    cases = ET.fromstring(done.out).findall(".//testcase")
    assert (done.status, len(cases), len(cases[0].findall("failure"))) == (status, 1, status)


def test_output_writes_the_report_to_a_file(urlmend, tree):
    folder = tree({"a.txt": BAD})
    done = urlmend("lint", "--format", "json", "--output", "out.json", "a.txt")
    assert (done.status, done.out) == (1, "")
    assert json.loads((folder / "out.json").read_text())[0]["code"] == "URL205"
    wrong = urlmend("lint", "--output", "gone/out.json", "a.txt")
    assert (wrong.status, wrong.err) == (2, "urlmend: gone/out.json: No such file or directory\n")


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8")
def test_output_has_the_bytes_of_file_names(urlmend, tree):
    folder = tree({"caf\udce9.txt": BAD})
    assert urlmend("lint", "--output", "out.txt", ".").status == 1
    assert (folder / "out.txt").read_bytes().startswith(b"caf\xe9.txt:1:")


def test_statistics_count_findings_by_rule(urlmend, tree):
    tree({"a.txt": BAD * 10 + "http://a.example/100%\n", "b.txt": "fine\n"})
    done = urlmend("lint", "--statistics", ".")
    assert done.status == 1
    assert done.lines == ["10 URL205 [*] unsafe-national", " 1 URL208     bad-percent"]
    assert urlmend("lint", "--statistics", "b.txt").out == ""


def test_rules_with_as_many_findings_are_sorted_by_code(urlmend):
    done = urlmend("lint", "--statistics", "-", text="http://a.example/100%\n" + BAD)
    assert [line.split()[1] for line in done.lines] == ["URL205", "URL208"]
    assert urlmend("lint", "--statistics", "--format", "json", ".").status == 2


def test_summary_counts_fixable_findings(urlmend, tree):
    tree({"a.txt": BAD + "http://a.example/100%\nftp://al:h7Tq92x@a.internal/\n", "b.txt": BAD})
    done = urlmend("lint", "a.txt", "b.txt")
    assert done.err == (
        "urlmend: 4 findings in 2 files: 4 errors\n"
        "urlmend: [*] 2 fixable with --fix; 1 more with --fix --unsafe-fixes\n"
    )
    # the mark of unsafe fixes is explained where it is printed
    marked = "1 more with --fix --unsafe-fixes (marked ?)\n"
    done = urlmend("lint", "--show-source", "a.txt")
    assert "\n  ? http://a.example/100%25\n" in done.out
    assert done.err.endswith(marked)
    for options in ("--statistics", "--format=jsonl"):
        assert "marked" not in urlmend("lint", "--show-source", options, "a.txt").err
    assert "marked" not in urlmend("lint", "--show-source", "--ignore", "URL208", "a.txt").err
    done = urlmend("lint", "--diff", "--show-source", "a.txt")
    assert done.err == (
        "urlmend: secrets are hidden in this diff; --show-secrets makes one that can be applied\n"
        "urlmend: 1 finding would be fixed in 1 file; 2 left: 2 errors\nurlmend: 1 fixable with --unsafe-fixes\n"
    )
    assert urlmend("lint", "--quiet", "a.txt").err == ""
    assert len(urlmend("lint", "--quiet", "a.txt").lines) == 3
    marked = urlmend("lint", "a.txt").lines
    assert [" [*] " in line for line in marked] == [True, False, False]
    assert urlmend("lint", "--quiet", "a.txt").lines == [line.replace(" [*]", "") for line in marked]


def test_fix_only_reports_no_findings_that_are_left(urlmend, tree):
    folder = tree({"a.txt": BAD + "\nhttp://a.example/100%\n", "b.txt": "http://a.example/100%\n"})
    done = urlmend("lint", "--fix-only", "a.txt", "b.txt")
    assert (done.status, done.out, done.err) == (1, "", "urlmend: 1 finding fixed in 1 file\n")
    assert "%7C" in (folder / "a.txt").read_text()
    done = urlmend("lint", "--fix-only", "a.txt", "b.txt")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_exit_zero_ignores_findings_but_not_errors(urlmend, tree):
    tree({"a.txt": BAD})
    done = urlmend("lint", "--exit-zero", "a.txt")
    assert (done.status, len(done.lines)) == (0, 1)
    assert urlmend("lint", "--exit-zero", "gone.txt").status == 2
    assert urlmend("lint", "--exit-zero", "--ignore", "URL9", "a.txt").status == 2
    assert urlmend("lint", "--exit-zero", "--fix", "a.txt").status == 0


INFO, WARNING, ERROR = "http://a.example/%7Eb\n", "http://a-.example/\n", BAD


@pytest.mark.parametrize(
    ("fail_on", "statuses"),
    [("", (0, 1, 1)), ("error", (0, 0, 1)), ("warning", (0, 1, 1)), ("info", (1, 1, 1))],
)
def test_fail_on_is_the_lowest_severity_that_fails(urlmend, tree, fail_on, statuses):
    options = ["--extend-select", "URL210,URL404", *(["--fail-on", fail_on] if fail_on else [])]
    for text, status in zip((INFO, WARNING, ERROR), statuses, strict=True):
        done = urlmend("lint", *options, text=text)
        assert (done.status, len(done.lines)) == (status, 1)
    tree({"urlmend.toml": f'fail-on = "{fail_on}"\n' if fail_on else ""})
    for text, status in zip((INFO, WARNING, ERROR), statuses, strict=True):
        assert urlmend("lint", "--extend-select", "URL210,URL404", text=text).status == status


def test_the_option_fail_on_overrides_the_setting(urlmend, tree):
    tree({"urlmend.toml": 'fail-on = "error"\n'})
    assert urlmend("lint", "--extend-select", "URL210", "--fail-on", "info", text=INFO).status == 1
    assert urlmend("lint", "--fail-on", "wrong", text=INFO).status == 2


def test_fixed_files_fail_whatever_their_severity(urlmend, tree):
    tree({"a.txt": INFO})
    assert urlmend("lint", "--extend-select", "URL210", "--fix", "a.txt").status == 1


def test_show_source_prints_lines(urlmend):
    done = urlmend("lint", "--show-source", text="see http://a.example/b|c now\n")
    assert done.lines == [
        "-:1:23: URL205 [*] '|' in URL: encode as %7C",
        "    see http://a.example/b|c now",
        "                          ^",
        "  + see http://a.example/b%7Cc now",
    ]


def test_github_format_is_the_default_on_github(urlmend, tree):
    tree({"a.txt": BAD})
    on_github = {"GITHUB_ACTIONS": "true"}
    assert urlmend("lint", "a.txt", env=on_github).out.startswith("::error file=a.txt,line=1,")
    assert urlmend("lint", "--format", "text", "a.txt", env=on_github).out.startswith("a.txt:1:19: ")
    assert urlmend("lint", "a.txt", env={"GITHUB_ACTIONS": "false"}).out.startswith("a.txt:1:19: ")
    urlmend("lint", "--output", "out.txt", "a.txt", env=on_github)
    assert urlmend("lint", "--statistics", "a.txt", env=on_github).lines == ["1 URL205 [*] unsafe-national"]


def test_github_paths_are_relative_to_the_workspace(urlmend, tree):
    folder = tree({"docs/a.txt": BAD})
    environment = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(folder)}
    assert "file=docs/a.txt," in urlmend("lint", "a.txt", cwd=folder / "docs", env=environment).out


# Variables that change what a terminal shows.
COLOURING = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE")
SHOWING = (*COLOURING, "COLUMNS", "INSIDE_EMACS", "GITHUB_ACTIONS", *WITH_LINKS)


def on_terminal(folder, *arguments, stream="stdout", **environment):
    """Return what `urlmend lint` prints if one of its streams is a terminal of 60 columns."""
    controller, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 60))
    try:
        command = [sys.executable, "-m", "urlmend", "lint", *arguments]
        variables = {name: value for name, value in os.environ.items() if name not in SHOWING}
        variables |= {"TERM": "xterm", **environment}
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=folder, env=variables, **streams | {stream: terminal})
    finally:
        os.close(terminal)
    shown = read_terminal(controller)
    process.wait()
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.slow
def test_output_is_coloured_on_a_terminal_only(urlmend, tree):
    folder = tree({"a.txt": BAD})
    assert "\x1b[31mURL205\x1b[0m" in on_terminal(folder, "a.txt")
    assert "\x1b" not in on_terminal(folder, "a.txt", NO_COLOR="1")
    assert "\x1b" not in on_terminal(folder, "a.txt", TERM="dumb")
    assert "\x1b" not in urlmend("lint", "a.txt").out
    assert "\x1b" not in on_terminal(folder, "a.txt", CLICOLOR="0")
    assert "\x1b[31m" in urlmend("lint", "a.txt", env={"FORCE_COLOR": "1"}).out
    assert "\x1b[31m" in urlmend("lint", "a.txt", env={"CLICOLOR_FORCE": "1"}).out
    assert "\x1b[31m" in urlmend("lint", "--color", "always", "a.txt", env={"NO_COLOR": "1"}).out
    assert "\x1b[31m" in urlmend("lint", "--color=always", "--diff", "a.txt").out
    assert "\x1b" not in on_terminal(folder, "--color", "never", "a.txt", FORCE_COLOR="1", TERM="xterm-kitty")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("arguments", [(), ("--show-source",), ("--diff",), ("--statistics",)])
def test_control_characters_never_reach_a_terminal(tree, arguments):
    folder = tree({"a\x1b[2Jb.txt": "\x1b[2J <URL:http://a.example/\x1b[2J|\x9b2Jx> \x1b]0;x\x07\n"})
    shown = on_terminal(folder, *arguments, ".", NO_COLOR="1")
    assert shown
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]", shown)


WIDE_LINE = "the plans of the city are at http://a.example/b|c and will be read by everybody who wants to\n"


@pytest.mark.slow
def test_source_lines_are_printed_on_a_terminal_only(urlmend, tree):
    folder = tree({"a.txt": WIDE_LINE})
    line = "a.txt:1:48: URL205 [*] '|' in URL: encode as %7C\n"
    lines = "    ...re at http://a.example/b|c and will be read by eve...\n" + " " * 31 + "^\n"
    lines += "  + ...re at http://a.example/b%7Cc and will be read by e...\n"
    assert on_terminal(folder, "a.txt", NO_COLOR="1") == line + lines
    assert on_terminal(folder, "--no-show-source", "a.txt", NO_COLOR="1") == line
    assert on_terminal(folder, "a.txt", NO_COLOR="1", TERM="dumb") == line
    assert urlmend("lint", "a.txt").out == line
    assert urlmend("lint", "--show-source", "a.txt").lines[1] == f"    {WIDE_LINE.rstrip()}"
    on_terminal(folder, "-o", "report", "a.txt")
    assert (folder / "report").read_text() == line


def test_codes_are_links_on_terminals_that_show_them(tree):
    folder = tree({"a.txt": BAD})
    shown = on_terminal(folder, "a.txt", TERM="xterm-kitty")
    assert f"\x1b]8;;{RULES['URL205'].address}\x1b\\\x1b[31mURL205\x1b[0m\x1b]8;;\x1b\\ " in shown
    assert "\x1b]8" not in on_terminal(folder, "a.txt")


def test_a_diff_is_coloured_on_a_terminal_only(urlmend, tree):
    folder = tree({"a.txt": "-- a\n" + BAD})
    shown = on_terminal(folder, "--diff", "a.txt")
    assert f"\x1b[31m-{BAD.rstrip()}\x1b[0m\n\x1b[32m+" in shown
    assert "\x1b[1m--- a.txt\x1b[0m\n" in shown
    assert "\x1b" not in on_terminal(folder, "--diff", "a.txt", NO_COLOR="1")
    assert "\x1b" not in urlmend("lint", "--diff", "a.txt").out


@pytest.mark.slow
def test_no_findings_are_reported_on_a_terminal_only(urlmend, tree):
    folder = tree({"a.txt": "http://user:secret@example.com/ http://localhost/\n", "b.txt": BAD})
    said = "urlmend: no findings; --verbose also prints what is exempt\n"
    assert on_terminal(folder, "a.txt", stream="stderr") == said
    assert on_terminal(folder, "--quiet", "a.txt", stream="stderr") == ""
    assert "no findings" not in on_terminal(folder, "b.txt", stream="stderr")
    assert urlmend("lint", "a.txt").err == ""
    assert urlmend("lint", "--verbose", "a.txt").err == (
        "urlmend: a.txt:1:8: not reported: placeholder or example of a secret; URL507 reports it\n"
    )


@pytest.mark.parametrize("command", ["lint", "find"])
def test_reading_a_terminal_is_announced(command):
    controller, terminal = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "urlmend", command], stdin=terminal, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr.readline() == "urlmend: reading standard input; end it with Ctrl-D\n"
        os.write(controller, b"\x04")
        assert process.wait(timeout=60) == 0
    finally:
        process.stderr.close()
        os.close(terminal)
        os.close(controller)


BINARY = "http://a.example/b|c \0\n"


@pytest.mark.parametrize("command", [("lint",), ("lint", "--fix"), ("lint", "--diff"), ("find",)])
def test_named_binary_files_are_announced(urlmend, tree, command):
    tree({"a.bin": BINARY, "d/b.bin": BINARY})
    done = urlmend(*command, "a.bin", "d")
    assert (done.status, done.out) == (0, "")
    assert done.err == "urlmend: a.bin: skipped: binary file\nurlmend: no files to read: skipped 2 binary files\n"


def test_binary_files_are_announced_by_several_processes(urlmend, tree):
    tree({"a.bin": BINARY, "b.txt": "b" * 1_100_000, "c.txt": "c" * 1_100_000, "d.bin": BINARY})
    done = urlmend("lint", "-j", "2", "a.bin", "b.txt", "c.txt", "d.bin")
    named = ["urlmend: a.bin: skipped: binary file", "urlmend: d.bin: skipped: binary file"]
    assert done.err.splitlines() == [*named, "urlmend: skipped: 2 binary files"]


@pytest.mark.slow
def test_source_lines_of_long_texts_are_those_of_short_ones(urlmend, tree):
    text = "see http://a.example/b|c and ftp://ada:h7Tq92x@a.internal/ there\n"
    tree({"a.txt": text, "long.txt": text + "no URL\n" * 600_000 + text})
    short = urlmend("lint", "--show-source", "a.txt").lines
    long = urlmend("lint", "--show-source", "long.txt").lines
    assert long[: len(short)] == [line.replace("a.txt", "long.txt") for line in short]
    assert long[len(short) :] == [line.replace("a.txt:1:", "long.txt:600002:") for line in short]


def test_stdin_filename_is_reported_and_matched(urlmend, tree):
    tree({"urlmend.toml": '[per-file-ignores]\n"vendor/*" = ["URL205"]\n'})
    assert urlmend("lint", "--stdin-filename", "src/a.txt", text=BAD).out.startswith("src/a.txt:1:19: URL205 ")
    assert urlmend("lint", "--stdin-filename", "vendor/a.txt", text=BAD).status == 0
    row = urlmend("find", "--format", "jsonl", "--stdin-filename", "a.txt", "-", text=BAD).rows[0]
    assert row["file"] == "a.txt"


def test_force_exclude_applies_to_named_files(urlmend, tree):
    tree(
        {
            "urlmend.toml": 'exclude = ["vendor/", "*.min.js"]',
            "vendor/a.txt": BAD,
            "a.min.js": f'"{BAD.strip()}"',
            "b.txt": BAD,
        }
    )
    names = ["vendor/a.txt", "a.min.js", "b.txt"]
    assert len(urlmend("lint", *names).lines) == 3
    forced = urlmend("lint", "--force-exclude", *names, "./a.min.js")
    assert [line.split(":")[0] for line in forced.lines] == ["b.txt"]
    assert urlmend("lint", "--force-exclude", "--stdin-filename", "vendor/x.txt", text=BAD).status == 0
    assert [row["url"] for row in urlmend("find", "--force-exclude", "--format", "jsonl", *names).rows] == [BAD.strip()]


@pytest.fixture
def repository(tree):
    """A repository with one commit and uncommitted changes."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tree({"a.txt": f"one\n{BAD}two\n{BAD}", "b.txt": BAD, ODD: BAD, ".gitignore": "ignored.txt\n"})
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    tree(
        {
            "a.txt": f"zero\none\n{BAD}two\n{BAD}three {BAD}",
            "new/c.txt": BAD,
            ODD: f"{BAD}--- {BAD}++ {BAD}",
        }
    )
    tree({"ignored.txt": BAD})
    return folder


def locations(done):
    return [":".join(line.split(":")[:2]) for line in done.lines]


def test_since_reports_changed_lines_only(urlmend, repository):
    done = urlmend("lint", "--since-revision", "HEAD", "a.txt", "b.txt", ODD, "new/c.txt")
    assert locations(done) == ["a.txt:6", f"{ODD}:2", f"{ODD}:3", "new/c.txt:1"]
    assert done.status == 1
    assert locations(urlmend("lint", "--since-revision", "HEAD", ".")) == [
        "a.txt:6",
        f"{ODD}:2",
        f"{ODD}:3",
        "new/c.txt:1",
    ]
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "two")
    assert urlmend("lint", "--since-revision", "HEAD", ".").out == ""
    assert locations(urlmend("lint", "--since-revision", "HEAD~1", "../" + repository.name + "/new")) == [
        f"../{repository.name}/new/c.txt:1"
    ]
    assert locations(urlmend("lint", "--since-revision", "HEAD~1", "c.txt", cwd=repository / "new")) == ["c.txt:1"]


def test_changes_are_the_same_from_every_folder(repository, monkeypatch):
    (repository / "other").mkdir()
    for folder, names in (".", ["a.txt", "new/c.txt", "b.txt"]), ("other", ["../a.txt", "../new/c.txt", "../b.txt"]):
        monkeypatch.chdir(repository / folder)
        assert [Changes("HEAD").include(name) for name in names] == [True, True, False]


def test_since_fixes_changed_lines_only(urlmend, repository):
    done = urlmend("lint", "--since-revision", "HEAD", "--fix", ".")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines() == [
        "urlmend: skipped: 1 ignored by Git; --show-files lists each",
        "urlmend: 4 findings fixed in 3 files",
    ]
    fixed = BAD.replace("|", "%7C")
    assert (repository / "a.txt").read_text() == f"zero\none\n{BAD}two\n{BAD}three {fixed}"
    assert urlmend("lint", "--since-revision", "HEAD", ".").status == 0


def test_since_keeps_the_baseline_of_unchanged_files(urlmend, repository):
    def recorded():
        lines = (repository / "known.jsonl").read_text().splitlines()
        return sorted(json.loads(line)["file"] for line in lines)

    urlmend("lint", "--baseline", "known.jsonl", "--update-baseline", "b.txt")
    assert recorded() == ["b.txt"]
    urlmend(
        "lint", "--baseline", "known.jsonl", "--update-baseline", "--since-revision", "HEAD", "a.txt", "b.txt", "new"
    )
    assert "b.txt" in recorded()
    assert "new/c.txt" in recorded()
    assert "b.txt" not in urlmend("lint", "--baseline", "known.jsonl", ".").out


def test_since_tracks_changed_lines_over_several_passes(urlmend, repository):
    text = "<URL:http://a-\nb.example/c-\nd|e> f\nthree\n"
    (repository / "b.txt").write_text(f"{text}{BAD}")
    assert urlmend("lint", "--since-revision", "HEAD", "--fix", "b.txt").status == 1
    assert (repository / "b.txt").read_text() == f"<URL:http://a-b.example/c-d%7Ce>\nf\nthree\n{BAD}"


def test_since_rejects_unknown_revisions(urlmend, repository, tmp_path_factory):
    done = urlmend("lint", "--since-revision", "nowhere", ".")
    assert (done.status, done.err) == (2, "urlmend: --since-revision: no such revision: nowhere\n")
    assert urlmend("lint", "--since-revision", "--output=x", ".").status == 2
    assert "--since-revision needs a path" in urlmend("lint", "--since-revision", "HEAD").err
    outside = urlmend("lint", "--since-revision", "HEAD", ".", cwd=tmp_path_factory.mktemp("outside"))
    assert outside.status == 2
    assert outside.err.startswith("urlmend: --since-revision: not a git repository")


VIM = r"""
set errorformat=%f:%l:%c:\ %m
cgetfile errors
call writefile(map(getqflist(), 'join([bufname(v:val.bufnr), v:val.lnum, v:val.col, v:val.text], "|")'), 'out')
qa!
"""


FAULTY_TEXT = "see http://a.internal/b|c now\n"


def test_report_never_overwrites_an_input_file(urlmend, tree):
    folder = tree({"a.txt": FAULTY_TEXT})
    done = urlmend("lint", "--output", "./a.txt", "a.txt")
    assert (done.status, done.err) == (2, "urlmend: ./a.txt: --output would overwrite an input file\n")
    assert (folder / "a.txt").read_text() == FAULTY_TEXT


def test_baseline_file_is_not_linted(urlmend, tree):
    folder = tree({"a.txt": FAULTY_TEXT, "urlmend.toml": "baseline = 'baseline.jsonl'\n"})
    for _ in range(2):
        urlmend("lint", "--update-baseline", ".")
        assert (folder / "baseline.jsonl").read_text().count("\n") == 1
    recorded = (folder / "baseline.jsonl").read_bytes()
    assert urlmend("lint", "--fix", ".").status == 0
    assert (urlmend("lint", "baseline.jsonl").out, urlmend("lint", "--fix", "baseline.jsonl").status) == ("", 0)
    assert (folder / "baseline.jsonl").read_bytes() == recorded


@pytest.mark.parametrize("command", ["find", "lint"])
def test_redirected_output_file_is_not_read(tree, command):
    folder = tree({"a.txt": FAULTY_TEXT, "out.txt": ""})
    with (folder / "out.txt").open("w") as out:
        subprocess.run([sys.executable, "-m", "urlmend", command, "."], cwd=folder, stdout=out, check=False)
    assert (folder / "out.txt").read_text().count("\n") == 1


@pytest.mark.parametrize("arguments", [("--output", "d.patch"), ("--format", "json")])
def test_diff_excludes_output_and_format(urlmend, tree, arguments):
    tree({"a.txt": FAULTY_TEXT})
    done = urlmend("lint", "--diff", *arguments, "a.txt")
    assert (done.status, done.err) == (2, "urlmend: --diff cannot be used with --output or --format\n")


@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
def test_vim_parses_locations(urlmend, tree):
    folder = tree({"a b.txt": f"one\nsee {BAD}", "c.txt": BAD, "script.vim": VIM})
    (folder / "errors").write_text(urlmend("lint", ".").out)
    subprocess.run(["vim", "-u", "NONE", "-es", "-S", "script.vim"], cwd=folder, check=False, timeout=600)
    assert (folder / "out").read_text().splitlines() == [
        "a b.txt|2|23|URL205 [*] '|' in URL: encode as %7C",
        "c.txt|1|19|URL205 [*] '|' in URL: encode as %7C",
    ]


EMACS = """
(require 'compile)
(find-file "errors")
(compilation-mode)
(compilation--ensure-parse (point-max))
(goto-char (point-min))
(let ((place (compilation--message->loc (get-text-property (point) 'compilation-message))))
  (princ (format "%s %s" (compilation--loc->line place) (compilation--loc->col place))))
"""


@pytest.mark.skipif(shutil.which("emacs") is None, reason="emacs is not installed")
def test_emacs_parses_locations(urlmend, tree):
    folder = tree({"a.txt": f"one\nsee {BAD}", "script.el": EMACS})
    (folder / "errors").write_text(urlmend("lint", "a.txt").out)
    command = ["emacs", "-Q", "--batch", "-l", "script.el"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    line, column = done.stdout.split()
    assert line == "2", done.stderr
    assert column in ("22", "23"), "some versions count from 0"


def test_sarif_tools_reads_the_report(urlmend, tree):
    pytest.importorskip("sarif", reason="sarif-tools is not installed")
    folder = tree({"a.txt": BAD * 2 + "http://a..internal/ ftp://al:h7Tq92x@a.internal/\n"})
    urlmend("lint", "--format", "sarif", "--output", "a.sarif", "a.txt")
    command = [sys.executable, "-m", "sarif", "summary", "a.sarif"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "error: 3" in done.stdout
    assert "warning: 1" in done.stdout


LONG = "some words\n" * 30_000 + BAD


def test_long_text_is_linted_incrementally(urlmend, tree):
    tree({"a.txt": LONG + LONG})
    run = urlmend("lint", "a.txt")
    locations = [line.partition(" ")[0] for line in run.out.splitlines()]
    assert locations == ["a.txt:30001:19:", "a.txt:60002:19:"]
    assert "2 fixable with --fix" in run.err
    assert urlmend("lint", "-", text=LONG + LONG).out == run.out.replace("a.txt", "-")


def test_suppression_comments_apply_in_a_long_text(urlmend, tree):
    tree({"a.txt": "# urlmend: off\n" + LONG, "b.txt": LONG.replace("\n", "  # urlmend: ignore\n"), "c.txt": LONG})
    found = urlmend("lint", "a.txt", "b.txt", "c.txt", "--select", "URL205").out
    assert [line.partition(":")[0] for line in found.splitlines()] == ["c.txt"]
    usual = urlmend("lint", "a.txt", "c.txt").out
    assert [line.partition(":")[0] for line in usual.splitlines()] == ["c.txt"]


def test_long_text_without_findings_is_a_passed_junit_test(urlmend, tree):
    tree({"a.txt": "some words\n" * 30_000})
    suite = ET.fromstring(urlmend("lint", "a.txt", "--format", "junit").out)
    assert [(case.get("classname"), case.get("name")) for case in suite.iter("testcase")] == [
        ("urlmend", "no findings")
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], []),
        (["--select", "URL205"], ["URL205"]),
        (["--extend-select", "URL205"], ["URL205"]),
        (["--select", "URL5"], []),
        (["--select", "URL205", "--ignore", "URL2"], []),
    ],
)
def test_what_the_command_line_selects_no_setting_ignores(urlmend, tree, options, expected):
    tree({"urlmend.toml": 'ignore = ["URL205"]\n', "a.txt": "http://a.internal/b|c\n"})
    assert [line.split()[1] for line in urlmend("lint", *options, "a.txt").lines] == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["URL205", "URL503"]),
        (["--select", "URL205"], ["URL205"]),
        (["--select", "URL208"], []),
        (["--select", "URL208,URL503"], ["URL503"]),
        (["--select", "URL205", "--extend-select", "URL503"], ["URL205", "URL503"]),
        (["--extend-select", "URL208"], ["URL205", "URL503"]),
    ],
)
def test_select_on_the_command_line_replaces_what_settings_select(urlmend, tree, options, expected):
    tree({"urlmend.toml": 'extend-select = ["URL503"]\n', "a.txt": "http://a.internal/b|c ftp://al@a.internal/\n"})
    assert [line.split()[1] for line in urlmend("lint", *options, "a.txt").lines] == expected


def test_findings_are_in_document_order(urlmend):
    done = urlmend("lint", "--quiet", text=f"{BAD}# urlmend: ignore[URL208]\n{BAD}")
    assert [line.split(" ")[1] for line in done.lines] == ["URL205", "URL001", "URL205"]
