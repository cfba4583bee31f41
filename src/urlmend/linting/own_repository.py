"""The repository that a file is in: where forges show its files, and which files it has."""

from __future__ import annotations

import os
from functools import lru_cache

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.git_folder import of_entry
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import read_regular_file
from urlmend.model.span import Span
from urlmend.sources.walk import repository_root

if TYPE_CHECKING:
    from urlmend._lib.git_index import TrackedFiles

# The size in bytes of the largest configuration, and of the file of a reference.
_MAX_SIZE = 1 << 16
_REMOTE = lazy(
    r"""(?mx)
    ^[ \t]*url[ \t]*=[ \t]*"? (?: (?:https?|ssh|git)://(?:[^@/\s]{1,200}@)? | [\w.-]{1,60}@ )
    (?P<host> github\.com | gitlab\.com ) [:/] (?P<path> [\w.-]{1,100} (?: /[\w.-]{1,100} ){1,5} ) /? "? \s*$
    """
)
# What forges show files by, after the address of the repository.
_PAGE = lazy(r"(?:-/)?(?:blob|tree|raw|blame|edit)/")
_END_OF_PATH = lazy(r"[?#]")
# The usual names of main branches, of which a server has checked out a commit.
_USUAL_BRANCHES = ("main", "master")


class OwnRepository:
    """A repository with remotes on forges."""

    def __init__(self, root: str, addresses: tuple[str, ...]) -> None:
        """Take the root of its working tree, and the beginnings of the addresses of its files."""
        self.addresses = addresses
        """The beginnings of the addresses of its pages and files on forges."""
        self._root = root

    def missing(self, url: str) -> tuple[Span, str] | None:
        """Return where a URL names a file that the repository lacks (code points); None if it has it, or nobody knows.

        The second value is the path, percent-encoded, of the only file of the same name, or empty.
        """
        address = next(filter(url.startswith, self.addresses), "")
        page = _PAGE.match(url, len(address))
        if not address or not (page or "//raw." in address):
            return None
        end = _END_OF_PATH.search(url)
        start, stop = page.end() if page else len(address), end.start() if end else len(url)
        branch = next((branch for branch in self._branches() if url.startswith(f"{branch}/", start)), None)
        if branch is None:
            return None
        start += len(branch) + 1
        path = url[start:stop].rstrip("/")
        other = self._instead_of(path)
        return None if other is None else (Span(start, start + len(path)), other)

    def _instead_of(self, path: str) -> str | None:
        """The path of the only file of the same name as a missing one, or empty; None if none is missing."""
        from urllib.parse import quote, unquote  # few runs need it, and it takes milliseconds

        plain = unquote(path)
        parts = plain.split("/")
        if "\0" in plain or "*" in plain or not {"", ".", ".."}.isdisjoint(parts):
            return None
        try:
            entry = os.path.join(self._root, ".git")
            files = _tracked(self._root, os.stat(os.path.join(of_entry(entry), "index")).st_mtime_ns)
            if files.include(plain) or files.include(f"{plain}/") or os.path.lexists(os.path.join(self._root, *parts)):
                return None
        except (OSError, ValueError):
            return None
        return quote(files.only_named(parts[-1]))

    def _branches(self) -> tuple[str, ...]:
        """The branches whose files are those here: on another one than the main one, nobody knows those of the main."""
        current = self._current()
        if current and current not in _USUAL_BRANCHES:
            return (current,)
        return ("HEAD", current) if current else ("HEAD", *_USUAL_BRANCHES)

    def _current(self) -> str:
        """The branch of the working tree; empty if it is that of a commit."""
        try:
            head = read_regular_file(os.path.join(of_entry(os.path.join(self._root, ".git")), "HEAD"), _MAX_SIZE)
        except (OSError, ValueError):
            return ""
        reference = head.decode("utf-8", "replace").strip()
        return reference.removeprefix("ref: refs/heads/") if reference.startswith("ref: refs/heads/") else ""


def repository_of(folder: str) -> OwnRepository | None:
    """Return the repository that a folder is in, if it has a remote on a forge."""
    root = repository_root(folder)
    return _repository(root) if root else None


@lru_cache(64)
def _repository(root: str) -> OwnRepository | None:
    try:
        folder = of_entry(os.path.join(root, ".git"))
        common = os.path.join(folder, "commondir")  # of a further working tree
        if os.path.isfile(common):
            folder = os.path.join(folder, read_regular_file(common, _MAX_SIZE).decode("utf-8", "replace").strip())
        settings = read_regular_file(os.path.join(folder, "config"), _MAX_SIZE).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    remotes = {(match["host"], match["path"].removesuffix(".git")) for match in _REMOTE.finditer(settings)}
    addresses = [f"https://{host}/{path}/" for host, path in sorted(remotes)]
    addresses += [
        f"https://raw.githubusercontent.com/{path}/" for host, path in sorted(remotes) if host == "github.com"
    ]
    return OwnRepository(root, tuple(addresses)) if addresses else None


@lru_cache(4)
def _tracked(root: str, changed: int) -> TrackedFiles:  # noqa: ARG001  # read again after a change
    """Return the tracked files of a repository whose index was changed at a time. Raises OSError, ValueError."""
    from urlmend._lib.git_index import TrackedFiles

    return TrackedFiles.of_repository(root)
