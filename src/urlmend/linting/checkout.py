"""The working tree of a repository: its addresses on forges, and the branches whose files are in it."""

from __future__ import annotations

import os
from functools import lru_cache
from itertools import chain, islice

from urlmend._lib.git_folder import of_entry
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend._lib.regular_file import read_regular_file

# The size in bytes of the largest configuration, and of the file of a reference.
_MAX_SIZE = 1 << 16
# The remotes of a project itself, up to the next section: others may be of other projects, as of a subtree.
_SECTION = lazy(r"(?m)^[ \t]*\[remote \"(?:origin|upstream)\"\][^\n]*\n" + repeated(r"(?![ \t]*\[)[^\n]+\n?|\n"))
_REMOTE = lazy(
    r"""(?mx)
    ^[ \t]*url[ \t]*=[ \t]*"? (?: (?:https?|ssh|git)://(?:[^@/\s]{1,200}@)? | [\w.-]{1,60}@ )
    (?P<host> github\.com | gitlab\.com ) [:/] (?P<path> [\w.-]{1,100} (?: /[\w.-]{1,100} ){1,5} ) /? "? \s*$
    """
)
# As each address is looked for in each text.
_MOST_REMOTES = 8
# The usual names of main branches, of which a server has checked out a commit.
_USUAL_BRANCHES = ("main", "master")


@lru_cache(64)
def addresses_of(root: str) -> tuple[str, ...]:
    """The beginnings of the addresses of the pages and files of a repository on forges."""
    try:
        folder = of_entry(os.path.join(root, ".git"))
        common = os.path.join(folder, "commondir")  # of a further working tree
        if os.path.isfile(common):
            path = read_regular_file(common, _MAX_SIZE).decode("utf-8", "replace").strip()
            if os.path.splitdrive(path)[0] or path.startswith(("//", "\\\\")):  # Windows would connect to it
                return ()
            folder = os.path.join(folder, path)
        settings = read_regular_file(os.path.join(folder, "config"), _MAX_SIZE).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ()
    sections = (section.group() for section in _SECTION.finditer(settings))
    found = islice(chain.from_iterable(map(_REMOTE.finditer, sections)), _MOST_REMOTES)
    remotes = {(match["host"], match["path"].removesuffix(".git")) for match in found}
    addresses = [f"https://{host}/{path}/" for host, path in sorted(remotes)]
    addresses += [
        f"https://raw.githubusercontent.com/{path}/" for host, path in sorted(remotes) if host == "github.com"
    ]
    return tuple(addresses)


def branches_of(root: str) -> tuple[str, ...]:
    """The branches whose files are those here: on another one than the main one, nobody knows those of the main."""
    current = _current(root)
    if current is None:
        return ()
    if current and current not in _USUAL_BRANCHES:
        return (current,)
    return ("HEAD", current) if current else ("HEAD", *_USUAL_BRANCHES)


def _current(root: str) -> str | None:
    """The branch of the working tree; empty if a commit is checked out, None if nobody knows."""
    try:
        head = read_regular_file(os.path.join(of_entry(os.path.join(root, ".git")), "HEAD"), _MAX_SIZE)
    except (OSError, ValueError):
        return None
    reference = head.decode("utf-8", "replace").strip()
    return reference.removeprefix("ref: refs/heads/") if reference.startswith("ref: refs/heads/") else ""
