"""What a command says beside its results: messages for people, on standard error."""

from __future__ import annotations

import sys

from urlmend.escapes import printable


def say(message: str) -> None:
    """Print a message, with no control character in it, behind what is already on standard output."""
    sys.stdout.flush()
    print(f"urlmend: {printable(message)}", file=sys.stderr)
