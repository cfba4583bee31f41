"""The scope of a URL: that of the text around it, unless it is a template."""

from __future__ import annotations

import os
from functools import lru_cache

from urlmend.formats.recognition import language_of
from urlmend.model.document import Document
from urlmend.model.scope import Scope
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_in_expression, is_in_expression_value, is_template

# Formats and languages whose texts are prose to a reader: no lexer is asked about them.
_PROSE = frozenset(("gettext", "html", "latex", "prose", "texinfo"))
# Files whose values may be regular expressions without quotes.
_WITH_EXPRESSIONS = (".yaml", ".yml", ".cfg", ".ini")


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
    return code.at(case.url.outer.start) if code else Scope.TEXT


@lru_cache(1)  # asked for each URL of a document
def _is_named_like_prose(name: str) -> bool:
    """Whether a file is prose by its name, or without a suffix that would say what it is."""
    return "." not in os.path.basename(name) or language_of(name) in _PROSE
