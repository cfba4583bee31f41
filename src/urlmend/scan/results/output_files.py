"""Files of an export: local ones or in a store, written atomically."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, TextIO, cast

from urlmend._lib.atomic_write import as_text, atomic_file, synchronise
from urlmend.sources.remote import COPY_SIZE, is_remote, write_file

STDOUT = "-"
"""The path of standard output."""


def findings_beside(path: str) -> str:
    """The path of the findings that belong to a file of URLs."""
    stem, suffix = os.path.splitext(path)
    return f"{stem}.findings{suffix}"


@contextmanager
def output_file(path: str) -> Iterator[BinaryIO]:
    """Yield a binary file that gets a path or an address on success; standard output for `-`. Raises OSError."""
    if path == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if not is_remote(path):
        with atomic_file(path) as file:
            yield file
        return
    with SpooledTemporaryFile(COPY_SIZE) as spooled:
        yield cast("BinaryIO", spooled)
        spooled.seek(0)
        write_file(path, cast("IO[bytes]", spooled))


@contextmanager
def output_pair(first: str, second: str) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield two binary files that get their paths or addresses on success, if possible at the same moment.

    Raises OSError.
    """
    with output_file(first) as one, output_file(second) as other:
        yield one, other
        for file, path in ((one, first), (other, second)):
            if not is_remote(path):
                synchronise(file)  # which takes long: later, one file would have its name and the other not


@contextmanager
def text_output(path: str) -> Iterator[TextIO]:
    """Yield a text file as `output_file` does. Raises OSError."""
    if path == STDOUT:
        yield sys.stdout
        return
    with output_file(path) as file, as_text(file) as text:
        yield text
