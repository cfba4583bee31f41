"""Paths to bytes: files, folders with their ignore files, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from urlmend.decode import is_binary

STDIN = "-"


class Source(NamedTuple):
    """Bytes to read, and the name under which they are reported."""

    name: str
    data: bytes


class Problem(NamedTuple):
    """Something that could not be read, and why."""

    name: str
    reason: str


def sources(paths: Iterable[str]) -> Iterator[Source | Problem]:
    """What the paths name, one after the other; a folder is walked in the order of names.

    `-` is standard input. In a folder, what `.gitignore` files exclude is left out, and so
    are `.git` and symbolic links to folders. Binary files are passed over everywhere.
    """
    for path in paths:
        if path == STDIN:
            yield Source(STDIN, sys.stdin.buffer.read())
        elif os.path.isdir(path):
            for name in walk(path):
                yield from read(name)
        else:
            yield from read(path)


def read(path: str) -> Iterator[Source | Problem]:
    """One file: its bytes, or why they cannot be had; nothing if it is binary."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as error:
        yield Problem(path, getattr(error, "strerror", None) or str(error))
        return
    if not is_binary(data):
        yield Source(path, data)


def walk(top: str) -> Iterator[str]:
    """The files of a folder and the folders in it, in the order of names, less what is ignored."""
    yield from _walk(top, "", ())


# An ignore file's test for a path (folders end in "/"): True ignored, False kept by a `!` line, None not named.
_Ignore = Callable[[str], bool | None]


def _walk(top: str, inner: str, ignores: tuple[tuple[str, _Ignore], ...]) -> Iterator[str]:
    here = os.path.join(top, inner) if inner else top
    ignore_file = os.path.join(here, ".gitignore")
    if os.path.isfile(ignore_file):
        ignores = (*ignores, (inner, _read_ignore(ignore_file)))
    try:
        entries = sorted(os.scandir(here), key=lambda entry: entry.name)
    except OSError:
        yield here  # reading it as a file reports why it cannot be read
        return
    for entry in entries:
        path = f"{inner}/{entry.name}" if inner else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name == ".git" or _ignored(path + "/" * is_folder, ignores):
            continue
        if is_folder:
            yield from _walk(top, path, ignores)
        elif entry.is_file():
            yield os.path.join(top, path)


def _ignored(path: str, ignores: tuple[tuple[str, _Ignore], ...]) -> bool:
    """The last ignore file that names a path decides, as git has it."""
    for inner, test in reversed(ignores):
        verdict = test(path[len(inner) + 1 :] if inner else path)
        if verdict is not None:
            return verdict
    return False


def _read_ignore(path: str) -> _Ignore:
    from pathspec import GitIgnoreSpec  # only a walk that meets an ignore file needs it

    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        spec = GitIgnoreSpec.from_lines(file)
    return lambda name: spec.check_file(name).include
