"""Which method of the server answers which message of the protocol, and the service of one client."""

from __future__ import annotations

import gc
import logging
import os
import sys
from contextlib import redirect_stdout

from lsprotocol import types

from urlmend.lsp.code_actions import FIX_ALL
from urlmend.lsp.documents import SOURCE
from urlmend.lsp.server import Server


def make_server() -> Server:
    """A server with a handler for each supported message; it is not yet connected."""
    server = Server()

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        if server.pulls:
            _add_pull_diagnostics(server)
        server.initialize(params)

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        server.initialized()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: types.DidChangeWatchedFilesParams) -> None:
        server.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        server.configured(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(_: types.DidChangeWorkspaceFoldersParams) -> None:
        server.folders_changed()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds, resolve_provider=True))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return server.code_actions(params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    def resolved(action: types.CodeAction) -> types.CodeAction:
        return server.resolved(action)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        return server.hover(params)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def linked(params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
        return server.links(params)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.shut_down = True
        server.stop()

    return server


def _add_pull_diagnostics(server: Server) -> None:
    """Add the handlers of requests for diagnostics."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=True, identifier=SOURCE, work_done_progress=True
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def diagnostic(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return server.diagnostic(params)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    @server.thread()
    def workspace_diagnostics(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        return server.workspace_diagnostics(params)


def serve() -> None:
    """Serve one client over standard input and output, until it sends `exit` or disconnects.

    Raises SystemExit with 1 if it has not requested a shutdown before (LSP section Exit Notification).
    """
    gc.enable()  # the command line disables it, but this process runs long and its libraries create cycles
    server = make_server()
    # Faults of messages are answered; a log of them has traces, which may contain secrets of documents.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A duplicate, as pygls closes its stream; anything else that is printed must not mix with its messages.
    with open(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        server.serve(out)
    server.stop()
    if not server.shut_down:
        sys.exit(1)
