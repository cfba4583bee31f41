"""A scan on the workers of a cluster, into a dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from distributed import Client
from pyarrow import ArrowException

from urlmend.scan.cluster.engine import map_as_completed
from urlmend.scan.cluster.ledger import Ledger, Totals
from urlmend.scan.cluster.resolve_distributed import resolve
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import UNITS, Dataset, FinishedScan, ResolvedCounts, part_name
from urlmend.scan.results.parts import Summary, summary_of, write_part
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import UnitReader
from urlmend.sources.paths import Problem

# The bytes of a part that a worker holds; larger ones are in a temporary file.
_MAX_IN_MEMORY = 1 << 25


class _UnitTask(NamedTuple):
    """A unit for a worker."""

    number: int
    """The number of the unit in the scan, from 0."""
    key: str
    """The name of the unit's part."""
    unit: Unit
    is_done: bool
    """Whether the part exists."""


def _write_part(reader: UnitReader, dataset: Dataset, task: _UnitTask) -> Summary:
    """Write the part of a unit, unless that exists and is readable, and return its summary: this runs on workers."""
    if task.is_done:
        try:
            with dataset.open(part_name(task.key)) as file:
                return summary_of(file)
        except (OSError, ValueError, ArrowException):
            pass  # damaged or removed: write it again
    with SpooledTemporaryFile(_MAX_IN_MEMORY) as file:
        summary = write_part(task.key, reader.chunks(task.unit), file, dataset.hash_key)
        file.seek(0)
        dataset.write_from(part_name(task.key), file)
    return summary


class ClusterScan:
    """One scan: `units` reads the archives, and `finish` completes the dataset."""

    def __init__(self, client: Client, dataset: Dataset, reader: UnitReader, *, timeout: float) -> None:
        """Take the cluster, the dataset to write, the reader of units, and the timeout for a unit in seconds."""
        self._client = client
        self._dataset = dataset
        self._write_part = partial(_write_part, reader, dataset)
        self._timeout = timeout
        self._ledger = Ledger(dataset.hash_key)
        self._listing_is_complete = True
        """Whether all archives could be listed."""

    def close(self) -> None:
        """Delete temporary files."""
        self._ledger.close()

    def units(
        self, found: Iterator[Unit | Problem], on_problem: Callable[[Problem], object]
    ) -> Iterator[tuple[Unit, Summary | Failure]]:
        """Read the units, and yield each with its summary when it is completed. Raises ClusterError, OSError.

        `on_problem` is called with what cannot be listed.
        """
        self._ledger.add_parts(self._dataset.parts())
        tasks = self._tasks(found, on_problem)
        for task, result in map_as_completed(self._client, self._write_part, tasks, timeout=self._timeout):
            if isinstance(result, Failure):
                self._ledger.add_problem(Problem(task.unit.names[0], result.reason))
            else:
                self._ledger.finish(task.number, task.key, result)
            yield task.unit, result

    def _tasks(self, found: Iterator[Unit | Problem], on_problem: Callable[[Problem], object]) -> Iterator[_UnitTask]:
        """Yield a task for each unit, and record the problems."""
        for unit in found:
            if isinstance(unit, Problem):
                self._listing_is_complete = False
                self._ledger.add_problem(unit)
                on_problem(unit)
                continue
            key = self._dataset.key(unit)
            yield _UnitTask(self._ledger.add(unit, key), key, unit, is_done=self._ledger.has_part(key))

    def finish(self) -> Totals:
        """Resolve ambiguous URLs, and write the tables of units and problems, unless nothing has changed.

        Raises ClusterError, OSError.
        """
        ledger = self._ledger
        resolved = self._previously_resolved()
        if resolved is None:
            self._dataset.remove(UNITS)  # without this table, the dataset is not readable as a result
            resolved = resolve(self._client, self._dataset, ledger, timeout=self._timeout)
            self._dataset.write_finished(FinishedScan(ledger, ledger.problems(), resolved))
        if self._listing_is_complete:
            ledger.add_parts(self._dataset.parts())
            self._dataset.remove(*map(part_name, ledger.obsolete_parts()))
        return ledger.totals(resolved)

    def _previously_resolved(self) -> ResolvedCounts | None:
        """The counts of the last scan if it has read the same; None if it has not, or if its tables are damaged."""
        try:
            previous = self._dataset.read_finished()
            if previous and _equal(previous.units, self._ledger) and _equal(previous.problems, self._ledger.problems()):
                return previous.resolved
        except (OSError, ValueError, KeyError, TypeError, ArrowException):  # of the library, or for other columns
            pass
        return None


def _equal(some: Iterable[object], others: Iterable[object]) -> bool:
    """Whether two tables have the same rows."""
    return all(one == other for one, other in zip_longest(some, others))
