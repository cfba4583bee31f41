"""Misuse of the command line: each row has one clear message, exit status 2, and a suggestion where there is one."""

import gc
import io
import re
import sys
from types import SimpleNamespace

import pytest

from tables import each_row
from urlmend.cli.main import main

BROKEN = "see http://a.example/b|c\n"

SECRET = "h7Tq-92x"
URL = f"https://ada:{SECRET}@mirror.canal.internal/"
LINT = "usage: urlmend lint [OPTION]... [PATH]..."
FIND = "usage: urlmend find [OPTION]... [PATH]..."
SCAN = "usage: urlmend scan [OPTION]... ARCHIVE..."
TOP = "usage: urlmend COMMAND [OPTION]... [OPERAND]..."


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Run a command line in this process, in an empty folder with `a.txt`: status, output and messages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "a.txt").write_text("see http://a.example/b|c\n")

    def run(*arguments, text=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        try:
            status = main(list(arguments))
        finally:
            gc.unfreeze()
            gc.enable()
        out, err = capfd.readouterr()
        return SimpleNamespace(status=status, out=out, err=err)

    return run


def _name(value):
    return value[:40] if isinstance(value, str) else " ".join(value)[:40]


# Arguments, the first line of the messages without `urlmend: `, and the usage that follows it.
USAGE = [
    (["lnt"], "unknown command 'lnt'; did you mean 'lint'?", TOP),
    (["Lint"], "unknown command 'Lint'; did you mean 'lint'?", TOP),
    (["fnd", "a.txt"], "unknown command 'fnd'; did you mean 'find'?", TOP),
    (["scna", "a.txt"], "unknown command 'scna'; did you mean 'scan'?", TOP),
    (["reprot"], "unknown command 'reprot'; did you mean 'report'?", TOP),
    (["explian", "URL501"], "unknown command 'explian'; did you mean 'explain'?", TOP),
    (["complete", "bash"], "unknown command 'complete': use `urlmend completions`", TOP),
    (["check", "a.txt"], "unknown command 'check': use `urlmend lint`", TOP),
    (["fix", "a.txt"], "unknown command 'fix': use `urlmend lint --fix`", TOP),
    (["format", "a.txt"], "unknown command 'format': use `urlmend lint --fix`", TOP),
    (["extract"], "unknown command 'extract': use `urlmend find`", TOP),
    (["help", "lnt"], "unknown command 'lnt'; did you mean 'lint'?", TOP),
    (["version"], "unknown command 'version': use `urlmend --version`", TOP),
    (["rule", "URL501"], "unknown command 'rule': use `urlmend explain`", TOP),
    (["a.txt"], "unknown command 'a.txt': to lint a file or folder, use `urlmend lint PATH`", TOP),
    (["."], "unknown command '.': to lint a file or folder, use `urlmend lint PATH`", TOP),
    ([""], "unknown command ''; one of find, lint, scan, report, export, forget, redact, mend, ", TOP),
    ([URL], "unknown command 'https://ada:***@mirror.canal.internal/'; one of find,", TOP),
    (["x" * 300], f"unknown command '{'x' * 80}...'; one of find,", TOP),
    (["--fix", "a.txt"], "'--fix' comes before the command: write the command first, such as `urlmend lint", TOP),
    (["-q", "lint", "a.txt"], "'-q' comes before the command: write the command first, such as `urlmend lint -q`", TOP),
    (["--Version"], "unknown option '--Version'; did you mean '--version'?", TOP),
    (["--verison"], "unknown option '--verison'; did you mean '--version'?", TOP),
    (["--hlep"], "unknown option '--hlep'; did you mean '--help'?", TOP),
    (["--verbose", "lint"], "'--verbose' comes before the command: write the command first", TOP),
    (["--select=URL5"], "'--select=URL5' comes before the command: write the command first", TOP),
    (["lint", "--versoin"], "unknown option '--versoin': use `urlmend --version`", LINT),
    (["find", "--verison"], "unknown option '--verison': use `urlmend --version`", "usage: urlmend find "),
    (["lint", "--verbos"], "unknown option '--verbos'; did you mean '--verbose'?", LINT),
    (["lint", "--frmat", "json"], "unknown option '--frmat'; did you mean '--format'?", LINT),
    (["lint", "--format-off", "x"], "unknown option '--format-off'; did you mean '--format-of'?", LINT),
    (["lint", "--quie", "a.txt"], "unknown option '--quie'; did you mean '--quiet'?", LINT),
    (["lint", "--unsafe_fixes"], "unknown option '--unsafe_fixes'; did you mean '--unsafe-fixes'?", LINT),
    (["lint", "--FIX", "a.txt"], "unknown option '--FIX'", LINT),
    (["lint", "--sel", "URL5"], "unknown option '--sel'; did you mean '--select'?", LINT),
    (["lint", "--exclud=x", "."], "unknown option '--exclud'; did you mean '--exclude'?", LINT),
    (["lint", "--isolate"], "unknown option '--isolate'; did you mean '--isolated'?", LINT),
    (["lint", "--output-format=json"], "unknown option '--output-format': use --format", LINT),
    (["lint", "--json", "a.txt"], "unknown option '--json': use --format json", LINT),
    (["lint", "--no-color"], "unknown option '--no-color': use --color never", LINT),
    (["lint", "--write", "a.txt"], "unknown option '--write': use --fix", LINT),
    (["lint", "--unique", "a.txt"], "unknown option '--unique'; it is an option of `urlmend find`", LINT),
    (["lint", "-x"], "unknown option '-x'", LINT),
    (["lint", "-fix"], "unknown option '-f'", LINT),
    (["lint", f"--password={SECRET}"], "unknown option '--password'", LINT),
    (["lint", "--quiet=yes"], "-q/--quiet: ignored explicit argument 'yes'", LINT),
    (["find", "--fix", "a.txt"], "unknown option '--fix'; it is an option of `urlmend lint`", FIND),
    (["find", "--select=URL5"], "unknown option '--select'; it is an option of `urlmend lint`", FIND),
    (["lint", "--format", "xml"], "--format: 'xml' is not one of text, json, jsonl,", LINT),
    (["lint", "--format", "jsn"], "--format: 'jsn' is not one of text, json, jsonl, csv,", LINT),
    (["lint", "--format"], "--format: expected one argument", LINT),
    (
        ["lint", "--profile", "rfc3987"],
        "--profile: 'rfc3987' is not one of rfc1738, rfc3986, whatwg; did you mean",
        LINT,
    ),
    (["lint", "--profile", URL], "--profile: 'https://ada:***@mirror.canal.internal/' is not one of", LINT),
    (
        ["lint", "--fail-on", "warn"],
        "--fail-on: 'warn' is not one of error, warning, info; did you mean 'warning'?",
        LINT,
    ),
    (["lint", "--input", "eml"], "--input: 'eml' is not one of text, mail, html", LINT),
    (["lint", "--select"], "--select: expected one argument", LINT),
    (["lint", "--output"], "-o/--output: expected one argument", LINT),
    (["lint", "-j", "0", "a.txt"], "-j/--processes: '0' is not a positive integer", LINT),
    (["lint", "-j", "two", "a.txt"], "-j/--processes: 'two' is not a positive integer", LINT),
    (["lint", "-j"], "-j/--processes: expected one argument", LINT),
    (["scan"], "the following arguments are required: ARCHIVE", SCAN),
    (
        ["scan", "--since-date", "yesterday", "a.txt"],
        "--since-date: 'yesterday' is not a date: write 2004-01-05,",
        SCAN,
    ),
    (["scan", "--since-revision", "HEAD", "a.txt"], "unknown option '--since-revision'", SCAN),
    (["report"], "the following arguments are required: RESULT", "usage: urlmend report [OPTION]... RESULT"),
    (["explain"], "the following arguments are required: CODE", "usage: urlmend explain [OPTION]... CODE"),
    (["lint", "--in-place", "a.txt"], "unknown option '--in-place': use --fix", LINT),
    (["find", "--in-place", "a.txt"], "unknown option '--in-place'", FIND),
    (["lint", "--jobs", "2", "a.txt"], "unknown option '--jobs': use --processes", LINT),
    (["lint", "--threads=2", "a.txt"], "unknown option '--threads': use --processes", LINT),
    (["lint", "--dry-run", "a.txt"], "unknown option '--dry-run': use --diff", LINT),
    (["lint", "--check", "a.txt"], "unknown option '--check': leave it out: only --fix changes files", LINT),
    (["lint", "--disable", "URL2"], "unknown option '--disable': use --ignore", LINT),
    (["lint", "--watch", "."], "unknown option '--watch': use `urlmend lsp` in an editor, or", LINT),
    (["lint", "--no-fix", "."], "unknown option '--no-fix': leave it out: only --fix changes files", LINT),
    (["lint", "--add-noqa", "."], "unknown option '--add-noqa': use --baseline FILE --update-baseline", LINT),
    (["lint", "--ignore-noqa"], "unknown option '--ignore-noqa': remove the comments `urlmend: ignore`", LINT),
    (
        ["lint", "--per-file-ignores", "a:URL5"],
        "unknown option '--per-file-ignores': use the setting `per-file-ignores`",
        LINT,
    ),
    (["lint", "--show-fixes"], "unknown option '--show-fixes': use --fix --verbose", LINT),
    (["find", "--show-fixes"], "unknown option '--show-fixes'; did you mean '--show-files'?\n", ""),
    (["lint", "--list-rules"], "unknown option '--list-rules': use `urlmend rules`", LINT),
    (["lint", "--include", "*.md", "."], "unknown option '--include': use paths", LINT),
    (["lint", "--recursive", "."], "unknown option '--recursive': use a folder as a path", LINT),
    (["lint", "-f", "json"], "unknown option '-f': use --format", LINT),
    (["lint", "-V"], "unknown option '-V': use `urlmend --version`", LINT),
    (["lint", "--severity", "error"], "unknown option '--severity': use --fail-on", LINT),
    (["lint", "--format=JSON"], "--format: 'JSON' is not one of text, json, jsonl, csv,", LINT),
    (["find", "-o", "x", "a.txt"], "unknown option '-o': use `urlmend find ... > FILE`", FIND),
    (["find", "--out", "x", "a.txt"], "unknown option '--out'\n", FIND),
    (["report", "--output", "x", "a"], "unknown option '--output': use --html FILE", "usage: urlmend report"),
    (["explain", "URL1", "--format", "json"], "unknown option '--format': use `urlmend rules --format json`", ""),
    (["rules", "--select", "URL5"], "unknown option '--select': use `urlmend explain CODE`", ""),
    (["completions", "zsh", "fish"], "too many operands: 'fish'", "usage: urlmend completions [OPTION]... SHELL"),
    (["rules", "URL5"], "too many operands: 'URL5': use `urlmend explain CODE`", "usage: urlmend rules [OPTION]..."),
    (["completions"], "the following arguments are required: SHELL", "usage: urlmend completions [OPTION]... SHELL"),
    (["completions", "ksh"], "SHELL: 'ksh' is not one of bash, fish, zsh\n", "usage: urlmend completions"),
    (["completions", "csh"], "SHELL: 'csh' is not one of bash, fish, zsh\n", "usage: urlmend completions"),
    (["lsp", "--port", "80"], "unknown option '--port'\n", "usage: urlmend lsp"),
    (["lint", "--color", "yes"], "--color: 'yes' is not one of auto, always, never\n", LINT),
    (["find", "--color=never"], "unknown option '--color'; it is an option of `urlmend lint`", FIND),
]


@each_row(("arguments", "message", "usage"), USAGE, ids=_name)
def test_errors_of_usage(run, arguments, message, usage):
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    first, second, third = done.err.splitlines(keepends=True)
    assert first.startswith(f"urlmend: {message}")
    assert second.startswith(usage)
    assert third.endswith(f"--help lists all {'commands' if usage == TOP else 'options'}\n")
    assert SECRET not in done.err


# Arguments, and the message, which is one line.
ERRORS = [
    (
        ["lint", "--select", "", "a.txt"],
        "--select is empty: name rules, such as URL501,URL6, or ALL",
    ),
    (
        ["lint", "--select", " , ", "a.txt"],
        "--select is empty: name rules, such as URL501,URL6, or ALL",
    ),
    (
        ["lint", "--ignore", "", "a.txt"],
        "--ignore is empty: name rules, such as URL501,URL6, or ALL",
    ),
    (["lint", "--extend-select", "", "a.txt"], "--extend-select is empty: name rules,"),
    (["lint", "--select", "URL5011", "a.txt"], "unknown rule 'URL5011'; did you mean 'URL501'?"),
    (["lint", "--ignore", "E501", "a.txt"], "unknown rule 'E501': `urlmend rules` lists all rules"),
    (["lint", "--select", "URL999", "a.txt"], "unknown rule 'URL999': `urlmend rules` lists all rules"),
    (["lint", "--select", "URL5O1", "a.txt"], "unknown rule 'URL5O1'; did you mean 'URL501'?"),
    (["lint", "--select", "url-501", "a.txt"], "unknown rule 'url-501'; did you mean 'URL501'?"),
    (["lint", "--select", "501", "a.txt"], "unknown rule '501'; did you mean 'URL501'?"),
    (["lint", "--select", "URL5*", "a.txt"], "unknown rule 'URL5*'; did you mean 'URL5'?"),
    (["lint", "--select", "ALLL", "a.txt"], "unknown rule 'ALLL'; did you mean 'ALL'?"),
    (["lint", "gone.txt"], "gone.txt: No such file or directory"),
    (["lint", "./gone.txt"], "gone.txt: No such file or directory"),
    (["lint", ""], ": No such file or directory"),
    (["find", "gone.txt"], "gone.txt: No such file or directory"),
    (["find", "--count", "--explain"], "--count cannot be used with --explain"),
    (["lint", "--config", "gone.toml", "a.txt"], "gone.toml: No such file or directory"),
    (["lint", "--config", ".", "a.txt"], ".: not a regular file"),
    (["lint", "--config", "a.txt", "a.txt"], "a.txt:1:5: invalid TOML: expected '=' after a key"),
    (["lint", "--config", "a.txt", "--isolated"], "--isolated cannot be used with --config"),
    (["lint", "--exclude", "[", "."], "--exclude: invalid .gitignore pattern '['"),
    (["lint", "--format-of", "json", "a.txt"], "--format-of: 'json' is not NAME=PATTERN"),
    (["lint", "--format-of", "jsn=*.x", "a.txt"], "--format-of: unknown format 'jsn'; did you mean 'json'?"),
    (["lint", "--extend-schemes", "A B", "a.txt"], "--extend-schemes: invalid scheme 'A B'; must be"),
    (["lint", "--unsafe-fixes", "a.txt"], "--unsafe-fixes needs --fix or --diff"),
    (["lint", "--since-revision", "HEAD"], "--since-revision needs a path, such as '.': standard input has no Git"),
    (["lint", "--since-revision", "HEAD", "a.txt"], "--since-revision: not a git repository"),
    (["lint", "--update-baseline", "a.txt"], "--update-baseline needs --baseline FILE, or the setting `baseline`"),
    (
        ["lint", "--baseline", "gone.jsonl", "a.txt"],
        "gone.jsonl: no such file; `urlmend lint --update-baseline` writes it",
    ),
    (["lint", "--baseline", "a.txt", "a.txt"], "a.txt:1: not a baseline entry"),
    (["lint", "--statistics", "--format", "json", "a.txt"], "--statistics cannot be used with --format"),
    (["lint", "--diff", "--output", "x", "a.txt"], "--diff cannot be used with --output or --format"),
    (["lint", "--output", "a.txt", "a.txt"], "a.txt: --output would overwrite an input file"),
    (["lint", "--output", "gone/x", "a.txt"], "gone/x: No such file or directory"),
    (["lint", "--format-of", "md=*.x", "a.txt"], "--format-of: unknown format 'md'; did you mean 'markdown'?"),
    (["lint", "--format-of", "canal=*.x", "a.txt"], "--format-of: unknown format 'canal'; one of ada, asciidoc,"),
    (["explain", "URL9"], "unknown rule 'URL9': `urlmend rules` lists all rules"),
    (["explain", "URL5011"], "unknown rule 'URL5011'; did you mean 'URL501'?"),
    (["explain", "passwrd"], "unknown rule 'passwrd'; did you mean 'password'?"),
    (["explain", ""], "unknown rule ''"),
    (["report", "gone.sqlite"], "gone.sqlite: "),
    (["report", "a.txt"], "a.txt: "),
    (["report", "a.txt", "--title", "x"], "--title needs --html FILE"),
    (["scan", "-o", "x.xls", "a.txt"], "x.xls: the end of its name must be one of .sqlite, .jsonl, .csv, .parquet"),
]


# A fault without an instruction after it: unknown words have a suggestion, the words that are known, or who lists them.
_NO_INSTRUCTION = re.compile(r"unknown [a-z]+ '[^']*'$")


@each_row(("arguments", "message"), ERRORS, ids=_name)
def test_errors_of_operands_and_values(run, arguments, message):
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    first, *below = done.err.splitlines()
    assert first.startswith(f"urlmend: {message}")
    assert all(line.startswith("    ") for line in below)
    assert not _NO_INSTRUCTION.search(first)


# The content of `urlmend.toml` or `pyproject.toml`, and the message after its line and column.
SETTINGS = [
    (
        "urlmend.toml",
        "[tool.urlmend]\nselect = []\n",
        "1:2: [tool.urlmend] is for pyproject.toml: write the keys without",
    ),
    ("urlmend.toml", "selct = []\n", "1:1: unknown key 'selct'; did you mean 'select'?"),
    ("urlmend.toml", "[lint]\nselect = []\n", "1:2: unknown table 'lint': write the keys without a table"),
    ("urlmend.toml", "[rules]\nURL205 = 'off'\n", "1:2: unknown key 'rules': use severity, select and ignore"),
    ("urlmend.toml", "extend-ignore = []\n", "1:1: unknown key 'extend-ignore': use ignore"),
    (
        "urlmend.toml",
        "line-length = 9\n",
        "1:1: unknown key 'line-length': `urlmend lint --isolated --show-settings` lists all",
    ),
    ("urlmend.toml", "Select = []\n", "1:1: unknown key 'Select'; did you mean 'select'?"),
    ("pyproject.toml", "[tool.urlmend.lint]\n", "1:15: unknown table 'lint': write its keys in [tool.urlmend]"),
    ("urlmend.toml", "select = 'URL5'\n", "1:10: select must be a list of strings"),
    ("urlmend.toml", "select = ['']\n", "1:11: select: unknown rule '': write a code such as URL501, a prefix"),
    ("urlmend.toml", "select = ['URL999']\n", "1:11: select: unknown rule 'URL999'"),
    ("urlmend.toml", "profile = 'x'\n", "1:11: unknown profile 'x'; one of rfc1738, rfc3986, whatwg"),
    ("urlmend.toml", "profile = 'rfc3987'\n", "1:11: unknown profile 'rfc3987'; did you mean 'rfc3986'?"),
    (
        "urlmend.toml",
        "fail-on = 'warn'\n",
        "1:11: fail-on must be one of error, warning, info; did you mean 'warning'?",
    ),
    ("urlmend.toml", "schemeless = 'yes'\n", "1:14: schemeless must be true or false"),
    ("urlmend.toml", "exclude = ['[']\n", "1:12: exclude: invalid .gitignore pattern '['"),
    ("urlmend.toml", "plugins = ['canal']\n", "1:12: plugin 'canal' is not installed"),
    ("urlmend.toml", "select = [\n", "2:1: invalid TOML: invalid value"),
    (
        "pyproject.toml",
        "tool.urlmend = 5\n",
        "1:6: tool.urlmend must be a table: write [tool.urlmend], then",
    ),
    (
        "pyproject.toml",
        "[[tool.urlmend]]\n",
        "1:8: tool.urlmend must be a table: write [tool.urlmend], then",
    ),
    (
        "pyproject.toml",
        "tool = 5 # tool.urlmend\n",
        "1:1: tool must be a table: write [tool.urlmend], then",
    ),
    ("pyproject.toml", "[tool.urlmend]\nbaseline = '../x'\n", "2:12: baseline: ../x: outside the repository"),
]


@pytest.mark.parametrize(("name", "content", "message"), SETTINGS, ids=lambda value: value[:30].strip())
def test_errors_of_settings(run, tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    done = run("lint", "a.txt")
    assert (done.status, done.out) == (2, "")
    first, *below = done.err.splitlines()
    assert first.startswith(f"urlmend: {tmp_path / name}:{message}")
    assert all(line.startswith("    ") for line in below)
    assert len(below) == (0 if content.endswith("[\n") else 2)  # at the end of the document
    assert not _NO_INSTRUCTION.search(first)
    assert run("lint", "--isolated", "a.txt").status == 1


def test_both_settings_files_in_one_folder_are_reported(run, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.urlmend]\nignore = ['URL2']\n")
    (tmp_path / "urlmend.toml").write_text("")
    done = run("lint", "--quiet", "a.txt")
    assert done.status == 1
    assert done.err == (
        f"urlmend: {tmp_path / 'pyproject.toml'}: [tool.urlmend] is ignored, as urlmend.toml is in the same folder\n"
    )


def test_files_named_twice_are_read_once(run, tmp_path):
    done = run("lint", "--quiet", "a.txt", "./a.txt", str(tmp_path / "a.txt"))
    assert (done.status, done.out.count("\n")) == (1, 1)
    assert done.err.splitlines() == [
        "urlmend: ./a.txt: named twice; it is read once",
        f"urlmend: {tmp_path / 'a.txt'}: named twice; it is read once",
    ]
    done = run("lint", "--quiet", ".", "a.txt")
    assert (done.status, done.out.count("\n"), done.err) == (1, 1, "")


def test_options_may_follow_operands(run):
    assert run("lint", "a.txt", "--quiet", "--format", "json", "a.txt").status == 1
    assert run("lint", "--", "a.txt").status == 1


@pytest.mark.parametrize("name", ["--fix", "-q", "-q.txt", "--output=b.txt", "--", "-", "--select"])
@pytest.mark.parametrize("before", [[], ["--quiet"], ["--select", "URL2"], ["a.txt"], ["--select", "URL2", "a.txt"]])
def test_words_after_two_hyphens_are_paths(urlmend, tree, name, before):
    """An option of this name must not run: a file may have any name."""
    folder = tree({"a.txt": "nothing\n", name: BROKEN})
    done = urlmend("lint", "--isolated", *before, "--", name, "a.txt", text=BROKEN)
    assert done.status == 1
    assert done.out.startswith(f"{name}:1:")
    assert (folder / name).read_text() == BROKEN
    assert len([*folder.iterdir()]) == 2


@each_row("command", ["find", "lint", "scan", "report", "explain", "rules", "completions", "lsp"])
def test_help_hides_hidden_options(run, command):
    done = run(command, "--help")
    assert (done.status, done.err) == (0, "")
    assert "SUPPRESS" not in done.out
