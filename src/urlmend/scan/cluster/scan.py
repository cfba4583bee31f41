"""A scan over the workers of a cluster, into a dataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from distributed import Client
from pyarrow import ArrowException

from urlmend.scan.cluster.doubts import settle
from urlmend.scan.cluster.engine import as_done
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import UNITS, Dataset, ProblemRow, UnitRow, part_name
from urlmend.scan.results.parts import Summary, pack, summary_of
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import UnitReader
from urlmend.sources.paths import Problem


class Totals(NamedTuple):
    """What a dataset holds."""

    urls: int
    findings: int
    """Those of doubts that the archive has settled are left out."""
    messages: int
    problems: int
    settled: int


class _Piece(NamedTuple):
    """A unit for a worker; `key` is what its part is called by."""

    number: int
    key: str
    unit: Unit
    is_done: bool


class _Work:
    """What a worker does with a unit: it writes the unit's part, unless that is there."""

    def __init__(self, reader: UnitReader, dataset: Dataset) -> None:
        self._reader = reader
        self._dataset = dataset

    def __call__(self, piece: _Piece, /) -> Summary:
        if piece.is_done:
            try:
                with self._dataset.open(part_name(piece.key)) as file:
                    return summary_of(file)
            except (OSError, ValueError, ArrowException):
                pass  # it is damaged, or gone: it is written anew
        data, summary = pack(piece.key, self._reader(piece.unit))
        self._dataset.write(part_name(piece.key), data)
        return summary


class ClusterScan:
    """One scan."""

    def __init__(self, client: Client, dataset: Dataset, reader: UnitReader, *, patience: float) -> None:
        """Take the workers, where the result goes, how units are read, and how long one may take, in seconds."""
        self._client = client
        self._dataset = dataset
        self._work = _Work(reader, dataset)
        self._patience = patience
        self._units: list[tuple[Unit, str]] = []
        self._summaries: dict[int, Summary] = {}
        self._problems: list[Problem] = []
        self._is_listed = True
        """Whether all that the scan was told of could be looked at."""

    def units(self, found: Iterator[Unit | Problem]) -> Iterator[tuple[Unit | Problem, Summary | Failure]]:
        """Do the work; each unit with what is in it, as they come. Raises ClusterError, OSError."""
        done = self._dataset.parts()
        told: list[Problem] = []
        for piece, outcome in as_done(
            self._client, self._work, self._pieces(found, done, told), patience=self._patience
        ):
            yield from self._drained(told)
            if isinstance(outcome, Failure):
                self._problems.append(Problem(piece.unit.names[0], outcome.reason))
            else:
                self._summaries[piece.number] = outcome
            yield piece.unit, outcome
        yield from self._drained(told)

    def _pieces(self, found: Iterator[Unit | Problem], done: set[str], told: list[Problem]) -> Iterator[_Piece]:
        for unit in found:
            if isinstance(unit, Problem):
                self._is_listed = False
                told.append(unit)
                continue
            key = self._dataset.key(unit)
            # Of the files of a folder that go together, one name will do.
            self._units.append((unit._replace(names=unit.names[:1]), key))
            yield _Piece(len(self._units) - 1, key, unit, key in done)

    def _drained(self, told: list[Problem]) -> Iterator[tuple[Problem, Summary]]:
        self._problems += told
        yield from ((problem, Summary(0, 0, 0, 0, (problem,))) for problem in told)
        told.clear()

    def finish(self) -> Totals:
        """Settle doubts, and write the tables of what was read, unless all is as it was.

        Raises ClusterError, OSError.
        """
        units = list(self._rows())
        problems = [ProblemRow(None, *problem) for problem in self._problems]
        for (_, key), summary in ((self._units[number], self._summaries[number]) for number in sorted(self._summaries)):
            problems += (ProblemRow(key, *problem) for problem in summary.problems)
        before = self._dataset.end()
        if before and before[:2] == (units, problems):
            settled = before[2]
        else:
            self._dataset.remove(UNITS)  # until all is written, there is no result
            settled = settle(self._client, self._dataset, units, patience=self._patience)
            self._dataset.write_end(units, problems, settled)
        if self._is_listed:
            self._clear({key for _, key in self._units})
        return Totals(
            sum(unit.urls for unit in units),
            sum(unit.findings for unit in units) - settled.findings,
            sum(unit.messages for unit in units),
            len(problems),
            settled.doubts,
        )

    def _rows(self) -> Iterator[UnitRow]:
        """The rows of the units that were read; the lines of the others count, too."""
        name, lines, messages, urls = "", 0, 0, 0
        for number, (unit, key) in enumerate(self._units):
            if not unit.is_part or unit.names[0] != name:
                name, lines, messages = unit.names[0], 0, 0
            summary = self._summaries.get(number)
            if summary is None:
                lines += unit.count_lines()
                continue
            yield UnitRow(
                number, key, name, unit.size, summary.messages, summary.lines, lines, messages,
                summary.urls, urls + 1, summary.findings,
            )  # fmt: skip
            urls += summary.urls
            lines += summary.lines
            messages += summary.messages

    def _clear(self, keys: set[str]) -> None:
        """Remove the parts of what has changed, or is gone."""
        gone = self._dataset.parts() - keys
        self._dataset.remove(*(part_name(key) for key in gone))
