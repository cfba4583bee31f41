"""What the standard library needs only to decode a mailbox: every message parsed, every part's bytes asked for."""

from __future__ import annotations

import email
import re
import sys
from pathlib import Path


def main() -> None:
    """Decode the mailbox that the command line names."""
    data = Path(sys.argv[1]).read_bytes()
    starts = [match.start() for match in re.finditer(rb"^From .*[0-9]{4}$", data, re.MULTILINE)]
    for start, stop in zip(starts, [*starts[1:], len(data)], strict=True):
        for part in email.message_from_bytes(data[start:stop]).walk():
            part.get_payload(decode=True)


if __name__ == "__main__":
    main()
