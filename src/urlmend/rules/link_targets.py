"""Family 1: targets of links that are no URL, although they were meant to be one, or contain more than it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import is_read_on_github
from urlmend.model.finding import Edit
from urlmend.model.heading_names import FragmentFault, heading_names, is_heading
from urlmend.model.markup import LINK_ATTRIBUTES
from urlmend.model.scope import FOLLOWED, PROSE
from urlmend.model.span import Span
from urlmend.rules.authority import is_unspaced
from urlmend.rules.link_syntax import defined_labels, folded_label, is_target
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, rule
from urlmend.uri.targets import IN_PROGRAM, SCHEMES_IN_PROGRAM, WITHOUT_SCHEME

BEFORE_TARGET = lazy(rf"(?:(?:{LINK_ATTRIBUTES})\s*=\s*[\"']?|\]\(|\\(?:url|href)\{{)\Z", re.IGNORECASE)
"""Delimiters before the target of a link: of an attribute, a link in Markdown, or a command of TeX."""
TARGET_REACH = 24
"""The distance before the target at which they may begin, in code points."""
# A host, with a user if it is an address, and what follows it; a mistyped scheme has no dot.
_HOST_FIRST = lazy(r"(?![\w.+@-]*\b(?:example|foo|bar|baz)\.)(?:[\w.+-]+@)?(?:[\w-]+\.)+[A-Za-z]{2,}(?=[/?#:]|\Z)")


@rule("URL125", "warning", scopes=PROSE, applies_to_partial=True, schemes=("",), fix="unsafe")
def relative_host(case: Case) -> Iterator[Hit]:
    """The target of a link is a host or an address of mail without a scheme.

    Programs read `www.example.org` as a relative reference, the name of a file (RFC 3986 section
    4.2), so the link leads to a page of the same site that does not exist. In `localhost:8080` they read
    a scheme `localhost`, and `git@host:plan.git` is an address for Git only. The rule checks links and
    definitions of Markdown and attributes of HTML. Names of existing files are not reported, nor are
    hosts that are reserved for examples.

    ```bad
    see [the plan](www.musterstadt.de/plan) or ask [the town](plan@musterstadt.de)
    <a href="github.com/musterstadt/plan">the plan</a>
    ```

    ```fixed
    see [the plan](https://www.musterstadt.de/plan) or ask [the town](mailto:plan@musterstadt.de)
    <a href="https://github.com/musterstadt/plan">the plan</a>
    ```

    ```good
    see [the plan](https://www.musterstadt.de/plan) and [the budget](budget.org)
    see www.musterstadt.de
    ```
    """
    if is_relative_host(case):
        scheme, length = _missing_scheme(case.url.text)
        start, verb = case.url.outer.start, "write" if length else "add"
        edit = Edit(Span(start, start + length), scheme)
        yield Hit(f"link target without scheme: {verb} {scheme}", case.url.spans, (edit,))


def _missing_scheme(target: str) -> tuple[str, int]:
    """The beginning that a target lacks, and the length of the text that it replaces, in code points."""
    found = WITHOUT_SCHEME.match(target)
    if found is None:
        return "mailto:" if "@" in target.partition("/")[0] else "https://", 0
    if found["git"]:
        return f"https://{found['host']}/", found.end()
    if found["web"]:
        return f"{found['web']}://", found.end()
    return ("https://", 1) if found["slash"] else ("http://", 0)


def is_relative_host(case: Case) -> bool:
    """Whether the target of a link is a host or an address without a scheme."""
    start = case.url.outer.start
    if case.url.form not in ("fault", "schemeless"):
        return False
    if not (_HOST_FIRST.match(case.url.text) or WITHOUT_SCHEME.match(case.url.text)):
        return False
    if case.text.startswith("]: ", start - len("]: ")):  # elsewhere an item of a list, as a program prints it
        return is_target(case)
    return case.url.form == "fault" or BEFORE_TARGET.search(case.text, max(0, start - TARGET_REACH), start) is not None


@rule("URL129", "warning", scopes=PROSE, applies_to_partial=True, schemes=("",), fix="unsafe")
def missing_heading(case: Case) -> Iterator[Hit]:
    """A link in Markdown leads to a heading that the document does not have.

    Headings are renamed, and links to them stay; readers then see the beginning of the page. The rule compares the
    fragment of a link (RFC 3986 section 3.5), also by a label, with the headings of the document, or of another one of
    the repository, and the `id` and `name` of elements: letters and digits, since programs that make pages of Markdown
    differ in the others. Most write the names of headings in lower case; where nearly all links do so, too, a capital
    letter is reported. In a repository on GitHub without the settings of a site, and in its README at the root, links
    need the name that GitHub gives, such as `#-keys` for `## \U0001f511 Keys`, also in `<a href="...">`. The rule also
    reports a second `#`, and a target that is the name of a heading without its `#`, if there is no such file.
    Documents that include others are not checked, nor are those without headings, nor other ones larger than 1 MiB.

    ```bad markdown
    # Locks

    see [the weirs](#weirs)
    ```

    ```bad markdown
    # Locks

    see [the locks](locks)
    ```

    ```fixed markdown
    # Locks

    see [the locks](#locks)
    ```

    ```good markdown
    # Locks

    see [the locks](#locks)
    ```
    """
    target, start = case.url.text, case.url.outer.start
    if case.url.form != "markup" or not (is_target(case) or case.text.startswith('="', start - len('="'))):
        return
    path, sign, _ = target.partition("#")
    if sign and (fault := _fault_of_fragment(case, path)):
        yield case.hit(_said(fault, path, case), len(path), len(target), replacement=fault.meant or None)
    elif not sign and _names_heading(target, case.text):
        edit = Edit(Span(start, start), "#")
        yield Hit("no '#' before the name of a heading: add it", case.url.spans, (edit,))


def _names_heading(target: str, text: str) -> bool:
    """Whether a target is no label, and no name of a file, but that of a heading."""
    return "." not in target and is_heading(target, text) and folded_label(target) not in defined_labels(text)


def _fault_of_fragment(case: Case, path: str) -> FragmentFault | None:
    on_github = is_read_on_github(case.repository, case.name, case.text)
    if path:
        return case.repository.fault_of_fragment(case.url.text, on_github=on_github) if case.repository else None
    names = heading_names(case.text)
    return names.fault(case.url.text, on_github=on_github) if names else None


def _said(fault: FragmentFault, path: str, case: Case) -> str:
    match fault.kind:
        case "missing":
            return f"no such heading in {'that' if path else 'this'} document: correct the fragment"
        case "github":
            return f"other name of this heading on GitHub: write {case.shown_reading(fault.meant)}"
        case "second":
            return "second '#' in fragment: remove it"
        case "capital":
            return "capital letter in the name of a heading: write it in lower case"


# The beginning of a link or a definition, up to its target.
_BEFORE_LINK_TARGET = lazy(r"\](?:\(|:[ ]+)<?\Z")
# A path with a drive, or to the files of a user, as it is or in a `file` URL.
_LOCAL_PATH = lazy(
    r"<?(?: (?P<drive> (?: / | file:/{0,3} )? [A-Z] (?: [:|] | %3A ) [\\/] )"
    r" | (?: file:/{1,3} | / ) (?: (?: Users | home ) / [^/]+ | mnt/[a-z] ) / )",
    re.IGNORECASE | re.VERBOSE,
)
# What is in one program, and the address after that, which the program shows.
_IN_PROGRAM = lazy(
    rf"(?:{IN_PROGRAM}|(?:{'|'.join(SCHEMES_IN_PROGRAM)}):(?://)?)"
    r"(?:(?<!blob:)(?:[^/\s]{1,64}/)?(?P<address>https?://))?"
)


@rule(
    "URL127", "warning", scopes=PROSE, applies_to_partial=True, schemes=("", "file", *SCHEMES_IN_PROGRAM), fix="unsafe"
)
def local_target_of_link(case: Case) -> Iterator[Hit]:
    """The target of a link is on one computer.

    A path with a drive, or to a file of a user (`/home/ada/plans/plan.md`), leads nowhere on other computers; in
    `c:\\plans`, programs read a scheme `c` (RFC 3986 section 3.1). Editors and assistants
    write such links. A path relative to the document works everywhere. Nor can others open
    what is in a program: the page of an extension (`chrome-extension://...`), a picture that a page has made
    (`blob:...`), a panel of an editor (`vscode-webview://...`), or a file of a conversation (`sandbox:/...`). If
    the program only shows a page, the fix keeps the address of the page. The rule checks links in
    Markdown, and attributes of HTML with a drive.

    ```bad markdown
    see [the plan](c:\\plans\\north.md) and [the budget](/C:/plans/budget.md)
    see [the sheet](file:///home/ada/plans/sheet.md)
    ```

    ```bad markdown
    see [the map](view-source:https://www.musterstadt.de/map)
    ```

    ```fixed markdown
    see [the map](https://www.musterstadt.de/map)
    ```

    ```good markdown
    see [the plan](plans/north.md) and [the words](file:///usr/share/dict/words)
    ```
    """
    start = case.url.outer.start
    before = case.text[max(0, start - TARGET_REACH) : start]
    is_link = _BEFORE_LINK_TARGET.search(before) is not None
    if is_link and case.format != "markdown":
        return
    # A value of HTML is a line of its own. Word processors write drives into mail.
    is_value = before[-1:] in ("", "\n") or BEFORE_TARGET.search(before) is not None
    path = _LOCAL_PATH.match(case.text, start)
    if path and (is_link or (path["drive"] and is_value and not case.in_mail)):
        yield Hit("link target on one computer: write a path relative to the document", case.url.spans)
    program = _IN_PROGRAM.match(case.text, start) if is_link else None
    if program and program["address"]:
        edit = Edit(Span(start, program.start("address")), "")
        yield Hit("link target in one program: remove what precedes the address", case.url.spans, (edit,))
    elif program:
        yield Hit("link target in one program: write an address that others can open", case.url.spans)


# Punctuation of scripts that are written without spaces: all of it may follow a target, a comma of ASCII only a path.
_WIDE_PUNCTUATION = "\uff0c\u3002\uff1b\uff1a\uff01\u3001"
_BEFORE_OTHER = lazy(r"[!-~]*[A-Za-z0-9/=](?=([,;])?([^!-~]))")
# The number of letters of such scripts that are text.
_MIN_PROSE = 4


def _start_of_prose(target: str) -> int | None:
    """Where punctuation after ASCII begins text in a script without spaces."""
    path = _BEFORE_OTHER.match(target)
    if not path or "#" in path[0]:  # headings are in fragments with their punctuation
        return None
    if path[1]:
        is_start = is_unspaced(path[2]) and not path[0].endswith("=") and "?" not in path[0]
    else:
        is_start = path[2] in _WIDE_PUNCTUATION
    return path.end() if is_start else None


@rule("URL126", "warning", scopes=FOLLOWED, contains_any=OUTSIDE_PRINTABLE_ASCII)
def prose_in_target(case: Case) -> Iterator[Hit]:
    """The target of a link contains text that describes it.

    After a URL of ASCII characters, a comma or another punctuation mark and Chinese, Japanese or Korean
    text follow. The text is not part of the address, and the link leads nowhere. Names in such scripts,
    as after a slash or an equals sign, are not reported.

    ```bad
    [the plan](https://www.musterstadt.de/plan/,\u8be5\u8ba1\u5212\u662f\u516c\u5f00\u7684)
    ```

    ```good
    [the plan](https://www.musterstadt.de/plan/),\u8be5\u8ba1\u5212\u662f\u516c\u5f00\u7684
    [Paris](https://zh.wikipedia.org/wiki/\u5df4\u9ece,\u5fb7\u5ddf)
    ```
    """
    url = case.url
    start = _start_of_prose(url.text) if url.form == "markup" and not url.breaks else None
    if start is not None and sum(map(is_unspaced, url.text[start + 1 :])) >= _MIN_PROSE:
        yield case.hit("prose in link target: put it after the link", start, len(url.text))
