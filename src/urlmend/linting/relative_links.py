"""Relative links that lead nowhere, or whose syntax is broken: no URLs, but rules report them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from heapq import merge

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.faults import DOMAINS, begins_with_host, meant_by
from urlmend.model.document import Document, is_read_on_github
from urlmend.model.heading_names import decoded, heading_names, is_heading
from urlmend.model.markup import DOCUMENT, LABEL_REACH
from urlmend.model.scope import Scope
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.rules.link_syntax import defined_labels, folded_label, label_before, used_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from urlmend.model.aliases import Form

    class _Fault(Protocol):
        """Finds a fault in a target, which may depend on whether people follow it on GitHub."""

        def __call__(self, target: str, /, *, on_github: bool) -> object: ...


_QUOTES = "\"'`\u201c\u201d\u2018\u2019"
_CHAR = rf"[^\s()<>\[\]:#?*{{}}$|\\{_QUOTES}]"
# What is before a target, and what is after it, inline and in the definition of a label.
_BEFORE = r"\](?<!\\\])(?:\(|(?P<colon>:)[ \t]*+)(?P<bracket><)?"
_AFTER_INLINE = r">?[ ]*+(?:\)|(?<=[ ])(?:[\"']|\([^()\n]*+\)[ ]*+\)))"
_AFTER_DEFINED = r">?(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?[ \t]*+\r?$"
_AFTER = rf"(?(bracket)>|(?(colon){_AFTER_DEFINED}|{_AFTER_INLINE}))"
_PATH = lazy(rf"{_BEFORE}(?P<target>(?!//|~){_CHAR}{{1,300}})(?=[#?]|{_AFTER})", re.MULTILINE)
# In Markdown or an element.
_FRAGMENT = lazy(
    rf"""
    (?: {_BEFORE} | < (?P<element> a\s (?: [^<>]{{0,200}} \s )? href=" ) )
    (?P<target> \# (?! [/!:_~] | \# [^()\n]* [ ] ) [^\s()<>:"{{}}]{{1,300}} )
    (?= (?(bracket) > | (?(colon) {_AFTER_DEFINED} | [)\x20"] ) ) )
    """,
    re.MULTILINE | re.VERBOSE,
)
_OF_OTHER_DOCUMENT = lazy(
    rf"""
    {_BEFORE}
    (?P<target> (?! // | ~ ) {_CHAR}{{1,300}} \. (?: md | mdx | markdown )
        \# (?! [/!:~^] | _[0-9] ) [^\s()<>:\#\"{{}}]{{1,300}} )
    (?= {_AFTER} )
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# A target that may be the argument of a function, and what is before the index of one.
_WORD, _WORD_BEFORE = lazy(r"\w+"), lazy(r"[\w)\]}$\\]")
_BEFORE_FRAGMENT = ("](#", "](<#", "]: #", "]: <#", '="#')
# The label of a definition, or the name of a heading without its `#`.
_NAME = lazy(r"\]\((?P<target>[^\W\d_][\w-]{1,99})\)")
# A host without a path, which could be the name of a file.
_HOST = lazy(r"\]\((?P<target>(?:[a-z0-9-]{1,63}\.){1,4}(?P<domain>[a-z]{2,24}))\)")
_IN_RESTRUCTUREDTEXT = lazy(r"<(?<=[ \n]<)(?P<target>[A-Za-z0-9-]{1,63}\.[^\s<>`:]{1,300})>`_")
# What is between text and target of a link if its syntax is broken, and a target that is no word.
_BROKEN = lazy(
    rf"""
    (?: \)\[ | \]\[ | \][ ]\( | \]\((?P<quote>[{_QUOTES}]) )
    (?P<target>
        (?: (?(quote) (?= {_CHAR}{{0,100}} [./\#] ) /?\w | \#(?=[A-Za-z]) )
          | \.{{1,2}}/
          | /? (?: [\w.-]{{1,100}}/ ){{0,9}} [\w.-]{{1,100}}? {DOCUMENT} (?!\w) )
        (?: {_CHAR} | \# ){{0,300}}
    )
    """,
    re.VERBOSE,
)
# A target that is missing; before it the text of a link, and not an expression such as `gates[north]()`.
_EMPTY = lazy(
    r"\[(?<![\w)\]\\$]\[)(?=[^\[\]\n]{0,200}[^\W\d_]{2})[^\[\]\n]{2,200}(?<!\\)\](?P<target>\([ \t]*\))(?!\{)"
)
# Texts that forges show on other pages, or that are copied to other folders.
_OF_OTHER_PAGES = lazy(r"(?i:(?:issue|pull_request|release)_template)|TEMPLATES?\.\w+\Z")
# How many fragments in lower case there are for one with a capital letter, if that is a slip.
_MOST_LOWER = 5


def with_relative_links(document: Document, urls: Iterable[Url]) -> Iterable[Url]:
    """Return URLs of a document in its order, with the relative links that a rule may report."""
    text, targets = document.text, _targets(document)
    links = (Url(text[start:stop], (Span(start, stop),), Span(start, stop), form, "") for start, stop, form in targets)
    return merge(urls, links, key=lambda url: url.start) if targets else urls


def _targets(document: Document) -> list[tuple[int, int, Form]]:
    """The start and end of the target of each link, ascending, and the form of its URL."""
    sign, finders = _LINKS.get(document.format, ("", ()))
    if not sign or sign not in document.text or _OF_OTHER_PAGES.search(document.name):
        return []
    found = sorted({(*link.span("target"), form) for form, find in finders for link in find(document)})
    if not found:
        return []
    from urlmend.formats.source_code import code_scopes  # few documents have such links

    scopes = code_scopes(document)
    return [target for target in found if scopes is None or scopes.at(target[0]) is Scope.TEXT]


def _broken(document: Document) -> Iterator[re.Match[str]]:
    return _BROKEN.finditer(document.text)


def _empty(document: Document) -> Iterator[re.Match[str]]:
    return _EMPTY.finditer(document.text) if "](" in document.text else iter(())


def _paths(document: Document) -> Iterator[re.Match[str]]:
    """Those to files that the repository does not have, except targets that lack their scheme."""
    repository = document.repository
    for link in _faulty(document, _PATH, repository.missing) if repository else ():
        target = link["target"]
        if meant_by(target) is None and not (_WORD.fullmatch(target) and _is_indexed(document.text, link.start())):
            yield link


def _is_indexed(text: str, stop: int) -> bool:
    """Whether a word is directly before the bracket that one before an offset closes, as in `E[X](t)`."""
    opening = text.rfind("[", max(0, stop - LABEL_REACH), stop)
    return opening > 0 and _WORD_BEFORE.match(text, opening - 1) is not None


def _shown(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Those of a pattern that readers see: the definition of a label that nothing names is no link."""
    for link in pattern.finditer(text):
        if not link["colon"] or label_before(text, link.start("target")) in used_labels(text):
            yield link


def _faulty(document: Document, pattern: re.Pattern[str], fault: _Fault) -> Iterator[re.Match[str]]:
    """Those of a pattern in which the repository of a document finds a fault."""
    links = [*_shown(pattern, document.text)]
    on_github = bool(links) and is_read_on_github(document.repository, document.name, document.text)
    return (link for link in links if fault(link["target"], on_github=on_github))


def _fragments(document: Document) -> Iterator[re.Match[str]]:
    """Those to headings that the document does not have, or writes otherwise."""
    text = document.text
    names = heading_names(text) if any(sign in text for sign in _BEFORE_FRAGMENT) else None
    on_github = names is not None and is_read_on_github(document.repository, document.name, text)
    capital: list[re.Match[str]] = []
    lower = 0
    for link in _shown(_FRAGMENT, text) if names else ():
        if not names or (link["element"] and not on_github):
            continue
        fault = names.fault(link["target"], on_github=on_github)
        if fault is None:
            lower += names.include(decoded(link["target"]))  # but not `#top`
        elif fault.kind == "capital":
            capital.append(link)
        else:
            yield link
    if lower >= _MOST_LOWER * len(capital):
        yield from capital


def _fragments_of_others(document: Document) -> Iterator[re.Match[str]]:
    """Those to headings that another document of the repository does not have."""
    repository = document.repository
    return _faulty(document, _OF_OTHER_DOCUMENT, repository.fault_of_fragment) if repository else iter(())


def _names(document: Document) -> Iterator[re.Match[str]]:
    """Those whose target is the label of a definition, or the name of a heading, and no file."""
    repository = document.repository
    for link in _NAME.finditer(document.text):
        name = link["target"]
        is_label = folded_label(name) in defined_labels(document.text)
        if not (repository.has(name) if repository else not is_label) and (is_label or is_heading(name, document.text)):
            yield link


def _hosts(document: Document) -> Iterator[re.Match[str]]:
    """Those whose target is a host that the finder takes for the name of a file, but there is no such file."""
    text, repository = document.text, document.repository
    for link in _HOST.finditer(text):
        host = link["target"]
        is_text = text.endswith(f"[{host}", 0, link.start())
        if link["domain"] not in DOMAINS or begins_with_host(host):
            continue
        if is_text or (repository and not repository.has(host)):
            yield link


def _hosts_in_restructuredtext(document: Document) -> Iterator[re.Match[str]]:
    links = _IN_RESTRUCTUREDTEXT.finditer(document.text)
    return (link for link in links if begins_with_host(link["target"]))


_Finder = Callable[[Document], Iterable[re.Match[str]]]
# By format, a sign that all links have, the forms of the URLs, and functions that find the links.
_LINKS: dict[str, tuple[str, tuple[tuple[Form, _Finder], ...]]] = {
    "markdown": (
        "[",
        (
            ("markup", _broken),
            ("markup", _empty),
            ("markup", _paths),
            ("markup", _fragments),
            ("markup", _fragments_of_others),
            ("markup", _names),
            ("fault", _hosts),
        ),
    ),
    "restructuredtext": (">`_", (("fault", _hosts_in_restructuredtext),)),
}
