"""The files of a folder, less what is ignored."""

import os
import subprocess
import sys

import pytest

from urlmend.sources.walk import walk

FILES = ["a.txt", "b.log", "sub/a.txt", "sub/b.log", "sub/deep/a.txt", "sub/deep/b.log", "build/a.txt"]


def names(folder):
    return [os.path.relpath(path, folder).replace(os.sep, "/") for path in walk(str(folder))]


def test_files_are_sorted_by_name(tree):
    folder = tree(dict.fromkeys(["b/x", "a/z", "a/y", "c", "B", "a.txt"], ""))
    assert names(folder) == ["B", "a/y", "a/z", "a.txt", "b/x", "c"]


def test_an_empty_folder_has_no_files(tmp_path):
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("exclude", "below", "remaining"),
    [
        (("/a.txt",), "", [name for name in FILES if name != "a.txt"]),
        (("/sub/a.txt",), "", [name for name in FILES if name != "sub/a.txt"]),
        (("/folder/a.txt",), "", FILES),
        (("/folder/a.txt",), "..", [name for name in FILES if name != "a.txt"]),
    ],
)
def test_patterns_are_relative_to_the_folder_or_else_to_the_top(tree, exclude, below, remaining):
    top = tree({f"folder/{name}": "" for name in FILES}) / "folder"
    found = walk(str(top), exclude, str(top / below) if below else "")
    if not below:
        assert [*walk(str(top), exclude)] == [*walk(str(top), exclude, str(top))]
    assert sorted(os.path.relpath(path, top).replace(os.sep, "/") for path in found) == sorted(remaining)


IGNORED = [
    # the ignore files; which of FILES remain
    ({}, FILES),
    ({".gitignore": "*.log\n"}, ["a.txt", "sub/a.txt", "sub/deep/a.txt", "build/a.txt"]),
    ({".gitignore": "/b.log\n"}, [name for name in FILES if name != "b.log"]),
    ({".gitignore": "build/\n"}, [name for name in FILES if not name.startswith("build")]),
    ({".gitignore": "build\n"}, [name for name in FILES if not name.startswith("build")]),
    ({".gitignore": "sub/*.log\n"}, [name for name in FILES if name != "sub/b.log"]),
    ({".gitignore": "sub/**/*.log\n"}, [name for name in FILES if not (name.startswith("sub") and "log" in name)]),
    ({".gitignore": "# a.txt\n\n"}, FILES),
    ({".gitignore": "*.log\n!sub/b.log\n"}, [name for name in FILES if name not in ("b.log", "sub/deep/b.log")]),
    ({".gitignore": "*.log\n", "sub/.gitignore": "!b.log\n"}, [name for name in FILES if name != "b.log"]),
    ({"sub/.gitignore": "*.log\n"}, [name for name in FILES if name not in ("sub/b.log", "sub/deep/b.log")]),
    ({"sub/.gitignore": "/a.txt\n"}, [name for name in FILES if name != "sub/a.txt"]),
    ({".gitignore": "sub/\n!sub/a.txt\n"}, [name for name in FILES if not name.startswith("sub")]),
    ({".gitignore": "*\n!*.log\n!*/\n"}, ["b.log", "sub/b.log", "sub/deep/b.log"]),
    ({".gitignore": "\\!a.txt\n"}, FILES),
    ({".gitignore": "!\n\\\n[z-a].txt\n[[:digit:]]x\n*.log\n"}, [name for name in FILES if "log" not in name]),
    ({".git/info/exclude": "# x\n*.log\n/sub/deep/\n"}, ["a.txt", "sub/a.txt", "build/a.txt"]),
    ({".git/info/exclude": "*.log\n", ".gitignore": "!/b.log\n"}, [name for name in FILES if "/b.log" not in name]),
    ({".git/info/exclude": "!*.log\n", ".gitignore": "*.log\n"}, [name for name in FILES if "log" not in name]),
    ({".git/info/exclude": "*.log\n", "sub/.gitignore": "!b.log\n"}, [name for name in FILES if name != "b.log"]),
    ({".git/info/exclude": b"*.log\r\n\xff\n"}, [name for name in FILES if "log" not in name]),
    ({".git/info/exclude/a": "*.log\n"}, FILES),
    ({".gitignore": b"*.log\n\xff\xfe\n"}, [name for name in FILES if "log" not in name]),
]


@pytest.mark.parametrize(("ignore_files", "remaining"), IGNORED)
def test_ignore_files_are_honoured(tree, ignore_files, remaining):
    folder = tree({**dict.fromkeys(FILES, "text"), ".git/config": "", **ignore_files})
    assert {name for name in names(folder) if not name.endswith(".gitignore")} == set(remaining)


@pytest.mark.parametrize(("ignore_files", "remaining"), IGNORED)
def test_git_lists_the_same_files(tree, tmp_path, ignore_files, remaining):
    listing = ["git", "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard"]
    try:
        subprocess.run(["git", "init", "-q", tmp_path], check=True, capture_output=True)
        (tmp_path / ".git" / "info" / "exclude").unlink(missing_ok=True)
        folder = tree({**dict.fromkeys(FILES, "text"), **ignore_files})
        done = subprocess.run(listing, cwd=folder, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git is not to be had")
    assert set(names(folder)) == set(done.stdout.splitlines())


def test_the_exclude_file_of_the_repository_applies_from_its_root(tree):
    folder = tree({".git/info/exclude": "/sub/*.log\n", "sub/a.log": "", "sub/sub/b.log": "", "sub/c": ""})
    assert names(folder / "sub") == ["c", "sub/b.log"]


def test_an_exclude_file_that_is_no_file_is_passed_over(tree):
    folder = tree({".git/info/a": "", "a": ""})
    os.mkfifo(folder / ".git" / "info" / "exclude")
    assert names(folder) == ["a"]


def test_the_git_folder_is_skipped(tree):
    assert names(tree({".git/config": "", "sub/.git": "", "a": "", ".github/b": ""})) == [".github/b", "a"]


def test_ignore_files_of_parent_folders_apply_up_to_the_repository_root(tree):
    folder = tree({".gitignore": "*\n", "r/.git/config": "", "r/.gitignore": "*.log\n/sub/c\n", "r/sub/a.txt": ""})
    tree({"r/sub/b.log": "", "r/sub/c": ""})
    assert names(folder / "r" / "sub") == ["a.txt"]


def test_links_to_folders_are_not_followed_and_links_to_files_are(tree):
    folder = tree({"a/b.txt": "", "c/d.txt": ""})
    os.symlink(folder / "a", folder / "c" / "loop")
    os.symlink(folder, folder / "a" / "up")
    os.symlink(folder / "a" / "b.txt", folder / "c" / "link.txt")
    assert names(folder) == ["a/b.txt", "c/d.txt", "c/link.txt"]


def test_a_dangling_link_is_skipped(tree):
    folder = tree({"a": ""})
    os.symlink(folder / "gone", folder / "b")
    os.symlink(folder / "c", folder / "c")
    assert names(folder) == ["a"]


def test_pipes_are_skipped(tree):
    folder = tree({"a": ""})
    os.mkfifo(folder / "pipe")
    assert names(folder) == ["a"]


def test_the_tmp_of_a_maildir_is_skipped(tree):
    assert names(tree({"m/cur/1": "", "m/new/2": "", "m/tmp/3": "", "tmp/4": ""})) == ["m/cur/1", "m/new/2", "tmp/4"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_an_unreadable_folder_is_yielded_as_a_file(tree):
    folder = tree({"a": "", "b/c": ""})
    (folder / "b").chmod(0)
    try:
        assert names(folder) == ["a", "b"]
    finally:
        (folder / "b").chmod(0o700)


@pytest.fixture
def deep(tmp_path):
    """A function that makes nested folders, which `shutil` cannot remove."""
    yield lambda depth, name="d": make_nested(tmp_path, depth, name)
    subprocess.run(["rm", "-rf", tmp_path], check=True)


def make_nested(folder, depth, name):
    """Make nested folders with a text in the innermost one, without exceeding the length of a path."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(depth):
            os.mkdir(name)
            os.chdir(name)
        with open("a.txt", "w") as file:
            file.write("see http://a.example/b|c\n")
    finally:
        os.chdir(here)


@pytest.mark.slow
def test_deeply_nested_folders_are_read(urlmend, deep, tmp_path):
    deep(sys.getrecursionlimit() + 10)
    (tmp_path / "z.txt").write_text("see http://z.example/b|c\n")
    for command in ("find", "scan"):
        done = urlmend(command, ".")
        assert done.status in (0, 1), done.err
        assert "a.example" in done.out or "a.txt:1" in done.out
        assert "z.example" in done.out or "z.txt:1" in done.out
    assert "2 findings fixed in 2 files" in urlmend("lint", "--fix", ".").err


@pytest.mark.parametrize("command", ["find", "lint", "lint --fix", "scan --processes 1"])
def test_folders_with_too_long_a_path_are_a_problem(urlmend, deep, tmp_path, command):
    deep(60, "d" * 200)
    (tmp_path / "z.txt").write_text("see http://z.example/b|c\n")
    done = urlmend(*command.split(), ".")
    assert done.status == 2
    assert "File name too long" in done.err
    assert "z.example" in done.out or "z.txt:1" in done.out or "1 finding fixed" in done.err
