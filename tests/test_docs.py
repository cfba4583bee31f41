"""The README does what it says: its examples run, its tables are complete, its links lead somewhere."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from urlmend.config import Config
from urlmend.rules import RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", *GUIDES]


def blocks(language, page="README.md"):
    """The fenced blocks of a page in one language."""
    text = (ROOT / page).read_text("utf-8")
    return [body for _, body in re.findall(rf"^(```+){language}\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)]


def steps(block):
    """The commands of a console block, each with the output shown below it."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        yield command, output


def write_shown_files(block, folder):
    """Where the README shows a file for the first time, that is how the file comes to be."""
    for command, output in steps(block):
        shown = re.fullmatch(r"cat (\S+)", command)
        if shown and not (folder / shown[1]).exists():
            (folder / shown[1]).write_text(output, "utf-8")


def run(block, folder):
    """Run a console block in one shell; the output of each command, errors included."""
    # The mark between two outputs leaves `$?` alone.
    script = "".join(f"{command}\nstatus=$?; printf '\\0'; (exit $status)\n" for command, _ in steps(block))
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode("utf-8").split("\0")[:-1]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the examples are for bash")
@pytest.mark.parametrize("page", ["README.md", *GUIDES])
def test_console_examples_print_what_is_shown(page, tmp_path):
    for block in blocks("console", page):
        if "$ sqlite3 " in block and shutil.which("sqlite3") is None:
            continue  # Python brings the module, but not the command
        write_shown_files(block, tmp_path)
        printed = run(block, tmp_path)
        assert list(zip([command for command, _ in steps(block)], printed, strict=True)) == list(steps(block))


@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_run(code):
    exec(compile(code, "README.md", "exec"), {})


def test_installation_commands_are_what_ci_runs():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 2
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert [command for command in commands if command not in script] == []


def test_every_setting_is_described():
    keys = {field.replace("_", "-") for field in Config._fields}
    assert {key for key in keys if f"\n| `{key}` |" not in README} == set()


def test_every_family_of_rules_is_described():
    families = {code[:4] for code in RULES}
    assert {family for family in families if f"\n| `{family}…` |" not in README} == set()


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_that_exist(page):
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []
