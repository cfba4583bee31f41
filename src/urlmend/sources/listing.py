"""Paths to the files to read: named ones, and those of folders that a walk yields; and their documents."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from urlmend.model.document import Document
from urlmend.sources.paths import STDIN, Problem, Reading, read_file
from urlmend.sources.skipped import SkipKind
from urlmend.sources.walk import excluder, relative, walk

# The folders whose real paths are remembered.
_FOLDERS = 64


def documents(paths: Iterable[str], reading: Reading = Reading()) -> Iterator[Document | Problem]:
    """Yield the documents of files and folders; a folder is walked in the order of names.

    `-` is standard input. In a folder, `.git`, the `tmp` of a Maildir, symbolic links to folders,
    and everything that `.gitignore` files exclude and Git does not track are skipped. What is not text is yielded as
    `Skipped`.
    """
    for path in files(paths, reading):
        yield from read_file(path, reading)


def files(paths: Iterable[str], reading: Reading = Reading()) -> Iterator[str]:
    """Yield the files to read, in the order of `documents`; `-` is standard input."""
    is_excluded = excluder(reading.exclude) if reading.force_exclude and reading.exclude else None
    skipped_names = lru_cache(_FOLDERS)(partial(_skipped_names, reading.skip))
    for path in paths:
        if os.path.isdir(path):
            output = _output_file()
            is_opened = reading.opens_archives
            on_skipped, on_unread = reading.on_skipped, reading.on_unread
            for name in walk(path, reading.exclude, reading.folder, on_skipped, on_unread, inboxes=is_opened):
                if reading.skip and _is_skipped(name, reading.skip, skipped_names):
                    continue
                if not output or not _is_same(name, output):
                    yield name
        elif not is_excluded or not is_excluded(
            relative(reading.stdin_name if path == STDIN else path, reading.folder)
        ):
            yield path
        elif reading.on_skipped:
            reading.on_skipped(path, SkipKind.EXCLUDED)


def _is_skipped(name: str, skip: frozenset[str], skipped_names: Callable[[str], frozenset[str] | None]) -> bool:
    """Whether a walk skips a file; `skipped_names` gives and remembers the result of `_skipped_names` for a folder."""
    if os.path.islink(name):
        return _is_in(os.path.realpath(name), skip)
    folder, base = os.path.split(name)
    names = skipped_names(folder)
    return names is None or base in names


def _skipped_names(skip: frozenset[str], folder: str) -> frozenset[str] | None:
    """The names of the files in a folder that a walk skips; None: all of them."""
    real = os.path.realpath(folder or os.curdir)
    if _is_in(real, skip):
        return None
    return frozenset(os.path.basename(path) for path in skip if os.path.dirname(path) == real)


def _output_file() -> os.stat_result | None:
    """The status of standard output if it is a regular file, which must not be read; else None."""
    try:
        found = os.fstat(1)
    except OSError:  # standard output is closed
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _is_same(name: str, other: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(name), other)
    except OSError:  # reported when the file is read
        return False


def _is_in(path: str, others: frozenset[str]) -> bool:
    """Whether a path is one of the others, or below one."""
    return path in others or any(path.startswith(f"{other}{os.sep}") for other in others)
