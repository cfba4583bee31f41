"""RFC 3986: character classes, and the split of a URL into its components.

Names are those of appendix A; section numbers without a document are those of RFC 3986.
"""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# Sections 2.2 and 2.3.
GEN_DELIMS = ":/?#[]@"
SUB_DELIMS = "!$&'()*+,;="
UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

SCHEME_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"
SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*+"

# Appendix B, extended by the parts of the authority. The userinfo ends at the last `@` of the
# authority, so that an unencoded `@` in a password cannot move a part of it into the host.
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
    """The components of a URL (RFC 3986 section 3); None if the delimiter is absent, "" if nothing follows it."""

    scheme: str | None
    """The text before the first colon (section 3.1)."""
    authority: str | None
    """The text between `//` and the next `/`, `?` or `#` (section 3.2)."""
    userinfo: str | None
    """The text before the last `@` of the authority (section 3.2.1); a password in it is a secret."""
    host: str | None
    """The host, not decoded; an IPv6 address includes its brackets (section 3.2.2)."""
    port: str | None
    """The text after the host's colon (section 3.2.3)."""
    path: str
    """The text after the authority (section 3.3)."""
    query: str | None
    """The text between `?` and `#` (section 3.4)."""
    fragment: str | None
    """The text after `#` (section 3.5)."""
    starts: dict[str, int]
    """The offset of each component that is present, in code points of the URL's text."""

    @property
    def user(self) -> str | None:
        """The userinfo before its first colon."""
        return None if self.userinfo is None else self.userinfo.partition(":")[0]

    @property
    def password(self) -> str | None:
        """The userinfo after its first colon (section 3.2.1)."""
        if self.userinfo is None or ":" not in self.userinfo:
            return None
        return self.userinfo.partition(":")[2]


_COMPONENT_NAMES = Parts._fields[:-1]


def split(text: str) -> Parts:
    """Split a URL into its components (appendix B). Nothing is decoded, deleted or normalised."""
    match = _COMPONENTS.match(text)
    assert match is not None  # every part is optional
    starts = {name: at for name, (at, _) in zip(_COMPONENT_NAMES, match.regs[1:], strict=True) if at >= 0}
    parts = Parts._make((*match.groups(), starts))
    # After a host that does not match (`[::1`, `h:80:90`), the rest of the authority is in the path.
    if parts.authority is not None and parts.path[:1] not in ("", "/"):
        start = parts.starts["authority"]
        stop = re.compile(r"[/?#]|$").search(text, start)
        assert stop is not None
        return _split_invalid_authority(text, parts.scheme, start, stop.start())
    return parts


def _split_invalid_authority(text: str, scheme: str | None, start: int, stop: int) -> Parts:
    """Split a URL whose authority, `text[start:stop]`, is malformed: all of it after the userinfo is the host."""
    userinfo, at_sign, host = text[start:stop].rpartition("@")
    rest = split("//" + text[stop:])
    shift = stop - 2
    starts = {name: at + shift for name, at in rest.starts.items() if name in ("path", "query", "fragment")}
    if scheme is not None:
        starts["scheme"] = 0
    starts["authority"] = start
    starts["host"] = start + len(userinfo) + len(at_sign)
    if at_sign:
        starts["userinfo"] = start
    user = userinfo if at_sign else None
    return rest._replace(scheme=scheme, authority=text[start:stop], userinfo=user, host=host, port=None, starts=starts)
