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
    from typing import AnyStr

# More expressions than one version of urlmend has: those of earlier ones are forgotten.
_MOST = 3_000
_BUILD = (sys.version, _sre.MAGIC, _sre.CODESIZE)
_PATH = __spec__.cached and f"{__spec__.cached.removesuffix('.pyc')}.expressions"


def compiled(pattern: AnyStr, flags: int) -> re.Pattern[AnyStr]:
    """Return what `re.compile` returns. Raises `re.error`."""
    key = (pattern, int(flags))
    try:
        kept = _of_this_process()
        if key not in kept:
            kept[key] = marshal.dumps(_compile(*key))
            _keep_at_exit()
        all_flags, code, *others = marshal.loads(kept[key])  # noqa: S302  # trusted as the code of modules is
        found: re.Pattern[AnyStr] = _sre.compile(pattern, all_flags, memoryview(code).cast("I").tolist(), *others)
    except Exception:  # such as that of a wrong pattern, or since another Python lacks any of it
        return re.compile(pattern, flags)
    return found


def _compile(pattern: str | bytes, flags: int) -> tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]:
    """Return the arguments of the matcher after the pattern, as `re` computes them."""
    parser, compiler = re._parser, re._compiler  # type: ignore[attr-defined]  # noqa: SLF001  # nothing public has them
    tree = parser.parse(pattern, flags)
    code = array("I", compiler._code(tree, flags)).tobytes()  # noqa: SLF001
    groups: dict[str, int] = tree.state.groupdict
    names = {number: name for name, number in groups.items()}
    count = tree.state.groups  # with that of the whole match
    return int(flags | tree.state.flags), code, count - 1, groups, tuple(map(names.get, range(count)))


@cache
def _of_this_process() -> dict[tuple[str | bytes, int], bytes]:
    """Return the arguments for each pattern and its flags: those that were kept, and those that this process adds."""
    return _read()


def _read() -> dict[tuple[str | bytes, int], bytes]:
    try:
        with open(_PATH or os.devnull, "rb") as file:
            build, kept = marshal.load(file)  # noqa: S302  # trusted as the code of modules is
    except (OSError, EOFError, ValueError, TypeError):
        return {}
    return kept if build == _BUILD and len(kept) < _MOST else {}


@cache
def _keep_at_exit() -> None:
    """Let this process write what it has compiled when it ends, with what others have written until then."""
    if _PATH and not sys.dont_write_bytecode:
        atexit.register(_keep, _PATH)


def _keep(path: str) -> None:
    temporary = f"{path}.{os.getpid()}"
    with suppress(OSError):
        with open(temporary, "xb") as file:
            marshal.dump((_BUILD, _read() | _of_this_process()), file)
        os.replace(temporary, path)
