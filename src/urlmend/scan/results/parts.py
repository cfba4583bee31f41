"""A part of a dataset: the rows of a unit as a Parquet file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import IO, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from urlmend.scan.rows import FINDING_FIELDS, FindingRow, MessageRow, UnitRows, UrlRow, integer_fields
from urlmend.scan.stored_problems import StoredProblem, stored_problems

# What a reader of `urls` finds in `first_reading`, a part has in `url`: others decide which reading is the right one.
_URL_FIELDS = tuple(name for name in UrlRow._fields if name != "first_reading")


def _fields(row: type[NamedTuple], names: Sequence[str]) -> list[tuple[str, pa.DataType]]:
    integers = integer_fields(row)
    return [(name, pa.int64() if name in integers else pa.string()) for name in names]


SCHEMA = pa.schema(
    [
        ("unit", pa.string()),
        ("row", pa.int64()),
        *_fields(UrlRow, _URL_FIELDS),
        ("findings", pa.list_(pa.struct(_fields(FindingRow, FINDING_FIELDS)))),
    ]
)
# The metadata key of the Summary.
_SUMMARY_KEY = b"urlmend"


class Summary(NamedTuple):
    """The counts of a part, and the problems of its unit."""

    urls: int
    findings: int
    messages: int
    lines: int
    problems: tuple[StoredProblem, ...]


def write_part(key: str, chunks: Iterable[UnitRows], out: IO[bytes], hash_key: bytes) -> Summary:
    """Write the rows of a unit as a Parquet file with a row group for each chunk, and return their summary."""
    urls = findings = messages = lines = 0
    problems: list[StoredProblem] = []
    with parquet.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        for chunk in chunks:
            writer.write_table(_table(key, urls, chunk))
            urls += len(chunk.urls)
            findings += len(chunk.findings)
            messages += chunk.messages
            lines += chunk.lines
            problems += stored_problems(hash_key, chunk.problems)
        summary = Summary(urls, findings, messages, lines, tuple(problems))
        writer.add_key_value_metadata({_SUMMARY_KEY: json.dumps(summary._asdict())})
    return summary


def _table(key: str, first_row: int, rows: UnitRows) -> pa.Table:
    """Return a row for each URL, and after them one with a null `url` for each message without URLs."""
    findings: list[list[dict[str, object]]] = [[] for _ in (*rows.urls, *rows.without_urls)]
    for finding in rows.findings:
        findings[finding.url].append(dict(zip(FINDING_FIELDS, finding[1:], strict=True)))
    others = [None] * len(rows.without_urls)
    of_messages = [row._asdict() for row in rows.without_urls]
    columns = {
        "unit": [key] * len(findings),
        "row": [*range(first_row, first_row + len(rows.urls)), *others],
        **{
            name: [*(getattr(row, name) for row in rows.urls), *(row.get(name) for row in of_messages)]
            for name in _URL_FIELDS
        },
        "findings": findings,
    }
    arrays = [pa.array(values, type=SCHEMA.field(name).type) for name, values in columns.items()]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def summary_of(file: BinaryIO) -> Summary:
    """The summary of a part. Raises ValueError for any other file."""
    metadata = parquet.read_metadata(file).metadata or {}
    if _SUMMARY_KEY not in metadata:
        raise ValueError("not a part of a dataset")
    found = json.loads(metadata[_SUMMARY_KEY])
    return Summary(**{**found, "problems": tuple(StoredProblem(*problem) for problem in found["problems"])})


def unpack(file: BinaryIO) -> UnitRows:
    """The rows of a part, without its problems."""
    both = parquet.read_table(file)
    table, others = both.filter(pc.is_valid(both["url"])), both.filter(pc.is_null(both["url"]))
    columns = {name: table.column(name).to_pylist() for name in _URL_FIELDS}
    columns["first_reading"] = columns["url"]
    urls = list(map(UrlRow._make, zip(*(columns[name] for name in UrlRow._fields), strict=True)))
    findings = [
        FindingRow(number, *finding.values())
        for number, found in enumerate(table.column("findings").to_pylist())
        for finding in found
    ]
    columns = {name: others.column(name).to_pylist() for name in MessageRow._fields}
    without_urls = list(map(MessageRow._make, zip(*columns.values(), strict=True)))
    return UnitRows(urls, findings, without_urls=without_urls)
