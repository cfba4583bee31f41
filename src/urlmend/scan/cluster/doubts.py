"""Doubts that the whole archive settles, as `results.doubts` has it, by a distributed group-by.

Three rounds of tasks, each reading what the one before has written:

1. `spread`: the URLs of some parts, to buckets by their text: each reading of a doubt, and the first place of each URL
   that stands unbroken and undoubted;
2. `attest`: a bucket, to buckets by the id of the URL in doubt: the readings that stand unbroken, with the first place;
3. `decide`: a bucket, to what is settled: doubts of which exactly one reading does.

Each task writes one file for each bucket of the next round, and holds no more than about ROWS rows beside what it has
packed already.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
from distributed import Client
from pyarrow import parquet

from urlmend.scan.cluster.engine import ClusterError, as_done
from urlmend.scan.pool import Failure
from urlmend.scan.results.dataset import SETTLED, SETTLED_SCHEMA, SETTLING, Dataset, Settled, UnitRow, part_name
from urlmend.scan.results.doubts import OF_DOUBTS
from urlmend.scan.results.parts import table_bytes

# About how many URLs a task of the first round reads, and one of the second is to expect.
GROUP = 1 << 24
ROWS = 1 << 20
_MOST_BUCKETS = 256

_WHOLE = pa.schema([("url", pa.string()), ("id", pa.int64())])
# A reading of a URL in doubt: which one of them, how many findings of that URL speak of the doubt.
_DOUBT = pa.schema([("url", pa.string()), ("id", pa.int64()), ("reading", pa.int64()), ("findings", pa.int64())])
_ATTESTED = _DOUBT.append(pa.field("decided_by", pa.int64()))


def settle(client: Client, dataset: Dataset, units: list[UnitRow], *, patience: float, size: int = GROUP) -> Settled:
    """Write what is settled, for units in their order; `size` stands for GROUP. Raises ClusterError, OSError."""
    dataset.remove(SETTLING, SETTLED)
    groups = list(enumerate(_groups(units, size)))
    buckets = min(_MOST_BUCKETS, 1 + sum(unit.urls for unit in units) // size)
    run = partial(_done, client, patience=patience)
    run(partial(_spread, dataset, buckets), groups)
    run(partial(_attest, dataset, buckets, len(groups)), range(buckets))
    settled = run(partial(_decide, dataset, buckets), range(buckets))
    dataset.remove(SETTLING)
    return Settled(sum(one.doubts for one in settled), sum(one.findings for one in settled))


def _groups(units: list[UnitRow], size: int) -> Iterator[list[tuple[str, int]]]:
    """The units, so many together that they have about so many URLs: the names of their parts, and their first ids."""
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


def _done(client: Client, do: Callable[[Any], Any], work: Iterable[Any], *, patience: float) -> list[Any]:
    """The outcomes of tasks that must not fail. Raises ClusterError."""
    outcomes = []
    for _, outcome in as_done(client, do, work, patience=patience):
        if isinstance(outcome, Failure):
            raise ClusterError(f"doubts cannot be settled: {outcome.reason}")
        outcomes.append(outcome)
    return outcomes


def _spread(dataset: Dataset, buckets: int, group: tuple[int, list[tuple[str, int]]]) -> None:
    """The first round, for a group of parts."""
    number, parts = group
    whole_urls = _Buckets(dataset, f"whole-{number}", _WHOLE, buckets)
    in_doubt = _Buckets(dataset, f"doubts-{number}", _DOUBT, buckets)
    first: dict[str, int] = {}
    for name, first_id in parts:
        for place, (url, *doubt) in enumerate(_rows(dataset, part_name(name)), first_id):
            is_doubtful, others, findings, is_whole = doubt
            if is_doubtful:
                for reading, text in enumerate([url, *json.loads(others)]):
                    in_doubt.add(_bucket(text, buckets), (text, place, reading, findings))
            if is_whole:
                first.setdefault(url, place)
        if len(first) >= ROWS:
            whole_urls.add_all((_bucket(row[0], buckets), row) for row in first.items())
            first.clear()
    whole_urls.add_all((_bucket(row[0], buckets), row) for row in first.items())
    whole_urls.close()
    in_doubt.close()


def _rows(dataset: Dataset, name: str) -> Iterator[tuple[Any, ...]]:
    """Of each URL of a part: its text, whether it is in doubt, the other readings, how many findings speak of
    the doubt, and whether it stands unbroken and undoubted."""
    with dataset.open(name) as file:
        columns = ["url", "breaks", "confidence", "alternatives", "findings.list.element.code"]
        table = parquet.ParquetFile(file).read(columns=columns)
    for url, breaks, confidence, others, findings in zip(
        *(table.column(name).to_pylist() for name in ("url", "breaks", "confidence", "alternatives", "findings")),
        strict=True,
    ):
        is_doubtful = others != "[]" or (confidence == "likely" and breaks != "")
        speaking = sum(finding["code"] in OF_DOUBTS for finding in findings)
        yield url, is_doubtful, others, speaking, not breaks and others == "[]"


def _attest(dataset: Dataset, buckets: int, groups: int, bucket: int) -> None:
    """The second round, for a bucket of texts."""
    doubts = [row for number in range(groups) for row in _read(dataset, f"doubts-{number}", bucket)]
    wanted = {row[0] for row in doubts}
    first: dict[str, int] = {}
    for number in range(groups if wanted else 0):
        for url, place in _read(dataset, f"whole-{number}", bucket):
            if url in wanted:
                first.setdefault(url, place)  # groups are in the order of the archives, and so is what one has
    attested = _Buckets(dataset, f"attested-{bucket}", _ATTESTED, buckets)
    attested.add_all((row[1] % buckets, (*row, first[row[0]])) for row in doubts if row[0] in first)
    attested.close()


def _decide(dataset: Dataset, buckets: int, bucket: int) -> Settled:
    """The third round, for a bucket of ids."""
    attested: dict[int, list[tuple[Any, ...]]] = {}
    for number in range(buckets):
        for row in _read(dataset, f"attested-{number}", bucket):
            attested.setdefault(row[1], []).append(row)
    settled = [rows[0] for _, rows in sorted(attested.items()) if len(rows) == 1]
    urls, ids, _, findings, deciders = zip(*settled, strict=True) if settled else ((),) * 5
    columns = {"id": ids, "url": urls, "decided_by": deciders}
    dataset.write(f"{SETTLED}/{bucket}.parquet", table_bytes(columns, SETTLED_SCHEMA))
    return Settled(len(settled), sum(findings))


def _bucket(text: str, buckets: int) -> int:
    return zlib.crc32(text.encode()) % buckets


class _Buckets:
    """What a task writes: a file for each bucket."""

    def __init__(self, dataset: Dataset, name: str, schema: pa.Schema, buckets: int) -> None:
        self._dataset = dataset
        self._name = name
        self._schema = schema
        # Sorted, each text is written as what it does not share with the one before.
        encoding = {field.name: "DELTA_BYTE_ARRAY" for field in schema if field.type == pa.string()}
        options = {"compression": "zstd", "use_dictionary": False, "column_encoding": encoding}
        self._files = [io.BytesIO() for _ in range(buckets)]
        self._writers = [parquet.ParquetWriter(file, schema, **options) for file in self._files]
        self._rows: list[list[tuple[Any, ...]]] = [[] for _ in range(buckets)]
        self._count = 0

    def add(self, bucket: int, row: tuple[Any, ...]) -> None:
        """Put a row into a bucket."""
        self._rows[bucket].append(row)
        self._count += 1
        if self._count >= ROWS:
            self._pack()

    def add_all(self, rows: Iterable[tuple[int, tuple[Any, ...]]]) -> None:
        """Put rows into buckets."""
        for bucket, row in rows:
            self.add(bucket, row)

    def close(self) -> None:
        """Write the files."""
        self._pack()
        for bucket, (file, writer) in enumerate(zip(self._files, self._writers, strict=True)):
            writer.close()
            self._dataset.write(_file(self._name, bucket), file.getvalue())

    def _pack(self) -> None:
        for writer, rows in zip(self._writers, self._rows, strict=True):
            if rows:
                columns = dict(zip(self._schema.names, zip(*sorted(rows), strict=True), strict=True))
                writer.write_table(pa.table(columns, schema=self._schema))
                rows.clear()
        self._count = 0


def _read(dataset: Dataset, name: str, bucket: int) -> Iterator[tuple[Any, ...]]:
    """The rows of a file, a stretch after the other."""
    with dataset.open(_file(name, bucket)) as file:
        found = parquet.ParquetFile(io.BytesIO(file.read()))
    for number in range(found.num_row_groups):
        yield from zip(*(column.to_pylist() for column in found.read_row_group(number).columns), strict=True)


def _file(name: str, bucket: int) -> str:
    return f"{SETTLING}/{name}-{bucket}.parquet"
