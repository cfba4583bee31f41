"""Identifiers at a line end whose form shows whether they are complete: hashes, UUIDs, anchors and message-ids."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import HOST_ONLY
from urlmend.finder.junction import Junction

_SHORTEST_HASH = 32
_HEXADECIMAL = "0123456789abcdef-"
# A complete message-id, with some digits: the address of a list has none.
_ENDS_IN_MESSAGE = lazy(r"/(?=(?:[^@/0-9]*[0-9]){4})[^@/]{16,}@[\w.-]+\.[A-Za-z]{2,}(/?)\Z")
# Identifiers whose length or form shows that they are complete, in a segment, a value or a fragment: message-ids,
# hashes, UUIDs, and lines of a file.
_IDENTIFIER = lazy(
    r"""
    [/=:\#] (?: [^\s@]* [-_.] )?
    (?P<id>
        (?<=[/=:]) (?: [^\s@/]* / )? (?= (?: [^\s@0-9]* [0-9] ){8} | CA[\w=+-]{38} ) [\w.=+-]+
        @ [\w-]+ \. [\w.-]* [A-Za-z]
      | (?: (?<=\#) g?[a-z] | (?<=/) commit/ )? (?: [0-9a-f]{32} | [0-9a-f]{40} | [0-9a-f]{64} ) (?![0-9A-Za-z-])
      | [0-9a-f]{8} (?: - [0-9a-f]{4} ){3} - [0-9a-f]{12} (?![0-9A-Za-z-])
      | (?<=\#) L [0-9]{1,5} (?: -L? [0-9]{1,5} )? (?: [.,;:)>] | \s* \Z )
    )
    """,
    re.VERBOSE,
)
_MAY_COMPLETE = lazy(r"[0-9a-f-]*[0-9a-f](?![0-9A-Za-z_])|[^\s@]*@")
# The host of a message-id that lacks its last label, or has one letter of it.
_CUT_MESSAGE_ID = lazy(r"@(?:[\w-]*|[\w.-]*[.-]|[\w.-]*\.[A-Za-z])\Z")
_HASH = lazy(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})[)\],;.]*(?:\s|\Z)")


def begins_with_hash(text: str) -> bool:
    """Whether a text begins with a hash of a usual length, which is all of a word."""
    return _HASH.match(text) is not None


def completes_known_length(junction: Junction) -> bool:
    """Whether the next line has the last digits of a hash or UUID, or the rest of a message-id with its `@`."""
    has_rest = junction.head[-1] in _HEXADECIMAL and junction.tail[0] in _HEXADECIMAL
    if not has_rest and "@" not in junction.tail:  # true of most
        return False
    identifier = cut_identifier(junction)
    return "@" in junction.tail if "@" in identifier else len(identifier) >= _SHORTEST_HASH


def cut_identifier(junction: Junction) -> str:
    """The identifier that the break is within, if the next line completes it; empty if there is no such identifier."""
    head = junction.head
    if not _MAY_COMPLETE.match(junction.tail):  # true of most
        at = head.rfind("@")
        if at < 0 or not _CUT_MESSAGE_ID.match(head, at):
            return ""
    if HOST_ONLY.match(head):
        return ""
    start = max(head.rfind(delimiter, 0, len(head) - (delimiter == "/")) for delimiter in "/=:#")
    found = _IDENTIFIER.match(head[max(start, 0) :] + junction.tail + junction.rest)
    is_within = found is not None and found.start("id") < len(head) - start < found.end("id")
    return found["id"] if found and is_within else ""


def follows_message(junction: Junction) -> bool:
    """Whether the URL ends in a message-id that is complete, and no page of the message follows, such as `T/#u`."""
    head = junction.head
    found = _ENDS_IN_MESSAGE.match(head, max(head.rfind("/", 0, head.rfind("@")), 0))
    if found is None:
        return False
    return junction.tail[0] == "#" if not found[1] else junction.tail[0].isalnum() and "/" in junction.tail[2:]
