"""Family 6: addresses on forges that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.suggestion import distance
from urlmend.model.document import is_read_on_github
from urlmend.model.markup import COMMAND_REACH
from urlmend.model.scope import ALL_SCOPES, READ, Scope
from urlmend.redaction.detect import find_secrets
from urlmend.rules.link_syntax import is_target
from urlmend.rules.registry import Case, Hit, rule
from urlmend.uri.forges import BRANCHES, FILE_WITHOUT_BRANCH, GITHUB, LEFTOVER_OWNER, PAGES_OF_FORGE
from urlmend.uri.placeholders import has_placeholder

# What fetches a repository: a command, settings of submodules and of pre-commit, or a dependency in Ruby or Rust.
_FETCHED_BEFORE = lazy(
    r"""
    (?: \bgit (?:[ ]-C[ ][\w./-]{1,40})?
        [ ] (?: clone | fetch | ls-remote | pull | remote[ ](?:add|set-url) | submodule[ ]add )
        (?: [ ]+ [\w./=$"'-]{1,40} ){0,6} (?: [ \t]+ | [ ]\\\r?\n[ \t]* ) ["']?
      | ^\[submodule[^\]\n]*\]\r?\n (?: [ \t]*\w+[ \t]*=[^\n]*\n ){0,5} [ \t]* url [ \t]* = [ \t]*
      | \bgit (?: : | [ ]?=>? )? [ ]? ["']
      | ^[ ]*-[ ]+ repo: [ ]* ["']? ) \Z             # the settings of pre-commit
    """,
    re.MULTILINE | re.VERBOSE,
)
# The key of an address that is only the name of a schema, and how long it is at most.
_NAMES_SCHEMA = lazy(r"[\"']?\$?(?:id|schema)[\"']?[ \t]*[:=][ \t]*[\"']?\Z")
_KEY_REACH = 40
# What is before the page of a repository that has a file.
_BEFORE_PAGE = lazy(r"(?:[^/]+/)+?(?=(?:blob|raw|tree)/[^/]+/)")
# The same, at the end of the name of a repository: `canalblob/main/plan.md`.
_PAGE_AT_END = lazy(r"(?<=\w)(?:blob|raw|tree)\Z")
# What makes a repository the reader's own, and how far from its address the text may say so.
_OWN = lazy(r"(?i:\bfork)|\bgit (?:remote|push) |\bgh repo create\b")
_OWN_REACH = 1_500
# What introduces an example, or the hint in a field of a form.
_AS_EXAMPLE = lazy(r"(?i:placeholder[\"']?\s{0,3}[=:]|\be\.g\.,?|\bexample,|\bsuch as|\bexample:)[\s\"'`({<]{0,4}\Z")
_SUCCESSORS = {"git": "https", "git+git": "git+https"}


@rule("URL630", "warning", scopes=READ, schemes=("http", "https"), contains_any=".", fix="unsafe")
def file_without_branch(case: Case) -> Iterator[Hit]:
    """The address of a file in a repository of GitHub has no branch.

    The server knows no page at `/OWNER/REPOSITORY/FILE`: between them are `blob`, or `raw`, and the name of a branch,
    tag or commit, and nothing else. `HEAD` is the default branch.

    ```bad
    see https://github.com/musterstadt/canal/docs/plan.md
    ```

    ```fixed
    see https://github.com/musterstadt/canal/blob/HEAD/docs/plan.md
    ```

    ```good
    see https://github.com/musterstadt/canal/blob/main/docs/plan.md
    see https://github.com/musterstadt/canal/releases/download/v1.0/plan.pdf
    ```
    """
    found = FILE_WITHOUT_BRANCH.search(case.url.text) if GITHUB in case.url.text else None
    if found is None or found.start() > case.parts.starts["path"]:  # in the path, another URL
        return
    before = case.text[max(0, case.url.outer.start - _KEY_REACH) : case.url.outer.start]
    if case.url.breaks or has_placeholder(case.url.text) or _NAMES_SCHEMA.search(before):
        return
    file, (start, stop) = found["file"], found.span("file")
    if extra := _BEFORE_PAGE.match(file):
        yield _text_before_page(case, extra, start, stop)
        return
    first, _, rest = file.partition("/")
    page = _PAGE_AT_END.search(case.url.text, 0, start - 1) if first in BRANCHES else None
    if page:
        yield case.hit(f"no '/' before '{page[0]}': add it", *page.span(), replacement=f"/{page[0]}")
        return
    said, path = "no branch before file", ("blob/" if first in BRANCHES else "blob/HEAD/") + file
    if rest.partition("/")[0] in BRANCHES and distance(first, "blob") == 1:
        said, path = "misspelt page of file", f"blob/{rest}"
    yield case.hit(f"{said}: write {case.shown_reading(path)}", start, stop, replacement=path)


def _text_before_page(case: Case, extra: re.Match[str], start: int, stop: int) -> Hit:
    """Report a folder, which belongs after the branch, or owner and name of the repository once more."""
    text, file = extra.group(), extra.string
    if case.url.text.endswith(f"/{text}", 0, start):
        return case.hit("repository twice before page: remove it", start, start + len(text), replacement="")
    page, branch, path = file[len(text) :].split("/", 2)
    meant = f"{page}/{branch}/{text}{path}"
    return case.hit(f"folder before page of file: write {case.shown_reading(meant)}", start, stop, replacement=meant)


@rule("URL631", "warning", scopes=ALL_SCOPES - {Scope.PATTERN}, schemes=tuple(_SUCCESSORS))
def ended_protocol(case: Case) -> Iterator[Hit]:
    """A repository of GitHub is fetched by a protocol that its server has ended.

    Since 2022, GitHub answers no more to `git://`: the command, the submodule or the requirement fails. The rule checks
    `git clone` and similar commands, settings of submodules and of pre-commit, dependencies in Ruby and Rust, and
    `git+git://` of pip. Addresses in other places, such as the metadata of a package, are names that nobody fetches.

    ```bad
    git clone git://github.com/musterstadt/canal.git
    ```

    ```good
    git clone https://github.com/musterstadt/canal.git
    connection = scm:git:git://github.com/musterstadt/canal.git
    ```
    """
    if (case.parts.host or "").lower() not in ("github.com", "gist.github.com", "www.github.com"):
        return
    start = case.url.outer.start
    if case.url.scheme == "git+git" or _FETCHED_BEFORE.search(case.text, max(0, start - COMMAND_REACH), start):
        message = f"protocol that GitHub has ended: write {_SUCCESSORS[case.url.scheme]}://"
        yield case.hit(message, 0, len(case.url.scheme))


@rule(
    "URL633",
    "warning",
    scopes=ALL_SCOPES - {Scope.PATTERN, Scope.TEMPLATE},
    schemes=("http", "https"),
    contains_any="u",
)
def leftover_owner(case: Case) -> Iterator[Hit]:
    """The owner of a repository is a placeholder, such as `your-username`, but the repository has its name.

    Templates and assistants write such addresses into the files of a project, and its author is to replace the word.
    Where it is left, a command, badge or link leads to nothing, or to the repository of whoever registers the name.
    The rule checks GitHub, GitLab, Bitbucket, Codeberg, and the badges of Shields and Codecov. Nothing is reported
    where the word is meant for the reader: it is in capital letters, the text names it next to the address, the
    address is to be cloned after the word "fork" or `git remote`, or it follows "e.g." or is the hint in a field of a
    form; nor where both names are placeholders.

    ```bad
    git clone https://github.com/yourusername/canal-map.git
    [![build](https://github.com/your-org/canal-map/actions/workflows/ci.yml/badge.svg)](docs/ci.md)
    ```

    ```good
    git clone https://github.com/musterstadt/canal-map.git
    Fork the repository, then: git clone https://github.com/your-username/canal-map.git
    git clone https://github.com/your-username/your-repo.git
    ```
    """
    found = LEFTOVER_OWNER.search(case.url.text)
    if found is None or has_placeholder(case.url.text):
        return
    owner, (start, stop) = found["owner"], case.url.outer
    before, after = case.text[max(0, start - _OWN_REACH) : start], case.text[stop : stop + _OWN_REACH]
    explained = re.compile(rf"(?<![\w/.-]){re.escape(owner)}(?![\w/-])", re.IGNORECASE)
    if explained.search(before) or explained.search(after) or _AS_EXAMPLE.search(before[-_KEY_REACH:]):
        return
    if not found["page"] and (_OWN.search(before) or _OWN.search(after.partition("\n")[0])):
        return
    meant = "owner and name" if found["name"] in PAGES_OF_FORGE else "the owner"
    yield case.hit(f"placeholder '{owner}': write {meant} of the repository", *found.span("owner"))


@rule(
    "URL634",
    "warning",
    scopes=ALL_SCOPES - {Scope.PATTERN, Scope.TEMPLATE},
    applies_to_partial=True,
    schemes=("https", ""),
    fix="unsafe",
)
def missing_file(case: Case) -> Iterator[Hit]:
    """A link leads to a file of the repository that it is written in, but the repository has no such file.

    Files are moved, and links to them stay. The rule checks links in files that are in a Git repository against its
    tracked files; no network is used. It checks addresses of its remotes on GitHub and GitLab, such as
    `https://github.com/OWNER/NAME/blob/main/FILE`: of the current branch, on `main` and `master` also of `HEAD`, and
    where a commit is checked out, as on servers, of all three. In Markdown, it checks relative links (RFC 3986 section
    4.2), also by labels, that are right from the root of the repository only, and those to documents, unless they are
    right from another folder, or name a folder that the repository does not have, which may be written later. Where
    people read the text on GitHub, as no program makes a site of it, it also checks paths whose last names are those of
    another file, those that begin with a slash, and in a text at the root, all that do not lead out of it. The fix is
    the path of the only file that may be meant.

    ```bad
    see https://github.com/musterstadt/canal/blob/main/plan.md
    ```

    ```fixed
    see https://github.com/musterstadt/canal/blob/main/docs/plan.md
    ```

    ```good
    see https://github.com/musterstadt/canal/blob/main/docs/plan.md
    see https://github.com/musterstadt/canal/blob/v1.0/plan.md
    ```
    """
    if case.repository is None or case.url.breaks or has_placeholder(case.url.text):
        return
    is_address = case.url.scheme != ""
    if not is_address and (case.url.form != "markup" or case.url.text.startswith("#") or not is_target(case)):
        return  # a host, or a fragment
    on_github = not is_address and is_read_on_github(case.repository, case.name, case.text)
    if found := case.repository.missing(case.url.text, on_github=on_github):
        span, other, is_of_root = found
        if not case.show_secrets and find_secrets(f"https://{case.parts.host or 'a'}/{other}"):
            other = ""
        said = f"write {case.shown_reading(other)}" if other else "correct the path"
        fault = "right from the root of the repository only" if is_of_root else "no such file in this repository"
        yield case.hit(f"{fault}: {said}", *span, replacement=other or None)
