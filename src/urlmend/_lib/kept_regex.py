"""Regular expressions that Python has compiled, kept from one run to the next beside the code of this module.

Python keeps the code of modules in `__pycache__`, but compiles expressions in each process, which takes a third of the
time of a hook that reads a few files. What is kept are the arguments of `re` for its matcher, which validates them;
they count for the same build of Python only. What is missing or unreadable is compiled, and nothing is written where
Python writes no code.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # the matcher of `re`
import atexit
import marshal
import os
import re
import sys
from array import array
from contextlib import suppress
from functools import cache

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, AnyStr

# More expressions than one version of urlmend has: those of earlier ones are forgotten.
_MOST = 2_500
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
        arguments = _arguments(key, *_kept())
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


def _arguments(key: _Key, starts: dict[_Key, int], data: bytes) -> Any:  # noqa: ANN401  # whatever the file has
    """The arguments that were kept for an expression; None if they are those of another, which finds other things."""
    found = marshal.loads(memoryview(data)[starts[key] :]) if key in starts else None  # noqa: S302  # as below
    return found if found and found[0] == key[0] else None


def _read() -> tuple[dict[_Key, int], bytes]:
    """Return what earlier processes kept: where the arguments for each expression begin in data of `marshal`."""
    try:
        with open(_PATH or os.devnull, "rb") as file:
            build, starts, data = marshal.loads(file.read())  # noqa: S302  # trusted as the code of modules is
    except (OSError, EOFError, ValueError, TypeError):
        return {}, b""
    return (starts, data) if build == _BUILD and len(starts) < _MOST else ({}, b"")


_kept = cache(_read)


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
        starts, data = _read()
        for key, arguments in _added().items():
            if _arguments(key, starts, data) is None:
                starts[key] = len(data)
                data += marshal.dumps(arguments)
        try:
            with open(temporary, "wb") as file:
                file.write(marshal.dumps((_BUILD, starts, data)))
            os.replace(temporary, _PATH)
        except OSError:
            os.unlink(temporary)
