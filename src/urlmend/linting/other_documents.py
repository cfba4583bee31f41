"""The headings of other documents of a repository than the one that is linted."""

from __future__ import annotations

import os

from urlmend._lib.regular_file import read_regular_file
from urlmend.model.heading_names import HeadingNames, read_heading_names

# The size in bytes of the largest document whose headings are read, and how many names of all are kept, which bounds
# the memory; each document is read once, as many links may lead to it.
_MAX_DOCUMENT, _MOST_NAMES = 1 << 20, 300_000


class _Documents:
    """The documents that were read, with the time of their last change."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, HeadingNames | None]] = {}
        self._names = 0

    def headings(self, root: str, inner: str) -> HeadingNames | None:
        """Return what `headings_at` does."""
        path = os.path.join(root, *inner.split("/"))
        try:
            changed = os.stat(path).st_mtime_ns
        except (OSError, ValueError):
            return None
        before, names = self._known.get(path, (-1, None))
        if before != changed:
            self._names -= len(names or ())
            names = _read(path, root) if self._names < _MOST_NAMES else None
            self._names += len(names or ())
            self._known[path] = changed, names
        return names


def _read(path: str, root: str) -> HeadingNames | None:
    """Read a document below a folder, unless a symbolic link leads to it."""
    try:
        if os.path.realpath(path) != os.path.join(os.path.realpath(root), os.path.relpath(path, root)):
            return None
        text = read_regular_file(path, _MAX_DOCUMENT).decode()
    except (OSError, ValueError):
        return None
    return read_heading_names(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


_DOCUMENTS = _Documents()


def headings_at(root: str, inner: str) -> HeadingNames | None:
    """Return the headings of a document at a path in a repository; None without any, or if nobody knows them."""
    return _DOCUMENTS.headings(root, inner)
