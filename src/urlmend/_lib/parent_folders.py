"""A folder and the folders above it."""

from __future__ import annotations

import os
from collections.abc import Iterator


def with_parents(folder: str) -> Iterator[str]:
    """Yield a folder, the one that contains it, and so on up to the root."""
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent
