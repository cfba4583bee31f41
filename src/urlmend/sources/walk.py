"""The files of a folder, without those that `.gitignore` files and settings exclude."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator

from urlmend._lib.lazy_regex import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Matcher = Callable[[str], bool | None]
"""Whether a path is ignored (folders end in `/`): True, False if a `!` line keeps it, None if no line matches it."""
# A line with one of these may be an invalid pattern.
_UNUSUAL = lazy(r"[!\[\\]")


def walk(top: str, exclude: tuple[str, ...] = (), folder: str = "") -> Iterator[str]:
    """Yield the files below a folder, in the order of names, without ignored ones.

    `exclude` has patterns of other files to leave out, relative to `folder`.

    The `.gitignore` files of the folder, of those in it, and of those above it up to the
    root of its repository apply. The `tmp` of a Maildir is never read. A folder that cannot be
    listed is yielded as if it were a file, so that reading it reports the reason.
    """
    is_excluded = matcher(exclude) if exclude else None
    for path in _unignored(top):
        if not is_excluded or not is_excluded(relative(path, folder or top)):
            yield path


def relative(path: str, folder: str) -> str:
    """A path relative to a folder, with `/`, as patterns expect it."""
    return os.path.relpath(path, folder or None).replace(os.sep, "/")


def _unignored(top: str) -> Iterator[str]:
    root = _repository_root(top)
    inner = os.path.relpath(os.path.abspath(top), root) if root else "."
    ignores: tuple[tuple[str, Matcher], ...] = ()
    if root and inner != ".":
        above = ""
        for name in inner.split(os.sep):
            ignores += _ignore_file(os.path.join(root, above), above)
            above = f"{above}/{name}".lstrip("/")
    yield from _walk(top, "" if inner == "." else inner.replace(os.sep, "/"), ignores)


def _repository_root(top: str) -> str | None:
    """The nearest parent folder that is the root of a repository."""
    folder = os.path.abspath(top)
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder


def _walk(here: str, inner: str, ignores: tuple[tuple[str, Matcher], ...]) -> Iterator[str]:
    ignores += _ignore_file(here, inner)
    try:
        entries = sorted(os.scandir(here), key=lambda entry: entry.name)
    except OSError:
        yield here
        return
    names = {entry.name for entry in entries}
    is_maildir = {"cur", "new", "tmp"} <= names
    for entry in entries:
        path = f"{inner}/{entry.name}" if inner else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name == ".git" or (is_maildir and entry.name == "tmp") or _ignored(path + "/" * is_folder, ignores):
            continue
        if is_folder:
            yield from _walk(os.path.join(here, entry.name), path, ignores)
        elif _is_file(entry):
            yield os.path.join(here, entry.name)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link to itself
        return False


def _ignored(path: str, ignores: tuple[tuple[str, Matcher], ...]) -> bool:
    """Whether a path is ignored: the last ignore file that matches it decides, as in Git."""
    for inner, match in reversed(ignores):
        ignored = match(path[len(inner) + 1 :] if inner else path)
        if ignored is not None:
            return ignored
    return False


def _ignore_file(folder: str, inner: str) -> tuple[tuple[str, Matcher], ...]:
    """The matcher of a folder's `.gitignore`, with the path that it applies to; empty if there is no such file."""
    path = os.path.join(folder, ".gitignore")
    if not os.path.isfile(path):
        return ()
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return ((inner, matcher(file)),)
    except OSError:
        return ()


def is_pattern(line: str) -> bool:
    """Whether a line of an ignore file is a valid pattern; Git treats an invalid one as matching nothing."""
    if not _UNUSUAL.search(line):
        return True
    try:
        _spec([line])
    except (ValueError, re.error):
        return False
    return True


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """The lines, compiled. Python warns about the expressions of the library for sets such as `[[:alpha:]]`."""
    import warnings

    from pathspec import GitIgnoreSpec  # only needed if there is an ignore file

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(lines)


def matcher(lines: Iterable[str]) -> Matcher:
    """The matcher for the lines of an ignore file."""
    if not lines:
        return lambda _: None
    spec = _spec(filter(is_pattern, lines))

    def match(name: str) -> bool | None:
        if not name.endswith("/"):
            return spec.check_file(name).include
        # The last line that matches a folder decides; in the library, lines that end in "/" have a lower priority.
        matches = (pattern.include for pattern in reversed(spec.patterns) if pattern.match_file(name))
        return next((ignored for ignored in matches if ignored is not None), None)

    return match
