"""A dataset: a folder of Parquet files, local or remote, that a scan on a cluster writes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple, cast

import pyarrow as pa
from pyarrow import parquet

from urlmend.scan.identity import new_key
from urlmend.scan.progress import Track
from urlmend.scan.results.database import Database, check_settings, decoded_key, encoded_settings
from urlmend.scan.results.footers import mark_footers
from urlmend.scan.results.parts import unpack
from urlmend.scan.results.resolve_sql import Resolution, write_resolutions
from urlmend.scan.results.validity import HASH_KEY, VERSION, create_indexes
from urlmend.scan.work_units import Unit
from urlmend.settings.config import ConfigError
from urlmend.sources.remote import COPY_SIZE, as_os_errors, is_remote, store_of, write_file

PARTS = "urls"
"""The folder of parts, one for each unit."""
RESOLVED = "settled"
"""The folder of resolutions of ambiguous URLs."""
RESOLVING = "settling"
"""The folder of temporary files while ambiguous URLs are resolved."""
UNITS, PROBLEMS, SETTINGS = "units.parquet", "problems.parquet", "settings.json"
# Rows of a table that are in memory at a time.
_ROWS = 50_000


class UnitRow(NamedTuple):
    """A row of the table of units; failed units have none."""

    position: int
    """The number of the unit in the scan, from 0."""
    unit: str
    """The name of its part."""
    name: str
    """The file that it is from, or the first of several."""
    name_hash: str | None
    """As `identity.name_hash` gives it."""
    bytes: int
    messages: int
    lines: int
    first_line: int
    first_message: int
    """The numbers of lines and messages of the file before the unit."""
    urls: int
    first_id: int
    """The id of its first URL: 1 plus the number of URLs in earlier units."""
    findings: int


class ProblemRow(NamedTuple):
    """A row of the table of problems; `unit` is None if the problem belongs to no unit that was read."""

    unit: str | None
    name: str
    name_hash: str | None
    reason: str


class ResolvedCounts(NamedTuple):
    """The numbers of resolved URLs, and of findings that are closed with them."""

    urls: int = 0
    findings: int = 0


class FinishedScan(NamedTuple):
    """What is written at the end of a scan."""

    units: Iterable[UnitRow]
    problems: Iterable[ProblemRow]
    resolved: ResolvedCounts


_STRINGS = frozenset(("unit", "name", "name_hash", "reason", "url"))
# The metadata key of ResolvedCounts in the table of units.
_RESOLVED_KEY = b"urlmend settled"


def _schema(row_type: type[NamedTuple]) -> pa.Schema:
    return pa.schema([(name, pa.string() if name in _STRINGS else pa.int64()) for name in row_type._fields])


class Dataset:
    """Reads and writes the files of a dataset; can be pickled."""

    def __init__(self, address: str) -> None:
        """Take the path or address of the folder."""
        self.address: str = address.rstrip("/") if is_remote(address) else os.path.abspath(address)
        self._salt = ""
        self.hash_key: bytes = b""
        """The key of hashes, once the scan has begun."""

    def begin(self, settings: Mapping[str, object]) -> None:
        """Create the dataset, or continue it. Raises OSError; ConfigError if the folder is something else."""
        is_new = SETTINGS not in (names := self.names(""))
        if is_new and names:
            raise ConfigError(f"{self.address}: not a result of `urlmend scan`")
        found = {} if is_new else self.settings()
        if not is_new:
            check_settings(self.address, found, {"version": VERSION})
        self.hash_key = new_key() if is_new else decoded_key(self.address, found)
        wanted = encoded_settings(settings, self.hash_key)
        self._salt = json.dumps(wanted, sort_keys=True)
        if not is_new:
            check_settings(self.address, found, wanted)
        else:
            self.write(SETTINGS, json.dumps({**wanted, HASH_KEY: json.dumps(self.hash_key.hex())}, indent=1).encode())

    def settings(self) -> dict[str, str]:
        """The settings of the scan. Raises OSError; ConfigError if the folder is not a dataset."""
        try:
            with self.open(SETTINGS) as file:
                found = json.load(file)
        except (FileNotFoundError, ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise ConfigError(f"{self.address}: not a result of `urlmend scan`")
        return found

    def key(self, unit: Unit) -> str:
        """The name of a unit's part: a hash of the unit and of the settings of the scan."""
        return hashlib.sha256(f"{self._salt}\0{unit.key}".encode()).hexdigest()[:32]

    def names(self, folder: str) -> set[str]:
        """The current names in a folder of the dataset. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            path = f"{root}/{folder}".rstrip("/")
            store.invalidate_cache()  # other processes write, too
            try:
                return {name.rstrip("/").rpartition("/")[2] for name in store.ls(path, detail=False)} - {""}
            except FileNotFoundError:
                return set()

    def parts(self) -> set[str]:
        """The keys of the existing parts. Raises OSError."""
        names = (os.path.splitext(name) for name in self.names(PARTS))
        return {stem for stem, suffix in names if suffix == ".parquet"}

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            return cast("BinaryIO", store.open(f"{root}/{name}", "rb"))

    def write(self, name: str, data: bytes) -> None:
        """Write a file atomically. Raises OSError."""
        self.write_from(name, io.BytesIO(data))

    def write_from(self, name: str, source: IO[bytes]) -> None:
        """Write the content of an open file atomically, without holding all of it. Raises OSError."""
        write_file(f"{self.address}/{name}", source)

    def remove(self, *names: str) -> None:
        """Remove the files or folders that exist. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            store.invalidate_cache()  # other processes write, too
            for name in names:
                if store.exists(f"{root}/{name}"):
                    store.rm(f"{root}/{name}", recursive=True)

    def write_finished(self, scan: FinishedScan) -> None:
        """Write the tables of units and problems, and the numbers of resolved URLs. Raises OSError."""
        self.write_table(PROBLEMS, scan.problems, ProblemRow)
        self.write_table(UNITS, scan.units, UnitRow, {_RESOLVED_KEY: json.dumps(scan.resolved)})

    def write_table(
        self, name: str, rows: Iterable[NamedTuple], row_type: type[NamedTuple], metadata: Mapping[bytes, str] = {}
    ) -> None:
        """Write a table, a batch of rows at a time. Raises OSError."""
        schema = _schema(row_type)
        remaining = iter(rows)
        with SpooledTemporaryFile(COPY_SIZE) as file:
            with parquet.ParquetWriter(file, schema) as writer:
                while batch := list(islice(remaining, _ROWS)):
                    columns = {field: [getattr(row, field) for row in batch] for field in row_type._fields}
                    writer.write_table(pa.table(columns, schema=schema))
                writer.add_key_value_metadata(dict(metadata))
            file.seek(0)
            self.write_from(name, file)

    def read_finished(self) -> FinishedScan | None:
        """What `write_finished` has written; None if no scan has finished. Raises OSError."""
        if UNITS not in self.names(""):
            return None
        with self.open(UNITS) as file:
            metadata = parquet.read_metadata(file).metadata or {}
        resolved = ResolvedCounts(*json.loads(metadata[_RESOLVED_KEY]))
        units, problems = self._rows(UNITS), self._rows(PROBLEMS)
        return FinishedScan((UnitRow(**row) for row in units), (ProblemRow(**row) for row in problems), resolved)

    def count(self, name: str) -> int:
        """The number of rows of a table. Raises OSError."""
        with self.open(name) as file:
            rows: int = parquet.read_metadata(file).num_rows
        return rows

    def resolutions(self) -> Iterator[Resolution]:
        """Yield the resolutions of ambiguous URLs. Raises OSError."""
        for name in sorted(self.names(RESOLVED)):
            if name.endswith(".parquet"):
                yield from (Resolution(**row) for row in self._rows(f"{RESOLVED}/{name}"))

    def write_database(self, path: str, track: Track[UnitRow] = lambda items, _: items) -> None:
        """Write the result as a database, as a scan on one machine does; `track` shows the progress.

        Raises OSError, ConfigError.
        """
        encoded = self.settings()
        scan = self.read_finished()
        if scan is None:
            raise ConfigError(f"{self.address}: unfinished scan: run its command again to continue")
        settings = {name: json.loads(value) for name, value in encoded.items() if name not in ("version", HASH_KEY)}
        database = Database(path, settings, hash_key=decoded_key(self.address, encoded))
        database.begin(settings.get("paths", ()))
        connection = database.connection
        connection.execute("PRAGMA synchronous = OFF")  # a copy, which can be made again
        numbers: dict[str | None, int | None] = {None: None}
        for number, row in enumerate(track(scan.units, self.count(UNITS)), 1):
            with self.open(part_name(row.unit)) as file:
                outcome = unpack(file)._replace(messages=row.messages, lines=row.lines)
            database.add(Unit(row.unit, (row.name,), row.bytes), outcome.moved(row.first_line, row.first_message))
            numbers[row.unit] = number
        _write_end(connection, numbers, scan.problems, self.resolutions())
        database.finish()
        database.close()

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table in batches."""
        with self.open(name) as file:
            for batch in parquet.ParquetFile(file).iter_batches(_ROWS):
                yield from batch.to_pylist()


def part_name(key: str) -> str:
    """The path of the part of a unit in the dataset."""
    return f"{PARTS}/{key}.parquet"


def _write_end(
    connection: sqlite3.Connection,
    numbers: Mapping[str | None, int | None],
    problems: Iterable[ProblemRow],
    resolutions: Iterator[Resolution],
) -> None:
    """Write the problems and the resolutions; `numbers` are the ids of units by key."""
    mark_footers(connection)
    create_indexes(connection)
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    cursor.executemany(
        "INSERT INTO problems (unit_id, name, name_hash, reason) VALUES (?, ?, ?, ?)",
        ((numbers[row.unit], row.name, row.name_hash, row.reason) for row in problems),
    )
    write_resolutions(cursor, resolutions)
    cursor.execute("COMMIT")
