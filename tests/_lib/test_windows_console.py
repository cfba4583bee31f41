"""Consoles of Windows get escape sequences only if they interpret them."""

import ctypes
import sys
from types import SimpleNamespace

import pytest

from urlmend._lib.windows_console import interprets_escapes

STREAM = SimpleNamespace(fileno=lambda: 1)


class Kernel:
    """The functions of Windows for a console with a mode; None is for what is no console."""

    def __init__(self, mode, *, can_change=True):
        self.mode = mode
        self._can_change = can_change

    def GetConsoleMode(self, handle, found):  # noqa: N802  # the name in Windows
        assert handle.value == 7
        found._obj.value = self.mode or 0
        return self.mode is not None

    def SetConsoleMode(self, handle, mode):  # noqa: N802
        assert handle.value == 7
        if self._can_change:
            self.mode = mode
        return self._can_change


@pytest.mark.parametrize(
    ("kernel", "expected", "mode"),
    [
        (Kernel(3), True, 7),
        (Kernel(7), True, 7),
        (Kernel(7, can_change=False), True, 7),
        (Kernel(3, can_change=False), False, 3),
        (Kernel(None), False, None),
    ],
    ids=["Windows 10", "already", "already and fixed", "Windows 8", "no console"],
)
def test_a_console_is_asked_to_interpret_escape_sequences(kernel, expected, mode, monkeypatch):
    monkeypatch.setattr(ctypes, "WinDLL", {"kernel32": kernel}.__getitem__, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number + 6))
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        found = interprets_escapes(STREAM)
    assert (found, kernel.mode) == (expected, mode)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of other systems")
def test_other_terminals_interpret_them():
    assert interprets_escapes(STREAM)
