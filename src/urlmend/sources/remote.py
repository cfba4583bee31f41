"""Files by address: local paths, and the stores that `fsspec` opens (`s3://`, `gs://`, `hdfs://`, …)."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import EIO, ENOENT
from typing import IO, Any, BinaryIO, NamedTuple, cast

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document
from urlmend.sources.paths import Problem, Reading, read_file, read_stream
from urlmend.sources.walk import excluder

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem as Store

_REMOTE = lazy(r"[a-z][a-z0-9+.-]*://")
# The keys of the stores for a value that changes with the content of a file.
_VERSION_KEYS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "modified", "updated", "created")
# The number of bytes fetched at a time of a remote file that is read from start to end.
READ_AHEAD = 1 << 23
# Stores that write a file atomically; on others, files are written under a temporary name and renamed.
_ATOMIC_STORES = frozenset("s3 s3a gs gcs az abfs abfss memory".split())
# The number of bytes that are written with one request; larger files are written in several.
COPY_SIZE = 1 << 24


class FileState(NamedTuple):
    """The state of a file, which shows whether it has changed."""

    size: int
    """In bytes."""
    version: str
    """Changes with the content: an entity tag, the time of the last change, or the newest commit."""
    is_inbox: bool = False
    """Whether it is that of a repository of public-inbox, with the size of its messages."""


def is_remote(address: str) -> bool:
    """Whether an address is not a local path."""
    return bool(_REMOTE.match(address))


def file_state(address: str) -> FileState:
    """The state of a file, or of a repository of public-inbox. Raises OSError, ValueError for a NUL in a path."""
    if not is_remote(address):
        found = os.stat(address)
        if stat.S_ISDIR(found.st_mode):
            from urlmend.sources import public_inbox  # few archives are repositories

            return FileState(*public_inbox.state(address), is_inbox=True)
        return FileState(found.st_size, str(found.st_mtime_ns))
    with as_os_errors(address):
        store, path = store_of(address)
        return _state(store.info(path))


def open_file(address: str) -> BinaryIO:
    """Open a file for reading from start to end. Raises OSError, ValueError for a NUL in a path."""
    if not is_remote(address):
        return open(address, "rb")
    with as_os_errors(address):
        store, path = store_of(address)
        return cast("BinaryIO", store.open(path, "rb", block_size=READ_AHEAD, cache_type="readahead"))


def open_ranges(address: str) -> BinaryIO:
    """Open a file for reading ranges: of a remote file, each call of `read` is one request. Raises as `open_file`."""
    return cast("BinaryIO", _Ranges(address)) if is_remote(address) else open(address, "rb")


class _Ranges(io.RawIOBase):
    """A remote file whose size is not requested."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._position = 0
        self._end: int | None = None
        """The size of the file, once a read has shown it."""
        with as_os_errors(address):
            self._store, self._path = store_of(address)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Set the position, relative to the beginning or to the current one."""
        self._position = offset + (self._position if whence == os.SEEK_CUR else 0)
        return self._position

    def tell(self) -> int:
        """Return the position."""
        return self._position

    def read(self, size: int = -1) -> bytes:
        """Read `size` bytes, fewer at the end of the file. Raises OSError."""
        if self._end is not None and self._position >= self._end:
            return b""
        stop = None if size < 0 else self._position + size
        with as_os_errors(self._address):
            try:
                data: bytes = self._store.cat_file(self._path, start=self._position, end=stop)
            except Exception:  # stores refuse ranges that begin at the end
                if self._position < self._store.info(self._path)["size"]:
                    raise
                data = b""
        self._position += len(data)
        if stop is None or self._position < stop:
            self._end = self._position
        return data


def contents(addresses: Sequence[str], size: int) -> list[bytes | OSError]:
    """The first `size` bytes of files of one store: one request each, several at the same time.

    An error takes the place of the content of a file that cannot be read.
    """
    try:
        with as_os_errors(addresses[0]):
            stores, paths = zip(*map(store_of, addresses), strict=True)
            # A range, because some stores ask for the size of a file before they read all of it.
            found: list[bytes | Exception] = stores[0].cat_ranges(list(paths), 0, size, on_error="return")
    except OSError as error:
        return [error] * len(addresses)
    return [
        _content(address, size) if isinstance(content, Exception) else content
        for address, content in zip(addresses, found, strict=True)
    ]


def _content(address: str, size: int) -> bytes | OSError:
    """The first bytes of a file of which a range was refused: it may be empty."""
    try:
        with open_ranges(address) as file:
            return file.read(size)
    except OSError as error:
        return error


def read_files(addresses: Sequence[str], size: int, reading: Reading) -> Iterator[Document | Problem]:
    """Yield the documents of files of `size` bytes in total, local or in one store, or why one cannot be read.

    Small remote files are fetched at the same time.
    """
    if not is_remote(addresses[0]):
        for address in addresses:
            yield from read_file(address, reading)
        return
    found = contents(addresses, READ_AHEAD) if size <= READ_AHEAD else [None] * len(addresses)
    for address, content in zip(addresses, found, strict=True):
        if isinstance(content, OSError):
            yield Problem.from_error(address, content)
            continue
        try:
            with open_file(address) if content is None else io.BytesIO(content) as file:
                known = getattr(file, "size", 0) if content is None else len(content)
                yield from read_stream(file, address, known or 0, reading)
        except Exception as error:  # of any library: it must not affect other files
            yield Problem.from_error(address, error)


def walk(address: str, exclude: tuple[str, ...], skip: frozenset[str]) -> Iterator[tuple[str, FileState]]:
    """Yield the files of a store below an address, or the file at it, in the order of names, each with its state.

    The patterns of `exclude` are relative to the address; `skip` has addresses that are left out with all files
    below them. So are `.git` and the `tmp` of a Maildir. Raises OSError.
    """
    with as_os_errors(address):
        store, path = store_of(address)
        info = store.info(path)
        if info["type"] != "directory":
            yield address, _state(info)
            return
        is_excluded = excluder(exclude)
        top = address.rstrip("/")
        for below, found in _walk(store, path.rstrip("/")):
            child = f"{top}/{below}"
            if not is_excluded(below) and not any(child.startswith(f"{other}/") for other in skip):
                yield child, found


def _walk(store: Store, top: str) -> Iterator[tuple[str, FileState]]:
    """The files below a folder, by their paths relative to it."""
    folders = [_entries(store, top, "")]
    while folders:
        found = next(folders[-1], None)
        if found is None:
            folders.pop()
        elif isinstance(found[1], str):
            folders.append(_entries(store, found[1], found[0]))
        else:
            yield found[0], found[1]


def _entries(store: Store, folder: str, below: str) -> Iterator[tuple[str, FileState | str]]:
    """The files and folders in a folder, by their paths relative to the top, in the order of names.

    Each file has its state, and each folder its path in the store.
    """
    entries = {info["name"].rstrip("/").rpartition("/")[2]: info for info in store.ls(folder, detail=True)
               if info["name"].rstrip("/") != folder}  # fmt: skip  # some stores list a folder in itself
    is_maildir = entries.keys() >= {"cur", "new", "tmp"}
    for name, info in sorted(entries.items()):
        if name == ".git" or (is_maildir and name == "tmp"):
            continue
        if info["type"] == "directory":
            yield f"{below}{name}/", f"{folder}/{name}"
        else:
            yield f"{below}{name}", _state(info)


def _state(info: dict[str, Any]) -> FileState:
    return FileState(int(info["size"] or 0), next((str(info[name]) for name in _VERSION_KEYS if info.get(name)), ""))


def store_of(address: str) -> tuple[Store, str]:
    """The store of an address, and the path in it."""
    from fsspec.core import url_to_fs

    found: tuple[Store, str] = url_to_fs(address)
    return found


def write_file(address: str, source: IO[bytes]) -> None:
    """Write the content of an open file to an address atomically, without holding all of it. Raises OSError."""
    with as_os_errors(address):
        store, path = store_of(address)
        folder, _, name = path.rpartition("/")
        kinds = {store.protocol} if isinstance(store.protocol, str) else set(store.protocol)
        if kinds & _ATOMIC_STORES:
            _copy(source, store, path)
            return
        store.makedirs(folder, exist_ok=True)
        temporary = f"{folder}/.{name}.{os.urandom(16).hex()}.tmp"
        _copy(source, store, temporary)
        try:
            store.mv(temporary, path)
        except OSError:  # some stores do not rename to an existing name
            store.rm_file(path)
            store.mv(temporary, path)


def _copy(source: IO[bytes], store: Store, path: str) -> None:
    data = source.read(COPY_SIZE)
    if len(data) < COPY_SIZE:
        store.pipe_file(path, data)
        return
    with store.open(path, "wb") as out:  # the file appears when it is closed
        while data:
            out.write(data)
            data = source.read(COPY_SIZE)


@contextmanager
def as_os_errors(address: str) -> Iterator[None]:
    """Raise an OSError for any exception of the library of a store, with the address as its `filename`."""
    try:
        yield
    except FileNotFoundError as error:  # some messages are only a name
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), address) from error
    except ImportError as error:
        package = f"the package fsspec: {install_hint('cluster')}" if error.name == "fsspec" else str(error)
        raise OSError(EIO, f"{address.partition(':')[0]} needs {package}", address) from error
    except OSError as error:
        raise OSError(error.errno or EIO, error.strerror or str(error) or type(error).__name__, address) from error
    except Exception as error:
        raise OSError(EIO, f"{type(error).__name__}: {error}", address) from error
