"""Export the rows of a database as JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TextIO

from urlmend._lib.atomic_write import as_text
from urlmend._lib.sanitize import for_csv
from urlmend.scan.progress import Track
from urlmend.scan.results.output_files import findings_beside, output_pair, text_output
from urlmend.scan.rows import FINDING_FIELDS, HASH_FIELDS, FindingRow, UrlRow, integer_fields

if TYPE_CHECKING:
    import pyarrow as pa

# Keyed hashes are compared within one result, and its key is random: two exports of the same archives are equal.
_FIELDS = tuple(name for name in UrlRow._fields if name not in {*HASH_FIELDS, "tail_key"})
_ARCHIVE = _FIELDS.index("archive")
URL_COLUMNS = ("id", *_FIELDS[:_ARCHIVE], "decided_by", *_FIELDS[_ARCHIVE:], "kind", "canonical", "domain", "tld")
FINDING_COLUMNS = ("id", "url_id", *FINDING_FIELDS, "settled")
# In the table of findings, `url_id` is what a finding has in `url`.
_INTEGERS = integer_fields(UrlRow) | integer_fields(FindingRow) - {"url"} | {"id", "decided_by", "url_id", "settled"}
_BATCH = 50_000


def _list_of(separator: str | None) -> Callable[[str], list[str]]:
    return lambda text: text.split(separator) if text else []


# The columns that are lists, and how each is read from its text.
_LISTS: Mapping[str, Callable[[str], list[str]]] = {
    "breaks": _list_of(","),
    "alternatives": json.loads,
    "reference_ids": _list_of(None),
    "recipient_domains": _list_of(","),
}
_DATES = frozenset(("date", "received", "attached_date"))

Row = tuple[object, ...]


class Exported(NamedTuple):
    """The numbers of an export: of the rows that it has written, and of those that it leaves out."""

    urls: int
    """The number of URLs: occurrences with findings, distinct ones without."""
    findings: int | None = None
    """The number of findings; None if it has no rows of them."""
    omitted: int = 0
    """The number of distinct URLs that are left out."""


def untracked(rows: Iterable[Row], _: int) -> Iterable[Row]:
    """Return the rows, without progress."""
    return rows


def count_of(connection: sqlite3.Connection, table: str) -> int:
    """Return the number of rows of a table, or of those that fulfil a condition after its name."""
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


def write_jsonl(connection: sqlite3.Connection, out: TextIO, track: Track[Row] = untracked) -> None:
    """Write one object a line for each URL, with a list of its findings."""
    findings = finding_rows(connection)
    finding = next(findings, None)
    for row in track(url_rows(connection), count_of(connection, "places")):
        fields = dict(zip(URL_COLUMNS, row, strict=True))
        fields.update((name, read(str(fields[name]))) for name, read in _LISTS.items() if fields[name] is not None)
        found = []
        while finding is not None and finding[1] == row[0]:
            found.append(dict(zip(FINDING_COLUMNS[2:], finding[2:], strict=True)))
            finding = next(findings, None)
        out.write(json.dumps({**fields, "findings": found}) + "\n")


def export_jsonl(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write one object a line to a file. Raises OSError."""
    with text_output(path) as out:
        write_jsonl(connection, out, track)
    return _all_rows(connection)


def _all_rows(connection: sqlite3.Connection) -> Exported:
    """Return the numbers of an export of all rows."""
    return Exported(count_of(connection, "places"), count_of(connection, "findings WHERE settled = 0"))


def _write_tables(
    connection: sqlite3.Connection,
    path: str,
    track: Track[Row],
    write: Callable[[BinaryIO, tuple[str, ...], Iterable[Row]], object],
) -> Exported:
    """Write two files, of URLs and of findings; both get their names when both are complete."""
    with output_pair(path, findings_beside(path)) as (urls, findings):
        write(urls, URL_COLUMNS, track(url_rows(connection), count_of(connection, "places")))
        write(findings, FINDING_COLUMNS, track(finding_rows(connection), count_of(connection, "findings")))
    return _all_rows(connection)


def export_csv(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write URLs and findings as two CSV files. Raises OSError."""
    return _write_tables(connection, path, track, write_csv)


def export_parquet(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write URLs and findings as two Parquet files. Raises OSError; ImportError if pyarrow is not installed."""
    return _write_tables(connection, path, track, _write_parquet)


def write_csv(out: BinaryIO, columns: tuple[str, ...], rows: Iterable[Row]) -> int:
    """Write rows below the names of their columns, without formulas and control characters; return their number."""
    number = 0
    with as_text(out) as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([for_csv(value) if isinstance(value, str) else value for value in row])
            number += 1
    return number


def _write_parquet(out: BinaryIO, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(column, _type(column)) for column in columns])
    reads = {place: _READ[column] for place, column in enumerate(columns) if column in _READ}
    remaining = iter(rows)
    with parquet.ParquetWriter(out, schema) as writer:
        while batch := list(islice(remaining, _BATCH)):
            arrays = []
            for place, (cells, field) in enumerate(zip(zip(*batch, strict=True), schema, strict=True)):
                read = reads.get(place)
                values = [cell if cell is None else read(str(cell)) for cell in cells] if read else cells
                arrays.append(pa.array(values, type=field.type))
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _type(column: str) -> pa.DataType:
    import pyarrow as pa

    if column in _LISTS:
        return pa.list_(pa.string())
    if column in _DATES:
        return pa.timestamp("s", "UTC")
    return pa.int64() if column in _INTEGERS else pa.string()


def _date(text: str) -> datetime | None:
    """The date of a cell; None if another program has written something else there."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


# How the cells of columns that are no text are read.
_READ: Mapping[str, Callable[[str], object]] = {**_LISTS, **dict.fromkeys(_DATES, _date)}
