"""Defang URLs: write them so that no program takes them for links; `urlmend.formats.defanged` reads them again."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy

_SCHEMES = {"http": "hxxp", "https": "hxxps", "ftp": "fxp"}
_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*+):(//)?")
# The authority, or the address of a URL without one.
_HOST = lazy(r"[^/?#]*+")
# What other programs take for the beginning of a link within a URL.
_NESTED = lazy(r"://|(?<![A-Za-z0-9])www\.", re.IGNORECASE)
# IP literals have brackets already.
_DANGEROUS = lazy(r"(\[[^\[\]]*+\])|[.@]")


def defanged(url: str) -> str:
    """Return a URL with another scheme, and with brackets around the dots of its host."""
    scheme = _SCHEME.match(url)
    start = scheme.end() if scheme else 0
    host = _HOST.match(url, start)
    assert host  # matches the empty string
    return (
        (_defanged_scheme(scheme[1], scheme[2] or "") if scheme else "")
        + _DANGEROUS.sub(lambda match: match[1] or f"[{match[0]}]", host[0])
        + _NESTED.sub(_bracketed, url[host.end() :])
    )


def _defanged_scheme(name: str, slashes: str) -> str:
    other = _SCHEMES.get(name.lower(), name if name.lower() in _SCHEMES.values() else "")
    return f"{other}:{slashes}" if other and slashes else f"{name}[:]{slashes}"


def _bracketed(match: re.Match[str]) -> str:
    return "[://]" if match[0] == "://" else f"{match[0][:-1]}[.]"
