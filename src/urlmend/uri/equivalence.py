"""Equivalence of URLs whose encoding differs, stricter than RFC 3986 section 6.2.2: for edits that must be safe."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.uri.rfc3986 import split

# An escape, a percent sign that begins none, or characters that no URL has outside an IP literal (section 3.2.2).
_ENCODED = lazy(r"%[0-9A-Fa-f]{2}|%|[^%\w:/?#@!$&'()*+,;=.~-]+|[^\x00-\x7f]+")
# Unreserved characters (section 2.3), except the dot: it may begin a dot segment.
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~")


def canonical(text: str) -> str:
    """Return a text that equivalent URLs have in common.

    They differ in the encoding of characters that need not or must not be literal, and in the case of scheme, host and
    hexadecimal digits. So none has an escape, a dot segment, a host or a delimiter that another one has not.
    """
    parts = split(text)
    start = parts.starts.get("host", 0)
    stop = start + len(parts.host or "")
    head, host, rest = text[:start], text[start:stop], text[stop:]
    scheme = len(parts.scheme or "")
    if not head:  # without an authority
        head, rest = rest[:scheme], rest[scheme:]
    head, rest = head[:scheme].lower() + _ENCODED.sub(_unified, head[scheme:]), _ENCODED.sub(_unified, rest)
    return f"{head}\n{host.lower()}\n{rest}"


def _unified(match: re.Match[str]) -> str:
    found = match.group()
    if found == "%":
        return "%%"
    if not found.startswith("%"):
        return "".join(f"%{byte:02X}" for byte in found.encode("utf-8", "surrogatepass"))
    character = chr(int(found[1:], 16))
    return character if character in _UNRESERVED else found.upper()
