"""Lines that changed since a Git revision: the files as they are, compared with their versions in the revision."""

from __future__ import annotations

import hashlib
import os
import re
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from urlmend._lib import git
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.line_diff import changes as changes_of_lines
from urlmend.decoding.sniff import HEAD_SIZE, has_bare_returns, is_compressed_or_archive, text_encoding
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.console import say
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import FORMAT_LIMIT

# The size in bytes of the largest file whose lines are compared; all lines of a larger one are new if it has changed.
_MAX_SIZE = FORMAT_LIMIT
# The most lines that are compared.
_MAX_LINES = 1 << 22
# The number of bytes that are read at a time.
_BLOCK = 1 << 18
# The row of `git ls-tree` for a file or for the commit of a submodule, and not for a symbolic link.
_ROW = lazy(r"(?:100[0-7]{3} (blob)|160000 commit) ([0-9a-f]+)\t(.*)", re.DOTALL)

Item = TypeVar("Item", Finding, Url)
_Lines = tuple[tuple[float, float], ...] | None
"""Ranges of lines from 1, in order, each with its last line; None: all lines."""


class _Tree(NamedTuple):
    """The files of a repository in a revision."""

    top: str
    blobs: dict[str, str]
    """The hexadecimal names of the contents of files by path."""
    commits: dict[str, str]
    """The hexadecimal names of the commits of submodules by path."""
    objects: git.Objects

    @classmethod
    def of_listing(cls, listing: bytes, top: str, objects: git.Objects) -> _Tree:
        """Read the output of `git ls-tree`."""
        rows = [row for row in map(_ROW.fullmatch, os.fsdecode(listing).split("\0")) if row]
        blobs, commits = ({row[3]: row[2] for row in rows if row[1] == kind} for kind in ("blob", None))
        return cls(top, blobs, commits, objects)

    def inner(self, path: str) -> str:
        """Return the path in the repository of a file or folder in it."""
        return os.path.relpath(path, self.top).replace(os.sep, "/")


class Changes:
    """New and changed lines of files, counted from 1; all lines of files that the revision does not have are new.

    Neither the index nor attributes and settings of Git have a part in this.
    """

    def __init__(self, revision: str) -> None:
        """Read the files of a revision in the repository of the current folder. Raises ConfigError if that fails."""
        top = os.path.realpath(os.fsdecode(_git("rev-parse", "--show-toplevel").removesuffix(b"\n")))
        name = _git("rev-parse", "--verify", "--quiet", "--end-of-options", revision).strip().decode("ascii")
        self._revision = revision
        self._trees: dict[str, _Tree | None] = {top: _Tree.of_listing(_git(*_list(name)), top, git.Objects())}
        """The revision of the repository that a folder is in; None for other repositories."""
        self._old: dict[str, tuple[_Tree, str] | bool] = {}
        """The versions in the revision by the real path of a file; or whether the file is new."""
        self._lines: dict[tuple[str, bool], _Lines] = {}
        """The changed lines by the real path of a file, and whether it is mail."""
        self._content: tuple[str, bytes] = ("", b"")
        """The real path of a file that is being fixed, and its content."""

    def include(self, name: str) -> bool:
        """Whether a file has changed."""
        return self._version(_path(name)) is not False

    def filtered(self, document: Document, found: Sequence[Item]) -> list[Item]:
        """Return those findings or URLs of a document that have at least one changed line."""
        lines = self._changed(_path(document.name), is_mail=document.message is not None)
        if lines is None:
            return list(found)
        return [item for item in found if _overlap(lines, *_lines_of(document, item.spans))]

    def use(self, name: str, content: bytes) -> None:
        """Take the content that a file has after fixes: until the next call, it counts instead of that on the disk."""
        path = _path(name)
        self._content = path, content
        for is_mail in (False, True):
            self._lines.pop((path, is_mail), None)

    def _changed(self, path: str, *, is_mail: bool) -> _Lines:
        key = path, is_mail
        if key not in self._lines:
            version = self._version(path)
            if isinstance(version, bool):
                self._lines[key] = None if version else ()
            else:
                self._lines[key] = self._compared(*version, path, is_mail=is_mail)
        return self._lines[key]

    def _version(self, path: str) -> tuple[_Tree, str] | bool:
        """Return the version of a file in the revision if they differ; else whether the file is new."""
        if path not in self._old:
            tree = self._tree_of(os.path.dirname(path))
            name = tree.blobs.get(tree.inner(path)) if tree else None
            if not tree or not name:
                self._old[path] = True
            else:
                self._old[path] = (tree, name) if not _is_blob(path, name) else False
        return self._old[path]

    def _tree_of(self, folder: str) -> _Tree | None:
        """Return the revision of the repository that a folder is in; None if it is not known."""
        below = []
        while folder not in self._trees:
            below.append(folder)
            parent = os.path.dirname(folder)
            if parent == folder:
                self._trees[folder] = None
            folder = parent
        tree = self._trees[folder]
        for inner in reversed(below):
            if tree and os.path.lexists(os.path.join(inner, ".git")):
                tree = self._submodule(tree, inner)
            self._trees.setdefault(inner, tree)
        return tree

    def _submodule(self, tree: _Tree, folder: str) -> _Tree | None:
        """Return the commit of a submodule that the revision names; None if there is none or it cannot be read."""
        name = tree.commits.get(tree.inner(folder))
        if not name:
            return None
        try:
            return _Tree.of_listing(git.run(*_list(name), folder=folder), folder, git.Objects(folder))
        except (OSError, git.GitError):
            say(f"{os.path.relpath(folder)}: without its commit as of {self._revision}: all of its lines count as new")
            return None

    def _compared(self, tree: _Tree, name: str, path: str, *, is_mail: bool) -> _Lines:
        """Return the lines of a file that differ from its version in the revision."""
        try:
            new = self._content[1] if self._content[0] == path else _read(path)
            old = tree.objects.blob(name, _MAX_SIZE)
        except OSError:  # reported when the file is read
            return None
        except KeyError:
            say(f"{os.path.relpath(path)}: not in this clone as of {self._revision}: all of its lines count as new")
            return None
        if new is None or old is None or is_compressed_or_archive(new):
            return None
        lines, old_lines = _hashes(new, is_mail=is_mail), _hashes(old, is_mail=is_mail)
        if lines is None or old_lines is None:
            return None
        changes = changes_of_lines(old_lines, lines)
        return tuple(
            # A deletion is between two lines: a URL that has both was not there before.
            (found.new_start + 1, found.new_stop)
            if found.new_stop > found.new_start
            else (found.new_start + 0.5, found.new_start + 0.5)
            for found in changes
        )


def _path(name: str) -> str:
    """Return the real path of the file that a document is from; a name in an archive follows a `!`."""
    end = len(name)
    if not os.path.lexists(name):
        ends = (match.start() for match in re.finditer("!", name))
        end = next((at for at in ends if os.path.isfile(name[:at])), end)
    return os.path.realpath(name[:end])


def _overlap(lines: tuple[tuple[float, float], ...], first: int, last: int) -> bool:
    """Whether ranges of lines contain one of the lines from the first to the last one."""
    at = bisect_left(lines, float(first), key=lambda found: found[1])
    return at < len(lines) and lines[at][0] <= last


def _lines_of(document: Document, spans: Sequence[Span]) -> tuple[int, int]:
    """Return the first and the last line of pieces; what is between them decides whether they are joined."""
    places = [document.locate(span) for span in spans]
    return min([place.line for place in places], default=0), max([place.end_line for place in places], default=0)


def _git(*arguments: str) -> bytes:
    """Return the output of a git command. Raises ConfigError with its error message if it fails."""
    try:
        return git.run(*arguments)
    except OSError as error:
        raise ConfigError(f"--since-revision needs git: {error.strerror}") from error
    except git.GitError as error:
        raise ConfigError(f"--since-revision: {str(error) or f'no such revision: {arguments[-1]}'}") from error


def _list(name: str) -> tuple[str, ...]:
    """Return the git command that lists the files of a commit or tree."""
    return ("ls-tree", "-r", "-z", "--full-tree", name)


def _read(path: str) -> bytes | None:
    """Return the content of a file; None for a large one."""
    with open(path, "rb") as file:
        data = file.read(_MAX_SIZE + 1)
    return data if len(data) <= _MAX_SIZE else None


def _is_blob(path: str, name: str) -> bool:
    """Whether the content of a file is that of a blob, as it is or with the line ends that Git has changed."""
    algorithm = "sha1" if len(name) == 40 else "sha256"
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            found = hashlib.new(algorithm, b"blob %d\0" % size, usedforsecurity=False)
            while block := file.read(_BLOCK):
                found.update(block)
        if found.hexdigest() == name:
            return True
        data = (_read(path) or b"").replace(b"\r\n", b"\n")
    except OSError:  # reported when the file is read
        return False
    return hashlib.new(algorithm, b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest() == name


def _hashes(data: bytes, *, is_mail: bool) -> array[int] | None:
    """Return a hash of each line, as urlmend counts them, without line ends; None if there are too many."""
    has_returns = True
    if is_mail:
        has_returns = has_bare_returns(data[:HEAD_SIZE])
    else:
        mark, codec, errors = text_encoding(data)
        data = data[len(mark) :]
        if codec != "utf-8":
            data = data.decode(codec, errors).encode("utf-8", "surrogatepass")
    data = data.replace(b"\r\n", b"\n")
    if has_returns:
        data = data.replace(b"\r", b"\n")
    return array("q", map(hash, data.split(b"\n"))) if data.count(b"\n") < _MAX_LINES else None
