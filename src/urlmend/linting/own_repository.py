"""The repository that a file is in: where forges show its files, and which files it has."""

from __future__ import annotations

import os
import posixpath
from functools import lru_cache

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.git_folder import of_entry
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.parent_folders import with_parents
from urlmend.linting.checkout import addresses_of, branches_of
from urlmend.linting.other_documents import headings_at
from urlmend.linting.site_builders import builds_site
from urlmend.model.document import MissingFile
from urlmend.model.markup import DOCUMENT
from urlmend.model.span import Span
from urlmend.sources.walk import relative, repository_root
from urlmend.uri.forges import NAMES_WITHOUT_ENDING

if TYPE_CHECKING:
    from urlmend._lib.git_index import TrackedFiles
    from urlmend.model.heading_names import FragmentFault

# Lines of a file, as forges show it.
_LINES = lazy(r"L[0-9]{1,9}(?:C[0-9]{1,9})?(?:-L?[0-9]{1,9}(?:C[0-9]{1,9})?)?")
# The nearest folders above a file, from which a link may be right, too.
_MOST_FOLDERS = 8
# What forges show files by, after the address of the repository.
_PAGE = lazy(r"(?:-/)?(?:blob|tree|raw|blame|edit)/")
_END_OF_PATH = lazy(r"[?#]")
# A path that ends in one of these names, also in that of one licence of several: `LICENSE-MIT`.
_CAPITALS = lazy(rf"(?:\A|/)(?:{'|'.join(NAMES_WITHOUT_ENDING)})(?:-[A-Z0-9.-]+)?\Z")
_DOCUMENT = lazy(rf"{DOCUMENT}\Z")
# The ends that their names may have.
_ENDS = (".md", ".txt", ".rst")
# What leads to the root, or to the folders above.
_UP = lazy(r"\A(?:/|(?:\.\./)+)")
# `/plan.md`, `.plan.md` and `/.plan.md` for `./plan.md`, but not `.env`.
_SIGN_TOO_MUCH = lazy(r"\A(?:/?\.(?=[^.].*\.)|/)")
# What leads to another folder or branch from the root.
_ELSEWHERE = lazy(r"/\.\./|/(?:blob|tree|raw)/")
# Programs that show pictures have folders of them, which are not below the document.
_PICTURE = lazy(r"(?i:\.(?:avif|bmp|gif|ico|jpe?g|mp4|png|svg|webm|webp))\Z")
# The contents of a site of docsify.
_SIDEBAR = "_sidebar.md"
# Documents that forges show, and sites leave out; a README may name its language (RFC 5646).
_OF_FORGES = lazy(r"[A-Z][A-Z_]{3,}\b(?![^.]*[a-z])|(?:README|readme)(?:[_-][a-z]{2}(?:[_-][A-Za-z]{2,4})?)?\.")
# As guides show the syntax of a link.
_ANY_TARGET = lazy(r"(?:\./|/)?(?i:link|path|url)/?\Z")
# The end of the address of a wiki, and that of a repository that is a site.
_WIKI, _SITE = ".wiki/", ".github.io/"
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
        self._is_wiki = any(address.endswith(_WIKI) for address in addresses)
        self._is_on_github = not self._is_wiki and any(
            address.startswith("https://github.com/") for address in addresses
        )
        self._root = root
        self._folder = folder
        parts = folder.split("/")
        depths = range(max(0, len(parts) - _MOST_FOLDERS), len(parts))
        self._folders_above = ("", *("".join(f"{part}/" for part in parts[:depth]) for depth in depths if depth))

    def missing(self, url: str, *, on_github: bool) -> MissingFile | None:
        """Return the file that a URL names if the repository lacks it; None if it has it, or nobody knows.

        The URL may be a path relative to the folder. `on_github` is whether people follow the link there.
        """
        if "://" not in url:
            return self._missing_here(url.partition("#")[0], on_github=on_github)
        address = next(filter(url.startswith, self.addresses), "")
        page = _PAGE.match(url, len(address))
        if not address or not (page or "//raw." in address):
            return None
        end = _END_OF_PATH.search(url)
        start, stop = page.end() if page else len(address), end.start() if end else len(url)
        branch = next((branch for branch in branches_of(self._root) if url.startswith(f"{branch}/", start)), None)
        if branch is None:
            return None
        start += len(branch) + 1
        path = url[start:stop].rstrip("/")
        files, plain = self._files(), _decoded(path)
        if not files or not plain or not {"", ".", ".."}.isdisjoint(plain.split("/")) or self._has(files, plain):
            return None
        other = _encoded(_meant(plain, files))
        return MissingFile(Span(start, start + len(path)), other)

    def _missing_here(self, target: str, *, on_github: bool) -> MissingFile | None:
        """Look for a path relative to the folder, as `missing` does.

        A path that is right from the root was written as if the text were there; and where people read documents on
        GitHub, nothing makes a path right whose names are those of another file. Nor is a text at the root included in
        another one, and nobody builds the files that it names.
        """
        files, written = self._files(), "" if _ANY_TARGET.match(target) else _decoded(target)
        path = self._path_of(written, on_github=on_github)
        is_at_root = on_github and not self._folder and not path.startswith("../")
        if not files or not path or self._may_be_right(files, path, may_go_on=not is_at_root):
            return None
        plain, span = posixpath.normpath(written), Span(0, len(target))
        if "/" in written.removeprefix("./") and self._is_of_root(files, plain):
            here = posixpath.relpath(plain, self._folder)
            return MissingFile(span, _encoded(f"{here}/" if written.endswith("/") else here), is_of_root=True)
        beside = self._beside(files, path, plain)
        other = beside or _meant(_UP.sub("", path), files)
        has_its_names = f"/{other.lower()}".endswith(f"/{_UP.sub('', plain.lower())}")
        is_moved = on_github and has_its_names and not (_PICTURE.search(plain) or _JOINED.search(self._folder))
        if is_at_root and not (beside or is_moved or _DOCUMENT.search(plain)):
            other = ""  # one of the same name alone is another file
        if is_moved or is_at_root or self._is_missing_document(files, path, plain, other):
            return MissingFile(span, _encoded(posixpath.relpath(other, self._folder or ".")) if other else "")
        return None

    def _may_be_right(self, files: TrackedFiles, path: str, *, may_go_on: bool) -> bool:
        """Whether there is a file at a path, or, with `may_go_on`, a program may add the end of its name."""
        if path.startswith("../"):
            return False
        if not _CAPITALS.search(path):
            return self._has(files, path, may_go_on=may_go_on)
        is_page = files.include(f"{path}.md") and self._builds_site(files)
        return is_page or self._has(files, path, may_go_on=False)

    def _is_missing_document(self, files: TrackedFiles, path: str, plain: str, other: str) -> bool:
        """Whether a path is that of a document that is not there, wherever the text is shown.

        The text may be included by one in another folder, from which the link is right, or copied to several. Files of
        a folder that is not here may be written when a site is built.
        """
        if path.startswith("../") or not (_DOCUMENT.search(plain) or _CAPITALS.search(path)):
            return False
        if not other and (plain.startswith("/") or not self._has(files, posixpath.dirname(path))):
            return False
        elsewhere = sum(one.endswith(f"/{plain}") for one in files.named(posixpath.basename(path)))
        may_be_included = any(files.include(f"{above}{plain}") for above in self._folders_above)
        return not may_be_included and elsewhere <= ("/" not in plain)

    def _beside(self, files: TrackedFiles, path: str, plain: str) -> str:
        """The file that a path means if it lacks the end of a name or has a sign too much; or empty."""
        slip = posixpath.normpath(posixpath.join(self._folder, _SIGN_TOO_MUCH.sub("", plain)))
        return next(filter(files.include, (slip, *(f"{path}{end}" for end in _ENDS))), "")

    def fault_of_fragment(self, target: str, *, on_github: bool) -> FragmentFault | None:
        """Return why a path to a Markdown document leads to no heading of it; None if it does, or nobody knows.

        `on_github` is whether people follow the link there.
        """
        path, _, fragment = target.partition("#")
        files, written = self._files(), _decoded(path)
        inner = self._path_of(written, on_github=on_github)
        if not files or not inner or not files.include(inner) or _LINES.fullmatch(fragment):
            return None
        sidebars = files.named(_SIDEBAR)  # docsify, which reads all links from their folder
        if sidebars and posixpath.join(self._folder, _SIDEBAR) not in sidebars:
            return None
        names = headings_at(self._root, inner)
        fault = names.fault(f"#{fragment}", on_github=on_github) if names else None
        return fault if fault and fault.kind != "capital" else None

    def _path_of(self, written: str, *, on_github: bool) -> str:
        """The path in the repository that a decoded path relative to the folder names; empty if nobody knows.

        On GitHub, one that begins with `/` is relative to the root, unless it leads to another branch.
        """
        plain = posixpath.normpath(written) if written else ""
        if written.startswith("/"):
            is_known = on_github and not _ELSEWHERE.search(written) and not _JOINED.search(self._folder)
            return plain[1:] if is_known else ""
        return posixpath.normpath(posixpath.join(self._folder, plain)) if plain else ""

    def shows(self, name: str) -> bool:
        """Whether people read a document of the folder on GitHub, by its name: others may be pages of a site."""
        if not self._is_on_github or (not self._folder and _OF_FORGES.match(os.path.basename(name))):
            return self._is_on_github
        files = self._files()
        return files is not None and not self._builds_site(files)

    def _builds_site(self, files: TrackedFiles) -> bool:
        """Whether a program makes pages of the documents, as that of a wiki does."""
        is_site = self._is_wiki or any(address.endswith(_SITE) for address in self.addresses)
        return is_site or builds_site(files, self._folder)

    def _is_of_root(self, files: TrackedFiles, path: str) -> bool:
        """Whether a path that is wrong from the folder is right from the root; docsify reads all links from there."""
        is_there = files.include(path) or files.include(f"{path}/")
        return is_there and not (self._folder == "" or _JOINED.search(self._folder) or files.include(_SIDEBAR))

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
        if path in ("", ".") or (files.begin_with(path) if may_go_on else files.include(f"{path}/")):
            return True
        if any(map(files.include, with_parents(posixpath.dirname(path)))):  # a submodule that is not here
            return True
        if path.startswith("../"):  # outside the repository, where nothing is looked up
            return False
        try:
            return os.path.lexists(os.path.join(self._root, *path.split("/")))
        except ValueError:
            return True


def repository_of(folder: str) -> OwnRepository | None:
    """Return the repository that a folder is in."""
    root = repository_root(folder)
    if root is None:
        return None
    inner = relative(os.path.realpath(folder or "."), os.path.realpath(root))
    return OwnRepository(root, addresses_of(root), "" if inner == "." else inner)


def _meant(path: str, files: TrackedFiles) -> str:
    """The only file that agrees with a path in most of its last names, in any case; or empty."""
    same_name = files.named(posixpath.basename(path))
    if len(same_name) == files.MOST_NAMED:  # there may be more
        return ""
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

    if "&" in path:
        from html import unescape  # few paths need it

        path = unescape(path)
    plain = os.fsdecode(unquote_to_bytes(path.encode("utf-8", "surrogateescape")))
    is_other = any(sign in plain for sign in ("\0", "*", "\\", "path/to/")) or (os.name == "nt" and ":" in plain)
    return "" if is_other else plain


def _encoded(path: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(path))


@lru_cache(4)
def _tracked(folder: str, changed: int) -> TrackedFiles | None:  # noqa: ARG001  # read again after a change
    """Return the tracked files by the index in a Git directory that was changed at a time; None if it is damaged."""
    from urlmend._lib.git_index import TrackedFiles

    try:
        return TrackedFiles.of_git_folder(folder)
    except (OSError, ValueError):
        return None
