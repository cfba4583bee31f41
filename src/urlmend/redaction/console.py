"""What a command says beside its results: messages for people, on standard error."""

from __future__ import annotations

import sys

from urlmend._lib.sanitize import printable
from urlmend.redaction.redact import redact


def say(message: str) -> None:
    """Print a message, with no control character and no secret in it, behind what is already on standard output."""
    sys.stdout.flush()
    print(f"urlmend: {printable(redact(message))}", file=sys.stderr)


def counted(number: int, noun: str) -> str:
    """A number with a noun behind it: `1 finding`, `2 findings`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
