"""Output formats for programs: their contents, and their safety for untrusted input."""

import csv
import io
import json
import os
import re
import xml.etree.ElementTree as ET
from functools import cache
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

import report_schemas
import urlmend
from strategies import HOSTILE_TEXTS
from tables import each_row
from urlmend import Document, Edit, Fix, Span, documents, lint
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle, reported_path
from urlmend.reports.formats import FORMATS, report
from urlmend.rules import RULES

MAIL = """\
From: a@b.example
Message-ID: <7@b.example>
Subject: {subject}

see {text}
"""
# Two errors: `|` has a safe fix, `%` an unsafe one.
FAULTY = "see http://a.example/b|c and http://a.example/100% now\n"
HOSTILE = {
    "terminal": "pl\x1b[31man.txt",
    "newline": "pl\nan\r.txt",
    "command": "a,line=9::error::b%0A.txt",
    "markup": "<a b=\"'&]]>.txt",
    "surrogate": "gr\udcf6\udfff.txt",
    "half a pair": "\ud83d.txt",
    "foreign": "größe-計画-😀.txt",
    "bidirectional": "pl\u202ean.txt",
    "no character": "\x00\ufffe\uffff\x85.txt",
    "blank": " ",
    "empty": "",
}
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def result(text, name="plan.txt", **options):
    document = Document(text, name)
    return Result(document, lint(document, **options))


def written(name, *results, style=ReportStyle()):
    out = io.StringIO()
    report(name)(results, out, style)
    return out.getvalue()


def of_bytes(data, **options):
    return [Result(document, lint(document, **options)) for document in documents(data)]


def of_file(folder, text, name="plan.txt", **options):
    """The results of a file, whose bytes are the text: with a region."""
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return [Result(document, lint(document, **options)) for document in documents(name)]


def rows_of_csv(*results, style=ReportStyle()):
    return list(csv.DictReader(io.StringIO(written("csv", *results, style=style), newline="")))


def gitlab(*results):
    return json.loads(written("gitlab", *results))


def sarif(*results, style=ReportStyle()):
    (run,) = json.loads(written("sarif", *results, style=style))["runs"]
    return run


def sarif_results(*results, style=ReportStyle()):
    return sarif(*results, style=style)["results"]


def rules_of(run):
    return run["tool"]["driver"]["rules"]


def suites(*results):
    return ET.fromstring(written("junit", *results).encode("utf-8")).findall("testsuite")


def unescaped(text):
    """A value of a workflow command, unescaped as the runner does it."""
    return re.sub("%(0D|0A|3A|2C|25)", lambda match: chr(int(match[1], 16)), text)


def commands(*results):
    """The name, properties and message of each workflow command."""
    found = []
    for line in written("github", *results).splitlines():
        command, listed, message = re.fullmatch("::([a-z]+) ([^:]*)::(.*)", line).groups()
        properties = {name: unescaped(value) for name, value in (item.split("=", 1) for item in listed.split(","))}
        found.append((command, properties, unescaped(message)))
    return found


# --- all formats


@each_row("name", FORMATS)
def test_every_format_accepts_documents_without_findings(name):
    assert "URL" not in written(name, result("nothing to see here"))


NOTHING = [
    ("csv", csv.DictReader, []),
    ("github", str, ""),
    ("gitlab", json.loads, []),
    ("json", json.loads, []),
    ("jsonl", str, ""),
    ("text", str, ""),
]


@each_row(("name", "read", "expected"), NOTHING)
def test_a_report_without_results_is_empty(name, read, expected):
    found = read(io.StringIO(written(name)) if read is csv.DictReader else written(name))
    assert (list(found) if read is csv.DictReader else found) == expected


@each_row("name", FORMATS)
@each_row("file", HOSTILE.values(), ids=HOSTILE)
def test_control_characters_of_file_names_are_not_printed(name, file):
    assert not UNSAFE.search(written(name, result(FAULTY, file)))


HOSTILE_URLS = [
    "<URL:http://a.example/\x1b[31m|b>",
    "<URL:http://a.example/\n|\n%b>",
    "http://a.example/]]>|&b<c",
    "http://a.example/größe|\U0001f600\udcff%",
    "http://a\u202e.example/\x9b|\ufffe%",
    "http://a.example/::error file=b::|,c",
    "http://a.example/{0}[x](1)|",
    "http://user[x](http:pw@a.example/|",
]


@each_row("name", FORMATS)
@each_row("text", HOSTILE_URLS)
def test_control_characters_of_urls_are_not_printed(name, text):
    assert not UNSAFE.search(written(name, result(text, select=["URL"]), style=ReportStyle(show_source=True)))


def read_csv(text):
    assert {len(row) for row in csv.reader(io.StringIO(text, newline=""))} == {14}


def read_github(text):
    for line in text.splitlines():
        assert re.fullmatch("::(error|warning|notice) [^:]*::.+", line)


READERS = {
    "csv": read_csv,
    "github": read_github,
    "gitlab": json.loads,
    "json": json.loads,
    "junit": lambda text: ET.fromstring(text.encode("utf-8")),
    "sarif": json.loads,
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", READERS)
@given(text=HOSTILE_TEXTS, file=st.one_of(st.sampled_from(list(HOSTILE.values())), st.text(st.characters())))
def test_reports_of_any_text_can_be_parsed(name, text, file):
    READERS[name](written(name, result(text, file, select=["URL"])))


# A secret, and half of it, in texts where findings quote it or fixes move it.
SECRET, HALF = "Zk4wQ8vN1sYt6Rb3", "wQ8vN1sYt6Rb3"
TOKEN = f"http://a.internal/b/?access_token={SECRET}"
SECRETS = {
    "password": f"ftp://alice:{SECRET}@a.internal/",
    "password with a fault": f"ftp://alice:|{SECRET}%@a.internal/",
    "broken password": f"see <ftp://alice:Zk4\n{HALF}@a.internal/> now",
    "token": f"see {TOKEN} now",
    "token with faults": f"see HTTP://A.internal/|?a=1&amp;access_token={SECRET}% now",
    "moved token": f"see the plans of 2004 at http://a.internal/b/?access_token={SECRET}-\n{HALF}7 and so on\n",
    "token in a fragment": f"see <URL:http://a.internal/>#?access_token={SECRET}",
    "wrapped token": f"see <{TOKEN}> now",
    "mail": MAIL.format(subject="plan", text=f"ftp://alice:{SECRET}@a.internal/|"),
    "subject": MAIL.format(subject=f"ftp://alice:{SECRET}@a.internal/|", text=FAULTY),
    "message id": MAIL.replace("7@b.example", TOKEN).format(subject="plan", text=FAULTY),
}


@each_row("name", FORMATS)
@each_row("text", SECRETS.values(), ids=SECRETS)
def test_no_format_shows_a_secret(name, text):
    results = of_bytes(text.encode(), select=["URL"])
    assert any(found for _, found in results)
    shown = written(name, *results, style=ReportStyle(show_source=True))
    assert HALF not in shown
    assert SECRET not in shown


OPEN = ("csv", "json", "jsonl", "sarif")


@pytest.mark.parametrize("name", OPEN)
def test_formats_show_secrets_with_show_secrets(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = of_file(tmp_path, SECRETS["moved token"], select=["URL108"], show_secrets=True)
    assert HALF in written(name, *found, style=ReportStyle(show_secrets=True))


# --- paths and fingerprints


PATHS = [
    ("plan.txt", "plan.txt"),
    ("./sub/plan.txt", "sub/plan.txt"),
    ("sub//x/../plan.txt", "sub/plan.txt"),
    ("../plan.txt", "../plan.txt"),
    ("-", "-"),
    ("", ""),
    ("{here}/sub/plan.txt", "sub/plan.txt"),
    ("{here}/a.zip!../../plan.txt", "a.zip!../../plan.txt"),
    ("{here}-other/plan.txt", "{here}-other/plan.txt"),
    ("/elsewhere/plan.txt", "/elsewhere/plan.txt"),
]


@pytest.mark.skipif(os.name != "posix", reason="absolute paths as POSIX has them")
@pytest.mark.parametrize(("name", "expected"), PATHS)
def test_paths_are_relative_to_the_current_folder(name, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert reported_path(name.format(here=tmp_path)) == expected.format(here=tmp_path)


def fingerprints_of_gitlab(*results):
    return [issue["fingerprint"] for issue in gitlab(*results)]


def fingerprints_of_sarif(*results):
    return [row["partialFingerprints"]["urlmend/v1"] for row in sarif_results(*results)]


FINGERPRINTS = pytest.mark.parametrize("fingerprints", [fingerprints_of_gitlab, fingerprints_of_sarif])


@FINGERPRINTS
def test_fingerprints_stay_when_lines_move(fingerprints):
    assert fingerprints(result(FAULTY)) == fingerprints(result("one\n\ntwo\n  " + FAULTY))


@FINGERPRINTS
def test_equal_findings_have_different_fingerprints(fingerprints):
    found = fingerprints(result(FAULTY + FAULTY))
    assert len(found) == len(set(found)) == 4
    assert found[:2] == fingerprints(result(FAULTY))


@FINGERPRINTS
def test_equal_findings_in_two_documents_of_a_file_have_different_fingerprints(fingerprints):
    found = fingerprints(result(FAULTY), result(FAULTY))
    assert len(set(found)) == 4


OTHERS = [
    (FAULTY, "b.txt"),
    (FAULTY.replace("example", "invalid"), "plan.txt"),
    (FAULTY.replace("|", "^").replace("100%", "100%zz"), "plan.txt"),
]


@FINGERPRINTS
@pytest.mark.parametrize(("text", "name"), OTHERS)
def test_different_findings_have_different_fingerprints(fingerprints, text, name):
    found = fingerprints(result(text, name))
    assert found
    assert not set(found) & set(fingerprints(result(FAULTY)))


@FINGERPRINTS
def test_fingerprints_do_not_depend_on_secrets(fingerprints):
    one, other = (result(f"ftp://alice:{word}@a.internal/") for word in (SECRET, "qR7-0pLm"))
    assert fingerprints(one) == fingerprints(other)
    shown = result(f"ftp://alice:{SECRET}@a.internal/", show_secrets=True)
    assert fingerprints(shown) == fingerprints(one)


@FINGERPRINTS
def test_fingerprints_do_not_depend_on_how_the_path_is_written(fingerprints, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ("plan.txt", "./plan.txt", str(tmp_path / "plan.txt"))
    assert len({tuple(fingerprints(result(FAULTY, name))) for name in names}) == 1


# --- comma-separated values


def test_csv_has_a_row_for_each_finding():
    first, second = rows_of_csv(result("größe 😀\n" + FAULTY))
    expected = {
        "file": "plan.txt",
        "line": "2",
        "column": "23",
        "end_line": "2",
        "end_column": "24",
        "code": "URL205",
        "name": RULES["URL205"].name,
        "severity": "error",
        "url": "http://a.example/b|c",
        "message_id": "",
        "part": "",
    }
    assert {key: first[key] for key in expected} == expected
    assert first["message"].startswith("'|'")
    assert second["code"] == "URL208"


def test_csv_says_whether_a_fix_is_safe(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = rows_of_csv(*of_file(tmp_path, FAULTY + "ftp://ftp.example.org/;type=x\n", select=["URL2", "URL7"]))
    assert [(row["code"], row["fix"]) for row in rows] == [("URL205", "safe"), ("URL208", "unsafe"), ("URL701", "")]


def test_csv_has_no_fix_for_encoded_text():
    data = MAIL.format(subject="plan", text=FAULTY).replace("\n\n", "\nContent-Transfer-Encoding: base64\n\n", 1)
    head, _, _ = data.partition("\n\n")
    (row,) = rows_of_csv(*of_bytes(f"{head}\n\nc2VlIGh0dHA6Ly9hLmV4YW1wbGUvYnxjIG5vdwo=\n".encode()))
    assert (row["code"], row["fix"]) == ("URL205", "")


def test_csv_names_message_and_part():
    rows = rows_of_csv(*of_bytes(MAIL.format(subject="http://a.example/b|c", text=FAULTY).encode()))
    assert [(row["message_id"], row["part"], row["line"]) for row in rows] == [
        ("<7@b.example>", "subject", "3"),
        ("<7@b.example>", "1", "5"),
        ("<7@b.example>", "1", "5"),
    ]


@each_row("name", ["plan,2.txt", 'a "plan"', "a=b", "1+1", "'=1+1", " =1", "größe", "|a"])
def test_csv_preserves_harmless_values(name):
    row = rows_of_csv(result("http://a.example/b|c,d", name))[0]
    assert (row["file"], row["url"]) == (name, "http://a.example/b|c,d")


@each_row("name", ['=1+1,"x"', "+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", "\uff1d1", "\uff20a"])
def test_csv_has_no_formulas(name):
    assert rows_of_csv(result("http://a.example/b|c", name))[0]["file"] == f"'{name}"


# --- GitHub Actions


def test_github_has_a_command_for_each_finding():
    first, second = commands(result("größe 😀\n" + FAULTY, "./plan.txt"))
    properties = {"file": "plan.txt", "line": "2", "endLine": "2", "col": "23", "endColumn": "24", "title": "URL205"}
    assert first == ("error", properties, lint(FAULTY)[0].message)
    assert second[1]["title"] == "URL208"


SEVERITIES = [("error", "error"), ("warning", "warning"), ("info", "notice")]


@each_row(("severity", "command"), SEVERITIES)
def test_github_has_a_command_for_each_severity(severity, command):
    document, (finding, *_) = result(FAULTY)
    assert commands(Result(document, [finding._replace(severity=severity)]))[0][0] == command


def test_github_has_no_columns_for_findings_on_several_lines():
    (command,) = commands(result("see <http://a.example/b%\n2Fc>", select=["URL305"]))
    assert command[1] == {"file": "plan.txt", "line": "1", "endLine": "2", "title": "URL305"}


@each_row("file", ["a,b:c%d.txt", "a%2Cb.txt", "größe 計画.txt", "a=b::c.txt"])
def test_github_escapes_delimiters_of_properties(file):
    assert {properties["file"] for _, properties, _ in commands(result(FAULTY, file))} == {file}


@each_row("message", ["write %7C", "50% :: a, b", "%0A", "::add-mask::x"])
def test_github_escapes_messages(message):
    document, (finding, *_) = result(FAULTY)
    assert commands(Result(document, [finding._replace(message=message)]))[0][2] == message


# --- GitLab


def test_gitlab_has_an_issue_for_each_finding():
    first, second = gitlab(result("one\n" + FAULTY, "./sub/plan.txt"))
    assert first["description"] == f"URL205: {lint(FAULTY)[0].message}"
    assert (first["check_name"], first["severity"]) == ("URL205", "major")
    assert first["location"] == {"path": "sub/plan.txt", "lines": {"begin": 2, "end": 2}}
    assert re.fullmatch("[0-9a-f]{32}", first["fingerprint"])
    assert second["check_name"] == "URL208"


@each_row(("severity", "expected"), [("error", "major"), ("warning", "minor"), ("info", "info")])
def test_gitlab_has_a_severity_for_each_severity(severity, expected):
    document, (finding, *_) = result(FAULTY)
    assert gitlab(Result(document, [finding._replace(severity=severity)]))[0]["severity"] == expected


@each_row("name", ["gitlab", "sarif"])
@each_row("file", HOSTILE.values(), ids=HOSTILE)
def test_lone_surrogates_of_names_and_urls_are_escaped(name, file):
    found = json.loads(written(name, result(FAULTY, file), result("http://a.example/\udcff|\udc80%", select=["URL"])))
    json.dumps(found, ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize("name", ["gitlab", "sarif"])
def test_lone_surrogates_of_messages_and_fixes_are_escaped(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ((document, (finding, *_)),) = of_file(tmp_path, FAULTY, select=["URL208"])
    fix = Fix((Edit(Span(0, 3), "\udcff"),), safe=True)
    unsafe = Result(document, [finding._replace(message="here is \ud83d", fix=fix)])
    found = json.loads(written(name, unsafe))
    json.dumps(found, ensure_ascii=False).encode("utf-8")


# --- JUnit


def test_junit_has_a_suite_for_each_file_and_a_failure_for_each_finding():
    found = [result(FAULTY, "a.txt"), result(FAULTY, "a.txt"), result("fine", "b.txt"), result(FAULTY, "c.txt")]
    bad, other = suites(*found)
    assert [(suite.get("name"), suite.get("id")) for suite in (bad, other)] == [("a.txt", "0"), ("c.txt", "1")]
    assert [(suite.get("tests"), suite.get("failures")) for suite in (bad, other)] == [("4", "4"), ("2", "2")]
    failure = bad.find("testcase/failure")
    message = lint(FAULTY)[0].message
    assert (failure.get("type"), failure.get("message")) == ("URL205", message)
    assert failure.text == f"a.txt:1:23: error: URL205 {message}"


def test_junit_has_a_skipped_test_for_a_finding_that_does_not_fail():
    (suite,) = suites(result("ftp://ada:@a.internal/b|c", "a.txt", select=["URL504", "URL205"]))
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["2", "1", "1"]
    assert [case.find("failure") is not None for case in suite.findall("testcase")] == [False, True]
    skipped = suite.find("testcase/skipped")
    assert skipped.get("message") == "empty password: remove ':'"
    assert skipped.text == "a.txt:1:7: info: URL504 empty password: remove ':'"


def test_junit_has_one_passed_test_without_findings():
    (suite,) = suites(*[result("fine")] * 3)
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    (suite,) = suites(result("fine"), result(FAULTY), result("fine"))
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")


@pytest.mark.parametrize("file", ["größe-計画-😀.txt", "<a b=\"'&]]>.txt"])
def test_junit_preserves_names(file):
    (suite,) = suites(result(FAULTY, file))
    assert suite.get("name") == file
    assert suite.find("testcase").get("classname") == file
    assert suite.find("testcase/failure").text.startswith(f"{file}:1:23: ")


UNWRITABLE = [
    ("a\x1b[31m", "a\\x1b[31m"),
    ("a\nb", "a\\nb"),
    ("\udcff", "\\udcff"),
    ("\ufffe", "\\ufffe"),
    (" ", "' '"),
    ("", "''"),
]


@each_row(("file", "expected"), UNWRITABLE)
def test_junit_escapes_characters_that_xml_does_not_allow(file, expected):
    assert suites(result(FAULTY, file))[0].get("name") == expected


@cache
def junit_schemas():
    xmlschema = pytest.importorskip("xmlschema")
    sources = [report_schemas.JUNIT, *map(str, report_schemas.published("JUnit.xsd"))]
    return [xmlschema.XMLSchema(source) for source in sources]


def validate_junit(text):
    for schema in junit_schemas():
        schema.validate(text)


@pytest.mark.slow
@each_row("file", HOSTILE.values(), ids=HOSTILE)
def test_junit_is_valid(file):
    texts = [FAULTY, "fine", *HOSTILE_URLS]
    results = [result(text, file, select=["URL"]) for text in texts]
    validate_junit(written("junit", *results, result("fine", "b.txt")))
    validate_junit(written("junit", result("ftp://ada:@a.internal/", file, select=["URL504"])))


def test_junit_without_results_is_valid():
    validate_junit(written("junit"))


# --- SARIF


def validate_sarif(log):
    jsonschema = pytest.importorskip("jsonschema")
    published = report_schemas.published("sarif-schema-2.1.0.json")
    for schema in [report_schemas.SARIF, *(json.loads(path.read_text("utf-8")) for path in published)]:
        jsonschema.Draft7Validator(schema).validate(log)


@pytest.mark.parametrize("file", HOSTILE.values(), ids=HOSTILE)
def test_sarif_is_valid(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = [FAULTY, "fine", *HOSTILE_URLS]
    fixed = of_file(tmp_path, FAULTY + SECRETS["moved token"], select=["URL"])
    results = [result(text, file, select=["URL"]) for text in texts]
    validate_sarif(json.loads(written("sarif", *results, *fixed)))


def test_sarif_without_results_is_valid():
    validate_sarif(json.loads(written("sarif")))
    assert sarif()["results"] == []


def test_sarif_is_valid_for_every_rule():
    document, (finding, *_) = result(FAULTY)
    found = [finding._replace(code=code) for code in RULES]
    text = written("sarif", Result(document, found))
    validate_sarif(json.loads(text))
    for rule in rules_of(json.loads(text)["runs"][0]):
        texts = [rule["shortDescription"]["text"], rule["fullDescription"]["text"], rule["help"]["markdown"]]
        assert all(texts)
        assert max(map(len, texts[:2])) <= 1024  # GitHub takes no more
        assert "```" not in rule["fullDescription"]["text"]


def test_sarif_names_the_tool_and_the_unit_of_columns():
    run = sarif(result(FAULTY))
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("urlmend", urlmend.__version__)
    assert run["columnKind"] == "unicodeCodePoints"
    assert driver["informationUri"] == urlmend._version.ADDRESS


def test_sarif_describes_the_rules_that_occur():
    run = sarif(result(FAULTY + FAULTY))
    assert [rule["id"] for rule in rules_of(run)] == ["URL205", "URL208"]
    assert [rules_of(run)[row["ruleIndex"]]["id"] for row in run["results"]] == [
        row["ruleId"] for row in run["results"]
    ]
    rule = rules_of(run)[0]
    assert rule["name"] == RULES["URL205"].name
    assert rule["shortDescription"]["text"] == RULES["URL205"].summary
    assert rule["help"]["markdown"] == RULES["URL205"].page
    assert rule["defaultConfiguration"] == {"level": "error"}


TAGS = {
    "URL0": ["comments"],
    "URL1": ["wrappers"],
    "URL2": ["characters"],
    "URL3": ["characters", "reserved"],
    "URL4": ["authority"],
    "URL5": ["security", "credentials"],
    "URL6": ["security"],
    "URL7": ["syntax"],
    "URL8": ["schemes"],
}


@each_row("code", RULES)
def test_sarif_tags_rules(code):
    document, (finding, *_) = result(FAULTY)
    (rule,) = rules_of(sarif(Result(document, [finding._replace(code=code)])))
    assert rule["properties"]["tags"] == [*TAGS[code[:4]], *RULES[code].profiles]


@each_row(("severity", "level"), [("error", "error"), ("warning", "warning"), ("info", "note")])
def test_sarif_has_a_level_for_each_severity(severity, level):
    document, (finding, *_) = result(FAULTY)
    (row,) = sarif_results(Result(document, [finding._replace(severity=severity)]))
    assert row["level"] == level


def place(row):
    return row["physicalLocation"]["artifactLocation"]["uri"], tuple(row["physicalLocation"]["region"].values())


def test_sarif_counts_columns_in_code_points():
    row = sarif_results(result("x\n😀😀 größe " + FAULTY))[0]
    assert row["message"] == {"text": lint(FAULTY)[0].message}
    assert [place(location) for location in row["locations"]] == [("plan.txt", (2, 32, 2, 33))]


URIS = [
    ("a b#c?d%.txt", "a%20b%23c%3Fd%25.txt"),
    ("a:b/c.txt", "a%3Ab/c.txt"),
    ("größe.txt", "gr%C3%B6%C3%9Fe.txt"),
    ("gr\udcf6.txt", "gr%F6.txt"),
    ("{here}/sub/plan.txt", "sub/plan.txt"),
    ("/else where/plan.txt", "file:///else%20where/plan.txt"),
    ("mail.zip!in/box", "mail.zip%21in/box"),
]


@pytest.mark.skipif(os.name != "posix", reason="absolute paths as POSIX has them")
@pytest.mark.parametrize(("name", "uri"), URIS)
def test_sarif_has_uris_of_files(name, uri, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    row = sarif_results(result(FAULTY, name.format(here=tmp_path)))[0]
    assert place(row["locations"][0])[0] == uri


def test_uris_have_the_bytes_of_undecodable_file_names():
    row = sarif_results(result(FAULTY, os.fsdecode(b"\xff\xfeplan")))[0]
    assert unquote_to_bytes(place(row["locations"][0])[0]) == b"\xff\xfeplan"


BROKEN = "> see <http://a.example/b/\n> c|d/\n> e>\n"


def test_sarif_relates_the_other_pieces_of_a_broken_url():
    (row,) = sarif_results(result(BROKEN, select=["URL205"]))
    assert place(row["locations"][0])[1] == (2, 4, 2, 5)
    assert [(place(location)[1], location["message"]["text"]) for location in row["relatedLocations"]] == [
        ((1, 8, 1, 27), "piece 1 of 3 of the URL"),
        ((3, 3, 3, 4), "piece 3 of 3 of the URL"),
    ]


def test_sarif_relates_no_pieces_that_the_finding_covers():
    (broken,) = sarif_results(result("see http://a.example/b/c/d-\ne/f.html now", select=["URL108"]))
    assert place(broken["locations"][0])[1] == (1, 5, 2, 9)
    assert "relatedLocations" not in broken
    assert not any("relatedLocations" in row for row in sarif_results(result(FAULTY)))


def applied(text, row):
    r"""A text with `\n` line endings, with the fix of a result applied."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    (change,) = row["fixes"][0]["artifactChanges"]
    for replacement in reversed(change["replacements"]):
        region = replacement["deletedRegion"]
        low = starts[region["startLine"] - 1] + region["startColumn"] - 1
        high = starts[region["endLine"] - 1] + region["endColumn"] - 1
        text = text[:low] + replacement["insertedContent"]["text"] + text[high:]
    return text


FIXED = [
    ("😀 http://a.example/b|c\n", "URL205", "😀 http://a.example/b%7Cc\n", "Safe"),
    ("x\nsee http://a.example/100% now\n", "URL208", "x\nsee http://a.example/100%25 now\n", "Unsafe"),
]


@pytest.mark.parametrize(("text", "code", "expected", "safety"), FIXED)
def test_sarif_has_fixes(text, code, expected, safety, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (row,) = sarif_results(*of_file(tmp_path, text, select=[code]))
    assert applied(text, row) == expected
    assert row["fixes"][0]["description"]["text"].startswith(f"{safety}:")
    assert row["fixes"][0]["artifactChanges"][0]["artifactLocation"] == {"uri": "plan.txt"}


def test_sarif_has_no_fixes_for_text_that_is_not_from_a_file():
    document, found = result(FAULTY)
    assert found[0].fix
    assert document.region is None
    assert not any("fixes" in row for row in sarif_results(Result(document, found)))


# Edits of `see TOKEN now`, with the secret from 38 to 54; whether a report may contain them.
EDITS = [
    ([Edit(Span(4, 4), "<"), Edit(Span(54, 54), ">")], True),
    ([Edit(Span(24, 54), "")], True),
    ([Edit(Span(37, 38), "=")], True),
    ([Edit(Span(38, 39), "%5A")], False),
    ([Edit(Span(50, 50), "x")], False),
    ([Edit(Span(41, 54), ""), Edit(Span(58, 58), HALF)], False),
    ([Edit(Span(58, 58), f"?token={SECRET}")], False),
]


@pytest.mark.parametrize(("edits", "harmless"), EDITS)
def test_sarif_omits_fixes_that_would_show_or_destroy_a_secret(edits, harmless, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ((document, (finding, *_)),) = of_file(tmp_path, SECRETS["token"], select=["URL506"])
    assert finding.spans == (Span(38, 54),)
    found = Result(document, [finding._replace(fix=Fix(tuple(edits), safe=False))])
    assert ("fixes" in sarif_results(found)[0]) == harmless
    assert "fixes" in sarif_results(found, style=ReportStyle(show_secrets=True))[0]


def test_sarif_omits_fixes_with_undecodable_bytes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = of_file(tmp_path, "größe http://a.example/b/c/d-\ne\udcff/f.html now", select=["URL108"])
    assert found[0].findings[0].fix
    assert "fixes" not in sarif_results(*found)[0]


LINKS = [("user '[x](http://b.example)'", "user '[x\\](http://b.example)'"), ("a[0] (b)", "a[0] (b)")]


@pytest.mark.parametrize(("message", "expected"), LINKS)
def test_sarif_escapes_links_in_messages(message, expected):
    document, (finding, *_) = result(FAULTY)
    assert sarif_results(Result(document, [finding._replace(message=message)]))[0]["message"]["text"] == expected
