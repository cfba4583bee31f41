"""Atomic writes: a file has either its old or its new content, never a part."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager


def replace_file(path: str, data: bytes) -> None:
    """Replace the content of a file: write a temporary file, copy mode and owner, rename.

    The target of a symbolic link is replaced, not the link. Raises OSError; PermissionError for a read-only file,
    even if the user is root.
    """
    import tempfile  # slow to import, and `atomic_path` does without

    target = os.path.realpath(path)
    state = os.stat(target)
    if not state.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise PermissionError(0, "read-only, not fixed")
    handle, temporary = tempfile.mkstemp(prefix=".urlmend-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if (state.st_uid, state.st_gid) != (os.getuid(), os.getgid()):
                os.fchown(file.fileno(), state.st_uid, state.st_gid)
            os.fchmod(file.fileno(), stat.S_IMODE(state.st_mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def temporary_name(path: str) -> str:
    """Return the path of the temporary file that `atomic_path` renames to a path."""
    return f"{path}.{os.getpid()}.tmp"


@contextmanager
def atomic_path(path: str) -> Iterator[str]:
    """Yield the path of a temporary file, renamed to the given path on success and removed on an exception.

    Yields the given path itself if it is a device or a pipe.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        yield path
        return
    temporary = temporary_name(path)
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
