"""The recipes of docs/recipes.md, with the programs that are installed."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from urlmend import _version

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "recipes.md").read_text("utf-8")
LONG = "https://www.canal.example/archive/2004/december/north-bank-and-locks/overview/index.html?part=north&page=7"
MAIL = """\
From ada@canal.example Mon Jan  5 10:00:00 2004
From: Ada <ada@canal.example>
Subject: survey
Date: Mon, 5 Jan 2004 10:00:00 +0000
Content-Transfer-Encoding: quoted-printable

It is at http://www.canal.example/survey/overview.cgi?part=3Dnorth&=
page=3D7 now, and <URL:http://www.canal.example/survey/north-
bank.html>.
"""


def block(section, language="text", number=0):
    """A block of a section in a language, by default the first."""
    (text,) = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[number]


@pytest.fixture
def terminal(tmp_path, monkeypatch):
    """Return a function that starts a command in a terminal of tmux and types keys; it returns the screen."""
    (tmp_path / "bin").mkdir()
    script = f'#!/bin/sh\nexec "{sys.executable}" -m urlmend "$@"\n'
    (tmp_path / "bin" / "urlmend").write_text(script)
    (tmp_path / "bin" / "urlmend").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LESS", "")
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("LESSOPEN", raising=False)

    def tmux(*words):
        command = ["tmux", "-S", tmp_path / "outer", "-f", os.devnull, *words]
        return subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True).stdout

    def screen(shown):
        end = time.monotonic() + 60
        while shown not in (text := tmux("capture-pane", "-p")) and time.monotonic() < end:
            time.sleep(0.1)
        return text

    def show(command, ready, *keys, shown):
        tmux("new-session", "-d", "-x", "60", "-y", "20", command)
        tmux("set-option", "-g", "prefix", "C-a")
        found = screen(ready)
        assert ready in found, found
        tmux("send-keys", *keys)
        return screen(shown)

    yield show
    tmux("kill-server")


tmux = pytest.mark.skipif(not shutil.which("tmux") or not shutil.which("less"), reason="tmux or less is not installed")


@tmux
@pytest.mark.slow
@pytest.mark.parametrize("program", ["mutt", "neomutt"])
def test_mail_readers_list_the_urls_of_a_message(terminal, tmp_path, program):
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    (tmp_path / "muttrc").write_text(f"set folder={tmp_path} wait_key=no\n{block('Mail readers')}")
    (tmp_path / "inbox").write_text(MAIL)
    screen = terminal(f"{program} -F muttrc -R -f inbox", "survey", "C-u", shown="north-bank.html")
    assert screen.splitlines()[:3] == [
        "http://www.canal.example/survey/overview.cgi?part=north&page",
        "=7",
        "http://www.canal.example/survey/north-bank.html",
    ]


BROKEN = "At <URL:http://canal.example/survey/north-\nbank.html>, and more.\n"
MENDED = "At <URL:http://canal.example/survey/north-bank.html>,\nand more.\n"


@tmux
@pytest.mark.slow
@pytest.mark.parametrize("program", ["mutt", "neomutt"])
def test_mail_readers_show_urls_in_one_piece(terminal, tmp_path, program):
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    (tmp_path / "muttrc").write_text(f"set folder={tmp_path} markers=no\n{block('Mail readers', number=1)}")
    (tmp_path / "inbox").write_text(MAIL.partition("\n\n")[0] + f"\n\n{BROKEN}")
    screen = terminal(f"{program} -F muttrc -R -f inbox", "survey", "Enter", shown="and more")
    assert MENDED in screen


@tmux
@pytest.mark.slow
def test_aerc_shows_urls_in_one_piece(terminal, tmp_path):
    if not shutil.which("aerc"):
        pytest.skip("aerc is not installed")
    settings = tmp_path / ".config" / "aerc"
    inbox = tmp_path / "mail" / "inbox"
    for folder in (settings, inbox / "new", inbox / "cur", inbox / "tmp"):
        folder.mkdir(parents=True)
    (settings / "aerc.conf").write_text(block("Mail readers", "ini"))
    accounts = settings / "accounts.conf"
    accounts.write_text(f"[ada]\nsource = maildir://{inbox.parent}\ndefault = inbox\nfrom = Ada <ada@canal.example>\n")
    accounts.chmod(0o600)
    (inbox / "new" / "1.a").write_text(MAIL.partition("\n")[2].partition("\n\n")[0] + f"\n\n{BROKEN}")
    screen = terminal("aerc", "2004-01-05", "Enter", shown="and more")
    assert "<URL:http://canal.example/survey/north-bank.html>," in screen


@tmux
@pytest.mark.slow
def test_less_shows_urls_in_one_piece(terminal, tmp_path):
    (tmp_path / "notes.txt").write_text(BROKEN)
    (tmp_path / "run.sh").write_text(f"{block('Pagers and converters', 'sh')}less notes.txt; less < notes.txt")
    assert terminal("sh run.sh", "(END)", "q", shown="(END)").startswith(MENDED)


@tmux
@pytest.mark.slow
def test_tmux_copies_urls_in_one_piece(terminal, tmp_path):
    (tmp_path / "tmux.conf").write_text(f"set -g mode-keys vi\n{block('Terminals', number=1)}")
    (tmp_path / "notes.txt").write_text(BROKEN)
    inner = "tmux -S inner -f tmux.conf new-session 'cat notes.txt; exec sleep 100'"
    terminal(inner, "more", "C-b", "[", shown="[0/0]")
    keys = ["g", "g", "0", "V", "j", "Y"]
    command = ["tmux", "-S", tmp_path / "inner"]
    for key in keys:
        subprocess.run([*command, "send-keys", key], check=True, cwd=tmp_path)
    end = time.monotonic() + 60
    while not (copied := subprocess.run([*command, "show-buffer"], check=False, capture_output=True, text=True).stdout):
        assert time.monotonic() < end
        time.sleep(0.1)
    subprocess.run([*command, "kill-server"], check=False)
    assert copied.rstrip() == MENDED.rstrip()


def test_pdftotext_and_mend(urlmend):
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext is not installed")
    command, _, arguments = block("Pagers and converters", "sh", 1).partition("|")
    assert arguments.split()[:2] == ["urlmend", "mend"]
    words = [str(ROOT / "corpora/docs/survey.pdf") if word == "paper.pdf" else word for word in command.split()]
    text = subprocess.run(words, check=True, capture_output=True).stdout
    done = urlmend("mend", text=text)
    assert "https://canal.example/survey/2019/north-bank-and-locks.html" in done.out.split()
    assert b"north-bank-and-locks.html" not in b"".join(line for line in text.splitlines() if b"https://" in line)


@tmux
@pytest.mark.slow
def test_tmux_lists_the_urls_of_a_pane(terminal, tmp_path):
    (tmp_path / "tmux.conf").write_text(block("Terminals"))
    (tmp_path / "long.txt").write_text(f"Fetching {LONG} now\n")
    inner = "tmux -S inner -f tmux.conf new-session 'cat long.txt; exec sleep 100'"
    screen = terminal(inner, "now", "C-b", "u", shown="(END)")
    lines = re.findall(r"│(.*?)│|\bx(.*?)x$", screen, re.MULTILINE)
    assert LONG in "".join(one or other for one, other in lines)


def test_formats_of_reviewdog_and_megalinter_match_findings(urlmend, tree):
    yaml = pytest.importorskip("yaml")
    assert '-efm="%f:%l:%c: %m"' in block("reviewdog", "bash")
    descriptor = yaml.safe_load(PAGE.rsplit("```yaml\n", 1)[1].removesuffix("```\n"))
    (linter,) = descriptor["linters"]
    assert linter["linter_url"] == _version.ADDRESS
    tree({"a.txt": "http://a.test-host.org/b|c and ftp://ada:h7Tq-92x@a.test-host.org/\n"})
    done = urlmend(*linter["cli_lint_extra_args"], *linter["cli_lint_extra_args_after"])
    assert len(re.findall(linter["cli_lint_errors_regex"], done.out, re.MULTILINE)) == done.out.count("\n") == 2
