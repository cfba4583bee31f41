"""Addresses of files: paths of this machine, and what `fsspec` opens (`s3://`, `gs://`, `hdfs://`, …)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOENT
from typing import Any, BinaryIO, NamedTuple, cast

from urlmend.sources.walk import tester

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fsspec import AbstractFileSystem as Store

_REMOTE = re.compile(r"[a-z][a-z0-9+.-]*://")
# Where the stores write what changes with the content of a file.
_MARKS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "modified", "updated", "created")
# How much is fetched at a time of a file that is read from its beginning to its end.
AHEAD = 1 << 23


class State(NamedTuple):
    """A file as it is now."""

    size: int
    """In bytes."""
    mark: str
    """What changes with its content: an entity tag, or the time of the last change."""


def is_remote(address: str) -> bool:
    """Whether it is no path of this machine."""
    return bool(_REMOTE.match(address))


def state(address: str) -> State:
    """The state of a file. Raises OSError, ValueError for a NUL in a path."""
    if not is_remote(address):
        found = os.stat(address)
        return State(found.st_size, str(found.st_mtime_ns))
    with errors_told(address):
        store, path = store_of(address)
        return _state(store.info(path))


def opened(address: str, *, ahead: int = AHEAD) -> BinaryIO:
    """A file to be read. Raises OSError, ValueError for a NUL in a path.

    `ahead` is how many bytes are fetched at a time of what is not on this machine; 0: what is asked for.
    """
    if not is_remote(address):
        return open(address, "rb")
    with errors_told(address):
        store, path = store_of(address)
        cache = {"block_size": ahead, "cache_type": "readahead"} if ahead else {"cache_type": "none"}
        return cast("BinaryIO", store.open(path, "rb", **cache))


def size_of(file: BinaryIO) -> int:
    """How many bytes an open file has; 0 if that is not known."""
    return file.size if hasattr(file, "size") else os.fstat(file.fileno()).st_size


def walk(address: str, exclude: tuple[str, ...], without: frozenset[str]) -> Iterator[tuple[str, State]]:
    """The files of a store below an address, or the one that it is, in the order of names, each with its state.

    The patterns of `exclude` count from the address; `without` has addresses that are left out with all below
    them. So are `.git` and the `tmp` of a Maildir. Raises OSError.
    """
    with errors_told(address):
        store, path = store_of(address)
        info = store.info(path)
        if info["type"] != "directory":
            yield address, _state(info)
            return
        excluded = tester(exclude)
        top = address.rstrip("/")
        for below, found in _walk(store, path.rstrip("/"), ""):
            child = f"{top}/{below}"
            if not excluded(below) and not any(child.startswith(f"{other}/") for other in without):
                yield child, found


def _walk(store: Store, folder: str, below: str) -> Iterator[tuple[str, State]]:
    """The files of a folder and of those in it, by their paths from the top."""
    entries = {info["name"].rstrip("/").rpartition("/")[2]: info for info in store.ls(folder, detail=True)
               if info["name"].rstrip("/") != folder}  # fmt: skip  # some stores list a folder in itself
    is_maildir = entries.keys() >= {"cur", "new", "tmp"}
    for name, info in sorted(entries.items()):
        if name == ".git" or (is_maildir and name == "tmp"):
            continue
        if info["type"] == "directory":
            yield from _walk(store, f"{folder}/{name}", f"{below}{name}/")
        else:
            yield f"{below}{name}", _state(info)


def _state(info: dict[str, Any]) -> State:
    return State(int(info["size"] or 0), next((str(info[name]) for name in _MARKS if info.get(name)), ""))


def store_of(address: str) -> tuple[Store, str]:
    """What knows the files of an address's kind, and the path that it knows this one by."""
    from fsspec.core import url_to_fs

    found: tuple[Store, str] = url_to_fs(address)
    return found


@contextmanager
def errors_told(address: str) -> Iterator[None]:
    """Whatever the libraries of a store raise is an OSError."""
    try:
        yield
    except FileNotFoundError as error:  # some say no more than a name
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT)) from error
    except OSError:
        raise
    except ImportError as error:
        package = "the package fsspec: pip install 'urlmend[cluster]'" if error.name == "fsspec" else str(error)
        scheme = address.partition(":")[0]
        raise OSError(f"{scheme} needs {package}") from error
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error
