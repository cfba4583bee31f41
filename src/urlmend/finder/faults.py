"""Faults: malformed text that was intended to be a URL, such as `http//host` or links to `mailto:alice`.

A fault has the form `fault` and the scheme that was meant. It is a web address whose `://` is mistyped, or the target
of a link that its scheme cannot have, or that is a host without a scheme, or that leads somewhere on one computer only.
Its host, or the markup before it, shows that it was meant.
"""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY
from urlmend.model.markup import DEFINITION, LINK_ATTRIBUTES
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.ordinary_host import DOTTED_NUMBERS
from urlmend.uri.rfc3986 import SCHEME_CHARS
from urlmend.uri.schemes import COMMON, HIDDEN_ADDRESS, meant_scheme
from urlmend.uri.targets import IN_PROGRAM, WITHOUT_SCHEME

# How far before a fault the markup of a link may begin, in code points.
_MARKUP_REACH = 100
_LONGEST_SCHEME = 10

# One expression for each character, which `re` finds faster than a text of several: the colon after a scheme that `://`
# does not follow, and the slashes after one that lost its colon.
COLON_OF_FAULT = (
    r":(?<=[spoletaSPOLETA]:)(?!///*+[^\"')> ])(?i:(?<=http:)|(?<=https:)|(?<=mailto:)|(?<=tel:)|(?<=file:)|(?<=data:)"
    r"|(?<=javascript:)|(?<=vbscript:))"
)
"""Regular expression for the first of these."""
COLON = lazy(COLON_OF_FAULT)
SLASHES = lazy(
    r"""
    /(?<=[pPsS;.,]/)/
    (?i: (?<=http//) | (?<=https//) | (?<=ftp//) | (?<=http[;.,]//) | (?<=https[;.,]//) )
    """,
    re.VERBOSE,
)

# What is before the target of a link in Markdown, of a definition, and of an attribute, if it may be a host or address.
_HOST_OR_ADDRESS = r"[A-Za-z0-9-]+[.@][A-Za-z0-9]|localhost:[0-9]|/www\.|https?(?: :|/www|\uff1a)"
# A path on one computer: with a drive, or to a file of a user; a site may have pages below `/home/` and `/Users/`.
_DRIVE = r"/?[A-Za-z]:[\\/]"
_FILE_OF_USER = r"/home/[\w.-]+/[\w.-]+/(?:[\w.-]{1,80}/){0,20}[\w.-]{1,80}\.[a-z]"
_ON_COMPUTER = rf"{_DRIVE}|/mnt/[a-z]/|/Users/[\w.-]+/|{_FILE_OF_USER}"
LONGEST_IN_MARKDOWN = 40
"""The length of the longest match of `IN_MARKDOWN`, in code points."""
IN_MARKDOWN = lazy(rf"\](?:\(|:[ ]{{1,{LONGEST_IN_MARKDOWN - 3}}})<?(?={_HOST_OR_ADDRESS}|{_ON_COMPUTER}|{IN_PROGRAM})")
"""Regular expression for that of Markdown, which ends where the target begins."""
PATH_SIGN = "secret="
"""The end of a parameter's name: before a value, it makes a path with a query worth reading."""
AFTER_EQUALS = lazy(rf'=(?:"(?={_HOST_OR_ADDRESS}|{_DRIVE})|(?<={PATH_SIGN})(?=[A-Za-z0-9])())')
"""Regular expression for that of an attribute, which ends where the target begins; with a group, the end of PATH_SIGN
before a value. Both are found in one pass over the text."""
_DRIVE_FIRST, _ON_COMPUTER_FIRST = lazy(_DRIVE), lazy(rf"{_ON_COMPUTER}|{IN_PROGRAM}")
# What is before a path and after it, how far before the name the path begins, and the path with its query.
_PATH_BORDERS = (" ", "\t", "\n", '"', "'", "`", "<", ">", "(", "|")
_PATH_REACH = 400
_PATH_WITH_QUERY = lazy(r"/(?![/*])[\w.~%@:+/-]{0,200}\?[^\s\"'`<>()|]{1,2000}")
# A host as the target of a link, which programs read as the name of a file: its top-level domain is no ending of such
# names, or at least of no folder's.
_HOST_FIRST = lazy(r"((?i:w{3,4})\.)?((?:[A-Za-z0-9-]+\.)+)([A-Za-z]{2,24})(?![\w.-])(/?)")
_ADDRESS = lazy(r"[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z](?:[\w-]{0,62}\.)+([A-Za-z]{2,24})(?=[?)\s\"'>]|\Z)")
_NO_ENDING = frozenset("com net edu gov io".split())
DOMAINS = _NO_ENDING | frozenset(
    """
    org info dev app biz int mil
    at au be br ca ch cn co de dk es eu fi fr gl it jp kr ly me nl no nz ru se to tv tw uk us
    """.split()
)
"""Top-level domains in lower case that are endings of no folder's name."""
# Domains for examples (RFC 2606 section 3), or what is in their place.
_EXAMPLE = "example."

_SCHEME_BEFORE = lazy(r"(?<![\w./\\@%$+-])([A-Za-z]+)[;.,]?\Z")
# Not a user before an `@`: what follows its colon would be a password.
_HOST = (
    rf"(?:(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{{2,24}}(?![\w-])|{DOTTED_NUMBERS}(?![\w.]))"
    r"(?!:?[^\s/?\#]{0,100}@)"
)
# Without slashes, only what looks much like a host: `http:request.start` is the name of an event.
_LIKELY_HOST = (
    r"(?:(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:(?i:com|net|org|edu|gov|int)|[A-Za-z]{2})(?=[/\\:?\#\"'<>)\]\s]|\Z)"
    rf"|{DOTTED_NUMBERS}[:/])"
)
_SLIP = lazy(
    rf"""
    (?i:https?|ftp)
    (?: (?: [;.,] // | ::// ? | :[sS]// | //:? | :[/\\] | :\\\\ ) (?={_HOST}|(?i:localhost)[/:])
      | :(?:[ ]//)? (?={_LIKELY_HOST}|(?i:www)\.[\w-]+\.\w)
    )
    [^\s<>"'`()\[\]{{}}|\0]{{0,2000}}
    """,
    re.VERBOSE,
)
_SLIP_OR_PROGRAM = lazy(r"(https?|ftp|javascript(?=:)|vbscript(?=:))(?:[;.,]?//|:)|([a-z]{3,8})://", re.IGNORECASE)
# A link's target with spaces before or after the slashes of its scheme.
_SPACED = lazy(rf"(?i:https?|ftp):(?:[ ]{{1,3}}//[ ]?|//[ ]{{1,3}}|/[ ]/[ ]?){_HOST}[^ ]*\Z")
_EMPTY = lazy(r"(?i:https?|ftp):///*(?=[\"')>])")
# Before a slip: nothing, white space, the opening of a link, a value or a string; no code span, which cites it.
_OPENING = frozenset("\"'(<[=>,")
_MACRO_BEFORE = lazy(r"(?:\blink:|\|)\Z")

_ATTRIBUTE = lazy(rf"\b(?:{LINK_ATTRIBUTES})\s*=\s*([\"'])\Z", re.IGNORECASE)
_REFERENCE = lazy(rf"{DEFINITION}[ \t]+\Z", re.MULTILINE)
_TARGETS = {
    '"': lazy(r"[^\"<>\r\n]{1,300}(?=\")"),
    "'": lazy(r"[^'<>\r\n]{1,300}(?=')"),
    "(": lazy(r"(?:[^()<>\"'\r\n]|\([^()\r\n]{0,100}\)){1,300}(?=[)\"'])"),
    " ": lazy(r"[^\s<>]{1,300}(?=\s|\Z)"),
}
_BEFORE_BRACKETED, _BRACKETED_TARGET = "](<", lazy(r"[^<>\r\n]{1,300}(?=>)")
_BOUNDED_TARGET = lazy(rf"[^\s<>\"'\]{BOUNDARY}]{{1,300}}(?={BOUNDARY})")
# What of a link's target shows that it is broken, or a program, by scheme.
_BROKEN = {
    "mailto": lazy(r"[^?\"'+\s]|[ ]+[^\s\"'+]"),
    "tel": lazy(r"(?![\"'])[^;?\"']*[A-Za-z]|//"),
    "file": lazy(r"[A-Za-z][:|]|[\w.~-]"),
    "data": lazy(r"text/html|application/xhtml\+xml|image/svg\+xml|text/xml"),
    "javascript": lazy(r"[^\s\"'+]"),
    "vbscript": lazy(r"[^\s\"'+]"),
}
HIDDEN_MAILTO = lazy(rf"(?i:mailto):{HIDDEN_ADDRESS}")
"""A mailto URL whose address is written as archives of mailing lists hide it."""


def read_fault(text: str, offset: int, floor: int) -> Url | None:
    """The fault at a trigger, an offset in code points, or None. It begins at `floor` or later."""
    if text[offset] not in ":/" or _ON_COMPUTER_FIRST.match(text, offset) or WITHOUT_SCHEME.match(text, offset):
        return _path_with_secret(text, offset, floor) or _relative_target(text, offset)
    word = _SCHEME_BEFORE.search(text, max(floor, offset - _LONGEST_SCHEME - 2), offset)
    if word is None:
        return None
    start, scheme = word.start(1), word[1].lower()
    stop = _end_of_slip(text, start) if scheme in COMMON else _end_of_target(text, start, offset, scheme)
    if stop is None:
        return None
    span = Span(start, stop)
    return Url(text[start:stop], (span,), span, "fault", scheme)


def meant_by(target: str) -> str | None:
    """The scheme of a link's target that is no URL of a known one.

    It is empty if it is mistyped or missing before a host, and None for other targets.
    """
    slip = _SLIP_OR_PROGRAM.match(target)
    if slip and slip[1]:
        return slip[1].lower()
    return "" if (meant_scheme(slip[2]) if slip else _lacks_scheme(target) or _DRIVE_FIRST.match(target)) else None


def _relative_target(text: str, start: int) -> Url | None:
    """The target of a link at an offset, if it begins with a host, or is an address or on one computer."""
    first = _ON_COMPUTER_FIRST.match(text, start) or WITHOUT_SCHEME.match(text, start)
    if not (first or _lacks_scheme(text, start)):
        return None
    length = first.end() - start if first else 0
    bracketed = _BRACKETED_TARGET.match(text, start) if text.startswith(_BEFORE_BRACKETED, start - 3) else None
    if bracketed:  # which may contain spaces
        target = bracketed.group()
    else:
        whole = _target(text, start)
        target = whole[:length] + whole[length:].partition(" ")[0]
    colon = target.find("://", length)
    if colon >= 0:  # another URL begins in the target
        target = target[: len(target[:colon].rstrip(SCHEME_CHARS))]
    span = Span(start, start + len(target))
    return Url(target, (span,), span, "fault", "") if target else None


def _path_with_secret(text: str, offset: int, floor: int) -> Url | None:
    """The path with a query whose parameter has a name that ends at an offset, or None."""
    low = max(floor, offset - _PATH_REACH)
    if not text.startswith(PATH_SIGN, offset) or not AFTER_EQUALS.match(text, offset + len(PATH_SIGN) - 1):
        return None
    start = max(low - 1, *(text.rfind(border, low, offset) for border in _PATH_BORDERS)) + 1
    found = _PATH_WITH_QUERY.match(text, start)
    if found is None or found.end() <= offset or (start == low and start > 0 and text[start - 1] not in _PATH_BORDERS):
        return None
    span = Span(start, start + len(found.group().rstrip(".,;:!")))
    return Url(text[span.start : span.stop], (span,), span, "fault", "")


def _lacks_scheme(text: str, start: int = 0) -> bool:
    """Whether a text, from an offset on, begins with the name of a host, or consists of an address of mail."""
    if WITHOUT_SCHEME.match(text, start):
        return True
    address = _ADDRESS.match(text, start)
    return begins_with_host(text, start) if address is None else address[1].lower() in DOMAINS


def begins_with_host(text: str, start: int = 0) -> bool:
    """Whether a text, from an offset on, begins with the name of a host and not of a file."""
    found = _HOST_FIRST.match(text, start)
    if found is None or _EXAMPLE in found[2]:
        return False
    return bool(found[1]) or found[3].lower() in (DOMAINS if found[4] else _NO_ENDING)


def _end_of_slip(text: str, start: int) -> int | None:
    """Where a web address whose `://` is mistyped, or that has no host, ends."""
    before = text[start - 1 : start]
    if not (
        not before or before.isspace() or before in _OPENING or _MACRO_BEFORE.search(text, max(0, start - 6), start)
    ):
        return None
    empty = _EMPTY.match(text, start)
    if empty:
        return empty.end() if _target(text, start) else None
    slip = _SLIP.match(text, start)
    if slip is None:
        target = _target(text, start)
        return start + len(target) if _SPACED.match(target) else None
    found = slip.group().rstrip(".,;:!?*_$")
    return None if "://" in found[len("https:://") :] else start + len(found)


def _end_of_target(text: str, start: int, offset: int, scheme: str) -> int | None:
    """Where the target of a link ends whose scheme, before the colon at an offset, cannot have this target."""
    target = _target(text, start)
    if target and scheme in _BROKEN and _BROKEN[scheme].match(text, offset + 1, start + len(target)):
        kept, nested, _ = target.partition("://")
        return start + len(kept.rstrip("abcdefghijklmnopqrstuvwxyz") if nested else target)
    hidden = HIDDEN_MAILTO.match(text, start) if scheme == "mailto" else None
    return hidden.end() if hidden else None


def _target(text: str, start: int) -> str:
    """The target of the link that begins at an offset, by the markup before it; empty if there is no such markup."""
    low = max(0, start - _MARKUP_REACH)
    before = text[start - 1 : start]
    if before in ('"', "'"):
        is_link = _ATTRIBUTE.search(text, low, start) is not None
    elif before == "(":
        is_link = text.startswith("](", start - 2)
    else:
        is_link = before == " " and _REFERENCE.search(text, low, start) is not None
    target = _TARGETS[before].match(text, start) if is_link else _BOUNDED_TARGET.match(text, start)
    return target.group().rstrip() if target else ""
