"""Doubts that the whole archive settles, as `results.doubts` has it, by a distributed group-by.

Three rounds of tasks, each reading what the one before has written:

1. `spread`: the URLs of some parts, to buckets by their text: each reading of a doubt, and the first place of each URL
   that stands unbroken and undoubted;
2. `attest`: a bucket, to buckets by the id of the URL in doubt: the readings that stand unbroken, with the first place;
3. `decide`: a bucket, to what is settled: doubts of which exactly one reading does.

A file of a round has one row group for each bucket of the next.
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

from urlmend.batch import Failure
from urlmend.cluster.engine import ClusterError, as_done
from urlmend.results.dataset import SETTLED, SETTLED_SCHEMA, SETTLING, Dataset, Settled, UnitRow, part_name
from urlmend.results.doubts import OF_DOUBTS
from urlmend.results.parts import table_bytes

# About how many URLs one task of the first round reads, and one of the second is to expect: some 200 MB of memory.
ROWS = 1 << 20
_MOST_BUCKETS = 1024

_WHOLE = pa.schema([("url", pa.string()), ("id", pa.int64())])
# A reading of a URL in doubt: which one of them, how many findings of that URL speak of the doubt.
_DOUBT = pa.schema([("url", pa.string()), ("id", pa.int64()), ("reading", pa.int64()), ("findings", pa.int64())])
_ATTESTED = _DOUBT.append(pa.field("decided_by", pa.int64()))


def settle(client: Client, dataset: Dataset, units: list[UnitRow], *, patience: float, rows: int = ROWS) -> Settled:
    """Write what is settled, for units in their order. Raises ClusterError, OSError."""
    dataset.remove(SETTLING, SETTLED)
    groups = list(enumerate(_groups(units, rows)))
    buckets = min(_MOST_BUCKETS, 1 + sum(unit.urls for unit in units) // rows)
    run = partial(_done, client, patience=patience)
    run(partial(_spread, dataset, buckets), groups)
    run(partial(_attest, dataset, buckets, len(groups)), range(buckets))
    settled = run(partial(_decide, dataset, buckets), range(buckets))
    dataset.remove(SETTLING)
    return Settled(sum(one.doubts for one in settled), sum(one.findings for one in settled))


def _groups(units: list[UnitRow], rows: int) -> Iterator[list[tuple[str, int]]]:
    """The units, so many together that they have about so many URLs: the names of their parts, and their first ids."""
    group: list[tuple[str, int]] = []
    count = 0
    for unit in units:
        if unit.urls:
            group.append((unit.unit, unit.first_id))
            count += unit.urls
        if count >= rows:
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
    first: dict[str, int] = {}
    doubts: list[tuple[Any, ...]] = []
    for name, first_id in parts:
        for place, (url, *doubt) in enumerate(_rows(dataset, part_name(name)), first_id):
            if doubt[0]:
                readings = enumerate([url, *json.loads(doubt[1])])
                doubts += ((text, place, reading, doubt[2]) for reading, text in readings)
            if doubt[3]:
                first.setdefault(url, place)
    _write(
        dataset, f"whole-{number}", _WHOLE, buckets, ((_bucket(url, buckets), (url, at)) for url, at in first.items())
    )
    _write(dataset, f"doubts-{number}", _DOUBT, buckets, ((_bucket(row[0], buckets), row) for row in doubts))


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
                first.setdefault(url, place)  # groups are in the order of the archives
    attested = ((row[1] % buckets, (*row, first[row[0]])) for row in doubts if row[0] in first)
    _write(dataset, f"attested-{bucket}", _ATTESTED, buckets, attested)


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


def _write(
    dataset: Dataset, name: str, schema: pa.Schema, buckets: int, rows: Iterable[tuple[int, tuple[Any, ...]]]
) -> None:
    """Write a file of a round: of each bucket, a row group."""
    spread: list[list[tuple[Any, ...]]] = [[] for _ in range(buckets)]
    for bucket, row in rows:
        spread[bucket].append(row)
    out = io.BytesIO()
    # Sorted, each text is written as what it does not share with the one before.
    encoding = {field.name: "DELTA_BYTE_ARRAY" for field in schema if field.type == pa.string()}
    with parquet.ParquetWriter(
        out, schema, compression="zstd", use_dictionary=False, column_encoding=encoding
    ) as writer:
        for found in spread:
            columns = zip(*sorted(found), strict=True) if found else ((),) * len(schema)
            writer.write_table(pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema))
    dataset.write(f"{SETTLING}/{name}.parquet", out.getvalue())


def _read(dataset: Dataset, name: str, bucket: int) -> Iterator[tuple[Any, ...]]:
    """The rows of a bucket."""
    with dataset.open(f"{SETTLING}/{name}.parquet") as file:
        table = parquet.ParquetFile(file).read_row_group(bucket)
    return zip(*(column.to_pylist() for column in table.columns), strict=True)
