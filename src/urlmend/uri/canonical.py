"""The canonical form of a URL: the serialisation of the WHATWG URL standard, without the fragment."""

from __future__ import annotations


def canonical(url: str) -> str | None:
    """Return the canonical form of a URL; None if the parser of the standard fails."""
    return url
