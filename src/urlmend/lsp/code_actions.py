"""Code actions: fixes, readings of ambiguous URLs, and comments and settings that suppress findings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from lsprotocol import types
from pygls.uris import from_fs_path

from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument, Reported
from urlmend.lsp.ignoring import comment_edits, file_edit, project_edit
from urlmend.lsp.positions import Positions
from urlmend.lsp.readings import Reading, readings
from urlmend.lsp.titles import fix_title
from urlmend.model.finding import Edit
from urlmend.model.url import Url
from urlmend.redaction.redact import redact
from urlmend.rules.registry import Case
from urlmend.sources.walk import relative

FIX_ALL = types.CodeActionKind.SourceFixAll.value + ".urlmend"
_QUICK_FIX = types.CodeActionKind.QuickFix.value
# The number of findings in a range for which actions are computed.
_MAX_FINDINGS = 100
# Characters with a meaning in patterns of `.gitignore`.
_PATTERN_CHARACTERS = frozenset('*?[]!#\\"')


class Client(NamedTuple):
    """What a client supports, and the files that it has open."""

    versioned: bool
    """Whether edits may be for a given version of a document."""
    creates_files: bool
    """Whether edits may create files."""
    encoding: str
    """The position encoding."""
    text_of: Callable[[str], str | None]
    """The text of a file; None if it cannot be read."""


class CodeActions:
    """The code actions of a document for a range (LSP section Code Action Request)."""

    def __init__(self, document: OpenDocument, params: types.CodeActionParams, client: Client) -> None:
        """Take a document, the parameters of the request, and what the client supports."""
        self._document = document
        self._context = params.context
        self._range = params.range
        self._client = client

    def all(self) -> list[types.CodeAction]:
        """The actions that the client requests."""
        found = list(self._quick_fixes()) if self._is_requested(_QUICK_FIX) else []
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
        """Yield the fixes of the findings in the range, then the other readings, then what suppresses findings."""
        positions = self._document.positions
        start, stop = positions.offset(self._range.start), positions.offset(self._range.end)
        found = list(self._document.reported_at(start, stop))[:_MAX_FINDINGS]
        by_url: dict[Url, tuple[Reported, types.Diagnostic]] = {}
        by_code: dict[str, tuple[Reported, types.Diagnostic]] = {}
        for reported, diagnostic in found:
            by_url.setdefault(reported.finding.url, (reported, diagnostic))
            by_code.setdefault(reported.finding.code, (reported, diagnostic))
        yield from _merged(
            chain(
                *(self._fixes(*item) for item in found),
                *(self._readings(*item) for item in by_url.values()),
            )
        )
        if start == stop or len(found) == 1:  # not for a selection of many findings
            for item in by_code.values():
                yield from self._suppressions(*item)

    def _fixes(self, reported: Reported, diagnostic: types.Diagnostic) -> Iterator[types.CodeAction]:
        fix = reported.finding.fix
        if fix and (edits := self._document.edits(reported)):
            title = fix_title(reported.document.text, reported.finding, fix)
            yield self._action(title, diagnostic, self._edit(edits), preferred=fix.safe)

    def _readings(self, reported: Reported, diagnostic: types.Diagnostic) -> Iterator[types.CodeAction]:
        document, url = reported.document, reported.finding.url
        if not url.alternatives or not reported.finding.code.startswith("URL1"):
            return
        for reading in readings(Case(url, document.text, self._document.workspace.profile, document.flowed)):
            if edits := self._edits_of_reading(reported, reading):
                yield self._action(f"{reading.title} (unsafe)", diagnostic, self._edit(edits))

    def _edits_of_reading(self, reported: Reported, reading: Reading) -> list[Edit]:
        """The edits of the text for a reading; none if the edited text is not read so, or another URL changes."""
        part = reported.document
        if not part.is_editable(span for span, _ in reading.edits):
            return []
        edits = [Edit(part.in_source(span), text) for span, text in reading.edits]
        found = self._document.buffer.edits(part, edits)
        before = Counter(self._document.url_texts)
        after = Counter(self._document.changed(found).url_texts)
        before.subtract([reported.finding.url.text])
        after.subtract([reading.url])
        return found if before == after else []

    def _suppressions(self, reported: Reported, diagnostic: types.Diagnostic) -> Iterator[types.CodeAction]:
        code = reported.finding.code
        if edits := comment_edits(self._document, reported):
            yield self._action(f"Ignore {code} here, with a comment", diagnostic, self._edit(edits))
        folder = next((root for root in self._document.workspace.roots if self._name.startswith(root)), "")
        path = self._document.workspace.path or (os.path.join(folder, "urlmend.toml") if folder else "")
        text = self._client.text_of(path) if path else None
        if not path or (text is None and not self._client.creates_files):
            return
        pattern = relative(self._name, os.path.dirname(path))
        edits_of = {f"Ignore {code} in this project": project_edit(text or "", path, code)}
        if not _PATTERN_CHARACTERS & {*pattern} and not pattern.startswith(".."):
            edits_of[f"Ignore {code} in this file"] = file_edit(text or "", path, code, pattern)
        for title, edit in edits_of.items():
            if edit:
                change = self._settings_edit(path, text, edit)
                yield self._action(f"{title}, in {os.path.basename(path)}", diagnostic, change)

    @property
    def _name(self) -> str:
        return self._document.buffer.name

    def _settings_edit(self, path: str, text: str | None, edit: Edit) -> types.WorkspaceEdit:
        """The edit of a settings file, which is created if it has no text."""
        uri = from_fs_path(path)
        assert uri is not None
        changes = [types.TextEdit(Positions(text or "", self._client.encoding).range(edit.span), edit.text)]
        if not self._client.versioned:
            return types.WorkspaceEdit(changes={uri: changes})
        document = types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), changes)
        created = [types.CreateFile(uri)] if text is None else []
        return types.WorkspaceEdit(document_changes=[*created, document])

    def _action(
        self, title: str, diagnostic: types.Diagnostic, edit: types.WorkspaceEdit, *, preferred: bool = False
    ) -> types.CodeAction:
        return types.CodeAction(
            printable(redact(title)), kind=_QUICK_FIX, diagnostics=[diagnostic], is_preferred=preferred, edit=edit
        )

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """The edits for the current version of the document (LSP section WorkspaceEdit)."""
        document = self._document
        changes = [types.TextEdit(document.positions.range(span), text) for span, text in edits]
        if not self._client.versioned:
            return types.WorkspaceEdit(changes={document.uri: changes})
        identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, changes)])


def _merged(actions: Iterable[types.CodeAction]) -> Iterable[types.CodeAction]:
    """Actions with the same edit as one for all of their diagnostics."""
    merged: dict[str, types.CodeAction] = {}
    for action in actions:
        known = merged.setdefault(repr(action.edit), action)
        if known is not action:
            known.diagnostics = [*(known.diagnostics or ()), *(action.diagnostics or ())]
    return merged.values()
