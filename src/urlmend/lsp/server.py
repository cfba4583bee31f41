"""The language server: receives documents and their changes, and publishes findings."""

from __future__ import annotations

import json
import os
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import RPCMessage, RPCRequest
from pygls.uris import to_fs_path

from urlmend._lib.process_end import wait_for_end
from urlmend._lib.regular_file import read_regular_file
from urlmend.finder.resolve import Known
from urlmend.lsp.buffers import Buffer, Encoding, encoding_of_file
from urlmend.lsp.changes import EditedText
from urlmend.lsp.code_actions import Change, Client, CodeActions
from urlmend.lsp.connection import Connection
from urlmend.lsp.documents import SOURCE, OpenDocument
from urlmend.lsp.hover import hover
from urlmend.lsp.languages import unsaved_kind, unsaved_name
from urlmend.lsp.links import links
from urlmend.lsp.workspace_diagnostics import WorkspaceScan
from urlmend.lsp.workspaces import Workspaces
from urlmend.redaction.redact import redact
from urlmend.settings.loading import MAX_SIZE, SETTINGS_FILES

T = TypeVar("T")
_OnDocument = types.CodeActionParams | types.HoverParams | types.DocumentLinkParams

_SECTION = "urlmend"
# How long the next request for the diagnostics of a workspace waits for a change, in seconds.
_POLL_INTERVAL = 60


class _Protocol(LanguageServerProtocol):
    """The protocol without the documents of pygls, which splits lines like `str.splitlines`, unlike clients.

    A request that may not be made is answered by an error; that of pygls gives none after a shutdown.
    """

    def handle_message(self, message: RPCMessage) -> None:
        """Handle a message, or refuse it."""
        server = cast("Server", self._server)
        method = getattr(message, "method", None)
        refusal = server.refusal(method) if method else None
        if not refusal or method == types.EXIT:
            super().handle_message(message)
        elif isinstance(message, RPCRequest):
            self._send_response(message.id, error=refusal.to_response_error())

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Open a document."""
        cast("Server", self._server).opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document."""
        cast("Server", self._server).changed(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Close a document."""
        cast("Server", self._server).closed(params.text_document.uri)


class Server(Connection):
    """The server; it keeps the current version of each open document.

    One thread reads messages, and another one lints documents. So versions that are out of date
    before they are linted are skipped, and a fast typist does not fill the queue with work.
    """

    def __init__(self, known: Known | None = None) -> None:
        """Set up a server that is not yet connected; `known` looks up the URLs of other documents."""
        super().__init__(_Protocol)
        self._worker = ThreadPoolExecutor(1)
        self._open: dict[str, OpenDocument] = {}
        self._edited: dict[str, EditedText] = {}
        """The texts of the open documents that were changed."""
        self._items: dict[str, tuple[str, Encoding]] = {}
        """The language of each open document, and the encoding of its file."""
        self._not_linted: set[str] = set()
        """The open documents whose current version is not linted yet."""
        self._generation = 0
        """The number of times that settings have changed."""
        self._touched = threading.Event()
        """Set if files or settings have changed since the diagnostics of the workspace were requested."""
        self._touched.set()
        self._workspaces = Workspaces(self.show_error, known)
        self._scan = WorkspaceScan(self._workspaces, self.protocol.notify)

    # Settings

    def initialize(self, params: types.InitializeParams) -> None:
        """Take the folders and the settings of the client (LSP section Initialize Request)."""
        self.is_initialized = True
        if params.process_id is not None and params.process_id > 0:
            threading.Thread(target=self._end_after, args=(params.process_id,), daemon=True).start()
        self._set_roots()
        self._use(params.initialization_options)

    def _end_after(self, process: int) -> None:
        """End this process after the one that has started it, as a thread may wait for standard input for ever."""
        wait_for_end(process)
        os._exit(0 if self.shut_down else 1)

    def initialized(self) -> None:
        """Ask for the settings of the client, and to be told when files with settings change."""
        registrations: list[tuple[str, object]] = []
        if self.client_supports("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in SETTINGS_FILES]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registrations.append((types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
        if self.client_supports("workspace.did_change_configuration.dynamic_registration"):
            section = types.DidChangeConfigurationRegistrationOptions(_SECTION)
            registrations.append((types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
        if registrations:
            found = [types.Registration(f"{SOURCE}-{method}", method, options) for method, options in registrations]
            self.client_register_capability(types.RegistrationParams(found))
        self._pull_settings()

    def configured(self, settings: object) -> None:
        """Use settings of the client; without any, ask for them (LSP section DidChangeConfiguration Notification)."""
        if isinstance(settings, Mapping) and _SECTION in settings:
            self._use(settings)
            self.refresh()
        else:
            self._pull_settings()

    def refresh(self, except_for: str = "") -> None:
        """Read the settings again, and lint all open documents with them, except for one that is linted anyway."""
        self._workspaces.forget()
        self._generation += 1
        self._touched.set()
        for uri, document in [*self._open.items()]:
            if uri != except_for:
                self._update(uri, document.version, document.buffer.chunks)
        if self.pulls:
            self.workspace_diagnostic_refresh(None)

    def _notice_changed_settings(self, uri: str, except_for: str = "") -> None:
        """Refresh if the settings of a document have changed in their file: not every client watches files."""
        if self._workspaces.are_outdated(self._folder(to_fs_path(uri) or "")):
            self.refresh(except_for)

    def folders_changed(self) -> None:
        """Use the folders that are open now (LSP section DidChangeWorkspaceFolders Notification)."""
        self._set_roots()
        self.refresh()

    def _set_roots(self) -> None:
        folders = [*self.workspace.folders] or ([self.workspace.root_uri] if self.workspace.root_uri else [])
        roots = [path for uri in folders if (path := to_fs_path(uri))]
        self._workspaces.roots = tuple(roots)
        if roots and os.path.isdir(roots[0]):
            os.chdir(roots[0])  # names of files are then read as by `urlmend lint` there

    def _use(self, settings: object) -> None:
        """Use settings of the client: an object, or one with such an object under `urlmend`."""
        table = json.loads(json.dumps(settings, default=vars))
        if isinstance(table, dict):
            table = table.get(_SECTION, table)
        if not table or isinstance(table, dict):  # an empty table of Lua is an empty list
            self._workspaces.use(table or {})
        else:
            self.show_error("settings of the editor: not an object")

    def _pull_settings(self) -> None:
        if self.client_supports("workspace.configuration"):
            params = types.ConfigurationParams([types.ConfigurationItem(section=_SECTION)])
            self.workspace_configuration(params, callback=self._pulled)

    def _pulled(self, answer: object) -> None:
        settings = answer[0] if isinstance(answer, list | tuple) and answer else None
        if settings:
            self._use({_SECTION: settings})
            self.refresh()

    # Documents

    def opened(self, item: types.TextDocumentItem) -> None:
        """Lint a document with settings that are read again."""
        path = to_fs_path(item.uri)
        encoding = encoding_of_file(path) if path and not item.text.isascii() else Encoding()
        self._items[item.uri] = (item.language_id, encoding)
        self._notice_changed_settings(item.uri, except_for=item.uri)
        self._workspaces.forget()
        self._edited.pop(item.uri, None)
        self._update(item.uri, item.version, (item.text,))

    def saved(self, uri: str) -> None:
        """Lint a document again; if it has settings, lint all others, too."""
        self._touched.set()
        path = to_fs_path(uri)
        if path and os.path.basename(path) in SETTINGS_FILES:
            self.refresh()
        elif document := self._open.get(uri):
            self._notice_changed_settings(uri, except_for=uri)
            self._workspaces.forget()
            self._update(uri, document.version, document.buffer.chunks)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply changes to the text of a document, and lint it."""
        uri = params.text_document.uri
        if uri not in self._open:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        self._touched.set()
        if uri not in self._edited:
            self._edited[uri] = EditedText(self._open[uri].buffer.text, self._encoding)
        self._edited[uri].change(params.content_changes)
        self._notice_changed_settings(uri, except_for=uri)
        self._update(uri, params.text_document.version, self._edited[uri].chunks())

    def closed(self, uri: str) -> None:
        """Clear the diagnostics of a document (LSP section PublishDiagnostics Notification)."""
        self._touched.set()
        self._open.pop(uri, None)
        self._edited.pop(uri, None)
        self._items.pop(uri, None)
        self._not_linted.discard(uri)
        if not self.pulls:
            self._worker.submit(self._publish, uri, None, [])

    def _update(self, uri: str, version: int | None, chunks: tuple[str, ...]) -> None:
        """Lint the current text of a document, and publish the findings unless the client asks for them."""
        path = to_fs_path(uri)
        language, encoding = self._items[uri]
        buffer = (
            Buffer(chunks, path, encoding)
            if path
            else Buffer(chunks, unsaved_name(language), encoding, unsaved_kind(language))
        )
        self._open[uri] = self._document(uri, buffer, version=version)
        if not self.pulls and uri not in self._not_linted:  # else the work waits, and takes the version of that time
            self._not_linted.add(uri)
            self._worker.submit(self._lint, uri)

    def _document(self, uri: str, buffer: Buffer, *, version: int | None) -> OpenDocument:
        return OpenDocument(
            uri,
            version,
            buffer,
            self._workspaces.of(self._folder(buffer.name)),
            encoding=self._encoding,
            related=self.client_supports("text_document.publish_diagnostics.related_information"),
        )

    def _folder(self, name: str) -> str:
        """The folder whose settings apply to a file, or to a text without a file, whose name has no folder."""
        return os.path.dirname(name) or next(iter(self._workspaces.roots), "")

    @property
    def _encoding(self) -> str:
        return self.workspace.position_encoding or types.PositionEncodingKind.Utf16

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics, and can be told to ask again (LSP section Pull Diagnostics)."""
        asks = get_capability(self.client_capabilities, "text_document.diagnostic", None) is not None
        return asks and self.client_supports("workspace.diagnostics.refresh_support")

    # Requests

    def diagnostic(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        """The diagnostics of a document (LSP section Document Diagnostics)."""
        self._notice_changed_settings(params.text_document.uri)
        document = self._open.get(params.text_document.uri)
        if document is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        result_id = f"{self._generation}:{document.version}"
        if params.previous_result_id == result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
        diagnostics = self._work(lambda: document.diagnostics)
        return types.RelatedFullDocumentDiagnosticReport(diagnostics, result_id=result_id)

    def workspace_diagnostics(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """The diagnostics of all files of the workspace; this is called in a thread of its own."""
        # Clients ask again as soon as they have an answer.
        self._touched.wait(_POLL_INTERVAL)
        self._touched.clear()
        document_of = partial(self._document, version=None)
        return self._scan.report(params, self._work, document_of, {**self._open}, self._generation)

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """The code actions for a range of a document; None if it is not open."""
        client = self._client
        return self._of_open(params, lambda document: CodeActions(document, client).requested(params))

    def resolved(self, action: types.CodeAction) -> types.CodeAction:
        """A code action with its edit; without one if its document has changed, or if it would change anything else.

        (LSP section Code Action Resolve Request)
        """
        if action.edit is None and action.data is not None:
            uri, version, change = _change(action.data)
            document = self._open.get(uri)
            if document is None or document.version != version:
                raise JsonRpcContentModified(f"{uri} has changed")
            actions = CodeActions(document, self._client)
            action.edit = self._work(lambda: actions.edit(change))
            if action.edit is None:
                self.show_error(f"not possible here: {action.title}")
        return action

    @property
    def _client(self) -> Client:
        operations = get_capability(self.client_capabilities, "workspace.workspace_edit.resource_operations", None)
        resolve_support = get_capability(self.client_capabilities, "text_document.code_action.resolve_support", None)
        return Client(
            versioned=self.client_supports("workspace.workspace_edit.document_changes"),
            creates_files=types.ResourceOperationKind.Create in (operations or ()),
            resolves=resolve_support is not None and "edit" in resolve_support.properties,
            encoding=self._encoding,
            text_of=self._text_of,
        )

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is known at a position; None where there is no URL and no finding, and if the document is not open."""
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format", None)
        kind = formats[0] if formats else types.MarkupKind.Markdown  # the one that the client prefers
        return self._of_open(params, lambda document: hover(document, params.position, kind))

    def links(self, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
        """The links of a document; None if it is not open."""
        return self._of_open(params, links)

    def _of_open(self, params: _OnDocument, function: Callable[[OpenDocument], T]) -> T | None:
        """Call a function with the document of a request when the documents that wait are linted."""
        document = self._open.get(params.text_document.uri)
        return self._work(lambda: function(document)) if document else None

    def _work(self, function: Callable[[], T]) -> T:
        """Call a function when the documents that wait are linted."""
        return self._worker.submit(function).result()

    def _text_of(self, path: str) -> str | None:
        """The text of a settings file, in the editor if it is open there."""
        document = next((found for found in self._open.values() if found.buffer.name == path), None)
        if document:
            return document.buffer.text
        try:
            return read_regular_file(path, MAX_SIZE).decode()
        except (OSError, ValueError):
            return None

    # Service

    def shutdown(self) -> None:
        """Stop all threads."""
        self.stop()
        super().shutdown()  # type: ignore[no-untyped-call]

    def stop(self) -> None:
        """Stop publishing."""
        self._open.clear()
        self._touched.set()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _lint(self, uri: str) -> None:
        """Publish the diagnostics of the current version of a document, once."""
        if uri not in self._not_linted:
            return
        self._not_linted.discard(uri)  # before its version is taken: a later one is then linted, too
        document = self._open.get(uri)
        if document is None:
            return
        try:
            diagnostics = document.diagnostics
        except Exception:  # a fault in one document must not affect the others
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, redact(traceback.format_exc())))
            document.findings, document.diagnostics, diagnostics = [], [], []
        if self._open.get(document.uri) is document:
            self._publish(document.uri, document.version, diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))


def _change(data: object) -> tuple[str, int | None, Change]:
    """The document, its version and the change of a code action, from the data that this server has sent with it."""
    match data:
        case [str(uri), int() | None as version, str(kind), int(finding), int(reading)]:
            return uri, version, Change(kind, finding, reading)
    raise JsonRpcInvalidParams("unknown data of a code action")
