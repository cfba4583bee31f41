"""`urlmend find`, `lint`, `rules` and `explain`, run in processes of their own."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row, slow_after
from urlmend.cli import COMMANDS
from urlmend.cli.main import parse_without_argparse
from urlmend.cli.parser import parser

# The URLs of the appendix of RFC 1738 and of appendix C of RFC 3986, in invented sentences.
RFC1738 = """\
Nobody should be surprised to read <URL:http://ds.internic.net/rfc/rfc1738.txt> or
<URL:ftp://ds.internic.net/rfc/rfc1738.txt> in a letter. It is one address although it
is on two lines: <URL:http://info.cern.ch/hypertext/WWW/Addressing/URL/
URL_Overview.html>, and there may be a part of the page too, as in
<URL:http://ds.internic.net/instructions/overview.html#WARNING>.
"""
RFC1738_URLS = [
    "http://ds.internic.net/rfc/rfc1738.txt",
    "ftp://ds.internic.net/rfc/rfc1738.txt",
    "http://info.cern.ch/hypertext/WWW/Addressing/URL/URL_Overview.html",
    "http://ds.internic.net/instructions/overview.html#WARNING",
]
RFC3986 = """\
Well, Jim, I looked under "http://www.w3.org/Addressing/" and it was there, but you can
have the same from <ftp://foo.example.
com/rfc/>. The warning is on a page of its own, <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>, or so they say.
"""
RFC3986_URLS = [
    "http://www.w3.org/Addressing/",
    "ftp://foo.example.com/rfc/",
    "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
]


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("prefix", ["", "> ", "> > ", "# ", "    "])
@pytest.mark.parametrize(("text", "urls"), [(RFC1738, RFC1738_URLS), (RFC3986, RFC3986_URLS)], ids=["1738", "3986"])
def test_find_handles_the_examples_of_the_rfcs(urlmend, text, urls, prefix, ending):
    done = urlmend("find", text="".join(f"{prefix}{line}{ending}" for line in text.splitlines()))
    assert (done.status, done.lines, done.err) == (0, urls, "")


def test_find_prints_one_url_per_line(urlmend):
    done = urlmend("find", text="see http://a.example/b, <http://c.example/\nd>\n")
    assert (done.status, done.out, done.err) == (0, "http://a.example/b\nhttp://c.example/d\n", "")


def test_find_prints_nothing_for_text_without_urls(urlmend):
    done = urlmend("find", "-", text="no URL: none\n")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_find_jsonl_prints_one_object_per_line(urlmend):
    done = urlmend("find", "--format", "jsonl", text="x\nsee http://a.example/b,\nhttp://c.example/ too\n")
    assert [(row["file"], row["line"], row["column"], row["url"]) for row in done.rows] == [
        ("-", 2, 5, "http://a.example/b"),
        ("-", 3, 1, "http://c.example/"),
    ]


NOT_NORMALISED = [
    "ftp://alice:h7Tq92x@a.internal/",
    "HTTP://A.Example:80/../b/./c//d",
    "http://a.example/%7eb%41?c=%3d&d=|#%7E",
    "http://www.bücher.example/größe",
    "http://www.xn--bcher-kva.example./",
]


@pytest.mark.parametrize("text", NOT_NORMALISED)
def test_find_does_not_normalise_urls(urlmend, text):
    assert urlmend("find", text=text).out == text + "\n"
    assert urlmend("find", "--format=jsonl", text=text).rows[0]["url"] == text


def test_find_explains_joins(urlmend):
    text = (
        "Here is all of it, drawing by drawing: http://www.example.org/drawings?year=\n2004&month=1 http://b.example/\n"
    )
    done = urlmend("find", "--explain", text=text)
    assert done.lines[0] == "http://www.example.org/drawings?year=2004&month=1"
    assert done.lines[1].endswith(" for 2004&month=1 (joined, at least 5)")
    assert "      +2.5  breaks after = & ? # _ + ~, or between parameters" in done.lines
    assert done.lines[-1] == "http://b.example/"
    first, second = urlmend("find", "--explain", "--format=jsonl", text=text).rows
    assert {"name": "breaks after = & ? # _ + ~, or between parameters", "weight": 2.5} in first["joins"][0]["evidence"]
    assert (first["joins"][0]["outcome"], second["joins"]) == ("joined", [])
    assert urlmend("find", "--format=jsonl", text=text).rows[1] == {k: v for k, v in second.items() if k != "joins"}


def test_find_reads_files_and_folders(urlmend, tree):
    tree({"a.txt": "http://a.example/", "b/c.txt": "http://c.example/", "b/d.bin": b"http://d.example/\0"})
    assert urlmend("find", "b", "a.txt").lines == ["http://c.example/", "http://a.example/"]
    rows = urlmend("find", ".", "--format=jsonl").rows
    assert [os.path.normpath(row["file"]) for row in rows] == ["a.txt", os.path.join("b", "c.txt")]


def test_find_accepts_schemeless_and_extend_schemes(urlmend):
    text = "www.a.example frob://b.example/"
    assert urlmend("find", text=text).lines == []
    assert urlmend("find", "--schemeless", text=text).lines == ["www.a.example"]
    assert urlmend("find", "--extend-schemes", "frob", text=text).lines == ["frob://b.example/"]


def test_unreadable_file_does_not_stop_the_others(urlmend, tree):
    tree({"a.txt": "http://a.example/", "b.txt": "http://b.example/"})
    done = urlmend("find", "a.txt", "gone.txt", "b.txt")
    assert done.lines == ["http://a.example/", "http://b.example/"]
    assert done.status == 2
    assert done.err == "urlmend: gone.txt: No such file or directory\n"


def test_exit_status_2_takes_precedence_over_findings(urlmend, tree):
    tree({"a.txt": "http://a.example/b|c"})
    done = urlmend("lint", "gone.txt", "a.txt")
    assert done.status == 2
    assert len(done.lines) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_file_without_permission_does_not_stop_the_others(urlmend, tree):
    folder = tree({"a.txt": "http://a.example/", "b.txt": "http://b.example/"})
    (folder / "a.txt").chmod(0)
    done = urlmend("find", ".")
    assert (done.status, done.lines) == (2, ["http://b.example/"])


def test_lint_prints_file_line_column_code_and_message(urlmend, tree):
    tree({"a.txt": "x\nsee http://a.example/b|c\n"})
    done = urlmend("lint", "a.txt")
    assert (done.status, done.out) == (1, "a.txt:2:23: URL205 [*] '|' in URL: encode as %7C\n")
    assert done.err == "urlmend: 1 finding in 1 file: 1 error\nurlmend: [*] 1 fixable with --fix\n"


def test_lint_prints_nothing_without_findings(urlmend):
    done = urlmend("lint", text="see http://a.example/b.\n")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_lint_reports_an_empty_wrapper(urlmend):
    done = urlmend("lint", text="see <URL:>\n")
    assert (done.status, done.out) == (1, "-:1:5: URL113 empty wrapper: add the URL, or remove the wrapper\n")


def test_lint_json_and_jsonl_are_equal(urlmend):
    text = "http://a.example/b|c\n"
    lines = urlmend("lint", "--format=jsonl", text=text)
    assert lines.status == 1
    assert [(row["code"], row["line"], row["column"]) for row in lines.rows] == [("URL205", 1, 19)]
    assert json.loads(urlmend("lint", "--format=json", text=text).out) == lines.rows


def test_lint_json_is_one_list_for_any_number_of_files(urlmend, tree):
    tree({"a.txt": "http://a.example/b|c", "b.txt": "fine", "c.txt": "http://a.example/b^c"})
    several = urlmend("lint", "--format=json", "b.txt", "a.txt", "b.txt", "c.txt")
    assert [row["file"] for row in json.loads(several.out)] == ["a.txt", "c.txt"]
    assert json.loads(urlmend("lint", "--format=json", "b.txt").out) == []
    assert urlmend("lint", "--format=json", "b.txt").status == 0


def test_lint_selects_and_ignores_codes(urlmend):
    text = "ssh://alice@a.internal/b|c"

    def codes(*options):
        return [row["code"] for row in urlmend("lint", "--format=jsonl", *options, text=text).rows]

    assert codes() == ["URL205"]
    assert codes("--select", "URL205,URL503") == ["URL503", "URL205"]
    assert codes("--select", "URL503", "--select", "URL2") == ["URL503", "URL205"]
    assert codes("--extend-select", "URL503") == ["URL503", "URL205"]
    assert codes("--ignore", "URL205") == []


def test_lint_accepts_a_profile(urlmend):
    text = "nntp://a.example/b.c/1?d"
    assert urlmend("lint", text=text).status == 0
    assert "URL301" in urlmend("lint", "--profile", "rfc1738", text=text).out


SECRET_TEXT = (
    "ftp://alice:h7Tq92x@a.internal/b?c|d <ftp://alice:h7Tq92x@a.internal/-\nx> "
    "http://a.internal/?token=abcdefgh12345678|\n"
)


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_lint_hides_secrets(urlmend, form):
    done = urlmend("lint", "--select=ALL", f"--format={form}", text=SECRET_TEXT)
    assert done.status == 1
    assert "h7Tq92x" not in done.out + done.err
    assert "abcdefgh12345678" not in done.out + done.err


def test_lint_shows_secrets_with_the_option(urlmend):
    assert "h7Tq92x" in urlmend("lint", "--show-secrets", "--format=jsonl", text=SECRET_TEXT).out


LONE_SURROGATES = [
    b"Content-Type: text/plain; charset=utf-7\n\nsee http://a.example/+2AA-b|c now\n",
    b"Content-Type: text/plain; charset=unicode_escape\n\nsee http://a.example/\\ud800b|c now\xe9\n",
    b"Subject: http://a.example/=?utf-7?q?+2AA-b|c?=\n\n",
]


@pytest.mark.parametrize("rest", LONE_SURROGATES)
@pytest.mark.parametrize(
    "arguments", [("find",), ("lint", "--show-source"), ("lint", "--format", "csv"), ("lint", "--format", "json")]
)
def test_lone_surrogates_from_a_charset_are_printable(urlmend, tree, rest, arguments):
    tree({"a.eml": b"From: a\nTo: b\n" + rest})
    done = urlmend(*arguments, "a.eml")
    assert done.err.count("\n") in ((1, 2) if arguments[0] == "lint" else (0,))
    assert done.status == (arguments[0] == "lint")
    assert "http://a.example/" in done.out


@pytest.mark.parametrize("command", ["find", "lint", "lint --show-source"])
def test_control_characters_in_a_file_are_escaped(urlmend, tree, command):
    name = "\x1b[31mred.txt"
    tree({name: "\x1b[2J <URL:http://a.example/\x1b[31m\x9b|\x07\u202eb> \x1b[2J"})
    done = urlmend(*command.split(), name, "gone\x1b[2J")
    assert done.status == 2
    for char in "\x1b\x07\x9b\u202e":
        assert char not in done.out + done.err
    assert "\\x1b[31m" in done.out
    assert "gone\\x1b[2J" in done.err


def test_unknown_code_is_printed_without_control_characters(urlmend):
    done = urlmend("explain", "\x1b[2J")
    assert done.status == 2
    assert "\x1b" not in done.err


def test_undecodable_bytes_are_printed_unchanged(urlmend):
    assert (
        urlmend("find", text=b"see http://a.example/caf\xe9/\xff1 x").out_bytes == b"http://a.example/caf\xe9/\xff1\n"
    )


def test_output_is_utf_8_in_any_locale(urlmend):
    done = urlmend("find", text="http://a.example/größe", env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert done.out_bytes == "http://a.example/größe\n".encode()


@pytest.mark.parametrize("command", slow_after(1, [["lint"], ["find"], ["lint", "--format=json"], ["rules"]]))
def test_closed_pipe_is_not_an_error(tree, command):
    folder = tree({"a.txt": "http://a.example/b|c\n" * 5_000})
    paths = [] if command == ["rules"] else ["a.txt"]
    process = subprocess.Popen(
        [sys.executable, "-m", "urlmend", *command, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
    )
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert err == b""


def test_explain_prints_a_rule_page(urlmend):
    done = urlmend("explain", "url106")
    assert done.status == 0
    assert done.lines[0] == "URL106 break-after-hyphen"
    assert done.lines[1].startswith("warning; on by default; fixed by --fix; profiles: ")
    assert "Reported:" in done.lines


def test_explain_escapes_control_characters_in_examples(urlmend):
    done = urlmend("explain", "URL109")
    assert "\f" not in done.out


def test_rules_prints_one_rule_per_line(urlmend):
    done = urlmend("rules")
    assert done.status == 0
    assert [line.split()[0] for line in done.lines] == sorted(line.split()[0] for line in done.lines)
    assert any(line.startswith("URL501 password ") and " error " in line for line in done.lines)
    assert all(line.endswith(".") for line in done.lines)


def test_version_is_printed(urlmend):
    assert urlmend("--version").out.startswith("urlmend 0.")
    assert urlmend("-V").out == urlmend("--version").out


WRONG = [
    (["explain", "URL9"], "unknown rule 'URL9'"),
    (["explain", "URL5011"], "did you mean 'URL501'?"),
    (["lint", "--select", "URL9"], "unknown rule 'URL9'"),
    (["lint", "--profile", "rfc1739"], "rfc1739"),
    (["lint", "--format", "xml"], "xml"),
    (["find", "--frmat", "text"], "--frmat"),
    (["fnd"], "fnd"),
    ([], "usage: urlmend"),
]


@pytest.mark.parametrize(("args", "said"), WRONG)
def test_usage_errors_are_reported_with_status_2(urlmend, args, said):
    done = urlmend(*args)
    assert done.status == 2
    assert said in done.err
    assert done.out == ""


OPTIONS_AND_PATHS = [
    ["lint"],
    ["lint", "-"],
    ["lint", "a.txt", "b.txt"],
    ["lint", "--force-exclude", "a.txt"],
    ["lint", "--fix", "--force-exclude", "a.txt", ""],
    ["find", "--schemeless", "--headers", "a.txt"],
    ["lint", "--profile", "rfc1738"],
    ["lint", "--select", "URL1", "--exclude", "a", "--select", "URL2", "-j", "2", "b.txt"],
    ["lint", "-o", "-", "--format", "json", "-"],
    ["scan", "--unique", "a"],
    ["scan", "--processes", "1", "--progress", "none", "--since-date", "2004", "-o", "a.sqlite", "b.mbox"],
    ["explain", "URL101", "URL2"],
]
OTHERS = [
    ["--version"],
    ["lint", "--profile", "rfc1739", "a"],
    ["lint", "--processes", "0", "a"],
    ["lint", "--exclude", "-a"],
    ["lint", "--exclude"],
    ["lint", "--output=a"],
    ["lint", "--quie", "a"],
    ["lint", "a", "--fix"],
    ["lint", "--", "-a"],
    ["lint", "-h"],
    ["scan", "--unique"],
    ["explain"],
    ["forget", "a.sqlite", "b.mbox"],
]
WORDS = st.sampled_from(
    ["a.txt", "-", "", "b c", "--fix", "--schemeless", "--force-exclude", "--quiet", "--exclude", "-j", "1", "lint"]
)


@each_row("arguments", OPTIONS_AND_PATHS, ids=" ".join)
def test_options_and_paths_are_parsed_as_argparse_does(arguments):
    assert vars(parse_without_argparse(arguments)) == vars(parser().parse_args(arguments))


@each_row("arguments", OTHERS, ids=" ".join)
def test_other_command_lines_are_left_to_argparse(arguments):
    assert parse_without_argparse(arguments) is None


@given(st.sampled_from(sorted(COMMANDS)), st.lists(WORDS, max_size=5))
def test_generated_command_lines_are_parsed_as_argparse_does(command, words):
    options = parse_without_argparse([command, *words])
    assert options is None or vars(options) == vars(parser().parse_args([command, *words]))


def test_flags_and_paths_load_no_slow_modules(tree):
    folder = tree({"a.txt": "see http://a.example/ and http://b.example/c", "b.txt": "see http://a.example/b|c"})

    def loaded(code):
        command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
        done = subprocess.run(command, capture_output=True, check=True, text=True, cwd=folder)
        assert done.stderr == ""
        return set(done.stdout.split())

    new = loaded("from urlmend.cli.main import main; main(['lint', 'a.txt'])") - loaded("pass")
    heavy = {"argparse", "gettext", "locale", "typing", "urlmend.mail.message", "urlmend.finder.fast.sweep"}
    assert "urlmend.linting.project_linter" in new
    unneeded = {"urlmend.api", "urlmend.linting.linter", "urlmend.redaction.detect", "urlmend.rules"}
    assert not new & {*heavy, *unneeded}
    new = loaded("from urlmend.cli.main import main; main(['lint', '--quiet', 'b.txt'])") - loaded("pass")
    assert "urlmend.rules" in new
    assert not new & heavy


@each_row(
    ("arguments", "unneeded"),
    [
        ("--version", {"argparse", "urlmend.cli.parser", "urlmend.model", "urlmend.settings"}),
        ("--help", {"urlmend.cli.find", "urlmend.cli.lint", "urlmend.finder", "urlmend.model"}),
        ("lnt", {"urlmend.cli.find", "urlmend.cli.lint", "urlmend.finder"}),
        ("lint --help", {"urlmend.api", "urlmend.cli.find", "urlmend.cli.scan", "urlmend.mail", "urlmend.rules"}),
    ],
)
def test_only_the_parser_of_the_command_is_built(arguments, unneeded):
    code = f"from urlmend.cli.main import main; main({arguments.split()}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", f"import sys; {code}"], capture_output=True, check=True, text=True)
    loaded = set(done.stderr.split())
    assert "urlmend.cli.main" in loaded
    assert not loaded & unneeded


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("See http://www.example.org/a for more.\n", 20),
        ("See http://www.example.org/a|b for more.\n", 70),
    ],
)
def test_few_expressions_are_compiled_for_a_small_file(tree, text, most):
    code = (
        "import re, sys\n"
        "compiled, compile = [], re._compiler._code\n"
        "re._compiler._code = lambda *given: [compiled.append(given), compile(*given)][1]\n"
        "from urlmend._lib import kept_regex\n"
        "kept_regex._PATH = None  # as in the first run after the installation\n"
        "from urlmend.cli.main import main\n"
        "main(['lint', '--exit-zero', 'a.txt'])\n"
        "print(len(compiled))"
    )
    folder = tree({"a.txt": text})
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, cwd=folder)
    assert 0 < int(done.stdout.split()[-1]) <= most


def test_nearest_settings_file_wins(urlmend, tree):
    folder = tree(
        {"urlmend.toml": 'ignore = ["URL205"]\nextend-schemes = ["frob"]\nschemeless = true\n', "a/b.txt": ""}
    )
    assert urlmend("lint", text="http://a.example/b|c", cwd=folder / "a").status == 0
    assert urlmend("find", text="frob://a.example www.b.example", cwd=folder / "a").lines == [
        "frob://a.example",
        "www.b.example",
    ]


def test_command_line_overrides_settings(urlmend, tree):
    tree({"pyproject.toml": '[tool.urlmend]\nprofile = "rfc1738"\nselect = ["URL301"]\n'})
    text = "nntp://a.example/b.c/1?d|e"
    assert [row["code"] for row in urlmend("lint", "--format=jsonl", text=text).rows] == ["URL301"]
    assert urlmend("lint", "--profile=rfc3986", text=text).status == 0
    assert [row["code"] for row in urlmend("lint", "--select=URL205", "--format=jsonl", text=text).rows] == ["URL205"]


def test_invalid_settings_are_reported(urlmend, tree):
    tree({"urlmend.toml": "selct = []\n"})
    done = urlmend("lint", text="")
    assert done.status == 2
    assert "unknown key 'selct'; did you mean 'select'?" in done.err


@pytest.mark.parametrize("command", ["find", "lint"])
def test_undecodable_file_name_is_accepted(urlmend, tree, command):
    folder = tree({"x": ""})
    try:
        with open(os.fsencode(folder) + b"/\xff.txt", "wb") as file:
            file.write(b"http://a.example/b|c")
    except OSError:
        pytest.skip("the file system takes no such name")
    assert urlmend(command, ".").status == (1 if command == "lint" else 0)
    assert urlmend(command, ".", "--format=jsonl").rows


@pytest.mark.parametrize("command", ["find", "lint", "mend", "redact"])
def test_wildcards_that_name_no_file_are_expanded(urlmend, tree, command):
    """As the shells of Windows pass them on as they are."""
    tree({f"{name}": f"http://{name}.test-host.org/b|c\n" for name in ("b.txt", "a.txt", "c.md")})
    assert urlmend(command, "*.tx?").out == urlmend(command, "a.txt", "b.txt").out != ""
    done = urlmend(command, "*.rst")
    assert (done.status, "*.rst: No such file or directory" in done.err) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="no file has such a name")
def test_a_file_named_with_a_wildcard_is_read_alone(urlmend, tree):
    tree({"*.txt": "http://b.example/\n", "a.txt": "http://a.example/\n"})
    assert urlmend("find", "*.txt").lines == ["http://b.example/"]
