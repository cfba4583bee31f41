"""The language server, used as by an editor: over standard input and output."""

import asyncio
import json
import logging
import os
import re
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest

pytest.importorskip("pygls")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.io_ import run_async
from pygls.lsp.client import LanguageClient

import fork_server
import urlmend
from lsp_client import CONVERTER
from tables import each_row
from urlmend._lib.process_end import wait_for_end
from urlmend.lsp.code_actions import FIX_ALL
from urlmend.lsp.positions import Positions
from urlmend.model.document import END_OF_LINE
from urlmend.model.span import Span
from urlmend.rules import RULES

TIMEOUT = 600  # seconds: for slow machines, not for slow servers
COMMAND = (sys.executable, "-m", "urlmend", "lsp")
ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

URI = "file:///nowhere/notes.txt"
NOTES = "see http://a.example/b|c and\nhttp://a.example/100% now\n"


class Editor(LanguageClient):
    """A client that collects the messages of the server, and keeps the texts of its documents."""

    def __init__(self):
        super().__init__("tests", "1", converter_factory=lambda: CONVERTER)
        self.published = asyncio.Queue()
        self.shown = []
        self.logged = []
        self.texts = {}
        self.versions = {}
        self.encoding = "utf-16"

    def report_server_error(self, error, source):
        raise AssertionError(source) from error

    async def start(self, folder):
        """Start the server in a fork of a process that has imported it."""
        self._fork, source, sink, self._errors = fork_server.start(["lsp"], folder, dict(os.environ))
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        answers, messages = open(sink, "rb"), open(source, "wb")  # noqa: SIM115  # their transports close them
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), answers)
        transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, messages)
        self._writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        self.protocol.set_writer(self._writer)
        reading = run_async(self._stop_event, reader, self.protocol, error_handler=self.report_server_error)
        self._async_tasks.append(asyncio.create_task(reading))

    async def status(self):
        """The exit status of the server, which has been stopped."""
        if self._server:
            return self._server.returncode
        self._writer.close()
        with open(self._errors, "rb") as errors:
            errors.read()
        return self._fork.status()

    def kill(self):
        if self._server:
            self._server.kill()
        else:
            self._writer.close()

    async def open(self, text, uri=URI):
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri, "plaintext", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.diagnostics(uri)

    async def change(self, text, uri=URI):
        self.send_change(text, uri)
        return await self.diagnostics(uri)

    def send_change(self, text, uri=URI):
        self.texts[uri] = text
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def save(self, uri=URI):
        self.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        return await self.diagnostics(uri)

    def close(self, uri=URI):
        del self.versions[uri]
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri=URI):
        """The next diagnostics that are published; they must be for the current version of the document."""
        params = await asyncio.wait_for(self.published.get(), TIMEOUT)
        assert (params.uri, params.version) == (uri, self.versions.get(uri))
        return list(params.diagnostics)

    async def actions(self, start, stop, *, only=None, trigger=None, uri=URI):
        """The code actions for a range of offsets."""
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            self.range(start, stop, uri),
            types.CodeActionContext([], only, trigger),
        )
        found = await asyncio.wait_for(self.text_document_code_action_async(params), TIMEOUT)
        return None if found is None else list(found)

    async def hover(self, offset, uri=URI):
        params = types.HoverParams(types.TextDocumentIdentifier(uri), self.range(offset, offset, uri).start)
        return await asyncio.wait_for(self.text_document_hover_async(params), TIMEOUT)

    def range(self, start, stop, uri=URI):
        where = (reference_position(self.texts[uri], offset, self.encoding) for offset in (start, stop))
        return types.Range(*where)

    def marked(self, found, uri=URI):
        """The text that a range covers."""
        text = self.texts[uri]
        return text[slice(*(reference_offset(text, at, self.encoding) for at in (found.start, found.end)))]

    def applied(self, action, uri=URI):
        """The text after a code action, which must be for the current version of the document."""
        (change,) = action.edit.document_changes
        assert (change.text_document.uri, change.text_document.version) == (uri, self.versions[uri])
        return self.edited(change.edits, uri)

    def edited(self, edits, uri=URI):
        text = self.texts[uri]
        for edit in reversed(edits):
            start, stop = (reference_offset(text, at, self.encoding) for at in (edit.range.start, edit.range.end))
            text = text[:start] + edit.new_text + text[stop:]
        return text


def reference_position(text, offset, encoding):
    codec, width = ENCODINGS[encoding]
    lines = re.split("\r\n|\r|\n", text[:offset])
    return types.Position(len(lines) - 1, len(lines[-1].encode(codec, "surrogatepass")) // width)


def reference_offset(text, position, encoding):
    codec, width = ENCODINGS[encoding]
    start = [0, *(match.end() for match in re.finditer("\r\n|\r|\n", text))][position.line]
    units = text[start:].encode(codec, "surrogatepass")[: position.character * width]
    return start + len(units.decode(codec, "surrogatepass"))


@asynccontextmanager
async def editor(folder, *, command=(), encodings=None, versioned=True, related=True):
    """A client whose server runs in a folder, and must exit with status 0; without a command, it runs in a fork."""
    client = Editor()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params):
        client.published.put_nowait(params)

    @client.feature(types.WINDOW_SHOW_MESSAGE)
    def shown(params):
        client.shown.append(params.message)

    @client.feature(types.WINDOW_LOG_MESSAGE)
    def logged(params):
        client.logged.append(params.message)

    if command or not fork_server.can_run({}):
        await client.start_io(*(command or COMMAND), cwd=folder)
    else:
        await client.start(folder)
    capabilities = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=versioned)
        ),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=related)
        ),
    )
    params = types.InitializeParams(capabilities, root_uri=folder.as_uri())
    initialized = await asyncio.wait_for(client.initialize_async(params), TIMEOUT)
    client.capabilities = initialized.capabilities
    client.encoding = initialized.capabilities.position_encoding
    client.initialized(types.InitializedParams())
    try:
        yield client
    except BaseException:
        client.kill()
        raise
    await asyncio.wait_for(client.shutdown_async(None), TIMEOUT)
    client.exit(None)
    await asyncio.wait_for(client.stop(), TIMEOUT)
    assert await client.status() == 0
    assert client.published.empty()


@pytest.fixture
def session(tmp_path):
    """Run a coroutine with an editor in an empty folder."""

    def run(script, **options):
        async def main():
            async with editor(tmp_path, **options) as client:
                await script(client)

        asyncio.run(main())

    return run


@pytest.mark.slow
def test_capabilities_of_the_server(session):
    async def script(client):
        offered = client.capabilities
        assert offered.text_document_sync.open_close
        assert offered.text_document_sync.save
        assert offered.text_document_sync.change == types.TextDocumentSyncKind.Incremental
        assert offered.code_action_provider.code_action_kinds == ("quickfix", "source.fixAll.urlmend")
        assert offered.code_action_provider.resolve_provider
        assert offered.hover_provider
        assert offered.position_encoding == "utf-16"

    session(script)


def test_diagnostics_follow_changes(session):
    async def script(client):
        found = await client.open(NOTES)
        assert [(item.source, item.code, client.marked(item.range)) for item in found] == [
            ("urlmend", "URL205", "|"),
            ("urlmend", "URL208", "%"),
        ]
        assert {item.severity for item in found} == {types.DiagnosticSeverity.Error}
        assert found[0].message == "'|' in URL: encode as %7C"
        assert found[0].code_description.href.endswith("/docs/rules/URL205.md")
        assert not any(item.tags or item.related_information for item in found)
        assert [item.code for item in await client.change("http://a.example/100%")] == ["URL208"]
        assert await client.change("nothing here") == []
        assert [item.code for item in await client.change(NOTES)] == ["URL205", "URL208"]
        assert [item.code for item in await client.save()] == ["URL205", "URL208"]
        client.close()
        assert await client.diagnostics() == []

    session(script)


def test_severities_of_diagnostics(session, tmp_path):
    async def script(client):
        found = await client.open("http://a.example/b|c http://a.example/100% ftp://me:h7Tq-92x@a.internal/", uri)
        severities = {item.code: item.severity for item in found}
        assert severities["URL205"] == types.DiagnosticSeverity.Information
        assert severities["URL208"] == types.DiagnosticSeverity.Warning
        assert severities["URL501"] == types.DiagnosticSeverity.Error

    uri = (tmp_path / "notes.txt").as_uri()
    (tmp_path / "urlmend.toml").write_text('severity = {URL205 = "info", URL208 = "warning"}')
    session(script)


BROKEN = "> \U0001f600 <URL:http://a.example/b-\r\n> c|d/\r\n> x> \u20ac"


@pytest.mark.parametrize("related", [True, False])
def test_other_pieces_are_related_information(session, tmp_path, related):
    async def script(client):
        text = "> \U0001f600 <URL:ftp://me:h7Tq-\r\n> 92x@a.canal.internal/>"
        (found,) = [item for item in await client.open(text) if item.code == "URL501"]
        assert client.marked(found.range) == "me:h7Tq-"
        places = [(info.location.uri, client.marked(info.location.range)) for info in found.related_information or ()]
        assert places == ([(URI, "92x")] if related else [])

    session(script, related=related)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions_in_every_encoding_and_with_every_line_end(session, encoding):
    lines = [
        "\U0001f600 \u00e9\u20ac\x0c\u2028\x85 http://a.example/b|c",
        "",
        "\U0001f600\u20ac http://b.example/a^b",
        "",
    ]

    async def script(client):
        assert client.encoding == encoding
        for end in ("\n", "\r\n", "\r"):
            text = end.join(lines)
            found = await client.open(text)
            assert [(client.marked(item.range), item.range.start.line) for item in found] == [("|", 0), ("^", 2)]
            action, *_ = await client.actions(text.index("|"), text.index("|"), only=["quickfix"])
            assert client.applied(action) == text.replace("|", "%7C")
            (action,) = await client.actions(0, 0, only=["source.fixAll"])
            assert client.applied(action) == text.replace("|", "%7C").replace("^", "%5E")
            shown = await client.hover(text.index("b.example"))
            assert client.marked(shown.range) == "http://b.example/a^b"

    session(script, encodings=["no-such", encoding, "utf-16"])


def test_a_quick_fix_for_each_finding(session):
    async def script(client):
        await client.open(NOTES)
        for at in (NOTES.index("http"), NOTES.index("|"), NOTES.index("|c") + 2):
            safe, *others = await client.actions(at, at, only=["quickfix"])
            assert all(action.title.startswith("Ignore URL205 ") for action in others)
            assert (safe.title, safe.kind, safe.is_preferred) == ("URL205: Encode '|' as %7C", "quickfix", True)
        assert [item.code for item in safe.diagnostics] == ["URL205"]
        assert client.applied(safe) == NOTES.replace("|", "%7C")
        unsafe, *_ = await client.actions(NOTES.index("%"), NOTES.index("%"), only=["quickfix"])
        assert unsafe.title == "URL208: Encode '%' as %25 (unsafe)"
        assert not unsafe.is_preferred
        assert client.applied(unsafe) == NOTES.replace("%", "%25")
        both = await client.actions(0, len(NOTES), only=["quickfix"])
        assert [action.diagnostics[0].code for action in both] == ["URL205", "URL208"]
        assert await client.actions(0, 2, only=["quickfix"]) == []

    session(script)


def test_a_fix_of_several_edits_over_lines(session):
    text = "\U0001f600 <URL:http://x.example/a-\r\nb> \U0001f600"

    async def script(client):
        await client.open(text)
        action, *_ = await client.actions(text.index("-"), text.index("-"), only=["quickfix"])
        assert client.applied(action) == urlmend.fix(text, select=["URL106"]) != text

    session(script)


def test_only_proven_fixes_are_offered(session, tmp_path):
    text = '{"a": "http:\\/\\/a.de/b|c", "b": "see http://a.de/b|c", "\\u0063": "curl http://a.de/b|c"}\n'
    uri = (tmp_path / "a.json").as_uri()

    async def script(client):
        found = await client.open(text, uri)
        assert [client.marked(item.range, uri) for item in found] == ["|"] * 3
        (action,) = await client.actions(0, len(text), only=["quickfix"], uri=uri)
        assert client.applied(action, uri) == text.replace("|", "%7C", 1)
        (action,) = await client.actions(0, 0, only=["source.fixAll"], uri=uri)
        assert client.applied(action, uri) == text.replace("|", "%7C", 1)

    session(script)


def test_all_safe_fixes_at_once(session):
    async def script(client):
        await client.open(NOTES)
        (action,) = await client.actions(0, 0, only=["source.fixAll"])
        assert action.kind == FIX_ALL
        assert client.applied(action) == NOTES.replace("|", "%7C") == urlmend.fix(NOTES)
        assert await client.change(client.applied(action)) != []
        assert await client.actions(0, 0, only=["source.fixAll"]) == []

    session(script)


def test_fixes_that_allow_other_fixes(session, tmp_path):
    text = "one\r\nhttp://a.example/%7e|x\r\ntwo http://b.example/%7e three\r\n"
    uri = (tmp_path / "notes.txt").as_uri()

    async def script(client):
        await client.open(text, uri)
        (action,) = await client.actions(0, 0, only=["source.fixAll.urlmend"], uri=uri)
        fixed = client.applied(action, uri)
        assert fixed == text.replace("%7e", "~").replace("|", "%7C")
        (change,) = action.edit.document_changes
        assert not any("one" in edit.new_text or "three" in edit.new_text for edit in change.edits)

    (tmp_path / "urlmend.toml").write_text('extend-select = ["URL209", "URL210"]')
    session(script)


def test_only_requested_kinds_of_actions(session):
    invoked, automatic = types.CodeActionTriggerKind.Invoked, types.CodeActionTriggerKind.Automatic
    cases = [
        (None, None, {"quickfix", FIX_ALL}),
        (None, invoked, {"quickfix", FIX_ALL}),
        (None, automatic, {"quickfix"}),
        ([""], None, {"quickfix", FIX_ALL}),
        (["quickfix"], None, {"quickfix"}),
        (["source"], automatic, {FIX_ALL}),
        (["source.fixAll"], None, {FIX_ALL}),
        (["source.fixAll.urlmend"], None, {FIX_ALL}),
        (["source.fixAll.other"], None, set()),
        (["source.fix", "refactor"], None, set()),
    ]

    async def script(client):
        await client.open(NOTES)
        for only, trigger, kinds in cases:
            found = await client.actions(0, len(NOTES), only=only, trigger=trigger)
            assert {action.kind for action in found} == kinds, (only, trigger)

    session(script)


def test_edits_for_clients_without_versioned_edits(session):
    async def script(client):
        await client.open(NOTES)
        (action,) = await client.actions(0, 0, only=["source.fixAll"])
        assert action.edit.document_changes is None
        assert client.edited(action.edit.changes[URI]) == NOTES.replace("|", "%7C")

    session(script, versioned=False)


def test_actions_are_for_the_current_text(session):
    async def script(client):
        await client.open(NOTES)
        for number in range(30):
            client.send_change(f"{number} http://a.example/{number}|c")
        (action,) = await client.actions(0, 0, only=["source.fixAll"])
        assert client.applied(action) == "29 http://a.example/29%7Cc"
        versions = []
        while not versions or versions[-1] < client.versions[URI]:
            versions.append((await asyncio.wait_for(client.published.get(), TIMEOUT)).version)
        assert versions == sorted(versions)

    session(script)


def test_hover_shows_the_url_from_each_of_its_pieces_and_its_wrapper(session):
    async def script(client):
        await client.open(BROKEN)
        for place in ("<URL:", "http", "b-", "c|d", "x>"):
            shown = await client.hover(BROKEN.index(place))
            assert shown.contents.kind == types.MarkupKind.Markdown
            assert "```\nhttp://a.example/b-c|d/x\n```" in shown.contents.value
            assert client.marked(shown.range) == BROKEN[BROKEN.index("<") : BROKEN.rindex(">") + 1]
        for nowhere in (0, BROKEN.index("<") - 1, BROKEN.index("> c|d"), BROKEN.rindex(">") + 1, len(BROKEN)):
            assert await client.hover(nowhere) is None

    session(script)


def test_hover_describes_the_url(session):
    wrapped, rule = "<URL:http://a.example/north-\nbank>", RULES["URL106"]
    explanation = "\n\n".join(block.replace("\n", " ") for block in rule.explanation.split("\n\n"))
    ambiguous = "The harbour: http://www.ferry.example.org/maps/2004\n/first_floor if you want\n"

    async def script(client):
        (found,) = await client.open(wrapped)
        shown = (await client.hover(8)).contents.value
        assert shown == (
            f"**[URL106]({rule.address}) break-after-hyphen**: {found.message}\n\n{rule.summary}\n\n{explanation}"
            "\n\n---\n\n```\nhttp://a.example/north-bank\n```\n\n"
            "- form: url-wrapper\n- confidence: certain\n- broken by: hyphen\n\n"
            "Alternatives:\n\n```\nhttp://a.example/northbank\n```"
        )
        await client.change(ambiguous)
        shown = (await client.hover(ambiguous.index("http"))).contents.value
        assert "- form: bare\n- confidence: guess\n\nAlternatives:" in shown
        assert "\nhttp://www.ferry.example.org/maps/2004/first_floor\n" in shown
        assert "broken by" not in shown

    session(script)


def test_hover_has_no_secrets_and_no_injected_markup(session):
    text = "<URL:ftp://me:h7Tq-92x@a.example/```[x](command:y)\x1b> <URL:ftp://me:h7Tq-\n92x@a.example/>"

    async def script(client):
        await client.open(text)
        shown = (await client.hover(9)).contents.value
        assert shown.startswith("````\nftp://me:***@a.example/```[x](command:y)")
        assert re.search(r"^````$", shown.partition("\n")[2], re.MULTILINE)
        assert "\x1b" not in shown
        assert "h7Tq" not in shown
        shown = (await client.hover(text.rindex("ftp"))).contents.value
        assert shown.count("ftp://me:***@a.example/") == 2  # there is an alternative
        assert "h7Tq" not in shown

    session(script)


def test_the_nearest_settings_apply(session, tree):
    folder = tree(
        {
            "urlmend.toml": 'ignore = ["URL208"]\nexclude = ["vendor/"]\nper-file-ignores = {"*.md" = ["URL205"]}',
            "inner/pyproject.toml": '[tool.urlmend]\nextend-schemes = ["canal"]\nignore = ["URL205"]\nschemeless=true',
        }
    )

    async def script(client):
        async def codes(name):
            found = await client.open(NOTES, (folder / name).as_uri())
            return [item.code for item in found]

        assert await codes("a.txt") == ["URL205"]
        assert await codes("a.md") == []
        assert await codes("vendor/a.txt") == []
        assert await codes("inner/deep/a.txt") == ["URL208"]
        uri = (folder / "inner/a.txt").as_uri()
        await client.open("canal://a/b www.a.example", uri)
        assert "canal://a/b" in (await client.hover(2, uri)).contents.value
        assert "form: schemeless" in (await client.hover(15, uri)).contents.value
        uri = "untitled:Untitled-1"
        assert [item.code for item in await client.open(NOTES, uri)] == ["URL205"]  # the root's

    session(script)


def test_changing_and_saving_a_document_reload_the_settings(session, tmp_path):
    settings, uri = tmp_path / "urlmend.toml", (tmp_path / "notes.txt").as_uri()

    async def script(client):
        assert len(await client.open(NOTES, uri)) == 2
        settings.write_text('ignore = ["URL205"]')
        assert [item.code for item in await client.change(NOTES, uri)] == ["URL208"]
        settings.write_text('ignore = ["URL20"]')
        assert await client.save(uri) == []

    session(script)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("select = [", "urlmend.toml"),
        ('ignor = ["URL205"]', "did you mean 'ignore'?"),
        ('ignore = ["URL999"]', "unknown rule 'URL999'"),
        ('baseline = "missing.txt"', "missing.txt"),
        ('baseline = "pipe"', "pipe: "),
        ('baseline = "/dev/zero"', "outside the repository"),
        ("a." * 100_000 + "a = 1", "a key has more than 50 parts"),
    ],
)
def test_errors_in_settings_are_shown_once_and_the_last_valid_ones_apply(session, tmp_path, wrong, message):
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    settings, uris = tmp_path / "urlmend.toml", [(tmp_path / name).as_uri() for name in ("a.txt", "b.txt")]

    async def script(client):
        for uri in uris:
            assert len(await client.open(NOTES, uri)) == 2
        await client.save(uris[0])
        (shown,) = client.shown
        assert shown.startswith("urlmend: ")
        assert message in shown
        client.close(uris[1])  # it would be linted again, too
        assert await client.diagnostics(uris[1]) == []
        settings.write_text('ignore = ["URL205", "URL208"]')
        assert await client.save(uris[0]) == []
        settings.write_text(wrong)
        assert await client.save(uris[0]) == []
        assert client.shown == [shown, shown]
        settings.unlink()
        assert len(await client.save(uris[0])) == 2

    settings.write_text(wrong)
    session(script)


def test_errors_in_settings_have_no_secrets(session, tmp_path):
    (tmp_path / "urlmend.toml").write_text('ignore = ["ftp://al:h7Tq-92x@a.internal/"]')

    async def script(client):
        await client.open(NOTES, (tmp_path / "a.txt").as_uri())
        (message,) = client.shown
        assert "ftp://al:***@a.internal/" in message.casefold()
        assert "h7tq" not in message.casefold()

    session(script)


def test_findings_in_the_baseline_are_suppressed(session, tree, urlmend):
    folder = tree({"urlmend.toml": 'baseline = "baseline.jsonl"', "notes.txt": NOTES})
    assert urlmend("lint", "--update-baseline", "--exit-zero", "notes.txt").status == 0
    uri = (folder / "notes.txt").as_uri()

    async def script(client):
        assert await client.open(NOTES, uri) == []
        found = await client.change(f"http://c.example/b|c {NOTES} http://a.example/b|c", uri)
        assert [client.marked(item.range, uri) for item in found] == ["|", "|"]
        assert await client.change(NOTES, uri) == []
        assert await client.actions(0, 0, only=["source.fixAll"], uri=uri) == []

    session(script)


def test_closed_documents_are_forgotten(session):
    other = "file:///nowhere/other.txt"

    async def script(client):
        await client.open(NOTES)
        await client.open("http://b.example/", other)
        client.close()
        assert await client.diagnostics() == []
        assert await client.actions(0, 5) is None
        assert await client.hover(5) is None
        assert await client.hover(5, other) is not None

    session(script)


def test_changes_of_an_unopened_document_are_ignored(session):
    async def script(client):
        client.versions[URI] = 0
        client.send_change(NOTES)
        assert len(await client.open(NOTES)) == 2
        assert client.shown != []

    session(script)


FAULTY = """
from urlmend.linting.project_linter import ProjectLinter
from urlmend.lsp import service
findings = ProjectLinter.first_findings
def faulty(self, document, limit):
    if "FAULT" in document.text:
        raise RuntimeError(f"this document cannot be examined: {document.text}")
    print("not for the client")
    return findings(self, document, limit)
ProjectLinter.first_findings = faulty
service.serve()
"""


@pytest.mark.slow
def test_an_exception_in_a_rule_does_not_end_the_server(session):
    async def script(client):
        assert await client.open(f"FAULT {NOTES} ftp://al:h7Tq-92x@a.internal/") == []
        assert "this document cannot be examined" in client.logged[-1]
        assert "h7Tq-92x" not in client.logged[-1]
        assert await client.actions(0, 0) == []
        assert await client.hover(12) is not None
        assert len(await client.change(NOTES)) == 2

    logging.disable(logging.CRITICAL)  # pygls logs the error response
    try:
        session(script, command=(sys.executable, "-c", FAULTY))
    finally:
        logging.disable(logging.NOTSET)


def test_unusual_texts(session):
    async def script(client):
        for text in ("\ud800 http://a.example/b|c \udfff", "", "\0", "\r", "http://", "<URL:" * 100):
            found = await client.open(text)
            assert [item.code for item in found] == [finding.code for finding in urlmend.lint(text)]
            await client.actions(0, len(text))
            await client.hover(len(text) // 2)

    session(script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("between", "count"), [(" ", 3000), ("\r\n", 1000), ("\r", 1000), ("\u20ac" * 2000 + "\n", 3000)]
)
def test_huge_texts(session, between, count):
    text = f"\U0001f600 http://a.example/b|c {between}" * count

    async def script(client):
        start = time.monotonic()
        assert len(await client.open(text)) == count
        (action,) = await client.actions(len(text), len(text), only=["source.fixAll"])
        (change,) = action.edit.document_changes
        assert len(change.edits) == count
        assert client.marked(change.edits[-1].range) == "|"
        assert await client.hover(text.rindex("|")) is not None
        assert time.monotonic() - start < TIMEOUT

    session(script)


def frames(data):
    """The messages of a stream, which must contain nothing else."""
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        length = int(re.fullmatch(rb"Content-Length: (\d+)(?:\r\nContent-Type: [^\r\n]+)?", head).group(1))
        yield json.loads(rest[:length])
        data = rest[length:]


def encoded(message):
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def framed(body, length=None):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body) if length is None else length, body)


def talk(*messages):
    """Send all messages at once and disconnect; return the output and exit status of the server.

    Bytes are sent as they are.
    """
    data = b"".join(message if isinstance(message, bytes) else framed(encoded(message)) for message in messages)
    if fork_server.can_run({}):
        return fork_server.run(["lsp"], data, os.getcwd(), dict(os.environ))
    return subprocess.run(COMMAND, input=data, capture_output=True, timeout=TIMEOUT, check=False)


INITIALIZE = {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}
OPEN = {
    "method": "textDocument/didOpen",
    "params": {"textDocument": {"uri": URI, "languageId": "x", "version": 1, "text": NOTES}},
}
HOVER = {
    "id": 2,
    "method": "textDocument/hover",
    "params": {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}},
}
SHUTDOWN, EXIT = {"id": 3, "method": "shutdown"}, {"method": "exit"}


@pytest.mark.slow
@each_row(
    ("end", "status"),
    [((SHUTDOWN, EXIT), 0), ((SHUTDOWN,), 0), ((EXIT,), 1), ((), 1)],
    ids=["shutdown and exit", "no exit", "no shutdown", "disconnected"],
)
def test_output_is_only_the_protocol_and_exit_status_is_right(end, status):
    done = talk(INITIALIZE, OPEN, HOVER, *end)
    messages = list(frames(done.stdout))
    assert [message["id"] for message in messages if "id" in message] == [1, 2, 3][: 2 + (SHUTDOWN in end)]
    assert any(message.get("method") == "textDocument/publishDiagnostics" for message in messages)
    assert done.stderr == b""
    assert done.returncode == status


def answers(*messages):
    """The error code of each answer, in order; None for a result."""
    done = talk(*messages)
    found = [message for message in frames(done.stdout) if "id" in message and "method" not in message]
    return [(message["id"], message.get("error", {}).get("code")) for message in found], done.returncode


NOT_INITIALIZED, METHOD_NOT_FOUND = -32002, -32601
REQUESTS = [
    {"method": "textDocument/hover", "params": HOVER["params"]},
    {"method": "textDocument/hover", "params": [1]},
    {"method": "shutdown"},
    {"method": "nothing/known", "params": {}},
    {"method": "nothing/known"},
]


@pytest.mark.slow
@each_row("request_", [*REQUESTS, {"method": "initialize", "params": INITIALIZE["params"]}])
def test_requests_after_a_shutdown_are_refused(request_):
    late = [{**request_, "id": 7}, {**request_, "id": "x"}]
    found, status = answers(INITIALIZE, SHUTDOWN, *late, {"method": "initialized", "params": {}}, EXIT)
    assert found == [(1, None), (3, None), (7, INVALID_REQUEST), ("x", INVALID_REQUEST)]
    assert status == 0


@pytest.mark.slow
@each_row("request_", REQUESTS)
def test_requests_before_the_initialization_are_refused(request_):
    found, status = answers({**request_, "id": 7}, OPEN, INITIALIZE, HOVER, SHUTDOWN, EXIT)
    assert found == [(7, NOT_INITIALIZED), (1, None), (2, None), (3, None)]
    assert status == 0


def test_each_request_has_one_answer():
    unknown = {"id": 8, "method": "nothing/known"}
    found, status = answers(INITIALIZE, {**INITIALIZE, "id": 9}, unknown, HOVER, SHUTDOWN)
    assert found == [(1, None), (9, INVALID_REQUEST), (8, METHOD_NOT_FOUND), (2, None), (3, None)]
    assert status == 0
    assert answers(EXIT) == ([], 1)


@contextmanager
def server_of(process):
    """A server that a process has started, and whose standard input stays open."""
    params = {**INITIALIZE["params"], "processId": process}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            server.stdin.write(framed(encoded({**INITIALIZE, "params": params})))
            server.stdin.flush()
            yield server
        finally:
            server.kill()


@pytest.mark.slow
@pytest.mark.parametrize("is_reaped", [True, False])
def test_the_server_ends_after_the_process_that_has_started_it(is_reaped):
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE) as parent, server_of(parent.pid) as server:
        assert server.stdout.readline().startswith(b"Content-Length")
        with pytest.raises(subprocess.TimeoutExpired):
            server.wait(1)
        parent.kill()
        if is_reaped:
            parent.wait()
        assert server.wait(TIMEOUT) == 1


@pytest.mark.slow
def test_the_server_ends_if_the_process_that_has_started_it_has_ended():
    with subprocess.Popen([sys.executable, "-c", ""]) as parent:
        parent.wait()
    with server_of(parent.pid) as server:
        assert server.wait(TIMEOUT) == 1


@pytest.mark.slow
def test_the_server_goes_on_without_a_process_to_wait_for():
    with ExitStack() as stack:
        servers = [stack.enter_context(server_of(process)) for process in (None, 0, -1, os.getpid())]
        with pytest.raises(subprocess.TimeoutExpired):
            servers[-1].wait(3)
        assert [server.poll() for server in servers] == [None] * 4
        for server in servers:
            server.stdin.close()
            assert server.wait(TIMEOUT) == 1


def test_the_end_of_a_process_is_seen_without_help_of_the_system(monkeypatch):
    monkeypatch.setattr("urlmend._lib.process_end._wait", lambda _: os.pidfd_open_is_missing)
    monkeypatch.setattr("urlmend._lib.process_end._INTERVAL", 0.05)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as parent:
        thread = threading.Thread(target=wait_for_end, args=(parent.pid,))
        thread.start()
        thread.join(0.2)
        assert thread.is_alive()
        parent.kill()
        parent.wait()
        thread.join(TIMEOUT)
        assert not thread.is_alive()


ASKED = encoded({**HOVER, "id": 7})
PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS = -32700, -32600, -32602

READABLE = [
    # what begins a message, beyond the usual
    b"content-length: %d\r\n\r\n",
    b"Content-Length:%d \r\n\r\n",
    b"Content-Length: %d\n\n",
    b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
    b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
    b"Content-Length: 3\r\nContent-Length: %d\r\n\r\n",
    b"\r\n\r\nContent-Length: %d\r\n\r\n",
]

LOST = {
    # bytes that are no message, or no valid one: the code of the error that answers them
    **{f"{number} too few": (framed(ASKED, len(ASKED) - number), PARSE_ERROR) for number in (1, 20, len(ASKED) - 1)},
    **{
        f"{number} too many": (framed(ASKED, len(ASKED) + number), PARSE_ERROR)
        for number in (1, 2, 14, 15, 25, 90, 160)
    },
    "no header": (ASKED, PARSE_ERROR),
    "no length": (b"Content-Type: x\r\n\r\n" + ASKED, PARSE_ERROR),
    "empty header": (b"\r\n" + ASKED, PARSE_ERROR),
    "length 0": (framed(ASKED, 0), PARSE_ERROR),
    "negative length": (framed(ASKED, -5), PARSE_ERROR),
    "length that is no number": (b"Content-Length: ten\r\n\r\n" + ASKED, PARSE_ERROR),
    "length of many digits": (b"Content-Length: " + b"9" * 6000 + b"\r\n\r\n" + ASKED, PARSE_ERROR),
    "length beyond memory": (framed(ASKED, 10**12), PARSE_ERROR),
    "text": (b"hello\r\nto you\r\n\r\n", PARSE_ERROR),
    "any bytes": (bytes(range(256)) * 100, PARSE_ERROR),
    "a long line": (b"x" * 3_000_000, PARSE_ERROR),
    "half of a value": (framed(b'{"jsonrpc": '), PARSE_ERROR),
    "undecodable": (framed(b'{"jsonrpc": "\xff"}'), PARSE_ERROR),
    "nested lists": (framed(b"[" * 200_000), PARSE_ERROR),
    "nested objects": (framed(b'{"a":' * 100_000), PARSE_ERROR),
    "many digits": (framed(b'{"jsonrpc": "2.0", "id": ' + b"9" * 6000 + b"}"), PARSE_ERROR),
    "list": (framed(b"[]"), INVALID_REQUEST),
    "batch": (framed(b"[" + ASKED + b"]"), INVALID_REQUEST),
    "null": (framed(b"null"), INVALID_REQUEST),
    "number": (framed(b"1"), INVALID_REQUEST),
    "string": (framed(b'"x"'), INVALID_REQUEST),
    "empty object": (framed(b"{}"), INVALID_REQUEST),
}


@pytest.mark.slow
@each_row("header", READABLE)
def test_headers_may_be_written_in_several_ways(header):
    done = talk(INITIALIZE, OPEN, header % len(ASKED) + ASKED, SHUTDOWN, EXIT)
    messages = [message for message in frames(done.stdout) if "id" in message]
    assert [message["id"] for message in messages if "error" not in message] == [1, 7, 3]
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", LOST)
def test_lost_messages_are_answered_and_the_next_ones_are_read(name):
    lost, code = LOST[name]
    done = talk(INITIALIZE, OPEN, lost, HOVER, SHUTDOWN, EXIT)
    messages = [message for message in frames(done.stdout) if "id" in message]
    assert [message["id"] for message in messages if "error" not in message] == [1, 2, 3]
    errors = [message["error"]["code"] for message in messages if message["id"] is None]
    assert errors[0] == code
    assert len(errors) <= 2
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.parametrize("name", LOST)
def test_the_server_ends_after_a_lost_message(name):
    done = talk(INITIALIZE, LOST[name][0])
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.slow
@each_row("params", [[], {"textDocument": 3}, {"textDocument": {}}, None, "x"])
def test_requests_with_invalid_parameters_are_answered(params):
    done = talk(INITIALIZE, {"id": "a", "method": "textDocument/hover", "params": params}, HOVER, SHUTDOWN, EXIT)
    errors = {message["id"]: message["error"]["code"] for message in frames(done.stdout) if "error" in message}
    assert errors == {"a": INVALID_PARAMS}
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
@each_row("params", [[], {"textDocument": 3}, None])
def test_notifications_with_invalid_parameters_are_shown(params):
    done = talk(INITIALIZE, {"method": "textDocument/didOpen", "params": params}, OPEN, HOVER, SHUTDOWN, EXIT)
    messages = list(frames(done.stdout))
    assert [message["id"] for message in messages if "id" in message] == [1, 2, 3]
    first, *_ = [message["method"] for message in messages if "method" in message]
    assert first == "window/showMessage"
    assert (done.returncode, done.stderr) == (0, b"")


# Runs a command, and prints its exit status and its memory in kB. This small process starts it, because a new process
# counts the memory of the one that started it.
MEASURE = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(child.pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""
MANY_FAULTS = "http://a.example/b|c\n" * 80_000


@pytest.mark.slow
@pytest.mark.parametrize("text", [MANY_FAULTS, MANY_FAULTS.replace("\n", " "), MANY_FAULTS.replace("|", "")])
def test_memory_is_bounded_for_large_documents(tmp_path, text):
    if not hasattr(os, "wait4"):
        pytest.skip("this system does not report the memory of a process")
    with (tmp_path / "messages").open("wb+") as messages:
        messages.write(framed(encoded(INITIALIZE)) + framed(encoded(OPEN)))
        for number in range(2, 10):
            params = {"textDocument": {"uri": URI, "version": number}, "contentChanges": [{"text": text}]}
            messages.write(framed(encoded({"method": "textDocument/didChange", "params": params})))
        messages.write(framed(encoded(HOVER)) + framed(encoded(SHUTDOWN)))
        messages.seek(0)
        command = [sys.executable, "-c", MEASURE, *COMMAND]
        done = subprocess.run(command, stdin=messages, capture_output=True, check=True)
    status, memory = map(int, done.stdout.split())
    assert status == 0
    assert memory < 200_000  # kB


PIECES = st.sampled_from(
    ["\r\n", "\r", "\n", "a", "\u00e9", "\u20ac", "\U0001f600", "\u2028", "\x0c", "\x85", "\ud800"]
)
# Long texts, too, as code units are counted in steps.
TEXTS = st.builds(lambda pieces, times: "".join(pieces) * times, st.lists(PIECES), st.sampled_from([1, 1, 1, 40, 300]))


@given(text=TEXTS, encoding=st.sampled_from(sorted(ENCODINGS)), data=st.data())
def test_offsets_become_positions_and_positions_offsets(text, encoding, data):
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1  # there is no position between these
    positions = Positions(text, encoding)
    position = positions.position(offset)
    assert position == reference_position(text, offset, encoding)
    assert positions.offset(position) == offset


@given(
    text=TEXTS, encoding=st.sampled_from(sorted(ENCODINGS)), line=st.integers(0, 50), units=st.integers(0, 2**31 - 1)
)
def test_positions_outside_the_text(text, encoding, line, units):
    ends = [match.start() for match in END_OF_LINE.finditer(text)] + [len(text)]
    at = Positions(text, encoding).offset(types.Position(line, units))
    assert at <= (ends[line] if line < len(ends) else len(text))
    if line >= len(ends) or units > 4 * len(text):
        assert at == (ends[line] if line < len(ends) else len(text))


def test_positions_within_characters():
    positions = Positions("\U0001f600|\r\n", "utf-16")
    assert [positions.offset(types.Position(0, units)) for units in range(6)] == [0, 0, 1, 2, 2, 2]
    assert positions.position(3) == types.Position(0, 3)  # between CR and LF
    assert positions.range(Span(1, 4)) == types.Range(types.Position(0, 2), types.Position(1, 0))
