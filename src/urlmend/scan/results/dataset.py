"""A dataset, which a scan on a cluster writes into: a folder of Parquet files, at any address."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple, cast

import pyarrow as pa
from pyarrow import parquet

from urlmend.scan.results.database import Database, check_same, written
from urlmend.scan.results.doubts import mark
from urlmend.scan.results.parts import table_bytes, unpack
from urlmend.scan.work_units import Unit
from urlmend.settings.config import ConfigError
from urlmend.sources.remote import as_os_errors, is_remote, store_of

PARTS, SETTLED, SETTLING = "urls", "settled", "settling"
UNITS, PROBLEMS, SETTINGS = "units.parquet", "problems.parquet", "settings.json"
# Where what is written is there as a whole or not at all; elsewhere it takes another name first.
_WHOLE_PUT = frozenset("s3 s3a gs gcs az abfs abfss memory".split())


class UnitRow(NamedTuple):
    """What the table of units has of one that was read."""

    position: int
    """Its place in the scan, from 0."""
    unit: str
    """What its part is called by."""
    name: str
    """The file that it is from, or the first of those."""
    bytes: int
    messages: int
    lines: int
    first_line: int
    first_message: int
    """How many lines and messages of its file stand before it."""
    urls: int
    first_id: int
    """The id of its first URL: one more than there are URLs in the units before it."""
    findings: int


class ProblemRow(NamedTuple):
    """Something that could not be read; `unit` is None if it is of none that was."""

    unit: str | None
    name: str
    reason: str


class Settled(NamedTuple):
    """How many doubts are settled, and how many findings with them."""

    doubts: int = 0
    findings: int = 0


_STRINGS = frozenset(("unit", "name", "reason"))
_SETTLED = b"urlmend settled"
SETTLED_SCHEMA = pa.schema([("id", pa.int64()), ("url", pa.string()), ("decided_by", pa.int64())])


def _schema(of: type[NamedTuple]) -> pa.Schema:
    return pa.schema([(name, pa.string() if name in _STRINGS else pa.int64()) for name in of._fields])


class Dataset:
    """The files of a dataset; can be sent to other machines."""

    def __init__(self, address: str) -> None:
        """Take the address of its folder."""
        self.address: str = address.rstrip("/") if is_remote(address) else os.path.abspath(address)
        self._salt = ""

    def begin(self, settings: Mapping[str, object]) -> None:
        """Make the folder, or go on with it. Raises OSError, ConfigError for one that is something else."""
        wanted = written(settings)
        self._salt = json.dumps(wanted, sort_keys=True)
        if SETTINGS in (names := self.names("")):
            check_same(self.address, self.settings(), wanted)
        elif names:
            raise ConfigError(f"{self.address}: is no result of a scan")
        else:
            self.write(SETTINGS, json.dumps(wanted, indent=1).encode())

    def settings(self) -> dict[str, str]:
        """What the scan was told, by name. Raises OSError, ConfigError if the folder is something else."""
        try:
            with self.open(SETTINGS) as file:
                found = json.load(file)
        except (FileNotFoundError, ValueError):
            found = None
        if not isinstance(found, dict):
            raise ConfigError(f"{self.address}: is no result of a scan")
        return found

    def key(self, unit: Unit) -> str:
        """What the part of a unit is called by: it stands for the unit, and for what the scan was told."""
        return hashlib.sha256(f"{self._salt}\0{unit.key}".encode()).hexdigest()[:32]

    def names(self, folder: str) -> set[str]:
        """What is in a folder of it, as it is now. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            path = f"{root}/{folder}".rstrip("/")
            store.invalidate_cache()  # others write, too
            try:
                return {name.rstrip("/").rpartition("/")[2] for name in store.ls(path, detail=False)} - {""}
            except FileNotFoundError:
                return set()

    def parts(self) -> set[str]:
        """What the parts that are there are called by. Raises OSError."""
        names = (os.path.splitext(name) for name in self.names(PARTS))
        return {stem for stem, suffix in names if suffix == ".parquet"}

    def open(self, name: str) -> BinaryIO:
        """One of its files. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            return cast("BinaryIO", store.open(f"{root}/{name}", "rb"))

    def write(self, name: str, data: bytes) -> None:
        """Write one of its files: as a whole, or not at all. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            folder, _, last = f"{root}/{name}".rpartition("/")
            kinds = {store.protocol} if isinstance(store.protocol, str) else set(store.protocol)
            if kinds & _WHOLE_PUT:
                store.pipe_file(f"{folder}/{last}", data)
                return
            store.makedirs(folder, exist_ok=True)
            temporary = f"{folder}/.{last}.{uuid.uuid4().hex}.tmp"
            store.pipe_file(temporary, data)
            try:
                store.mv(temporary, f"{folder}/{last}")
            except OSError:  # there are stores where a name must be free to be taken
                store.rm_file(f"{folder}/{last}")
                store.mv(temporary, f"{folder}/{last}")

    def remove(self, *names: str) -> None:
        """Remove files or folders of it, those that are there. Raises OSError."""
        with as_os_errors(self.address):
            store, root = store_of(self.address)
            store.invalidate_cache()  # others write, too
            for name in names:
                if store.exists(f"{root}/{name}"):
                    store.rm(f"{root}/{name}", recursive=True)

    def write_end(self, units: list[UnitRow], problems: list[ProblemRow], settled: Settled) -> None:
        """Write the tables of units and problems, and how much was settled. Raises OSError."""
        self.write(PROBLEMS, _table(problems, ProblemRow))
        self.write(UNITS, _table(units, UnitRow, {_SETTLED: json.dumps(settled)}))

    def end(self) -> tuple[list[UnitRow], list[ProblemRow], Settled] | None:
        """What `write_end` has written; None if no scan came to its end. Raises OSError."""
        if UNITS not in self.names(""):
            return None
        with self.open(UNITS) as file:
            table = parquet.read_table(io.BytesIO(file.read()))
        units = [UnitRow(**row) for row in table.to_pylist()]
        problems = [ProblemRow(**row) for row in self._rows(PROBLEMS)]
        return units, problems, Settled(*json.loads(table.schema.metadata[_SETTLED]))

    def settled(self) -> Iterator[tuple[str, int, int]]:
        """What was settled: the right reading, the id of the URL that decided, that of the one in doubt."""
        for name in sorted(self.names(SETTLED)):
            if name.endswith(".parquet"):
                yield from ((row["url"], row["decided_by"], row["id"]) for row in self._rows(f"{SETTLED}/{name}"))

    def into(self, path: str) -> None:
        """Make a database of it, as a scan on one machine writes it. Raises OSError, ConfigError."""
        told = self.settings()
        end = self.end()
        if end is None:
            raise ConfigError(f"{self.address}: is of a scan that has not come to its end; its command goes on with it")
        units, problems, _ = end
        settings = {name: json.loads(value) for name, value in told.items() if name != "version"}
        database = Database(path, settings)
        connection = database.connection
        connection.execute("PRAGMA synchronous = OFF")  # a copy: there is nothing to lose
        numbers: dict[str | None, int | None] = {None: None}
        for number, row in enumerate(units, 1):
            with self.open(part_name(row.unit)) as file:
                outcome = unpack(file)._replace(messages=row.messages, lines=row.lines)
            database.add(Unit(row.unit, (row.name,), row.bytes), outcome.moved(row.first_line, row.first_message))
            numbers[row.unit] = number
        _finish(connection, numbers, problems, self.settled())
        database.close()

    def _rows(self, name: str) -> list[dict[str, Any]]:
        with self.open(name) as file:
            rows: list[dict[str, Any]] = parquet.read_table(io.BytesIO(file.read())).to_pylist()
        return rows


def part_name(key: str) -> str:
    """The file of the part that goes by a name."""
    return f"{PARTS}/{key}.parquet"


def _table(rows: list[Any], of: type[NamedTuple], about: dict[bytes, str] | None = None) -> bytes:
    columns = {name: [getattr(row, name) for row in rows] for name in of._fields}
    return table_bytes(columns, _schema(of).with_metadata(about))


def _finish(
    connection: sqlite3.Connection,
    numbers: Mapping[str | None, int | None],
    problems: list[ProblemRow],
    settled: Iterator[tuple[str, int, int]],
) -> None:
    """Write problems, and what was settled."""
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    cursor.executemany(
        "INSERT INTO problems (unit, name, reason) VALUES (?, ?, ?)",
        ((numbers[row.unit], row.name, row.reason) for row in problems),
    )
    mark(cursor, settled)
    cursor.execute("COMMIT")
