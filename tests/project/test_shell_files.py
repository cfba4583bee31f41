"""The files in shell/ are what the parser says, shells complete with them, and the manual page is sound."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from urlmend.cli.main import COMMANDS, parser
from urlmend.rules import RULES

ROOT = Path(__file__).parents[2]
SHELL = ROOT / "shell"
TOOL = ROOT / "tools" / "build_shell_files.py"

CASES = [
    ("urlmend l", {"lint"}),
    ("urlmend lint --f", {"--fix", "--force-exclude", "--format"}),
    ("urlmend lint --format s", {"sarif"}),
    ("urlmend lint --format=s", {"sarif"}),
    ("urlmend lint --fix a.t", {"a.txt"}),
    ("urlmend lint a.txt b", {"b.txt"}),
    ("urlmend lint --output a", {"a.txt"}),
    ("urlmend lint --output=a", {"a.txt"}),
    ("urlmend explain URL50", {code for code in RULES if code.startswith("URL50")}),
    ("urlmend lint --select URL501,URL80", {f"URL501,{code}" for code in RULES if code.startswith("URL80")}),
    ("urlmend lint --select=URL501,URL80", {f"URL501,{code}" for code in RULES if code.startswith("URL80")}),
    ("urlmend lint --select A", {"ALL"}),
    ("urlmend lint --ignore URL5", {code for code in RULES if code.startswith("URL5")}),
    ("urlmend lint --fix --output=a.txt b", {"b.txt"}),
    ("urlmend lint --quiet -- -", {"-c.txt"}),
    ("urlmend rules > a", {"a.txt"}),
    ("urlmend --v", {"--version"}),
]
# An option of another command, a value that can be anything, a second argument where one is taken, and no command.
NOTHING = [
    "urlmend find --fi",
    "urlmend lint --ver",
    "urlmend lint --since a",
    "urlmend explain URL501 U",
    "urlmend x a",
]

BASH = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_urlmend
printf '%s\\n' "${COMPREPLY[@]}"
"""
# A shell in a terminal of its own is typed to: Tab puts all matches into the line, Ctrl-T writes the line to a file.
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
    words = [word for word in re.split(r" |(=)", line) if word is not None]
    return run("bash", "--norc", "-c", BASH, "bash", str(SHELL / "urlmend.bash"), *words, cwd=folder).splitlines()


def completed_by_fish(line, folder):
    script = "source $argv[1]; complete -C $argv[2]"
    lines = run("fish", "--no-config", "-c", script, str(SHELL / "urlmend.fish"), line, cwd=folder).splitlines()
    return [found.split("\t")[0] for found in lines]


def completed_by_zsh(line, folder):
    home = folder / ".zsh"
    home.mkdir()
    (home / ".zshrc").write_text(ZSHRC)
    env = os.environ | {"ZDOTDIR": str(home), "SHELL_FILES": str(SHELL), "TERM": "dumb"}
    run("zsh", "-f", "-c", ZSH, "zsh", line, cwd=folder, env=env)
    before = line.rpartition(" ")[0]
    return [word.rstrip(",=") for word in shlex.split((home / "line").read_text().removeprefix(before))]


def completed_by(shell, line, folder):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    for name in ("a.txt", "b.txt", "-c.txt"):
        (folder / name).touch()
    completed = {"bash": completed_by_bash, "fish": completed_by_fish, "zsh": completed_by_zsh}[shell]
    return {re.sub("^--[a-z-]+=", "", word) for word in completed(line, folder)}


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.parametrize(("line", "expected"), CASES, ids=[line for line, _ in CASES])
def test_shells_complete(shell, line, expected, tmp_path):
    found = completed_by(shell, line, tmp_path)
    assert expected <= found
    assert all(word.startswith(re.split("[ =]", line)[-1]) for word in found)


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.parametrize("line", NOTHING)
def test_shells_complete_nothing_where_nothing_fits(shell, line, tmp_path):
    assert completed_by(shell, line, tmp_path) <= {"", line.split()[-1]}  # zsh hands back what was typed


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("urlmend ex", f"explain\t{COMMANDS['explain']}"),
        ("urlmend --v", "--version\tshow program's version number and exit"),
        ("urlmend explain URL501", f"URL501\t{RULES['URL501'].name}"),
        ("urlmend lint --select=URL501", f"--select=URL501\t{RULES['URL501'].name}"),
    ],
)
@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_shows_what_completions_mean(line, expected):
    script = "source $argv[1]; complete -C $argv[2]"
    shown = run("fish", "--no-config", "-c", script, str(SHELL / "urlmend.fish"), line)
    assert shown.splitlines() == [expected]


@pytest.mark.parametrize(
    "command",
    [
        ["shellcheck", "urlmend.bash"],
        ["bash", "-n", "urlmend.bash"],
        ["zsh", "-n", "_urlmend"],
        ["fish_indent", "--check", "urlmend.fish"],
    ],
    ids=" ".join,
)
def test_the_files_are_clean(command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    assert run(*command, cwd=SHELL) == ""


def test_the_files_are_current():
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_the_manual_page_is_clean():
    command = ["mandoc", "-T", "lint", "-W", "warning", str(SHELL / "urlmend.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


def test_the_examples_of_the_manual_page_are_right():
    page = (SHELL / "urlmend.1").read_text("utf-8").replace(r"\-", "-")
    examples = re.findall("^    .*?(urlmend .*)", page, re.MULTILINE)
    assert len(examples) > 5
    for example in examples:
        parser().parse_args(shlex.split(example)[1:])
