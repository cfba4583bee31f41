"""No program that a repository or its Git configuration names is started."""

import gc
import os
import shutil
import subprocess

import pytest

from tables import slow_after
from urlmend._lib import git as hardened
from urlmend.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None or os.name == "nt", reason="git is not installed")

BAD = "see http://www.canal.example/a|b\n"


def git(folder, *arguments):
    """Run git in a folder, with an invented author, and without the programs that are being tested."""
    who = ["-c", "user.name=ada", "-c", "user.email=ada@canal.example", "-c", "core.fsmonitor=false"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture
def program(tmp_path_factory):
    """The path of a program that writes a marker, and the path of the marker."""
    folder = tmp_path_factory.mktemp("program")
    path, marker = folder / "program", folder / "marker"
    path.write_text(f"#!/bin/sh\necho started >>{marker}\n")
    path.chmod(0o755)
    return path, marker


def set_all(folder, *settings):
    """Append settings to those of a repository, as `git config --add` does."""
    with (folder / ".git" / "config").open("a") as file:
        for name, value in settings:
            section, _, variable = name.partition(".")
            subsection, dot, variable = variable.rpartition(".")
            quoted = value.replace("\\", "\\\\").replace('"', '\\"')
            file.write(f'[{section}{f" {chr(34)}{subsection}{chr(34)}" * bool(dot)}]\n{variable} = "{quoted}"\n')


# Attributes that name the filter and the driver of the settings below.
ATTRIBUTES = "* filter=x diff=x merge=x text eol=crlf ident\n"
SETTINGS = [
    "core.alternateRefsCommand",
    "core.askPass",
    "core.editor",
    "core.fsmonitor",
    "core.gitProxy",
    "core.pager",
    "core.sshCommand",
    "credential.helper",
    "diff.external",
    "diff.x.command",
    "diff.x.textconv",
    "difftool.x.cmd",
    "filter.x.clean",
    "filter.x.process",
    "filter.x.smudge",
    "gpg.program",
    "gpg.ssh.program",
    "gpg.x509.program",
    "imap.tunnel",
    "interactive.diffFilter",
    "merge.x.driver",
    "mergetool.x.cmd",
    "pager.cat-file",
    "pager.ls-tree",
    "pager.rev-parse",
    "remote.origin.receivepack",
    "remote.origin.uploadpack",
    "sendemail.smtpServer",
    "sequence.editor",
    "submodule.x.update",
    "tar.tgz.command",
    "trailer.x.command",
    "uploadpack.packObjectsHook",
    *(f"alias.{name}" for name in ("cat-file", "ls-tree", "rev-parse", "diff", "status", "ls-files")),
]
HOOKS = """
    applypatch-msg commit-msg fsmonitor-watchman p4-changelist post-applypatch post-checkout post-commit
    post-index-change post-merge post-receive post-rewrite post-update pre-applypatch pre-auto-gc pre-commit
    pre-merge-commit pre-push pre-rebase pre-receive prepare-commit-msg proc-receive push-to-checkout query-watchman
    reference-transaction sendemail-validate update
""".split()


def change(folder):
    """Commit some files, and change them such that Git would have to read them again."""
    (folder / "a.txt").write_text(BAD)
    (folder / "b.txt").write_text("one\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=x")
    (folder / ".gitignore").write_text("*.log\n")
    (folder / "c.log").write_text(BAD)
    git(folder, "add", "--force", "c.log")
    (folder / ".gitattributes").write_text(ATTRIBUTES)
    (folder / "a.txt").write_text(f"new\n{BAD}{BAD}")
    os.utime(folder / "b.txt", (0, 0))


def check(urlmend, folder, marker, *, reads="a.txt", **options):
    """Lint changed lines and all files, and check that both work and that no program was started."""
    for arguments in ["--since-revision", "HEAD", "."], ["--since-revision", "HEAD", "--fix", "--diff", "."], ["."]:
        done = urlmend("lint", *arguments, cwd=folder, **options)
        assert not marker.exists(), arguments
        assert done.status == 1, done.err
        assert reads in done.out


# Filters are a command or a process, and a driver converts or compares: all of them cannot be set at once.
@pytest.mark.parametrize("others", [(), ("filter.x.process", "diff.x.command", "diff.external", "gpg.ssh.program")])
def test_settings_start_no_program(urlmend, tmp_path, program, others):
    path, marker = program
    change(tmp_path)
    for setting in SETTINGS:
        if setting not in others:
            set_all(tmp_path, (setting, f"!{path}" if setting.startswith("alias.") else str(path)))
    set_all(tmp_path, ("filter.x.required", "true"), ("diff.guitool", "x"), ("diff.tool", "x"))
    set_all(tmp_path, ("log.showSignature", "true"), ("core.fsmonitorHookVersion", "2"))
    check(urlmend, tmp_path, marker)


def test_the_settings_of_these_tests_start_programs(tmp_path, program):
    path, marker = program
    for setting in "core.fsmonitor", "filter.x.clean", "filter.x.process", "diff.x.textconv", "diff.external":
        folder = tmp_path / setting
        folder.mkdir()
        change(folder)
        git(folder, "config", setting, str(path))
        subprocess.run(["git", "diff", "HEAD"], cwd=folder, check=False, capture_output=True, stdin=subprocess.DEVNULL)
        assert marker.exists(), setting
        marker.unlink()


@pytest.mark.parametrize("where", ["hooks", "core.hooksPath", "relative"])
def test_hooks_are_not_started(urlmend, tmp_path, program, where):
    path, marker = program
    change(tmp_path)
    folder = tmp_path / {"hooks": ".git/hooks", "core.hooksPath": ".git/other", "relative": "h.d"}[where]
    folder.mkdir(exist_ok=True)
    for hook in HOOKS:
        shutil.copy(path, folder / hook)
    if where != "hooks":
        set_all(tmp_path, ("core.hooksPath", str(folder) if where == "core.hooksPath" else "h.d"))
    set_all(tmp_path, ("core.fsmonitor", ".git/hooks/fsmonitor-watchman"), ("core.untrackedCache", "true"))
    check(urlmend, tmp_path, marker)


@pytest.mark.parametrize("key", ["include.path", "includeIf.gitdir:**.path", "includeIf.onbranch:**.path"])
def test_included_settings_start_no_program(urlmend, tmp_path, program, key):
    path, marker = program
    change(tmp_path)
    included = tmp_path / "settings"
    for setting in "core.fsmonitor", "filter.x.clean", "core.pager", "diff.external":
        git(tmp_path, "config", "--file", str(included), setting, str(path))
    set_all(tmp_path, (key, str(included)))
    check(urlmend, tmp_path, marker)


VARIABLES = """
    GIT_EXTERNAL_DIFF GIT_PAGER PAGER GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS SSH_ASKPASS GIT_EDITOR EDITOR VISUAL
    GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR
""".split()


def test_the_environment_starts_no_program(urlmend, tmp_path, program):
    path, marker = program
    change(tmp_path)
    check(urlmend, tmp_path, marker, env=dict.fromkeys(VARIABLES, str(path)))


REMOTES = {
    "uploadpack of a file": [("url", "file://{other}"), ("uploadpack", "{program}")],
    "uploadpack of a path": [("url", "{other}"), ("uploadpack", "{program}")],
    "ext": [("url", "ext::{program}")],
    "ssh": [("url", "ssh://canal.example/x")],
    "scp": [("url", "canal.example:x")],
    "proxy": [("url", "git://canal.example/x")],
    "vcs": [("vcs", "x")],
    "empty vcs": [("vcs", "")],
    "helper": [("url", "x::y")],
    "empty helper": [("url", "::y")],
    "http": [("url", "http://127.0.0.1:9/x")],
    "fd": [("url", "fd::0")],
}


def without(folder, name):
    """Make a repository a partial clone that lacks an object, and set the programs that could fetch it."""
    found = git(folder, "rev-parse", name)
    os.remove(folder / ".git" / "objects" / found[:2] / found[2:])
    set_all(folder, ("remote.x.promisor", "true"), ("core.repositoryFormatVersion", "1"))
    set_all(folder, ("extensions.partialClone", "x"), ("protocol.allow", "always"), ("protocol.ext.allow", "always"))


# Versions of Git without GIT_NO_LAZY_FETCH have the other settings only.
@pytest.mark.parametrize("is_old", slow_after(1, [True, False]))
@pytest.mark.parametrize("remote", REMOTES)
@pytest.mark.parametrize("missing", slow_after(1, ["HEAD:a.txt", "HEAD^{tree}"]))
def test_promisor_remotes_start_no_program(tmp_path, program, monkeypatch, capfd, remote, missing, is_old):
    path, marker = program
    change(tmp_path)
    if any("{other}" in value for _, value in REMOTES[remote]):
        git(tmp_path, "clone", "--quiet", "--bare", ".", "other")
    for key, value in REMOTES[remote]:
        set_all(tmp_path, (f"remote.x.{key}", value.format(other=tmp_path / "other", program=path)))
    for setting in "core.sshCommand", "core.gitProxy", "credential.helper", "core.askPass":
        set_all(tmp_path, (setting, str(path)))
    without(tmp_path, missing)
    helpers = path.parent / "helpers"
    helpers.mkdir()
    for folder, helper in (helpers, "git-remote-x"), (helpers, "git-remote-ext"), (tmp_path, "git-remote-"):
        shutil.copy(path, folder / helper)
    monkeypatch.setenv("PATH", os.pathsep.join([str(helpers), os.environ["PATH"], ".", ""]))
    monkeypatch.delenv("GIT_NO_LAZY_FETCH", raising=False)
    monkeypatch.chdir(tmp_path)
    if is_old:
        monkeypatch.delitem(hardened._ENVIRONMENT, "GIT_NO_LAZY_FETCH")
    status = main(["lint", "--since-revision", "HEAD", "."])
    gc.unfreeze()
    gc.enable()
    out, err = capfd.readouterr()
    assert not marker.exists()
    if missing == "HEAD:a.txt":
        assert "a.txt: not in this clone as of HEAD: all of its lines count as new\n" in err
        assert [line.split(":")[1] for line in out.splitlines() if line.startswith("a.txt")] == ["2", "3"]
    else:
        assert (status, out) == (2, "")
        assert err.startswith("urlmend: --since-revision: ")


def test_the_remotes_of_these_tests_start_programs(tmp_path, program):
    path, marker = program
    for remote in "uploadpack of a path", "ext", "ssh", "proxy":
        folder = tmp_path / remote.replace(" ", "-")
        folder.mkdir()
        change(folder)
        git(folder, "clone", "--quiet", "--bare", ".", "other")
        for key, value in REMOTES[remote]:
            set_all(folder, (f"remote.x.{key}", value.format(other=folder / "other", program=path)))
        set_all(folder, ("core.sshCommand", str(path)), ("core.gitProxy", str(path)))
        name = git(folder, "rev-parse", "HEAD:a.txt")
        without(folder, "HEAD:a.txt")
        subprocess.run(
            ["git", "cat-file", "blob", name], cwd=folder, check=False, capture_output=True, stdin=subprocess.DEVNULL
        )
        assert marker.exists(), remote
        marker.unlink()


@pytest.mark.parametrize("worktree", [".", "..", "/"])
def test_an_embedded_bare_repository_is_not_used(urlmend, tmp_path, program, worktree):
    path, marker = program
    change(tmp_path)
    git(tmp_path, "init", "--quiet", "--bare", "bare")
    inner = tmp_path / "bare"
    for setting in "core.fsmonitor", "filter.x.clean", "core.pager", "diff.external":
        git(inner, "config", setting, str(path))
    git(inner, "config", "core.bare", "false")
    git(inner, "config", "core.worktree", worktree)
    (inner / "x.txt").write_text(BAD)
    done = urlmend("lint", "--since-revision", "HEAD", ".", cwd=inner)
    assert not marker.exists()
    assert (done.status, done.out) == (2, "")
    assert "safe.bareRepository" in done.err
    assert urlmend("lint", ".", cwd=inner).lines
    assert "bare/x.txt:1:" in urlmend("lint", "--since-revision", "HEAD", ".").out
    assert not marker.exists()


@pytest.mark.parametrize("is_separate", [False, True])
def test_an_embedded_repository_starts_no_program(urlmend, tmp_path, tmp_path_factory, program, is_separate):
    path, marker = program
    change(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    change(inner)
    if is_separate:
        git(inner, "init", "--quiet", "--separate-git-dir", str(tmp_path_factory.mktemp("other") / "git"))
    git(tmp_path, "add", "inner")
    git(tmp_path, "commit", "--quiet", "--message=x")
    for setting in "core.fsmonitor", "filter.x.clean", "core.pager", "diff.external":
        git(inner, "config", setting, str(path))
    check(urlmend, tmp_path, marker, reads="inner/a.txt")


def test_a_worktree_elsewhere_hides_nothing(urlmend, tmp_path, tmp_path_factory, program):
    path, marker = program
    change(tmp_path)
    set_all(tmp_path, ("core.fsmonitor", str(path)), ("core.worktree", str(tmp_path_factory.mktemp("other"))))
    check(urlmend, tmp_path, marker)


@pytest.mark.parametrize("search", [".", "", "{here}", "{here}/.", "sub/..", "~"])
def test_git_is_not_that_of_the_current_folder(urlmend, tmp_path, program, search):
    path, marker = program
    change(tmp_path)
    for name in "git", "git.exe", "git.bat", "git.cmd", "git.com":
        shutil.copy(path, tmp_path / name)
    search = search.format(here=tmp_path)
    done = urlmend("lint", "--since-revision", "HEAD", ".", env={"PATH": f"{search}{os.pathsep}{os.environ['PATH']}"})
    assert done.status == 1
    assert not marker.exists()


@pytest.mark.parametrize("search", ["", ".", "/nowhere", "{here}"])
def test_no_git_is_an_error(urlmend, tmp_path, program, search):
    path, marker = program
    change(tmp_path)
    shutil.copy(path, tmp_path / "git")
    done = urlmend("lint", "--since-revision", "HEAD", ".", env={"PATH": search.format(here=tmp_path)})
    assert (done.status, done.out, done.err) == (2, "", "urlmend: --since-revision needs git: no git in the PATH\n")
    assert not marker.exists()


def test_git_of_windows_is_a_program(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    for name in "git", "git.bat", "git.exe":
        (tmp_path / "bin" / name).touch(0o755)
    monkeypatch.setattr(hardened.os, "name", "nt")
    assert hardened._executable.__wrapped__(str(tmp_path / "bin")) == str(tmp_path / "bin" / "git.exe")


def test_the_owner_of_a_repository_does_not_matter(urlmend, tmp_path):
    change(tmp_path)
    done = urlmend("lint", "--since-revision", "HEAD", ".", env={"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    assert (done.status, done.lines[0].split(":")[:2]) == (1, ["a.txt", "2"])


def test_nothing_is_written(urlmend, tmp_path):
    def state():
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in (tmp_path / ".git").rglob("*")}

    change(tmp_path)
    before = state()
    urlmend("lint", "--since-revision", "HEAD", ".")
    urlmend("lint", ".")
    assert state() == before
