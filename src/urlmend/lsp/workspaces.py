"""The settings that apply to open documents, by folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from urlmend.finder import FindOptions
from urlmend.linting.baseline import Baseline
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.settings.config import Config, ConfigError, baseline_path, find_config, load
from urlmend.settings.rule_selection import check_codes
from urlmend.sources.paths import STDIN, Reading, files
from urlmend.uri.schemes import SchemeTable

# The number of findings of a document: more would fill the memory, and the list of the editor.
_MAX_FINDINGS = 10_000


class Workspace:
    """The settings of a settings file, applied to the texts of open documents."""

    def __init__(self, config: Config = Config(), path: str = "") -> None:
        """Take settings, and the path of their file. Raises ConfigError for unknown codes and unreadable baselines."""
        folder = os.path.dirname(path)
        if path:
            check_codes(config, path)
        self.find_options: FindOptions = FindOptions(SchemeTable(frozenset(config.extend_schemes)), config.schemeless)
        self._linter = ProjectLinter(config, folder, self.find_options)
        self._reading = Reading(exclude=config.exclude, folder=folder, force_exclude=True)
        self._baseline = _read_baseline(baseline_path(config, path)) if config.baseline else None

    def findings(self, document: Document) -> Sequence[Finding]:
        """The findings of a document; none if the settings exclude it, and none that is recorded in the baseline."""
        if document.name != STDIN and not any(files([document.name], self._reading)):
            return ()
        self._linter.baseline = self._baseline and self._baseline.copy()  # a copy, as each entry suppresses one finding
        return self._linter.first_findings(document, _MAX_FINDINGS)


def _read_baseline(path: str) -> Baseline:
    baseline = Baseline(path, named_by_settings=True)
    baseline.read()
    return baseline


class Workspaces:
    """The workspaces of the folders that documents are in."""

    def __init__(self, show_error: Callable[[str], None]) -> None:
        """`show_error` is called once for each error in a settings file, with its message."""
        self._show_error = show_error
        self._of_folder: dict[str, Workspace] = {}
        self._errors: dict[str, str] = {}

    def of(self, folder: str) -> Workspace:
        """The workspace of the nearest settings file in or above a folder; default settings if the file has errors."""
        if folder not in self._of_folder:
            path = find_config(folder) if folder else None
            self._of_folder[folder] = self._read(path) if path else Workspace()
        return self._of_folder[folder]

    def forget(self) -> None:
        """Make the next calls of `of` read the settings again."""
        self._of_folder.clear()

    def _read(self, path: str) -> Workspace:
        try:
            workspace = Workspace(load(path), path)
        except ConfigError as error:
            if self._errors.get(path) != str(error):
                self._show_error(str(error))
            self._errors[path] = str(error)
            return Workspace()
        self._errors.pop(path, None)
        return workspace
