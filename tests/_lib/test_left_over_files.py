"""Temporary files of killed processes: Git does not see them, and a later run removes them."""

import os
import shutil
import signal
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tables import slow_after
from urlmend._lib import atomic_write
from urlmend._lib.atomic_write import atomic_file, is_temporary, remove_left_over, replace_file, temporary_name
from urlmend._lib.git_folder import git_folder

BROKEN = "see http://www.canal.example.org/a|b\n"
# Run a command line that is killed when it synchronises a file for the Nth time, or before it renames one.
KILLED = """\
import os, signal, sys
name, number, *words = sys.argv[1:]
count, original = 0, getattr(os, name)
def killing(*values):
    global count
    count += 1
    if count == int(number):
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*values)
setattr(os, name, killing)
from urlmend.cli.main import main
sys.exit(main(words))
"""

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
posix = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")


def git(folder, *words):
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "protocol.file.allow=always"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def killed(folder, *words, at="fsync", number=1):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, at, str(number), *words], cwd=folder, capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def temporary_files(folder):
    return [path for path in folder.rglob("*") if is_temporary(str(path))]


def repository(folder):
    git(folder, "init", "-q")
    return folder


def worktree(folder):
    (folder / "main").mkdir()
    git(folder / "main", "init", "-q")
    git(folder / "main", "commit", "-q", "--allow-empty", "-m", "first")
    git(folder / "main", "worktree", "add", "-q", "-b", "topic", "../work tree")
    return folder / "work tree"


def submodule(folder):
    for name in ("inner", "outer"):
        (folder / name).mkdir()
        git(folder / name, "init", "-q")
        git(folder / name, "commit", "-q", "--allow-empty", "-m", "first")
    git(folder / "outer", "submodule", "--quiet", "add", "../inner", "sub")
    return folder / "outer" / "sub"


def separate(folder):
    git(folder, "init", "-q", "--separate-git-dir", "data of git", "tree")
    return folder / "tree"


REPOSITORIES = [repository, worktree, submodule, separate]
WRITES = {
    "fix": ["lint", "--fix", "."],
    "fix one": ["lint", "--fix-only", "sub/b.txt"],
    "report": ["lint", "--format", "json", "-o", "sub/report.json", "."],
    "baseline": ["lint", "--baseline", "baseline.jsonl", "--update-baseline", "."],
    "scan": ["scan", "-o", "urls.jsonl", "."],
}


@posix
@needs_git
@pytest.mark.parametrize(
    ("make", "write", "at"),
    slow_after(
        2, [*((make, "fix", "fsync") for make in REPOSITORIES), *((repository, write, "replace") for write in WRITES)]
    ),
)
def test_git_sees_no_file_of_a_killed_process(tmp_path, make, write, at):
    folder = make(tmp_path)
    (folder / "sub").mkdir()
    for name in ("a.txt", "sub/b.txt", "z.txt"):
        (folder / name).write_text(BROKEN)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "all")
    killed(folder, *WRITES[write], at=at)
    assert len(temporary_files(tmp_path)) == 1
    (folder / "urls.jsonl.lock").unlink(missing_ok=True)  # an empty file, which the next scan uses and removes
    assert git(folder, "status", "--porcelain", "--untracked-files=all") == ""
    git(folder, "add", "-A")
    assert git(folder, "diff", "--cached", "--name-only") == ""
    git(folder, "fsck", "--strict")


@pytest.mark.slow
@posix
@needs_git
def test_the_next_run_removes_what_is_left_in_the_git_folder(tmp_path, urlmend):
    folder = repository(tmp_path)
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(BROKEN)
    killed(folder, "lint", "--fix", ".", number=2)
    assert len(temporary_files(folder)) == 1
    assert urlmend("lint", "--fix", ".").status == 1
    assert temporary_files(folder) == []
    assert (folder / "b.txt").read_text() == BROKEN.replace("|", "%7C")


@pytest.mark.slow_after(1)
@posix
@pytest.mark.parametrize("at", ["fsync", "replace"])
@pytest.mark.parametrize("words", [["."], ["a.txt", "sub/z.txt"], ["-j", "2", "."]], ids=["walk", "named", "processes"])
def test_without_a_repository_the_next_fix_removes_what_is_left(tmp_path, urlmend, words, at):
    (tmp_path / "sub").mkdir()
    for name in ("a.txt", "sub/z.txt"):
        (tmp_path / name).write_text(BROKEN)
    killed(tmp_path, "lint", "--fix", *words, at=at)
    assert len(temporary_files(tmp_path)) == 1
    done = urlmend("lint", "--fix", *words)
    assert (done.status, temporary_files(tmp_path)) == (1, [])
    assert "No such file" not in done.err
    assert {path.read_text() for path in tmp_path.rglob("*.txt")} == {BROKEN.replace("|", "%7C")}


@posix
def test_what_is_left_is_removed_even_if_nothing_is_fixed(tmp_path, urlmend):
    (tmp_path / "a.txt").write_text(BROKEN)
    killed(tmp_path, "lint", "--fix", ".")
    (tmp_path / "a.txt").write_text("nothing\n")
    (left,) = temporary_files(tmp_path)
    for words in (["."], ["--diff", "."], ["--fix", "--diff", "."]):
        urlmend("lint", *words)
        assert left.exists()
    done = urlmend("lint", "--fix", ".")
    assert (done.status, temporary_files(tmp_path)) == (0, [])
    assert done.err == f"urlmend: {left.name}: removed, as an interrupted run has left it over\n"


@posix
def test_reports_remove_what_is_left_of_reports(tmp_path, urlmend):
    (tmp_path / "a.txt").write_text(BROKEN)
    killed(tmp_path, "lint", "-o", "report.txt", ".")
    assert len(temporary_files(tmp_path)) == 1
    done = urlmend("lint", "-o", "report.txt", ".")
    assert (done.status, temporary_files(tmp_path)) == (1, [])
    assert len((tmp_path / "report.txt").read_text().splitlines()) == 1


NOT_OURS = [
    "a.txt.tmp",
    "a.urlmend-1.tmp",
    "a.urlmend-12-.tmp",
    "a.urlmend-x-1.tmp",
    ".urlmend-1-2.tmp",
    "a.urlmend-1-2.tmp.txt",
    "a.urlmend-1-2.tmp~",
    "a.123456789012345.tmp",
]


def test_only_own_names_are_removed(tmp_path):
    for name in NOT_OURS:
        (tmp_path / name).write_text("mine")
    folder = tmp_path / "a.txt.urlmend-1-2.tmp"
    folder.mkdir()
    target = tmp_path / "target"
    target.write_text("mine")
    link = tmp_path / "b.txt.urlmend-1-2.tmp"
    link.symlink_to(target)
    with atomic_file(str(tmp_path / "new.txt")) as file:
        file.write(b"new")
    assert sorted(os.listdir(tmp_path)) == sorted([*NOT_OURS, folder.name, target.name, link.name, "new.txt"])


@posix
def test_the_file_of_a_living_process_is_left(tmp_path):
    program = (
        "import sys; from urlmend._lib.atomic_write import atomic_file\n"
        "with atomic_file('a.txt') as file: file.write(b'x'); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        (path,) = temporary_files(tmp_path)
        assert not remove_left_over(str(path))
        atomic_write._clean.cache_clear()
        with atomic_file(str(tmp_path / "b.txt")) as file:
            file.write(b"y")
        assert path.exists()
        process.stdin.close()
        assert process.wait() == 0
    assert (tmp_path / "a.txt").read_bytes() == b"x"
    assert temporary_files(tmp_path) == []


@posix
def test_a_file_that_is_taken_for_left_over_is_created_again(tmp_path, monkeypatch):
    """Another process may find a new file before it is locked."""
    locks = []

    def remove_first(handle, *, wait=False):
        if not locks:
            os.unlink(temporary_name(str(tmp_path / "a.txt")))
        locks.append(handle)
        return True

    monkeypatch.setattr(atomic_write, "_lock", remove_first)
    with atomic_file(str(tmp_path / "a.txt")) as file:
        file.write(b"new")
    assert (os.listdir(tmp_path), len(locks)) == (["a.txt"], 2)


@pytest.fixture
def tracked(tmp_path):
    """A file in a folder with a `.git`, and how it is written."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    path = tmp_path / "sub" / "a.txt"
    path.parent.mkdir()
    path.write_bytes(b"old")
    created = []

    def write():
        replace_file(str(path), b"old", b"fixed")
        return created

    original = atomic_write._created

    def noted(name, mode):
        created.append(os.path.dirname(name))
        return original(name, mode)

    patch = pytest.MonkeyPatch()
    patch.setattr(atomic_write, "_created", noted)
    yield SimpleNamespace(path=path, write=write, git=tmp_path / ".git", folder=path.parent)
    patch.undo()


def test_the_place_of_a_temporary_file(tracked):
    assert tracked.write() == [str(tracked.git if sys.platform != "win32" else tracked.folder)]
    assert tracked.path.read_bytes() == b"fixed"


def other_file_system(tracked, monkeypatch):
    stat_of = os.stat

    def faked(path, **options):
        state = stat_of(path, **options)
        if path != str(tracked.git):
            return state
        return SimpleNamespace(st_dev=-1, st_gid=state.st_gid, st_mode=state.st_mode)

    monkeypatch.setattr(os, "stat", faked)


def other_group(tracked, monkeypatch):
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(tracked.folder, -1, 12)
    tracked.folder.chmod(0o2755)


def default_list(tracked, monkeypatch):
    access = "02000000 01000600ffffffff 0200040007000000 04000400ffffffff 10000400ffffffff 20000400ffffffff"
    try:
        os.setxattr(tracked.folder, "system.posix_acl_default", bytes.fromhex(access))
    except (AttributeError, OSError):
        pytest.skip("this file system has no access control lists")


def read_only(tracked, monkeypatch):
    original = os.open

    def refuse(path, *values, **options):
        if str(path).startswith(str(tracked.git)):
            raise PermissionError(13, "Permission denied")
        return original(path, *values, **options)

    monkeypatch.setattr(os, "open", refuse)


def no_repository(tracked, monkeypatch):
    (tracked.git / "HEAD").unlink()


def wrong_file(tracked, monkeypatch):
    shutil.rmtree(tracked.git)
    tracked.git.write_text("gitdir: nowhere\n")


@posix
@pytest.mark.parametrize("change", [other_file_system, other_group, default_list, read_only, no_repository, wrong_file])
def test_elsewhere_a_temporary_file_is_next_to_its_file(tracked, monkeypatch, change):
    change(tracked, monkeypatch)
    assert tracked.write()[-1] == str(tracked.folder)
    assert tracked.path.read_bytes() == b"fixed"
    assert os.listdir(tracked.folder) == ["a.txt"]


@posix
@pytest.mark.parametrize("fails", [False, True])
def test_another_mount_of_the_same_file_system(tracked, monkeypatch, fails):
    """Containers mount folders of one file system, and nothing can be renamed between them."""
    replace = os.replace

    def refuse(source, target):
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(18, "Invalid cross-device link")
        if fails:
            raise PermissionError(13, "Permission denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    tracked.path.chmod(0o640)
    if fails:
        with pytest.raises(PermissionError):
            tracked.write()
    else:
        tracked.write()
    assert tracked.path.read_bytes() == (b"old" if fails else b"fixed")
    assert stat.S_IMODE(tracked.path.stat().st_mode) == 0o640
    assert temporary_files(tracked.git.parent) == []


def test_the_git_folder(tmp_path):
    assert git_folder(str(tmp_path)) is None
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "HEAD").write_text("")
    for text in ("gitdir: data", "gitdir: data\n", f"gitdir: {tmp_path / 'data'}\r\n"):
        (tmp_path / ".git").write_text(text)
        assert os.path.samefile(git_folder(str(tmp_path / "a" / "b")), tmp_path / "data")
    for text in ("", "gitdir: ", "gitdir: \0", "gitdir: nowhere", "data", "gitdir: .git", "x" * 100_000):
        (tmp_path / ".git").write_text(text)
        assert git_folder(str(tmp_path / "a")) is None
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "a")
    (tmp_path / ".git").write_text("gitdir: data")
    assert git_folder(str(link)) == git_folder(str(tmp_path))
