"""The headings of other documents of a repository than the one that is linted."""

from __future__ import annotations

import os
from functools import lru_cache

from urlmend._lib.regular_file import read_regular_file
from urlmend.model.heading_names import HeadingNames, read_heading_names

# The size in bytes of the largest document whose headings are read, and of how many they are kept.
_MAX_DOCUMENT, _MOST_DOCUMENTS = 1 << 20, 64


def headings_at(root: str, inner: str) -> HeadingNames | None:
    """The headings of a document at a path in a repository; None without any, or if nobody knows them."""
    path = os.path.join(root, *inner.split("/"))
    try:
        is_inside = os.path.realpath(path) == os.path.join(os.path.realpath(root), *inner.split("/"))
        return _headings(path, os.stat(path).st_mtime_ns) if is_inside else None
    except (OSError, ValueError):
        return None


@lru_cache(_MOST_DOCUMENTS)
def _headings(path: str, changed: int) -> HeadingNames | None:  # noqa: ARG001  # read again after a change
    text = read_regular_file(path, _MAX_DOCUMENT).decode()
    return read_heading_names(text.removeprefix("\ufeff").replace("\r\n", "\n"))
