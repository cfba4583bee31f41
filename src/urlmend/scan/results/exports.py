"""Export the database of a scan as JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TextIO

from urlmend._lib.atomic_write import atomic_file, atomic_text_file
from urlmend._lib.sanitize import for_csv
from urlmend.scan.progress import Track
from urlmend.scan.rows import FINDING_FIELDS, HASH_FIELDS, FindingRow, UrlRow, integer_fields

# Keyed hashes are compared within one result, and its key is random: two exports of the same archives are equal.
_FIELDS = tuple(name for name in UrlRow._fields if name not in {*HASH_FIELDS, "tail_key"})
_ARCHIVE = _FIELDS.index("archive")
URL_COLUMNS = ("id", *_FIELDS[:_ARCHIVE], "decided_by", *_FIELDS[_ARCHIVE:], "kind", "canonical", "domain", "tld")
FINDING_COLUMNS = ("id", "url_id", *FINDING_FIELDS, "settled")
_URL_INTEGERS = integer_fields(UrlRow) | {"id", "decided_by"}
_FINDING_INTEGERS = integer_fields(FindingRow) | {"id", "url_id", "settled"}
_BATCH = 50_000

Row = tuple[object, ...]


def _untracked(rows: Iterable[Row], _: int) -> Iterable[Row]:
    return rows


def _count(connection: sqlite3.Connection, table: str) -> int:
    count: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608  # a name of ours
    return count


def url_rows(connection: sqlite3.Connection) -> Iterator[Row]:
    """The rows of URLs, in the order of the archives and of their URLs."""
    columns = ", ".join(f'urls."{column}"' for column in URL_COLUMNS)
    query = f"SELECT {columns} FROM urls JOIN units ON units.id = urls.unit_id ORDER BY units.position, urls.id"  # noqa: S608
    return iter(connection.execute(query))


def finding_rows(connection: sqlite3.Connection) -> Iterator[Row]:
    """The rows of findings, in the same order."""
    columns = ", ".join(f'findings."{column}"' for column in FINDING_COLUMNS)
    query = (
        f"SELECT {columns} FROM findings JOIN places ON places.id = findings.url_id "  # noqa: S608
        "JOIN messages ON messages.id = places.message_id JOIN units ON units.id = messages.unit_id "
        "ORDER BY units.position, findings.id"
    )
    return iter(connection.execute(query))


def write_jsonl(connection: sqlite3.Connection, out: TextIO, track: Track[Row] = _untracked) -> None:
    """Write one object a line for each URL, with a list of its findings."""
    findings = finding_rows(connection)
    finding = next(findings, None)
    for row in track(url_rows(connection), _count(connection, "places")):
        fields = dict(zip(URL_COLUMNS, row, strict=True))
        fields["alternatives"] = json.loads(str(fields["alternatives"]))
        fields["breaks"] = str(fields["breaks"]).split(",") if fields["breaks"] else []
        found = []
        while finding is not None and finding[1] == row[0]:
            found.append(dict(zip(FINDING_COLUMNS[2:], finding[2:], strict=True)))
            finding = next(findings, None)
        out.write(json.dumps({**fields, "findings": found}) + "\n")


def findings_beside(path: str) -> str:
    """The path of the findings that belong to a file of URLs."""
    stem, suffix = os.path.splitext(path)
    return f"{stem}.findings{suffix}"


def output_files(path: str) -> list[str]:
    """The paths of the files of a result: of CSV and Parquet, there is one for URLs and one for findings."""
    return [path] if os.path.splitext(path)[1] == ".jsonl" else [path, findings_beside(path)]


def export(connection: sqlite3.Connection, path: str, track: Track[Row] = _untracked) -> None:
    """Write a result in the format of the path's suffix; `track` shows the progress.

    Its files are `output_files`, each written atomically. Raises OSError; ImportError if pyarrow is not installed.
    """
    suffix = os.path.splitext(path)[1]
    if suffix == ".jsonl":
        with atomic_text_file(path) as out:
            write_jsonl(connection, out, track)
        return
    write = _write_csv if suffix == ".csv" else _write_parquet
    write(path, URL_COLUMNS, track(url_rows(connection), _count(connection, "places")))
    findings = track(finding_rows(connection), _count(connection, "findings"))
    write(findings_beside(path), FINDING_COLUMNS, findings)


def _write_csv(path: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
    with atomic_text_file(path) as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([for_csv(value) if isinstance(value, str) else value for value in row] for row in rows)


def _write_parquet(path: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    integers = _URL_INTEGERS if columns == URL_COLUMNS else _FINDING_INTEGERS
    types = {column: pa.int64() if column in integers else pa.string() for column in columns}
    schema = pa.schema(list(types.items()))
    remaining = iter(rows)
    with atomic_file(path) as out, parquet.ParquetWriter(out, schema) as writer:
        while batch := list(islice(remaining, _BATCH)):
            by_column = zip(zip(*batch, strict=True), types.values(), strict=True)
            arrays = [pa.array(values, type=kind) for values, kind in by_column]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
