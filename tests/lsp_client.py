"""A client of the language server in the same process: no process has to start, and no message is encoded."""

import json
import queue

from pygls.protocol import default_converter

from urlmend.lsp.service import make_server

TIMEOUT = 300  # seconds: for slow machines
# One for all clients and servers, as it compiles functions for each type of messages.
CONVERTER = default_converter()


class _Writer:
    """Takes the messages of the server."""

    def __init__(self, received):
        self._received = received

    def write(self, data):
        for part in data.split(b"Content-Length: ")[1:]:
            self._received.put(json.loads(part.partition(b"\r\n\r\n")[2]))

    def close(self):
        pass


class Client:
    """Sends messages to a server, and keeps the texts of documents."""

    def __init__(self, folder, capabilities=None, options=None, known=None):
        self._received = queue.Queue()
        self._number = 0
        self.server = make_server(known)
        self.server.protocol._converter = self.server.protocol.fm.converter = CONVERTER
        self.server.protocol.set_writer(_Writer(self._received))
        self.folder = folder
        self.texts = {}
        self.asked = {}
        """The requests of the server, by method."""
        self.notified = []
        params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities or {}}
        self.capabilities = self.request("initialize", {**params, "initializationOptions": options})["capabilities"]
        self.notify("initialized", {})

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        """The result of a request."""
        message = self.answered(method, params)
        assert "error" not in message, message
        return message["result"]

    def answered(self, method, params):
        """The answer to a request: its result, or an error."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._next(lambda message: message.get("id") == self._number and "method" not in message)

    def answer(self, method, result):
        """Answer the last request of the server with this method."""
        self._send({"id": self.asked[method]["id"], "result": result})

    def open(self, name, text, language="plaintext"):
        """Open a document, or change its text; return its diagnostics."""
        uri = name if ":" in name else (self.folder / name).as_uri()
        version = self.texts.get(uri, (0,))[0] + 1
        if version == 1:
            item = {"uri": uri, "languageId": language, "version": version, "text": text}
            self.notify("textDocument/didOpen", {"textDocument": item})
        else:
            document = {"uri": uri, "version": version}
            self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        self.texts[uri] = (version, text)
        return self.published(uri)

    def published(self, uri):
        """The next diagnostics of a document."""
        return self._next(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
            )
        )["params"]["diagnostics"]

    def messages(self):
        """The messages that have come, and wait for work that has been requested to end."""
        self.server._worker.submit(lambda: None).result()
        while not self._received.empty():
            self._take(self._received.get())
        return self.notified

    def stop(self):
        self.request("shutdown", None)
        self.server.shutdown()

    def _send(self, message):
        structured = self.server.protocol.structure_message({"jsonrpc": "2.0", **message})
        self.server.protocol.handle_message(structured)

    def _next(self, is_wanted):
        while True:
            message = self._received.get(timeout=TIMEOUT)
            if is_wanted(message):
                return message
            self._take(message)

    def _take(self, message):
        if "method" in message and "id" in message:
            self.asked[message["method"]] = message
        else:
            self.notified.append(message)


def position(text, offset):
    """The position of an offset in a text of the Basic Multilingual Plane."""
    lines = text[:offset].split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1])}


def edited(text, edits):
    """A text after edits."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(place):
        return starts[place["line"]] + place["character"]

    for edit in reversed(edits):
        where = edit["range"]
        text = text[: offset(where["start"])] + edit["newText"] + text[offset(where["end"]) :]
    return text


VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}}
RESOLVING = {
    **VERSIONED,
    "textDocument": {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}},
}
PULL = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
WATCHING = {
    "workspace": {
        "configuration": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
    }
}
