"""`urlmend redact`: copy text with its secrets replaced by `***`."""

from __future__ import annotations

import codecs
import os
import sys
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.cli import CLEAN, FAILED
from urlmend.cli.filter_input import PATHS, Inputs, encoding, unreadable_format
from urlmend.filters.redacting import Redactor

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import BinaryIO

    from urlmend.cli.option_table import OptionTable

OPTIONS: Mapping[str, OptionTable] = {"": {**PATHS}}

_BLOCK = 1 << 16
# The number of blocks that are read before they are searched.
_AHEAD = 16
# Complete lines are printed if nothing arrives for so many seconds, and all but the last one after so many.
_PAUSE = 0.1
_LONGEST_WAIT = 0.3


def run(options: argparse.Namespace) -> int:
    """Copy text to standard output, and replace the passwords, tokens and keys in it by `***`."""
    inputs = Inputs(options.paths)
    for name, file in inputs:
        with inputs.problems_of(name):
            if found := _redact(file):
                inputs.fail(name, f"a file in the format {found}, not text: extract its text first")
    return FAILED if inputs.failed else CLEAN


def _redact(file: BinaryIO) -> str:
    """Write the redacted text of a file; return its format if it is none."""
    blocks = _blocks_as_they_arrive(file.fileno())
    head = next(blocks, b"")
    if found := unreadable_format(head or b""):
        return found
    codec, errors = encoding(head or b"")
    decoder = codecs.getincrementaldecoder(codec)(errors)
    redactor = Redactor()
    last = time.monotonic()

    def write(text: str) -> None:
        nonlocal last
        last = time.monotonic()
        if text:
            sys.stdout.buffer.write(text.encode(codec, errors))
            sys.stdout.buffer.flush()

    block: bytes | None = head
    while block != b"":
        if block is None:
            write(redactor.lines())
        else:
            text = redactor.add(decoder.decode(block))
            if text:
                write(text)
            elif time.monotonic() - last > _LONGEST_WAIT:
                write(redactor.lines(but_last=True))
        block = next(blocks)
    write(redactor.add(decoder.decode(b"", final=True)) + redactor.rest())
    return ""


def _blocks_as_they_arrive(file: int) -> Iterator[bytes | None]:
    """Yield the blocks of a file, None after a pause of its writer, and an empty block at its end.

    Raises OSError if it cannot be read. A thread reads it, since there is no other way to wait for a pipe for a limited
    time on all systems. It has a descriptor of its own: it may read on after the file has been closed, and the next
    file may get the same descriptor.
    """
    blocks: SimpleQueue[bytes | OSError] = SimpleQueue()
    free = Semaphore(_AHEAD)
    own = os.dup(file)

    def read() -> None:
        block = b"-"
        try:
            while block:
                free.acquire()
                block = os.read(own, _BLOCK)
                blocks.put(block)
        except OSError as error:
            blocks.put(error)
        finally:
            os.close(own)

    Thread(target=read, daemon=True).start()
    paused = True
    block: bytes | OSError = b"-"
    while block:
        try:
            block = blocks.get(timeout=None if paused else _PAUSE)
        except Empty:
            paused = True
            yield None
            continue
        paused = False
        free.release()
        if isinstance(block, OSError):
            raise block
        yield block
