"""Whether a file is a message, by how it begins; most files are none, and need not load what reads mail."""

from __future__ import annotations

import re

_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:[ \t]?[^\n]*\n(?:[ \t][^\n]*\n)*")
# A header block of a message has two of these at least.
_KNOWN_FIELDS = frozenset(
    b"""
    from to cc subject date message-id received return-path path newsgroups mime-version content-type sender reply-to
    references in-reply-to delivered-to lines organization x-mailer status envelope-to approved xref sender list-id
    """.split()
)


def is_message(head: bytes) -> bool:
    """Whether a file that begins so begins with the header block of a message."""
    known, offset = 0, 0
    while known < 2 and (field := _FIELD.match(head, offset)):
        known += field.group(1).lower() in _KNOWN_FIELDS
        offset = field.end()
    return known == 2
