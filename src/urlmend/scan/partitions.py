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
from urlmend.scan.rows import UnitRows, redacted_problem
from urlmend.scan.work_units import SIZE, Unit, units
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.settings.faults import checked_schemes
from urlmend.sources.paths import Problem, Reading
from urlmend.uri.schemes import SchemeTable

# The number of options whose reader of units is kept.
_MAX_READERS = 8


class ScanOptions(NamedTuple):
    """What a scan finds and reports; the fields are parameters of `lint` and `find_in`."""

    profile: Profile = "rfc3986"
    """The specification to check against: `rfc1738`, `rfc3986` or `whatwg`."""
    select: Sequence[str] = ()
    """Codes of rules, or prefixes of codes; empty: the rules that are on by default."""
    extend_select: Sequence[str] = ()
    """Codes of rules, or prefixes of codes, in addition to those."""
    ignore: Sequence[str] = ()
    """Codes of rules, or prefixes of codes, that do not run."""
    headers: bool = False
    """Whether all header fields of mail are read, not only the subject."""
    schemeless: bool = False
    """Whether `www.` hosts without a scheme are found, too."""
    extend_schemes: Sequence[str] = ()
    """Schemes that are found in addition to the known ones."""


_DEFAULT = ScanOptions()


def split(*paths: str | os.PathLike[str], size: int = SIZE) -> Iterator[Unit]:
    """Yield the work units of files, folders and remote addresses, in order, without their content.

    A unit covers about `size` bytes: a range of a mailbox or of a long text, up to 256 small files of a folder, or one
    large file. A large compressed file or archive is one unit. Units are small, can be pickled, and are read by any
    process that can open the same paths. Lists folders, and reads the beginning of large files. A file that cannot be
    read has a unit, too, whose rows have a problem. Raises ValueError for a size below 1.
    """
    if size < 1:
        raise ValueError("size must be at least 1")
    for unit in units((os.fspath(path) for path in paths), size=size, extract=False):
        yield _unreadable(unit) if isinstance(unit, Problem) else unit


def _unreadable(problem: Problem) -> Unit:
    """The unit of a file that cannot be listed or opened: reading it gives the problem."""
    key = hashlib.sha256("\0".join(problem).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return Unit(key, (problem.name,), size=0)


def scan_unit(unit: Unit, options: ScanOptions = _DEFAULT) -> UnitRows:
    """Return the rows of a unit of `split`: URLs, findings, messages and problems, with secrets hidden.

    Lines and messages of a range are counted from its beginning; `renumber` adds those before it. Files that cannot be
    read are problems of the result. Raises ConfigError for an unknown code, ValueError for an unknown profile,
    TypeError for a string instead of a list.
    """
    return _redacted(_reader(options)(unit))


def scan_chunks(unit: Unit, options: ScanOptions = _DEFAULT) -> Iterator[UnitRows]:
    """Yield the rows of a unit; those of a compressed file in chunks, so that memory is bounded whatever its size.

    `FindingRow.url` is the number of a URL in its chunk. The errors are those of `scan_unit`.
    """
    return map(_redacted, _reader(options).chunks(unit))


def scan_bytes(data: bytes | bytearray | memoryview, name: str = "-", options: ScanOptions = _DEFAULT) -> UnitRows:
    """Return the rows of a file from its bytes: mail, text, or a compressed file or archive.

    `name` is the name to report; its suffix may show the format of a text. The errors are those of `scan_unit`.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {type(data).__name__}: encode a text, or use `lint`")
    return _redacted(_reader(options).read_bytes(bytes(data), name))


def renumber(results: Iterable[tuple[Unit, UnitRows]]) -> Iterator[UnitRows]:
    """Yield the rows of units with their lines and messages counted from the beginning of the file.

    `results` are units with their rows, in the order of `split`.
    """
    name, lines, messages = "", 0, 0
    for unit, rows in results:
        if not unit.is_part:
            yield rows
            continue
        if unit.start == 0 or unit.names[0] != name:
            name, lines, messages = unit.names[0], 0, 0
        yield rows.moved(lines, messages)
        lines, messages = lines + rows.lines, messages + rows.messages


def _redacted(rows: UnitRows) -> UnitRows:
    return rows._replace(problems=tuple(map(redacted_problem, rows.problems))) if rows.problems else rows


def _reader(options: ScanOptions) -> UnitReader:
    """The reader of units by these options. Raises ConfigError, ValueError, TypeError."""
    if not isinstance(options, ScanOptions):
        raise TypeError(f"options must be ScanOptions(profile=..., ...), not {type(options).__name__}")
    if options.profile not in PROFILES:
        raise ValueError(f"unknown profile {options.profile!r}: one of {', '.join(PROFILES)}")
    lists = (options.select, options.extend_select, options.ignore, options.extend_schemes)
    if any(isinstance(words, str) for words in lists):
        raise TypeError("codes and schemes must be lists of strings")
    select, extend_select, ignore, schemes = map(tuple, lists)
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
    schemes = checked_schemes([scheme.lower() for scheme in options.extend_schemes], "extend_schemes")
    url_options = FindOptions(SchemeTable(frozenset(schemes)), options.schemeless)
    return UnitReader(settings, "", url_options, Reading(all_headers=options.headers), Filters())
