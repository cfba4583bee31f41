"""The grammar of URLs: character classes, and one split into components.

Names follow RFC 3986 appendix A; section numbers are that document's where no other is named.
"""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# Section 2.2 and 2.3.
GEN_DELIMS = ":/?#[]@"
SUB_DELIMS = "!$&'()*+,;="
UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

SCHEME_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"
SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*"

# Appendix B, with the authority taken apart too. The userinfo ends at the last `@` of the
# authority, so that a raw `@` in a password cannot push a part of it into the host.
_COMPONENTS = lazy(
    r"""
    (?:(?P<scheme>[A-Za-z0-9][A-Za-z0-9+.-]*):)?
    (?://(?P<authority>
        (?:(?P<userinfo>[^/?#]*)@)?
        (?P<host>\[[^\]/?#@]*\]|[^/?#@:\[]*)
        (?::(?P<port>[^/?#@]*))?
    ))?
    (?P<path>[^?#]*)
    (?:\?(?P<query>[^#]*))?
    (?:\#(?P<fragment>.*))?
    """,
    re.VERBOSE | re.DOTALL,
)


class Parts(NamedTuple):
    """The components of a URL (section 3); None where the delimiter is absent, "" where nothing follows it."""

    scheme: str | None
    """Up to the first colon (section 3.1)."""
    authority: str | None
    """Between `//` and the next `/`, `?` or `#` (section 3.2)."""
    userinfo: str | None
    """Up to the last `@` of the authority (section 3.2.1); a password in it is a secret."""
    host: str | None
    """As it stands; an IPv6 address with its brackets (section 3.2.2)."""
    port: str | None
    """Behind the host's colon (section 3.2.3)."""
    path: str
    """Behind the authority (section 3.3)."""
    query: str | None
    """Between `?` and `#` (section 3.4)."""
    fragment: str | None
    """Behind `#` (section 3.5)."""
    starts: dict[str, int]
    """Offset of each component that is there, in code points of the URL's text."""

    @property
    def user(self) -> str | None:
        """The userinfo up to its first colon."""
        return None if self.userinfo is None else self.userinfo.partition(":")[0]

    @property
    def password(self) -> str | None:
        """All of the userinfo behind its first colon (section 3.2.1)."""
        if self.userinfo is None or ":" not in self.userinfo:
            return None
        return self.userinfo.partition(":")[2]


_NAMES = Parts._fields[:-1]


def split(text: str) -> Parts:
    """Split a URL into its components (appendix B). Nothing is decoded, deleted or normalised."""
    match = _COMPONENTS.match(text)
    assert match is not None  # every part is optional
    starts = {name: at for name, (at, _) in zip(_NAMES, match.regs[1:], strict=True) if at >= 0}
    parts = Parts._make((*match.groups(), starts))
    # A host that no pattern above takes (`[::1`, `h:80:90`) leaves the authority to the path; take it as it stands.
    if parts.authority is not None and parts.path[:1] not in ("", "/"):
        start = parts.starts["authority"]
        stop = re.compile(r"[/?#]|$").search(text, start)
        assert stop is not None
        return _odd_authority(text, parts.scheme, start, stop.start())
    return parts


def _odd_authority(text: str, scheme: str | None, start: int, stop: int) -> Parts:
    userinfo, at, host = text[start:stop].rpartition("@")
    rest = split("//" + text[stop:])
    shift = stop - 2
    starts = {name: at_ + shift for name, at_ in rest.starts.items() if name in ("path", "query", "fragment")}
    starts |= {"scheme": 0} if scheme is not None else {}
    starts |= {"authority": start, "host": start + len(userinfo) + len(at)}
    starts |= {"userinfo": start} if at else {}
    return Parts(
        scheme,
        text[start:stop],
        userinfo if at else None,
        host,
        None,
        rest.path,
        rest.query,
        rest.fragment,
        starts,
    )
