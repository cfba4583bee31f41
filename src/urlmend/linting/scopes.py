"""The scope of a URL: that of the text around it, unless it is a template."""

from __future__ import annotations

import os
from functools import cached_property

from urlmend.formats.recognition import language_of
from urlmend.model.document import Document
from urlmend.model.scope import Scope
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_in_expression, is_in_expression_value, is_template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.formats.source_code import BlockScopes, CodeScopes

# Formats and languages whose texts are prose to a reader: no lexer is asked about them.
_PROSE = frozenset(("gettext", "html", "latex", "prose", "texinfo"))
# Files whose values may be regular expressions without quotes.
_WITH_EXPRESSIONS = (".yaml", ".yml", ".cfg", ".ini")


class Scopes:
    """The scopes of the URLs of a document, computed when they are requested."""

    def __init__(self, document: Document) -> None:
        """Take the document."""
        self._document = document

    def scope(self, case: Case) -> Scope:
        """The scope of a URL of the document."""
        if is_template(case):
            return Scope.TEMPLATE
        if is_in_expression(case):
            return Scope.PATTERN
        if not self._may_be_code:
            return Scope.TEXT
        if self._document.name.endswith(_WITH_EXPRESSIONS) and is_in_expression_value(case):
            return Scope.PATTERN
        return self._code.at(case.url.outer.start) if self._code else Scope.TEXT

    @cached_property
    def _may_be_code(self) -> bool:
        document = self._document
        if document.part or "." not in os.path.basename(document.name):
            return False
        return document.format not in _PROSE and language_of(document.name) not in _PROSE

    @cached_property
    def _code(self) -> CodeScopes | BlockScopes | None:
        from urlmend.formats.source_code import code_scopes

        return code_scopes(self._document)
