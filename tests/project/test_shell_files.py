"""The shell files are current, shells complete with them, and the manual page is sound."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tables import slow_after
from urlmend.cli.parser import parser
from urlmend.rules import RULES

ROOT = Path(__file__).parents[2]
SHELL = ROOT / "src" / "urlmend" / "cli" / "shell"
TOOL = ROOT / "tools" / "build_shell_files.py"
PINS = (ROOT / "requirements-dev.txt").read_text("utf-8")
SEVENTH = [code for code in RULES if code.startswith("URL70")]

CASES = [
    ("urlmend l", {"lint"}),
    ("urlmend lint --f", {"--fix", "--force-exclude", "--format"}),
    ("urlmend lint --format s", {"sarif"}),
    ("urlmend lint a.txt b", {"b.txt"}),
    ("urlmend lint --output a", {"a.txt"}),
    ("urlmend lint --fix --output a.txt b", {"b.txt"}),
    ("urlmend explain URL50", {code for code in RULES if code.startswith("URL50")}),
    ("urlmend explain bad-", {rule.name for rule in RULES.values() if rule.name.startswith("bad-")}),
    ("urlmend explain URL501 bad-perc", {"bad-percent"}),
    ("urlmend lint --select A", {"ALL"}),
    ("urlmend lint --ignore URL5", {code for code in RULES if code.startswith("URL5")}),
    ("urlmend lint --format=s", {"--format=sarif"}),
    ("urlmend lint --fail-on=", {"--fail-on=error", "--fail-on=info"}),
    ("urlmend lint --format=json --fail-on w", {"warning"}),
    ("urlmend lint --output=a.txt b", {"b.txt"}),
    ("urlmend lint --output=a", {"--output=a.txt"}),
    ("urlmend lint --select URL501,URL20", {f"URL501,{code}" for code in RULES if code.startswith("URL20")}),
    ("urlmend lint --select=URL501,URL205,URL70", {f"--select=URL501,URL205,{code}" for code in SEVENTH}),
]

BASH = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
"$(complete -p urlmend | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
printf '%s\\n' "${COMPREPLY[@]}"
"""
# Types into a zsh in a terminal of its own: Tab inserts all matches, Ctrl-T writes the line to a file.
ZSHRC = """
fpath=("$SHELL_FILES" $fpath)
autoload -Uz compinit; compinit -D -u
zstyle ':completion:*' completer _all_matches _complete
zstyle ':completion:*' insert yes
line() { print -r -- "$BUFFER" > "$ZDOTDIR/line"; exit }
zle -N line; bindkey '^T' line
PROMPT=READY
"""
ZSH = """
zmodload zsh/zpty || exit 3
zpty inner zsh -d -i
zpty -r inner shown '*READY*'
zpty -w -n inner "$1"$'\\t\\x14'
while zpty -r inner shown; do :; done
"""


def run(*command, **settings):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout


def completed_by_bash(line, folder):
    words = [word for word in re.split("(=)| ", line) if word is not None]  # as with the default of COMP_WORDBREAKS
    if words[-2:] == ["=", ""]:
        words.pop()
    done = run("bash", "--norc", "-c", BASH, "bash", str(SHELL / "urlmend.bash"), *words, cwd=folder)
    before = re.search("[^ ]*=|$", line.rpartition(" ")[2]).group()
    return [f"{before}{word}" for word in done.splitlines()]


def described_by_fish(line, folder):
    script = "source $argv[1]; complete -C $argv[2]"
    done = run("fish", "--no-config", "-c", script, str(SHELL / "urlmend.fish"), line, cwd=folder)
    return [found.split("\t") for found in done.splitlines()]


def completed_by_fish(line, folder):
    return [word for word, *_ in described_by_fish(line, folder)]


def completed_by_zsh(line, folder):
    home = folder / ".zsh"
    home.mkdir()
    (home / ".zshrc").write_text(ZSHRC)
    env = os.environ | {"ZDOTDIR": str(home), "SHELL_FILES": str(SHELL), "TERM": "dumb"}
    run("zsh", "-f", "-c", ZSH, "zsh", line, cwd=folder, env=env)
    before = line.rpartition(" ")[0]
    words = shlex.split((home / "line").read_text().removeprefix(before))
    return [word.removesuffix(",") for word in words]  # a comma after the last code disappears with the next space


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.parametrize(("line", "expected"), slow_after(1, CASES), ids=[line for line, _ in CASES])
def test_shells_complete(shell, line, expected, tmp_path):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).touch()
    completed = {"bash": completed_by_bash, "fish": completed_by_fish, "zsh": completed_by_zsh}[shell]
    found = set(completed(line, tmp_path))
    assert expected <= found
    assert all(word.startswith(line.split(" ")[-1]) for word in found)


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_codes_are_described_by_the_names_of_rules(tmp_path):
    found = described_by_fish("urlmend lint --select URL501,URL205", tmp_path)
    assert found == [["URL501,URL205", RULES["URL205"].name]]
    assert described_by_fish("urlmend explain bad-perc", tmp_path) == [["bad-percent", "URL208"]]


@pytest.mark.parametrize(("shell", "file"), [("bash", "urlmend.bash"), ("zsh", "_urlmend"), ("fish", "urlmend.fish")])
def test_shells_accept_their_files(shell, file):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    assert run(shell, "-n", file, cwd=SHELL) == ""


def test_the_files_are_current():
    for library in ("shtab", "argparse-manpage"):
        pytest.importorskip(library.replace("-", "_"))
        if f"\n{library}=={version(library)} " not in PINS:
            pytest.skip(f"another release of {library} than the pinned one may write other files")
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_the_manual_page_is_clean():
    command = ["mandoc", "-T", "lint", "-W", "warning", str(ROOT / "shell" / "urlmend.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


def test_the_examples_of_the_manual_page_are_right():
    page = (ROOT / "shell" / "urlmend.1").read_text("utf-8").replace(r"\-", "-")
    examples = re.findall("^    .*?(urlmend .*)", page, re.MULTILINE)
    assert len(examples) > 5
    for example in examples:
        parser().parse_args(shlex.split(example)[1:])
