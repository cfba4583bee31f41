"""Settings, incremental changes, pull diagnostics and workspace diagnostics, from a server in this process."""

import shutil
import subprocess
from threading import Event

import pytest

pytest.importorskip("pygls")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from growth import assert_linear
from lsp_client import PULL, VERSIONED, WATCHING, Client
from tables import each_row
from urlmend.cli.main import main
from urlmend.lsp.changes import EditedText
from urlmend.lsp.languages import unsaved_kind, unsaved_name
from urlmend.lsp.positions import Positions
from urlmend.model.span import Span

NOTES = "see http://a.test-host.org/b|c and\nhttp://a.test-host.org/100% now\n"


@pytest.fixture
def client_of(tmp_path, monkeypatch):
    """Start clients in an empty folder."""
    monkeypatch.chdir(tmp_path)
    clients = []

    def start(capabilities=None, options=None):
        clients.append(Client(tmp_path, capabilities, options))
        return clients[-1]

    yield start
    for client in clients:
        client.stop()


def codes(diagnostics):
    return [item["code"] for item in diagnostics]


def test_an_empty_list_is_no_settings(client_of):
    client = client_of(options={"urlmend": []})
    assert codes(client.open("a.txt", NOTES)) == ["URL205", "URL208"]
    assert not any(item["method"] == "window/showMessage" for item in client.messages())


def test_clients_that_cannot_be_told_to_ask_again_get_notifications(client_of):
    client = client_of({"textDocument": {"diagnostic": {}}})
    assert "diagnosticProvider" not in client.capabilities
    assert codes(client.open("a.txt", NOTES)) == ["URL205", "URL208"]


@pytest.mark.parametrize("options", [{"ignore": ["URL205"]}, {"urlmend": {"ignore": ["URL205"]}}])
def test_initialization_options_are_settings(client_of, options):
    assert codes(client_of(options=options).open("a.txt", NOTES)) == ["URL208"]


def test_settings_of_the_editor_override_those_of_a_file(client_of, tree):
    tree({"urlmend.toml": 'ignore = ["URL208"]\nseverity = {URL205 = "info"}'})
    (found,) = client_of(options={"ignore": []}).open("a.txt", NOTES)[:1]
    assert (found["code"], found["severity"]) == ("URL205", 3)
    assert codes(client_of(options={"ignore": []}).open("a.txt", NOTES)) == ["URL205", "URL208"]


@pytest.mark.parametrize(
    "options", [{"ignor": []}, {"ignore": "URL205"}, {"ignore": ["URL999"]}, [1], "x", {"urlmend": 3}]
)
def test_invalid_settings_of_the_editor_are_shown_and_ignored(client_of, options):
    client = client_of(options=options)
    assert codes(client.open("a.txt", NOTES)) == ["URL205", "URL208"]
    shown = [item["params"]["message"] for item in client.messages() if item["method"] == "window/showMessage"]
    assert len(shown) == 1
    assert "settings of the editor" in shown[0]


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"ignor": []}, ["unknown key 'ignor'; did you mean 'ignore'?"]),
        ({"select": "URL2"}, ['select must be a list of strings: write ["URL2"]']),
        ({"select": ["URL999"]}, ["select: unknown rule 'URL999': `urlmend rules` lists all rules"]),
        ({"severity": {"URL2": "eror"}, "profile": 1}, ["severity", "profile"]),
        ({"plugins": ["canal"], "extend-select": ["CANAL001"]}, ["plugin 'canal' is not installed", "unknown rule"]),
        ({"baseline": "gone.jsonl"}, ["no such file"]),
        ({f"key{number}": 1 for number in range(50)}, ["unknown key"] * 20),
        ({"extend-schemes": ["frob"]}, []),
    ],
)
def test_valid_settings_of_the_editor_apply_next_to_invalid_ones(client_of, tree, settings, shown):
    tree({"urlmend.toml": 'severity = {URL208 = "info"}'})
    client = client_of(options={**settings, "ignore": ["URL205"]})
    assert [(found["code"], found["severity"]) for found in client.open("a.txt", NOTES)] == [("URL208", 3)]
    messages = [item["params"]["message"] for item in client.messages() if item["method"] == "window/showMessage"]
    assert len(messages) == len(shown), messages
    assert all(part in message for part, message in zip(shown, messages, strict=True)), messages


ERRORS = [
    ("urlmend.toml", 'profile = "rfc"\n', (0, 10), (0, 15), "unknown profile 'rfc'; "),
    ("urlmend.toml", '# 😀\nexclude = ["😀", "!"]\n', (1, 17), (1, 20), "exclude: invalid"),
    ("urlmend.toml", "a = [\n\nb = 1\n", (2, 0), (2, 1), "invalid TOML: "),
    ("pyproject.toml", "[project]\r\n[tool.urlmend]\r\nignor = []\r\n", (2, 0), (2, 5), "unknown key 'ignor'"),
    ("pyproject.toml", "tool.urlmend = 1\n", (0, 5), (0, 12), "tool.urlmend must be a table"),
    ("urlmend.toml", 'plugins = ["ftp://ada:h7Tq-92x@b.c/"]\n', (0, 11), (0, 36), "plugin 'ftp://ada:***@b.c/' is not"),
]


@pytest.mark.parametrize(("name", "text", "start", "stop", "message"), ERRORS)
def test_an_error_in_an_open_settings_file_is_a_diagnostic_until_it_is_corrected(
    client_of, name, text, start, stop, message
):
    client = client_of()
    found = [item for item in client.open(name, text) if "code" not in item]
    assert found[0]["message"].startswith(message), found
    assert [found[0]["severity"], found[0]["source"]] == [1, "urlmend"]
    places = [(found[0]["range"][end]["line"], found[0]["range"][end]["character"]) for end in ("start", "end")]
    assert places == [start, stop]
    assert client.open(name, '[tool.urlmend]\nprofile = "rfc3986"\n' if name[0] == "p" else "") == []


@pytest.mark.parametrize("name", ["pyproject.toml", "notes.toml"])
def test_errors_in_other_files_are_no_diagnostics(client_of, name):
    assert client_of().open(name, "profile = \n") == []


def test_a_byte_order_mark_of_a_settings_file_is_ignored(client_of, tree):
    tree({"urlmend.toml": "\ufeffprofile = 'é'\n"})
    (found,) = client_of().open("urlmend.toml", "profile = 'é'\n")
    assert found["range"]["start"] == {"line": 0, "character": 10}


def test_changed_configuration_refreshes_all_open_documents(client_of):
    client = client_of()
    uris = [(client.folder / name).as_uri() for name in ("a.txt", "b.txt")]
    for name in ("a.txt", "b.txt"):
        client.open(name, NOTES)
    client.notify("workspace/didChangeConfiguration", {"settings": {"urlmend": {"ignore": ["URL205"]}, "other": {}}})
    assert [codes(client.published(uri)) for uri in uris] == [["URL208"], ["URL208"]]


def test_the_configuration_is_requested(client_of):
    client = client_of(WATCHING)
    client.open("a.txt", NOTES)
    client.messages()
    assert client.asked["workspace/configuration"]["params"] == {"items": [{"section": "urlmend"}]}
    client.answer("workspace/configuration", [{"ignore": ["URL208"]}])
    assert codes(client.published((client.folder / "a.txt").as_uri())) == ["URL205"]
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.messages()
    client.answer("workspace/configuration", [None])
    assert codes(client.open("a.txt", NOTES)) == ["URL205"]


def test_changed_settings_files_refresh_all_open_documents(client_of):
    client = client_of(WATCHING)
    uri = (client.folder / "a.txt").as_uri()
    assert len(client.open("a.txt", NOTES)) == 2
    registered = client.asked["client/registerCapability"]["params"]["registrations"]
    (watchers,) = [item["registerOptions"]["watchers"] for item in registered if "Watched" in item["method"]]
    assert {item["globPattern"] for item in watchers} >= {"**/urlmend.toml", "**/pyproject.toml"}
    (client.folder / "urlmend.toml").write_text('ignore = ["URL205"]')
    change = {"uri": (client.folder / "urlmend.toml").as_uri(), "type": 1}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    assert codes(client.published(uri)) == ["URL208"]


def test_a_saved_settings_file_refreshes_all_open_documents(client_of):
    client = client_of()
    client.open("urlmend.toml", "")
    client.open("a.txt", NOTES)
    (client.folder / "urlmend.toml").write_text('ignore = ["URL205"]')
    saved = {"textDocument": {"uri": (client.folder / "urlmend.toml").as_uri()}}
    client.notify("textDocument/didSave", saved)
    assert codes(client.published((client.folder / "a.txt").as_uri())) == ["URL208"]


@pytest.mark.parametrize("before", [{}, {"urlmend.toml": 'ignore = ["URL208"]'}])
@pytest.mark.parametrize("method", ["didChange", "didSave", "didOpen"])
def test_settings_that_the_client_does_not_watch_are_noticed_with_the_next_notification(
    client_of, tree, before, method
):
    folder = tree({"inner/a.txt": NOTES, **before})
    client = client_of()
    uris = [(folder / "inner" / name).as_uri() for name in ("a.txt", "b.txt")]
    for uri in uris:
        client.open(uri, NOTES)
    item = {"uri": uris[0], "languageId": "x", "version": 2, "text": NOTES}
    notification = {"textDocument": item, "contentChanges": [{"text": NOTES}]}
    client.notify(f"textDocument/{method}", notification)
    assert len(codes(client.published(uris[0]))) == 2 - len(before)
    (folder / "urlmend.toml").write_text('ignore = ["URL205", "URL104"]')
    client.notify(f"textDocument/{method}", notification)
    assert [codes(client.published(uri)) for uri in reversed(uris)] == [["URL208"]] * 2
    (folder / "urlmend.toml").unlink()
    client.notify(f"textDocument/{method}", notification)
    assert [len(client.published(uri)) for uri in reversed(uris)] == [2, 2]


def test_an_untitled_text_is_read_in_its_language(client_of):
    client = client_of()
    text = "From: a@b.c\nTo: b@c.d\nDate: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.test-host.org/x=\n|b\n"
    assert codes(client.open("untitled:1", text)) == ["URL205"]
    table = "| http://a.test-host.org/b |\n"
    assert client.open("untitled:2", table, "org") == client.open("untitled:3", table, "markdown") == []
    assert client.open("untitled:4", "http://a.test-host.org/b^c", "no-such-language") != []


IN_LANGUAGES = [
    # the language, the name of a file in it, and a text
    ("python", "q.py", 'x = "see http://www.a.test-host.org/a|b"\n'),
    ("python", "q.py", "# http://www.a.test-host.org/a|b\n"),
    ("ruby", "q.rb", "# http://www.a.test-host.org/a|b\n"),
    ("javascriptreact", "q.jsx", 'x = "http://www.a.test-host.org/a" + "/b|c"; // http://a.test-host.org/b|c\n'),
    ("typescript", "q.ts", "const x = `http://www.a.test-host.org/${a}|b`\n"),
    ("shellscript", "q.sh", "curl http://www.a.test-host.org/a|b # http://www.a.test-host.org/a|b\n"),
    ("makefile", "Makefile", "x:\n\tcurl http://www.a.test-host.org/a|b\n"),
    ("dockerfile", "Dockerfile", "RUN curl http://www.a.test-host.org/a|b\n"),
    ("html", "q.html", '<p>http://www.a.test-host.org/a|b <a href="http://www.a.test-host.org/a|b">x</a>\n'),
    ("latex", "q.tex", "\\url{http://www.a.test-host.org/a\\_b|c} http://www.a.test-host.org/a^b\n"),
    ("yaml", "q.yaml", "a: http://www.a.test-host.org/a|b\n"),
    ("toml", "q.toml", 'a = "http://www.a.test-host.org/a|b"\n'),
    ("kotlin", "q.kt", 'val x = "http://www.a.test-host.org/a|b"\n'),
    ("restructuredtext", "q.rst", "| http://www.a.test-host.org/a |\n"),
    ("plaintext", "q.txt", "http://www.a.test-host.org/a|b\n"),
    ("markdown", "q.md", "`http://www.a.test-host.org/a|b` http://www.a.test-host.org/a|b\n"),
]


@pytest.mark.parametrize(("language", "name", "text"), IN_LANGUAGES)
def test_an_unsaved_text_is_linted_like_a_file_in_its_language(client_of, language, name, text):
    client = client_of()
    assert client.open("untitled:U1", text, language) == client.open(name, text, "no-such-language")


EXTENSIONS = """
    abap.abap  bibtex.bib  c.c  cuda-cpp.cu  diff.diff  html.html  jade.jade  java.java  javascript.js
    javascriptreact.jsx  json.json  latex.tex  markdown.md  objective-c.m  objective-cpp.mm  perl.pl  plaintext.txt
    pug.pug  python.py
    restructuredtext.rst  rust.rs  shellscript.sh  text.txt  typescript.ts  typescriptreact.tsx  xml.xml  yaml.yaml
"""


def test_unsaved_texts_are_named_by_their_language():
    expected = dict(pair.split(".") for pair in EXTENSIONS.split())
    assert {language: unsaved_name(language) for language in expected} == {
        language: f"untitled.{extension}" for language, extension in expected.items()
    }


@pytest.mark.parametrize("method", ["didOpen", "didSave"])
def test_opening_and_saving_read_the_baseline_again(client_of, tree, method):
    folder = tree({"urlmend.toml": 'baseline = "b.jsonl"', "b.jsonl": "", "a.txt": NOTES, "b.txt": NOTES})
    client = client_of()
    assert codes(client.open("a.txt", NOTES)) == ["URL205", "URL208"]
    assert main(["lint", "--update-baseline", "--quiet", "--exit-zero", "a.txt", "b.txt"]) == 0
    if method == "didOpen":
        assert codes(client.open("b.txt", NOTES)) == []
    else:
        uri = (folder / "a.txt").as_uri()
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert codes(client.published(uri)) == []


def test_languages_of_the_specification_have_names():
    formats = {language: unsaved_name(str(language.value)) for language in types.LanguageKind}
    unknown = {language.value for language, name in formats.items() if name == "-"}
    assert unknown == {"git-commit", "rebase"}
    assert (unsaved_name("mail"), unsaved_kind("mail")) == ("-", "mail")
    assert (unsaved_name("toml"), unsaved_kind("toml")) == ("untitled.toml", "")
    assert (unsaved_name("no-such-language"), unsaved_kind("no-such-language")) == ("-", "")


def test_settings_for_file_names_apply_to_unsaved_texts(client_of, tree):
    client = client_of(VERSIONED)
    tree({"urlmend.toml": 'per-file-ignores = {"*.py" = ["URL205"]}'})
    text = "# http://www.a.test-host.org/a|b\n"
    assert client.open("untitled:U1", text, "python") == []
    assert codes(client.open("untitled:U2", text, "ruby")) == ["URL205"]
    params = {"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 3}}}
    params |= {"textDocument": {"uri": "untitled:U2"}, "context": {"diagnostics": []}}
    titles = [action["title"] for action in client.request("textDocument/codeAction", params)]
    assert "Ignore URL205 in this project, in urlmend.toml" in titles
    assert not any("in this file" in title for title in titles)


def diagnose(client, name, previous=None):
    params = {"textDocument": {"uri": (client.folder / name).as_uri()}, "previousResultId": previous}
    return client.request("textDocument/diagnostic", params)


def opened(client, name, text, version=1):
    item = {"uri": (client.folder / name).as_uri(), "languageId": "x", "version": version, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": item})


def test_clients_that_pull_get_no_notifications(client_of):
    client = client_of(PULL)
    assert client.capabilities["diagnosticProvider"]["workspaceDiagnostics"]
    opened(client, "a.txt", NOTES)
    report = diagnose(client, "a.txt")
    assert (report["kind"], codes(report["items"])) == ("full", ["URL205", "URL208"])
    assert diagnose(client, "a.txt", report["resultId"])["kind"] == "unchanged"
    client.notify("workspace/didChangeConfiguration", {"settings": {"urlmend": {"ignore": ["URL205"]}}})
    client.messages()
    assert "workspace/diagnostic/refresh" in client.asked
    assert codes(diagnose(client, "a.txt", report["resultId"])["items"]) == ["URL208"]
    (client.folder / "urlmend.toml").write_text("")  # settings of the client override others
    report = diagnose(client, "a.txt")
    (client.folder / "urlmend.toml").write_text('extend-select = ["URL601"]')
    again = diagnose(client, "a.txt", report["resultId"])
    assert (again["kind"], codes(again["items"])) == ("full", ["URL208"])
    assert not any("publish" in message["method"] for message in client.messages())
    assert diagnose(client, "b.txt")["items"] == []


def scan(client, previous=(), **tokens):
    params = {"previousResultIds": list(previous), "identifier": "urlmend", **tokens}
    return client.request("workspace/diagnostic", params)["items"]


def test_workspace_diagnostics_are_those_of_all_files(client_of, tree):
    folder = tree(
        {
            "a.txt": NOTES,
            "b.txt": "nothing",
            "c.txt": NOTES,
            "left.txt": NOTES,
            "tests/input.txt": NOTES,
            ".gitignore": "hidden.txt",
            "hidden.txt": NOTES,
            "urlmend.toml": 'exclude = ["left.txt"]',
        }
    )
    client = client_of(PULL)
    opened(client, "c.txt", "http://a.test-host.org/b|c", 7)
    found = {item["uri"]: item for item in scan(client)}
    uris = [(folder / name).as_uri() for name in ("a.txt", "c.txt")]
    assert {uri: (codes(item["items"]), item["version"]) for uri, item in found.items()} == {
        uris[0]: (["URL205", "URL208"], None),
        uris[1]: (["URL205"], 7),
    }
    previous = [{"uri": item["uri"], "value": item["resultId"]} for item in found.values()]
    (folder / "a.txt").write_text("http://a.test-host.org/")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uris[0]}})
    again = {item["uri"]: item for item in scan(client, previous)}
    assert (again[uris[0]]["kind"], again[uris[0]]["items"]) == ("full", [])
    assert again[uris[1]]["kind"] == "unchanged"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_workspace_diagnostics_include_ignored_files_that_are_tracked(client_of, tree):
    folder = tree({"a.txt": NOTES, "b.txt": NOTES, ".gitignore": "[ab].txt\n"})
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    subprocess.run(["git", "add", "--force", "b.txt"], cwd=folder, check=True)
    client = client_of(PULL)
    assert [item["uri"] for item in scan(client)] == [(folder / "b.txt").as_uri()]
    (folder / ".git" / "index").write_bytes(b"damaged")
    for _ in range(2):
        # A question is answered once something happened, or after a minute.
        client.notify("textDocument/didSave", {"textDocument": {"uri": (folder / "a.txt").as_uri()}})
        assert scan(client) == []
    (shown,) = [item["params"]["message"] for item in client.messages() if item["method"] == "window/showMessage"]
    assert "ignored files are skipped, even if Git tracks them: the index is damaged" in shown


def test_workspace_diagnostics_report_progress_and_partial_results(client_of, tree):
    tree({f"{number}.txt": NOTES for number in range(120)})
    client = client_of(PULL)
    rest = scan(client, workDoneToken="work", partialResultToken="part")
    progress = [item["params"] for item in client.messages() if item["method"] == "$/progress"]
    work = [item["value"] for item in progress if item["token"] == "work"]
    parts = [item["value"]["items"] for item in progress if item["token"] == "part"]
    assert [item["kind"] for item in work] == ["begin", "report", "report", "end"]
    assert [item.get("percentage") for item in work] == [0, 41, 83, None]
    assert [len(items) for items in (*parts, rest)] == [50, 50, 20]


def changed(text, changes, encoding):
    edited = EditedText(text, encoding)
    edited.change(changes)
    return "".join(edited.chunks())


PIECES = st.sampled_from(
    ["\r\n", "\r", "\n", "a", "\u00e9", "\u20ac", "\U0001f600", "\u2028", "\x0c", "\x85", "\ud800"]
)
TEXTS = st.lists(PIECES).map("".join)


@given(text=TEXTS, edits=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), TEXTS)), data=st.data())
def test_incremental_changes_give_the_text_of_the_editor(text, edits, data):
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "utf-32"]))
    changes, expected = [], text
    for *ends, inserted in edits:
        low, high = sorted(min(at, len(expected)) for at in ends)
        positions = Positions(expected, encoding)
        where = positions.range(Span(low, high))
        changes.append(types.TextDocumentContentChangePartial(range=where, text=inserted))
        before, after = expected[: positions.offset(where.start)], expected[positions.offset(where.end) :]
        expected = before + inserted + after
    assert changed(text, changes, encoding) == expected


PLACES = st.builds(types.Position, st.integers(0, 9), st.integers(0, 9))


@given(text=TEXTS, edits=st.lists(st.tuples(PLACES, PLACES, TEXTS), max_size=6))
def test_changes_at_the_ends_of_chunks_give_the_text_of_the_editor(text, edits):
    changes, expected = [], text
    for *ends, inserted in edits:
        start, end = sorted(ends, key=lambda place: (place.line, place.character))
        changes.append(types.TextDocumentContentChangePartial(types.Range(start, end), inserted))
        positions = Positions(expected, "utf-16")
        expected = expected[: positions.offset(start)] + inserted + expected[positions.offset(end) :]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urlmend.lsp.changes._CHUNK", 2)
        assert changed(text, changes, "utf-16") == expected


@pytest.mark.slow
@each_row("unit", ["a", "\U0001f600", "\n", "a\r\n", "\u20ac\n" + 300 * "b"])
def test_many_changes_take_linear_time(unit):
    def change(line, character, text):
        place = types.Position(line, character)
        return types.TextDocumentContentChangePartial(types.Range(place, place), text)

    def made(count):
        text = unit * (50 * count // len(unit))
        lines = text.count("\n") + 1
        places = [(at * 7919 % lines, at * 7907 % (2 * len(text))) for at in range(count)]
        return text, [change(*place, "x\r\n"[at % 3]) for at, place in enumerate(places)]

    assert_linear(lambda given: changed(*given, "utf-16"), made, 1000)


@pytest.mark.slow
@each_row("line", [0, 1 << 20])
def test_a_text_that_grows_by_messages_takes_linear_time(line):
    def made(count):
        place = types.Position(line, 0)
        return [[types.TextDocumentContentChangePartial(types.Range(place, place), 80 * "a" + "\n")]] * count

    def work(messages):
        edited = EditedText("", "utf-16")
        for message in messages:
            edited.change(message)
        assert len("".join(edited.chunks())) == 81 * len(messages)

    assert_linear(work, made, 1000)


def test_many_changes_wait_as_one_piece_of_work(client_of):
    client = client_of()
    client.open("a.txt", "")
    uri = (client.folder / "a.txt").as_uri()
    may_go_on = Event()
    client.server._worker.submit(may_go_on.wait)
    place = {"line": 0, "character": 0}
    for version in range(2, 102):
        document = {"uri": uri, "version": version}
        change = {"range": {"start": place, "end": place}, "text": "http://a.test-host.org/b|c\n"}
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    assert client.server._worker._work_queue.qsize() <= 2
    may_go_on.set()
    published = [item["params"] for item in client.messages() if item["method"] == "textDocument/publishDiagnostics"]
    assert [(item["version"], len(item["diagnostics"])) for item in published] == [(101, 100)]


def test_changes_outside_the_text():
    def change(line, character, text):
        place = types.Position(line, character)
        return types.TextDocumentContentChangePartial(range=types.Range(place, types.Position(99, 0)), text=text)

    assert changed("a\nb", [change(0, 99, "x")], "utf-16") == "ax"
    assert changed("a\n", [change(9, 9, "x")], "utf-16") == "a\nx"
    assert changed("", [change(0, 0, "x"), types.TextDocumentContentChangeWholeDocument("y")], "utf-16") == "y"
