"""Rows of work units that are too many for the memory: they are passed in temporary files."""

from __future__ import annotations

import os
import pickle
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import NamedTuple

from urlmend.scan.rows import UnitRows
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import UnitReader
from urlmend.sources.paths import Problem


class SpilledRows(NamedTuple):
    """The rows of a work unit in a file, which is removed when they are read."""

    path: str
    problems: tuple[Problem, ...]
    messages: int
    lines: int
    digest: str

    def chunks(self) -> Iterator[UnitRows]:
        """Yield the rows in several parts; `FindingRow.url` is the number of a URL in its part."""
        with open(self.path, "rb") as file:
            while file.peek(1):
                yield pickle.load(file)  # noqa: S301  # written by another process of this scan
        os.unlink(self.path)


@contextmanager
def new_folder() -> Iterator[str]:
    """Return an unused path for a folder of rows, which is removed at the end of a `with` block."""
    path = os.path.join(tempfile.gettempdir(), f"urlmend-{secrets.token_hex(8)}")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def read_or_spill(reader: UnitReader, folder: str, unit: Unit | Problem) -> UnitRows | SpilledRows:
    """Return the rows of a unit; a problem is one already. Several chunks of rows are spilled to a file of the folder.

    The folder is made when it is needed.
    """
    chunks = reader.chunks(unit)
    first, second = next(chunks, UnitRows()), next(chunks, None)
    if second is None:
        return first
    os.makedirs(folder, mode=0o700, exist_ok=True)  # few scans need it, and one that is killed leaves it
    number, path = tempfile.mkstemp(dir=folder)
    total = UnitRows()
    with open(number, "wb") as file:
        for rows in chain((first, second), chunks):
            try:
                pickle.dump(rows, file, pickle.HIGHEST_PROTOCOL)
                file.flush()
            except OSError as error:  # such as a full disk
                raise OSError(error.errno, error.strerror, path) from error
            total = UnitRows.joined((total, rows._replace(urls=(), findings=())))
    return SpilledRows(path, tuple(total.problems), total.messages, total.lines, total.digest)
