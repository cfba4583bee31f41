"""The pre-commit hook, run by pre-commit itself from a repository with this working tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command, cwd, **environment):
    """Run a command; it, with its output."""
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=85
    )


def can_install(folder):
    """Whether pip gets at an index: what builds the package is what it needs first."""
    options = ["--quiet", "--no-deps", "--retries=0", "--timeout=5", f"--dest={folder}"]
    return run(sys.executable, "-m", "pip", "download", *options, "hatchling", cwd=folder).returncode == 0


def commit_all(folder):
    """Make a repository of a folder, everything in it committed."""
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "--quiet"], ["add", "--all"], [*who, "commit", "--quiet", "--no-verify", "-m", "all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


@pytest.fixture
def hook_source(tmp_path):
    """A repository with the working tree as it is, what is not committed included."""
    if not (ROOT / ".git").exists():
        pytest.skip("not in a git repository")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
    source = tmp_path / "source"
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    commit_all(source)
    return source


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_hook_passes_clean_files_and_shows_findings(tmp_path, hook_source):
    pytest.importorskip("pre_commit")
    if not can_install(tmp_path):
        pytest.skip("pip reaches no index")
    project = tmp_path / "project"
    project.mkdir()
    (project / "clean.txt").write_text("see http://www.canal.example.org/\n")
    (project / "broken.txt").write_text("see http://www.canal.example.org/100%/\n")
    commit_all(project)

    def try_repo(name):
        command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_source), "urlmend", "--files", name]
        return run(*command, cwd=project, PRE_COMMIT_HOME=str(tmp_path / "cache"))

    clean = try_repo("clean.txt")
    assert clean.returncode == 0, clean.stdout + clean.stderr
    broken = try_repo("broken.txt")
    assert broken.returncode == 1, broken.stdout + broken.stderr
    assert "broken.txt:1:37: URL208 " in broken.stdout
