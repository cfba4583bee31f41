"""Which method of the server answers which message of the protocol, and the service of one client."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

from lsprotocol import types

from urlmend.finder.resolve import Known
from urlmend.lsp.code_actions import FIX_ALL
from urlmend.lsp.documents import SOURCE
from urlmend.lsp.server import Server


def _initialize(server: Server, params: types.InitializeParams) -> None:
    if server.pulls:
        _add_pull_diagnostics(server)
    server.initialize(params)


def _shut_down(server: Server, _: None) -> None:
    server.shut_down = True
    server.stop()


_ACTION_OPTIONS = types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True)
_HANDLERS: dict[str, tuple[Callable[[Server, Any], object], object]] = {
    # The connection
    types.INITIALIZE: (_initialize, None),
    types.INITIALIZED: (lambda server, _: server.initialized(), None),
    types.SHUTDOWN: (_shut_down, None),
    # Files and settings; `server._Protocol` takes the changes of documents
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (lambda server, _: server.refresh(), None),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (lambda server, params: server.configured(params.settings), None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (lambda server, _: server.folders_changed(), None),
    types.TEXT_DOCUMENT_DID_SAVE: (lambda server, params: server.saved(params.text_document.uri), None),
    # Requests
    types.TEXT_DOCUMENT_CODE_ACTION: (Server.code_actions, _ACTION_OPTIONS),
    types.CODE_ACTION_RESOLVE: (Server.resolved, None),
    types.TEXT_DOCUMENT_HOVER: (Server.hover, None),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: (Server.links, None),
}
"""What answers each message, and the options that the server announces for it."""


def make_server(known: Known | None = None) -> Server:
    """A server with a handler for each supported message; it is not yet connected.

    `known` looks up the URLs of other documents, which resolve ambiguous ones.
    """
    server = Server(known)
    for method, (handle, options) in _HANDLERS.items():
        server.feature(method, options)(_handler(server, handle))
    return server


def _handler(server: Server, handle: Callable[[Server, Any], object]) -> Callable[[Any], object]:
    def handler(params: Any) -> object:  # noqa: ANN401
        return handle(server, params)

    return handler


def _add_pull_diagnostics(server: Server) -> None:
    """Add the handlers of requests for diagnostics."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=True, identifier=SOURCE, work_done_progress=True
    )

    server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(_handler(server, Server.diagnostic))
    in_thread = server.thread()(_handler(server, Server.workspace_diagnostics))
    server.feature(types.WORKSPACE_DIAGNOSTIC)(in_thread)


def serve(known: Known | None = None) -> None:
    """Serve one client over standard input and output, until it sends `exit` or disconnects.

    `known` is that of `make_server`. Raises SystemExit with 1 if the client has not requested a shutdown before (LSP
    section Exit Notification).
    """
    gc.enable()  # the command line disables it, but this process runs long and its libraries create cycles
    server = make_server(known)
    # Faults of messages are answered; a log of them has traces, which may contain secrets of documents.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A duplicate, as pygls closes its stream; anything else that is printed must not mix with its messages.
    with open(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        server.serve(out)
    server.stop()
    if not server.shut_down:
        sys.exit(1)
