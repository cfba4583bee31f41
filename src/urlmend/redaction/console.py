"""Messages for people, on standard error."""

from __future__ import annotations

import sys

from urlmend._lib.sanitize import printable
from urlmend.redaction.redact import redact


def say(message: str) -> None:
    """Print a message, with control characters escaped and secrets hidden, after flushing standard output."""
    sys.stdout.flush()
    print(f"urlmend: {printable(redact(message))}", file=sys.stderr)


def counted(number: int, noun: str) -> str:
    """Return a number and a noun, in the plural if need be: `1 finding`, `2 findings`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
