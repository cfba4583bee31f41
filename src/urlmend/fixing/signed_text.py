"""Texts with their signature in OpenPGP, of which no character may change (RFC 9580 section 7)."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span

_BEGINS = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNED = lazy(rf"^{_BEGINS}\r?$.*?(?:^-----END PGP SIGNATURE-----|\Z)", re.DOTALL | re.MULTILINE)


def signed_regions(text: str) -> list[Span]:
    """Return the ranges of signed text, ascending and disjoint (offsets in code points)."""
    if _BEGINS not in text:  # a long word is found far sooner than a line with it
        return []
    return [Span(*match.span()) for match in _SIGNED.finditer(text)]
