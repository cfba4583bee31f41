"""Command lines in forks of one process that has imported the package: they start five times as fast as new processes.

A fork has its own streams, folder, environment and exit status, as a new process has.
"""

import atexit
import gc
import json
import multiprocessing
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from missing_packages import missing_package

# How variables begin that Python reads when it starts.
_READ_AT_START = ("PYTHON", "LC_", "LANG", "TZ")
# Their imports may start threads, which forks do not have, or need so much memory that each fork takes longer.
_NOT_IMPORTED = (
    "urlmend.__main__",
    "urlmend.lsp.",
    "urlmend.scan.cluster",
    "urlmend.scan.results.dataset",
    "urlmend.scan.results.parts",
    "urlmend.scan.results.stix_export",
)
# What the language server needs is imported by a process of its own.
_LANGUAGE_SERVER = ("urlmend.lsp.service", "urlmend.cli.lsp")
_START = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); import fork_server; fork_server.serve"


def can_run(variables):
    """Whether a fork can run a command line with these environment variables set."""
    is_possible = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return is_possible and not any(name.startswith(_READ_AT_START) for name in variables if name != "PYTHONPATH")


def run(arguments, data, folder, environment):
    """Return the `subprocess.CompletedProcess` of a command line with bytes on standard input."""
    server, source, sink, error_sink = start(arguments, folder, environment)
    with ThreadPoolExecutor(3) as pool:
        pool.submit(_write, source, data)
        out, err = pool.map(_read, (sink, error_sink))
    return subprocess.CompletedProcess(arguments, server.status(), out, err)


def start(arguments, folder, environment):
    """Start a command line; return its server, whose `status` waits for its end, and the other ends of its streams."""
    (stdin, source), (sink, stdout), (error_sink, stderr) = (os.pipe() for _ in range(3))
    request = json.dumps([arguments, os.fspath(folder), environment]).encode()
    server = _server(arguments[:1] == ["lsp"])
    try:
        socket.send_fds(server.connection, [len(request).to_bytes(8, "big")], [stdin, stdout, stderr])
        server.connection.sendall(request)
    except OSError:  # the server has ended; its answer says so, too
        pass
    finally:
        for stream in (stdin, stdout, stderr):
            os.close(stream)
    return server, source, sink, error_sink


def _write(stream, data):
    try:
        with open(stream, "wb", buffering=0) as file:
            while data:
                data = data[file.write(data) :]
    except BrokenPipeError:
        pass  # the command does not read its input


def _read(stream):
    with open(stream, "rb") as file:
        return file.read()


class Server:
    """A server process, which ends when this one does."""

    def __init__(self, code=f"{_START}()"):
        self.connection, there = socket.socketpair()
        self._messages = ""
        command = [sys.executable, "-c", code]
        self._process = subprocess.Popen(command, stdin=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        there.close()
        atexit.register(self.close)

    def close(self):
        """End the server."""
        self.connection.close()
        self._process.communicate()
        atexit.unregister(self.close)

    def status(self):
        """The exit status of the command line. Raises RuntimeError with the messages of a server that has ended."""
        try:
            answer = self.connection.recv(1)
        except OSError:
            answer = b""
        if answer:
            return int.from_bytes(answer, "big", signed=True)
        if not self._messages:
            self._messages = b"".join(self._process.communicate()).decode(errors="replace")
        raise RuntimeError(f"the fork server has ended with {self._process.returncode}:\n{self._messages}")


@cache
def _server(is_for_editors=False):
    return Server(f"{_START}({_LANGUAGE_SERVER if is_for_editors else ()})")


def serve(modules=()):
    """Run each requested command line in a fork, and answer with its exit status.

    The modules are imported before; without any, the package is.
    """
    if modules:
        _import(modules)
    else:
        _prepare()
    connection = socket.socket(fileno=os.dup(0))
    context = multiprocessing.get_context("fork")
    while True:
        size, streams, _, _ = socket.recv_fds(connection, 8, 3)
        if not size:
            return
        request = json.loads(_received(connection, int.from_bytes(size, "big")))
        process = context.Process(target=_run, args=(streams, *request))
        process.start()
        for stream in streams:
            os.close(stream)
        process.join()
        connection.sendall(process.exitcode.to_bytes(1, "big", signed=True))


def _import(modules):
    for name in modules:
        import_module(name)
    gc.freeze()


def _prepare():
    """Import the package, compile its expressions, and build its tables of rules and of public suffixes."""
    import urlmend

    for module in walk_packages(urlmend.__path__, "urlmend."):
        if not module.name.startswith(_NOT_IMPORTED):
            for value in _variables(module.name):
                if type(value).__name__ == "_Lazy":
                    _ = value.pattern
    urlmend.fix("see http://a.example/b|c\n")
    import_module("urlmend.uri.registered_domains")._suffixes()
    gc.freeze()


def _variables(name):
    """The variables of a module; none if it needs a package that is not installed: its command says so."""
    try:
        return [*vars(import_module(name)).values()]
    except ImportError as error:
        if missing_package(error):
            return []
        raise


def _received(connection, size):
    pieces = []
    while size:
        pieces.append(connection.recv(size))
        size -= len(pieces[-1])
    return b"".join(pieces)


def _run(streams, arguments, folder, environment):
    """Run a command line, as `python -m urlmend` does."""
    from urlmend.cli.main import main

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # the one of `multiprocessing` is empty
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv[1:] = arguments
    sys.exit(main())
