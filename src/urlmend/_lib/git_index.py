"""The tracked files of a Git repository, read from its index (gitformat-index(5)): Git itself is not needed."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable

from urlmend._lib.git_folder import of_entry
from urlmend._lib.regular_file import read_regular_file

# The size in bytes of the largest index that is read: that of a million files.
_MAX_SIZE = 256 << 20
# The paths of a compressed index have at most so many times its size.
_MAX_RATIO = 16
# The sizes in bytes of the hashes of SHA-1 and SHA-256: the index does not say which one it has.
_HASH_SIZES = (20, 32)
_HEADER_SIZE = 12
# The size in bytes of an entry before its hash.
_STATUS_SIZE = 40
_IS_EXTENDED = 0x4000
_LENGTH = 0xFFF


class TrackedFiles:
    """The paths of tracked files and submodules in a repository."""

    MOST_NAMED = 100
    """The number of files of one name that are known."""

    def __init__(self, paths: Iterable[bytes] = ()) -> None:
        """Take the paths, with `/`; one that ends in `/` is a folder of a sparse index."""
        self._paths = sorted(paths)
        self._by_name: dict[bytes, list[bytes]] = {}
        """The paths of files by their names in lower case."""

    @classmethod
    def of_repository(cls, root: str) -> TrackedFiles:
        """Read the index of the repository whose root is a folder, as `of_git_folder` does."""
        return cls.of_git_folder(of_entry(os.path.join(root, ".git")))

    @classmethod
    def of_git_folder(cls, folder: str) -> TrackedFiles:
        """Read the index in the directory where Git keeps it. Raises OSError, or ValueError if it is damaged."""
        try:
            data = read_regular_file(os.path.join(folder, "index"), _MAX_SIZE)
        except FileNotFoundError:
            if os.path.isdir(folder):  # nothing was added yet
                return cls()
            raise
        for hash_size in _HASH_SIZES:
            try:
                paths, shared = _parsed(data, hash_size)
            except (ValueError, IndexError):
                continue
            if shared:
                more = read_regular_file(os.path.join(folder, f"sharedindex.{shared}"), _MAX_SIZE)
                try:
                    paths += _parsed(more, hash_size)[0]
                except IndexError as error:
                    raise ValueError("the shared index is damaged") from error
            return cls(paths)
        raise ValueError("the index is damaged, or has an unknown format")

    def include(self, path: str) -> bool:
        """Return whether a file is tracked, or anything in a folder, whose path ends in `/`."""
        name = os.fsencode(path)
        at = bisect_left(self._paths, name)
        before, found = self._paths[at - 1 : at], self._paths[at : at + 1]
        if found and (found[0].startswith(name) if path.endswith("/") else found[0] == name):
            return True
        # A folder of a sparse index may hold anything.
        is_sparse = bool(before) and before[0].endswith(b"/") and name.startswith(before[0])
        return is_sparse or (path.endswith("/") and self.include(path[:-1]))  # a submodule

    def begin_with(self, beginning: str) -> bool:
        """Return whether the path of a tracked file or submodule begins with a text."""
        name = os.fsencode(beginning)
        at = bisect_left(self._paths, name)
        found = self._paths[at : at + 1]
        return bool(found and found[0].startswith(name)) or self.include(beginning)

    def named(self, name: str) -> list[str]:
        """Return the paths of the tracked files of a name, whose case does not matter, up to a limit."""
        if not self._by_name:
            for path in self._paths:
                same = self._by_name.setdefault(path.rpartition(b"/")[2].lower(), [])
                if len(same) < self.MOST_NAMED:
                    same.append(path)
        return list(map(os.fsdecode, self._by_name.get(os.fsencode(name).lower(), ())))


def _parsed(data: bytes, hash_size: int) -> tuple[list[bytes], str]:
    """Return the paths of an index, and the name of the shared index that has the others, or an empty string.

    Raises ValueError or IndexError if it is damaged.
    """
    version, count = (int.from_bytes(data[at : at + 4], "big") for at in (4, 8))
    if not data.startswith(b"DIRC") or version not in (2, 3, 4):
        raise ValueError
    paths, at = _entries(data, count, hash_size, is_compressed=version == 4)
    shared, end = "", len(data) - hash_size
    while at < end:
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        if data.startswith(b"link", at):
            name = data[at + 8 : at + 8 + hash_size]
            shared = name.hex() if any(name) else ""
        at += 8 + size
    if at != end:
        raise ValueError
    return paths, shared


def _entries(data: bytes, count: int, hash_size: int, *, is_compressed: bool) -> tuple[list[bytes], int]:
    """Return so many paths of an index, and where its entries end; a compressed path begins like the one before."""
    paths = []
    at, to_flags, path, total = _HEADER_SIZE, _STATUS_SIZE + hash_size, b"", 0
    for _ in range(count):
        flags = data[at + to_flags] << 8 | data[at + to_flags + 1]
        start, kept = at + to_flags + (4 if flags & _IS_EXTENDED else 2), 0
        if is_compressed:
            removed, start = _removed(data, start, len(path))
            kept = len(path) - removed
        end = data.index(0, start)
        path = path[:kept] + data[start:end] if kept else data[start:end]
        total += len(path)
        if flags & _LENGTH != min(len(path), _LENGTH) or total > _MAX_RATIO * len(data):
            raise ValueError
        paths.append(path)
        at = end + 1 if is_compressed else at + ((end - at + 8) & ~7)
    return paths, at


def _removed(data: bytes, at: int, length: int) -> tuple[int, int]:
    """Return how much of the path before does not belong to a compressed path, and where the rest of it begins."""
    removed = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        removed = (removed + 1) << 7 | data[at] & 0x7F
        if removed > length:
            raise ValueError
    return removed, at + 1
