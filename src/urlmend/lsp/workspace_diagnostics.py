"""The diagnostics of all files of a workspace (LSP section Workspace Diagnostics)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from urlmend.lsp.buffers import Buffer
from urlmend.lsp.documents import OpenDocument
from urlmend.lsp.workspaces import Workspaces
from urlmend.sources.listing import files
from urlmend.sources.paths import Reading, read_bytes

# The number of files between two reports of progress.
_BATCH = 50
# The size in bytes of the largest file that is read.
_MAX_SIZE = 1 << 26
# An editor does not show the members of an archive.
_READING = Reading(opens_archives=False)

_Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
Work = Callable[[Callable[[], _Report | None]], _Report | None]
"""Calls a function when the documents that the user edits are linted."""


class WorkspaceScan:
    """Answers requests for the diagnostics of all files; files that have not changed since then are not read again."""

    def __init__(self, workspaces: Workspaces, notify: Callable[[str, types.ProgressParams], object]) -> None:
        """Take the settings, and what sends notifications."""
        self._workspaces = workspaces
        self._notify = notify
        self._clean: dict[str, str] = {}
        """The results of files without findings, which are not reported."""

    def report(
        self,
        params: types.WorkspaceDiagnosticParams,
        work: Work,
        document_of: Callable[[str, Buffer], OpenDocument],
        open_documents: Mapping[str, OpenDocument],
        generation: int,
    ) -> types.WorkspaceDiagnosticReport:
        """Return the diagnostics of all files, with partial results and progress if they are requested.

        `document_of` makes a document of a file that is not open; `open_documents` are the others by URI, and
        `generation` changes with the settings.
        """
        is_open = {to_fs_path(uri): document for uri, document in open_documents.items()}
        previous = {to_fs_path(found.uri): found.value for found in params.previous_result_ids}
        names = list(self._names())
        found: list[_Report] = []
        self._progress(params, types.WorkDoneProgressBegin("urlmend", percentage=0, message=f"{len(names)} files"))
        for number, name in enumerate(names, 1):
            if document := is_open.get(name):
                item = work(partial(_of_open, document, f"{generation}:{document.version}", previous.get(name)))
            else:
                item = work(partial(self._of_file, name, generation, previous.get(name), document_of))
            found += [item] if item else []
            if number % _BATCH == 0:
                if params.partial_result_token is not None:
                    self._send(params.partial_result_token, types.WorkspaceDiagnosticReportPartialResult(found))
                    found = []
                message = f"{number} of {len(names)} files"
                done = types.WorkDoneProgressReport(percentage=100 * number // len(names), message=message)
                self._progress(params, done)
        self._progress(params, types.WorkDoneProgressEnd())
        return types.WorkspaceDiagnosticReport(found)

    def _names(self) -> Iterator[str]:
        for root in self._workspaces.roots:
            reading = self._workspaces.of(root).reading
            yield from files([root], reading._replace(on_unread=self._workspaces.show_unread))

    def _of_file(
        self, name: str, generation: int, previous: str | None, document_of: Callable[[str, Buffer], OpenDocument]
    ) -> _Report | None:
        """The diagnostics of a file that is not open; None if it cannot be read, and if it has none and had none."""
        try:
            state = os.stat(name)
            result_id = f"{generation}:{state.st_mtime_ns}:{state.st_size}"
            if result_id in (previous, self._clean.get(name)):
                return types.WorkspaceUnchangedDocumentDiagnosticReport(_uri(name), result_id) if previous else None
            data = read_bytes(name, _READING) if state.st_size <= _MAX_SIZE else None
        except (OSError, ValueError):
            return None
        diagnostics = document_of(_uri(name), Buffer.of_file(data, name)).diagnostics if isinstance(data, bytes) else []
        if not diagnostics:
            self._clean[name] = result_id
        if not diagnostics and previous is None:
            return None
        return types.WorkspaceFullDocumentDiagnosticReport(_uri(name), diagnostics, result_id=result_id)

    def _progress(
        self,
        params: types.WorkspaceDiagnosticParams,
        value: types.WorkDoneProgressBegin | types.WorkDoneProgressReport | types.WorkDoneProgressEnd,
    ) -> None:
        if params.work_done_token is not None:
            self._send(params.work_done_token, value)

    def _send(self, token: types.ProgressToken, value: object) -> None:
        self._notify(types.PROGRESS, types.ProgressParams(token, value))


def _of_open(document: OpenDocument, result_id: str, previous: str | None) -> _Report:
    if result_id == previous:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(document.uri, result_id, document.version)
    return types.WorkspaceFullDocumentDiagnosticReport(
        document.uri, document.diagnostics, document.version, result_id=result_id
    )


def _uri(name: str) -> str:
    uri: str | None = from_fs_path(name)
    assert uri is not None
    return uri
