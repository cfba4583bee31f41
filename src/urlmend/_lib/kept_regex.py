"""Regular expressions that Python has compiled, kept from one run to the next beside the code of this module.

Python keeps the code of modules in `__pycache__`, but compiles expressions in each process, which takes a third of the
time of a hook that reads a few files. What is kept are the arguments of `re` for its matcher, which validates them;
they count for the same build of Python only. What is missing or unreadable is compiled, and nothing is written where
Python writes no code.
"""

from __future__ import annotations

import _imp
import _sre  # type: ignore[import-not-found]  # the matcher of `re`
import atexit
import marshal
import os
import re
import sys
from array import array
from contextlib import suppress
from functools import cache
from itertools import accumulate

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, AnyStr

# More expressions than one version of urlmend has: those of earlier ones are forgotten.
_MOST = 2_500
_START = 8  # bytes: the file begins with the place of its index, which is after all arguments
_LARGEST_INDEX = 1 << 20
_BUILD = (sys.version, _sre.MAGIC, _sre.CODESIZE)
_PATH = __spec__.cached and f"{__spec__.cached.removesuffix('.pyc')}.expressions"

_Key = tuple[str | bytes, int]
"""A pattern, and its flags."""
_Arguments = tuple[str | bytes, int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""The arguments of the matcher, with its code as bytes."""


def compiled(pattern: AnyStr, flags: int) -> re.Pattern[AnyStr]:
    """Return what `re.compile` returns. Raises `re.error`."""
    key: _Key = (pattern, int(flags))
    try:
        arguments = _kept().arguments(key)
        if arguments is None:
            arguments = _added()[key] = _compile(*key)
        _, all_flags, code, *others = arguments
        found: re.Pattern[AnyStr] = _sre.compile(pattern, all_flags, memoryview(code).cast("I").tolist(), *others)
    except Exception:  # such as that of a wrong pattern, or since another Python lacks any of it
        return re.compile(pattern, flags)
    return found


def _compile(pattern: str | bytes, flags: int) -> _Arguments:
    """Compute the arguments of the matcher as `re` does."""
    parser, compiler = re._parser, re._compiler  # type: ignore[attr-defined]  # noqa: SLF001  # nothing public has them
    tree = parser.parse(pattern, flags)
    code = array("I", compiler._code(tree, flags)).tobytes()  # noqa: SLF001
    groups: dict[str, int] = tree.state.groupdict
    names = {number: name for name, number in groups.items()}
    count = tree.state.groups  # with that of the whole match
    return pattern, int(flags | tree.state.flags), code, count - 1, groups, tuple(map(names.get, range(count)))


def _hash(key: _Key) -> bytes:
    """Return a hash that is the same in all processes."""
    return _imp.source_hash(0, repr(key).encode())


class _Kept:
    """Arguments that earlier processes kept: their places are read at once, and each of them when it is needed."""

    def __init__(self) -> None:
        self._file = -1
        self.places: dict[bytes, tuple[int, int]] = {}
        """Where the arguments for an expression begin, by its hash, and their size, both in bytes."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            self._file = os.open(_PATH or os.devnull, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            start = int.from_bytes(self.read(0, _START), "little")
            build, places = marshal.loads(self.read(start, _LARGEST_INDEX))  # noqa: S302  # trusted as code is
            if build == _BUILD and len(places) < _MOST:
                self.places = places

    def read(self, start: int, size: int) -> bytes:
        """Return so many bytes of the file from an offset on, or fewer at its end. Raises OSError."""
        if sys.platform == "win32":
            os.lseek(self._file, start, os.SEEK_SET)
            return os.read(self._file, size)
        return os.pread(self._file, size, start)  # since processes that fork share the position in a file

    def arguments(self, key: _Key) -> Any:  # noqa: ANN401  # whatever the file has
        """The arguments for an expression; None if they are those of another, which finds other things."""
        place = self.places.get(_hash(key))
        found = place and marshal.loads(self.read(*place))  # noqa: S302
        return found if found and found[0] == key[0] else None

    def close(self) -> None:
        """Close the file, which is open until the process ends otherwise."""
        if self._file >= 0:
            os.close(self._file)


_kept = cache(_Kept)


@cache
def _added() -> dict[_Key, _Arguments]:
    """Return what this process has compiled; it is kept when the process ends."""
    atexit.register(keep)
    return {}


def keep() -> None:
    """Write what this process has compiled, with what others have written until now.

    Processes of a pool call it: they run nothing at their end.
    """
    if not _PATH or sys.dont_write_bytecode or not _added():
        return
    temporary = f"{_PATH}.{os.getpid()}"
    with suppress(Exception):  # such as a full disk: the next process compiles again
        kept = _Kept()
        items = {name: kept.read(*place) for name, place in kept.places.items()}
        for key, arguments in _added().items():
            if kept.arguments(key) is None:
                items[_hash(key)] = marshal.dumps(arguments)
        kept.close()
        ends = [*accumulate(map(len, items.values()), initial=_START)]
        places = {name: (start, len(item)) for start, (name, item) in zip(ends, items.items(), strict=False)}
        try:
            with open(temporary, "wb") as file:
                file.writelines((ends[-1].to_bytes(_START, "little"), *items.values(), marshal.dumps((_BUILD, places))))
            os.replace(temporary, _PATH)
        except OSError:
            os.unlink(temporary)
