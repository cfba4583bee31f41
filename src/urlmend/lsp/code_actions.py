"""Answers to requests about a range or position: fixes as code actions, and hover text for URLs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument
from urlmend.model.finding import Edit
from urlmend.model.url import Url
from urlmend.redaction.cut_secrets import redacted_url
from urlmend.redaction.redact import redact

FIX_ALL = types.CodeActionKind.SourceFixAll.value + ".urlmend"


class CodeActions:
    """The code actions of a document for a range (LSP section Code Action Request)."""

    def __init__(self, document: OpenDocument, params: types.CodeActionParams, *, versioned: bool) -> None:
        """`versioned` is whether the client supports edits for a given version of a document."""
        self._document = document
        self._context = params.context
        self._range = params.range
        self._versioned = versioned

    def all(self) -> list[types.CodeAction]:
        """The actions that the client requests."""
        found = list(self._quick_fixes()) if self._is_requested(types.CodeActionKind.QuickFix.value) else []
        # Editors send automatic requests whenever the cursor moves, and show no source actions then.
        automatic = not self._context.only and self._context.trigger_kind == types.CodeActionTriggerKind.Automatic
        if self._is_requested(FIX_ALL) and not automatic and self._document.safe_edits:
            edit = self._edit(self._document.safe_edits)
            found.append(types.CodeAction("Apply all safe fixes", kind=FIX_ALL, edit=edit))
        return found

    def _is_requested(self, kind: str) -> bool:
        """Whether the client requests a kind of action, or a kind that contains it (LSP section Code Action Kind)."""
        only = self._context.only
        return not only or any(not wanted or (kind + ".").startswith(wanted + ".") for wanted in only)

    def _quick_fixes(self) -> Iterator[types.CodeAction]:
        positions = self._document.positions
        start, stop = positions.offset(self._range.start), positions.offset(self._range.end)
        for finding, diagnostic in zip(self._document.findings, self._document.diagnostics, strict=True):
            fix = finding.fix
            if fix and any(span.start <= stop and start <= span.stop for span in self._document.source_spans(finding)):
                yield types.CodeAction(
                    f"Fix {finding.code}{'' if fix.safe else ' (unsafe)'}: {diagnostic.message}",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    is_preferred=fix.safe,
                    edit=self._edit(self._document.edits(finding)),
                )

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """The edits for the current version of the document (LSP section WorkspaceEdit)."""
        document = self._document
        changes = [types.TextEdit(document.positions.range(span), text) for span, text in edits]
        if not self._versioned:
            return types.WorkspaceEdit(changes={document.uri: changes})
        identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, changes)])


def hover(document: OpenDocument, position: types.Position) -> types.Hover | None:
    """The description of the URL at a position, as Markdown; None if there is no URL (LSP section Hover Request)."""
    url = document.url_at(document.positions.offset(position))
    if url is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, _description(url, redacted_url(document.text, url)))
    return types.Hover(content, document.range(url.outer))


def _description(url: Url, text: str) -> str:
    """What is known about a URL, whose text has no secrets."""
    lines = [f"- form: {url.form}", f"- confidence: {url.confidence}"]
    if url.breaks:
        lines.append(f"- broken by: {', '.join(dict.fromkeys(url.breaks))}")
    parts = [_code_block([text]), "\n".join(lines)]
    if url.alternatives:
        parts += ["Alternatives:", _code_block(url.alternatives)]
    return "\n\n".join(parts)


def _code_block(texts: Iterable[str]) -> str:
    """URLs without their secrets, one a line, in a code block whose fence is longer than any in the URLs."""
    lines = "\n".join(printable(redact(text)) for text in texts)
    fence = "`" * (1 + max(2, *map(len, re.findall("`*", lines))))
    return f"{fence}\n{lines}\n{fence}"
