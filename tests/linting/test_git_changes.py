"""Lines that changed since a Git revision, whatever the settings and attributes of Git are."""

import gzip
import io
import os
import shutil
import subprocess
import zipfile

import pytest

from tables import slow_after
from urlmend.linting import git_changes
from urlmend.linting.git_changes import Changes

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

BAD = "see http://www.canal.example/a|b\n"
SECRET = "see ftp://ada:h7Tq-92x@ftp.canal.com/\n"
TEXT = "".join(f"line {number}\n" for number in range(40))


def git(folder, *arguments, **options):
    """Run git in a folder, with an invented author."""
    who = ["-c", "user.name=ada", "-c", "user.email=ada@canal.example", "-c", "commit.gpgsign=false"]
    who += ["-c", "protocol.file.allow=always"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, **options)
    return done.stdout.decode().strip()


def commit(folder):
    git(folder, "add", "--all", "--force", ".")
    git(folder, "commit", "--quiet", "--allow-empty", "--message=x")


@pytest.fixture
def repository(tree):
    """A function that makes a repository with one commit of some files, and returns its folder."""

    def make(files, *options):
        folder = tree(files)
        git(folder, "init", "--quiet", *options)
        commit(folder)
        return folder

    return make


def found(urlmend, *options, revision="HEAD", paths=(".",), **keywords):
    done = urlmend("lint", "--quiet", "--since-revision", revision, *options, *paths, **keywords)
    assert done.err == ""
    assert done.status == bool(done.lines)
    return [":".join(line.split(":")[:2]) for line in done.lines]


ENCODED = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "utf-32": lambda text: text.encode("utf-32"),
    "latin-1": lambda text: f"\xe9\n{text}\xfc".encode("latin-1")[2:],
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "bare cr": lambda text: text.replace("\n", "\r").encode(),
    "mixed": lambda text: text.replace("7\n", "7\r").replace("9\n", "9\r\n").encode(),
    "utf-16 with bare cr": lambda text: text.replace("\n", "\r").encode("utf-16"),
}


@pytest.mark.parametrize("encoding", ENCODED)
@pytest.mark.parametrize("name", slow_after(1, ["a b\u00e9.txt", "a.md", "a.csv", "x!y.txt"]))
def test_changed_lines_are_those_that_urlmend_counts(urlmend, repository, encoding, name):
    encode = ENCODED[encoding]
    folder = repository({name: encode(BAD + TEXT)})
    assert found(urlmend) == []
    (folder / name).write_bytes(encode(f"new\n{BAD}{TEXT}{SECRET}{BAD}"))
    assert sorted(found(urlmend)) == [f"{name}:43", f"{name}:44"]
    assert sorted(found(urlmend, paths=[name])) == [f"{name}:43", f"{name}:44"]
    commit(folder)
    assert found(urlmend) == []
    assert len(found(urlmend, revision="HEAD~1")) == 2


ATTRIBUTES = [
    "*.txt -diff",
    "*.txt binary",
    "* -text",
    "*.txt diff=nothing",
    "*.txt diff=python linguist-generated",
    "*.txt text eol=crlf",
    "*.txt text working-tree-encoding=UTF-16",
    "*.txt export-ignore -merge whitespace=-all",
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("attributes", ATTRIBUTES)
@pytest.mark.parametrize("place", [".gitattributes", "sub/.gitattributes", ".git/info/attributes"])
def test_attributes_hide_no_line(urlmend, repository, tree, attributes, place):
    repository({"sub/a.txt": BAD + TEXT})
    tree({place: f"{attributes}\n", "sub/a.txt": BAD + TEXT + SECRET})
    assert "sub/a.txt:42" in found(urlmend)


CONFIGURATION = [
    "diff.interHunkContext=100",
    "diff.noprefix=true",
    "diff.mnemonicPrefix=true",
    "diff.relative=true",
    "diff.suppressBlankEmpty=true",
    "diff.orderFile=order",
    "diff.algorithm=histogram",
    "diff.context=5",
    "diff.renames=copies",
    "diff.submodule=log",
    "diff.wsErrorHighlight=all",
    "diff.ignoreSubmodules=all",
    "diff.external=false",
    "core.quotePath=false",
    "core.ignoreStat=true",
    "core.trustctime=false",
    "core.checkStat=minimal",
    "core.fileMode=false",
    "core.preloadIndex=false",
    "core.bigFileThreshold=1",
    "core.autocrlf=true",
    "core.safecrlf=true",
    "core.attributesFile=attributes",
    "core.excludesFile=ignored",
    "color.ui=always",
    "index.version=4",
    "core.splitIndex=true",
    "core.sparseCheckout=true",
    "core.untrackedCache=true",
    "status.showUntrackedFiles=no",
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("setting", CONFIGURATION)
def test_configuration_hides_no_line(urlmend, repository, tree, setting):
    middle = "".join(f"{number}\n" for number in range(6))
    folder = repository({"a.txt": f"one\n{middle}two\n", "b.txt": TEXT, "sub/c.txt": TEXT})
    git(folder, "config", *setting.split("="))
    tree({"attributes": "* -diff\n", "ignored": "*.txt\n", "order": "b.txt\n", "new.txt": SECRET})
    tree({"a.txt": f"one\n{SECRET}{middle}two\n{BAD}", "b.txt": TEXT + SECRET, "sub/c.txt": BAD + TEXT})
    assert found(urlmend) == ["a.txt:2", "a.txt:10", "b.txt:41", "new.txt:1", "sub/c.txt:1"]


@pytest.mark.parametrize(
    "flags",
    [["--skip-worktree"], ["--assume-unchanged"], ["--force-remove"], ["--skip-worktree", "--assume-unchanged"]],
)
def test_flags_of_the_index_hide_no_line(urlmend, repository, flags):
    folder = repository({"a.txt": BAD + TEXT})
    for flag in flags:
        git(folder, "update-index", flag, "a.txt")
    assert found(urlmend) == []
    (folder / "a.txt").write_text(BAD + TEXT + SECRET)
    assert found(urlmend) == ["a.txt:42"]


def test_the_index_may_be_missing_or_damaged(urlmend, repository):
    folder = repository({"a.txt": BAD + TEXT})
    (folder / "a.txt").write_text(BAD + TEXT + SECRET)
    for content in (b"", b"DIRC", os.urandom(300)):
        (folder / ".git" / "index").write_bytes(content)
        assert found(urlmend) == ["a.txt:42"]
    (folder / ".git" / "index").unlink()
    assert found(urlmend) == ["a.txt:42"]


@pytest.mark.parametrize("flag", ["-N", "-f"])
def test_files_in_the_index_are_new_if_the_revision_does_not_have_them(urlmend, repository, tree, flag):
    folder = repository({"a.txt": BAD, ".gitignore": "*.log\n"})
    tree({"new.txt": BAD, "b.log": BAD})
    git(folder, "add", flag, "new.txt")
    assert found(urlmend) == ["new.txt:1"]
    assert found(urlmend, paths=["b.log"]) == ["b.log:1"]


def test_renamed_files_are_new(urlmend, repository):
    folder = repository({"a.txt": BAD + TEXT, "c.txt": BAD})
    git(folder, "mv", "a.txt", "b.txt")
    os.remove(folder / "c.txt")
    os.symlink("b.txt", folder / "c.txt")
    (folder / "b.txt").chmod(0o755)
    assert found(urlmend) == ["b.txt:1", "c.txt:1"]


def test_a_new_mode_is_no_change_and_a_file_instead_of_a_link_is(urlmend, repository):
    folder = repository({"a.txt": BAD})
    os.symlink("a.txt", folder / "b.txt")
    commit(folder)
    (folder / "a.txt").chmod(0o755)
    assert found(urlmend) == []
    os.remove(folder / "b.txt")
    (folder / "b.txt").write_text("a.txt\n" + BAD)
    assert found(urlmend) == ["b.txt:2"]


def test_line_ends_alone_are_no_change(urlmend, repository):
    folder = repository({"a.txt": BAD + TEXT, "b.txt": (BAD + TEXT).replace("\n", "\r\n")})
    (folder / "a.txt").write_bytes((BAD + TEXT).replace("\n", "\r\n").encode())
    (folder / "b.txt").write_bytes((BAD + TEXT).encode())
    assert found(urlmend) == []
    (folder / "a.txt").write_bytes((BAD + TEXT).replace("\n", "\r").encode())
    assert found(urlmend) == []


@pytest.mark.parametrize("setting", [("core.autocrlf", "true"), ("core.eol", "crlf")])
def test_converted_line_ends_are_no_change(urlmend, repository, setting):
    folder = repository({"a.txt": BAD + TEXT, ".gitattributes": "* text=auto\n"})
    git(folder, "config", *setting)
    os.remove(folder / "a.txt")
    git(folder, "checkout", "--quiet", "--", "a.txt")
    assert b"\r\n" in (folder / "a.txt").read_bytes()
    assert found(urlmend) == []


def test_another_encoding_alone_is_no_change(urlmend, repository):
    folder = repository({"a.txt": (BAD + TEXT).encode()})
    (folder / "a.txt").write_bytes((BAD + TEXT).encode("utf-16"))
    assert found(urlmend) == []


def test_files_with_clean_filters_have_changed(urlmend, repository):
    folder = repository({"a.txt": "version https://lfs.example/spec/v1\noid sha256:0\nsize 3\n"})
    (folder / "a.txt").write_text(BAD)
    assert found(urlmend) == ["a.txt:1"]


def test_lines_are_compared_wherever_they_have_moved(urlmend, repository):
    folder = repository({"a.txt": "".join(f"{number}\n{BAD}" for number in range(300))})
    new = "".join(f"new {number}\n" for number in range(400))
    old = "".join(f"{number}\n{BAD}" for number in range(300) if number % 50)
    (folder / "a.txt").write_text(f"{new}{SECRET}{old}{new}{SECRET}")
    assert found(urlmend) == ["a.txt:401", "a.txt:1390"]


def test_a_url_that_a_deletion_joins_has_changed(urlmend, repository):
    folder = repository({"a.txt": f"<ftp://ada:h7Tq-\nnot\n92x@mirror.canal.internal/b>\n{BAD}x\n{BAD}"})
    (folder / "a.txt").write_text(f"<ftp://ada:h7Tq-\n92x@mirror.canal.internal/b>\n{BAD}{BAD}")
    assert set(found(urlmend)) == {"a.txt:1"}


MAIL = "From: ada@canal.example\nSubject: x\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\n{}"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_mail(urlmend, repository, end):
    def mail(text):
        return MAIL.format(text).replace("\n", end).encode()

    folder = repository({"a.eml": mail(BAD + TEXT)})
    assert found(urlmend) == []
    (folder / "a.eml").write_bytes(mail(f"new\n{BAD}{TEXT}{SECRET}"))
    assert found(urlmend) == ["a.eml:47"]


def test_a_carriage_return_ends_no_line_of_mail(urlmend, repository):
    folder = repository({"a.eml": MAIL.format(f"one\rtwo\n{BAD}")})
    (folder / "a.eml").write_bytes(MAIL.format(f"one\rtwo\r\n{BAD}{TEXT}{SECRET}").encode())
    assert found(urlmend) == ["a.eml:47"]


def zipped(text):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("sub/a!b.txt", text)
    return data.getvalue()


@pytest.mark.parametrize("compress", [lambda text: gzip.compress(text.encode()), zipped])
@pytest.mark.parametrize("name", ["a.zip", "a!b.zip"])
def test_all_lines_of_changed_archives_are_new(urlmend, repository, compress, name):
    folder = repository({name: compress(BAD)})
    assert found(urlmend, paths=[name]) == []
    (folder / name).write_bytes(compress(BAD + SECRET))
    assert len(found(urlmend, paths=[name])) == 2


def test_large_files_are_new_if_they_have_changed(urlmend, repository, monkeypatch):
    folder = repository({"a.txt": BAD + TEXT, "b.txt": BAD + TEXT})
    (folder / "a.txt").write_text(TEXT)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(git_changes, "_MAX_SIZE", 100)
    changes = Changes("HEAD")
    assert [changes.include(name) for name in ("a.txt", "b.txt")] == [True, False]
    assert changes._changed(str(folder / "a.txt"), is_mail=False) is None
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(git_changes, "_MAX_LINES", 10)
    assert Changes("HEAD")._changed(str(folder / "a.txt"), is_mail=False) is None


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_formats_of_objects(urlmend, repository, form):
    folder = repository({"a.txt": BAD + TEXT, "b.txt": BAD}, f"--object-format={form}")
    (folder / "a.txt").write_text(BAD + TEXT + SECRET)
    assert found(urlmend) == ["a.txt:42"]


@pytest.mark.parametrize("revision", ["HEAD^{tree}", "v1", "HEAD~0", "main@{0}", ":/one", "main"])
def test_names_of_revisions(urlmend, tree, revision):
    folder = tree({"a.txt": BAD + TEXT})
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=one")
    git(folder, "tag", "-m", "x", "v1")
    (folder / "a.txt").write_text(BAD + TEXT + SECRET)
    assert found(urlmend, revision=revision) == ["a.txt:42"]


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "HEAD..HEAD", "HEAD:a.txt", "", "-h", "0" * 40])
def test_other_names_are_errors(urlmend, repository, revision):
    folder = repository({"a.txt": BAD})
    done = urlmend("lint", f"--since-revision={revision}", ".")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("urlmend: --since-revision: ")
    assert sorted(os.listdir(folder)) == [".git", "a.txt"]


@pytest.mark.parametrize("options", [[], ["--stdin-filename", "a.txt"]])
def test_standard_input_has_no_revision(urlmend, repository, options):
    repository({"a.txt": BAD})
    done = urlmend("lint", *options, "--since-revision", "HEAD", "-", text=BAD)
    assert (done.status, done.out) == (2, "")
    assert "standard input has no Git history" in done.err


def test_shallow_clones(urlmend, repository, tmp_path_factory):
    folder = repository({"a.txt": BAD})
    commit(folder)
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "--quiet", "--depth=1", f"file://{folder}", ".")
    (clone / "a.txt").write_text(BAD + SECRET)
    assert found(urlmend, cwd=clone) == ["a.txt:2"]
    done = urlmend("lint", "--since-revision", "HEAD~1", ".", cwd=clone)
    assert (done.status, done.err) == (2, "urlmend: --since-revision: no such revision: HEAD~1\n")


def test_worktrees(urlmend, repository, tmp_path_factory):
    folder = repository({"a.txt": BAD})
    other = tmp_path_factory.mktemp("other")
    git(folder, "worktree", "add", "--quiet", other)
    (other / "a.txt").write_text(BAD + SECRET)
    assert found(urlmend, cwd=other) == ["a.txt:2"]
    assert found(urlmend) == []


@pytest.mark.slow
def test_submodules_are_compared_with_their_commit(urlmend, repository, tmp_path_factory):
    folder = repository({"a.txt": BAD})
    part = tmp_path_factory.mktemp("part")
    (part / "b.txt").write_text(BAD)
    git(part, "init", "--quiet")
    commit(part)
    git(folder, "submodule", "--quiet", "add", f"file://{part}", "sub/part")
    assert found(urlmend) == ["sub/part/b.txt:1"]
    commit(folder)
    assert found(urlmend) == []
    (folder / "sub" / "part" / "b.txt").write_text(BAD + SECRET)
    assert found(urlmend) == ["sub/part/b.txt:2"]
    commit(folder / "sub" / "part")
    assert found(urlmend) == ["sub/part/b.txt:2"]
    assert found(urlmend, cwd=folder / "sub" / "part") == []
    hook = {"GIT_DIR": str(folder / ".git"), "GIT_WORK_TREE": str(folder), "GIT_INDEX_FILE": ".git/index"}
    assert found(urlmend, env=hook) == ["sub/part/b.txt:2"]
    commit(folder)
    assert found(urlmend) == []


def test_submodules_without_their_commit_are_new(urlmend, repository):
    folder = repository({"a.txt": BAD, "sub/b.txt": BAD})
    git(folder / "sub", "init", "--quiet")
    git(folder, "rm", "--quiet", "--cached", "-r", "sub")
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    git(folder, "commit", "--quiet", "--message=x")
    done = urlmend("lint", "--quiet", "--since-revision", "HEAD", ".")
    assert done.out.startswith("sub/b.txt:1:")
    assert done.err == "urlmend: sub: without its commit as of HEAD: all of its lines count as new\n"


def test_other_repositories_and_other_folders_are_new(urlmend, repository, tmp_path_factory):
    folder = repository({"a.txt": BAD})
    (folder / "b").mkdir()
    (folder / "b" / "b.txt").write_text(BAD)
    git(folder / "b", "init", "--quiet")
    commit(folder / "b")
    outside = tmp_path_factory.mktemp("outside") / "c.txt"
    outside.write_text(BAD)
    assert found(urlmend, paths=[".", str(outside)]) == ["b/b.txt:1", f"{outside}:1"]


@pytest.fixture
def partial_clone(repository, tmp_path_factory):
    """A clone without the blobs of older commits."""
    folder = repository({"a.txt": BAD, "b.txt": BAD + TEXT})
    git(folder, "config", "uploadpack.allowFilter", "true")
    (folder / "a.txt").write_text(BAD + SECRET)
    commit(folder)
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "--quiet", "--filter=blob:none", f"file://{folder}", ".")
    return clone


def test_partial_clones_are_not_completed(urlmend, partial_clone):
    def objects():
        return sorted(path for path in (partial_clone / ".git" / "objects").rglob("*"))

    before = objects()
    assert found(urlmend, cwd=partial_clone) == []
    done = urlmend("lint", "--quiet", "--since-revision", "HEAD~1", ".", cwd=partial_clone)
    assert [line.split(":")[1] for line in done.lines] == ["1", "2"]
    assert done.err == "urlmend: a.txt: not in this clone as of HEAD~1: all of its lines count as new\n"
    assert objects() == before


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--diff"], ["--fix-only"]])
def test_fixes_of_changed_lines_in_any_encoding(urlmend, repository, options):
    for encoding, encode in ENCODED.items():
        folder = repository({"a.txt": encode(BAD + TEXT), "b.txt": encode(BAD)})
        (folder / "a.txt").write_bytes(encode(f"new\n{BAD}{TEXT}<URL:http://www.canal.example/\na|b>\n"))
        urlmend("lint", *options, "--since-revision", "HEAD", ".")
        fixed = f"new\n{BAD}{TEXT}<URL:http://www.canal.example/\na%7Cb>\n"
        content = (folder / "a.txt").read_bytes()
        assert ("--diff" in options) or content == encode(fixed), encoding
        assert (folder / "b.txt").read_bytes() == encode(BAD)
        shutil.rmtree(folder / ".git")


@pytest.mark.slow
def test_several_processes_report_the_same(urlmend, repository):
    folder = repository({f"{number:03}.txt": BAD + TEXT * 40 for number in range(200)})
    for path in folder.glob("*.txt"):
        path.write_text(f"{BAD}{TEXT * 40}{SECRET}")
    one = found(urlmend, "-j", "1")
    assert len(one) == 200
    assert {line.split(":")[1] for line in one} == {"1602"}
    assert found(urlmend, "-j", "2") == one
