"""Messages on standard error, and standard streams that are closed."""

import io
import os
import sys

import pytest

from tables import each_row
from urlmend.redaction.console import counted, flush_messages, open_closed_streams, say


def test_closed_streams_are_opened(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    open_closed_streams()
    streams = (sys.stdin, sys.stdout, sys.stderr)
    try:
        assert all(os.get_inheritable(stream.fileno()) for stream in streams)
        with pytest.raises(OSError, match="Bad file"):
            sys.stdin.read()
        sys.stdout.write("text")
        with pytest.raises(OSError, match="Bad file"):
            sys.stdout.flush()
    finally:
        sys.stderr.write("a message")
        sys.stderr.flush()
        numbers = [stream.fileno() for stream in streams]
        monkeypatch.undo()
        for number in numbers:
            os.close(number)


def test_open_streams_stay(monkeypatch):
    streams = (sys.stdin, sys.stdout, sys.stderr)
    open_closed_streams()
    assert (sys.stdin, sys.stdout, sys.stderr) == streams


class Full(io.TextIOWrapper):
    """A stream that cannot be written."""

    def __init__(self, file):
        super().__init__(open(file, "wb"), write_through=True)  # noqa: SIM115
        self.is_full = True

    def write(self, text):
        if self.is_full:
            raise OSError(28, "No space left on device")
        return super().write(text)

    def flush(self):
        if getattr(self, "is_full", False) and not self.closed:
            raise OSError(28, "No space left on device")


@pytest.mark.parametrize("act", [lambda: say("a message"), flush_messages])
def test_messages_that_cannot_be_written_are_dropped(act, monkeypatch, tmp_path):
    full = Full(tmp_path / "x")
    monkeypatch.setattr(sys, "stderr", full)
    act()
    full.is_full = False
    full.write("text")
    full.close()
    assert (tmp_path / "x").read_text() == ""


def test_messages_are_flushed(monkeypatch, tmp_path):
    with open(tmp_path / "x", "w") as file:
        monkeypatch.setattr(sys, "stderr", file)
        file.write("text")
        flush_messages()
        assert (tmp_path / "x").read_text() == "text"


def test_messages_hide_secrets_and_controls(capsys):
    say("http://ada:h7Tq-92x@a.internal/\x1b")
    assert capsys.readouterr().err == "urlmend: http://ada:***@a.internal/\\x1b\n"


@each_row(("number", "text"), [(0, "0 URLs"), (1, "1 URL"), (2, "2 URLs")])
def test_counted(number, text):
    assert counted(number, "URL") == text
