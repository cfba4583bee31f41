"""Wait for the end of a process that is not a child of this one."""

from __future__ import annotations

import os
import select
import sys
import time

# The time between two checks where the system cannot wait for other processes, in seconds.
_INTERVAL = 2


def wait_for_end(process: int) -> None:
    """Return when the process with a number has ended, at once if there is none."""
    try:
        _wait(process)
    except (ProcessLookupError, OverflowError):
        return
    except (AttributeError, OSError):  # an old kernel, or one that forbids it
        while _exists(process):
            time.sleep(_INTERVAL)


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # of another user
        return True
    return True


if sys.platform == "win32":

    def _wait(process: int) -> None:
        import ctypes

        synchronise, infinite, invalid_parameter = 0x00100000, 0xFFFFFFFF, 87
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(synchronise, False, process)
        if handle:
            kernel.WaitForSingleObject(ctypes.c_void_p(handle), infinite)
            kernel.CloseHandle(ctypes.c_void_p(handle))
        elif ctypes.get_last_error() != invalid_parameter:  # a process of another user, whose end cannot be seen
            while True:
                time.sleep(_INTERVAL)

elif sys.platform == "darwin":

    def _wait(process: int) -> None:
        event = select.kevent(process, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT)
        queue = select.kqueue()
        try:
            queue.control([event], 1)
        finally:
            queue.close()

else:

    def _wait(process: int) -> None:
        handle = os.pidfd_open(process)
        try:
            poll = select.poll()
            poll.register(handle, select.POLLIN)
            poll.poll()
        finally:
            os.close(handle)
