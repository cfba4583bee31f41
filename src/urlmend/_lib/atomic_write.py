"""Atomic writes: a file has either its old or its new content, never a part."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from urlmend._lib.regular_file import open_regular_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

# For a new file, which is not opened through a link that somebody else has put there.
_FLAGS = ("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")
_NEW_FILE = sum(getattr(os, name, 0) for name in _FLAGS)
# Unpredictable, and the same in this process: a walk must be able to skip the temporary file of an output.
_TOKEN = int.from_bytes(os.urandom(8))
# The number of characters of a file name that its temporary file has in its name, which must not become too long.
_NAME_LENGTH = 40
_CHANGED = "changed by another program"


class NotFixedError(OSError):
    """The file must not be replaced; `strerror` is the reason."""

    def __init__(self, reason: str) -> None:
        """Take the reason."""
        super().__init__(0, f"{reason}, not fixed")


def replace_file(path: str, before: bytes, after: bytes) -> None:
    """Replace the content of a file, which must still be `before`, and keep its mode, owner and extended attributes.

    The target of a symbolic link is replaced, not the link. Raises OSError; NotFixedError if the file has changed, if
    it is read-only (even for root), or has further hard links, which would keep the old content.
    """
    target = os.path.realpath(path)
    state = os.stat(target)
    if not stat.S_ISREG(state.st_mode):
        raise NotFixedError("not a regular file")
    if not state.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise NotFixedError("read-only")
    if state.st_nlink > 1:
        raise NotFixedError("has other hard links")

    if state.st_size != len(before):
        raise NotFixedError(_CHANGED)

    def check() -> None:
        if not _is_unchanged(os.stat(path), state):
            raise NotFixedError(_CHANGED)

    with _new_content(target, 0o600, check) as new, open_regular_file(target, len(before)) as old:
        if old.read(len(before) + 1) != before:
            raise NotFixedError(_CHANGED)
        new.write(after)
        _copy_attributes(old.fileno(), new.fileno())


def _is_unchanged(now: os.stat_result, before: os.stat_result) -> bool:
    return os.path.samestat(now, before) and (now.st_size, now.st_mtime_ns, now.st_ctime_ns) == (
        before.st_size,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )


def _copy_attributes(source: int, target: int) -> None:
    """Copy owner, mode and extended attributes, which contain access control lists, between open files.

    Raises OSError if that is not permitted. Windows has no owner and mode; Python knows extended attributes on Linux.
    """
    state, new = os.fstat(source), os.fstat(target)
    if hasattr(os, "fchown") and (state.st_uid, state.st_gid) != (new.st_uid, new.st_gid):
        os.fchown(target, state.st_uid, state.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(target, stat.S_IMODE(state.st_mode))
    if sys.platform == "linux":
        wanted, present = _extended_attributes(source), _extended_attributes(target)
        for name in present.keys() - wanted:  # by the default access control list of the folder
            os.removexattr(target, name)
        for name, value in wanted.items():
            if present.get(name) != value:
                os.setxattr(target, name, value)


def _extended_attributes(file: int) -> dict[str, bytes]:
    """Return the extended attributes of an open file; none if its file system has none."""
    if sys.platform == "linux" and hasattr(os, "listxattr"):
        try:
            return {name: os.getxattr(file, name) for name in os.listxattr(file)}
        except OSError as error:
            if error.errno != errno.ENOTSUP:
                raise
    return {}


def temporary_name(path: str) -> str:
    """Return the path of the temporary file that is renamed to a path."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f"{name[:_NAME_LENGTH]}.{_TOKEN}.tmp")


@contextmanager
def _new_content(path: str, mode: int, check: Callable[[], None] = lambda: None) -> Iterator[BinaryIO]:
    """Yield a new file, which is renamed to the path on success and removed on an exception.

    `check` is called directly before the new file is renamed, and may raise an exception.
    """
    temporary = temporary_name(path)
    file = os.fdopen(os.open(temporary, _NEW_FILE, mode), "wb")
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        check()
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


@contextmanager
def atomic_file(path: str) -> Iterator[BinaryIO]:
    """Yield a binary file that gets the given path on success, and is removed on an exception.

    A device or a pipe is opened itself. A symbolic link to a file is replaced.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
    else:
        with _new_content(path, 0o666) as file:
            yield file


@contextmanager
def atomic_text_file(path: str, errors: str = "strict") -> Iterator[TextIO]:
    r"""Yield a text file as `atomic_file` does, in UTF-8 with lines that end in `\n`."""
    with atomic_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors=errors, newline="\n")
        try:
            yield text
        finally:
            text.detach()  # which writes what is left, and keeps the file open
