"""README and docs: examples run, tables are complete, links exist."""

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
from functools import cache
from pathlib import Path

import pytest

import urlmend
from tables import each_row, slow_after
from urlmend._version import ADDRESS
from urlmend.cli import COMMANDS
from urlmend.rules import RULES
from urlmend.settings.loading import from_table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
# The sample files of the examples that are no text.
SAMPLES = sorted((ROOT / "corpora").rglob("*.pdf"))
# A long option of urlmend or another program.
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Programs of the examples that may be missing.
TOOLS = ("jq", "sqlite3")
# Options of other programs.
OTHER_PROGRAMS = {
    "--immutable",
    "--open",
    "--setting",
    "--user",
    "--cached",
    "--name-only",
    "--diff-filter",
    "--oneline",
}
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", *GUIDES]


def blocks(language, page="README.md"):
    """Return the fenced blocks of a page in one language."""
    text = (ROOT / page).read_text("utf-8")
    return [body for _, body in re.findall(rf"^(```+){language}\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)]


def steps(block):
    """Yield the commands of a console block with their outputs."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        yield command, output


def write_shown_files(block, folder):
    """Write the files whose content the block shows with `cat`, unless they exist."""
    for command, output in steps(block):
        shown = re.fullmatch(r"cat (\S+)", command)
        if shown and not (folder / shown[1]).exists():
            (folder / shown[1]).write_text(output, "utf-8")


def installed(folder):
    """Install the entry points of a shown `pyproject.toml`. Return the folder for PYTHONPATH."""
    project = folder / "pyproject.toml"
    table = tomllib.loads(project.read_text("utf-8")).get("project", {}) if project.exists() else {}
    for group, points in table.get("entry-points", {}).items():
        metadata = folder / f"{table['name']}-{table['version']}.dist-info"
        metadata.mkdir(exist_ok=True)
        rows = "\n".join(f"{name} = {value}" for name, value in points.items())
        (metadata / "entry_points.txt").write_text(f"[{group}]\n{rows}\n", "utf-8")
    return str(folder)


def run(block, folder):
    """Run a console block in one shell. Return the output of each command, including errors."""
    # The null byte between two outputs keeps `$?`.
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
@pytest.mark.parametrize("page", slow_after(1, ["README.md", *GUIDES]))
def test_console_examples_print_the_shown_output(page, tmp_path):
    for sample in SAMPLES:
        if sample.name in (ROOT / page).read_text("utf-8"):
            shutil.copy(sample, tmp_path)
    for block in blocks("console", page):
        if any(re.search(rf"^\$ (.*\| )?{name} ", block, re.MULTILINE) and not shutil.which(name) for name in TOOLS):
            continue
        write_shown_files(block, tmp_path)
        printed = run(block, tmp_path)
        assert list(zip([command for command, _ in steps(block)], printed, strict=True)) == list(steps(block))


@pytest.mark.parametrize("page", slow_after(1, ["README.md", *(page for page in GUIDES if blocks("python", page))]))
def test_python_examples_run(page, tmp_path):
    # All examples of a page in one program, in the folder of the shown files.
    for block in blocks("console", page):
        write_shown_files(block, tmp_path)
    (tmp_path / "examples.py").write_text("\n".join(blocks("python", page)), "utf-8")
    command = [sys.executable, "-W", "error", "examples.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="the examples are for bash")
@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *GUIDES])
def test_shell_examples_have_valid_syntax(page):
    for block in [*blocks("sh", page), *blocks("bash", page)]:
        assert subprocess.run(["bash", "-n"], input=block.encode(), check=False).returncode == 0, block


def test_sql_examples_return_rows(tmp_path):
    page = "docs/scan.md"
    write_shown_files(blocks("console", page)[0], tmp_path)
    command = [sys.executable, "-m", "urlmend", "scan", "letters.mbox", "-o", "letters.sqlite"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    with closing(sqlite3.connect(tmp_path / "letters.sqlite")) as connection:
        queries = [query for block in blocks("sql", page) for query in block.split(";") if query.strip()]
        assert len(queries) > 2
        assert all(connection.execute(query).fetchall() for query in queries)


def test_shown_hooks_exist():
    yaml = pytest.importorskip("yaml")
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    shown = re.findall(r"^ *- id: (\S+)$", "".join(blocks("yaml", "docs/hook.md")), re.MULTILINE)
    assert set(shown) == known


@each_row("page", ["README.md", *GUIDES])
def test_shown_settings_are_valid(page):
    for block in blocks("toml", page):
        table = tomllib.loads(block).get("tool", {}).get("urlmend")
        if table is not None:
            from_table(table, page)


def test_ci_runs_the_readme_commands():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 2
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert [command for command in commands if command not in script] == []


def test_readme_has_at_most_250_lines():
    assert README.count("\n") <= 250


def test_readme_lists_every_rule_family():
    families = {code[:4] for code in RULES}
    assert {family for family in families if f"\n| `{family}…` |" not in README} == set()


@each_row("page", PAGES)
def test_relative_links_exist(page):
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


@cache
def options(command):
    """Return the options in the `--help` of a command."""
    done = subprocess.run(
        [sys.executable, "-m", "urlmend", command, "--help"], capture_output=True, text=True, check=True
    )
    return set(OPTION.findall(" ".join(re.findall(r"^  (-[^ ].*?)(?:  |$)", done.stdout, re.MULTILINE))))


def section(text, heading):
    """Return the part of a page from a heading to the next of the second level."""
    return re.search(rf"^{re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_command_line_page_lists_every_option(command):
    page = section((ROOT / "docs" / "command-line.md").read_text("utf-8"), f"## urlmend {command}")
    rows = set(OPTION.findall("".join(re.findall(r"^\| `[^|]*\|", page, re.MULTILINE))))
    assert rows == options(command)


def test_readme_lists_every_command():
    assert [command for command in COMMANDS if f"\n| `urlmend {command}" not in README] == []


@each_row("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *GUIDES])
def test_mentioned_options_exist(page):
    text = (ROOT / page).read_text("utf-8")
    lines = [
        line
        for line in text.splitlines()
        if not re.search(
            r"^<!-- measured: |\b(datasette|docker|git|pip|ruff|pytest|pre-commit|sphinx-build|python|npx|valgrind) ",
            line,
        )
    ]
    known = set().union(*map(options, COMMANDS)) | {"--version", *OTHER_PROGRAMS}
    assert set(OPTION.findall("\n".join(lines))) - known == set()


def test_rule_index_page_lists_every_rule():
    index = (ROOT / "docs" / "rules" / "index.md").read_text("utf-8")
    assert set(re.findall(r"^\| \[(\w+)\]", index, re.MULTILINE)) == set(RULES)


def test_legend_of_the_rules_explains_every_property():
    index = (ROOT / "docs" / "rules" / "index.md").read_text("utf-8")
    legend, _, families = index.partition("\n## ")
    explained = set(re.findall(r"error|info|off|on in|safe fix|unsafe fix|only", legend.partition("meaning |")[2]))
    shown = "".join(re.findall(r"^\| \[URL.*\| (.*?) \|$", families, re.MULTILINE))
    assert set(re.findall(r"error|info|off|on in|safe fix|unsafe fix|only", shown)) == explained
    assert re.sub(r"error|info|off|on in|(?:un)?safe fix|only|`\w+`|and|[ ,]", "", shown) == ""


@each_row("page", ["README.md", "CHANGELOG.md", *GUIDES])
def test_mentioned_rules_exist(page):
    assert set(re.findall(r"\bURL[0-9]{3}\b", (ROOT / page).read_text("utf-8"))) - set(RULES) == set()


def test_settings_page_lists_every_key_with_valid_examples():
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    keys = section(page, "## Keys")
    schema = json.loads((Path(urlmend.__file__).parent / "settings" / "settings.schema.json").read_text("utf-8"))
    assert re.findall(r"^### (.*)$", keys, re.MULTILINE) == list(schema["properties"])
    assert len(blocks("toml", "docs/configuration.md")) == len(schema["properties"])


def test_api_page_lists_every_public_name():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert sorted(re.findall(r"^### `(\w+)`", page, re.MULTILINE)) == sorted(urlmend.__all__)
    assert sorted(re.findall(r"^(?:class )?urlmend\.(\w+)", page, re.MULTILINE)) == sorted(urlmend.__all__)


def test_formats_page_lists_every_field(tmp_path):
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


def test_the_address_of_the_project_is_the_same_everywhere():
    for page in PAGES:
        for address in re.findall(r"https?://[^\s'\"]+?/urlmend\b", (ROOT / page).read_text("utf-8")):
            assert address == ADDRESS, page


SCRIPTS = ("build_reference.py", "build_pictures.py", "write_address.py")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("script", SCRIPTS)
def test_generated_files_are_current(script):
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
