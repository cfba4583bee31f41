"""Locks on files, which end with the process that has them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# What taking a lock fails with if another process has it.
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class LockedError(Exception):
    """Another process has the lock."""


def lock_name(path: str) -> str:
    """Return the path of the file that is locked in the place of a file or folder."""
    return f"{path.rstrip(os.sep)}.lock"


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Lock a file or folder for this process within a `with` block, without opening it.

    Raises LockedError. Without effect where files cannot be locked, or not in this folder.
    """
    name = lock_name(path)
    handle = _lock(name)
    try:
        yield
    finally:
        if handle is not None:
            _release(name, handle)


def _lock(name: str) -> int | None:
    """Create and lock a file, and return its handle; None if that is impossible."""
    while True:
        try:
            handle = os.open(name, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError:
            return None
        try:
            _take(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in _TAKEN:
                raise LockedError from error
            return None
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(name)):
                return handle
        os.close(handle)  # the process that had the lock has removed the file in the meantime


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _release(name: str, handle: int) -> None:
        os.close(handle)  # an open file cannot be removed
        with suppress(OSError):
            os.unlink(name)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # unlike `flock`, child processes do not inherit it

    def _release(name: str, handle: int) -> None:
        with suppress(OSError):
            os.unlink(name)
        os.close(handle)
