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

# How variables begin that Python reads when it starts.
_READ_AT_START = ("PYTHON", "LC_", "LANG", "TZ")
# Their imports may start threads, which forks do not have.
_NOT_IMPORTED = ("urlmend.__main__", "urlmend.lsp.", "urlmend.scan.cluster")
_START = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); import fork_server; fork_server.serve()"


def can_run(variables):
    """Whether a fork can run a command line with these environment variables set."""
    is_possible = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return is_possible and not any(name.startswith(_READ_AT_START) for name in variables)


def run(arguments, data, folder, environment):
    """Return the `subprocess.CompletedProcess` of a command line with bytes on standard input."""
    (stdin, source), (sink, stdout), (error_sink, stderr) = (os.pipe() for _ in range(3))
    request = json.dumps([arguments, os.fspath(folder), environment]).encode()
    server = _server()
    socket.send_fds(server, [len(request).to_bytes(8, "big")], [stdin, stdout, stderr])
    server.sendall(request)
    for stream in (stdin, stdout, stderr):
        os.close(stream)
    with ThreadPoolExecutor(3) as pool:
        pool.submit(_write, source, data)
        out, err = pool.map(_read, (sink, error_sink))
    return subprocess.CompletedProcess(arguments, int.from_bytes(server.recv(1), "big", signed=True), out, err)


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


@cache
def _server():
    """Start the server; return the connection to it, whose end is the end of the server."""
    here, there = socket.socketpair()
    command = [sys.executable, "-c", _START]
    process = subprocess.Popen(command, stdin=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    there.close()
    atexit.register(process.wait)
    atexit.register(here.close)
    return here


def serve():
    """Run each requested command line in a fork, and answer with its exit status."""
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


def _prepare():
    """Import the package, compile its expressions, and build its tables of rules."""
    import urlmend

    for module in walk_packages(urlmend.__path__, "urlmend."):
        if not module.name.startswith(_NOT_IMPORTED):
            for value in vars(import_module(module.name)).copy().values():
                if type(value).__name__ == "_Lazy":
                    _ = value.pattern
    urlmend.fix("see http://a.example/b|c\n")
    gc.freeze()


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
    sys.argv[1:] = arguments
    sys.exit(main())
