"""Files that Git ignores but tracks are read: the index of their repository says which."""

import os
import shutil
import subprocess

import pytest

from tables import slow_after
from urlmend._lib.git_index import TrackedFiles
from urlmend.sources.walk import walk

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

BAD = "see http://www.canal.example/a|b\n"
FILES = ["a.txt", "b.log", "build/c.txt", "build/deep/d.txt", "sub/b.log", "sub/e.txt"]


def git(folder, *arguments):
    """Run git in a folder, with an invented author."""
    who = ["-c", "user.name=ada", "-c", "user.email=ada@canal.example", "-c", "protocol.file.allow=always"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")


def names(folder, report=None):
    found = [os.path.relpath(path, folder).replace(os.sep, "/") for path in walk(str(folder), report=report)]
    return [name for name in found if not name.endswith(".gitignore")]


def shown_by_git(folder):
    listed = git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return {name for name in listed if name and not name.endswith(".gitignore") and (folder / name).exists()}


@pytest.fixture
def repository(tree):
    """A function that makes a repository that tracks files, which an ignore file then excludes."""

    def make(tracked, *options, ignored="*\n", files=FILES):
        folder = tree({**dict.fromkeys(files, BAD)})
        git(folder, "init", "--quiet", *options)
        if tracked:
            git(folder, "add", "--force", *tracked)
        tree({".gitignore": ignored})
        return folder

    return make


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("ignored", ["*\n", "*.log\n", "build\n", "build/\n", "/sub/*\n", "build/*\n!build/deep\n",
                                     "*\n!*/\n!e.txt\n", "*.txt\n!/a.txt\n", "**/b.log\nbuild/deep/\n"])  # fmt: skip
@pytest.mark.parametrize("tracked", [[], FILES, ["a.txt"], ["build/deep/d.txt"], ["sub", "b.log"], ["build/c.txt"]])
def test_git_lists_the_same_files(repository, ignored, tracked):
    folder = repository(tracked, ignored=ignored)
    found = names(folder)
    assert set(found) == shown_by_git(folder)
    assert found == sorted(found, key=lambda name: name.split("/"))
    for below in "build", "sub", "build/deep":
        expected = {name.removeprefix(f"{below}/") for name in names(folder) if name.startswith(f"{below}/")}
        assert expected <= set(names(folder / below))


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("form", slow_after(1, ["sha256", "sha1"]))
@pytest.mark.parametrize(
    "options", [[], ["core.splitIndex"], ["index.skipHash"], ["index.threads"], ["feature.manyFiles"]]
)
def test_formats_of_the_index(repository, tree, version, form, options):
    many = [f"many/{'x' * (number % 9)}/{number}\u00e9.txt" for number in range(300)]
    long = "/".join(["l" * 200] * 18) + "/" + "n" * 250
    folder = repository([], f"--object-format={form}", files=[*FILES, *many, long])
    for option in options:
        git(folder, "config", option, "true")
    git(folder, "update-index", "--index-version", str(version))
    git(folder, "add", "--force", "a.txt", "build/deep", "sub", long, *many[1:])
    if options == ["core.splitIndex"]:
        git(folder, "update-index", "--split-index")
        tree({"many/new.txt": ""})
        git(folder, "add", "--force", "many/new.txt")
        assert list((folder / ".git").glob("sharedindex.*"))
    git(folder, "add", "--force", "--intent-to-add", "build/c.txt")
    if version == 3:
        git(folder, "update-index", "--skip-worktree", "a.txt")
    assert set(names(folder)) == shown_by_git(folder)
    assert len(names(folder)) >= 300


def test_paths_need_not_be_utf_8(repository):
    folder = repository([])
    name = os.fsdecode(b"\xff\xfe\n\t.txt")
    try:
        (folder / name).write_text(BAD)
    except OSError:
        pytest.skip("the file system refuses such names")
    git(folder, "add", "--force", "--", name)
    assert names(folder) == [name]


def test_files_with_conflicts_are_tracked(repository):
    folder = repository([])
    blob = git(folder, "hash-object", "-w", "a.txt").strip()
    lines = "".join(f"100644 {blob} {stage}\tbuild/c.txt\n" for stage in (1, 2, 3))
    subprocess.run(["git", "update-index", "--index-info"], cwd=folder, input=lines.encode(), check=True)
    assert names(folder) == ["build/c.txt"]


def test_names_that_begin_alike(repository):
    files = ["a", "a.b/c", "a-b", "b/a", "b-a/a", "b/a.b", "ba"]
    folder = repository(["a.b/c", "b/a"], files=files)
    assert names(folder) == ["a.b/c", "b/a"]


def test_worktrees_and_separate_git_folders(repository, tmp_path_factory):
    folder = repository(["build/c.txt"], ignored="build\n")
    git(folder, "commit", "--quiet", "--message=x")
    for number, arguments in enumerate(
        [["worktree", "add", "--quiet"], ["clone", "--quiet", ".", "--separate-git-dir"]]
    ):
        other = tmp_path_factory.mktemp("other") / "worktree"
        more = [tmp_path_factory.mktemp("git") / "x"] if number else []
        git(folder, *arguments, *more, other)
        assert (other / ".git").is_file()
        (other / ".gitignore").write_text("*\n")
        assert names(other) == ["build/c.txt"]


def test_submodules_and_other_repositories(repository, tmp_path_factory):
    part = tmp_path_factory.mktemp("part")
    for name in "one.txt", "two.log", "three.log":
        (part / name).write_text(BAD)
    git(part, "init", "--quiet")
    git(part, "add", "one.txt", "two.log")
    git(part, "commit", "--quiet", "--message=x")
    folder = repository(["a.txt"], ignored="*.log\nvendor\nother\n")
    git(folder, "submodule", "--quiet", "add", "--force", f"file://{part}", "vendor/part")
    git(folder, "clone", "--quiet", part, "nested")
    git(folder, "clone", "--quiet", part, "other")
    shutil.copy(part / "three.log", folder / "nested")
    shutil.copy(part / "three.log", folder / "vendor" / "part")
    found = [name for name in names(folder) if "/" in name and not name.startswith(("build", "sub"))]
    assert found == ["nested/one.txt", "nested/two.log", "vendor/part/one.txt", "vendor/part/two.log"]
    assert names(folder / "other") == ["one.txt", "two.log"]
    (part / ".gitignore").write_text("*\n")
    assert names(part.parent / part.name) == ["one.txt", "two.log"]


def test_sparse_checkouts(repository):
    folder = repository(FILES)
    git(folder, "commit", "--quiet", "--message=x")
    try:
        git(folder, "sparse-checkout", "set", "--cone", "--sparse-index", "build")
    except subprocess.CalledProcessError:
        pytest.skip("git has no sparse index")
    assert set(names(folder)) == shown_by_git(folder)
    (folder / "sub").mkdir(exist_ok=True)
    (folder / "sub" / "e.txt").write_text(BAD)
    assert "sub/e.txt" in names(folder)


def test_removed_files_and_links_and_pipes(repository):
    folder = repository(FILES)
    os.remove(folder / "a.txt")
    os.symlink("sub/e.txt", folder / "b.txt")
    git(folder, "add", "--force", "b.txt")
    os.remove(folder / "b.log")
    os.mkfifo(folder / "b.log")
    shutil.rmtree(folder / "sub")
    (folder / "sub").write_text("")
    assert names(folder) == ["build/c.txt", "build/deep/d.txt"]


def test_a_new_repository_tracks_nothing(repository):
    folder = repository([])
    found = []
    assert names(folder, lambda *problem: found.append(problem)) == []
    assert found == []


def test_settings_exclude_tracked_files(urlmend, repository, tree):
    folder = repository(FILES)
    tree({"urlmend.toml": 'exclude = ["build/"]\n'})
    git(folder, "add", "--force", "urlmend.toml")
    found = ["a.txt", "b.log", "sub/b.log", "sub/e.txt"]
    assert urlmend("lint", "--list-files", ".").lines == [*found, "urlmend.toml"]
    assert urlmend("lint", "--list-files", "--exclude", "sub", ".").lines == [*found[:2], "urlmend.toml"]


@pytest.mark.parametrize("command", ["find", "lint", "scan"])
def test_commands_read_ignored_files_that_are_tracked(urlmend, repository, command):
    repository(["build/deep/d.txt"])
    options = ["--quiet", "--exit-zero"] if command == "scan" else ["--format", "jsonl"]
    (row,) = urlmend(command, *options, ".").rows
    assert os.path.normpath(row.get("file") or row["archive"]) == os.path.join("build", "deep", "d.txt")


DAMAGED = {
    "empty": lambda data: b"",
    "short": lambda data: data[:50],
    "without its end": lambda data: data[:-30],
    "version": lambda data: data[:7] + b"\x05" + data[8:],
    "count": lambda data: data[:8] + b"\xff\xff\xff\xff" + data[12:],
    "low count": lambda data: data[:11] + b"\x01" + data[12:],
    "signature": lambda data: b"CRID" + data[4:],
    "length": lambda data: data[:72] + b"\x0f\xff" + data[74:],
    "text": lambda data: b"text " * 100,
    "extension": lambda data: data[:-20] + b"TREE\xff\xff\xff\xff" + data[-20:],
    "shared": lambda data: data[:-20] + b"link\0\0\0\x14" + b"\x01" * 20 + data[-20:],
}


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("version", slow_after(1, [4, 2]))
def test_a_damaged_index_is_reported_once(urlmend, repository, damage, version):
    folder = repository(["a.txt", "b.log"], ignored="*.log\nbuild\n")
    git(folder, "update-index", "--index-version", str(version))
    index = folder / ".git" / "index"
    index.write_bytes(DAMAGED[damage](index.read_bytes()))
    for command in ["lint", "--quiet"], ["scan", "--quiet", "--exit-zero"]:
        done = urlmend(*command, ".")
        (line,) = [line for line in done.err.splitlines() if "tracks" in line]
        assert line.startswith("urlmend: .git: ignored files are skipped, even if Git tracks them: ")
        assert "a.txt" in done.out or "canal.example" in done.out


@pytest.mark.parametrize("content", [b"", b"gitdir: nowhere\n", b"gitdir: ../\n", b"\xff\0", b"gitdir: a\0b"])
def test_a_damaged_git_file_is_reported(urlmend, tree, content):
    folder = tree({".git": content, ".gitignore": "*.log\n", "a.txt": BAD, "b.log": BAD})
    done = urlmend("lint", "--quiet", ".")
    assert [line.partition(":")[0] for line in done.lines] == ["a.txt"]
    if content == b"gitdir: ../\n" and (folder.parent / "index").exists():
        pytest.skip("there is an index")
    assert (content == b"gitdir: ../\n") or done.err.startswith("urlmend: .git: ignored files are skipped")


def test_an_index_that_is_no_file_is_not_read(urlmend, tree):
    folder = tree({".git/config": "", ".gitignore": "*.log\n", "a.txt": BAD, "b.log": BAD})
    os.mkfifo(folder / ".git" / "index")
    done = urlmend("lint", "--quiet", ".")
    assert done.err.endswith("even if Git tracks them: not a regular file\n")


def test_paths_of_an_index_take_bounded_memory(tree):
    """Each path of version 4 names how much of the one before it has, so that they may take quadratic memory."""
    entry = b"\0" * 60 + b"\x0f\xff"
    first = entry + b"\0" + b"x" * 100_000 + b"\0"
    data = b"DIRC" + (4).to_bytes(4, "big") + (5001).to_bytes(4, "big") + first + (entry + b"\1y\0") * 5000
    folder = tree({".git/index": data + b"\0" * 20})
    with pytest.raises(ValueError, match="damaged"):
        TrackedFiles.of_repository(str(folder))


def test_git_is_not_started(repository, monkeypatch):
    folder = repository(FILES)
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setenv("PATH", "")
    assert names(folder) == sorted(FILES, key=lambda name: name.split("/"))


def test_the_index_is_read_once_and_only_if_something_is_ignored(repository, monkeypatch):
    calls = []
    read = TrackedFiles.of_repository
    monkeypatch.setattr(TrackedFiles, "of_repository", lambda root: (calls.append(root), read(root))[1])
    folder = repository(["a.txt"], ignored="*.none\n")
    assert set(names(folder)) == set(FILES)
    assert calls == []
    (folder / ".gitignore").write_text("*.log\nbuild\n")
    assert set(names(folder)) == {"a.txt", "sub/e.txt"}
    assert calls == [str(folder)]
