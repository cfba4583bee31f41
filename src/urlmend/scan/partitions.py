"""Scans as a library: archives to work units, and each unit to its rows, without a file that is written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder import FindOptions
from urlmend.model.aliases import Profile
from urlmend.model.finding import PROFILES
from urlmend.redaction.redact import redact
from urlmend.scan.identity import MAX_KEY_SIZE
from urlmend.scan.rows import UnitRows
from urlmend.scan.stored_problems import recorded_problems, redacted_problem
from urlmend.scan.work_units import SIZE, Unit, units
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.settings.faults import checked, checked_strings
from urlmend.sources.paths import Problem, Reading
from urlmend.uri.schemes import SchemeTable

# The number of options whose reader of units is kept.
_MAX_READERS = 8
# The options that are lists of strings.
_LISTS = ("select", "extend_select", "ignore", "extend_schemes")


class ScanOptions(NamedTuple):
    """What a scan finds and reports; the fields are parameters of `lint` and `find_in`."""

    profile: Profile = "rfc3986"
    """The specification to check against: `rfc1738`, `rfc3986` or `whatwg`."""
    select: Sequence[str] = ()
    """Codes of rules, prefixes of codes, or names; empty: the rules that are on by default."""
    extend_select: Sequence[str] = ()
    """Codes of rules, prefixes of codes, or names, in addition to those."""
    ignore: Sequence[str] = ()
    """Codes of rules, prefixes of codes, or names, that do not run."""
    headers: bool = False
    """Whether all header fields of mail are read, not only the subject."""
    schemeless: bool = False
    """Whether `www.` hosts without a scheme are found, too."""
    extend_schemes: Sequence[str] = ()
    """Schemes that are found in addition to the known ones."""
    hash_key: bytes = b""
    """Key of the hashes that distinguish URLs and files whose secrets are hidden: 1 to 64 bytes, the same for all
    units. Empty: no hashes."""


_DEFAULT = ScanOptions()


def split(*paths: str | os.PathLike[str], size: int = SIZE) -> Iterator[Unit]:
    """Yield the work units of files, folders and remote addresses, in order, without their content.

    A unit covers about `size` bytes: a range of a mailbox or of a long text, up to 256 small files of a folder, or one
    large file. A large compressed file or archive is one unit. Units are small, can be pickled, and are read by any
    process that can open the same paths. Lists folders, and reads the beginning of large files. A file that cannot be
    read has a unit, too, whose rows have a problem. Raises ValueError for a size below 1, TypeError for other types.
    """
    if not isinstance(size, int):
        raise TypeError(f"size must be an integer, not {type(size).__name__}")
    if size < 1:
        raise ValueError("size must be at least 1")
    for path in paths:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"a path must be a string or os.PathLike, not {type(path).__name__}")
    found = units((os.fspath(path) for path in paths), size=size, extract=False)
    return (_unreadable(unit) if isinstance(unit, Problem) else unit for unit in found)


def _unreadable(problem: Problem) -> Unit:
    """The unit of a file that cannot be listed or opened: reading it gives the problem."""
    key = hashlib.sha256("\0".join(problem).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return Unit(key, (problem.name,), size=0)


def scan_unit(unit: Unit, options: ScanOptions = _DEFAULT) -> UnitRows:
    """Return the rows of a unit of `split`: URLs, findings, messages and problems, with secrets hidden.

    Lines and messages of a range are counted from its beginning; `renumber` adds those before it. Files that cannot be
    read are problems of the result. Raises ConfigError for an unknown code, ValueError for an unknown profile,
    TypeError for arguments of other types.
    """
    return _redacted(_reader(options)(_checked(unit)))


def scan_chunks(unit: Unit, options: ScanOptions = _DEFAULT) -> Iterator[UnitRows]:
    """Yield the rows of a unit; those of a compressed file in chunks, so that memory is bounded whatever its size.

    `FindingRow.url` is the number of a URL in its chunk. The errors are those of `scan_unit`.
    """
    return map(_redacted, _reader(options).chunks(_checked(unit)))


def scan_bytes(data: bytes | bytearray | memoryview, name: str = "-", options: ScanOptions = _DEFAULT) -> UnitRows:
    """Return the rows of a file from its bytes: mail, text, or a compressed file or archive.

    `name` is the name to report; its suffix may show the format of a text. The errors are those of `scan_unit`.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {type(data).__name__}: encode a text, or use `lint`")
    return _redacted(_reader(options).read_bytes(bytes(data), name))


def renumber(results: Iterable[tuple[Unit, UnitRows]]) -> Iterator[UnitRows]:
    """Yield the rows of units with their lines and messages counted from the beginning of the file.

    `results` are units with their rows, in the order of `split`. Raises ValueError if a range does not follow the
    one before: the units have another order, or one is missing.
    """
    name, stop, lines, messages = "", 0, 0, 0
    for unit, rows in results:
        if not _checked(unit).is_part:
            yield rows
            continue
        if unit.start == 0:
            name, stop, lines, messages = unit.names[0], 0, 0, 0
        if (unit.names[0], unit.start) != (name, stop):
            place = f"bytes {unit.start} to {unit.stop} of {redact(unit.names[0])}"
            raise ValueError(f"{place} do not follow the unit before: pass all units, in the order of `split`")
        yield rows.moved(lines, messages)
        stop, lines, messages = unit.stop, lines + rows.lines, messages + rows.messages


def _checked(unit: Unit) -> Unit:
    """Return a unit. Raises TypeError for anything else."""
    if not isinstance(unit, Unit):
        raise TypeError(f"unit must be one that `split` yields, not {type(unit).__name__}")
    return unit


def _redacted(rows: UnitRows) -> UnitRows:
    return rows._replace(problems=list(map(redacted_problem, recorded_problems(rows.problems))))


def _reader(options: ScanOptions) -> UnitReader:
    """The reader of units by these options. Raises ConfigError, ValueError, TypeError."""
    if not isinstance(options, ScanOptions):
        raise TypeError(f"options must be ScanOptions(profile=..., ...), not {type(options).__name__}")
    if not isinstance(options.hash_key, bytes):
        raise TypeError(f"hash_key must be bytes, not {type(options.hash_key).__name__}")
    if len(options.hash_key) > MAX_KEY_SIZE:
        raise ValueError(f"hash_key must have at most {MAX_KEY_SIZE} bytes")
    if options.profile not in PROFILES:
        raise ValueError(f"unknown profile {options.profile!r}: one of {', '.join(PROFILES)}")
    select, extend_select, ignore, schemes = (checked_strings(getattr(options, name), name) for name in _LISTS)
    key = options._replace(select=select, extend_select=extend_select, ignore=ignore, extend_schemes=schemes)
    return _cached_reader(key)


@lru_cache(_MAX_READERS)
def _cached_reader(options: ScanOptions) -> UnitReader:
    settings = Config(
        profile=options.profile,
        select=tuple(options.select),
        extend_select=tuple(options.extend_select),
        ignore=tuple(options.ignore),
    )
    schemes = checked("extend-schemes", [scheme.lower() for scheme in options.extend_schemes], "extend_schemes")
    url_options = FindOptions(SchemeTable(frozenset(schemes)), options.schemeless)
    reader = UnitReader(settings, "", url_options, Reading(all_headers=options.headers), Filters())
    reader.hash_key = options.hash_key
    return reader
