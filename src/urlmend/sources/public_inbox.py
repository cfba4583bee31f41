"""Repositories of public-inbox: bare Git repositories whose commits each add a message.

In version 2 (public-inbox-v2-format(5)), a commit has the message as file `m`, or a removed one as `d`; in version 1,
the files of its trees are named by hashes of message-ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from errno import EIO
from functools import lru_cache
from typing import NamedTuple

from urlmend._lib import git
from urlmend._lib.lazy_regex import lazy

# Global options for a bare repository whose folder is the current one.
_BARE = ("--git-dir=.",)
_PATH = lazy(r"m|[0-9a-f]{2}/[0-9a-f]{38}")
_REMOVED = "d"
# A file that a commit adds or changes: `:000000 100644 OLD NEW A<tab>PATH` (git-diff-tree(1), raw output format).
_CHANGE = lazy(r":\d+ 100644 [0-9a-f]+ (?P<blob>[0-9a-f]+) [AM]\t(?P<path>[^\n]+)")
UNREAD = "the message is too large, or missing in the repository"
"""Why a message is not read."""
# The repositories whose messages are remembered.
_REMEMBERED = 4


class StoredMessage(NamedTuple):
    """A message of a repository."""

    blob: str
    """The hexadecimal name of the blob that has its bytes."""
    size: int
    """In bytes."""


def is_public_inbox(folder: str) -> bool:
    """Whether a folder is a repository of public-inbox."""
    try:
        listed = _git(folder, "ls-tree", "--name-only", "HEAD").split()
    except OSError:
        return False
    return bool(listed) and (
        set(listed) <= {"m", _REMOVED} or all(re.fullmatch(r"[0-9a-f]{2}", name) for name in listed)
    )


def state(folder: str) -> tuple[int, str]:
    """The size of all messages of a repository in bytes, and the name of its newest commit. Raises OSError."""
    commit = _newest_commit(folder)
    return sum(message.size for message in _messages(folder, commit)), commit


def messages(folder: str) -> tuple[StoredMessage, ...]:
    """The messages of a repository, the oldest first, without removed ones. Raises OSError."""
    return _messages(folder, _newest_commit(folder))


def _newest_commit(folder: str) -> str:
    return _git(folder, "rev-parse", "HEAD").strip()


def _git(folder: str, *arguments: str, given: str = "") -> str:
    """Return the output of a git command in a bare repository. Raises OSError, also if the command fails."""
    try:
        return git.run(*_BARE, *arguments, folder=folder, given=given.encode("ascii")).decode("utf-8", "replace")
    except git.GitError as error:
        raise OSError(EIO, str(error), folder) from error


@lru_cache(maxsize=_REMEMBERED)
def _messages(folder: str, commit: str) -> tuple[StoredMessage, ...]:
    commits = _git(folder, "rev-list", "--reverse", commit)
    options = ("--stdin", "--root", "-r", "--no-renames", "--raw", "--no-abbrev", "--no-commit-id")
    found: dict[str, None] = {}  # in their order
    for change in _CHANGE.finditer(_git(folder, "diff-tree", *options, given=commits)):
        if change["path"] == _REMOVED:
            found.pop(change["blob"], None)
        elif _PATH.fullmatch(change["path"]):
            found[change["blob"]] = None
    names = "".join(f"{blob}\n" for blob in found)
    sizes = _git(folder, "cat-file", "--batch-check=%(objectname) %(objectsize)", given=names)
    fields = (line.split() for line in sizes.splitlines())
    return tuple(StoredMessage(blob, int(size)) for blob, size in fields if size.isdigit())


def groups(folder: str, count: int, size: int) -> Iterator[list[StoredMessage]]:
    """Yield the messages in groups of at most `count`, of about `size` bytes; new messages change the last one only."""
    group: list[StoredMessage] = []
    total = 0
    for message in messages(folder):
        group.append(message)
        total += message.size
        if len(group) == count or total >= size:
            yield group
            group, total = [], 0
    if group:
        yield group


def contents(folder: str, blobs: Iterable[str], limit: int) -> Iterator[tuple[str, bytes | None]]:
    """Yield the name of each blob and its bytes; None if it has more than `limit`, or is missing. Raises OSError."""
    objects = git.Objects(folder, *_BARE)
    for blob in blobs:
        try:
            yield blob, objects.blob(blob, limit)
        except KeyError:  # such as in a partial clone
            yield blob, None
