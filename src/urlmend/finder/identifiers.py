"""Identifiers at a line end whose form shows whether they are complete: hashes, UUIDs, anchors and message-ids."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import HOST_ONLY
from urlmend.finder.junction import Junction
from urlmend.finder.other_lines import FORGE_ROOT

_SHORTEST_HASH = 32
_HEXADECIMAL = "0123456789abcdef-"
_BEFORE_REST = _HEXADECIMAL + "/."
# The part of a message-id before its sign: a date and a time, or other long numbers, or the letters of one program.
_GOOGLE = r"CA[\w=+-]{38}"
_OF_GOOGLE = lazy(_GOOGLE)
_LOCAL_PART = rf"(?= (?: [^\s@/0-9]* [0-9] ){{12}} | {_GOOGLE} ) [\w.=+-]+"
_ENDS_IN_MESSAGE = lazy(rf"/{_LOCAL_PART}@[\w.-]+\.[A-Za-z]{{2,}}(/?)\Z", re.VERBOSE)
_ADDRESS = lazy(r"[#*]?(?:[A-Za-z-]{1,12}:)?[A-Za-z0-9][^\s@/:]*@[\w-]+\.[\w.-]+")
_PERSON = lazy(r"[A-Za-z]+(?:[._-][A-Za-z]+)*[0-9]{0,4}@[\w.-]+(?!/)")
# Identifiers whose length or form shows that they are complete, in a segment, a value or a fragment: message-ids,
# hashes, UUIDs, numbers of papers, and lines of a file.
_IDENTIFIER = lazy(
    rf"""
    [/=:\#] (?: [^\s@]* [-_.] )?
    (?P<id>
        (?<=[/=:]) (?: [^\s@/]* / )? {_LOCAL_PART} @ [\w-]+ \. [\w.-]* [A-Za-z]
      | (?: (?<=\#) g?[a-z] | (?<=/) commit/ )? (?: [0-9a-f]{{32}} | [0-9a-f]{{40}} | [0-9a-f]{{64}} ) (?![0-9A-Za-z-])
      | [0-9a-f]{{8}} (?: - [0-9a-f]{{4}} ){{3}} - [0-9a-f]{{12}} (?![0-9A-Za-z-])
      | (?<=/) (?: (?: abs | pdf ) / )? [0-9]{{4}} \. [0-9]{{4,5}} (?: v[0-9] )? (?![0-9A-Za-z-])
      | (?<=\#) L [0-9]{{1,5}} (?: -L? [0-9]{{1,5}} )? (?: [.,;:)>] | \s* \Z )
    )
    """,
    re.VERBOSE,
)
_REPOSITORY = lazy(r"[A-Za-z0-9][\w-]*/[\w.-]+\Z")  # its owner and its name
_MAY_COMPLETE = lazy(r"[0-9a-f-]*[0-9a-f](?![0-9A-Za-z_])|[^\s@]*@")
# The host of a message-id that lacks its last label, or has one letter of it.
_CUT_MESSAGE_ID = lazy(r"@(?:[\w-]*|[\w.-]*[.-]|[\w.-]*\.[A-Za-z])\Z")
_HASH = lazy(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})[)\],;.]*(?:\s|\Z)")

_HASH_AT_END = lazy(r"[/=:#-](?:[0-9a-f]{40}|[0-9a-f]{64})\Z")


def begins_with_hash(text: str) -> bool:
    """Whether a text begins with a hash of a usual length, which is all of a word."""
    return _HASH.match(text) is not None


def ends_with_hash(head: str) -> bool:
    """Whether a URL ends with a hash that is complete: 40 or 64 digits after a delimiter."""
    return _HASH_AT_END.search(head, max(0, len(head) - 65)) is not None


def names_repository(junction: Junction) -> bool:
    """Whether the line ends after the root of a forge, and the next one begins with the name of a repository."""
    if junction.head[-1] != "/" or not FORGE_ROOT.match(junction.head):
        return False
    return _REPOSITORY.match(junction.tail) is not None and not junction.rest.lstrip().startswith((":", "|"))


def completes_known_length(junction: Junction) -> bool:
    """Whether the next line has the end of an identifier of a known length or form, or the rest of a message-id."""
    if names_repository(junction):
        return True
    has_rest = junction.head[-1] in _BEFORE_REST and junction.tail[0] in _HEXADECIMAL
    if not has_rest and "@" not in junction.tail:  # true of most
        return False
    identifier = cut_identifier(junction)
    if "@" in identifier:
        return "@" in junction.tail
    return len(identifier) >= _SHORTEST_HASH or "." in identifier


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
    if not found or not found.start("id") < len(head) - start < found.end("id"):
        return ""
    return "" if _is_person(junction, found["id"]) else found["id"]


def _is_person(junction: Junction, identifier: str) -> bool:
    """Whether the next line may be the address of a person, and the line before ends after a date or number.

    Only a full line, or one of several pieces, shows that a program cut a message-id there.
    """
    is_cut = junction.fills_width or junction.pieces > 1 or not junction.in_mid_token
    return not is_cut and _PERSON.match(junction.tail) is not None and _OF_GOOGLE.match(identifier) is None


def begins_with_address(junction: Junction) -> bool:
    """Whether the next line begins with an address, and neither with the rest of a message-id nor with a value."""
    address = None if junction.head[-1] == "=" else _ADDRESS.match(junction.tail)
    if address is None or (junction.in_mid_token and junction.tail.startswith("/", address.end())):
        return False
    return not cut_identifier(junction)


def follows_message(junction: Junction) -> bool:
    """Whether the URL ends in a message-id that is complete, and no page of the message follows, such as `T/#u`."""
    head = junction.head
    found = _ENDS_IN_MESSAGE.match(head, max(head.rfind("/", 0, head.rfind("@")), 0))
    if found is None:
        return False
    return junction.tail[0] == "#" if not found[1] else junction.tail[0].isalnum() and "/" in junction.tail[2:]
