"""Input of the commands: options, settings, and the files to read."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.sanitize import printable
from urlmend.cli import CLEAN, FAILED
from urlmend.finder import FindOptions
from urlmend.redaction.console import say, say_that_input_is_typed
from urlmend.reports import named_path
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.faults import checked, checked_formats
from urlmend.settings.loading import load, nearest_config, no_faults, shadowed
from urlmend.sources.listing import files
from urlmend.sources.paths import STDIN, Problem, Reading, Skipped, unread
from urlmend.sources.skipped import SkipKind, counts_in_words
from urlmend.sources.walk import excluder, relative
from urlmend.uri.schemes import SchemeTable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from urlmend.linting.git_changes import Changes
    from urlmend.settings.config import Check

    Report = Callable[[ConfigError], object]

# The number of settings files that are kept in memory.
_MAX_PROJECTS = 64


def settings(options: argparse.Namespace, folder: str | None = None, check: Check = no_faults) -> tuple[Config, str]:
    """Return the settings by the command line, and the path of their file ("" without one).

    They are those of the nearest settings file of a folder, by default the current one. `check` returns the faults of
    settings that the command cannot use.
    """
    if options.config is not None and options.isolated:
        raise ConfigError("--isolated cannot be used with --config")
    if options.isolated:
        return Config(), ""
    if options.config is not None:
        return load(options.config, is_named=True, check=check), options.config
    path = nearest_config(folder or os.getcwd(), {})
    return (load(path, check=check), path) if path else (Config(), "")


def changes_since_revision(options: argparse.Namespace) -> Changes:
    """Return the lines that changed since the Git revision of the command line.

    Raises ConfigError for standard input, for an unknown revision, and without a repository.
    """
    if not options.paths or STDIN in options.paths:
        raise ConfigError("--since-revision needs a path, such as '.': standard input has no Git history")
    from urlmend.linting.git_changes import Changes

    return Changes(options.since_revision)


@cache
def say_once(name: str, reason: str) -> None:
    """Print a problem with a file that is no failure, each once."""
    say(f"{named_path(name)}: {reason}")


def output_paths(path: str) -> frozenset[str]:
    """Return the real paths of an output file and of the temporary file that replaces it."""
    from urlmend._lib.atomic_write import temporary_name

    return frozenset((os.path.realpath(path), os.path.realpath(temporary_name(path))))


class Project:
    """The files below a settings file: its settings, and how they are read by them and by the command line."""

    def __init__(self, options: argparse.Namespace, config: Config, path: str) -> None:
        """Take the command line, the settings, and the path of their file."""
        self.config = config
        self.path = path
        self.folder: str = os.path.abspath(os.path.dirname(path)) if path else ""
        self.reading: Reading = Reading(
            input_kind=options.input,
            all_headers=options.headers,
            formats=(*config.format_of.items(), *(checked_formats(options.format_of) if options.format_of else ())),
            exclude=config.exclude,
            folder=os.path.dirname(path),
            stdin_name=getattr(options, "stdin_filename", None) or STDIN,
            skip=output_paths(options.output) if getattr(options, "output", None) else frozenset(),
            on_unread=say_once,
        )
        named = checked("extend-schemes", options.extend_schemes, "--extend-schemes") if options.extend_schemes else ()
        schemeless = config.schemeless if options.schemeless is None else options.schemeless
        self.find_options: FindOptions = FindOptions(
            SchemeTable(frozenset((*config.extend_schemes, *named))), schemeless
        )
        if getattr(options, "known", None) is not None:
            from urlmend.reports.scan_result.known_urls import KnownUrls  # few runs need it

            self.find_options = self.find_options._replace(known=KnownUrls(options.known))
        self._is_excluded = excluder(config.exclude) if config.exclude else None

    def excludes(self, path: str) -> bool:
        """Whether the settings exclude a file, or a folder whose path ends in a separator."""
        if not self._is_excluded:
            return False
        return self._is_excluded(relative(path, self.folder) + ("/" if path.endswith(os.sep) else ""))


class File(NamedTuple):
    """A file to read."""

    name: str
    """Its path; `-` is standard input."""
    top: str
    """The named folder that it is in; empty if the file itself is named."""
    project: Project


class Projects:
    """The projects of files: by the command line, or by the nearest settings file of each."""

    def __init__(self, options: argparse.Namespace, check: Check = no_faults, report: Report | None = None) -> None:
        """Take the command line. `check` returns the faults of settings that the command cannot use.

        `report` prints errors of settings.
        """
        self.failed: bool = False
        """Whether there is a settings file with errors."""
        self._options = options
        self._check = check
        self._report = report or _say_errors
        self._nearest: dict[str, str] = {}
        """The path of the nearest settings file of folders, empty for none."""
        self._projects: dict[str, Project] = {}
        self._wrong: set[str] = set()
        self._fixed: Project | None = None
        if options.isolated or options.config is not None:
            self._fixed = Project(options, *settings(options, check=check))

    def of(self, name: str, top: str = "") -> Project:
        """Return the project of a file in the folder `top`.

        Raises ConfigError for errors in its settings. If these are in a folder below `top`, they are printed instead,
        and the settings above apply.
        """
        if self._fixed:
            return self._fixed
        folder = os.path.dirname(self._options.stdin_filename or "" if name == STDIN else name)
        path = nearest_config(folder, self._nearest)
        while True:
            try:
                if path not in self._wrong:
                    return self._known(path)
            except ConfigError as error:
                if not _is_below(os.path.dirname(path), top):
                    raise
                self._wrong.add(path)
                self.failed = True
                self._report(error)
            path = nearest_config(os.path.dirname(os.path.dirname(path)), self._nearest)

    def excludes(self, name: str, project: Project, top: str) -> bool:
        """Whether the project of a file excludes it, or a project above excludes that project."""
        while not project.excludes(name):
            if self._fixed or not _is_below(project.folder, top):
                return False
            name = os.path.join(project.folder, "")
            project = self.of(project.folder, top)
        return True

    def _known(self, path: str) -> Project:
        """Return the project of a settings file. Raises ConfigError for errors in it."""
        if path in self._projects:
            self._projects[path] = self._projects.pop(path)  # the last one to be forgotten
        else:
            if len(self._projects) >= _MAX_PROJECTS:
                del self._projects[next(iter(self._projects))]
            if path and (other := shadowed(path)):
                fault = f"[tool.urlmend] is ignored, as {os.path.basename(path)} is in the same folder"
                self._report(ConfigError(f"{other}: {fault}"))
            self._projects[path] = Project(self._options, load(path, check=self._check) if path else Config(), path)
        return self._projects[path]


class InputFiles:
    """The files of the command line, each with its project; prints problems, and records in `failed` that there are."""

    def __init__(self, options: argparse.Namespace, projects: Projects) -> None:
        """Take the command line and its projects."""
        self.paths: list[str] = distinct(options.paths) or [STDIN]
        self.skip: set[str] = set(output_paths(options.output) if getattr(options, "output", None) else ())
        """Real paths of files that are not read in folders."""
        self._options = options
        self._projects = projects
        self._failed = False
        self._shows_files: bool = options.show_files
        self._skipped: Counter[str] = Counter()
        """What is not read, by its kind."""
        self._is_complete = True
        """Whether everything that is skipped was printed."""
        self._needs: set[str] = set()
        """The reasons that name a missing package: each is printed once."""
        self._read = 0
        """The number of files that were listed and not skipped."""
        self._is_excluded = excluder(checked("exclude", options.exclude, "--exclude")) if options.exclude else None

    @property
    def failed(self) -> bool:
        """Whether there were problems."""
        return self._failed or self._projects.failed

    def files(self) -> Iterator[File]:
        """Yield the files to read, in order."""
        named = [path for path in self.paths if path != STDIN and not os.path.isdir(path)]
        skip = frozenset(self.skip)
        if len(named) < len(self.paths):  # what is named is read where it is named, and not in its folder again
            skip |= frozenset(map(os.path.realpath, named))
        for path in self.paths:
            if path == STDIN and sys.stdin.isatty():
                say_that_input_is_typed()
            top = os.path.abspath(path) if path != STDIN and os.path.isdir(path) else ""
            may_exclude = top or self._options.force_exclude
            listed = Reading(skip=skip, on_skipped=self._skip, on_unread=say_once)
            for name in files((path,), listed) if top else (path,):
                project = self._projects.of(name, top)
                if may_exclude and self._excludes(shown := self.shown_name(name), project, top):
                    self._skip(shown, SkipKind.EXCLUDED)
                else:
                    self._read += 1
                    yield File(name, top, project)

    def _excludes(self, name: str, project: Project, top: str) -> bool:
        """Whether the command line or the settings exclude a file."""
        if self._is_excluded and self._is_excluded(relative(name, "")):
            return True
        return self._projects.excludes(name, project, top)

    def list_files(self, listed: Iterable[File], *, opens_archives: bool, end: str = "\n") -> int:
        """Print those of the listed files that would be read, and return the exit status.

        `opens_archives` is whether archives in folders are read, too.
        """
        for name, top, project in listed:
            if problem := unread(name, project.reading._replace(opens_archives=opens_archives or not top)):
                self.fail(problem, name, top)
            else:
                sys.stdout.write(f"{printable(named_path(self.shown_name(name)))}{end}")
        self.say_what_is_skipped()
        return FAILED if self.failed else CLEAN

    def shown_name(self, name: str) -> str:
        """Return the name to report for a file."""
        return self._options.stdin_filename or STDIN if name == STDIN else name

    def fail(self, problem: Problem, name: str, top: str) -> None:
        """Print a problem with reading or writing a file in the named folder `top`; count what is skipped.

        That is printed if it is named, or cannot be read at all. A reason that names a package is printed once, except
        for named files; of binary files in archives and mail, only their number is.
        """
        is_shown = True
        if isinstance(problem, Skipped):
            is_file = problem.name == self.shown_name(name)
            self._read -= is_file
            self._skipped[problem.kind] += 1
            is_named = not top and (is_file or not (problem.needs_package or problem.kind == SkipKind.BINARY))
            is_new = problem.needs_package and problem.reason not in self._needs
            if is_new:
                self._needs.add(problem.reason)
            is_shown = self._shows_files or is_named or is_new or problem.kind == SkipKind.UNSUPPORTED
            self._is_complete &= is_shown
        else:
            self._failed = True
        if is_shown:
            say(f"{named_path(problem.name)}: {problem.reason}")

    def say_what_is_skipped(self) -> None:
        """Print the number of files that were skipped, by the reason, and whether no other was read."""
        if self._read > 0 and not self._skipped:  # true of most runs
            return
        quiet = getattr(self._options, "quiet", False)
        hint = "" if self._is_complete else "; --show-files lists each"
        say_what_is_skipped(self._skipped, is_anything_read=self._read > 0 or self.failed, quiet=quiet, hint=hint)

    def _skip(self, name: str, kind: SkipKind) -> None:
        """Count a file or folder that is not read."""
        self._skipped[kind] += 1
        self._is_complete &= self._shows_files
        if self._shows_files:
            say(f"{named_path(name)}: {Skipped.of(kind, name).reason}")


def say_what_is_skipped(skipped: Counter[str], *, is_anything_read: bool, quiet: bool, hint: str = "") -> None:
    """Print the number of files that were skipped, by the reason, and whether no other was read."""
    counts = counts_in_words(skipped) if skipped else ""
    if not is_anything_read:
        say(f"no files to read: {f'skipped {counts}' if counts else 'there are none'}")
    elif counts and not quiet:
        say(f"skipped: {counts}{hint}")


def _say_errors(error: ConfigError) -> None:
    from urlmend.cli.setting_errors import say_errors  # not needed without errors

    say_errors(error)


def _is_below(folder: str, top: str) -> bool:
    return bool(top) and folder.startswith(os.path.join(top, ""))


def distinct(paths: list[str]) -> list[str]:
    """Return the paths, each once; those that are named twice are printed."""
    found: dict[str, str] = {}
    for path in paths:
        key = path if path == STDIN else os.path.abspath(path)
        if key in found:
            say(f"{path}: named twice; it is read once")
        found.setdefault(key, path)
    return list(found.values())
