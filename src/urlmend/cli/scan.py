"""`urlmend scan`: archives, in parallel or on a cluster, into a result."""

from __future__ import annotations

import argparse
import gc
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from types import FrameType

from urlmend.cli import CLEAN, FAILED, FOUND
from urlmend.cli import input_options as sources
from urlmend.cli.lint import add_rule_options, check_settings, overridden
from urlmend.redaction.console import counted, say
from urlmend.redaction.secrets import redact
from urlmend.scan.progress import KINDS, Progress
from urlmend.scan.work_units import SIZE, Unit, total_size, units
from urlmend.settings.config import Config, ConfigError
from urlmend.sources.paths import Problem
from urlmend.sources.remote import is_remote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.scan.cluster.scan import ClusterScan
    from urlmend.scan.results.database import Database

SUFFIXES = (".sqlite", ".jsonl", ".csv", ".parquet")
# The options that decide what is in a result, beside the settings.
_DECISIVE = ("input", "headers", "schemeless", "extend_schemes", "since", "until", "scheme", "host", "unique")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("paths", nargs="+", metavar="ARCHIVE", help="file or folder: mail, news, text, packed or not")
    sources.add_reading_options(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"result file: {', '.join(SUFFIXES)}; default: print JSON lines"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="scan on a Dask cluster, or `local`, into a folder of Parquet files"
    )
    parser.add_argument("--processes", type=_positive, metavar="N", help="default: one for each core, at least 2")
    parser.add_argument(
        "--patience", type=_positive, default=300, metavar="SECONDS", help="for a unit; default: %(default)s"
    )
    parser.add_argument("--unit-size", type=_positive, metavar="MB", help="how much is read in one go; default: 8")
    parser.add_argument("--progress", choices=KINDS, default="auto", help="default: a bar, on a terminal")
    add_rule_options(parser)
    filters = parser.add_argument_group("what counts")
    filters.add_argument(
        "--since", type=_date, metavar="DATE", help="messages from a date on: 2004-01-05, 2004-01 or 2004"
    )
    filters.add_argument("--until", type=_date, metavar="DATE", help="messages before a date")
    filters.add_argument("--scheme", action="append", metavar="NAME", help="URLs of this scheme")
    filters.add_argument("--host", action="append", metavar="PATTERN", help="URLs of this host, or of one below it")
    filters.add_argument("--unique", action="store_true", help="the first occurrence of each URL")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: it must be 1 or more")
    return int(text)


def _date(text: str) -> str:
    full = (text + "-01-01")[:10]
    try:
        is_date = bool(_DATE.fullmatch(text) and date.fromisoformat(full))
    except ValueError:
        is_date = False
    if not is_date:
        raise argparse.ArgumentTypeError(f"{text!r} is no date: write 2004-01-05, 2004-01 or 2004")
    return text


def run(options: argparse.Namespace) -> int:
    """Find and lint everything in archives of mail, news and text, into a result that can be searched."""
    suffix = os.path.splitext(options.output)[1] if options.output else ".jsonl"
    if options.scheduler:
        _check_cluster(options, suffix)
    elif suffix not in SUFFIXES:
        raise ConfigError(f"{options.output}: the suffix of a result is one of {', '.join(SUFFIXES)}")
    config, path = sources.settings()
    check_settings(config, path)
    scan = Scan(options, overridden(config, options), path)
    if options.scheduler:
        return scan.on_cluster()
    if suffix == ".sqlite":
        return scan.into(options.output)
    # The other formats cannot be written piece by piece: what is found later may settle what came first.
    with tempfile.TemporaryDirectory(prefix="urlmend-") as folder:
        return scan.into(os.path.join(folder, "result.sqlite"), export=options.output or "-")


def _check_cluster(options: argparse.Namespace, suffix: str) -> None:
    """Raises ConfigError for what cannot be done on a cluster."""
    from importlib.util import find_spec

    if not all(map(find_spec, ("distributed", "fsspec", "pyarrow"))):
        raise ConfigError("--scheduler needs more packages: pip install 'urlmend[cluster]'")
    if not options.output or suffix in SUFFIXES:
        raise ConfigError("--scheduler makes a folder of Parquet files: name one with -o, or an address")
    if options.unique:
        raise ConfigError("--unique is for scans on one machine: a dataset has every place of a URL")
    named = [*options.paths, options.output]
    if options.scheduler != "local":
        for name in named:
            if not (is_remote(name) or os.path.isabs(name)):
                raise ConfigError(f"{name}: the workers are not in this folder: name the whole path, or an address")


class Scan:
    """One scan."""

    def __init__(self, options: argparse.Namespace, settings: Config, path: str) -> None:
        """Take the command line, the settings in force, and the file that they are from.

        Raises ConfigError for codes that fit no rule.
        """
        from urlmend.scan.results.exports import findings_beside
        from urlmend.scan.worker import Filters, Scanning

        for name in (*options.paths, options.output or ""):
            if is_remote(name) and redact(name) != name:
                raise ConfigError(f"{redact(name)}: a password belongs into fsspec's settings, not into an address")
        self._options = options
        self._failed = False
        schemes = frozenset(name.lower() for name in options.scheme or ())
        hosts = tuple(pattern.lower() for pattern in options.host or ())
        filters = Filters(options.since or "", options.until or "", schemes, hosts)
        scanning, reading = sources.scanning(options, settings), sources.reading(options, settings, path)
        self._settings = settings
        if options.output:
            beside = (findings_beside(options.output), f"{options.output}-journal")
            addresses = (options.output.rstrip("/"),) if is_remote(options.output) else ()
            reading = reading._replace(without=reading.without.union(map(os.path.realpath, beside), addresses))
        self._scanning = Scanning(settings, os.path.dirname(path), scanning, reading, filters)

    def into(self, path: str, *, export: str = "") -> int:
        """Scan into a database, and make another format of it; the exit status.

        Raises ConfigError if the database cannot be written; what was in it before stays.
        """
        import sqlite3  # which the parser of the command line must not pay for

        try:
            return self._into(path, export)
        except sqlite3.Error as error:
            raise ConfigError(f"{path}: {error}") from error

    def _into(self, path: str, export: str) -> int:
        from urlmend.scan.results.database import Database
        from urlmend.scan.results.doubts import settle

        database = Database(path, self._identity(), unique=self._options.unique)
        try:
            with _terminable():
                self._scan(database)
            stopped = 0
        except Stopped as stop:
            stopped = stop.status
        settled = settle(database.connection)
        if export:
            _export(database, export)
        end = "stopped, the same command goes on" if not export else "stopped, and so there is not all of it"
        say(_summary(database, settled, end if stopped else ""))
        found = database.counts().findings
        database.close()
        return stopped or (FAILED if self._failed else FOUND if found else CLEAN)

    def on_cluster(self) -> int:
        """Scan on a cluster, into a dataset; the exit status."""
        from urlmend.scan.cluster.engine import ClusterError, connected
        from urlmend.scan.cluster.scan import ClusterScan
        from urlmend.scan.results.dataset import Dataset

        gc.enable()  # what speaks to a cluster does make cycles
        options = self._options
        dataset = Dataset(options.output)
        try:
            dataset.begin({"paths": options.paths, "unit_size": _unit_size(options), **self._identity()})
            with _terminable(), connected(options.scheduler, _processes(options), options.patience) as client:
                scan = ClusterScan(client, dataset, self._scanning, patience=options.patience)
                self._scan_on(scan)
                totals = scan.finish()
        except Stopped as stop:
            say("stopped, the same command goes on")
            return stop.status
        except (ClusterError, OSError) as error:
            raise ConfigError(f"{Problem.of(options.output, error).reason}; the same command goes on") from error
        words = f"{counted(totals.urls, 'URL')}, {counted(totals.findings, 'finding')}"
        say(_told(words, totals.messages, totals.settled, totals.problems))
        return FAILED if self._failed else FOUND if totals.findings else CLEAN

    def _scan_on(self, scan: ClusterScan) -> None:
        from urlmend.scan.pool import Failure

        options, reading = self._options, self._scanning.reading
        found = units(options.paths, reading, size=_unit_size(options), unpack=False)
        with Progress(options.progress, total_size(options.paths, reading)) as progress:
            for unit, outcome in scan.units(found):
                if isinstance(outcome, Failure):
                    assert isinstance(unit, Unit)
                    self._tell(Problem(unit.names[0], outcome.reason))
                    progress.advance(unit.size, 0, 0)
                    continue
                for problem in outcome.problems:
                    self._tell(problem)
                if isinstance(unit, Unit):
                    progress.advance(unit.size, outcome.urls, outcome.findings)

    def _identity(self) -> dict[str, object]:
        """What decides what is in a result: a scan that goes on with it must be told the same."""
        settings = self._settings._asdict()
        options = {name: getattr(self._options, name) for name in _DECISIVE}
        return {**options, **{name: _plain(value) for name, value in settings.items() if name != "baseline"}}

    def _scan(self, database: Database) -> None:
        from urlmend.scan.pool import Failure, in_order

        options, reading = self._options, self._scanning.reading
        database.begin()
        found = units(options.paths, reading, is_done=database.is_done, size=_unit_size(options))
        processes = _processes(options)
        with Progress(options.progress, total_size(options.paths, reading)) as progress:
            for unit, outcome in in_order(found, self._scanning, processes=processes, patience=options.patience):
                if isinstance(unit, Problem):
                    self._fail(database, unit)
                    continue
                if isinstance(outcome, Failure):
                    self._fail(database, Problem(unit.names[0], outcome.reason), unit)
                elif unit.is_done:
                    database.skip(unit)
                else:
                    database.add(unit, outcome)
                    for problem in outcome.problems:
                        self._tell(problem)
                urls, findings = (0, 0) if isinstance(outcome, Failure) else (len(outcome.urls), len(outcome.findings))
                progress.advance(unit.size, urls, findings)
        database.finish(path for path in options.paths if os.path.isdir(path))

    def _fail(self, database: Database, problem: Problem, unit: Unit | None = None) -> None:
        self._tell(problem)
        database.fail(problem, unit)

    def _tell(self, problem: Problem) -> None:
        say(f"{problem.name}: {problem.reason}")
        self._failed = True


class Stopped(BaseException):
    """The scan was told to stop; `status` is what it exits with. What one piece of work runs into is no such thing."""

    def __init__(self, number: int) -> None:
        """Take the number of the signal."""
        super().__init__(number)
        self.status: int = 128 + number


@contextmanager
def _terminable() -> Iterator[None]:
    """Interruptions and requests to end raise Stopped, once."""

    def stop(number: int, _: FrameType | None) -> None:
        for other in before:
            signal.signal(other, signal.SIG_IGN)
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _processes(options: argparse.Namespace) -> int:
    number: int = options.processes or max(2, os.cpu_count() or 1)
    return number


def _unit_size(options: argparse.Namespace) -> int:
    if options.unit_size:
        return int(options.unit_size) << 20
    return int(os.environ.get("URLMEND_UNIT_SIZE", SIZE))  # for tests: small archives of many units


def _plain(value: object) -> object:
    """A setting as JSON has it."""
    return dict(value) if isinstance(value, Mapping) else value


def _export(database: Database, path: str) -> None:
    from urlmend.scan.results import exports

    if path == "-":
        exports.write_jsonl(database.connection, sys.stdout)
        return
    try:
        exports.export(database.connection, path)
    except ImportError:
        raise ConfigError("Parquet needs more packages: pip install 'urlmend[scan]'") from None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def _summary(database: Database, settled: int, end: str) -> str:
    counts = database.counts()
    words = f"{counted(counts.urls, 'URL')} ({counts.distinct} different), {counted(counts.findings, 'finding')}"
    words = _told(words, counts.messages, settled, counts.problems)
    return f"{words}; {end}" if end else words


def _told(words: str, messages: int, settled: int, problems: int) -> str:
    if messages:
        words += f" in {counted(messages, 'message')}"
    if settled:
        words += f"; {counted(settled, 'doubt')} settled by the same URL elsewhere"
    if problems:
        words += f"; {counted(problems, 'problem')}"
    return words
