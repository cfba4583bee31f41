"""The files of a folder, less what is ignored."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator

from urlmend._lib.lazy_regex import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# An ignore file's test for a path (folders end in "/"): True ignored, False kept by a `!` line, None not named.
_Ignore = Callable[[str], bool | None]
# What a line must hold that may be no pattern.
_UNUSUAL = lazy(r"[!\[\\]")


def walk(top: str, exclude: tuple[str, ...] = (), folder: str = "") -> Iterator[str]:
    """The files of a folder and the folders in it, in the order of names, less what is ignored.

    `exclude` has patterns of what is left out besides, which count from `folder`.

    The `.gitignore` files of the folder, of those in it, and of those above it up to the
    root of its repository count. So does a Maildir's rule that `tmp` is not to be read. What cannot be
    listed is given as if it were a file, so that reading it tells why.
    """
    excluded = tester(exclude) if exclude else None
    for path in _listed(top):
        if not excluded or not excluded(relative(path, folder or top)):
            yield path


def relative(path: str, folder: str) -> str:
    """A path as patterns see it: from a folder, with `/`."""
    return os.path.relpath(path, folder or None).replace(os.sep, "/")


def _listed(top: str) -> Iterator[str]:
    root = _repository(top)
    inner = os.path.relpath(os.path.abspath(top), root) if root else "."
    ignores: tuple[tuple[str, _Ignore], ...] = ()
    if root and inner != ".":
        above = ""
        for name in inner.split(os.sep):
            ignores += _ignore_file(os.path.join(root, above), above)
            above = f"{above}/{name}".lstrip("/")
    yield from _walk(top, "" if inner == "." else inner.replace(os.sep, "/"), ignores)


def _repository(top: str) -> str | None:
    """The nearest folder upwards that holds a repository."""
    folder = os.path.abspath(top)
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder


def _walk(here: str, inner: str, ignores: tuple[tuple[str, _Ignore], ...]) -> Iterator[str]:
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
    except OSError:  # a link that leads to itself
        return False


def _ignored(path: str, ignores: tuple[tuple[str, _Ignore], ...]) -> bool:
    """The last ignore file that names a path decides, as git has it."""
    for inner, test in reversed(ignores):
        verdict = test(path[len(inner) + 1 :] if inner else path)
        if verdict is not None:
            return verdict
    return False


def _ignore_file(folder: str, inner: str) -> tuple[tuple[str, _Ignore], ...]:
    path = os.path.join(folder, ".gitignore")
    if not os.path.isfile(path):
        return ()
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return ((inner, tester(file)),)
    except OSError:
        return ()


def is_pattern(line: str) -> bool:
    """Whether a line of an ignore file means something: to git, one that does not is one that fits nothing."""
    if not _UNUSUAL.search(line):
        return True
    try:
        _spec([line])
    except (ValueError, re.error):
        return False
    return True


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """What the library makes of the lines; what it makes of sets like `[[:alpha:]]`, Python warns of."""
    import warnings

    from pathspec import GitIgnoreSpec  # only a walk that meets an ignore file needs it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(lines)


def tester(lines: Iterable[str]) -> _Ignore:
    """The test that the lines of an ignore file stand for."""
    if not lines:
        return lambda _: None
    spec = _spec(filter(is_pattern, lines))

    def test(name: str) -> bool | None:
        if not name.endswith("/"):
            return spec.check_file(name).include
        # For a folder, the last line that names it counts; the library has lines that end in "/" yield to others.
        verdicts = (pattern.include for pattern in reversed(spec.patterns) if pattern.match_file(name))
        return next((verdict for verdict in verdicts if verdict is not None), None)

    return test
