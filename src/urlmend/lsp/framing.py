"""Messages on standard input, found again after wrong or missing headers (LSP section Base Protocol)."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import BinaryIO

from urlmend._lib.lazy_regex import lazy

# The size in bytes of the largest message.
MAX_SIZE = 64 << 20
# The size in bytes of the longest header line; what is longer is no header.
_MAX_LINE = 1 << 16
_NAME = b"Content-Length:"
# The header field. A body has no line break at its end, so that a header may follow on the same line, if the body is
# longer than its header says.
_LENGTH = lazy(rb"Content-Length:[ \t]*+(\d{1,18}+)[ \t]*+\r?\n\Z", re.IGNORECASE)
_FIELD = lazy(rb"[\w-]++:[^\r\n]*+\r?\n\Z")


class MessageStream:
    """Standard input without anything that is not a message; pygls reads it."""

    def __init__(self, stream: BinaryIO, report: Callable[[str], object]) -> None:
        """Take a stream, and what is called with a description of each fault."""
        self._stream = stream
        self._report = report
        self._pushed = io.BytesIO()
        self._header: list[bytes] = []
        self.body: bytes = b""
        """The body of the last message."""

    def readline(self) -> bytes:
        """Return the next line of a header that is complete and valid; empty at the end of the stream."""
        if not self._header:
            length = self._next_length()
            self._header = [b"\r\n", b"Content-Length: %d\r\n" % length] if length else [b""]
        return self._header.pop()

    def read(self, size: int) -> bytes:
        """Return the body of a message."""
        self.body = self._pushed.read(size)
        self.body += self._stream.read(size - len(self.body))
        return self.body

    def resume(self) -> None:
        """Read the header of another message in the last body, or the start of one at its end, again."""
        at = self.body.find(_NAME)
        if at < 0:
            at = max(len(self.body) - len(_NAME), 0)
            while not _NAME.startswith(self.body[at:]):
                at += 1
        self._pushed = io.BytesIO(self.body[at:] + self._pushed.read())
        self.body = b""

    def _next_length(self) -> int:
        """Return the length in the next valid header; 0 at the end of the stream."""
        length, is_lost = 0, False
        while line := self._line():
            found = _LENGTH.search(line)
            if found:
                length = int(found[1])
            if not (found and not found.start()) and line.strip() and not _FIELD.match(line) and not is_lost:
                self._report("text outside a message")
                is_lost = True
            if not line.strip() and 0 < length <= MAX_SIZE:
                return length
            if not line.strip() and not is_lost:
                self._report(f"a message needs a Content-Length from 1 to {MAX_SIZE}")
                is_lost, length = True, 0
        return 0

    def _line(self) -> bytes:
        line = self._pushed.readline(_MAX_LINE)
        if not line.endswith(b"\n"):
            line += self._stream.readline(_MAX_LINE)
        return line
