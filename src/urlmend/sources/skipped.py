"""Kinds of content that is skipped, and their counts in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from urlmend.redaction.console import counted

NEEDS_PACKAGE = "needs the package "
"""The words of a reason before the name of a package that is not installed."""


class SkipKind(StrEnum):
    """Why content is not read, in the words that count it."""

    BINARY = "binary file"
    ARCHIVE = "archive"
    UNSUPPORTED = "unsupported archive"
    DOCUMENT = "document"
    IGNORED = "ignored by Git"
    EXCLUDED = "excluded"


# Kinds that are no nouns: they have no plural.
_INVARIABLE = frozenset((SkipKind.IGNORED, SkipKind.EXCLUDED))


def counts_in_words(counts: Mapping[str, int]) -> str:
    """Return the number of files of each kind: `3 binary files, 1 archive, 12 ignored by Git`."""
    return ", ".join(
        counted(counts[kind], kind, kind if kind in _INVARIABLE else "") for kind in SkipKind if counts.get(kind)
    )
