"""What an editor asks about a place in a document: fixes as code actions, and what a URL is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import Snapshot
from urlmend.model.finding import Edit
from urlmend.model.url import Url
from urlmend.redaction.redact import redact

FIX_ALL = types.CodeActionKind.SourceFixAll.value + ".urlmend"


class Actions:
    """The code actions of a document for a range (LSP section Code Action Request)."""

    def __init__(self, snapshot: Snapshot, params: types.CodeActionParams, *, versioned: bool) -> None:
        """`versioned` is whether the client takes edits that name the version they are for."""
        self._snapshot = snapshot
        self._context = params.context
        self._range = params.range
        self._versioned = versioned

    def all(self) -> list[types.CodeAction]:
        """The actions that the client asks for."""
        found = list(self._quick_fixes()) if self._asks_for(types.CodeActionKind.QuickFix.value) else []
        # Editors ask of their own accord at each move of the cursor, and then show no source actions.
        unasked = not self._context.only and self._context.trigger_kind == types.CodeActionTriggerKind.Automatic
        if self._asks_for(FIX_ALL) and not unasked and self._snapshot.safe_edits:
            edit = self._edit(self._snapshot.safe_edits)
            found.append(types.CodeAction("Mend all that can be mended safely", kind=FIX_ALL, edit=edit))
        return found

    def _asks_for(self, kind: str) -> bool:
        """Whether a kind, or one that it belongs to, is asked for (LSP section Code Action Kind)."""
        only = self._context.only
        return not only or any(not wanted or (kind + ".").startswith(wanted + ".") for wanted in only)

    def _quick_fixes(self) -> Iterator[types.CodeAction]:
        snapshot = self._snapshot
        start, stop = snapshot.positions.offset(self._range.start), snapshot.positions.offset(self._range.end)
        for finding, diagnostic in zip(snapshot.findings, snapshot.diagnostics, strict=True):
            fix = finding.fix
            if fix and any(span.start <= stop and start <= span.stop for span in finding.spans):
                yield types.CodeAction(
                    f"Mend {finding.code}{'' if fix.safe else ' (a guess)'}: {diagnostic.message}",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    is_preferred=fix.safe,
                    edit=self._edit(fix.edits),
                )

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Edits of the document in its present version (LSP section WorkspaceEdit)."""
        snapshot = self._snapshot
        changes = [types.TextEdit(snapshot.positions.range(span), text) for span, text in edits]
        if not self._versioned:
            return types.WorkspaceEdit(changes={snapshot.uri: changes})
        document = types.OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])


def hover(snapshot: Snapshot, position: types.Position) -> types.Hover | None:
    """What the URL at a position is, as Markdown; None where there is no URL (LSP section Hover Request)."""
    url = snapshot.url_at(snapshot.positions.offset(position))
    if url is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, _described(url))
    return types.Hover(content, snapshot.positions.range(url.outer))


def _described(url: Url) -> str:
    lines = [f"- form: {url.form}", f"- confidence: {url.confidence}"]
    if url.breaks:
        lines.append(f"- broken by: {', '.join(dict.fromkeys(url.breaks))}")
    parts = [_fenced([url.text]), "\n".join(lines)]
    if url.alternatives:
        parts += ["It may as well be:", _fenced(url.alternatives)]
    return "\n\n".join(parts)


def _fenced(texts: Iterable[str]) -> str:
    """URLs without their secrets, one a line, in a block of code that nothing in them can end."""
    lines = "\n".join(printable(redact(text)) for text in texts)
    fence = "`" * (1 + max(2, *map(len, re.findall("`*", lines))))
    return f"{fence}\n{lines}\n{fence}"
