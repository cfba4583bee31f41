"""Code actions: fixes, readings of ambiguous URLs, and comments and settings that suppress findings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from lsprotocol import types
from pygls.uris import from_fs_path

from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument, Reported
from urlmend.lsp.ignoring import comment_edits, file_edit, has_comments, project_edit
from urlmend.lsp.positions import Positions
from urlmend.lsp.readings import Reading, readings
from urlmend.lsp.titles import code_title, fix_title
from urlmend.model.finding import Edit
from urlmend.model.url import Url
from urlmend.redaction.redact import redact
from urlmend.rules.registry import Case
from urlmend.settings.loading import SETTINGS_FILES
from urlmend.sources.walk import relative

FIX_ALL = types.CodeActionKind.SourceFixAll.value + ".urlmend"
_FIX_ALL_TITLE = "urlmend: Apply all safe fixes"
_QUICK_FIX = types.CodeActionKind.QuickFix.value
# The number of findings in a range for which actions are computed.
_MAX_FINDINGS = 100
# The number of URLs in a range whose readings are offered.
_MAX_URLS = 10
# The number of code points of the longest document whose edits are computed before the user chooses an action, if the
# client can request them: most of them need the document to be read again.
_MAX_AT_ONCE = 1 << 15
# Characters with a meaning in patterns of `.gitignore`.
_PATTERN_CHARACTERS = frozenset('*?[]!#\\"')


class Client(NamedTuple):
    """What a client supports, and the files that it has open."""

    versioned: bool
    """Whether edits may be for a given version of a document."""
    creates_files: bool
    """Whether edits may create files."""
    resolves: bool
    """Whether the client requests the edit of an action when the user chooses it."""
    encoding: str
    """The position encoding."""
    text_of: Callable[[str], str | None]
    """The text of a file; None if it cannot be read."""


class Change(NamedTuple):
    """Which edits of a document an action makes: the client sends this back to have them computed."""

    kind: str
    """`fix`, `reading`, `comment`, or `all` for all safe fixes."""
    finding: int = 0
    """The number of the finding."""
    reading: int = 0
    """The number of the reading of its URL."""


class _Offer(NamedTuple):
    """A quick fix whose edits are not computed yet."""

    title: str
    change: Change
    diagnostics: list[types.Diagnostic]
    same: object
    """Equal for offers with the same edits."""
    preferred: bool = False


class CodeActions:
    """The code actions of a document (LSP section Code Action Request)."""

    def __init__(self, document: OpenDocument, client: Client) -> None:
        """Take a document, and what the client supports."""
        self._document = document
        self._client = client

    def requested(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """The actions that the client requests for a range."""
        context = params.context
        found = list(self._quick_fixes(params.range)) if _is_requested(_QUICK_FIX, context) else []
        # Editors send automatic requests whenever the cursor moves, and show no source actions then.
        automatic = not context.only and context.trigger_kind == types.CodeActionTriggerKind.Automatic
        if (
            _is_requested(FIX_ALL, context)
            and not automatic
            and self._offers_all(params)
            and self._document.has_safe_fixes
        ):
            found += self._with_edit(types.CodeAction(_FIX_ALL_TITLE, kind=FIX_ALL), Change("all"))
        return found

    def edit(self, change: Change) -> types.WorkspaceEdit | None:
        """The edit of an action; None if it has none, or is not proven (LSP section Code Action Resolve Request)."""
        computed = self._document.computed
        if change not in computed:
            computed[change] = self._edits(change)
        return self._edit(computed[change]) if computed[change] else None

    @property
    def _is_long(self) -> bool:
        """Whether the edits of an action take too long to be computed before the user chooses it."""
        return len(self._document.buffer.text) > _MAX_AT_ONCE

    def _offers_all(self, params: types.CodeActionParams) -> bool:
        """Whether a request may be meant for the complete text: not at one point of a long text, without a kind."""
        at_point = params.range.start == params.range.end
        return not (at_point and not params.context.only and self._is_long and not self._client.resolves)

    def _with_edit(self, action: types.CodeAction, change: Change) -> Iterator[types.CodeAction]:
        """Yield an action with its edit, if it has one, or with what the client needs to request the edit."""
        if self._client.resolves and (change.kind == "all" or self._is_long):
            action.data = [self._document.uri, self._document.version, *change]
            yield action
        elif edit := self.edit(change):
            action.edit = edit
            yield action

    def _edits(self, change: Change) -> list[Edit]:
        if change.kind == "all":
            return self._document.safe_edits
        if not 0 <= change.finding < len(self._document.findings):
            return []
        if change.kind == "fix":
            return self._document.compute_edits([change.finding]).get(change.finding, [])
        reported = self._document.findings[change.finding]
        if change.kind == "comment":
            return comment_edits(self._document, reported)
        reading = next(islice(self._readings(reported), change.reading, None), None)
        return self._edits_of_reading(reported, reading) if reading else []

    def _quick_fixes(self, where: types.Range) -> Iterator[types.CodeAction]:
        """Yield the fixes of the findings in a range, then the other readings, then what suppresses findings."""
        positions, findings = self._document.positions, self._document.findings
        start, stop = positions.offset(where.start), positions.offset(where.end)
        numbers = list(islice(self._document.numbers_at(start, stop), _MAX_FINDINGS))
        by_url: dict[Url, int] = {}
        by_code: dict[str, int] = {}
        for number in numbers:
            by_url.setdefault(findings[number].finding.url, number)
            by_code.setdefault(findings[number].finding.code, number)
        fixes = chain.from_iterable(map(self._offered_fixes, numbers))
        max_urls = 1 if self._is_long and not self._client.resolves else _MAX_URLS
        readings = chain.from_iterable(map(self._offered_readings, islice(by_url.values(), max_urls)))
        offers = list(_merged(chain(fixes, readings)))
        self._prove_together(offers)
        for offer in offers:
            action = _quick_fix(offer.title, offer.diagnostics, preferred=offer.preferred)
            yield from self._with_edit(action, offer.change)
        if start == stop or len(numbers) == 1:  # not for a selection of many findings
            yield from chain.from_iterable(map(self._suppressions, by_code.values()))

    def _prove_together(self, offers: Iterable[_Offer]) -> None:
        """Compute the edits of several fixes at once, unless the client requests each when it is chosen."""
        numbers = [offer.change.finding for offer in offers if offer.change.kind == "fix"]
        if len(numbers) > 1 and not (self._client.resolves and self._is_long):
            proven = self._document.compute_edits(numbers)
            self._document.computed |= {Change("fix", number): proven.get(number, []) for number in numbers}

    def _offered_fixes(self, number: int) -> Iterator[_Offer]:
        reported = self._document.findings[number]
        if fix := reported.finding.fix:
            title = fix_title(reported.document.text, reported.finding, fix)
            same = (id(reported.document), fix.edits)
            yield _Offer(title, Change("fix", number), self._diagnostics(number), same, preferred=fix.safe)

    def _offered_readings(self, number: int) -> Iterator[_Offer]:
        reported = self._document.findings[number]
        for index, reading in enumerate(self._readings(reported)):
            title = code_title(reported.finding.code, reading.title, safe=False)
            same = (id(reported.document), reading.edits)
            yield _Offer(title, Change("reading", number, index), self._diagnostics(number), same)

    def _diagnostics(self, number: int) -> list[types.Diagnostic]:
        return [self._document.diagnostics[number]]

    def _readings(self, reported: Reported) -> Iterator[Reading]:
        document, url = reported.document, reported.finding.url
        if url.alternatives and reported.finding.code.startswith("URL1"):
            yield from readings(Case(url, document.text, self._document.workspace.profile, document.flowed))

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

    def _suppressions(self, number: int) -> Iterator[types.CodeAction]:
        reported, diagnostics = self._document.findings[number], self._diagnostics(number)
        code = reported.finding.code
        if has_comments(reported):
            action = _quick_fix(f"Ignore {code} here, with a comment", diagnostics)
            yield from self._with_edit(action, Change("comment", number))
        path = self._document.workspace.path or self._new_settings_path()
        if not path:
            return
        text = self._client.text_of(path)
        if text is None and os.path.exists(path):  # it cannot be read
            return
        pattern = relative(self._name, os.path.dirname(path))
        edits_of = {f"Ignore {code} in this project": project_edit(text or "", path, code)}
        has_file = os.path.isabs(self._name)
        if has_file and not _PATTERN_CHARACTERS & {*pattern} and not pattern.startswith(".."):
            edits_of[f"Ignore {code} in this file"] = file_edit(text or "", path, code, pattern)
        for title, edit in edits_of.items():
            if edit:
                action = _quick_fix(f"{title}, in {os.path.basename(path)}", diagnostics)
                action.edit = self._settings_edit(path, text, edit)
                yield action

    def _new_settings_path(self) -> str:
        """The file in the open folder that gets the first settings; empty if no open folder has the document."""
        roots = self._document.workspace.roots
        if os.path.isabs(self._name):
            roots = tuple(root for root in roots if self._name.startswith(os.path.join(root, "")))
        if not roots:
            return ""
        paths = [os.path.join(roots[0], name) for name in SETTINGS_FILES]
        return next(filter(os.path.exists, paths), paths[0])

    @property
    def _name(self) -> str:
        return self._document.buffer.name

    def _settings_edit(self, path: str, text: str | None, edit: Edit) -> types.WorkspaceEdit:
        """The edit of a settings file, which is created if it has no text.

        Editors that cannot be told to create a file open an empty text for a path without one.
        """
        uri = from_fs_path(path)
        assert uri is not None
        created = [types.CreateFile(uri)] if text is None and self._client.creates_files else []
        return self._workspace_edit(uri, None, Positions(text or "", self._client.encoding), [edit], *created)

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """The edits for the current version of the document (LSP section WorkspaceEdit)."""
        return self._workspace_edit(self._document.uri, self._document.version, self._document.positions, edits)

    def _workspace_edit(
        self, uri: str, version: int | None, positions: Positions, edits: Iterable[Edit], *created: types.CreateFile
    ) -> types.WorkspaceEdit:
        changes = [types.TextEdit(positions.range(span), text) for span, text in edits]
        if not self._client.versioned:
            return types.WorkspaceEdit(changes={uri: changes})
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri, version)
        return types.WorkspaceEdit(document_changes=[*created, types.TextDocumentEdit(identifier, changes)])


def _is_requested(kind: str, context: types.CodeActionContext) -> bool:
    """Whether the client requests a kind of action, or a kind that contains it (LSP section Code Action Kind)."""
    only = context.only
    return not only or any(not wanted or (kind + ".").startswith(wanted + ".") for wanted in only)


def _quick_fix(title: str, diagnostics: list[types.Diagnostic], *, preferred: bool = False) -> types.CodeAction:
    return types.CodeAction(printable(redact(title)), kind=_QUICK_FIX, diagnostics=diagnostics, is_preferred=preferred)


def _merged(offers: Iterable[_Offer]) -> Iterable[_Offer]:
    """Offers with the same edits as one for all of their diagnostics."""
    merged: dict[object, _Offer] = {}
    for offer in offers:
        known = merged.setdefault(offer.same, offer)
        if known is not offer:
            known.diagnostics.extend(offer.diagnostics)
    return merged.values()
