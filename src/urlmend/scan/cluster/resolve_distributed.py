"""Resolve ambiguous URLs of a dataset, with the result of `results.resolve_sql`, by a distributed group-by.

There are three rounds of tasks, each reading the files that the one before has written:

1. `spread` reads the URLs of some parts, and writes to buckets by their text: each reading of an ambiguous URL, and the
   first occurrence of each URL that is unbroken and has no alternatives;
2. `attest` reads such a bucket, and writes to buckets by the id of the ambiguous URL: the readings that occur unbroken,
   with the first occurrence;
3. `decide` reads such a bucket, and writes the resolutions of ambiguous URLs with exactly one such reading.

Each task writes one file for each bucket of the next round, and holds at most about ROWS rows in addition to compressed
ones.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
from distributed import Client
from pyarrow import parquet

from urlmend.scan.cluster.engine import ClusterError, map_as_completed
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import (
    RESOLVED,
    RESOLVED_SCHEMA,
    RESOLVING,
    Dataset,
    ResolvedCounts,
    UnitRow,
    part_name,
)
from urlmend.scan.results.parts import table_bytes
from urlmend.scan.results.resolve_sql import AMBIGUITY_RULES, Reading, deciding_readings

# URLs that a task of the first round reads, and that one of the second round is expected to get, approximately.
GROUP = 1 << 24
ROWS = 1 << 20
_MAX_BUCKETS = 256


class _Unbroken(NamedTuple):
    """The first occurrence of an unbroken URL."""

    url: str
    hash: str | None
    """Its `url_hash`."""
    id: int


class _Reading(NamedTuple):
    """A reading of an ambiguous URL."""

    url: str
    hash: str | None
    id: int
    """The id of the ambiguous URL."""
    reading: int
    """The number of the reading, from 0."""
    findings: int
    """The number of findings that report the ambiguity."""


class _AttestedReading(NamedTuple):
    """A reading that occurs unbroken."""

    url: str
    hash: str | None
    id: int
    reading: int
    findings: int
    decided_by: int
    """The id of the first unbroken occurrence."""


class _PartUrl(NamedTuple):
    """What decides about the URL of a part."""

    url: str
    url_hash: str | None
    is_ambiguous: bool
    is_unbroken: bool
    """Whether the URL is unbroken and has no alternatives."""
    alternatives: str
    """A JSON list."""
    alternative_hashes: str | None
    findings: int
    """The number of findings that report an ambiguity."""


def _schema(kind: type[_Unbroken | _Reading | _AttestedReading]) -> pa.Schema:
    return pa.schema([(name, pa.string() if name in ("url", "hash") else pa.int64()) for name in kind._fields])


def resolve(
    client: Client, dataset: Dataset, units: Iterable[UnitRow], *, timeout: float, size: int = GROUP
) -> ResolvedCounts:
    """Write the resolutions for units in their order; `size` replaces GROUP. Raises ClusterError, OSError.

    `units` are iterated twice.
    """
    dataset.remove(RESOLVING, RESOLVED)
    buckets = min(_MAX_BUCKETS, 1 + sum(unit.urls for unit in units) // size)
    run = partial(_results, client, timeout=timeout)
    groups = len(run(partial(_spread, dataset, buckets), enumerate(_groups(units, size))))
    run(partial(_attest, dataset, buckets, groups), range(buckets))
    counts = run(partial(_decide, dataset, buckets), range(buckets))
    dataset.remove(RESOLVING)
    return ResolvedCounts(urls=sum(one.urls for one in counts), findings=sum(one.findings for one in counts))


def _groups(units: Iterable[UnitRow], size: int) -> Iterator[list[tuple[str, int]]]:
    """Group the units so that a group has about `size` URLs; yield the keys of their parts and their first ids."""
    group: list[tuple[str, int]] = []
    count = 0
    for unit in units:
        if unit.urls:
            group.append((unit.unit, unit.first_id))
            count += unit.urls
        if count >= size:
            yield group
            group, count = [], 0
    if group:
        yield group


def _results(client: Client, function: Callable[[Any], Any], items: Iterable[Any], *, timeout: float) -> list[Any]:
    """The results of tasks, none of which may fail. Raises ClusterError."""
    results = []
    for _, result in map_as_completed(client, function, items, timeout=timeout):
        if isinstance(result, Failure):
            raise ClusterError(f"ambiguous URLs cannot be resolved: {result.reason}")
        results.append(result)
    return results


def _spread(dataset: Dataset, buckets: int, group: tuple[int, list[tuple[str, int]]]) -> None:
    """The first round, for a group of parts."""
    group_number, parts = group
    unbroken = _BucketWriter(dataset, f"unbroken-{group_number}", _schema(_Unbroken), buckets)
    readings = _BucketWriter(dataset, f"readings-{group_number}", _schema(_Reading), buckets)
    first: dict[Reading, int] = {}
    for key, first_id in parts:
        for url_id, row in enumerate(_part_urls(dataset, part_name(key)), first_id):
            if row.is_ambiguous:
                deciding = deciding_readings(row.url, row.url_hash, row.alternatives, row.alternative_hashes)
                for number, reading in enumerate(deciding):
                    readings.add(_bucket(reading.url, buckets), _Reading(*reading, url_id, number, row.findings))
            if row.is_unbroken:
                first.setdefault(Reading(row.url, row.url_hash), url_id)
        if len(first) >= ROWS:
            unbroken.add_all((_bucket(one.url, buckets), _Unbroken(*one, url_id)) for one, url_id in first.items())
            first.clear()
    unbroken.add_all((_bucket(one.url, buckets), _Unbroken(*one, url_id)) for one, url_id in first.items())
    unbroken.close()
    readings.close()


def _part_urls(dataset: Dataset, name: str) -> Iterator[_PartUrl]:
    """Yield what decides about each URL of a part."""
    with dataset.open(name) as file:
        columns = ["url", "url_hash", "breaks", "confidence", "alternatives", "alternative_hashes"]
        table = parquet.ParquetFile(file).read(columns=[*columns, "findings.list.element.code"])
    for url, url_hash, breaks, confidence, alternatives, alternative_hashes, findings in zip(
        *(table.column(name).to_pylist() for name in (*columns, "findings")), strict=True
    ):
        yield _PartUrl(
            url=url,
            url_hash=url_hash,
            is_ambiguous=alternatives != "[]" or (confidence == "likely" and breaks != ""),
            is_unbroken=not breaks and alternatives == "[]",
            alternatives=alternatives,
            alternative_hashes=alternative_hashes,
            findings=sum(finding["code"] in AMBIGUITY_RULES for finding in findings),
        )


def _attest(dataset: Dataset, buckets: int, groups: int, bucket: int) -> None:
    """The second round, for a bucket of texts."""
    readings = [_Reading._make(row) for number in range(groups) for row in _read(dataset, f"readings-{number}", bucket)]
    wanted = {Reading(row.url, row.hash) for row in readings}
    first: dict[Reading, int] = {}
    for number in range(groups if wanted else 0):
        for *reading, url_id in _read(dataset, f"unbroken-{number}", bucket):
            if (unbroken := Reading(*reading)) in wanted:
                first.setdefault(unbroken, url_id)  # groups, and the URLs of each, are in the order of the archives
    attested = _BucketWriter(dataset, f"attested-{bucket}", _schema(_AttestedReading), buckets)
    attested.add_all(
        (row.id % buckets, _AttestedReading(*row, decided_by=first[text]))
        for row in readings
        if (text := Reading(row.url, row.hash)) in first
    )
    attested.close()


def _decide(dataset: Dataset, buckets: int, bucket: int) -> ResolvedCounts:
    """The third round, for a bucket of ids."""
    attested: dict[int, list[_AttestedReading]] = {}
    for number in range(buckets):
        for row in map(_AttestedReading._make, _read(dataset, f"attested-{number}", bucket)):
            attested.setdefault(row.id, []).append(row)
    resolved = [rows[0] for _, rows in sorted(attested.items()) if len(rows) == 1]
    columns = {name: [getattr(row, name) for row in resolved] for name in RESOLVED_SCHEMA.names}
    dataset.write(f"{RESOLVED}/{bucket}.parquet", table_bytes(columns, RESOLVED_SCHEMA))
    return ResolvedCounts(urls=len(resolved), findings=sum(row.findings for row in resolved))


def _bucket(text: str, buckets: int) -> int:
    return zlib.crc32(text.encode()) % buckets


def _order(row: tuple[Any, ...]) -> tuple[str, str, tuple[Any, ...]]:
    """The order of rows in a file: by text and hash, which may be None."""
    url, hashed, *others = row
    return url, hashed or "", tuple(others)


class _BucketWriter:
    """Writes the output of a task: a file for each bucket."""

    def __init__(self, dataset: Dataset, name: str, schema: pa.Schema, buckets: int) -> None:
        self._dataset = dataset
        self._name = name
        self._schema = schema
        # Rows are sorted, and this encoding writes only what a text does not share with the one before.
        encoding = {field.name: "DELTA_BYTE_ARRAY" for field in schema if field.type == pa.string()}
        options = {"compression": "zstd", "use_dictionary": False, "column_encoding": encoding}
        self._files = [io.BytesIO() for _ in range(buckets)]
        self._writers = [parquet.ParquetWriter(file, schema, **options) for file in self._files]
        self._rows: list[list[tuple[Any, ...]]] = [[] for _ in range(buckets)]
        self._count = 0

    def add(self, bucket: int, row: tuple[Any, ...]) -> None:
        """Add a row to a bucket."""
        self._rows[bucket].append(row)
        self._count += 1
        if self._count >= ROWS:
            self._compress()

    def add_all(self, rows: Iterable[tuple[int, tuple[Any, ...]]]) -> None:
        """Add rows, each given with its bucket."""
        for bucket, row in rows:
            self.add(bucket, row)

    def close(self) -> None:
        """Write the files to the dataset."""
        self._compress()
        for bucket, (file, writer) in enumerate(zip(self._files, self._writers, strict=True)):
            writer.close()
            self._dataset.write(_file(self._name, bucket), file.getvalue())

    def _compress(self) -> None:
        for writer, rows in zip(self._writers, self._rows, strict=True):
            if rows:
                columns = dict(zip(self._schema.names, zip(*sorted(rows, key=_order), strict=True), strict=True))
                writer.write_table(pa.table(columns, schema=self._schema))
                rows.clear()
        self._count = 0


def _read(dataset: Dataset, name: str, bucket: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a file, decompressing one row group at a time."""
    with dataset.open(_file(name, bucket)) as file:
        found = parquet.ParquetFile(io.BytesIO(file.read()))
    for number in range(found.num_row_groups):
        yield from zip(*(column.to_pylist() for column in found.read_row_group(number).columns), strict=True)


def _file(name: str, bucket: int) -> str:
    return f"{RESOLVING}/{name}-{bucket}.parquet"
