"""The files of a folder, without those that Git ignores and does not track, and those that settings exclude."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.parent_folders import with_parents
from urlmend._lib.regular_file import read_regular_file
from urlmend.sources.skipped import SkipKind

if TYPE_CHECKING:
    from urlmend._lib.git_index import TrackedFiles
    from urlmend._lib.gitignore import IgnorePatterns

    Report = Callable[[str, str], object]
    """Takes the name of a file of a repository that cannot be read, and what is not known for that reason."""

OnSkipped = Callable[[str, SkipKind], object]
"""Called with a file or folder that is not read."""

# What a bare Git repository has.
_BARE_REPOSITORY = frozenset(("HEAD", "objects", "refs"))
# The size in bytes of the largest ignore file that is read.
_MAX_SIZE = 1 << 20


def walk(
    top: str,
    exclude: tuple[str, ...] = (),
    folder: str = "",
    on_skipped: OnSkipped | None = None,
    report: Report | None = None,
    *,
    inboxes: bool = False,
) -> Iterator[str]:
    """Yield the files below a folder, in the order of names, without ignored ones.

    `exclude` has patterns of other files to leave out, relative to `folder`. `on_skipped` is called with each file
    that they exclude, and with each file or folder that is ignored, but not with those in it. `report` is called for
    repositories whose index cannot be read. With `inboxes`, a repository of public-inbox is yielded like a file.

    The `.gitignore` files of the folder, of those in it, and of those above it up to the
    root of its repository apply, and its `.git/info/exclude`; ignored files that the index of their
    repository has are yielded. The `tmp` of a Maildir is never
    read. A folder that cannot be listed is yielded as if it were a file, so that reading it
    reports the reason.
    """
    is_excluded = excluder(exclude) if exclude else None
    for path in _unignored(top, on_skipped, report, inboxes=inboxes):
        if not is_excluded or not is_excluded(relative(path, folder or top)):
            yield path
        elif on_skipped:
            on_skipped(path, SkipKind.EXCLUDED)


def excluder(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a function that says whether patterns match a relative path, or a folder above it."""
    from urlmend._lib.gitignore import IgnorePatterns  # only needed if there are patterns

    return IgnorePatterns.of_settings(patterns).ignores


def relative(path: str, folder: str) -> str:
    """A path relative to a folder, with `/`, as patterns expect it; absolute if it is on another drive of Windows."""
    try:
        found = os.path.relpath(path, folder or None)
    except ValueError:
        found = os.path.abspath(path)
    return found.replace(os.sep, "/")


class _Repository:
    """A repository that a walk is in, whose index is read once it meets an ignored file or folder."""

    def __init__(self, root: str, inner: str, report: Report | None) -> None:
        """Take the root, and its path, which ends in `/` if it is below the outermost repository."""
        self._root = root
        self._inner = inner
        self._report = report
        self._tracked: TrackedFiles | None = None

    def tracks(self, path: str) -> bool:
        """Return whether a file is tracked, or anything in a folder, whose path ends in `/`."""
        if self._tracked is None:
            self._tracked = self._read()
        return self._tracked.include(path.removeprefix(self._inner))

    def _read(self) -> TrackedFiles:
        from urlmend._lib.git_index import TrackedFiles  # only needed if there are ignored files

        try:
            return TrackedFiles.of_repository(os.path.abspath(self._root))
        except (OSError, ValueError) as error:
            if self._report:
                reason = getattr(error, "strerror", None) or error
                self._report(
                    os.path.join(self._root, ".git"), f"ignored files are skipped, even if Git tracks them: {reason}"
                )
            return TrackedFiles()


class _Folder(NamedTuple):
    """A folder of a walk."""

    path: str
    inner: str
    """Its path in the outermost repository, with `/`."""
    ignores: tuple[tuple[str, IgnorePatterns], ...]
    """The ignore files that apply to it."""
    repository: _Repository | None
    is_ignored: bool
    """Whether all files in it are ignored."""


def _unignored(top: str, on_skipped: OnSkipped | None, report: Report | None, *, inboxes: bool) -> Iterator[str]:
    root = repository_root(top)
    inner = os.path.relpath(os.path.abspath(top), root) if root else "."
    ignores = _patterns(os.path.join(root, ".git", "info", "exclude"), "") if root else ()
    if root and inner != ".":
        above = ""
        for name in inner.split(os.sep):
            ignores += _ignore_file(os.path.join(root, above), above)
            above = f"{above}/{name}".lstrip("/")
    inner = "" if inner == "." else inner.replace(os.sep, "/")
    repository = _Repository(root, "", report) if root else None
    folders = [_entries(_Folder(top, inner, ignores, repository, is_ignored=False), on_skipped, report, inboxes)]
    while folders:  # depth is limited by the system only
        found = next(folders[-1], None)
        if found is None:
            folders.pop()
        elif isinstance(found, str):
            yield found
        else:
            folders.append(_entries(found, on_skipped, report, inboxes))


def repository_root(top: str) -> str | None:
    """The nearest parent folder that is the root of a repository."""
    folders = with_parents(os.path.abspath(top))
    return next((folder for folder in folders if os.path.exists(os.path.join(folder, ".git"))), None)


def _entries(
    folder: _Folder, on_skipped: OnSkipped | None, report: Report | None, inboxes: bool
) -> Iterator[str | _Folder]:
    """Yield the files and folders in a folder, in the order of names."""
    here, inner, ignores, repository, is_ignored = folder
    ignores += _ignore_file(here, inner)
    try:
        entries = sorted(os.scandir(here), key=lambda entry: entry.name)
    except OSError:
        yield here
        return
    names = {entry.name for entry in entries}
    if inboxes and names >= _BARE_REPOSITORY and _is_public_inbox(here):
        yield here
        return
    is_maildir = {"cur", "new", "tmp"} <= names
    prefix, inner_prefix = os.path.join(here, ""), f"{inner}/" if inner else ""
    if ".git" in names:
        repository = _Repository(here, inner_prefix, report)
    for entry in entries:
        name = entry.name
        path = inner_prefix + name
        is_folder = entry.is_dir(follow_symlinks=False)
        if name == ".git" or (is_maildir and name == "tmp"):
            continue
        ignored = is_ignored or (bool(ignores) and _ignored(path + "/" * is_folder, ignores))
        if ignored and not (repository and repository.tracks(path + "/" * is_folder)):
            if on_skipped:
                on_skipped(prefix + name + os.sep * is_folder, SkipKind.IGNORED)
            continue
        if is_folder:
            yield _Folder(prefix + name, path, ignores, repository, ignored)
        elif _is_file(entry):
            yield prefix + name


def _is_public_inbox(folder: str) -> bool:
    from urlmend.sources.public_inbox import is_public_inbox  # few folders are bare repositories

    return is_public_inbox(folder)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link to itself
        return False


def _ignored(path: str, ignores: tuple[tuple[str, IgnorePatterns], ...]) -> bool:
    """Whether a path is ignored: the last ignore file that matches it decides, as in Git."""
    for inner, patterns in reversed(ignores):
        ignored = patterns.decision(path[len(inner) + 1 :] if inner else path)
        if ignored is not None:
            return ignored
    return False


def _ignore_file(folder: str, inner: str) -> tuple[tuple[str, IgnorePatterns], ...]:
    """The patterns of a folder's `.gitignore`, as `_patterns` returns them. Like Git, this does not follow a link."""
    path = os.path.join(folder, ".gitignore")
    return () if os.path.islink(path) else _patterns(path, inner)


def _patterns(path: str, inner: str) -> tuple[tuple[str, IgnorePatterns], ...]:
    """The patterns of an ignore file, with the path that it applies to; empty if there is no such file."""
    if not os.path.isfile(path):
        return ()
    from urlmend._lib.gitignore import IgnorePatterns  # only needed if there is an ignore file

    try:
        return ((inner, IgnorePatterns.of_file(read_regular_file(path, _MAX_SIZE))),)
    except OSError:
        return ()
