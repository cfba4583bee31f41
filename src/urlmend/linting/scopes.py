"""The scope of a URL: that of the text around it, unless it is a template."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.recognition import language_of
from urlmend.model.document import Document
from urlmend.model.lines import line_start
from urlmend.model.markup import FORMATS_WITH_BLOCKS, LINK_ATTRIBUTES, MISSPELT_HREF, MISSPELT_SRC
from urlmend.model.scope import Scope
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_in_expression, is_in_expression_value, is_template

# Formats and languages whose texts are prose to a reader: no lexer is asked about them.
_PROSE = frozenset(("gettext", "html", "latex", "prose", "texinfo"))
# Files whose values may be regular expressions without quotes.
_WITH_EXPRESSIONS = (".yaml", ".yml", ".cfg", ".ini")

# The comment leader, a name, maybe after those of a type, and a call or an assignment up to the quotation mark.
_STATEMENT_BEFORE = lazy(
    r"""
    [ \t]* [^\w\s"'`]{1,4} [ \t]*
    (?: [\w.$<>\[\]]+ [ ] ){0,3} [\w.$>\[\]-]{1,80} (?: \( [^"'`\n)]{0,200} | [ ]? :?=>? [^"'`\n]{0,200} )
    ["'`] [\w:+]{0,20} \Z
    """,
    re.VERBOSE,
)
# The element, in source code, up to the quotation mark before the value of an attribute that is a link.
_ELEMENT_BEFORE = lazy(
    rf"<[A-Za-z][\w.-]*(?:\s(?:=>|[^<>]){{0,300}})?\s(?:{LINK_ATTRIBUTES}|{MISSPELT_HREF}|{MISSPELT_SRC})="
    r"[\"'\u201c\u201d\u2018\u2019][./@#]{0,3}\Z"
)
_ELEMENT_REACH = 360
_IN_CODE = (Scope.CODE, Scope.STRING)


def scope_of(case: Case, document: Document) -> Scope:
    """The scope of a URL of a document."""
    if is_template(case):
        return Scope.TEMPLATE
    if is_in_expression(case):
        return Scope.PATTERN
    name = document.name
    if document.part or document.format in _PROSE or _is_named_like_prose(name):
        return Scope.TEXT
    if name.endswith(_WITH_EXPRESSIONS) and is_in_expression_value(case):
        return Scope.PATTERN
    from urlmend.formats.source_code import code_scopes

    code = code_scopes(document)
    scope = code.at(case.url.outer.start) if code else Scope.TEXT
    if code and scope in _IN_CODE and (element := _element_before(case)) and code.at(element.start()) is Scope.CODE:
        return Scope.LINK  # of a page, whose elements are no strings of its language
    return Scope.CODE if scope is Scope.COMMENT and _is_in_statement(case) else scope


def is_in_element(case: Case, scope: Scope) -> bool:
    """Whether a URL in source code is the target of a link in an element of HTML, such as a page in a string has."""
    return scope in _IN_CODE and _element_before(case) is not None


def _element_before(case: Case) -> re.Match[str] | None:
    """The element of whose attribute a URL is the value; one in a block of code of a document is an example."""
    start = case.url.outer.start
    if case.format in FORMATS_WITH_BLOCKS:
        return None
    return _ELEMENT_BEFORE.search(case.text, max(0, start - _ELEMENT_REACH), start)


def _is_in_statement(case: Case) -> bool:
    """Whether the URL of a comment is in a string of code that is commented out."""
    start = case.url.outer.start
    begin = line_start(case.text, start)
    return begin is not None and _STATEMENT_BEFORE.match(case.text, begin, start) is not None


@lru_cache(1)  # asked for each URL of a document
def _is_named_like_prose(name: str) -> bool:
    """Whether a file is prose by its name, or without a suffix that would say what it is."""
    return "." not in os.path.basename(name) or language_of(name) in _PROSE
