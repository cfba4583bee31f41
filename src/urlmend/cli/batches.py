"""Lint the files of a large tree in several processes, with the results in the order of one."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from urlmend._lib.fast_typing import NamedTuple
from urlmend.cli import rule_options
from urlmend.cli.input_options import Projects
from urlmend.cli.linted_files import File, FileLinter
from urlmend.model.finding import Result
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import STDIN, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections import Counter

    from urlmend.linting.baseline import Entry
    from urlmend.linting.git_changes import Changes

    Events = Iterable[Result | Problem]
    Taken = tuple[list[Entry], Counter[Entry], set[str]]

# So many bytes are linted in one process first: other processes then start with its modules and expressions. They start
# if there are as many bytes again.
_SMALL = 1_000_000
# The most bytes and files of a batch.
_BATCH_SIZE = 250_000
_BATCH_FILES = 100
# The main process lints batches with larger results, and larger files, one by one (bytes).
_MAX_SIZE = 8_000_000
# In seconds. There is no timeout in one process.
_TIMEOUT = 86_400


class _Batch(NamedTuple):
    """Files that another process lints."""

    names: list[tuple[str, str]]
    """The name of each file, and the named folder that it is in; empty if the main process lints the files."""


class _Outcome(NamedTuple):
    """What a process returns for a batch."""

    events: list[tuple[int, bytes]]
    """The results with findings, and the problems, pickled, each with the number of its file."""
    taken: dict[str, Taken]
    """What was found of the baselines, by real path."""
    unattended: dict[str, str]
    binary: dict[str, None]
    error: str | None
    """The message of a ConfigError that ends the run after these events."""
    is_for_main: bool = False
    """Whether the main process has to lint the batch."""


_FOR_MAIN = _Outcome([], {}, {}, {}, None, is_for_main=True)


class _Worker:
    """Lints batches in another process."""

    def __init__(self, options: argparse.Namespace, changes: Changes | None) -> None:
        self._options = options
        self._changes = changes
        self._projects: Projects | None = None
        self._linter = FileLinter(options, changes)

    def __call__(self, batch: _Batch) -> _Outcome:
        """Return the outcome of a batch."""
        if not batch.names:
            return _FOR_MAIN
        self._projects = self._projects or Projects(self._options, rule_options.check, say=lambda _: None)
        events: list[tuple[int, bytes]] = []
        size, error = 0, None
        for number, (name, top) in enumerate(batch.names):
            try:
                for event in self._linter.results(File(name, top, self._projects.of(name, top))):
                    if isinstance(event, Problem) or event.findings:
                        # At once, as the window of a long text can only be located before the next one is read.
                        data = _pickled(event)
                        size += len(data) if data else _MAX_SIZE + 1
                        events.append((number, data or b""))
                    if size > _MAX_SIZE:
                        self._taken()
                        return _FOR_MAIN
            except ConfigError as raised:
                error = str(raised)
                break
        return _Outcome(events, *self._taken(), error)

    def _taken(self) -> tuple[dict[str, Taken], dict[str, str], dict[str, None]]:
        """Return and forget what was found of the baselines, the unattended files, and the binary ones."""
        taken = {path: baseline.take() for path, baseline in self._linter.baselines.items()}
        unattended, binary = self._linter.unattended.copy(), self._linter.binary.copy()
        self._linter.unattended.clear()
        self._linter.binary.clear()
        return taken, unattended, binary


def _pickled(event: Result | Problem) -> bytes | None:
    """Return a result or problem for the main process; None if it cannot be pickled."""
    import pickle  # as other modules for several processes: most runs are small

    try:
        return pickle.dumps(event, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def lint_files(
    options: argparse.Namespace, files: Iterator[File], linter: FileLinter, changes: Changes | None
) -> Iterator[tuple[File, Events]]:
    """Yield the files with their results and problems, in order; without findings, a file may be left out."""
    processes = 1 if options.verbose else options.processes or _cores()
    errors: list[ConfigError] = []
    files = _until_error(files, errors)
    size = 0
    for file in files:
        yield file, linter.results(file)
        size += _size(file) or 0
        if processes > 1 and size >= _SMALL:
            break
    next_files = _first_files(files)
    if sum(_size(file) or 0 for file in next_files) >= _SMALL:
        yield from _in_processes(options, chain(next_files, files), linter, changes, processes)
    else:
        for file in next_files:
            yield file, linter.results(file)
    if errors:
        raise errors[0]


def _until_error(files: Iterator[File], errors: list[ConfigError]) -> Iterator[File]:
    """Yield the files up to an error in settings, which is kept: files are taken ahead of their results."""
    try:
        yield from files
    except ConfigError as error:
        errors.append(error)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _first_files(files: Iterator[File]) -> list[File]:
    """Return the first files: so many that several processes are faster, or all."""
    found: list[File] = []
    size = 0
    for file in files:
        found.append(file)
        size += _size(file) or 0
        if size >= _SMALL:
            break
    return found


def _size(file: File) -> int | None:
    """Return the size of a file in bytes; None if other processes should or could not read it."""
    try:
        status = os.stat(file.name) if file.name != STDIN else None
    except (OSError, ValueError):  # reported when it is read
        return None
    return status.st_size if status and stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_SIZE else None


def _batches(files: Iterable[File]) -> Iterator[tuple[list[File], bool]]:
    """Yield the files in batches, and whether another process lints them."""
    found: list[File] = []
    total = 0
    for file in files:
        size = _size(file)
        if found and (size is None or total + size > _BATCH_SIZE or len(found) == _BATCH_FILES):
            yield found, True
            found, total = [], 0
        if size is None:
            yield [file], False
        else:
            found.append(file)
            total += size
    if found:
        yield found, True


def _in_processes(
    options: argparse.Namespace, files: Iterator[File], linter: FileLinter, changes: Changes | None, processes: int
) -> Iterator[tuple[File, Events]]:
    import pickle

    from urlmend.scan.pool import Failure, map_in_order  # only large trees need these

    sent: deque[list[File]] = deque()

    def batches() -> Iterator[_Batch]:
        for files_of_batch, is_shared in _batches(files):
            sent.append(files_of_batch)
            yield _Batch([file[:2] for file in files_of_batch] if is_shared else [])

    worker = _Worker(options, changes)
    for _, outcome in map_in_order(worker, batches(), processes=processes, timeout=_TIMEOUT):
        batch = sent.popleft()
        if isinstance(outcome, Failure):
            for file in batch:
                yield file, (Problem(file.name, outcome.reason),)
        elif outcome.is_for_main:
            for file in batch:
                yield file, linter.results(file)
        else:
            _add(outcome, batch, linter)
            for number, event in outcome.events:
                yield batch[number], (pickle.loads(event),)  # noqa: S301  # written by the other process
            if outcome.error is not None:
                raise ConfigError(outcome.error)


def _add(outcome: _Outcome, batch: Iterable[File], linter: FileLinter) -> None:
    """Add what a process found of the baselines, and its unattended and binary files."""
    linter.unattended.update(outcome.unattended)
    linter.binary.update(outcome.binary)
    if outcome.taken:
        for file in batch:
            linter.linter(file.project)
        for path, taken in outcome.taken.items():
            linter.baselines[path].add(taken)
