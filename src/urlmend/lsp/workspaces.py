"""The settings around documents: what is wrong with a text by them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from urlmend.finder import FindOptions
from urlmend.linting.baseline import Baseline
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.settings.config import Config, ConfigError, find_config, load
from urlmend.settings.rule_selection import check_codes
from urlmend.sources.paths import STDIN, Reading, files
from urlmend.uri.schemes import SchemeTable


class Project:
    """The settings of a settings file, applied to the texts of open documents."""

    def __init__(self, config: Config = Config(), path: str = "") -> None:
        """Take settings, and the file that they are from. Raises ConfigError for what cannot be used."""
        folder = os.path.dirname(path)
        if path:
            check_codes(config, path)
        self.scanning: FindOptions = FindOptions(SchemeTable(frozenset(config.extend_schemes)), config.schemeless)
        self._checker = ProjectLinter(config, folder, self.scanning)
        self._reading = Reading(exclude=config.exclude, folder=folder, force_exclude=True)
        self._agreed = _baseline(os.path.join(folder, config.baseline)) if config.baseline else None

    def findings(self, document: Document) -> Sequence[Finding]:
        """What is wrong with the URLs of a document, less what the settings or the baseline leave out."""
        if document.name != STDIN and not any(files([document.name], self._reading)):
            return ()
        self._checker.baseline = self._agreed and self._agreed.copy()  # each entry stands for one finding
        return self._checker.result(document).findings


def _baseline(path: str) -> Baseline:
    baseline = Baseline(path)
    baseline.read()
    return baseline


class Projects:
    """The projects of the folders that documents are in."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """`tell` is called with what is wrong with a settings file, once for each fault."""
        self._tell = tell
        self._of_folder: dict[str, Project] = {}
        self._faults: dict[str, str] = {}

    def of(self, folder: str) -> Project:
        """The project that the nearest settings file upwards of a folder makes; the usual settings if it is faulty."""
        if folder not in self._of_folder:
            path = find_config(folder) if folder else None
            self._of_folder[folder] = self._read(path) if path else Project()
        return self._of_folder[folder]

    def forget(self) -> None:
        """Read all settings anew when they are next asked for."""
        self._of_folder.clear()

    def _read(self, path: str) -> Project:
        try:
            project = Project(load(path), path)
        except ConfigError as error:
            if self._faults.get(path) != str(error):
                self._tell(str(error))
            self._faults[path] = str(error)
            return Project()
        self._faults.pop(path, None)
        return project
