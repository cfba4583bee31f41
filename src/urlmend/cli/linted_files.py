"""Lint and fix files by the settings of their projects."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice

from urlmend.cli import rule_options
from urlmend.cli.input_options import File, Project, Projects
from urlmend.cli.parallel import until_bug
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import COMMENT_MARK, Result
from urlmend.redaction.console import say
from urlmend.reports import named_path, position
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.loading import baseline_path
from urlmend.sources.paths import Problem, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections import Counter

    from urlmend.fixing.fix_files import FileOutcome
    from urlmend.linting.baseline import Baseline, Entry
    from urlmend.linting.git_changes import Changes
    from urlmend.model.document import Document

    Taken = tuple[dict[str, tuple[list[Entry], Counter[Entry], set[str]]], dict[str, str]]

# The rule, off by default, that reports what the rule on passwords leaves out.
_PLACEHOLDER = "URL507"
# The number of notes on a document that are printed.
_MAX_NOTES = 20
# The number of findings in a result that is reported.
_MAX_FINDINGS = 10_000


class FileLinter:
    """Lints files by the settings of their projects, each with its own baseline."""

    def __init__(self, options: argparse.Namespace, changes: Changes | None, *, is_ahead: bool = False) -> None:
        """Take the command line, and the changed lines if only these are linted.

        `is_ahead` is whether earlier files may be written after a file was read.
        """
        self.unattended: dict[str, str] = {}
        """The files that were linted for random-looking secrets only, and their kinds."""
        self.baselines: dict[str, Baseline] = {}
        """The baselines of all projects, by real path."""
        self._options = options
        self._is_ahead = is_ahead
        self._changes = changes
        self._linters: dict[str, ProjectLinter] = {}

    def baseline_path(self, project: Project) -> str:
        """Return the path of the baseline for the files of a project, or an empty string."""
        if self._options.baseline or not project.config.baseline:
            return self._options.baseline or ""
        return baseline_path(project.config, project.path)

    def linter(self, project: Project) -> ProjectLinter:
        """Return the linter of a project. Raises ConfigError for a missing or unreadable baseline and unknown codes."""
        if project.path not in self._linters:
            path = self.baseline_path(project)
            if self._options.update_baseline and not path and not self.baselines:
                raise ConfigError("--update-baseline needs --baseline FILE, or the setting `baseline`")
            settings = rule_options.overridden(project.config, self._options)
            linter = self._linters[project.path] = ProjectLinter(
                settings,
                project.folder,
                project.find_options,
                show_secrets=self._options.show_secrets,
                baseline=self._baseline(path, project.config, settings) if path else None,
                changes=self._changes,
                named=(os.curdir,) if self._options.force_exclude else self._options.paths,
            )
            linter.unattended = self.unattended
            linter.notes_unattended = self._options.statistics or self._options.verbose
        return self._linters[project.path]

    def projects(self) -> Projects:
        """Return the projects of the files, which print nothing."""
        return Projects(self._options, rule_options.faults, report=lambda _: None)

    def events(self, file: File) -> Iterator[Result | FileOutcome | Problem]:
        """Yield the results of a file that have findings, and the problems with reading it."""
        linter = self.linter(file.project)
        in_windows = linter.lints_windows and not self._options.verbose
        reading = file.project.reading._replace(
            opens_archives=not file.top,  # archives are opened if they are named; in a folder, many are data of tests
            in_windows=in_windows,
            read_fully_if_contains=COMMENT_MARK.encode() if in_windows else b"",
        )
        for document in read_file(file.name, reading):
            if isinstance(document, Problem):
                yield document
            else:
                yield from until_bug(document.name, self._results(document, linter, file.project))

    def _results(self, document: Document, linter: ProjectLinter, project: Project) -> Iterator[Result | Problem]:
        if self._options.verbose:
            self._say_what_is_exempt(document, project)
        for found in linter.results(document):
            if found.findings:
                result = self._offered(found, linter) if any(finding.fix for finding in found.findings) else found
                del found  # the findings of a window are in memory once, and not while the next one is read
                yield from _in_parts(result) if len(result.findings) > _MAX_FINDINGS else (result,)
                del result
            if linter.failures:
                yield from (failure.problem for failure in linter.take_failures())

    def take(self) -> Taken:
        """Return and forget what was found of the baselines, by real path, and the unattended files."""
        baselines = {path: baseline.take() for path, baseline in self.baselines.items()}
        unattended = self.unattended.copy()
        self.unattended.clear()
        return baselines, unattended

    def add(self, taken: Taken, files: Iterable[File]) -> None:
        """Add what `take` returned for these files in another process."""
        baselines, unattended = taken
        self.unattended.update(unattended)
        if baselines:
            for file in files:
                self.linter(file.project)
            for path, found in baselines.items():
                self.baselines[path].add(found)

    def _offered(self, result: Result, linter: ProjectLinter) -> Result:
        """Return a result without the fixes that `--fix` and `--unsafe-fixes` would not apply, or without any."""
        if not self._options.proves_fixes:  # which takes time
            return result._replace(findings=[finding._replace(fix=None) for finding in result.findings])
        from urlmend.fixing.offers import offered

        return result._replace(findings=offered(*result, linter.named))

    def _say_what_is_exempt(self, document: Document, project: Project) -> None:
        """Print where a secret is not reported because it is a placeholder or its host is for documentation."""
        settings = rule_options.overridden(project.config, self._options)
        silent = ProjectLinter(
            settings._replace(select=(_PLACEHOLDER,), ignore=()), project.folder, project.find_options
        )
        if any(_PLACEHOLDER.startswith(code) for code in (*settings.select, *settings.extend_select)):
            return
        for finding in islice(silent.findings(document), _MAX_NOTES):
            at = position(document, finding.spans[0].start)
            say(
                f"{named_path(document.name)}:{at}: not reported: placeholder or example of a secret;"
                f" {_PLACEHOLDER} reports it"
            )

    def _baseline(self, path: str, config: Config, settings: Config) -> Baseline:
        """Return the baseline at a path; it is read unless this run creates it. Raises ConfigError.

        `settings` are those of the `config` with the options of the command line.
        """
        key = os.path.realpath(path)
        if key not in self.baselines:
            from urlmend.linting.baseline import Baseline

            baseline = Baseline(path, named_by_settings=not self._options.baseline)
            if not self._options.update_baseline or os.path.exists(path):
                baseline.read()
            self.baselines[key] = baseline
        if settings != config:
            from urlmend.settings.rule_selection import rules_of

            run = {rule.code for rule in rules_of(settings)}
            self.baselines[key].left_out.update(rule.code for rule in rules_of(config) if rule.code not in run)
        return self.baselines[key]


class FileFixer(FileLinter):
    """Fixes files without writing them, each by the settings of its project."""

    def events(self, file: File) -> Iterator[Result | FileOutcome | Problem]:
        """Yield the outcome for a file, or the problem with reading it."""
        from urlmend.fixing.fix_files import fix_file

        reading = file.project.reading._replace(opens_archives=not file.top)
        outcome = fix_file(file.name, self.linter(file.project), reading, unsafe=self._options.unsafe_fixes)
        if isinstance(outcome, Problem):
            yield outcome
        elif outcome.says_anything:
            yield outcome._replace(is_ahead=self._is_ahead)


def _in_parts(result: Result) -> Iterator[Result]:
    """Yield a result with many findings in several parts, which are released one by one."""
    document, findings = result
    for low in range(0, max(1, len(findings)), _MAX_FINDINGS):
        yield Result(document, findings[low : low + _MAX_FINDINGS])
