"""`find` with names, line numbers, NUL characters and changed lines; `--list-files`; valid UTF-8 for programs."""

import json
import os
import subprocess
import sys

import pytest


@pytest.fixture
def labelled(tree):
    """A folder with two files and a PDF-like name that is no text."""
    return tree(
        {
            "a.txt": "http://a.test-host.org/\nsee <http://b.test-host.org/x/\ny> and http://c.test-host.org/\n",
            "b/c.txt": "\nhttp://a.test-host.org/\n",
            "b/d.bin": b"\0\1\2",
        }
    )


LABELLED = [
    (["-n", "a.txt"], "1:http://a.test-host.org/\n2:http://b.test-host.org/x/y\n3:http://c.test-host.org/\n"),
    (
        ["--line-number", "--unique", "a.txt", "b/c.txt"],
        "1:http://a.test-host.org/\n2:http://b.test-host.org/x/y\n3:http://c.test-host.org/\n",
    ),
    (["--with-filename", "b/c.txt"], "b/c.txt:http://a.test-host.org/\n"),
    (["-nH", "--defang", "b/c.txt"], "b/c.txt:2:hxxp://a[.]test-host[.]org/\n"),
    (["-0", "b/c.txt"], "http://a.test-host.org/\0"),
    (["-0nH", "b/c.txt"], "b/c.txt:2:http://a.test-host.org/\0"),
    (["--list-files", "."], "a.txt\nb/c.txt\n"),
    (["--list-files", "-0", "."], "a.txt\0b/c.txt\0"),
]


@pytest.mark.parametrize(("options", "shown"), LABELLED)
def test_lines_files_and_ends_of_urls(urlmend, labelled, options, shown):
    done = urlmend("find", *options)
    assert (done.status, done.out) == (0, shown)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such names")
def test_names_with_control_characters_are_escaped(urlmend, tree):
    tree({"a\x1b\n.txt": "http://a.test-host.org/"})
    assert urlmend("find", "-H", ".").out == "a\\x1b\\n.txt:http://a.test-host.org/\n"


def test_files_that_are_not_read_are_not_listed(urlmend, labelled):
    done = urlmend("lint", "--list-files", "--show-files", "--exclude", "a.*", "b", "b/d.bin", "gone")
    assert (done.status, done.out) == (2, "b/c.txt\n")
    assert done.err.splitlines()[:2] == [
        "urlmend: b/d.bin: skipped: binary file",
        "urlmend: gone: No such file or directory",
    ]


EXCLUSIVE = [
    (["-n", "--count"], "--line-number cannot be used with --count"),
    (["-H", "--format", "jsonl"], "--with-filename cannot be used with --format jsonl"),
    (["-0", "--explain"], "--print0 cannot be used with --explain"),
    (["--since-revision", "HEAD"], "--since-revision needs a path, such as '.': standard input has no Git history"),
]


@pytest.mark.parametrize(("options", "message"), EXCLUSIVE)
def test_options_that_exclude_each_other(urlmend, options, message):
    done = urlmend("find", *options)
    assert (done.status, done.err) == (2, f"urlmend: {message}\n")


def test_urls_of_changed_lines(urlmend, labelled):
    git = ["git", "-C", labelled, "-c", "user.name=ada", "-c", "user.email=ada@canal.example"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "start"]):
        subprocess.run([*git, *command], check=True)
    (labelled / "a.txt").write_text(
        "http://a.test-host.org/\nsee <http://b.test-host.org/x/\nz> and http://c.test-host.org/\n"
    )
    (labelled / "new.txt").write_text("http://d.test-host.org/ http://d.test-host.org/\n")
    lines = ["http://b.test-host.org/x/z", "http://c.test-host.org/", *["http://d.test-host.org/"] * 2]
    assert urlmend("find", "--since-revision", "HEAD", ".").lines == lines
    assert [row["url"] for row in urlmend("find", "--since-revision", "HEAD", "--format", "jsonl", ".").rows] == lines
    assert urlmend("find", "-n", "--since-revision", "HEAD", "a.txt").lines == [f"2:{lines[0]}", f"3:{lines[1]}"]
    assert urlmend("find", "--count", "--since-revision", "HEAD", ".").lines[0] == f"2 {lines[2]}"
    assert [
        line for line in urlmend("find", "--explain", "--since-revision", "HEAD", ".").lines if line[0] != " "
    ] == lines
    assert urlmend("find", "--since-revision", "nope", ".").err == "urlmend: --since-revision: no such revision: nope\n"


STRICT = [
    ["find", "--format", "jsonl"],
    ["find", "--count", "--format", "jsonl"],
    ["find", "--explain", "--format", "jsonl"],
]
STRICT += [["lint", "--format", name] for name in ("json", "jsonl", "csv", "sarif", "gitlab")]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode")
@pytest.mark.parametrize("command", STRICT, ids=" ".join)
def test_data_for_programs_is_valid_utf_8(urlmend, tree, command):
    folder = tree({"a.txt": b""})
    (folder / os.fsdecode(b"n\xff\xf0\x9f\x98\x80.txt")).write_bytes(
        b"see http://a.test-host.org/\xff\xf0\x9f\x98\x80|c now"
    )
    shown = urlmend(*command, ".").out_bytes.decode("utf-8")
    assert shown.count("\n") > 0
    if command[-1] != "csv":
        for text in shown.splitlines() if command[-1] == "jsonl" else [shown]:
            json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")
