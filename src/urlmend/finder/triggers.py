"""Places where a URL may begin: a cheap search over the complete text."""

from __future__ import annotations

from enum import IntEnum

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.faults import AFTER_EQUALS, COLON, IN_MARKDOWN, LONGEST_IN_MARKDOWN, PATH_SIGN, SLASHES
from urlmend.finder.wrappers import TRIGGER as WRAPPER_TRIGGER
from urlmend.uri.schemes import COLON_TRIGGER

# How far after a trigger its expression looks, in code points: no wrapper is longer.
LOOK_AHEAD = 8192

# After so many `<`, it is decided whether they are rare: one in so many code points.
_SAMPLE, _RARE = 32, 600

_COLON = lazy(COLON_TRIGGER)
_SCHEMELESS = lazy(r"[wW][wW][wW]\.(?<![A-Za-z0-9@/._-]....)(?=[A-Za-z0-9-]+\.[A-Za-z0-9])")


class TriggerKind(IntEnum):
    """What a trigger may begin; the values order triggers at the same offset."""

    WRAPPER = 0
    """`<`"""
    HIERARCHICAL = 1
    """`://`"""
    OPAQUE = 2
    """The colon of a scheme without `//`."""
    SCHEMELESS = 3
    """`www.`"""
    FAULT = 4
    """The colon or slashes of what was meant to be a URL, the host that is the target of a link, or the name of a
    secret in the query of a path."""


# A place where a URL may begin: the offset of its first character, in code points, and its kind. There is one for every
# `:` and `<` of a text, and a named tuple takes eight times as long to make.
Trigger = tuple[int, TriggerKind]


def find_triggers(text: str, start: int, end: int, *, schemeless: bool, faults: bool) -> list[Trigger]:
    """The triggers in `text[start:end]`, ascending; those of `www.` hosts and of faults only if they are wanted."""
    found = triggers_but_colons(text, start, end, schemeless=schemeless, faults=faults)
    if (first := text.find(":", start, end)) >= 0:
        slashes, other = TriggerKind.HIERARCHICAL, TriggerKind.OPAQUE
        found += [(match.start(), slashes if match.lastindex else other) for match in _COLON.finditer(text, first, end)]
        if faults:
            kind = TriggerKind.FAULT
            found += [(match.start(), kind) for match in COLON.finditer(text, first, end)]
        found.sort()
    return found


def triggers_but_colons(text: str, start: int, end: int, *, schemeless: bool, faults: bool) -> list[Trigger]:
    """Find the triggers, except those that are the colon of a URL or of a fault."""
    # One pass for each literal costs far less than one for their alternation.
    found = _wrappers(text, start, end)
    if schemeless:
        kind = TriggerKind.SCHEMELESS
        found += [(match.start(), kind) for match in _SCHEMELESS.finditer(text, start, end)]
    if faults:
        kind = TriggerKind.FAULT
        found += [(match.start(), kind) for match in SLASHES.finditer(text, start, end)]
        # The brackets before a target at the start may be before it, and the `=` before a quote.
        targets = IN_MARKDOWN.finditer(text, max(0, start - LONGEST_IN_MARKDOWN), end)
        found += [(match.end(), kind) for match in targets if match.end() >= start]
        for match in AFTER_EQUALS.finditer(text, max(0, start - 1), end):
            offset = match.end() - len(PATH_SIGN) if match.lastindex else match.end()
            if offset >= start:
                found.append((offset, kind))
    found.sort()
    return found


def _wrappers(text: str, start: int, end: int) -> list[Trigger]:
    """The triggers of wrappers: `str.find` is far faster than an expression in prose, and slower in markup."""
    kind, is_wrapper = TriggerKind.WRAPPER, WRAPPER_TRIGGER.match
    found: list[Trigger] = []
    offset, seen = text.find("<", start, end), 0
    while offset >= 0:
        if is_wrapper(text, offset, end):
            found.append((offset, kind))
        seen += 1
        if seen == _SAMPLE and offset - start < _SAMPLE * _RARE:
            return found + [(match.start(), kind) for match in WRAPPER_TRIGGER.finditer(text, offset + 1, end)]
        offset = text.find("<", offset + 1, end)
    return found
