"""Atomic writes: a file has either its old or its new content, never a part.

The new content is written to a temporary file, which a killed process leaves over: in the Git directory, where Git does
not track it, or where that is impossible, in the folder of the file. A later write removes it.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from operator import attrgetter

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.git_folder import git_folder
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import open_regular_file

if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

# For a new file, which is not opened through a link that somebody else has put there.
_FLAGS = ("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")
_NEW_FILE = sum(getattr(os, name, 0) for name in _FLAGS)
# Unpredictable.
_TOKEN = int.from_bytes(os.urandom(8))
# The names of temporary files, with the number of the process.
_TEMPORARY = lazy(r".{1,40}\.urlmend-\d{1,10}-\d{1,20}\.tmp", re.DOTALL)
# The number of characters of a file name that its temporary file has in its name, which must not become too long.
_NAME_LENGTH = 40
# The extended attributes of a folder that new files in it depend on.
_INHERITED = ("security.selinux", "system.posix_acl_default")
_CHANGED = "changed by another program"
# What changes with a file.
_STATE = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")


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
        if _STATE(os.stat(path)) != _STATE(state):
            raise NotFixedError(_CHANGED)

    with _new_content(target, 0o600, check) as new, open_regular_file(target) as old:
        if old.read(len(before) + 1) != before:
            raise NotFixedError(_CHANGED)
        new.write(after)
        _copy_attributes(old.fileno(), new.fileno())


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


def _extended_attributes(file: int | str) -> dict[str, bytes]:
    """Return the extended attributes of an open file or of a path; none if the file system has none."""
    if sys.platform == "linux" and hasattr(os, "listxattr"):
        try:
            return {name: os.getxattr(file, name) for name in os.listxattr(file)}
        except OSError as error:
            if error.errno != errno.ENOTSUP:
                raise
    return {}


def temporary_name(path: str, folder: str | None = None) -> str:
    """Return the path of the temporary file that is renamed to a path; by default, it is in the same folder."""
    parent, name = os.path.split(path)
    name = f"{name[:_NAME_LENGTH]}.urlmend-{os.getpid()}-{_TOKEN}.tmp"
    return os.path.join(parent if folder is None else folder, name)


def is_temporary(path: str) -> bool:
    """Whether a path has the name of a temporary file of any process."""
    return path.endswith(".tmp") and _TEMPORARY.fullmatch(os.path.basename(path)) is not None


def remove_left_over(path: str) -> bool:
    """Remove a temporary file whose process has ended, and return whether it was removed.

    A process that writes a temporary file has its lock. On Windows, an open file cannot be removed.
    """
    try:
        handle = os.open(path, os.O_RDWR | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK")))
        try:
            state = os.fstat(handle)
            is_own = stat.S_ISREG(state.st_mode) and (not hasattr(os, "geteuid") or state.st_uid == os.geteuid())
            if not is_own or not _lock(handle) or not os.path.samestat(state, os.lstat(path)):
                return False
            if sys.platform != "win32":
                os.unlink(path)
        finally:
            os.close(handle)
        if sys.platform == "win32":
            os.unlink(path)
    except OSError:
        return False
    return True


@cache
def _clean(folder: str) -> None:
    """Remove the temporary files that killed processes have left over in a folder, once in this process."""
    with suppress(OSError):
        for name in filter(is_temporary, os.listdir(folder)):
            remove_left_over(os.path.join(folder, name))


def _lock(handle: int, *, wait: bool = False) -> bool:
    """Lock a file until its handle is closed; return False if another process has it, or there are no locks."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            return False
    return True


@contextmanager
def _new_content(path: str, mode: int, check: Callable[[], None] = lambda: None) -> Iterator[BinaryIO]:
    """Yield a new file, which is renamed to the path on success and removed on an exception.

    `check` is called directly before the new file is renamed, and may raise an exception.
    """
    temporary, file = _temporary_file(path, mode)
    try:
        with file:
            yield file
            synchronise(file)
            if sys.platform == "win32":
                file.close()  # an open file cannot be renamed; elsewhere, it keeps its lock
            check()
            try:
                os.replace(temporary, path)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                _replace_from_elsewhere(temporary, path, mode, check)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def synchronise(file: BinaryIO) -> None:
    """Write a file to its disk."""
    file.flush()
    os.fsync(file.fileno())


def _replace_from_elsewhere(temporary: str, path: str, mode: int, check: Callable[[], None]) -> None:
    """Move a temporary file to another mount of its file system: next to the path first."""
    import shutil  # takes long, and is rarely needed

    near, file = _created(temporary_name(path), mode)
    try:
        with file, open(temporary, "rb") as source:
            shutil.copyfileobj(source, file)
            _copy_attributes(source.fileno(), file.fileno())
            synchronise(file)
            check()
            os.replace(near, path)
    except BaseException:
        os.unlink(near)
        raise
    os.unlink(temporary)


def _temporary_file(path: str, mode: int) -> tuple[str, BinaryIO]:
    """Create the temporary file for a path, and return its own path, too."""
    folder = os.path.dirname(os.path.abspath(path))
    found = git_folder(folder)
    if found and _gives_equal_attributes(found, folder):
        with suppress(OSError):  # the Git directory may be read-only
            _clean(found)
            return _created(temporary_name(path, found), mode)
    _clean(folder)
    return _created(temporary_name(path), mode)


def _created(path: str, mode: int) -> tuple[str, BinaryIO]:
    """Create a file, and return its path and the file, which has its lock."""
    while True:
        handle = os.open(path, _NEW_FILE, mode)
        _lock(handle, wait=True)
        if os.fstat(handle).st_nlink:
            return path, os.fdopen(handle, "wb")
        os.close(handle)  # another process has taken it for left over, before it was locked


def _gives_equal_attributes(folder: str, other: str) -> bool:
    """Whether a new file has the same group and attributes in both folders, which are on one file system.

    Nobody can see that on Windows, where a renamed file keeps the permissions of its first folder.
    """
    if sys.platform == "win32":
        return False
    try:
        first, second = (
            (state.st_dev, state.st_gid, state.st_mode & stat.S_ISGID, _inherited(path))
            for path, state in ((path, os.stat(path)) for path in (folder, other))
        )
    except OSError:
        return False
    return first == second


def _inherited(folder: str) -> dict[str, bytes]:
    """Return the extended attributes of a folder that decide those of new files in it."""
    return {name: value for name, value in _extended_attributes(folder).items() if name in _INHERITED}


@contextmanager
def atomic_file(path: str) -> Iterator[BinaryIO]:
    """Yield a binary file that gets the given path on success, and is removed on an exception.

    A device or a pipe is opened itself. A symbolic link to a file is replaced.
    """
    is_device = os.path.exists(path) and not os.path.isfile(path)
    with open(path, "wb") if is_device else _new_content(path, 0o666) as file:
        yield file


@contextmanager
def atomic_text_file(path: str, errors: str = "strict") -> Iterator[TextIO]:
    r"""Yield a text file as `atomic_file` does, in UTF-8 with lines that end in `\n`."""
    with atomic_file(path) as file, as_text(file, errors) as text:
        yield text


@contextmanager
def as_text(file: BinaryIO, errors: str = "replace") -> Iterator[TextIO]:
    r"""Yield an open file as text, in UTF-8 with lines that end in `\n`; it remains open."""
    text = io.TextIOWrapper(file, encoding="utf-8", errors=errors, newline="\n")
    try:
        yield text
    finally:
        text.detach()  # which writes what is left
