"""Patterns of `.gitignore` files match what Git matches, in linear time."""

import itertools
import os
import shutil
import subprocess
import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tables import each_row
from urlmend._lib.gitignore import IgnorePatterns, is_valid

LETTERS = ["a", "b", "ab", "aab", "-", "]", "!x", "#", "a b", "\\", "^", ".a", "[", "é", "A", "0", "a*", "a\n"]
FOLDERS = ["a", "b", "ab", "a/a", "a/b", "a/ab", "b/a", "a/b/a", "a/a/a", "a/b/ab", ".a", "a b", "[", "é"]
FILES = [*LETTERS[3:], *(f"{folder}/{name}" for folder, name in itertools.product(FOLDERS, LETTERS))]
FILES = [name for name in dict.fromkeys(FILES) if name not in FOLDERS]

PIECES = [
    *("*", "*", "**", "**/", "/**", "/", "/", "?", "***", "!", "#", " ", "\\ ", "\r", "."),
    *("a", "a", "b", "ab", "é", "0", "-", "]", "^", "\\", "\\*", "\\/"),
    *("[a]", "[!a]", "[^ab]", "[a-b]", "[b-a]", "[]]", "[", "[\\]]", "[a-\\b]", "[--/]"),
    *("[[:alpha:]]", "[[:foo:]]", "[[:x]", "[[:punct:]a-]"),
]
LINES = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repository")
    if not shutil.which("git") or os.name == "nt":
        pytest.skip("git and file names with any character are needed")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return folder


def ignored_by_git(repository, data):
    (repository / ".gitignore").write_bytes(data)
    command = ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "-z", "--stdin"]
    paths = b"\0".join(map(os.fsencode, [*FILES, *FOLDERS]))
    done = subprocess.run(command, cwd=repository, input=paths, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return {os.fsdecode(path) for path in done.stdout.split(b"\0") if path}


def ignored(data):
    patterns = IgnorePatterns.of_file(data)
    files = {name for name in FILES if patterns.ignores(name)}
    return files | {name for name in FOLDERS if patterns.ignores(f"{name}/")}


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, min_size=1, max_size=4))
@example(lines=["/a**/b"])
@example(lines=["/a**"])
@example(lines=["a**/b", "!a/ab"])
@example(lines=["**\\/a"])
@example(lines=["a/**/**/b"])
@example(lines=["\ufeffa"])
def test_git_ignores_the_same_paths(repository, lines):
    data = "\n".join(lines).encode()
    assert ignored(data) == ignored_by_git(repository, data)


# A pattern that many ways of dividing a path among the stars have to be excluded for, and the path, by size.
HOSTILE = [
    (lambda n: "*a" * n + "*b", lambda n: "a" * 40 * n),
    (lambda n: "*a" * n + "b", lambda n: "x/" + "a" * 40 * n),
    (lambda n: "*?" * n + "b", lambda n: "a" * 40 * n),
    (lambda n: "*[ab]" * n + "c", lambda n: "ab" * 20 * n),
    (lambda n: "/*a" * n + "*b", lambda n: "a/" * 40 * n + "a"),
    (lambda n: "**/" * n + "b", lambda n: "a/" * 40 * n + "a"),
    (lambda n: "**/a/" * n + "b", lambda n: "a/" * 40 * n + "a"),
    (lambda n: "**/*a*/" * n + "b", lambda n: "aa/" * 40 * n + "a"),
    (lambda n: "a/" + "**/*" * n + "/b", lambda n: "a/" * 40 * n + "a"),
    (lambda n: "/x" + "*" * n + "a*" * n + "b", lambda n: "x" + "a" * 40 * n),
    (lambda n: "!" + "*a" * n + "*b", lambda n: "a" * 40 * n),
    (lambda n: "*a" * n + "*b/", lambda n: ("a" * 40 + "/") * n + "a"),
    (lambda n: "[" * n, lambda n: "[" * 40 * n),
    (lambda n: "a" + " " * 40 * n + "b", lambda n: "a" + " " * n),
    (lambda n: "a" + "\\ " * 40 * n + "b", lambda n: "a" + " " * n),
]


@pytest.mark.slow
@each_row(("pattern", "path"), HOSTILE)
@each_row("size", [10, 50])
def test_no_star_backtracks(pattern, path, size):
    started = time.process_time()
    assert not IgnorePatterns.of_settings([pattern(size)]).ignores(path(size))
    assert time.process_time() - started < 1


@pytest.mark.parametrize("depth", [1500, 3000])
def test_paths_may_be_deep(depth):
    patterns = IgnorePatterns.of_settings(["b/", "*.log"])
    folder = "a/" * depth
    assert [patterns.ignores(folder + name) for name in ("x", "y", "x.log", "b/x", "b/y/z")] == [False] * 2 + [True] * 3


ORDERS = [
    (["build/"], {"build/a": True, "build": False, "x/build/a": True, "x/a": False}),
    (["*.log", "!keep.log"], {"a.log": True, "keep.log": False, "x/keep.log": False, "a": False}),
    (["x/", "!x/a"], {"x/a": True, "a": False}),
    (["x/*", "!x/a"], {"x/a": False, "x/b": True, "x/b/c": True}),
    (["../a"], {"../a": True, "a": False}),
    (["# a", "", "  "], {"a": False, "# a": False}),
]


@each_row(("patterns", "paths"), ORDERS)
def test_folders_of_a_path_are_considered_in_any_order(patterns, paths):
    for names in (list(paths), list(paths)[::-1]):
        found = IgnorePatterns.of_settings(patterns)
        assert {name: found.ignores(name) for name in names} == paths


@each_row("pattern", ["", " ", "# [", "a", "a/", "*", "a]", "[]a]", "\\!", "a\\ ", "[!b-a]", "[z-a]"])
def test_valid_patterns(pattern):
    assert is_valid(pattern)


@each_row("pattern", ["!", "/", "a\\", "[a", "[]", "[!]", "[[:x:]]", "a[\\", "[a-", "!["])
def test_patterns_that_match_nothing_are_invalid(pattern):
    assert not is_valid(pattern)


LOWER, UPPER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
PUNCTUATION = "!\"#$%&'()*+,-.:;<=>?@[\\]^_`{|}~"
# Named classes of characters in the POSIX locale; `/` is never matched, and Git's white space has no \v and \f.
CLASSES = {
    "alnum": LOWER + UPPER + DIGITS,
    "alpha": LOWER + UPPER,
    "blank": " \t",
    "cntrl": "".join(map(chr, [*range(1, 32), 127])),
    "digit": DIGITS,
    "graph": LOWER + UPPER + DIGITS + PUNCTUATION,
    "lower": LOWER,
    "print": LOWER + UPPER + DIGITS + PUNCTUATION + " ",
    "punct": PUNCTUATION,
    "space": " \t\n\r",
    "upper": UPPER,
    "xdigit": DIGITS + "abcdefABCDEF",
}


@each_row("name", CLASSES)
def test_all_named_classes(name):
    patterns = IgnorePatterns.of_settings([f"x[[:{name}:]]"])
    chars = [char for char in map(chr, range(1, 256)) if char != "/"]
    assert [char for char in chars if patterns.ignores("x" + char)] == sorted(CLASSES[name])
