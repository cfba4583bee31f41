"""Schemes, hosts and passwords that a line end divides."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.junction import Junction
from urlmend.finder.other_lines import SCHEME_ONLY
from urlmend.uri.ordinary_host import DOTTED_NUMBERS

HOST_ONLY = lazy(r"[^:]*:/*[^/]*\Z")
"""A URL without a path, or its beginning."""
_END_OF_HOST = r"(?:[/?#]|:[0-9]|\Z)"
_HOST_AFTER_SCHEME = lazy(
    rf"//(?:(?:[\w-]+\.)+(?:[a-z][a-z0-9-]*|[A-Z]{{2,}})|localhost|{DOTTED_NUMBERS}){_END_OF_HOST}"
)
_VARIABLES = ("//$", "//{")
# The beginning of a web scheme at the end of a line, and a complete one.
_INNER_SCHEME = lazy(r"[/=*](h|ht|htt|https?:?/{0,2})\Z")
_INNER_URL = lazy(r"https?://(?!https?://)[A-Za-z0-9-]+[.:/]")
_LONGEST_INNER = len("/https://")
_BROKEN_HOST = lazy(r"[^:]*://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?:\.|(?<=-)|(?P<port>:))\Z")
TOP_LEVEL = "com|org|net|edu|gov|mil|info"
"""The top-level domains of most hosts, other than those of countries."""
# The rest of a host that is cut before a dot.
_REST_AFTER_DOT = lazy(rf"\.(?:[a-z0-9-]+\.)*(?:{TOP_LEVEL}|[a-z]{{2}})[/:?#]")
_REST_OF_HOST = lazy(
    rf"(?:[a-z0-9][a-z0-9-]*\.)*[a-z]{{2,}}{_END_OF_HOST}|(?:[A-Za-z0-9-]+\.)+(?:{TOP_LEVEL}){_END_OF_HOST}"
)
# A host that ends in a top-level domain, and the end of one that a line cuts within a label.
_COMPLETE_HOST = lazy(rf"(?:[^:]*://)?[^/?#:]+\.(?:{TOP_LEVEL}|[a-z]{{2}})\Z|(?i:[^:]*://localhost)\Z")
_REST_OF_LABEL = lazy(r"(?!www\.)((?:[a-z0-9-]+\.)*[a-z]+)(?:(?P<end>[/?#]|:[0-9])|\Z)")
_PORT = lazy(r"[0-9]{2,5}[/?#]")
_ADDRESS = lazy(rf"[^:]*://{DOTTED_NUMBERS}{_END_OF_HOST}")
# A user, and the beginning of a password rather than a port; and its rest, up to a host.
_CUT_PASSWORD = lazy(
    r"[A-Za-z][A-Za-z0-9+.-]*://[^\s:/?#@\[.]+:(?![0-9]{1,5}(?:[-:,][0-9]{1,5})*\Z|(?i:port))[^\s/?#@\[\](){}<>$%\"']+(?<![.,;:!?])\Z"
)
_REST_OF_PASSWORD = lazy(r"[^\s/?#@:<>\"']*@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?=[/?#:]|\Z)")


def host_is_cut(junction: Junction) -> bool:
    """Whether a host goes on at a dot, after a hyphen or colon, or begins after a scheme at the line end."""
    if inner_scheme_is_cut(junction):
        return True
    if not HOST_ONLY.match(junction.head):  # true of most
        return False
    if SCHEME_ONLY.match(junction.head):
        rest = junction.head[junction.head.index(":") + 1 :] + junction.tail
        is_variable = rest.startswith(_VARIABLES) and not junction.missing  # and not one of code below a comment
        return is_variable or _HOST_AFTER_SCHEME.match(rest) is not None
    if junction.tail[0] == ".":
        return _REST_AFTER_DOT.match(junction.tail) is not None
    broken = _BROKEN_HOST.match(junction.head)
    if broken is None:
        return _label_is_cut(junction)
    if junction.tail[0].isdecimal() and _ADDRESS.match(junction.head + junction.tail):
        return True
    return bool((_PORT if broken["port"] else _REST_OF_HOST).match(junction.tail))


def _label_is_cut(junction: Junction) -> bool:
    """Whether a host goes on within a label: it has no top-level domain, and the next line has the rest with one."""
    if not (junction.is_typeset or junction.fills_width) or _COMPLETE_HOST.match(junction.head):
        return False
    rest = _REST_OF_LABEL.match(junction.tail)
    if rest is None or not ("." in rest[1] or rest["end"]):  # a word
        return False
    is_shown = junction.flow == "full" and "." in rest[1] and rest["end"]  # by the margin and what follows
    return bool(is_shown or _COMPLETE_HOST.match(junction.head + rest[1]))


def inner_scheme_is_cut(junction: Junction) -> bool:
    """Whether the break is within the scheme of a URL in the path or query, or after it."""
    if junction.head[-1] not in "htps:/":  # true of most
        return False
    inner = _INNER_SCHEME.search(junction.head, len(junction.head) - _LONGEST_INNER)
    return inner is not None and bool(_INNER_URL.match(inner[1] + junction.tail))


def password_is_cut(junction: Junction) -> bool:
    """Whether the line ends within a password, and the next one has its end and the host."""
    if "@" not in junction.tail:  # true of most
        return False
    return bool(_REST_OF_PASSWORD.match(junction.tail) and _CUT_PASSWORD.match(junction.head))


def ends_in_host(head: str) -> bool:
    """Whether a URL ends within its host, or within that of a URL or an address in its path."""
    return "/" not in head[max(head.rfind("://") + 3, head.rfind("@") + 1) :]
