"""One version of a document, and all there is to say of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from lsprotocol import types
from pygls.uris import to_fs_path

from urlmend._lib.line_diff import common_prefix_length
from urlmend._lib.sanitize import printable
from urlmend.finder import find_urls
from urlmend.fixing.fixer import apply, choose_harmless, mend_text
from urlmend.lsp.positions import Positions
from urlmend.lsp.workspaces import Project
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


class Snapshot:
    """One version of an open document; what there is to say of it is worked out once, when it is first asked for."""

    def __init__(
        self, uri: str, version: int | None, text: str, project: Project, *, encoding: str, related: bool
    ) -> None:
        """Take the document's URI, version and text, and its project.

        `encoding` is that of positions; `related` is whether the client takes related information
        with diagnostics.
        """
        self.uri = uri
        self.version = version
        self._document = Document(text, to_fs_path(uri) or STDIN)
        self._project = project
        self._encoding = encoding
        self._related = related

    @cached_property
    def positions(self) -> Positions:
        """The positions of the text."""
        return Positions(self._document.text, self._encoding)

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """What is wrong with the URLs."""
        return self._project.findings(self._document)

    @cached_property
    def diagnostics(self) -> list[types.Diagnostic]:
        """A diagnostic for each finding, in their order (LSP section Diagnostic)."""
        return [self._diagnostic(finding) for finding in self.findings]

    @cached_property
    def safe_edits(self) -> list[Edit]:
        """The edits that mend all that can be mended safely, until nothing is left of it."""
        text, name = self._document.text, self._document.name
        scanning = self._project.scanning
        edits, _ = choose_harmless(self._document, self.findings, scanning)
        if not edits:
            return []
        once = apply(text, edits)
        mended = mend_text(once, lambda changed: self._project.findings(Document(changed, name)), scanning)
        # Hardly ever does one fix make room for another: only then is there one edit for all between the outermost two.
        return edits if mended == once else _difference(text, mended)

    def url_at(self, offset: int) -> Url | None:
        """The URL of which a piece, or the wrapper, stands at an offset (code points)."""
        number = bisect_right(self._urls, offset, key=lambda url: url.outer.start) - 1
        url = self._urls[number] if number >= 0 else None
        return url if url and _covers(url, offset) else None

    @cached_property
    def _urls(self) -> list[Url]:
        found = find_urls(self._document, self._project.scanning)
        return [url for url in found if url.counts]

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        first, *others = (types.Location(self.uri, self.positions.range(span)) for span in finding.spans)
        related = [types.DiagnosticRelatedInformation(place, "it goes on here") for place in others]
        return types.Diagnostic(
            range=first.range,
            message=printable(finding.message),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            source=SOURCE,
            related_information=related if related and self._related else None,
        )


def _difference(before: str, after: str) -> list[Edit]:
    """One edit that makes one text of another, which differs."""
    start = common_prefix_length(before, after)
    same = common_prefix_length(before[start:][::-1], after[start:][::-1])
    return [Edit(Span(start, len(before) - same), after[start : len(after) - same])]


def _covers(url: Url, offset: int) -> bool:
    """Whether an offset is in one of a URL's pieces, or in its wrapper; what stands between the pieces is not."""
    starts = [url.outer.start, *(span.start for span in url.spans[1:])]
    stops = [*(span.stop for span in url.spans[:-1]), url.outer.stop]
    return any(start <= offset < stop for start, stop in zip(starts, stops, strict=True))
