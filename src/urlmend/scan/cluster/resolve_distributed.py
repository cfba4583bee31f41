"""Resolve ambiguous URLs of a dataset, with the result of `results.resolve_sql`, by a distributed group-by.

There are two rounds of tasks; the second reads the files that the first has written:

1. `spread` reads the URLs of some parts, and writes to buckets by their text: each reading of an ambiguous URL, and the
   first occurrence of each URL that is unbroken and has no alternatives;
2. `attest` reads such a bucket, and returns the readings that occur unbroken, with the first occurrence.

The readings that are returned, of few URLs, are collected on disk; a URL with exactly one is resolved. Each task writes
one file for each bucket, and holds at most about ROWS rows in addition to compressed ones.
"""

from __future__ import annotations

import io
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
from distributed import Client
from pyarrow import parquet

from urlmend.scan.cluster.engine import ClusterError, map_as_completed
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import (
    RESOLVED,
    RESOLVING,
    Dataset,
    ResolvedCounts,
    UnitRow,
    part_name,
)
from urlmend.scan.results.resolve_sql import AMBIGUITY_RULES, Reading, Resolution, deciding_readings

# URLs that a task of the first round reads, and that one of the second round is expected to get, approximately.
GROUP = 1 << 24
ROWS = 1 << 20
_MAX_BUCKETS = 256


class _Text(NamedTuple):
    """A reading of an ambiguous URL, or the first occurrence of an unbroken one."""

    url: str
    hash: str | None
    """Its `url_hash`."""
    id: int
    """The id of the URL."""
    findings: int
    """The number of findings that report the ambiguity."""


_SCHEMA = pa.schema([(name, pa.string() if name in ("url", "hash") else pa.int64()) for name in _Text._fields])
_RESOLVED = "FROM attested GROUP BY id HAVING count(*) = 1"


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


def resolve(
    client: Client, dataset: Dataset, units: Iterable[UnitRow], *, timeout: float, size: int = GROUP
) -> ResolvedCounts:
    """Write the resolutions for units in their order; `size` replaces GROUP. Raises ClusterError, OSError.

    `units` are iterated twice.
    """
    dataset.remove(RESOLVING, RESOLVED)
    buckets = min(_MAX_BUCKETS, 1 + sum(unit.urls for unit in units) // size)
    run = partial(_results, client, timeout=timeout)
    groups = sum(1 for _ in run(partial(_spread, dataset, buckets), enumerate(_groups(units, size))))
    with closing(sqlite3.connect("")) as connection:  # a temporary file
        connection.execute("CREATE TABLE attested (url TEXT, decided_by INTEGER, id INTEGER, findings INTEGER)")
        for attested in run(partial(_attest, dataset, groups), range(buckets)):
            connection.executemany("INSERT INTO attested VALUES (?, ?, ?, ?)", attested)
        resolved = connection.execute(f"SELECT url, decided_by, id {_RESOLVED}")  # ours
        dataset.write_table(f"{RESOLVED}/0.parquet", map(Resolution._make, resolved), Resolution)
        (count,) = connection.execute(f"SELECT count(*) FROM (SELECT 1 {_RESOLVED})").fetchone()  # noqa: S608  # ours
        query = f"SELECT coalesce(sum(findings), 0) FROM (SELECT findings {_RESOLVED})"  # noqa: S608  # ours
        (findings,) = connection.execute(query).fetchone()
    dataset.remove(RESOLVING)
    return ResolvedCounts(count, findings)


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


def _results(client: Client, function: Callable[[Any], Any], items: Iterable[Any], *, timeout: float) -> Iterator[Any]:
    """Yield the results of tasks, none of which may fail. Raises ClusterError."""
    for _, result in map_as_completed(client, function, items, timeout=timeout):
        if isinstance(result, Failure):
            raise ClusterError(f"ambiguous URLs cannot be resolved: {result.reason}")
        yield result


def _spread(dataset: Dataset, buckets: int, group: tuple[int, list[tuple[str, int]]]) -> None:
    """The first round, for a group of parts."""
    group_number, parts = group
    unbroken = _BucketWriter(dataset, f"unbroken-{group_number}", buckets)
    readings = _BucketWriter(dataset, f"readings-{group_number}", buckets)
    first: dict[Reading, int] = {}
    for key, first_id in parts:
        for url_id, row in enumerate(_part_urls(dataset, part_name(key)), first_id):
            if row.is_ambiguous:
                deciding = deciding_readings(row.url, row.url_hash, row.alternatives, row.alternative_hashes)
                readings.add_all(_Text(*reading, url_id, row.findings) for reading in deciding)
            if row.is_unbroken:
                first.setdefault(Reading(row.url, row.url_hash), url_id)
        if len(first) >= ROWS:
            unbroken.add_all(_Text(*one, url_id, 0) for one, url_id in first.items())
            first.clear()
    unbroken.add_all(_Text(*one, url_id, 0) for one, url_id in first.items())
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
        if url is None:  # a message without URLs
            continue
        yield _PartUrl(
            url=url,
            url_hash=url_hash,
            is_ambiguous=alternatives != "[]" or (confidence == "likely" and breaks != ""),
            is_unbroken=not breaks and alternatives == "[]",
            alternatives=alternatives,
            alternative_hashes=alternative_hashes,
            findings=sum(finding["code"] in AMBIGUITY_RULES for finding in findings),
        )


def _attest(dataset: Dataset, groups: int, bucket: int) -> list[tuple[str, int, int, int]]:
    """The second round, for a bucket of texts: URL, id of the occurrence, id of the ambiguous URL, its findings."""
    readings = [row for number in range(groups) for row in _read(dataset, f"readings-{number}", bucket)]
    first: dict[tuple[str, str | None], int] = {}
    wanted = {(row.url, row.hash) for row in readings}
    for number in range(groups if wanted else 0):
        for row in _read(dataset, f"unbroken-{number}", bucket):
            if (row.url, row.hash) in wanted:
                # Groups, and the URLs of each, are in the order of the archives.
                first.setdefault((row.url, row.hash), row.id)
    return [
        (row.url, decided_by, row.id, row.findings)
        for row in readings
        if (decided_by := first.get((row.url, row.hash))) is not None
    ]


def _order(row: _Text) -> tuple[str, str, int]:
    """The order of rows in a file: by text and hash, which may be None."""
    return row.url, row.hash or "", row.id


class _BucketWriter:
    """Writes the output of a task: a file for each bucket."""

    def __init__(self, dataset: Dataset, name: str, buckets: int) -> None:
        self._dataset = dataset
        self._name = name
        # Rows are sorted, and this encoding writes only what a text does not share with the one before.
        encoding = dict.fromkeys(("url", "hash"), "DELTA_BYTE_ARRAY")
        options = {"compression": "zstd", "use_dictionary": False, "column_encoding": encoding}
        self._files = [io.BytesIO() for _ in range(buckets)]
        self._writers = [parquet.ParquetWriter(file, _SCHEMA, **options) for file in self._files]
        self._rows: list[list[_Text]] = [[] for _ in range(buckets)]
        self._count = 0

    def add_all(self, rows: Iterable[_Text]) -> None:
        """Add rows, each to the bucket of its text."""
        for row in rows:
            self._rows[zlib.crc32(row.url.encode()) % len(self._rows)].append(row)
            self._count += 1
            if self._count >= ROWS:
                self._compress()

    def close(self) -> None:
        """Write the files to the dataset."""
        self._compress()
        for bucket, (file, writer) in enumerate(zip(self._files, self._writers, strict=True)):
            writer.close()
            self._dataset.write(_file(self._name, bucket), file.getvalue())

    def _compress(self) -> None:
        for writer, rows in zip(self._writers, self._rows, strict=True):
            if rows:
                columns = dict(zip(_SCHEMA.names, zip(*sorted(rows, key=_order), strict=True), strict=True))
                writer.write_table(pa.table(columns, schema=_SCHEMA))
                rows.clear()
        self._count = 0


def _read(dataset: Dataset, name: str, bucket: int) -> Iterator[_Text]:
    """Yield the rows of a file, decompressing one row group at a time."""
    with dataset.open(_file(name, bucket)) as file:
        found = parquet.ParquetFile(io.BytesIO(file.read()))
    for number in range(found.num_row_groups):
        columns = [column.to_pylist() for column in found.read_row_group(number).columns]
        yield from map(_Text._make, zip(*columns, strict=True))


def _file(name: str, bucket: int) -> str:
    return f"{RESOLVING}/{name}-{bucket}.parquet"
