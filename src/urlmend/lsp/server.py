"""The server: documents come and change, findings are published."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from urlmend._lib.sanitize import printable
from urlmend._version import __version__
from urlmend.lsp.code_actions import FIX_ALL, Actions, hover
from urlmend.lsp.documents import SOURCE, Snapshot
from urlmend.lsp.workspaces import Projects
from urlmend.redaction.redact import redact


class Server(LanguageServer):
    """The server: keeps the present version of each open document.

    One thread reads messages, another one examines documents. Thus a text that has changed in the
    meantime need not be examined at all, and an editor that sends faster than that is no burden.
    """

    def __init__(self) -> None:
        """Set up a server that is not yet connected."""
        # Whole texts: to put changes into one, pygls would count lines by `str.splitlines`, and the client does not.
        super().__init__(SOURCE, __version__, types.TextDocumentSyncKind.Full)
        self.shut_down = False
        """Whether the client has said that it is done (LSP section Shutdown Request)."""
        self._worker = ThreadPoolExecutor(1)
        self._present: dict[str, Snapshot] = {}
        self._projects = Projects(self._tell)

    def opened_or_saved(self, uri: str) -> None:
        """Examine a document, by settings that are read anew."""
        self._projects.forget()
        self.changed(uri)

    def changed(self, uri: str) -> None:
        """Examine the present text of a document, and publish what is found."""
        document = self.workspace.get_text_document(uri)
        path = to_fs_path(uri)
        folder = os.path.dirname(path) if path else self.workspace.root_path
        snapshot = Snapshot(
            uri,
            document.version,
            document.source,
            self._projects.of(folder or ""),
            encoding=self.workspace.position_encoding or types.PositionEncodingKind.Utf16,
            related=self._takes("text_document.publish_diagnostics.related_information"),
        )
        self._present[uri] = snapshot
        self._worker.submit(self._examine, snapshot)

    def closed(self, uri: str) -> None:
        """Take back what was published of a document (LSP section PublishDiagnostics Notification)."""
        self._present.pop(uri, None)
        self._worker.submit(self._publish, uri, None, [])

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """The code actions for a range of a document; None if it is not open."""
        snapshot = self._present.get(params.text_document.uri)
        if snapshot is None:
            return None
        versioned = self._takes("workspace.workspace_edit.document_changes")
        return self._worker.submit(Actions(snapshot, params, versioned=versioned).all).result()

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What the URL at a position of a document is; None if there is none, or the document is not open."""
        snapshot = self._present.get(params.text_document.uri)
        return self._worker.submit(hover, snapshot, params.position).result() if snapshot else None

    def stop(self) -> None:
        """Publish nothing any more."""
        self._present.clear()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _takes(self, capability: str) -> bool:
        """Whether the client has said that it takes something."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def _examine(self, snapshot: Snapshot) -> None:
        """Publish the diagnostics of a document's version, unless there is a newer one by now."""
        if self._present.get(snapshot.uri) is not snapshot:
            return
        try:
            diagnostics = snapshot.diagnostics
        except Exception:  # one document that cannot be examined must not keep the others from it
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, redact(traceback.format_exc())))
            diagnostics = []
        if self._present.get(snapshot.uri) is snapshot:
            self._publish(snapshot.uri, snapshot.version, diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def _tell(self, message: str) -> None:
        params = types.ShowMessageParams(types.MessageType.Error, f"urlmend: {printable(redact(message))}")
        self.window_show_message(params)


def make_server() -> Server:
    """A server that answers what it can answer; it is not yet connected."""
    server = Server()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.opened_or_saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.opened_or_saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return server.code_actions(params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        return server.hover(params)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.shut_down = True
        server.stop()

    return server


def serve() -> None:
    """Serve one client over standard input and output, until it says `exit` or is gone.

    Raises SystemExit with 1 if it had not asked for a shutdown before (LSP section Exit Notification).
    """
    gc.enable()  # the command line goes without; but this process lives long, and what serves it makes cycles
    server = make_server()
    # pygls closes what it writes to; and whatever else is printed must not get between its messages.
    with open(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        server.start_io(stdout=out)
    server.stop()
    if not server.shut_down:
        sys.exit(1)
