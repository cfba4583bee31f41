"""Unattended files, which are not maintained by hand, by the conventions of GitHub's linguist and of test runners.

These are vendored, generated, minified and lock files, copies of RFCs, patches, the inputs of tests, and reports of
linters. This module tells them by where they are, `written_by_programs` by what is in them; `attended_parts` says
which parts of other files are unattended, and which secrets count nevertheless.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache, lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import open_regular_file
from urlmend.formats.languages import language_of_file
from urlmend.linting.written_by_programs import header_of, kind_by_content
from urlmend.model.document import Document
from urlmend.model.named_paths import NamedPaths
from urlmend.sources.paths import STDIN

# Documents in folders whose other files are tests or copies.
_PROSE = "md|markdown|rst|adoc"
_DOCUMENT = rf"(?:{_PROSE}|txt|tex|bs|org)"
# Why files of a folder are unattended, by its path below a folder that the command line names, and those that are not.
_FOLDERS = (
    (
        "test",
        lazy(
            r"""
            (?:^|/) (?: [Tt]ests? | t | __tests__ | test(?:data|cases|suite|files) | fixtures?
                      | e2e | unittests? | [\w-]+[_-]tests? | (?:tests?|testing)[_-]\w+
                      # Strings that attack a program
                      | [Pp]ayloads? | [Ww]ordlists? | [Ii]ntruders?
                      # Projects of .NET, targets of Swift, source sets of Gradle
                      | [\w.]+ \.(?:Unit|Integration|Functional)?Tests? | [A-Z]\w*[a-z]Tests | Test[A-Z]\w+
                      | test[A-Z]\w+ | [a-z]\w*Test ) /
            """,
            re.VERBOSE,
        ),
        lazy("README"),
    ),
    ("test", lazy(r"(?:^|/)spec/"), lazy(rf"[^.]*\Z|.*\.{_DOCUMENT}\Z")),
    (
        "vendored",
        lazy(
            r"""
            (?:^|/) (?: _? vendor (?:ed)? | node_modules | bower_components | _? externals? | extern
                      | (?i: (?: third | 3rd ) [-_]? party (?: [-_]? (?: libs? | libraries | src | code | deps ) )? )
                      | Godeps | Pods | Carthage | \.yarn | \.bundle | site-packages | dist-packages | jspm_packages
                      | _cacache | missing-sources | bundled | gnulib(?:_po|-lib)? | dist
                      # Libraries next to the files of a site that a server sends
                      | (?: public | static | assets | wwwroot | webroot ) / (?: [^/]+ / ){0,3} libs?
                      | (?: js | css | assets ) / plugins
                      | (?i: f?ckeditor | tiny_?mce | mathjax | font-?awesome | codemirror )
                      # WordPress, and plugins in an installation of it
                      | wp-includes | wp-admin | wp-content/plugins
                      # A copy of a repository, in its archive's folder or below its address
                      | [\w.-]+-master
                      | (?: github | gitlab ) \.com / [^/]+ / [^/]+ | bitbucket\.org / [^/]+ / [^/]+ ) /
            """,
            re.VERBOSE,
        ),
        None,
    ),
    # Pages of another site, by its host, which programs converted
    (
        "copied",
        lazy(r"(?:^|/)(?!www\.)[a-z0-9-]+\.[a-z0-9-]+\.(?:com|org|net|io|dev)/"),
        lazy(rf"(?!.*\.{_DOCUMENT}\Z)"),
    ),
    # Not documentation about vendors
    ("vendored", lazy(r"^(?:(?!docs?/)[^/]+/)*(?:vendors|upstream)/"), None),
    ("vendored", lazy(r"(?:^|/)(?:vendors|upstream)/"), lazy(rf".*\.{_DOCUMENT}\Z")),
    # Releases of libraries that a page loads
    ("vendored", lazy(r"(?:^|/)v?[0-9]+(?:\.[0-9]+)+/"), lazy(r"(?!.*\.(?:css|js|less|scss)\Z)")),
    ("copied", lazy(r"(?:^|/)(?:LICEN[CS]ES|decompiled|apktool|jadx)/"), None),
    ("patch", lazy(r"(?:^|/)patches/"), None),
    # Documents of the past, such as the minutes of meetings
    ("backup", lazy(r"(?:^|/)(?:archive[sd]?|[\w-]+-archive)/"), lazy(rf"README|(?!.*\.(?:{_PROSE})\Z)")),
    ("backup", lazy(r"(?:^|/)release-?notes/"), lazy(r"(?!.*[0-9]\.[0-9])")),
    # The state of an editor, and what programs build and print
    ("generated", lazy(r"(?:^|/)(?:\.idea|\.vs|_site|_build|target/(?:classes|scala-[^/]+|streams))/"), None),
    ("generated", lazy(r"(?:^|/)(?:\w+_)?outputs/"), None),
    # Plans that an assistant wrote (Superpowers, writing-plans; Cursor), or with a date
    ("generated", lazy(r"(?:^|/)(?:superpowers/(?:plans|specs)|\.[a-z]+/plans)/"), None),
    ("generated", lazy(r"(?:^|/)plans?/"), lazy(r"(?![0-9]{4})")),
    # What was collected to be evaluated, as it was found
    ("data", lazy(r"(?:^|/)raw/"), None),
    # Not the code for data sets, nor documents about them, but those in the folder of one
    ("data", lazy(r"^(?:(?!src/)[^/]+/)*[Dd]atasets?/"), lazy(rf".*\.(?:html|{_DOCUMENT})\Z")),
    ("data", lazy(r"^(?:(?!docs?/)[^/]+/)*[Dd]atasets?/[^/]+/[^/]+/"), lazy("README")),
    ("data", lazy(r"(?:^|/)data/"), lazy(r"(?!.*\.(?:json|csv|tsv|txt)\Z)|.*README[^/]*\Z")),
)
# The same, by the name of a file.
_NAMES = {
    "test": lazy(
        rf"""
        # But not a document about tests: `test-report.md`, `load-test.md`
        ^ tests? [-_.] (?! .* \. (?:{_PROSE}) $ ) .* \. \w+ $
        | ^ test (?! ament | er | ing | imon ) [a-z0-9]\w* \. (?: c | cc | cpp | cxx | m ) $
        | ^ (?: conftest \.py | tests \.(?:py|rs) ) $ | [-_]payloads? \. (?: txt | lst | csv | json ) $
        # Tests of GnuPG, PHP and Bats, and formats that are named after what they test
        | ^ t- .+ \.c $ | \. (?: phpt | bats | [a-z]{{3,}}test (?<! \.latest ) (?<! contest ) (?<! attest ) ) $
        | . (?: [._] | - (?! \w+ \. (?:{_PROSE}) $ ) ) (?: tests? | spec ) \. \w{{1,5}} $
        | . (?: Tests? | Spec | TestCase | IT ) \. (?: java | kt | scala | groovy | cs | php | swift | hs ) $
        """,
        re.VERBOSE,
    ),
    "vendored": lazy(
        r"""
        ^ (?: configure (?:\.in|\.ac)? ~? | config\.(?:guess|sub|rpath) | ltmain\.sh | aclocal\.m4 | libtool\.m4
            | install-sh | missing | depcomp | compile | texinfo\.tex | gradlew (?:\.bat)? | mvnw (?:\.cmd)?
            | jquery .* \.js | bootstrap .* \.(?:js|css) ) $
        """,
        re.VERBOSE,
    ),
    # Texts of licences, of which nobody changes a word, and the code of a program of others, disassembled
    "copied": lazy(
        r"""
        \.smali $ | ^ (?: (?: [\w.-]* [_.-] )? (?: LICEN[CS]ES? | COPYING ) (?: [_.-] [\w.-]* )?
            | (?: licen[cs]e | copying ) (?: [_-] [\w-]+ )? (?: \.txt )?
            | (?: NOTICES | (?i: third [-_]? party [-_]? notices? ) ) (?: \. (?: txt | md ) )? ) $
        """,
        re.VERBOSE,
    ),
    "patch": lazy(r"\.(?:patch|diff)$"),
    # The earlier state of a file, which an editor or a person kept
    "backup": lazy(r".\.(?:bak|backup|orig|old|save)$|.~$"),
    "generated": lazy(
        r"""
        # The records of a program, pages that a browser saved with their pictures, and lists of the pages of a site
        \. (?: log | mht | mhtml ) $
        | (?: ^ | [_.-] ) (?: logs? | std(?:out|err) ) \.txt $ | [_.-] out (?:put)? (?:_\w+)? \.txt $
        | ^ sitemap [\w-]* \.xml $ | \.min\.(?:js|css|mjs) $ | [.-]bundle\.js $ | \.(?:js|css)\.map $
        | \.(?:pb|g)\.(?:go|cc|h|dart) $ | _pb2(?:_grpc)?\.py $ | \.pot $
        """,
        re.VERBOSE,
    ),
    # Tables and records, which programs write
    "data": lazy(r"\.(?:jsonl|ndjson|geojson|obo|dat)$|^[0-9]+\.(?:json|xml|html?)$|[_-][0-9]+\.json$"),
    "lock": lazy(
        r"""
        ^ (?: [\w.-]+ \. lock | [\w.-]+ -lock\.(?:json|ya?ml) | npm-shrinkwrap\.json | go\.sum | gradle\.lockfile
            | Package\.resolved ) $
        """,
        re.VERBOSE,
    ),
}
# What programs keep under an id or a checksum; most names have no digit.
_NAMED_BY_ID = lazy(
    r"""
    (?: ^ | [ ._-] | %20 ) (?= [0-9A-Fa-f-]{0,36} (?: [0-9] [A-Fa-f]{1,9} [0-9] | [A-Fa-f] [0-9]{1,9} [A-Fa-f] ) )
    (?: [0-9a-f]{10,} | [0-9A-F]{10,} | [0-9A-Fa-f]{8} (?: - [0-9A-Fa-f]{4} ){3} - [0-9A-Fa-f]{12} ) \. \w+ $
    """,
    re.VERBOSE,
)
# The licence of a project, and how much of it tells it from another one, in bytes.
_LICENCE = lazy(r"(?:(?:UN)?LICEN[CS]E|COPYING|EULA(?:_\w+)?)(?:\.(?:txt|md|rst))?\Z", re.IGNORECASE)
_LICENCE_HEAD = 2000
_NOT_COMPARED = b"0123456789- \t\r\n*#/="
# So much of the beginning of a licence tells it from others, also in a document with a title, in bytes.
_LICENCE_START = 200
# The names of licences, or what their texts begin with, without the characters that are not compared.
_NAMED_LICENCES = tuple(
    lazy(pattern, re.IGNORECASE)
    for pattern in (
        rb"apache(?:software)?licen[cs]e|identifier:apache",
        rb"gnu(?:lesser|library|affero)?generalpublic|gnu[al]?gpl|gplv|identifier:[al]?gpl",
        rb"mit['\"]?licen[cs]e|permissionisherebygranted,?freeofcharge|identifier:mit",
        rb"bsd(?:style)?licen[cs]e|redistributionanduseinsourceandbinaryforms|identifier:bsd",
        rb"mozillapubliclicen[cs]e|identifier:mpl",
    )
)
# The folder of what pip knows of an installed package, with the list of its files, of which so many bytes are read.
_DIST_INFO, _INSTALLER, _RECORD, _MAX_RECORD = ".dist-info", "INSTALLER", "RECORD", 1 << 20
# The folder of a release of another project, by the name that archives of them have: `plans-v1.5.0`.
_RELEASE = lazy(r"(?!version)[A-Za-z][A-Za-z0-9_.+-]*[-_]v?[0-9]+\.[0-9]+\.[0-9]+(?:\.[0-9]+)?\Z")
# The first line of a mailbox as Mailman publishes it.
_PUBLISHED_MAIL, _PUBLISHED_MAIL_HEAD = lazy(rb"From \S+ at \S+ {1,2}[A-Z][a-z]{2} "), 300


def path_in_project(name: str, named: NamedPaths) -> str:
    """The path of a file below the folder of its project, with `/`: the nearest one with settings or a repository.

    Without a project, it is the path below the named folder that it is in, or else below the current folder. By this
    path, `unattended_kind` is the reason why a file is not fixed, even if it is named.
    """
    if name in ("", STDIN):
        return name
    from urlmend.settings.loading import nearest_config
    from urlmend.sources.walk import repository_root

    path = os.path.abspath(name)
    folder = os.path.dirname(path)
    folder = max(os.path.dirname(nearest_config(folder, {})), repository_root(folder) or "", key=len)
    if not folder and (below := named.path_below(name)):
        return below
    folder = os.path.join(folder or os.getcwd(), "")
    below = path.removeprefix(folder) if path.startswith(folder) else os.path.basename(path)
    return below.replace(os.sep, "/")


def unattended_kind(document: Document, path: str) -> str:
    """The reason why findings in a file are not acted on, such as `test`; empty if they are.

    `path` is the part of its path that may be a reason; it is empty for a file that the command line names.
    """
    return kind_by_path(path) or kind_by_text(document, path)


def kind_by_path(path: str) -> str:
    """The reason that the path of a file is, which takes little time."""
    folder, _, name = path.rpartition("/")
    for kind, but in _kinds_of_folder(folder):
        if not (but and but.match(name)):
            return kind
    for kind, pattern in _NAMES.items():
        if pattern.search(name):
            return kind
    return "data" if any(map(str.isdigit, name)) and _NAMED_BY_ID.search(name) else ""


def kind_by_text(document: Document, path: str) -> str:
    """The reason that the text of a file is, or the files around it."""
    if not path:
        return ""
    if document.part:  # what a message says of itself is not about the mailbox
        return "generated" if _is_of_archive(document.name) else ""
    if kind := kind_by_content(document):
        return kind
    return "vendored" if _is_copied(document, path) else ""


@lru_cache(256)
def _kinds_of_folder(folder: str) -> list[tuple[str, re.Pattern[str] | None]]:
    """Return why files of a folder are unattended, with the names of files that are not."""
    return [(kind, but) for kind, pattern, but in _FOLDERS if pattern.search(f"{folder}/")] if folder else []


@lru_cache(1)
def _is_of_archive(name: str) -> bool:
    """Whether a mailbox is what a program publishes of a list, with hidden addresses: `From alice at a.example`."""
    with suppress(OSError), open_regular_file(name) as file:
        return _PUBLISHED_MAIL.match(file.read(_PUBLISHED_MAIL_HEAD)) is not None
    return False


def _is_copied(document: Document, path: str) -> bool:
    """Whether a file is of a copied project: of a release or an installation, or with another licence than its tree.

    The licence is that of its folder, or the one that the comments at its beginning name. A tree without a file of its
    own is no project, but a folder of projects; parts of a project, which are folders at its root, may have licences of
    their own.
    """
    root, folders = document.name.replace(os.sep, "/").removesuffix(path), path.split("/")[:-1]
    of_tree = _licences(root or os.curdir) if folders else None
    if of_tree is None:
        return False
    if any(_RELEASE.match(folder) for folder in folders) or _is_installed(root, path.split("/")):
        return True
    if _names_other_licence(document, of_tree):
        return True
    below = [os.path.join(root, *folders[: depth + 1]) for depth in range(1, len(folders))]
    return any(not _is_among(licence, of_tree) for folder in below for licence in _licences(folder) or ())


def _is_among(licence: bytes, known: Iterable[bytes]) -> bool:
    """Whether a licence is one of those that are known."""
    starts = (text[:_LICENCE_START] for text in known)
    return licence in known or any(len(start) == _LICENCE_START and start in licence for start in starts)


def _is_installed(root: str, names: Sequence[str]) -> bool:
    """Whether pip has installed a file or folder of those that a path names."""
    return any(os.fsencode(name) in _installed(os.path.join(root, *names[:depth])) for depth, name in enumerate(names))


@lru_cache(256)
def _installed(folder: str) -> frozenset[bytes]:
    """The names of the files and folders that pip has installed in a folder."""
    found: set[bytes] = set()
    with suppress(OSError):
        for name in os.listdir(folder or os.curdir):
            info = os.path.join(folder, name)
            if name.endswith(_DIST_INFO) and os.path.isfile(os.path.join(info, _INSTALLER)):
                with open_regular_file(os.path.join(info, _RECORD)) as file:
                    found.update(re.split(rb"[/,]", line)[0] for line in file.read(_MAX_RECORD).splitlines())
    return frozenset(found)


def _names_other_licence(document: Document, of_tree: Iterable[bytes]) -> bool:
    """Whether the comments at the beginning of source code name a licence, but none of those of its tree."""
    language = language_of_file(document.name)
    if language is None or language.kind != "code":
        return False
    known = {licence for text in of_tree for licence in _named_licences(text)}
    named = _named_licences(header_of(document.text)[:_LICENCE_HEAD].encode(errors="replace"))
    return bool(known and named) and named.isdisjoint(known)


def _named_licences(text: bytes) -> frozenset[re.Pattern[bytes]]:
    """The licences that a text names, by their expressions."""
    compared = text.translate(None, _NOT_COMPARED)
    return frozenset(pattern for pattern in _NAMED_LICENCES if pattern.search(compared))


@cache
def _licences(folder: str) -> frozenset[bytes] | None:
    """The beginnings of the licences in a folder, without years and spaces; None for a folder without files."""
    found, has_files = set(), False
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            has_files = has_files or entry.is_file()
            if _LICENCE.match(entry.name) and entry.is_file():
                with open_regular_file(entry.path) as file:
                    found.add(file.read(_LICENCE_HEAD).translate(None, _NOT_COMPARED))
    return frozenset(found) if has_files else None
