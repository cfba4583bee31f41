"""Consoles of Windows, which interpret escape sequences only if a program asks for it."""

from __future__ import annotations

import sys

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_ENABLE_VIRTUAL_TERMINAL_PROCESSING = 4


def interprets_escapes(out: TextIO) -> bool:
    """Whether the terminal of a stream interprets escape sequences; a console of Windows is asked to do so."""
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    kernel = ctypes.WinDLL("kernel32")
    handle = ctypes.c_void_p(msvcrt.get_osfhandle(out.fileno()))
    mode = ctypes.c_ulong()
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    wanted = mode.value | _ENABLE_VIRTUAL_TERMINAL_PROCESSING
    return mode.value == wanted or bool(kernel.SetConsoleMode(handle, wanted))
