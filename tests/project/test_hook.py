"""The pre-commit hooks, run by pre-commit from a repository with this working tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def run(*command, cwd, **environment):
    """Run a command. Return the process with its output."""
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=600
    )


def can_install(folder):
    """Return whether pip reaches an index with the build backend."""
    options = ["--quiet", "--no-deps", "--retries=0", "--timeout=5", f"--dest={folder}"]
    return run(sys.executable, "-m", "pip", "download", *options, "hatchling", cwd=folder).returncode == 0


def commit_all(folder):
    """Create a repository in a folder and commit all files."""
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "--quiet"], ["add", "--all"], [*who, "commit", "--quiet", "--no-verify", "-m", "all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


@pytest.fixture(scope="module")
def hook_source(tmp_path_factory):
    """A repository with the working tree, including uncommitted changes."""
    pytest.importorskip("pre_commit")
    folder = tmp_path_factory.mktemp("hook")
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not in a git repository, or git is not installed")
    if not can_install(folder):
        pytest.skip("pip reaches no index")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
    source = folder / "source"
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    commit_all(source)
    return source


CLEAN, MENDABLE, BROKEN = (
    "see http://www.canal.example.org/\n",
    "see http://www.canal.example.org/a|b\n",
    "see http://www.canal.example.org/100%/\n",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory, hook_source):
    """Return a function that runs a command in a project with both hooks installed."""
    folder = tmp_path_factory.mktemp("project")
    home = tmp_path_factory.mktemp("cache")
    revision = run("git", "rev-parse", "HEAD", cwd=hook_source).stdout.strip()
    hooks = "".join(f"      - id: {name}\n" for name in ("urlmend-fix", "urlmend"))
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hook_source}\n    rev: {revision}\n    hooks:\n{hooks}"
    )
    (folder / "urlmend.toml").write_text('exclude = ["vendor/"]\n')
    commit_all(folder)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    def command(*words):
        return run(*words, cwd=folder, PRE_COMMIT_HOME=str(home), PATH=path, PRE_COMMIT_COLOR="never")

    assert command(sys.executable, "-m", "pre_commit", "install", "--install-hooks").returncode == 0
    command.folder = folder
    return command


def commit(project, **files):
    """Commit files with the hooks."""
    for name, text in files.items():
        (project.folder / f"{name}.txt").write_text(text)
    assert project("git", "add", "--all").returncode == 0
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    return project("git", *who, "commit", "-m", "some")


def test_commit_fails_until_all_findings_are_fixed(project):
    clean = commit(project, clean=CLEAN)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    assert "URL" not in clean.stdout + clean.stderr
    assert "findings" not in clean.stdout + clean.stderr

    mended = commit(project, one=MENDABLE)
    said = mended.stdout + mended.stderr
    assert mended.returncode == 1, said
    assert "files were modified by this hook" in said
    assert "\nurlmend: 1 finding fixed in 1 file\n" in said
    assert re.search(r"^urlmend\.+Passed$", said, re.MULTILINE)
    assert (project.folder / "one.txt").read_text() == MENDABLE.replace("|", "%7C")
    assert commit(project).returncode == 0

    broken = commit(project, two=BROKEN)
    said = broken.stdout + broken.stderr
    assert broken.returncode == 1, said
    assert "two.txt:1:37: URL208 " in said
    fixed = commit(project, two=BROKEN.replace("%", "%25"))
    assert fixed.returncode == 0, fixed.stdout + fixed.stderr


def test_page_on_hooks_shows_what_is_printed(project):
    done = commit(project, notes=f"{MENDABLE}mirror: ftp://backup:h7Tq-92x@mirror.canal.internal/\n")
    project("git", "rm", "--quiet", "--force", "notes.txt")
    page = (ROOT / "docs" / "hook.md").read_text("utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert (done.stdout + done.stderr).strip().endswith(shown.strip())


def test_excluded_files_are_skipped_even_if_named_by_pre_commit(project):
    (project.folder / "vendor").mkdir()
    (project.folder / "vendor" / "bad.txt").write_text(MENDABLE + BROKEN)
    done = commit(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project.folder / "vendor" / "bad.txt").read_text() == MENDABLE + BROKEN


def test_all_files_are_fixed_in_parallel(project):
    many = {f"many{number}": MENDABLE * 3 for number in range(60)}
    for name, text in many.items():
        (project.folder / f"{name}.txt").write_text(text)
    project("git", "add", "--all")
    done = project(sys.executable, "-m", "pre_commit", "run", "--all-files", "urlmend-fix")
    assert done.returncode == 1, done.stdout + done.stderr
    for name, text in many.items():
        assert (project.folder / f"{name}.txt").read_text() == text.replace("|", "%7C")
    again = project(sys.executable, "-m", "pre_commit", "run", "--all-files")
    assert again.returncode == 0, again.stdout + again.stderr


def test_try_repo_runs_the_hook(tmp_path, hook_source):
    (tmp_path / "broken.txt").write_text(BROKEN)
    (tmp_path / "data.bin").write_bytes(b"http://www.canal.example.org/100%/\0")
    commit_all(tmp_path)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_source), "urlmend", "--all-files"]
    done = run(*command, cwd=tmp_path, PRE_COMMIT_HOME=str(tmp_path / "cache"))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "broken.txt:1:37: URL208 " in done.stdout
    assert "data.bin" not in done.stdout
