"""Read files whose names come from untrusted input: regular files only, up to a size."""

from __future__ import annotations

import errno
import os
import stat
import sys

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

# A pipe does not block, and a terminal does not become the one of this process, if the path leads to another file
# between the two checks. Windows has neither flag, but distinguishes text from binary files.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))

_UNITS = ((20, "MiB"), (10, "KiB"))


def open_regular_file(path: str, limit: int = sys.maxsize) -> BinaryIO:
    """Open a regular file of at most `limit` bytes for reading. Raises OSError, for any other file, too."""
    _check(os.stat(path), limit)
    file = os.fdopen(os.open(path, _FLAGS), "rb")
    try:
        _check(os.fstat(file.fileno()), limit)
    except OSError:
        file.close()
        raise
    return file


def read_regular_file(path: str, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes. Raises OSError, for any other file, too."""
    with open_regular_file(path, limit) as file:
        data = file.read(limit + 1)
    if len(data) > limit:  # files of /proc have no size
        raise _too_large(limit)
    return data


def _check(state: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    if state.st_size > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> OSError:
    shown = next((f"{limit >> bits} {unit}" for bits, unit in _UNITS if limit >> bits), f"{limit} bytes")
    return OSError(errno.EFBIG, f"larger than {shown}")
