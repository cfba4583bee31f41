"""A scan on the workers of a cluster, into a dataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from distributed import Client
from pyarrow import ArrowException

from urlmend.redaction.redact import redact
from urlmend.scan.cluster.engine import map_as_completed
from urlmend.scan.cluster.resolve_distributed import resolve
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import UNITS, Dataset, FinishedScan, ProblemRow, UnitRow, part_name
from urlmend.scan.results.parts import Summary, pack, summary_of
from urlmend.scan.rows import redacted_problem
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import UnitReader
from urlmend.sources.paths import Problem


class Totals(NamedTuple):
    """The contents of a dataset."""

    urls: int
    findings: int
    """Without those that report an ambiguity that the archive has resolved."""
    messages: int
    problems: int
    settled: int
    """Ambiguous URLs that the archive has resolved."""


class _UnitTask(NamedTuple):
    """A unit for a worker."""

    number: int
    """The number of the unit in the scan, from 0."""
    key: str
    """The name of the unit's part."""
    unit: Unit
    is_done: bool
    """Whether the part exists."""


class _PartWriter:
    """The function that workers run: it writes the part of a unit, unless that exists and is readable."""

    def __init__(self, reader: UnitReader, dataset: Dataset) -> None:
        self._reader = reader
        self._dataset = dataset

    def __call__(self, task: _UnitTask, /) -> Summary:
        if task.is_done:
            try:
                with self._dataset.open(part_name(task.key)) as file:
                    return summary_of(file)
            except (OSError, ValueError, ArrowException):
                pass  # damaged or removed: write it again
        data, summary = pack(task.key, self._reader(task.unit))
        self._dataset.write(part_name(task.key), data)
        return summary


class ClusterScan:
    """One scan: `units` reads the archives, and `finish` completes the dataset."""

    def __init__(self, client: Client, dataset: Dataset, reader: UnitReader, *, timeout: float) -> None:
        """Take the cluster, the dataset to write, the reader of units, and the timeout for a unit in seconds."""
        self._client = client
        self._dataset = dataset
        self._write_part = _PartWriter(reader, dataset)
        self._timeout = timeout
        self._units: list[tuple[Unit, str]] = []
        """Each unit with its key."""
        self._summaries: dict[int, Summary] = {}
        self._problems: list[Problem] = []
        self._listing_is_complete = True
        """Whether all archives could be listed."""

    def units(self, found: Iterator[Unit | Problem]) -> Iterator[tuple[Unit | Problem, Summary | Failure]]:
        """Read the units, and yield each with its summary when it is completed. Raises ClusterError, OSError."""
        done = self._dataset.parts()
        new_problems: list[Problem] = []
        tasks = self._tasks(found, done, new_problems)
        for task, result in map_as_completed(self._client, self._write_part, tasks, timeout=self._timeout):
            yield from self._drained(new_problems)
            if isinstance(result, Failure):
                self._problems.append(Problem(task.unit.names[0], result.reason))
            else:
                self._summaries[task.number] = result
            yield task.unit, result
        yield from self._drained(new_problems)

    def _tasks(
        self, found: Iterator[Unit | Problem], done: set[str], new_problems: list[Problem]
    ) -> Iterator[_UnitTask]:
        """Yield a task for each unit; problems are added to `new_problems`."""
        for unit in found:
            if isinstance(unit, Problem):
                self._listing_is_complete = False
                new_problems.append(unit)
                continue
            key = self._dataset.key(unit)
            # Keep only the first name of a unit that is several files.
            self._units.append((unit._replace(names=unit.names[:1]), key))
            yield _UnitTask(number=len(self._units) - 1, key=key, unit=unit, is_done=key in done)

    def _drained(self, new_problems: list[Problem]) -> Iterator[tuple[Problem, Summary]]:
        """Record and yield the new problems, and empty their list."""
        self._problems += new_problems
        for problem in new_problems:
            yield problem, Summary(urls=0, findings=0, messages=0, lines=0, problems=(problem,))
        new_problems.clear()

    def finish(self) -> Totals:
        """Resolve ambiguous URLs, and write the tables of units and problems, unless nothing has changed.

        Raises ClusterError, OSError.
        """
        units = list(self._unit_rows())
        problems = [ProblemRow(None, *redacted_problem(problem)) for problem in self._problems]
        for (_, key), summary in ((self._units[number], self._summaries[number]) for number in sorted(self._summaries)):
            problems += (ProblemRow(key, *problem) for problem in summary.problems)
        previous = self._dataset.read_finished()
        if previous and (previous.units, previous.problems) == (units, problems):
            resolved = previous.resolved
        else:
            self._dataset.remove(UNITS)  # without this table, the dataset is not readable as a result
            resolved = resolve(self._client, self._dataset, units, timeout=self._timeout)
            self._dataset.write_finished(FinishedScan(units, problems, resolved))
        if self._listing_is_complete:
            self._remove_other_parts({key for _, key in self._units})
        return Totals(
            urls=sum(unit.urls for unit in units),
            findings=sum(unit.findings for unit in units) - resolved.findings,
            messages=sum(unit.messages for unit in units),
            problems=len(problems),
            settled=resolved.urls,
        )

    def _unit_rows(self) -> Iterator[UnitRow]:
        """Yield the rows of the units that were read; the lines of failed units are counted, too."""
        name, lines, messages, urls = "", 0, 0, 0
        for number, (unit, key) in enumerate(self._units):
            if not unit.is_part or unit.names[0] != name:
                name, lines, messages = unit.names[0], 0, 0
            summary = self._summaries.get(number)
            if summary is None:
                lines += unit.count_lines()
                continue
            yield UnitRow(
                position=number,
                unit=key,
                name=redact(name),
                bytes=unit.size,
                messages=summary.messages,
                lines=summary.lines,
                first_line=lines,
                first_message=messages,
                urls=summary.urls,
                first_id=urls + 1,
                findings=summary.findings,
            )
            urls += summary.urls
            lines += summary.lines
            messages += summary.messages

    def _remove_other_parts(self, keys: set[str]) -> None:
        """Remove the parts of units that have changed or no longer exist."""
        obsolete = self._dataset.parts() - keys
        self._dataset.remove(*(part_name(key) for key in obsolete))
