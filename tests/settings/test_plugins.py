"""Custom rules: functions passed to the library, and plugins named in the settings."""

import importlib.metadata
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import urlmend
from tables import each_row
from urlmend.cli.main import main
from urlmend.finder import FindOptions
from urlmend.linting.project_linter import ProjectLinter
from urlmend.lsp.workspaces import Workspaces
from urlmend.model.document import WINDOW_SIZE
from urlmend.rules import RULES
from urlmend.settings.config import Config
from urlmend.settings.plugins import load

RULE = '''
import urlmend

@urlmend.rule("CANAL001", "warning", fix="safe")
def staging_host(case):
    """A URL leads to a host of the staging network.

    Nobody outside can follow it.
    """
    host = case.parts.host or ""
    if host.endswith(".staging.internal"):
        at = case.parts.starts["host"]
        yield case.hit(f"{host} is of the staging network", at, at + len(host), replacement="www.canal.internal")

@urlmend.rule("CANAL002", "info", default=False)
def any_url(case):
    """A URL."""
    yield case.hit("a URL")

RULES = [staging_host, any_url]
'''
TEXT = "see http://map.staging.internal/north\n"


@urlmend.rule("CANAL001", "warning")
def staging_host(case):
    """A URL leads to a host of the staging network."""
    if (case.parts.host or "").endswith(".staging.internal"):
        yield case.hit("a host of the staging network")


@pytest.fixture
def plugin(tree):
    """Install a plugin `canal` and settings that name it; `plugin(code)` returns options to run commands with."""

    def install(code=RULE, settings='plugins = ["canal"]\n', value="canal_rules:RULES"):
        metadata = "Metadata-Version: 2.1\nName: canal-rules\nVersion: 1.0\n"
        folder = tree(
            {
                "lib/canal_rules.py": code,
                "lib/canal_rules-1.0.dist-info/METADATA": metadata,
                "lib/canal_rules-1.0.dist-info/entry_points.txt": f"[urlmend.rules]\ncanal = {value}\n",
                "project/urlmend.toml": settings,
                "project/a.txt": TEXT,
            }
        )
        path = filter(None, (str(folder / "lib"), os.environ.get("PYTHONPATH")))
        return {"cwd": folder / "project", "env": {"PYTHONPATH": os.pathsep.join(path)}}

    return install


def codes(findings):
    return [finding.code for finding in findings]


def test_a_function_is_a_rule():
    (finding,) = urlmend.lint(TEXT, rules=[staging_host])
    assert (finding.code, finding.severity) == ("CANAL001", "warning")
    assert finding.message == "a host of the staging network"
    assert urlmend.lint(TEXT) == []


def test_a_custom_rule_is_selected_like_others():
    both = f"{TEXT}http://a.example/b|c"
    assert codes(urlmend.lint(both, rules=[staging_host])) == ["CANAL001", "URL205"]
    assert codes(urlmend.lint(both, rules=[staging_host], select=["CANAL"])) == ["CANAL001"]
    assert codes(urlmend.lint(both, rules=[staging_host], select=["URL2"])) == ["URL205"]
    assert codes(urlmend.lint(both, rules=[staging_host], ignore=["CANAL001"])) == ["URL205"]
    assert codes(urlmend.lint(both, rules=[staging_host], select=["ALL"])).count("CANAL001") == 1


def test_a_custom_rule_that_is_off_by_default_runs_if_selected():
    @urlmend.rule("CANAL002", "info", default=False, profiles=("whatwg",))
    def any_url(case):
        """A URL."""
        yield case.hit("a URL")

    assert urlmend.lint(TEXT, rules=[any_url]) == []
    assert urlmend.lint(TEXT, rules=[any_url], select=["CANAL002"]) == []
    assert codes(urlmend.lint(TEXT, rules=[any_url], select=["CANAL002"], profile="whatwg")) == ["CANAL002"]


def test_a_comment_suppresses_a_custom_rule():
    assert urlmend.lint(f"{TEXT.strip()} # urlmend: ignore[CANAL001]", rules=[staging_host]) == []


def test_a_custom_rule_has_fixes():
    @urlmend.rule("CANAL003", "error", fix="safe")
    def old_host(case):
        """The host has a new name."""
        if case.parts.host == "old.example":
            at = case.parts.starts["host"]
            yield case.hit("old.example is new.example now", at, at + 11, replacement="new.example")

    assert urlmend.fix("see http://old.\nexample/a", rules=[old_host]) == "see http://old.\nexample/a"
    assert urlmend.fix("see <http://old.\nexample/a>", rules=[old_host]) == "see <http://new.example\n/a>"


def test_exceptions_of_a_custom_rule_propagate():
    @urlmend.rule("CANAL004", "error")
    def faulty(case):
        """It is faulty."""
        yield case.hit(str(1 / 0))

    with pytest.raises(ZeroDivisionError):
        urlmend.lint(TEXT, rules=[faulty])


INVALID_HITS = [
    (lambda case: [case.hit("x", 500, 600)], "500:600 is not a part of url.text: write 0 <= start < stop <= 33"),
    (lambda case: [case.hit("x", 5, 600)], "5:600 is not a part of url.text"),
    (lambda case: [case.hit("x", -3)], "-3:33 is not a part of url.text"),
    (lambda case: [case.hit("x", 7, 7)], "7:7 is not a part of url.text"),
    (lambda case: [case.hit("x", 9, 7, replacement="y")], "9:7 is not a part of url.text"),
    (lambda case: [urlmend.Hit("x", (), case.replaced(500, 501, ""))], "500:501 is not a part of url.text"),
    (lambda case: [case.hit(str(case.offset(33)))], "33:34 is not a part of url.text"),
    (lambda case: [urlmend.Hit("x", ())], "spans of a hit must ascend and be inside the text"),
    (lambda case: [urlmend.Hit("x", (urlmend.Span(0, 99),))], "spans of a hit must ascend and be inside the text"),
    (lambda case: ["x"], "str is not a Hit with a message: write `yield case.hit"),
    (lambda case: None, "the function returned NoneType: write `yield case.hit"),
    (lambda case: 1, "the function returned int: write `yield case.hit"),
    (
        lambda case: [case.hit("x", 0, 4, replacement="https")],
        'a hit has a fix, but the rule has none: add fix="safe" or fix="unsafe"',
    ),
]


@each_row("call", [urlmend.lint, urlmend.fix])
@each_row(("check", "message"), INVALID_HITS)
def test_an_invalid_hit_raises_an_error_with_the_code(call, check, message):
    check.__doc__ = "A rule."
    rule = urlmend.rule("CANAL005", "error")(check)
    with pytest.raises(urlmend.ConfigError, match=f"^rule CANAL005: {re.escape(message)}"):
        call(TEXT, rules=[rule])


def test_a_replacement_without_offsets_replaces_the_url():
    @urlmend.rule("CANAL006", "warning", fix="unsafe")
    def moved(case):
        """The page has moved."""
        yield case.hit("moved", replacement="http://a.example/")

    assert urlmend.fix(TEXT, rules=[moved], unsafe=True) == "see http://a.example/\n"


@each_row(
    ("rules", "message"),
    [
        ([lambda case: []], "<lambda> is not a rule: decorate the function with @urlmend.rule"),
        ([test_a_function_is_a_rule], "test_a_function_is_a_rule is not a rule: decorate"),
        ([urlmend.rule("CANAL007", "error")], "declare is not a rule: decorate"),
        (["CANAL001"], "str is not a rule: decorate"),
        (staging_host, "rules must be a list of rules, not one Rule"),
        (print, "rules must be a list of rules, not one builtin_function_or_method"),
    ],
)
def test_objects_that_are_no_rules_raise_type_error(rules, message):
    with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
        urlmend.lint("", rules=rules)


def test_two_rules_with_the_same_code_raise_an_error():
    @urlmend.rule("CANAL001", "info")
    def any_url(case):
        """A URL."""
        yield case.hit("a URL")

    with pytest.raises(urlmend.ConfigError, match="rule CANAL001: staging-host and any-url have the same code"):
        urlmend.lint(TEXT, rules=[staging_host, any_url])
    assert codes(urlmend.lint(TEXT, rules=[staging_host, staging_host])) == ["CANAL001"]


@each_row("code", ["URL999", "canal001", "C001", "CANAL1", "CANAL0001", ""])
def test_invalid_codes(code):
    with pytest.raises(ValueError, match="invalid code"):
        urlmend.rule(code, "error")


@each_row(
    ("settings", "message"),
    [
        ({"severity": "eror"}, "invalid value 'eror'; must be one of error, warning, info"),
        ({"severity": "error", "fix": "maybe"}, "invalid value 'maybe'; must be one of safe, unsafe"),
        (
            {"severity": "error", "profiles": ("rfc1739",)},
            "invalid value 'rfc1739'; must be one of rfc1738, rfc3986, whatwg",
        ),
    ],
)
def test_an_invalid_declaration_is_a_value_error(settings, message):
    with pytest.raises(ValueError, match=message):
        urlmend.rule("CANAL001", **settings)


def test_a_custom_rule_needs_a_docstring():
    with pytest.raises(ValueError, match="CANAL001 has no docstring"):
        urlmend.rule("CANAL001", "error")(lambda case: iter(()))


def test_a_plugin_runs_if_the_settings_name_it(plugin, urlmend):
    where = plugin()
    done = urlmend("lint", "a.txt", **where)
    assert done.lines == ["a.txt:1:12: CANAL001 [*] map.staging.internal is of the staging network"]
    assert done.status == 1
    (where["cwd"] / "urlmend.toml").write_text("")
    assert urlmend("lint", "a.txt", **where).status == 0


def test_settings_and_options_apply_to_a_plugins_rules(plugin, urlmend):
    where = plugin(settings='plugins = ["canal"]\nextend-select = ["CANAL002"]\nseverity = {CANAL001 = "error"}\n')
    found = [(row["code"], row["severity"]) for row in urlmend("lint", "--format", "jsonl", "a.txt", **where).rows]
    assert found == [("CANAL002", "info"), ("CANAL001", "error")]
    assert urlmend("lint", "--ignore", "CANAL", "a.txt", **where).status == 0
    assert urlmend("lint", "--ignore", "CANAL9", "a.txt", **where).status == 2
    comment = TEXT.strip() + " # urlmend: ignore[CANAL001, CANAL002]"
    assert urlmend("lint", "-", text=comment, **where).status == 0


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv", "github", "gitlab", "junit", "sarif"])
def test_every_report_shows_a_plugins_findings(form, plugin, urlmend):
    assert "CANAL001" in urlmend("lint", "--format", form, "a.txt", **plugin()).out


def test_sarif_describes_a_plugins_rules(plugin, urlmend):
    report = json.loads(urlmend("lint", "--format", "sarif", "a.txt", **plugin()).out)
    (rule,) = report["runs"][0]["tool"]["driver"]["rules"]
    assert rule["id"] == "CANAL001"
    assert rule["shortDescription"]["text"] == "A URL leads to a host of the staging network."


def test_statistics_count_a_plugins_findings(plugin, urlmend):
    assert urlmend("lint", "--statistics", "a.txt", **plugin()).lines == ["1 CANAL001 [*] staging-host"]


def test_fixes_of_a_plugin(plugin, urlmend):
    where = plugin()
    assert urlmend("lint", "--fix", "a.txt", **where).status == 1
    assert (where["cwd"] / "a.txt").read_text() == "see http://www.canal.internal/north\n"


def test_a_plugins_rules_are_listed_and_explained(plugin, urlmend):
    where = plugin()
    assert [line[:8] for line in urlmend("rules", **where).lines][:2] == ["CANAL001", "CANAL002"]
    page = urlmend("explain", "canal001", **where)
    assert page.lines[0] == "CANAL001 staging-host"
    assert page.lines[1].startswith("warning; on by default; fixed by --fix;")
    assert "Nobody outside can follow it." in page.out
    assert (
        urlmend("explain", "CANAL003", **where).err
        == "urlmend: unknown rule 'CANAL003': `urlmend rules` lists all rules\n"
    )


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_scan_runs_a_plugin(processes, plugin, urlmend):
    where = plugin(settings='plugins = ["canal"]\nselect = ["CANAL"]\n')
    (row,) = urlmend("scan", "--processes", processes, "a.txt", **where).rows
    assert {finding["code"] for finding in row["findings"]} == {"CANAL001", "CANAL002"}


@pytest.fixture
def here(plugin, monkeypatch):
    """Install a plugin for this process and yield the folder of the project that names it."""
    where = plugin()
    monkeypatch.syspath_prepend(where["cwd"].parent / "lib")
    yield where["cwd"]
    for code in [code for code in RULES if code.startswith("CANAL")]:
        del RULES[code]
    sys.modules.pop("canal_rules", None)


@pytest.mark.usefixtures("here")
def test_a_checker_with_a_plugin_can_be_pickled():
    checker = ProjectLinter(
        Config(plugins=("canal",), per_file_ignores={}, format_of={}, allow={}, severity={}), "", FindOptions()
    )
    sent = pickle.loads(pickle.dumps(checker))
    assert codes(sent.findings(urlmend.Document(TEXT))) == ["CANAL001"]


def test_a_plugin_runs_in_the_projects_that_name_it_and_in_no_other(here):
    workspaces = Workspaces(pytest.fail)
    found, none = (next(workspaces.of(folder).results("-", [urlmend.Document(TEXT)])) for folder in (str(here), ""))
    assert codes(found.findings) == ["CANAL001"]
    assert not none.findings
    assert urlmend.lint(TEXT) == []


@pytest.mark.usefixtures("here")
def test_a_plugin_is_loaded_once():
    load("canal")
    before = RULES["CANAL001"]
    load("canal")
    assert RULES["CANAL001"] is before


HEAD = "import urlmend\n"
FAULTY = [
    ("1 / 0", "plugin 'canal' cannot be loaded: ZeroDivisionError: division by zero"),
    ("raise SystemExit(0)", "plugin 'canal' cannot be loaded: SystemExit: 0"),
    ("import gone", "plugin 'canal' cannot be loaded: ModuleNotFoundError: No module named 'gone'"),
    ("RULE = 1", "plugin 'canal' cannot be loaded: AttributeError: "),
    ("RULES = 1", "plugin 'canal' is neither a rule nor a list of rules"),
    ("RULES = []", "plugin 'canal' is neither a rule nor a list of rules"),
    ("RULES = [len]", "plugin 'canal' is neither a rule nor a list of rules"),
    (RULE + "RULES *= 2", "plugin 'canal': rule CANAL001 is already defined by plugin 'canal'"),
    ('urlmend.rule("URL205", "error")', "plugin 'canal' cannot be loaded: ValueError: invalid code 'URL205'"),
]
BODIES = [
    ("yield 1 / 0", "ZeroDivisionError: division by zero"),
    ("return 1", "HitError: the function returned int: write `yield case.hit(MESSAGE)` in it"),
    ("yield 'a fault'", "HitError: str is not a Hit with a message"),
    ("yield urlmend.Hit(1, case.url.spans)", "HitError: Hit is not a Hit with a message"),
    ("yield urlmend.Hit('a', ())", "HitError: spans of a hit must ascend and be inside the text"),
    ("yield case.hit('a', 7, 7)", "HitError: 7:7 is not a part of url.text"),
    ("yield case.hit('a', 0, 4, replacement='b')", "HitError: a hit has a fix, but the rule has none"),
    ("yield urlmend.Hit('a', (urlmend.Span(0, 99),))", "HitError: spans of a hit must ascend and be inside the text"),
    (
        "yield urlmend.Hit('a', case.url.spans, (urlmend.Edit(urlmend.Span(5, 4), ''),))",
        "HitError: edits of a hit must ascend and be inside the text",
    ),
    ("raise OSError('ftp://ada:h7Tq-92x@a.internal/ is gone')", "OSError: ftp://ada:***@a.internal/ is gone"),
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("code", "message"), FAULTY)
@pytest.mark.parametrize("command", [("lint", "a.txt"), ("rules",), ("scan", "a.txt")], ids=" ".join)
def test_a_plugin_that_fails_to_load_is_named(command, code, message, plugin, urlmend):
    where = plugin(HEAD + code)
    done = urlmend(*command, **where)
    assert done.status == 2
    first, *below = done.err.splitlines()
    assert f"{Path('urlmend.toml')}:1:12: {message}" in first
    assert below == ['    plugins = ["canal"]', " " * 15 + "^" * 7]


def faulty(body):
    """Return a plugin whose rule has this body, next to a rule that works."""
    rule = f'@urlmend.rule("CANAL003", "error")\ndef faulty(case):\n    """It is faulty."""\n    {body}\n'
    return f"{RULE}{rule}RULES.append(faulty)\n"


MANY = {"a.txt": "http://a.example/b|c\nand http://a.example/d|e\n", "z.txt": "see http://a.example/f|g\n"}


@pytest.fixture
def failing(plugin, tree):
    """Install a plugin with a rule that fails, and two files with findings: `failing(body)` returns options."""

    def install(body="yield 1 / 0", **settings):
        where = plugin(faulty(body), **settings)
        tree({f"project/{name}": text for name, text in MANY.items()})
        return where

    return install


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("body", "message"), BODIES)
def test_a_failing_rule_of_a_plugin_is_named_with_the_place(body, message, plugin, urlmend):
    done = urlmend("lint", "--quiet", "a.txt", **plugin(faulty(body)))
    assert done.status == 2
    assert done.lines == ["a.txt:1:12: CANAL001 map.staging.internal is of the staging network"]
    (line,) = done.err.splitlines()
    assert line.startswith(f"urlmend: a.txt:1:5: rule CANAL003 of plugin 'canal' failed: {message}")


@pytest.mark.parametrize("body", ["raise SystemExit(3)", "yield case.hit('x'); raise KeyError('y')"])
def test_other_ways_to_fail(body, plugin, urlmend):
    done = urlmend("lint", "a.txt", **plugin(faulty(body)))
    assert done.status == 2
    assert "a.txt:1:5: rule CANAL003 of plugin 'canal' failed: " in done.err


@pytest.mark.parametrize(
    "options", [(), ("-j2",), ("--statistics",), ("--update-baseline", "--baseline", "b.txt"), ("--diff",)]
)
def test_a_failing_rule_is_reported_once_for_each_file_and_the_others_go_on(options, failing, urlmend):
    done = urlmend("lint", *options, ".", **failing())
    assert done.status == 2
    assert [line for line in done.err.splitlines() if "failed" in line] == [
        "urlmend: a.txt:1:1: rule CANAL003 of plugin 'canal' failed:"
        " ZeroDivisionError: division by zero (and on 1 more URL)",
        "urlmend: z.txt:1:5: rule CANAL003 of plugin 'canal' failed: ZeroDivisionError: division by zero",
    ]


def test_findings_and_the_summary_do_not_depend_on_a_failing_rule(failing, urlmend):
    done = urlmend("lint", ".", **failing())
    assert [line[:15] for line in done.lines] == ["a.txt:1:19: URL", "a.txt:2:23: URL", "z.txt:1:23: URL"]
    assert "urlmend: 3 findings in 2 files: 3 errors" in done.err.splitlines()


def test_other_rules_fix_files_on_which_a_rule_fails(failing, urlmend):
    where = failing()
    done = urlmend("lint", "--fix", ".", **where)
    assert done.status == 2
    assert done.err.count("failed") == 2
    assert (where["cwd"] / "z.txt").read_text() == "see http://a.example/f%7Cg\n"


def test_a_failing_rule_shows_no_secret(failing, urlmend):
    where = failing("raise ValueError(case.url.text + case.text)")
    (where["cwd"] / "z.txt").write_text("see ftp://ada:h7Tq-92x@a.internal/\n")
    assert "h7Tq" not in urlmend("lint", ".", **where).err


def test_a_failing_rule_in_a_long_text_is_named_with_its_line(plugin, urlmend):
    where = plugin(faulty("yield case.hit('x') if 'c.internal' in case.url.text else 1 / 0"))
    filler = f"{'x' * 199}\n" * (WINDOW_SIZE // 200)
    (where["cwd"] / "a.txt").write_text(f"http://c.internal/\n{filler}  http://d.internal/\n")
    done = urlmend("lint", "--statistics", "a.txt", **where)
    assert f"urlmend: a.txt:{WINDOW_SIZE // 200 + 2}:3: rule CANAL003 of plugin 'canal' failed" in done.err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_failing_rule_of_a_plugin_is_a_problem_in_a_scan(processes, plugin, urlmend):
    done = urlmend("scan", "--processes", processes, "a.txt", **plugin(faulty("yield 1 / 0")))
    assert done.status == 2
    assert "a.txt: rule CANAL003 of plugin 'canal' failed on http://map.staging.internal/north: Zero" in done.err
    assert [finding["code"] for row in done.rows for finding in row["findings"]] == ["CANAL001"]


def test_a_failing_rule_leaves_the_other_findings_of_an_editor(here, failing):
    failing()
    shown = []
    workspaces = Workspaces(shown.append)
    workspace = workspaces.of(str(here))
    for name in ("a.txt", "z.txt"):
        (found,) = workspace.results(str(here / name), [urlmend.Document(TEXT, name)])
        assert codes(found.findings) == ["CANAL001"]
    assert shown == [
        "a.txt:1:5: rule CANAL003 of plugin 'canal' failed: ZeroDivisionError: division by zero",
    ]


def test_a_plugin_that_is_not_installed_is_named(plugin, urlmend):
    done = urlmend("lint", "a.txt", **plugin(settings='plugins = ["canl"]\n'))
    assert done.status == 2
    assert "urlmend.toml:1:12: plugin 'canl' is not installed; did you mean 'canal'?" in done.err


def test_a_plugin_is_not_installed_where_there_are_none(urlmend, tree):
    tree({"urlmend.toml": 'plugins = ["canal"]\n', "a.txt": TEXT})
    done = urlmend("lint", "a.txt")
    assert done.status == 2
    assert "urlmend.toml:1:12: plugin 'canal' is not installed\n" in done.err


def test_plugins_not_named_in_the_settings_are_not_loaded(plugin):
    where = plugin("raise SystemExit(3)", settings="")
    script = (
        "import sys; from urlmend.cli.main import main; main(['lint', 'a.txt']);"
        "assert not {'urlmend.settings.plugins', 'importlib.metadata', 'canal_rules'} & set(sys.modules)"
    )
    (where["cwd"] / "a.txt").write_text("see http://a.example/b|c\n")
    environment = {**os.environ, **where["env"]}
    done = subprocess.run([sys.executable, "-c", script], cwd=where["cwd"], env=environment, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("command", ["lint", "rules"])
def test_the_first_unusable_plugins_are_reported(command, tmp_path, monkeypatch, capsys):
    (tmp_path / "urlmend.toml").write_text(f"plugins = {[f'canal{number}' for number in range(500)]}")
    (tmp_path / "a.txt").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    asked = []
    entry_points = importlib.metadata.entry_points
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda **given: [asked.append(given), entry_points(**given)][1]
    )
    assert main([command, *(["."] if command == "lint" else [])]) == 2
    assert 0 < len(asked) < 100
    assert "plugin 'canal0' is not installed" in capsys.readouterr().err
