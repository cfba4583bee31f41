"""Identifiers at a line end whose form shows whether they are complete: hashes, UUIDs, anchors and message-ids."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import HOST_ONLY, TOP_LEVEL
from urlmend.finder.junction import Junction, room
from urlmend.finder.other_lines import FORGE_OWNER, FORGE_ROOT, is_repository, is_revision

SHORTEST_HASH = 32
"""The number of digits of the shortest hash."""
_LONG_HASH = "[0-9a-f]{40}|[0-9a-f]{64}"
_USUAL_HASH = f"[0-9a-f]{{32}}|{_LONG_HASH}"
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_LENGTH_OF_UUID = 36
_LONGEST_REST = 3  # of a top-level domain, in code points
_HEXADECIMAL = "0123456789abcdef-"
_BEFORE_REST = _HEXADECIMAL + "/."
# The part of a message-id before its sign: a date and a time, or other long numbers, or the forms of three programs.
_GOOGLE = r"CA[\w=+-]{38}"
_MUTT = r"[X-Zab](?=[\w+-]*[0-9])[\w+-]{15}@"
_GIT = r"cover\.[0-9]{10}\.git\."
_LOCAL_PART = rf"(?= (?: [^\s@/0-9]* [0-9] ){{12}} | {_GOOGLE} | {_MUTT} | {_GIT} ) [\w.=+-]+"
_ENDS_IN_MESSAGE = lazy(rf"/{_LOCAL_PART}@[\w.-]+\.[A-Za-z]{{2,}}(?P<slash>/?)\Z", re.VERBOSE)
_PAGE_OF_MESSAGE = lazy(r"[tTsu]/|[tTsu]\.|(?:raw|mbox)/?\Z|[0-9]+-|\w\Z")
_TOP_LEVEL = frozenset((*TOP_LEVEL.split("|"), "dev"))
# Some archives mask letters, as in `al***@canal.example`.
_ADDRESS = lazy(r"[#*]?(?:[A-Za-z-]{1,12}:)?[A-Za-z0-9][^\s@/:?]*@[^\s@/:?#.]+\.[\w.-]+")
# Identifiers whose length or form shows that they are complete, in a segment, a value or a fragment: message-ids,
# hashes, UUIDs, numbers of papers, messages of HyperKitty, and lines of a file.
_IDENTIFIER = lazy(
    rf"""
    [/=:\#] (?: [^\s@]* [-_.] )?
    (?P<id>
        (?<=[/=:]) (?: [^\s@/]* / )? {_LOCAL_PART} @ [\w-]+ \. [\w.-]* [A-Za-z]
      | (?: (?: (?<=\#) g?[a-z] | (?<=/) commit/ )? (?: {_USUAL_HASH} )
          | {_UUID}
          | (?<=/) (?: (?: (?:abs|pdf)/ )? [0-9]{{4}} \. [0-9]{{4,5}} (?: v[0-9] )? | [A-Z2-7]{{32}} )
        ) (?![0-9A-Za-z-])
      | (?<=\#) [Ln] [0-9]{{1,5}} (?: -L? [0-9]{{1,5}} )? (?: [.,;:)>] | \s* \Z )
    )
    """,
    re.VERBOSE,
)
_TEXT_AFTER = lazy(r",? +[\w<(\"']")
_MAY_COMPLETE = lazy(r"(?:[0-9a-f-]*[0-9a-f]|[A-Z2-7]+)(?![0-9A-Za-z_])|[^\s@]*@")
# A DOI that lacks its prefix, or all of its suffix, or the number in that, as in `doi:10.18637/jss.`; and the beginning
# of a DOI, with one character of the suffix.
_CUT_DOI = lazy(r"doi(?:\.org/|:)(?:10(?:\.[0-9]{0,9}(?:/(?P<name>(?:[^\s/.0-9]+[/.])*))?)?)?\Z")
_LONGEST_CUT_DOI = 64
_DOI = lazy(r"doi(?:\.org/|:)(10\.[0-9]{4,9}/(?=\S*[0-9])[^\s/])")
_NUMBER = lazy(r"[^\s0-9]*[0-9]{3}")
# The host of a message-id that lacks its last label, or has one letter of it.
_CUT_MESSAGE_ID = lazy(r"@(?:[\w-]*|[\w.-]*[.-]|[\w.-]*\.[A-Za-z])\Z")
_HOST_OF_MESSAGE = lazy(rf"@[\w.-]*\.(?:{TOP_LEVEL})(?![\w.-])")
_HASH = lazy(rf"(?:{_UUID}|{_USUAL_HASH}|[0-9a-f]{{56}}|[0-9a-f]{{96}}|[0-9a-f]{{128}})[)\],;.\"']*(?:\s|\Z)")
# A hash or a half of one, or the lines of a file, at the end of a URL; and the digits that make 40 of 32.
_IDENTIFIER_AT_END = lazy(
    rf"[/=:#-](?:{_USUAL_HASH}|(?=[0-9]*[a-f])[0-9a-f]{{16}}|(?<=#)(?P<lines>L[0-9]+(?:-L?[0-9]+)?|n[0-9]+))\Z"
)
_REST_OF_HASH = lazy("[0-9a-f]{8}")
_REST_OF_LINES = "0123456789-"


def begins_with_hash(text: str) -> bool:
    """Whether a text begins with a UUID, or a hash of a usual length, which is all of a word."""
    return _HASH.match(text) is not None


def ends_with_identifier(head: str, tail: str) -> bool:
    """Whether a URL ends with a UUID, a hash of 16, 40 or 64 digits, 32 without the rest of 40, or lines of a file.

    After a hash, only a letter or digit does not fit, and after lines, all but the rest of their numbers.
    """
    is_within_word = tail[0].isalnum()
    if is_within_word and head[-13:-12] == "-" and begins_with_hash(head[-_LENGTH_OF_UUID:]):
        return True
    found = _IDENTIFIER_AT_END.search(head, max(0, len(head) - 65))
    if found is None:
        return False
    if found["lines"]:
        return tail[0] not in _REST_OF_LINES
    return is_within_word and not _REST_OF_HASH.match(tail)


def names_repository(junction: Junction) -> bool:
    """Whether the line ends after the root of a forge, or an owner, and the name of a repository follows."""
    head, tail = junction.head, junction.tail
    if head[-1] != "/" or not tail[0].isalnum():
        return False
    if FORGE_OWNER.match(head):
        return (junction.fills_width or _has_no_room(junction)) and not _begins_prose(junction)
    return FORGE_ROOT.match(head) is not None and is_repository(tail)


def _has_no_room(junction: Junction) -> bool:
    """Whether the tail, which is neither a word nor a label, had no room on the line."""
    is_name = not junction.tail.isalpha() and junction.rest[:1] != ":"
    return is_name and len(junction.tail) > room(junction)


def _begins_prose(junction: Junction) -> bool:
    """Whether the next line begins with a word of letters, and more text follows."""
    return junction.tail.isalpha() and _TEXT_AFTER.match(junction.rest) is not None


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
    return len(identifier) >= SHORTEST_HASH or "." in identifier[:-1]


def cut_identifier(junction: Junction) -> str:
    """The identifier that the break is within, if the next line completes it; empty if there is no such identifier."""
    head = junction.head
    if head[-1] == "." and junction.tail[0].isupper():  # a sentence
        return ""
    if "doi" in head[-_LONGEST_CUT_DOI:] and (doi := _cut_doi(head, junction.tail)):
        return doi
    if not _MAY_COMPLETE.match(junction.tail):  # true of most
        at = head.rfind("@")
        if at < 0 or not (_CUT_MESSAGE_ID.match(head, at) or _cuts_host(head, at, junction.tail)):
            return ""
    if HOST_ONLY.match(head) or is_revision(junction) or ("@" in head and follows_message(junction)):
        return ""
    segment = head.rfind("/", 0, len(head) - 1)
    for start in sorted({segment, *(head.rfind(delimiter, segment + 1) for delimiter in "=:#")}, reverse=True):
        found = _IDENTIFIER.match(head[start:] + junction.tail + junction.rest) if start >= 0 else None
        if found and found.start("id") < len(head) - start < found.end("id"):
            return found["id"]
    return ""


def _cut_doi(head: str, tail: str) -> str:
    """The beginning of the DOI that the next line completes, or an empty string."""
    cut = _CUT_DOI.search(head, max(0, len(head) - _LONGEST_CUT_DOI))
    if cut is None or (cut["name"] and not _NUMBER.match(tail)):
        return ""
    found = _DOI.match(head[cut.start() :] + tail)
    return found[1] if found else ""


def _cuts_host(head: str, at: int, tail: str) -> bool:
    """Whether the host after the `@` ends in the tail, in a top-level domain, and not before."""
    host = _HOST_OF_MESSAGE.match(head + tail, at)
    return host is not None and host.end() > len(head) and head[head.rfind(".") + 1 :] not in _TOP_LEVEL


def begins_with_address(junction: Junction) -> bool:
    """Whether the next line begins with an address, and neither with the rest of a message-id nor with a value.

    Some archives leave out the host, as in `alice@...`.
    """
    if junction.tail[-1] == "@" and junction.rest.startswith("..."):
        return True
    address = None if junction.head[-1] == "=" else _ADDRESS.match(junction.tail)
    if address is None:
        return False
    after = junction.tail[address.end() :]
    return not (after.startswith("/") or cut_identifier(junction))


def follows_message(junction: Junction) -> bool:
    """Whether the URL ends in a message-id that is complete, and neither the rest of its host nor a page follows.

    A page of a message is such as `T/#u`. A path that is no such page does not continue the host, either.
    """
    head = junction.head
    found = _ENDS_IN_MESSAGE.match(head, max(head.rfind("/", 0, head.rfind("@")), 0))
    if found is None:
        return False
    tail = junction.tail
    if found["slash"]:
        return tail[0].isalnum() and not _PAGE_OF_MESSAGE.match(tail)
    word, _, path = tail.partition("/")
    if path[:1].isalnum() and not _PAGE_OF_MESSAGE.match(path):
        return word.isalnum()
    is_word = tail.isalnum() and (len(tail) > _LONGEST_REST or tail[0].isupper() or not tail.isalpha())
    return tail[0] == "#" or is_word
