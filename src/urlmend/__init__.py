"""Find the URLs that people write into plain text, rejoin the broken ones, and lint them.

    urls = urlmend.find(text)            # the URLs of a text: url.text, url.host, url.start
    urls = urlmend.find_in("mail.mbox")  # those of files, folders, mailboxes and streams, with their places
    findings = urlmend.lint(text)        # what is wrong with them: finding.code, finding.message, finding.url
    text = urlmend.fix(text)             # the text with safe fixes; urlmend.mend(text): with broken URLs in one piece
    text = urlmend.redact(text)          # the text with *** for passwords and tokens

More functions: `documents` yields the texts of files; `split`, `scan_unit`, `scan_chunks`, `scan_bytes` and `renumber`
read archives in parallel; `rule` makes rules. `help(urlmend.find)` describes one of them. The classes below are what
they take and return; the pages "Library" and "Columns" of the documentation have examples.
"""

from __future__ import annotations

from urlmend._version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.api import documents, find, find_in, fix, lint, mend, redact
    from urlmend.model.aliases import Confidence, Fixability, Form, Profile, Severity, Source, Strings
    from urlmend.model.document import Conversation, Document, Location, Message, Part, Region
    from urlmend.model.finding import Edit, Finding, Fix
    from urlmend.model.scope import Scope
    from urlmend.model.span import Span
    from urlmend.model.url import Found, Url
    from urlmend.rules.registry import Case, Hit, Rule, Trigger
    from urlmend.scan.partitions import ScanOptions, renumber, scan_bytes, scan_chunks, scan_unit, split
    from urlmend.scan.rows import FindingRow, MessageRow, UnitRows, UrlRow
    from urlmend.scan.work_units import Unit
    from urlmend.settings.config import ConfigError
    from urlmend.settings.plugins import rule
    from urlmend.sources.paths import Problem
    from urlmend.uri.rfc3986 import Parts

__all__ = [
    "Case",
    "Confidence",
    "ConfigError",
    "Conversation",
    "Document",
    "Edit",
    "Finding",
    "FindingRow",
    "Fix",
    "Fixability",
    "Form",
    "Found",
    "Hit",
    "Location",
    "Message",
    "MessageRow",
    "Part",
    "Parts",
    "Problem",
    "Profile",
    "Region",
    "Rule",
    "ScanOptions",
    "Scope",
    "Severity",
    "Source",
    "Span",
    "Strings",
    "Trigger",
    "Unit",
    "UnitRows",
    "Url",
    "UrlRow",
    "documents",
    "find",
    "find_in",
    "fix",
    "lint",
    "mend",
    "redact",
    "renumber",
    "rule",
    "scan_bytes",
    "scan_chunks",
    "scan_unit",
    "split",
]

# Each name is imported on first use: a command line such as `urlmend --version` must not pay for the finder, nor
# finding URLs for the rules.
_MODULES = {
    "Case": "urlmend.rules.registry",
    "Confidence": "urlmend.model.aliases",
    "ConfigError": "urlmend.settings.config",
    "Conversation": "urlmend.model.document",
    "Document": "urlmend.model.document",
    "Edit": "urlmend.model.finding",
    "Finding": "urlmend.model.finding",
    "FindingRow": "urlmend.scan.rows",
    "Fix": "urlmend.model.finding",
    "Fixability": "urlmend.model.aliases",
    "Form": "urlmend.model.aliases",
    "Found": "urlmend.model.url",
    "Hit": "urlmend.rules.registry",
    "Location": "urlmend.model.document",
    "Message": "urlmend.model.document",
    "MessageRow": "urlmend.scan.rows",
    "Part": "urlmend.model.document",
    "Parts": "urlmend.uri.rfc3986",
    "Problem": "urlmend.sources.paths",
    "Profile": "urlmend.model.aliases",
    "Region": "urlmend.model.document",
    "Rule": "urlmend.rules.registry",
    "ScanOptions": "urlmend.scan.partitions",
    "Scope": "urlmend.model.scope",
    "Severity": "urlmend.model.aliases",
    "Source": "urlmend.model.aliases",
    "Span": "urlmend.model.span",
    "Strings": "urlmend.model.aliases",
    "Trigger": "urlmend.rules.registry",
    "Unit": "urlmend.scan.work_units",
    "UnitRows": "urlmend.scan.rows",
    "Url": "urlmend.model.url",
    "UrlRow": "urlmend.scan.rows",
    "documents": "urlmend.api",
    "find": "urlmend.api",
    "find_in": "urlmend.api",
    "fix": "urlmend.api",
    "lint": "urlmend.api",
    "mend": "urlmend.api",
    "redact": "urlmend.api",
    "renumber": "urlmend.scan.partitions",
    "rule": "urlmend.settings.plugins",
    "scan_bytes": "urlmend.scan.partitions",
    "scan_chunks": "urlmend.scan.partitions",
    "scan_unit": "urlmend.scan.partitions",
    "split": "urlmend.scan.partitions",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name."""
        if name not in _MODULES:
            raise AttributeError(f"module 'urlmend' has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return value

    def __dir__() -> list[str]:
        """The public names, for completion at a prompt."""
        return [*__all__, "__version__"]
