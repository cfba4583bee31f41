"""The scope of a URL: that of the text around it, unless it is a template."""

from __future__ import annotations

from functools import cached_property

from urlmend.model.document import Document
from urlmend.model.scope import Scope
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.formats.source_code import BlockScopes, CodeScopes

# Names without an extension, and these extensions, are not worth asking a lexer about.
_PROSE_EXTENSIONS = (".txt", ".eml", ".mbox", ".tex", ".texi", ".po", ".html", ".htm")


class Scopes:
    """The scopes of the URLs of a document, computed when they are requested."""

    def __init__(self, document: Document) -> None:
        """Take the document."""
        self._document = document

    def scope(self, case: Case) -> Scope:
        """The scope of a URL of the document."""
        if is_template(case):
            return Scope.TEMPLATE
        if not self._may_be_code:
            return Scope.TEXT
        from urlmend.formats.source_code import obvious_scope

        offset = case.url.outer.start
        if scope := obvious_scope(self._document, offset):
            return scope
        return self._code.at(offset) if self._code else Scope.TEXT

    @cached_property
    def _may_be_code(self) -> bool:
        document = self._document
        base = document.name.rpartition("/")[2].lower()
        return not (document.part or document.declared) and "." in base and not base.endswith(_PROSE_EXTENSIONS)

    @cached_property
    def _code(self) -> CodeScopes | BlockScopes | None:
        from urlmend.formats.source_code import code_scopes

        return code_scopes(self._document)
