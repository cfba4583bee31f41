"""Baseline: recorded findings that are not reported again, in a file that branches can merge."""

from __future__ import annotations

import json
import os
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from urlmend._lib.atomic_write import atomic_path
from urlmend.settings.config import ConfigError


class Entry(NamedTuple):
    """One recorded finding; it has no line number, which would change with edits, and no secret."""

    file: str
    """The path relative to the folder of the baseline, with `/`."""
    code: str
    url: str
    """The URL with its secrets hidden."""


class Baseline:
    """A baseline file, and the entries that occurred again in this run."""

    def __init__(self, path: str) -> None:
        """Take the path of the file, which is not read yet."""
        self._path = path
        self._folder = os.path.dirname(os.path.abspath(path))
        self._is_read = False
        # Hashes of the entries in order, and of their files: a baseline may have millions of them.
        self._recorded = array("q")
        self._recorded_files = array("q")
        self._suppressed: Counter[Entry] = Counter()
        self._found: list[Entry] = []
        self._files: set[str] = set()

    def copy(self) -> Baseline:
        """Return an independent copy with the same state."""
        other = Baseline(self._path)
        other._is_read, other._recorded, other._recorded_files = self._is_read, self._recorded, self._recorded_files
        other._suppressed = self._suppressed.copy()
        other._found = self._found.copy()
        other._files = self._files.copy()
        return other

    def read(self) -> None:
        """Read the file. Raises ConfigError if it cannot be read; for a bad entry, with its line number."""
        recorded = array("q")
        for entry in self._entries():
            recorded.append(hash(entry))
            self._recorded_files.append(hash(entry.file))
        self._recorded = array("q", sorted(recorded))
        self._is_read = True

    def _entries(self) -> Iterator[Entry]:
        """Yield the entries of the file. Raises ConfigError."""
        try:
            with open(self._path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if line.strip():
                        yield _parse(line, f"{self._path}:{number}")
        except (OSError, UnicodeError) as error:
            raise ConfigError(f"{self._path}: {getattr(error, 'strerror', None) or error}") from error

    def suppresses(self, name: str, code: str, url: str) -> bool:
        """Whether a finding is recorded; each entry suppresses one finding."""
        entry = Entry(self._name(name), code, url)
        self._found.append(entry)
        key = hash(entry)
        if self._suppressed[entry] >= bisect_right(self._recorded, key) - bisect_left(self._recorded, key):
            return False
        self._suppressed[entry] += 1
        return True

    def add_file(self, name: str) -> None:
        """Note that a file was linted: the entries of other files do not count as gone."""
        self._files.add(self._name(name))

    def no_longer_found(self) -> list[Entry]:
        """Return the entries of the linted files that no longer occur, sorted."""
        linted = set(map(hash, self._files))
        if sum(file in linted for file in self._recorded_files) == self._suppressed.total():
            return []
        suppressed = self._suppressed.copy()
        gone = []
        for entry in self._entries():
            if entry.file in self._files and suppressed[entry] <= 0:
                gone.append(entry)
            suppressed[entry] -= 1
        return sorted(gone)

    def write(self) -> None:
        """Write all findings of this run, one per line and sorted; entries of files that were not linted are kept.

        Raises ConfigError if the file cannot be written.
        """
        kept = (entry for entry in self._entries() if entry.file not in self._files) if self._is_read else ()
        lines = sorted(json.dumps(entry._asdict(), sort_keys=True) + "\n" for entry in chain(self._found, kept))
        try:
            with atomic_path(self._path) as temporary, open(temporary, "w", encoding="utf-8") as file:
                file.writelines(lines)
        except OSError as error:
            raise ConfigError(f"{self._path}: {error.strerror or error}") from error

    def _name(self, name: str) -> str:
        return name if name == "-" else os.path.relpath(name, self._folder).replace(os.sep, "/")


def _parse(line: str, place: str) -> Entry:
    try:
        row = json.loads(line)
        return Entry(str(row["file"]), str(row["code"]), str(row["url"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(f"{place}: not a baseline entry") from error
