"""`urlmend scan`: find and lint URLs in archives, in parallel or on a cluster, into a result."""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing, nullcontext
from datetime import date
from functools import partial

from urlmend._lib.file_lock import LockedError, lock_name, locked
from urlmend._lib.install_hint import install_hint
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.termination import Stopped, terminable
from urlmend.cli import CLEAN, FAILED, FOUND, input_options, rule_options
from urlmend.cli.option_table import SHARED, choice, flag, positive, settings_options, value, values
from urlmend.redaction.console import counted, say
from urlmend.redaction.redact import redact
from urlmend.scan.progress import KINDS, Phase, ReadingPhase
from urlmend.scan.results.output_files import STDOUT, findings_beside
from urlmend.scan.work_units import SIZE, Unit, total_size, units
from urlmend.settings.config import Config, ConfigError
from urlmend.sources.paths import Problem, Skipped
from urlmend.sources.remote import is_remote
from urlmend.sources.skipped import SkipKind
from urlmend.uri.whatwg import reached_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from urlmend.cli.option_table import OptionTable
    from urlmend.scan.cluster.ledger import Totals
    from urlmend.scan.cluster.scan import ClusterScan
    from urlmend.scan.results.database import Counts, Database

SUFFIXES = (".sqlite", ".jsonl", ".csv", ".parquet")
# The options that, with the settings, determine what a result contains.
_RESULT_OPTIONS = ("input", "format_of", "headers", "schemeless", "extend_schemes", "scheme", "host", "unique")
# Settings that make no difference to a result.
_OF_LINT = ("baseline", "fail_on")
_DATE = lazy(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_SCHEME = lazy(r"[A-Za-z][A-Za-z0-9+.-]*")


def _wrong(text: str, kind: str) -> Exception:
    """The error for the value of an option that is not of a kind."""
    from argparse import ArgumentTypeError  # imports slowly, and most command lines are parsed without it

    return ArgumentTypeError(f"{text!r} is not {kind}")


def _date(text: str) -> str:
    try:
        date.fromisoformat((text + "-01-01")[:10])
        is_date = _DATE.fullmatch(text)
    except ValueError:
        is_date = None
    if not is_date:
        raise _wrong(text, "a date: write 2004-01-05, 2004-01 or 2004")
    return text


def _scheme(text: str) -> str:
    if not _SCHEME.fullmatch(text):
        raise _wrong(text, "a scheme: write its name only, such as http")
    return text.lower()


def _host(text: str) -> str:
    if "/" in text or "@" in text:
        raise _wrong(text, "a host: write its name only, such as www.canal.example")
    return text.lower() if text.isascii() else reached_host(text)


# The options by the titles of their groups.
OPTIONS: Mapping[str, OptionTable] = {
    "": {
        "paths": value("ARCHIVE", "file or folder: mail, news, text, compressed or not", nargs="+"),
        **settings_options("the current folder"),
        **SHARED["reading"],
        "-o --output": value("FILE", f"write the result to FILE ({', '.join(SUFFIXES)}); default: print JSON lines"),
        "--overwrite": flag("replace an existing result; default: continue it if it is SQLite, else fail"),
        "--scheduler": value(
            "ADDRESS", "scan on the Dask cluster at ADDRESS (`local`: start one), into a folder of Parquet files"
        ),
        "-j --processes": value("N", "number of processes; default: one per core, at least 2", type=positive),
        "--timeout": value("SECONDS", "timeout of each work unit; default: %(default)s", type=positive, default=300),
        "--unit-size": value("MB", "size of a work unit in megabytes; default: 8", type=positive),
        "--progress": choice(KINDS, "show progress; default: a bar on a terminal", default="auto"),
        "-q --quiet": flag("print no summary"),
        "--exit-zero": flag("exit with 0 even if there are findings"),
    },
    "rules": SHARED["rules"],
    "filters": {
        "--since-date": value("DATE", "only messages sent on or after DATE: 2004-01-05, 2004-01 or 2004", type=_date),
        "--until-date": value("DATE", "only messages sent before DATE", type=_date),
        "--scheme": values("NAME", "only URLs with this scheme", type=_scheme),
        "--host": values("PATTERN", "only URLs of hosts that match PATTERN, and of their subdomains", type=_host),
        "--unique": flag("only the first occurrence of each URL"),
    },
}


def run(options: argparse.Namespace) -> int:
    """Find and lint the URLs in archives of mail, news and text, and write a result that SQL can query."""
    if options.output == STDOUT:
        options.output = None
    suffix = os.path.splitext(options.output)[1] if options.output else ".jsonl"
    if options.scheduler:
        _check_cluster(options, suffix)
    elif suffix not in SUFFIXES:
        raise ConfigError(f"{options.output}: the end of its name must be one of {', '.join(SUFFIXES)}")
    options.paths = input_options.distinct(options.paths)
    config, path = input_options.settings(options, check=rule_options.faults)
    scan = Scan(options, rule_options.overridden(config, options), path)
    is_local = options.output and not is_remote(options.output)
    try:
        with locked(options.output) if is_local else nullcontext():
            if is_local and suffix == ".sqlite" and options.overwrite:
                _remove(options.output)
            elif is_local and suffix != ".sqlite" and not (options.scheduler or options.overwrite):
                _check_new(options.output)
            if options.scheduler:
                status = scan.on_cluster()
            elif suffix == ".sqlite":
                status = scan.to_database(options.output)
            else:
                import tempfile  # not needed for SQLite

                # Other formats are written at the end: URLs of later units may resolve ambiguous URLs of earlier ones.
                with tempfile.TemporaryDirectory(prefix="urlmend-") as folder:
                    status = scan.to_database(os.path.join(folder, "result.sqlite"), export=options.output or STDOUT)
    except LockedError:
        raise ConfigError(f"{options.output}: another scan is writing it") from None
    return CLEAN if status == FOUND and options.exit_zero else status


def _check_new(path: str) -> None:
    """Raise ConfigError if a file of a result that cannot be continued exists and is not empty."""
    from urlmend.scan.results.export_formats import FORMATS

    for name in FORMATS[_format(path)].files(path):
        if os.path.isfile(name) and os.path.getsize(name):
            raise ConfigError(f"{name}: exists already; name another file, or use --overwrite")


def _remove(path: str) -> None:
    """Remove a result in SQLite, of any version. Raises ConfigError if the file is something else."""
    import sqlite3

    from urlmend.scan.results import validity

    if not os.path.isfile(path) or not os.path.getsize(path):
        return
    try:
        with closing(sqlite3.connect(path)) as connection:
            is_result = validity.is_result(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        is_result = False
    if not is_result:
        raise ConfigError(f"{path}: not a result of `urlmend scan`; name another file")
    os.unlink(path)


def _check_cluster(options: argparse.Namespace, suffix: str) -> None:
    """Raise ConfigError for options that cannot be used on a cluster."""
    from importlib.util import find_spec

    if not all(map(find_spec, ("distributed", "fsspec", "pyarrow"))):
        raise ConfigError(f"--scheduler needs more packages: {install_hint('cluster')}")
    if not options.output or suffix in SUFFIXES:
        raise ConfigError("--scheduler writes a folder of Parquet files: name a folder or an address with -o")
    if options.overwrite:
        raise ConfigError("--overwrite cannot be used with --scheduler: name another folder")
    if options.unique:
        raise ConfigError("--unique cannot be used with --scheduler: a dataset has every occurrence of a URL")
    named = [*options.paths, options.output]
    if options.scheduler != "local":
        for name in named:
            if not (is_remote(name) or os.path.isabs(name)):
                raise ConfigError(f"{name}: workers may run in another folder: use an absolute path or an address")


class Scan:
    """One scan: archives into a database or a dataset."""

    def __init__(self, options: argparse.Namespace, settings: Config, path: str) -> None:
        """Take the command line, the settings in force, and the path of their file.

        Raises ConfigError for codes that select no rule.
        """
        from urlmend.scan.worker import Filters, UnitReader

        for name in (*options.paths, options.output or ""):
            if is_remote(name) and redact(name) != name:
                raise ConfigError(f"{redact(name)}: put passwords into the settings of fsspec, not into an address")
        self._options = options
        self._processes: int = options.processes or max(2, os.cpu_count() or 1)
        # The variable is for tests: small archives with many units.
        self._unit_size = (
            options.unit_size << 20 if options.unit_size else int(os.environ.get("URLMEND_UNIT_SIZE", SIZE))
        )
        self._failed = False
        self._skipped: Counter[str] = Counter()
        """What is not read, by its kind."""
        self._needs: set[str] = set()
        """The reasons that name a missing package: each is printed once."""
        self._has_read = False
        """Whether a file was read, now or by an earlier scan."""
        filters = Filters(
            since=options.since_date or "",
            until=options.until_date or "",
            schemes=frozenset(options.scheme or ()),
            hosts=tuple(options.host or ()),
        )
        project = input_options.Project(options, settings, path)
        reading = project.reading
        self._settings = settings
        if options.output:
            other_files = (findings_beside(options.output), f"{options.output}-journal", lock_name(options.output))
            addresses = (options.output.rstrip("/"),) if is_remote(options.output) else ()
            reading = reading._replace(skip=reading.skip.union(map(os.path.realpath, other_files), addresses))
        self._reader = UnitReader(settings, os.path.dirname(path), project.find_options, reading, filters)

    def to_database(self, path: str, *, export: str = "") -> int:
        """Scan into a database, `export` it to another format, and return the exit status.

        Raises ConfigError if the database cannot be written; its previous content is kept.
        """
        import sqlite3  # not needed to parse the command line

        from urlmend.scan.results import validity
        from urlmend.scan.results.database import Database
        from urlmend.scan.results.resolve_sql import resolve

        stopped = 0
        end = "run the same command again to continue"
        try:
            with closing(Database(path, self._identity(), unique=self._options.unique)) as database:
                self._reader.hash_key = database.hash_key
                try:
                    with terminable():
                        self._scan(database)
                except Stopped as stop:
                    stopped = stop.status
                with Phase(self._options.progress, "settling ambiguous URLs", 0) as phase:
                    settled = resolve(database.connection, phase.track)
                counts = database.finish(is_complete=not stopped)
                if export:
                    from urlmend.cli.export import write_export

                    end = "so the result is incomplete"
                    with Phase(self._options.progress, "writing rows", 0) as phase:
                        write_export(database.connection, export, _format(export), phase)
        except sqlite3.Error as error:
            raise ConfigError(f"{path}: {validity.reason(error)}") from error
        status = self._status(counts, settled, f" ({counts.distinct} distinct)", f"stopped; {end}" if stopped else "")
        return stopped or status

    def on_cluster(self) -> int:
        """Scan on a cluster into a dataset, and return the exit status."""
        from urlmend.scan.cluster.engine import ClusterError, connected
        from urlmend.scan.cluster.scan import ClusterScan
        from urlmend.scan.results.dataset import Dataset

        gc.enable()  # the client of a cluster creates reference cycles
        options = self._options
        dataset = Dataset(options.output)
        try:
            dataset.begin({"paths": options.paths, "unit_size": self._unit_size, **self._identity()})
            self._reader.hash_key = dataset.hash_key
            with (
                terminable(),
                connected(options.scheduler, self._processes, options.timeout) as client,
                closing(ClusterScan(client, dataset, self._reader, timeout=options.timeout)) as scan,
            ):
                self._scan_on(scan)
                with Phase(options.progress, "settling ambiguous URLs", 0) as phase:
                    phase.show()
                    totals = scan.finish()
        except Stopped as stop:
            say("stopped; run the same command again to continue")
            return stop.status
        except (ClusterError, OSError) as error:
            name = getattr(error, "filename", None) or options.output
            reason = Problem.from_error(name, error).reason
            raise ConfigError(f"{name}: {reason}; run the same command again to continue") from error
        return self._status(totals, totals.settled)

    def _scan_on(self, scan: ClusterScan) -> None:
        from urlmend.scan.pool import Failure

        options, reading = self._options, self._reader.reading
        reading = reading._replace(on_skipped=self._count_skipped)
        found = units(options.paths, reading, size=self._unit_size, extract=False)
        with ReadingPhase(options.progress, self._total_size) as progress:
            for unit, outcome in scan.units(found, self._report):
                if isinstance(outcome, Failure):
                    self._report(Problem(unit.names[0], outcome.reason))
                    progress.advance(unit.size, 0, 0)
                    continue
                self._note(unit, [Problem.of_row(problem.name, problem.reason) for problem in outcome.problems])
                progress.advance(unit.size, outcome.urls, outcome.findings)

    def _identity(self) -> dict[str, object]:
        """Return the options and settings that determine a result: a scan that continues it must have the same."""
        settings = self._settings._asdict()
        options = {name: getattr(self._options, name) for name in _RESULT_OPTIONS}
        options |= {"since": self._options.since_date, "until": self._options.until_date}
        others = {name: value for name, value in settings.items() if name not in _OF_LINT}
        return {**options, **{name: dict(it) if isinstance(it, Mapping) else it for name, it in others.items()}}

    def _scan(self, database: Database) -> None:
        from urlmend.scan.pool import Failure, map_in_order
        from urlmend.scan.spilled import new_folder, read_or_spill

        options = self._options
        folders = [path for path in options.paths if os.path.isdir(path)]
        listed = partial(units, options.paths, is_done=database.done.__contains__, size=self._unit_size)
        reading = self._reader.reading
        if options.unique and database.done:
            seen = (unit for unit in listed(reading, by_content=True) if isinstance(unit, Unit))
            database.restart_if_changed(seen, folders)
        is_new = not database.done
        database.begin(options.paths)
        with new_folder() as folder, ReadingPhase(options.progress, self._total_size) as progress:
            results = map_in_order(
                partial(read_or_spill, self._reader, folder),
                listed(reading._replace(on_skipped=self._count_skipped), by_content=bool(database.done)),
                processes=self._processes,
                timeout=options.timeout,
                on_steps=progress.read_ahead if progress.is_shown else None,
            )
            for unit, outcome in results:
                if isinstance(unit, Problem):
                    self._fail(database, unit)
                elif isinstance(outcome, Failure):
                    self._fail(database, Problem(unit.names[0], outcome.reason), unit)
                    progress.advance(unit.size, 0, 0)
                elif unit.is_done:
                    self._note(unit, database.skip(unit))
                    progress.skip(unit.size)
                else:
                    start = time.monotonic()
                    counts = database.add(unit, outcome)
                    self._note(unit, outcome.problems)
                    progress.advance(unit.size, *counts, time.monotonic() - start)
        if not is_new:
            database.remove_obsolete(folders)

    def _total_size(self) -> int:
        """The size of the archives, which are listed for it."""
        return total_size(self._options.paths, self._reader.reading)

    def _fail(self, database: Database, problem: Problem, unit: Unit | None = None) -> None:
        self._report(problem)
        database.fail(problem, unit)

    def _report(self, problem: Problem) -> None:
        """Print a problem; with `--quiet` not why a file is skipped.

        Binary files are only counted, and a reason that names a package is printed once.
        """
        if isinstance(problem, Skipped):
            self._skipped[problem.kind] += 1
            if self._options.quiet or problem.kind == SkipKind.BINARY or problem.reason in self._needs:
                return
            if problem.needs_package:
                self._needs.add(problem.reason)
        else:
            self._failed = True
        say(f"{problem.name}: {problem.reason}")

    def _count_skipped(self, _: str, kind: SkipKind) -> None:
        """Count a file or folder that a walk does not enter."""
        self._skipped[kind] += 1

    def _status(self, counts: Counts | Totals, settled: int, distinct: str = "", end: str = "") -> int:
        """Print what was read and found, and return the exit status; `end` says why the scan was stopped."""
        quiet, is_anything_read = self._options.quiet, self._has_read or self._failed or bool(end)
        input_options.say_what_is_skipped(self._skipped, is_anything_read=is_anything_read, quiet=quiet)
        if end or not quiet:
            words = [
                f"{counted(counts.urls, 'URL')}{distinct}, {counted(counts.findings, 'finding')}",
                f"{counted(counts.messages, 'message')} read" if counts.messages else "",
                f"{counted(settled, 'ambiguous URL')} resolved by the same URL elsewhere" if settled else "",
                counted(counts.problems, "problem") if counts.problems else "",
                end,
            ]
            say("; ".join(filter(None, words)))
        return FAILED if self._failed else FOUND if counts.findings else CLEAN

    def _note(self, unit: Unit, problems: Sequence[Problem]) -> None:
        """Print problems, and note whether a file of a unit was read."""
        for problem in problems:
            self._report(problem)
        skipped = {problem.name for problem in problems if isinstance(problem, Skipped)}
        self._has_read = self._has_read or not skipped.issuperset(unit.files)


def _format(path: str) -> str:
    """The format of a result, by its suffix; standard output gets JSON Lines."""
    return "jsonl" if path == STDOUT else os.path.splitext(path)[1][1:]
