"""A part of a dataset: the rows of a unit as a Parquet file."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import BinaryIO, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from urlmend.scan.rows import FINDING_FIELDS, FindingRow, UnitRows, UrlRow, integer_fields, redacted_problem
from urlmend.sources.paths import Problem

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
    problems: tuple[Problem, ...]


def pack(key: str, outcome: UnitRows) -> tuple[bytes, Summary]:
    """The Parquet file of a unit, and its summary."""
    summary = Summary(
        urls=len(outcome.urls),
        findings=len(outcome.findings),
        messages=outcome.messages,
        lines=outcome.lines,
        problems=tuple(map(redacted_problem, outcome.problems)),
    )
    findings: list[list[dict[str, object]]] = [[] for _ in outcome.urls]
    for finding in outcome.findings:
        findings[finding.url].append(dict(zip(FINDING_FIELDS, finding[1:], strict=True)))
    columns = {
        "unit": [key] * summary.urls,
        "row": range(summary.urls),
        **{name: [getattr(row, name) for row in outcome.urls] for name in _URL_FIELDS},
        "findings": findings,
    }
    schema = SCHEMA.with_metadata({_SUMMARY_KEY: json.dumps(summary._asdict())})
    arrays = [pa.array(values, type=schema.field(name).type) for name, values in columns.items()]
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue(), summary


def summary_of(file: BinaryIO) -> Summary:
    """The summary of a part. Raises ValueError for any other file."""
    metadata = parquet.read_schema(file).metadata or {}
    if _SUMMARY_KEY not in metadata:
        raise ValueError("not a part of a dataset")
    found = json.loads(metadata[_SUMMARY_KEY])
    return Summary(**{**found, "problems": tuple(Problem(*problem) for problem in found["problems"])})


def unpack(file: BinaryIO) -> UnitRows:
    """The rows of a part, without its problems."""
    table = parquet.read_table(file)
    columns = {name: table.column(name).to_pylist() for name in _URL_FIELDS}
    columns["first_reading"] = columns["url"]
    urls = list(map(UrlRow._make, zip(*(columns[name] for name in UrlRow._fields), strict=True)))
    findings = [
        FindingRow(number, *finding.values())
        for number, found in enumerate(table.column("findings").to_pylist())
        for finding in found
    ]
    return UnitRows(urls, findings)


def table_bytes(columns: Mapping[str, Sequence[object]], schema: pa.Schema) -> bytes:
    """A small table as a Parquet file."""
    out = io.BytesIO()
    parquet.write_table(pa.table(dict(columns), schema=schema), out, compression="zstd")
    return out.getvalue()
