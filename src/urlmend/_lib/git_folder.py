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
    try:
        found = of_entry(next(filter(os.path.lexists, entries), ""))
    except (OSError, ValueError):
        return None
    return found if os.path.isfile(os.path.join(found, "HEAD")) else None


def of_entry(entry: str) -> str:
    """Return the directory that `.git` is, or that it names in worktrees and submodules (gitrepository-layout(5)).

    Raises OSError if it cannot be read, ValueError if it names no directory of this computer.
    """
    if os.path.isdir(entry):
        return entry
    key, _, value = os.fsdecode(read_regular_file(entry, _MAX_SIZE)).partition(": ")
    path = value.rstrip("\r\n")
    if key != "gitdir" or not path or "\0" in path:
        raise ValueError("its file `.git` names no folder")
    folder = os.path.join(os.path.dirname(entry), path)
    drive = os.path.splitdrive(folder)[0]
    if drive.startswith(("\\\\", "//")) and drive != os.path.splitdrive(entry)[0]:  # Windows would connect to it
        raise ValueError("its file `.git` names a folder of another computer")
    return folder
