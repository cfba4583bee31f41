"""Pseudo-terminals: what a program prints if its output is a terminal."""

import os


def read_terminal(controller: int) -> bytes:
    """Read until no process has the terminal open any more, and close it."""
    shown = b""
    try:
        while block := os.read(controller, 1 << 16):
            shown += block
    except OSError:  # the end of the terminal on Linux
        pass
    finally:
        os.close(controller)
    return shown
