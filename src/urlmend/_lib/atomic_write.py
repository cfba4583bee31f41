"""Writing a file anew, so that there is always one of the two, whole."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager


def replace_file(path: str, data: bytes) -> None:
    """Put bytes in the place of a file's: a temporary file beside it takes its mode and its owner, and then its name.

    A symbolic link stays one; what it leads to is written. Raises OSError, PermissionError for a
    read-only file, whoever asks.
    """
    import tempfile  # which loads more than all that needs only `whole`

    target = os.path.realpath(path)
    state = os.stat(target)
    if not state.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise PermissionError(0, "read-only, not mended")
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
    """The name that a file is written under before it takes the place of the path's."""
    return f"{path}.{os.getpid()}.tmp"


@contextmanager
def atomic_path(path: str) -> Iterator[str]:
    """A name to write a new file under, which takes the place of the path's when all is written, or is gone.

    It is the path itself where that leads to a device or a pipe.
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
