"""One version of an open document, with its findings, diagnostics and URLs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from lsprotocol import types
from pygls.uris import to_fs_path

from urlmend._lib.line_diff import common_prefix_length
from urlmend._lib.sanitize import printable
from urlmend.finder import find_urls_by_window
from urlmend.fixing.fixer import apply, choose_harmless, fix_text
from urlmend.lsp.positions import Positions
from urlmend.lsp.workspaces import Workspace
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.sources.paths import STDIN

SOURCE = "urlmend"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


class OpenDocument:
    """One version of an open document; each property is computed once, when it is first read."""

    def __init__(
        self, uri: str, version: int | None, text: str, workspace: Workspace, *, encoding: str, related: bool
    ) -> None:
        """Take the document's URI, version and text, and its workspace.

        `encoding` is the position encoding; `related` is whether the client supports related
        information of diagnostics.
        """
        self.uri = uri
        self.version = version
        self._document = Document(text, to_fs_path(uri) or STDIN)
        self._workspace = workspace
        self._encoding = encoding
        self._related = related

    @cached_property
    def positions(self) -> Positions:
        """The conversion between offsets and positions."""
        return Positions(self._document.text, self._encoding)

    @property
    def text(self) -> str:
        """The text."""
        return self._document.text

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """The findings of the text."""
        return self._workspace.findings(self._document)

    @cached_property
    def diagnostics(self) -> list[types.Diagnostic]:
        """A diagnostic for each finding, in the same order (LSP section Diagnostic)."""
        return [self._diagnostic(finding) for finding in self.findings]

    @cached_property
    def safe_edits(self) -> list[Edit]:
        """The edits that apply all safe fixes, repeated until there are none left."""
        text, name = self._document.text, self._document.name
        options = self._workspace.find_options
        edits, _ = choose_harmless(self._document, self.findings, options)
        if not edits:
            return []
        once = apply(text, edits)
        fixed = fix_text(once, lambda changed: self._workspace.findings(Document(changed, name)), options)
        # One fix rarely allows another one; if it does, a single edit covers everything between the outermost changes.
        return edits if fixed == once else _difference(text, fixed)

    def url_at(self, offset: int) -> Url | None:
        """The URL with a piece, or its wrapper, at an offset in code points."""
        found = find_urls_by_window(self._document, self._workspace.find_options)
        urls = (url for window in found for url in window if url.counts)
        here = takewhile(lambda url: url.outer.start <= offset, urls)
        return next((url for url in here if _covers(url, offset)), None)

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        first, *others = (types.Location(self.uri, self.positions.range(span)) for span in finding.spans)
        related = [types.DiagnosticRelatedInformation(location, "here, too") for location in others]
        return types.Diagnostic(
            range=first.range,
            message=printable(finding.message),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            source=SOURCE,
            related_information=related if related and self._related else None,
        )


def _difference(before: str, after: str) -> list[Edit]:
    """One edit that turns a text into a different one."""
    head = common_prefix_length(before, after)
    tail = common_prefix_length(before[head:][::-1], after[head:][::-1])
    return [Edit(Span(head, len(before) - tail), after[head : len(after) - tail])]


def _covers(url: Url, offset: int) -> bool:
    """Whether an offset is in a piece of a URL or in its wrapper, and not between two pieces."""
    starts = [url.outer.start, *(span.start for span in url.spans[1:])]
    stops = [*(span.stop for span in url.spans[:-1]), url.outer.stop]
    return any(start <= offset < stop for start, stop in zip(starts, stops, strict=True))
