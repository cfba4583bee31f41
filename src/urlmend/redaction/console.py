"""Messages for people, on standard error."""

from __future__ import annotations

import os
import sys

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.sanitize import printable

if TYPE_CHECKING:
    from typing import TextIO


def say_that_input_is_typed() -> None:
    """Print that a command reads the terminal, and how its input ends."""
    say(f"reading standard input; end it with {'Ctrl-Z and Enter' if os.name == 'nt' else 'Ctrl-D'}")


def say(message: str, *below: str) -> None:
    """Print a message, and lines below it, with control characters escaped and secrets hidden.

    Standard output is flushed before.
    Raises OSError if that fails; a message that cannot be written is dropped.
    """
    from urlmend.redaction.redact import redact_names

    sys.stdout.flush()
    try:
        first, *others = [printable(redact_names(line)) for line in (message, *below)]
        for line in (f"urlmend: {first}", *others):
            print(line, file=sys.stderr)
    except OSError:
        discard(sys.stderr)


def flush_messages() -> None:
    """Write the messages that are buffered; those that cannot be written are dropped."""
    try:
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that the interpreter's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def open_closed_streams() -> None:
    """Open the standard streams that are closed, so that no other file takes their numbers.

    Reading from standard input and writing to standard output then raise OSError; messages are dropped.
    """
    for name, flags, mode in (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, _null(flags, mode))


def _null(flags: int, mode: str) -> TextIO:
    """Open the null device; its file has the number of the first closed stream, and stays open."""
    handle = os.open(os.devnull, flags)
    os.set_inheritable(handle, True)
    stream: TextIO = open(handle, mode, closefd=False)  # type: ignore[assignment]  # noqa: SIM115  # as `mode` says
    return stream


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number and a noun, in the plural if need be: `1 finding`, `2 findings`."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
