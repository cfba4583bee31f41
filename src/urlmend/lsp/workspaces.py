"""The settings that apply to open documents, by folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.parent_folders import with_parents
from urlmend.finder import FindOptions
from urlmend.finder.resolve import Known
from urlmend.fixing.fix_files import Rounds
from urlmend.fixing.fixer import fix_bytes
from urlmend.linting.baseline import Baseline
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.model.finding import Result
from urlmend.model.named_paths import NamedPaths
from urlmend.rules.registry import Rule
from urlmend.settings.config import FIELDS, Config, ConfigError
from urlmend.settings.faults import faults_of
from urlmend.settings.loading import (
    MAX_ERRORS,
    SETTINGS_FILES,
    baseline_path,
    config_error,
    from_table,
    load,
    nearest_config,
)
from urlmend.settings.rule_selection import faults_of_codes, known_rules
from urlmend.sources.listing import files
from urlmend.sources.paths import STDIN, Reading
from urlmend.sources.remote import FileState, file_state
from urlmend.uri.schemes import SchemeTable

if TYPE_CHECKING:
    from urlmend.linting.rule_failures import RuleFailure
    from urlmend.model.aliases import Profile
    from urlmend.settings.config import Fault

# The number of findings of a document: more would fill the memory, and the list of the editor.
MAX_FINDINGS = 10_000
# The source of settings that are in no file.
_EDITOR = "settings of the editor"

_State = list[FileState | None]


class Workspace:
    """The settings of a settings file, applied to files and to the texts of open documents."""

    def __init__(
        self,
        config: Config = Config(),
        path: str = "",
        *,
        roots: tuple[str, ...] = (),
        show_failure: Callable[[RuleFailure], object] | None = None,
        known: Known | None = None,
    ) -> None:
        """Take settings, the path of their file, and the folders that are linted, as `urlmend lint` takes them.

        `show_failure` is called for rules of plugins that fail; `known` looks up the URLs of other documents. Raises
        ConfigError for an unreadable baseline.
        """
        folder = os.path.dirname(path) or next(iter(roots), "")
        self.path = path
        self.profile: Profile = config.profile
        self.rules: Mapping[str, Rule] = known_rules(config.plugins, path)
        schemes = SchemeTable(frozenset(config.extend_schemes))
        self.find_options: FindOptions = FindOptions(schemes, config.schemeless, known=known)
        self.reading: Reading = Reading(
            formats=tuple(config.format_of.items()), exclude=config.exclude, folder=folder, force_exclude=True
        )
        """How files are read."""
        self.baseline_path: str = baseline_path(config, path) if config.baseline else ""
        self._linter = ProjectLinter(config, folder, self.find_options, named=roots)
        self.roots = roots
        self.named: NamedPaths = self._linter.named
        self._baseline = _read_baseline(self.baseline_path) if self.baseline_path else None
        self._show_failure = show_failure

    def results(self, name: str, documents: Iterable[Document], limit: int = MAX_FINDINGS) -> Iterator[Result]:
        """Yield the results of the documents of a file: no findings if the settings exclude it, or beyond a limit.

        The fixes are not proven to change nothing else.
        """
        linter = self._linter_of(name)
        for document in documents:
            found = linter.first_findings(document, limit) if linter and limit else ()
            limit -= len(found)
            self._show_failures()
            yield Result(document, found)

    def fixed(self, name: str, data: bytes, reading: Reading) -> bytes:
        """Return the bytes of a file with all safe fixes."""
        linter = self._linter_of(name)
        if not linter:
            return data
        return fix_bytes(data, Rounds(linter, reading, name).results, self.find_options, named=self.named).data

    def _show_failures(self) -> None:
        for failure in self._linter.take_failures():
            if self._show_failure:
                self._show_failure(failure)

    def _linter_of(self, name: str) -> ProjectLinter | None:
        """The linter for the content that a file has now; None if the settings exclude the file."""
        if name != STDIN and not any(files([name], self.reading)):
            return None
        self._linter.baseline = self._baseline and self._baseline.as_read()  # each entry suppresses one finding
        return self._linter


def _read_baseline(path: str) -> Baseline:
    baseline = Baseline(path, named_by_settings=True)
    baseline.read()
    return baseline


class Workspaces:
    """The workspaces of the folders that documents are in."""

    def __init__(self, show_error: Callable[[str], None], known: Known | None = None) -> None:
        """`show_error` is called once for each error in settings, with its message; `known` is that of a workspace."""
        self._show_error = show_error
        self._known = known
        self._nearest: dict[str, str] = {}
        """Folder -> path of the nearest settings file, empty for none."""
        self._of_path: dict[str, Workspace] = {}
        """Path of a settings file, empty for none -> what it says."""
        self._last_valid: dict[str, tuple[Config, Workspace]] = {}
        """Path of a settings file -> what it said before it had errors."""
        self._states: dict[str, _State] = {}
        """Folder -> the files in and above it that may have settings, when these were read."""
        self._errors: dict[str, tuple[str, ...]] = {}
        self._failed: set[tuple[str, str]] = set()
        """The plugin and the code of each rule whose failure was shown."""
        self._editor_settings: Mapping[str, Any] = {}
        self.roots: tuple[str, ...] = ()
        """The folders that are open in the editor."""

    def of(self, folder: str) -> Workspace:
        """The workspace of the nearest settings file in or above a folder.

        If the file has errors: with its last valid settings, or else with the default ones.
        """
        if folder not in self._states:
            self._states[folder] = _state(folder)
        path = nearest_config(folder, self._nearest) if folder else ""
        if path not in self._of_path:
            self._of_path[path] = self._read(path)
        return self._of_path[path]

    def are_outdated(self, folder: str) -> bool:
        """Whether a settings file in or above a folder has changed since it was read."""
        return folder in self._states and self._states[folder] != _state(folder)

    def forget(self) -> None:
        """Make the next calls of `of` read the settings again."""
        self._states.clear()
        self._nearest.clear()
        self._of_path.clear()

    def use(self, settings: Mapping[str, Any]) -> None:
        """Use settings of the editor, whose keys are those of a settings file; they override those of any file."""
        self._editor_settings = settings
        self.forget()

    def show_unread(self, name: str, reason: str) -> None:
        """Show once why ignored files of a repository are skipped even if Git tracks them."""
        self._show_errors(name, (f"{name}: {reason}",))

    def _show_failure(self, failure: RuleFailure) -> None:
        """Show the first failure of each rule: a faulty rule fails on many URLs, again with each change."""
        rule = failure.plugin, failure.code
        if rule not in self._failed:
            self._failed.add(rule)
            self._show_error(": ".join(failure.problem))

    def _read(self, path: str) -> Workspace:
        """The workspace of a settings file, if any, and of the valid settings of the editor."""
        config, workspace = self._last_valid.get(path) or (Config(), self._workspace(Config()))
        if path:
            try:
                read = load(path, check=faults_of_codes)
                config, workspace = self._last_valid[path] = read, self._workspace(read, path)
            except ConfigError as error:
                self._show_errors(path, error.messages)
            else:
                self._show_errors(path, ())
        return self._overridden(config, workspace, path) if self._editor_settings else workspace

    def _overridden(self, config: Config, workspace: Workspace, path: str) -> Workspace:
        """The workspace with the settings of the editor instead; what is invalid in these is shown and left out."""
        overridden, faults = _overridden(config, self._editor_settings)
        errors = config_error(_EDITOR, faults[:MAX_ERRORS]).messages
        for settings in (overridden, overridden._replace(baseline=config.baseline)):
            try:
                workspace = self._workspace(settings, path)
                break
            except ConfigError as error:  # an unreadable baseline
                errors += error.messages
        self._show_errors(_EDITOR, tuple(dict.fromkeys(errors)))
        return workspace

    def _show_errors(self, source: str, errors: tuple[str, ...]) -> None:
        """Show the errors of settings, unless these are the last ones from there."""
        if self._errors.get(source, ()) != errors:
            for message in errors:
                self._show_error(message)
        self._errors[source] = errors

    def _workspace(self, config: Config, path: str = "") -> Workspace:
        return Workspace(config, path, roots=self.roots, show_failure=self._show_failure, known=self._known)


def _state(folder: str) -> _State:
    """The time and size of each file in and above a folder that may have settings; None for missing ones."""
    return [_file_state(os.path.join(above, name)) for above in with_parents(folder) for name in SETTINGS_FILES]


def _file_state(path: str) -> FileState | None:
    try:
        return file_state(path)
    except (OSError, ValueError):
        return None


def _overridden(config: Config, table: Mapping[str, Any]) -> tuple[Config, list[Fault]]:
    """Settings with the valid ones of the editor instead, and the faults of the others."""
    faults = list(faults_of(table, is_shared=False))
    while True:
        wrong = {key[0] for key, _ in faults}
        valid = {key: value for key, value in table.items() if key in FIELDS and key not in wrong}
        given = from_table(valid, _EDITOR)._asdict()
        overridden = config._replace(**{FIELDS[key]: given[FIELDS[key]] for key in valid})
        # Codes are known if no plugin is unusable.
        found = list(islice(faults_of_codes(overridden), MAX_ERRORS))
        faults += found
        if not any(key[0] in valid for key, _ in found):
            return overridden, faults
