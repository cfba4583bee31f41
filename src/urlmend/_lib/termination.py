"""End the work of a process in order when SIGINT or SIGTERM arrives."""

from __future__ import annotations

import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType


class Stopped(BaseException):
    """A signal has arrived; `status` is the exit status. No Exception, so that nothing takes it for a failure."""

    def __init__(self, number: int) -> None:
        """Take the number of the signal."""
        super().__init__(number)
        self.number = number
        self.status: int = 128 + number


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Stopped on the first SIGINT or SIGTERM."""

    def stop(number: int, _: FrameType | None) -> None:
        for other in before:
            signal.signal(other, signal.SIG_IGN)
        raise Stopped(number)

    def ignored(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, Stopped):
            hook(unraisable)
            return
        # Raised in a finalizer, which ignores exceptions: stop again when it has returned.
        for number in before:
            signal.signal(number, stop)
        Timer(0.01, _send_signal, (unraisable.exc_value.number,)).start()

    hook, sys.unraisablehook = sys.unraisablehook, ignored
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _send_signal(number: int) -> None:
    """Send a signal to this process."""
    if sys.platform == "win32":
        interrupt_main(signal.Signals(number))
    else:
        os.kill(os.getpid(), number)  # unlike `interrupt_main`, it also ends a system call that waits
