"""A connection to a client: errors are answered or shown, also those in messages that are broken."""

from __future__ import annotations

import json
import sys
from typing import BinaryIO, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
    PyglsError,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from urlmend._lib.sanitize import printable
from urlmend._version import __version__
from urlmend.lsp.documents import SOURCE
from urlmend.lsp.framing import MessageStream
from urlmend.redaction.redact import redact


class Connection(LanguageServer):
    """A language server that goes on after any message, with no secret in what it says of it."""

    def __init__(self, protocol: type[LanguageServerProtocol]) -> None:
        """Set up a server that is not yet connected."""
        super().__init__(SOURCE, __version__, types.TextDocumentSyncKind.Incremental, protocol_cls=protocol)
        self._messages = MessageStream(sys.stdin.buffer, lambda fault: self._send_error(None, JsonRpcParseError(fault)))
        self.is_initialized = False
        self.shut_down = False
        """Whether the client has requested the shutdown (LSP section Shutdown Request)."""

    def serve(self, out: BinaryIO) -> None:
        """Answer the messages on standard input until it ends or the client sends `exit`."""
        self.start_io(stdin=cast("BinaryIO", self._messages), stdout=out)

    def refusal(self, method: object) -> JsonRpcException | None:
        """Return the error for a request that may not be made now (LSP section Server lifecycle); None if it may be."""
        if self.shut_down:
            return JsonRpcInvalidRequest("the server is shut down")
        if not self.is_initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("the server is not initialized")
        if self.is_initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        return None

    def report_server_error(self, error: Exception, source: type[PyglsError | JsonRpcException]) -> None:
        """Answer a message that pygls cannot handle, and show other errors that have no response."""
        if source is JsonRpcException:
            self._answer_last_message(error)
        elif source is not FeatureRequestError:
            self.show_error(str(error))

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
            self.show_error(f"invalid message: {error}")
        else:
            request = fields.get("id")
            known = self._error_of_request(fields, error)
            self._send_error(request if isinstance(request, int | str) else None, known)

    def _error_of_request(self, fields: dict[str, object], error: Exception) -> JsonRpcException:
        method = fields.get("method")
        if not isinstance(error, JsonRpcException) or not isinstance(method, str):
            return JsonRpcInvalidRequest("invalid message")
        if refusal := self.refusal(method):
            return refusal
        return error if method in types.METHOD_TO_TYPES else JsonRpcMethodNotFound.of(method)

    def _send_error(self, request: int | str | None, error: JsonRpcException) -> None:
        answer = {"jsonrpc": "2.0", "id": request, "error": {"code": error.code, "message": redact(error.message)}}
        body = json.dumps(answer).encode()
        assert self.protocol.writer is not None
        self.protocol.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def client_supports(self, capability: str) -> bool:
        """Whether the client has announced a capability."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def show_error(self, message: str) -> None:
        """Show a message in the editor, without secrets and control characters."""
        params = types.ShowMessageParams(types.MessageType.Error, f"urlmend: {printable(redact(message))}")
        self.window_show_message(params)
