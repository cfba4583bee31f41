"""Libraries for documents in a process of their own, which is killed if it takes too long.

The process limits its memory, and what it says is only data: JSON, never pickled objects.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Timer

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.document_formats.passages import DocumentError

if TYPE_CHECKING:
    from typing import Any

TIMEOUT = 30.0
"""The seconds after which the process is killed if it has given no answer."""
TOTAL_TIMEOUT = 600.0
"""The seconds after which it is killed in any case, for one file."""
MAX_ANSWER = 1 << 25
"""The most bytes of one answer."""
# A process is used for so many files.
_MAX_USES = 200

# Processes that have answered everything, by the process that started them: others must not share their pipes.
_idle: list[tuple[int, Process]] = []


class Process:
    """A process that runs a module of urlmend."""

    def __init__(self, module: str) -> None:
        """Start a process for a module."""
        # Without the current folder, which may have modules of a stranger.
        path = os.pathsep.join(folder for folder in sys.path if folder and os.path.isabs(folder))
        self.module = module
        self.uses: int = 0
        self._process = subprocess.Popen(  # noqa: S603  # this interpreter
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._timeout = 0.0
        """The seconds after which the process was killed; 0 if it was not."""

    def answers(self, command: str, data: bytes) -> Iterator[dict[str, Any]]:
        """Yield what the process says to a command on a file. Raises DocumentError if it ends or is killed."""
        self.uses += 1
        deadline = time.monotonic() + TOTAL_TIMEOUT
        reading, writing = self._process.stdout, self._process.stdin
        assert reading
        assert writing
        try:
            writing.write(b"%s %d\n" % (command.encode("ascii"), len(data)))
            writing.write(data)
            writing.flush()
            while (line := self._line(deadline)) != b"\n":
                yield json.loads(line)
        except (OSError, ValueError) as error:
            raise self._failure() from error

    def _line(self, deadline: float) -> bytes:
        reading = self._process.stdout
        assert reading
        left = deadline - time.monotonic()
        timer = Timer(min(left, TIMEOUT), self._kill_late, (TIMEOUT if left > TIMEOUT else TOTAL_TIMEOUT,))
        timer.daemon = True
        timer.start()
        try:
            line = reading.readline(MAX_ANSWER)
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise self._failure()
        return line

    def _kill_late(self, timeout: float) -> None:
        self._timeout = timeout
        self._process.kill()

    def _failure(self) -> DocumentError:
        if self._timeout:
            return DocumentError(f"took more than {self._timeout:g} seconds")
        return DocumentError("the library that reads it crashed, or needed too much memory")

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(OSError):  # the process ended before it read everything
                    stream.close()
        self._process.wait()


def answers(module: str, command: str, data: bytes) -> Iterator[dict[str, Any]]:
    """Yield what a module says to a command on a file, in a process that may be killed at any time.

    Raises DocumentError if it crashes or takes too long.
    """
    process = _take(module)
    is_idle = False
    try:
        yield from process.answers(command, data)
        is_idle = process.uses < _MAX_USES
    finally:
        if is_idle:
            _idle.append((os.getpid(), process))
        else:
            process.close()


def _take(module: str) -> Process:
    """Return a process that runs a module, an idle one if there is any."""
    for number, (owner, process) in enumerate(_idle):
        if owner == os.getpid() and process.module == module:
            del _idle[number]
            return process
    if not _idle:
        atexit.register(close_idle)
    return Process(module)


def close_idle() -> None:
    """End the processes that this one has started."""
    while _idle:
        owner, process = _idle.pop()
        if owner == os.getpid():
            process.close()
