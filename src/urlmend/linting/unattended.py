"""Unattended files, which are not maintained by hand, by the conventions of GitHub's linguist and of test runners.

These are vendored, generated, minified and lock files, copies of RFCs, patches, the inputs of tests, and reports of
linters. In other files, parts are unattended: tests, and texts that a program copied. Rules on credentials apply
there, too, if the secret looks random; in tests and copies, if it is a password of a host that a network reaches.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import open_regular_file
from urlmend.linting.converted import is_of_pages, is_saved_page
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.model.lines import FOLLOWING
from urlmend.model.url import Url
from urlmend.redaction.expiry import is_expired
from urlmend.redaction.placeholders import is_documentation_host, is_private_address, is_token, is_token_user
from urlmend.sources.paths import STDIN

# Documents in folders whose other files are tests or copies.
_DOCUMENT = r"(?:md|markdown|rst|txt|adoc|tex|bs|org)"
# Why files of a folder are unattended, by its path below a folder that the command line names, and those that are not.
_FOLDERS = (
    (
        "test",
        lazy(
            r"""
            (?:^|/) (?: [Tt]ests? | t | __tests__ | test[_-]?(?:data|cases|suite|files) | fixtures?
                      | e2e | unittests? | [\w-]+-tests? | tests?[-_]\w+
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
                      | (?: third | 3rd ) [-_]? party | Godeps | Pods | Carthage | \.yarn | \.bundle | site-packages
                      | dist-packages | jspm_packages | missing-sources | bundled | gnulib(?:_po|-lib)? | dist
                      # Libraries next to the files of a site that a server sends
                      | (?: public | static | assets | wwwroot | webroot ) / (?: [^/]+ / ){0,3} libs?
                      | (?: js | css | assets ) / plugins
                      # WordPress, and plugins in an installation of it
                      | wp-includes | wp-admin | wp-content/plugins
                      # A copy of a repository, below its address
                      | (?: github | gitlab ) \.com / [^/]+ / [^/]+ | bitbucket\.org / [^/]+ / [^/]+ ) /
            """,
            re.VERBOSE,
        ),
        None,
    ),
    # Not documentation about vendors
    ("vendored", lazy(r"^(?:(?!docs?/)[^/]+/)*vendors/"), None),
    ("vendored", lazy(r"(?:^|/)vendors/"), lazy(rf".*\.{_DOCUMENT}\Z")),
    ("copied", lazy(r"(?:^|/)LICEN[CS]ES/"), None),
    ("patch", lazy(r"(?:^|/)patches/"), None),
    # The state of an editor, and what programs build
    ("generated", lazy(r"(?:^|/)(?:\.idea|\.vs|_site|_build|target/(?:classes|scala-[^/]+|streams))/"), None),
    # What was collected to be evaluated, as it was found
    ("data", lazy(r"(?:^|/)raw/"), None),
    # Not the code for data sets
    ("data", lazy(r"^(?:(?!src/)[^/]+/)*[Dd]atasets?/"), lazy(rf".*\.(?:html|{_DOCUMENT})\Z")),
    ("data", lazy(r"(?:^|/)data/"), lazy(r"(?!.*\.json\Z)")),
)
# The same, by the name of a file.
_NAMES = {
    "test": lazy(
        r"""
        ^ tests? [-_.] .* \. \w+ $ | ^ test (?! ament | er | ing | imon ) [a-z0-9]\w* \. (?: c | cc | cpp | cxx | m ) $
        | ^ (?: conftest \.py | tests \.(?:py|rs) ) $ | [-_]payloads? \. (?: txt | lst | csv | json ) $
        # Tests of GnuPG, PHP and Bats, and formats that are named after what they test
        | ^ t- .+ \.c $ | \. (?: phpt | bats | [a-z]{3,}test (?<! \.latest ) (?<! contest ) (?<! attest ) ) $
        | . [._-] (?: tests? | spec ) \. \w{1,5} $
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
    # Texts of licences, of which nobody changes a word
    "copied": lazy(
        r"""
        ^ (?: (?: [\w.-]* [_.-] )? (?: LICEN[CS]ES? | COPYING ) (?: [_.-] [\w.-]* )?
            | (?: licen[cs]e | copying ) (?: [_-] [\w-]+ )? (?: \.txt )?
            | (?: NOTICES | (?i: third [-_]? party [-_]? notices? ) ) (?: \. (?: txt | md ) )? ) $
        """,
        re.VERBOSE,
    ),
    "patch": lazy(r"\.(?:patch|diff)$"),
    "generated": lazy(
        r"""
        # The records of a program, and pages that a browser saved with their pictures
        \. (?: log | mht | mhtml ) $ |
        \.min\.(?:js|css|mjs) $ | [.-]bundle\.js $ | \.(?:js|css)\.map $
        | \.(?:pb|g)\.(?:go|cc|h|dart) $ | _pb2(?:_grpc)?\.py $ | \.pot $
        """,
        re.VERBOSE,
    ),
    # Tables and records, which programs write
    "data": lazy(r"\.(?:jsonl|ndjson|geojson)$|^[0-9]+\.(?:json|xml|html?)$|[_-][0-9]+\.json$"),
    "lock": lazy(
        r"""
        ^ (?: [\w.-]+ \. lock | [\w.-]+ -lock\.(?:json|ya?ml) | npm-shrinkwrap\.json | go\.sum | gradle\.lockfile
            | Package\.resolved ) $
        """,
        re.VERBOSE,
    ),
}
_MAY_BE_NOTICE = lazy(r"generated|do not (?:edit|modify)|\u81ea[\u52a8\u52d5]\u751f\u6210", re.IGNORECASE)
# The start of a line without its comment sign and a word such as `Warning:`, but not the middle of a paragraph; a
# capital letter begins a sentence.
_LINE = r"^ (?: (?<! [a-z,]\n ) | (?= [^\w\n]* (?-i: [A-Z] ) ) ) [^\w\n@`]*+ (?: \w+: [ ]* )?"
_LINE_OR_TITLE = rf"(?: {_LINE} | [ ]--+[ ] )"
_SENTENCE = rf"(?: {_LINE} | (?: [.!,;:] | [ ]-+ ) [ ]+ (?: \w+: [ ]* )? )"
_GENERATED = "(?: (?: automatically | machine | auto ) [ -]? )? generated"
# Commands that write a file for people to continue.
_NO_SCAFFOLD = (
    r"(?! [^\n]{0,200} \b (?: start(?:project|app) | quickstart | dh[-_]make | cookiecutter | init | create-\w+ ) \b )"
)
# What a file says of itself if a program writes it; others mention such files.
_GENERATED_NOTICE = lazy(
    rf"""
    {_LINE} (?: (?: (?: this [ ] )? (?: code | file ) | [\w-]+ (?: \.\w+ )+ ) [ ]+ )?
      {_GENERATED} [ ] (?: automatically [ ] )? by [ :] {_NO_SCAFFOLD}
    | {_LINE_OR_TITLE} (?! generated ) {_GENERATED}
      (?= [ ]* (?: [^\w\s] | $ | (?: file | code | on | from | using ) \b ) )
    | (?<! \bif[ ] ) (?<! \bwhen[ ] ) (?<! \bwhether[ ] ) \b
      this [ ] (?: (?: \w+ [ ] )? (?: file | document | code | header | module | script ) [ ] )?
      (?: is | was | has [ ] been ) (?: [ ] | [ ]* \n [^\w\n]* )
      (?: an? [ ] )? (?: \(? \w+ly \)? [ ] )? @? {_GENERATED} \b {_NO_SCAFFOLD}
    | {_SENTENCE} (?: please [ ] )? do [ ] not [ ] (?: edit | modify ) (?: [ ] or [ ] \w+ )?
      (?: [ ] (?: this [ ] (?: \w+ [ ] )? (?: file | document | code ) | by [ ] hand | directly | manually ) \b
        | [.!,;:] | [ ] [-—(] | [^\w\n]* $ )
    | ^ [^\w\n@`]*+ (?: @[\w-]+ [ ]+ )* @generated \b
    # The same in Chinese: generated by a program, please do not change it
    | \u81ea[\u52a8\u52d5]\u751f\u6210 [^\n]{{0,40}} (?: \u52ff | \u4e0d\u8981 )
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# The comments before the first other line, in which Go's convention allows the notice, as below a licence.
_HEADER = lazy(
    rf"""
    \ufeff? (?> (?: \s+ | <\?php | /\* [^*]* (?: \*(?!/) [^*]* )* \*/ | <!-- (?s: .*? ) --> | {FOLLOWING} [^\n]* )* )
    """,
    re.VERBOSE,
)
_HEADER_NOTICE = lazy(r"^[^\w\n]*Code generated .*DO NOT EDIT\.[^\w\n]*$", re.MULTILINE)
# Both on one line, also in the documentation of a class.
_NOTICE_OF_BOTH = lazy(r"^[^\w\n]*+(?i:generated by )[^\n]{1,100}(?i:\bdo not edit\b)", re.MULTILINE)
_NOTICE_HEAD = 4000
# The beginning of a report, which repeats the URLs of other files: of urlmend in each of its formats, SARIF and JUnit
# of any program.
_MAY_BE_REPORT = lazy(r"\ufeff?\s*+(?:[{\[]|::|<\?xml|file,|id,url|[^\n:]+:\d+:\d+:\sURL)")
_REPORT = lazy(
    r"""
    \ufeff? \s*+ (?:
      \{ \s* (?: "version" \s*:\s* "2\.[0-9.]+" \s*,\s* )?
             (?: "\$schema" \s*:\s* "[^"]*\bsarif\b
               | "runs" \s*:\s* \[ \s* \{ \s* "(?:tool|results|columnKind|invocations|artifacts)" )
      # Findings and URLs as JSON, entries of a baseline, rows of a scan
      | (?: \[ \s* )? \{ (?: "file": \s "[^"]*", \s (?: "code": | "line": \s \d+, \s "column": \s \d+, \s "end_line": )
                          | "code": \s "[A-Z]+\d+", \s "file":
                          | "description": \s "[A-Z]+\d+:
                          | "id": \s \d+, \s "url": \s "[^"]*", \s "scheme": )
      # The same as CSV
      | file,line,column,end_line,end_column,code | id,url(?:_id)?,(?:scheme|code),
      | :: (?:error|warning|notice) \s file= [^\n]* ,title=[A-Z]+\d+::
      | <\?xml [^>]*> \s* <testsuites? \b
      # Text
      | [^\n:]+ : \d+:\d+: \s URL\d{3} \s
    )
    """,
    re.VERBOSE,
)
# The element in the head of a page of `urlmend report`, and how many characters may precede it.
_PAGE = '<meta name="generator" content="urlmend '
_PAGE_HEAD = 4000
# The head of an RFC or of a draft, the notice in code that was copied from one, and what `argparse` prints.
# Each begins with a character, which is found sooner than the start of a line.
_RFC = lazy(
    r"""
    R(?<![^\n]R)equest\ for\ Comments:[ ]+[0-9] | [iI](?<![^\n][iI])(?i:nternet-draft)(?:[ ]{3}|\t)
    | C(?<!\wC)opyright\ \([cC]\)\ [0-9]{4}[ ]+(?:The\ )?IETF\ Trust\b
    """,
    re.VERBOSE,
)
_RFC_HEAD = 2000
# Settings whose comments Doxygen wrote, under another name than `Doxyfile`; people write those for a build.
_DOXYGEN, _COMPLETED = lazy(r"^# Doxyfile(?: for Doxygen)? 1\.", re.MULTILINE), ".in"
_DOXYGEN_HEAD = 2000  # below a licence
# The element in the head of a page with the program that made it from a source, which is what people change; but not
# with the editor in which they write the page itself, nor in a template of such pages.
_TRANSLATED_PAGE = lazy(
    r"""
    <meta \s (?= [^<>]{0,200} \b name=["']? generator \b ) [^<>]{0,200}? \b content=["']? \s* (?!
      (?: adobe \s | microsoft \s | w3c \s | html \s )?
      (?: amaya | arachnophilia | bbedit | blue(?:fish|griffon) | claris | coffeecup | dreamweaver | editplus | emacs
        | excel | expression | frontpage | golive | homesite | hotmetal | kompozer | libreoffice | macromedia | mozilla
        | namo | netobjects | netscape | notepad | nvu | openoffice | pagemill | phase | powerpoint | seamonkey
        | textpad | tidy | vim | visual | word \b ) ) [^\s"'>{}<$%@] [^"'>{}<$%@]* ["'>/]
    """,
    re.IGNORECASE | re.VERBOSE,
)
# A word that is divided at the end of a line: people do not write so, but programs that format text do. What is after
# the hyphen is looked at first: most hyphens are in lines.
_DIVIDED = lazy(r"-[ \t]*\r?\n[ \t]*(?=[a-z]{2})")
_DIVIDED_WORD = lazy(r"(?<![^\s(])[A-Z]?[a-z]{2,19}\Z")
_LONGEST_DIVIDED = 20
_MIN_DIVIDED, _MOST_LINES_FOR_ONE = 10, 30
# So many characters show how the others are written.
_DIVIDED_WITHIN = 1 << 16
_HELP = lazy(r"\s*+usage:\s(?s:.{1,8000}?)--help\s+show this help message and exit\b")
# How many lines of a file may say in any words that it is generated, and how many characters its header may have.
_NOTICE_LINES = 8
_MAX_HEADER = 20_000
# The licence of a project, and how much of it tells it from another one, in bytes.
_LICENCE = lazy(r"(?:LICEN[CS]E|COPYING)(?:\.(?:txt|md|rst))?\Z", re.IGNORECASE)
_LICENCE_HEAD = 2000
# The folder of a release of another project, by the name that archives of them have: `plans-v1.5.0`.
_RELEASE = lazy(r"(?!version)[A-Za-z][A-Za-z0-9_.+-]*[-_]v?[0-9]+\.[0-9]+\.[0-9]+(?:\.[0-9]+)?\Z")
# Tokens of tests have characters in the order of the alphabet.
_IN_ORDER = lazy(r"1234567|abcdefgh|ABCDEFGH")
# The first line of a mailbox as Mailman publishes it.
_PUBLISHED_MAIL, _PUBLISHED_MAIL_HEAD = lazy(rb"From \S+ at \S+ {1,2}[A-Z][a-z]{2} "), 300
_ON_CREDENTIALS = "URL5"
# URLs with tokens that GitHub gives to who looks at a file; they are valid for hours.
_SHORT_LIVED = lazy(r"https://raw\.githubusercontent\.com/")
# Messages and translations are shorter, in code points.
_LONGEST_MESSAGE = 20_000
_TESTED_AT_THE_END, _TRANSLATED, _COMMENTED_BY_PROGRAM = ".rs", ".po", "Doxyfile"
IN_PARTS = (_TESTED_AT_THE_END, _TRANSLATED, _COMMENTED_BY_PROGRAM, _COMPLETED)
"""The ends of the names of files of which people maintain a part only: `AttendedPart`."""
WRITTEN_FOR_PROJECT = frozenset(("generated", "lock", "patch", "report"))
"""The kinds of unattended files that programs write for the project; the tokens there are those of the project."""
_ON_USERINFO = "URL501"
_HYPHEN_AT_BREAK = "URL106"
_MINIFIABLE = (".js", ".mjs", ".cjs", ".css", ".json")
# Lines of people's code are shorter on average, and their scripts, too; programs bundle longer ones. In code points.
_LONG_LINES, _LONGEST_SCRIPT = 200, 500_000
# A line with only a string, in a list of them.
_STRING_LINE = lazy(r"^[ \t]*([\"'`]).*\1[,;]?[ \t]*\r?$", re.MULTILINE)


def path_in_project(name: str, named: Iterable[str] = ()) -> str:
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
    if not folder and (below := path_below(name, named)):
        return below
    folder = os.path.join(folder or os.getcwd(), "")
    below = path.removeprefix(folder) if path.startswith(folder) else os.path.basename(path)
    return below.replace(os.sep, "/")


def unattended_kind(document: Document, path: str) -> str:
    """The reason why findings in a file are not acted on, such as `test`; empty if they are.

    `path` is the part of its path that may be a reason; it is empty for a file that the command line names.
    """
    if not path:
        return ""
    folder, _, name = path.rpartition("/")
    for kind, but in _kinds_of_folder(folder):
        if not (but and but.match(name)):
            return kind
    for kind, pattern in _NAMES.items():
        if pattern.search(name):
            return kind
    if document.part:  # what a message says of itself is not about the mailbox
        return "generated" if _is_of_archive(document.name) else ""
    if kind := _kind_by_content(document):
        return kind
    return "vendored" if _is_copied(document, path) else ""


@lru_cache(256)
def _kinds_of_folder(folder: str) -> list[tuple[str, re.Pattern[str] | None]]:
    """Return why files of a folder are unattended, with the names of files that are not."""
    return [(kind, but) for kind, pattern, but in _FOLDERS if pattern.search(f"{folder}/")] if folder else []


@lru_cache(1)
def _kind_by_content(document: Document) -> str:
    """Return why nobody maintains a file, by its beginning and its suffix; the last result is kept."""
    source, path = document.source.text, document.name
    if (_MAY_BE_REPORT.match(source) and _REPORT.match(source)) or _PAGE in source[:_PAGE_HEAD]:
        return "report"
    text = document.text
    if _RFC.search(text, 0, _RFC_HEAD):
        return "copied"
    if path.endswith(_MINIFIABLE) and len(text) > 1000 and (len(text) > _LONGEST_SCRIPT or _is_minified(text)):
        return "minified"
    is_written = _is_of_doxygen(text) and not path.endswith((_COMMENTED_BY_PROGRAM, _COMPLETED))
    is_page = "<meta" in source[:_PAGE_HEAD] and _TRANSLATED_PAGE.search(source, 0, _PAGE_HEAD)
    is_converted = is_saved_page(source) or is_of_pages(text)
    if is_written or is_page or is_converted or _is_generated(text) or _is_formatted(text):
        return "generated"
    return ""


@lru_cache(1)
def _is_of_archive(name: str) -> bool:
    """Whether a mailbox is what a program publishes of a list, with hidden addresses: `From alice at a.example`."""
    with suppress(OSError), open_regular_file(name) as file:
        return _PUBLISHED_MAIL.match(file.read(_PUBLISHED_MAIL_HEAD)) is not None
    return False


def _is_copied(document: Document, path: str) -> bool:
    """Whether a file is of a copied project: in a folder of a release, or with another licence than that of the tree.

    A tree without a file of its own is no project, but a folder of projects; parts of a project, which are folders at
    its root, may have licences of their own.
    """
    root, folders = document.name.replace(os.sep, "/").removesuffix(path), path.split("/")[:-1]
    of_tree = _licences(root or os.curdir) if folders else None
    if of_tree is None:
        return False
    if any(_RELEASE.match(folder) for folder in folders):
        return True
    below = [os.path.join(root, *folders[: depth + 1]) for depth in range(1, len(folders))]
    return any(not (_licences(folder) or of_tree) <= of_tree for folder in below)


@cache
def _licences(folder: str) -> frozenset[bytes] | None:
    """The beginnings of the licences in a folder, without years and spaces; None for a folder without files."""
    found, has_files = set(), False
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            has_files = has_files or entry.is_file()
            if _LICENCE.match(entry.name) and entry.is_file():
                with open_regular_file(entry.path) as file:
                    found.add(file.read(_LICENCE_HEAD).translate(None, b"0123456789- \t\r\n"))
    return frozenset(found) if has_files else None


def _is_of_doxygen(text: str) -> bool:
    """Whether a text has settings whose comments Doxygen wrote."""
    return _DOXYGEN.search(text, 0, _DOXYGEN_HEAD) is not None


def _is_minified(text: str) -> bool:
    """Whether the lines of code are longer than people write them: long on average, and no list of strings."""
    lines = text.count("\n") + 1
    return len(text) > _LONG_LINES * lines and 2 * len(_STRING_LINE.findall(text)) < lines


def _is_formatted(text: str) -> bool:
    """Whether a program filled the lines of a text from a source, and divided words at their ends."""
    hyphens = [match.start() for match in _DIVIDED.finditer(text, 0, _DIVIDED_WITHIN)]
    divided = sum(1 for at in hyphens if _DIVIDED_WORD.search(text, max(0, at - _LONGEST_DIVIDED), at))
    return divided >= _MIN_DIVIDED and divided * _MOST_LINES_FOR_ONE > text.count("\n", 0, _DIVIDED_WITHIN)


def _is_generated(text: str) -> bool:
    """Whether the first lines of a file, or the comments before its first other line, say that it is generated."""
    first = 1 if text.startswith("#!") else 0
    head = "\n".join(text[:2000].splitlines()[first:_NOTICE_LINES])
    if _HELP.match(text):
        return True
    if (_MAY_BE_NOTICE.search(head) and _GENERATED_NOTICE.search(head)) or _NOTICE_OF_BOTH.search(
        text, 0, _NOTICE_HEAD
    ):
        return True
    if text.find("DO NOT EDIT", 0, _MAX_HEADER) < 0:
        return False
    header = _HEADER.match(text[:_MAX_HEADER])
    return bool(header and _HEADER_NOTICE.search(header.group()))


class AttendedPart:
    """The part of a file that people maintain.

    Files in Rust end with their tests. A catalogue of gettext has copies of the messages and comments of a program, and
    obsolete translations; URLs are copied from messages to translations. Doxygen writes the comments of a `Doxyfile`;
    in the source of one, a person may join the URLs that it broke, but has no other place for a break.
    """

    def __init__(self, document: Document) -> None:
        """Take the document; its findings are asked about in document order."""
        self._text = document.text
        self._name = os.path.basename(document.name)
        tests = self._text.find("#[cfg(test)]") if self._name.endswith(_TESTED_AT_THE_END) else -1
        self._stop = tests if tests >= 0 else len(self._text)
        self._copied: set[str] = set()

    def includes(self, finding: Finding) -> bool:
        """Whether people maintain the text of a finding."""
        at = finding.spans[0].start
        if self._name.endswith(_TRANSLATED):
            return self._is_translation(at, finding.url.text)
        if self._name.endswith(_COMMENTED_BY_PROGRAM):
            return not self._is_in_comment(at)
        if self._name.endswith(_COMPLETED) and _is_of_doxygen(self._text):
            return finding.code != _HYPHEN_AT_BREAK or not self._is_in_comment(at)
        return at < self._stop

    def _is_in_comment(self, at: int) -> bool:
        return self._text.startswith("#", self._text.rfind("\n", 0, at) + 1)

    def _is_translation(self, at: int, url: str) -> bool:
        """Whether a URL is in a translation in use, and the message before it has another one."""
        low = max(0, at - _LONGEST_MESSAGE)
        message, translation = (self._text.rfind(keyword, low, at) for keyword in ("msgid", "msgstr"))
        if message > translation:
            self._copied.add(url)
        line = self._text.rfind("\n", low, max(message, translation, 0)) + 1
        # A program copies the comments after `#.` from the source.
        is_extracted = self._text.startswith("#.", self._text.rfind("\n", low, at) + 1)
        return not is_extracted and url not in self._copied and not self._text.startswith("#~", line)


def may_open_something(document: Document, finding: Finding, kind: str) -> bool:
    """Whether a finding in an unattended file or part is on a credential that looks random and has not expired.

    In files of a `kind` that is not `WRITTEN_FOR_PROJECT`, tokens are samples, and so are passwords of hosts that no
    network reaches by this name.
    """
    if not finding.code.startswith(_ON_CREDENTIALS) or _SHORT_LIVED.match(finding.url.text):
        return False
    if kind not in WRITTEN_FOR_PROJECT and not (finding.code == _ON_USERINFO and _is_login(finding.url)):
        return False
    pieces = [document.text[start:stop] for start, stop in finding.spans]
    return not is_expired(finding.url.text) and any(_is_random(text) for text in ("".join(pieces), *pieces))


def _is_login(url: Url) -> bool:
    """Whether a URL, and not one within it, has a userinfo, and a host that a network reaches."""
    host = url.host or ""
    return bool(url.userinfo and "." in host) and not (is_documentation_host(host) or is_private_address(host))


def _is_random(text: str) -> bool:
    return not _IN_ORDER.search(text) and (is_token(text.rpartition(":")[2]) or is_token_user(text))


def path_below(name: str, named: Iterable[str]) -> str:
    """The path of a file below the nearest named folder, with `/`; empty if the file itself is named."""
    name = name.replace(os.sep, "/")
    lengths = []
    for path in named:
        folder = path.replace(os.sep, "/").rstrip("/")
        if name == folder:
            return ""
        if name.startswith((f"{folder}/", f"{folder}!")):
            lengths.append(len(folder) + 1)
        elif folder == os.curdir and not os.path.isabs(name):
            lengths.extend(() if name.startswith("../") else (0,))
        elif folder == os.curdir and name.startswith(current := os.path.join(os.getcwd(), "").replace(os.sep, "/")):
            lengths.append(len(current))
    return name[max(lengths) :] if lengths else ""
