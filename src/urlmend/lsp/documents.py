"""One version of an open document, with its findings, diagnostics and URLs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from lsprotocol import types

from urlmend._lib.common_ends import common_ends
from urlmend._lib.sanitize import printable
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.fixing.offers import Offer, offered
from urlmend.fixing.proof import at_once, proven_fixes, source_edits
from urlmend.lsp.buffers import Buffer
from urlmend.lsp.positions import Positions
from urlmend.lsp.settings_errors import settings_errors
from urlmend.lsp.workspaces import Workspace
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding, Result, apply
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.redact import redact

SOURCE = "urlmend"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


class Place(NamedTuple):
    """A URL or fault of a document, and the ranges of the editor's text that hold it (code points)."""

    document: Document
    url: Url
    spans: tuple[Span, ...]
    """The range of each piece."""
    outer: Span

    def covers(self, offset: int) -> bool:
        """Whether an offset is in a piece or in the wrapper, and not between two pieces."""
        starts = [self.outer.start, *(span.start for span in self.spans[1:])]
        stops = [*(span.stop for span in self.spans[:-1]), self.outer.stop]
        return any(start <= offset < stop for start, stop in zip(starts, stops, strict=True))


class Reported(NamedTuple):
    """A finding on a document, and the ranges of the editor's text that it applies to (code points)."""

    document: Document
    finding: Finding
    spans: tuple[Span, ...]
    extent: Span
    """The range that its URL covers, too."""


class OpenDocument:
    """One version of an open document; each property is computed once, when it is first read."""

    def __init__(
        self, uri: str, version: int | None, buffer: Buffer, workspace: Workspace, *, encoding: str, related: bool
    ) -> None:
        """Take the document's URI, version and text, and its workspace.

        `encoding` is the position encoding; `related` is whether the client supports related
        information of diagnostics.
        """
        self.uri = uri
        self.version = version
        self.buffer = buffer
        self.workspace = workspace
        self._encoding = encoding
        self._related = related
        self.computed: dict[Hashable, list[Edit]] = {}
        """The edits of the actions for which they were computed."""

    @cached_property
    def positions(self) -> Positions:
        """The conversion between offsets and positions."""
        return Positions(self.buffer.text, self._encoding)

    @cached_property
    def documents(self) -> list[Document]:
        """The documents of the file that the text will be."""
        return list(self.buffer.documents(self.workspace.reading))

    @cached_property
    def results(self) -> list[Result]:
        """The documents with their first findings, whose fixes are not proven."""
        return list(self.workspace.results(self.buffer.name, self.documents))

    @cached_property
    def findings(self) -> Sequence[Reported]:
        """The first findings, with the fixes that may be offered."""
        return [
            self._reported(document, finding)
            for document, findings in self.results
            for finding in offered(document, findings, self.workspace.named)
        ]

    @cached_property
    def diagnostics(self) -> list[types.Diagnostic]:
        """A diagnostic for each finding, and for each error of a settings file (LSP section Diagnostic)."""
        errors = settings_errors(self.buffer.name, self.buffer.data)
        return [self._diagnostic(reported) for reported in self.findings] + [
            types.Diagnostic(
                self.positions.range(span), redact(printable(text)), types.DiagnosticSeverity.Error, source=SOURCE
            )
            for text, span in errors
        ]

    @cached_property
    def has_safe_fixes(self) -> bool:
        """Whether `safe_edits` has edits; they are not computed."""
        return any(reported.finding.fix and reported.finding.fix.safe for reported in self.findings)

    @cached_property
    def safe_edits(self) -> list[Edit]:
        """The edits of the text that apply all safe fixes, repeated until there are none left."""
        edits: list[Edit] = []
        for document in dict.fromkeys(reported.document for reported in self.findings):
            findings = [reported.finding for reported in self.findings if reported.document is document]
            if document.source.region is not None:
                chosen = self._chosen(document, findings, unsafe=False)
                edits += self.buffer.edits(document, source_edits(chosen))
        if not edits:
            return []
        edits.sort()
        text = self.buffer.text
        reading = self.buffer.reading(self.workspace.reading)
        fixed = self.buffer.decoded(self.workspace.fixed(self.buffer.name, self.buffer.data, reading))
        # One fix rarely allows another one; if it does, a single edit covers everything between the outermost changes.
        return edits if fixed == apply(text, edits) else _difference(text, fixed)

    def compute_edits(self, numbers: Iterable[int]) -> dict[int, list[Edit]]:
        """The edits of the text for the fixes of findings, by the number of the finding; not proven ones are missing.

        Fixes that do not overlap are proven together, as each proof reads their document again.
        """
        computed: dict[int, list[Edit]] = {}
        groups: dict[Document, dict[int, int]] = {}
        for number in numbers:
            document, finding = self.findings[number][:2]
            if document.source.region is not None:
                groups.setdefault(document, {})[id(finding)] = number
        for document, left in groups.items():
            while left:
                findings = [self.findings[number].finding for number in left.values()]
                chosen = self._chosen(document, findings, unsafe=True)
                if not chosen:
                    break
                for finding, _, edits in chosen:
                    computed[left.pop(id(finding))] = self.buffer.edits(document, edits)
        return computed

    def _chosen(self, document: Document, findings: Sequence[Finding], *, unsafe: bool) -> list[Offer]:
        options, named = self.workspace.find_options, self.workspace.named
        return at_once(proven_fixes(document, findings, options, unsafe=unsafe, named=named))

    @cached_property
    def url_texts(self) -> list[str]:
        """The URLs, rejoined."""
        options = self.workspace.find_options
        return [text for document in self.documents for found in read_texts(document, options) for text in found]

    def changed(self, edits: Sequence[Edit]) -> OpenDocument:
        """The document after edits of its text."""
        buffer = self.buffer.with_text(apply(self.buffer.text, edits))
        return OpenDocument(self.uri, None, buffer, self.workspace, encoding=self._encoding, related=self._related)

    def numbers_at(self, start: int, stop: int) -> Iterator[int]:
        """Yield the numbers of the findings on URLs in a range of the text (code points)."""
        for number, reported in enumerate(self.findings):
            if reported.extent.start <= stop and start <= reported.extent.stop:
                yield number

    def place_at(self, offset: int) -> Place | None:
        """The URL with a piece, or its wrapper, at an offset in code points."""
        return next((place for place in self.places() if place.covers(offset)), None)

    def place_of(self, reported: Reported) -> Place:
        """The URL or fault of a finding."""
        return self._place(reported.document, reported.finding.url)

    def places(self) -> Iterator[Place]:
        """Yield the URLs."""
        for document in self.documents:
            for urls in find_urls_by_window(document, self.workspace.find_options):
                for url in urls:
                    if url.counts:
                        yield self._place(document, url)

    def _place(self, document: Document, url: Url) -> Place:
        spans = self._in_text(document, url.spans)
        return Place(document, url, spans, self.buffer.in_text(document, url.outer))

    def _reported(self, document: Document, finding: Finding) -> Reported:
        spans = self._in_text(document, finding.spans)
        ends = [*spans, self.buffer.in_text(document, finding.url.outer)] if finding.url.spans else spans
        extent = Span(min(span.start for span in ends), max(span.stop for span in ends))
        return Reported(document, finding, spans, extent)

    def _in_text(self, document: Document, spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(self.buffer.in_text(document, span) for span in spans)

    def _diagnostic(self, reported: Reported) -> types.Diagnostic:
        first, *others = (types.Location(self.uri, self.positions.range(span)) for span in reported.spans)
        related = [types.DiagnosticRelatedInformation(location, "here, too") for location in others]
        finding = reported.finding
        rule = self.workspace.rules.get(finding.code)
        return types.Diagnostic(
            range=first.range,
            message=printable(finding.message),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            code_description=types.CodeDescription(rule.address) if rule and rule.address else None,
            source=SOURCE,
            related_information=related if related and self._related else None,
        )


def _difference(before: str, after: str) -> list[Edit]:
    """One edit that turns a text into a different one."""
    head, tail = common_ends(before, after)
    return [Edit(Span(head, len(before) - tail), after[head : len(after) - tail])]
