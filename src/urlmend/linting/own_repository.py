"""The repository that a file is in: where forges show its files, and which files it has."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, islice

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.git_folder import of_entry
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend._lib.parent_folders import with_parents
from urlmend._lib.regular_file import read_regular_file
from urlmend.linting.site_builders import builds_site
from urlmend.model.document import MissingFile
from urlmend.model.heading_names import FragmentFault, HeadingNames, read_heading_names
from urlmend.model.markup import DOCUMENT
from urlmend.model.span import Span
from urlmend.sources.walk import relative, repository_root

if TYPE_CHECKING:
    from urlmend._lib.git_index import TrackedFiles

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
# The size in bytes of the largest document whose headings are read, and of how many they are kept.
_MAX_DOCUMENT, _MOST_DOCUMENTS = 1 << 20, 64
# Lines of a file, as forges show it.
_LINES = lazy(r"L[0-9]{1,9}(?:C[0-9]{1,9})?(?:-L?[0-9]{1,9}(?:C[0-9]{1,9})?)?")
# As each address is looked for in each text.
_MOST_REMOTES = 8
# The nearest folders above a file, from which a link may be right, too.
_MOST_FOLDERS = 8
# What forges show files by, after the address of the repository.
_PAGE = lazy(r"(?:-/)?(?:blob|tree|raw|blame|edit)/")
_END_OF_PATH = lazy(r"[?#]")
# The usual names of main branches, of which a server has checked out a commit.
_USUAL_BRANCHES = ("main", "master")
# What forges show by its name alone, to which no program adds an end.
_CAPITALS = lazy(r"(?:\A|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTING|CHANGELOG|CODEOWNERS)(?:-[A-Z0-9.-]+)?\Z")
_DOCUMENT = lazy(rf"{DOCUMENT}\Z")
# The ends that their names may have.
_ENDS = (".md", ".txt", ".rst")
# What leads to the root, or to the folders above.
_UP = lazy(r"\A(?:/|(?:\.\./)+)")
# `/plan.md`, `.plan.md` and `/.plan.md` for `./plan.md`.
_SIGN_TOO_MUCH = lazy(r"\A(?:/|/?\.(?!\.))")
# Documents that forges show, and sites leave out.
_OF_FORGES = lazy(r"(?:README|[A-Z][A-Z_]{3,})\b(?![^.]*[a-z])|readme\.")
# Folders of texts that a program joins at the root, such as the entries of a change log.
_JOINED = lazy(
    r"(?:\A|/)(?:(?:changelogs?|changes?|news)(?:\.d)?|newsfragments|fragments|\.change(?:set|s|log)s?)(?:/|\Z)"
)
# Names that any folder may have a file of.
_OF_ANY_FOLDER = lazy(r"(?i:README|index|CONTRIBUTING|CHANGELOG|LICEN[CS]E)(?:\.\w+)?\Z")


class OwnRepository:
    """A repository, as seen from one of its folders."""

    def __init__(self, root: str, addresses: tuple[str, ...], folder: str) -> None:
        """Take the root of its working tree, the beginnings of the addresses of its files, and the path of a folder."""
        self.addresses = addresses
        """The beginnings of the addresses of its pages and files on forges."""
        self._is_on_github = any(address.startswith("https://github.com/") for address in addresses)
        self._root = root
        self._folder = folder
        parts = folder.split("/")
        depths = range(max(0, len(parts) - _MOST_FOLDERS), len(parts))
        self._folders_above = ("", *("".join(f"{part}/" for part in parts[:depth]) for depth in depths if depth))

    def missing(self, url: str) -> MissingFile | None:
        """Return the file that a URL names if the repository lacks it; None if it has it, or nobody knows.

        The URL may be a path relative to the folder.
        """
        if "://" not in url:
            return self._missing_here(url)
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
        files, plain = self._files(), _decoded(path)
        if not files or not plain or not {"", ".", ".."}.isdisjoint(plain.split("/")) or self._has(files, plain):
            return None
        other = _encoded(_meant(plain, files.named(posixpath.basename(plain))))
        return MissingFile(Span(start, start + len(path)), other)

    def _missing_here(self, target: str) -> MissingFile | None:
        """Look for a path relative to the folder, as `missing` does.

        A path that is right from the root was written as if the text were there; and where people read documents on
        GitHub, nothing makes a path right whose names are those of another file. Else it has to be that of a document:
        the text may be included by one in another folder, from which the link is right, or copied to several; and files
        of a folder that is not here may be written when a site is built.
        """
        files, written = self._files(), _decoded(target)
        path = files and self._path_of(files, written)
        if not files or not path:
            return None
        plain, is_outside = posixpath.normpath(written), path.startswith("../")
        is_complete = _CAPITALS.search(path) is not None
        if not is_outside and self._has(files, path, may_go_on=not is_complete):
            return None
        if is_complete and files.include(f"{path}.md") and self._builds_site(files):  # which adds the end
            return None
        if "/" in written.removeprefix("./") and self._is_of_root(files, plain):
            here = posixpath.relpath(plain, self._folder)
            here = f"{here}/" if written.endswith("/") else here
            return MissingFile(Span(0, len(target)), _encoded(here), is_of_root=True)
        names = _UP.sub("", plain)
        other = self._beside(files, path, plain) or _meant(_UP.sub("", path), files.named(posixpath.basename(path)))
        found = MissingFile(
            Span(0, len(target)), _encoded(posixpath.relpath(other, self._folder or ".")) if other else ""
        )
        if f"/{other}".endswith(f"/{names}") and self._is_read_here(files):
            return found
        is_document = is_complete or _DOCUMENT.search(plain) is not None
        is_known = not written.startswith("/") and self._has(files, posixpath.dirname(path))
        if is_outside or not is_document or not (other or is_known):
            return None
        same_name = files.named(posixpath.basename(path))
        elsewhere = sum(one.endswith(f"/{plain}") for one in same_name)
        may_be_included = any(files.include(f"{above}{plain}") for above in self._folders_above)
        return None if may_be_included or elsewhere > ("/" not in plain) else found

    def _beside(self, files: TrackedFiles, path: str, plain: str) -> str:
        """The file with a name without its end or with a sign too much; empty if there is none."""
        slip = posixpath.normpath(posixpath.join(self._folder, _SIGN_TOO_MUCH.sub("", plain)))
        return next(filter(files.include, (slip, *(f"{path}{end}" for end in _ENDS))), "")

    def fault_of_fragment(self, target: str, *, on_github: bool) -> FragmentFault | None:
        """Return why a path to a Markdown document leads to no heading of it; None if it does, or nobody knows.

        `on_github` is whether people follow the link there.
        """
        path, _, fragment = target.partition("#")
        files, written = self._files(), _decoded(path)
        inner = files and self._path_of(files, written)
        if not files or not inner or not files.include(inner) or _LINES.fullmatch(fragment):
            return None
        names = _headings_at(self._root, inner)
        fault = names.fault(f"#{fragment}", on_github=on_github) if names else None
        return fault if fault and fault.kind != "capital" else None

    def _path_of(self, files: TrackedFiles, written: str) -> str:
        """The path in the repository that a decoded path relative to the folder names; empty if nobody knows.

        On GitHub without a site, one that begins with `/` is relative to the root.
        """
        plain = posixpath.normpath(written) if written else ""
        if written.startswith("/"):
            return plain[1:] if self._is_read_here(files) else ""
        return posixpath.normpath(posixpath.join(self._folder, plain)) if plain else ""

    def _is_read_here(self, files: TrackedFiles) -> bool:
        """Whether people read documents on GitHub, and in this folder."""
        return self._is_on_github and not (self._builds_site(files) or _JOINED.search(self._folder))

    def shows(self, name: str) -> bool:
        """Whether people read a document of the folder on GitHub, by its name: others may be pages of a site."""
        if not self._is_on_github or (not self._folder and _OF_FORGES.match(os.path.basename(name))):
            return self._is_on_github
        files = self._files()
        return files is not None and not self._builds_site(files)

    def _builds_site(self, files: TrackedFiles) -> bool:
        """Whether a program makes pages of the documents, as that of a wiki does."""
        return any(address.endswith(".wiki/") for address in self.addresses) or builds_site(files)

    def _is_of_root(self, files: TrackedFiles, path: str) -> bool:
        """Whether a path that is wrong from the folder is right from the root; docsify reads all links from there."""
        is_there = files.include(path) or files.include(f"{path}/")
        return is_there and not (self._folder == "" or _JOINED.search(self._folder) or files.include("_sidebar.md"))

    def has(self, path: str) -> bool:
        """Whether there may be a file, or one whose name goes on, at a path relative to the folder."""
        files = self._files()
        return not files or self._has(files, posixpath.normpath(posixpath.join(self._folder, path)))

    def _files(self) -> TrackedFiles | None:
        try:
            folder = os.path.realpath(of_entry(os.path.join(self._root, ".git")))
            changed = os.stat(os.path.join(folder, "index")).st_mtime_ns
        except (OSError, ValueError):
            return None
        return _tracked(folder, changed)

    def _has(self, files: TrackedFiles, path: str, *, may_go_on: bool = True) -> bool:
        """Whether the repository has a file or a folder, or a file that was not added yet.

        A program may add the end of a name, unless it is complete.
        """
        if path in ("", ".") or (files.begin_with(path) if may_go_on else files.include(path)):
            return True
        if any(map(files.include, with_parents(posixpath.dirname(path)))):  # a submodule that is not here
            return True
        if path.startswith("../"):  # outside the repository, where nothing is looked up
            return False
        try:
            return os.path.lexists(os.path.join(self._root, *path.split("/")))
        except ValueError:
            return True

    def _branches(self) -> tuple[str, ...]:
        """The branches whose files are those here: on another one than the main one, nobody knows those of the main."""
        current = self._current()
        if current is None:
            return ()
        if current and current not in _USUAL_BRANCHES:
            return (current,)
        return ("HEAD", current) if current else ("HEAD", *_USUAL_BRANCHES)

    def _current(self) -> str | None:
        """The branch of the working tree; empty if a commit is checked out, None if nobody knows."""
        try:
            head = read_regular_file(os.path.join(of_entry(os.path.join(self._root, ".git")), "HEAD"), _MAX_SIZE)
        except (OSError, ValueError):
            return None
        reference = head.decode("utf-8", "replace").strip()
        return reference.removeprefix("ref: refs/heads/") if reference.startswith("ref: refs/heads/") else ""


def repository_of(folder: str) -> OwnRepository | None:
    """Return the repository that a folder is in."""
    root = repository_root(folder)
    if root is None:
        return None
    inner = relative(os.path.realpath(folder or "."), os.path.realpath(root))
    return OwnRepository(root, _addresses(root), "" if inner == "." else inner)


def _meant(path: str, same_name: Sequence[str]) -> str:
    """Which of the files of a name a path may mean; empty if none does.

    It is the only one that agrees in most of the last names of the path, in any case.
    """
    names = [".", *path.lower().split("/")]
    for count in range(len(names), 0, -1):
        end = "/".join(["", *names[-count:]])
        if found := [other for other in same_name if f"/./{other.lower()}".endswith(end)]:
            is_name_alone = count == 1 and _OF_ANY_FOLDER.match(names[-1])
            return found[0] if len(found) == 1 and not is_name_alone else ""
    return ""


def _decoded(path: str) -> str:
    """A path without percent-escapes; empty if it names no file, or if Windows would read it otherwise."""
    from urllib.parse import unquote_to_bytes  # few runs need it, and it takes milliseconds

    plain = os.fsdecode(unquote_to_bytes(path.encode("utf-8", "surrogateescape")))
    is_other = any(sign in plain for sign in ("\0", "*", "\\", "path/to/")) or (os.name == "nt" and ":" in plain)
    return "" if is_other else plain


def _encoded(path: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(path))


def _headings_at(root: str, inner: str) -> HeadingNames | None:
    """The headings of a document at a path in a repository; None without any, or if nobody knows them."""
    path = os.path.join(root, *inner.split("/"))
    try:
        is_inside = os.path.realpath(path) == os.path.join(os.path.realpath(root), *inner.split("/"))
        return _headings(path, os.stat(path).st_mtime_ns) if is_inside else None
    except (OSError, ValueError):
        return None


@lru_cache(_MOST_DOCUMENTS)
def _headings(path: str, changed: int) -> HeadingNames | None:  # noqa: ARG001  # read again after a change
    text = read_regular_file(path, _MAX_DOCUMENT).decode()
    return read_heading_names(text.removeprefix("\ufeff").replace("\r\n", "\n"))


@lru_cache(64)
def _addresses(root: str) -> tuple[str, ...]:
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


@lru_cache(4)
def _tracked(folder: str, changed: int) -> TrackedFiles | None:  # noqa: ARG001  # read again after a change
    """Return the tracked files by the index in a Git directory that was changed at a time; None if it is damaged."""
    from urlmend._lib.git_index import TrackedFiles

    try:
        return TrackedFiles.of_git_folder(folder)
    except (OSError, ValueError):
        return None
