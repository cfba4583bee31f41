"""`urlmend lint`: report findings, and fix them."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from urlmend._lib.sanitize import printable
from urlmend._lib.terminal import (
    BOLD,
    COLOUR_CHOICES,
    CYAN,
    GREEN,
    PLAIN,
    RED,
    columns,
    has_colours,
    has_links,
    is_terminal,
)
from urlmend.cli import CLEAN, FAILED, FOUND, input_options, rule_options
from urlmend.cli.input_options import File
from urlmend.cli.linted_files import FileFixer, FileLinter
from urlmend.cli.option_table import FILE_OPTIONS, KNOWN, SHARED, choice, flag, value
from urlmend.cli.parallel import in_order
from urlmend.cli.statistics import Tally, unattended_note
from urlmend.model.finding import SEVERITIES, Result
from urlmend.redaction.console import counted, say
from urlmend.reports import ReportStyle, named_path
from urlmend.reports.formats import FORMATS, report
from urlmend.settings.config import Config, ConfigError
from urlmend.sources.paths import STDIN, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from urlmend.cli.option_table import OptionTable
    from urlmend.fixing.fix_files import FileOutcome
    from urlmend.fixing.fixer import FixedFile

# So many bytes are linted in one process first: other processes then start with its modules and expressions, which each
# would otherwise import and compile.
_SMALL = 1_000_000
# The colours of a diff, by the first character of a line.
_DIFF_COLOURS = {"@": CYAN, "-": RED, "+": GREEN}


# The options by the titles of their groups.
OPTIONS: Mapping[str, OptionTable] = {
    "": {**FILE_OPTIONS, **KNOWN},
    "rules": {
        **SHARED["rules"],
        "--baseline": value("FILE", "suppress the findings recorded in FILE"),
        "--update-baseline": flag("record the findings in the baseline; report none"),
        "--since-revision": value("REV", "report only lines that changed since Git revision REV"),
        "--show-settings": flag("print the settings in effect and exit"),
    },
    "fixes": {
        "--fix": flag("apply safe fixes"),
        "--fix-only": flag("apply safe fixes, and do not report the remaining findings"),
        "--diff": flag("print the changes of --fix as a diff instead of writing files"),
        "--unsafe-fixes": flag("with --fix or --diff: also apply unsafe fixes, and report each one"),
    },
    "output": {
        "--format": choice(FORMATS, "report format; default: text, or github on GitHub Actions"),
        "-o --output": value("FILE", "write the report to FILE; '-': standard output"),
        "--show-source": flag("with text: also print source lines and fixes; default on a terminal"),
        "--no-show-source": flag("with text: print no source lines on a terminal either"),
        "--color": choice(COLOUR_CHOICES, "when to use colours; default: auto, on a terminal", default="auto"),
        "--statistics": flag("print the number of findings of each rule instead of the findings"),
        "-q --quiet": flag("print findings only, without a summary and marks of fixes"),
        "-v --verbose": flag("also print the applied fixes, and what is exempt: placeholder passwords, test files"),
        "--fail-on": choice(SEVERITIES, "exit with 1 if a finding has at least this severity; default: warning"),
        "--exit-zero": flag("exit with 0 even if there are findings"),
        "--show-secrets": flag("do not mask passwords and other secrets"),
    },
}


def run(options: argparse.Namespace) -> int:
    """Check URLs and report findings; with --fix, apply safe fixes."""
    options.fix = options.fix or options.fix_only
    by_default = is_terminal(sys.stdout) and not options.output
    options.show_source = options.show_source or (by_default and not options.no_show_source)
    _check(options)
    if options.show_settings:
        config, path = input_options.settings(options, _first_folder(options.paths), rule_options.faults)
        return _print_settings(rule_options.overridden(config, options), path)
    run = Run(options)
    return run.list_files() if options.list_files else run.status()


def _first_folder(paths: list[str]) -> str | None:
    """Return the folder of the first path of the command line, or None."""
    if not paths or paths[0] == STDIN:
        return None
    return paths[0] if os.path.isdir(paths[0]) else os.path.dirname(paths[0]) or None


def _check(options: argparse.Namespace) -> None:
    """Raise ConfigError for options that exclude or require each other."""
    if options.output == STDIN:  # standard output, as without the option
        options.output = None
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise ConfigError("--unsafe-fixes needs --fix or --diff")
    if options.statistics and options.format not in (None, "text"):
        raise ConfigError("--statistics cannot be used with --format")
    if options.diff and (options.output or options.format not in (None, "text")):
        raise ConfigError("--diff cannot be used with --output or --format")
    if options.output and os.path.realpath(options.output) in map(os.path.realpath, options.paths):
        raise ConfigError(f"{options.output}: --output would overwrite an input file")


def _print_settings(settings: Config, path: str) -> int:
    """Print the settings in force in the format of a settings file."""
    import json

    from urlmend.redaction.redact import redact

    print(f"# {path or 'no settings file'}")
    for field, setting in settings._asdict().items():
        if isinstance(setting, Mapping):
            shown = f"{{{', '.join(f'{json.dumps(name)} = {json.dumps(item)}' for name, item in setting.items())}}}"
        else:
            shown = json.dumps(setting)
        print(redact(f"{field.replace('_', '-')} = {shown}"))
    return CLEAN


class Run:
    """One run: lints, fixes, reports and counts."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Take the command line."""
        self._options = options
        self._projects = input_options.Projects(options, rule_options.faults)
        self._inputs = input_options.InputFiles(options, self._projects)
        if options.baseline:  # it contains the URLs of its findings
            self._inputs.skip |= input_options.output_paths(options.baseline)
        self._tally = Tally()
        self._changes = input_options.changes_since_revision(options) if options.since_revision is not None else None
        self._fixing: bool = options.fix or options.diff
        self._reports = not (options.statistics or options.diff or options.fix_only or options.update_baseline)
        """Whether findings are reported one by one."""
        on_github = os.environ.get("GITHUB_ACTIONS") == "true" and not options.output
        self._format: str = options.format or ("github" if on_github else "text")
        self._linter_class = FileFixer if self._fixing else FileLinter
        self._linter = self._linter_class(options, self._changes)
        self._hides_secrets = False
        """Whether the diff hides secrets."""

    def status(self) -> int:
        """Run, and return the exit status."""
        options, tally = self._options, self._tally
        results = self._results()
        with self._output() as out:
            if options.statistics:
                tally.write_statistics(results, out)
            elif self._reports:
                report(self._format)(results, out, self._style(out))
            else:
                deque(results, maxlen=0)
        if self._linter.baselines:
            self._finish_baselines()
        if self._hides_secrets and not options.quiet:
            say("secrets are hidden in this diff; --show-secrets makes one that can be applied")
        if options.verbose:
            for name, kind in self._linter.unattended.items():
                say(f"{named_path(name)}: linted for random-looking secrets only, as a {kind} file")
        self._inputs.say_what_is_skipped()
        if not options.quiet:
            self._say_summary()
        if self._inputs.failed:
            return FAILED
        found = tally.fixed if options.diff else tally.fails or tally.fixed
        return FOUND if found and not options.exit_zero else CLEAN

    def list_files(self) -> int:
        """Print the files that would be read, and return the exit status."""
        return self._inputs.list_files(self._files(), opens_archives=False)

    def _say_summary(self) -> None:
        options = self._options
        summary = self._tally.summary(
            fixing=self._fixing and not options.fix_only,
            written=not options.diff,
            previewed=self._reports and options.show_source and self._format == "text",
        )
        if options.statistics and (note := unattended_note(self._linter.unattended.values())):
            say(note)
        for line in summary:
            say(line)
        if not summary and not self._inputs.failed and not options.verbose and sys.stderr.isatty():
            say("no findings; --verbose also prints what is exempt")

    def _results(self) -> Iterator[Result]:
        """Yield the results of all files, and count them."""
        options = self._options
        options.proves_fixes = not options.quiet or self._format != "text"
        processes = 1 if options.verbose else options.processes
        # Other processes start without what this one has found.
        ahead = self._linter_class(options, self._changes, is_ahead=True)
        for file, events in in_order(self._files(), self._linter, ahead, processes, _SMALL):
            fail_on = options.fail_on or file.project.config.fail_on
            for event in events:
                for result in self._results_of(event, file):
                    if not (options.fix_only or options.update_baseline):
                        self._tally.count(result, fail_on)
                    yield result

    def _files(self) -> Iterator[File]:
        """Yield the files to lint, without the baselines of their projects, which contain the URLs of findings."""
        for file in self._inputs.files():
            if self._options.fix and not self._options.diff and file.top and _is_removed(file.name):
                continue
            baseline = self._linter.baseline_path(file.project)
            if not baseline or os.path.realpath(file.name) not in input_options.output_paths(baseline):
                yield file
            else:
                self._linter.linter(file.project)  # reads the baseline, even if no other file does

    def _results_of(self, outcome: Result | FileOutcome | Problem, file: File) -> Iterable[Result]:
        """Print a problem; write a fixed file, or print its changes, and return the results that remain."""
        if isinstance(outcome, Result):
            return (outcome,)
        if isinstance(outcome, Problem):
            self._inputs.fail(outcome, file.name, file.top)
            return ()
        if outcome.is_written:
            try:
                (self._print_diff if self._options.diff else self._write)(outcome)
            except BrokenPipeError:  # the reader of standard output has closed it
                raise
            except OSError as error:
                from urlmend.fixing.fix_files import unfixed

                if outcome.is_ahead:  # an earlier file may have been the same one: read it again
                    return [result for event in self._linter.events(file) for result in self._results_of(event, file)]
                self._inputs.fail(Problem.from_error(file.name, error), file.name, file.top)
                outcome = unfixed(outcome, self._linter.linter(file.project), file.project.reading)
        self._add_fixed(outcome.fixed)
        for problem in outcome.problems:
            self._inputs.fail(problem, file.name, file.top)
        return outcome.fixed.results

    def _add_fixed(self, fixed: FixedFile) -> None:
        """Count the fixes of a file, and print the unsafe ones, or all.

        They have their positions in the fixed file; with `--diff`, which does not write it, those in the original one.
        """
        self._tally.add_fixed(fixed)
        for applied in fixed.applied:
            finding = applied.finding
            is_safe = finding.fix is not None and finding.fix.safe
            if is_safe and not self._options.verbose:
                continue
            line, column = applied.position_before if self._options.diff else applied.position
            location = f"{named_path(applied.document.name)}:{line}:{column}"
            say(f"{location}: {'' if is_safe else 'unsafe '}fix of {finding.code}: {finding.message}")

    def _print_diff(self, outcome: FileOutcome) -> None:
        from urlmend.decoding.text import decode_text
        from urlmend.fixing.unified_diff import unified
        from urlmend.redaction.redact import redact_names

        shown = named_path(self._inputs.shown_name(outcome.name))
        texts = outcome.fixed.texts or (decode_text(outcome.before), decode_text(outcome.fixed.data))
        lines: Iterable[str] = [*unified(shown, *texts, show_secrets=True)]
        if not self._options.show_secrets:
            full, lines = lines, [*unified(redact_names(shown), *texts)]
            self._hides_secrets = self._hides_secrets or lines != full
        if sys.stdout.isatty():
            lines = (printable(line.rstrip("\n")) + "\n" for line in lines)
        has = has_colours(sys.stdout, choice=self._options.color)
        sys.stdout.writelines(_coloured(lines) if has else lines)

    def _write(self, outcome: FileOutcome) -> None:
        if outcome.name == STDIN:
            sys.stdout.flush()
            sys.stdout.buffer.write(outcome.fixed.data)
            return
        from urlmend._lib.atomic_write import replace_file

        replace_file(outcome.name, outcome.before, outcome.fixed.data)

    @contextmanager
    def _output(self) -> Iterator[TextIO]:
        """Open the file of the report, or standard output; standard error if the fixed text goes to standard output."""
        if self._options.output:
            from urlmend._lib.atomic_write import atomic_text_file

            try:
                with atomic_text_file(self._options.output, "surrogateescape") as out:
                    yield out
            except OSError as error:
                raise ConfigError(f"{self._options.output}: {error.strerror}") from error
        elif self._options.fix and not self._options.diff and STDIN in self._inputs.paths:
            yield sys.stderr
        else:
            yield sys.stdout

    def _style(self, out: TextIO) -> ReportStyle:
        options = self._options
        return ReportStyle(
            show_secrets=options.show_secrets,
            colour=has_colours(out, choice=options.color) and (options.color == "always" or not options.output),
            links=options.color != "never" and out.isatty() and has_links(out),
            show_source=options.show_source,
            columns=columns() if out.isatty() else ReportStyle().columns,
            fails=self._tally.is_failure,
        )

    def _finish_baselines(self) -> None:
        for baseline in self._linter.baselines.values():
            if self._options.update_baseline:
                count = baseline.write()
                if not self._options.quiet:
                    say(f"{baseline.path} now has {counted(count, 'finding')}")
                continue
            for entry in baseline.no_longer_found():
                say(f"{entry.file}: {entry.code} of the baseline no longer occurs: {entry.url}")


def _is_removed(name: str) -> bool:
    """Remove a temporary file of a run with `--fix` that was killed, and return whether it was one."""
    if not name.endswith(".tmp"):
        return False
    from urlmend._lib.atomic_write import is_temporary, remove_left_over

    if not is_temporary(name):
        return False
    if remove_left_over(name):
        say(f"{named_path(name)}: removed, as an interrupted run has left it over")
    return not os.path.lexists(name)


def _coloured(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a diff in colours; the first two are the names of the file."""
    for number, line in enumerate(lines):
        text = line.rstrip("\n")
        colour = BOLD if number < 2 else _DIFF_COLOURS.get(line[:1])
        yield f"{colour}{text}{PLAIN}{line[len(text) :]}" if colour else line
