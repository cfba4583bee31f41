"""Baseline: recorded findings that are not reported again, in a file that branches can merge."""

from __future__ import annotations

import json
import os
from array import array
from bisect import bisect_left, bisect_right
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from urlmend._lib.atomic_write import atomic_text_file
from urlmend._lib.regular_file import open_regular_file
from urlmend.redaction.redact import MASK, redact_names
from urlmend.settings.config import ConfigError
from urlmend.sources.walk import relative

# The size in bytes of the largest baseline that settings may name: more than a million entries.
_MAX_SIZE = 256 << 20
# The size in bytes of the longest line; what is longer is not an entry.
_MAX_LINE = 1 << 20


class Entry(NamedTuple):
    """One recorded finding; it has no line number, which would change with edits, and no secret."""

    file: str
    """The path relative to the folder of the baseline, with `/` and its secrets hidden."""
    code: str
    url: str
    """The URL with its secrets hidden."""


class Baseline:
    """A baseline file, and the entries that occurred again in this run."""

    def __init__(self, path: str, *, named_by_settings: bool = False) -> None:
        """Take the path of the file, which is not read yet.

        A file that is named by settings must be a regular file of limited size.
        """
        self.path = path
        """The path of the file, as the user or the settings name it."""
        self._named_by_settings = named_by_settings
        self._folder = os.path.dirname(os.path.abspath(path))
        self._is_read = False
        # Hashes of the entries in order, and of their files: a baseline may have millions of them.
        self._recorded = array("q")
        self._recorded_files = array("q")
        self._suppressed: Counter[Entry] = Counter()
        self._found: list[Entry] = []
        self._files: set[str] = set()
        self.left_out: set[str] = set()
        """The codes of rules that the settings run, but not this command line: their entries stay as they are."""

    def as_read(self) -> Baseline:
        """Return another one with the same entries, of which none has occurred in this run."""
        other = Baseline(self.path, named_by_settings=self._named_by_settings)
        other._is_read, other._recorded, other._recorded_files = self._is_read, self._recorded, self._recorded_files
        other.left_out = self.left_out
        return other

    def take(self) -> tuple[list[Entry], Counter[Entry], set[str]]:
        """Return what occurred since the last call: the findings, those that were suppressed, and the linted files."""
        taken = self._found, self._suppressed, self._files
        self._found, self._suppressed, self._files = [], Counter(), set()
        return taken

    def add(self, taken: tuple[list[Entry], Counter[Entry], set[str]]) -> None:
        """Add what `take` returned for another one; no file is linted with both."""
        found, suppressed, files = taken
        self._found += found
        self._suppressed += suppressed
        self._files |= files

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
            with self._open() as file:
                for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
                    entry = line.removeprefix(BOM_UTF8) if number == 1 else line
                    if entry.strip():
                        yield _parse(entry, f"{self.path}:{number}")
        except FileNotFoundError as error:
            raise ConfigError(f"{self.path}: no such file; `urlmend lint --update-baseline` writes it") from error
        except OSError as error:
            raise ConfigError(f"{self.path}: {getattr(error, 'strerror', None) or error}") from error

    def _open(self) -> BinaryIO:
        return open_regular_file(self.path, _MAX_SIZE) if self._named_by_settings else open(self.path, "rb")

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
            if entry.file in self._files and entry.code not in self.left_out and suppressed[entry] <= 0:
                gone.append(entry)
            suppressed[entry] -= 1
        return sorted(gone)

    def write(self) -> int:
        """Write all findings of this run, one per line and sorted, and return the number of entries.

        Entries of files and rules that were not linted are kept, unless their file does not exist any more. Raises
        ConfigError if the file cannot be written.
        """
        kept = filter(self._is_kept, self._entries()) if self._is_read else ()
        lines = sorted(json.dumps(entry._asdict(), sort_keys=True) + "\n" for entry in chain(self._found, kept))
        try:
            with atomic_text_file(self.path) as file:
                file.writelines(lines)
        except OSError as error:
            raise ConfigError(f"{self.path}: {error.strerror or error}") from error
        return len(lines)

    def _is_kept(self, entry: Entry) -> bool:
        if entry.file in self._files:
            return entry.code in self.left_out
        archive = entry.file.partition("!")[0]  # a member's name follows
        return archive == "-" or MASK in archive or os.path.exists(os.path.join(self._folder, archive))

    def _name(self, name: str) -> str:
        return name if name == "-" else redact_names(relative(name, self._folder))


def _parse(line: bytes, place: str) -> Entry:
    try:
        row = json.loads(line.decode())
        entry = Entry(row["file"], row["code"], row["url"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(f"{place}: not a baseline entry") from error
    if not all(isinstance(value, str) for value in entry):
        raise ConfigError(f"{place}: not a baseline entry")
    return entry
