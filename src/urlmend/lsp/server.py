"""The language server: receives documents and their changes, and publishes findings."""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from typing import BinaryIO, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    PyglsError,
)
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from urlmend._lib.sanitize import printable
from urlmend._version import __version__
from urlmend.lsp.code_actions import FIX_ALL, CodeActions, hover
from urlmend.lsp.documents import SOURCE, OpenDocument
from urlmend.lsp.framing import MessageStream
from urlmend.lsp.workspaces import Workspaces
from urlmend.redaction.redact import redact


class Server(LanguageServer):
    """The server; it keeps the current version of each open document.

    One thread reads messages, and another one lints documents. So versions that are out of date
    before they are linted are skipped, and a fast typist does not fill the queue with work.
    """

    def __init__(self) -> None:
        """Set up a server that is not yet connected."""
        # Full texts, as pygls applies incremental changes by the lines of `str.splitlines`, unlike clients.
        super().__init__(SOURCE, __version__, types.TextDocumentSyncKind.Full)
        self.shut_down = False
        """Whether the client has requested the shutdown (LSP section Shutdown Request)."""
        self._worker = ThreadPoolExecutor(1)
        self._open: dict[str, OpenDocument] = {}
        self._not_linted: set[str] = set()
        """The open documents whose current version is not linted yet."""
        self._messages = MessageStream(sys.stdin.buffer, self._report_lost_message)
        self._workspaces = Workspaces(self._show_error)

    def opened_or_saved(self, uri: str) -> None:
        """Lint a document with settings that are read again."""
        self._workspaces.forget()
        self.changed(uri)

    def changed(self, uri: str) -> None:
        """Lint the current text of a document, and publish the findings."""
        text_document = self.workspace.get_text_document(uri)
        path = to_fs_path(uri)
        folder = os.path.dirname(path) if path else self.workspace.root_path
        document = OpenDocument(
            uri,
            text_document.version,
            text_document.source,
            self._workspaces.of(folder or ""),
            encoding=self.workspace.position_encoding or types.PositionEncodingKind.Utf16,
            related=self._client_supports("text_document.publish_diagnostics.related_information"),
        )
        self._open[uri] = document
        self._not_linted.add(uri)
        self._worker.submit(self._lint, uri)  # not the document: the texts of many versions would fill the memory

    def closed(self, uri: str) -> None:
        """Clear the diagnostics of a document (LSP section PublishDiagnostics Notification)."""
        self._open.pop(uri, None)
        self._not_linted.discard(uri)
        self._worker.submit(self._publish, uri, None, [])

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """The code actions for a range of a document; None if it is not open."""
        document = self._open.get(params.text_document.uri)
        if document is None:
            return None
        versioned = self._client_supports("workspace.workspace_edit.document_changes")
        return self._worker.submit(CodeActions(document, params, versioned=versioned).all).result()

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """The description of the URL at a position; None if there is none, or the document is not open."""
        document = self._open.get(params.text_document.uri)
        return self._worker.submit(hover, document, params.position).result() if document else None

    def serve(self, out: BinaryIO) -> None:
        """Answer the messages on standard input until it ends or the client sends `exit`."""
        self.start_io(stdin=cast("BinaryIO", self._messages), stdout=out)

    def report_server_error(self, error: Exception, source: type[PyglsError | JsonRpcException]) -> None:
        """Answer a message that pygls cannot handle, and show other errors that have no response."""
        if source is JsonRpcException:
            self._answer_last_message(error)
        elif source is not FeatureRequestError:
            self._show_error(str(error))

    def _answer_last_message(self, error: Exception) -> None:
        """Send the error for a message that is not JSON, or not a valid message (JSON-RPC 2.0, section 5.1)."""
        try:
            message = json.loads(self._messages.body)
        except (ValueError, RecursionError) as reason:
            self._send_error(None, JsonRpcParseError(f"a message is not JSON: {type(reason).__name__}"))
            self._messages.resume()
            return
        fields = message if isinstance(message, dict) else {}
        if "method" in fields and "id" not in fields:  # notifications have no answer
            self._show_error(f"invalid message: {error}")
        else:
            request = fields.get("id")
            known = error if isinstance(error, JsonRpcException) else JsonRpcInvalidRequest("invalid message")
            self._send_error(request if isinstance(request, int | str) else None, known)

    def _report_lost_message(self, fault: str) -> None:
        self._send_error(None, JsonRpcParseError(fault))

    def _send_error(self, request: int | str | None, error: JsonRpcException) -> None:
        answer = {"jsonrpc": "2.0", "id": request, "error": {"code": error.code, "message": redact(error.message)}}
        body = json.dumps(answer).encode()
        assert self.protocol.writer is not None
        self.protocol.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def stop(self) -> None:
        """Stop publishing."""
        self._open.clear()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _client_supports(self, capability: str) -> bool:
        """Whether the client has announced a capability."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def _lint(self, uri: str) -> None:
        """Publish the diagnostics of the current version of a document, once."""
        document = self._open.get(uri)
        if document is None or uri not in self._not_linted:
            return
        self._not_linted.discard(uri)
        try:
            diagnostics = document.diagnostics
        except Exception:  # a fault in one document must not affect the others
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, redact(traceback.format_exc())))
            diagnostics = []
        if self._open.get(document.uri) is document:
            self._publish(document.uri, document.version, diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def _show_error(self, message: str) -> None:
        params = types.ShowMessageParams(types.MessageType.Error, f"urlmend: {printable(redact(message))}")
        self.window_show_message(params)


def make_server() -> Server:
    """A server with a handler for each supported message; it is not yet connected."""
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
