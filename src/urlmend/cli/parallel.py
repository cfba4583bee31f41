"""Read the files of a large tree in several processes, with the results in the order of one."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple, Protocol
from urlmend.cli.input_options import File, Projects
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import STDIN, Problem

if TYPE_CHECKING:
    from typing import Any

    from urlmend.settings.positions import Message

# The most bytes and files of a batch.
_BATCH_SIZE = 250_000
_BATCH_FILES = 100
# The main process reads batches with larger results, and larger files, one by one (bytes).
_MAX_SIZE = 8_000_000
# In seconds. There is no timeout in one process.
_TIMEOUT = 86_400


class Work(Protocol):
    """What a command does with each file. Its effects are those of the main process, which receives the events."""

    def projects(self) -> Projects:
        """Return the projects of the files, which print nothing."""

    def events(self, file: File) -> Iterable[Any]:
        """Yield what there is to print and write for a file; it must be possible to pickle it."""

    def take(self) -> Any:  # noqa: ANN401
        """Return and forget what else was found since the last call."""

    def add(self, taken: Any, files: Iterable[File]) -> None:  # noqa: ANN401
        """Add what `take` returned for these files in another process."""


_Batch = list[tuple[str, str]]
"""The name of each file that another process reads, and the named folder that it is in; empty if the main one does."""


class _Outcome(NamedTuple):
    """What a process returns for a batch."""

    events: list[tuple[int, bytes]]
    """The events, pickled, each with the number of its file."""
    taken: Any
    errors: tuple[str | Message, ...]
    """The errors of a ConfigError that ends the run after these events."""
    is_for_main: bool = False
    """Whether the main process has to read the batch."""


_FOR_MAIN = _Outcome([], None, (), is_for_main=True)


class _Worker:
    """Does the work for batches, in another process."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._projects: Projects | None = None

    def __call__(self, batch: _Batch) -> _Outcome:
        """Return the outcome of a batch."""
        if not batch:
            return _FOR_MAIN
        self._projects = self._projects or self._work.projects()
        events: list[tuple[int, bytes]] = []
        size = 0
        errors: tuple[str | Message, ...] = ()
        for number, (name, top) in enumerate(batch):
            try:
                for event in until_bug(name, self._work.events(File(name, top, self._projects.of(name, top)))):
                    # At once, as the window of a long text can only be located before the next one is read.
                    data = _pickled(event)
                    size += len(data) if data else _MAX_SIZE + 1
                    events.append((number, data or b""))
                    if size > _MAX_SIZE:
                        self._work.take()
                        return _FOR_MAIN
            except ConfigError as raised:
                errors = raised.args
                break
        return _Outcome(events, self._work.take(), errors)


def until_bug(name: str, events: Iterable[Any]) -> Iterator[Any]:
    """Yield the events of a file or document; what nothing foresees ends it as a problem, and others are read."""
    try:
        yield from events
    except (ConfigError, OSError):
        raise
    except Exception as error:
        yield Problem.from_bug(name, error)


def _pickled(event: Any) -> bytes | None:  # noqa: ANN401
    """Return an event for the main process; None if it cannot be pickled."""
    import pickle  # as other modules for several processes: most runs are small

    try:
        return pickle.dumps(event, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def in_order(
    files: Iterator[File], work: Work, worker_work: Work, processes: int | None, small: int
) -> Iterator[tuple[File, Iterable[Any]]]:
    """Yield the files with their events, in order; those without events may be left out.

    `worker_work` does the same work in other processes after the first `small` bytes, if there are as many again. The
    number of processes is by default that of the cores.
    """
    if not processes:  # as many as this process may use cores
        processes = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    size = 0
    for file in files:
        yield file, until_bug(file.name, work.events(file))
        size += _size(file) or 0
        if processes > 1 and size >= small:
            break
    else:
        return
    errors: list[ConfigError] = []
    files = _until_error(files, errors)
    next_files, size = [], 0
    for file in files:
        next_files.append(file)
        size += _size(file) or 0
        if size >= small:
            yield from _in_processes(chain(next_files, files), work, worker_work, processes)
            break
    else:
        for file in next_files:
            yield file, until_bug(file.name, work.events(file))
    if errors:
        raise errors[0]


def _until_error(files: Iterator[File], errors: list[ConfigError]) -> Iterator[File]:
    """Yield the files up to an error in settings, which is kept: files are taken ahead of their results."""
    try:
        yield from files
    except ConfigError as error:
        errors.append(error)


def _size(file: File) -> int | None:
    """Return the size of a file in bytes; None if other processes should or could not read it."""
    try:
        status = os.stat(file.name) if file.name != STDIN else None
    except (OSError, ValueError):  # reported when it is read
        return None
    return status.st_size if status and stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_SIZE else None


def _batches(files: Iterable[File]) -> Iterator[tuple[list[File], bool]]:
    """Yield the files in batches, and whether another process reads them."""
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
    files: Iterator[File], work: Work, worker_work: Work, processes: int
) -> Iterator[tuple[File, Iterable[Any]]]:
    import pickle

    from urlmend.scan.pool import Failure, map_in_order  # only large trees need these

    sent: deque[list[File]] = deque()

    def batches() -> Iterator[_Batch]:
        for files_of_batch, is_shared in _batches(files):
            sent.append(files_of_batch)
            yield [file[:2] for file in files_of_batch] if is_shared else []

    for _, outcome in map_in_order(_Worker(worker_work), batches(), processes=processes, timeout=_TIMEOUT):
        batch = sent.popleft()
        if isinstance(outcome, Failure):
            for file in batch:
                yield file, (Problem(file.name, outcome.reason),)
        elif outcome.is_for_main:
            for file in batch:
                yield file, until_bug(file.name, work.events(file))
        else:
            work.add(outcome.taken, batch)
            for number, event in outcome.events:
                yield batch[number], (pickle.loads(event),)  # noqa: S301  # written by the other process
            if outcome.errors:
                raise ConfigError(*outcome.errors)
