"""`explain`, `rules`, `completions`, and options of `find`."""

import json
import re
import shlex
from types import SimpleNamespace

import pytest

from tables import each_row
from urlmend.cli import COMMANDS
from urlmend.cli.completions import FILES
from urlmend.cli.examples import EXAMPLES, examples
from urlmend.cli.parser import parse
from urlmend.cli.rules import run
from urlmend.rules import RULES

TEXT = "http://b.example/ http://a.example/ http://b.example/\nftp://c.example/ http://b.example/ http://a.example/\n"


@pytest.mark.parametrize("word", ["URL501", "url501", "password", "PASSWORD"])
def test_explain_takes_codes_and_names(urlmend, word):
    assert urlmend("explain", word).out.startswith("URL501 password\nerror;")


def test_explain_takes_prefixes(urlmend):
    for prefix, codes in (("URL5", [code for code in RULES if code.startswith("URL5")]), ("all", list(RULES))):
        done = urlmend("explain", prefix)
        titles = [f"{code} {RULES[code].name}" for code in sorted(codes)]
        assert [line for line in done.lines if line in titles] == titles
    assert urlmend("explain", "host_without_dot" if "host-without-dot" in RULES else "unused_ignore").status == 0


def test_explain_takes_several_rules_and_prints_each_once(urlmend):
    done = urlmend("explain", "URL208", "bad-percent", "URL10", "URL108")
    titles = [line[:6] for line in done.lines if re.fullmatch("URL[0-9]{3} [a-z-]+", line)]
    assert (done.status, titles) == (0, ["URL208", *(code for code in sorted(RULES) if code.startswith("URL10"))])
    done = urlmend("explain", "URL2O8", "URL108", "nonesuch")
    assert (done.status, done.lines[0].split()[0]) == (2, "URL108")
    assert [line.split("'")[1] for line in done.err.splitlines()] == ["URL2O8", "nonesuch"]


def test_explain_fits_the_terminal(urlmend):
    for columns in (60, 80, 160):
        lines = urlmend("explain", "URL501", env={"COLUMNS": str(columns)}).lines
        assert lines[0] == "URL501 password"
        words = [line for line in lines if " " in line.strip() and not line.startswith("    ")]
        assert max(map(len, words)) in range(columns - 20, columns + 1)


def test_explain_shows_examples_without_markup(urlmend):
    lines = urlmend("explain", "URL626", env={"COLUMNS": "80"}).lines
    assert "```" not in "\n".join(lines)
    assert [line for line in lines if line.endswith(":") and " " not in line] == ["Reported:"]
    assert "Not reported:" in lines
    assert "Public Suffix List (https://publicsuffix.org/)" in " ".join(lines)
    assert lines[-1] == RULES["URL626"].address
    assert "a link is `[text](target)`" in " ".join(urlmend("explain", "URL124").lines)
    assert "(https://git" in " ".join(urlmend("explain", "URL506").lines), "the address of a linked page"


def test_rules_as_json(urlmend):
    rows = json.loads(urlmend("rules", "--format", "json").out)
    assert [row["code"] for row in rows] == sorted(RULES)
    for row in rows:
        rule = RULES[row["code"]]
        assert (row["name"], row["summary"], row["severity"], row["fix"]) == (
            rule.name,
            rule.summary,
            rule.severity,
            rule.fix,
        )
        assert (tuple(row["profiles"]), tuple(row["default_profiles"])) == (rule.profiles, rule.default_profiles)
        assert row["enabled"] == ("rfc3986" in rule.default_profiles)


# Settings, and for some rules their severity and state by default and by the settings.
STATES = [
    ("", {"URL101": ("error on", "error on"), "URL102": ("info off", "info off")}),
    ("select = ['URL1']", {"URL101": ("error on", "error on"), "URL205": ("error on", "error off")}),
    (
        "extend-select = ['URL104']\nignore = ['URL2']",
        {"URL104": ("info off", "info on"), "URL205": ("error on", "error off")},
    ),
    (
        "severity = {URL2 = 'info', URL205 = 'warning'}",
        {"URL205": ("error on", "warning on"), "URL208": ("error on", "info on")},
    ),
    ("profile = 'rfc1738'\nselect = ['ALL']", {"URL102": ("info off", "info on"), "URL103": ("info off", "info off")}),
    ("profile = 'whatwg'", {"URL208": ("error on", "warning on")}),
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("settings", "states"), STATES)
def test_rules_are_listed_as_the_settings_make_them(urlmend, tree, settings, states):
    tree({"urlmend.toml": settings})
    for options, number in ((["--isolated"], 0), ([], 1)):
        words = {line.split()[0]: " ".join(line.split()[2:4]) for line in urlmend("rules", *options).lines}
        rows = {row["code"]: row for row in json.loads(urlmend("rules", "--format", "json", *options).out)}
        for code, expected in states.items():
            shown = f"{rows[code]['severity']} {'on' if rows[code]['enabled'] else 'off'}"
            assert words[code] == shown == expected[number]


def test_rules_are_listed_if_the_settings_name_unknown_ones(urlmend, tree):
    tree({"urlmend.toml": "ignore = ['URL999', 'URL1']"})
    done = urlmend("rules")
    assert (done.status, done.lines) == (2, urlmend("rules", "--isolated").lines)
    assert "urlmend.toml:1:11: ignore: unknown rule 'URL999'" in done.err


@pytest.mark.slow
def test_help_prints_what_the_option_prints(urlmend):
    assert urlmend("help").out == urlmend("--help").out
    for command in COMMANDS:
        assert urlmend("help", command).out == urlmend(command, "--help").out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_ends_with_examples_that_the_parser_takes(urlmend, command):
    shown = urlmend(command, "--help").out if command else urlmend("--help").out
    assert f"\nexamples:\n{examples(command)}\n" in shown
    for line in EXAMPLES[command]:
        words = shlex.split(line.partition("$(")[2].rstrip(')"') or line.rpartition("| ")[2])
        assert words.pop(0) == "urlmend"
        assert words[0] == command or not command
        parse(words)


def test_the_server_takes_the_option_that_editors_pass():
    assert parse(["lsp", "--stdio"]).command == "lsp"


@pytest.mark.parametrize("width", [60, 80, 160])
def test_rules_fit_the_terminal(monkeypatch, capsys, width):
    monkeypatch.setattr("urlmend.cli.rules.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", str(width))
    run(SimpleNamespace(config=None, isolated=True, format="text"))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert [line[:6] for line in lines if not line.startswith(" ")] == sorted(RULES)


@pytest.mark.parametrize("command", ["find", "lint"])
def test_folders_without_files_are_reported(urlmend, tree, command):
    folder = tree({"full/a.txt": "none"})
    (folder / "empty").mkdir()
    done = urlmend(command, "empty")
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith("urlmend: no files to read: ")
    assert urlmend(command, "empty", "full").err == ""
    if command == "lint":
        assert urlmend("lint", "--quiet", "empty").err == done.err


@pytest.mark.parametrize("shell", FILES)
def test_completions_are_printed(urlmend, shell):
    done = urlmend("completions", shell)
    assert done.status == 0
    assert "since-revision" in done.out


def test_find_unique_prints_the_first_occurrence(urlmend):
    assert urlmend("find", "--unique", text=TEXT).lines == [
        "http://b.example/",
        "http://a.example/",
        "ftp://c.example/",
    ]
    rows = urlmend("find", "--unique", "--format", "jsonl", text=TEXT).rows
    assert [(row["url"], row["line"]) for row in rows] == [
        ("http://b.example/", 1),
        ("http://a.example/", 1),
        ("ftp://c.example/", 2),
    ]


def test_find_unique_counts_over_all_files(urlmend, tree):
    tree({"a.txt": TEXT, "b.txt": TEXT + "http://d.example/"})
    assert len(urlmend("find", "--unique", ".").lines) == 4
    assert urlmend("find", "--unique", "--explain", ".").lines.count("http://a.example/") == 1


def test_find_count_prints_the_most_frequent_first(urlmend, tree):
    assert urlmend("find", "--count", text=TEXT).lines == [
        "3 http://b.example/",
        "2 http://a.example/",
        "1 ftp://c.example/",
    ]
    tree({"a.txt": TEXT, "b.txt": TEXT * 2})
    rows = urlmend("find", "--count", "--format", "jsonl", ".").rows
    assert rows[0] == {"url": "http://b.example/", "count": 9}
    assert urlmend("find", "--count", text="none").out == ""
    assert urlmend("find", "--count", "--defang", text=TEXT).lines[0] == "3 hxxp://b[.]example/"


@pytest.mark.parametrize("text", ["http://user:secret@example.com/", "ftp://ada:hunter2@db.canal.internal/"])
def test_verbose_lint_names_placeholders(urlmend, text):
    assert (urlmend("lint", text=text).out, urlmend("lint", text=text).err) == ("", "")
    done = urlmend("lint", "-v", text=text)
    assert (done.status, done.out) == (0, "")
    assert "not reported: placeholder or example of a secret; URL507 reports it" in done.err
    assert "not reported" not in urlmend("lint", "-v", "--extend-select", "URL507", text=text).err


def test_verbose_lint_names_files_that_are_not_linted(urlmend, tree):
    tree({"a.txt": "http://a.example/", "tests/b.txt": "http://a.example/b|c"})
    note = "urlmend: tests/b.txt: linted for random-looking secrets only, as a test file\n"
    assert urlmend("lint", "-v", ".").err == note


@pytest.mark.parametrize("name", ["text", "json", "csv", "github", "gitlab", "junit", "sarif"])
def test_paths_are_alike_in_all_formats(urlmend, tree, name):
    folder = tree({"sub/a.txt": "see http://a.example/b|c"})
    for path in (".", "./sub", "sub", "sub/a.txt"):
        out = urlmend("lint", "--format", name, path).out
        assert "sub/a.txt" in out
        assert f"{folder}" not in out
        assert "./sub" not in out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_lines_of_80_characters(urlmend, command):
    lines = urlmend(*filter(None, [command]), "--help", env={"COLUMNS": "80"}).lines
    assert [line for line in lines if len(line) > 80] == []


def test_rules_are_selected_by_code_and_by_name(urlmend, tree):
    tree({"a.txt": "http://a.test-host.org/b|c and http://a.test-host.org/%zz\n"})
    shown = {
        words: [line.split()[1] for line in urlmend("lint", "-q", *words.split(), "a.txt").lines]
        for words in ("--select unsafe-national", "--select UNSAFE_NATIONAL,bad-percent", "--ignore bad-percent")
    }
    assert list(shown.values()) == [["URL205"], ["URL205", "URL208"], ["URL205"]]
    done = urlmend("lint", "--select", "unsafe-nations", "a.txt")
    assert (done.status, "unknown rule 'unsafe-nations'" in done.err) == (2, True)
    assert "did you mean 'unsafe-national'?" in done.err


@each_row(
    "settings, expected",
    [
        ("select = ['unsafe-national']", ["error URL205"]),
        ("select = ['UNSAFE_NATIONAL', 'URL208']", ["error URL205", "error URL208"]),
        ("ignore = ['bad-percent']", ["error URL205"]),
        ("select = ['URL2']\nignore = ['bad-percent']", ["error URL205"]),
        ("per-file-ignores = {'*.txt' = ['bad-percent']}", ["error URL205"]),
        ("per-file-ignores = {'*.md' = ['bad-percent']}", ["error URL205", "error URL208"]),
        ("allow = {bad-percent = ['a.test-host.org']}", ["error URL205"]),
        ("allow = {bad-percent = ['b.test-host.org']}", ["error URL205", "error URL208"]),
        ("severity = {bad-percent = 'info'}", ["error URL205", "info URL208"]),
        ("severity = {bad-percent = 'info', URL208 = 'warning', ALL = 'error'}", ["error URL205", "info URL208"]),
    ],
)
def test_settings_name_rules(urlmend, tree, settings, expected):
    tree({"a.txt": "http://a.test-host.org/b|c and http://a.test-host.org/%zz\n", "urlmend.toml": settings})
    rows = urlmend("lint", "--format", "jsonl", "a.txt").rows
    assert [f"{row['severity']} {row['code']}" for row in rows] == expected


def test_options_select_what_settings_ignore_by_name(urlmend, tree):
    tree({"a.txt": "http://a.test-host.org/%zz\n", "urlmend.toml": "ignore = ['bad-percent']"})
    shown = [len(urlmend("lint", *options, "a.txt").lines) for options in ((), ("--extend-select", "URL208"))]
    assert shown == [0, 1]


def test_a_setting_with_an_unknown_name_suggests_one(urlmend, tree):
    tree({"a.txt": "http://a.test-host.org/%zz\n", "urlmend.toml": "ignore = ['bad-percnt']"})
    done = urlmend("lint", "a.txt")
    assert (done.status, "unknown rule 'bad-percnt'; did you mean 'bad-percent'?" in done.err) == (2, True)


def test_options_of_other_tools_are_explained(urlmend):
    assert "use --exclude, which adds to the settings" in urlmend("lint", "--extend-exclude", "a", ".").err
