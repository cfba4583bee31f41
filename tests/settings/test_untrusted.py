"""Settings of an untrusted repository: they cannot hang, exhaust memory, or lead out of the repository."""

import os
import subprocess

import pytest

pytestmark = pytest.mark.slow

NOTES = "http://a.example/b|c\n"
TIMEOUT = 20

if not hasattr(os, "mkfifo"):
    pytest.skip("pipes and devices are needed", allow_module_level=True)


def pipe(path):
    os.mkfifo(path)


def device(path):
    os.symlink("/dev/zero", path)


def terminal(path):
    os.symlink("/dev/tty", path)


def huge(path):
    with open(path, "wb") as file:
        file.truncate(8 << 30)


def folder(path):
    path.mkdir()


def loop(path):
    os.symlink(path.name, path)


def outside(path):
    other = path.parent.parent / "outside"
    other.write_text("")
    os.symlink(other, path)


HOSTILE = [pipe, device, terminal, huge, folder, loop]


@pytest.fixture
def repository(tree, tmp_path):
    return tree({"r/.git/config": "", "r/notes.txt": NOTES, "r/sub/notes.txt": NOTES}) / "r"


@pytest.fixture(params=["lint", "lint --fix", "lint --diff", "scan"])
def run(request, urlmend, repository):
    return lambda **options: urlmend(*request.param.split(), ".", cwd=repository, timeout=TIMEOUT, **options)


@pytest.mark.parametrize("make", HOSTILE)
@pytest.mark.parametrize("name", ["urlmend.toml", "pyproject.toml", ".gitignore", "sub/.gitignore"])
def test_settings_and_ignore_files_are_regular_files(run, repository, make, name):
    make(repository / name)
    done = run()
    if name.endswith(".toml") and make is not folder and (make is not huge or name == "urlmend.toml"):
        assert (done.status, done.out) == (2, "")
        assert f"{name}: " in done.err
    else:
        assert "notes.txt" in done.out or "2 findings fixed" in done.err


@pytest.mark.parametrize("make", [outside, device, pipe, huge])
def test_a_baseline_named_by_settings_is_a_regular_file(urlmend, repository, make):
    make(repository / "agreed")
    (repository / "urlmend.toml").write_text('baseline = "agreed"')
    for arguments in ([], ["--update-baseline"], ["--fix"], ["--diff"]):
        done = urlmend("lint", *arguments, ".", cwd=repository, timeout=TIMEOUT)
        assert (done.status, done.out) == (2, "")
        assert "agreed" in done.err
        assert done.err.count("urlmend: ") == 1


@pytest.mark.parametrize(
    "name", ["/dev/zero", "/dev/stdin", "/proc/self/mem", "../agreed", "sub/../../agreed", "link/agreed"]
)
def test_a_baseline_named_by_settings_is_inside_the_repository(urlmend, repository, name):
    (repository / ".." / "agreed").write_text("")
    os.symlink("..", repository / "link")
    (repository / "urlmend.toml").write_text(f'baseline = "{name}"')
    for arguments in ([], ["--update-baseline"]):
        done = urlmend("lint", *arguments, ".", cwd=repository, timeout=TIMEOUT)
        assert (done.status, done.out) == (2, "")
        assert "outside the repository" in done.err


@pytest.mark.parametrize("name", ["agreed", "sub/agreed", "./sub/../agreed"])
def test_a_baseline_inside_the_repository_is_read_and_written(urlmend, repository, name):
    (repository / "urlmend.toml").write_text(f'baseline = "{name}"')
    assert urlmend("lint", "--update-baseline", ".", cwd=repository).status == 0
    assert urlmend("lint", ".", cwd=repository).status == 0


def test_settings_of_a_folder_may_name_a_baseline_elsewhere_in_the_repository(urlmend, repository):
    (repository / "sub" / "urlmend.toml").write_text('baseline = "../agreed"')
    assert urlmend("lint", "--update-baseline", ".", cwd=repository / "sub").status == 0
    assert urlmend("lint", ".", cwd=repository / "sub").status == 0
    assert (repository / "agreed").exists()


def test_the_command_line_may_name_any_baseline(urlmend, repository):
    assert urlmend("lint", "--baseline", "../agreed", "--update-baseline", ".", cwd=repository).status == 0
    assert urlmend("lint", "--baseline", "../agreed", ".", cwd=repository).status == 0
    os.mkfifo(repository / ".." / "pipe")
    with subprocess.Popen(["/bin/sh", "-c", "cat agreed > pipe"], cwd=repository / ".."):
        assert urlmend("lint", "--baseline", "../pipe", ".", cwd=repository).status == 0


def test_a_device_as_the_baseline_of_the_command_line_ends(urlmend, repository):
    done = urlmend("lint", "--baseline", "/dev/zero", ".", cwd=repository, timeout=TIMEOUT)
    assert done.status == 2
    assert "/dev/zero:1: not a baseline entry" in done.err


@pytest.mark.parametrize("name", ["urlmend.toml", "pyproject.toml"])
def test_a_settings_file_is_no_link_to_a_file_outside_the_repository(run, repository, name):
    (repository / ".." / "secret").write_text("[tool.urlmend]\nsecret = 1\n")
    os.symlink("../secret", repository / name)
    done = run()
    assert (done.status, done.out) == (2, "")
    assert f"{name}: outside the repository" in done.err


def test_a_settings_file_may_be_a_link_inside_the_repository(run, repository):
    (repository / "shared.toml").write_text('ignore = ["URL2"]')
    os.symlink("../shared.toml", repository / "sub" / "urlmend.toml")
    (repository / "sub" / "notes.txt").unlink()
    assert run().status == 1


@pytest.mark.parametrize("name", ["urlmend.toml", "pyproject.toml"])
def test_large_settings_files_are_errors_only_if_they_have_settings(urlmend, repository, name):
    text = "[tool.urlmend]\n" * (name == "pyproject.toml") + "ignore = ['URL2']\n"
    (repository / name).write_text(text + "#" * (1 << 20))
    done = urlmend("lint", ".", cwd=repository)
    assert (done.status, done.out) == (2, "")
    assert f"{name}: larger than 1 MiB" in done.err
    (repository / name).write_text(text + "#" * ((1 << 20) - len(text)))
    assert urlmend("lint", ".", cwd=repository).status == 0
    (repository / name).rename(repository / "pyproject.toml")
    (repository / "pyproject.toml").write_text("[tool.other]\n" + "#" * (1 << 20))
    assert urlmend("lint", ".", cwd=repository).status == 1


def test_ignore_files_are_no_links(urlmend, repository):
    (repository / "patterns").write_text("*.txt")
    os.symlink("patterns", repository / ".gitignore")
    assert urlmend("lint", ".", cwd=repository).status == 1


LONG = [
    # settings that take more than linear time somewhere
    "a." * 100_000 + "a = 1",
    '"a".' * 100_000 + "a = 1",
    "'a' . " * 100_000 + "a = 1",
    "[" + "a." * 100_000 + "a]",
    "[[" + "a." * 100_000 + "a]]",
    "x = {" + "a." * 100_000 + "a = 1}",
    "a = " + "[" * 100_000,
    "a = " + "{a = " * 50_000,
    "a = " + "9" * 100_000,
    "a" * 900_000 + " = 1",
    "select = ['" + "A" * 900_000 + "']",
    "profile = '" + "A" * 900_000 + "'",
    "severity = {URL501 = '" + "A" * 900_000 + "'}",
    "plugins = ['" + "A" * 900_000 + "']",
    "select = [" + "'URL2'," * 120_000 + "]",
    "extend-schemes = [" + ",".join(f"'a{number}'" for number in range(70_000)) + "]",
    "exclude = ['" + "*a" * 300_000 + "b']",
    "exclude = [" + ",".join(f"'*a*{number}'" for number in range(5_000)) + "]",
    "per-file-ignores = {" + ",".join(f"'*a*{number}' = ['URL1']" for number in range(5_000)) + "}",
    "allow = {URL2 = ['" + "*a" * 50 + "b']}",
    "allow = {URL2 = ['" + "[" * 100_000 + "']}",
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:24])
def test_long_settings_end(urlmend, repository, text):
    (repository / ("a" * 255)).write_text(NOTES)
    (repository / "urlmend.toml").write_text(text)
    done = urlmend("lint", ".", cwd=repository, timeout=TIMEOUT)
    assert done.status in (0, 1, 2)
