"""The findings that a project has agreed to live with, in a file that branches can merge."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import NamedTuple

from urlmend._lib.atomic_write import atomic_path
from urlmend.settings.config import ConfigError


class Entry(NamedTuple):
    """One agreed finding: no line, and no secret, so that neither moves nor leaks."""

    file: str
    """The path from the baseline's folder, with `/`."""
    code: str
    url: str
    """The URL with its secrets hidden."""


class Baseline:
    """A baseline file, and which of its entries a run has met again."""

    def __init__(self, path: str) -> None:
        """Take a path; nothing is read yet."""
        self._path = path
        self._folder = os.path.dirname(os.path.abspath(path))
        self._left: Counter[Entry] = Counter()
        self._met: list[Entry] = []
        self._files: set[str] = set()

    def copy(self) -> Baseline:
        """Another one in the same state."""
        other = Baseline(self._path)
        other._left, other._met, other._files = self._left.copy(), self._met.copy(), self._files.copy()
        return other

    def read(self) -> None:
        """Read the file. Raises ConfigError if it cannot be read, with the line that is wrong."""
        try:
            with open(self._path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if line.strip():
                        self._left[_parse(line, f"{self._path}:{number}")] += 1
        except (OSError, UnicodeError) as error:
            raise ConfigError(f"{self._path}: {getattr(error, 'strerror', None) or error}") from error

    def holds(self, name: str, code: str, url: str) -> bool:
        """Whether a finding is agreed on; each entry stands for one finding."""
        entry = Entry(self._name(name), code, url)
        self._met.append(entry)
        if self._left[entry] <= 0:
            return False
        self._left[entry] -= 1
        return True

    def visit(self, name: str) -> None:
        """Note that a file was linted: entries of other files say nothing about this run."""
        self._files.add(self._name(name))

    def gone(self) -> list[Entry]:
        """The entries of the linted files that no finding has met."""
        return sorted(entry for entry in self._left.elements() if entry.file in self._files)

    def write(self) -> None:
        """Write all findings of this run, one a line and sorted; entries of files that were not linted are kept.

        Raises ConfigError if it cannot be written.
        """
        kept = [entry for entry in self._left.elements() if entry.file not in self._files]
        lines = sorted(json.dumps(entry._asdict(), sort_keys=True) + "\n" for entry in (*self._met, *kept))
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
        raise ConfigError(f"{place}: no baseline entry") from error
