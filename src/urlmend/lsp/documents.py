"""One version of an open document, with its findings, diagnostics and URLs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import takewhile

from lsprotocol import types
from pygls.uris import to_fs_path

from urlmend._lib.line_diff import common_prefix_length
from urlmend._lib.sanitize import printable
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.finder import find_urls_by_window
from urlmend.fixing.fixer import ProvenFixes, apply, fix_text, proven
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of
from urlmend.lsp.positions import Positions
from urlmend.lsp.workspaces import Workspace
from urlmend.model.document import Document, Region
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
        self._document = _read(text, to_fs_path(uri) or STDIN)
        self._workspace = workspace
        self._encoding = encoding
        self._related = related

    @cached_property
    def positions(self) -> Positions:
        """The conversion between offsets and positions."""
        return Positions(self._document.source.text, self._encoding)

    @property
    def text(self) -> str:
        """The text."""
        return self._document.text

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """The findings of the text, with the fixes that are proven to change nothing else."""
        return proven(self._document, self._workspace.findings(self._document), self._workspace.find_options)

    @cached_property
    def diagnostics(self) -> list[types.Diagnostic]:
        """A diagnostic for each finding, in the same order (LSP section Diagnostic)."""
        return [self._diagnostic(finding) for finding in self.findings]

    @cached_property
    def safe_edits(self) -> list[Edit]:
        """The edits that apply all safe fixes, repeated until there are none left."""
        text = self._document.source.text
        options = self._workspace.find_options
        edits, _ = ProvenFixes(self._document, self.findings, options, unsafe=False).chosen()
        if not edits:
            return []
        once = apply(text, edits)
        fixed = fix_text(self._document, self._workspace.findings, options)
        # One fix rarely allows another one; if it does, a single edit covers everything between the outermost changes.
        return edits if fixed == once else _difference(text, fixed)

    def edits(self, finding: Finding) -> list[Edit]:
        """The edits of a finding's fix; none if its format cannot write it."""
        edits, _ = ProvenFixes(self._document, [finding], self._workspace.find_options, unsafe=True).chosen()
        return edits

    def source_spans(self, finding: Finding) -> list[Span]:
        """The ranges of the editor's text that a finding applies to."""
        return [self._document.in_source(span) for span in finding.spans]

    def range(self, span: Span) -> types.Range:
        """The range of the editor's text that holds a span of the document."""
        return self.positions.range(self._document.in_source(span))

    def url_at(self, offset: int) -> Url | None:
        """The URL with a piece, or its wrapper, at an offset in code points."""
        found = find_urls_by_window(self._document, self._workspace.find_options)
        urls = (url for window in found for url in window if url.counts)
        in_source = self._document.in_source
        here = takewhile(lambda url: in_source(url.outer).start <= offset, urls)
        return next((url for url in here if _covers(url, offset, in_source)), None)

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        first, *others = (types.Location(self.uri, self.range(span)) for span in finding.spans)
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


def _read(text: str, name: str) -> Document:
    """Read a text in the format of its file."""
    source = Document(text, name, region=Region(0, len(text), "utf-8"))
    form = format_of(name, text[:HEAD_SIZE].encode("utf-8", "replace"))
    return read_format(source, form) if form else source


def _covers(url: Url, offset: int, in_source: Callable[[Span], Span]) -> bool:
    """Whether an offset is in a piece of a URL or in its wrapper, and not between two pieces."""
    outer, spans = in_source(url.outer), list(map(in_source, url.spans))
    starts = [outer.start, *(span.start for span in spans[1:])]
    stops = [*(span.stop for span in spans[:-1]), outer.stop]
    return any(start <= offset < stop for start, stop in zip(starts, stops, strict=True))
