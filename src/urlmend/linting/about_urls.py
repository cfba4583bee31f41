"""Text about URLs: examples in source code, and links with their texts."""

from __future__ import annotations

import os
from collections.abc import Sequence

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import TOP_LEVEL
from urlmend.formats.recognition import language_of
from urlmend.linting.scopes import is_in_element
from urlmend.model.finding import DEFAULT_PROFILE
from urlmend.model.scope import Scope
from urlmend.redaction.placeholders import is_reserved_host
from urlmend.rules.edges import is_loaded
from urlmend.rules.registry import Case, Hit, Rule

FAMILIES = frozenset("23467")
"""The families that do not apply: broken lines, secrets and misspelt schemes are faults of examples, too."""
_WHOLE_FAMILIES = FAMILIES | {"8"}
"""Those that do not apply to a URL that a comment quotes."""
_IN_SOURCE = frozenset((Scope.COMMENT, Scope.STRING, Scope.DATA))
_IN_PROGRAM = frozenset((Scope.COMMENT, Scope.STRING))
# RFC 2606 section 3; its section 2 has top-level domains, whose hosts an example of more text may need.
# A malformed escape in the place of a host is an input of a parser: nobody follows such a URL.
_EXAMPLE_HOST = lazy(r"(?:.*\.)?example\.(?:com|net|org|edu)\.?\Z|%(?![0-9a-f]{2})\w*\Z")
# `https://a.example/b[the plan]`: AsciiDoc in a comment, and everywhere, if a space in its text ends the URL.
_PATH_BEFORE_LABEL = r"(?=[^/?#\[\]]*+/)[^?#\[\]]*+(?<=\w)\["
_LABEL_IN_COMMENT = lazy(rf"{_PATH_BEFORE_LABEL}[A-Za-z][^\[\]]*+\]?\Z")
_LABEL = lazy(rf"{_PATH_BEFORE_LABEL}[^\[\]]*+\Z")
# The name of a file or an object, and nothing else: `http:///plan.svg`.
_NAME = lazy(rf"/+[^/.]+\.(?!(?:{TOP_LEVEL}|[a-z]{{2}})\Z)\w+\Z")
# After the value of an attribute: neither another one nor the end of the tag.
_NO_REST_OF_TAG = lazy(r"[\"'](?![\s/>])")
_REST_OF_TARGET = lazy(r"[/?#].*")
_REST_OF_LABEL = lazy(r"[ \t]?[^\[\]]{1,100}\]")
_BRACKETS, _NATIONAL = "URL207", "URL205"
_HYPHEN, _BROKEN, _RELATIVE_HOST, _EMPTY_LABEL, _NO_HOST = "URL106", "URL108", "URL125", "URL422", "URL401"
# What browsers send in a query as it is, and in the path of a picture, and what ends a URL: a mark of AsciiDoc, or a
# commit in a list of sources.
_SENT, _SENT_IN_PATH = "|^{}`", "|"
_ENDS = lazy(r"\^(?:[0-9a-f]{7,40})?\Z")
_MARKS = ("'", '"', "`")
_BEFORE_TARGET, _LONGEST_LINE = ("](", "](<"), 400
_CODE_SPAN, _OF_SPANS = ("`",), (Scope.TEXT, Scope.DATA)


def is_about_urls(rule: Rule, hit: Hit, case: Case, scope: Scope, name: str) -> bool:
    """Whether a hit in the document with a name need not be reported.

    The host is that of an example in source code or in a code span, a label follows the URL, or it is the name of a
    file and not of a host. Neither need characters that programs send in a query as they are, except in style sheets
    and in markup that a program writes.
    """
    if rule.code == _RELATIVE_HOST:
        return _is_file(case.url.text, name) or (scope is Scope.COMMENT and _is_open_tag(case))
    if scope is Scope.COMMENT and rule.code[3] in _WHOLE_FAMILIES and (_is_quoted(case) or _is_sample_link(case)):
        return True
    if rule.code == _HYPHEN and scope is Scope.COMMENT and case.url.form == "angle":  # readers drop the break only
        return True
    if rule.code == _BROKEN and scope is Scope.COMMENT and _EXAMPLE_HOST.match(_host(case).lower()):
        return True
    if scope in _OF_SPANS and rule.code[3] in _WHOLE_FAMILIES and _is_in_span(case) and is_reserved_host(_host(case)):
        return True
    if rule.code[3] not in FAMILIES or case.profile == "rfc1738":
        return False
    if scope in _OF_SPANS and _is_quoted(case, _CODE_SPAN):
        return True
    if scope in _IN_SOURCE and _EXAMPLE_HOST.match(_host(case).lower()):
        return True
    if rule.code == _NATIONAL and _is_sent(hit, case):  # other programs than browsers read style sheets
        return scope is not Scope.STRING or not (is_in_element(case, scope) or language_of(name) == "css")
    if rule.code == _NO_HOST and (case.url.form == "bare" or scope in _IN_PROGRAM):
        # the beginning of a URL, what a server listens on, or an input of a parser
        is_prefix = case.url.text.endswith("@") and scope in _IN_PROGRAM
        return case.profile == DEFAULT_PROFILE and (
            is_prefix
            or (case.parts.userinfo is None and ("." not in _host(case) or bool(_NAME.match(case.parts.path))))
        )
    if rule.code == _EMPTY_LABEL and scope in _IN_PROGRAM:  # the rest of a name that is left out
        return (case.parts.host or "").startswith(".")
    return rule.code == _BRACKETS and _has_label(case, scope)


def _is_quoted(case: Case, marks: Sequence[str] = _MARKS) -> bool:
    """Whether a comment or a code span quotes only the URL, as an example of a value."""
    start, stop = case.url.outer
    mark = case.text[start - 1 : start]
    return mark in marks and case.text.startswith(mark, stop)


def _is_open_tag(case: Case) -> bool:
    """Whether a tag ends after the value of its attribute without a `>`, as prose shows one."""
    return _NO_REST_OF_TAG.match(case.text, case.url.outer.stop) is not None


def _is_sample_link(case: Case) -> bool:
    """Whether a code span shows the markup of a link with the URL."""
    return case.text.endswith(_BEFORE_TARGET, 0, case.url.outer.start) and _is_in_span(case)


def _is_in_span(case: Case) -> bool:
    """Whether a code span has the URL on its line."""
    start, stop = case.url.outer
    before = case.text[max(0, start - _LONGEST_LINE) : start].rpartition("\n")[2]
    return before.count("`") % 2 == 1 and "`" in case.text[stop : stop + _LONGEST_LINE].partition("\n")[0]


def _is_sent(hit: Hit, case: Case) -> bool:
    """Whether a hit is a character that browsers send as it is, in a query or for a picture, or ends the URL."""
    starts, at = case.parts.starts, hit.spans[0].start
    first = starts["path"] if case.text[at] in _SENT_IN_PATH and is_loaded(case) else starts.get("query")
    is_sent = first is not None and case.text[at] in _SENT and case.offset(first - 1) < at
    return is_sent or _ENDS.match(case.text, at, case.url.outer.stop) is not None


def _host(case: Case) -> str:
    """The host of a URL, or what follows a slash too many in the place of one."""
    return case.parts.host or case.parts.path.lstrip("/").partition("/")[0]


def _has_label(case: Case, scope: Scope) -> bool:
    """Whether the brackets of a URL are around the text of a link, and not part of the URL."""
    if scope is Scope.COMMENT and _LABEL_IN_COMMENT.match(case.url.text):
        return True
    return bool(_LABEL.match(case.url.text) and _REST_OF_LABEL.match(case.text, case.url.outer.stop))


def _is_file(target: str, name: str) -> bool:
    """Whether the target of a link of a document is a file, or the folder of one."""
    path = _REST_OF_TARGET.sub("", target.removeprefix("/"))
    return bool(name) and os.path.exists(os.path.join(os.path.dirname(name), path))
