"""Command lines of tests, and their results."""

import json
import os
import subprocess
import sys

import pytest

import fork_server
from missing_packages import needed_package

_PROCESSES = {"-j", "--processes", "--scheduler", "--timeout"}


class CommandResult:
    """The result of one run of the command line."""

    def __init__(self, process):
        self.status = process.returncode
        self.out_bytes = process.stdout
        self.out = process.stdout.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        self.err = process.stderr.decode("utf-8", "surrogateescape").replace("\r\n", "\n")

    @property
    def lines(self):
        return self.out.splitlines()

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


def command_line(folder):
    """Return a function that runs the command line in a folder, and returns a `CommandResult`.

    It runs in a fork of a process that has imported the package, unless it needs a new process. A scan has one process,
    unless the command line says how many.
    """

    def run(*args, text="", cwd=folder, env=None, timeout=None):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        arguments, environment = list(map(str, args)), {**os.environ, **(env or {})}
        if arguments[:1] == ["scan"] and not _PROCESSES.intersection(arguments):
            arguments[1:1] = ["--processes", "1"]
        if timeout is None and fork_server.can_run(env or {}):
            done = fork_server.run(arguments, data, cwd, environment)
        else:
            command = [sys.executable, "-m", "urlmend", *arguments]
            done = subprocess.run(
                command, input=data, capture_output=True, cwd=cwd, env=environment, timeout=timeout, check=False
            )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert b": internal error (" not in done.stderr, done.stderr.decode()
        result = CommandResult(done)
        if name := needed_package(result.err):
            pytest.skip(f"no package {name}")
        return result

    return run
