"""Code actions, links and hover texts, requested from a server in this process."""

import io
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsp_client import RESOLVING, VERSIONED, Client, edited, position
from tables import each_row
from urlmend.fixing.proof import proven_fixes
from urlmend.lsp import documents, ignoring
from urlmend.lsp.documents import OpenDocument
from urlmend.lsp.workspaces import Workspace
from urlmend.rules import RULES

HYPHEN = "see <URL:http://www.a.test-host.org/north-\nbank> there\n"


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    client = Client(tmp_path, VERSIONED)
    yield client
    client.stop()


@pytest.fixture
def resolving(tmp_path, monkeypatch):
    """A client that requests the edit of an action when it is chosen."""
    monkeypatch.chdir(tmp_path)
    client = Client(tmp_path, RESOLVING)
    yield client
    client.stop()


def actions(client, name, at, stop=None, only="quickfix"):
    """The code actions at an offset of an open document."""
    uri = name if ":" in name else (client.folder / name).as_uri()
    text = client.texts[uri][1]
    where = {"start": position(text, at), "end": position(text, at if stop is None else stop)}
    context = {"diagnostics": [], **({"only": [only]} if only else {})}
    params = {"textDocument": {"uri": uri}, "range": where, "context": context}
    return client.request("textDocument/codeAction", params)


def titles(client, name, text, at=None, language="plaintext"):
    """The titles of the fixes at the first URL of a text."""
    client.open(name, text, language)
    found = actions(client, name, text.index("http") if at is None else at)
    return [action["title"] for action in found if not action["title"].startswith("Ignore")]


def applied(client, name, action):
    """The text of a document after an action."""
    uri = (client.folder / name).as_uri()
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri
    return edited(client.texts[uri][1], change["edits"])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("http://a.test-host.org/b|c", "URL205: Encode '|' as %7C"),
        ("http://a.test-host.org/b|c^d", "URL205: Encode '|' as %7C, '^' as %5E"),
        ("http://a.test-host.org/100%", "URL208: Encode '%' as %25 (unsafe)"),
        ("http://a.test-host.org/a\u200bb", "URL213: Remove U+200B (unsafe)"),
        ("http:/a.test-host.org/b", "URL420: Insert '/' (unsafe)"),
        (
            "<URL:http://www.a.test-host.org/north-\nbank/x>",
            "URL106: Break before /north-",
        ),
    ],
)
def test_titles_say_what_happens(client, text, title):
    for at in (text.index("http") + 1, len(text) - 1):
        assert titles(client, "a.txt", text, at)[0] == title


def test_titles_quote_nothing_of_secrets(client):
    found = titles(client, "a.txt", "http://al:h7Tq-92x@a.test-host.org/b|c")
    assert any(title == "URL205: Apply the fix" for title in found)
    assert not any("h7Tq" in title for title in found)


def test_one_action_for_each_reading(client):
    assert titles(client, "a.txt", HYPHEN) == [
        "URL106: Break before /north-",
        "URL106: Keep the hyphen (unsafe)",
        "URL106: Drop the hyphen (unsafe)",
    ]
    found = actions(client, "a.txt", HYPHEN.index("http"))
    assert [applied(client, "a.txt", action) for action in found[:3]] == [
        "see <URL:http://www.a.test-host.org\n/north-bank> there\n",
        "see <URL:http://www.a.test-host.org/north-bank>\nthere\n",
        "see <URL:http://www.a.test-host.org/northbank>\nthere\n",
    ]
    assert [action["isPreferred"] for action in found[:3]] == [True, False, False]


def test_one_action_for_the_same_fix_of_several_findings(client):
    text = "at http://www.a.test-host.org/plans/city/2004/long-wave-\nbudget_overview.html, they say\n"
    found = titles(client, "a.eml", f"From: a@b.c\nTo: b@c.d\nDate: x\n\n{text}", 45)
    assert len(found) == len(set(found))


def resolved(client, action):
    return client.request("codeAction/resolve", action)


LONG = "The plans of the canal.\n" * 2000


def test_all_fixes_are_computed_when_they_are_chosen(resolving, monkeypatch):
    text = "http://a.test-host.org/b|c\n"
    resolving.open("a.txt", text)
    with monkeypatch.context() as patch:
        patch.setattr(OpenDocument, "safe_edits", property(lambda _: pytest.fail("computed before it is chosen")))
        (action,) = actions(resolving, "a.txt", 0, only="source.fixAll")
        assert action["title"] == "urlmend: Apply all safe fixes"
        assert "edit" not in action
    assert applied(resolving, "a.txt", resolved(resolving, action)) == text.replace("|", "%7C")
    resolving.open("a.txt", "http://a.test-host.org/100%\n")
    assert actions(resolving, "a.txt", 0, only="source.fixAll") == []


@pytest.mark.parametrize("text", [HYPHEN, "see http://a.test-host.org/b|c there\n"])
def test_actions_in_long_documents_are_computed_when_they_are_chosen(resolving, client, text):
    client.open("a.txt", LONG + text)
    resolving.open("a.txt", LONG + text)
    at = len(LONG) + text.index("http")
    whole, deferred = actions(client, "a.txt", at), actions(resolving, "a.txt", at)
    assert [action["title"] for action in deferred] == [action["title"] for action in whole]
    assert [resolved(resolving, action)["edit"] for action in deferred] == [action["edit"] for action in whole]
    assert not any("edit" in action for action in deferred if "settings" not in action["title"] and "data" in action)
    assert sum("data" in action for action in deferred) >= 2


def test_edits_are_computed_once_for_each_version(client, monkeypatch):
    calls = []
    for owner, name in ((Workspace, "fixed"), (OpenDocument, "changed"), (OpenDocument, "compute_edits")):
        function = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *args, call=function: calls.append(call) or call(*args))
    client.open("a.txt", LONG + HYPHEN)
    first = actions(client, "a.txt", len(LONG) + 10), actions(client, "a.txt", 0, only="source.fixAll")
    computed = len(calls)
    assert computed >= 4
    assert first == (actions(client, "a.txt", len(LONG) + 10), actions(client, "a.txt", 0, only="source.fixAll"))
    assert len(calls) == computed
    client.open("a.txt", HYPHEN)
    actions(client, "a.txt", 10)
    assert len(calls) > computed


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.eml"])
def test_fixes_of_a_selection_are_proven_together(client, monkeypatch, name):
    text = LONG + "".join(f"see http://a.test-host.org/b|c/{number}/100% there\n" for number in range(20))
    text = f"From: a@b.c\nTo: b@c.d\nDate: x\n\n{text}" if name == "a.eml" else text
    alone = f"{name[0]}1{name[1:]}"
    for opened in (name, alone):
        client.open(opened, text)
    proofs = []
    monkeypatch.setattr(
        documents, "proven_fixes", lambda *args, **kinds: proofs.append(args) or proven_fixes(*args, **kinds)
    )
    together = [found for found in actions(client, name, 0, len(text)) if "edit" in found]
    assert len(proofs) <= 2
    assert len(together) == 40
    for action in (together[0], together[1], together[-1]):
        where = action["diagnostics"][0]["range"]["start"]
        at = text.index(text.split("\n")[where["line"]]) + where["character"]
        (found,) = [found for found in actions(client, alone, at) if found["title"] == action["title"]]
        assert applied(client, alone, found) == applied(client, name, action) != text


def test_a_fix_that_cannot_be_made_with_another_one_is_offered(client):
    text = "at http://www.a.test-host.org/plans/100%|c/ and http://b.test-host.org/100%|c\n"
    client.open("a.md", text)
    whole = [action["edit"] for action in actions(client, "a.md", 0, len(text))]
    by_url = [found["edit"] for at in (5, len(text) - 3) for found in actions(client, "a.md", at) if "edit" in found]
    assert [edit for edit in whole if edit not in by_url] == []
    assert len(whole) == 4


def test_fixing_everything_is_not_offered_at_a_point_of_a_long_text(client, resolving):
    for text, count in (("http://a.test-host.org/b|c\n", 1), (f"http://a.test-host.org/b|c\n{LONG}", 0)):
        for user, expected in ((client, count), (resolving, 1)):
            user.open("a.txt", text)
            for only, stop, number in ((None, 0, expected), (None, 9, 1), ("source.fixAll", 0, 1), ("quickfix", 9, 0)):
                found = [action["title"] for action in actions(user, "a.txt", 0, stop, only)]
                assert found.count("urlmend: Apply all safe fixes") == number


def test_an_action_for_another_version_is_not_resolved(resolving):
    resolving.open("a.txt", "http://a.test-host.org/b|c\n")
    (action,) = actions(resolving, "a.txt", 0, only="source.fixAll")
    resolving.open("a.txt", "see http://a.test-host.org/b|c\n")
    assert resolving.answered("codeAction/resolve", action)["error"]["code"] == -32801  # ContentModified


@pytest.mark.parametrize("data", [{}, [], "x", ["file:///a", 1, "fix", "0", 0], 3])
def test_unknown_data_of_an_action_are_an_error(resolving, data):
    found = resolving.answered("codeAction/resolve", {"title": "x", "data": data})
    assert found["error"]["code"] == -32602


@pytest.mark.parametrize("change", [["fix", 9, 0], ["reading", 0, 9], ["comment", -1, 0], ["none", 0, 0]])
def test_an_action_that_is_not_possible_is_explained(resolving, change):
    resolving.open("a.txt", "http://a.test-host.org/b|c\n")
    uri = (resolving.folder / "a.txt").as_uri()
    assert "edit" not in resolved(resolving, {"title": "x", "data": [uri, 1, *change]})
    assert resolving.messages()[-1]["params"]["message"] == "urlmend: not possible here: x"


def test_an_impossible_comment_is_explained(resolving):
    text = f"{LONG}```\nsee http://a.test-host.org/b|c there\n```\n"
    resolving.open("a.md", text)
    (action,) = [found for found in actions(resolving, "a.md", text.index("http")) if "comment" in found["title"]]
    assert "edit" not in resolved(resolving, action)
    assert "Ignore URL205 here, with a comment" in resolving.messages()[-1]["params"]["message"]


def test_a_comment_in_a_document_with_too_many_findings(monkeypatch):
    before, after = (Counter(("URL205", name) for name in names) for names in ("abc", "acd"))
    assert not ignoring._suppressed(before, after)
    monkeypatch.setattr(ignoring, "MAX_FINDINGS", 3)
    assert ignoring._suppressed(before, after) == {("URL205", "b"): 1}
    assert not ignoring._suppressed(before, before)


def test_readings_are_offered_for_few_urls(client):
    text = "".join(HYPHEN.replace("www", f"www{number}") for number in range(12))
    client.open("a.txt", text)
    found = [action["title"] for action in actions(client, "a.txt", 0, len(text))]
    assert found.count("URL106: Drop the hyphen (unsafe)") == 10
    assert found.count("URL106: Break before /north-") == 12


COMMENTED = {
    "a.py": "# http://a.test-host.org/b|c\n",
    "a.c": "// http://a.test-host.org/b|c\n",
    "a.md": "see http://a.test-host.org/b|c there\n",
    "a.rst": "see http://a.test-host.org/b|c there\n",
    "a.adoc": "see http://a.test-host.org/b|c there\n",
    "a.tex": "see \\url{http://a.test-host.org/b|c} there\n",
    "a.html": '<p><a href="http://a.test-host.org/b|c">x</a></p>\n',
    "a.xml": "<a><url>http://a.test-host.org/b|c</url></a>\n",
    "a.yml": "a: 1\nb: http://a.test-host.org/b|c\n",
    "a.sh": "# see http://a.test-host.org/b|c there\n",
    "a.org": "see http://a.test-host.org/b^c there\n",
    "a.1": ".TH A 1\n.SH B\nsee http://a.test-host.org/b|c there\n",
    "a.texi": "see http://a.test-host.org/b|c there\n",
    "a.txt": "see http://a.test-host.org/b|c there\n",
    "a.sql": "-- http://a.test-host.org/b|c\n",
}


@pytest.mark.parametrize("name", COMMENTED)
def test_a_comment_suppresses_a_finding(client, name):
    text = COMMENTED[name]
    assert [item["code"] for item in client.open(name, text)] == ["URL205"]
    found = actions(client, name, text.index("http"))
    (action,) = [action for action in found if action["title"] == "Ignore URL205 here, with a comment"]
    after = applied(client, name, action)
    assert "[URL205]" in after
    assert client.open(name, after) == []
    assert client.open(name, text) != []


REST = {
    "first line": "http://a.test-host.org/b|c\n",
    "paragraph": "A\n=\n\nsee http://a.test-host.org/b|c there\nand there\n",
    "CRLF": "A\r\n=\r\n\r\nsee http://a.test-host.org/b|c there\r\n",
    "indented": "- a\n\n  http://a.test-host.org/b|c\n",
    "item": "- a\n\n- http://a.test-host.org/b|c\n",
    "targets": ".. _a: http://a.test-host.org/b\n.. _b: http://a.test-host.org/b|c\n\na_ and b_\n",
}
NO_REST = ["and\nsee http://a.test-host.org/b|c there\n", "- a\n- http://a.test-host.org/b|c\n"]


@pytest.mark.parametrize("kind", REST)
def test_a_comment_of_restructuredtext_is_a_block_of_its_own(client, kind):
    core = pytest.importorskip("docutils.core")
    text = REST[kind]
    assert [item["code"] for item in client.open("a.rst", text)] == ["URL205"]
    (action,) = [found for found in actions(client, "a.rst", text.index("b|c")) if "comment" in found["title"]]
    after = applied(client, "a.rst", action)
    assert client.open("a.rst", after) == []
    warnings = io.StringIO()
    page = core.publish_doctree(after, settings_overrides={"warning_stream": warnings})
    assert warnings.getvalue() == ""
    assert "<comment" in page.pformat()


@pytest.mark.parametrize("text", NO_REST)
def test_no_comment_within_a_block_of_restructuredtext(client, text):
    client.open("a.rst", text)
    assert not any("comment" in action["title"] for action in actions(client, "a.rst", text.index("http")))


@pytest.mark.parametrize("listed", ["[URL208]", "[URL208] it is old", " (URL208)", ": URL208", "=URL208 it is old"])
def test_a_code_is_added_to_a_comment(client, listed):
    text = f"http://a.test-host.org/b|c/100% # urlmend: ignore{listed}\n"
    client.open("a.txt", text)
    (action,) = [found for found in actions(client, "a.txt", 2) if "comment" in found["title"]]
    assert applied(client, "a.txt", action) == text.replace("URL208", "URL208,URL205")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"a": "http://a.test-host.org/b|c"}\n'),
        ("a.csv", "a,b\nx,http://a.test-host.org/b|c\n"),
        ("a.eml", "From: a@b.c\nTo: b@c.d\nDate: x\n\nhttp://a.test-host.org/b|c\n"),
        ("a.md", "```\nsee http://a.test-host.org/b|c there\n```\n"),
        ("a.sh", "cat > x.txt << END\nsee http://a.test-host.org/b%7c%zz there\nEND\n"),
        ("b.py", 'x = """\nsee http://a.test-host.org/b|c there\nand\n"""\n'),
    ],
)
def test_no_comment_where_there_are_none(client, name, text):
    client.open(name, text)
    assert not any("comment" in action["title"] for action in actions(client, name, text.index("http")))


SETTINGS = [
    ("urlmend.toml", "", "a.txt"),
    ("urlmend.toml", 'ignore = ["URL209"]\n', "a.txt"),
    ("urlmend.toml", 'profile = "rfc3986"\n[severity]\nURL2 = "info"\n', "docs/a b.txt"),
    ("urlmend.toml", 'per-file-ignores = {"b.txt" = ["URL2"]}\n', "a.txt"),
    ("urlmend.toml", "per-file-ignores = {}\nignore = []\n", "a.txt"),
    ("urlmend.toml", '[per-file-ignores]\n"a.txt" = ["URL501"]\n', "a.txt"),
    ("pyproject.toml", '[project]\nname = "x"\n\n[tool.urlmend]\nprofile = "rfc3986"\n', "a.txt"),
    ("pyproject.toml", '[tool.urlmend]\nignore = [\n  "URL209",  # why\n]\n[tool.other]\nignore = ["a"]\n', "a.txt"),
    ("pyproject.toml", "", "a.txt"),
    ("pyproject.toml", '[project]\nname = "x"', "docs/a.txt"),
    ("pyproject.toml", '[tool.urlmend.per-file-ignores]\n"b.txt" = ["URL2"]\n', "a.txt"),
]


@pytest.mark.parametrize(("settings", "before", "name"), SETTINGS)
def test_settings_suppress_a_finding(client, tree, settings, before, name):
    tree({settings: before, name: ""})
    text = "see http://a.test-host.org/b|c there\n"
    client.open(name, text)
    found = {action["title"]: action for action in actions(client, name, text.index("http"))}
    for title in (f"Ignore URL205 in this file, in {settings}", f"Ignore URL205 in this project, in {settings}"):
        (change,) = found[title]["edit"]["documentChanges"]
        assert change["textDocument"]["uri"] == (client.folder / settings).as_uri()
        after = edited(before, change["edits"])
        tomllib.loads(after)
        (client.folder / settings).write_text(after)
        client.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert client.published((client.folder / name).as_uri()) == []
        (client.folder / settings).write_text(before)
        client.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert client.published((client.folder / name).as_uri()) != []


def test_settings_are_created(client):
    client.open("a.txt", "http://a.test-host.org/b|c")
    found = {action["title"]: action for action in actions(client, "a.txt", 0)}
    create, change = found["Ignore URL205 in this project, in urlmend.toml"]["edit"]["documentChanges"]
    assert create["kind"] == "create"
    assert edited("", change["edits"]) == 'ignore = ["URL205"]\n'
    assert not (client.folder / "urlmend.toml").exists()


@pytest.mark.parametrize(
    ("capabilities", "count"),
    [({}, 0), ({"documentChanges": True}, 1), ({"documentChanges": True, "resourceOperations": ["create"]}, 2)],
)
@pytest.mark.parametrize("name", ["a.eml", "untitled:Untitled-1"])
def test_settings_are_created_by_any_client(tmp_path, monkeypatch, name, capabilities, count):
    monkeypatch.chdir(tmp_path)
    client = Client(tmp_path, {"workspace": {"workspaceEdit": capabilities}})
    text = "From: a@b.c\nTo: b@c.d\nDate: x\n\nhttp://a.test-host.org/b|c\n"
    client.open(name, text)
    found = {action["title"]: action["edit"] for action in actions(client, name, text.index("http"))}
    edit = found["Ignore URL205 in this project, in urlmend.toml"]
    assert ("Ignore URL205 in this file, in urlmend.toml" in found) == (name == "a.eml")
    assert len(edit.get("documentChanges", [])) == count
    if not count:
        assert [*edit["changes"]] == [(tmp_path / "urlmend.toml").as_uri()]
    client.stop()


def test_unreadable_settings_are_not_replaced(client, tree):
    tree({"pyproject.toml": "", "urlmend.toml": b"\xff"})
    client.open("a.txt", "http://a.test-host.org/b|c\n")
    assert not any(".toml" in found["title"] for found in actions(client, "a.txt", 0))


def test_no_settings_are_created_outside_the_open_folder(tmp_path, monkeypatch):
    for name in ("open", "open-not"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "open")
    client = Client(tmp_path / "open", VERSIONED)
    uri = (tmp_path / "open-not" / "a.txt").as_uri()
    client.open(uri, "http://a.test-host.org/b|c\n")
    assert not any(".toml" in found["title"] for found in actions(client, uri, 0))
    client.stop()


@each_row("text", ["ignore = 3", "ignore = [", 'ignore = "URL2"', "[ignore]"])
def test_invalid_settings_are_not_edited(text):
    assert ignoring.project_edit(text, "urlmend.toml", "URL205") is None


def links(client, name, text):
    client.open(name, text)
    return client.request("textDocument/documentLink", {"textDocument": {"uri": (client.folder / name).as_uri()}})


def covered(text, where):
    start, end = where["start"], where["end"]
    assert start["line"] == end["line"]
    return text.split("\n")[start["line"]][start["character"] : end["character"]]


def test_links_open_the_rejoined_url_from_each_piece(client):
    found = links(client, "a.txt", f"> {HYPHEN.replace(chr(10), chr(10) + '> ')}")
    text = client.texts[(client.folder / "a.txt").as_uri()][1]
    assert [(covered(text, link["range"]), link["target"]) for link in found] == [
        ("http://www.a.test-host.org/north-", "http://www.a.test-host.org/north-bank"),
        ("bank", "http://www.a.test-host.org/north-bank"),
    ]


def test_links_of_encoded_mail_are_decoded(client):
    text = "From: a@b.c\nTo: b@c.d\nDate: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.test-host.org/x=\n?a=3Db\n"
    assert {link["target"] for link in links(client, "a.eml", text)} == {"http://a.test-host.org/x?a=b"}


def test_links_are_complete_and_tooltips_hide_secrets(client):
    (link,) = links(client, "a.txt", "http://al:h7Tq-92x@a.test-host.org/b")
    assert link["target"] == "http://al:h7Tq-92x@a.test-host.org/b"
    assert link["tooltip"] == "http://al:***@a.test-host.org/b"


def test_urls_that_run_scripts_are_no_links(client):
    assert links(client, "a.txt", "javascript:alert(1) <data:text/html,x> <javascript:alert(1)>") == []


def hover(client, text, at, name="a.txt"):
    """The hover text at an offset; None without a hover."""
    client.open(name, text)
    params = {"textDocument": {"uri": (client.folder / name).as_uri()}, "position": position(text, at)}
    return client.request("textDocument/hover", params)


def test_hover_explains_the_findings_first(client):
    shown = hover(client, "see http://a.test-host.org/b|c^d there", 6)["contents"]["value"]
    rule = RULES["URL205"]
    heading = f"**[URL205]({rule.address}) {rule.name}**: '|' in URL: encode as %7C (and 1 more)\n\n"
    assert shown.startswith(heading + rule.summary)
    assert shown.count(rule.summary) == 1
    assert " ".join(rule.explanation.split()) in " ".join(shown.split())
    assert shown.index("```\nhttp://a.test-host.org/b|c^d\n```") > len(heading)
    assert "```bad" not in shown


def test_hover_in_plain_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    client = Client(tmp_path, {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}})
    found = hover(client, HYPHEN, HYPHEN.index("http"))["contents"]
    rule = RULES["URL106"]
    assert found["kind"] == "plaintext"
    assert found["value"].startswith(f"URL106 {rule.name}: ")
    assert rule.summary in found["value"]
    assert found["value"].endswith(
        "\n\nhttp://www.a.test-host.org/north-bank\nform: url-wrapper\nconfidence: certain\nbroken by: hyphen\n"
        "alternative: http://www.a.test-host.org/northbank"
    )
    assert "```" not in found["value"]
    shown = hover(client, "ftp://al:h7Tq-92x@a.test-host.org/b|c", 3)["contents"]["value"]
    assert "Recognised secrets lists all forms" in shown
    assert "](" not in shown
    assert "**" not in shown.replace("***@", "")
    assert "h7Tq" not in shown
    assert (
        "\x1b"
        not in hover(client, "http://a.test-host.org/\x1b[1mb <URL:http://a.test-host.org/b>", 3)["contents"]["value"]
    )
    client.stop()


@pytest.mark.parametrize(
    ("preferred", "kind"),
    [
        (["markdown", "plaintext"], "markdown"),
        (["plaintext", "markdown"], "plaintext"),
        (["markdown"], "markdown"),
        ([], "markdown"),
        (None, "markdown"),
    ],
)
def test_hover_has_the_preferred_format(tmp_path, monkeypatch, preferred, kind):
    monkeypatch.chdir(tmp_path)
    capabilities = {} if preferred is None else {"contentFormat": preferred}
    client = Client(tmp_path, {"textDocument": {"hover": capabilities}})
    assert hover(client, HYPHEN, HYPHEN.index("http"))["contents"]["kind"] == kind
    client.stop()


def test_links_of_rule_pages_are_absolute_in_hover(client):
    shown = hover(client, "ftp://al:h7Tq-92x@a.test-host.org/b", 3)["contents"]["value"]
    address = RULES["URL501"].address
    assert f"[Recognised secrets]({address.removesuffix('rules/URL501.md')}secrets.md)" in shown
    for link in re.findall(r"\]\(([^)]*)\)", shown):
        assert link.startswith("https://")


def test_messages_are_no_markup_in_hover(client):
    shown = hover(client, "ftp://**x**:h7Tq-92x@a.test-host.org/", 3)["contents"]["value"]
    assert "user '\\*\\*x\\*\\*'" in shown.partition("\n")[0]


@pytest.mark.parametrize(
    ("text", "code", "places"),
    [
        ("get http:/missing.test-host.org/slash now", "URL420", ["http", ":/", "missing", "slash"]),
        ("see http://a.test-host.org/b|c/d there", "URL205", ["http", "a.test", "|", "d there"]),
        ("see <URL:http://a.test-host.org/b-\n  c|d> there", "URL205", ["<URL", "http", "b-", "c|d", "> there"]),
    ],
)
def test_hover_explains_a_finding_anywhere_on_its_url(client, text, code, places):
    for place in places:
        shown = hover(client, text, text.index(place))["contents"]["value"]
        assert re.match(rf"\*\*\[URL|{code}", shown), place
        assert f"[{code}]" in shown, place
    for nowhere in (0, text.rindex(" ") + 1):
        assert hover(client, text, nowhere) is None


def test_faults_are_no_links(client):
    assert links(client, "a.txt", "get http:/missing.test-host.org/slash now") == []


def test_pages_of_rules_exist():
    pages = Path(__file__).parents[2] / "docs" / "rules"
    assert {rule.address.rpartition("/")[2] for rule in RULES.values()} <= {page.name for page in pages.iterdir()}
