"""The directory in which Git keeps the data of a working tree, and which it never tracks."""

from __future__ import annotations

import os

from urlmend._lib.parent_folders import with_parents
from urlmend._lib.regular_file import read_regular_file

# The size in bytes of the largest `.git` file that is read: that of a worktree or a submodule.
_MAX_SIZE = 1 << 16


def git_folder(folder: str) -> str | None:
    """Return the Git directory of the working tree that contains a folder; None if there is none."""
    entries = (os.path.join(above, ".git") for above in with_parents(os.path.realpath(folder)))
    entry = next(filter(os.path.lexists, entries), "")
    found = entry if os.path.isdir(entry) else _linked(entry)
    return found if found and os.path.isfile(os.path.join(found, "HEAD")) else None


def _linked(entry: str) -> str | None:
    """Return the directory that the `.git` file of a worktree or a submodule names (gitrepository-layout(5))."""
    try:
        key, _, value = os.fsdecode(read_regular_file(entry, _MAX_SIZE)).partition(": ")
    except OSError:
        return None
    path = value.rstrip("\r\n")
    return os.path.join(os.path.dirname(entry), path) if key == "gitdir" and path and "\0" not in path else None
