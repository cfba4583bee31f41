"""The README does what it says: its examples run, its tables are complete, its links lead somewhere."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

import urlmend
from urlmend.cli.main import COMMANDS
from urlmend.rules import RULES
from urlmend.settings.config import Config, from_table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
# An option of urlmend's or of another program, as a word of its own.
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Those of other programs that pages speak of.
FOREIGN = {"--cached", "--name-only", "--diff-filter", "--oneline"}
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


def installed(folder):
    """Where what a page shows is installed: its modules, and the entry points of its `pyproject.toml`."""
    project = folder / "pyproject.toml"
    table = tomllib.loads(project.read_text("utf-8")).get("project", {}) if project.exists() else {}
    for group, points in table.get("entry-points", {}).items():
        metadata = folder / f"{table['name']}-{table['version']}.dist-info"
        metadata.mkdir(exist_ok=True)
        rows = "\n".join(f"{name} = {value}" for name, value in points.items())
        (metadata / "entry_points.txt").write_text(f"[{group}]\n{rows}\n", "utf-8")
    return str(folder)


def run(block, folder):
    """Run a console block in one shell; the output of each command, errors included."""
    # The mark between two outputs leaves `$?` alone.
    script = "".join(f"{command}\nstatus=$?; printf '\\0'; (exit $status)\n" for command, _ in steps(block))
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "PYTHONPATH": installed(folder)},
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


@pytest.mark.parametrize("page", ["README.md", *(page for page in GUIDES if blocks("python", page))])
def test_python_examples_run(page, tmp_path):
    # As a reader would: in the folder of the files that the page shows, one example after the other.
    for block in blocks("console", page):
        write_shown_files(block, tmp_path)
    (tmp_path / "examples.py").write_text("\n".join(blocks("python", page)), "utf-8")
    command = [sys.executable, "-W", "error", "examples.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="the examples are for bash")
@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *GUIDES])
def test_commands_that_cannot_be_run_here_are_commands(page):
    for block in [*blocks("sh", page), *blocks("bash", page)]:
        assert subprocess.run(["bash", "-n"], input=block.encode(), check=False).returncode == 0, block


def test_the_questions_to_a_result_can_be_asked(tmp_path):
    page = "docs/scan.md"
    write_shown_files(blocks("console", page)[0], tmp_path)
    command = [sys.executable, "-m", "urlmend", "scan", "letters.mbox", "-o", "letters.sqlite"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    with closing(sqlite3.connect(tmp_path / "letters.sqlite")) as connection:
        questions = [question for block in blocks("sql", page) for question in block.split(";") if question.strip()]
        assert len(questions) > 2
        assert all(connection.execute(question).fetchall() for question in questions)


def test_the_hooks_that_are_shown_exist():
    yaml = pytest.importorskip("yaml")
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    shown = re.findall(r"^ *- id: (\S+)$", "".join(blocks("yaml", "docs/hook.md")), re.MULTILINE)
    assert set(shown) == known


@pytest.mark.parametrize("page", ["README.md", *GUIDES])
def test_settings_that_are_shown_are_right(page):
    for block in blocks("toml", page):
        table = tomllib.loads(block).get("tool", {}).get("urlmend")
        if table is not None:
            from_table(table, page)


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


def options(command):
    """The options that a command's `--help` has."""
    done = subprocess.run(
        [sys.executable, "-m", "urlmend", command, "--help"], capture_output=True, text=True, check=True
    )
    return set(OPTION.findall(" ".join(re.findall(r"^  (-[^ ].*?)(?:  |$)", done.stdout, re.MULTILINE))))


OPTIONS = {command: options(command) for command in COMMANDS}


def section(text, heading):
    """The part of a page below a heading, up to the next one of that rank."""
    return re.search(rf"^{re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_line_page_has_every_option(command):
    page = section((ROOT / "docs" / "command-line.md").read_text("utf-8"), f"## urlmend {command}")
    rows = set(OPTION.findall("".join(re.findall(r"^\| `[^|]*\|", page, re.MULTILINE))))
    assert rows == OPTIONS[command]


def test_the_readme_has_every_command_and_every_option_of_find_and_lint():
    assert [command for command in COMMANDS if f"\n| `urlmend {command}" not in README] == []
    rows = set(OPTION.findall("".join(re.findall(r"^\| `--[^|]*\|", section(README, "## Commands"), re.MULTILINE))))
    assert rows | {"--help"} == OPTIONS["find"] | OPTIONS["lint"]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *GUIDES])
def test_no_page_names_an_option_that_does_not_exist(page):
    text = (ROOT / page).read_text("utf-8")
    lines = [
        line
        for line in text.splitlines()
        if not re.search(r"\b(git|pip|ruff|pytest|pre-commit|sphinx-build|python|npx) ", line)
    ]
    known = set().union(*OPTIONS.values()) | {"--version", *FOREIGN}
    assert set(OPTION.findall("\n".join(lines))) - known == set()


def test_the_index_of_the_rules_has_every_rule():
    index = (ROOT / "docs" / "rules" / "index.md").read_text("utf-8")
    assert set(re.findall(r"^\| \[(\w+)\]", index, re.MULTILINE)) == set(RULES)


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", *GUIDES])
def test_no_page_names_a_rule_that_does_not_exist(page):
    assert set(re.findall(r"\bURL[0-9]{3}\b", (ROOT / page).read_text("utf-8"))) - set(RULES) == set()


def test_the_settings_page_has_every_key_and_its_examples_are_right():
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    keys = section(page, "## Keys")
    schema = json.loads((Path(urlmend.__file__).parent / "settings" / "settings.schema.json").read_text("utf-8"))
    assert re.findall(r"^### (.*)$", keys, re.MULTILINE) == list(schema["properties"])
    assert len(blocks("toml", "docs/configuration.md")) == len(schema["properties"])


def test_the_page_of_the_api_has_every_name():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert sorted(re.findall(r"^\.\. auto\w+:: urlmend\.(\w+)", page, re.MULTILINE)) == sorted(urlmend.__all__)


def test_the_page_of_formats_has_every_field(tmp_path):
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    (tmp_path / "a.eml").write_bytes(
        b"From: ada@canal.example\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n\xff http://a.internal/b|c\n"
    )
    rows = {"find": set(), "lint": set()}
    for command, fields in rows.items():
        run = [sys.executable, "-m", "urlmend", command, "--format", "jsonl", "a.eml"]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, check=False)
        for line in done.stdout.splitlines():
            fields.update(json.loads(line))
        named = re.findall(r"^\| (`.*?) \|", section(page, f"## {command}"), re.MULTILINE)
        assert fields - set(re.findall(r"`(\w+)`", " ".join(named))) == set()
    assert "note" in rows["find"]


SCRIPTS = ("build_reference.py", "build_pictures.py")


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_is_written_by_tools_is_current(script):
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
