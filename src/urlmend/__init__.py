"""Find the URLs that people write into plain text, rejoin the broken ones, and lint them."""

from __future__ import annotations

from urlmend._version import __version__ as __version__
from urlmend.api import documents, find, find_in, fix, lint, redact
from urlmend.model.document import Document, Location, Message, Part
from urlmend.model.finding import Edit, Finding, Fix
from urlmend.model.span import Span
from urlmend.model.url import Found, Url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.rules.registry import Case, Hit, Rule
    from urlmend.settings.config import ConfigError
    from urlmend.settings.plugins import rule
    from urlmend.uri.rfc3986 import Parts

__all__ = [
    "Case",
    "ConfigError",
    "Document",
    "Edit",
    "Finding",
    "Fix",
    "Found",
    "Hit",
    "Location",
    "Message",
    "Part",
    "Parts",
    "Rule",
    "Span",
    "Url",
    "documents",
    "find",
    "find_in",
    "fix",
    "lint",
    "redact",
    "rule",
]

# Names that few programs need, imported on first use: finding URLs must not pay for loading the rules.
_LAZY = {
    "Case": "urlmend.rules.registry",
    "ConfigError": "urlmend.settings.config",
    "Hit": "urlmend.rules.registry",
    "Parts": "urlmend.uri.rfc3986",
    "Rule": "urlmend.rules.registry",
    "rule": "urlmend.settings.plugins",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a lazy name."""
        if name not in _LAZY:
            raise AttributeError(f"module 'urlmend' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
