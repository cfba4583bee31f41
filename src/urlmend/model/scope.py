"""Scopes: what a range of a document is."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """What the text around a URL is; each rule declares the scopes in which it applies."""

    TEXT = "text"
    """Prose, and everything whose format says no more."""
    LINK = "link"
    """The target of a link."""
    COMMENT = "comment"
    """A comment or documentation in source code."""
    STRING = "string"
    """A string in source code."""
    DATA = "data"
    """A value of a data file."""
    CODE = "code"
    """Source code outside comments and strings."""
    PATTERN = "pattern"
    """A regular expression."""
    TEMPLATE = "template"
    """A URL that a program or a reader still has to complete."""


READ = frozenset((Scope.TEXT, Scope.LINK, Scope.COMMENT, Scope.STRING, Scope.DATA))
"""The scopes of URLs that people read or follow."""
PROSE = frozenset((Scope.TEXT, Scope.LINK, Scope.COMMENT))
"""The scopes where lines are filled, so that URLs break."""
FOLLOWED = frozenset((Scope.TEXT, Scope.LINK))
"""The scopes of URLs that people follow; in comments and strings of programs, attacks are described and tested."""
SHOWN = FOLLOWED | {Scope.STRING}
"""These scopes, and strings, which a program shows or follows."""
ALL_SCOPES = frozenset(Scope)
